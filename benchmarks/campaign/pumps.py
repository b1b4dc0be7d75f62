"""Pumps: pages that repeat a fragment of markup, whose time must not grow superlinearly.

An input is a JSON object of fragments: ``before``, the repeated ``piece``, ``after``, and ``each``,
which follows ``after`` and is repeated as often as ``piece``.
"""

import json
import random
from functools import cache

from benchmarks.timing import clock
from victor import pipeline
from victor.pipeline import Cleaner

SIZES = (100_000, 400_000, 1_600_000)  # bytes; the largest is measured only if the others are slow
_GROWTH = 6.0  # limit for the time as the size grows fourfold: an exponent of 1.3
_OUTPUTS = ("jsonl", "markdown", "html", "tei")
_ROUNDS = 3
_TAGS = (
    "p div span a b table tr td th caption ul li dl dt dd select option optgroup button form nobr"
    " pre title style script noscript template svg math ruby rt h1 section article blockquote code"
    " iframe frameset body html head label font sup figure xmp textarea x-y"
).split()
_PIECES = (
    *"x & &amp &# < </ <! <!-- --> --!> <![CDATA[ ]]> <? ?> \" ' = > /> é".split(),
    *"日本 [ { \\( $x$ | * ` \\ \\u0041 //".split(),
    *"<br> <hr> <img~alt=x> <meta~name=a~content=b> <link~rel=x~href=y> <base~href=/>".split(),
    *"<a~href=/x> <p~class='a~b'> <div~id=x> <td~colspan=9> <li~value=3> <p~style='a:b'>".split(),
    "<input~type=checkbox~checked>",
    *"<script~type=application/ld+json> <script~type=math/tex> </script> <style>a{b:c}".split(),
    *"<sup>1</sup> <a~href=#n1~id=r1>1</a> [1] 1.~ #~ ^ @ http://a.b/ (c)~ 12~May~2024~".split(),
    *("A sentence of words. ", "By Anna ", '{"a":', '"\\u0041"', " a=b", "<a b='", "\0", " ", "\n"),
)


def make(chance: random.Random) -> bytes:
    """A random pump that repeats one to three fragments, possibly with others around them."""
    parts = {
        "before": _some(chance, 0, 2),
        "piece": _some(chance, 1, 3),
        "after": _some(chance, 0, 1),
        "each": _some(chance, 0, 1),
    }
    return json.dumps(parts).encode()


def _some(chance: random.Random, least: int, most: int) -> str:
    ways = (lambda: f"<{chance.choice(_TAGS)}>", lambda: f"</{chance.choice(_TAGS)}>")
    plain = lambda: chance.choice(_PIECES).replace("~", " ")  # noqa: E731
    return "".join(
        chance.choice((*ways, plain, plain))() for _ in range(chance.randint(least, most))
    )


def pumped(data: bytes, size: int) -> bytes:
    """The page of a pump, of about ``size`` bytes."""
    parts = json.loads(data)
    times = size // max(1, len(f"{parts['piece']}{parts['each']}".encode()))
    whole = parts["before"] + parts["piece"] * times + parts["after"] + parts["each"] * times
    return str(whole).encode()


@cache
def _cleaner() -> Cleaner:
    return pipeline.load("web")


def seconds(html: bytes, rounds: int = _ROUNDS) -> float:
    """Processor time of cleaning and writing structured outputs, the minimum over rounds."""
    found = []
    for _ in range(rounds):
        start = clock()
        result = _cleaner().clean(html)
        for name in _OUTPUTS:
            result.format(name)
        found.append(clock() - start)
    return min(found)


def check(data: bytes) -> str | None:
    """Check that time grows about linearly; one switch to a slower parser is allowed."""
    small, middle, large = SIZES
    first, second = seconds(pumped(data, small), 1), seconds(pumped(data, middle), 1)
    if second < _GROWTH * first:
        return None
    first, second = seconds(pumped(data, small)), seconds(pumped(data, middle))
    if second < _GROWTH * first:
        return None
    third = seconds(pumped(data, large), 1)
    if third < _GROWTH * second:
        return None
    times = ", ".join(f"{1000 * one:.0f} ms" for one in (first, second, third))
    return f"superlinear: {times} for {', '.join(f'{size:,}' for size in SIZES)} bytes"
