"""Clean a page with an installed wheel, and list the compiled parts that are missing.

    python scripts/check_wheel.py

Fails if a part is missing.
"""

import sys

import victor
from victor.compiled import PARTS, part


def main() -> int:
    """Clean a page and print the missing parts; 1 if there are any."""
    page = "".join(f"<p>Paragraph {number} of running text.</p>" for number in range(9))
    assert len(victor.load("web").clean(page).blocks) == 9
    missing = [source for source in PARTS if part(source) is None]
    print(f"compiled parts that are missing: {', '.join(missing) or 'none'}")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
