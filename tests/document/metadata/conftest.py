"""No test of metadata detects the language: the extra may be missing."""

import pytest

from victor.document.metadata import detect


@pytest.fixture(autouse=True)
def without_detection(monkeypatch):
    monkeypatch.setattr(detect, "_classifier", lambda: None)
