"""Numbers as people say them."""


def counted(count: int, name: str) -> str:
    """``1 page``, ``2 pages``."""
    return f"{count} {name}" if count == 1 else f"{count} {name}s"
