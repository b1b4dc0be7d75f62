"""``label_studio``: tasks to import into Label Studio as JSON.

A page is a task with ``Paragraphs`` (https://labelstud.io/tags/paragraphs): its blocks in order,
and a region of ``ParagraphLabels`` for each labelled block. The ``data`` of a task contains
everything that an annotation file needs, so that :mod:`victor.evaluate.gold.label_studio` can
convert exports to annotation files. Offsets count UTF-16 code units, as in browsers.
"""

import json
from typing import Any
from xml.sax.saxutils import quoteattr

from victor.config import UNDECIDED, Task
from victor.document.document import Block, Document

SUFFIX = ".json"
SEPARATOR = ""
LABELS, BLOCKS = "label", "blocks"  # names of tags in the labelling configuration
# Of roles; from Okabe and Ito's palette for colour-blind readers.
COLOURS = {
    "paragraph": "#009E73",
    "header": "#E69F00",
    "list": "#56B4E9",
    "continuation": "#CC79A7",
    "other": "#999999",
}
_MORE = ("#F0E442", "#D55E00", "#0072B2", "#000000")
Json = dict[str, Any]


def render(document: Document) -> str:
    """A JSON list with the page as one task."""
    return json.dumps([task(document)], ensure_ascii=False, indent=1) + "\n"


def interface(task: Task) -> str:
    """The labelling configuration (XML) of a Label Studio project.

    Args:
        task: the task, which defines the labels.
    """
    spare = iter(_MORE)
    lines = ["<View>", f'  <ParagraphLabels name="{LABELS}" toName="{BLOCKS}">']
    for key, role in task.labels.items():
        colour = COLOURS.get(role) or next(spare, "#666666")
        hotkey = f" hotkey={quoteattr(key)}" if len(key) == 1 else ""
        lines.append(f"    <Label value={quoteattr(role)} background={quoteattr(colour)}{hotkey}/>")
    lines += [
        "  </ParagraphLabels>",
        f'  <Paragraphs name="{BLOCKS}" value="$blocks" nameKey="number" textKey="text"',
        '              layout="dialogue" granularity="paragraph"/>',
        "</View>",
    ]
    return "\n".join(lines) + "\n"


def task(document: Document) -> Json:
    """A page as a task; labels of a model are predictions, those of an annotator annotations.

    Args:
        document: the labelled page.
    """
    result = [
        _region(number, block)
        for number, block in enumerate(document.blocks)
        if block.role != UNDECIDED
    ]
    data = {
        "page": document.id,
        "url": document.url,
        "title": document.title,
        "labels": dict(document.labels),
        BLOCKS: [
            {"number": str(number + 1), "text": block.text, "space_before": block.space_before}
            for number, block in enumerate(document.blocks)
        ],
    }
    if document.task:  # labelled by a model
        score = round(document.confidence, 4)
        return {"data": data, "predictions": [
            {"model_version": document.task, "score": score, "result": result}
        ]}  # fmt: skip
    return {"data": data, "annotations": [{"result": result}] if result else []}


def _region(number: int, block: Block) -> Json:
    return {
        "id": f"b{number}",
        "from_name": LABELS,
        "to_name": BLOCKS,
        "type": "paragraphlabels",
        "score": round(block.score, 4),
        "value": {
            "start": str(number),
            "end": str(number),
            "startOffset": 0,
            "endOffset": units(block.text),
            "text": block.text,
            "paragraphlabels": [block.role],
        },
    }


def units(text: str) -> int:
    """The length of a text in UTF-16 code units.

    Args:
        text: the text.
    """
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
