"""Score the systems of the first table of docs/results.md on all corpora, each with its settings.

    python -m experiments.results.systems CORPORA FOLDER [--only NAME ...]

Writes FOLDER/systems-CORPUS.json for each corpus; a corpus whose file exists is not measured again.
``victor compare`` reads these files. The systems get UTF-8, so that none misreads an encoding.
boilerpipe runs twice: as its rules in Victor, and as its port boilerpy3, which returns no text for
many old pages.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks import command_line, systems
from benchmarks.systems import System
from experiments.conventions.run import CORPORA
from victor import pipeline
from victor.document.metadata.detect import detected
from victor.evaluate.gold import read_gold
from victor.evaluate.gold.page import GoldPage
from victor.page import read_page

# jusText's language names, by the codes that Victor detects.
STOP_WORDS = dict(
    pair.split(":")
    for pair in (
        "ar:Arabic bg:Bulgarian ca:Catalan cs:Czech da:Danish de:German el:Greek en:English "
        "es:Spanish et:Estonian fa:Persian fi:Finnish fr:French he:Hebrew hi:Hindi hr:Croatian "
        "hu:Hungarian id:Indonesian it:Italian ko:Korean lt:Lithuanian lv:Latvian ms:Malay "
        "nl:Dutch no:Norwegian_Bokmal pl:Polish pt:Portuguese ro:Romanian ru:Russian sk:Slovak "
        "sl:Slovenian sq:Albanian sr:Serbian sv:Swedish sw:Swahili ta:Tamil tl:Tagalog tr:Turkish "
        "uk:Ukrainian ur:Urdu vi:Vietnamese"
    ).split()
)


def _trafilatura(**options: Any) -> System:
    import trafilatura

    return lambda data: trafilatura.extract(data, **options) or ""


def _justext() -> System:
    import justext

    def extract(data: bytes) -> str:
        words, options = stop_words(data.decode("utf-8", "replace"))
        found = justext.justext(data, words, encoding="utf-8", **options)
        return "\n".join(one.text for one in found if not one.is_boilerplate)

    return extract


def stop_words(html: str) -> tuple[frozenset[str], dict[str, float]]:
    """The stop words of a page's language; if jusText has none, the options that it advises."""
    from resiliparse.extract.html2text import extract_plain_text

    language = detected(extract_plain_text(html)[:5_000])
    if language in STOP_WORDS:
        return _stop_words(STOP_WORDS[language]), {}
    return frozenset(), {"stopwords_low": 0, "stopwords_high": 0}


@cache
def _stop_words(language: str) -> frozenset[str]:
    import justext

    return frozenset(justext.get_stoplist(language))


def _boilerpy3(name: str) -> System:
    from boilerpy3 import extractors

    extractor = getattr(extractors, name)(raise_on_failure=False)
    return lambda data: str(extractor.get_content(data.decode("utf-8", "replace")))


def _boilerpipe() -> System:
    cleaner = pipeline.load("boilerpipe")
    return lambda data: cleaner.clean(data).text


SETTINGS: Mapping[str, Callable[[], System]] = {
    "trafilatura": _trafilatura,
    "trafilatura, precision": lambda: _trafilatura(favor_precision=True),
    "trafilatura, recall": lambda: _trafilatura(favor_recall=True),
    "trafilatura, fast": lambda: _trafilatura(fast=True),
    "resiliparse": systems.SYSTEMS["resiliparse"],
    "readability-lxml": systems.SYSTEMS["readability-lxml"],
    "jusText": _justext,
    "boilerpipe": _boilerpipe,
    "boilerpy3": lambda: _boilerpy3("NumWordsRulesExtractor"),
    "boilerpy3, article": lambda: _boilerpy3("ArticleExtractor"),
}


def page_scores(page: GoldPage, found: Mapping[str, System]) -> dict[str, Any]:
    """The scores of all systems on one page."""
    data = read_page(page.html).html.encode("utf-8", "replace")
    texts = {name: extract(data) for name, extract in found.items()}
    return {"id": page.id, "type": page.kind, **systems.scores(texts, page.text)}


def main() -> None:
    """Score the systems corpus by corpus."""
    parser = command_line.parser(__doc__)
    parser.add_argument("corpora", type=command_line.existing, metavar="CORPORA")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--only", nargs="+", choices=CORPORA, default=CORPORA)
    given = parser.parse_args()
    found = {name: systems.guarded(make()) for name, make in SETTINGS.items()}
    for name in given.only:
        file = given.folder / f"systems-{name}.json"
        if not file.is_file():
            pages = [page_scores(page, found) for page in read_gold([given.corpora / name])]
            command_line.write_json({"pages": pages}, file)


if __name__ == "__main__":
    command_line.run(main)
