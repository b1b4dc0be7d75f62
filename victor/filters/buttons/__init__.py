"""``buttons``: drop what readers do not count as text: names of buttons, notices, labels.

"Add to cart", "Save this event", "Click to expand...": separate buttons in or between content
paragraphs. Buttons named by the heading of the section that they open, or by a question, stay, and
so do buttons within a sentence, but not those that only say "Show more". Also dropped: copy buttons
and language labels of code blocks, lines such as "Ada wrote:" above removed quotations, "Quote:"
above others, signatures below posts and the notes of forum and wiki software, comments that a
comment system has inserted below an article, notices about the page ("Loading...", "Advertisement",
"You need to enable JavaScript"), appeals to pay or subscribe, boxes for e-mail addresses,
invitations to other articles ("Read more: ...") and lists of them, lines of linked topics
("Tags: ..."), labels of form fields, dialogs, tooltips and messages.
"""

import re

import numpy as np

from victor.arrays import Bools, Indices, indices, some
from victor.config import Task
from victor.data import Labels
from victor.filters.buttons.code_labels import code_labels
from victor.filters.buttons.comment_systems import comments
from victor.filters.buttons.invitations import LONGEST, invitations
from victor.filters.buttons.notices import notices
from victor.filters.buttons.overlays import overlays
from victor.filters.buttons.quotation_labels import quotation_labels
from victor.filters.buttons.related import related
from victor.filters.buttons.signups import signups
from victor.filters.buttons.topics import topic_labels, topics
from victor.registry import NoOptions
from victor.text.regex import regex
from victor.tree.blocks import Blocks

_LONGEST = 15  # maximum words of a name
_QUESTION = frozenset("?？؟;\u037e")
_NO_WORD = regex(r"\W*")
_VALUE = regex(r"[\d@]")
_FEW = 3  # maximum words of a value, whose button may open details about it
_TAGS = ("button", "a", "span", "div", "em")  # the last in Discuz
_COPY = regex(
    r"(?:copy(?: (?:code|to clipboard|code block|snippet))?|copied|kopieren|code kopieren"
    r"|copier(?: le code)?|copiar(?: código)?|copia(?: codice)?|kopi(?:uj|ëren|era|írovat)"
    r"|копировать|скопировать|复制(?:代码)?|複製|コピー(?:する)?|复制成功|복사)[!.]?",
    re.IGNORECASE,
)
_ADDRESS = regex(r"https?://\S+|/[\w-]+/\S+")
_MOST_MORE = 4  # maximum words of such a name
# What a button says that shows or hides the rest of a text, but not what that is about.
_MORE = regex(
    r"\W*(?:(?:show|see|read|view|load) (?:more|less|all)|expand(?: all| description)?"
    r"|collapse(?: all)?|(?:mehr|weniger) (?:anzeigen|lesen)|weiterlesen"
    r"|(?:afficher|voir|lire) (?:plus|moins|la suite)|(?:ver|mostrar|leer) (?:más|menos)"
    r"|(?:ver|ler|leia) mais|mostra (?:altro|di più|meno)|leggi (?:tutto|di più)|lees meer"
    r"|meer (?:lezen|weergeven|tonen)|(?:czytaj|pokaż|zobacz) więcej|zobrazit (?:více|vše)"
    r"|visa (?:mer|mindre)|läs mer|vis mere?|les mer|показать (?:ещ[её]|больше|все)"
    r"|читать (?:далее|дальше|полностью)|展[开開](?:全部|更多)?|查看更多|[显顯]示更多|收起"
    r"|もっと(?:見る|読む)|続きを読む|더 ?보기)\W*",
    re.IGNORECASE,
)
# What opens code by Quarto and Jupyter Book.
_CODE = regex(
    r"\W*(?:(?:show|hide) )?code(?: cell (?:source|content|outputs?))?\W*|código|codice|код|kod"
    r"|コード|代码|程式碼|코드",
    re.IGNORECASE,
)


Options = NoOptions


