"""JSON Schemas of the requests, used both to validate requests and to document the API."""

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from victor.config import PREFERENCES, ROLES
from victor.config.task import LEAST_BETA, MOST_BETA
from victor.errors import did_you_mean, error_text, shortened, shown
from victor.output import OUTPUTS
from victor.output.schema import ROW
from victor.serve.problem import Problem
from victor.serve.sessions import MOST_CORRECTIONS
from victor.serve.settings import Settings

Json = dict[str, Any]
_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
}
_LONGEST = 60  # characters of a name in a message
_ARTICLES = {"object": "an object", "array": "an array", "integer": "an integer"}

PREFER: Json = {
    "description": "precision, recall, or the beta of F-beta: above 1 keeps more, below 1 less",
    "anyOf": [
        {"type": "string", "enum": list(PREFERENCES)},
        {"type": "number", "minimum": LEAST_BETA, "maximum": MOST_BETA},
    ],
}
_CONVENTION: Json = {
    "type": "string",
    "maxLength": 100,
    "description": "what counts as content: a convention that the model knows, or none",
}
_URL: Json = {"type": "string", "maxLength": 8000, "description": "the URL of the page"}
_HTML: Json = {"type": "string", "description": "the page as HTML or plain text"}
_ID: Json = {"type": "string", "maxLength": 1000, "description": "your name for the page"}


def task(settings: Settings) -> Json:
    """The name of a task."""
    return {"type": "string", "enum": list(settings.tasks), "description": "default: web"}


def extract(settings: Settings) -> Json:
    """The body of ``POST /extract``."""
    page = _object({"id": _ID, "html": _HTML, "url": _URL}, ["html"])
    one = [{"required": [name]} for name in (("html", "url") if settings.hosts else ("html",))]
    found = _object(
        {
            **{"id": _ID, "html": _HTML, "url": _URL},
            "pages": _list(page, settings.max_pages, "several pages instead of html", 1),
            "task": task(settings),
            "prefer": PREFER,
            "convention": _CONVENTION,
            "keep": _names(ROLES, "roles of blocks to keep, such as title"),
            "drop": _names(ROLES, "roles of blocks to remove, such as caption"),
            "fields": _names(ROW, "fields of the rows; default: all but markdown and html"),
            "formats": _list(
                {"type": "string", "maxLength": 100},
                len(OUTPUTS),
                f"outputs to add: {', '.join(OUTPUTS)}",
            ),
        }
    )
    # For the documentation: the endpoint checks this, with a better message.
    return found | {"oneOf": [{"required": ["pages"]}, {"anyOf": one}]}


def shown_page(settings: Settings) -> Json:
    """The body of a request to change and show a page in the playground."""
    number = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
    pair = {"type": "array", "items": number, "minItems": 2, "maxItems": 2}
    return _object(
        {
            "task": task(settings),
            "prefer": PREFER,
            "taught": {"type": "boolean"},
            "corrections": _list(pair, MOST_CORRECTIONS, "blocks and their labels, as numbers"),
            "withdrawn": _list(number, MOST_CORRECTIONS, "blocks that are no longer corrected"),
            "done": {"type": "boolean"},
            "frame": {"type": "boolean"},
        }
    )


def added_page(settings: Settings) -> Json:
    """The query of a request to add a page to the playground."""
    about = {"name": _ID, "url": _URL, "taught": {"type": "boolean"}}
    return _object({**about, "task": task(settings), "prefer": PREFER})


def taught(settings: Settings) -> Json:
    """The body of a request to teach a task, with the page to show afterwards."""
    number = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
    return _object({"page": number, "task": task(settings), "prefer": PREFER}, ["page", "task"])


def _object(properties: Json, required: list[str] | None = None) -> Json:
    found = {"type": "object", "properties": properties, "additionalProperties": False}
    return found | ({"required": required} if required else {})


def _list(items: Json, most: int, description: str, least: int = 0) -> Json:
    return {
        **{"type": "array", "items": items, "minItems": least, "maxItems": most},
        "description": description,
    }


def _names(known: Any, description: str) -> Json:
    return _list({"type": "string", "enum": list(known)}, 100, description)


