"""Measure recall of structure and metadata on small pages with known Markdown.

The folder has pages ``fixtures/NAME.html`` and Markdown ``expected/NAME.md`` that starts with
metadata as a block of JSON, as in the tests of kepano/defuddle (MIT). The expected Markdown is the
main content only. By default, no block of a page is removed, so that recall measures the structure;
precision is for information only. Metadata is right if it equals the expected values exactly.
"""

import json
import re
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import command_line
from benchmarks.markdown_items import Item, items, parsed
from benchmarks.structure import (
    SYSTEMS,
    VICTOR,
    Counts,
    Items,
    counts,
    load,
    precision,
    recall,
    summed,
    victor,
)
from victor import pipeline
from victor.errors import VictorError, did_you_mean, pluralize
from victor.evaluate.tables import table
from victor.files import read_bytes, read_text

Json = dict[str, Any]
Fields = Mapping[str, str]  # of metadata, by name
Convert = Callable[[bytes, str], str]  # from a page and its address to Markdown
Describe = Callable[[bytes, str], Fields]  # from a page and its address to metadata

KINDS = (
    "headings",
    "headings, level",
    "list items",
    "list items, depth",
    "code blocks",
    "code, language",
    "table rows",
    "links",
    "link addresses",
    "images",
    "quotations",
    "emphasis",
    "strong",
    "formulas",
    "footnotes",
)
FIELDS = ("title", "author", "site", "published", "published, day")
_METADATA = re.compile(r"\s*```json\n(.*?)\n```\n?", re.DOTALL)
_ADDRESS = re.compile(rb'<!--\s*(\{[^<>]*"url"[^<>]*\})\s*-->')
_PREFIX = re.compile("^[a-z]+--")
_HEAD = 2000  # bytes at the start of a page that may contain its address


@dataclass(frozen=True)
class Fixture:
    """A page with its expected Markdown and metadata."""

    name: str
    html: bytes
    url: str
    markdown: str
    metadata: Fields


def fixtures(folder: Path, only: str = "") -> list[Fixture]:
    """The pages of a folder whose names contain ``only``.

    Raises:
        VictorError: there are none, or the Markdown of one is missing or has no metadata.
    """
    files = sorted(one for one in (folder / "fixtures").glob("*.html") if only in one.stem)
    if not files:
        raise VictorError(f"{folder}: no file matches fixtures/*{only}*.html")
    return [_fixture(file, folder / "expected" / f"{file.stem}.md") for file in files]


def _fixture(file: Path, expected: Path) -> Fixture:
    html, text = read_bytes(file), read_text(expected)
    match = _METADATA.match(text)
    if not match:
        raise VictorError(f"{expected}: expected a block of JSON at the start")
    fields = with_day(json.loads(match[1]))
    return Fixture(file.stem, html, address(file.stem, html), text[match.end() :], fields)


def address(name: str, html: bytes) -> str:
    """The address of a page, from a comment ``{"url": ...}`` at its top or else from its name."""
    if match := _ADDRESS.search(html[:_HEAD]):
        return str(json.loads(match[1])["url"])
    return f"https://{_PREFIX.sub('', name)}"


def with_day(fields: Mapping[str, str | None]) -> Fields:
    """Metadata with stripped values, and with the day of publication as an additional field."""
    kept = {name: (value or "").strip() for name, value in fields.items()}
    return {**kept, "published, day": kept.get("published", "")[:10]}


# Systems


def _of_victor(config: str) -> tuple[Convert, Describe]:
    cleaner = pipeline.load(config)

    def describe(data: bytes, url: str) -> Fields:
        known = cleaner.clean(data, url=url).metadata
        return with_day({"title": known.title, "author": known.author,
                         "site": known.site, "published": known.date})  # fmt: skip

    return victor(cleaner), describe


