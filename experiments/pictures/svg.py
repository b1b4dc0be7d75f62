"""Functions that write SVG; the same calls return the same bytes.

A picture has an opaque background and colours that follow the reader's colour scheme, so that it is
legible on light and dark pages. Colours are classes: ``p``, ``h``, ``l``, ``c`` and ``o`` are those
of the labels, ``ink`` and ``faint`` are text, ``rule`` is lines, ``ground`` and ``panel`` are
areas, ``mark`` is for emphasis.
"""

from collections.abc import Iterable
from html import escape

_LIGHT = {"ground": "#ffffff", "panel": "#f3f4f6", "ink": "#1b1f24", "faint": "#565d66",
          "rule": "#c9ced6", "mark": "#00796b", "p": "#0b7a5c", "h": "#b06f00", "l": "#1f77b4",
          "c": "#a8487f", "o": "#8c8c8c"}  # fmt: skip
_DARK = {"ground": "#14171b", "panel": "#20252b", "ink": "#e8eaed", "faint": "#a9b1bb",
         "rule": "#3c444e", "mark": "#4db6ac", "p": "#2fc19b", "h": "#e69f00", "l": "#56b4e9",
         "c": "#cc79a7", "o": "#8c8c8c"}  # fmt: skip


def _rules(colours: dict[str, str]) -> str:
    return "".join(
        f".{name}{{fill:{colour}}}.{name}-line{{stroke:{colour};fill:none}}"
        for name, colour in colours.items()
    )


_STYLE = (
    "text{font-family:system-ui,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}"
    ".mono{font-family:ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace}"
    f"{_rules(_LIGHT)}@media(prefers-color-scheme:dark){{{_rules(_DARK)}}}"
)


def picture(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """A complete SVG file; ``title`` is its text for screen readers."""
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'width="{_n(width)}" height="{_n(height)}" role="img">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n"
        f"{rect(0, 0, width, height, 'ground', radius=8)}\n{body}\n</svg>\n"
    )


def text(
    x: float,
    y: float,
    what: str,
    colour: str = "ink",
    size: float = 13,
    anchor: str = "start",
    bold: bool = False,
    mono: bool = False,
) -> str:
    """A line of text; ``y`` is its baseline, ``anchor`` is start, middle or end."""
    kind = f"{colour} mono" if mono else colour
    more = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" class="{kind}" font-size="{_n(size)}" '
        f'text-anchor="{anchor}"{more} xml:space="preserve">{escape(what, quote=False)}</text>'
    )


def lines(x: float, y: float, what: Iterable[str], step: float = 17, size: float = 13,
          colour: str = "ink", mono: bool = False) -> str:  # fmt: skip
    """Lines of text below each other."""
    made = (text(x, y + i * step, one, colour, size, mono=mono) for i, one in enumerate(what))
    return "\n".join(made)


def rect(
    x: float, y: float, width: float, height: float, colour: str, opacity: float = 1,
    radius: float = 0,
) -> str:  # fmt: skip
    """A filled area."""
    more = (f' rx="{_n(radius)}"' if radius else "") + _opacity(opacity)
    return (
        f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" '
        f'class="{colour}"{more}/>'
    )


def line(
    x1: float, y1: float, x2: float, y2: float, colour: str = "rule", width: float = 1,
    dashed: bool = False,
) -> str:  # fmt: skip
    """A straight line."""
    more = ' stroke-dasharray="4 3"' if dashed else ""
    return (
        f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" class="{colour}-line" '
        f'stroke-width="{_n(width)}"{more}/>'
    )


def curve(points: Iterable[tuple[float, float]], colour: str, width: float = 2) -> str:
    """A line through points."""
    places = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
    return f'<polyline points="{places}" class="{colour}-line" stroke-width="{_n(width)}"/>'


def dot(x: float, y: float, colour: str, radius: float = 5, filled: bool = True) -> str:
    """A circle, filled or in outline."""
    kind = colour if filled else f"{colour}-line"
    more = "" if filled else ' stroke-width="1.5"'
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" class="{kind}"{more}/>'


def arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """A faint line with a head at its end; it points straight down or right."""
    down = x1 == x2
    head = [(x2 - 4, y2 - 7), (x2 + 4, y2 - 7)] if down else [(x2 - 7, y2 - 4), (x2 - 7, y2 + 4)]
    places = " ".join(f"{_n(x)},{_n(y)}" for x, y in [*head, (x2, y2)])
    return f'{line(x1, y1, x2, y2, "faint", 1.5)}<polygon points="{places}" class="faint"/>'


def short(what: str, most: int) -> str:
    """At most ``most`` characters, with an ellipsis if the text is truncated."""
    return what if len(what) <= most else what[: most - 1].rstrip() + "…"


def _n(value: float) -> str:
    """A number with at most one decimal, which hides rounding differences between machines."""
    return f"{value:.1f}".removesuffix(".0")


def _opacity(value: float) -> str:
    return "" if value == 1 else f' fill-opacity="{value:.2f}"'
