"""Programs that tests run, from the environment of the tests or the system."""

import shutil
import sys
from pathlib import Path

import pytest


def tool(name: str) -> str:
    """The path of a program; skips the test where it is not installed."""
    beside = Path(sys.executable).parent
    found = shutil.which(name, path=str(beside)) or shutil.which(name)
    if not found:
        pytest.skip(f"{name} is not installed")
    return found
