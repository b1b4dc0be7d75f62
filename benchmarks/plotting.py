"""Plots in one style, reproducible: the same numbers give the same bytes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

STYLE = {
    "svg.hashsalt": "victor",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "axes.grid": True,
    "grid.alpha": 0.3,
    "legend.fontsize": 8,
}


@contextmanager
def figure(file: Path, panels: int = 1, **options: Any) -> Iterator[list[Any]]:
    """Yield axes side by side to draw on; the figure is written as SVG on exit.

    Args:
        file: the file to write.
        panels: the number of axes.
        options: of ``pyplot.subplots``: ``figsize``, ``sharey``.
    """
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    with matplotlib.rc_context(STYLE):
        drawn, axes = pyplot.subplots(1, panels, squeeze=False, layout="tight", **options)
        yield list(axes[0])
        drawn.savefig(file, metadata={"Date": None, "Creator": None}, bbox_inches="tight")
        pyplot.close(drawn)
