"""CANOLA's agreement."""

import sys

from experiments.agreement import run


def test_the_published_agreement_is_reproduced(tmp_path, monkeypatch, capsys):
    """Three nodes, two annotators; the table has a fourth node that all labelled boilerplate."""
    votes = ["3 1 1", "9 3 3", "9 3 1"]
    rows = [f"{n}\tx\tkrdwrd-tag-{a}\tkrdwrd-tag-{b}" for n, a, b in map(str.split, votes)]
    (tmp_path / "stats").mkdir()
    head = ["# submitted : 2", "# tokens\tmerged\t4\t7"]
    rows.append("1\tundefined\tkrdwrd-tag-1\tkrdwrd-tag-1")
    (tmp_path / "stats" / "7.stats").write_text("\n".join([*head, *rows]) + "\n")
    (tmp_path / "agreement").mkdir()
    expected = 2 * (5**2 + 3**2) / (4 * 8) ** 2
    table = f'"page_id","A_o","A_e","nodes"\n"1",7,0.75,{expected},4\n'
    (tmp_path / "agreement" / "agreement.csv").write_text(table)
    monkeypatch.setattr(sys, "argv", ["agreement", str(tmp_path)])
    run.main()
    found = capsys.readouterr().out
    assert "| 7 | 2 | 3 / 4 | 0.7500 / 0.7500 |" in found
    assert "1 of 1 pages reproduce the published values" in found
    kappa = (0.75 - 34 / 64) / (1 - 34 / 64)
    assert f"| {kappa:.3f} / " in found
