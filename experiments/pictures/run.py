"""Draw the pictures of docs/pictures/.

    python -m experiments.pictures.run [NAME ...]

Without NAME, draws all pictures that need nothing but the code; `before-after` needs Chromium,
`annotator` the extra `annotate`.
"""

from argparse import ArgumentTypeError
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks import command_line
from experiments.pictures import charts, families, page, screens
from victor.errors import did_you_mean

FOLDER = Path(__file__).parent.parent.parent / "docs" / "pictures"
DRAWN: Mapping[str, Callable[[], str]] = {
    "stages": page.stages,
    "blocks": page.blocks,
    "features": families.features,
    "network": page.net,
    "decoding": page.decoding,
    "conventions": page.conventions,
    "accuracy": charts.accuracy,
    "speed": charts.speed,
    "teaching": charts.teaching,
    "structure": charts.structure,
    "tradeoff": charts.tradeoff,
}
TAKEN: Mapping[str, Callable[[Path], None]] = {
    "before-after": screens.before_after,
    "annotator": screens.annotator,
}


def main() -> None:
    """Write the pictures."""
    parser = command_line.parser(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", type=known)
    for name in parser.parse_args().names or DRAWN:
        if name in DRAWN:
            (FOLDER / f"{name}.svg").write_text(DRAWN[name](), "utf-8")
        else:
            TAKEN[name](FOLDER)


def known(name: str) -> str:
    """Check the name of a picture, and return it.

    Raises:
        ArgumentTypeError: there is no such picture.
    """
    names = (*DRAWN, *TAKEN)
    if name not in names:
        raise ArgumentTypeError(f"unknown picture {name!r}{did_you_mean(name, names)}")
    return name


if __name__ == "__main__":
    command_line.run(main)
