"""Pages cleaned without a model: all of their blocks are content."""

import victor

CLEANER = victor.load("keep-everything")


def markdown(page: str) -> str:
    """The Markdown of the content of a body, without the title."""
    result = CLEANER.clean(f"<body><div>{page}</div>")
    return result.format("markdown-title").rstrip("\n")
