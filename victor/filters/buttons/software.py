"""Lines that the software of blogs, journals, lists, forums and wikis adds, or of converters.

"TrackBack URL for this entry:" (Movable Type, TypePad), "View larger version (114K):" and
"[in this window]" (HighWire Press), "Prev by Date: Foghorns" (MHonArc), "Messages sorted by:
[ date ]" (Pipermail, Hypermail), "0 Members and 1 Guest are viewing this topic." (SMF),
"boats/harbour.txt · Last modified: 2024/05/03 10:15 by ada" (DokuWiki, in any language), "About
this document ..." (LaTeX2HTML), "Next: Foghorns, Up: Buoys [Contents][Index]" (Texinfo).
"""

import re
from collections.abc import Sequence

from victor.filters.buttons.outside import QUOTED, outside
from victor.text.regex import any_of, regex
from victor.tree.blocks import Blocks

# One of these signs is in every such line; rare letters at their start are found fast.
SIGNS = (
    "kBack", "kback", "weblogs that", "blogs that ref", "version (", "window]", " by Date",
    " by thread", "Messages s", "Next m", "vious m", "ewing this", "owsing this", "betrachten d",
    "sur ce sujet", "viendo este", "просматрива", "About this doc", "X2HTML", "xi2html",
    "ranslated from", ".txt · ", "last edited 20", "opic revision: r",
    "[Contents]", "RSS feed for com", "feed for this post",
)  # fmt: skip
_LONGEST = 200  # characters
_LINES = r"""
rss feed for (?:comments on )?this post\.?(?: trackback ur[il]\.?)?
track ?backs?(?: pings?)?(?: ?[-–(:]? ?\d+\)?)?|track ?back url(?: for this (?:entry|post))?
track ?back: https?:\S+|(?:listed below are )?links to (?:we)?blogs that reference\b.*
https?:\S+/(?:mt-tb|track-?back)\S*|view larger version \(\d+k\)|\[in (?:this|a new) window\]
\[download (?:powerpoint|ppt) slide\]
(?:prev|previous|next) (?:by (?:date|thread)|message(?: \(by thread\))?):.*
messages sorted by:(?: \[ \w+ \])+
about this document ?(?:\.\.\.|…)
(?:this document was|file) (?:generated|translated) .*\b(?:latex2html|texi2html|hevea|tth)\b.*
copyright © [\d, ]+ (?:nikos drakos|ross moore),.*
(?:next|previous|up): .{1,150} \[contents\](?:\[index\])?
the command line arguments were:|latex2html -.*
\S+\.txt · [^:]{2,50}: \d{4}/\d\d/\d\d \d\d:\d\d(?: .*)?
\S+ +\(last edited \d{4}-\d\d-\d\d \d\d:\d\d:\d\d by .*\)
topic revision: r\d+ - \d+ [a-z]{3} \d{4}\b.*
the translation was initiated (?:by .*)?on [\d-]{10}
\d+ members?(?: \([^()]*\))? and \d+ guests? (?:is|are) viewing this (?:topic|board)
(?:currently active )?users? (?:viewing|browsing) this (?:thread|topic|forum|board):.*
\d+ (?:benutzer|mitglied(?:er)?) und \d+ g[aä]ste? betrachten dieses (?:thema|board)
\d+ membres? et \d+ invités? sur ce sujet|\d+ пользовател\w* и \d+ гост\w* просматрива\w+ эту тему
\d+ (?:usuarios?|miembros?) y \d+ visitantes? están viendo este (?:tema|foro)
"""
_LINE = regex(rf"(?:{any_of(_LINES)})\W*", re.IGNORECASE)


def software(content: Sequence[tuple[int, str]], blocks: Blocks) -> list[int]:
    """Content blocks that are such lines, unless the page is about trackbacks or such a converter.

    Args:
        content: the numbers and texts of the content blocks.
        blocks: the blocks of the page.
    """
    title = blocks.tree.title.lower()
    if "trackback" in title or "2html" in title:
        return []
    found = [place for place, text in content if len(text) <= _LONGEST and _LINE.fullmatch(text)]
    return outside(found, QUOTED, blocks)
