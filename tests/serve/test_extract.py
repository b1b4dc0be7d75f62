"""`POST /extract` as other programs see it."""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import DATA, ROOT
from servers import answer, redirect, serving

from tests.serve.conftest import HTML, JSON, Client, started

PAGE = (DATA / "news-en.html").read_text("utf-8")
SHORT = "<h1>A title</h1><p>A paragraph of text that is long enough to be content.</p>"


def test_a_page_is_answered_as_victor_clean_writes_it(client, cli):
    found = client.post("/extract", {"html": PAGE, "id": "news-en.html"})
    assert found.status == 200
    row = json.loads(cli("clean", "--workers", "1", "--format", "jsonl", DATA / "news-en.html")[1])
    given = found.json
    for place in ("source", "offset"):
        row.pop(place), given.pop(place)
    assert given == row


def test_options_fields_and_formats(client):
    asked = {"html": PAGE, "task": "article", "prefer": "recall", "keep": ["caption"],
             "drop": ["title"], "fields": ["title", "task"],
             "formats": ["markdown-links", "tei"]}  # fmt: skip
    found = client.post("/extract", asked).json
    assert found["task"] == "article"
    assert set(found) == {"title", "task", "outputs"}
    assert set(found["outputs"]) == {"markdown-links", "tei"}
    assert "[Ines Corrigall](" not in found["outputs"]["markdown-links"]


def test_html_is_accepted_as_it_is_with_options_in_the_address(client):
    query = "?task=article&prefer=0.5&drop=title,caption&fields=text,language&formats=markdown"
    found = client.send("/extract" + query, PAGE)
    assert found.status == 200
    assert set(found.json) == {"text", "language", "outputs"}
    latin = "<p>Das Café über dem Fluß öffnet erst gegen elf.</p>".encode("latin-1")
    kind = {"Content-Type": 'text/html; charset="iso-8859-1"'}
    assert "über dem Fluß" in client.ask("POST", "/extract", latin, kind).json["text"]


def test_a_batch_is_answered_in_order_and_a_page_that_is_none_loses_no_other(client):
    pages = [{"id": "one", "html": SHORT}, {"html": "%PDF-1.4"}, {"id": "three", "html": PAGE}]
    found = client.post("/extract", {"pages": pages, "fields": ["id", "title", "status"]})
    assert [row["id"] for row in found.json["pages"]] == ["one", "#1", "three"]
    assert found.json["pages"][0]["title"] == "A title"


@pytest.mark.parametrize(
    ("asked", "key", "message"),
    [
        ({"html": "x", "taks": "web"}, "taks", "did you mean 'task'?"),
        ({"html": "x", "task": "artcle"}, "task", "did you mean 'article'?"),
        ({"html": 7}, "html", "expected a string, found 7"),
        ({"html": "x", "id": None}, "id", "expected a string, found null"),
        ({"pages": [{"html": "x"}, {"htlm": "x", "html": "y"}]}, "pages[1].htlm", "'html'?"),
        ({"pages": [{}]}, "pages[0]", "'html' is missing"),
        ({"pages": [{"htm": "<p>x"}]}, "pages[0].htm", "did you mean 'html'?"),
        ({"pages": []}, "pages", "1 to 5 items, found 0"),
        ({"pages": [{"html": ""}] * 6}, "pages", "found 6"),
        ({"html": "x", "prefer": "recal"}, "prefer", "did you mean 'recall'?"),
        ({"html": "x", "prefer": 0}, "prefer", "0.01 to 100"),
        ({"html": "x", "prefer": 2, "task": "bte"}, "prefer", "no effect on 'bte'"),
        ({"html": "x", "convention": "neab"}, "convention", "did you mean 'naeb'?"),
        ({"html": "x", "convention": 7}, "convention", "expected a string, found 7"),
        ({"html": "x", "prefer": True}, "prefer", "a string or a number"),
        ({"html": "x", "keep": ["captoin"]}, "keep[0]", "did you mean 'caption'?"),
        ({"html": "x", "formats": ["markdwon"]}, "formats[0]", "did you mean 'markdown'?"),
        ({"html": "x", "formats": ["markdown+link"]}, "formats[0]", "did you mean 'links'?"),
        ({"html": "x", "fields": ["titel"]}, "fields[0]", "did you mean 'title'?"),
        ({"html": "x", "keep": ["title"], "drop": ["title"]}, "drop", "both kept and dropped"),
        ({"html": "x", "pages": []}, "pages", "1 to 5 items"),
        ({"html": "x", "url": "a.example/b"}, "url", "did you mean 'https://a.example/b'?"),
        ({"pages": [{"html": "x", "url": "/b"}]}, "pages[0].url", "pages[0].url: expected an abs"),
        ({}, "html", "either 'html' (or 'url') or 'pages'"),
        ({"url": "http://example.org/"}, "url", "--allow-host"),
        ([], None, "expected an object"),
        (None, None, "expected an object"),
    ],
)
def test_errors_name_the_key_and_the_nearest_name(client, asked, key, message):
    found = client.post("/extract", asked)
    assert found.status == 422
    assert message in found.error["message"]
    assert found.error.get("key") == key
    assert found.error["status"] == 422


