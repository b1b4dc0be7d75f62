"""Sessions of the playground: correct, teach, download, and their limits."""

import asyncio
import io
import shutil
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import DATA

import victor
from tests.serve.conftest import started
from victor.serve.jobs import Choice, Kept
from victor.serve.limits import Gate
from victor.serve.problem import Problem
from victor.serve.sessions import (
    IDLE,
    LIFE,
    MOST_BYTES,
    MOST_PAGES,
    MOST_SESSIONS,
    Entry,
    Sessions,
)

PAGES = ("news-en", "blog-en", "recipe-pt")


def added(client, name, **query):
    path = f"/playground/pages?name={name}.html" + "".join(f"&{k}={v}" for k, v in query.items())
    found = client.send(path, (DATA / f"{name}.html").read_bytes())
    assert found.status == 200, found.body
    return found.json


def changed(client, view, **changes):
    return client.post(f"/playground/pages/{view['page']}", changes).json


def labels(view):
    return [block["label"] for block in view["blocks"]]


def other(view):
    return next(i for i, label in enumerate(view["labels"]) if label["other"])


def test_a_page_is_shown_as_victor_cleans_it(client):
    view = added(client, "news-en")
    result = victor.load("web").clean(DATA / "news-en.html")
    assert labels(view) == result.labels.y.tolist()
    assert view["outputs"]["markdown"] == result.markdown
    assert view["outputs"]["text"] == result.text
    assert ["title", result.title] == view["metadata"][0][:2]
    assert view["metadata"][0][2]
    assert "caption" in {block["role"] for block in view["blocks"]}
    assert "<script" not in view["frame"]


def test_corrections_are_in_every_output_and_can_be_withdrawn(client):
    view = added(client, "news-en")
    block = next(i for i, label in enumerate(labels(view)) if label != other(view))
    text = view["blocks"][block]["text"]
    after = changed(client, view, corrections=[[block, other(view)]], done=True, frame=False)
    assert text in view["outputs"]["text"]
    assert text not in after["outputs"]["text"]
    assert labels(after) == labels(view)  # what the model says
    assert "frame" not in after
    assert changed(client, view, withdrawn=[block, 10**6])["outputs"] == view["outputs"]


def test_the_tradeoff_and_the_task_change_the_labels_and_keep_the_corrections(client):
    view = added(client, "news-en")
    kept = lambda found: sum(label != other(view) for label in labels(found))  # noqa: E731
    changed(client, view, corrections=[[3, 0]])
    less = changed(client, view, task="web", prefer=0.25)
    more = changed(client, view, task="web", prefer=4)
    assert kept(less) < kept(view) < kept(more)
    article = changed(client, view, task="article")
    assert article["corrections"] == [[3, 0]]
    rules = changed(client, view, task="boilerpipe")
    assert [label["key"] for label in rules["labels"]] == ["p", "o"]
    assert rules["corrections"] == []
    assert changed(client, view, task="web")["corrections"] == [[3, 0]]


def correct(client, view):
    """A convention: no headers, no lists."""
    wanted = {i for i, label in enumerate(view["labels"]) if label["role"] in ("header", "list")}
    pairs = [[i, other(view)] for i, label in enumerate(labels(view)) if label in wanted]
    return changed(client, view, corrections=pairs, done=True)


def test_teaching_changes_pages_that_were_not_corrected(client):
    views = [added(client, name) for name in PAGES]
    for view in views[:2]:
        correct(client, view)
    taught = client.post("/playground/teach", {"page": views[2]["page"], "task": "web"}).json
    assert taught["lessons"] == 2
    assert taught["taught"]
    kept = [
        sum(label != other(view) for label in labels(found))
        for view, found in ((views[2], views[2]), (views[2], taught))
    ]
    assert kept[1] < kept[0]
    before = changed(client, views[2], task="web", taught=False)
    assert labels(before) == labels(views[2])
    assert client.get("/playground").json["taught"] == "web"
    fourth = added(client, PAGES[0])
    client.post("/playground/teach", {"page": views[2]["page"], "task": "web"})
    assert client.post(f"/playground/pages/{fourth['page']}", {}).json["taught"]


def test_teaching_needs_a_corrected_page_and_a_task_that_can_learn(client):
    view = added(client, "news-en")
    asked = {"page": view["page"], "task": "web"}
    assert "no page is corrected" in client.post("/playground/teach", asked).error["message"]
    changed(client, view, task="boilerpipe", done=True)
    found = client.post("/playground/teach", {**asked, "task": "boilerpipe"})
    assert found.status == 422
    assert "'boilerpipe' cannot be taught" in found.error["message"]


