"""The annotator: its state, its file, and its screen in Textual's test driver."""

import asyncio
import errno
import os
import resource
import shutil
import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from conftest import DATA, ROOT
from hypothesis import given
from hypothesis import strategies as st
from pages import BLOCK_TAGS, blocks, markup

from victor import config, pipeline
from victor.annotate import order, state, store, suggestions
from victor.annotate.keys import BINDINGS, MOVES, PREFIXES, Session, label_keys, numbered, press
from victor.annotate.teacher import Teacher
from victor.annotate.view import NO_LABEL, page_view, with_predictions
from victor.commands import annotate as command
from victor.data import Labels
from victor.errors import VictorError
from victor.evaluate.gold import annotation, read_gold
from victor.page import read_page

TASK = BLOCK_TAGS.task
KEYS = label_keys(TASK)
PAGE = """<title>A page</title><body>
<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav>
<h1>The title</h1><div class="post p1"><p>First words.</p><p>More words here.</p></div>
<div class="post p2"><p>Another text.</p></div><pre>one
two

three</pre><p>Copyright nobody</p>"""


def view_of(html=PAGE, name="x.html", **changes):
    return replace(page_view(read_page(html, name), BLOCK_TAGS), **changes)


def session(view, labels=None):
    return Session(view, state.begin(view, labels), KEYS)


def pressed(start, *keys):
    for key in keys:
        start = press(start, key) or start
    return start


def shown(now):
    return "".join("?" if i == NO_LABEL else TASK.keys[i] for i in now.state.labels)


# State


every_key = st.sampled_from(
    [key for group in BINDINGS.values() for one in group for key in one.keys]
    + [*MOVES, *(f"shift+{key}" for key in MOVES), *PREFIXES, *KEYS, *(k.upper() for k in KEYS)]
    + list("0123456789")
)
some_keys = st.lists(every_key, max_size=30)


@given(markup(), some_keys, st.randoms())
def test_no_keys_break_a_page(html, keys, chance):
    view = view_of(html)
    labels = [chance.choice([NO_LABEL, 0, 1, 4]) for _ in range(len(view))]
    view = replace(view, suggestion=labels, certainty=[0.5] * len(view))
    now = session(view)
    for key in keys:
        now = press(now, key) or now
        assert len(now.state.labels) == len(view)
        assert 0 <= now.state.at < max(1, len(view))
        assert all(NO_LABEL <= label < len(TASK.labels) for label in now.state.labels)
        assert now.state.decided == sum(label != NO_LABEL for label in now.state.labels)
        low, high = now.state.selection or (0, 0)
        assert 0 <= low <= high <= len(view)


@given(some_keys)
def test_undo_and_redo_restore_all_labels(keys):
    done = back = pressed(session(view_of()), *keys, "escape", "escape")
    for _ in done.state.past:
        back = press(back, "backspace")
    assert set(back.state.labels) == {NO_LABEL}
    assert back.state.past == ()
    again = back
    for _ in done.state.past:
        again = press(again, "ctrl+y")
    assert again.state.labels == done.state.labels
    assert again.state.suggestions == done.state.suggestions


@given(some_keys, st.sampled_from(sorted(KEYS)))
def test_a_label_changes_only_the_target(keys, label):
    now = pressed(session(view_of()), *keys, "backspace", "escape", ">")
    target = set(now.state.target)
    after = press(now, label)
    for i, (old, new) in enumerate(zip(now.state.labels, after.state.labels, strict=True)):
        assert new == (KEYS[label] if i in target else old)


def test_labels_advance_to_the_next_undecided_block():
    now = pressed(session(view_of()), "o", "o", "h")
    assert (shown(now), now.state.at) == ("ooh???????", 3)
    corrected = pressed(now, "home", "h")
    assert (shown(corrected), corrected.state.at) == ("hoh???????", 1)


def test_space_starts_a_selection():
    now = pressed(session(view_of()), "space", "down", "o")
    assert shown(now) == "oo????????"
    assert shown(pressed(session(view_of()), "4", "space", "6", "p")) == "???ppp????"
    assert shown(pressed(session(view_of()), "shift+down", "shift+down", "o")) == "ooo???????"