@pytest.mark.parametrize(
    ("given", "nearest"), [("text/htm", "; did you mean 'text/html'?"), ("image/png", "")]
)
def test_the_accepted_types_are_listed_once(client, given, nearest):
    found = client.ask("POST", "/extract", b"{}", {"Content-Type": given})
    listed = "application/json or text/html or application/xhtml+xml or text/plain"
    assert found.error["message"] == f"expected {listed}, found '{given}'{nearest}"


def test_a_body_that_is_no_page_is_the_key_of_the_error(client):
    found = client.ask("POST", "/extract?url=http://a.example/", b"%PDF-1.4 \x00\x01", HTML)
    assert (found.status, found.error["key"]) == (422, "body")


@pytest.mark.parametrize(
    ("status", "body", "headers"),
    [
        (400, b'{"html": ', JSON),
        (400, b'{"html": "\xff"}', JSON),
        (400, b'{"prefer": NaN}', JSON),
        (400, b"[" * 100_000, JSON),
        (422, b'{"html": ' + b"[" * 900 + b"]" * 900 + b"}", JSON),
        (422, b'{"html": "x", "task": "' + b"a" * 200_000 + b'"}', JSON),
        (400, b'{"prefer": ' + b"9" * 5000 + b"}", JSON),
        (422, b'{"html": "x", "prefer": 1e999}', JSON),
        (413, b"a" * 400_000, HTML),
        (415, b"{}", {}),
        (415, b"{}", {"Content-Type": "text/htm"}),
        (415, b"{}", {**JSON, "Content-Encoding": "gzip"}),
        (422, b"%PDF-1.4 \x00\x01", HTML),
        (422, b'{"html": "%PDF-1.4 x"}', JSON),
        (422, b'{"html": "x", "html": "y"}', JSON),
        (413, b"{}", {**JSON, "Content-Length": "99999999999"}),
    ],
)
def test_bodies_that_are_none_are_refused(client, status, body, headers):
    found = client.ask("POST", "/extract", body, headers)
    assert found.status == found.error["status"] == status
    assert found.headers["content-type"] == "application/json"


def test_unknown_addresses_and_methods_are_answered_in_json(client):
    assert client.get("/nowhere").error["status"] == 404
    assert client.get("/extract").error["status"] == 405
    assert client.post("/extract?task=web", {"html": ""}).error["status"] == 400


def test_a_page_is_never_taken_for_the_name_of_a_file(client):
    """Whether a file exists is nobody's business."""
    for name in ("/etc/passwd", str(DATA / "news-en.html"), "http://example.org/"):
        assert client.post("/extract", {"html": name}).status == 200


