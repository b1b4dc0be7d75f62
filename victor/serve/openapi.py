"""The OpenAPI description, generated from the schemas that validate requests."""

from collections.abc import Mapping
from typing import Any

from victor import __version__
from victor.output.schema import METADATA, ROW
from victor.serve import schema
from victor.serve.schema import Json
from victor.serve.settings import Settings

_KINDS: Mapping[str, Json] = {
    "string": {"type": ["string", "null"]},
    "bool": {"type": "boolean"},
    "float32": {"type": ["number", "null"]},
    "float64": {"type": ["number", "null"]},
    "int64": {"type": ["integer", "null"]},
    "list<string>": {"type": "array", "items": {"type": "string"}},
    "map<string>": {"type": "object", "additionalProperties": {"type": "string"}},
}
_ERRORS = {
    "400": "the body is not JSON, or ends early",
    "403": "the request comes from another site",
    "408": "the body took too long to arrive",
    "413": "the body is too large",
    "415": "the body has another type, or is compressed",
    "421": "the server does not serve this host name",
    "422": "a key is wrong, or the page cannot be cleaned",
    "503": "the server is busy: try again after Retry-After seconds",
}


def openapi(settings: Settings) -> Json:
    """The OpenAPI document.

    Args:
        settings: the settings of the server.
    """
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Victor",
            "version": __version__,
            "description": "Clean web pages: main content, labels of blocks, metadata.",
        },
        "paths": {
            "/extract": {"post": _extract(settings)},
            "/health": {"get": _get("The server is running", "application/json")},
            "/metrics": {"get": _get("Counters for Prometheus", "text/plain")},
            "/openapi.json": {"get": _get("This document", "application/json")},
        },
        "components": {"schemas": {"Row": _row(), "Error": _error()}},
    }


def _extract(settings: Settings) -> Json:
    wanted = schema.extract(settings)
    rows = {"type": "array", "items": _ref("Row")}
    one_or_many = [_ref("Row"), {"type": "object", "properties": {"pages": rows}}]
    return {
        "summary": "Clean one page, or several",
        "description": "Either html or pages is required, or url if the server may fetch.",
        "operationId": "extract",
        "parameters": _parameters(wanted["properties"]),
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": wanted},
                "text/html": {"schema": {"type": "string"}},
            },
        },
        "responses": {
            "200": _content("The page, or the pages in order", {"anyOf": one_or_many}),
            **{status: _content(text, _ref("Error")) for status, text in _ERRORS.items()},
        },
    }


def _parameters(properties: Mapping[str, Any]) -> list[Json]:
    """The query parameters for a page sent as HTML."""
    return [
        {"name": name, "in": "query", "schema": one, "style": "form", "explode": False}
        for name, one in properties.items()
        if name not in ("html", "pages")
    ]


def _row() -> Json:
    def kind(name: Any) -> Json:
        if isinstance(name, dict):
            fields = {key: kind(value) for key, value in name.items()}
            return {"type": "array", "items": {"type": "object", "properties": fields}}
        return dict(_KINDS[name])

    properties = {name: kind(value) for name, value in ROW.items()}
    for name in METADATA:  # null if the page was skipped
        properties[name]["type"] = [*_listed(properties[name]["type"]), "null"]
    outputs = {"type": "object", "additionalProperties": {"type": ["string", "null"]}}
    return {"type": "object", "properties": {**properties, "outputs": outputs}}


def _listed(kind: Any) -> list[str]:
    return [one for one in (kind if isinstance(kind, list) else [kind]) if one != "null"]


def _error() -> Json:
    text = {"type": "string"}
    inner = {"status": {"type": "integer"}, "key": text, "message": text}
    error = {"type": "object", "properties": inner, "required": ["status", "message"]}
    return {"type": "object", "properties": {"error": error}, "required": ["error"]}


def _get(summary: str, kind: str) -> Json:
    return {"summary": summary, "responses": {"200": _content(summary, {}, kind)}}


def _content(text: str, found: Json, kind: str = "application/json") -> Json:
    return {"description": text, "content": {kind: {"schema": found}}}


def _ref(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}
