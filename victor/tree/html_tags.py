"""HTML elements, current and obsolete: the names that may follow ``container.``.

They include ``json``, an artificial element for text from script data.
"""

TAGS = tuple(
    """
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big
    blink blockquote body br button canvas caption center cite code col colgroup data datalist dd
    del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form
    frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins
    isindex json kbd keygen label layer legend li link listing main map mark marquee math menu meta
    meter multicol nav nobr noembed noframes noindex noscript object ol optgroup option output p
    param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select
    slot small source spacer span strike strong style sub summary sup svg table tbody td template
    textarea tfoot th thead time title tr track tt u ul var video wbr xmp
    """.split()
)

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")

# Elements without content and end tag.
VOID = frozenset(
    """
    area base basefont bgsound br col embed frame hr img input isindex keygen link meta param
    source spacer track wbr
    """.split()
)
