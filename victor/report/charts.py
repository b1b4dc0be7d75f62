"""Small inline SVG charts, coloured by the style sheet of the report."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from lxml.builder import ElementMaker

from victor.evaluate.tables import Interval

Element = Any
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _add_text(element: Element, text: str) -> None:
    text = _NOT_XML.sub("\ufffd", text)
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text


def _add_attributes(element: Element, given: Mapping[str, str]) -> None:
    element.attrib.update({name: _NOT_XML.sub("\ufffd", value) for name, value in given.items()})


# Names of pages and systems may contain any character. SVG in HTML needs no namespace.
E = ElementMaker(typemap={str: _add_text, dict: _add_attributes})
_SIDE, _LEFT, _BOTTOM, _TOP, _RIGHT = 240, 58, 40, 10, 14
_TICKS = (0, 0.25, 0.5, 0.75, 1)


@dataclass(frozen=True)
class Series:
    """A line of a plot. ``number`` selects its colour and marks; number 3 has only marks."""

    name: str
    points: Sequence[tuple[float, float]]
    number: int
    sizes: Sequence[float] = ()  # sizes of the marks, 0 to 1; empty: no marks


def plot(
    series: Sequence[Series], across: str, up: str, diagonal: bool = False, low: float = 0.0
) -> Element:
    """Lines with a legend; the horizontal axis is 0 to 1, the vertical one ``low`` to 1."""
    label = f"{up} by {across}: {', '.join(one.name for one in series)}"
    drawn = [*_axes(across, up, low)]
    if diagonal:
        drawn.append(_line([(low, low), (1, 1)], "diagonal", low))
    for one in series:
        drawn.append(_line(one.points, f"line s{one.number}", low))
        drawn += _marks(one, low)
    size = f"0 0 {_LEFT + _SIDE + _RIGHT} {_TOP + _SIDE + _BOTTOM}"
    chart = E.svg(*drawn, {"viewBox": size, "class": "plot", "role": "img", "aria-label": label})
    legend = [E.li(E.span({"class": f"key s{one.number}"}), one.name) for one in series]
    return E.figure(chart, E.ul(*legend, {"class": "legend"}))


def _axes(across: str, up: str, low: float) -> Iterator[Element]:
    right, bottom = _LEFT + _SIDE, _TOP + _SIDE
    for tick in _TICKS:
        value = low + tick * (1 - low)
        x, y = _place(tick, value, low)
        yield E.path({"class": "grid", "d": f"M{_LEFT} {y}H{right}M{x} {_TOP}V{bottom}"})
        yield _text(f"{tick:g}", x, bottom + 14, "middle")
        yield _text(f"{value:.3g}", _LEFT - 6, y + 4, "end")
    yield _text(across, (_LEFT + right) / 2, bottom + 32, "middle")
    turned = f"rotate(-90 12 {(_TOP + bottom) / 2:g})"
    yield _text(up, 12, (_TOP + bottom) / 2, "middle", turned)


def _place(x: float, y: float, low: float) -> tuple[float, float]:
    up = (max(y, low) - low) / (1 - low)
    return round(_LEFT + x * _SIDE, 1), round(_TOP + (1 - up) * _SIDE, 1)


def _text(text: str, x: float, y: float, anchor: str, turned: str = "") -> Element:
    place = {"x": f"{x:g}", "y": f"{y:g}", "text-anchor": anchor}
    return E.text(text, place | ({"transform": turned} if turned else {}))


def _line(points: Sequence[tuple[float, float]], kind: str, low: float) -> Element:
    places = (f"{x:g} {y:g}" for x, y in (_place(*point, low) for point in points))
    return E.path({"class": kind, "d": "M" + "L".join(places) if points else "M0 0"})


def _marks(one: Series, low: float) -> Iterator[Element]:
    for point, size in zip(one.points, one.sizes, strict=False):
        x, y = _place(*point, low)
        radius = round(2.5 + 5 * size, 1)
        title = E.title(f"{one.name}: {point[0]:.3f}, {point[1]:.3f}")
        if one.number == 1:
            side = {"width": f"{2 * radius:g}", "height": f"{2 * radius:g}"}
            corner = {"x": f"{x - radius:g}", "y": f"{y - radius:g}"}
            yield E.rect(title, {"class": f"mark s{one.number}", **side, **corner})
        else:
            circle = {"cx": f"{x:g}", "cy": f"{y:g}", "r": f"{radius:g}"}
            yield E.circle(title, {"class": f"mark s{one.number}", **circle})


def interval(one: Interval) -> Element:
    """A drawing of a mean and its interval on the interval's scale."""
    values = np.clip((one.mean, one.low, one.high), one.start, one.end)
    x, left, right = 4 + 152 * (values - one.start) / (one.end - one.start)
    return E.svg(
        E.path({"class": "grid", "d": "M4 8H156"}),
        E.path({"class": "line s0", "d": f"M{left:.1f} 8H{right:.1f}"}),
        E.circle({"class": "mark s0", "cx": f"{x:.1f}", "cy": "8", "r": "4"}),
        {"viewBox": "0 0 160 16", "class": "interval", "aria-hidden": "true"},
    )
