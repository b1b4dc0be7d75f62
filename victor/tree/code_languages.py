"""Find the languages of code blocks, from attributes and text at, in, around and before them."""

from collections.abc import Container, Iterator, Mapping
from itertools import takewhile

import numpy as np

from victor.arrays import Ints, places, some
from victor.text.regex import regex
from victor.tree.tree import Tree

_TAGS = frozenset(("pre", "code"))
_NAMED = regex(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight-text|highlight|mw-highlight-lang|brush"
    r"|gatsby-code|sp|src|hl)[-:]\s*|(?:brush|sourceCode)\s+|ltx_lst_language_)([\w+#.-]{1,30})"
)
_NAMES = frozenset(
    """abap actionscript ada apache apl applescript arduino asm assembly astro awk bash basic
    bat batch bibtex brainfuck bsh c c# c++ cfg cfm clj clojure cmake cobol coffee coffeescript
    conf console cpp crystal cs csharp css csv cuda curl cython d dart delphi diff django dns
    docker dockerfile dot elisp elixir elm emacs-lisp erb erl erlang excel f# fish forth fortran
    fsharp gherkin git gitignore glsl gn go golang gradle graphql groovy haml handlebars haskell
    haxe hcl hlsl hs html http ini io ipython ipython3 j java javascript jinja jinja2 jl js json
    json5 jsonc jsonnet jsx julia kotlin kt latex lean lean4 less lisp lua make makefile
    markdown mathematica matlab md mdx mermaid mysql nasm nginx nim nix node objective-c
    objectivec objc ocaml octave odin pascal perl pgsql php pl plaintext plsql postgresql
    postscript powershell prisma prolog properties proto protobuf ps1 puppet purescript py pycon
    python python3 qml r racket razor rb react reasonml regex rst ruby rust rs sas sass scala
    scheme scm scss sed sh shell shell-session shellscript shellsession solidity sparql sql
    stata svelte svg swift systemverilog tcl terminal terraform tex text tf toml ts tsx twig txt
    typescript v vala vb vbnet verilog vhdl vim vue wasm wgsl x86asm xml xquery yaml
    yml zig zsh""".split()
)
_HIGHLIGHTED = frozenset(
    "hl hljs prettyprint highlight prism-code code sourcecode syntaxhighlighter"
    " rust-example-rendered item-decl".split()  # the last ones are of rustdoc
)
# Code without a stated language in Sphinx, which shows it as Python if that is possible.
_SPHINX_DEFAULT = regex(r"(?:^|\s)highlight-default(?:\s|$)")
# Classes of Pygments for keywords, definitions, strings and comments; commands have other tokens.
_SPHINX_TOKEN = regex(r"k[a-z]{0,2}|n[cdf]|s[\dabdefsx]|c1|gp|bp")
# Token classes of SyntaxHighlighter, which follow the language: ``java keyword``.
_TOKENS = frozenset(
    "plain keyword string comments functions value variable spaces preprocessor script".split()
)
_WEAK = frozenset(("text", "d", "c", "r", "j", "v", "io", "conf", "code", "dot", "make", "node"))
_SIGN = regex(r"[{};=<>\\]")
_NEAR = 6  # first elements at and in a code block that may name its language
_REACH = 60  # elements in a code block that are searched for ``code``
_CLIMB = 7  # ancestors of a code block that may name its language
_LABELS = frozenset("p div span strong b em i".split())  # may hold its name before the code
_LONGEST_NAME = 20  # maximum characters of a language


def code_language(tree: Tree, element: int) -> str:
    """The language named by attributes at, in or above a code block, or by the line before it.

    It is ``""`` if neither names one.

    Args:
        tree: the tree of the page.
        element: the code block.
    """
    for one in (*_near(tree, element), *_above(tree, element)):
        if found := _language(tree.attributes[one]) or _only_class(tree, one):
            return found
    return named_before(tree, element) or _default(tree, element)


def _only_class(tree: Tree, element: int) -> str:
    """The language that is the only class of a ``pre``, ``code`` or list of lines, or ``""``."""
    name = tree.attribute(element, "class").strip().lower()
    is_name = name in _NAMES and name not in _WEAK
    return name if is_name and tree.tag_of(element) in (*_TAGS, "ol") else ""


