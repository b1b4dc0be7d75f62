"""Serve the playground and the API on this machine.

The playground at / shows how a page is cleaned, lets you correct labels, and teaches the model from
the pages you have corrected. POST /extract cleans pages for other programs; /openapi.json describes
it. Nothing is written to disk, and no page is fetched unless --allow-host names its host. Needs the
extra 'serve'.
"""

import argparse
from pathlib import Path

from victor.commands.options import check_least, naming_options, size
from victor.errors import VictorError, require
from victor.files import without_ending


def add(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    add = parser.add_argument
    add("--host", default="127.0.0.1", metavar="ADDRESS",
        help="address to listen on (default: 127.0.0.1, this machine only)")  # fmt: skip
    add("--port", type=int, default=8080, metavar="N",
        help="port to listen on; 0: any free port (default: 8080)")  # fmt: skip
    add("--model", action="append", default=[], metavar="DIR",
        help="model directory to offer besides the shipped tasks; can be repeated")  # fmt: skip
    add("--workers", type=int, default=2, metavar="N",
        help="number of processes that clean pages (default: 2)")  # fmt: skip
    add("--timeout", type=float, default=30.0, metavar="SECONDS",
        help="skip pages that take longer (default: 30)")  # fmt: skip
    add("--max-bytes", type=size, default=10 << 20, metavar="BYTES",
        help="refuse larger requests (e.g. 500k, 20M; default: 10M)")  # fmt: skip
    add("--max-pages", type=int, default=64, metavar="N",
        help="refuse larger batches (default: 64)")  # fmt: skip
    add("--max-memory", type=size, metavar="BYTES",
        help="limit the memory of a worker (e.g. 1G; default: no limit)")  # fmt: skip
    add("--queue", type=int, default=64, metavar="N",
        help="maximum number of current requests; others get status 503 (default: 64)")  # fmt: skip
    add("--allow-host", action="append", default=[], metavar="NAME",
        help="fetch pages of this host on request, a name or NAME:PORT; can be repeated; "
        "needs the extra 'fetch'")  # fmt: skip
    add("--public-name", action="append", default=[], metavar="NAME",
        help="host name under which browsers reach the server; can be repeated")  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped."""
    for module in ("starlette", "uvicorn", "tinycss2"):
        require(module, "serve")
    if arguments.allow_host:
        from victor.page.fetch import require_extra

        require_extra()
    _check(arguments)
    from victor.serve.app import run as serve
    from victor.serve.settings import Settings

    settings = Settings(
        models=_models(arguments.model),
        workers=arguments.workers,
        timeout=arguments.timeout,
        max_bytes=arguments.max_bytes,
        max_pages=arguments.max_pages,
        queue=arguments.queue,
        max_memory=arguments.max_memory,
        hosts=tuple(name.lower() for name in arguments.allow_host),
        names=tuple(arguments.public_name),
    )
    with naming_options():
        serve(settings, arguments.host, arguments.port)
    return 0


def _check(arguments: argparse.Namespace) -> None:
    for name in ("workers", "max_bytes", "max_pages", "queue"):
        check_least(f"--{name.replace('_', '-')}", getattr(arguments, name), 1)
    if not 0 <= arguments.port <= 65535:
        raise VictorError(f"--port: expected 0 to 65535, found {arguments.port}")
    if not 0.1 <= arguments.timeout <= 3600:
        raise VictorError(f"--timeout: expected 0.1 to 3600 s, found {arguments.timeout:g}")
    for name in arguments.allow_host:
        if "/" in name or not name:
            raise VictorError(f"--allow-host: expected a host name, found {name!r}")
    for name in arguments.public_name:
        if "/" in name or ":" in name or not name:
            raise VictorError(f"--public-name: expected a host name without a port, found {name!r}")


def _models(folders: list[str]) -> dict[str, str]:
    """The model directories by task name: the directory's name without the ending ``.model``."""
    found: dict[str, str] = {}
    for folder in folders:
        name = without_ending(Path(folder).resolve().name, [".model"])
        if name in found:
            raise VictorError(f"--model {folder}: {found[name]} has the same name {name!r}")
        found[name] = folder
    return found
