"""What software adds to forums, wikis and books: signatures, facts about writers, notes, help."""

import re
from collections.abc import Collection

import numpy as np

from victor.arrays import Bools, some, union
from victor.text.regex import regex
from victor.tree.attributes import may_have, values_of
from victor.tree.html_tags import HEADINGS
from victor.tree.marks import NOTES, SIGNATURES
from victor.tree.tree import Tree

# Classes of forum software; ``sig`` by itself is that of a function in documentation.
_SIGNATURE = regex(
    r"(?:^|\s)(?:(?:post|forum|user|message|msg|comment|profile|bbp|js)[_-]?)?"
    r"(?:signature[_-]?|sig[_-](?!\s|$))"
    r"(?:text|body|content|container|cont|row|wrap(?:per)?|block|inner|box)?(?=\s|$)"
)
_SEVERAL = 2  # least signatures of a forum: that of a letter is a name
_CODE = ("dt", "code", "pre", "span", *HEADINGS)  # of documentation
# Classes and ids of XenForo, vBulletin, phpBB, FluxBB, Invision, MyBB, WoltLab, Discuz, Discourse,
# bbPress, SMF, Misago, Machina, pybbm and Stack Exchange: the rank of a writer, numbers such as
# "Posts: 2,844", "Last edited by ...", likes, "Offline", "This topic has 4 replies", the mark of
# the best answer, what guests may not do. Of MediaWiki: boxes of links to other pages and wikis,
# categories, and requests to editors. Of mdBook: the list of keys. Of Gitea: the source of a post.
# Of Quarto: author, date, categories, and how to cite and reuse a page; of Open Journal Systems:
# downloads and how to cite an article.
_OF_EDIT = (
    r"message-lastedit|editdate|lastedited|postedit|edited_post|b-post__edit|ipsedited|edit-info"
    r"|ipstype_reset ipstype_medium ipstype_light|updated-message|bbp-(?:reply|topic)-revision-log"
    r"|modified_\d{1,12}"
)
# One of these is in each such class, and in each other name of a note.
_EDIT_SIGNS = ("edit", "ipstype_", "updated-m", "revision-log", "modified_")
_OTHER_SIGNS = (
    "user", "author", "profile-", "pstatus", "postfootleft", "footernote", "-likes", "quoteexpand",
    "bottom-notice", "bbp-", "navbox", "ambox", "catlinks", "sistersitebox",
    "sidebar-pre", "sidebar-title", "mdbook-help", "raw-content", "post-status-m",
    "quarto-title-meta", "quarto-c", "quarto-reuse", "downloads_chart", "citation_display",
)  # fmt: skip
_EDIT = regex(rf"(?:^|\s)(?:{_OF_EDIT})(?=\s|$)", re.IGNORECASE)
_NOTE = regex(
    rf"(?:^|\s)(?:{_OF_EDIT}|(?:message-)?user(?:title|banner|extras|stats)|userinfo_extra|extrauserinfo"
    r"|author_statistics|cauthorpane_(?:info|stats)|profile-(?:rank|posts|joined|custom-field)"
    r"|pstatus|postfootleft|messagefooternote|post-likes|message-likes|quoteexpand|bottom-notice"
    r"|bbp-(?:topic-description|template-notice|pagination(?:-count|-links)?|breadcrumb)"
    r"|(?:vertical-)?navbox|ambox|catlinks|sistersitebox"
    r"|sidebar-(?:pretitle|title(?:-with-pretitle)?)|mdbook-help-container"
    r"|raw-content (?:tw-|gt-)?hid(?:e|den)|post-status-message"
    r"|quarto-(?:title-meta|categories|citation|copyright|reuse)|downloads_chart|citation_display)"
    r"(?=\s|$)",
    re.IGNORECASE,
)

# Of Joomla: who wrote an article and when, its category, and how often it was read.
_OF_DETAILS = "article-info"
_DETAILS = regex(r"(?:^|\s)article-info(?=\s|$)")
_POST_OF_PHPBB = regex("post_content")
# An attribute of NodeBB, and its values for signatures, notes of edits, and the post answered.
_COMPONENT = "component"
_AFTER_POSTS = frozenset(("post/signature", "post/editor"))
_OF_NODEBB = _AFTER_POSTS | {"post/parent"}


def signatures(tree: Tree) -> Bools | None:
    """[m] the elements that hold signatures and notes of software; None if there are none.

    Args:
        tree: the page's tree.
    """
    signed = None if tree.looked_at.marks.isdisjoint(SIGNATURES) else _signatures(tree)
    noted = None if tree.looked_at.marks.isdisjoint(NOTES) else _notes(tree)
    return union((signed, noted, _components(tree, _OF_NODEBB)))


def _components(tree: Tree, names: Collection[str]) -> Bools | None:
    """[m] the elements that NodeBB gives one of some names; None if there are none."""
    if not may_have(tree.attributes, (_COMPONENT,)):  # true of nearly all pages
        return None
    named = values_of(tree.attributes, _COMPONENT).items()
    found = [element for element, name in named if name in names]
    return tree.mask(found) if found else None


def _signatures(tree: Tree) -> Bools | None:
    """[m] the elements that hold signatures; None if there are not several."""
    found = tree.matching("class", _SIGNATURE.search, signs=SIGNATURES) & ~tree.named(_CODE)
    return found if np.count_nonzero(tree.outermost(found)) >= _SEVERAL else None


def _notes(tree: Tree) -> Bools:
    """[m] the elements with what the software notes about posts and pages."""
    signs = *_EDIT_SIGNS, *_OTHER_SIGNS
    found = tree.matching(("class", "id"), _NOTE.search, signs=signs) | _edits_of_phpbb(tree)
    found |= tree.matching("class", _DETAILS.search, tree.named(("dl",)), (_OF_DETAILS,))
    if "dd" not in tree.codes:
        return found
    # FluxBB describes a writer in a list, in which only the rank has a class.
    described = tree.named(("dd",))
    return np.asarray(found | described & np.isin(tree.parent, tree.parent[found & described]))


def _edits_of_phpbb(tree: Tree) -> Bools:
    """[m] notes such as "Last edited by Ann on Mon Oct 3, 2022, edited 1 time in total."."""
    posts = tree.matching("id", _POST_OF_PHPBB.match)
    if not some(posts):  # nearly always
        return posts
    return np.asarray(tree.matching("class", "notice".__eq__) & posts[tree.parent])


def after_posts(tree: Tree) -> Bools | None:
    """[m] the signatures and notes of edits, which follow the text of a post; None without any.

    Args:
        tree: the page's tree.
    """
    components = _components(tree, _AFTER_POSTS)
    if tree.looked_at.marks.isdisjoint((*SIGNATURES, *NOTES)):
        return components  # true of most pages
    edits = tree.matching("class", _EDIT.search, signs=_EDIT_SIGNS) | _edits_of_phpbb(tree)
    return union((_signatures(tree), edits if some(edits) else None, components))
