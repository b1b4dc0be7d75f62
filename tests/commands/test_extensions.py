"""Extensions of files: upper case means the same as lower case."""

import gzip
import json
import os
import shutil
import subprocess
import sys
import time
from threading import Thread

import pytest
from conftest import DATA

PAGE = DATA / "news-en.html"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "PAGE.HTML.GZ").write_bytes(gzip.compress(PAGE.read_bytes()))
    return folder


def test_compressed_pages_are_decompressed(cli, folder):
    wanted = cli("clean", "--format", "text", PAGE)[1]
    for one in (folder, folder / "PAGE.HTML.GZ"):
        assert cli("clean", "--format", "text", one)[:2] == (0, wanted)


def test_compressed_files_that_may_be_pages_are_counted(cli, folder, tmp_path):
    for name in ("A.PHP.GZ", "NOTES.TXT.GZ"):
        shutil.copy(folder / "PAGE.HTML.GZ", folder / name)
    err = cli("clean", "--config", "keep-everything", "-o", tmp_path / "out", folder)[2]
    assert "1 file left out (.gz: 1)" in err


def test_configurations_annotations_and_texts(cli, tmp_path):
    (tmp_path / "MINE.YAML").write_text("extends: keep-everything\nname: mine\n", "utf-8")
    config = ("--config", tmp_path / "MINE.YAML")
    assert cli("clean", *config, PAGE)[0] == 0
    shutil.copy(PAGE, tmp_path)
    text = PAGE.with_suffix(".anno").read_text("utf-8")
    (tmp_path / "NEWS.ANNO").write_text(text, "utf-8")
    scores = ("evaluate", *config, "--scores", "words")
    assert cli(*scores, tmp_path / "NEWS.ANNO")[0] == 0
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "NEWS-EN.TXT").write_text("Council backs tidal footbridge", "utf-8")
    assert "no text files" not in cli("evaluate", "--texts", texts, PAGE.with_suffix(".anno"))[2]


def test_exports(cli, tmp_path):
    export = tmp_path / "EXPORT.JSON"
    export.write_text(json.dumps([]), "utf-8")
    wanted = cli("convert", shutil.copy(export, tmp_path / "export2.json"))
    assert cli("convert", export)[0] == wanted[0]
    assert cli("convert", export)[2].replace("EXPORT.JSON", "export2.json") == wanted[2]


@pytest.mark.parametrize("name", ["news.html", "news.html.gz"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, lambda data: gzip.compress(data) + b"more"])
def test_gzip_is_recognised_by_its_content(cli, tmp_path, name, pack):
    """Clients save what a server sends compressed, or decompress a file and keep its name."""
    path = tmp_path / name
    path.write_bytes(pack(PAGE.read_bytes()))
    options = ("clean", "--format", "text")
    assert cli(*options, path)[:2] == cli(*options, PAGE)[:2]


def test_gzip_from_pipes_is_recognised(cli, tmp_path):
    wanted = cli("clean", "--format", "text", PAGE)[1]
    packed = gzip.compress(PAGE.read_bytes())
    command = [sys.executable, "-m", "victor", "clean", "--format", "text", "-"]
    assert subprocess.run(command, input=packed, capture_output=True).stdout.decode() == wanted
    pipe = tmp_path / "page.html"
    os.mkfifo(pipe)
    writer = Thread(target=_write_slowly, args=(pipe, packed))
    writer.start()
    assert cli("clean", "--format", "text", pipe)[1] == wanted
    writer.join()


def _write_slowly(pipe, data):
    with pipe.open("wb", buffering=0) as file:
        file.write(data[:1])
        time.sleep(0.1)
        for start in range(1, len(data), 4096):
            file.write(data[start : start + 4096])


@pytest.mark.parametrize("data", [b"", b"\x1f", b"\x1f\x8b"])
def test_a_file_of_a_few_bytes_is_no_gzip_page(cli, tmp_path, data):
    path = tmp_path / "page.html"
    path.write_bytes(data)
    assert "Traceback" not in cli("clean", "--format", "text", path)[2]
