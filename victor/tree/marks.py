"""Signs of markup that few pages have: one scan of the attributes finds which of them occur.

All are in lower case; those between line feeds are whole values. See
:attr:`victor.tree.attributes.Attributes.marks`.
"""

# Signatures of forums.
SIGNATURES = ("signature", "sig_", "sig-")
# Notes of software: one class of each.
NOTES = (
    "usertitle", "profile-posts", "authorpane", "author_statistics", "pstatus", "post-likes",
    "ipsedited", "ipstype_medium ipstype_light", "bbp-", "bottom-notice", "navbox", "ambox",
    "catlinks", "mdbook-help", "article-info", "edit-info", "updated-message", "sistersitebox",
    "sidebar-pretitle", "sidebar-title", "raw-content", "modified_", "post-status-m",
    "quarto-title-meta", "quarto-categories", "quarto-citation", "quarto-copyright", "quarto-reuse",
    "downloads_chart", "citation_display",
)  # fmt: skip
# For notes in manuals.
BOXES = ("admonition", "callout", "custom-block", "notecard", "starlight-aside")
# Footnotes: classes, roles, and the ids of the first one.
FOOTNOTES = (
    "footnote", "endnote", "fn1", "fn:1", "fn-1", "fn_1", "fn.1", "ftn1", "ftn:1", "ftn-1", "ftn_1",
    "ftn.1",
)  # fmt: skip
LISTINGS = "ltx_lstlisting"  # of LaTeXML
# Styles and classes of elements that keep lines.
KEPT_LINES = ("white-space: pre", "white-space:pre", "whitespace-pre", "email-body")
# Texts of posts.
POST_BODIES = (
    "post-content", "post_content", "post-body", "post_body", "post-text", "post_text",
    "post-message", "post_message", "posttext", "postcontent", "message-body", "message-content",
    "note-text", "email-body",
)  # fmt: skip
POSITION = "\nposition\n"  # a value of ``itemprop``
# Comment systems.
COMMENT_SYSTEMS = (
    "isso-thread", "artalk", "wl-reaction", "wl-comment", "wl-meta-head", "wl-cards", "twikoo",
    "tk-comments", "gt-container", "dsqjs", "disqus_thread", "commento-root",
)  # fmt: skip
# Of recipes.
INGREDIENTS = "ingredient"
# Of fields: the last or another class.
LABELS = ("label\n", "label ")
# Roles.
BUTTONS = "\nbutton\n"
OVERLAYS = ("\ndialog\n", "\nalertdialog\n", "\ntooltip\n")
ROWS = "\nrow\n"
PANELS = "tabpanel"
# Panels of tabs, by their role or class.
TABS = (
    PANELS, "tabbed-block", "sd-tab-content", "vp-code-group", "tab-pane", "tabs-panel",
    "et_pb_tab", "vc_tta-panel", "uk-switcher", "data item content",
)  # fmt: skip
MARKS = (
    *SIGNATURES, *NOTES, *BOXES, *FOOTNOTES, LISTINGS, *KEPT_LINES, *POST_BODIES, POSITION,
    *COMMENT_SYSTEMS, INGREDIENTS, *LABELS, BUTTONS, *OVERLAYS, ROWS, *TABS,
)  # fmt: skip
