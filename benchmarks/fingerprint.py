"""Hash the labelled pages of corpora, to show that a change leaves every label as it was.

    python benchmarks/fingerprint.py CORPUS... [--tasks web,bte] [--json FILE] [--against FILE]

Cleans every page of the corpora with every shipped task and hashes the values of its JSON row,
without the names of the fields. Prints a hash for each task; ``--json`` writes those of all pages,
``--against`` lists the pages whose hash differs from such a file.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is loaded

from victor import VictorError, pipeline
from victor.commands.clean import sources
from victor.config import resources
from victor.output import jsonl

LISTED = 5  # differing pages that are named for each task


def shipped() -> list[str]:
    """The tasks that need no learning."""
    found = []
    for name in resources.names("configs"):
        try:
            pipeline.load(name)
        except VictorError:
            continue
        found.append(name)
    return found


def digest(text: str) -> str:
    """Sixteen hexadecimal digits."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def hashes(task: str, corpora: list[Path]) -> dict[str, str]:
    """A hash for each page, by corpus and name."""
    cleaner = pipeline.load(task)
    found = {}
    for corpus in corpora:
        for source in sources([str(corpus)]):
            row = jsonl.row(cleaner.clean(source.read(), source.target).document)
            blocks = [list(block.values()) for block in row.pop("blocks")]
            values = json.dumps([*row.values(), blocks], ensure_ascii=False)
            found[f"{corpus.name}/{source.target}"] = digest(values)
    return found


def main() -> None:
    """Hash, print, compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", nargs="+", type=Path, help="folders of pages")
    parser.add_argument("--tasks", help="shipped tasks, separated by commas (default: all)")
    parser.add_argument("--json", type=Path, help="write the hash of every page")
    parser.add_argument("--against", type=Path, help="compare with such a file")
    given = parser.parse_args()
    tasks = given.tasks.split(",") if given.tasks else shipped()
    with ProcessPoolExecutor() as pool:
        found = dict(
            zip(tasks, pool.map(partial(hashes, corpora=given.corpora), tasks), strict=True)
        )
    before = json.loads(given.against.read_text()) if given.against else {}
    for task, pages in found.items():
        whole = digest("".join(pages[page] for page in sorted(pages)))
        other = [page for page, one in before.get(task, {}).items() if pages.get(page) != one]
        said = f"{len(other)} differ: {', '.join(other[:LISTED])}" if task in before else ""
        print(task, len(pages), whole, said)
    if given.json:
        given.json.write_text(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
