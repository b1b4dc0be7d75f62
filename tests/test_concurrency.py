"""One cleaner in many threads, in other processes, pickled and in asyncio: equal results."""

import asyncio
import multiprocessing
import os
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from threading import Event, Thread

import pytest
from conftest import DATA

import victor
from victor.turns import paused, turn

PAGES = [path.read_bytes() for path in sorted(DATA.glob("*.html"))]
CLEANER = victor.load("web")
WANTED = [(CLEANER.clean(page).text, CLEANER.clean(page).markdown) for page in PAGES]


def cleaned(page, cleaner=CLEANER):
    result = cleaner.clean(page)
    return result.text, result.markdown


def test_in_sixteen_threads():
    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(cleaned, PAGES * 4)) == WANTED * 4


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_in_processes(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip("not here")
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(cleaned, PAGES)) == WANTED


def test_pickled():
    copy = pickle.loads(pickle.dumps(CLEANER))
    assert [cleaned(page, copy) for page in PAGES] == WANTED


def test_in_asyncio():
    async def all_at_once():
        return await asyncio.gather(*(asyncio.to_thread(cleaned, page) for page in PAGES))

    assert asyncio.run(all_at_once()) == WANTED


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_process_forked_while_another_thread_cleans_can_clean():
    context = multiprocessing.get_context("fork")
    near, far = context.Pipe()
    began, done = Event(), Event()

    def hold():
        with turn(1):
            began.set()
            done.wait(30)

    other = Thread(target=hold)
    other.start()
    began.wait(30)
    process = context.Process(target=_send_cleaned, args=(far,))
    process.start()
    try:
        assert near.poll(30)
        assert near.recv() == WANTED[0]
    finally:
        process.kill()
        done.set()
        other.join()


def _send_cleaned(pipe):
    pipe.send(cleaned(PAGES[0]))


def has_turn_elsewhere():
    """Whether another thread gets its turn within a moment."""
    got = Event()

    def take():
        with turn(1):
            got.set()

    Thread(target=take, daemon=True).start()
    return got.wait(0.2)


def test_another_thread_has_its_turn_while_one_is_paused():
    with turn(1):
        assert not has_turn_elsewhere()
        with paused():
            assert has_turn_elsewhere()
        assert not has_turn_elsewhere()
    assert has_turn_elsewhere()


def test_a_turn_within_a_turn_is_not_paused():
    with turn(1), turn(1), paused():
        assert not has_turn_elsewhere()
    with paused():  # without a turn
        assert has_turn_elsewhere()
