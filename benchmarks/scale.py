r"""Write docs/scale.md: the cost of cleaning a crawl of a billion pages.

FOLDER contains the JSON files of these commands, run on an idle machine:

    python -m benchmarks.growth CORPORA/* --megabytes 5 --json FOLDER/growth.json \
        --plot docs/growth.svg
    python -m benchmarks.crawl CORPORA/wcxb-dev --json FOLDER/crawl.json --plot docs/memory.svg
    python -m benchmarks.speed CORPORA/wcxb-dev --json FOLDER/speed.json
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import command_line
from benchmarks.crawl import HEADER, lines
from benchmarks.growth import kind_table
from benchmarks.templates import fill
from victor.evaluate.tables import table

Json = dict[str, Any]
_CRAWL = 1_000_000_000  # pages
_FILE = 30_000  # pages per WARC file of Common Crawl
_CORES = 64  # per instance
_PRICES = (0.01, 0.02, 0.05)  # per core-hour
_SHOWN = 8  # kinds of pages in the table


def cost(crawl: Json, speed: Json) -> str:
    """A table of core-hours and instances, and a sentence on the price."""
    rate = crawl["runs"][0]["pages_per_second"]
    hours = _CRAWL / rate / 3600
    per_file = _FILE / rate / 60
    days = hours / _CORES / 24
    alone = speed["pages_per_second"]["victor"]
    rows = [
        ("pages per second and core, with reading and writing", f"{rate:.1f}"),
        ("pages per second and core, cleaning only", f"{alone:.1f}"),
        ("time of the first, times that of the second", f"{alone / rate:.1f}"),
        ("core-hours for a billion pages", f"{hours:,.0f}"),
        (f"days on one instance with {_CORES} cores, extrapolated", f"{days:,.1f}"),
        ("such instances for one day", f"{-(-days // 1):,.0f}"),
        (f"core-minutes for a WARC file of {_FILE:,} pages", f"{per_file:,.0f}"),
        ("GB of memory per core", f"{_memory(crawl) / 1000:.1f}"),
    ]
    money = ", ".join(f"${hours * price:,.0f} at ${price:.2f}" for price in _PRICES)
    price = f"The cost is the core-hours times their price: {money} per core-hour."
    header = ("", f"{crawl['bytes'] / crawl['pages'] / 1000:.0f} kB per page")
    return table(header, rows) + "\n\n" + price


def _memory(crawl: Json) -> float:
    """The peak of the largest process, in MB, rounded up to hundreds."""
    peaks = [one["peak_mb"] for run in crawl["runs"] for one in run["processes"]]
    return 100.0 * -(-max(peaks, default=0.0) // 100)


def steepest(kinds: Mapping[str, Json]) -> str:
    """A table of the kinds of pages with the largest exponents, and a sentence on the others."""
    known = {kind: one for kind, one in kinds.items() if one["exponent"] is not None}
    order = sorted(known, key=lambda kind: -known[kind]["exponent"])
    shown, others = order[:_SHOWN], order[_SHOWN:]
    text = kind_table({kind: kinds[kind] for kind in shown})
    if others:
        below = known[others[0]]["exponent"]
        names = _listed(others)
        text += f"\n\nThe other {len(others)} kinds ({names}) have exponents up to {below:.2f}."
    return text


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"*{name}*" for name in names)


def slowest_kind(kinds: Mapping[str, Json]) -> str:
    """A sentence on the slowest generated page."""
    points = [(point, kind) for kind, one in kinds.items() for point in one["points"]]
    slowest, kind = max(points, key=lambda one: sum(one[0]["ms"].values()))
    seconds, size = sum(slowest["ms"].values()) / 1000, slowest["bytes"] / 1e6
    return f"The slowest of all took {seconds:.1f} seconds (*{kind}*, {size:.1f} MB)."


def slowest_page(corpora: Mapping[str, Json]) -> str:
    """A sentence on the slowest page of the corpora."""
    pages = [page for one in corpora.values() for page in one["slowest"]]
    if not pages:
        return ""
    count = sum(one["pages"] for one in corpora.values())
    slowest = max(pages, key=lambda page: page["seconds"])
    seconds, size = slowest["seconds"], slowest["bytes"] / 1e6
    return (
        f"Of the {count:,} pages of {', '.join(corpora)}, the slowest took {seconds:.2f} seconds"
        f" ({size:.1f} MB)."
    )


def parts_of(folder: Path) -> dict[str, str]:
    """The text for each placeholder of docs/scale.in.md."""
    growth, crawl, speed = (
        command_line.read_json(folder / f"{name}.json") for name in ("growth", "crawl", "speed")
    )
    return {
        "cost": cost(crawl, speed),
        "workers": table(HEADER, lines(crawl)),
        "crawl": f"those of {crawl['corpus']}, repeated until there are {crawl['pages']:,}",
        "kinds": steepest(growth["kinds"]),
        "slowest-kind": slowest_kind(growth["kinds"]),
        "corpora": slowest_page(growth["corpora"]),
    }


def main() -> None:
    """Write the page."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folder", type=command_line.existing, metavar="FOLDER")
    fill("scale", parts_of(parser.parse_args().folder))


if __name__ == "__main__":
    command_line.run(main)