def test_other_names_and_other_sites_are_refused(client):
    assert client.get("/health", Host="evil.example").status == 421
    assert client.get("/health", Host="localhost:99").status == 200
    assert client.get("/health", Host="[::1]:99").status == 200
    port = client.port
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{port + 1}"):
        assert client.post("/extract", {"html": SHORT}, Origin=origin).status == 403
    assert client.post("/extract", {"html": SHORT}, Origin=client.url).status == 200
    site = {"Sec-Fetch-Site": "cross-site"}
    assert client.post("/playground/clear", {}, **site).status == 403


def test_every_answer_has_a_policy(client):
    for found in (client.get("/"), client.get("/nowhere"), client.get("/", Host="evil.example")):
        assert found.headers["content-security-policy"].startswith("default-src 'none'")
        assert found.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in found.headers


def test_the_description_has_what_requests_are_checked_against(client):
    found = client.get("/openapi.json").json
    body = found["paths"]["/extract"]["post"]["requestBody"]["content"]["application/json"]
    properties = body["schema"]["properties"]
    assert "article" in properties["task"]["enum"]
    row = found["components"]["schemas"]["Row"]["properties"]
    assert set(client.post("/extract", {"html": SHORT}).json) <= set(row)


def value(client, name):
    """The sum of the metrics whose line begins so."""
    lines = client.get("/metrics").body.decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def test_metrics_count_requests_and_pages(client):
    names = ("victor_pages_total", 'victor_requests_total{path="/extract"')
    before = [value(client, name) for name in names]
    client.post("/extract", {"pages": [{"html": SHORT}] * 3})
    after = [value(client, name) for name in names]
    assert [b - a for a, b in zip(before, after, strict=True)] == [3, 1]
    assert value(client, "victor_job_seconds_count") >= 3
    client.post("/playground/pages/7", {})
    assert value(client, 'victor_requests_total{path="/playground/pages/{number}"') >= 1
    client.get("/a-name-of-my-own")
    assert "a-name-of-my-own" not in client.get("/metrics").body.decode()


def sent(client, data, finish=True):
    """What the server answers to bytes."""
    with socket.create_connection(("127.0.0.1", client.port), 30) as connection:
        connection.sendall(data)
        if finish:
            connection.shutdown(socket.SHUT_WR)
        pieces = []
        while piece := connection.recv(65536):
            pieces.append(piece)
        return b"".join(pieces)


def test_a_key_that_is_given_twice_is_refused(client):
    found = client.send("/extract?keep=title&keep=caption", SHORT)
    assert (found.status, found.error["key"]) == (422, "keep")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_a_worker_that_died_while_idle_costs_no_page(client, server):
    (worker,) = workers(server.process.pid)
    os.kill(worker, signal.SIGKILL)
    found = client.send("/extract", SHORT)
    assert (found.status, found.json["title"]) == (200, "A title")


