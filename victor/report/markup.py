"""A sanitised rendering of a page, with its blocks marked.

No markup of the page is copied. The page is rebuilt from the columns of its
:class:`~victor.tree.tree.Tree`: allowed elements, allowed attributes and escaped text. The result
has no scripts, event handlers, frames, forms, SVG or MathML, and no URLs except embedded pictures,
because no code writes them. Browsers cannot parse its text differently, because elements whose
content has other syntax rules are not written. A policy prevents the page from loading anything,
and the frame around it prevents scripts.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files

import numpy as np

from victor.arrays import Ints
from victor.report import css
from victor.tree.blocks import Blocks
from victor.tree.tree import Tree

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
    "base-uri 'none'"
)

_KEPT = frozenset(
    "a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col "
    "colgroup dd del details dfn dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 "
    "h4 h5 h6 header hgroup hr i ins kbd label legend li main mark menu nav ol p pre q rp rt ruby "
    "s samp search section small span strike strong sub summary sup table tbody td tfoot th thead "
    "time tr tt u ul var wbr".split()
)
_INSTEAD = {
    **dict.fromkeys(("dialog", "form", "frameset", "json", "marquee", "noscript"), "div"),
    **dict.fromkeys(("listing", "plaintext", "textarea", "xmp"), "pre"),
}
_SHELL = frozenset(("html", "head", "body"))  # written once
_VOID = frozenset(("br", "col", "hr", "wbr"))
_NUMBER = re.compile(r"-?[0-9]{1,4}%?")
_WORD = re.compile(r"[\w.,#% -]{1,64}")
_PICTURE = re.compile(r"data:image/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+")
_LARGEST_PICTURE = 100_000  # characters
_LARGEST_STYLE = 500_000  # characters of a page's style sheets

# Allowed attributes, and the pattern that their values must match.
_ATTRIBUTES: Mapping[str, re.Pattern[str]] = {
    **dict.fromkeys(("class", "id"), re.compile(r"[^\0]{1,2000}", re.DOTALL)),
    **dict.fromkeys(("lang", "dir", "align", "valign", "color", "bgcolor", "face"), _WORD),
    **dict.fromkeys(("type", "clear"), _WORD),
    **dict.fromkeys(("width", "height", "border", "cellpadding", "cellspacing"), _NUMBER),
    **dict.fromkeys(("colspan", "rowspan", "span", "size", "start", "value"), _NUMBER),
    **dict.fromkeys(("hidden", "open", "nowrap", "reversed"), re.compile(r".*", re.DOTALL)),
}


@dataclass(frozen=True)
class Marks:
    """The marks of the first n blocks of a page. Later blocks are not shown."""

    keys: tuple[str, ...]  # keys of the task's labels
    y: Ints  # [n] labels
    probability: Ints  # [n] probabilities of these labels, in percent
    error: Mapping[int, str] = field(default_factory=dict)  # by block: missed, kept or label


def framed(blocks: Blocks, marks: Marks, marks_style: str) -> str:
    """A complete HTML document for the frame.

    Raises:
        VictorError: the extra ``report`` is not installed.
    """
    tree = blocks.tree
    whole, style = _shell(tree, "html"), _style(tree)
    return (
        f'<!DOCTYPE html><html{whole}><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">'
        f"<style>{files(__package__).joinpath('frame.css').read_text('utf-8')}{marks_style}</style>"
        f"<style>{style}</style></head><body{_shell(tree, 'body')}>"
        f"{''.join(_written(blocks, marks))}</body></html>"
    )


def _style(tree: Tree) -> str:
    """The page's style sheets, sanitised, up to a total size."""
    kept, size = [], 0
    for text in tree.styles:
        size += len(text)
        if size <= _LARGEST_STYLE:
            kept.append(css.sheet(text))
    return "".join(kept)


def _shell(tree: Tree, name: str) -> str:
    found = np.flatnonzero(tree.named({name}))
    return _attributes(tree.attributes[found[0]], name) if len(found) else ""


