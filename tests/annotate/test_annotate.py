"""The annotator: its state by itself, its file, and the screen by Textual's own driver."""

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
from victor.annotate import order, state, store
from victor.annotate import suggestions as suggestions
from victor.annotate.keys import BINDINGS, MOVES, PREFIXES, Session, label_keys, numbered, press
from victor.annotate.view import NONE, sheet, suggested
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


def made(html=PAGE, name="x.html", **changes):
    return replace(sheet(read_page(html, name), BLOCK_TAGS), **changes)


def session(one, labels=None):
    return Session(one, state.begin(one, labels), KEYS)


def pressed(start, *keys):
    for key in keys:
        start = press(start, key) or start
    return start


def shown(one):
    return "".join("?" if i == NONE else TASK.keys[i] for i in one.state.labels)


# State


every_key = st.sampled_from(
    [key for group in BINDINGS.values() for one in group for key in one.keys]
    + [*MOVES, *(f"shift+{key}" for key in MOVES), *PREFIXES, *KEYS, *(k.upper() for k in KEYS)]
    + list("0123456789")
)
some_keys = st.lists(every_key, max_size=30)


@given(markup(), some_keys, st.randoms())
def test_no_keys_break_a_page(html, keys, chance):
    one = made(html)
    labels = [chance.choice([NONE, 0, 1, 4]) for _ in range(len(one))]
    one = replace(one, suggestion=labels, certainty=[0.5] * len(one))
    now = session(one)
    for key in keys:
        now = press(now, key) or now
        assert len(now.state.labels) == len(one)
        assert 0 <= now.state.at < max(1, len(one))
        assert all(NONE <= label < len(TASK.labels) for label in now.state.labels)
        assert now.state.decided == sum(label != NONE for label in now.state.labels)
        low, high = now.state.selection or (0, 0)
        assert 0 <= low <= high <= len(one)


@given(some_keys)
def test_undo_takes_everything_back_and_redo_makes_it_again(keys):
    done = back = pressed(session(made()), *keys, "escape", "escape")
    for _ in done.state.past:
        back = press(back, "backspace")
    assert set(back.state.labels) == {NONE}
    assert back.state.past == ()
    again = back
    for _ in done.state.past:
        again = press(again, "ctrl+y")
    assert again.state.labels == done.state.labels
    assert again.state.suggestions == done.state.suggestions


@given(some_keys, st.sampled_from(sorted(KEYS)))
def test_a_label_goes_to_the_target_and_nowhere_else(keys, label):
    now = pressed(session(made()), *keys, "backspace", "escape", ">")
    target = set(now.state.target)
    after = press(now, label)
    for i, (old, new) in enumerate(zip(now.state.labels, after.state.labels, strict=True)):
        assert new == (KEYS[label] if i in target else old)


def test_labels_go_on_to_the_next_block_that_wants_one():
    now = pressed(session(made()), "o", "o", "h")
    assert (shown(now), now.state.at) == ("ooh???????", 3)
    mended = pressed(now, "home", "h")
    assert (shown(mended), mended.state.at) == ("hoh???????", 1)


def test_a_range_begins_with_space():
    now = pressed(session(made()), "space", "down", "o")
    assert shown(now) == "oo????????"
    assert shown(pressed(session(made()), "4", "space", "6", "p")) == "???ppp????"
    assert shown(pressed(session(made()), "shift+down", "shift+down", "o")) == "ooo???????"


def test_numbers_lead_to_blocks():
    assert shown(pressed(session(made()), "1", "0", "o")) == "?????????o"
    assert pressed(session(made()), "7", "enter").state.at == 6
    assert pressed(session(made()), "7", "escape").state.at == 0
    assert pressed(session(made()), "9", "9", "9", "enter").state.at == 9


@given(st.from_regex(r"\A[0-9]{1,4}\Z"), st.integers(1, 1200), st.data())
def test_the_last_digits_of_a_number_lead_to_the_nearest_block(digits, n, data):
    at = data.draw(st.integers(0, n - 1))
    there = numbered(digits, at, n)
    ending = [i for i in range(n) if str(i + 1).zfill(len(digits)).endswith(digits)]
    nearest = min((abs(i - at) for i in ending), default=abs(n - 1 - at))
    assert there in (ending or [n - 1])
    assert abs(there - at) == nearest


def test_two_digits_do_on_a_long_page():
    now = session(made("".join(f"<p>Text {i}.</p>" for i in range(300))))
    now = pressed(now, "2", "0", "0", "enter")
    assert [pressed(now, *digits, "enter").state.at + 1 for digits in ("7", "40", "60", "007")] == [
        197,
        240,
        160,
        7,
    ]


