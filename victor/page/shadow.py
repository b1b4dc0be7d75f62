"""Declarative shadow roots, which browsers show: ``<template shadowrootmode="open">``.

Other templates are only models for scripts.
"""

import re

from victor.page.retagged import retagged
from victor.text.regex import regex

SIGN = "shadowrootmode="
_TAG = regex(r"<(/?)template\b([^<>]*)>", re.IGNORECASE)
_ELEMENT = "shadow-root"  # unknown to parsers, as the custom element around it


def with_shadow_roots(page: str) -> str:
    """The page with an element instead of each template that browsers show in its place.

    Args:
        page: the same object is returned if it has none.
    """
    return retagged(page, _TAG, SIGN, _ELEMENT)