def test_numbers_select_blocks():
    assert shown(pressed(session(view_of()), "1", "0", "o")) == "?????????o"
    assert pressed(session(view_of()), "7", "enter").state.at == 6
    assert pressed(session(view_of()), "7", "escape").state.at == 0
    assert pressed(session(view_of()), "9", "9", "9", "enter").state.at == 9


@given(st.from_regex(r"\A[0-9]{1,4}\Z"), st.integers(1, 1200), st.data())
def test_the_last_digits_select_the_nearest_block(digits, n, data):
    at = data.draw(st.integers(0, n - 1))
    there = numbered(digits, at, n)
    ending = [i for i in range(n) if str(i + 1).zfill(len(digits)).endswith(digits)]
    nearest = min((abs(i - at) for i in ending), default=abs(n - 1 - at))
    assert there in (ending or [n - 1])
    assert abs(there - at) == nearest


def test_two_digits_are_enough_on_a_long_page():
    now = session(view_of("".join(f"<p>Text {i}.</p>" for i in range(300))))
    now = pressed(now, "2", "0", "0", "enter")
    places = [pressed(now, *digits, "enter").state.at + 1 for digits in ("7", "40", "60", "007")]
    assert places == [197, 240, 160, 7]


def test_elements_are_selected_outwards_and_inwards():
    now = pressed(session(view_of()), "tab", "tab", "tab", ">")
    assert now.state.selection == (3, 5)
    wider = press(now, ">")
    assert wider.state.selection == (0, 10)
    assert press(wider, "<").state.selection == (3, 5)
    assert "no enclosing element" in press(wider, ">").state.message


def test_similar_blocks_share_tags_classes_and_breaks():
    assert shown(pressed(session(view_of()), "4", "P")) == "???ppp????"  # p1 and p2 are similar
    assert shown(pressed(session(view_of()), "4", "*", "p")) == "???ppp????"
    assert shown(pressed(session(view_of()), "8", "C")) == "???????c??"  # after a blank line: not


def test_the_rest_and_repeating():
    now = pressed(session(view_of()), "3", "h", ";", "o")
    assert shown(now) == "oohooooooo"
    assert shown(pressed(session(view_of()), "3", "h", "\\")) == "oohooooooo"
    again = pressed(session(view_of()), "3", "P", "1", ".")
    assert shown(again)[:3] == "ppp"


def suggesting(labels="oohpppcccp", certainty=0.8):
    view = view_of()
    numbers = [TASK.keys.index(key) for key in labels]
    p = [[certainty if i == label else 0.05 for i in range(5)] for label in numbers]
    return replace(view, suggestion=numbers, certainty=[certainty] * 10, p=np.array(p))


def test_suggestions_are_accepted_for_a_block_a_range_the_page():
    now = session(suggesting())
    assert shown(pressed(now, "enter")) == "o?????????"
    assert shown(pressed(now, "space", "down", "enter")) == "oo????????"
    assert shown(pressed(now, "4", "l", "4", "enter", "5", "l", "!"))[:5] == "oohll"
    assert shown(pressed(now, "%")) == "?" * 10  # 80 % is less than 90 %
    assert shown(pressed(now, "[", "[", "%")) == "oohpppcccp"


def test_corrections_spread_to_similar_blocks():
    """One overrides an uncertain prediction, two override a certain one."""
    unsure = pressed(session(suggesting(certainty=0.5)), "4", "l")
    assert [TASK.keys[i] for i in unsure.state.suggestions.label[3:6]] == ["p", "l", "l"]
    sure = pressed(session(suggesting(certainty=0.99)), "4", "l")
    assert [TASK.keys[i] for i in sure.state.suggestions.label[4:6]] == ["p", "p"]
    sure = pressed(sure, "l")
    assert TASK.keys[sure.state.suggestions.label[5]] == "l"
    assert sure.state.suggestions.label[0] == TASK.other