def test_elements_are_selected_one_around_the_other():
    now = pressed(session(made()), "tab", "tab", "tab", ">")
    assert now.state.selection == (3, 5)
    wider = press(now, ">")
    assert wider.state.selection == (0, 10)
    assert press(wider, "<").state.selection == (3, 5)
    assert "nothing wider" in press(wider, ">").state.said


def test_alike_are_blocks_of_the_same_tags_classes_and_breaks():
    assert shown(pressed(session(made()), "4", "P")) == "???ppp????"  # p1 and p2 are alike
    assert shown(pressed(session(made()), "4", "*", "p")) == "???ppp????"
    assert shown(pressed(session(made()), "8", "C")) == "???????c??"  # after a blank line: not


def test_the_rest_and_repeating():
    now = pressed(session(made()), "3", "h", ";", "o")
    assert shown(now) == "oohooooooo"
    assert shown(pressed(session(made()), "3", "h", "\\")) == "oohooooooo"
    again = pressed(session(made()), "3", "P", "1", ".")
    assert shown(again)[:3] == "ppp"


def suggesting(labels="oohpppcccp", certainty=0.8):
    one = made()
    numbers = [TASK.keys.index(key) for key in labels]
    p = [[certainty if i == label else 0.05 for i in range(5)] for label in numbers]
    return replace(one, suggestion=numbers, certainty=[certainty] * 10, p=np.array(p))


def test_suggestions_are_accepted_for_a_block_a_range_the_page():
    now = session(suggesting())
    assert shown(pressed(now, "enter")) == "o?????????"
    assert shown(pressed(now, "space", "down", "enter")) == "oo????????"
    assert shown(pressed(now, "4", "l", "4", "enter", "5", "l", "!"))[:5] == "oohll"
    assert shown(pressed(now, "%")) == "?" * 10  # 80 % is less than 90 %
    assert shown(pressed(now, "[", "[", "%")) == "oohpppcccp"


def test_corrections_spread_to_blocks_that_are_alike():
    """One is enough where the model is not sure, two are wherever it is wrong."""
    unsure = pressed(session(suggesting(certainty=0.5)), "4", "l")
    assert [TASK.keys[i] for i in unsure.state.suggestions.label[3:6]] == ["p", "l", "l"]
    sure = pressed(session(suggesting(certainty=0.99)), "4", "l")
    assert [TASK.keys[i] for i in sure.state.suggestions.label[4:6]] == ["p", "p"]
    sure = pressed(sure, "l")
    assert TASK.keys[sure.state.suggestions.label[5]] == "l"
    assert sure.state.suggestions.label[0] == TASK.other


def test_corrections_speak_most_for_blocks_that_the_model_took_for_the_same():
    page = "".join(f"<p>Paragraph {i}.</p>" for i in range(6))
    task, html = BLOCK_TAGS.task, read_page(page, "x")
    scores = np.full((6, len(task.labels)), 0.01)
    y = np.array([KEYS[key] for key in "pplllp"], np.int32)
    scores[np.arange(6), y] = 0.95
    one = suggested(sheet(html, BLOCK_TAGS), Labels(y, scores), task, task)
    mended = pressed(session(one), "3", "c", "4", "c")
    assert shown(pressed(mended, "!")) == "ppcccp"


def test_what_other_pages_say_is_heard():
    first = pressed(session(made()), "4", "P")
    said = suggestions.told(first.sheet, first.state.labels)
    other = made("<div class='post p9'><p>Quite another.</p></div><h1>Head</h1>")
    other = replace(other, told=suggestions.hear(other, [said]))
    assert list(state.begin(other).suggestions.label) == [KEYS["p"], NONE]
    assert state.begin(replace(other, blind=True)).suggestions.label == (NONE, NONE)


def test_jumps():
    one = replace(suggesting(), certainty=[0.9, 0.8, 0.7, 0.6, 0.5, 0.9, 0.9, 0.9, 0.9, 0.9])
    now = press(session(one), "home")
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
    assert state.search(now.state, one, "WORDS").at == 3
    assert "not found" in state.search(now.state, one, "nowhere").said


SURE_BUT = (0.99, 0.8, 0.99, 0.99, 0.7, 0.99, 0.99, 0.99, 0.6, 0.99)