def _written(blocks: Blocks, marks: Marks) -> Iterator[str]:
    """Elements and texts in page order."""
    texts = _texts(blocks, marks)
    seen = 0
    for before, tag in _placed(blocks.tree, len(texts)):
        yield from texts[seen:before]
        seen = max(seen, before)
        yield tag
    yield from texts[seen:]


def _placed(tree: Tree, texts: int) -> Iterator[tuple[int, str]]:
    """Start and end tags around the first ``texts`` texts, with the number of texts before each."""
    opened, closed, parent = tree.opened.tolist(), tree.closed.tolist(), tree.parent.tolist()
    whole = texts == len(tree.text)
    shown = int(np.searchsorted(tree.opened, texts, "right" if whole else "left"))
    stack: list[tuple[int, str]] = []  # open elements and their end tags
    for element, code in enumerate(tree.tag[1:shown].tolist(), start=1):
        while stack and stack[-1][0] != parent[element]:
            last, end = stack.pop()
            yield closed[last], end
        holds = closed[element] > opened[element]
        start, end = _tags(tree.tags[code], tree.attributes[element], holds)
        yield opened[element], start
        stack.append((element, end))
    for last, end in reversed(stack):
        yield closed[last], end


def _texts(blocks: Blocks, marks: Marks) -> list[str]:
    """[t] the texts in ``span`` elements that mark their block; its first one shows the label."""
    out = []
    y, shares, bounds = marks.y.tolist(), marks.probability.tolist(), blocks.first.tolist()
    spaced = blocks.tree.spaced.tolist()
    for block, label in enumerate(y):
        error = f' data-victor-error="{marks.error[block]}"' if block in marks.error else ""
        key = f' data-victor-key="{escape(marks.keys[label])}"'
        for text in range(bounds[block], bounds[block + 1]):
            written = blocks.tree.text[text]
            gap = " " if spaced[text] and not written[0].isspace() else ""
            out.append(
                f'{gap}<span data-victor="{block}" data-victor-label="{label}"{key}{error} '
                f'style="--victor:{shares[block]}%">{_plain(written)}</span>'
            )
            key = ""
    return out


def _plain(text: str) -> str:
    return escape(text.replace("\0", "\ufffd"))


def _tags(name: str, attributes: Mapping[str, str], holds: bool) -> tuple[str, str]:
    """The start and end tags of an element; ``holds``: whether it contains text."""
    if name in _SHELL:
        return "", ""
    if name == "img":
        return _image(attributes)
    written = _INSTEAD.get(name, name if name in _KEPT else "span")
    if written in _VOID:
        if not holds:
            return f"<{written}{_attributes(attributes, written)}>", ""
        written = "span"
    if name == "dialog" and "open" not in attributes:
        attributes = {**attributes, "hidden": ""}
    return f"<{written}{_attributes(attributes, name)}>", f"</{written}>"


def _attributes(attributes: Mapping[str, str], name: str) -> str:
    parts = []
    for key, value in attributes.items():
        wanted = _ATTRIBUTES.get(key)
        if wanted and wanted.fullmatch(value):
            parts.append(f' {key}="{_plain(value)}"')
        elif key == "style" and (style := css.declarations(value)):
            parts.append(f' style="{_plain(style)}"')
    return "".join(parts)


def _image(attributes: Mapping[str, str]) -> tuple[str, str]:
    """The picture if it is embedded, else a box of its size with its alternative text."""
    source = attributes.get("src", "").strip()
    if len(source) <= _LARGEST_PICTURE and _PICTURE.fullmatch(source):
        return f'<img alt="" src="{escape(source)}"{_attributes(attributes, "img")}>', ""
    sizes = [(side, attributes.get(side, "")) for side in ("width", "height")]
    box = "".join(f"{side}:{size}px;" for side, size in sizes if size.isascii() and size.isdigit())
    text = _plain(" ".join(attributes.get("alt", "").split())[:200])
    named = {key: value for key, value in attributes.items() if key in ("class", "id")}
    return (
        f'<span data-victor-image="{text}" style="{box[:40]}"{_attributes(named, "img")}>',
        "</span>",
    )