def test_corrections_weigh_most_for_blocks_with_the_same_prediction():
    page = "".join(f"<p>Paragraph {i}.</p>" for i in range(6))
    task, html = BLOCK_TAGS.task, read_page(page, "x")
    scores = np.full((6, len(task.labels)), 0.01)
    y = np.array([KEYS[key] for key in "pplllp"], np.int32)
    scores[np.arange(6), y] = 0.95
    view = with_predictions(page_view(html, BLOCK_TAGS), Labels(y, scores), task, task)
    corrected = pressed(session(view), "3", "c", "4", "c")
    assert shown(pressed(corrected, "!")) == "ppcccp"


def test_decisions_on_other_pages_change_suggestions():
    first = pressed(session(view_of()), "4", "P")
    found = suggestions.decisions(first.view, first.state.labels)
    other = view_of("<div class='post p9'><p>Quite another.</p></div><h1>Head</h1>")
    other = replace(other, from_other_pages=suggestions.weighted_counts(other, [found]))
    assert list(state.begin(other).suggestions.label) == [KEYS["p"], NO_LABEL]
    assert state.begin(replace(other, blind=True)).suggestions.label == (NO_LABEL, NO_LABEL)


def test_jumps():
    view = replace(suggesting(), certainty=[0.9, 0.8, 0.7, 0.6, 0.5, 0.9, 0.9, 0.9, 0.9, 0.9])
    now = press(session(view), "home")
    assert press(now, "~").state.at == 4
    assert pressed(now, "~", "~").state.at == 3
    assert press(now, "}").state.at == 2
    assert pressed(now, "end", "{").state.at == 6
    now = pressed(now, "3", "p", "home", "#")
    assert now.state.at == 2
    assert pressed(now, "end", "'").state.at == 9
    assert [pressed(now, *"'" * k).state.at for k in (1, 2, 3, 4)] == [6, 7, 8, 9]
    assert pressed(now, *"'" * 3, '"').state.at == 7
    assert pressed(now, '"').state.at == 0
    assert state.search(now.state, view, "WORDS").at == 3
    assert "not found" in state.search(now.state, view, "nowhere").message


SURE_BUT = (0.99, 0.8, 0.99, 0.99, 0.7, 0.99, 0.99, 0.99, 0.6, 0.99)


def test_the_cursor_starts_at_the_least_certain_block():
    view = replace(suggesting(), certainty=SURE_BUT)
    assert state.begin(view).at == 8
    assert state.begin(view, [*[NO_LABEL] * 8, KEYS["p"], NO_LABEL]).at == 4
    assert state.begin(view, at=2).at == 2
    assert state.begin(view_of(), [NO_LABEL, NO_LABEL, KEYS["h"], *[NO_LABEL] * 7]).at == 0
    assert state.begin(view_of(), [KEYS["o"]] * 10).at == 0
    assert state.begin(replace(view, blind=True)).at == 0


def test_labels_and_tab_move_between_uncertain_blocks():
    now = press(session(replace(suggesting(certainty=0.99), certainty=SURE_BUT)), "home")
    places = [pressed(now, *["tab"] * k).state.at for k in (1, 2, 3, 4)]
    assert places == [1, 4, 8, 1]
    assert pressed(now, "shift+tab").state.at == 8
    places = [pressed(now, *["enter"] * k).state.at for k in (1, 2, 3)]
    assert places == [4, 8, 9]  # 1 is similar to 0
    assert pressed(now, "tab", "tab", "o").state.at == 5  # similar, now uncertain
    assert pressed(now, "tab", "enter").state.at == 4
    assert pressed(now, "tab", "enter", "backspace").state.at == 1


def test_the_threshold_decides_what_is_uncertain():
    now = press(session(replace(suggesting(), certainty=SURE_BUT)), "home")
    assert pressed(now, "[", "[", "[", "tab").state.at == 4
    assert pressed(now, *["["] * 8, "tab").state.at == 1  # none is: to the next undecided


def test_every_label_has_a_different_key():
    task = config.override(TASK, {"labels": {"1": "one", "P": "part", "pq": "pair", "o": "other"}})
    assert label_keys(task) == {"o": 0, "p": 1, "q": 2, "t": 3}


