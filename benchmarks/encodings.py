"""Compare Victor's encoding detection with that of other systems, on re-encoded pages.

UTF-8 pages that state their language are converted to the encodings that were common for it before
UTF-8, in several ways: with and without the attribute `lang`, declared, wrongly declared as UTF-8
or ISO 8859-1, or reduced to some characters of their text. A system is right if it decodes the
original text. `--named` takes files in folders with the names of their encodings, such as the tests
of chardet, whose declarations are removed. `--write` writes the tables of docs/encodings.md.
"""

import codecs
import re
from argparse import Namespace
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks import command_line
from benchmarks.corpus import files
from benchmarks.templates import fill
from benchmarks.timing import clock
from victor.evaluate.tables import table
from victor.page.encodings import decode

# Encodings that browsers know (WHATWG, Encoding Standard), of those in the tests of chardet.
_OF_WEB = frozenset(
    "ascii utf-8 utf-8-sig utf-16 utf-16-be utf-16-le big5hkscs cp932 cp949 gb18030 euc_jp"
    " iso2022_jp koi8-r mac-cyrillic mac-roman cp866 cp874 cp1250 cp1251 cp1252 cp1253 cp1254"
    " cp1255 cp1256 cp1257 cp1258 iso8859-1 iso8859-2 iso8859-5 iso8859-6 iso8859-7"
    " iso8859-9".split()
)
# The encodings by which browsers decode what is declared as others, which are parts of them.
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949",
          "big5": "big5hkscs", "tis-620": "cp874"}  # fmt: skip
# Encodings of pages before UTF-8, by language.
_WESTERN = "cp1252"
_CENTRAL = "cp1250 iso8859-2"
ENCODINGS: Mapping[str, str] = {
    **dict.fromkeys("en de fr es pt it nl da sv no nb fi sq".split(), _WESTERN),
    **dict.fromkeys("cs sk pl hu hr bs sh sl ro".split(), _CENTRAL),
    "ru": "cp1251 koi8-r iso8859-5 cp866 mac-cyrillic", "bg": "cp1251 iso8859-5 koi8-r",
    "uk": "cp1251 koi8-u iso8859-5", "tr": "cp1254", "el": "cp1253 iso8859-7",
    "lt": "cp1257 iso8859-13", "lv": "cp1257 iso8859-13", "et": "cp1257", "he": "cp1255",
    "ar": "cp1256 iso8859-6", "fa": "cp1256", "th": "cp874", "vi": "cp1258",
    "ja": "cp932 euc_jp", "zh": "gb18030 big5hkscs", "ko": "cp949",
}  # fmt: skip
_ENGLISH = 0.15  # share of English pages to keep, which would outweigh the others
_LANG = re.compile(rb"<html[^>]*?\slang\s*=\s*[\"']?([a-zA-Z]{2})")
_DECLARED = re.compile(r"<meta[^>]*charset[^>]*>|<\?xml[^>]*>", re.IGNORECASE)
_NAME = re.compile(rb"(encoding=[\"']|charset\s*=\s*[\"']?)[\w-]+", re.IGNORECASE)
_STATED = re.compile(r"(<html[^>]*?)\s(?:xml:)?lang\s*=\s*[\"']?[\w-]+[\"']?", re.IGNORECASE)
_MARKUP = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL | re.IGNORECASE)
_SEEN = 200_000  # maximum bytes passed to slow detectors
Detector = Callable[[bytes], str]


class Trial(NamedTuple):
    """Bytes to decode, and the text that is right."""

    way: str
    language: str
    encoding: str
    data: bytes
    text: str


def trials(folders: Sequence[Path]) -> Iterator[Trial]:
    """Yield the pages of some folders in all encodings of their language and all ways."""
    for folder in folders:
        for file in files(folder):
            data = file.read()
            stated = _LANG.search(data[:20_000])
            language = stated[1].decode().lower() if stated else ""
            if language == "en" and Random(file.name).random() > _ENGLISH:
                continue
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError:
                continue
            for encoding in ENCODINGS.get(language, "").split():
                yield from _encoded(text, language, encoding)


def _encoded(text: str, language: str, encoding: str) -> Iterator[Trial]:
    for way, chosen in _ways(text, encoding):
        data = encode(chosen, encoding)
        if sum(byte > 127 for byte in data) > 1:
            yield Trial(way, language, encoding, data, data.decode(encoding))


def _ways(text: str, encoding: str) -> Iterator[tuple[str, str]]:
    bare = _DECLARED.sub("", text)
    unstated = bare
    while unstated != (less := _STATED.sub(r"\1", unstated)):
        unstated = less
    plain = " ".join(_MARKUP.sub(" ", bare).split())
    middle = len(plain) // 3
    yield "declared", f'<meta charset="{encoding}">{bare}'
    yield "declared as UTF-8", f'<meta charset="utf-8">{bare}'
    yield "declared as ISO 8859-1", f'<meta charset="iso-8859-1">{bare}'
    yield "not declared", bare
    yield "neither encoding nor language", unstated
    yield "500 characters of text", plain[middle : middle + 500]
    yield "60 characters of text", plain[middle : middle + 60]


def encode(text: str, encoding: str) -> bytes:
    """Encode a text; characters that the encoding lacks become character references."""
    if encoding == "cp1258":
        return b"".join(map(_vietnamese, text))
    return text.encode(encoding, "xmlcharrefreplace")


