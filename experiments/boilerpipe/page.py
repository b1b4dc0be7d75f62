"""Write docs/boilerpipe.md and its plots.

FOLDER holds the files of experiments.boilerpipe.run, and search.json of experiments.search.run.
Published numbers are those of Kohlschütter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow
Text Features*, WSDM 2010.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import command_line
from benchmarks.plotting import figure
from benchmarks.templates import DOCS, fill
from experiments.boilerpipe.run import CLASSES
from victor.evaluate.tables import table

SHOWN = {"fulltext": "#2a6f97", "comment": "#61a5c2", "headline": "#e07a00",
         "supplemental": "#f2c14e", "related": "#9b5de5", "other": "#b0b0b0"}  # fmt: skip
SCORES = ("precision", "recall", "f1", "fp_rate", "auc")

# Each row: its name in the paper; precision, recall, F1, false-positive rate and AuC for two
# classes and for four (None: not in the paper); number of leaves.
Published = tuple[str, Sequence[float] | None, Sequence[float] | None, str]
TABLE_2: Mapping[str, Published] = {
    "zero_r": ('ZeroR ("Content")', (40.7, 63.8, 49.7, 63.8, 49.0), (35.0, 59.2, 44.0, 59.2, 48.9),
               "-"),
    "sentence_length": ("Only Avg. Sentence Length", (78.5, 67.9, 68.0, 21.4, 73.3),
                        (72.4, 66.6, 65.2, 22.3, 72.1), "2 / 4"),
    "word_length": ("Only Avg. Word Length", (80.2, 77.0, 77.5, 19.5, 78.8),
                    (77.4, 74.8, 73.5, 19.5, 77.4), "2 / 178"),
    "words": ("Only Number of Words", (86.7, 86.7, 86.7, 15.5, 85.6),
              (80.9, 84.9, 82.8, 15.5, 84.7), "2 / 2"),
    "link": ("Only Link Density", (88.5, 87.8, 87.4, 19.2, 84.3),
             (81.7, 83.8, 81.4, 22.5, 80.7), "16 / 2"),
    "one_rule": ("1R", (87.8, 87.9, 87.9, 14.3, 86.8), (81.4, 85.4, 83.4, 15.3, 85.0), "2 / 2"),
    "link_around": ("Link Density (P/C/N)", (91.1, 91.1, 91.0, 12.1, 94.2),
                    (83.7, 87.4, 85.4, 14.3, 90.8), "37 / 32"),
    "words_around": ("Number of Words (P/C/N)", (91.1, 90.8, 90.9, 8.9, 94.7),
                     (87.6, 89.3, 87.6, 1.0, 94.6), "40 / 48"),
    "local": ("All Local Features (C)", (92.9, 92.9, 92.9, 8.7, 96.6),
              (88.7, 89.9, 88.7, 10.6, 95.7), "102 / 72"),
    "words_link_simplified": ("NumWords + LinkDensity, simplified",
                              (92.2, 92.2, 92.2, 10.1, 95.7), (84.8, 88.9, 86.8, 12.1, 93.3),
                              "8 / 7"),
    "word_rules": ("Algorithm 2 as printed", (92.2, 92.2, 92.2, 10.1, 95.7),
                   (84.8, 88.9, 86.8, 12.1, 93.3), "8 / 7"),
    "text_link_simplified": ("Text + LinkDensity, simplified", (92.4, 92.4, 92.4, 8.5, 96.9),
                             (84.7, 88.8, 86.7, 11.4, 93.2), "8 / 12"),
    "density_rules": ("Algorithm 1 as printed", (92.4, 92.4, 92.4, 8.5, 96.9),
                      (84.7, 88.8, 86.7, 11.4, 93.2), "8 / 12"),
    "local_quotients": ("All Local Features (C) + TDQ", (92.9, 93.0, 92.9, 8.3, 97.2),
                        (89.2, 90.3, 89.1, 9.4, 96.1), "109 / 78"),
    "text_link_around": ("Text + Link Density (P/C/N)", (93.9, 93.8, 93.9, 6.7, 97.6),
                         (89.3, 91.0, 89.5, 8.4, 96.1), "51 / 45"),
    "local_around": ("All Local Features (P/C/N)", (95.0, 95.0, 95.0, 5.5, 98.1),
                     (91.3, 92.4, 91.4, 7.1, 96.7), "105 / 98"),
    "svm": ("SMO", (95.3, 95.3, 95.3, 5.4, 95.0), (92.4, 93.2, 91.9, 6.8, 94.0), "-"),
    "crf": ("linear CRF, features of `web-crf`", None, None, "-"),
    "neural_crf": ("`neural_crf`, features of `web`", None, None, "-"),
}  # fmt: skip
# Table 1, in percent of blocks, words and tokens; its last two rows are swapped (see the page).
TABLE_1 = {"other": (79, 35, 46), "headline": (1, 1, 1), "fulltext": (12, 51, 42),
           "supplemental": (3, 3, 2), "comment": (1, 1, 1), "related": (4, 9, 8)}  # fmt: skip
# Figure 2b, means as given in the text: the best one, and the others as gains over the baseline.
BEST = 95.93
FIGURE_2B = {
    "keep_everything": BEST / 1.40,
    "minimum_words": BEST / 1.40 * 1.183,
    "word_rules": BEST / 1.40 * 1.333,
    "word_rules, main": BEST,
}
FITS = {"geometric": (96.7, 0.0046, (0.3145,)),
        "mixture": (98.81, 0.0027, (0.7586, 0.3968, 0.04369))}  # fmt: skip


def both(ours: float, published: float | None) -> str:
    """Our number, and the published one in brackets."""
    return f"**{ours:.1f}**" if published is None else f"**{ours:.1f}** ({published:.1f})"


def table_2(folder: Path, problem: str) -> str:
    """A row for each algorithm that was measured."""
    lines = []
    for row, (name, two, four, leaves) in TABLE_2.items():
        file = folder / f"{row}-{problem}.json"
        if not file.is_file():
            continue
        ours, published = command_line.read_json(file), two if problem == "two" else four
        cells = [both(100 * ours[score], published[i] if published else None)
                 for i, score in enumerate(SCORES)]  # fmt: skip
        side = 0 if problem == "two" else -1
        count = f"{ours['leaves']:.0f} ({leaves.split(' / ')[side]})" if ours["leaves"] else "-"
        lines.append((name, str(ours["columns"]), *cells, count))
    header = ("algorithm", "columns", "precision", "recall", "F1", "FP rate", "ROC AuC", "leaves")
    return table(header, lines)


def table_1(found: Mapping[str, Any]) -> str:
    """Table 1: blocks that contain words, words, and tokens by class."""
    kinds = ("blocks", "words", "tokens")
    totals = zip(kinds, (72662, 520483, 644021), strict=True)
    lines = [("total", *(f"**{sum(found[kind]):,.0f}** ({whole:,})" for kind, whole in totals))]
    for name, published in TABLE_1.items():
        place = CLASSES.index(name)
        shares = [100 * found[kind][place] / sum(found[kind]) for kind in kinds]
        cells = [
            f"**{ours:.1f}** ({theirs})" for ours, theirs in zip(shares, published, strict=True)
        ]
        lines.append((name, *cells))
    return table(("class", "blocks", "words", "tokens"), lines)


def figure_2b(found: Mapping[str, Any]) -> str:
    """Figure 2b as a table: mean and median word F1 by strategy."""
    lines = [
        (f"`{name}`", both(100 * one["mean"], FIGURE_2B.get(name)), f"{100 * one['median']:.1f}")
        for name, one in found.items()
    ]
    return table(("strategy", "mean F1", "median"), lines)


def fits(found: Mapping[str, Any]) -> str:
    """Section 5.2: the models fitted to the numbers of words."""
    lines = []
    for name, (r2, rmse, parameters) in FITS.items():
        one = found[name]
        values = ", ".join(f"{value:.4f}" for value in one["parameters"])
        theirs = ", ".join(f"{value:g}" for value in parameters)
        lines.append((name, f"**{100 * one['r2_adjusted']:.2f}** ({r2:g})",
                      f"**{one['rmse']:.4f}** ({rmse:g})", f"**{values}** ({theirs})"))  # fmt: skip
    return table(("model", "adjusted R², %", "RMSE", "parameters"), lines)


def gains(found: Mapping[str, Mapping[str, float]], most: int = 20) -> str:
    """Figure 1: the columns with the largest gain."""
    marks = {"-1": "P", "0": "C", "1": "N"}
    ranked = [sorted(found[p].items(), key=lambda one: -one[1])[:most] for p in ("two", "four")]
    lines = []
    for place, pair in enumerate(zip(*ranked, strict=True), start=1):
        cells = []
        for name, value in pair:
            column, _, offset = name.rpartition("@")
            cells += [f"`{column}` ({marks[offset]})", f"{value:.3f}"]
        lines.append((str(place), *cells))
    return table(("", "two classes", "bits", "four classes", "bits"), lines)


def search(found: Mapping[str, Any]) -> str:
    """Section 6: scores of retrieving pages by their titles, by indexed text."""
    lines = [
        (name.replace(" 1 words", " 1 word"),
         *(f"{found[kind][name][score]:.3f}" for kind in ("systems", "untitled")
                 for score in ("reciprocal_rank", "ndcg_10")))
        for name in found["systems"]
    ]  # fmt: skip
    scores = ("reciprocal rank", "NDCG@10", "reciprocal rank, no title", "NDCG@10, no title")
    return table(("indexed", *scores), lines)


def density(found: Mapping[str, Any]) -> str:
    """Figure 5 as a table: the share of each class in the words, by text density."""
    rows = found["words_by_density"]
    whole = sum(map(sum, rows))
    lines = []
    for low, high in ((0, 2), (3, 5), (6, 8), (9, 10), (11, 12), (13, 15), (16, 25)):
        part = [sum(rows[i][k] for i in range(low, high + 1)) for k in range(len(CLASSES))]
        shares = [f"{100 * part[CLASSES.index(name)] / max(sum(part), 1):.0f}" for name in SHOWN]
        linked = sum(found["linked_words_by_density"][low : high + 1])
        label = f"{low} - {high}" if high < 25 else f"{low} or more"
        lines.append((label, f"{100 * sum(part) / whole:.1f}", *shares,
                      f"{100 * linked / max(sum(part), 1):.0f}"))  # fmt: skip
    return table(("text density", "of all words, %", *SHOWN, "linked"), lines)


def stacked(
    rows: Sequence[Sequence[float]], file: Path, x: str, y: str, top: float | None = None
) -> None:
    """Plot a stacked histogram by class; bars are clipped at ``top``."""
    with figure(file, figsize=(7, 4)) as (axes,):
        bottom = [0.0] * len(rows)
        for name, colour in SHOWN.items():
            values = [row[CLASSES.index(name)] for row in rows]
            axes.bar(range(len(rows)), values, 0.9, bottom, color=colour, label=name)
            bottom = [a + b for a, b in zip(bottom, values, strict=True)]
        axes.set(xlim=(0, len(rows)), ylim=(0, top), xlabel=x, ylabel=y)
        axes.legend()


def ranked(found: Mapping[str, Any], file: Path) -> None:
    """Plot Figure 2b: the word F1 of each page, by rank, for each strategy."""
    with figure(file, figsize=(7, 4)) as (axes,):
        for name, one in found.items():
            if ", largest" not in name:
                axes.plot(range(1, len(one["pages"]) + 1), one["pages"], label=name)
        axes.set(xlabel="page, by rank", ylabel="word F1")
        axes.legend()


def bars(found: Mapping[str, float], file: Path) -> None:
    """Plot Figure 1a: the columns by information gain."""
    ranked = sorted(found.items(), key=lambda one: one[1])
    marks = {"-1": "(P)", "0": "(C)", "1": "(N)"}
    names = [f"{n.rpartition('@')[0]} {marks[n.rpartition('@')[2]]}" for n, _ in ranked]
    with figure(file, figsize=(7, 11)) as (axes,):
        axes.barh(names, [value for _, value in ranked], color="#2a6f97")
        axes.tick_params(axis="y", labelsize=7)
        axes.set(xlabel="information gain, bits")
        axes.margins(y=0.005)


def parts_of(folder: Path, docs: Path) -> dict[str, str]:
    """The text of each placeholder in the page; plots are written to ``docs``."""
    corpus = command_line.read_json(folder / "corpus.json")
    found = corpus["distributions"]
    words = docs / "boilerpipe-words.svg"
    stacked(found["blocks_by_words"][:100], words, "words of a block", "blocks", top=1500)
    stacked(found["words_by_density"], docs / "boilerpipe-density.svg", "text density", "words")
    ranked(corpus["filtered"], docs / "boilerpipe-ranked.svg")
    bars(corpus["gains"]["two"], docs / "boilerpipe-gain.svg")
    rule = {p: command_line.read_json(folder / f"one_rule-{p}.json") for p in ("two", "four")}
    rules = command_line.read_json(folder / "density_rules-two.json")
    counts = corpus["classes"]
    searched = command_line.read_json(folder / "search.json")
    return {
        "table-1": table_1(counts),
        "two": table_2(folder, "two"),
        "four": table_2(folder, "four"),
        "gains": gains(corpus["gains"]),
        "strategies": figure_2b(corpus["filtered"]),
        "density": density(found),
        "fits": fits(found["fits"]),
        "pages": str(counts["pages"]),
        "hosts": str(counts["hosts"]),
        "search": search(searched),
        "pooled": f"{100 * rules['auc_pooled']:.1f}",
        "search-pages": f"{searched['pages']:,}",
        "queries": f"{searched['queries']:,}",
        "wordless": f"{counts['wordless']:,}",
        "longest": f"{counts['longest']:,}",
        "one-rule-two": ", ".join(f"`{name}`" for name in rule["two"]["used"]),
        "one-rule-four": ", ".join(f"`{name}`" for name in rule["four"]["used"]),
        "from-words": f"{found['words_from_11_words']:,.0f}",
        "from-density": f"{found['words_from_density_11']:,.0f}",
    }


def main() -> None:
    """Write the page."""
    options = command_line.parser(__doc__)
    options.add_argument("folder", type=command_line.existing, metavar="FOLDER")
    fill("boilerpipe", parts_of(options.parse_args().folder, DOCS))


if __name__ == "__main__":
    command_line.run(main)
