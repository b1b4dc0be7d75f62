"""What elements are for a document, by tag."""

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
# Tags that end a line, as those of the tag class `block` of the shipped tasks, but not ``br``.
LEVEL = frozenset(
    """html head body address article aside blockquote center details dialog dd div dl dt dir
    fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main
    menu nav noscript ol optgroup p plaintext pre search section summary table caption colgroup col
    thead tbody tfoot tr td th ul xmp textarea isindex multicol marquee layer frameset
    json""".split()
)
# The tags of what holds lines of text itself.
LINE_TAGS = frozenset((*HEADINGS, "dt", "caption", "figcaption"))
# Parts that hold lines of text themselves.
LINES = frozenset(("heading", "term", "caption"))
# The texts of links from headings to themselves.
# The last sign is a link in the font of many themes.
PERMALINKS = ("¶", "#", "§", "🔗", "⚓", "permalink", "anchor", "\uf0c1")
TO_TOP = ("top", "back to top", "↑", "▲", "^")  # of links at the ends of headings
# What a part must be in, and the only parts that some hold: what is elsewhere is wrapped.
WITHIN = {"item": "list", "term": "definitions", "definition": "definitions"}
ONLY = {
    "list": ("item",),
    "table": ("row", "caption"),
    "row": ("cell",),
    "definitions": ("definition", "term"),
}
# All kinds of parts except formulas and references; the number of a kind is its place. 0 also means
# none.
KINDS = (
    *("document", "heading", "paragraph", "list", "item", "definitions", "term", "definition"),
    *("table", "row", "cell", "caption", "code", "quotation", "figure", "post", "footnote", "rule"),
    *("image", "break", "link", "code_span", "emphasis", "strong", "deleted", "subscript"),
    "superscript",
)
NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
