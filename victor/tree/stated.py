"""The text that a page states as its content in JSON-LD: answers, products and recipes.

https://schema.org/FAQPage, https://schema.org/QAPage (of forums), the descriptions of
https://schema.org/Product, and the ingredients and steps of https://schema.org/Recipe.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from victor.arrays import some
from victor.text.characters import word_count
from victor.text.cues import signs_within
from victor.tree.json_state import SCHEMA, Script, values, without_tags

_ANSWERS = ("acceptedAnswer", "suggestedAnswer")
_PRODUCTS = ("Product", "ProductGroup")
_INGREDIENTS, _STEPS = "recipeIngredient", "recipeInstructions"
# One of them is in a script with such text.
_SIGNS = ('edAnswer"', '"Product"', '"ProductGroup"', f'{_INGREDIENTS}"', f'{_STEPS}"')
_LEAST = 20  # minimum words of a description; shorter ones are names
_MOST = 1_000  # texts of a page that are read


class Stated(NamedTuple):
    """A text, and the question that it answers, if any; without tags, white space normalised.

    A line is the whole text of a block, such as an ingredient.
    """

    question: str
    text: str
    is_line: bool = False


def stated_texts(scripts: Sequence[str]) -> list[Stated]:
    """The texts in a page's scripts, in any order.

    Args:
        scripts: the texts of those with JSON-LD.
    """
    texts = "\n".join(scripts).encode("utf-8", "replace")
    if not some(signs_within(texts, _SIGNS)):  # true of most pages
        return []
    likely = [script for script in scripts if any(map(script.__contains__, _SIGNS))]
    found = (one for script in likely for one in _texts(values(Script(SCHEMA, script))))
    return list(islice(found, _MOST))


def _texts(found: Iterable[Any]) -> Iterator[Stated]:
    """The texts in JSON; with an explicit stack, as it may nest deep."""
    pending = list(found)
    while pending:
        one = pending.pop()
        if isinstance(one, list):
            pending += one
        elif isinstance(one, dict):
            pending += one.values()
            if not one.keys().isdisjoint(_ANSWERS):
                yield from _answers(one)
            described = one.get("@type") in _PRODUCTS and _plain(one.get("description"))
            if described and word_count(described) >= _LEAST:
                yield Stated("", described)
            if not one.keys().isdisjoint((_INGREDIENTS, _STEPS)):
                yield from _recipe(one)


def _recipe(recipe: dict[str, Any]) -> Iterator[Stated]:
    """The ingredients and the steps, which may be in sections."""
    for line in _several(recipe.get(_INGREDIENTS)):
        if text := _plain(line):
            yield Stated("", text, is_line=True)
    pending = [recipe.get(_STEPS)]
    while pending:
        step = pending.pop()
        if isinstance(step, dict):
            pending += [step.get("text"), step.get("itemListElement")]
        elif isinstance(step, list):
            pending += step
        elif text := _plain(step):
            yield Stated("", text)


def _answers(question: dict[str, Any]) -> Iterator[Stated]:
    name = _plain(question.get("name") or question.get("text"))
    given = [one for key in _ANSWERS for one in _several(question.get(key))]
    texts = (_plain(one.get("text")) for one in given if isinstance(one, dict))
    yield from (Stated(name, text) for text in texts if text)


def _several(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else [value]


def _plain(value: Any) -> str:
    return without_tags(value) if isinstance(value, str) else ""