def test_a_page_begins_where_the_model_is_least_certain():
    one = replace(suggesting(), certainty=SURE_BUT)
    assert state.begin(one).at == 8
    assert state.begin(one, [*[NONE] * 8, KEYS["p"], NONE]).at == 4
    assert state.begin(one, at=2).at == 2
    assert state.begin(made(), [NONE, NONE, KEYS["h"], *[NONE] * 7]).at == 0
    assert state.begin(made(), [KEYS["o"]] * 10).at == 0
    assert state.begin(replace(one, blind=True)).at == 0


def test_labels_and_tab_go_from_one_doubtful_block_to_the_next():
    now = press(session(replace(suggesting(certainty=0.99), certainty=SURE_BUT)), "home")
    places = [pressed(now, *["tab"] * k).state.at for k in (1, 2, 3, 4)]
    assert places == [1, 4, 8, 1]
    assert pressed(now, "shift+tab").state.at == 8
    assert [pressed(now, *["enter"] * k).state.at for k in (1, 2, 3)] == [4, 8, 9]  # 1 is like 0
    assert pressed(now, "tab", "tab", "o").state.at == 5  # one alike, doubtful since it was mended
    assert pressed(now, "tab", "enter").state.at == 4
    assert pressed(now, "tab", "enter", "backspace").state.at == 1


def test_what_counts_as_doubtful_moves_with_the_threshold():
    now = press(session(replace(suggesting(), certainty=SURE_BUT)), "home")
    assert pressed(now, "[", "[", "[", "tab").state.at == 4
    assert pressed(now, *["["] * 8, "tab").state.at == 1  # none is: to the next not decided


def test_every_label_has_a_key_of_its_own():
    task = config.override(TASK, {"labels": {"1": "one", "P": "part", "pq": "pair", "o": "other"}})
    assert label_keys(task) == {"o": 0, "p": 1, "q": 2, "t": 3}


# The file


def saved(folder, one=None, keys=("o", "o", "h"), text=None):
    (folder / "x.html").write_text(PAGE, "utf-8")
    file = store.place(folder / "x.html", None)
    if text is not None:
        file.path.write_text(text, "utf-8")
    one = one or made()
    file, begun = store.load(file, one, TASK)
    now = pressed(Session(one, begun, KEYS), *keys)
    return store.save(file, one, now.state, TASK), now


def test_a_file_goes_on_where_it_stopped(tmp_path):
    _, now = saved(tmp_path)
    one = made()
    _, again = store.load(store.place(tmp_path / "x.html", None), one, TASK)
    assert (again.labels, again.at) == (now.state.labels, 3)
    text = (tmp_path / "x.anno").read_text("utf-8")
    assert "# at: 3\n" in text
    assert "[h] The title\n[?] First words.\n" in text


def test_learning_waits_for_pages_that_are_not_finished(tmp_path, cli):
    saved(tmp_path)
    status, _, err = cli("learn", "--config", "web-crf", "-o", tmp_path / "m", tmp_path)
    assert status == 2
    assert "x.html: left out: 7 of its blocks are not decided" in err
    saved(tmp_path, keys=(";", "o"))
    (gold,) = read_gold([tmp_path])
    assert gold.complete


def test_what_a_file_had_besides_is_kept(tmp_path):
    text = "# victor annotation\n# ask Jo about this\n[h] The title\n[p] Gone from the page\n"
    file, now = saved(tmp_path, text=text, keys=("o",))
    assert (tmp_path / "x.anno.orig").read_text("utf-8") == text
    assert shown(now) == "o?h???????"
    store.save(file, now.sheet, press(now, "o").state, TASK)
    assert (tmp_path / "x.anno.orig").read_text("utf-8") == text


def test_labels_that_the_page_has_no_place_for_are_kept_each_time(tmp_path):
    anno, texts = tmp_path / "x.anno", []
    anno.write_text("[h] Alpha\n[p] Beta\n[l] Gamma\n")
    for page in ("<p>Gamma<p>Beta<p>Alpha", "<p>Gamma<p>Beta", "<p>Beta"):
        texts.append(anno.read_text("utf-8"))
        saved(tmp_path, made(page), keys=("end", "o"))
    kept = [tmp_path / f"x.anno.orig{n}" for n in ("", "2", "3")]
    assert [file.read_text("utf-8") for file in kept] == texts


