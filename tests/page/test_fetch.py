"""Pages fetched from a server on this machine."""

import asyncio
import gzip
import pickle
import sys
import time
import zlib

import pytest
from servers import Handler, answer, redirect, serving

import victor
from victor import VictorError
from victor.page.fetch import MAX_REDIRECTS, FetchError, Fetching, fetch

pytest.importorskip("httpx2")
pytest.importorskip("protego")

PAGE = "<h1>Žluťoučký kůň</h1><p>Příliš žluťoučký kůň úpěl ďábelské ódy.</p>"


def reason(url: str, fetching: Fetching | None = None) -> str:
    with pytest.raises(FetchError) as caught:
        fetch(url, fetching)
    assert str(caught.value) == f"{url}: {caught.value.reason}"
    return caught.value.reason


def test_a_page_comes_with_its_address_and_what_the_header_declares():
    page = answer(
        PAGE.encode("cp1250"), kind="text/html; charset=windows-1250", Content_Language="cs"
    )
    with serving({"/a": redirect("/b?x=1"), "/b": page}) as server:
        found = fetch(f"{server.url}/a")
        assert found.url == f"{server.url}/b?x=1"
        assert (found.encoding, found.language) == ("windows-1250", "cs")
        assert found.html == PAGE.encode("cp1250")
        assert "žluťoučký kůň úpěl" in victor.extract(url=f"{server.url}/a")


def test_the_server_can_see_who_asks():
    with serving({"/": answer(b"<p>x")}) as server:
        fetch(f"{server.url}/")
        agents = {headers["User-Agent"] for _, headers in server.requests}
    assert agents == {f"Victor/{victor.__version__} (+https://github.com/victor-cleaner/victor)"}


def test_compressed_pages_are_decompressed():
    with serving({"/": answer(gzip.compress(b"<p>x"), Content_Encoding="gzip")}) as server:
        assert fetch(f"{server.url}/").html == b"<p>x"


@pytest.mark.parametrize(
    "tail", [b"", b"\0" * 20, b"\x1f", b"<p>y", bytes(30 << 20)], ids=lambda tail: f"{len(tail)}"
)
def test_bytes_after_the_end_of_gzip_are_not_read(tail):
    body = gzip.compress(b"<p>x") + tail
    with serving({"/": answer(body, Content_Encoding="gzip")}) as server:
        start = time.monotonic()
        assert fetch(f"{server.url}/", Fetching(max_bytes=1000)).html == b"<p>x"
        assert time.monotonic() - start < 2


def in_pieces(*pieces: bytes) -> Handler:
    """A gzip body that arrives in pieces."""

    def handle(request):
        head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"
        request.wfile.write(head.encode())
        for piece in pieces:
            request.wfile.write(piece)
            request.wfile.flush()
            time.sleep(0.05)

    return handle


def test_all_members_of_gzip_are_read():
    members = [gzip.compress(text) for text in (b"<p>a", b"", b"<p>b", b"<p>c")]
    joined = b"".join(members)
    cut = joined.rindex(b"\x1f\x8b") + 1  # within the mark at the start of a member
    for pieces in ([joined], members, [joined[:cut], joined[cut:]]):
        with serving({"/": in_pieces(*pieces)}) as server:
            assert fetch(f"{server.url}/").html == b"<p>a<p>b<p>c"


def test_an_empty_body_is_a_page():
    with serving({"/": answer(b"", Content_Encoding="gzip")}) as server:
        assert fetch(f"{server.url}/").html == b""


@pytest.mark.parametrize("missing", [1, 8, 9, 50])
@pytest.mark.parametrize("first", [b"", gzip.compress(b"<p>y")], ids=["first", "second"])
def test_a_part_of_a_page_is_not_a_page(first, missing):
    body = first + gzip.compress("".join(map(str, range(999))).encode())[:-missing]
    with serving({"/": answer(body, Content_Encoding="gzip")}) as server:
        assert reason(f"{server.url}/") == "cannot be read: truncated gzip"


