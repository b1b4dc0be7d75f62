"""Clean pages.

Files, folders (every .html, .htm, .xhtml, .shtml in them, also packed as .gz) or - for standard
input.
Several pages go to standard output one after another, or to files in a folder with -o.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from victor.errors import VictorError
from victor.files import PAGE_ENDINGS, page_stem, read_bytes, write_text
from victor.page import codec_name

if TYPE_CHECKING:
    from victor.output import Output
    from victor.pipeline import Cleaner, Result


def add(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE|DIR|-", help="pages to clean")
    task = parser.add_mutually_exclusive_group()
    task.add_argument("--config", default="web", metavar="NAME", help="task (default: web)")
    task.add_argument("--model", metavar="DIR", help="a model that you learned")
    from victor.output import OUTPUTS

    parser.add_argument("--format", metavar="NAME", help=f"of {', '.join(OUTPUTS)}")
    add_prefer(parser)
    parser.add_argument("-o", "--output", metavar="DIR|FILE", help="where to write")
    parser.add_argument("--url", help="address of the page, where the file does not tell")
    parser.add_argument("--charset", help="character set, over what the page declares")


def add_prefer(parser: argparse.ArgumentParser) -> None:
    """The dial, for all commands that clean."""
    said = "precision, recall, or F-beta's beta: above 1 keeps more, below 1 less"
    parser.add_argument("--prefer", metavar="WHAT", help=said)


@dataclass(frozen=True)
class Source:
    """A page to read, and where its output goes below the output folder."""

    path: Path | None  # None: standard input
    name: str  # as it is spoken of
    target: str  # relative path without ending

    def read(self) -> bytes:
        """Its bytes; ``VictorError`` if there are none to be had."""
        return sys.stdin.buffer.read() if self.path is None else read_bytes(self.path)


def sources(names: Iterable[str]) -> Iterator[Source]:
    """The pages that files, folders and ``-`` stand for, in order."""
    for name in names:
        path = Path(name)
        if name == "-":
            yield Source(None, "stdin", "stdin")
        elif path.is_dir():
            found = sorted(p for p in path.rglob("*") if p.name.lower().endswith(PAGE_ENDINGS))
            for page in found:
                if page.is_file():
                    yield Source(page, str(page), page_stem(str(page.relative_to(path))))
        else:
            yield Source(path, name, page_stem(path.name))


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
    if arguments.charset and not codec_name(arguments.charset):
        raise VictorError(f"--charset: unknown character set {arguments.charset!r}")
    cleaner = load(arguments.model or shipped(arguments.config), arguments.prefer)
    name = arguments.format or cleaner.plan.task.output
    pages = list(sources(arguments.files))
    target = _Target(arguments.output, output(name), len(pages) == 1)
    target.check(pages)
    failed = 0
    for source in pages:
        try:
            result = _clean(cleaner, source, arguments)
            target.write(source, result.format(name))
            if not len(result.parts):
                print(f"victor: {source.name}: no text on this page", file=sys.stderr)
        except BrokenPipeError:
            raise
        except VictorError as error:
            failed += 1
            print(f"victor: {error}", file=sys.stderr)
        except Exception as error:  # whatever a page brings, the others are cleaned
            failed += 1
            kind = type(error).__name__
            print(f"victor: {source.name}: skipped: {kind}: {error}", file=sys.stderr)
    if failed:
        print(f"victor: {failed} of {len(pages)} pages failed", file=sys.stderr)
    if not pages:
        print("victor: no pages found", file=sys.stderr)
    return 1 if failed else 0


def _clean(cleaner: "Cleaner", source: Source, arguments: argparse.Namespace) -> "Result":
    data = source.read()
    if kind := looks_binary(data):
        raise VictorError(f"{source.name}: skipped: this is {kind}, not a page")
    page = source.path.name if source.path else source.name
    return cleaner.clean(data, page, arguments.url, arguments.charset)


def shipped(config: str) -> str:
    """What to load for a configuration: its name, once it is known to be right."""
    from victor import config as configs

    configs.load(config)
    return config


@dataclass
class _Target:
    """Standard output, one file, or a folder."""

    output: str | None
    form: "Output"
    single: bool
    begun: bool = False

    def check(self, pages: Sequence[Source]) -> None:
        """Refuse pages that would overwrite each other."""
        seen: dict[Path, str] = {}
        for source in pages if self.output else ():
            path = self.path(source)
            if path in seen:
                both = f"{seen[path]} and {source.name}"
                raise VictorError(f"{both} would both be written to {path}; clean them apart")
            seen[path] = source.name

    def write(self, source: Source, text: str) -> None:
        """Put a page's output where it belongs, whole or not at all."""
        if self.output is not None:
            write_text(self.path(source), text)
            return
        sys.stdout.write(self.form.SEPARATOR * self.begun + text)
        sys.stdout.flush()
        self.begun = True

    def path(self, source: Source) -> Path:
        """A file in the folder; one page goes to the file itself if its name has an ending."""
        target = Path(self.output or ".")
        if self.single and target.suffix and not target.is_dir():
            return target
        return target / (source.target + self.form.SUFFIX)
