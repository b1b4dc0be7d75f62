"""The tables of docs/results.md, from experiments/results/scores.json."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from experiments.conventions.run import CORPORA
from experiments.side_by_side import side_by_side
from victor.evaluate.tables import table

Json = Mapping[str, Any]
YES, NO = "yes", "-"
F1 = 2  # position among precision, recall and F1


class System(NamedTuple):
    """A row of the first table: a system and its abilities."""

    name: str
    key: str  # in scores.json
    markdown: str = NO
    tables: str = NO
    metadata: str = NO
    comments: str = NO
    teach: str = NO


LINES = (
    System("**Victor** (`web`)", "victor", YES, YES, YES, YES, YES),
    System("trafilatura", "trafilatura", YES, YES, YES, YES),
    System("resiliparse", "resiliparse", comments=YES),
    System("readability-lxml", "readability-lxml", NO, "as HTML", "title, author"),
    System("jusText", "jusText"),
    System("boilerpipe", "boilerpipe"),
)
SHOWN = tuple(line.key for line in LINES)
STRUCTURE = ("headings", "list items", "links", "table rows")
_SITES = 10  # minimum number of sites in a row
_ABILITIES = ("Markdown", "tables", "metadata", "comments optional", "learns from your pages")


def f1(scores: Json, corpus: str, key: str) -> float:
    """Mean word F1 of a system on a corpus."""
    return float(scores["accuracy"][corpus]["scores"][key][F1])


def mean(scores: Json, key: str, corpora: Sequence[str] = CORPORA) -> float:
    """Mean word F1 of a system over corpora."""
    return fmean(f1(scores, corpus, key) for corpus in corpora)


def summary(scores: Json) -> str:
    """The table of the README: word F1, speed, and abilities of each system."""
    speed = scores["speed"]["pages_per_second"]
    rows = [
        (line.name, f"{mean(scores, line.key):.3f}".lstrip("0"), _times(speed, line.key), *line[2:])
        for line in LINES
    ]
    return _centred(table(("system", "word F1", "speed", *_ABILITIES), rows), 3)


def _times(speed: Mapping[str, float], key: str) -> str:
    times = speed[key] / speed["trafilatura"]
    return f"{times:.0f}×" if times >= 3 or times == 1 else f"{times:.1f}×"


def _centred(made: str, first: int) -> str:
    """The table with all columns from ``first`` on centred."""
    head, rule, *rows = made.split("\n")
    places = rule.strip("|").split("|")
    places[first:] = [":---:"] * len(places[first:])
    return "\n".join([head, "|" + "|".join(places) + "|", *rows])


def accuracy(scores: Json) -> str:
    """Word F1 of each system on each corpus, the best in bold."""
    rows = [_line(name, [f1(scores, name, key) for key in SHOWN], scores) for name in CORPORA]
    total = sum(scores["accuracy"][name]["pages"] for name in CORPORA)
    rows.append(("mean of the corpora", f"{total:,}", *_bold([mean(scores, key) for key in SHOWN])))
    return table(("corpus", "pages", "Victor", *SHOWN[1:]), rows)


def _line(name: str, values: Sequence[float], scores: Json) -> tuple[str, ...]:
    return (name, f"{scores['accuracy'][name]['pages']:,}", *_bold(values))


def _bold(values: Sequence[float]) -> list[str]:
    """Three decimals, the greatest in bold."""
    best = max(values)
    return [f"**{value:.3f}**" if value == best else f"{value:.3f}" for value in values]


def conventions(scores: Json) -> str:
    """Word F1 of `web` by convention, on all corpora except wcxb-dev."""
    key = "victor, convention of wcxb-dev"
    corpora = [name for name in CORPORA if key in scores["accuracy"][name]["scores"]]
    lines = {
        "`general`, the default": "victor",
        "`none`": "victor, no convention",
        "`mean`": "victor, mean of the conventions",
        "`wcxb-dev`": key,
        "trafilatura": "trafilatura",
    }
    rows = [
        (name, *(f1(scores, corpus, line) for corpus in corpora), mean(scores, line, corpora))
        for name, line in lines.items()
    ]
    return table(("convention", *corpora, "mean"), rows)


def settings(scores: Json) -> str:
    """Mean precision, recall and F1 of every system and setting."""
    names = scores["accuracy"][CORPORA[0]]["scores"]
    rows = []
    for name in names:
        found = [scores["accuracy"][corpus]["scores"][name] for corpus in CORPORA]
        rows.append((name, *(fmean(column) for column in zip(*found, strict=True))))
    return table(("system and setting", "precision", "recall", "word F1"), rows)


def taught(scores: Json) -> str:
    """Word F1 before and after learning from ten pages, and the spread of ten draws."""
    rows = []
    for name in CORPORA:
        one = scores["taught"][name]
        gains = (one["after"] - one["before"], one["worst"], one["best"])
        shown = (f"{round(gain, 3) + 0:+.3f}" for gain in gains)  # no -0.000
        rows.append((name, one["before"], one["after"], *shown, f"{one['seconds']:.1f}"))
    columns = ("before", "after", "gain", "worst draw", "best draw", "seconds")
    return table(("corpus", *columns), rows)


def sites(scores: Json) -> str:
    """F1 on further pages of a site, before and after one or three of its pages are taught."""
    found = [row for row in scores["sites"] if row[2] >= _SITES]
    rows = [(*row[:3], *_decimals(row[3:6]), f"{row[6]}, {row[7]}") for row in found]
    header = ("left out", "pages taught", "sites", "before", "convention alone", "with the site")
    return table((*header, "better, worse"), rows)


def structure(scores: Json) -> str:
    """F1 of headings, list items, links and table rows of Markdown."""
    rows = [(name, *_decimals(values)) for name, values in scores["structure"].items()]
    return table(("system", *STRUCTURE), rows)


def metadata(scores: Json) -> str:
    """Word F1 of title and authors, and the share of correct dates, by corpus."""
    corpora = list(next(iter(scores["metadata"].values())))
    rows = [
        (name, [value for corpus in corpora for value in _decimals(found[corpus])])
        for name, found in scores["metadata"].items()
    ]
    return side_by_side("system", corpora, ("title", "authors", "date"), rows)


def _decimals(values: Sequence[float]) -> list[str]:
    return [f"{value:.3f}" for value in values]


def speed(scores: Json) -> str:
    """Pages per second, speed relative to trafilatura, and memory."""
    found = scores["speed"]
    rows = [
        (
            name.replace("victor", "Victor"),
            f"{rate:.0f}",
            _times(found["pages_per_second"], name),
            _memory(found, name),
        )
        for name, rate in found["pages_per_second"].items()
    ]
    return table(("system", "pages/s", "trafilatura = 1", "peak memory, MB"), rows)


def _memory(found: Json, name: str) -> str:
    value = found["peak_mb"].get(name)
    return NO if value is None else str(value)


def parts(scores: Json) -> dict[str, str]:
    """The text of each placeholder that is filled from scores.json."""
    made = (summary, accuracy, conventions, settings, taught, sites, structure, metadata, speed)
    return {f"first-{one.__name__}": one(scores) for one in made}
