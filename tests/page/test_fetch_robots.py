"""The rules of robots.txt: which pages of a server on this machine are fetched."""

import time

import pytest
from servers import answer, serving

from victor.page.fetch import FetchError, Fetching, fetch

pytest.importorskip("httpx2")
pytest.importorskip("protego")

FORBIDDEN = "forbidden by robots.txt"
LARGEST = 500 << 10


def outcome(rules: str | bytes, path: str, fetching: Fetching | None = None) -> str:
    """``fetched``, or why the page was not."""
    data = rules.encode() if isinstance(rules, str) else rules
    pages = {"/robots.txt": answer(data, kind="text/plain"), path.partition("?")[0]: answer(b"<p>")}
    with serving(pages) as server:
        try:
            fetch(server.url + path, fetching)
        except FetchError as error:
            return error.reason
    return "fetched"


@pytest.mark.parametrize(
    ("rules", "allowed", "forbidden"),
    [
        ("Disallow: /*.php", "/x.html", "/x.php"),
        ("Disallow: /*.php$", "/x.php5", "/x.php"),
        ("Disallow: /x$", "/xy", "/x"),
        ("Allow: /\nDisallow: /private/", "/x", "/private/x"),
        ("Disallow: /\nAllow: /public/", "/public/x", "/x"),
        ("Disallow: /x\nAllow: /x", "/x", None),
        ("Disallow: /*?s=", "/?q=s", "/?s=x"),
        ("Disallow: /caf%C3%A9", "/cafe", "/caf%c3%a9"),
        ("Disallow: /a%2fb", "/a/b", "/a%2Fb"),
        ("Disallow:", "/x", None),
        ("Crawl-delay: 9\nSitemap: /x\nDisallow: /x", "/y", "/x"),
    ],
)
def test_the_most_specific_rule_decides(rules, allowed, forbidden):
    assert outcome(f"User-agent: *\n{rules}\n", allowed) == "fetched"
    if forbidden:
        assert outcome(f"User-agent: *\n{rules}\n", forbidden) == FORBIDDEN


@pytest.mark.parametrize(
    ("agents", "forbidden"),
    [
        ("User-agent: *", True),
        ("user-agent : *  # all", True),
        ("User-agent: Victor", True),
        ("User-agent: VICTOR/2.0", True),
        ("User-agent: other\nUser-agent: victor", True),
        ("User-agent: victor\nUser-agent: other", True),
        ("User-agent: victor\nDisallow: /x\n\nUser-agent: victor", True),
        ("User-agent: *\nDisallow: /x\n\nUser-agent: other\n\nUser-agent: *", True),
        ("User-agent: *\nDisallow: /\n\nUser-agent: victor\nAllow: /\n\nUser-agent: *", False),
        ("User-agent: other", False),
        ("User-agent: victor-images", False),
        ("User-agent: vic", False),
        ("User-agent: github", False),
        ("User-agents: *", False),
        ("User-agent:", False),
        ("User-agent: *bot", False),
    ],
)
def test_the_groups_of_victor_apply_else_those_of_all(agents, forbidden):
    rules = f"{agents}\nDisallow: /page\n"
    assert outcome(rules, "/page") == (FORBIDDEN if forbidden else "fetched")


@pytest.mark.parametrize("data", [b"<html><p>Not found", bytes(range(256)), b"", b"\xff\xfeU\0"])
def test_what_is_not_robots_txt_forbids_nothing(data):
    assert outcome(data, "/x") == "fetched"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_any_line_ends_and_a_byte_order_mark(mark, end):
    rules = mark + end.join((b"User-agent: *", b"Disallow: /x", b""))
    assert outcome(rules, "/x") == FORBIDDEN


def test_of_a_large_file_the_first_500_kb_are_read():
    start, rule = b"User-agent: *\n", b"Disallow: /page\n"
    comment = b"# " + b"x" * (LARGEST - len(start) - 2 - len(rule) - 1) + b"\n"
    assert outcome(start + comment + rule, "/page") == FORBIDDEN
    assert outcome(start + b"#" * len(rule) + comment + rule, "/page") == "fetched"
    half = start + b"#" + comment + b"Disallow: /page-of-others\n"  # cut after /page
    assert outcome(half, "/page") == "fetched"


def filled(start: str, line: str) -> str:
    return start + line * ((LARGEST - len(start)) // len(line))


@pytest.mark.parametrize(
    "rules",
    [
        filled("User-agent: *\n", "Disallow: /*a*a*a*a*a*b$\n"),
        filled("User-agent: *\n", "allow:*ab\n"),
        "User-agent: *\nDisallow: /" + "*a" * 200_000 + "b$\n",
        filled("".join(f"useragent a{i}\n" for i in range(15_000)), "allow:/b\n"),
        "".join(f"useragent a{i}\n" for i in range(15_000)) * 2,
        "user-agent" + " " * LARGEST,
    ],
    ids=["six wildcards", "short rules", "one rule", "agents and rules", "agents", "spaces"],
)
@pytest.mark.parametrize("length", [200, 20_000])
def test_hostile_rules_take_little_time(rules, length):
    start = time.monotonic()
    found = outcome(rules, "/?" + "a" * length)
    assert time.monotonic() - start < 5  # without limits minutes, or all memory
    many = "cannot be read: robots.txt has too many wildcards for a URL of this length"
    assert found in ("fetched", many)
    if rules.count("\n") < 10:
        assert found == "fetched"


def test_rules_of_usual_size_apply_to_long_addresses():
    rules = "User-agent: *\n" + "".join(f"Disallow: /*/{i}/*.php$\n" for i in range(2000))
    assert outcome(rules, "/?" + "a" * 8000) == "fetched"
    assert outcome(rules, "/x/1999/" + "a" * 8000 + ".php") == FORBIDDEN
