"""The other systems, as functions from the bytes of a page to the text of its main content."""

import sys
from collections.abc import Callable, Mapping, Sequence

from victor.evaluate.metrics.words import WORD_SCORES, word_scores

System = Callable[[bytes], str]
Score = Callable[[str, str], Sequence[float]]


def _trafilatura(fast: bool) -> System:
    import trafilatura

    return lambda data: trafilatura.extract(data, fast=fast) or ""


def _resiliparse(main_content: bool) -> System:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import detect_encoding
    from resiliparse.parse.html import HTMLTree

    def extract(data: bytes) -> str:
        tree = HTMLTree.parse_from_bytes(data, detect_encoding(data))
        return str(extract_plain_text(tree, main_content=main_content))

    return extract


def _readability() -> System:
    import lxml.html
    import readability

    def extract(data: bytes) -> str:
        summary = readability.Document(data.decode("utf-8", "replace")).summary()
        return str(lxml.html.fromstring(summary).text_content())

    return extract


def _justext() -> System:
    import justext

    stop_words = justext.get_stoplist("English")

    def extract(data: bytes) -> str:
        paragraphs = justext.justext(data, stop_words)
        return "\n".join(one.text for one in paragraphs if not one.is_boilerplate)

    return extract


def _boilerpipe() -> System:
    from boilerpy3.extractors import NumWordsRulesExtractor

    extractor = NumWordsRulesExtractor(raise_on_failure=False)
    return lambda data: str(extractor.get_content(data.decode("utf-8", "replace")))


def _newspaper() -> System:
    from newspaper import Article, Config

    config = Config()
    config.fetch_images = False

    def extract(data: bytes) -> str:
        article = Article("http://page.example/", config=config)
        article.download(input_html=data.decode("utf-8", "replace"))
        article.parse()
        return str(article.text)

    return extract


def _goose() -> System:
    from goose3 import Goose

    goose = Goose({"enable_image_fetching": False})
    return lambda data: str(goose.extract(raw_html=data).cleaned_text)


SYSTEMS: Mapping[str, Callable[[], System]] = {
    "trafilatura": lambda: _trafilatura(fast=False),
    "trafilatura fast": lambda: _trafilatura(fast=True),
    "resiliparse": lambda: _resiliparse(main_content=True),
    "resiliparse all text": lambda: _resiliparse(main_content=False),
    "readability-lxml": _readability,
    "jusText": _justext,
    "boilerpy3": _boilerpipe,
    "newspaper4k": _newspaper,
    "goose3": _goose,
}
SLOW = ("boilerpy3", "newspaper4k", "goose3")  # run only on request


def load(name: str) -> System:
    """Load a system with its defaults; it returns an empty text for pages on which it fails.

    Raises:
        ImportError: it is not installed (extra ``bench``).
    """
    return guarded(SYSTEMS[name]())


def installed(names: Sequence[str]) -> dict[str, System]:
    """Load the systems that are installed; report the others on standard error."""
    found = {}
    for name in names:
        try:
            found[name] = load(name)
        except ImportError as error:
            print(f"{name} is not installed: {error}", file=sys.stderr)
    return found


def guarded(system: System) -> System:
    """A system that returns an empty text for pages on which ``system`` fails."""

    def extract(data: bytes) -> str:
        try:
            return system(data)
        except Exception:
            return ""

    return extract


def scores(
    texts: Mapping[str, str],
    gold: str | None,
    score: Score = word_scores,
    names: Sequence[str] = WORD_SCORES,
) -> dict[str, dict[str, float]]:
    """The scores of one page by score and system, as ``victor compare`` reads them."""
    found = {} if gold is None else {name: score(text, gold) for name, text in texts.items()}
    return {
        one: {name: round(values[i], 6) for name, values in found.items()}
        for i, one in enumerate(names)
    }