def test_a_file_that_lists_content_only_leaves_the_rest_noise(tmp_path):
    _, now = saved(tmp_path, text="[h] The title\n[p] More words here.\n", keys=())
    assert shown(now) == "oohopooooo"
    _, now = saved(tmp_path, text="[o] Home\n[h] The title\n", keys=())
    assert shown(now) == "o?h???????"
    _, now = saved(tmp_path, text="", keys=())
    assert shown(now) == "??????????"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[?] Home\n[h] The title\n", ""),
        ("[o] Home\n[h] The title\n", ""),
        ("[h] The title\n", "9 blocks that the file does not list: boilerplate"),
        ("[h] The title\n[p] Gone\n", "1 of 2 labels carried over"),
    ],
)
def test_what_became_of_a_file_is_said(tmp_path, text, said):
    (tmp_path / "x.anno").write_text(text, "utf-8")
    file, _ = store.load(store.place(tmp_path / "x.html", None), made(), TASK)
    assert file.said.startswith(said)
    assert bool(file.said) == bool(said)


@pytest.mark.parametrize("address", ["http://a/&#10;[p] injected", "http://a/&#x2028;foo"])
def test_a_page_cannot_write_lines_of_its_annotation(tmp_path, address):
    page = f"<link rel=canonical href='{address}'><p>One &#x2028; two"
    saved(tmp_path, made(page), keys=("p",))
    (gold,) = read_gold([tmp_path])
    assert [segment.text for segment in gold.segments] == ["One two"]


def test_an_address_that_is_none_is_no_host(tmp_path, cli):
    (tmp_path / "x.html").write_text("<link rel=canonical href='http://[bad'><p>One")
    entries = work([str(tmp_path)]).entries
    assert [one.site for one in entries] == [""]
    (tmp_path / "x.anno").write_text("# url: http://[bad\n# at: " + 5000 * "9" + "\n[p] One\n")
    status, _, _ = cli("evaluate", "--config", "bte", tmp_path)
    assert status == 0


def test_where_an_annotation_leads_to_is_what_is_written(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "x.anno").symlink_to("mine/x.anno")
    saved(tmp_path)
    assert (tmp_path / "x.anno").is_symlink()
    assert (tmp_path / "mine" / "x.anno").read_text("utf-8").count("[o]") == 2


@given(st.lists(st.sampled_from("abc"), max_size=8), st.data())
def test_labels_are_carried_over_where_a_page_has_grown(tmp_path_factory, texts, data):
    folder = tmp_path_factory.mktemp("carried")
    old = made("".join(f"<p>{text}</p>" for text in ["x", *texts]))
    saved(folder, old, keys=("ctrl+a", "p", "1", "o"))
    at = data.draw(st.integers(0, len(old)))
    new = made("".join(f"<p>{text}</p>" for text in [*old.text[:at], "new", *old.text[at:]]))
    _, now = store.load(store.place(folder / "x.html", None), new, TASK)
    assert [i for i, label in enumerate(now.labels) if label == NONE] == [at]


def test_a_file_of_this_program_is_not_kept_twice(tmp_path):
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
            store.save(file, now.sheet, press(now, "p").state, TASK)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        monkeypatch.undo()
    assert file.path.read_bytes() == before
    assert not list(tmp_path.glob("*.part"))
    store.save(file, now.sheet, press(now, "p").state, TASK)


def test_another_programs_change_is_not_overwritten(tmp_path):
    file, now = saved(tmp_path)
    file.path.write_text("[p] Mine\n", "utf-8")
    with pytest.raises(VictorError, match="another program has changed it"):
        store.save(file, now.sheet, now.state, TASK)
    assert file.path.read_text("utf-8") == "[p] Mine\n"


def test_a_label_that_the_task_lacks_is_named(tmp_path):
    text = "# labels: p paragraph, q quote\n[q] The title\n"
    with pytest.raises(VictorError, match="the task web-crf has no label for 'quote'"):
        saved(tmp_path, text=text)


def test_annotations_in_a_folder_of_their_own_find_their_page(tmp_path):
    (tmp_path / "site").mkdir()
    page = tmp_path / "site" / "x.html"
    page.write_text(PAGE, "utf-8")
    one, file = made(), store.place(page, tmp_path / "ann")
    store.save(file, one, pressed(session(one), ";", "o").state, TASK)
    assert "# page: ../site/x.html\n" in file.path.read_text("utf-8")
    (gold,) = read_gold([tmp_path / "ann"])
    assert gold.html == PAGE.encode()


@given(markup(), st.randoms())
def test_labels_come_back_from_the_file(tmp_path_factory, html, chance):
    one = made(html)
    labels = [chance.choice([NONE, *range(5)]) for _ in range(len(one))]
    folder = tmp_path_factory.mktemp("anno")
    (folder / "x.html").write_text(html, "utf-8")
    file = store.place(folder / "x.html", None)
    store.save(file, one, state.begin(one, labels), TASK)
    assert store.load(file, one, TASK)[1].labels == tuple(labels)
    assert len(annotation.parse(file.path).document.blocks) == len(one)


