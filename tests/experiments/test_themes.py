"""The comparison with the source of pages."""

import math

from experiments.themes.build import copied, write
from experiments.themes.run import KINDS, scores
from experiments.themes.source import sources


def test_a_source_agrees_with_itself_and_its_title_does_not_count():
    for source in sources():
        found = scores(f"# {source.title}\n\n{source.markdown}\n", source)
        assert {value for value in found.values() if not math.isnan(value)} == {1.0}
        assert set(found) == {"words", *KINDS}
        assert scores("", source)["words"] == 0


def test_pages_whose_text_a_script_would_load_are_left_out(tmp_path):
    def build(theme, pages, here):
        for page in pages[1:]:
            write(here / f"{page.name}.html", f"<h1>{page.title}</h1><p>{page.markdown}")
        write(here / f"{pages[0].name}.html", "<div id=app></div>")
        return "{}.html"

    names = [page.name for page in sources()]
    assert copied("quill", "plain", build, tmp_path) == names[1:]
    files = sorted(file.name for file in (tmp_path / "quill-plain").iterdir())
    assert files == [f"{name}.html" for name in names[1:]]
