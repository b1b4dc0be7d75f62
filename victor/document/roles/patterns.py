"""Patterns and limits for both the surroundings of titles and posts."""

import re

from victor.text.regex import regex

LONGEST = 300  # most characters of a title or a name that are read
LONGEST_NAME = 80  # most characters of an author or a date

DATE = regex(
    # 2007-03-14, 14.3.2007, 2007年3月14日; 14 March 2007, 14 de marzo de 2007; March 14th, 2007
    r"(?<!\d)(?:\d{4}|\d\d?)\s?[-/.年년]\s?\d\d?\s?[-/.月월]\s?(?:\d{4}|\d\d?)(?!\d)"
    r"|(?<!\d)\d\d?(?:st|nd|rd|th|er|[.ºª])?\s(?:de\s|of\s)?[^\W\d_]{3,20}[.,]?\s(?:del?\s)?(?:19|20)\d\d"
    r"|[^\W\d_]{3,20}\.?\s\d\d?(?:st|nd|rd|th)?,?\s(?:19|20)\d\d"
)
AUTHORS = regex(  # a part of the URL of a page about an author or a user
    r"/(?:authors?|autor(?:es|en|i|zy)?|auteurs?|autori|writers?|by|byline|contributors?|reporters?"
    r"|journalists?|columnists?|staff|people|profiles?|users?)/",
    re.IGNORECASE,
)
DIGIT = regex(r"\d")
LETTERS = regex(r"[^\W\d_]+")
# Names of elements with text that users wrote.
MATTER = regex(r"user[-_]?(?:content|text|body|signature)|signature", re.IGNORECASE)
HOST = regex(r"(?:https?:)?//(?:www\.)?([^/?#]*)", re.IGNORECASE)


def is_date(text: str) -> bool:
    """Whether a line is a date with few other words, in any language."""
    if len(text) > LONGEST_NAME or not DIGIT.search(text) or not DATE.search(text):
        return False
    return len(LETTERS.findall(text)) <= 7