def apply(labels: Labels, blocks: Blocks, task: Task, options: NoOptions) -> Labels:
    """Labels in which the names of buttons, and what the modules here find, are boilerplate.

    Args:
        labels: labels of n blocks.
        blocks: the n blocks.
        task: defines the boilerplate label.
        options: unused.
    """
    kept = labels.y != task.other
    content = indices(kept)
    if not len(content):
        return labels
    gone = _buttons(kept, blocks) + _copies(kept, blocks)
    gone += code_labels(_without(gone, kept), blocks)
    gone += notices(kept, blocks) + quotation_labels(kept, blocks)
    linked = indices(kept & (blocks.link_share > 0) & (blocks.words <= LONGEST))
    gone += invitations(linked, content, blocks) + related(content, blocks)
    gone += overlays(kept, blocks) + topics(linked, kept, blocks) + comments(kept, blocks)
    gone += topic_labels(kept, blocks) + signups(kept, blocks) + _hidden_addresses(kept, blocks)
    gone += (kept & blocks.signed).nonzero()[0].tolist()
    if not gone:
        return labels
    y = labels.y.copy()
    y[gone] = task.other
    return Labels(y, labels.scores)


def _hidden_addresses(kept: Bools, blocks: Blocks) -> list[int]:
    """Kept blocks that are a URL which readers do not see, as shops write it for machines."""
    hidden, text = indices(kept & blocks.hidden).tolist(), blocks.text
    return [one for one in hidden if "/" in text[one] and _ADDRESS.fullmatch(text[one])]


def _without(gone: list[int], kept: Bools) -> Bools:
    """[n] the ``kept`` blocks except those ``gone``."""
    if not gone:
        return kept
    left = kept.copy()
    left[gone] = False
    return left


def _buttons(kept: Bools, blocks: Blocks) -> list[int]:
    """Kept blocks that are the name of a button, and no text."""
    named = kept & blocks.in_button
    if some(named):  # true of few pages
        named &= blocks.button > 0
        return _names(named, blocks) + _openers(named, kept, blocks)
    return _openers(named, kept, blocks) if "summary" in blocks.tree.codes else []


def _names(named: Bools, blocks: Blocks) -> list[int]:
    """Blocks among those ``named`` that are the name of a plain button outside running text."""
    found = indices(named & (blocks.words <= _LONGEST))
    found = found[~_go_on(found, blocks)]
    actions = [block for block in found.tolist() if _is_action(blocks.text[block])]
    of = dict(zip(actions, blocks.button[actions].tolist(), strict=True))
    plain = blocks.plain_buttons(of.values())
    return [block for block in actions if of[block] in plain]


def _go_on(found: Indices, blocks: Blocks) -> Bools:
    """Whether text follows each found button in the same line, so that it is part of a sentence."""
    tree, after = blocks.tree, blocks.first[found + 1]
    line = tree.nearest(blocks.level)
    own = line[tree.parent[blocks.at_node[found]]]
    follows = np.append(line[tree.node], 0)[after]  # no line after the last text
    return np.asarray((own > 0) & (follows == own))


def _is_action(name: str) -> bool:
    """Whether a button's name is neither a question nor a value such as "497 pages"."""
    is_value = _VALUE.search(name) and len(name.split()) <= _FEW
    found = _NO_WORD.match(name[::-1])
    return not is_value and (found is None or _QUESTION.isdisjoint(found[0]))


def _openers(named: Bools, kept: Bools, blocks: Blocks) -> list[int]:
    """Kept blocks that are the name of a button or summary which only says that it shows more.

    Or that it shows the code that follows.
    """
    tree, chosen = blocks.tree, named
    if "summary" in tree.codes:
        chosen = named | (kept & blocks.within(tree.named(("summary",))))
    found = indices(chosen & (blocks.words <= _MOST_MORE)).tolist()
    texts = blocks.text
    return [one for one in found if _MORE.fullmatch(texts[one]) or _opens_code(one, blocks)]


def _opens_code(block: int, blocks: Blocks) -> bool:
    """Whether a block says that it shows the code which follows, or after another such label."""
    if not _CODE.fullmatch(blocks.text[block]):
        return False
    following = blocks.undivided[block + 1 : block + 3]
    return "pre" in map(blocks.tree.tag_of, following.tolist())


def _copies(kept: Bools, blocks: Blocks) -> list[int]:
    """Kept blocks that are the name of a copy button next to a code block."""
    tree, out = blocks.tree, list[int]()
    listings = tree.listings
    if listings is None and "pre" not in tree.codes:
        return out
    code = tree.named(("pre",))
    if listings is not None:
        code |= listings
    inside = blocks.inside(code)
    beside = np.zeros(len(blocks), bool)
    beside[1:] |= inside[:-1]
    beside[:-1] |= inside[1:]
    for block in (beside & kept & ~inside).nonzero()[0].tolist():
        tag = tree.tag_of(blocks.holder[block])
        if tag in _TAGS and _COPY.fullmatch(blocks.text[block]):
            out.append(block)
    return out
