"""Generate inputs from a random number generator; its state determines their bytes."""

import gzip
import io
import json
import os
import random
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from benchmarks import corpus
from victor import config
from victor.config import resources
from victor.evaluate.gold.annotation import parse
from victor.output import label_studio

ROOT = Path(__file__).parent.parent.parent
DATA = ROOT / "data"
MODELS = ("web", "web-crf", "texrex")

# ---- any bytes ----

_BYTES: Sequence[bytes] = (
    *(b"\x00", b"\xff", b"\x80", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\r"),
    *(b"<", b">", b'"', b"'", b"&", b"=", b"-1", b"0", b"4294967296", b"9" * 40, b"1e999", b"\n"),
    *(b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"PK\x03\x04", b"%PDF-", b"\xff\xfe", b"\x1b[2J"),
)


def damaged(data: bytes, chance: random.Random, most: int = 8) -> bytes:
    """Change up to ``most`` places: delete, double, reverse or replace a piece; or truncate."""
    for _ in range(chance.randint(0, most)):
        low = chance.randint(0, len(data))
        high = min(len(data), low + chance.choice((1, 1, 4, 30, 500)))
        piece = data[low:high]
        other = chance.choice(
            (b"", piece * 2, piece[::-1], chance.choice(_BYTES), chance.randbytes(len(piece)))
        )
        data = data[:low] + other + data[high:]
        if chance.random() < 0.05:
            data = data[: chance.randint(0, len(data))]
    return data


# ---- pages ----

_TAGS = (
    "p div span a b i li ul ol td tr table tbody h1 h2 br hr img pre code blockquote section main "
    "article aside nav header footer form input select option textarea button label title head body"
    " html meta link base script style noscript template iframe object svg math mi mtext annotation"
    " foreignObject xmp listing plaintext frameset frame nobr font center dl dt dd figure caption"
    " figcaption details summary ruby rt col colgroup x-y o:p sup sub del time address video"
).split()
_NAMES = (
    "class id style href src alt title name content property rel itemprop itemtype datetime lang"
    " dir hidden aria-hidden role type charset http-equiv colspan rowspan data-x onclick xmlns"
).split()
_VALUES: Sequence[str] = (
    *("", "content main-text", "sidebar nav ad", "display:none", "javascript:x()", "/a?b=c&d=e"),
    *("//[::1", "http://a.example/é", "2024-02-30T25:61", "0001-01-01", "9" * 30, "-1", "\u202e"),
    *("og:title", "article:published_time", "datePublished", "application/ld+json", "math/tex"),
    *("text/html; charset=utf-7", "UTF-16", "x" * 300, "{{x}}", "<b>", "a\nb", "\ud83d\ude00"),
)
_TEXTS: Sequence[str] = (
    *("Hello world. ", "It rained all day, and nobody minded. " * 3, "今日は。", "สวัสดี", "שלום؟ ٣"),
    *(
        "&nbsp;",
        "&#0;",
        "&#x110000;",
        "&amp;lt;",
        "&notit;",
        "&",
        "a < b <c ",
        "\u200b",
        "\x00",
        "é",
    ),
    *(
        "<!--",
        "-->",
        "<!",
        "<?php ?>",
        "<![CDATA[",
        "]]>",
        "</",
        "<",
        ">",
        "\\(x^2\\)",
        "$$",
        "[1]",
    ),
    *('{"@type":"Article","headline":"x","articleBody":"<p>y"}', '{"a":' * 30, "\ufeff", "\u2028"),
    *("* item\n", "1. ", "    ", "|", "```", "# ", "By Anna Example", "12 May 2024", "\t", "\r\n"),
    "{{ title }}",
)


def page(chance: random.Random) -> bytes:
    """A page: from a grammar, spliced from sample pages, or re-encoded; 60% are damaged."""
    made = chance.choice((_grammar, _grammar, _spliced, _spliced, _encoded))(chance)
    return made if chance.random() < 0.4 else damaged(made, chance)


_SHORT = 600  # bytes


def snippet(chance: random.Random) -> bytes:
    """At most 600 bytes, from a grammar or pieces of sample pages; 60% are damaged."""
    made = chance.choice((_grammar, _cut))(chance, (0, 1, 2, 4, 8))[:_SHORT]
    return (made if chance.random() < 0.4 else damaged(made, chance))[:_SHORT]


def _cut(chance: random.Random, counts: Sequence[int]) -> bytes:
    """Pieces of sample pages, of up to 150 bytes each, joined."""
    whole = [chance.choice(samples()) for _ in range(chance.choice(counts))]
    starts = [chance.randrange(len(one)) for one in whole]
    return b"".join(
        one[start : start + chance.randint(1, 150)]
        for one, start in zip(whole, starts, strict=True)
    )


def _grammar(chance: random.Random, counts: Sequence[int] = (0, 1, 5, 30, 120)) -> bytes:
    parts = [_element(chance, 0) for _ in range(chance.choice(counts))]
    return "".join(parts).encode("utf-8", "surrogatepass")


def _element(chance: random.Random, depth: int) -> str:
    """Text, or an element with children; 15% are not closed, 2% are deeply nested."""
    if depth > 6 or chance.random() < 0.3:
        return chance.choice(_TEXTS)
    tag = chance.choice(_TAGS)
    start = f"<{tag}{''.join(_attribute(chance) for _ in range(chance.choice((0, 0, 1, 3))))}>"
    if chance.random() < 0.02:
        return start * chance.randint(2, 600)
    inner = "".join(_element(chance, depth + 1) for _ in range(chance.choice((0, 1, 1, 2, 4))))
    return start + inner + (f"</{tag}>" if chance.random() < 0.85 else "")


def _attribute(chance: random.Random) -> str:
    quote = chance.choice(('"', '"', "'", ""))
    return f" {chance.choice(_NAMES)}={quote}{chance.choice(_VALUES)}{quote}"


SAMPLES = "VICTOR_CAMPAIGN_SAMPLES"  # an environment variable, as child processes inherit it
_MOST, _LARGEST = 500, 200_000  # pages of a directory, bytes of each


@cache
def samples() -> tuple[bytes, ...]:
    """The sample pages of the repository, or pages of the directory that SAMPLES names."""
    if folder := os.environ.get(SAMPLES):
        pages = (one.html for one in corpus.samples(Path(folder), _MOST))
        return tuple(page for page in pages if 0 < len(page) <= _LARGEST)
    return tuple(path.read_bytes() for path in sorted(DATA.glob("*.html")))


def _spliced(chance: random.Random) -> bytes:
    """A sample page with pieces removed, doubled or replaced from another, and new elements."""
    one, other = (chance.choice(samples()).split(b"<") for _ in range(2))
    for _ in range(chance.randint(1, 12)):
        low = chance.randrange(len(one) + 1)
        high = low + chance.choice((0, 1, 5, 50))
        at = chance.randrange(len(other))
        changed = chance.choice((b"", b"<".join(one[low:high]) * 2, b"<".join(other[at : at + 20])))
        one[low:high] = [changed] if changed else []
        if chance.random() < 0.3:
            one.insert(low, _element(chance, 3).encode("utf-8", "replace").removeprefix(b"<"))
    return b"<".join(one)


_CODECS = (
    "utf-8 utf-8-sig utf-16 utf-16-le utf-16-be utf-32 utf-7 cp1252 cp1251 koi8-r iso8859-2 cp874"
    " shift_jis euc-jp iso2022_jp gb18030 big5 euc-kr"
).split()


def _encoded(chance: random.Random) -> bytes:
    """A sample page in one encoding that declares another."""
    text = chance.choice(samples()).decode("utf-8", "replace")
    declared = chance.choice((*_CODECS, "x-user-defined", "none", "é", ""))
    text = text.replace("<head>", f'<head><meta charset="{declared}">', 1)
    return text.encode(chance.choice(_CODECS), chance.choice(("ignore", "replace")))


# ---- unexpected values ----

_ODD: Sequence[Any] = (
    *(None, True, 0, -1, 2**31, 10**30, 1e308, float("inf"), float("nan"), "", "x", "\x1b[2J", "é"),
    *("../../outside", "/etc/passwd", "a\0b", "\ud800", "9" * 5000, [], [[]], {}, {"": {}}, [None]),
)


def _changed(value: Any, chance: random.Random) -> Any:
    """A JSON value with one value in it changed, removed or doubled."""
    if isinstance(value, dict | list) and value and chance.random() < 0.85:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = chance.choice(keys)
        changed = value.copy()
        if chance.random() < 0.1:
            del changed[key]
        elif isinstance(changed, list) and chance.random() < 0.1:
            changed.insert(key, changed[key])
        else:
            changed[key] = _changed(value[key], chance)
        return changed
    return _like(value, chance) if chance.random() < 0.5 else chance.choice(_ODD)


def _like(value: Any, chance: random.Random) -> Any:
    """Another value of the same type, possibly a valid one; any odd value for other types."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return chance.choice((0, 1, 2, 3, 50, -1, 0.5, -0.001, value + 1, -value, 1000 * value))
    if isinstance(value, str):
        return chance.choice(
            ("", "p", "web", value + value, value[1:], f"{{{value},x}}", f"*{value}")
        )
    return chance.choice(_ODD)


# ---- models, configurations, annotations ----


def model(chance: random.Random) -> bytes:
    """A zip archive of the files of a model, one of them changed."""
    folder = resources.folder("models") / chance.choice(MODELS)
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    name = chance.choice(("weights.npz", "weights.npz", "config.yaml", "meta.json"))
    if name == "weights.npz" and chance.random() < 0.7:
        files[name] = _arrays(files[name], chance)
    elif name == "config.yaml":
        files[name] = chance.choice((_lines, _values))(files[name], chance)
    else:
        files[name] = damaged(files[name], chance)
    return _zipped(files)


def _zipped(files: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    return file.getvalue()


def _arrays(data: bytes, chance: random.Random) -> bytes:
    """The arrays of an npz file, one with another type, shape or range, and maybe name."""
    arrays = dict(np.load(io.BytesIO(data)))
    name = chance.choice(sorted(arrays))
    arrays[name] = chance.choice(_CHANGES)(arrays[name], chance)
    if chance.random() < 0.2:
        arrays[chance.choice(("", "other", "../x", name))] = arrays.pop(name)
    file = io.BytesIO()
    np.savez(file, **{key or "arr": array for key, array in arrays.items()})
    return file.getvalue()


Array = np.ndarray[Any, np.dtype[Any]]


def _with_value(array: Array, chance: random.Random) -> Array:
    """One value, or all, replaced by an extreme value of the type; empty if not numeric."""
    if array.dtype.kind not in "iuf" or not array.size:
        return array[:0]
    info = np.iinfo(array.dtype) if array.dtype.kind in "iu" else np.finfo(array.dtype)
    value = chance.choice((info.min, info.max, info.max // 2, -1 % info.max, 0, 1e6 % info.max))
    changed = array.copy()
    changed.reshape(-1)[chance.randrange(array.size) if chance.random() < 0.7 else ...] = value
    return changed


_CHANGES: Sequence[Callable[[Array, random.Random], Array]] = (
    *[_with_value] * 4,
    lambda array, chance: array.T,
    lambda array, chance: array[:-1] if array.ndim else array.reshape(1),
    lambda array, chance: np.concatenate([array, array]) if array.ndim else array.reshape(1, 1),
    lambda array, chance: array[..., None],
    lambda array, chance: array.ravel(),
    lambda array, chance: (
        array.astype(chance.choice(("f2", "f8", ">f4", "c8", "i1", "u8", "U9")))
        if array.dtype.kind != "U"
        else array.astype(chance.choice(("S", "U1", "O")))
    ),
    lambda array, chance: np.full(array.shape, np.nan),
    lambda array, chance: np.zeros(chance.choice([(), (0,), (0, 5), (3, 0, 2)]), array.dtype),
)


_SCALARS = (
    "~ true -1 0 1e999 .nan 9999999999999999999999 '' [] {} [[]] [x,] {x: y} *a &a !!python/name:x"
    " web ../x '**' '*' 'a{b,c}' '{1..9}' p,p / \\ '(' '[a' h1 é 2024-01-01 0o7 0x10 1:30 '%' @x"
).split(" ")


def configuration(chance: random.Random) -> bytes:
    """A shipped configuration, with or without all defaults, with lines or values changed."""
    text = chance.choice(_configurations())
    return _lines(text, chance) if chance.random() < 0.4 else _values(text, chance)


def _values(data: bytes, chance: random.Random) -> bytes:
    """YAML with one or two values changed, removed or doubled."""
    tree = yaml.safe_load(data)
    for _ in range(chance.choice((1, 1, 2))):
        tree = _changed(tree, chance)
    return yaml.safe_dump(tree, sort_keys=False).encode("utf-8", "replace")


@cache
def _configurations() -> tuple[bytes, ...]:
    names = resources.names("configs")
    whole = (config.dump(config.load(name)).encode() for name in names)
    return (*(resources.find("configs", name).read_bytes() for name in names), *whole)


def _lines(data: bytes, chance: random.Random) -> bytes:
    """A text with some lines changed (value, order, indentation); 20% are damaged."""
    lines = data.split(b"\n")
    for _ in range(chance.choice((1, 1, 2, 5))):
        at, other = chance.randrange(len(lines)), chance.choice(lines)
        key, colon, _ = lines[at].partition(b": ")
        value = key + colon + chance.choice(_SCALARS).encode()
        lines[at : at + 1] = chance.choice(
            ([value], [value], [value], [], [other], [b"  " + lines[at]], [lines[at].strip()] * 2)
        )
        lines = lines or [b""]
    text = b"\n".join(lines)
    return text if chance.random() < 0.8 else damaged(text, chance)


@cache
def _annotations() -> tuple[Path, ...]:
    return tuple(sorted(DATA.glob("*.anno")))


_ANNOTATED: Sequence[bytes] = (
    *(b"[?] x", b"[", b"[x] y", b"[p]", b"[c]x", b"# labels: p", b"# labels: p p, p q"),
    *(b"# page: ../../x.html", b"# page: /etc/passwd", b"# page: \0", b"# at: 99", b"\xff"),
)


def annotation(chance: random.Random) -> bytes:
    """An annotation file of a sample page with lines inserted, then damaged."""
    lines = chance.choice(_annotations()).read_bytes().split(b"\n")
    for _ in range(chance.randint(0, 4)):
        lines.insert(chance.randrange(len(lines) + 1), chance.choice((*_ANNOTATED, *lines)))
    return damaged(b"\n".join(lines), chance, 3)


@cache
def _tasks() -> tuple[Any, ...]:
    return tuple(label_studio.task(parse(file).document) for file in _annotations())


def export(chance: random.Random) -> bytes:
    """A Label Studio export with values changed; 10% are damaged."""
    tasks: Any = chance.sample(_tasks(), chance.randint(1, 2))
    for _ in range(chance.randint(1, 3)):
        tasks = _changed(tasks, chance)
    data = json.dumps(tasks).encode()
    return data if chance.random() < 0.9 else damaged(data, chance)


# ---- sources ----

ROWS = 12  # maximum pages of a source


def packed(data: bytes) -> bytes:
    """Compress data as a gzip member without a time stamp."""
    return gzip.compress(data, 1, mtime=0)


def zstd(data: bytes) -> bytes:
    """Compress data as a zstd frame."""
    import zstandard

    return zstandard.ZstdCompressor().compress(data)


@cache
def warc_records() -> tuple[tuple[str, bytes], ...]:
    """The ID and bytes of a WARC record for each sample page, cut to 3000 bytes."""
    return tuple(_record(f"urn:record:{i}", page[:3000]) for i, page in enumerate(samples()))


def _record(name: str, html: bytes) -> tuple[str, bytes]:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <{name}>\r\n"
        f"WARC-Target-URI: http://a.example/\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return name, head.encode() + http + b"\r\n\r\n"


def warc(chance: random.Random) -> bytes:
    """A WARC file: plain, a gzip member per record, or one gzip or zstd file; often damaged."""
    records = [record for _, record in chance.sample(warc_records(), chance.randint(1, ROWS))]
    pack = chance.choice((bytes, packed))
    data = b"".join(map(pack, _some_damaged(records, chance)))
    if pack is bytes and chance.random() < 0.4:
        data = chance.choice((packed, zstd))(data)
    return data if chance.random() < 0.4 else damaged(data, chance, 3)


def _some_damaged(pieces: Sequence[bytes], chance: random.Random) -> list[bytes]:
    return [damaged(one, chance, 3) if chance.random() < 0.2 else one for one in pieces]


def json_lines(chance: random.Random) -> bytes:
    """JSON lines, plain or gzip, with values changed and lines damaged."""
    data = b"\n".join(_some_damaged([_row(chance) for _ in range(chance.randint(0, ROWS))], chance))
    return data if chance.random() < 0.7 else damaged(packed(data), chance, 2)


def _row(chance: random.Random) -> bytes:
    """A line of JSON with a page."""
    html = page(chance)[:2000].decode("utf-8", "replace")
    row: Any = {"id": 7, "url": "http://a.example/", "date": "2024", "html": html}
    row = _changed(row, chance) if chance.random() < 0.4 else row
    return json.dumps(row, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")


def zstd_lines(chance: random.Random) -> bytes:
    """JSON lines in two zstd frames; 70% are damaged."""
    rows = [_row(chance) + b"\n" for _ in range(chance.randint(0, ROWS))]
    cut = chance.randint(0, len(rows))
    frames = zstd(b"".join(rows[:cut])) + zstd(b"".join(rows[cut:]))
    return frames if chance.random() < 0.3 else damaged(frames, chance, 3)


def table(chance: random.Random) -> bytes:
    """A Parquet file with columns of random types; 70% are damaged."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    n = chance.randint(0, ROWS)
    names = chance.choices(("html", "content", "url", "id", "date", "text", "ü", ""), k=4)
    columns = [_column(chance, n) for _ in names]
    columns[0] = pa.array([page(chance)[:2000] for _ in range(n)], pa.binary())
    file = io.BytesIO()
    codec = chance.choice(("none", "snappy", "zstd"))
    made = pa.Table.from_arrays(columns, names=["html", *names[1:]])
    pq.write_table(made, file, row_group_size=chance.choice((1, 3, 100)), compression=codec)
    return file.getvalue() if chance.random() < 0.3 else damaged(file.getvalue(), chance, 3)


def _column(chance: random.Random, n: int) -> Any:
    """A column of a random type with about 20% missing values."""
    import pyarrow as pa

    ways: Sequence[tuple[Any, Callable[[], Any]]] = (
        (pa.string(), lambda: chance.choice(_TEXTS).encode("utf-8", "replace").decode()),
        (pa.large_string(), lambda: "<p>x"),
        (pa.binary(), lambda: chance.randbytes(9)),
        (pa.int64(), lambda: chance.getrandbits(62)),
        (pa.timestamp("s"), lambda: chance.randint(-(2**52), 2**52)),
        (pa.timestamp("us", "Nowhere/At_all"), lambda: chance.getrandbits(40)),
        (pa.duration("s"), lambda: chance.randint(-(2**52), 2**52)),
        (pa.float64(), lambda: float("nan")),
        (pa.list_(pa.string()), lambda: ["<p>x"] * chance.randint(0, 3)),
        (pa.struct([("html", pa.string())]), lambda: {"html": "<p>x"}),
        (pa.null(), lambda: None),
    )
    kind, make = chance.choice(ways)
    values = [None if chance.random() < 0.2 else make() for _ in range(n)]
    if pa.types.is_temporal(kind):
        return pa.array(values, pa.int64()).cast(kind)
    return pa.array(values, kind)
