"""How the cost of cleaning grows with a page: milliseconds by stage against bytes and blocks.

    python scripts/growth.py [CORPUS...] [--megabytes 20] [--json FILE] [--plot docs/growth.svg]

Pages are made, of many kinds, each twice as large as the one before. A kind's exponent is the slope
of time against size, both as logarithms, over the larger half of its pages: 1 is linear, 2 is
quadratic. Every kind runs in a process of its own, so that its peak memory is known. With CORPUS
every page of it is cleaned as well, and the slowest are named. Full length takes about ten minutes,
and half an hour more for 40,000 pages.
"""

import json
import os
import time
from collections.abc import Callable, Mapping
from itertools import count, cycle, islice
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"  # before numpy is loaded


from victor import features
from victor.decode import decode
from victor.output import output
from victor.page import read_page
from victor.pipeline import Cleaner, Result
from victor.preclean import preclean
from victor.segment import segment

Json = dict[str, Any]
_SMALLEST = 20_000  # bytes of the first page of each kind
_LIMIT = 120.0  # seconds after which larger pages of a kind are left out
_WORDS = (
    "the river had risen in the night and nobody in the village could remember when its water last"
    " stood so high that boats were tied to the doors of the church and the school was closed until"
    " the end of March because of it"
).split()


def _prose(i: int) -> str:
    start = i * 7 % len(_WORDS)
    words = islice(cycle(_WORDS), start, start + 12 + i % 40)
    return f"{' '.join(words)} {i}."


def _attributes(i: int) -> str:
    names = " ".join(f'data-{k}="{i * k}" x{i % 997}-{k}="{k}"' for k in range(20))
    looks = f'class="c{i} entry-{i % 50} main" style="font-size:{8 + i % 9}px;color:red"'
    return f'<div id="n{i}" {looks} {names}>{_prose(i)}</div>'


def _style(i: int) -> str:
    return f"<style>.c{i}{{font-weight:bold}}</style><p class=c{i}>{_prose(i)}</p>"


def _script(i: int) -> str:
    said = json.dumps({"@type": "Comment", "text": _prose(i), "n": list(range(30))})
    return f'<script type="application/ld+json">{said}</script><script>var a{i} = {said};</script>'


# What a page of each kind is made of, piece after piece; what stands before; what stands behind
# each piece at the page's end.
KINDS: Mapping[str, tuple[Callable[[int], str], str, str]] = {
    "prose": (lambda i: f"<p>{_prose(i)}</p>", "", ""),
    "short blocks": (lambda i: f"<p>{i}</p>\n", "", ""),
    "links": (lambda i: f'<li><a href="/{i}">Entry {i}</a></li>', "<ul>", ""),
    "tables": (lambda i: f"<table><tr><td>{i}<td>{_WORDS[i % 37]}<td>x</table>", "", ""),
    "one table": (lambda i: f"<tr><td>{i}<td>{_WORDS[i % 37]}<td>x", "<table>", ""),
    "nested": (lambda i: f"<div>{_prose(i)}", "", "</div>"),
    "nested inline": (lambda i: f"<span>{_WORDS[i % 37]}", "<p>", "</span>"),
    "unclosed": (lambda i: f"<b><i><font>{_prose(i)}", "", ""),
    "unclosed blocks": (lambda i: f"<section><div><p>{_prose(i)}", "", ""),
    "end tags": (lambda i: f"</span></div></b></q>{_prose(i)}", "<div>", ""),
    "end tags in depth": (lambda i: f"<div><b></q></i>{_WORDS[i % 37]}", "", ""),
    "one text": (lambda i: f"{_prose(i)} ", "<p>", ""),
    "one word": (lambda i: "wordsofmanyletters", "<p>", ""),
    "one heading": (lambda i: f"<span>{i}</span> {_WORDS[i % 37]}<br>", "<h1>", ""),
    "one title": (lambda i: f"{i} {_WORDS[i % 37]} ", "<p>text</p><title>", ""),
    "one link": (lambda i: f"<div>{_prose(i)}</div>", "<a href=/>", ""),
    "one comment": (lambda i: f"<p>{_prose(i)}</p>", "<p>some text</p><!--", ""),
    "characters": (lambda i: "&amp;&#233;&nbsp;&lt;", "<p>", ""),
    "less-than": (lambda i: "a < b <", "<p>", ""),
    "lines": (lambda i: f"{_prose(i)}\n", "<pre>", ""),
    "attributes": (_attributes, "", ""),
    "one tag": (lambda i: f" a{i}={i}", "<p>text</p><div", ""),
    "images": (lambda i: f'<img alt="{_prose(i)}" src={i}>', "", ""),
    "styles": (_style, "", ""),
    "scripts": (_script, "<p>text</p>", ""),
    "one script": (lambda i: f'{{"articleBody": {json.dumps(_prose(i))}}},',
                   '<script type="application/ld+json">[', ""),
    "same": (lambda i: "<p>The same sentence, again and again and again.</p>", "", ""),
    "Chinese": (lambda i: f"<p>这是一个关于河水上涨的故事。{i}</p>", "", ""),
    "windows-1252": (lambda i: f"<p>Stra\udcdfe {_prose(i)}</p>", "", ""),
}  # fmt: skip


def made(kind: str, size: int) -> bytes:
    """A page of a kind with at least ``size`` bytes."""
    piece, before, behind = KINDS[kind]
    parts, length = ["<html><head><title>A page</title></head><body>", before], 0
    for i in count():
        parts.append(piece(i))
        length += len(parts[-1]) + len(behind)
        if length >= size:
            break
    text = "".join([*parts, behind * (i + 1)])
    return text.encode("utf-8", "surrogateescape")


def stages(cleaner: Cleaner, html: bytes) -> tuple[dict[str, float], int]:
    """Milliseconds of each stage, in order, and the number of blocks."""
    plan, task, spent = cleaner.plan, cleaner.plan.task, {}

    def timed(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        start = time.perf_counter()
        result = function(*arguments)
        spent[name] = spent.get(name, 0.0) + 1000 * (time.perf_counter() - start)
        return result

    pre, cut, how = task.preclean, task.segment, task.decode
    options = pre.delete, pre.ignore, pre.image_text, pre.json_text
    page = timed("page", read_page, html)
    tree = timed("preclean", preclean, page.utf8 or page.html, *options)
    blocks = timed("segment", segment, tree, task.tag_classes["block"], cut.every_tag, cut.through)
    timed("features", features.compute, blocks, plan.columns, task)
    instance = plan.instance(blocks)
    potentials = timed("score", cleaner.score, instance)
    decoded = how.method, how.prefer.beta
    labels = timed("decode", decode, potentials, blocks.words, task.other, *decoded)
    for apply in plan.filters:
        labels = timed("filters", apply, labels, blocks)
    result = Result(page, blocks, labels, task)
    timed("output", lambda: output("jsonl").render(result.document))
    return spent, len(blocks)
