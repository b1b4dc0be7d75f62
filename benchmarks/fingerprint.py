"""Hash the labelled pages of corpora, to check that a change does not alter any label.

Cleans every page of the corpora with every shipped task and hashes the values of its JSON row,
without the names of the fields. Prints a hash for each task; ``--json`` writes the hashes of all
pages, ``--against`` lists the pages whose hashes differ from those in such a file.
"""

import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path

from benchmarks import command_line
from benchmarks.corpus import files
from victor import VictorError, pipeline
from victor.config import resources
from victor.output import jsonl

LISTED = 5  # differing pages that are listed for each task


def shipped() -> list[str]:
    """The shipped tasks that can be loaded without learning."""
    found = []
    for name in resources.names("configs"):
        try:
            pipeline.load(name)
        except VictorError:
            continue
        found.append(name)
    return found


def digest(text: str) -> str:
    """The first sixteen hexadecimal digits of the SHA-256 hash."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def hashes(task: str, corpora: list[Path]) -> dict[str, str]:
    """A hash for each page, by corpus and name."""
    cleaner = pipeline.load(task)
    found = {}
    for corpus in corpora:
        for source in files(corpus):
            row = jsonl.row(cleaner.clean(source.read(), source.target).document)
            blocks = [list(block.values()) for block in row.pop("blocks")]
            values = json.dumps([*row.values(), blocks], ensure_ascii=False)
            found[f"{corpus.name}/{source.target}"] = digest(values)
    return found


def main() -> None:
    """Hash, compare and print."""
    parser = command_line.parser(__doc__)
    parser.add_argument("corpora", nargs="+", type=command_line.existing, help="folders of pages")
    parser.add_argument("--tasks", help="shipped tasks, separated by commas (default: all)")
    parser.add_argument("--json", type=Path, help="write the hash of every page")
    parser.add_argument(
        "--against", type=command_line.existing, help="compare with a file that --json wrote"
    )
    given = parser.parse_args()
    tasks = given.tasks.split(",") if given.tasks else shipped()
    with ProcessPoolExecutor() as pool:
        found = dict(
            zip(tasks, pool.map(partial(hashes, corpora=given.corpora), tasks), strict=True)
        )
    before = command_line.read_json(given.against) if given.against else {}
    for task, pages in found.items():
        whole = digest("".join(pages[page] for page in sorted(pages)))
        other = [page for page, one in before.get(task, {}).items() if pages.get(page) != one]
        result = f"{len(other)} differ: {', '.join(other[:LISTED])}" if task in before else ""
        print(task, len(pages), whole, result)
    command_line.write_json(found, given.json)


if __name__ == "__main__":
    command_line.run(main)
