"""Parts of a page that browsers show elsewhere than in its source."""

from victor.arrays import some
from victor.page import shadow, streamed
from victor.text.cues import signs_within

_SIGNS = (shadow.SIGN, streamed.SIGN)


def as_shown(source: str | bytes) -> str | bytes:
    """The page with declarative shadow roots and streamed parts where browsers show them.

    Args:
        source: the page, as text or UTF-8; the same object is returned if nothing changes.
    """
    if isinstance(source, str):
        return _placed(source)
    if not some(signs_within(source, _SIGNS)):  # true of nearly all
        return source
    page = source.decode()
    placed = _placed(page)
    return source if placed is page else placed.encode()


def _placed(page: str) -> str:
    return streamed.in_place(shadow.with_shadow_roots(page))