def test_the_download_works_with_the_other_commands(client, cli, tmp_path):
    views = [added(client, name) for name in PAGES]
    for view in views[:2]:
        correct(client, view)
    client.post("/playground/teach", {"page": views[0]["page"], "task": "web"})
    found = client.get("/playground/download")
    assert found.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(found.body)) as archive:
        archive.extractall(tmp_path)
    pages, taught = tmp_path / "pages", tmp_path / "taught.model"
    assert sorted(path.name for path in pages.iterdir()) == [
        "blog-en.anno", "blog-en.html", "news-en.anno", "news-en.html"]  # fmt: skip
    assert (pages / "news-en.html").read_bytes() == (DATA / "news-en.html").read_bytes()
    status, out, _ = cli("clean", "--model", taught, "--format", "text", DATA / "recipe-pt.html")
    assert status == 0
    view = client.post(f"/playground/pages/{views[2]['page']}", {"task": "web", "taught": True})
    assert out == view.json["outputs"]["text"]
    pytest.importorskip("rapidfuzz")
    assert cli("learn", "-o", tmp_path / "mine.model", pages)[0] == 0
    assert cli("clean", "--model", tmp_path / "mine.model", DATA / "recipe-pt.html")[0] == 0
    assert client.get("/playground/download").body == found.body


@pytest.mark.slow
def test_a_model_of_ones_own_is_offered_and_a_page_opens_where_it_fails(sample_model, tmp_path):
    folder = Path(shutil.copytree(sample_model, tmp_path / "mine.model"))
    with started("--model", folder) as client:
        tasks = [task["name"] for task in client.get("/playground").json["tasks"]]
        assert tasks[:2] == ["mine", "web"]
        assert client.post("/extract", {"html": "<p>Words", "task": "mine"}).status == 200
        assert added(client, "blog-en", task="mine")["outputs"]["text"]
        view = added(client, "news-en")
        folder.rename(tmp_path / "moved.model")
        path = f"/playground/pages/{view['page']}"
        assert client.post(path, {"task": "mine", "prefer": 2}).status == 422
        assert client.post(path, {}).json["task"] == "web"


def test_sessions_are_apart_and_end(client, server):
    view = added(client, "news-en")
    cookie, client.cookie = client.cookie, ""
    assert len(cookie) > 40
    path = f"/playground/pages/{view['page']}"
    assert client.post(path, {}).status == 404
    assert client.get("/playground").json["pages"] == []
    assert client.get("/playground/download").status == 404
    client.cookie = cookie
    assert client.post(path, {}).status == 200
    assert client.post("/playground/clear", {}).status == 200
    client.cookie = cookie
    assert client.post(path, {}).error["message"] == "this session has ended: add the page again"


def test_the_cookie_is_for_this_site_alone(client):
    found = client.send("/playground/pages?name=x", "<p>Words")
    cookie = found.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_names_of_pages_are_names_of_files(client):
    given = ("..%2F..%2Fetc%2Fpasswd", "a%20b%0A.HTML", "PASSWD", "", "..", "%F0%A0%80%80" * 99)
    found = [client.send(f"/playground/pages?name={name}", "<p>Words") for name in given]
    names = [one.json["name"] for one in found]
    assert names[:5] == ["passwd.html", "a-b.html", "PASSWD-2.html", "page.html", "page-2.html"]
    assert len(names[5].encode()) < 250


def test_pages_that_are_added_at_once_have_names_of_their_own(client):
    added(client, "blog-en")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: added(client, "blog-en"), range(4)))
    names = zipfile.ZipFile(io.BytesIO(client.get("/playground/download").body)).namelist()
    pages = [name for name in names if name.endswith(".html")]
    assert sorted(pages) == [
        "pages/blog-en-2.html", "pages/blog-en-3.html", "pages/blog-en-4.html",
        "pages/blog-en-5.html", "pages/blog-en.html"]  # fmt: skip


def test_corrections_of_two_tabs_are_kept_also_while_teaching(client):
    view = added(client, "news-en")
    changed(client, view, corrections=[[1, 0]], done=True)
    with ThreadPoolExecutor(1) as pool:
        asked = {"page": view["page"], "task": "web"}
        teaching = pool.submit(client.post, "/playground/teach", asked)
        time.sleep(0.2)
        changed(client, view, corrections=[[2, 0], [3, 0]], frame=False)
        changed(client, view, corrections=[], withdrawn=[3], frame=False)
        assert teaching.result().status == 200
    assert changed(client, view)["corrections"] == [[1, 0], [2, 0]]


