"""Tables that compare sources."""

from experiments.side_by_side import side_by_side


def test_the_numbers_of_a_source_share_a_cell():
    rows = [("one", ["1", "2", "3", "4"]), ("two", ["5", "6", "-", "-"])]
    made = side_by_side("system", ("here", "paper"), ("P", "R"), rows)
    assert made.replace("\u00a0", "_").split("\n") == [
        "| system | here: P, R | paper: P, R |",
        "|---|---:|---:|",
        "| one | 1_2 | 3_4 |",
        "| two | 5_6 | - |",
    ]
