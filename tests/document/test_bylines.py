"""Bylines with what their language puts around names."""

import time

import pytest

from victor.document.metadata.bylines import names_reporters
from victor.document.metadata.dated_names import name_after_date
from victor.document.metadata.names import is_byline, names_in, stated_names, without_sentences


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("김다리 기자 |", ["김다리"]),
        ("김다리 기자 dari@tide.example", ["김다리"]),
        ("항구신문=김다리 기자", ["김다리"]),
        ("[항구신문=김다리 기자]", ["김다리"]),
        ("김다리 수습기자, 박물결 기자", ["김다리", "박물결"]),
        ("김다리 인턴 기자 2024. 5. 22. 08:37", ["김다리"]),
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
        ("本报记者 王小桥 林大海", ["王小桥", "林大海"]),
        ("本报记者  王小桥  林  海", ["王小桥", "林海"]),
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
        ("Articles by Ada Quill", ["Ada Quill"]),
        ("Հեղինակ՝ Անի Գրիչ", ["Անի Գրիչ"]),
        ("\u200fكتب: \u200fأحمد قلم\u200f", ["أحمد قلم"]),
        ("ដោយ៖ សុខ សារ៉ាន់", ["សុខ សារ៉ាន់"]),
        ("ავტორი: ანა კალამი", ["ანა კალამი"]),
        ("Tekst: Jan Piątek", ["Jan Piątek"]),
        ("文：橋本太郎 写真：海野花子", ["橋本太郎"]),
        ("Tekst: Jan de Pen Beeld: Eva Inkt", ["Jan de Pen"]),
        ("文｜王小橋", ["王小橋"]),
        ("By Juan dela Pluma | 3 May 2024", ["Juan dela Pluma"]),
        ("More stories by Ada Quill", ["Ada Quill"]),
    ],
)
def test_what_stands_around_names_is_left_out(line, names):
    assert names_in(line) == names
    assert stated_names(line.removesuffix(" |")) == names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Oleh: Ani Pena, Selasa, 12 Maret 2024", ["Ani Pena"]),
        ("نویسنده: علی قلم سه‌شنبه ۲۲ اسفند ۱۴۰۲", ["علی قلم"]),
        ("Tekst: Jan Kowal, piątek, 12 marca 2024", ["Jan Kowal"]),
        ("تحریر: احمد ندیم منگل 12 مارچ 2024", ["احمد ندیم"]),
        ("撰文：陳小橋 出版： 2024-03-12 10:20", ["陳小橋"]),
        ("كتب: أحمد قلم نشر في: الثلاثاء 12 مارس 2024", ["أحمد قلم"]),
        ("โดย : สมชาย ใจดี เผยแพร่ : 12 มี.ค. 2567", ["สมชาย ใจดี"]),
        ("By Plácido Domingo 3 May 2024", ["Plácido Domingo"]),
        ("Author: Ada Quill Published on: 3 May 2024", ["Ada Quill"]),
        ("Teksti: Matti Kynä Kuvat: Liisa Muste", ["Matti Kynä"]),
        ("Gan Siân Pluen Dydd Mawrth, 12 Mawrth 2024", ["Gan Siân Pluen"]),
        ("نوشته شده توسط مریم در سه شنبه بیست و دوم اسفند ۱۴۰۲", ["مریم"]),
    ],
)
def test_days_and_labels_of_dates_are_no_part_of_names(line, names):
    assert names_in(line) == names


@pytest.mark.parametrize(
    ("before", "particle"),
    [
        ("vor 3 Stunden", "von"),
        ("il y a 3 jours", "par"),
        ("hace 2 horas", "por"),
        ("2 giorni fa", "di"),
        ("3 dagen geleden", "door"),
        ("för 2 timmar sedan", "av"),
        ("Há 3 horas", "por"),
        ("gestern, 10:05 Uhr", "von"),
        ("Mai 2024,", "von"),
        ("12/2024", "von"),
        ("5 Min. Lesezeit", "von"),
        ("Temps de lecture : 5 min", "par"),
        ("Lectura de 5 minutos", "por"),
        ("Geplaatst op maandag 3 mei 2024 om 10:00 in Nieuws", "door"),
        ("Publicado el 3 de mayo de 2024 a las 10:00 horas en Noticias", "por"),
        ("Zuletzt aktualisiert am 3. Mai 2024 um 10:00 Uhr, geschrieben", "von"),
    ],
)
def test_names_after_times_and_dates_of_any_kind(before, particle):
    assert name_after_date(f"{before} {particle} Ada Quill") == "Ada Quill"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Veröffentlicht am 14. März 2024 · Von Ada Quill", ["Ada Quill"]),
        ("Publicado el 14 de marzo de 2024 | Por Ada Quill y Ben Ink", ["Ada Quill", "Ben Ink"]),
        ("Опубликовано 14 марта 2024 · Автор: Вера Лугина", ["Вера Лугина"]),
        ("公開日：2024年3月14日 · 文：水野かおる", ["水野かおる"]),
        ("نُشر في 14 مارس 2024 · بقلم سلمى حداد", ["سلمى حداد"]),
        ("14 Mart 2024 – Yazan: Deniz Altun", ["Deniz Altun"]),
    ],
)
def test_bylines_of_any_language_after_a_date_and_a_mark(line, names):
    assert names_in(name_after_date(line)) == names


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Publicado por Ana Bote em 14 de março de 2024", "Ana Bote"),
        ("Geplaatst door Anna de Vries op 14 maart 2024", "Anna de Vries"),
        ("Publicerad av Anna Kaj den 14 mars 2024", "Anna Kaj"),
        ("Publicat de Ion Pod pe 14 martie 2024", "Ion Pod"),
        ("Diposting oleh Budi Dermaga pada 14 Maret 2024", "Budi Dermaga"),
        ("Đăng bởi Nguyễn Văn Bến ngày 14/03/2024", "Nguyễn Văn Bến"),
        ("Opublikowane przez Jan Most 14 marca 2024", "Jan Most"),
        ("Napisał Jan Most", "Jan Most"),
        ("Kirjoittanut Anna Laituri", "Anna Laituri"),
        ("Опублікував Віра Лугіна", "Віра Лугіна"),
        ("Δημοσιεύτηκε από Νίκος Μόλος", "Νίκος Μόλος"),
        ("Tác giả: Trần Thị Thu", "Trần Thị Thu"),  # also short for Thursday
        ("Bởi Nguyễn Ngọc Mai, 14/03/2024", "Nguyễn Ngọc Mai"),  # also a month
    ],
)
def test_names_in_what_systems_write_above_posts(line, name):
    assert is_byline(line)
    assert names_in(line) == [name]


