"""Words of a script's command line."""

import sys


def words(usage: str | None, least: int = 1) -> list[str]:
    """What stands after the script's name; its docstring and the end where that is too little."""
    given = sys.argv[1:]
    if len(given) < least or {"-h", "--help"} & set(given):
        print(usage)
        raise SystemExit(0 if given else 2)
    return given
