"""What tests share: the command line, and a model learned on the sample pages."""

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # tests run on all cores already

import pytest
from hypothesis import settings

from victor import commands, config, model, pipeline
from victor.evaluate import learning
from victor.evaluate.gold import read_gold

# A busy machine is no failure, and what fails once must fail again when it is looked into:
# `pytest --hypothesis-profile search` tries new examples, by which new faults are found.
settings.register_profile("victor", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("victor")

ROOT = Path(__file__).parent.parent
DATA = ROOT / "data"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write tests/golden")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are written instead of compared."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable:
    """Run `victor ARGUMENTS`: exit status, standard output, standard error."""

    def run(*arguments: object, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = commands.main([str(argument) for argument in arguments])
        except SystemExit as stop:
            status = int(stop.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture(scope="session")
def sample_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A `web` model learned on the annotated pages of data/."""
    task = config.override(config.load("web-crf"), {"labeler": {"crf": {"max_iterations": 30}}})
    plan = pipeline.plan(task)
    data = list(learning.examples(read_gold([DATA]), plan))
    folder = tmp_path_factory.mktemp("models") / "sample"
    model.save(learning.learn(plan, data), folder)
    return folder
