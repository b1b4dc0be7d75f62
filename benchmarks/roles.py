"""Evaluate the roles of blocks: ``python -m benchmarks.roles FOLDER...``.

Each folder has the layout of a corpus that Victor reads; its gold determines the scores.

- title, byline, date: on pages whose gold states one and where a short block contains it. Recall:
  the share of these pages where blocks with the role contain it. Precision: of these pages with the
  role, the share where the first adjacent blocks with the role contain it. A title matches with a
  word F1 of .8, an author by name, a date by year, month and day.
- title, comment and other roles in annotated HTML (L3S-GN1): words, summed over pages.
- post in WCXB: on forum pages, precision and recall of the words in blocks with the role against
  the main content; on pages of other types, the share of pages without posts.

Rules were developed on the half of the hosts that is printed first; no page of L3S-GN1 was viewed.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time
from zlib import crc32

import numpy as np

from benchmarks import command_line
from victor import config, pipeline
from victor.document.roles import ROLES, page_roles
from victor.evaluate.gold import corpus_name, read_gold
from victor.files import read_bytes
from victor.tree.blocks import Blocks

_MARK = re.compile(r"\bx-nc-sel(\d)")
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_WORD = re.compile(r"\w+")


class Score:
    """Counts by role, for precision and recall."""

    def __init__(self) -> None:
        self.hit, self.found, self.had, self.there = Counter(), Counter(), Counter(), Counter()

    def add(self, role: str, hit: float, found: float, had: float, there: float) -> None:
        """Add counts for precision (``hit / found``) and for recall (``had / there``)."""
        self.hit[role] += hit
        self.found[role] += found
        self.had[role] += had
        self.there[role] += there

    def table(self) -> Iterator[str]:
        """Yield the lines of a table."""
        yield f"{'role':24} {'precision':>9} {'recall':>7} {'of':>8}"
        for role in self.there:
            precision = self.hit[role] / max(self.found[role], 1)
            recall = self.had[role] / max(self.there[role], 1)
            yield f"{role:24} {precision:9.3f} {recall:7.3f} {self.there[role]:8.0f}"


def words(text: str) -> Counter:
    return Counter(_WORD.findall(text.casefold()))


def word_f1(one: str, other: str) -> float:
    a, b = words(one), words(other)
    return 2 * (a & b).total() / max(a.total() + b.total(), 1)


def has_date(text: str, date: str) -> bool:
    year, month, day = date[:10].split("-")
    numbers = re.findall(r"\d+", text)
    named = _MONTHS[int(month) - 1] in text.casefold() or month in numbers
    return (
        year in text
        and (named or month.lstrip("0") in numbers)
        and (day in numbers or day.lstrip("0") in numbers)
    )


def has_author(text: str, author: str) -> bool:
    names = [name.strip() for name in re.split(r",|;| and ", author) if name.strip()]
    return any(name.casefold() in text.casefold() for name in names)


def score_stated(score: Score, blocks: Blocks, roles: np.ndarray, gold: dict) -> None:
    """Score the title, the author and the date that the gold states."""
    tests = {
        "title": (gold.get("title"), lambda text, one: word_f1(text, one) >= 0.8, {"title"}),
        "byline": (gold.get("author"), has_author, {"byline"}),
        "date": (gold.get("publish_date"), has_date, {"date"}),
        "date or byline": (gold.get("publish_date"), has_date, {"date", "byline"}),
    }
    short = np.flatnonzero(blocks.words <= 40).tolist()
    for role, (stated, test, names) in tests.items():
        if not stated or (role.startswith("date") and not re.match(r"\d{4}-\d\d-\d\d", stated)):
            continue
        there = any(test(blocks.text[i], stated) for i in short)
        found = [i for i in range(len(blocks)) if ROLES[roles[i]] in names]
        text = [" ".join(blocks.text[i] for i in run) for run in runs(found)]
        hits = [test(one, stated) for one in text]
        if there:
            score.add(role, hits[0] if hits else 0, bool(found), any(hits), 1)


def runs(numbers: Iterable[int]) -> list[list[int]]:
    """Group consecutive numbers."""
    out: list[list[int]] = []
    for number in numbers:
        if out and out[-1][-1] == number - 1:
            out[-1].append(number)
        else:
            out.append([number])
    return out


def score_posts(score: Score, blocks: Blocks, roles: np.ndarray, gold: str, kind: str) -> None:
    """Score posts: words on forum pages, absence on pages of other types."""
    chosen = roles == ROLES.index("post")
    if kind != "forum":
        right = not chosen.any()
        score.add(f"no posts: {kind}", right, 1, right, 1)
        return
    have = words(" ".join(one for one, hit in zip(blocks.text, chosen, strict=True) if hit))
    wanted = words(gold)
    both = (have & wanted).total()
    score.add("post", both, have.total(), both, wanted.total())
    score.add("forum pages with posts", chosen.any(), 1, chosen.any(), 1)


def score_marked(score: Score, blocks: Blocks, roles: np.ndarray) -> None:
    """Score roles by the annotators' marks in the HTML."""
    tree, mark = blocks.tree, [0]
    for parent, attributes in zip(tree.parent.tolist()[1:], tree.attributes[1:], strict=True):
        match = _MARK.search(attributes.get("class", ""))
        mark.append(int(match[1]) if match else mark[parent])
    marks = np.array(mark)[tree.node[blocks.first[:-1]]]
    for role, wanted in (("title", marks == 1), ("comment", marks == 5)):
        found = roles == ROLES.index(role)
        if role == "comment":
            found |= roles == ROLES.index("post")
        both = blocks.words[found & wanted].sum()
        score.add(role, both, blocks.words[found].sum(), both, blocks.words[wanted].sum())
    for role in ("subtitle", "byline", "date", "caption"):
        found = roles == ROLES.index(role)
        both = blocks.words[found & (marks == 3)].sum()
        score.add(f"{role} in supplemental", both, blocks.words[found].sum(), 0, 0)
    found = (roles > 0) & (roles != ROLES.index("comment"))
    supplemental = blocks.words[marks == 3].sum()
    score.add("supplemental", 0, 0, blocks.words[found & (marks == 3)].sum(), supplemental)


def measure(folder: Path) -> None:
    plan, seconds = pipeline.plan(config.load("web")), []
    halves = Score(), Score()
    marked = corpus_name(folder) == "l3s"
    for page in read_gold([folder]):
        html = read_bytes(folder / "annotated" / f"{page.id}.html.gz") if marked else page.html
        blocks = pipeline.advance(pipeline.Run(plan, html), "features").blocks
        score = halves[crc32(page.host.encode()) % 2]
        start = process_time()
        roles = page_roles(blocks)
        seconds.append(process_time() - start)
        if marked:
            score_marked(score, blocks, roles)
            continue
        file = folder / "ground-truth" / f"{page.id}.json"
        if file.is_file():
            score_stated(score, blocks, roles, json.loads(file.read_text())["ground_truth"])
            score_posts(score, blocks, roles, page.text, page.kind or "unknown")
    mean, median = 1e3 * np.mean(seconds), 1e3 * np.median(seconds)
    print(f"{folder.name}: {len(seconds)} pages")
    print(f"milliseconds of processor time per page: mean {mean:.3f}, median {median:.3f}")
    for name, score in zip(("developed on", "held out"), halves, strict=True):
        print(name, *score.table(), sep="\n")


def main() -> None:
    parser = command_line.parser(__doc__)
    parser.add_argument("folders", nargs="+", type=command_line.existing)
    for folder in parser.parse_args().folders:
        measure(folder)


if __name__ == "__main__":
    command_line.run(main)