def _default(tree: Tree, element: int) -> str:
    """``python`` for highlighted code without a stated language in Sphinx; else ``""``."""
    classes = (tree.attribute(one, "class") for one in _above(tree, element))
    if not any(map(_SPHINX_DEFAULT.search, classes)):
        return ""
    following = range(element + 1, min(element + _REACH, len(tree.tag)))
    tokens = takewhile(lambda one: tree.parent[one] >= element, following)
    is_token = (_SPHINX_TOKEN.fullmatch(tree.attribute(one, "class")) for one in tokens)
    return "python" if any(is_token) else ""


def outermost_code(tree: Tree) -> Ints:
    """The outermost code blocks: ``pre``, listings without it, and ``code`` with lines.

    Args:
        tree: the tree of the page.
    """
    listings = tree.listings
    if listings is None and tree.codes.keys().isdisjoint(_TAGS):
        return np.zeros(0, np.int32)
    code = tree.named(("pre",)) & tree.holds
    code = code if listings is None else code | listings
    if "br" in tree.codes and "code" in tree.codes:
        code = code | tree.broken(tree.named(("code",)))  # as forums write it
    return places(tree.outermost(code) if some(code) else code)


def named_before(tree: Tree, element: int) -> str:
    """The language that is the whole line directly before a code block, or ``""``.

    The name must be in lower case, unless it is alone with certain code in an element.

    Args:
        tree: the tree of the page.
        element: the code block.
    """
    before = int(tree.opened[element]) - 1
    name = tree.text[before].strip() if before >= 0 else ""
    if not name or len(name) > _LONGEST_NAME or name.lower() not in _NAMES:
        return ""
    code, line = _alone(tree, element), _alone(tree, int(tree.node[before]), _LABELS)
    around = int(tree.parent[code])
    if tree.parent[line] != around or tree.tag_of(line) not in _LABELS:
        return ""
    if tree.opened[around] == before and tree.closed[around] == tree.closed[code]:
        return name.lower() if name == name.lower() or _is_code(tree, element) else ""
    is_line = tree.tag_of(line) in ("p", "div")
    return name if is_line and name not in _WEAK and name == name.lower() else ""


def _is_code(tree: Tree, element: int) -> bool:
    """Whether a block is certainly code, rather than a song called "Julia"."""
    if any(tree.tag_of(one) == "code" for one in _near(tree, element)):
        return True
    texts = tree.text[
        tree.opened[element] : min(tree.closed[element], tree.opened[element] + _NEAR)
    ]
    return any(map(_SIGN.search, texts))


def _alone(tree: Tree, element: int, tags: Container[str] | None = None) -> int:
    """The outermost element that holds the same text as an element.

    With ``tags``, climb only from elements with these tags.
    """
    for above in _above(tree, element):
        if tree.opened[above] < tree.opened[element] or tree.closed[above] > tree.closed[element]:
            break
        if tags is not None and tree.tag_of(element) not in tags:
            break
        element = above
    return element


def _near(tree: Tree, element: int) -> Iterator[int]:
    """The first elements at and in a code block, and the first ``code``, as buttons may precede."""
    yield element
    is_past = False  # the first ``code``
    for one in range(element + 1, min(element + _REACH, len(tree.tag))):
        is_near = one < element + _NEAR
        if tree.parent[one] < element or (is_past and not is_near):
            return
        is_code = tree.tag_of(one) == "code"
        if is_near or is_code:
            yield one
        is_past = is_past or is_code


def _above(tree: Tree, element: int) -> Iterator[int]:
    for _ in range(_CLIMB):
        element = int(tree.parent[element])
        if not element:
            return
        yield element


def _language(attributes: Mapping[str, str]) -> str:
    for name in ("data-lang", "data-language", "data-code-language", "language", "lang"):
        value = attributes.get(name, "").lower()
        if value in _NAMES:
            return value
    classes = attributes.get("class", "")
    named = f"{classes} {attributes.get('data-syntaxhighlighter-params', '')}"  # as in Confluence
    for found in _NAMED.finditer(named):
        name = found[1].lower().rstrip(";")
        for one in (name, name.partition("+")[0]):  # "html+django"
            if one in _NAMES:
                return one
    words = classes.lower().split()
    if len(words) == 2 and words[0] in _NAMES and words[1] in _TOKENS:
        return words[0]
    if not _HIGHLIGHTED.isdisjoint(words):
        return next((word for word in words if word in _NAMES and word not in _WEAK), "")
    return ""
