"""Text in UTF-8 that was taken for another encoding and encoded again: *donâ€™t* for *don’t*.

Clients that ignore what a page declares store it so. Control characters of the C1 range, which no
page means, give it away, and so does the beginning of quotation marks and dashes.
"""

import re
from dataclasses import replace

from victor.page.page import Page

# The characters of the bytes 80 to BF in windows-1252, and in Latin-1.
_MARKS = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_NEXT = f"[\x80-\xbf{_MARKS}]"
_SIGN = re.compile(rb"\xc2[\x80-\x9f]|\xc3\xa2\xe2\x82\xac")  # in UTF-8: such a control, or â€
_RUN = re.compile(f"(?:[Â-ß]{_NEXT}|[à-ï]{_NEXT}{{2}}|[ð-ô]{_NEXT}{{3}})++")
_CERTAIN = re.compile(f"[\x80-\x9f]|â€[\x80-\xbf{_MARKS}]")
# A letter with an accent, or a sign, where other text is certain.
_LIKELY = re.compile("[ÂÃ][\xa0«»]|[ÂÃÄÅ][\xa1-\xaa\xac-\xba\xbc-\xbf€ƒ†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]")
_LONG = 5  # characters of a run that is no chance
_BYTES = {ord(sign): sign.encode("windows-1252").decode("latin-1") for sign in _MARKS}


def is_damaged(text: str) -> bool:
    """Whether some of a text is likely to be such.

    Args:
        text: the main content of a page.
    """
    return not text.isascii() and bool(_SIGN.search(text.encode("utf-8", "replace")))


def repaired(page: Page) -> Page:
    """The page with such text as it was meant; the same page if there is none.

    Args:
        page: a decoded page, of which some text is damaged.
    """
    html = _RUN.sub(_meant, page.html)
    return page if html == page.html else replace(page, html=html, utf8=None)


def _meant(found: re.Match[str]) -> str:
    """What a run means if it is UTF-8, and no text of another kind."""
    run = found[0]
    try:
        meant = run.translate(_BYTES).encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return run
    return meant if len(run) >= _LONG or _CERTAIN.search(run) or _LIKELY.match(run) else run