def read_json(body: bytes) -> Any:
    """Parse a JSON body.

    Args:
        body: JSON in UTF-8.

    Raises:
        Problem: 400, it is not JSON or not UTF-8, is nested too deeply, or has NaN or Infinity;
            422, a key is given twice.
    """
    try:
        text = body.decode("utf-8-sig")
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_unique)
    except RecursionError:
        raise Problem(400, "the body is nested too deeply") from None
    except ValueError as error:  # UnicodeDecodeError and JSONDecodeError are ValueErrors
        raise Problem(400, f"the body is not JSON in UTF-8: {error_text(error)}") from None


def _unique(pairs: list[tuple[str, Any]]) -> Json:
    """The object of some keys and values."""
    found = dict(pairs)
    if len(found) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        twice = twice[:_LONGEST]
        raise Problem(422, f"{twice}: given twice", twice)
    return found


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not a number in JSON")


def check(value: Any, schema: Mapping[str, Any], key: str = "") -> None:
    """Check a value against a schema.

    Args:
        value: a value from JSON.
        schema: a JSON Schema with no other keywords than this module uses.
        key: the place of the value, for the message.

    Raises:
        Problem: 422, for the first error.
    """
    schema = _branch(value, schema)
    _check_type(value, schema, key)
    if "enum" in schema and value not in schema["enum"]:
        raise _wrong(key, f"unknown name {shown(value)}{_nearest(value, schema['enum'])}")
    if isinstance(value, str) and len(value) > schema.get("maxLength", math.inf):
        most = schema["maxLength"]
        raise _wrong(key, f"expected at most {most} characters, found {len(value)}")
    if isinstance(value, int | float) and not isinstance(value, bool):
        low, high = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
        if not low <= value <= high:
            raise _wrong(key, f"expected {low} to {high}, found {shown(value)}")
    for one, below, name in _inside(value, schema, key):
        check(one, below, name)


def _branch(value: Any, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The first branch of ``anyOf`` whose type fits; if none does, a schema with all types."""
    if "anyOf" not in schema:
        return schema
    fitting = (one for one in schema["anyOf"] if _fits(value, one["type"]))
    return next(fitting, {"type": [one["type"] for one in schema["anyOf"]]})


def _fits(value: Any, name: str) -> bool:
    if isinstance(value, bool) and name != "boolean":
        return False
    return isinstance(value, _TYPES[name])


def _check_type(value: Any, schema: Mapping[str, Any], key: str) -> None:
    wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(_fits(value, name) for name in wanted):
        names = " or ".join(_ARTICLES.get(name, f"a {name}") for name in wanted)
        raise _wrong(key, f"expected {names}, found {_found(value)}")


def _inside(
    value: Any, schema: Mapping[str, Any], key: str
) -> Iterator[tuple[Any, Mapping[str, Any], str]]:
    """Yield the values in an object or array with their schemas and keys; check keys and length."""
    if isinstance(value, dict):
        properties = schema["properties"]
        for name in value:
            if name not in properties:
                raise _wrong(_joined(key, name), f"unknown key{_nearest(name, properties)}")
        for name in schema.get("required", ()):
            if name not in value:
                raise _wrong(key, f"the key {name!r} is missing")
        yield from ((one, properties[name], _joined(key, name)) for name, one in value.items())
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema["maxItems"]:
            limits = f"{schema.get('minItems', 0)} to {schema['maxItems']}"
            raise _wrong(key, f"expected {limits} items, found {len(value)}")
        yield from ((one, schema["items"], f"{key}[{i}]") for i, one in enumerate(value))


def _found(value: Any) -> str:
    """A JSON value for a message; objects and arrays, which may be large, by their type only."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    kind = next((name for name in ("object", "array") if _fits(value, name)), "")
    return _ARTICLES[kind] if kind else shown(value)


def _nearest(name: str, known: Iterable[str]) -> str:
    return did_you_mean(name[:_LONGEST], known)  # the search is slow for long names


def _joined(key: str, name: str) -> str:
    name = shortened(name, _LONGEST)
    return f"{key}.{name}" if key else name


def _wrong(key: str, message: str) -> Problem:
    return Problem(422, f"{key}: {message}" if key else message, key)