@pytest.mark.parametrize(
    "line",
    [
        "Publié le 14 mars 2024 · Par Greffe",
        "3 Stunden von Hafenstadt",
        "Am 17. Mai 2024 besuchte der Kanzler die Brücke von Hafenstadt",
        "Im Mai 2024 besuchte er Marea von Hafenstadt",
        "El 3 de mayo de 2024 se abrió otra vez el puente de Marea",
    ],
)
def test_sentences_with_numbers_have_no_name_after_them(line):
    assert name_after_date(line) == ""


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("著者：橋本太郎（海港大学大学院理学系研究科教授）", ["橋本太郎"]),
        ("作者：王小桥、海港市科学院自动化研究所", ["王小桥", "海港市科学院自动化研究所"]),
        ("作者：海港市卫生健康委员会宣传司", ["海港市卫生健康委员会宣传司"]),
        ("作者：王小桥、海港大学计算机科学与技术教授", ["王小桥"]),
        ("记者：你好，请问你为什么想写这座大桥？", []),
        ("By closing the bridge early and warning others, the town kept its boats.", []),
        ("By the numbers", []),
        ("By ada quill", ["ada quill"]),
        ("By Ada Quill, who has kept the harbour of Tidewater for nine years.", ["Ada Quill"]),
    ],
)
def test_institutions_are_authors_and_sentences_are_none(line, names):
    assert without_sentences(names_in(line), line) == names


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("김다리 기자", True),
        ("[항구신문] 김다리·박물결 기자 | 2024-05-17 10:00", True),
        ("记者 王小桥 林大海", True),
        ("（本报记者 王小桥）", True),
        ("□ 本报记者 王小桥", True),
        ("海港网记者 王小桥 编辑 林大海 校对 李海", True),
        ("김다리 기자 dari@tide.example 입력 2024.03.12 10:20 | 수정 2024.03.12 18:05", True),
        ("경제부 기자", False),
        ("명예 기자", False),
        ("김다리 기자의 바다", False),
        ("記者 クラブ", False),
        ("记者 直播", False),
        ("本报记者 王小桥 通讯员 林大海", False),
        ("Ada Quill", False),
    ],
)
def test_lines_that_only_name_reporters(line, names):
    assert names_reporters(line) == names


@pytest.mark.parametrize(
    "line",
    [
        *("Redactado por Zoé Plume", "Enviado por: Zoé Plume", "Soumis par Zoé Plume"),
        *("Ecrit par Zoé Plume", "Inviato da Zoé Plume", "Gespeichert von Zoé Plume"),
        *("Veröffentlicht von Zoé Plume", "Postat av Zoé Plume", "Scris de Zoé Plume"),
        *("Публикувано от Zoé Plume", "Gönderen: Zoé Plume", "بواسطة Zoé Plume"),
        *("Text und Fotos: Zoé Plume", "Textes et photos : Zoé Plume", "Bài, ảnh: Zoé Plume"),
        *("Подготовила Zoé Plume", "Γράφει η Zoé Plume", "Autor článku: Zoé Plume"),
        *("글·사진 Zoé Plume", "Ein Gastbeitrag von Zoé Plume", "خبرنگار: Zoé Plume"),
        *("द्वारा Zoé Plume", "投稿者：Zoé Plume", "작성자: Zoé Plume", "Avtor: Zoé Plume"),
    ],
)
def test_bylines_of_many_languages(line):
    assert is_byline(line)
    assert names_in(line) == ["Zoé Plume"]


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