# The file


def saved(folder, view=None, keys=("o", "o", "h"), text=None):
    (folder / "x.html").write_text(PAGE, "utf-8")
    file = store.place(folder / "x.html", None)
    if text is not None:
        file.path.write_text(text, "utf-8")
    view = view or view_of()
    file, begun = store.load(file, view, TASK)
    now = pressed(Session(view, begun, KEYS), *keys)
    return store.save(file, view, now.state, TASK), now


def test_a_file_restores_labels_and_cursor(tmp_path):
    _, now = saved(tmp_path)
    view = view_of()
    _, again = store.load(store.place(tmp_path / "x.html", None), view, TASK)
    assert (again.labels, again.at) == (now.state.labels, 3)
    text = (tmp_path / "x.anno").read_text("utf-8")
    assert "# at: 3\n" in text
    assert "[h] The title\n[?] First words.\n" in text


def test_learning_leaves_out_unfinished_pages(tmp_path, cli):
    saved(tmp_path)
    status, _, err = cli("learn", "--config", "web-crf", "-o", tmp_path / "m", tmp_path)
    assert status == 2
    assert "x.html: left out: 7 blocks undecided" in err
    saved(tmp_path, keys=(";", "o"))
    (gold,) = read_gold([tmp_path])
    assert gold.complete


def test_other_content_of_a_file_is_kept(tmp_path):
    text = "# victor annotation\n# ask Jo about this\n[h] The title\n[p] Gone from the page\n"
    file, now = saved(tmp_path, text=text, keys=("o",))
    assert (tmp_path / "x.anno.orig").read_text("utf-8") == text
    assert shown(now) == "o?h???????"
    store.save(file, now.view, press(now, "o").state, TASK)
    assert (tmp_path / "x.anno.orig").read_text("utf-8") == text


def test_unmatched_labels_are_kept_each_time(tmp_path):
    anno, texts = tmp_path / "x.anno", []
    anno.write_text("[h] Alpha\n[p] Beta\n[l] Gamma\n")
    for page in ("<p>Gamma<p>Beta<p>Alpha", "<p>Gamma<p>Beta", "<p>Beta"):
        texts.append(anno.read_text("utf-8"))
        saved(tmp_path, view_of(page), keys=("end", "o"))
    kept = [tmp_path / f"x.anno.orig{n}" for n in ("", "2", "3")]
    assert [file.read_text("utf-8") for file in kept] == texts


def test_blocks_not_in_a_file_of_content_are_boilerplate(tmp_path):
    _, now = saved(tmp_path, text="[h] The title\n[p] More words here.\n", keys=())
    assert shown(now) == "oohopooooo"
    _, now = saved(tmp_path, text="[o] Home\n[h] The title\n", keys=())
    assert shown(now) == "o?h???????"
    _, now = saved(tmp_path, text="", keys=())
    assert shown(now) == "??????????"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[?] Home\n[h] The title\n", ""),
        ("[o] Home\n[h] The title\n", ""),
        ("[h] The title\n", "9 blocks not in the file labelled as boilerplate"),
        ("[h] The title\n[p] Gone\n", "loaded 1 of 2 labels"),
    ],
)
def test_loading_reports_unmatched_labels_and_blocks(tmp_path, text, message):
    (tmp_path / "x.anno").write_text(text, "utf-8")
    file, _ = store.load(store.place(tmp_path / "x.html", None), view_of(), TASK)
    assert file.message.startswith(message)
    assert bool(file.message) == bool(message)


