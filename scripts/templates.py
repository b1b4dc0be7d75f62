"""The pages of docs/ that scripts make: NAME.in.md with its places filled becomes NAME.md."""

from collections.abc import Mapping
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def fill(name: str, parts: Mapping[str, str]) -> None:
    """Write docs/NAME.md: each ``{{part}}`` of docs/NAME.in.md gives way to its text."""
    text = (DOCS / f"{name}.in.md").read_text("utf-8")
    for part, made in parts.items():
        text = text.replace(f"{{{{{part}}}}}", made)
    (DOCS / f"{name}.md").write_text(text, "utf-8")
