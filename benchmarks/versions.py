"""Compare two checkouts: the processor time of each outcome, and the pages on which they differ.

Each version cleans the same pages in a separate process. The two alternate, so that other load on
the machine affects both equally, and the fastest round of each turn counts. Build the compiled
parts of both checkouts first (``scripts/build_native.py``). To see the noise, compare a checkout
with itself.
"""

import inspect
import json
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NamedTuple

from benchmarks import command_line
from benchmarks.corpus import samples
from benchmarks.timing import Seconds, interleaved, total
from victor.errors import VictorError
from victor.evaluate.tables import table

ROOT = Path(__file__).parent.parent
OUTCOMES = ("text", "markdown", "html", "json", "metadata")


def serve(task: str) -> None:
    """Clean files; this is run in each checkout, and so imports its version.

    Reads an outcome and file names from each line of standard input, as JSON. Writes the processor
    seconds, and a hash of each result.

    Args:
        task: the name of a shipped task.
    """
    import json
    import sys
    import time
    from hashlib import sha256
    from pathlib import Path

    import victor

    def result(page: bytes, outcome: str) -> str:
        cleaned = cleaner.clean(page)
        if outcome == "metadata":
            return f"{cleaned.text} {cleaned.metadata}"
        return cleaned.format(outcome)

    cleaner = victor.load(task)
    for line in sys.stdin:
        outcome, files = json.loads(line)
        pages = [Path(file).read_bytes() for file in files]
        start = time.process_time()
        found = [result(page, outcome) for page in pages]
        spent = time.process_time() - start
        hashes = [sha256(one.encode("utf-8", "surrogatepass")).hexdigest() for one in found]
        print(json.dumps([spent, hashes]), flush=True)


class Version(NamedTuple):
    """A process that runs :func:`serve` in a checkout."""

    checkout: Path
    asked: IO[bytes]
    answers: IO[bytes]

    def clean(self, outcome: str, files: Sequence[str]) -> tuple[float, list[str]]:
        """The processor seconds of an outcome of some files, and hashes of the results.

        Raises:
            VictorError: the process has ended; it writes the reason to standard error.
        """
        with suppress(BrokenPipeError):
            self.asked.write(json.dumps([outcome, files]).encode() + b"\n")
        if not (answer := self.answers.readline()):
            raise VictorError(f"{self.checkout}: this version cannot write {outcome!r}")
        seconds, hashes = json.loads(answer)
        return seconds, hashes


@contextmanager
def started(checkout: Path, task: str) -> Iterator[Version]:
    """Start a version; it ends with the context."""
    source = f"{inspect.getsource(serve)}\nserve({task!r})"
    process = subprocess.Popen(
        [sys.executable, "-c", source],
        cwd=checkout,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )
    assert process.stdin and process.stdout
    with process:
        yield Version(checkout, process.stdin, process.stdout)
        process.stdin.close()


def compared(
    versions: Sequence[Version], outcome: str, turns: Sequence[Sequence[str]], rounds: int
) -> list[Any]:
    """A row: milliseconds per page of each version, their ratio, and how many pages differ."""
    measures = {str(i): partial(_seconds, one, outcome) for i, one in enumerate(versions)}
    found = interleaved(measures, turns, rounds)
    pages = sum(map(len, turns))
    first, second = (1000 * sum(map(total, found[name])) / pages for name in measures)
    differ = sum(_differing(versions, outcome, turn) for turn in turns)
    return [first, second, first / second, str(differ)]


def _differing(versions: Sequence[Version], outcome: str, files: Sequence[str]) -> int:
    """How many files have different results."""
    hashes = (one.clean(outcome, files)[1] for one in versions)
    return sum(one != other for one, other in zip(*hashes, strict=True))


def _seconds(version: Version, outcome: str, files: Sequence[str]) -> Seconds:
    return {"all": version.clean(outcome, files)[0]}


def main() -> None:
    """Measure and print."""
    given = options()
    with (
        TemporaryDirectory() as folder,
        started(ROOT, given.task) as this,
        started(given.checkout.resolve(), given.task) as other,
    ):
        rows = [
            [corpus.name, outcome, *compared((this, other), outcome, turns, given.rounds)]
            for corpus in given.corpora
            for turns in [_turns(corpus, Path(folder), given)]
            for outcome in given.outcomes
        ]
    header = ("corpus", "outcome", "ms per page", "the other's", "ratio", "pages that differ")
    print(table(header, rows))


def _turns(corpus: Path, folder: Path, given: Namespace) -> list[list[str]]:
    """Random pages of a corpus, written to a folder: their names, some for each turn."""
    names = []
    for number, page in enumerate(samples(corpus, given.pages, given.seed)):
        names.append(str(folder / f"{corpus.name}-{number}.html"))
        Path(names[-1]).write_bytes(page.html)
    return [names[start : start + given.turn] for start in range(0, len(names), given.turn)]


def options() -> Namespace:
    """Parse the command line."""
    parser = command_line.parser(__doc__)
    parser.add_argument("checkout", type=command_line.existing, help="the other version")
    parser.add_argument("corpora", type=command_line.existing, nargs="+", help="folders of pages")
    parser.add_argument("--task", default="web", help="shipped task (web)")
    parser.add_argument("--outcomes", nargs="+", choices=OUTCOMES, default=OUTCOMES[:2],
                        help="what is timed (text markdown)")  # fmt: skip
    parser.add_argument("--pages", type=int, default=100, help="number of random pages (100)")
    parser.add_argument("--seed", type=int, default=0, help="random seed for the choice of pages")
    parser.add_argument("--turn", type=int, default=10, help="pages at a time (10)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds; the fastest counts (5)")
    return parser.parse_args()


if __name__ == "__main__":
    command_line.run(main)
