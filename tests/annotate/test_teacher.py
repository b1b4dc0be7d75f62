"""The model that suggests labels learns from the pages that are done."""

import numpy as np
import pytest
from conftest import DATA

from victor import pipeline
from victor.annotate.teacher import Teacher
from victor.annotate.view import NO_LABEL
from victor.page import read_page
from victor.pipeline import blocks_of

NAMES = ("news-en", "blog-en", "news-de")


@pytest.fixture
def teacher():
    cleaner = pipeline.load("web")
    return Teacher(cleaner, cleaner.plan.task)


def page(name):
    return read_page((DATA / f"{name}.html").read_bytes(), name)


def content(cleaner, name):
    """The number of content blocks."""
    labels = cleaner.label(blocks_of(cleaner.plan, page(name)))
    return int((labels.y != cleaner.plan.task.other).sum())


def teach(teacher, label):
    """Teach pages on which every block has a label."""
    for name in NAMES:
        count = len(blocks_of(teacher.cleaner.plan, page(name)))
        teacher.add(name, page(name), [label] * count)


def test_suggestions_follow_the_pages_that_are_done(teacher):
    before = content(teacher.cleaner, "recipe-pt")
    teach(teacher, teacher.cleaner.plan.task.other)
    assert content(teacher.cleaner, "recipe-pt") < before


def test_a_page_that_is_done_again_counts_once(teacher):
    task = teacher.cleaner.plan.task
    teach(teacher, task.other)
    teach(teacher, task.role("paragraph"))
    other = Teacher(pipeline.load("web"), task)
    teach(other, task.role("paragraph"))
    weights = (one.cleaner.model.weights["convention_input"] for one in (teacher, other))
    assert np.array_equal(*weights)


@pytest.mark.parametrize("labels", [[], [NO_LABEL]])
def test_pages_that_are_not_done_teach_nothing(teacher, labels):
    before = teacher.cleaner
    teacher.add("news-en", page("news-en"), labels)
    assert teacher.cleaner is before


def test_a_model_without_conventions_stays_as_it_is():
    cleaner = pipeline.load("web-crf")
    teacher = Teacher(cleaner, cleaner.plan.task)
    teach(teacher, cleaner.plan.task.other)
    assert teacher.cleaner is cleaner