# The order


def test_the_page_that_is_least_known_comes_first(tmp_path):
    def entry(name, entropy, decided):
        one = made(name=name, entropy=entropy)
        labels = [0] * decided + [NONE] * (len(one) - decided)
        return order.entry(Path(name), store.place(Path(name), None), one, state.begin(one, labels))

    entries = [entry("a", 1.0, 0), entry("b", 9.0, 10), entry("c", 5.0, 3)]
    assert [str(e.path) for e in order.by_uncertainty(entries)] == ["c", "a", "b"]
    assert [str(e.path) for e in order.by_name(entries)] == ["a", "b", "c"]


# The screen


SIZES = [(80, 24), (200, 60)]


def work(paths, name="web-crf", folder=None, how="name"):
    from victor.annotate.app import Work

    files = [str(path) for path in paths]
    options = Namespace(config=name, model=None, blind=False, files=files, output=folder)
    plan, cleaner = command.task_and_model(options)
    read = command.reader(plan, cleaner)
    found, left_out = command.entries(options, plan, read)
    return Work(plan.task, found, how, read, left_out)


def driven(made_work, size, *keys):
    """Run the program, press keys (or call what is callable), and give its screen as text."""
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
def test_a_page_is_annotated_from_nothing_and_learned(page, size, cli):
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


def test_every_action_is_on_the_disk_at_once(page):
    anno, seen = page.with_suffix(".anno"), []

    def look():
        seen.append(anno.read_text("utf-8").count("[o]"))

    driven(work([page]), (80, 24), "o", look, "o", look, "backspace", look)
    assert seen == [1, 2, 1]


def test_a_full_disk_is_told_and_what_was_there_stays(page):
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
    assert "F5 once more" in screens[3]
    assert texts[0] == texts[1]
    assert "NOT SAVED" not in screens[5]
    assert anno.read_text("utf-8").count("[o]") == 3


def test_several_pages_by_what_they_would_teach(tmp_path, page):
    shutil.copy(DATA / "news-ar.html", tmp_path)
    shutil.copy(DATA / "product-es.html", tmp_path)
    screens = driven(
        work([str(tmp_path)], how="uncertain"), (80, 24),
        "down", "enter", "semicolon", "o", "ctrl+n", "ctrl+o", "ctrl+o",
    )  # fmt: skip
    assert "3 pages, 0 done, by uncertain" in screens[0]
    assert "page 2/3" in screens[1]
    assert "page 3/3" in screens[4]
    assert "3 pages, 1 done" in screens[5]
    assert "✓" in screens[5]
    assert "by name" in screens[6]


def test_how_much_is_selected_is_said(page):
    screens = driven(work([page]), (80, 24), "home", "space", "down", "down", "o")
    assert "3 blocks selected" in screens[3]
    assert "selected" not in screens[4]


def test_searching_and_the_help(page):
    screens = driven(work([page]), (80, 24), "slash", *"duvet", "enter", "question_mark", "x", "x")
    assert "1 of 1" in screens[6]
    assert "duvet for eleven miles" in screens[6]
    assert "continuation" in screens[7]
    assert "accept" in screens[7]
    assert screens[8] == screens[6]


def test_a_page_without_text_and_one_full_of_controls(tmp_path):
    pytest.importorskip("textual")
    (tmp_path / "empty.html").write_text("<p></p>")
    screens = driven(work([str(tmp_path / "empty.html")]), (80, 24), "p", "down")
    assert "This page has no text" in screens[1]
    (tmp_path / "wild.html").write_text("<p>a\x1b[2Jb \u202e right &#27;[31m</p><p>漢字 漢字</p>")
    (screen,) = driven(work([str(tmp_path / "wild.html")]), (80, 24), "down")
    assert "\x1b" not in screen
    assert "\u202e" not in screen
    assert "漢字" in screen


def test_no_colour_says_as_much(page, monkeypatch):
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
    assert "cuts pages into different blocks" in err
    assert "give files" in cli("annotate", "-")[2]


def test_a_task_with_more_labels_takes_the_suggestions_that_it_knows(tmp_path):
    labels = {**TASK.labels, "m": "comment"}
    task = config.override(TASK, {"labels": labels})
    cleaner = pipeline.load("web-crf")
    one = sheet(read_page(PAGE, "x.html"), pipeline.plan(task), cleaner)
    assert one.p.shape == (len(one), 6)
    assert set(one.suggestion) <= set(range(5))
    assert len(blocks(PAGE)) == len(one)


def test_without_the_extra_the_command_says_which_to_install(cli, page, monkeypatch):
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
