"""Compile the parts in native/ into the checkout, without installing it again.

    python scripts/build_native.py [FLAG...]

Flags go to the compiler. ``pip install -e .`` does the same, without flags.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from hatch_build import command, module_file


def build(folder: Path, *flags: str) -> None:
    """Compile every part into a folder.

    Raises:
        CalledProcessError: a part does not compile.
    """
    for source in sorted((ROOT / "native").glob("*.c")):
        subprocess.run(command(source, folder / module_file(source), *flags), check=True)


if __name__ == "__main__":
    build(ROOT / "victor", *sys.argv[1:])
