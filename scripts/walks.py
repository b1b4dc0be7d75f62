"""Generate the site of the tutorial: twenty reports of a walking club, with annotations.

Writes ten pages to FOLDER/learn and ten to FOLDER/try, the same in every run: NAME.html, and next
to it NAME.anno. The annotation keeps the reports and the comments of walkers, but no captions, fact
tables, packing lists or boilerplate. Club, walks and people are invented.
"""

import argparse
import random
from collections.abc import Sequence
from html import escape
from pathlib import Path

PLACES = (
    "Harrow Nab,Selby Tarn,Cold Pike,Mirk Fell,Low Birker,Ravensgill,Thorn Crag,Whin Rigg,Hollin How,"
    "Dry Beck,Sour Milk Force,Great Lingy,Bleaberry Edge,Old Man's Seat,Kettle Cove,Askrill Moor,"
    "Pendle Wyke,Little Dodd,Swinside,Grey Hause"
).split(",")  # fmt: skip
PEOPLE = "Maud,Colin,Priya,Tom,Agnes,Yusuf,Bet,Harriet,Len,Ruth,Owen,Siobhan".split(",")
MONTHS = "January,March,April,May,June,July,September,October,November".split(",")
REPORT = (
    "We left the car park at {t}, {n} of us, with the cloud down to the intake wall and nobody saying much.",
    "The path climbs beside the beck for the first half hour and is never in doubt, though it is wet.",
    "At the second gate {p} found a lamb on the wrong side of the wall and we lost {m} minutes over it.",
    "Above the sheepfold the going changes: tussocks, then peat, then a long slope of grey stones.",
    "From {a} you see both lakes on a good day. We saw each other, and a fence.",
    "Lunch was in the lee of the big cairn, out of a wind that took the lid off {p}'s flask.",
    "The descent to {a} is steeper than it looks on the map, and the last {m} metres are loose.",
    "It cleared for the ridge, all at once, as if somebody had pulled a sheet off the valley.",
    "There is a choice at the stile: right for {a} and the bus, left for the long way home.",
    "We took the left and were glad of it, because the low path was under water as far as the barn.",
    "{p} led this one for the first time and brought everybody back, which is the whole of the art.",
    "The old quarry road is easy on the knees. Keep out of the levels; the roof of the second has gone.",
    "Two of the party turned back at {a} with a bad ankle and were at the tea room before us.",
    "By {t} we were down. The pub does food until eight and does not mind boots.",
)
STEPS = (
    "Leave the car park by the gate in its top corner and follow the wall for {m} metres.",
    "Cross the footbridge and turn left through the larches.",
    "At the fork below {a} keep to the upper path.",
    "Go over the stile and straight up to the ridge.",
    "Follow the fence posts south to {a}.",
    "Come down by the quarry road to the lane.",
)
COMMENTS = (
    "Did this on Sunday. The footbridge below {a} is down, you can still get over on the stones if it has been dry.",
    "The stile at the top wall has been mended, thank you to whoever did it.",
    "Bog above the fold is worse than you say! We went round by {a} and it added {m} minutes.",
    "Is the path by the quarry open again? There was tape across it in {o}.",
    "Tape gone as of this week, but the gate is locked, climb it at the hinge end.",
    "Took my mother, who is {m}, and she was up before me. Lovely report.",
    "There are bullocks in the big field by {a} until the end of {o}. Keep the dog on a lead.",
    "Snow from the second gate up. Axes not needed but poles were.",
    "The bus back from the village now leaves at {t}, an hour earlier than it used to.",
)
CAPTIONS = (
    "{p} on the ridge above {a}, before the weather came in. Photo: {q}",
    "Looking back to {a} from the second gate, in {o}",
    "The party at the cairn; {p} is holding the map the right way up",
    "Sheepfold below {a}. Photo: {q}, Askrill Camera Club",
)
QUIPS = (
    "'The whole of the art is to bring everybody back.'",
    "'We saw each other, and a fence.'",
    "'As if somebody had pulled a sheet off the valley.'",
)
KIT = "Map and compass|Spare gloves, two pairs|Group shelter|Flask|Head torch, with batteries that work|Rope, 30 m|First aid, the big bag|Whistle".split("|")  # fmt: skip
NOTICES = (
    "Subs are due at the end of the month. {p} takes cash, cheques and, under protest, cards.",
    "The winter skills day is full; there is a list for the next one, ask {p}.",
    "Annual dinner on the first Friday of {o}, in the back room of the Packhorse as ever.",
    "New to the club? Come on any walk marked easy, tell the leader, and bring a sandwich.",
)

