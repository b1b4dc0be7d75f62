"""``scripts/conditions.py`` lists conditions that no page needs."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_conditions_that_never_changed_are_listed(tmp_path):
    (tmp_path / "page.html").write_text("<p>The ferry to the island runs every hour from May.</p>")
    command = [sys.executable, str(ROOT / "scripts" / "conditions.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=ROOT, check=True)
    assert '`"button" in tree.tags` True: never\n' in done.stdout
    places = re.findall(r"^(victor/\S+\.py):(\d+): `", done.stdout, re.MULTILINE)
    assert all((ROOT / path).is_file() for path, _ in places)
    assert len(places) == done.stdout.count("\n")