def test_pages_without_text_teach_nothing(client):
    view = client.send("/playground/pages?name=x", "<html><body></body></html>").json
    changed(client, view, done=True)
    found = client.post("/playground/teach", {"page": view["page"], "task": "web"})
    assert (found.status, "have no text" in found.error["message"]) == (422, True)


def test_a_client_that_keeps_no_cookie_and_sends_no_pages_begins_no_session(client):
    def sessions():
        lines = client.get("/metrics").body.decode().splitlines()
        return next(line for line in lines if line.startswith("victor_sessions "))

    before = sessions()
    client.send("/playground/pages?name=a.pdf", b"%PDF-1.4 \x00")
    assert sessions() == before


def test_numbers_that_are_none_are_no_pages(client):
    added(client, "blog-en")
    for number in ("0", "x", "9" * 5000):
        assert client.post(f"/playground/pages/{number}", {}).status == 404


def test_what_is_no_page_is_refused_and_not_kept(client):
    added(client, "news-en")
    found = client.send("/playground/pages?name=a.pdf", b"%PDF-1.4 \x00")
    assert found.status == 422
    assert "not HTML" in found.error["message"]
    assert len(client.get("/playground").json["pages"]) == 1


def test_corrections_that_are_none_are_refused(client):
    view = added(client, "news-en")
    path = f"/playground/pages/{view['page']}"
    for wrong in ([[1]], [["a", 1]], [[-1, 0]], [[True, 1]], {"1": 0}):
        assert client.post(path, {"corrections": wrong}).status == 422
    assert client.post(path, {"corrections": [[10**6, 0], [0, 99]]}).status == 200


# Limits, without a server


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def entry(size=10, done=False):
    return Entry(Kept("page.html", b"x" * size), Choice(), done=done)


def test_sessions_expire_and_are_bounded():
    clock = Clock()
    sessions = Sessions(clock)
    tokens = [sessions.begin()[0] for _ in range(MOST_SESSIONS)]
    with pytest.raises(Problem) as caught:
        sessions.begin()
    assert caught.value.status == 503
    clock.now = IDLE + 1
    assert sessions.find(tokens[1])
    sessions.begin()
    assert sessions.find(tokens[0]) is None  # the longest idle
    assert sessions.find(tokens[1])
    clock.now += LIFE
    assert sessions.find(tokens[1]) is None
    assert len(sessions) == 0


def test_a_full_session_drops_pages_that_are_not_done_and_never_others():
    _, session = Sessions().begin()
    first = session.add(entry(done=True))
    for _ in range(MOST_PAGES + 5):
        session.add(entry())
    assert len(session.entries) == MOST_PAGES
    assert first in session.entries
    for number in session.entries:
        session.entries[number] = entry(done=True)
    with pytest.raises(Problem) as caught:
        session.add(entry())
    assert caught.value.status == 429


def test_corrections_count_as_bytes():
    _, session = Sessions().begin()
    number = session.add(entry(MOST_BYTES - 1000))
    few, many = (dict.fromkeys(range(n), 0) for n in (5, 50))
    session.change(number, replace(session.entries[number], corrections={"web": few}))
    with pytest.raises(Problem) as caught:
        session.change(number, replace(session.entries[number], corrections={"web": many}))
    assert caught.value.status == 429


def test_sessions_in_use_may_grow_when_there_can_be_no_more_of_them():
    sessions = Sessions(Clock())
    for _ in range(MOST_SESSIONS):
        sessions.begin()
    sessions.make_room(1000)
    assert len(sessions) == MOST_SESSIONS
    with pytest.raises(Problem) as caught:
        sessions.make_room(MOST_BYTES + 1)
    assert caught.value.status == 413


def test_sessions_expire_without_a_request():
    clock = Clock()
    sessions = Sessions(clock)
    sessions.begin()
    clock.now = LIFE + 1
    asyncio.run(sessions.expire())
    assert len(sessions) == 0


def test_the_bytes_under_way_are_bounded():
    gate = Gate(100, 10)
    with gate.entered() as place:
        place.hold(160)
        with pytest.raises(Problem), gate.entered() as another:
            another.hold(1)
    assert gate.requests == gate.bytes == 0
