"""Declarative shadow roots, which browsers show: ``<template shadowrootmode="open">``.

Other templates are only models for scripts.
"""

import re

from victor.text.regex import regex

SIGN = "shadowrootmode="
_TAG = regex(r"<(/?)template\b([^<>]*)>", re.IGNORECASE)
_ELEMENT = "shadow-root"  # unknown to parsers, as the custom element around it


def with_shadow_roots(page: str) -> str:
    """The page with an element instead of each template that browsers show in its place.

    Args:
        page: the same object is returned if it has none.
    """
    if SIGN not in page:
        return page
    opened: list[bool] = []  # whether each open template is a shadow root

    def shown(tag: re.Match[str]) -> str:
        if not tag[1]:
            opened.append(SIGN in tag[2])
            is_root = opened[-1]
        else:
            is_root = bool(opened) and opened.pop()
        return f"<{tag[1]}{_ELEMENT}{tag[2]}>" if is_root else tag[0]

    return _TAG.sub(shown, page)
