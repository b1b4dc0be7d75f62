"""Which pages an annotation may name: it can come from somebody else."""

import pytest

from victor.commands import main
from victor.errors import VictorError
from victor.evaluate.gold import read_gold

PAGE = "<p>A paragraph of running text, as pages have them.</p><div>Menu</div>"
SECRET = "root:x:0:0:root"


@pytest.fixture
def home(tmp_path):
    """A directory with annotations, one with pages, and files that are none of their business."""
    for name in ("project/annotated", "project/pages", "other/pages", ".ssh"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "project/pages/a.html").write_text(PAGE, "utf-8")
    (tmp_path / "other/pages/a.html").write_text(PAGE, "utf-8")
    (tmp_path / "project/key").write_text(SECRET, "utf-8")
    (tmp_path / ".ssh/key").write_text(SECRET, "utf-8")
    return tmp_path


def annotated(home, page):
    file = home / "project/annotated/x.anno"
    file.write_text(
        f"# page: {page}\n[p] A paragraph of running text, as pages have them.\n[o] Menu\n", "utf-8"
    )
    return file


@pytest.mark.parametrize(
    "page",
    [
        "{home}/.ssh/key",
        "../../.ssh/key",
        "../key",
        "../../other/pages/a.html",
        "../pages/../../.ssh/key",
        "linked.html",
        "../pages/linked.html",
    ],
)
def test_a_page_elsewhere_is_not_read(home, page):
    (home / "project/annotated/linked.html").symlink_to(home / ".ssh/key")
    (home / "project/pages/linked.html").symlink_to(home / ".ssh/key")
    file = annotated(home, page.format(home=home))
    with pytest.raises(VictorError, match="outside the directory of the file; --pages DIR"):
        list(read_gold([file]))


@pytest.mark.parametrize("page", ["../pages/a.html", "{home}/project/pages/a.html"])
def test_a_page_in_a_folder_beside_is_read(home, page):
    (gold,) = read_gold([annotated(home, page.format(home=home))])
    assert gold.html == PAGE.encode()


@pytest.mark.parametrize(
    ("page", "folder"),
    [
        ("../../other/pages/a.html", "other"),
        ("{home}/other/pages/a.html", "other/pages"),
        ("a.html", "other/pages"),
    ],
)
def test_pages_are_read_where_the_user_says(home, page, folder):
    (gold,) = read_gold([annotated(home, page.format(home=home))], home / folder)
    assert gold.html == PAGE.encode()


@pytest.mark.parametrize("command", ["evaluate", "report", "learn"])
def test_the_option_of_the_commands(home, command, capsys, monkeypatch):
    monkeypatch.chdir(home)
    file = annotated(home, "../../other/pages/a.html")
    options = ["--config", "web-crf"] if command != "learn" else ["--config", "web"]
    assert main([command, *options, str(file)]) == 2
    assert "--pages DIR" in capsys.readouterr().err
    assert main([command, *options, str(file), "--pages", str(home / "other")]) == 0


def test_a_name_that_is_too_long_is_a_page_that_is_not_there(home):
    with pytest.raises(VictorError, match="is not in the same directory"):
        list(read_gold([annotated(home, "x" * 5000)]))