# Items missing as a matter of taste: prefixes of page names, kinds (all if empty), and the reason.
TASTE: Mapping[tuple[str, ...], tuple[tuple[str, ...], str]] = {
    ("comments--", "gmail--", "general--github.com-test-owner", "issues--272"): (
        (),
        "posts become quotations below a heading, their author in bold, their date a link",
    ),
    ("listing--news.ycombinator", "general--news.ycombinator"): (
        (),
        "the rows of one site's tables become a list, or names in bold",
    ),
    ("callouts--", "elements--bootstrap", "elements--hugo", "codeblocks--rockthejvm"): (
        ("quotations",),
        "notes begin with [!type], as in Obsidian, and have a title if the page has none",
    ),
    ("elements--embedded", "extractor--bbcode", "footnotes--maggie"): (
        ("images", "links", "link addresses"),
        "embedded videos and posts become images",
    ),
    ("elements--lightbox", "general--daringfireball", "issues--span", "general--12gramsofcarbon"): (
        ("images", "links", "link addresses"),
        "an image with a link to its own file keeps the link, or its own size",
    ),
    ("general--lesswrong.com-s-N7",): (
        ("emphasis",),
        "a link in emphasis divides what is around it",
    ),
    ("issues--284",): (("table rows",), "columns in which all cells are empty stay"),
    ("extractor--chatgpt",): ((), "speakers' names are added in bold, sources as links"),
    ("general--x.com",): ((), "shortened addresses and images are replaced by those of a site"),
    ("general--substack-note",): (("images",), "addresses are from JSON in an attribute"),
    ("elements--lazy-image",): (("images",), "blurred previews of 60 pixels instead of the images"),
    ("general--www.figma",): (("images",), "an image as a data: address"),
    ("issues--159",): (("code blocks", "code, language"), "blocks side by side become one"),
    ("code-blocks--chroma-linenums",): (
        ("code blocks", "code, language"),
        "the expected code lacks [](uint8_t x), which is on the page",
    ),
    ("general--obsidian.md-blog",): (
        ("code blocks", "code, language"),
        "backticks within code are escaped",
    ),
    ("codeblocks--chatgpt",): (("code blocks", "code, language"), "two empty lines become one"),
    ("general--tailwind-hidden",): (
        (),
        "Markdown that a page hides from people is removed from its headings",
    ),
}


def is_taste(name: str, kind: str) -> bool:
    """Whether a kind of item is a matter of taste on a page; see :data:`TASTE`."""
    return any(
        name.startswith(starts) and (not kinds or kind in kinds)
        for starts, (kinds, _) in TASTE.items()
    )


def tastes() -> str:
    """A line for each matter of taste."""
    return "\n".join(
        f"- {', '.join(starts)} ({', '.join(kinds) or 'all kinds'}): {why}"
        for starts, (kinds, why) in TASTE.items()
    )


def _of_trafilatura(data: bytes, url: str) -> Fields:
    import trafilatura

    known = trafilatura.extract_metadata(data, default_url=url)
    return with_day({"title": known.title, "author": known.author,
                     "site": known.sitename, "published": known.date})  # fmt: skip


def system(name: str, config: str) -> tuple[Convert, Describe | None]:
    """The functions of a system that return Markdown and, if it supports it, metadata.

    Raises:
        VictorError: there is no such system.
    """
    if name == VICTOR:
        return _of_victor(config)
    if name not in SYSTEMS:
        raise VictorError(f"unknown system {name!r}{did_you_mean(name, [VICTOR, *SYSTEMS])}")
    return load(name), _of_trafilatura if name == "trafilatura" else None


# Results


def compared(convert: Convert, found: Sequence[Fixture]) -> list[Json]:
    """For each page, the counts by kind and the missing items."""
    return [{"name": one.name, **_compared(convert(one.html, one.url), one)} for one in found]


def _compared(markdown: str, expected: Fixture) -> Json:
    ours, theirs = (items(parsed(text), expected.url) for text in (markdown, expected.markdown))
    missing = {kind: list((_of(theirs, kind) - _of(ours, kind)).elements()) for kind in KINDS}
    return {
        "counts": {kind: counts(_of(ours, kind), _of(theirs, kind)) for kind in KINDS},
        "missing": {kind: lost for kind, lost in missing.items() if lost},
    }


def _of(found: Items, kind: str) -> Counter[Item]:
    return found.get(kind, Counter())


