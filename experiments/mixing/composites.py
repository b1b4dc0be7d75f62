"""Composite pages: the main content of one annotated page in the template of another.

Content and template come from pages of one corpus and page type, so that the gold follows the same
convention.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from lxml import etree, html

from victor.evaluate.gold.align import project, tokens
from victor.evaluate.gold.page import GoldPage, GoldSegment
from victor.page import read_page
from victor.pipeline import Plan, Run, advance

NUMBER = "data-number"  # attribute that numbers the elements of a page
MOST_ELEMENTS = 6_000  # of a page
LEAST_BLOCKS, LEAST_WORDS = 3, 80  # of content
GIVEN, TAKEN = 0.9, 0.999  # share of the content's words in the element that is exchanged
LARGEST = 0.95  # share of a page's texts in the element that takes other content
FIRST = 6  # blocks of content that may have the title
TRIES = 6  # number of partners drawn for a page
# Elements whose children are not exchanged, since they are not valid elsewhere.
RIGID = frozenset("html body json table tbody tr ul ol".split())


@dataclass(frozen=True)
class Piece:
    """A page whose content can be exchanged; elements are given by their ``NUMBER``."""

    gold: GoldPage
    source: bytes  # the page with numbered elements
    title: str
    given: int | None  # the element that holds nearly all of the content
    segments: Sequence[GoldSegment]  # the content within it
    has_title: bool  # whether the content begins with the title of the page
    taken: int | None  # the element that holds all of the content


def parsed(source: bytes) -> html.HtmlElement:
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True, remove_pis=True)
    return html.document_fromstring(source, parser=parser)


def written(document: html.HtmlElement) -> bytes:
    return b"<!DOCTYPE html>" + etree.tostring(document, method="html", encoding="utf-8")


def piece(gold: GoldPage, plan: Plan) -> Piece | None:
    """The page with numbered elements and its containers; None if it has too many elements."""
    source = read_page(gold.html, gold.id, gold.url).html.encode("utf-8", "replace")
    if not source.strip():
        return None
    document = parsed(source)
    elements = [one for one in document.iter() if isinstance(one.tag, str)]
    if len(elements) > MOST_ELEMENTS:
        return None
    for place, element in enumerate(elements):
        element.set(NUMBER, str(place))
    source = written(document)
    run = advance(Run(plan, read_page(source, gold.id, gold.url)), "segment")
    y = project(gold, run.blocks, plan.task)
    given, taken = (container(run, y != plan.task.other, share) for share in (GIVEN, TAKEN))
    blocks = inside(run, given) if given else []
    roles, text = list(plan.task.labels.values()), run.blocks.text
    segments = [
        GoldSegment(roles[y[one]], text[one]) for one in blocks if y[one] != plan.task.other
    ]
    has_title = begins_with([text[one] for one in blocks[:FIRST]], run.tree.title)
    if taken and share_of(run, taken) >= LARGEST:
        taken = None
    numbers = number(run, given), number(run, taken)
    return Piece(gold, source, run.tree.title, numbers[0], segments, has_title, numbers[1])


def begins_with(texts: Sequence[str], title: str) -> bool:
    """Whether texts contain 60 % of the words of a title, or five if it is long."""
    words = set(tokens(title))
    found = words & set(tokens(" ".join(texts)))
    return len(found) >= 0.6 * max(1, min(len(words), 8))


def number(run: Run, element: int | None) -> int | None:
    found = run.tree.attribute(element, NUMBER) if element else ""
    return int(found) if found else None


def share_of(run: Run, element: int) -> float:
    return float(run.tree.closed[element] - run.tree.opened[element]) / max(1, len(run.tree.text))


def container(run: Run, content: np.ndarray, share: float) -> int | None:
    """The smallest element with this share of the content's words; None if it is unsuitable."""
    tree, blocks = run.tree, run.blocks
    words = np.where(content, blocks.words, 0.0)
    if content.sum() < LEAST_BLOCKS or words.sum() < LEAST_WORDS:
        return None
    by_text = np.zeros(len(tree.text))
    by_text[blocks.first[:-1]] = words
    before = np.concatenate(([0.0], np.cumsum(by_text)))
    held = before[tree.closed] - before[tree.opened]
    holding = np.flatnonzero(held >= share * words.sum() - 1e-6)
    size = (tree.closed - tree.opened)[holding]
    best = int(holding[np.lexsort((-holding, size))][0])
    return best if best and tree.tags[tree.tag[best]] not in RIGID else None


def inside(run: Run, element: int) -> list[int]:
    """The blocks within an element."""
    first, (low, high) = run.blocks.first, (run.tree.opened[element], run.tree.closed[element])
    return np.flatnonzero((first[:-1] >= low) & (first[1:] <= high)).tolist()


def composite(content: Piece, template: Piece) -> GoldPage:
    """The content of one page in the template of the other.

    The title of the content replaces that of the template if the content begins with it. The JSON
    of the template is removed, as it may contain the original article.
    """
    source, page = parsed(content.source), parsed(template.source)
    given = source.xpath(f'//*[@{NUMBER}="{content.given}"]')[0]
    taken = page.xpath(f'//*[@{NUMBER}="{template.taken}"]')[0]
    taken[:] = list(given)
    taken.text = given.text
    if content.has_title:
        for element in page.xpath("//head/title"):
            element.text = content.title
        for element in page.xpath('//meta[@property="og:title" or @name="twitter:title"]'):
            element.set("content", content.title)
    for script in page.xpath('//script[contains(@type, "json")]'):
        script.drop_tree()
    for element in page.iter():
        if isinstance(element.tag, str):
            element.attrib.pop(NUMBER, None)
    gold, other = content.gold, template.gold
    name = f"{gold.id}+{other.id}"
    new = {"html": written(page), "url": other.url, "segments": content.segments}
    return replace(gold, id=name, complete=False, reference=None, **new)


def composites(golds: Sequence[GoldPage], plan: Plan) -> Iterator[GoldPage]:
    """A composite page for each page whose content can be exchanged.

    Its template is that of a random page of another site, of the same corpus and page type.
    """
    draw = random.Random(0)
    pieces = [one for gold in golds if (one := piece(gold, plan))]
    templates: Mapping[tuple[str, str], list[Piece]] = defaultdict(list)
    for one in pieces:
        if one.taken is not None:
            templates[one.gold.corpus, one.gold.kind].append(one)
    for one in pieces:
        others = templates[one.gold.corpus, one.gold.kind] if one.given is not None else []
        drawn = (draw.choice(others) for _ in range(TRIES if others else 0))
        if partner := next((other for other in drawn if other.gold.host != one.gold.host), None):
            yield composite(one, partner)
