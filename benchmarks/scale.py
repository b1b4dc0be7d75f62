"""docs/scale.md: what a crawl of a billion pages costs, from what the measuring scripts wrote.

    python scripts/scale.py FOLDER

FOLDER holds the JSON files of these commands, run on a machine that does nothing else:

    python scripts/growth.py CORPORA/* --json FOLDER/growth.json --plot docs/growth.svg
    python scripts/crawl.py CORPORA/wcxb-dev --json FOLDER/crawl.json --plot docs/memory.svg
    python scripts/bench.py CORPORA/wcxb-dev --pages 300 --json FOLDER/bench.json
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from command_line import words
from crawl import HEADER, lines
from growth import corpus_table, kind_table

from templates import fill
from victor.evaluate.tables import table

Json = dict[str, Any]
_CRAWL = 1_000_000_000  # pages
_FILE = 30_000  # pages of a WARC file of a common crawl
_CORES = 64  # of an instance
_PRICES = (0.01, 0.02, 0.05)  # of a core-hour
_SHOWN = 8  # kinds of pages


def cost(crawl: Json, bench: Json) -> str:
    """Core-hours, instances and money."""
    rate = crawl["runs"][0]["pages_per_second"]
    hours = _CRAWL / rate / 3600
    per_file = _FILE / rate / 60
    days = hours / _CORES / 24
    alone = bench["pages_per_second"]["victor"]
    rows = [
        ("pages a second and core, reading and writing included", f"{rate:.1f}"),
        ("the same, cleaning alone", f"{alone:.1f}"),
        ("core-hours of a billion pages", f"{hours:,.0f}"),
        (f"days on one instance of {_CORES} cores", f"{days:,.1f}"),
        ("instances for one day", f"{-(-days // 1):,.0f}"),
        (f"minutes and core for a WARC file of {_FILE:,} pages", f"{per_file:,.0f}"),
        ("GB of memory for each core", f"{_memory(crawl) / 1000:.1f}"),
    ]
    money = ", ".join(f"{hours * price:,.0f} at {price:.2f}" for price in _PRICES)
    said = f"Money is core-hours times the price of a core-hour: {money}."
    header = ("", f"{crawl['bytes'] / crawl['pages'] / 1000:.0f} kB a page")
    return table(header, rows) + "\n\n" + said


def _memory(crawl: Json) -> float:
    """The peak of the largest process, in MB, rounded up to hundreds."""
    peaks = [one["peak_mb"] for run in crawl["runs"] for one in run["processes"]]
    return 100.0 * -(-max(peaks, default=0.0) // 100)


def steepest(kinds: Mapping[str, Json]) -> str:
    """The kinds of pages with the largest exponents; what is said of the others."""
    known = {kind: one for kind, one in kinds.items() if one["exponent"] is not None}
    order = sorted(known, key=lambda kind: -known[kind]["exponent"])
    shown, others = order[:_SHOWN], order[_SHOWN:]
    text = kind_table({kind: kinds[kind] for kind in shown})
    if others:
        below = known[others[0]]["exponent"]
        text += (
            f"\n\nThe other {len(others)} kinds ({_listed(others)}) are at {below:.2f} or below."
        )
    return text


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"*{name}*" for name in names)


def parts_of(folder: Path) -> dict[str, str]:
    """The places of docs/scale.in.md."""
    read = {
        name: json.loads((folder / f"{name}.json").read_text())
        for name in ("growth", "crawl", "bench")
    }
    growth, crawl = read["growth"], read["crawl"]
    corpora = growth["corpora"]
    measured = ", ".join(f"{name} ({one['pages']:,} pages)" for name, one in corpora.items())
    return {
        "cost": cost(crawl, read["bench"]),
        "workers": table(HEADER, lines(crawl)),
        "crawl": f"{crawl['pages']:,} pages of {crawl['corpus']}",
        "kinds": steepest(growth["kinds"]),
        "corpora": measured or "no corpus",
        "slowest": corpus_table(corpora) if corpora else "",
    }


if __name__ == "__main__":
    fill("scale", parts_of(Path(words(__doc__)[0])))
