"""Declarative shadow roots, which browsers show: ``<template shadowrootmode="open">``.

Other templates are only models for scripts.
"""

import re

from victor.text.regex import regex

_SIGN = "shadowrootmode="
_SIGN_BYTES = _SIGN.encode()
_TAG = regex(r"<(/?)template\b([^<>]*)>", re.IGNORECASE)
_ELEMENT = "shadow-root"  # unknown to parsers, as the custom element around it


def with_shadow_roots(source: str | bytes) -> str | bytes:
    """The page with an element instead of each template that browsers show in its place.

    Args:
        source: the page, as text or UTF-8; the same object is returned if it has none.
    """
    if isinstance(source, str):
        return _shown(source) if _SIGN in source else source
    return _shown(source.decode()).encode() if _SIGN_BYTES in source else source


def _shown(page: str) -> str:
    opened: list[bool] = []  # whether each open template is a shadow root

    def shown(tag: re.Match[str]) -> str:
        if not tag[1]:
            opened.append(_SIGN in tag[2])
            is_root = opened[-1]
        else:
            is_root = bool(opened) and opened.pop()
        return f"<{tag[1]}{_ELEMENT}{tag[2]}>" if is_root else tag[0]

    return _TAG.sub(shown, page)
