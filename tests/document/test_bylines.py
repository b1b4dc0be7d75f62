"""Bylines with what their language puts around names."""

import time

import pytest

from victor.document.metadata.names import is_byline, names_in, stated_names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("김다리 기자 |", ["김다리"]),
        ("김다리 기자 dari@tide.example", ["김다리"]),
        ("항구신문=김다리 기자", ["김다리"]),
        ("[항구신문=김다리 기자]", ["김다리"]),
        ("김다리 수습기자, 박물결 기자", ["김다리", "박물결"]),
        ("김다리·박물결 기자", ["김다리", "박물결"]),
        ("김다리기자", ["김다리"]),
        ("항구=물결통신", ["항구=물결통신"]),
        ("담당 기자", ["담당 기자"]),
        ("記者王小橋／即時報導", ["王小橋"]),
        ("海報快訊／王小橋", ["王小橋"]),
        ("記者王小橋、林大海／綜合報導", ["王小橋", "林大海"]),
        ("記者王小橋/海港報導", ["王小橋"]),
        ("即時新聞／綜合報導", []),
        ("記者會後", ["記者會後"]),
        ("海港新聞", ["海港新聞"]),
        ("橋本太郎 著", ["橋本太郎"]),
        ("橋本太郎著", ["橋本太郎"]),
        ("橋本太郎 著、海野花子 訳", ["橋本太郎", "海野花子"]),
        ("海野花子 監訳", ["海野花子"]),
        ("機械翻訳", ["機械翻訳"]),
        ("《KT》", ["KT"]),
        ("王小橋《海港》", ["王小橋《海港》"]),
        ("โดย สมชาย ใจดี", ["สมชาย ใจดี"]),
        ("เขียนโดย สมชาย ใจดี", ["สมชาย ใจดี"]),
        ("โดยทั่วไป", ["โดยทั่วไป"]),
        ("Propos recueillis par Zoé Plume", ["Zoé Plume"]),
        ("(Propos recueillis par Zoé Plume)", ["Zoé Plume"]),
        ("Recueilli par Zoé Plume et Luc Encre", ["Zoé Plume", "Luc Encre"]),
        ("Penulis : Ani Pena Editor : Bayu Tinta", ["Ani Pena"]),
        ("Managing Editor: Ada Quill", ["Ada Quill"]),
    ],
)
def test_what_stands_around_names_is_left_out(line, names):
    assert names_in(line) == names
    assert stated_names(line.removesuffix(" |")) == names


def test_interviews_have_bylines():
    assert is_byline("Propos recueillis par Zoé Plume")
    assert not is_byline("โดย ทั่วไปแล้วสะพานเปิดทุกวัน")  # "in general"


@pytest.mark.parametrize(
    "unit", ["기자 ", "김다리·", "／報導", "記者", " 著", "Penulis : a ", "(propos "]
)
def test_long_bylines_take_linear_time(unit):
    start = time.process_time()
    for _ in range(100):
        names_in(unit * 50_000)
    assert time.process_time() - start < 3
