"""Comments on a page, and discussions that are its main content."""

import numpy as np

from victor.arrays import Bools, Ints, places, sums_before
from victor.document.roles.cued_page import MOST_ITEMS, CuedPage, contained, contains
from victor.document.roles.cues import BITS
from victor.document.roles.repeated import repeated, single_comment
from victor.document.roles.times import date_of
from victor.document.roles.writers import author_of
from victor.tree.html_tags import HEADINGS

_MAIN_MATTER = 60  # least words of prose outside the comments that they can be about
_SIGNED = 3  # first comments, of which one must have an author or a date
_ABOUT_COMMENTS = ("form", *HEADINGS, "noscript", "button")
_LEAST_OF_POST = 8  # least mean words of posts, including names and buttons


def discussed_blocks(page: CuedPage, title: tuple[int, int]) -> tuple[Bools, Bools]:
    """[n] twice: the comments, and the posts of a discussion."""
    sections, forms = _comment_sections(page, title)
    comments = page.inside(sections) & ~forms
    alone = page.blocks.words[page.prose & ~comments].sum() < _MAIN_MATTER
    thread = _thread(page)
    free, inside = page.blocks.free_words, page.inside(thread)
    answers = free[inside & comments].sum() > 0.5 * free[inside].sum()
    if len(thread) and (alone or not answers or _is_stated(page)):
        sections = sections[~contains(page.tree, sections, thread)]
        return page.inside(sections) & ~forms & ~answers, inside
    matter = free[comments].sum() >= 0.3 * free.sum() and (alone or _is_stated(page))
    if len(sections) and matter and _are_posts(page, repeated(page, "comment")):
        return np.zeros_like(comments), comments
    return comments, np.zeros_like(comments)


def _comment_sections(page: CuedPage, title: tuple[int, int]) -> tuple[Ints, Bools]:
    """The comment sections that hold comments, and [n] the blocks of forms for new comments.

    Sections are not around the title, and not between it and the first prose.
    """
    found = page.elements("comment")
    low, high = page.range(found)
    prose = np.flatnonzero(page.prose[title[1] :])
    start = title[1] + int(prose[0]) if len(prose) else 0
    found = found[(low > title[0]) & ((low >= title[1]) & (high > start)) | (title[1] == 0)]
    found = found[_of_readers(page, found)]
    if not len(found):
        return found, np.zeros(len(page.blocks), bool)
    items = _comments(page, page.inside(found))
    held = _hold_comments(page, found, items) | _hold_text(page, found)
    forms = places(page.tree.named(("form",)) & page.tree.holds)
    empty = forms[~_hold_comments(page, forms, items)]
    around = found[~held]
    around = around[contains(page.tree, around, forms)]
    return found[held], page.inside(np.concatenate((empty, around)))


def _of_readers(page: CuedPage, elements: Ints) -> Bools:
    """[e] whether elements named as comments are outside of code and sentences, as readers' are."""
    tree, first = page.tree, page.blocks.first
    starts = np.zeros(len(tree.text) + 1, bool)
    starts[first] = True
    whole = starts[tree.opened[elements]] & starts[tree.closed[elements]]
    code = tree.named(("pre", "code", "listing", "xmp"))
    return np.asarray(whole & ~code[elements] & (tree.nearest(code)[elements] == 0))


def _comments(page: CuedPage, where: Bools) -> Ints:
    """The elements of single comments within some blocks: they have text, an author or a date."""
    found = [repeated(page, cue, where) for cue in ("post", "comment")]
    likely = [one for one in (*found, single_comment(page, where)) if _are_comments(page, one)]
    return np.unique(np.concatenate((np.zeros(0, np.int32), *likely)))


def _are_comments(page: CuedPage, items: Ints) -> bool:
    """Whether elements hold more than a button or a number, or the first have authors or dates."""
    if len(items) > 1 and page.words(items).mean() >= _LEAST_OF_POST:
        return True
    ends = page.range(items[:_SIGNED])[1].tolist()
    first = zip(items[:_SIGNED].tolist(), ends, strict=True)
    return any(author_of(page, one, end) or date_of(page, one, end) for one, end in first)


def _hold_comments(page: CuedPage, elements: Ints, items: Ints) -> Bools:
    """[e] whether elements hold prose, contain a comment, or are in one."""
    low, high = page.range(elements)
    prose = sums_before(page.prose)
    within = contains(page.tree, elements, items) | contained(page.tree, elements, items)
    return np.asarray((prose[high] > prose[low]) | within)


def _hold_text(page: CuedPage, elements: Ints) -> Bools:
    """[e] whether elements hold as many words as a post, outside of forms, headings and links."""
    free = np.where(page.blocks.inside(page.tree.named(_ABOUT_COMMENTS)), 0, page.blocks.free_words)
    low, high = page.range(elements)
    words = sums_before(free)
    return np.asarray(words[high] - words[low] >= _LEAST_OF_POST)


def _thread(page: CuedPage) -> Ints:
    """The posts of a forum or the answers to a question, if they are the page's main content."""
    free, none = page.blocks.free_words, np.zeros(0, np.int32)
    least = 0.3 * free.sum()
    if free[page.around("post")].sum() < least:
        return none
    found = _all_posts(page, repeated(page, "post"))
    if not _are_posts(page, found):
        return none
    found = np.append(opening_post(page, found), found)
    return found if free[page.inside(found)].sum() >= least else none


def _all_posts(page: CuedPage, some: Ints) -> Ints:
    """All posts of a thread if ``some`` have a class that others lack, as those of its author."""
    comments = repeated(page, "comment") if len(some) else some
    is_part = len(some) < len(comments) and np.isin(some, comments).all()
    return comments if is_part else some


def _is_stated(page: CuedPage) -> bool:
    """Whether the page states that it is a discussion."""
    types = ("DiscussionForumPosting", "QAPage")
    return page.has("thread") or any(name in text for text in page.tree.schema for name in types)


def _are_posts(page: CuedPage, items: Ints) -> bool:
    """Whether repeated elements have authors, and no linked headings, as teasers have."""
    tree = page.tree
    if not len(items):
        return False
    if page.words(items).mean() < _LEAST_OF_POST:
        return False
    users = np.concatenate([page.elements(cue) for cue in ("user", "byline")])
    if contains(tree, items, users).mean() < 0.5 and not _is_stated(page):
        return False
    named = page.text_bits & np.uint64(BITS["user"] | BITS["byline"]) != 0
    headings = np.flatnonzero(tree.named(HEADINGS[:5]) & tree.holds)
    headings = headings[(tree.linked & ~named)[tree.opened[headings]]][:MOST_ITEMS]
    headings = headings[contained(tree, headings, items)]
    # In a thread, headings repeat its subject.
    texts = [tree.text[place].strip().casefold() for place in tree.opened[headings].tolist()]
    return sum(texts[0] not in text for text in texts) < max(0.5 * len(items) - 1, 1)


def opening_post(page: CuedPage, posts: Ints) -> Ints:
    """The longest question or first post before the others, for pages where its name differs.

    It has prose and an author: other elements with such names are headings and menus.
    """
    found = page.elements("opening")
    found = found[page.tree.closed[found] <= page.tree.opened[posts[0]]]
    found = found[contains(page.tree, found, page.elements("user"))]
    low, high = page.range(found)
    prose = sums_before(page.prose)
    found = found[prose[high] > prose[low]]
    longest = page.words(found).argsort()[-1:]
    return np.asarray(found[longest])