def named(folder: Path) -> Iterator[Trial]:
    """Yield the files of folders with the names of their encodings, which they do not declare."""
    for file in sorted(folder.glob("*/*")):
        encoding, language = encoding_named(file.parent.name)
        data = _NAME.sub(rb"\1", file.read_bytes())
        with suppress(LookupError, UnicodeDecodeError):  # unknown to Python, or damaged
            way = "browsers know" if encoding in _OF_WEB else "others"
            yield Trial(way, language, encoding, data, data.decode(encoding))


def encoding_named(name: str) -> tuple[str, str]:
    """The encoding and the language that a name such as ``iso-8859-2-polish`` states."""
    for encoding, language in ((name, ""), name.rpartition("-")[::2]):
        with suppress(LookupError):
            return codec_of(encoding), language
    return name, ""


def codec_of(name: str) -> str:
    """The codec by which browsers decode an encoding.

    Raises:
        LookupError: Python does not know the encoding.
    """
    known = codecs.lookup(name.removeprefix("x-")).name
    return _WIDER.get(known, known)


def _vietnamese(char: str) -> bytes:
    """Encode a letter; Windows-1258 has separate characters for some tones."""
    from unicodedata import normalize

    if char.isascii():
        return char.encode()
    apart = normalize("NFD", char)
    tones = "".join(one for one in apart if one in "\u0300\u0301\u0303\u0309\u0323")
    letter = normalize("NFC", "".join(one for one in apart if one not in tones))
    try:
        return (letter + tones).encode("cp1258")
    except UnicodeEncodeError:
        return char.encode("cp1258", "xmlcharrefreplace")


def _charset_normalizer() -> Detector:
    import charset_normalizer

    def detect(data: bytes) -> str:
        best = charset_normalizer.from_bytes(data[:_SEEN]).best()
        return best.encoding if best else "utf-8"

    return detect


def _chardet() -> Detector:
    import chardet

    return lambda data: chardet.detect(data[:_SEEN])["encoding"] or "utf-8"


def _resiliparse() -> Detector:
    from resiliparse.parse.encoding import detect_encoding

    return lambda data: str(detect_encoding(data))


SYSTEMS: Mapping[str, Callable[[], Detector]] = {
    "Victor": lambda: lambda data: decode(data)[1],
    "resiliparse": _resiliparse,
    "charset-normalizer": _charset_normalizer,
    "chardet": _chardet,
}


def _is_right(detect: Detector, trial: Trial) -> bool:
    try:
        found = trial.data.decode(codec_of(detect(trial.data)), "replace")
        return found.removeprefix("\ufeff") == trial.text.removeprefix("\ufeff")
    except Exception:  # a system that fails or names an unknown codec is wrong
        return False


Outcomes = dict[tuple[str, str], dict[str, list[bool]]]  # by kind and name, then by system


def measured(
    found: Mapping[str, Detector], tried: Iterator[Trial]
) -> tuple[Outcomes, dict[str, float]]:
    """Whether each system is right on each trial, and its seconds over all trials."""
    outcomes: Outcomes = defaultdict(lambda: {name: [] for name in found})
    seconds = dict.fromkeys(found, 0.0)
    for trial in tried:
        for name, detect in found.items():
            start = clock()
            right = _is_right(detect, trial)
            seconds[name] += clock() - start
            outcomes["condition", trial.way][name].append(right)
            if trial.way == "not declared":
                outcomes["encoding", trial.encoding][name].append(right)
    return outcomes, seconds


def shares(outcomes: Outcomes, kind: str) -> str:
    """A table of the share of trials in which each system is right, by condition or encoding."""
    rows = []
    for (other, name), found in outcomes.items():
        if other == kind:
            counts = [f"{sum(one) / len(one):.3f}" for one in found.values()]
            rows.append((name, str(len(next(iter(found.values())))), *counts))
    names = next(iter(outcomes.values()))
    return table((kind, "trials", *names), rows)


def main() -> None:
    """Measure and print."""
    given = options()
    found = {}
    for name, load in SYSTEMS.items():
        try:
            found[name] = load()
        except ImportError as error:
            print(f"{name} is not installed: {error}")
    parts = {
        **(_of_pages(given.folders, found) if given.folders else {}),
        **(_of_files(given.named, found) if given.named else {}),
    }
    print("\n\n".join(parts.values()))
    if given.write:
        fill("encodings", parts)


def _of_pages(folders: Sequence[Path], found: Mapping[str, Detector]) -> dict[str, str]:
    outcomes, seconds = measured(found, trials(folders))
    count = sum(len(one["Victor"]) for (kind, _), one in outcomes.items() if kind == "condition")
    rows = [(name, f"{1000 * one / count:.2f}") for name, one in seconds.items()]
    return {
        "corpora": ", ".join(folder.name for folder in folders),
        "versions": ", ".join(f"{name} {version(name)}" for name in found if name != "Victor"),
        "ways": shares(outcomes, "condition"),
        "encodings": shares(outcomes, "encoding"),
        "times": table(("system", "ms per trial"), rows),
    }


def _of_files(folder: Path, found: Mapping[str, Detector]) -> dict[str, str]:
    outcomes, _ = measured(found, named(folder))
    return {"named": shares(outcomes, "condition").replace("condition", "encodings", 1)}


def options() -> Namespace:
    """Parse the command line."""
    parser = command_line.parser(__doc__)
    parser.add_argument(
        "folders", type=command_line.existing, nargs="*", help="corpora, or folders of pages"
    )
    parser.add_argument("--named", type=command_line.existing, metavar="FOLDER",
                        help="folder with a folder of files for each encoding")  # fmt: skip
    parser.add_argument("--write", action="store_true", help="write docs/encodings.md")
    return parser.parse_args()


if __name__ == "__main__":
    command_line.run(main)
