"""The questions and answers that a page states as its content, in JSON-LD.

https://schema.org/FAQPage and https://schema.org/QAPage, of which forums mark their threads.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from itertools import islice
from typing import Any, NamedTuple

from victor.text.regex import regex
from victor.tree.json_state import SCHEMA, Script, values

_KEYS = ("acceptedAnswer", "suggestedAnswer")
_SIGN = 'edAnswer"'  # of both
_TAG = regex(r"<[^<>]*>")
_MOST = 1_000  # answers of a page that are read


class Answer(NamedTuple):
    """An answer, and the question that it answers; without tags, white space normalised."""

    question: str
    text: str


def stated_answers(scripts: Iterable[str]) -> list[Answer]:
    """The answers in a page's scripts.

    Args:
        scripts: the texts of those with JSON-LD.
    """
    stated = (script for script in scripts if _SIGN in script)
    found = (one for script in stated for one in _answers(values(Script(SCHEMA, script))))
    return list(islice(found, _MOST))


def _answers(found: Iterable[Any]) -> Iterator[Answer]:
    """Answers in any order; with an explicit stack, as JSON may nest deep."""
    pending = list(found)
    while pending:
        one = pending.pop()
        if isinstance(one, list):
            pending += one
        elif isinstance(one, dict):
            pending += one.values()
            question = _plain(one.get("name") or one.get("text"))
            given = [item for key in _KEYS for item in _several(one.get(key))]
            yield from (Answer(question, text) for item in given if (text := _text(item)))


def _several(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else [value]


def _text(answer: Any) -> str:
    return _plain(answer.get("text")) if isinstance(answer, dict) else ""


def _plain(value: Any) -> str:
    """A string without tags; empty for other values."""
    return " ".join(unescape(_TAG.sub(" ", value)).split()) if isinstance(value, str) else ""
