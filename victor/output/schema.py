"""The rows of JSON lines and Parquet: their fields in order, as names of Arrow types."""

BLOCK = {
    "label": "string",
    "role": "string",
    "text": "string",
    "space_before": "bool",
    "score": "float32",
}
ROW: dict[str, str | dict[str, str]] = {
    "id": "string",
    "url": "string",
    "date": "string",
    "title": "string",
    "language": "string",
    "text": "string",
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
# What a page without a source has, as the output `jsonl` writes it.
PAGE = ("id", "url", "title", "text", "task", "confidence", "blocks")
