"""Clean a page with an installed wheel, and list the compiled parts that are missing.

    python scripts/check_wheel.py

Fails if a part is missing, except for the parser on Windows, where the libxml2 of lxml cannot be
found.
"""

import sys

import victor
from victor.compiled import PARTS, part


def main() -> int:
    """Clean a page and print the missing parts; 1 if they are not as expected."""
    page = "".join(f"<p>Paragraph {number} of running text.</p>" for number in range(9))
    assert len(victor.load("web").clean(page).blocks) == 9
    missing = [source for source in PARTS if part(source) is None]
    print(f"compiled parts that are missing: {', '.join(missing) or 'none'}")
    return missing != (["parse"] if sys.platform == "win32" else [])


if __name__ == "__main__":
    sys.exit(main())
