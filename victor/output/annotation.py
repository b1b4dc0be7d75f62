"""``annotation``: every block with its label, for reading and correcting by hand.

::

    # victor annotation
    # url: http://sigwac.org.uk/
    # labels: p paragraph, h header, l list, c continuation, o other
    [h] SIGWAC
    [p] See
    [c] our website
    [c]!
    [o] Log in

Each line is a block: the key of its label in brackets, a space, its text. The space is omitted if
no white space precedes the block on the page (*website* + *!*). The key ``?`` marks undecided
blocks. :mod:`victor.evaluate.gold.annotation` reads this format.
"""

from victor.document.document import Document

SUFFIX = ".anno"
SEPARATOR = ""


def render(document: Document) -> str:
    """Header lines, then one line per block."""
    names = ", ".join(f"{key} {role}" for key, role in document.labels.items())
    lines = ["# victor annotation"]
    if document.id:
        lines.append(f"# page: {_line(document.id)}")
    if document.url:
        lines.append(f"# url: {_line(document.url)}")
    lines.append(f"# labels: {names}")
    if document.at:
        lines.append(f"# at: {document.at}")
    for block in document.blocks:
        lines.append(f"[{block.label}]{' ' if block.space_before else ''}{_line(block.text)}")
    return "\n".join(lines) + "\n"


def _line(text: str) -> str:
    """A text on one line, so that no page can insert lines into the file."""
    return " ".join(text.splitlines())
