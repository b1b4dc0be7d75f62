"""Files that are not pages."""

import random

import pytest

import victor
from victor.page.binary import looks_binary

RANDOM = random.Random(7)


@pytest.mark.parametrize("size", [300, 4096, 100_000])
def test_random_bytes_are_no_page(size):
    assert looks_binary(RANDOM.randbytes(size)) == "binary data"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<p>a\0b",
        "<p>Příliš".encode("utf-16"),
        "<html><p>橋が開通した".encode("utf-16-le"),
        ("<p>" + "橋が開通した" * 200).encode("utf-16-le"),
        ("Boats leave again. " * 9).encode("utf-16-be"),
        b"\x1b$)C<p>\x0e0!3*\x0f and \x0e0!3*\x0f" * 9,
        b"OTTO von Bismarck, and RIFFs",
        b"ID3 tags",
        b"RIFFs of all kinds",
        b"The ftyp box",
        b"\x1b$B6%\x1b(B and more",
        b"<html><body>" + b"several words \x02 " * 100,
        bytes(range(128, 256)) * 8,
    ],
)
def test_what_may_be_a_page(data):
    assert looks_binary(data) is None


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"RIFF\x24\0\0\0WEBPVP8 ", "an image, a sound or a video"),
        (b"\0\0\0\x18ftypmp42", "a video"),
        (b"SQLite format 3\0", "a database"),
        (b"\0" * 1000, "binary data"),
        (b"one\x02two\x03" * 40, "binary data"),
    ],
)
def test_the_error_names_the_kind_of_file(data, kind):
    with pytest.raises(victor.VictorError, match=f"not HTML: {kind}"):
        victor.extract(data)