def test_the_annotation_of_another_page_is_not_replaced(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.html").write_text("<p>Text.")
    out = tmp_path / "out"
    out.mkdir()
    (out / "x.anno").write_text("# page: ../a/x.html\n[p] Text.\n")
    store.load(store.place(tmp_path / "a" / "x.html", out), view_of(), TASK)
    wrong = r"x\.anno: contains annotations of \.\./a/x\.html; use another -o"
    with pytest.raises(VictorError, match=wrong):
        store.load(store.place(tmp_path / "b" / "x.html", out), view_of(), TASK)


@pytest.mark.parametrize("address", ["http://a/&#10;[p] injected", "http://a/&#x2028;foo"])
def test_a_page_cannot_write_lines_of_its_annotation(tmp_path, address):
    page = f"<link rel=canonical href='{address}'><p>One &#x2028; two"
    saved(tmp_path, view_of(page), keys=("p",))
    (gold,) = read_gold([tmp_path])
    assert [segment.text for segment in gold.segments] == ["One two"]


def test_an_invalid_url_has_no_host(tmp_path, cli):
    (tmp_path / "x.html").write_text("<link rel=canonical href='http://[bad'><p>One")
    entries = work([str(tmp_path)]).entries
    assert [one.site for one in entries] == [""]
    (tmp_path / "x.anno").write_text("# url: http://[bad\n# at: " + 5000 * "9" + "\n[p] One\n")
    status, _, _ = cli("evaluate", "--config", "bte", tmp_path)
    assert status == 0


def test_the_target_of_a_linked_annotation_is_written(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "x.anno").symlink_to("mine/x.anno")
    saved(tmp_path)
    assert (tmp_path / "x.anno").is_symlink()
    assert (tmp_path / "mine" / "x.anno").read_text("utf-8").count("[o]") == 2


@given(st.lists(st.sampled_from("abc"), max_size=8), st.data())
def test_labels_are_matched_on_a_page_with_a_new_block(tmp_path_factory, texts, data):
    folder = tmp_path_factory.mktemp("matched")
    old = view_of("".join(f"<p>{text}</p>" for text in ["x", *texts]))
    saved(folder, old, keys=("ctrl+a", "p", "1", "o"))
    at = data.draw(st.integers(0, len(old)))
    new = view_of("".join(f"<p>{text}</p>" for text in [*old.text[:at], "new", *old.text[at:]]))
    _, now = store.load(store.place(folder / "x.html", None), new, TASK)
    assert [i for i, label in enumerate(now.labels) if label == NO_LABEL] == [at]


def test_a_file_of_this_program_is_not_backed_up(tmp_path):
    saved(tmp_path)
    saved(tmp_path, keys=("p",))
    assert not (tmp_path / "x.anno.orig").exists()


@pytest.mark.parametrize("when", ["write", "sync"])
def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch, when):
    file, now = saved(tmp_path)
    before = file.path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    if when == "sync":
        full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(full))
    else:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))
    try:
        with pytest.raises(VictorError, match=r"x\.anno: cannot be written"):
            store.save(file, now.view, press(now, "p").state, TASK)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        monkeypatch.undo()
    assert file.path.read_bytes() == before
    assert not list(tmp_path.glob("*.part"))
    store.save(file, now.view, press(now, "p").state, TASK)


def test_a_change_by_another_program_is_not_overwritten(tmp_path):
    file, now = saved(tmp_path)
    file.path.write_text("[p] Mine\n", "utf-8")
    with pytest.raises(VictorError, match="changed by another program"):
        store.save(file, now.view, now.state, TASK)
    assert file.path.read_text("utf-8") == "[p] Mine\n"


def test_a_label_that_the_task_lacks_is_an_error(tmp_path):
    text = "# labels: p paragraph, q quote\n[q] The title\n"
    with pytest.raises(VictorError, match="the task web-crf has no label for 'quote'"):
        saved(tmp_path, text=text)


def test_annotations_in_another_folder_find_their_page(tmp_path):
    (tmp_path / "site").mkdir()
    page = tmp_path / "site" / "x.html"
    page.write_text(PAGE, "utf-8")
    view, file = view_of(), store.place(page, tmp_path / "ann")
    store.save(file, view, pressed(session(view), ";", "o").state, TASK)
    assert "# page: ../site/x.html\n" in file.path.read_text("utf-8")
    (gold,) = read_gold([tmp_path / "ann"])
    assert gold.html == PAGE.encode()


