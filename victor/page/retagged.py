"""Replace elements in the source of a page."""

import re


def retagged(page: str, tags: re.Pattern[str], sign: str, name: str = "") -> str:
    """The page with another element instead of each that has a sign in its start tag.

    Args:
        page: the same object is returned if it has no sign.
        tags: matches the tags of an element; group 1 is the slash of end tags, group 2 the rest.
        sign: in the attributes of the elements that are replaced.
        name: of the other element; without a name, only the content remains.
    """
    if sign not in page:
        return page
    opened: list[bool] = []  # whether each open element has the sign

    def written(tag: re.Match[str]) -> str:
        if not tag[1]:
            opened.append(sign in tag[2])
            is_meant = opened[-1]
        else:
            is_meant = bool(opened) and opened.pop()
        if not is_meant:
            return tag[0]
        return f"<{tag[1]}{name}{tag[2]}>" if name else ""

    return tags.sub(written, page)
