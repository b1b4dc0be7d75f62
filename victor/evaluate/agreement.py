"""Inter-annotator agreement on the same pages.

Annotators may segment a page differently, so agreement is measured over pieces: runs of words that
every annotator has in a single block.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations, groupby, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from victor.config import OTHER, UNDECIDED
from victor.document.document import Block, Document
from victor.errors import VictorError, nearest_file, pluralize, shortened
from victor.evaluate.gold import annotation
from victor.evaluate.gold.align import tokens
from victor.evaluate.metrics import agreement as metrics
from victor.evaluate.tables import Grid, markdown, table
from victor.files import files_below
from victor.output.annotation import SUFFIX

_SHARED = 0.5  # minimum share of an annotation's word pairs in the longest annotation of the page


@dataclass(frozen=True)
class Annotator:
    """The annotations of one annotator, by page."""

    name: str
    pages: Mapping[str, Document]


@dataclass(frozen=True)
class Piece:
    """Words that every annotator has in one block, and the role that each assigned."""

    page: str
    text: str
    words: int
    roles: tuple[str, ...]  # by annotator


@dataclass(frozen=True)
class Compared:
    """The pieces of the pages that all annotators have annotated."""

    names: tuple[str, ...]
    pages: tuple[str, ...]
    pieces: Sequence[Piece]  # decided by all annotators
    undecided: int  # number of pieces that an annotator left undecided
    missing: Mapping[str, Sequence[str]]  # by annotator: pages that only others annotated
    unmatched: Mapping[str, int]  # by annotator: words not in the longest annotation


def read(paths: Sequence[Path]) -> list[Annotator]:
    """Read the annotations of one annotator per file or directory.

    If all paths are files, they annotate the same page. Pages in a directory are identified by
    their relative path.

    Raises:
        VictorError: there are fewer than two annotators, or a file cannot be read.
    """
    if len(paths) < 2:
        raise VictorError("agreement needs the annotations of at least two annotators")
    single = all(path.is_file() for path in paths)
    found = [_read_one(path, single) for path in paths]
    names = [one.name for one in found]
    if len(set(names)) < len(names):  # file.anno of several directories
        found = [Annotator(str(p), one.pages) for p, one in zip(paths, found, strict=True)]
    return found


def _read_one(path: Path, single: bool) -> Annotator:
    if path.is_file():
        return Annotator(path.stem, {"" if single else path.stem: annotation.parse(path).document})
    files = list(files_below(path, SUFFIX)) if path.is_dir() else []
    if not files:
        hint = "" if path.exists() else nearest_file(path)
        raise VictorError(
            f"{path}: neither an annotation file (.anno) nor a directory of them{hint}"
        )
    pages = {
        file.relative_to(path).with_suffix("").as_posix(): annotation.parse(file).document
        for file in files
    }
    return Annotator(path.name or str(path), pages)


def compare(annotators: Sequence[Annotator]) -> Compared:
    """Split the pages that all annotators have annotated into pieces.

    Raises:
        VictorError: there is no such page.
    """
    every = {page for one in annotators for page in one.pages}
    common = sorted(page for page in every if all(page in one.pages for one in annotators))
    if not common:
        some = "; ".join(f"{one.name}: {', '.join(sorted(one.pages)[:3])}" for one in annotators)
        raise VictorError(f"the annotators have no page in common; {some}")
    pages = [_compare(page, [one.pages[page] for one in annotators]) for page in common]
    pieces = [piece for found, _ in pages for piece in found]
    decided = [piece for piece in pieces if UNDECIDED not in piece.roles]
    names = tuple(one.name for one in annotators)
    lost = map(sum, zip(*(lost for _, lost in pages), strict=True))
    return Compared(
        names=names,
        pages=tuple(common),
        pieces=decided,
        undecided=len(pieces) - len(decided),
        missing={one.name: sorted(every - set(one.pages)) for one in annotators},
        unmatched=dict(zip(names, lost, strict=True)),
    )


def warnings_about_annotations(
    annotators: Sequence[Annotator], pages: Iterable[str]
) -> Iterator[str]:
    """Yield a warning for each annotation whose text is mostly missing in the longest one."""
    for page in pages:
        documents = [one.pages[page] for one in annotators]
        for one, share in zip(annotators, _shares(documents), strict=True):
            if share < _SHARED:
                found = f"only {share:.0%} of the text of {one.name} is in the longest annotation"
                yield f"{page or documents[0].id}: {found}; does it belong to another page?"


def _shares(documents: Sequence[Document]) -> Iterator[float]:
    """The share of each annotation's adjacent word pairs that the longest annotation has.

    Pairs are compared because any two pages have single words in common.
    """
    words = [[tokens(block.text) for block in document.blocks] for document in documents]
    longest = max(([word for block in one for word in block] for one in words), key=len)
    known = Counter(pairwise(longest))
    for one in words:
        pairs = Counter(pair for block in one for pair in pairwise(block))
        yield (pairs & known).total() / pairs.total() if pairs else 1.0


def _compare(page: str, documents: Sequence[Document]) -> tuple[list[Piece], list[int]]:
    """A page's pieces, and each annotator's number of words not in the longest annotation."""
    roles, words, lost = _by_word(documents)
    return _pieces(page or documents[0].id, words, roles), lost


Place = tuple[int, str]  # block number and role


def _by_word(documents: Sequence[Document]) -> tuple[list[list[Place]], list[str], list[int]]:
    """Align all annotations with the longest one, which defines the words of the page.

    Words that an annotation does not list are boilerplate in it, as annotation files may omit
    boilerplate.

    Returns:
        The block and role of each word by annotator, the words, and the number of unmatched words
        by annotator.
    """
    each = [list(_words(document.blocks)) for document in documents]
    words = [[word for word, _ in one] for one in each]
    longest = max(words, key=len)
    placed, lost = [], []
    for mine, one in zip(words, each, strict=True):
        places: list[Place] = [(-1, OTHER)] * len(longest)
        same = [(0, 0, len(mine))] if mine == longest else _matches(mine, longest)
        for a, b, size in same:
            places[b : b + size] = [place for _, place in one[a : a + size]]
        placed.append(places)
        lost.append(len(mine) - sum(size for _, _, size in same))
    return placed, longest, lost


def _words(blocks: Iterable[Block]) -> Iterable[tuple[str, Place]]:
    for number, block in enumerate(blocks):
        for word in block.text.split():
            yield word, (number, block.role)


def _matches(mine: Sequence[str], longest: Sequence[str]) -> list[tuple[int, int, int]]:
    found = SequenceMatcher(None, mine, longest, autojunk=False).get_matching_blocks()
    return [(match.a, match.b, match.size) for match in found]


def _pieces(page: str, words: Sequence[str], roles: Sequence[Sequence[Place]]) -> list[Piece]:
    out = []
    for places, run in groupby(
        zip(zip(*roles, strict=True), words, strict=True), key=lambda pair: pair[0]
    ):
        text = [word for _, word in run]
        out.append(Piece(page, " ".join(text), len(text), tuple(role for _, role in places)))
    return out


def scores(found: Compared) -> dict[str, Any]:
    """All measures, by blocks and by words, as plain values; NaN where undefined."""
    names = sorted({role for piece in found.pieces for role in piece.roles})
    number = {role: i for i, role in enumerate(names)}
    votes = np.array([[number[role] for role in piece.roles] for piece in found.pieces], np.int64)
    votes = votes.reshape(-1, len(found.names))
    words = np.array([piece.words for piece in found.pieces], np.float64)
    out: dict[str, Any] = {
        "annotators": list(found.names),
        "pages": len(found.pages),
        "blocks": len(votes),
        "words": int(words.sum()),
        "undecided": found.undecided,
    }
    for unit, weights in (("by_blocks", None), ("by_words", words)):
        out[unit] = {
            "observed": metrics.observed(votes, weights),
            "fleiss_kappa": metrics.fleiss_kappa(votes, weights),
            "cohen_kappa": _pairs(found.names, votes, weights),
            "labels": {role: _label(votes, i, weights) for role, i in number.items()},
        }
    return out


def _pairs(names: Sequence[str], votes: metrics.Votes, weights: Any) -> list[dict[str, Any]]:
    return [
        {
            "first": names[a],
            "second": names[b],
            "observed": metrics.observed(votes[:, [a, b]], weights),
            "kappa": metrics.cohen_kappa(votes[:, a], votes[:, b], weights),
        }
        for a, b in combinations(range(len(names)), 2)
    ]


def _label(votes: metrics.Votes, label: int, weights: Any) -> dict[str, float]:
    given = (votes == label).mean(axis=1) if len(votes) else np.zeros(0)
    weight = np.ones(len(votes)) if weights is None else weights
    return {
        "share": float(given @ weight / weight.sum()) if len(votes) else float("nan"),
        "agreement": metrics.label_agreement(votes, label, weights),
        "kappa": metrics.label_kappa(votes, label, weights),
    }


def differing(found: Compared) -> list[Piece]:
    """The pieces that annotators label differently, in page order."""
    return [piece for piece in found.pieces if len(set(piece.roles)) > 1]


def agreement_markdown(found: Compared, most: int = 20) -> str:
    """All measures as Markdown tables, and the first ``most`` differing blocks (0: all)."""
    values = scores(found)
    about = [pluralize(len(found.names), "annotator")]
    about += [pluralize(values[f"{one}s"], one) for one in ("page", "block", "word")]
    tables = markdown(grids(values["by_blocks"], values["by_words"]))
    return "\n\n".join([", ".join(about), *_notes(found), tables, _differences(found, most)])


def grids(blocks: Mapping[str, Any], words: Mapping[str, Any]) -> list[Grid]:
    """Tables of the measures by blocks and by words: overall, by annotator pair, by label."""
    overall = [
        (unit, values["observed"], values["fleiss_kappa"])
        for unit, values in (("blocks", blocks), ("words", words))
    ]
    pairs = [
        (
            f"{one['first']}, {one['second']}",
            one["observed"],
            one["kappa"],
            two["observed"],
            two["kappa"],
        )
        for one, two in zip(blocks["cohen_kappa"], words["cohen_kappa"], strict=True)
    ]
    by_label = [(role, *one.values(), *words["labels"][role].values())
                for role, one in blocks["labels"].items()]  # fmt: skip
    sides = ("pair", "blocks", "Cohen's kappa", "words", "Cohen's kappa")
    labels = ("label", "share", "agreement", "kappa", "words", "agreement", "kappa")
    return [
        Grid(("by", "observed agreement", "Fleiss' kappa"), overall, digits=4),
        Grid(sides, pairs, digits=4),
        Grid(labels, by_label, digits=4),
    ]


def _notes(found: Compared) -> list[str]:
    """A paragraph about excluded blocks, pages and words; no paragraph if there are none."""
    out = []
    if found.undecided:
        out.append(f"{pluralize(found.undecided, 'block')} left out: undecided by an annotator.")
    for name, pages in found.missing.items():
        if pages:
            shown = ", ".join(pages[:5]) + ", ..." * (len(pages) > 5)
            out.append(f"{name} lacks {pluralize(len(pages), 'page')}: {shown}")
    for name, count in found.unmatched.items():
        if count:
            words = pluralize(count, "word")
            out.append(f"{words} of {name} left out: not in the longest annotation.")
    return ["\n".join(out)] if out else []


def _differences(found: Compared, most: int) -> str:
    pieces = differing(found)
    shown = pieces[: most or None]
    rows = [(shortened(one.text, 50), *one.roles, one.words, one.page) for one in shown]
    differ = "differs" if len(pieces) == 1 else "differ"
    first = f"; the first {most}:" if len(shown) < len(pieces) else ""
    title = f"{pluralize(len(pieces), 'block')} {differ}{first}"
    return f"{title}\n\n{table(('block', *found.names, 'words', 'page'), rows)}" if rows else title


def as_json(found: Compared) -> dict[str, Any]:
    """All measures (``None`` where undefined), and all differing blocks."""
    pieces = [
        {"page": one.page, "text": one.text, "words": one.words, "labels": list(one.roles)}
        for one in differing(found)
    ]
    plain: dict[str, Any] = _without_nan(scores(found)) | {"differences": pieces}
    return plain


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_nan(item) for item in value]
    return None if value != value else value
