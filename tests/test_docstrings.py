"""What users import or add to is documented: arguments, what comes back, what is raised."""

import ast
import inspect
import re
from functools import cache
from textwrap import dedent

import pytest

import victor
from victor.batch.sinks import SINKS
from victor.batch.sources import SOURCES
from victor.evaluate.gold import CORPORA
from victor.features import FAMILIES
from victor.filters import FILTERS
from victor.labelers import LABELERS
from victor.output import OUTPUTS

REGISTRIES = {
    "victor.labelers.base:Labeler": LABELERS,
    "victor.features:Family": FAMILIES,
    "victor.filters:Filter": FILTERS,
    "victor.output:Output": OUTPUTS,
    "victor.batch.sources:Source": SOURCES,
    "victor.batch.sinks:Sink": SINKS,
    "victor.evaluate.gold:Corpus": CORPORA,
}


def functions(owner):
    """The public functions of a class or module, with their names."""
    for name, value in vars(owner).items():
        value = getattr(value, "__func__", value)
        if inspect.isfunction(value) and (name == "__init__" or not name.startswith("_")):
            if inspect.ismodule(owner) and value.__module__ != owner.__name__:
                continue
            if value.__module__.startswith("victor") and "<" not in value.__code__.co_filename:
                yield name, value  # nothing that dataclasses and protocols make


def protocol(place):
    module, _, name = place.partition(":")
    return getattr(__import__(module, fromlist=[name]), name)


@cache
def exported():
    """Functions to check, by name: the package's own exports, and what registries ask for."""
    found = {}
    for name in victor.__all__:
        value = getattr(victor, name)
        if inspect.isclass(value) and not issubclass(value, Exception):
            found |= {f"{name}.{method}": one for method, one in functions(value)}
        elif inspect.isfunction(value):
            found[name] = value
    for place in REGISTRIES:
        kind = protocol(place)
        found |= {f"{kind.__name__}.{method}": one for method, one in functions(kind)}
    return found


def documentation(name, function):
    """The docstring of a function, with that of its class where it is a constructor."""
    module = inspect.getmodule(function)
    owner = getattr(module, name.partition(".")[0], None) if name.endswith("__init__") else None
    return "\n".join(filter(None, (inspect.getdoc(function), owner and inspect.getdoc(owner))))


def missing(name, function, text):
    """What a docstring does not say: parameters of several, exceptions that are raised."""
    parameters = [p for p in inspect.signature(function).parameters if p not in ("self", "cls")]
    lacking = [p for p in parameters if not re.search(rf"^\s*{p}: |``{p}``", text, re.MULTILINE)]
    raised = {
        node.exc.func.id
        for node in ast.walk(ast.parse(dedent(inspect.getsource(function))))
        if isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Call)
        and isinstance(node.exc.func, ast.Name)
    } - {"NotImplementedError"}
    lacking += [error for error in raised if error not in text]
    return lacking


@pytest.mark.parametrize("name", exported())
def test_exports_document_arguments_and_errors(name):
    function = exported()[name]
    text = documentation(name, function)
    assert len(text.split()) > 2, name
    assert missing(name, function, text) == [], name


@pytest.mark.parametrize("place", REGISTRIES)
def test_registered_functions_are_documented_themselves_or_by_the_protocol(place):
    kind = protocol(place)
    known = dict(functions(kind))
    for entry in REGISTRIES[place].values():
        for name, function in functions(entry):
            # What a base class documents holds for the classes that override it.
            above = (getattr(base, name, None) for base in getattr(entry, "__mro__", ()))
            own = "\n".join(inspect.getdoc(one) or "" for one in (function, *above) if one)
            assert own, f"{entry}: {name}"
            if name not in known:
                assert missing(name, function, own) == [], f"{entry}: {name}"
