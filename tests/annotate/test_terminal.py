"""The annotator in a real terminal, with real keys: killed, resumed, finished."""

import os
import shutil
import signal
import subprocess
import sys
import time

import pytest
from conftest import DATA, ROOT

pytest.importorskip("textual")
pytestmark = pytest.mark.skipif(not shutil.which("tmux"), reason="tmux is not installed")
TRIES = 600  # of a tenth of a second, since the machine may be busy


class Terminal:
    """A separate tmux server that runs the annotator."""

    def __init__(self, folder, size):
        # A new name each time: a server that is still exiting takes no sessions.
        self.name = f"victor-{os.getpid()}-{time.monotonic_ns()}"
        pid = folder / "pid"
        run = f"cd {folder}; echo $$ > {pid}; exec {sys.executable} -m victor annotate"
        command = f"{run} --config web-crf forum-en.html"
        width, height = map(str, size)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color"}
        where = ["-x", width, "-y", height, "sh", "-c", command]
        self.tmux("new-session", "-d", "-s", "victor", *where, env=environment)
        self.pid = pid

    def tmux(self, *arguments, env=None):
        command = ["tmux", "-L", self.name, *arguments]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=False).stdout

    def press(self, *keys):
        self.tmux("send-keys", "-t", "victor", *keys)

    def screen(self):
        return self.tmux("capture-pane", "-t", "victor", "-p")

    def wait(self, text):
        """The screen, once it shows the text."""
        for _ in range(TRIES):
            if text in (screen := self.screen()):
                return screen
            time.sleep(0.1)
        raise AssertionError(f"{text!r} not found on the screen:\n{screen}")

    def gone(self):
        for _ in range(TRIES):
            if not self.tmux("list-sessions"):
                return
            time.sleep(0.1)
        raise AssertionError("the annotator did not exit")

    def end(self):
        self.tmux("kill-server")


@pytest.mark.parametrize("size", [(80, 24), (200, 60)], ids=str)
def test_a_killed_annotation_is_resumed_and_finished(tmp_path, size, cli):
    shutil.copy(DATA / "forum-en.html", tmp_path)
    anno = tmp_path / "forum-en.anno"
    terminal = Terminal(tmp_path, size)
    try:
        screen = terminal.wait("0/90   0%")
        assert "Narrowboat Talk" in screen
        assert len(screen.splitlines()) <= size[1]
        terminal.press("Home", "Space", "Down", "Down", "o")
        terminal.wait("3/90")
        terminal.press("9", "h", "BSpace", "9", "h")
        terminal.wait("4/90")
        os.kill(int(terminal.pid.read_text()), signal.SIGKILL)
        terminal.gone()
    finally:
        terminal.end()
    assert anno.read_text("utf-8").count("\n[o]") == 3
    assert "\n[h] Engine overheats only when going downstream\n" in anno.read_text("utf-8")
    terminal = Terminal(tmp_path, size)
    try:
        terminal.wait("4/90")
        terminal.press("1", "4", "P")
        terminal.wait("blocks changed")
        terminal.press(r"\;", "o")
        terminal.wait("90/90 100%")
        terminal.press("C-q")
        terminal.gone()
    finally:
        terminal.end()
    assert "[?]" not in anno.read_text("utf-8")
    assert cli("learn", "--config", "web-crf", "-o", tmp_path / "m", anno)[0] == 0
    options = ("--model", tmp_path / "m", "--format", "annotation")
    status, out, _ = cli("clean", *options, tmp_path / "forum-en.html")
    assert status == 0
    assert "[o] Narrowboat Talk" in out
