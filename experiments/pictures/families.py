"""The families of features: numbers of columns, and contributions to the scores of blocks."""

from collections import Counter, defaultdict
from collections.abc import Mapping

import numpy as np

from experiments.pictures.page import DATA, WIDE, cleaner, sample
from experiments.pictures.svg import picture, rect, text
from victor.evaluate.explain import explain

SAYS = {
    "attribute": "class and id: words such as menu, share, article, comment",
    "container": "the elements around a block: p, li, nav, button, hidden",
    "ancestor": "words, links and sentences of the five elements above it",
    "token": "words: number, length, capitals, figures",
    "shape": "the page as a whole: forms, tables, headings",
    "repeat": "blocks elsewhere with the same tags or classes",
    "title": "agreement with the title and the distance from h1",
    "generator": "the software that the page says it was made with",
    "split": "the tags between a block and the one before",
    "landmark": "inside or outside main, article and the like",
    "char": "shares of letters, figures and punctuation",
    "document": "size of the page",
    "sentence": "number and length of sentences",
    "position": "place on the page",
    "duplicate": "the same text elsewhere on the page",
    "density": "share of words in links, words per line",
    "div_group": "share of the page in the same div",
    "td_group": "share of the page in the same table cell",
}


def columns() -> Counter[str]:
    """The number of columns by family, of the shipped model."""
    return Counter(name.partition(".")[0] for name in cleaner().plan.columns)


def contributions() -> Mapping[str, float]:
    """The mean absolute contribution of the columns of each family over the blocks of data/.

    In natural logarithms: 0.69 doubles or halves the odds of a label against the runner-up.
    """
    found: dict[str, list[float]] = defaultdict(list)
    for file in sorted(DATA.glob("*.html")):
        for one in explain(cleaner(), sample(file.stem).blocks).explanations:
            sums: Counter[str] = Counter()
            for origin, amount in zip(one.origins, one.amounts.tolist(), strict=True):
                if origin.columns:
                    sums[origin.columns[0].partition(".")[0]] += amount
            for family, amount in sums.items():
                found[family].append(abs(amount))
    return {family: float(np.mean(values)) for family, values in found.items()}


def features() -> str:
    """A bar for each family, the largest contribution first."""
    amounts, sizes = contributions(), columns()
    scale = 170 / max(amounts.values())
    parts = [
        text(20, 30, "Families of features", size=15, bold=True),
        text(154, 54, "columns", "faint", 12, "end"),
        text(170, 54, "mean contribution to the score of a block", "faint", 12),
    ]
    for i, (name, amount) in enumerate(sorted(amounts.items(), key=lambda one: -one[1])):
        y = 64 + 25 * i
        parts += [
            text(20, y + 15, name, bold=True),
            text(154, y + 15, str(sizes[name]), anchor="end"),
            rect(170, y + 2, scale * amount, 17, "mark", radius=3),
            text(176 + scale * amount, y + 15, f"{amount:.2f}", "faint", 12),
            text(400, y + 15, SAYS[name], "faint", 12),
        ]
    return picture(WIDE, 78 + 25 * len(amounts), "Families of features", parts)
