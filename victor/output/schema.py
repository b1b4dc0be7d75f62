"""The rows of JSON lines and Parquet: their fields in order, as names of Arrow types."""

BLOCK = {
    "label": "string",
    "role": "string",
    "text": "string",
    "space_before": "bool",
    "score": "float32",
}
# What a page states about itself: the fields of `Metadata`, and the authors joined.
METADATA = {
    "title": "string",
    "authors": "list<string>",
    "author": "string",
    "date": "string",
    "modified": "string",
    "site": "string",
    "description": "string",
    "language": "string",
    "image": "string",
    "licence": "string",
    "tags": "list<string>",
    "page_type": "string",
    "page_type_probability": "float64",
    "robots": "list<string>",
    "sources": "map<string>",
}
ROW: dict[str, str | dict[str, str]] = {
    "id": "string",
    "url": "string",
    "crawl_date": "string",
    **METADATA,
    "text": "string",
    "markdown": "string",
    "html": "string",
    "status": "string",
    "reason": "string",
    "confidence": "float64",
    "source": "string",
    "offset": "int64",
    "task": "string",
    "model": "string",
    "version": "string",
    "blocks": BLOCK,  # a list of these
}
# The same text again: only in rows that ask for it.
FORMATS = ("markdown", "html")
FIELDS = tuple(name for name in ROW if name not in FORMATS)
# What a page without a source has, as the output `jsonl` writes it.
PAGE = ("id", "url", *METADATA, "text", "task", "confidence", "blocks")