def workers(pid):
    """The processes that clean pages; threads start them, too."""
    lists = [one.read_text().split() for one in Path(f"/proc/{pid}/task").glob("*/children")]
    found = [int(one) for some in lists for one in some]
    return [one for one in found if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


async def large(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": bytes(30_000_000)})


async def received(ask, wait, pause):
    """How many bytes a client gets that waits before it reads, and between what it reads."""
    import uvicorn

    from victor.serve.protocol import Protocol

    config = uvicorn.Config(large, http=Protocol, lifespan="off", log_level="critical")
    server, listening = uvicorn.Server(config), socket.create_server(("127.0.0.1", 0))
    task = asyncio.create_task(server.serve([listening]))
    reader, writer = await asyncio.open_connection(*listening.getsockname())
    writer.write(ask)
    size = 0
    with contextlib.suppress(ConnectionError):
        await asyncio.sleep(wait)
        while piece := await asyncio.wait_for(reader.read(1 << 20), 20):
            size += len(piece)
            await asyncio.sleep(pause)
    writer.close()
    server.should_exit = True
    await task
    return size


@pytest.mark.slow
def test_clients_that_send_or_read_nothing_are_disconnected(monkeypatch):
    from victor.serve import protocol

    monkeypatch.setattr(protocol, "SLOWEST", 0.2)
    ask = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    assert asyncio.run(received(ask[:20], 0, 0)) == 0
    assert asyncio.run(received(ask, 0.8, 0)) < 30_000_000
    assert asyncio.run(received(ask, 0.1, 0.001)) > 30_000_000


def test_what_is_not_http_is_answered_in_json(client):
    found = sent(client, b"\x16\x03\x01 hello\r\n\r\n", False)
    assert found.startswith(b"HTTP/1.1 400")
    assert json.loads(found.partition(b"\r\n\r\n")[2])["error"]["status"] == 400


def test_a_body_that_ends_early_harms_nothing(client):
    head = b"POST /extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n"
    sent(client, head + b"Content-Length: 1000\r\n\r\nshort")
    chunk = b"4000\r\n" + b"a" * 0x4000 + b"\r\n"
    found = sent(client, head + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 40 + b"0\r\n\r\n")
    assert b" 413 " in found.partition(b"\r\n")[0]
    assert client.get("/health").status == 200


def test_a_batch_ends_when_its_client_has_gone(client):
    names = ("victor_job_seconds_count", 'victor_requests_total{path="/extract"')
    jobs, answers = [value(client, name) for name in names]
    body = json.dumps({"pages": [{"html": "<p>some words " * 4000}] * 5}).encode()
    head = "POST /extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", client.port), 30) as connection:
        connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    end = time.monotonic() + 30
    while value(client, names[1]) == answers and time.monotonic() < end:
        time.sleep(0.05)
    assert value(client, names[0]) - jobs < 5


def test_a_page_that_takes_too_long_is_given_up_and_the_server_goes_on():
    slow = "<div>" * 200 + "<p>words " * 150_000
    with started("--timeout", "0.5", "--max-bytes", "5M") as client:
        batch = client.post("/extract", {"pages": [{"html": slow}, {"html": SHORT}]})
        rows = batch.json["pages"]
        assert [row["status"] for row in rows] == ["skipped", "cleaned"]
        assert rows[0]["reason"] == "took too long: more than 0.5 s"
        assert "victor_workers_replaced_total 1" in client.get("/metrics").body.decode()


