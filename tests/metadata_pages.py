"""Pages whose metadata tests read."""

import json

import numpy as np
from pages import blocks

from victor.document.metadata import Metadata
from victor.document.metadata.reader import read_metadata

URL = "https://tide.example/news/2024/05/17/harbour-bridge"
BODY = "<p>" + "The harbour bridge opened again after a winter of repairs. " * 8 + "</p>"
ARTICLE = "<meta property=og:type content=article>"
LONG = f"<h1>Harbour bridge opens</h1>{BODY * 20}"


def page(head: str = "", body: str = "", url: str | None = URL, lang: str = "en") -> Metadata:
    made = blocks(f"<html lang={lang}><head>{head}</head><body>{body}{BODY}</body></html>")
    return read_metadata(made.tree, url, None, made)


def cleaned(head: str, body: str, url: str | None = None, lang: str = "en") -> Metadata:
    """The metadata of a page whose main content is the text after "§"."""
    made = blocks(f"<html lang={lang}><head>{head}</head><body>{body}</body></html>")
    kept = np.array(["§" in text for text in made.text], bool)
    return read_metadata(made.tree, url, None, made, kept)


def json_ld(*values: object) -> str:
    return "".join(
        f'<script type="application/ld+json">{one if isinstance(one, str) else json.dumps(one)}'
        "</script>"
        for one in values
    )


def article(**fields: object) -> dict[str, object]:
    return {"@type": "NewsArticle", "headline": "Harbour bridge opens", **fields}
