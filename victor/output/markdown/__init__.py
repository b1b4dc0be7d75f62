"""``markdown``: CommonMark 0.31 with the tables, task lists and strikethrough of GFM.

The output starts with the title, unless the main content contains it. Formulas are delimited by
dollar signs; LaTeX in the text is not changed. Footnotes are written as ``[^1]``. Options:
``title``, ``links`` and ``images`` (keep them), ``html_tables`` (write tables as HTML),
``front_matter`` (write metadata as YAML before the text), ``posts`` (write author and date above
each post of a discussion, and a rule between posts).
"""

from collections.abc import Iterable, Sequence

from victor.compiled import door
from victor.document.document import Document
from victor.document.parts import Part
from victor.output.markdown.blocks import block_lines, rare_block, task_box
from victor.output.markdown.inline import address_in, joined_spans, rare_piece
from victor.output.markdown.inline import inline as untangled  # the name of a module here
from victor.output.markdown.posts import with_bylines
from victor.output.markdown.style import Style, style_of
from victor.output.markdown.tables import on_one_line

# Compiled code calls these functions for parts it does not handle.
__all__ = ["Style", "address_in", "joined_spans", "on_one_line", "rare_block", "rare_piece"]
__all__ += ["OPTIONS", "SEPARATOR", "SUFFIX", "kinds_in", "render", "task_box", "untangled"]

SUFFIX = ".md"
SEPARATOR = "\n"
OPTIONS = {
    "title": True,
    "links": True,
    "images": True,
    "html_tables": False,
    "front_matter": False,
    "posts": False,
}


def render(document: Document, **options: bool) -> str:
    """The page as Markdown; without main content, only the title and front matter, if any.

    Args:
        document: the labelled page.
        options: see :data:`OPTIONS`.
    """
    chosen = {**OPTIONS, **options}
    body = with_bylines(document.parts) if chosen["posts"] else document.body
    parts = document.titled(body) if chosen["title"] else body
    kinds = kinds_in(parts)
    closed = ("code_span", "link", "table" if chosen["html_tables"] else "")
    notes = _linked_notes(parts, closed) if "reference" in kinds else frozenset[str]()
    how = (chosen["links"], chosen["images"], chosen["html_tables"])
    style = style_of(*how, "formula" in kinds, notes)
    text = "\n".join(block_lines(parts, style))
    head = _front_matter(document) if chosen["front_matter"] else ""
    return head + text + "\n" if text else head


@door("markdown")
def kinds_in(parts: Iterable[Part]) -> set[str]:
    """The kinds of parts and of all their descendants.

    Args:
        parts: block-level or inline parts.
    """
    pending = list(parts)
    for part in pending:  # grows during the loop
        pending += [one for one in part.children if isinstance(one, Part)]
    return {part.kind for part in pending}


def _linked_notes(parts: Sequence[Part], closed: Sequence[str]) -> frozenset[str]:
    """The labels of references and footnotes that can be linked.

    Table cells cannot contain footnotes.

    Args:
        parts: block-level parts.
        closed: the kinds of parts that cannot contain references.
    """
    labels: dict[str, set[str]] = {"reference": set(), "footnote": set()}
    pending = [(part, False) for part in parts]
    while pending:
        part, in_cell = pending.pop()
        if part.kind == "reference" or (part.kind == "footnote" and not in_cell):
            labels[part.kind].add(part.get("label"))
        if part.kind not in closed:
            in_cell = in_cell or part.kind == "cell"
            pending += [(one, in_cell) for one in part.parts]
    return frozenset(labels["reference"] & labels["footnote"])


def _front_matter(document: Document) -> str:
    import yaml

    from victor.output.jsonl import stated

    hidden = ("author", "sources", "page_type_probability")
    known = {"url": document.url, **stated(document.metadata)}
    found = {name: value for name, value in known.items() if value and name not in hidden}
    if not found:
        return ""
    return f"---\n{yaml.safe_dump(found, allow_unicode=True, sort_keys=False, width=10**6)}---\n\n"
