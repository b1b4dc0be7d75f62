"""What cleaning costs its caller: no thread, whatever the environment says."""

import json
import os
import subprocess
import sys

import pytest
from conftest import DATA

from victor.compiled import built

_CLEAN = """
import json, sys, time
from pathlib import Path
import victor
imported = "numpy" in sys.modules
cleaner = victor.load("web")
pages = [page.read_bytes() for page in sorted(Path(sys.argv[1]).glob("*.html"))]
pages.append(b"<p>Some words of a <b>long</b> page. <a href=/more>More</a></p>" * 20_000)
cleaner.clean(pages[0])
process, thread = time.process_time(), time.thread_time()
for page in pages:
    result = cleaner.clean(page)
    result.text, result.markdown, result.metadata
found = {"process": time.process_time() - process, "thread": time.thread_time() - thread}
print(json.dumps({**found, "imported": imported}))
"""


@pytest.mark.skipif(not built(), reason="numpy multiplies where the compiled parts are not built")
def test_cleaning_uses_no_thread_but_the_callers():
    clean = {name: value for name, value in os.environ.items() if not name.endswith("NUM_THREADS")}
    command = [sys.executable, "-c", _CLEAN, str(DATA)]
    run = subprocess.run(command, env=clean, capture_output=True, check=True)
    found = json.loads(run.stdout)
    assert found["process"] < 1.1 * found["thread"]
    assert not found["imported"]
