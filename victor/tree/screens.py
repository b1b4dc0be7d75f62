"""Classes of elements that only narrow or only wide screens show."""

import re

from victor.text.regex import regex

# The width from which Tailwind and Bootstrap hide an element.
_ON_NARROW = regex(r"(sm|md|lg|xl|2xl):hidden|d-(sm|md|lg|xl|xxl)-none")
_ON_WIDE = regex(  # for elements with the class "hidden" or "d-none"
    r"(?:sm|md|lg|xl|2xl):(?:block|flex|grid|inline|table|contents)|d-(?:sm|md|lg|xl|xxl)-(?!none)"
)
_HIDDEN = frozenset(("hidden", "d-none"))
# Names in Bootstrap 3 and Foundation, and common names in other style sheets.
_NARROW = frozenset(
    "visible-xs visible-xs-block visible-xs-inline show-for-small show-for-small-only"
    " hide-for-medium hide-for-medium-up hide-for-large hide-for-large-up mobile-only phone-only"
    " hide-desktop hide-on-desktop hidden-desktop".split()
)
_WIDE = frozenset(
    "hidden-xs hide-for-small hide-for-small-only desktop-only hide-mobile hide-on-mobile"
    " hidden-mobile hidden-phone".split()
)
# Each class for narrow screens has one of these; a cheap test.
SIGNS = (
    *("sm:hidden", "md:hidden", "lg:hidden", "xl:hidden", "visible-xs"),
    *("d-sm-none", "d-md-none", "d-lg-none", "d-xl-none", "d-xxl-none"),
    *("show-for-small", "hide-for-medium", "hide-for-large", "mobile-only", "phone-only"),
    *("hide-desktop", "hide-on-desktop", "hidden-desktop"),
)
_MAY_BE_NARROW = regex("|".join(SIGNS))
_MAY_BE_WIDE = regex(r"hidden|d-none|hide-|desktop-only")


def is_for_narrow(classes: str) -> bool:
    """Whether narrow screens show an element, and wide ones do not.

    Args:
        classes: of the element: ``md:hidden`` (Tailwind) or ``d-md-none`` (Bootstrap).
    """
    if not _MAY_BE_NARROW.search(classes):  # true of nearly all
        return False
    names = classes.split()
    is_narrow = any(map(_ON_NARROW.fullmatch, names)) or not _NARROW.isdisjoint(names)
    return is_narrow and _HIDDEN.isdisjoint(names)


def is_for_wide(classes: str) -> bool:
    """Whether wide screens show an element, and narrow ones do not.

    Args:
        classes: of the element: ``hidden md:block`` or ``d-none d-md-block``.
    """
    if not _MAY_BE_WIDE.search(classes):  # true of nearly all
        return False
    names = classes.split()
    if _HIDDEN.isdisjoint(names):
        return not _WIDE.isdisjoint(names)
    return any(map(_ON_WIDE.match, names)) and not any(map(_ON_NARROW.fullmatch, names))


def are_for_two_screens(one: str, other: str) -> bool:
    """Whether one class is for narrow screens, and the other for all wider ones.

    Args:
        one: ``md:hidden`` (Tailwind) or ``d-md-none`` (Bootstrap).
        other: ``hidden md:block`` or ``d-none d-md-block``; or the other way round.
    """
    narrow, wide = (one, other) if _hidden_from(one) else (other, one)
    found, names = _hidden_from(narrow), wide.split()
    if not found:
        return False
    hidden, shown = ("hidden", f"{found[1]}:") if found[1] else ("d-none", f"d-{found[2]}-")
    starts = tuple(shown + display for display in ("block", "flex", "inline"))
    return hidden in names and any(name.startswith(starts) for name in names)


def _hidden_from(classes: str) -> re.Match[str] | None:
    """The first class that hides an element from some width on."""
    return next(filter(None, map(_ON_NARROW.fullmatch, classes.split())), None)
