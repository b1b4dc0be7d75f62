"""What files and standard output can go wrong with: one line, and no traceback."""

import errno
import os
import shutil
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


@pytest.fixture
def closed(tmp_path, monkeypatch):
    """A directory with an annotated page and a subdirectory that nobody may read."""
    folder = tmp_path / "pages"
    shutil.copytree(DATA, folder / "closed")
    for name in (PAGE, GOLD):
        shutil.copy(name, folder)
    scandir = os.scandir

    def refuse(path):
        if Path(path) == folder / "closed":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    return folder


@pytest.mark.parametrize("options", [[], ["--workers", 1]], ids=["pages", "batch"])
def test_an_unreadable_subdirectory_is_a_skipped_input(cli, closed, options):
    status, out, err = cli("clean", *WEB, *options, closed)
    assert (status, bool(out)) == (1, True)
    assert f"victor: {closed / 'closed'}: skipped: cannot be read: " in err
    assert cli("clean", *WEB, *options, closed / "closed", closed / "news-en.html")[1] == out


def test_pages_are_sampled_beside_an_unreadable_subdirectory(cli, closed, tmp_path):
    status, _, err = cli("sample", closed, "-o", tmp_path / "sample")
    assert (status, err) == (0, "victor: 1 page of 1; 1 input skipped\n")


@pytest.mark.parametrize("command", ["learn", "evaluate", "convert", "agreement", "report"])
def test_annotations_in_an_unreadable_subdirectory_are_not_ignored(cli, closed, command):
    more = [closed] if command == "agreement" else []
    status, _, err = cli(command, closed, *more)
    wrong = f"victor: {closed / 'closed'}: cannot be read: Permission denied"
    assert (status, err.splitlines()[-1]) == (2, wrong)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_named_pipe_in_a_directory_is_left_out(cli, tmp_path):
    shutil.copy(PAGE, tmp_path)
    os.mkfifo(tmp_path / "pipe.html")
    status, _, err = cli("clean", *WEB, tmp_path)
    assert status == 0
    assert "1 file left out (pipe or socket: 1)" in err


@pytest.mark.skipif(os.name == "nt", reason="symbolic links")
def test_a_link_to_nothing_is_a_skipped_input(cli, tmp_path):
    link = tmp_path / "link.html"
    link.symlink_to("missing.html")
    status, out, err = cli("clean", *WEB, link, PAGE)
    assert (status, bool(out)) == (1, True)
    assert f"{link}: skipped: cannot be read: No such file or directory" in err
    assert cli("convert", tmp_path)[2].endswith("no annotations (.anno) here\n")
    (tmp_path / "link.anno").symlink_to("missing.anno")
    assert f"{tmp_path / 'link.anno'}: cannot be read" in cli("convert", tmp_path)[2]


def test_a_list_may_name_files_in_an_unreadable_directory(cli, tmp_path, monkeypatch):
    listed = tmp_path / "list.txt"
    secret = tmp_path / "closed" / "page.html"
    listed.write_text(f"{secret}\n{PAGE}\n")
    stat = os.stat

    def refuse(path, *args, **options):
        if os.fspath(path) == str(secret):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return stat(path, *args, **options)

    monkeypatch.setattr(os, "stat", refuse)
    status, out, err = cli("clean", *WEB, f"@{listed}")
    assert (status, bool(out)) == (1, True)
    assert f"{secret}: skipped: cannot be read" in err


@pytest.mark.parametrize(("number", "ends"), [(errno.ENOSPC, True), (errno.ENAMETOOLONG, False)])
def test_a_full_disk_ends_a_run(cli, tmp_path, monkeypatch, number, ends):
    def fail(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("victor.files._replace", fail)
    files = [DATA / f"{name}.html" for name in ("blog-en", "news-en", "mail-en")]
    status, _, err = cli("clean", *WEB, "-o", tmp_path / "out", *files)
    assert (status, err.count(os.strerror(number))) == ((2, 1) if ends else (1, 3))


@pytest.mark.parametrize("name", ["out", "out/deep/er"])
@pytest.mark.parametrize("options", [["clean", *WEB], ["clean", "--workers", "1", *WEB]])
def test_a_read_only_directory_is_one_error(cli, tmp_path, monkeypatch, name, options):
    (tmp_path / "out").mkdir()
    allowed = os.access
    monkeypatch.setattr(
        os, "access", lambda path, *how: Path(path).name != "out" and allowed(path, *how)
    )
    status, out, err = cli(*options, "-o", tmp_path / name, DATA)
    assert (status, out) == (2, "")
    assert err == f"victor: -o {tmp_path / name}: cannot be written: Permission denied\n"
    assert not any((tmp_path / "out").iterdir())


@pytest.mark.parametrize(
    ("command", "option"),
    [("evaluate", "--json"), ("agreement", "--json"), ("report", "-o")],
)
def test_a_read_only_directory_is_reported_before_any_work(
    cli, tmp_path, monkeypatch, command, option
):
    allowed = os.access
    monkeypatch.setattr(
        os, "access", lambda path, *how: Path(path) != tmp_path and allowed(path, *how)
    )
    file = tmp_path / "new" / "file.html"
    status, out, err = cli(command, DATA, option, file)
    assert (status, out) == (2, "")
    assert err == f"victor: {option} {file}: cannot be written: Permission denied\n"


@pytest.mark.parametrize("command", ["learn", "evaluate"])
def test_a_page_is_not_its_annotation(cli, command):
    assert cli(command, PAGE)[2].endswith(f"not an annotation (.anno); did you mean {GOLD!r}?\n")
    readme = DATA / "README.md"
    advice = "not an annotation (.anno); create annotations with 'victor annotate'"
    assert cli(command, readme)[2] == f"victor: {readme}: {advice}\n"


def test_an_option_that_is_no_integer(cli):
    status, _, err = cli("evaluate", GOLD, "--folds", "x")
    assert (status, "--folds: expected an integer, found 'x'" in err) == (2, True)
