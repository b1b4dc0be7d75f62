"""Patterns and limits for both the surroundings of titles and posts."""

import re

from victor.text.regex import regex

LONGEST = 300  # most characters of a title or a name that are read
LONGEST_NAME = 80  # most characters of an author or a date

# A month, and one in scripts that may have vowel signs, which are not in \w; a year, also in other
# digits, and of the calendars of Thailand and Iran: not "14 inch 1366", a screen.
_MONTH = r"[^\W\d_]{3,20}"
_OTHER_MONTH = r"[^\W\d_a-zA-Z][^\s\d.,:;|·•()]{1,19}"
YEAR = r"(?:(?:19|20)\d\d|(?![0-9])\d{4})"
ANY_YEAR = r"(?:(?:1[349]|20|25)\d\d|(?![0-9])\d{4})"
DATE = regex(
    # 2007-03-14, 14.3.2007, 2007年3月14日; 14 March 2007, 14 de marzo de 2007; March 14th, 2007
    r"(?<!\d)(?:\d{4}|\d\d?)\s?[-/.年년]\s?\d\d?\s?[-/.月월]\s?(?:\d{4}|\d\d?)(?!\d)"
    r"|(?<!\d)\d\d?(?:st|nd|rd|th|er|[.ºª])?\s(?:de\s|of\s)?"
    rf"(?:{_MONTH}[.,]?\s(?:del?\s)?{YEAR}|{_OTHER_MONTH}[.,]?\s{ANY_YEAR})"
    rf"|(?:(?:{_MONTH}|{_OTHER_MONTH})\.?|\d\d?[月월])\s\d\d?(?:st|nd|rd|th)?,?\s{YEAR}"
    # 2007. március 14., 2007. gada 14. marts, 2007 m. kovo 14 d.
    rf"|(?<!\d){YEAR}(?:\.\s(?:gada\s)?|\s[^\W\d_]\.\s)(?:{_MONTH}\s\d\d?|\d\d?\.?\s{_MONTH})(?!\d)"
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
