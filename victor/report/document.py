"""The report as one HTML file: markup, style, script and data, with a strict security policy."""

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from lxml import etree

from victor.config import Task
from victor.evaluate.explain import label_name
from victor.report.page import MOST_BLOCKS, View, colours

_FRAME = (
    '<iframe id="frame" sandbox="allow-same-origin" tabindex="-1" title="The page"'
    ' referrerpolicy="no-referrer"></iframe>'
)
# Every report starts with this, and no other file does: it identifies reports.
START = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content=\""""


def document(
    title: str, about: str, overview: Iterable[Any], views: Sequence[View], task: Task
) -> str:
    """The report as HTML.

    The frame of a page cannot run scripts (``sandbox``). It has the origin of the report
    (``allow-same-origin``), so that the report's script, identified by its hash, can find blocks
    in it.
    """
    script, style = _asset("frame.js") + _asset("report.js"), _asset("report.css")
    sections = "".join(etree.tostring(part, method="html", encoding="unicode") for part in overview)
    return f"""{START}{escape(policy(script))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{escape(title)}</title>
<style>{style}{_palette(task)}</style>
</head>
<body>
<a class="skip" href="#blocks">Skip to the blocks</a>
<header><h1>{escape(title)}</h1>
<p class="about">{escape(about)}</p></header>
<noscript><p>Tables are shown without JavaScript, pages are not.</p></noscript>
<main>
<div id="overview">{sections}</div>
{_viewer(task) if views else ""}
</main>
<script type="application/json" id="data">{_data(views, task, bool(sections))}</script>
<script>{script}</script>
</body>
</html>
"""


def policy(script: str) -> str:
    """The Content Security Policy: only this script may run, and nothing external may load."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; form-action 'none'; base-uri 'none'"
    )


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _palette(task: Task) -> str:
    rules = (f".l{i}{{--label:{rgb};--line:{line}}}" for i, (rgb, line) in enumerate(colours(task)))
    return "".join(rules)


def _viewer(task: Task) -> str:
    """The part that shows a page, filled in by the script."""
    return f"""<section id="viewer" aria-labelledby="page-title" hidden>
<div class="title"><h2 id="page-title"></h2>
<nav class="pages" aria-label="Pages"><a id="back" href="#overview">All pages</a>
<a id="previous" href="#">Previous page</a> <a id="next" href="#">Next page</a></nav></div>
<p id="facts"></p>
{_shown(task)}
<div class="panes">
<div id="stage" tabindex="0" role="region" aria-label="Page">
<div id="sheet">{_FRAME}<div id="shield"></div></div></div>
<div class="side">
<div id="detail" role="region" aria-live="polite" aria-label="Selected block" tabindex="0">
<p>Select a block in the list or on the page, or use the arrow keys.</p></div>
{_filter(task)}
<div id="blocks" role="listbox" aria-label="Blocks" tabindex="0"></div>
</div></div></section>"""


def _shown(task: Task) -> str:
    """Check boxes for the labels to mark on the page."""
    boxes = "".join(
        f'<label class="l{i}"><input type="checkbox" checked value="{i}">'
        f'<b class="key">{escape(key)}</b> {escape(role)}</label>'
        for i, (key, role) in enumerate(task.labels.items())
    )
    own = '<label><input type="checkbox" id="own" checked> the page\'s own styles</label>'
    return f'<fieldset id="shown"><legend>Show on the page</legend>{boxes}{own}</fieldset>'


def _filter(task: Task) -> str:
    """A menu to filter the list of blocks."""
    labels = "".join(
        f'<option value="label-{i}">{escape(label_name(task, i))}</option>'
        for i in range(len(task.labels))
    )
    return f"""<p class="filter"><label>Blocks <select id="filter"><option value="all">all</option>
<option value="content">kept</option><option value="boilerplate">removed</option>
<option value="doubtful">uncertain: below .8</option>
<option value="wrong" class="gold">wrong</option><option value="missed" class="gold">missed</option>
<option value="kept" class="gold">kept wrongly</option>{labels}</select></label>
<span id="count" role="status"></span></p>"""


def _data(views: Sequence[View], task: Task, overview: bool) -> str:
    """JSON without ``<``, which could end the ``script`` element."""
    names: dict[str, int] = {}
    found = {
        "labels": [
            {"key": key, "role": role, "name": label_name(task, i), "other": i == task.other}
            for i, (key, role) in enumerate(task.labels.items())
        ],
        "overview": overview,
        "most": MOST_BLOCKS,
        "pages": [_page(one, names) for one in views],
        "names": list(names),
    }
    text = json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _page(one: View, names: dict[str, int]) -> dict[str, Any]:
    """A page as JSON. Names of contributions repeat in every block; numbers replace them."""
    blocks = [dict(block) for block in one.blocks]
    for block in blocks:
        if "shares" in block:
            block["shares"] = [
                [names.setdefault(name, len(names)), value, amount]
                for name, value, amount in block["shares"]
            ]
    return {
        "id": one.id,
        "title": one.title,
        "type": one.kind,
        "facts": {name: round(value, 3) for name, value in one.facts.items()},
        "counts": dict(one.counts),
        "frame": one.frame,
        "blocks": blocks,
    }
