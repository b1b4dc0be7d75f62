"""What `-o` may replace, and what names of outputs mean."""

import os
import stat
from threading import Thread

import pytest
from conftest import DATA

ONE, TWO = DATA / "news-en.html", DATA / "news-de.html"


@pytest.mark.parametrize("name", ["page.txt", "rows.jsonl", "rows.parquet", "rows.jsonl.gz"])
def test_an_existing_file_is_replaced_by_force_only(cli, tmp_path, name):
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow")
    out = tmp_path / name
    out.write_bytes(b"of another run")
    status, _, err = cli("clean", "-o", out, ONE)
    assert status == 2
    assert f"{out}: exists; use --force" in err
    assert out.read_bytes() == b"of another run"
    assert cli("clean", "--force", "-o", out, ONE)[0] == 0
    assert out.read_bytes() != b"of another run"


def test_files_of_a_directory_are_replaced_by_force_only(cli, tmp_path):
    assert cli("clean", "--format", "text", "-o", tmp_path / "out", ONE, TWO)[0] == 0
    status, _, err = cli("clean", "--format", "text", "-o", tmp_path / "out", ONE, TWO)
    assert status == 2
    assert "news-en.txt: exists" in err
    again = cli("clean", "--format", "text", "--workers", 1, "-o", tmp_path / "out", ONE, TWO)
    assert again[0] == 2
    assert "is not empty" in again[2]
    assert cli("clean", "--format", "text", "--force", "-o", tmp_path / "out", ONE, TWO)[0] == 0


@pytest.mark.parametrize("options", [(), ("--workers", 1)])
@pytest.mark.parametrize("name", ["two.txt", "x.md"])
def test_a_directory_whose_name_has_an_ending_is_named_with_a_slash(cli, tmp_path, name, options):
    status, _, err = cli("clean", *options, "-o", tmp_path / name, ONE, TWO)
    assert status == 2
    assert ".jsonl, .parquet or .wet" in err
    assert not (tmp_path / name).exists()
    assert cli("clean", *options, "-o", f"{tmp_path / name}/", ONE, TWO)[0] == 0
    assert (tmp_path / name).is_dir()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("options", [("--format", "text"), ("--to", "jsonl")])
def test_a_pipe_is_written_to_and_stays_one(cli, tmp_path, options):
    pipe, found = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    assert cli("clean", *options, "-o", pipe, ONE)[0] == 0
    reader.join(20)
    assert len(found[0]) > 500
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_nothing_to_clean_is_a_failure(cli, tmp_path):
    (tmp_path / "none").mkdir()
    (tmp_path / "empty.jsonl").touch()
    assert cli("clean", tmp_path / "none")[0] == 1
    assert cli("clean", tmp_path / "empty.jsonl")[0] == 1
