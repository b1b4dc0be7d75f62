"""What elements mean in a document, by tag."""

from collections.abc import Mapping

from victor.tree import html_tags

HEADINGS = {tag: level for level, tag in enumerate(html_tags.HEADINGS, 1)}
BLOCKS: Mapping[str, str] = {
    **dict.fromkeys(HEADINGS, "heading"),
    **dict.fromkeys(("ul", "ol", "menu", "dir"), "list"),
    "li": "item",
    "dl": "definitions",
    "dt": "term",
    "dd": "definition",
    "table": "table",
    "tr": "row",
    **dict.fromkeys(("td", "th"), "cell"),
    **dict.fromkeys(("caption", "figcaption"), "caption"),
    **dict.fromkeys(("pre", "listing", "xmp"), "code"),
    "blockquote": "quotation",
    "figure": "figure",
}
MARKS: Mapping[str, str] = {
    "a": "link",
    **dict.fromkeys(("em", "i"), "emphasis"),
    **dict.fromkeys(("strong", "b"), "strong"),
    **dict.fromkeys(("del", "s", "strike"), "deleted"),
    "sub": "subscript",
    "sup": "superscript",
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "code_span"),
}
# Tags that end a line: the tag class `block` of the shipped tasks, without ``br``.
LEVEL = frozenset(
    """html head body address article aside blockquote center details dialog dd div dl dt dir
    fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main
    menu nav noscript ol optgroup p plaintext pre search section summary table caption colgroup col
    thead tbody tfoot tr td th ul xmp textarea isindex multicol marquee layer frameset
    json""".split()
)
# Tags of elements that hold lines of text directly.
LINE_TAGS = frozenset((*HEADINGS, "dt", "caption", "figcaption"))
# Parts that hold lines of text directly.
LINES = frozenset(("heading", "term", "caption"))
# Texts of permalinks in headings; the last one is a link in the icon font of many themes.
PERMALINKS = ("¶", "Â¶", "#", "§", "◆", "🔗", "⚓", "permalink", "anchor", "\uf0c1")
TO_TOP = ("top", "back to top", "↑", "▲", "^")  # of links at the ends of headings
# The kind that a part must be in, and the only kinds that some parts hold: others are wrapped.
WITHIN = {"item": "list", "term": "definitions", "definition": "definitions"}
ONLY = {
    "list": ("item",),
    "table": ("row", "caption"),
    "row": ("cell",),
    "definitions": ("definition", "term"),
}
# All kinds of parts except formulas and references, numbered by index; 0 also means no part.
KINDS = (
    *("document", "heading", "paragraph", "list", "item", "definitions", "term", "definition"),
    *("table", "row", "cell", "caption", "code", "quotation", "figure", "post", "footnote", "rule"),
    *("image", "break", "link", "code_span", "emphasis", "strong", "deleted", "subscript"),
    "superscript",
)
NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
