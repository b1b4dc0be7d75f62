"""What files and standard output can go wrong with: one line, and no traceback."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from victor.commands import main
from victor.errors import VictorError
from victor.files import write_text

DATA = Path(__file__).parent.parent.parent / "data"
PAGE, GOLD = str(DATA / "news-en.html"), str(DATA / "news-en.anno")
LONG = "n" * 300
WEB = ["--config", "web-crf"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["report", PAGE, *WEB, "-o", "."],
        ["report", PAGE, *WEB, "-o", LONG],
        ["report", LONG],
        ["evaluate", GOLD, *WEB, "--json", "."],
        ["evaluate", GOLD, *WEB, "--json", LONG],
        ["evaluate", LONG],
        ["agreement", LONG, LONG],
        ["clean", "--model", LONG, PAGE],
        ["configs", f"{LONG}.yaml"],
        ["annotate", LONG],
        ["features", LONG],
        ["explain", LONG],
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_a_name_that_no_file_can_have_is_named(arguments, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[-1].startswith("victor: ")


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="no full device")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["configs"],
        ["configs", "web"],
        ["explain", PAGE, *WEB],
        ["features", PAGE],
        ["convert", GOLD],
        ["evaluate", GOLD, *WEB],
    ],
    ids=" ".join,
)
def test_a_full_disk_is_an_error(arguments):
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "victor", *arguments]
        made = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert made.returncode == 2
    said = "victor: standard output: cannot be written: No space left on device"
    assert made.stderr.splitlines()[-1] == said
    assert "Traceback" not in made.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_text(pipe, "text")
    assert os.read(reader, 9) == b"text"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert [one.name for one in tmp_path.iterdir()] == ["pipe"]


def test_a_link_stays_a_link_and_its_target_is_written(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_text(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text("utf-8") == "text"


@pytest.mark.parametrize(
    ("encoding", "line", "message"),
    [
        ("utf-16", 1, "not UTF-8, but UTF-16\n"),
        ("windows-1251", 2, "not UTF-8\n"),
    ],
)
def test_text_in_another_encoding_is_an_error(tmp_path, capsys, encoding, line, message):
    file = tmp_path / "x.anno"
    text = "# page: x.html\n[p] Новый мост открыли утром, и город празднует весь день.\n"
    file.write_bytes(text.encode(encoding))
    assert main(["convert", str(file)]) == 1
    assert f"{file}:{line}: cannot be read: {message}" in capsys.readouterr().err


@pytest.mark.parametrize("name", [".", "..", LONG, "a\0b"])
def test_what_cannot_be_written_is_named(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(VictorError, match="cannot be written"):
        write_text(Path(name), "text")
