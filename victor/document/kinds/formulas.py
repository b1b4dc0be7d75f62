"""Formulas as LaTeX, from the best source in their markup.

In this order: an annotation with TeX, an attribute such as ``alttext``, or else the conversion of
presentation MathML (https://www.w3.org/TR/mathml-core/).
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import unquote, unquote_plus

from victor.document.pictures.smileys import SMILEY_FOLDERS, smiley_of_image
from victor.text.cues import signs_within
from victor.text.regex import regex
from victor.tree.attributes import Written
from victor.tree.tree import Tree

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_IMAGE = regex(r"(?:^|\s)(?:latex|mwe-math-fallback-image-\w+)(?:\s|$)")
_DOLLARS = regex(r"\$(?:\s?\\displaystyle(?![a-zA-Z]))?\s?([^$]+)\$")  # as LaTeX2HTML writes
NAMES_OF_IMAGES = ("latex", "mwe-math")  # in the classes of images of formulas
_COMMAND = regex(
    r"\\(?:frac|sum|int|begin|mathbb|mathbf|mathcal|mathrm|operatorname|displaystyle|sqrt|alpha"
    r"|lim|infty|rightarrow|partial|cdot)(?![a-zA-Z])"
)
_COMMANDS = regex(r"\\[a-zA-Z]{2}|\\[,;:!{}\\]")
_ENCODED = regex(_COMMAND.pattern.encode())  # in UTF-8
# URLs of services that draw the formula that follows, and their settings in the formula.
_SERVICE = regex(
    r"(?:\bcodecogs\.com/(?:gif|png|svg)\.(?:latex|image)|/(?:mimetex|mathtex)\.cgi)\?"
)
# An encoded backslash in a URL begins a command if it is in a parameter or folder of formulas.
_PARAMETER = regex(
    r"[?&](?:tex|latex|math|formula|equation|eq|from|chl)=([^&#]+)"
    r"|/(?:tex|latex|math|formula|equation|svg)/([^/?#]+)"
)
_SERVICES = ("codecogs.com/", "tex.cgi", "%5C", "%5c")  # parts of their URLs
_URLS = (*_SERVICES, *SMILEY_FOLDERS)
_SETTING = regex(r"\\(?:dpi|bg|fn)(?:_\w+|\{\w*\})|\\inline(?![a-zA-Z])")
_CLOSED = regex(r"(?:[^\\$]|\\.)*", re.DOTALL)  # no unescaped ``$``, no backslash at the end
_LARGEST = 100_000  # characters of markup
_OF_SCRIPT = regex(r'<math display="\w+"><annotation encoding="application/x-tex">')
# Attributes with the source of a drawn formula, of which the last one is MathML.
_STATING = ("data-math", "data-tex", "data-latex", "data-formula", "data-mathml")
_DEEPEST = 100
_STACKED = r"\genfrac{}{}{0pt}{}"  # a fraction without a line
_DISPLAYSTYLE = regex(r"^\{\\(?:displaystyle|textstyle)\s?(.*)\}$", re.DOTALL)
_SIGNS = {
    "∑": r"\sum", "∏": r"\prod", "∫": r"\int", "∬": r"\iint", "∮": r"\oint", "∞": r"\infty",
    "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "≈": r"\approx", "≡": r"\equiv", "∼": r"\sim",
    "±": r"\pm", "∓": r"\mp", "×": r"\times", "÷": r"\div", "⋅": r"\cdot", "·": r"\cdot",
    "∘": r"\circ", "∂": r"\partial", "∇": r"\nabla", "√": r"\surd", "∈": r"\in", "∉": r"\notin",
    "⊂": r"\subset", "⊆": r"\subseteq", "⊃": r"\supset", "⊇": r"\supseteq", "∪": r"\cup",
    "∩": r"\cap", "∅": r"\emptyset", "∀": r"\forall", "∃": r"\exists", "¬": r"\neg",
    "∧": r"\land", "∨": r"\lor", "→": r"\to", "←": r"\leftarrow", "↔": r"\leftrightarrow",
    "⇒": r"\Rightarrow", "⇐": r"\Leftarrow", "⇔": r"\Leftrightarrow", "↦": r"\mapsto",
    "…": r"\ldots", "⋯": r"\cdots", "′": "'", "ℓ": r"\ell", "ℏ": r"\hbar", "−": "-",
    "⟨": r"\langle", "⟩": r"\rangle", "‖": r"\|", "α": r"\alpha", "β": r"\beta", "γ": r"\gamma",
    "δ": r"\delta", "ε": r"\varepsilon", "ϵ": r"\epsilon", "ζ": r"\zeta", "η": r"\eta",
    "θ": r"\theta", "ϑ": r"\vartheta", "ι": r"\iota", "κ": r"\kappa", "λ": r"\lambda",
    "μ": r"\mu", "ν": r"\nu", "ξ": r"\xi", "π": r"\pi", "ρ": r"\rho", "σ": r"\sigma",
    "ς": r"\varsigma", "τ": r"\tau", "υ": r"\upsilon", "φ": r"\varphi", "ϕ": r"\phi",
    "χ": r"\chi", "ψ": r"\psi", "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta", "Θ": r"\Theta",
    "Λ": r"\Lambda", "Ξ": r"\Xi", "Π": r"\Pi", "Σ": r"\Sigma", "Φ": r"\Phi", "Ψ": r"\Psi",
    "Ω": r"\Omega", "ℝ": r"\mathbb{R}", "ℕ": r"\mathbb{N}", "ℤ": r"\mathbb{Z}",
    "ℚ": r"\mathbb{Q}", "ℂ": r"\mathbb{C}",
    "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "", "\xa0": r"\;",
}  # fmt: skip
_ESCAPED = {"%": r"\%", "#": r"\#", "&": r"\&", "_": r"\_", "{": r"\{", "}": r"\}", "$": r"\$"}
_FUNCTIONS = frozenset(
    """sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln exp lim max min sup inf
    det dim ker deg gcd arg mod Pr""".split()
)
_OVER = {"¯": "bar",
         "‾": "overline", "_": "bar", "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde",
         "→": "vec", "⃗": "vec", "˙": "dot", ".": "dot", "¨": "ddot", "⏞": "overbrace",
         "︷": "overbrace", "ˇ": "check", "˘": "breve"}  # fmt: skip
_UNDER = {"_": "underline", "̲": "underline", "⏟": "underbrace", "︸": "underbrace"}
_LIMITS = frozenset((r"\sum", r"\prod", r"\int", r"\lim", r"\max", r"\min", r"\sup", r"\inf"))


def is_display(tree: Tree, number: int) -> bool:
    """Whether a formula is displayed on a separate line.

    Args:
        tree: the page's tree.
        number: of the formula, as a row of ``tree.inset``.
    """
    markup, element = tree.source[number], int(tree.inset[number, 2])
    head = markup[: markup.find(">")]
    if 'display="block"' in head or 'mode="display"' in head:
        return True
    around = (element, parent := int(tree.parent[element]), int(tree.parent[parent]))
    return any("katex-display" in tree.attribute(one, "class").split() for one in around)


def latex(markup: str) -> str:
    """The LaTeX of a formula; ``""`` if it cannot be read.

    Args:
        markup: a ``math`` element.
    """
    root = _parsed(markup)
    if root is None:
        return ""
    for one in root.iter():
        if _name(one) == "annotation" and "tex" in one.get("encoding", "").lower():
            return _plain("".join(one.itertext()))
    for name in ("data-latex", "data-tex", "alttext"):
        if found := root.get(name, "").strip():
            return _plain(found)
    return _plain(_row(root, 0))


def is_of_script(markup: str) -> bool:
    """Whether a formula is the TeX of a script, rather than a ``math`` element."""
    return _OF_SCRIPT.match(markup) is not None


def stated_latex(attributes: Mapping[str, str]) -> str:
    """The LaTeX that attributes state for what an element shows; ``""`` if there is none."""
    for name in _STATING:
        if found := attributes.get(name, "").strip():
            return latex(found) if found.startswith("<math") else _plain(found)
    return ""


def latex_of_image(attributes: Mapping[str, str]) -> str:
    """The LaTeX of an image of a formula; ``""`` for other images.

    It is read from the alternative text, or from the URL of a service that draws it.

    Args:
        attributes: of the image.
    """
    text = attributes.get("alt", "")
    if text and len(text) <= _LARGEST:
        named = _IMAGE.search(attributes.get("class", ""))
        if named or ("\\" in text and _COMMAND.search(text)) or _DOLLARS.fullmatch(text.strip()):
            return _plain(text)
    return _latex_of_address(attributes.get("src", ""), text)


def is_written(attributes: Mapping[str, str]) -> bool:
    """Whether an image stands for a formula or a smiley.

    Args:
        attributes: of the image.
    """
    return bool(latex_of_image(attributes) or smiley_of_image(attributes))


def _latex_of_address(address: str, text: str) -> str:
    """The LaTeX in the URL of a service; ``""`` if there is none.

    It has a backslash, or is also the alternative ``text``.
    """
    if len(address) > _LARGEST or not any(map(address.__contains__, _SERVICES)):
        return ""
    written = _written_in(address)
    tex = _plain(_SETTING.sub("", written))
    is_stated = "\\" in written or tex.split() == text.split()
    return tex if is_stated and tex.isprintable() and _CLOSED.fullmatch(tex) else ""


def _written_in(address: str) -> str:
    """The formula in the URL of a service, or in a parameter or folder of another URL."""
    if found := _SERVICE.search(address):
        return unquote(address[found.end() :].replace("&space;", " ").replace("&plus;", "+"))
    if not (found := _PARAMETER.search(address)):
        return ""
    written = unquote_plus(found[1]) if found[1] else unquote(found[2])
    return written if _COMMANDS.search(written) else ""


def may_have_written_images(tree: Tree, is_named: bool) -> bool:
    """Whether there is a formula, or an image that may stand for one or for a smiley.

    Args:
        tree: the page's tree.
        is_named: whether the value of an attribute contains one of ``NAMES_OF_IMAGES``.
    """
    if any(source.startswith("<") for source in tree.source):
        return True
    return "img" in tree.tags and (is_named or _may_be_written(tree))


def _may_be_written(tree: Tree) -> bool:
    """Whether the value of an attribute contains LaTeX, or the URL of a service or a smiley."""
    if isinstance(tree.attributes, Written):
        values = tree.attributes.values
        has_backslash, *has_url = signs_within(values, ("\\", *_URLS)).tolist()
        return any(has_url) or (has_backslash and _ENCODED.search(values) is not None)
    whole = "\0".join(value for found in tree.attributes for value in found.values())
    return bool(_COMMAND.search(whole)) or any(sign in whole for sign in _URLS)


def _parsed(markup: str) -> "Element | None":
    from xml.etree import ElementTree as ET  # few pages have formulas in MathML

    try:
        return ET.fromstring(re.sub(r"<(/?)[\w-]+:", r"<\1", _without_names(markup[:_LARGEST])))
    except (ET.ParseError, RecursionError, ValueError):
        return None


def _without_names(markup: str) -> str:
    """Markup without what XML may reject: prefixed attributes, bad names, control characters."""
    markup = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "", markup)
    return re.sub(r" (?:[\w-]+:[\w-]+|xmlns|@[\w.-]*|\d[\w-]*)=\"[^\"]*\"", "", markup)


def _plain(tex: str) -> str:
    tex = " ".join(tex.split())
    found = _DOLLARS.fullmatch(tex) or _DISPLAYSTYLE.match(tex)
    return found[1].strip() if found else tex


def _name(element: "Element") -> str:
    return str(element.tag).lower()


def _row(element: "Element", depth: int) -> str:
    return (
        _joined([_convert(child, depth + 1) for child in element]) or (element.text or "").strip()
    )


def _joined(pieces: list[str]) -> str:
    """Join pieces, with a space between a command and a letter that would continue it."""
    out = ""
    for piece in _binomials(pieces):
        if out and piece[:1].isalpha() and re.search(r"\\[a-zA-Z]+$", out[-40:]):
            out += " "
        out += piece
    return out


def _binomials(pieces: list[str]) -> list[str]:
    """Pieces, with a binomial coefficient for two stacked ones in parentheses."""
    if not any(piece.startswith(_STACKED) for piece in pieces):
        return pieces
    found = [*pieces]
    for place in range(1, len(pieces) - 1):
        if pieces[place].startswith(_STACKED) and pieces[place - 1 : place + 2 : 2] == ["(", ")"]:
            found[place - 1 : place + 2] = "", _binomial(pieces[place]), ""
    return found


def _binomial(stacked: str) -> str:
    return rf"\binom{stacked.removeprefix(_STACKED)}"


def _convert(element: "Element", depth: int) -> str:
    if depth > _DEEPEST:
        return "".join(element.itertext())
    name = _name(element)
    if name in ("annotation", "annotation-xml", "mphantom", "none", "mprescripts"):
        return ""
    if name in ("mi", "mn", "mo", "mtext", "ms"):
        return _token(name, "".join(element.itertext()).strip(), element)
    inner = [_convert(child, depth + 1) for child in element]
    shape = _SHAPES.get(name)
    if shape and len(inner) >= shape[0]:
        return shape[1](element, inner)
    return _joined(inner)


def _token(name: str, text: str, element: "Element") -> str:
    if name == "mtext":
        return rf"\text{{{text}}}" if text.strip("\xa0") else r"\;"
    if text in _FUNCTIONS:
        return "\\" + text
    written = _joined([_SIGNS.get(sign, _ESCAPED.get(sign, sign)) for sign in text])
    if name == "mo" and text in ("{", "}"):
        return "\\" + text
    if name == "mi" and len(text) > 1 and text.isalpha() and text.isascii():
        return rf"\mathrm{{{text}}}" if element.get("mathvariant") != "italic" else text
    variant = {"bold": "mathbf", "double-struck": "mathbb", "script": "mathcal"}
    style = variant.get(element.get("mathvariant", ""))
    return rf"\{style}{{{written}}}" if style and name == "mi" else written


def _base(text: str) -> str:
    return (
        text
        if len(text) <= 1 or re.fullmatch(r"\\[a-zA-Z]+|\\mathrm\{\w+\}", text)
        else f"{{{text}}}"
    )


def _group(text: str) -> str:
    return text if len(text) == 1 else f"{{{text}}}"


def _over(element: "Element", inner: list[str]) -> str:
    return _with_sign(element, inner, _OVER, "^", "overset")


def _under(element: "Element", inner: list[str]) -> str:
    return _with_sign(element, inner, _UNDER, "_", "underset")


def _with_sign(
    element: "Element", inner: list[str], accents: Mapping[str, str], script: str, stacked: str
) -> str:
    """A base with a sign above or below: an accent, a limit of an operator, or another sign."""
    base, other = inner[:2]
    sign = "".join(element[1].itertext()).strip()
    if sign in accents:
        return rf"\{accents[sign]}{{{base}}}"
    if base in _LIMITS:
        return f"{base}{script}{_group(other)}"
    return rf"\{stacked}{{{other}}}{{{base}}}"


def _fenced(element: "Element", inner: list[str]) -> str:
    opening, closing = element.get("open", "("), element.get("close", ")")
    if (opening, closing) == ("(", ")") and len(inner) == 1 and inner[0].startswith(_STACKED):
        return _binomial(inner[0])
    return rf"\left{opening or '.'}{','.join(inner)}\right{closing or '.'}"


def _fraction(element: "Element", inner: list[str]) -> str:
    if element.get("linethickness", "").startswith("0"):
        return rf"{_STACKED}{{{inner[0]}}}{{{inner[1]}}}"
    return rf"\frac{{{inner[0]}}}{{{inner[1]}}}"


def _table(element: "Element", inner: list[str]) -> str:
    rows = r" \\ ".join(inner)
    return rf"\begin{{matrix}}{rows}\end{{matrix}}"


_SHAPES = {
    "mfrac": (2, _fraction),
    "msqrt": (0, lambda element, inner: rf"\sqrt{{{_joined(inner)}}}"),
    "mroot": (2, lambda element, inner: rf"\sqrt[{inner[1]}]{{{inner[0]}}}"),
    "msup": (2, lambda element, inner: f"{_base(inner[0])}^{_group(inner[1])}"),
    "msub": (2, lambda element, inner: f"{_base(inner[0])}_{_group(inner[1])}"),
    "msubsup": (
        3,
        lambda element, inner: f"{_base(inner[0])}_{_group(inner[1])}^{_group(inner[2])}",
    ),
    "mover": (2, _over),
    "munder": (2, _under),
    "munderover": (
        3,
        lambda element, inner: f"{inner[0]}_{_group(inner[1])}^{_group(inner[2])}",
    ),
    "mfenced": (0, _fenced),
    "mtable": (0, _table),
    "mtr": (0, lambda element, inner: " & ".join(inner)),
    "mspace": (0, lambda element, inner: r"\;" if element.get("width") else ""),
}
