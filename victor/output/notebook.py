"""A cleaned page as HTML for notebooks: its blocks, coloured by label."""

from html import escape

from victor.config import OTHER
from victor.document.document import Block, Document
from victor.errors import shortened
from victor.output.label_studio import COLOURS

_BLOCKS, _CHARACTERS = 200, 500  # most that are shown


def notebook_html(document: Document) -> str:
    """A piece of HTML without scripts: title, confidence, and the first blocks.

    Args:
        document: the labelled page; all of its text is escaped.
    """
    title = document.title or document.id or "Untitled page"
    kept = sum(block.role != OTHER for block in document.blocks)
    count = f"{kept} of {len(document.blocks)} blocks are content"
    lines = [
        f"<div><p><strong>{escape(title[:_CHARACTERS])}</strong><br>",
        f"<small>{count}, confidence {document.confidence:.2f}</small></p>",
        *(_line(block) for block in document.blocks[:_BLOCKS]),
    ]
    if (more := len(document.blocks) - _BLOCKS) > 0:
        lines.append(f"<p><small>and {more} more blocks</small></p>")
    return "\n".join([*lines, "</div>"])


def _line(block: Block) -> str:
    colour = COLOURS.get(block.role, COLOURS["paragraph"])
    style = f"margin:2px 0;padding-left:6px;border-left:4px solid {colour}"
    if block.role == OTHER:
        style += ";opacity:0.5"
    text = shortened(block.text, _CHARACTERS)
    hint = escape(f"{block.role} {block.score:.2f}", quote=True)
    return f'<div style="{style}" title="{hint}">{escape(text)}</div>'
