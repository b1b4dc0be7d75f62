"""Signs of rare markup: no rule finds less because it looks for them first."""

import pytest

from victor.tree.marks import BOXES, MARKS, NOTES, SIGNATURES
from victor.tree.note_boxes import _BOX
from victor.tree.overlays import _CONSENT, _CONSENT_SIGNS
from victor.tree.parse import parse
from victor.tree.screens import SIGNS, is_for_narrow
from victor.tree.signatures import (
    _EDIT,
    _EDIT_SIGNS,
    _NOTE,
    _OTHER_SIGNS,
    _SIGNATURE,
)

NOTED = (
    "message-lastEdit editdate lastedited postEdit edited_post b-post__edit ipsEdited usertitle"
    " message-userBanner userextras userstats userinfo_extra extrauserinfo author_statistics"
    " cauthorpane_info cauthorpane_stats profile-rank profile-posts profile-joined"
    " profile-custom-field pstatus postfootleft messagefooternote post-likes message-likes"
    " quoteexpand bottom-notice bbp-topic-description bbp-template-notice bbp-pagination-count"
    " bbp-breadcrumb vertical-navbox ambox catlinks mdbook-help-container"
    " bbp-reply-revision-log modified_7 post-status-message"
).split()
CONSENTING = (
    "onetrust-x ot-pc-x didomi-host cmplz-x qc-cmp2-x usercentrics-x cky-x borlabs-cookie-x"
    " otPcCenter CybotCookiebotDialog BorlabsCookie Cookies-banner gdprConsent consent_modal"
).split()
NARROW = "block-x,lg:hidden,col-6 d-md-none,visible-xs,card mobile-only,hide-on-desktop".split(",")
BOXED = (
    "theme-admonition,callout,custom-block,notecard x,starlight-aside,kg-callout-card"
    ",nextra-callout"
).split(",")
PATTERNS = {
    "notes": (_NOTE.search, (*_EDIT_SIGNS, *_OTHER_SIGNS), NOTED),
    "edits": (_EDIT.search, _EDIT_SIGNS, NOTED),
    "signatures": (_SIGNATURE.search, SIGNATURES, ["post-signature", "sig-text", "sig_", "sig"]),
    "consent": (_CONSENT.search, _CONSENT_SIGNS, CONSENTING),
    "boxes": (_BOX.search, BOXES, BOXED),
    "narrow": (is_for_narrow, SIGNS, NARROW),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_every_value_that_passes_has_a_sign(name):
    test, signs, values = PATTERNS[name]
    items = "".join(
        f"<p class='{value}'>{i}<b id='{value}'>b</b>" for i, value in enumerate(values)
    )
    tree = parse(f"<body class=none>{items}")
    for names in ("class", ("class", "id")):
        found = tree.matching(names, test)
        assert found.any()
        assert (tree.matching(names, test, signs=signs) == found).all()


def test_marks_of_a_page():
    tree = parse("<p class='Post-Likes'><a role=button>Like</a><div id=a-Callout-b>Note")
    assert tree.looked_at.marks == {"post-likes", "\nbutton\n", "callout"}
    assert {*NOTES} < {*MARKS}
    assert tree.looked_at.has("no", "-b\n")
    assert not tree.looked_at.has("no")