@given(markup(), st.randoms())
def test_labels_are_read_back_from_the_file(tmp_path_factory, html, chance):
    view = view_of(html)
    labels = [chance.choice([NO_LABEL, *range(5)]) for _ in range(len(view))]
    folder = tmp_path_factory.mktemp("anno")
    (folder / "x.html").write_text(html, "utf-8")
    file = store.place(folder / "x.html", None)
    store.save(file, view, state.begin(view, labels), TASK)
    assert store.load(file, view, TASK)[1].labels == tuple(labels)
    assert len(annotation.parse(file.path).document.blocks) == len(view)


# The order


def test_the_most_uncertain_unfinished_page_comes_first(tmp_path):
    def entry(name, entropy, decided):
        view = view_of(name=name, entropy=entropy)
        labels = [0] * decided + [NO_LABEL] * (len(view) - decided)
        return order.entry(
            Path(name), store.place(Path(name), None), view, state.begin(view, labels)
        )

    entries = [entry("a", 1.0, 0), entry("b", 9.0, 10), entry("c", 5.0, 3)]
    assert [str(e.path) for e in order.by_uncertainty(entries)] == ["c", "a", "b"]
    assert [str(e.path) for e in order.by_name(entries)] == ["a", "b", "c"]


def test_a_task_with_the_model_of_another_has_suggestions():
    _, cleaner = command.task_and_model(Namespace(config="article", model=None, blind=False))
    assert cleaner is not None


# The screen


SIZES = [(80, 24), (200, 60)]


def work(paths, name="web-crf", folder=None, how="name"):
    from victor.annotate.app import Work

    files = [str(path) for path in paths]
    options = Namespace(config=name, model=None, blind=False, files=files, output=folder)
    plan, cleaner = command.task_and_model(options)
    read = command.reader(plan, Teacher(cleaner, plan.task) if cleaner else None)
    found, left_out = command.entries(options, plan, read)
    return Work(plan.task, found, how, read, left_out)


def driven(made_work, size, *keys):
    """The screen as text after each key; callables among the keys are called instead."""
    from victor.annotate.app import Annotator

    screens = []

    async def run():
        app = Annotator(made_work)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            for key in keys:
                if callable(key):
                    key()
                else:
                    await pilot.press(key)
                await pilot.pause()
                screens.append(_text(app))

    asyncio.run(run())
    return screens


def _text(app):
    lines = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in lines)


@pytest.fixture
def page(tmp_path):
    pytest.importorskip("textual")
    shutil.copy(DATA / "forum-en.html", tmp_path / "forum-en.html")
    return tmp_path / "forum-en.html"


@pytest.mark.parametrize("size", SIZES)
def test_a_page_is_annotated_without_a_model_and_learned(page, size, cli):
    first = driven(work([page]), size, "down", "p", "P", "greater_than_sign", "o")
    assert "0/90   0%" in first[0]
    assert "Narrowboat Talk" in first[0]
    anno = page.with_suffix(".anno")
    assert "[?]" in anno.read_text("utf-8")
    rest = driven(work([page]), size, "semicolon", "o", "2", "4", "p", "ctrl+q")
    assert "90/90 100%" in rest[1]
    assert "[?]" not in anno.read_text("utf-8")
    model = page.parent / "m"
    assert cli("learn", "--config", "web-crf", "-o", model, anno)[0] == 0
    assert cli("clean", "--model", model, page)[0] == 0


def test_every_action_is_saved_immediately(page):
    anno, seen = page.with_suffix(".anno"), []

    def look():
        seen.append(anno.read_text("utf-8").count("[o]"))

    driven(work([page]), (80, 24), "o", look, "o", look, "backspace", look)
    assert seen == [1, 2, 1]


def test_a_full_disk_is_reported_and_the_file_kept(page):
    anno, limits, texts = page.with_suffix(".anno"), resource.getrlimit(resource.RLIMIT_FSIZE), []

    def fill():
        texts.append(anno.read_text("utf-8"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))

    def free():
        texts.append(anno.read_text("utf-8"))
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    try:
        screens = driven(work([page]), (80, 24), "o", fill, "o", "f5", free, "o")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert "NOT SAVED" in screens[2]
    assert "press F5 again" in " ".join(screens[3].split())
    assert texts[0] == texts[1]
    assert "NOT SAVED" not in screens[5]
    assert anno.read_text("utf-8").count("[o]") == 3


