"""Test `victor serve` under load and with malformed requests: speed, errors and memory.

``python -m benchmarks.serving FOLDER --clients 8 --seconds 60`` sends pages of a folder as fast as
the server responds. ``python -m benchmarks.serving FOLDER --malformed 1000`` sends malformed
requests; every response must be an error in JSON with a status from 400 to 499, except that the
server may close the connection if a request is incomplete or too large.
"""

import asyncio
import gzip
import json
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from benchmarks import command_line
from benchmarks.corpus import samples
from benchmarks.timing import memory, read_process

HOST = "127.0.0.1"
MAX_BYTES = 10 << 20  # the default of the server
WARM = 3.0  # seconds of load before memory is first measured
PAUSE = 3.0  # seconds before memory is last measured


@dataclass(frozen=True)
class Answer:
    """A response; status 0 if the connection was closed without one."""

    status: int
    kind: str = ""
    body: bytes = b""

    @property
    def is_error(self) -> bool:
        """Whether this is a client error with a JSON body, as documented."""
        if not 400 <= self.status < 500 or self.kind != "application/json":
            return False
        error = json.loads(self.body)["error"]
        return error["status"] == self.status and bool(error["message"])


@contextmanager
def server(workers: int) -> Iterator[tuple[int, int]]:
    """Start a server; yield its port and process ID."""
    command = [sys.executable, "-m", "victor", "serve", "--port", "0", "--workers", str(workers)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr
        found = re.search(r":(\d+)/", line := process.stderr.readline())
        if not found:
            raise SystemExit(f"victor serve does not start: {line}")
        yield int(found[1]), process.pid
    finally:
        process.terminate()
        process.wait()


def megabytes(pid: int) -> dict[str, float]:
    """The resident memory of the server and of each worker, in MB."""
    children = read_process(pid, f"task/{pid}/children").split()
    names = [one for one in children if "spawn_main" in read_process(one, "cmdline")]
    found = {f"worker {i}": memory("VmRSS", one) or 0 for i, one in enumerate(names)}
    return {"server": memory("VmRSS", pid) or 0, **found}


async def ask(port: int, data: bytes, pause: float = 0.0, end: bool = False) -> Answer:
    """Send bytes, slowly if ``pause`` is set, and read the response until the connection closes.

    Args:
        port: the port of the server.
        data: the raw request.
        pause: seconds between its pieces.
        end: whether to close the connection for writing afterwards.
    """
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        size = max(1, len(data) // 10) if pause else len(data)
        for start in range(0, len(data), size):
            writer.write(data[start : start + size])
            await writer.drain()
            await asyncio.sleep(pause)
        if end:
            writer.write_eof()
        return read(await asyncio.wait_for(reader.read(), 60))
    except OSError:
        return Answer(0)
    finally:
        writer.close()


def read(data: bytes) -> Answer:
    """Parse a response; status 0 if it is not HTTP."""
    head, _, body = data.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 "):
        return Answer(0)
    kind = re.search(rb"(?i)^content-type: *([^\r;]+)", head, re.MULTILINE)
    return Answer(int(head[9:12]), kind[1].decode() if kind else "", body)


def request(
    body: bytes, kind: str = "application/json", path: str = "/extract", **headers: str
) -> bytes:
    """The bytes of a POST request; underscores in header names become hyphens."""
    given = {"Host": "localhost", "Connection": "close", "Content-Type": kind}
    given |= {"Content-Length": str(len(body))}
    given |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
    return "\r\n".join(lines).encode("utf-8") + b"\r\n\r\n" + body


# ---- malformed requests ----

VALID = {"html": "<p>Words", "task": "web", "prefer": 1.5, "keep": ["title"], "fields": ["text"]}
VALUES: list[Any] = [None, 7, -1, 1e300, True, "", "nothing", [], [[]], {}, {"a": 1}, [None], [1]]
Make = Callable[[random.Random], bytes]


def wrong_value(chance: random.Random) -> bytes:
    """A value of the wrong type, or an unknown name."""
    key = chance.choice(["task", "prefer", "keep", "drop", "fields", "formats", "pages", "url"])
    value = chance.choice([one for one in VALUES if one != []])
    if key == "url":
        return request(json.dumps({"url": value}).encode())
    return request(json.dumps({**VALID, key: value if value != 7 else "7"}).encode())


def unknown_key(chance: random.Random) -> bytes:
    key = "".join(chance.choices("abcdefghé😀.[]\n", k=chance.choice((1, 9, 300))))
    return request(json.dumps({**VALID, key: 1}).encode())


def cut_json(chance: random.Random) -> bytes:
    text = json.dumps(VALID).encode()
    return request(text[: chance.randrange(len(text))])


def noise(chance: random.Random) -> bytes:
    return request(b"\xff" + chance.randbytes(chance.choice((0, 10, 5000))))


def not_utf8(chance: random.Random) -> bytes:
    return request(json.dumps(VALID).encode().replace(b"Words", b"W\xf0\x28rds"))


def deep(chance: random.Random) -> bytes:
    depth = chance.choice((1000, 100_000))
    opening, closing = chance.choice((("[", "]"), ('{"a":', "}")))
    return request((opening * depth + "1" + closing * depth).encode())


def huge_number(chance: random.Random) -> bytes:
    number = chance.choice(("1e400", "-1e400", "NaN", "Infinity", "9" * 10_000, "0." + "0" * 400))
    return request(f'{{"html": "x", "prefer": {number}}}'.encode())


def not_an_object(chance: random.Random) -> bytes:
    return request(json.dumps(chance.choice([*VALUES[:-2], 3, "x"]) or []).encode())


def wrong_kind(chance: random.Random) -> bytes:
    kind = chance.choice(("text/htm", "", "multipart/form-data; boundary=x", "image/png", "é", "/"))
    return request(json.dumps(VALID).encode(), kind)


def compressed(chance: random.Random) -> bytes:
    bomb = gzip.compress(b"<p>" * chance.choice((1, 1_000_000)))
    return request(bomb, "text/html", Content_Encoding=chance.choice(("gzip", "br", "deflate")))


def wrong_length(chance: random.Random) -> bytes:
    length = chance.choice(("-1", "x", "1e3", "+5", "5, 6", "9" * 30))
    return request(b"<p>Words", "text/html", Content_Length=length)


def cut_body(chance: random.Random) -> bytes:
    return request(b"<p>Words", "text/html", Content_Length=str(chance.choice((9, 5000, 10**6))))


def too_large(chance: random.Random) -> bytes:
    return request(b"a" * (MAX_BYTES + chance.choice((1, 1 << 20))), "text/html")


def chunks(chance: random.Random) -> bytes:
    """Chunks that are too large in total, malformed or incomplete."""
    head = request(b"", "text/html", Transfer_Encoding="chunked").replace(
        b"Content-Length: 0\r\n", b""
    )
    if chance.random() < 0.2:
        return head + (b"100000\r\n" + b"a" * 0x100000 + b"\r\n") * 12 + b"0\r\n\r\n"
    return head + chance.choice((b"zz\r\n", b"-5\r\nabc\r\n", b"5\r\nab", b"\0" * 50))


def bad_head(chance: random.Random) -> bytes:
    return chance.choice(
        (
            b"GET\r\n\r\n",
            b"\x16\x03\x01\x02\r\n\r\n",
            b"GET / HTTP/1.1\r\n\r\n",
            b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        )
    )


def long_head(chance: random.Random) -> bytes:
    return request(b"<p>Words", "text/html", A="a" * chance.choice((300_000, 3_000_000)))


def foreign(chance: random.Random) -> bytes:
    name, value = chance.choice(
        (("Host", "evil.example"), ("Origin", "http://evil.example"), ("Origin", "null"),
         ("Host", ""), ("Host", "[::1"), ("Sec_Fetch_Site", "cross-site"))
    )  # fmt: skip
    return request(json.dumps(VALID).encode(), **{name: value})


def nowhere(chance: random.Random) -> bytes:
    path = chance.choice(("/extrac", "/../../etc/passwd", "/static/%2e%2e/x", "/health", "/%00"))
    return request(json.dumps(VALID).encode(), path=path)


def query(chance: random.Random) -> bytes:
    found = chance.choice(
        ("task=x", "prefer=nan", "prefer=", "keep=,", "html=x", "%ff=1", "fields=x")
    )
    return request(b"<p>Words", "text/html", f"/extract?{found}")


def not_a_page(chance: random.Random) -> bytes:
    start = chance.choice((b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n", b"PK\x03\x04", b"\x1f\x8b\x08\x00"))
    return request(start + chance.randbytes(200), "text/html")


def of_playground(chance: random.Random) -> bytes:
    path = chance.choice(("pages/1", "teach", "pages/99999999999999999999", "pages?name=x&task=y"))
    kind = "text/html" if "?" in path else "application/json"
    cookie = "victor-session=" + "".join(chance.choices("abc=;\x7f", k=30))
    return request(b'{"page": 1}', kind, f"/playground/{path}", Cookie=cookie)


KINDS: tuple[Make, ...] = (
    *(wrong_value, unknown_key, cut_json, noise, not_utf8, deep, huge_number, not_an_object),
    *(wrong_kind, compressed, wrong_length, cut_body, too_large, chunks, bad_head, long_head),
    *(foreign, nowhere, query, not_a_page, of_playground),
)
MAY_CLOSE = (cut_body, chunks, long_head)  # the server may close the connection instead
CUT = (cut_body, chunks)  # the client closes the connection for writing


async def malformed(port: int, count: int, clients: int, seed: int) -> Counter[tuple[str, str]]:
    """Send malformed requests; returns counts by kind and status."""
    chance = random.Random(seed)
    made = iter([(kind := KINDS[i % len(KINDS)], kind(chance)) for i in range(count)])
    found: Counter[tuple[str, str]] = Counter()

    async def client() -> None:
        for kind, data in made:
            slow = (
                0.1
                if kind is not bad_head and len(data) < 10_000 and chance.random() < 0.05
                else 0.0
            )
            answer = await ask(port, data, slow, kind in CUT)
            closed = answer.status == 0 and kind in MAY_CLOSE
            fine = answer.is_error or closed
            found[kind.__name__, f"{answer.status or 'closed'}{'' if fine else ' WRONG'}"] += 1
            if not fine:
                print(kind.__name__, data[:300], answer.status, answer.body[:200])

    await asyncio.gather(*(client() for _ in range(clients)))
    return found


# ---- load ----


async def load(
    port: int, pages: list[bytes], clients: int, seconds: float
) -> tuple[list[float], Counter[int]]:
    """Send pages for some time; returns the latencies in seconds and counts of statuses."""
    data = [request(page, "text/html", Connection="keep-alive") for page in pages]
    latencies: list[float] = []
    statuses: Counter[int] = Counter()
    end = time.monotonic() + seconds

    async def client(number: int) -> None:
        chance = random.Random(number)
        reader, writer = await asyncio.open_connection(HOST, port, limit=1 << 26)
        while time.monotonic() < end:
            start = time.monotonic()
            writer.write(chance.choice(data))
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)content-length: *(\d+)", head)
            await reader.readexactly(int(length[1]) if length else 0)
            latencies.append(time.monotonic() - start)
            statuses[int(head[9:12])] += 1
        writer.close()

    await asyncio.gather(*map(client, range(clients)))
    return latencies, statuses


def percentile(values: list[float], share: float) -> float:
    """The milliseconds at a quantile of values in seconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def print_load(latencies: list[float], statuses: Counter[int], seconds: float) -> None:
    rate = len(latencies) / seconds
    shares = ", ".join(
        f"p{round(100 * s)} {percentile(latencies, s):.0f}" for s in (0.5, 0.95, 0.99)
    )
    print(f"{len(latencies):,} answers, {rate:.1f} per second; ms: {shares}")
    print("statuses:", dict(sorted(statuses.items())))


def main() -> None:
    parser = command_line.parser(__doc__)
    parser.add_argument("folder", type=command_line.existing, help="pages to ask for")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--malformed", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    pages = [one.html for one in samples(given.folder, 50)]
    with server(given.workers) as (port, pid):
        asyncio.run(load(port, pages, given.clients, WARM))
        if given.malformed:  # simultaneous large bodies determine the memory that is kept
            asyncio.run(malformed(port, 10 * len(KINDS), given.clients, given.seed + 1))
        print("MB at the beginning:", {k: round(v) for k, v in megabytes(pid).items()})
        if given.malformed:
            found = asyncio.run(malformed(port, given.malformed, given.clients, given.seed))
            for (kind, status), count in sorted(found.items()):
                print(f"  {kind:<16} {status:<12} {count}")
            wrong = sum(n for (_, status), n in found.items() if status.endswith("WRONG"))
            print(f"{found.total()} requests, {wrong} unexpected answers")
            asyncio.run(load(port, pages, given.clients, WARM))
        else:
            print_load(*asyncio.run(load(port, pages, given.clients, given.seconds)), given.seconds)
        time.sleep(PAUSE)
        print("MB at the end:", {k: round(v) for k, v in megabytes(pid).items()})


if __name__ == "__main__":
    command_line.run(main)
