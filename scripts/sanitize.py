"""Clean generated pages with parts built for the address and undefined-behaviour sanitisers.

    python scripts/sanitize.py [--pages 2000] [--seed 0]

Pages come from a grammar, are damaged at random, and half of them end in random tokens,
reproducibly by seed. Each is cleaned by the compiled parts; one in ten by both versions of every
door, which must agree, half of these under limits that they exceed. Exit status 1 if a sanitiser or
a comparison reports an error. If the compiler does not support the sanitisers, the script prints a
message and does nothing.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from build_native import ROOT, build

if TYPE_CHECKING:
    from victor.pipeline import Cleaner

FLAGS = (
    *("-g", "-O1", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all"),
    "-fsanitize=address,undefined,float-cast-overflow",
    "-funsigned-char",  # as on ARM with Linux; the tests use the char of the machine
)
CHECKED = 10  # one page in ten is compared
LIMITS = {  # of :mod:`victor.tree.libxml2`
    "_OPEN_SEARCHED": 2_000,
    "_OPEN_SEARCHED_PER_BYTE": 0,
    "_NEVER_TOO_DEEP": 0,
}


def sanitised(folder: Path) -> None:
    """Link the package into a folder, and build its parts with the sanitisers."""
    for kind in ("configs", "templates", "native"):
        (folder / kind).symlink_to(ROOT / kind)
    (folder / "victor").mkdir()
    for path in (ROOT / "victor").iterdir():
        if path.suffix not in (".so", ".pyd"):
            (folder / "victor" / path.name).symlink_to(path)
    build(folder / "victor", *FLAGS)


def runtime() -> str:
    """The library of the address sanitiser, which has to be loaded before Python.

    Raises:
        FileNotFoundError: the compiler has none.
    """
    command = [os.environ.get("CC", "cc"), "-print-file-name=libasan.so"]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    if not Path(found).is_absolute():
        raise FileNotFoundError(found)
    return found


def environment(*paths: Path) -> dict[str, str]:
    """The environment of a process with the sanitisers.

    Args:
        paths: where Python looks for modules first, best first.

    Raises:
        FileNotFoundError: the compiler has no sanitisers.
    """
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "LD_PRELOAD": runtime(),
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "OPENBLAS_NUM_THREADS": "1",
    }


def clean(count: int, seed: int) -> int:
    """Clean the pages in a process with the sanitisers; return how many differ."""
    import numpy as np
    import tokens
    from pages import random_page

    from victor import pipeline
    from victor.compiled import built

    assert built(), "the sanitised parts are not in use"
    cleaner, chance, differ = pipeline.load("web"), random.Random(seed), 0
    for number in range(count):
        html = random_page(chance)
        if chance.random() < 0.5:
            html += tokens.page(np.random.default_rng(number)).encode()
        if number % CHECKED:
            written(cleaner, html)
        elif not is_same(cleaner, html, number // CHECKED % 2 > 0):
            differ += 1
            print(f"page {number} of seed {seed} differs")
    return differ


def is_same(cleaner: "Cleaner", html: bytes, limited: bool) -> bool:
    """Whether both versions of every door give the same results; ``limited``: with low limits."""
    from victor.compiled import using
    from victor.tree import libxml2, parse

    lowered, deepest = (LIMITS, 20) if limited else ({}, parse._DEEPEST)
    try:
        with patch.dict(vars(libxml2), lowered), patch.object(parse, "_DEEPEST", deepest):
            with using("checked"):
                found = written(cleaner, html)
            with using("reference"):
                return found == written(cleaner, html)
    except AssertionError as error:
        print(error)
        return False


def written(cleaner: "Cleaner", html: bytes) -> tuple[str, str, list[int]]:
    """The results of a page that are compared: its text, its Markdown and its labels.

    For data that are not a page, the error.
    """
    from victor.errors import VictorError

    try:
        found = cleaner.clean(html)
    except VictorError as error:
        return str(error), "", []
    return found.text, found.markdown, found.labels.y.tolist()


def run_sanitised(count: int, seed: int) -> int | None:
    """Clean the pages with sanitised parts; the exit status, or None if no compiler builds them."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = environment(Path(folder), ROOT / "tests")
            sanitised(Path(folder))
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"sanitised parts: skipped, no compiler that builds them: {error}")
            return None
        numbers = ("--pages", str(count), "--seed", str(seed))
        command = [sys.executable, __file__, "--inside", *numbers]
        return subprocess.run(command, env=found, check=False).returncode


def main() -> int:
    """Build, run, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        return clean(given.pages, given.seed) > 0
    start = time.monotonic()
    status = run_sanitised(given.pages, given.seed)
    if status is None:
        return 0
    verdict = "nothing reported, nothing differs" if status == 0 else f"FAILED, status {status}"
    print(f"sanitised parts: {given.pages} pages, {time.monotonic() - start:.0f} s: {verdict}")
    return status != 0


if __name__ == "__main__":
    sys.exit(main())