def test_several_pages_by_uncertainty(tmp_path, page):
    shutil.copy(DATA / "news-ar.html", tmp_path)
    shutil.copy(DATA / "product-es.html", tmp_path)
    screens = driven(
        work([str(tmp_path)], how="uncertain"), (80, 24),
        "down", "enter", "semicolon", "o", "ctrl+n", "ctrl+o", "ctrl+o",
    )  # fmt: skip
    assert "3 pages, 0 done, order: uncertain" in screens[0]
    assert "page 2/3" in screens[1]
    assert "page 3/3" in screens[4]
    assert "3 pages, 1 done" in screens[5]
    assert "✓" in screens[5]
    assert "order: name" in screens[6]


def test_the_number_of_selected_blocks_is_shown(page):
    screens = driven(work([page]), (80, 24), "home", "space", "down", "down", "o")
    assert "3 blocks selected" in screens[3]
    assert "selected" not in screens[4]


def test_search_and_help(page):
    screens = driven(work([page]), (80, 24), "slash", *"duvet", "enter", "question_mark", "x", "x")
    assert "1 of 1" in screens[6]
    assert "duvet for eleven miles" in screens[6]
    assert "continuation" in screens[7]
    assert "accept" in screens[7]
    assert screens[8] == screens[6]


def test_a_page_without_text_and_one_with_control_characters(tmp_path):
    pytest.importorskip("textual")
    (tmp_path / "empty.html").write_text("<p></p>")
    screens = driven(work([str(tmp_path / "empty.html")]), (80, 24), "p", "down")
    assert "This page has no text" in screens[1]
    (tmp_path / "wild.html").write_text("<p>a\x1b[2Jb \u202e right &#27;[31m</p><p>漢字 漢字</p>")
    (screen,) = driven(work([str(tmp_path / "wild.html")]), (80, 24), "down")
    assert "\x1b" not in screen
    assert "\u202e" not in screen
    assert "漢字" in screen


def test_labels_are_shown_without_colour(page, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    (screen,) = driven(work([page]), (80, 24), "h")
    assert "# h" in screen
    assert "▶" in screen


# The command


def test_errors_of_the_command_are_clear(tmp_path, cli, page):
    assert "needs a terminal" in cli("annotate", page)[2]
    assert "did you mean 'uncertain'" in cli("annotate", page, "--order", "uncertan")[2]
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.4")
    err = cli("annotate", tmp_path / "x.pdf")[2]
    assert "not HTML: a PDF file" in err
    assert "no pages to annotate" in err
    err = cli("annotate", page, "--config", "web", "--model", "web-crf")[2]
    assert "splits pages into different blocks" in err
    assert "give files" in cli("annotate", "-")[2]


def test_a_task_with_more_labels_uses_known_suggestions(tmp_path):
    labels = {**TASK.labels, "m": "comment"}
    task = config.override(TASK, {"labels": labels})
    cleaner = pipeline.load("web-crf")
    view = page_view(read_page(PAGE, "x.html"), pipeline.plan(task), cleaner)
    assert view.p.shape == (len(view), 6)
    assert set(view.suggestion) <= set(range(5))
    assert len(blocks(PAGE)) == len(view)


def test_a_missing_extra_is_named(cli, page, monkeypatch):
    monkeypatch.setitem(sys.modules, "textual", None)
    assert "pip install 'victor-cleaner[annotate]'" in cli("annotate", page)[2]


def test_the_reference_names_every_key():
    text = (ROOT / "docs" / "annotator.md").read_text("utf-8")
    names = {"escape": "Escape", "enter": "Enter", "space": "Space", "delete": "Delete",
             "backspace": "Backspace", "tab": "Tab", "shift+tab": "Shift+Tab"}  # fmt: skip
    keys = [key for group in BINDINGS.values() for one in group for key in one.keys]
    for key in [*keys, *PREFIXES]:
        shown = names.get(key) or (f"Ctrl+{key[-1].upper()}" if key[:5] == "ctrl+" else key)
        assert shown in text, key