@pytest.mark.parametrize(
    "endless", [b"\x1f\x8b\x08\x08\0\0\0\0\0\3" + b"n" * (9 << 20), gzip.compress(b"") * (9 << 15)]
)
def test_gzip_without_content_does_not_go_on_for_ever(endless):
    with serving({"/": answer(endless, Content_Encoding="gzip")}) as server:
        why = reason(f"{server.url}/", Fetching(max_bytes=1 << 20))
    assert why == "cannot be read: gzip of more than 2098176 bytes"


def test_redirects_that_never_end():
    with serving({"/a": redirect("/b"), "/b": redirect("/a")}) as server:
        assert reason(f"{server.url}/a") == f"cannot be read: more than {MAX_REDIRECTS} redirects"


@pytest.mark.parametrize("to", ["file:///etc/passwd", "ftp://127.0.0.1/x"])
def test_redirects_lead_to_pages_only(to):
    with serving({"/": redirect(to)}) as server:
        assert reason(f"{server.url}/") == f"cannot be read: redirected to {to!r}"


def test_redirects_to_a_script_lead_nowhere():
    with serving({"/": redirect("javascript:alert(1)")}) as server:
        # Clients before httpx2 2.16 refuse the URL themselves, with another reason.
        assert reason(f"{server.url}/").startswith("cannot be read: ")


def test_redirects_to_a_port_that_does_not_exist():
    with serving({"/": redirect("http://127.0.0.1:99999/")}) as server:
        assert reason(f"{server.url}/") == "cannot be read: Port out of range 0-65535"


def test_a_content_type_that_is_sent_twice():
    twice = answer(PAGE.encode("cp1250"), kind="text/html, text/html; charset=windows-1250")
    with serving({"/": twice}) as server:
        assert "žluťoučký kůň úpěl" in victor.extract(url=f"{server.url}/")


@pytest.mark.parametrize(
    ("page", "why"),
    [
        (answer(b"<p>gone", 404), "HTTP status: 404"),
        (answer(b"<p>later", 503), "HTTP status: 503"),
        (answer(b"%PDF-1.7", kind="application/pdf"), "not HTML: application/pdf"),
        (answer(b"%PDF-1.7", kind="text/html"), "not HTML: a PDF file"),
        (answer(b"<p>x", Content_Encoding="br"), "cannot be read: unknown content encoding 'br'"),
        (answer(b"<p>x", Content_Encoding="gzip"), "cannot be read: damaged gzip"),
    ],
)
def test_answers_that_are_no_pages(page, why):
    with serving({"/": page}) as server:
        assert reason(f"{server.url}/") == why


def test_nobody_answers():
    with serving({}) as server:
        url = server.url
    assert reason(f"{url}/").startswith("cannot be read: ")


@pytest.mark.parametrize(
    "url",
    ["http://", "http://[", "http://a b/", "https://host:port/x", "http://127.0.0.1:99999/"],
)
def test_invalid_addresses(url):
    assert reason(url).startswith("cannot be read: ")


def test_an_address_without_a_host_is_named():
    assert reason("http:///x") == "cannot be read: the URL has no host name"


@pytest.mark.parametrize("url", ["ftp://a.example/x", "a.example/x.html", "data:text/html,x", 3])
def test_what_is_not_an_address(url):
    with pytest.raises(VictorError, match="not a URL: expected http:// or https://"):
        fetch(url)


@pytest.mark.parametrize("url", ["//a.example/x", " https://a.example/x", "a.example/x"])
def test_the_meant_address_is_stated(url):
    with pytest.raises(VictorError, match=r"did you mean 'https://a.example/x'\?"):
        fetch(url)


@pytest.mark.parametrize("coding", ["identity", "gzip"])
def test_pages_that_are_too_large(coding):
    data = b"<p>" + b"x" * 5_000_000
    packed = gzip.compress(data) if coding == "gzip" else data
    with serving({"/": answer(packed, Content_Encoding=coding)}) as server:
        small = Fetching(max_bytes=1_000_000)
        assert reason(f"{server.url}/", small) == "too large: more than 1000000 bytes"
        assert len(fetch(f"{server.url}/").html) == len(data)


