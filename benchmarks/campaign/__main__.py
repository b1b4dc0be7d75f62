"""Search for inputs that break Victor: generated and damaged files, killed runs, pumps.

    python -m benchmarks.campaign [TARGET...] --count N --processes P --seed S --folder DIR

A *target* is a kind of input: a function that generates one from a random number generator, and a
function that passes it to Victor and returns a description of the problem, if any. ``tests/fuzz``
runs a few inputs of each target; this module runs any number. See ``targets`` for the checks.

A journal in DIR records the outcomes, so that the same command resumes an interrupted run, and a
greater N adds inputs. Each finding is written to DIR with the command that reproduces it. A process
that dies or hangs is also a finding. ``--sanitised`` uses parts built with the address and
undefined-behaviour sanitisers, as in ``scripts/sanitize.py``.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import command_line
from benchmarks.campaign.generators import ROOT, SAMPLES, samples
from benchmarks.campaign.running import Journal, outcome, run, summary
from benchmarks.campaign.targets import TARGETS


def main() -> int:
    """Run the campaign and print a summary; return 1 if there are findings, 2 if it cannot run."""
    given = _parsed()
    if given.samples:
        os.environ[SAMPLES] = str(given.samples)
        samples()  # fail before the processes do
    if given.sanitised:
        return _sanitised([one for one in sys.argv[1:] if one != "--sanitised"])
    if given.replay:
        return _replay(given.targets, given.replay)
    given.folder.mkdir(parents=True, exist_ok=True)
    journals = [Journal(given.folder, name, given.seed) for name in given.targets or TARGETS]
    try:
        run(journals, given.count, given.processes)
    except KeyboardInterrupt:
        print("interrupted: run the same command again to resume", file=sys.stderr)
    print(summary(journals))
    return any(one.finding for journal in journals for one in journal.read())


def _parsed() -> argparse.Namespace:
    """The arguments, checked."""
    parser = command_line.parser(__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET",
                        help=f"default: all of {', '.join(TARGETS)}")  # fmt: skip
    parser.add_argument("--count", type=int, default=200, help="inputs of each target (200)")
    parser.add_argument("--processes", type=int, default=1, help="number of processes (1)")
    parser.add_argument("--seed", type=int, default=0, help="random seed (0)")
    parser.add_argument("--folder", type=Path, default=Path("campaign"), metavar="DIR",
                        help="journal and findings (campaign)")  # fmt: skip
    parser.add_argument("--samples", type=command_line.existing, metavar="CORPUS",
                        help="pages to damage, instead of those of the repository")  # fmt: skip
    parser.add_argument(
        "--replay", type=command_line.existing, metavar="FILE", help="run a single input"
    )
    parser.add_argument("--sanitised", action="store_true", help="build parts with sanitisers")
    given = parser.parse_args()
    if given.replay and not given.targets:
        given.targets = [given.replay.name.partition("-")[0]]
    if unknown := set(given.targets) - TARGETS.keys():
        parser.error(f"unknown target {unknown.pop()!r}; known: {', '.join(TARGETS)}")
    return given


def _replay(targets: list[str], file: Path) -> int:
    found = outcome(targets[0], file.read_bytes())
    print(found.traceback or "", end="")
    print(found.finding or f"nothing found in {found.seconds:.2f} s")
    return found.finding is not None


def _sanitised(arguments: list[str]) -> int:
    """Run the same command with a copy of the package whose parts have sanitisers."""
    sys.path.append(str(ROOT / "scripts"))
    import sanitize  # type: ignore[import-not-found]

    with tempfile.TemporaryDirectory() as folder:
        try:
            environment = sanitize.environment(Path(folder), ROOT)
            sanitize.sanitised(Path(folder))
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"no compiler that builds sanitised parts: {error}", file=sys.stderr)
            return 2
        command = [sys.executable, "-P", "-m", "benchmarks.campaign", *arguments]
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    command_line.run(main)
