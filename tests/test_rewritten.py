"""A page written in another way, which browsers show alike, gives the same document."""

import re
from pathlib import Path

import pytest

import victor
from victor.page.encodings import decode

PAGES = sorted((Path(__file__).parent.parent / "data").glob("*.html"))
_TAG = re.compile(r"<(/?)([a-zA-Z]\w*)([^<>]*)>")
_QUOTED = re.compile(r'([\w:-]+)="([^"<>]*)"')
_HELD = re.compile(r"(<(script|style|textarea|noscript)\b.*?</\2>)", re.DOTALL)


def _in_tags(change):
    return lambda page: _outside(page, lambda part: _TAG.sub(change, part))


def _outside(page, change):
    """Change a page, but not its scripts and the like."""
    parts = _HELD.split(page)
    return "".join(
        part if i % 3 == 1 else change(part) for i, part in enumerate(parts) if i % 3 != 2
    )


def _capitals(tag):
    attributes = _QUOTED.sub(lambda one: f'{one[1].upper()}="{one[2]}"', tag[3])
    return f"<{tag[1]}{tag[2].upper()}{attributes}>"


def _bare(tag):
    def written(one):
        return f"{one[1]}={one[2]}" if re.fullmatch(r"[\w.:-]+", one[2]) else one[0]

    return f"<{tag[1]}{tag[2]}{_QUOTED.sub(written, tag[3])}>"


def _turned(tag):
    found = [one[0] for one in _QUOTED.finditer(tag[3])]
    whole = len(" ".join(found)) == len(tag[3].strip())
    return f"<{tag[1]}{' '.join((tag[2], *found[::-1]))}>" if whole else tag[0]


def _framework(tag):
    """As Vue and Angular mark elements of a component."""
    return tag[0] if tag[1] else f'<{tag[2]}{tag[3]} data-v-7ba5bd90="" _ngcontent-abc-c7="">'


def _commented(page):
    return _outside(page, lambda part: re.sub(r"(</\w+>)", r"\1<!-- end -->", part))


def _references(page):
    return _outside(page, lambda part: re.sub(r"[^\0-\x7f]", lambda one: f"&#{ord(one[0])};", part))


REWRITES = {
    "capitals": _in_tags(_capitals),
    "bare attributes": _in_tags(_bare),
    "attributes in another order": _in_tags(_turned),
    "attributes of frameworks": _in_tags(_framework),
    "comments": _commented,
    "line ends": lambda page: page.replace("\n", "\r\n"),
    "character references": _references,
    "UTF-16": lambda page: page.encode("utf-16"),
}


@pytest.mark.parametrize("name", REWRITES)
@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_a_page_written_in_another_way_gives_the_same_document(page, name):
    source, _ = decode(page.read_bytes())
    rewritten = REWRITES[name](source)
    if rewritten == source:
        pytest.skip("the page has nothing to rewrite")
    cleaner = victor.load("web")
    one, other = cleaner.clean(source), cleaner.clean(rewritten)
    assert other.markdown == one.markdown
    assert other.metadata == one.metadata