def kinds_table(rows: Sequence[Json]) -> str:
    """A table of recall and precision by kind, over the items of all pages."""
    lines = []
    for kind in KINDS:
        of: Counts = summed([row["counts"][kind] for row in rows])
        pages = sum(bool(row["counts"][kind][2]) for row in rows)
        left = summed([row["counts"][kind] for row in rows if not is_taste(row["name"], kind)])
        lines.append((kind, pages, of[2], of[0], recall(of), recall(left), precision(of)))
    return table(_COLUMNS, lines)


_COLUMNS = ("kind", "pages", "expected", "found", "recall", "without taste", "precision")


def described(describe: Describe, found: Sequence[Fixture]) -> list[Json]:
    """For each page, the metadata as ``[found, expected]`` by field."""
    rows = []
    for one in found:
        fields = describe(one.html, one.url)
        rows.append({name: [fields.get(name, ""), one.metadata.get(name, "")] for name in FIELDS})
    return rows


def fields_table(rows: Sequence[Json]) -> str:
    """A table of the numbers of right, wrong, missing and spurious values of each field."""
    lines = []
    for name in FIELDS:
        of = Counter(verdict(*row[name]) for row in rows)
        expected = len(rows) - of["spurious"] - of["none"]
        share = of["right"] / expected if expected else float("nan")
        lines.append((name, expected, share, *(of[key] for key in _VERDICTS)))
    return table(("field", "expected", "exact", *_VERDICTS), lines)


_VERDICTS = ("right", "wrong", "missing", "spurious")


def verdict(found: str, expected: str) -> str:
    """Whether a value is right, wrong, missing or spurious; ``none`` if both are empty."""
    if not expected:
        return "spurious" if found else "none"
    if not found:
        return "missing"
    return "right" if found == expected else "wrong"


def misses(rows: Sequence[Json], kinds: Sequence[str]) -> str:
    """The missing items of each page, by default of all kinds."""
    lines = []
    for row in rows:
        lost = {kind: row["missing"].get(kind, ()) for kind in kinds or KINDS}
        if any(lost.values()):
            lines.append(f"\n{row['name']}")
            lines += [f"  {kind}: {shown(item)}" for kind in lost for item in lost[kind]]
    return "\n".join(lines)


def wrong_fields(rows: Sequence[Json], fields: Sequence[Json]) -> str:
    """The metadata values that differ from the expected ones, one per line."""
    lines = []
    for row, values in zip(rows, fields, strict=True):
        for name in FIELDS:
            if verdict(*values[name]) in _VERDICTS[1:]:
                lines.append(f"{row['name']}: {name}: {values[name][0]!r}, not {values[name][1]!r}")
    return "\n".join(lines)


def shown(item: Item, width: int = 200) -> str:
    """An item on one line of at most ``width`` characters."""
    text = " | ".join(map(repr, item)) if len(item) > 1 else repr(item[0])
    return text if len(text) <= width else f"{text[: width - 1]}…"


def main() -> None:
    """Measure and print."""
    given = options()
    found = fixtures(given.folder, given.only)
    convert, describe = system(given.system, given.config)
    rows = compared(convert, found)
    print(f"{pluralize(len(found), 'page')}, {given.system}\n\n{kinds_table(rows)}")
    print(f"\nNot counted in the column 'without taste':\n{tastes()}")
    if given.misses is not None:
        print(misses(rows, given.misses))
    fields = described(describe, found) if describe else []
    print(f"\n{fields_table(fields)}" if fields else "")
    if fields and given.misses == []:
        print(wrong_fields(rows, fields))
    command_line.write_json({"pages": rows, "metadata": fields}, given.json)


def options() -> Namespace:
    """Parse the command line."""
    parser = command_line.parser(__doc__)
    add = parser.add_argument
    add("folder", type=command_line.existing, help="with the folders fixtures and expected")
    known = ", ".join([VICTOR, *SYSTEMS])
    add("--only", default="", metavar="TEXT", help="only pages with TEXT in their names")
    add("--system", default=VICTOR, metavar="NAME", help=f"system ({VICTOR}): {known}")
    add("--config", default="keep-everything", help="model or task of victor (keep-everything)")
    add("--misses", nargs="*", choices=KINDS, metavar="KIND", help="print the missing items (all)")
    add("--json", type=Path, help="write the results of each page as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    command_line.run(main)
