"""Clean pages.

Files, folders (every .html, .htm, .xhtml in them, also .gz) or - for standard input.
Several pages go to standard output one after another, or to files in a folder with -o.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from victor.errors import VictorError

PAGE_ENDINGS = (".html", ".htm", ".xhtml", ".shtml", ".html.gz", ".htm.gz")


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE|DIR|-", help="pages to clean")
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--config", default="web", metavar="NAME", help="task (default: web)")
    task.add_argument("--model", metavar="DIR", help="a model that you learned")
    parser.add_argument("--format", metavar="NAME", help="annotation, cleaneval, text, jsonl")
    parser.add_argument("-o", "--output", metavar="DIR|FILE", help="where to write")
    parser.add_argument("--url", help="address of the page, where the file does not tell")
    parser.add_argument("--charset", help="character set, over what the page declares")


@dataclass(frozen=True)
class Source:
    """A page to read, and where its output goes below the output folder."""

    path: Path | None  # None: standard input
    name: str

    def read(self) -> bytes:
        """Its bytes; ``VictorError`` if there are none to be had."""
        from victor.gold.page import read_bytes

        try:
            return sys.stdin.buffer.read() if self.path is None else read_bytes(self.path)
        except (OSError, EOFError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise VictorError(f"{self.name}: cannot be read: {reason}") from None


def sources(names: Iterable[str]) -> Iterator[Source]:
    """The pages that files, folders and ``-`` stand for, in order."""
    for name in names:
        path = Path(name)
        if name == "-":
            yield Source(None, "stdin")
        elif path.is_dir():
            found = sorted(p for p in path.rglob("*") if p.name.lower().endswith(PAGE_ENDINGS))
            yield from (Source(p, str(p.relative_to(path))) for p in found if p.is_file())
        else:
            yield Source(path, name)


def looks_binary(data: bytes) -> str | None:
    """What a file is if it is no page at all, None if it may be one."""
    kinds = {
        b"%PDF-": "a PDF file",
        b"\x89PNG": "a PNG image",
        b"\xff\xd8\xff": "a JPEG image",
        b"GIF8": "a GIF image",
        b"PK\x03\x04": "a ZIP archive",
        b"\x1f\x8b": "a gzip archive",
        b"\x7fELF": "a program",
    }
    for start, kind in kinds.items():
        if data.startswith(start):
            return kind
    head = data[:4096]
    controls = sum(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in head)
    wide = head[:2] in (b"\xff\xfe", b"\xfe\xff") or b"<\x00" in head or b"\x00<" in head
    return "binary data" if controls * 10 > len(head) and not wide else None


def run(arguments: argparse.Namespace) -> int:
    """Clean every page; those that cannot be are named and counted, the others still cleaned."""
    from victor.output import output
    from victor.pipeline import load

    if arguments.format:
        output(arguments.format)
    cleaner = load(arguments.model or shipped(arguments.config))
    name = arguments.format or cleaner.plan.task.output
    form = output(name)
    pages = list(sources(arguments.files))
    target = _Target(arguments.output, form.SUFFIX, len(pages), arguments.files)
    failed = 0
    for source in pages:
        try:
            data = source.read()
            if kind := looks_binary(data):
                raise VictorError(f"{source.name}: skipped: this is {kind}, not a page")
            page = Path(source.name).name
            result = cleaner.clean(data, page, arguments.url, arguments.charset)
            target.write(source, result.format(name))
            if not len(result.parts):
                print(f"victor: {source.name}: no text on this page", file=sys.stderr)
        except VictorError as error:
            failed += 1
            print(f"victor: {error}", file=sys.stderr)
    if failed:
        print(f"victor: {failed} of {len(pages)} pages failed", file=sys.stderr)
    if not pages:
        print("victor: no pages found", file=sys.stderr)
    return 1 if failed else 0


def shipped(config: str) -> str:
    """The shipped model of a configuration; a clear error where it must be learned first."""
    from victor import config as configs
    from victor import resources

    task = configs.load(config)
    if config in resources.names("models"):
        return config
    raise VictorError(
        f"no model is shipped for {task.name!r}; learn one: "
        f"victor learn --config {config} -o DIR FILE|CORPUS..., then clean with --model DIR"
    )


@dataclass(frozen=True)
class _Target:
    """Standard output, one file, or a folder."""

    output: str | None
    suffix: str
    pages: int
    given: list[str]

    def write(self, source: Source, text: str) -> None:
        """Put a page's output where it belongs, whole or not at all."""
        if self.output is None:
            sys.stdout.write(text)
            sys.stdout.flush()
            return
        path = self.path(source)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            aside = path.with_name(path.name + ".part")
            aside.write_text(text, "utf-8")
            aside.replace(path)
        except OSError as error:
            raise VictorError(f"{path}: cannot be written: {error.strerror}") from None

    def path(self, source: Source) -> Path:
        """A file in the folder; one page goes to the file itself if its name has an ending."""
        assert self.output is not None
        target = Path(self.output)
        single = len(self.given) == 1 and not Path(self.given[0]).is_dir()
        if single and target.suffix and not target.is_dir():
            return target
        name = source.name
        if source.path is not None and Path(name) == source.path:
            name = source.path.name
        for ending in sorted(PAGE_ENDINGS, key=len, reverse=True):
            if name.lower().endswith(ending):
                name = name[: -len(ending)]
                break
        return target / (name + self.suffix)
