"""Kill and resume runs of ``victor clean``: the output must be that of a complete run.

An input is a JSON object: ``source``, the kind of source; ``sink``, the ending of the output;
``workers``, their number; ``kills``, each with ``after``, the delay as a fraction of the duration
of a complete run, and ``worker``, whether to kill a worker instead of the run.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from benchmarks.campaign.generators import packed, samples, warc_records, zstd

SOURCES = ("folder", "warc.gz", "warc", "jsonl", "jsonl.zst", "parquet")
SINKS = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".parquet", ".wet.gz", "")
_PAGES = 200  # per source
# Commits after each chunk, so that runs are killed between two commits.
_PROGRAM = (
    "from victor.batch import run; run._COMMIT = 0.0\n"
    "from victor.commands import main\n"
    "if __name__ == '__main__': raise SystemExit(main())"
)


def make(chance: random.Random) -> bytes:
    """A random run with one to four kills."""
    kills = [
        {"after": round(chance.random(), 3), "worker": chance.random() < 0.25}
        for _ in range(chance.randint(1, 4))
    ]
    plan = {
        "source": chance.choice(SOURCES),
        "sink": chance.choice(SINKS),
        "workers": chance.randint(1, 2),
        "kills": kills,
    }
    return json.dumps(plan).encode()


def write(kind: str, folder: Path) -> Path:
    """Write a source of a kind with ``_PAGES`` pages; return its path."""
    pages = list(islice(cycle(samples()), _PAGES))
    path = folder / f"crawl.{kind}"
    if kind == "folder":
        path.mkdir()
        for i, page in enumerate(pages):
            (path / f"{i:03}.html").write_bytes(page)
    elif kind.startswith("warc"):
        pack = packed if kind.endswith(".gz") else bytes
        records = islice(cycle(record for _, record in warc_records()), _PAGES)
        path.write_bytes(b"".join(pack(record) for record in records))
    elif kind == "parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        pq.write_table(pa.table({"html": pages}), path, row_group_size=50)
    else:
        lines = [json.dumps({"html": page.decode("utf-8", "replace")}) + "\n" for page in pages]
        data = "".join(lines).encode()
        path.write_bytes(zstd(data) if kind.endswith(".zst") else data)
    return path


def _start(plan: dict[str, Any], source: Path, output: Path) -> "subprocess.Popen[bytes]":
    """Start a run in the folder of the source, as rows contain the path of the source."""
    options = ("--model", "web", "--workers", str(plan["workers"]))
    command = [sys.executable, "-c", _PROGRAM, "clean", *options, "-o", output.name, source.name]
    return subprocess.Popen(
        command, cwd=source.parent, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def _bytes(output: Path) -> dict[str, bytes]:
    """The content of each file of an output, by relative path."""
    if output.is_file():
        return {"": output.read_bytes()}
    files = sorted(path for path in output.rglob("*") if path.is_file())
    return {str(path.relative_to(output)): path.read_bytes() for path in files}


@cache
def _whole(source: str, sink: str) -> tuple[dict[str, bytes], float]:
    """The output of an uninterrupted run, and its duration in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, f"out{sink}")
        began = time.monotonic()
        plan = {"workers": 1}
        run = _start(plan, write(source, Path(folder)), output)
        _, said = run.communicate()
        if run.returncode:
            raise RuntimeError(said.decode("utf-8", "replace"))
        return _bytes(output), time.monotonic() - began


def check(data: bytes) -> str | None:
    """Check that a run that is killed and resumed has the output of an uninterrupted one."""
    plan = json.loads(data)
    expected, whole = _whole(plan["source"], plan["sink"])
    with tempfile.TemporaryDirectory() as folder:
        source, output = write(plan["source"], Path(folder)), Path(folder, f"out{plan['sink']}")
        for kill in (*plan["kills"], None):
            run = _start(plan, source, output)
            if kill:
                time.sleep(kill["after"] * whole)
                _kill(run.pid, kill["worker"])
            _, said = run.communicate()
            if run.returncode != -signal.SIGKILL:  # it ended by itself
                break
            if _bytes(output) and not list(Path(folder).rglob("*.journal")):
                break  # it was killed after it had finished, not before the first page
        if run.returncode not in (0, -signal.SIGKILL):
            return f"exit status {run.returncode}: {said.decode('utf-8', 'replace')[-300:]}"
        found = _bytes(output)
    differ = sorted(
        {*found, *expected} - {name for name in found if found[name] == expected.get(name)}
    )
    return f"the output differs after kills: {differ[:5]}" if differ else None


def _kill(pid: int, worker: bool) -> None:
    """Kill a process, or the last of its children (Linux)."""
    with suppress(OSError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split() if worker else []
        os.kill(int(children[-1]) if children else pid, signal.SIGKILL)