@pytest.mark.slow
def test_more_requests_than_the_queue_holds_are_told_to_come_back():
    slow = "<p>words " * 40_000
    with started("--queue", "2", "--max-bytes", "5M") as client:
        found = []
        ask = lambda: found.append(Client(client.port).send("/extract", slow))  # noqa: E731
        threads = [threading.Thread(target=ask) for _ in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        statuses = [one.status for one in found]
        assert set(statuses) == {200, 503}
        busy = next(one for one in found if one.status == 503)
        assert int(busy.headers["retry-after"]) > 0
        assert client.send("/extract", SHORT).status == 200


def test_only_listed_hosts_are_fetched_also_after_redirects():
    pytest.importorskip("httpx2")
    pytest.importorskip("protego")
    page = answer(SHORT.encode())
    with serving({"/page": page}) as other, serving({}) as listed:
        foreign = {"/away": redirect(f"{other.url}/page"), "/page": page}
        with (
            serving(foreign) as listed,
            serving({"/robots.txt": redirect(f"{other.url}/x")}) as sly,
        ):
            hosts = [one.url.removeprefix("http://") for one in (listed, sly)]
            with started("--allow-host", hosts[0], "--allow-host", hosts[1]) as client:
                found = client.post("/extract", {"url": f"{listed.url}/page", "id": "mine"})
                assert found.json["id"] == "mine"
                assert found.json["title"] == "A title"
                assert found.json["url"] == f"{listed.url}/page"
                for url in (f"{other.url}/page", f"{listed.url}/away", f"{sly.url}/page",
                            "http://localhost/", "file:///etc/passwd", "http://[::1"):  # fmt: skip
                    refused = client.post("/extract", {"url": url})
                    assert refused.status == 422
                    assert refused.error["key"] == "url"
                found = client.ask("POST", f"/extract?url={listed.url}/page", b"", HTML)
                assert found.json["title"] == "A title"
            assert other.requests == []
            assert listed.paths.count("/robots.txt") == 1


def test_a_stop_answers_what_is_under_way_and_ends_quietly():
    with started("--max-bytes", "9M") as client:
        found = []
        page = "<p>some words of text " * 30_000
        thread = threading.Thread(target=lambda: found.append(client.send("/extract", page)))
        thread.start()
        time.sleep(0.5)
        client.process.send_signal(signal.SIGTERM)
        thread.join()
        assert client.process.wait(30) == 0
        assert client.process.stderr.read() == "victor: stopped\n"
        assert found[0].status == 200


@pytest.mark.slow
def test_a_second_stop_ends_at_once_and_answers_in_json():
    with started("--max-bytes", "9M") as client:
        found = []
        page = "<div>" * 200 + "<p>words " * 150_000
        thread = threading.Thread(target=lambda: found.append(client.send("/extract", page)))
        thread.start()
        time.sleep(0.7)
        for _ in range(2):
            client.process.send_signal(signal.SIGINT)
            time.sleep(0.2)
        thread.join()
        assert client.process.wait(10) is not None
        assert client.process.stderr.read() == "victor: stopped\n"
        assert found[0].status == 503


def test_a_port_in_use_and_options_that_are_wrong_are_errors_for_people(client, cli, tmp_path):
    status, _, err = cli("serve", "--port", client.port)
    assert status == 2
    assert "in use" in err
    assert "--port" in err
    status, _, err = cli("serve", "--host", "192.0.2.1", "--port", client.port)
    assert status == 2
    assert "another --port" not in err  # no port of a host elsewhere would help
    for wrong, message in ((["--workers", "0"], "--workers: expected 1"),
                           (["--port", "99999"], "0 to 65535"),
                           (["--timeout", "0"], "--timeout: expected"),
                           (["--model", tmp_path / "none"], "none"),
                           (["--host", "a" * 70], "--host aaa"),
                           (["--public-name", "a.example:80"], "without a port"),
                           (["--allow-host", "http://a"], "--allow-host")):  # fmt: skip
        status, _, err = cli("serve", "--port", 0, *wrong)
        assert status == 2
        assert message in err
        assert "Traceback" not in err


# What the documentation shows


def shown(language):
    from documentation import DOCS, blocks

    found = blocks(DOCS / "playground.md")
    return [one.text for one in found if one.language == language and "/extract" in one.text]


def test_the_examples_of_the_documentation_work(client, tmp_path):
    ((command,), (program,)) = shown("sh"), shown("python")
    (tmp_path / "program.py").write_text(program.replace("8080", str(client.port)))
    run = lambda *words: subprocess.run(words, cwd=ROOT, capture_output=True, text=True)  # noqa: E731
    printed = run(sys.executable, str(tmp_path / "program.py"))
    assert len(printed.stdout.splitlines()) == 2, printed.stderr
    if shutil.which("curl"):
        row = json.loads(run("bash", "-c", command.replace("8080", str(client.port))).stdout)
        assert set(row) == {"title", "date", "markdown"}


def test_the_error_of_the_documentation_is_the_error(client):
    from documentation import DOCS

    found = client.post("/extract", {"html": "x", "task": "artcle"}).json
    assert json.dumps(found) in (DOCS / "playground.md").read_text("utf-8")


def test_the_documentation_names_every_option_status_and_metric(client):
    from documentation import DOCS

    from victor.commands import parser
    from victor.serve import schema
    from victor.serve.settings import Settings

    text = (DOCS / "playground.md").read_text("utf-8")
    serve = parser(["serve"])._subparsers._group_actions[0].choices["serve"]
    names = {one for action in serve._actions for one in action.option_strings} - {"-h", "--help"}
    names |= set(schema.extract(Settings())["properties"])
    metrics = client.get("/metrics").body.decode().splitlines()
    names |= {line.split()[2] for line in metrics if line.startswith("# TYPE")}
    assert [name for name in sorted(names) if f"`{name}" not in text] == []
