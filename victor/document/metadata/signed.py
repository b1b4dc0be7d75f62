"""Find the names that an article is signed with."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from victor.arrays import places
from victor.document.metadata.byline_words import FULL_NAME
from victor.document.metadata.bylines import names_reporters, reporters_within
from victor.document.metadata.evidence import Evidence
from victor.document.metadata.marked import ELEMENTS
from victor.document.metadata.names import LONGEST_LINE, is_posted, names_in, without_sentences
from victor.document.metadata.persons import OUTLETS
from victor.text.regex import regex
from victor.tree.blocks import Blocks

# Labels before the author's name at the end of an article.
_DONE = (
    r"(?:(?:(?:article|post|story) )?(?:written|authored) by|geschrieben von|verfasst von"
    r"|escrito por|écrit par|rédigé par|scritto da|geschreven door|skrevet a[fv]|skriven av)"
)
# A label that is a whole line; the group is matched if it introduces a biography.
_LABEL = regex(
    rf"(?:{_DONE}|(?:article|post|story) by|author(?:s|\(s\))?|autor(?:in|a)?|auteure?|autore|автор"
    r"|(about the author|über (?:den autor|die autorin)|à propos de l['’]auteure?"
    r"|sobre (?:el autor|la autora|o autor|a autora)|over de auteur|o autorze|об авторе"
    r"|om forfatteren|om författaren|yazar hakkında))\s?:?",
    re.IGNORECASE,
)
_AUTHOR = ("ut", "вт")  # second and third letter of labels of one word
# The first words of such a biography.
_WHO_IS = regex(rf"({FULL_NAME.pattern})\s(?:is|was|has|ist|est|es|é|è|jest|är|er|[—–-])\s")
# "This article was written by Ada Quill, editor of the Tide.", also with another name.
_OF_ARTICLE = regex(
    r"(?i:this (?:article|post|story|guide|piece|blog(?: post)?|entry)"
    r" (?:was|is|has been) (?:originally )?(?:written|authored|contributed) by"
    r"|dieser (?:artikel|beitrag|text) (?:wurde|ist) von"
    r"|cet article (?:a été|est) (?:écrit|rédigé) par"
    r"|este artículo (?:fue|ha sido|está) escrito por|este artigo foi escrito por"
    r"|questo articolo è (?:stato )?scritto da|dit artikel is geschreven door)"
    rf"(?i:\sdr\.)?\s({FULL_NAME.pattern})(?:\s(?i:and|und|et|y|e|en)\s({FULL_NAME.pattern}))?"
)
_SIGNED = regex(
    rf"{_DONE}[\s:]\s?(?=\w)|(?:"
    r"(?:(?:article|post|story) )?by|authors?|author\(s\)|contributors?|autor(?:in|es|e|zy|ka)?"
    r"|auteurs?|autore|автор(?:ы|ка)?|penulis|yazar|szerző|συντάκτης|作者|글쓴이|著者|執筆"
    r")\s?[:：]\s?(?=\w)",
    re.IGNORECASE,
)
# Labels next to the writers of a film, song or book that an article is about.
_CREDIT = regex(
    r"(?:cast|composed|directed|edition|format|genre|isbn|language|licen[cs]e|lyrics|music|pages"
    r"|performed|produced|publisher|released?|starring|title|version|year|verlag|éditeur|editorial"
    r"|editora|издательство|год|жанр)\b|出版",
    re.IGNORECASE,
)
LINES_BEFORE, LINES_AFTER = 3, 12  # blocks near the title
_POSTED = "pPsS"  # first letters of lines such as "Posted by" and "Submitted by"; a cheap test
_REPORTERS = {"zh": ("记者", "記者"), "ko": ("기자", "특파원")}
_LONGEST_LABEL = 30  # characters
_LONGEST_TEXT = 2_000  # characters of a text that may name reporters
_LINES = ("p", "div")
_RIGHT = regex(r"(?:^|\salign-|text-align:\s?|text-align-|\s)right(?![\w-])", re.IGNORECASE)
_QUOTED = ("blockquote", "figure", "figcaption", "ul", "ol", "dl", "aside")  # text by others
_LABEL_AFTER = regex(r"[\s|/]{1,9}[^\W\d_]{1,20}\s?[:：].*", re.DOTALL)  # " Photo: Bob Ray"
_SENTENCE = regex(r".{20,}[.!?…。！？][\"'”’»)\]]{0,2}", re.DOTALL)
_CLOSINGS = frozenset("以上 敬具 草々 拝具 かしこ 完 おわり".split())  # of letters and texts
_NO_NAME = regex(r"[,，、]|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b", re.IGNORECASE)


def signed(page: Evidence) -> Iterator[tuple[list[str], str]]:
    """Authors named in signature lines anywhere in the article; nothing if the lines disagree."""
    if page.blocks is None or page.is_home or page.is_product or not page.seems_article:
        return
    text = page.blocks.text
    rows = [row for row in _below_content(page, len(text)) if _is_signed(text[row])][:ELEMENTS]
    found = [_signing(page, row) for row in rows if _is_own(page, page.blocks, row)]
    yield from _agreed([names for names in found if names])
    yield from _introduced(page, page.blocks)
    yield from _posted(page, text)
    yield from _reporters(page, page.blocks)
    yield from _at_the_right(page, page.blocks)


def _posted(page: Evidence, text: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """The names in lines below the text such as "Posted by Ada at 10:30" if they agree."""
    first = page.rows_at_content(0, 1).start
    likely = (row for row in range(first, len(text)) if text[row][:1] in _POSTED)
    rows = [row for row in likely if is_posted(text[row])][:ELEMENTS]
    yield from _agreed([names_in(text[row]) for row in rows if not page.in_comments[row]])


def _agreed(found: Sequence[list[str]]) -> Iterator[tuple[list[str], str]]:
    """The names that several lines have, if all have the same."""
    if found and all(names == found[0] for names in found):
        yield found[0], "byline"


def _below_content(page: Evidence, n: int) -> Sequence[int]:
    """Those of n blocks that follow a block of the content, if that is known."""
    if page.content is None:
        return range(1, n)
    return list((places(page.content[:-1]) + 1).tolist())


def _introduced(page: Evidence, blocks: Blocks) -> Iterator[tuple[list[str], str]]:
    """Authors below a label, or in a sentence about the article."""
    rows = zip(blocks.text, page.in_comments, strict=True)
    lines = [line for line, is_comment in rows if not is_comment]
    yield from _below_label(lines)
    for found in filter(None, map(_OF_ARTICLE.match, lines)):
        yield [*filter(None, found.groups())], "byline"


def _below_label(lines: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """The name below labels such as "Written by" and "About the author" if they agree."""
    found = set[str]()
    for row, line in enumerate(lines):
        is_likely = len(line) <= _LONGEST_LABEL and (" " in line or line[1:3].lower() in _AUTHOR)
        if is_likely and (label := _LABEL.fullmatch(line)):
            following = "".join(lines[row + 1 : row + 2])
            who = _WHO_IS.match(following) if label[1] else None
            found.add(who[1] if who else following)
    name = found.pop() if len(found) == 1 else ""
    if FULL_NAME.fullmatch(name) and name.split()[-1].casefold() not in OUTLETS:
        yield names_in(name), "byline"


def _reporters(page: Evidence, blocks: Blocks) -> Iterator[tuple[list[str], str]]:
    """The reporters that a Chinese or Korean article names in its text or between other labels."""
    marks = _REPORTERS.get((page.language or "")[:2])
    if not marks:
        return
    rows = (row for row, line in enumerate(blocks.text) if any(map(line.__contains__, marks)))
    chosen = (row for row in rows if not page.in_comments[row])
    near = [line for line in page.lines(LINES_BEFORE, LINES_AFTER) if len(line) <= LONGEST_LINE]
    texts = (*near, *(blocks.text[row][:_LONGEST_TEXT] for row in islice(chosen, ELEMENTS)))
    if names := next(filter(None, map(reporters_within, texts)), None):
        yield names, "byline"


def _at_the_right(page: Evidence, blocks: Blocks) -> Iterator[tuple[list[str], str]]:
    """The full name in a line at the right that ends the text."""
    rows = [] if page.content is None else places(page.content).tolist()
    name = blocks.text[rows[-1]] if len(rows) > 1 else ""
    if len(name) <= _LONGEST_LABEL and FULL_NAME.fullmatch(name) and name not in _CLOSINGS:
        line = page.tree.nearest(page.tree.named(_LINES))[blocks.holder[rows[-1]]]
        marks = (page.tree.attribute(int(line), one) for one in ("style", "class", "align"))
        if _RIGHT.search(" ".join(marks)):
            yield names_in(name), "byline"


def _is_signed(line: str) -> bool:
    """Whether a short line starts like a signature or names reporters."""
    if len(line) > LONGEST_LINE or line.endswith("."):
        return False
    return _SIGNED.match(line) is not None or names_reporters(line)


def _is_own(page: Evidence, blocks: Blocks, row: int) -> bool:
    """Whether a line follows a sentence and is not in a comment or quotation."""
    if page.in_comments[row] or not _SENTENCE.fullmatch(blocks.text[row - 1]):
        return False
    tree, element = page.tree, int(page.tree.node[blocks.first[row]])
    return not tree.nearest(tree.named(_QUOTED))[element]


def _signing(page: Evidence, row: int) -> list[str]:
    """The full names in a signature line; none if it is one of several credits of a work."""
    lines = page.blocks.text if page.blocks else []
    following = "".join(lines[row + 1 : row + 2])
    others = _is_signed(following) and following != lines[row]
    if others or any(map(_CREDIT.match, lines[row - 1 : row + 2])):
        return []
    named = _LABEL_AFTER.sub("", _SIGNED.sub("", lines[row], 1))
    if _NO_NAME.search(named):
        return []
    names = without_sentences(names_in(named), named)
    return names if all(map(FULL_NAME.fullmatch, names)) else []
