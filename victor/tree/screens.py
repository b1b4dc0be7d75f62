"""Classes of elements that only narrow or only wide screens show."""

from victor.text.regex import regex

_ON_NARROW = regex(r"(?:sm|md|lg|xl|2xl):hidden|d-(?:sm|md|lg|xl|xxl)-none")
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
# Cheap tests: parts of all such classes, and signs of those for narrow screens in a page.
_MAY_BE_NARROW = regex(r":hidden|-none|-xs|small|medium|large|mobile|phone|desktop")
_MAY_BE_WIDE = regex(r"hidden|d-none|hide-|desktop-only")
SIGNS = (
    *(":hidden", "d-sm-none", "d-md-none", "d-lg-none", "d-xl-none", "d-xxl-none", "visible-xs"),
    *("show-for-small", "hide-for-medium", "hide-for-large", "mobile-only", "phone-only"),
    *("hide-desktop", "hide-on-desktop", "hidden-desktop"),
)


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
