"""Elements that are not part of the text of the page: dialogs, tooltips, messages."""

import re

from victor.arrays import Bools, some
from victor.text.regex import regex
from victor.tree.attributes import may_have, values_of
from victor.tree.marks import OVERLAYS
from victor.tree.tree import Tree

_ROLES = frozenset(("dialog", "alertdialog", "tooltip"))
# Messages that scripts insert; what the site does not want to be quoted.
_NAMES = ("aria-live", "data-nosnippet")
_SILENT = "off"  # of ``aria-live``
# Classes and ids of what asks for consent to cookies, by OneTrust, Didomi, Cookiebot and others.
_CONSENT = regex(
    r"(?:^|\s)(?:(?:onetrust|ot-pc|didomi|cmplz|qc-cmp2?|usercentrics|cky|borlabs-cookie)[-_]"
    r"|otPcCenter|CybotCookiebotDialog|BorlabsCookie|(?:cookies?|gdpr|consent)[-_]?"
    r"(?:banner|consent|notice|bar|popup|modal|overlay|dialog|disclaimer|law-info-bar)"
    r"(?=__|--|\s|$))",
    re.IGNORECASE,
)
# One of these is in each such name.
_CONSENT_SIGNS = (
    "onetrust", "ot-pc", "didomi", "cmplz", "qc-cmp", "usercentrics", "cky", "cookie",
    "otpccenter", "gdpr", "consent",
)  # fmt: skip
_MATTER = ("main", "article")  # what is around these is no dialog


def overlays(tree: Tree) -> Bools | None:
    """[m] whether an element is a dialog, a tooltip, a message or not to be quoted; None if none.

    Args:
        tree: the tree of the page.
    """
    marked = _marked(tree) if may_have(tree.attributes, _NAMES) else []
    has_role = not tree.looked_at.marks.isdisjoint(OVERLAYS)
    if not marked and "dialog" not in tree.codes and not has_role:
        return None
    found = tree.named(("dialog",))
    if has_role:
        found |= tree.matching("role", _ROLES.__contains__)
    found[marked] = True
    found[tree.frame] = False  # ``body`` may be marked for scripts
    return found


def _marked(tree: Tree) -> list[int]:
    """The elements with attributes of messages, or of what is not to be quoted."""
    live, unquoted = (values_of(tree.attributes, name) for name in _NAMES)
    cell = tree.nearest(tree.named(("td", "th")))  # values in tables may be updated by scripts
    found = [one for one in (*live, *unquoted) if live.get(one) != _SILENT]
    return [one for one in found if not cell[one]]


def consents(tree: Tree) -> Bools | None:
    """[m] whether an element asks for consent to cookies; None if there are none.

    Args:
        tree: the tree of the page.
    """
    if not tree.looked_at.has(*_CONSENT_SIGNS):
        return None
    found = tree.matching(("class", "id"), _CONSENT.search, signs=_CONSENT_SIGNS)
    found[tree.frame] = False  # classes of ``body`` say what is shown on the page
    matter = tree.named(_MATTER) & tree.holds
    return found & (tree.starts_within(matter) == 0) if some(found) else None
