"""Elements that are not part of the text of the page: dialogs, tooltips, messages."""

import re

from victor.arrays import Bools, some
from victor.text.regex import regex
from victor.tree.attributes import values_of
from victor.tree.tree import Tree

_ROLES = frozenset(("dialog", "alertdialog", "tooltip"))
_ROLE_VALUES = tuple(f"\n{role}\n" for role in _ROLES)  # as values of attributes in one text
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
    marked = [one for name in _NAMES for one in values_of(tree.attributes, name)]
    if marked:  # values in tables may be updated by scripts
        cell = tree.nearest(tree.named(("td", "th")))
        marked = [one for one in marked if not cell[one]]
    marked = [one for one in marked if tree.attribute(one, _NAMES[0]) != _SILENT]
    has_role = tree.looked_at.has(*_ROLE_VALUES)
    if not marked and "dialog" not in tree.codes and not has_role:
        return None
    found = tree.named(("dialog",))
    if has_role:
        found |= tree.matching("role", _ROLES.__contains__)
    found[marked] = True
    found[tree.frame] = False  # ``body`` may be marked for scripts
    return found


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
