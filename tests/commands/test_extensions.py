"""Extensions of files: upper case means the same as lower case."""

import gzip
import json
import shutil

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
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_gzip_is_recognised_by_its_content(cli, tmp_path, name, pack):
    """Clients save what a server sends compressed, or decompress a file and keep its name."""
    path = tmp_path / name
    path.write_bytes(pack(PAGE.read_bytes()))
    options = ("clean", "--format", "text")
    assert cli(*options, path)[:2] == cli(*options, PAGE)[:2]
