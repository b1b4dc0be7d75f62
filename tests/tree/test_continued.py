"""Articles of which the markup has only the beginning."""

import json

import pytest
from pages import BLOCK_TAGS, blocks

from victor import config, pipeline

PLAN = pipeline.plan(config.override(BLOCK_TAGS.task, {"preclean": {"json_text": "missing"}}))

STORY = [
    "Der Fluss stieg in der Nacht um zwei Meter & erreichte am Morgen die Häuser am alten Hafen.",
    "Die Feuerwehr brachte vierzig Menschen in die Schule, in der schon Betten bereitstanden.",
    "Was nun kommt",
    "„Wir haben so etwas seit dreißig Jahren nicht gesehen“, sagte die Leiterin der Wache.",
    "Der Deich hielt an fast allen Stellen, doch an der Mündung fehlt er noch immer.",
    "Die Stadt will im Herbst darüber entscheiden, wer den Bau bezahlt und wann er beginnt.",
    "Am Nachmittag sank das Wasser, und die ersten Bewohner kehrten in ihre Straßen zurück.",
]
BEGUN = f"<div><p>{STORY[0].replace('&', '&amp;')}</p><p>{STORY[1]} <a href=/abo></a></p></div>"
MENU = "<ul>" + "".join(
    f"<li><a href=/{i}>Ein anderer Artikel mit der Nummer {i}" for i in range(99)
)
AROUND = f"<main>{BEGUN}<p>Weiterlesen mit Abo</p></main>{MENU}</ul>"


def nodes(texts=STORY):
    kinds = ["heading" if text == STORY[2] else "paragraph" for text in texts]
    return [
        {
            "type": kind,
            "content": [{"type": "text", "value": text[:20]}, {"type": "text", "value": text[20:]}],
        }
        for kind, text in zip(kinds, texts, strict=True)
    ]


def page(value, body, kind="application/json"):
    return f"<body>{body}<script type={kind}>{json.dumps(value)}</script></body>"


def texts(html):
    return list(blocks(html, PLAN).text)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (
            {"props": {"story": {"body": {"type": "document", "content": nodes()}}}},
            "application/json",
        ),
        ({"state": json.dumps({"body": nodes()})}, "application/json"),
    ],
)
def test_the_rest_follows_the_beginning(value, kind):
    assert texts(page(value, AROUND, kind))[:8] == [*STORY, "Weiterlesen mit Abo"]


def test_javascript_with_undefined_is_read():
    state = json.dumps({"user": 0, "body": nodes()}).replace('"user": 0', '"user":undefined')
    assert texts(f"{AROUND}<script>window.__STATE__={state}</script>")[:7] == STORY


def test_the_rest_is_structured():
    made = blocks(page({"body": nodes()}, AROUND), PLAN)
    assert made.tree.xpath(int(made.node[2])) == "/html/body/main/div/h2"


@pytest.mark.parametrize(
    "value",
    [
        {"body": nodes(STORY[:1] + STORY[1:][::-1][:3])},  # too few blocks
        {"body": nodes(STORY[3:] * 2)},  # of another article
        {"teasers": [{"text": text} for text in STORY]},
    ],
)
def test_other_data_is_not_inserted(value):
    html = page(value, AROUND)
    assert texts(html) == texts(AROUND)


def test_a_complete_article_stays_as_it_is():
    whole = AROUND.replace(
        "<p>Weiterlesen", "".join(f"<p>{text}</p>" for text in STORY[2:]) + "<p>"
    )
    assert texts(page({"body": nodes()}, whole)) == texts(whole)