def test_a_small_file_that_decompresses_to_gigabytes():
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    zeros = bytes(1 << 20)
    bomb = b"".join(packer.compress(zeros) for _ in range(300)) + packer.flush()
    with serving({"/": answer(bomb, Content_Encoding="gzip")}) as server:
        assert "too large" in reason(f"{server.url}/", Fetching(max_bytes=1 << 20))


def dripping(request):
    """A byte now and then, so that no single read takes long."""
    request.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    for _ in range(100):
        request.wfile.write(b"<p>x")
        time.sleep(0.05)


def dripping_header(request):
    request.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for i in range(100):
        request.wfile.write(f"X-{i}: x\r\n".encode())
        time.sleep(0.05)


@pytest.mark.parametrize("page", [dripping, dripping_header, lambda request: time.sleep(3)])
def test_the_time_limit_is_for_the_whole_page(page):
    with serving({"/": page}) as server:
        start = time.monotonic()
        assert reason(f"{server.url}/", Fetching(timeout=0.4)) == "took too long: more than 0.4 s"
        assert time.monotonic() - start < 2


ROBOTS = answer(b"User-agent: *\nDisallow: /private/\n", kind="text/plain")


def test_robots_txt_forbids_a_page():
    pages = {"/robots.txt": ROBOTS, "/private/a": answer(b"<p>x"), "/b": redirect("/private/a")}
    with serving(pages) as server:
        for path in ("/private/a", "/b"):
            assert reason(server.url + path) == "forbidden by robots.txt"
        assert "/private/a" not in server.paths
        found = fetch(f"{server.url}/private/a", Fetching(ignore_robots=True))
        assert found.html == b"<p>x"


def test_robots_txt_may_speak_to_victor_alone():
    rules = b"User-agent: *\nDisallow:\n\nUser-agent: victor\nDisallow: /\n"
    with serving({"/robots.txt": answer(rules), "/": answer(b"<p>x")}) as server:
        assert reason(f"{server.url}/") == "forbidden by robots.txt"


@pytest.mark.parametrize("status", [401, 404, 410])
def test_without_robots_txt_everything_is_allowed(status):
    with serving({"/robots.txt": answer(status=status), "/": answer(b"<p>x")}) as server:
        assert fetch(f"{server.url}/").html == b"<p>x"


def test_while_the_server_fails_to_send_robots_txt_nothing_is_fetched():
    with serving({"/robots.txt": answer(status=500), "/": answer(b"<p>x")}) as server:
        assert reason(f"{server.url}/") == "robots.txt cannot be read: HTTP status: 500"


def test_a_run_asks_for_robots_txt_once():
    with serving({"/robots.txt": ROBOTS, "/a": answer(b"a"), "/b": answer(b"b")}) as server:
        fetching = Fetching()
        assert [fetch(server.url + path, fetching).html for path in ("/a", "/b")] == [b"a", b"b"]
        assert server.paths == ["/robots.txt", "/a", "/b"]


def test_a_notebook_has_an_event_loop_of_its_own():
    async def cell(url: str) -> bytes:
        return fetch(url).html

    with serving({"/": answer(b"<p>x")}) as server:
        assert asyncio.run(cell(f"{server.url}/")) == b"<p>x"


@pytest.mark.parametrize("module", ["httpx2", "protego"])
def test_without_the_extra_the_message_has_the_command(monkeypatch, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(VictorError, match=r"pip install 'victor-cleaner\[fetch\]'"):
        victor.extract(url="http://127.0.0.1/")


def test_errors_survive_pickling():
    error = pickle.loads(pickle.dumps(FetchError("http://a.example/", "HTTP status: 404")))
    assert (str(error), error.reason) == ("http://a.example/: HTTP status: 404", "HTTP status: 404")
