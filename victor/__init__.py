"""Victor, a teachable cleaner of web pages.

>>> import victor
>>> victor.extract("<p>Hello <b>world</b>!</p>")
'Hello world!'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = [
    "Cleaned",
    "Cleaner",
    "Result",
    "VictorError",
    "__version__",
    "clean_many",
    "clean_many_async",
    "extract",
    "load",
]

if TYPE_CHECKING:
    from victor.batch.many import Cleaned, clean_many, clean_many_async
    from victor.errors import VictorError
    from victor.extraction import extract
    from victor.pipeline import Cleaner, load
    from victor.result import Result

_MODULES = {
    "VictorError": "victor.errors",
    "extract": "victor.extraction",
    **dict.fromkeys(("Cleaned", "clean_many", "clean_many_async"), "victor.batch.many"),
    **dict.fromkeys(("Cleaner", "load"), "victor.pipeline"),
    "Result": "victor.result",
}


def __dir__() -> list[str]:
    """All names, also those that are not imported yet: for completion and for suggestions."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """Import a name on first use, so that ``victor --help`` does not wait for numpy."""
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module 'victor' has no attribute {name!r}")
