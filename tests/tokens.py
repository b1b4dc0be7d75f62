"""Pages of random HTML tokens, valid or not, for the comparison of parsers."""

from numpy.random import Generator

TAGS = (
    "a b p div span html head body title script style textarea table tr td th tbody thead tfoot"
    " caption col colgroup ul ol li dl dt dd form fieldset legend h1 h2 pre listing xmp plaintext"
    " iframe noframes noembed noscript frameset frame img br hr input meta link base option"
    " optgroup select svg path math font center i u s small address dir menu area embed object"
    " x-y fb:like é wbr source nobr button path g use"
).split()
ATTRIBUTES = (
    *("", "", "", " a=1", " class='x y'", ' href="/a&b=c&copy=1&amp;&lt"', " a a=2 A=3", " /"),
    *(" x=é&eacute;&notit;", " a = 'b", "=x", ' "', "\r\n b='\r\n\r'", " a=&#x41;b&#65", " b=/>"),
    *(" a=&#0;&#128;&#xD800;&#1114112;", " c=d/", " content=t name=n", " é=1", f" {'n' * 120}=1"),
    *(
        " content=y itemprop=name",
        " type=application/json",
        " property=og:x content",
        " property=ÉTÉ content=x",
        " type=math/tex",
    ),
)
TEXTS = (
    *("x", " ", "\n", "\r", "\r\n", "\t", "\f", "\x0b", "\x01", "\ufeff", "é 中", "=", '"', "'"),
    *(
        "&amp;",
        "&nbsp",
        "&copy",
        "&copyx",
        "&notin;",
        "&notit;",
        "&NotEqualTilde;",
        "&x;",
        "&",
        "&#",
    ),
    *("&CounterClockwiseContourIntegral;", "&#", "&#x", "&#65", "&#150;", "&#xffffff;", "&#0;"),
    *(
        "<",
        "</",
        "</ x>",
        "<>",
        "< b",
        "<!",
        "<!--",
        "-->",
        "--!>",
        "<!-->",
        "<!--->",
        "<!-- x --!>",
    ),
    *("<![CDATA[x]]>", "<?php x?>", "<!DOCTYPE html>", '<!doctype html PUBLIC "a>b">', "--"),
    *("-", "<!-- x --!>"),
    *("<!--victor: end of page-->", "<svg><path/><g>x</g></svg>", "<script>a<!--<script></script>"),
)
STARTS, ENDS = (">", ">", ">", ">", "/>", " >", "", " / >"), (">", ">", ">", ' a="b>c">', "/>", "")


def token(random: Generator) -> str:
    """A start tag, an end tag or a text."""
    kind, tag = random.random(), str(random.choice(TAGS))
    if kind < 0.45:
        written = tag.upper() if random.random() < 0.1 else tag
        added = "".join(random.choice(ATTRIBUTES, int(random.integers(0, 4))))
        return f"<{written}{added}{random.choice(STARTS)}"
    return f"</{tag}{random.choice(ENDS)}" if kind < 0.7 else str(random.choice(TEXTS))


def page(random: Generator) -> str:
    """Up to 25 tokens."""
    return "".join(token(random) for _ in range(int(random.integers(1, 26))))
