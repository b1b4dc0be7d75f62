"""Cheap tests before patterns: every text that a pattern matches has one of the signs."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from victor.document.metadata import others, tags
from victor.filters.buttons import appeals
from victor.text.regex import folded
from victor.tree import marks, note_boxes, note_lists, overlays, screens, signatures

NOTES = (*signatures._EDIT_SIGNS, *signatures._OTHER_SIGNS)
PAIRS = {
    "appeals": (appeals._NEWSLETTER, appeals._NEWSLETTER_SIGNS),
    "images of users": (others._NO_IMAGE, others._OF_NO_IMAGE),
    "logos": (others._LOGO, others._OF_LOGO),
    "topics": (tags._LIST, tags._SMALL_SIGNS),
    "boxes": (note_boxes._BOX, marks.BOXES),
    "consent": (overlays._CONSENT, overlays._CONSENT_SIGNS),
    "footnotes": (note_lists._NOTES, note_lists._SIGNS),
    "narrow screens": (screens._ON_NARROW, screens.SIGNS),
    "signatures": (signatures._SIGNATURE, marks.SIGNATURES),
    "edits": (signatures._EDIT, signatures._EDIT_SIGNS),
    "notes": (signatures._NOTE, NOTES),
}


@pytest.mark.parametrize("name", PAIRS)
@settings(max_examples=300)
@given(data=st.data())
def test_every_match_has_a_sign(name, data):
    pattern, signs = PAIRS[name]
    found = data.draw(st.from_regex(re.compile(pattern.pattern, pattern.flags)))
    assert any(sign in folded(found) for sign in signs)
