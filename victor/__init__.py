"""Victor, a teachable cleaner of web pages.

>>> import victor
>>> victor.load("web").clean("<p>Hello <b>world</b>!</p>").text  # doctest: +SKIP
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Cleaner", "Result", "VictorError", "__version__", "load"]

if TYPE_CHECKING:
    from victor.errors import VictorError
    from victor.pipeline import Cleaner, Result, load


def __getattr__(name: str) -> Any:
    """Import a name when it is used, so that ``victor --help`` does not wait for numpy."""
    if name == "VictorError":
        from victor import errors

        return errors.VictorError
    if name in ("Cleaner", "Result", "load"):
        from victor import pipeline

        return getattr(pipeline, name)
    raise AttributeError(f"module 'victor' has no attribute {name!r}")
