"""The container cleans and serves, as a user without rights, in less than 200 MB.

Where no Docker engine answers, the steps of the Dockerfile run in a folder instead, with the files
that .dockerignore lets through, and the result is used as the user nobody if the tests run as root.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

import pytest
from conftest import DATA, ROOT

LARGEST = 200  # MB
BASE = 53  # MB, of distroless Python: the Debian packages in it, by their Installed-Size
PAGE = DATA / "news-en.html"
pytestmark = pytest.mark.slow


def instructions():
    """The stages, each a list of (instruction, arguments)."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text("utf-8"), flags=re.M)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    steps = [tuple(line.split(maxsplit=1)) for line in lines if line.strip()]
    starts = [i for i, (name, _) in enumerate(steps) if name == "FROM"]
    return [steps[i:j] for i, j in zip(starts, [*starts[1:], None], strict=True)]


def arguments(name):
    """Those of an instruction of the last stage."""
    (found,) = [given for step, given in instructions()[-1] if step == name]
    return found


def context(folder):
    """Copy what Docker would be sent."""
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] != "#"]
    left_out = [line.removeprefix("**/") for line in lines if line.startswith("**/")]
    folder.mkdir()
    for name in (line[1:] for line in lines if line.startswith("!")):
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, folder)
        else:
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*left_out))
    assert not any(fnmatch(path.name, one) for path in folder.rglob("*") for one in left_out)


def nobody():
    """What runs a command without rights: as root, setpriv; else nothing is needed."""
    if os.getuid():
        return []
    if not shutil.which("setpriv"):
        pytest.skip("setpriv is not installed")
    return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def interpreter():
    """A Python that nobody may run, with what compiling needs, and pip for its environments."""
    check = (
        "import ensurepip, sys, sysconfig as s; from pathlib import Path; headers = Path("
        "s.get_path('include'), 'Python.h'); sys.exit(sys.version_info < (3, 11) or not "
        "headers.is_file())"
    )
    for python in ("/usr/bin/python3", "/usr/local/bin/python3", sys.executable):
        if shutil.which(python):
            ran = subprocess.run([*nobody(), python, "-c", check], capture_output=True, check=False)
            if ran.returncode == 0:
                return python
    pytest.skip("there is no Python with headers that a user without rights may run")


@pytest.fixture(scope="module")
def engine():
    """Whether a Docker engine answers."""
    if not shutil.which("docker"):
        return False
    return subprocess.run(["docker", "info"], capture_output=True, check=False).returncode == 0


@pytest.fixture(scope="module")
def installed(engine):
    """The command of the image, or of what its steps install here."""
    if engine:
        subprocess.run(["docker", "build", "-t", "victor:test", "."], cwd=ROOT, check=True)
        yield ["docker", "run", "--rm", "-i", "victor:test"]
        return
    if not shutil.which("cc"):
        pytest.skip("there is neither a Docker engine nor a compiler")
    with TemporaryDirectory() as name:  # pytest's own folders are closed to nobody
        Path(name).chmod(0o755)
        install(Path(name))
        yield [*nobody(), f"{name}/opt/victor/bin/victor"]


def install(folder):
    """Run the steps of the first stage; what is not of this machine has a place in the folder."""
    tools = folder / "tools"
    tools.mkdir()
    (tools / "python3").symlink_to(interpreter())
    context(folder / "src")
    kept = {name: value for name, value in os.environ.items() if "PIP" in name or "CERT" in name}
    variables = kept | {"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(folder)}
    for name, given in instructions()[0]:
        if name == "ARG":
            variables.update([given.split("=")])
        if name == "RUN" and "apt-get" not in given:
            step(given.replace("/opt/victor", f"{folder}/opt/victor"), folder / "src", variables)


def step(command, folder, variables):
    """Run a step of the Dockerfile; skip the tests where packages cannot be had."""
    found = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode and "No matching distribution" in found.stderr:
        pytest.skip("the dependencies cannot be had here")
    assert found.returncode == 0, found.stdout + found.stderr


def test_it_cleans_standard_input(installed, tmp_path):
    command = [*installed, "clean", "--format", "text", "-"]
    found = subprocess.run(
        command, stdin=PAGE.open("rb"), capture_output=True, cwd="/", check=False
    )
    assert found.returncode == 0, found.stderr
    assert len(found.stdout.split()) > 100


def test_it_serves(installed, engine):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serve = ["serve", "--host", "0.0.0.0", "--port", "8080" if engine else str(port)]
    command = (
        [*installed[:2], "-p", f"127.0.0.1:{port}:8080", *installed[2:]] if engine else installed
    )
    with subprocess.Popen([*command, *serve], cwd="/", stderr=subprocess.PIPE) as server:
        try:
            assert json.loads(answer(f"http://127.0.0.1:{port}/health"))["status"] == "ok"
        finally:
            server.terminate()


def answer(url, seconds=60):
    """What a server answers, once it does."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urlopen(url, timeout=5) as found:
                return found.read()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def test_it_is_small(installed, engine):
    if engine:
        command = ["docker", "image", "inspect", "-f", "{{.Size}}", "victor:test"]
        size = int(subprocess.run(command, capture_output=True, check=True).stdout) / 1e6
    else:
        files = Path(installed[-1]).parent.parent.rglob("*")
        size = BASE + sum(path.lstat().st_size for path in files) / 1e6
    print(f"{size:.0f} MB")
    assert size < LARGEST


def test_how_it_is_run():
    assert json.loads(arguments("ENTRYPOINT")) == ["victor"]
    assert arguments("USER") != "root"
    assert arguments("EXPOSE") in arguments("HEALTHCHECK")
    assert "CMD" in arguments("HEALTHCHECK")


def test_the_health_of_what_does_not_serve():
    """It is not asked for; Docker's process 1 is what this machine runs as such."""
    command = json.loads(arguments("HEALTHCHECK").partition("CMD")[2])
    assert subprocess.run([sys.executable, *command[1:]], check=False).returncode == 0