Lines = list[tuple[str, str]]  # label and text


class Writer:
    """Writes the HTML and the annotation of a page together."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.html, self.lines = chance, [], []

    def raw(self, html: str) -> None:
        """Add markup without text."""
        self.html.append(html)

    def text(self, label: str, tag: str, text: str, attributes: str = "") -> None:
        """Add an element with text, and its label."""
        self.html.append(f"<{tag}{attributes}>{escape(text, quote=False)}</{tag.split()[0]}>")
        self.lines.append((label, text))

    def filled(self, template: str) -> str:
        """A sentence with names and numbers filled in."""
        pick = self.chance.choice
        who = self.chance.sample(PEOPLE, 2)
        return template.format(
            a=pick(PLACES), p=who[0], q=who[1], o=pick(MONTHS), n=self.chance.randint(4, 17),
            m=self.chance.randint(12, 78), t=f"{self.chance.randint(8, 17)}.{pick(('10', '25', '40'))}",
        )  # fmt: skip

    def some(self, templates: Sequence[str], low: int, high: int) -> list[str]:
        """Between ``low`` and ``high`` different sentences, if there are as many."""
        chosen = self.chance.sample(templates, min(len(templates), self.chance.randint(low, high)))
        return [self.filled(one) for one in chosen]


def page(number: int, chance: random.Random) -> tuple[str, str, Lines]:
    """Name, HTML and annotation of a report."""
    out = Writer(chance)
    place = PLACES[number]
    title = f"{place} {chance.choice(('from the north', 'by the old road', 'in the rain', 'and back', 'the long way'))}"  # fmt: skip
    day = f"{chance.randint(1, 28)} {chance.choice(MONTHS)} {chance.randint(2014, 2023)}"
    out.raw(
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title} | Askrill '
        f'Fell Walkers</title><link rel="canonical" href="http://walks.askrill.example/{number + 101}/">'
        '</head><body class="single"><div id="page">'
    )
    _header(out)
    out.raw(f'<div id="content"><div class="post" id="walk-{number + 101}">')
    out.text("h", "h1", title)
    out.text("o", "p", f"Walked on {day}, written up by {chance.choice(PEOPLE)}", ' class="meta"')
    _report(out)
    if chance.random() < 0.8:
        _steps(out)
    out.raw("</div>")
    _sharing(out)
    _comments(out)
    out.raw("</div>")
    _sidebar(out)
    _footer(out)
    out.raw("</div></body></html>\n")
    return place.lower().replace(" ", "-").replace("'", ""), "\n".join(out.html), out.lines


def _header(out: Writer) -> None:
    out.raw('<div id="masthead">')
    out.text("o", "p", "Askrill Fell Walkers", ' class="site"')
    out.text("o", "p", "Out in all weathers since 1931", ' class="strap"')
    out.raw('<ul class="menu">')
    for item in ("Home", "Walks", "Programme", "The hut", "Join us", "Members"):
        out.text("o", "li", item)
    out.raw("</ul></div>")


def _report(out: Writer) -> None:
    chance = out.chance
    out.text("p", "p", out.filled(REPORT[0]))
    _figure(out)
    if chance.random() < 0.85:
        _facts(out)
    sentences = out.some(REPORT[1:], 7, 13)
    parts = [sentences[i : i + 2] for i in range(0, len(sentences), 2)]
    for place, part in enumerate(parts):
        if place == 2:
            out.text(
                "h", "h2", chance.choice(("Over the top", "The ridge", "Weather", "Down again"))
            )
        out.text("p", "p", " ".join(part))
        if place and chance.random() < 0.35:
            _figure(out)
        if place == 1 and chance.random() < 0.5:
            out.raw('<div class="pull">')
            out.text("o", "p", chance.choice(QUIPS))
            out.raw("</div>")
    if chance.random() < 0.7:
        out.raw('<div class="kit">')
        out.text("o", "h3", "What the leader carried")
        out.raw("<ul>")
        for item in out.some(KIT, 3, 6):
            out.text("o", "li", item)
        out.raw("</ul></div>")


def _figure(out: Writer) -> None:
    out.raw(f'<div class="photo"><img src="/img/{out.chance.randint(1000, 9999)}.jpg" alt="">')
    out.text("o", "p", out.filled(out.chance.choice(CAPTIONS)), ' class="caption"')
    out.raw("</div>")


def _facts(out: Writer) -> None:
    chance = out.chance
    rows = (
        ("Distance", f"{chance.randint(6, 24)} km"),
        ("Ascent", f"{chance.randint(180, 1240)} m"),
        ("Time", f"{chance.randint(3, 9)} hours with stops"),
        ("Leader", chance.choice(PEOPLE)),
        ("Start", f"Car park at {chance.choice(PLACES)}, no charge on Sundays"),
        ("Grade", chance.choice(("easy", "moderate", "hard", "hard, and long"))),
    )
    out.raw('<table class="facts">')
    for name, value in rows[: chance.randint(4, 6)]:
        out.raw("<tr>")
        out.text("o", "th", name)
        out.text("o", "td", value)
        out.raw("</tr>")
    out.raw("</table>")


def _steps(out: Writer) -> None:
    out.text("h", "h2", "The way, step by step")
    out.raw('<ol class="way">')
    for step in STEPS[: out.chance.randint(3, 6)]:
        out.text("l", "li", out.filled(step))
    out.raw("</ol>")


def _sharing(out: Writer) -> None:
    out.raw('<div class="after"><ul class="share">')
    for item in ("Print this walk", "Send to a friend", "Download the GPX"):
        out.text("o", "li", item)
    out.raw("</ul>")
    out.text("o", "h3", "Walks near here")
    out.raw("<ul>")
    for name in out.chance.sample(PLACES, 3):
        out.text("o", "li", f"{name}: {out.filled(REPORT[out.chance.randint(1, 9)])[:70]}…")
    out.raw("</ul></div>")


def _comments(out: Writer) -> None:
    comments = out.some(COMMENTS, 1, 6)
    out.raw('<div id="comments">')
    out.text("o", "h3", f"{len(comments)} reports from the path")
    out.raw('<ol class="commentlist">')
    for comment in comments:
        out.raw('<li class="comment">')
        who = f"{out.chance.choice(PEOPLE)} says:"
        out.text("o", "div", who, ' class="author"')
        when = f"{out.chance.randint(1, 28)} {out.chance.choice(MONTHS)}"
        out.text("o", "div", f"{when} at {out.chance.randint(7, 23)}.{out.chance.randint(10, 59)}")
        out.text("p", "p", comment)
        if out.chance.random() < 0.3:
            out.text("p", "p", out.filled("We will put it into the notes for {a}."))
        out.text("o", "div", "Reply", ' class="reply"')
        out.raw("</li>")
    out.raw("</ol>")
    out.text("o", "h3", "Have you walked it since?")
    out.text("o", "p", "Tell us how you found the way. Your address is not shown to anybody.")
    out.raw("</div>")


def _sidebar(out: Writer) -> None:
    out.raw('<div id="sidebar">')
    out.text("o", "h3", "From the committee")
    for notice in out.some(NOTICES, 1, 3):
        out.text("o", "p", notice)
    out.text("o", "h3", "Latest walks")
    out.raw("<ul>")
    for name in out.chance.sample(PLACES, 5):
        out.text("o", "li", name)
    out.raw("</ul></div>")


def _footer(out: Writer) -> None:
    out.raw('<div id="footer">')
    out.text("o", "p", "Walking on the fells is done at your own risk. © Askrill Fell Walkers")
    out.raw("</div>")


def write(folder: Path) -> None:
    """Write all pages to a folder."""
    for number in range(len(PLACES)):
        part = folder / ("learn" if number % 2 else "try")
        part.mkdir(parents=True, exist_ok=True)
        name, html, lines = page(number, random.Random(number))
        head = f"# victor annotation\n# page: {name}.html\n# url: http://walks.askrill.example/{number + 101}/\n"  # fmt: skip
        labels = "# labels: p paragraph, h header, l list, c continuation, o other\n"
        body = "".join(f"[{label}] {text}\n" for label, text in lines)
        (part / f"{name}.html").write_text(html, "utf-8")
        (part / f"{name}.anno").write_text(head + labels + body, "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    write(parser.parse_args().folder)
