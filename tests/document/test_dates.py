"""Dates of text: names of months in many languages, other calendars, and what is no date."""

import time
from datetime import date, timedelta

import pytest

from victor.document.metadata.dates import in_text, iso

# Dates of a day, by that day.
NOTATIONS = {
    "2020-03-04": """
        2020. 3. 4. | (2020. 3. 4.) 오전 10:30 | 2020/3/4 | 4 آذار 2020 | 4 آذار/مارس 2020
        | 4 มี.ค. 2563 | 4 MART 2020 | 4 ΜΑΡΤΙΟΥ 2020 | Μάρτιος 4, 2020 | 4 Μαρ 2020 | 4 मार्च, 2020
        | 4 tháng 3, 2020 | ngày 4 tháng Ba năm 2020 | Tháng Ba 4, 2020 | 4 Thg 3, 2020
        | Th3 4, 2020 | 4 березня 2020 р. | Березень 4, 2020 | 4 берез. 2020 | Март 4, 2020
        | Marzec 4, 2020 | Březen 4, 2020 | Bře 4, 2020 | 4 марта 2020 | 4. marta 2020.
        | 4. марта 2020. | 4 март 2020 | 4. ožujka 2020. | Ožujak 4, 2020 | 4. marec 2020
        | 4 de març de 2020 | maaliskuu 4, 2020 | 2020. gada 4. marts | 2020 m. kovo 4 d.
        | Kovas 4, 2020 | 4 Mars 2020 | 4 מרס 2020 | 4 במרס 2020 | ב-4 במרץ 2020 | 4 માર્ચ 2020
        | 4 मार्च 2020 | 4 மார்ச் 2020 | మార్చి 4, 2020 | മാർച്ച് 4, 2020 | മാര്‍ച്ച് 4, 2020
        | ಮಾರ್ಚ್ 4, 2020 | 4 մարտի, 2020 | 4 მარტი, 2020 | 4 Mart 2020 | 4 наурыз 2020
        | မတ် ၄၊ ၂၀၂၀ | ၂၀၂၀ မတ်လ ၄ ရက် | 4 Machi 2020 | Marso 4, 2020 | 4 Mac 2020
        | 令和2年3月4日 | 2020年（令和2年）3月4日 | 令和2年（2020年）3月4日 | 民國109年3月4日
        | 109年3月4日 | 發布日期：109-03-04 | 日期:109/3/4
        | 中華民國 109 年 3 月 4 日 | 14 اسفند 1398 | ۱۴ اسفند ۱۳۹۸ | چهارشنبه 14 اسفند‌ماه 1398
        | چهارشنبه چهاردهم اسفند ۱۳۹۸ ساعت 10:20 | 14 حوت 1398 | 4 مارس، 2020 | ‏٤‏/٣‏/٢٠٢٠
        | 2020 оны 3 сарын 4 | 2020 оны 03-р сарын 04-ний өдөр
        | 4 март 2020 | 4 Mawrth 2020 | 4 Márta 2020 | 4 ta’ Marzu 2020 | 4 Maarso 2020
        | 4 Maris 2020 | la 4-a de marto 2020 | 三月 4, 2020 | 3月 4, 2020 | 4 3월 2020
        | 4 ມ.ນ. 2020 | ថ្ងៃទី៤ ខែមីនា ឆ្នាំ២០២០ | 2020 ж. 4 нау. | 2020 թ. մրտ 4 | 4 март. 2020
        | 4 сак 2020 г. | 4 ਮਾਰਚ 2020 | 4 மார்., 2020
        | 4 მარტის, 2020 | 4 Maw 2020
    """,
    "2024-08-01": """
        1 اغسطس 2024 | ١ أغسطس ٢٠٢٤ | 1 آب 2024 | 1 آب/اغسطس 2024 | 1 غشت 2024 | 1 ส.ค. 2567
        | 1 AĞUSTOS 2024 | 1 Ağu 2024 | 1 ΑΥΓΟΥΣΤΟΥ 2024 | 1 Αυγ. 2024 | অগাস্ট ১, ২০২৪
        | ১ আগস্ট ২০২৪ | 1 Agu 2024 | 1 Agt 2024 | 1 tháng Tám, 2024 | 1 серп. 2024 | 1 авг. 2024
        | Серпень 1, 2024 | Sierpień 1, 2024 | Srpen 1, 2024 | 1. avgusta 2024 | 1. kolovoza 2024.
        | d'agost 1, 2024 | 1 d’agost de 2024 | elokuu 1, 2024 | Gusht 1, 2024 | 1 avqust 2024
        | 1 тамыз 2024 | 1 Agosti 2024 | Agosto 1, 2024 | 1 Ogos 2024 | 1 ऑगस्ट 2024 | 1 ઑગસ્ટ 2024
        | 1 ஆகஸ்ட் 2024 | 1 ఆగస్టు 2024 | ഓഗസ്റ്റ് 1, 2024 | 1 ಆಗಸ್ಟ್ 2024 | 1 օգոստոսի 2024
        | 1 באוג׳ 2024 | 1 अग॰ 2024 | 1 ऑग, 2024 | 1 আগ, 2024 | 1 ஆக., 2024 | 1 ఆగ, 2024
        | ಆಗ 1, 2024
        | 2024 ഓഗ 1 | 1 ਅਗ 2024 | 1 avq 2024 | 1 d’ag. 2024 | 1 აგვისტოს, 2024
        | 1 აგვისტო 2024 | ဩဂုတ် ၁၊ ၂၀၂၄ | 11 مرداد 1403 | پنجشنبه یازدهم مرداد ۱۴۰۳ | 1 اوت 2024
    """,
    "2018-10-31": """
        31 اكتوبر 2018 | 31 تشرين الأول 2018 | 31 تشرين الأول/أكتوبر 2018 | 31 ต.ค. 2561
        | 31 EKİM 2018 | 31 Eki 2018 | 31 ΟΚΤΩΒΡΙΟΥ 2018 | 31 अक्तूबर 2018 | 31 Okt 2018
        | 31 tháng Mười, 2018 | 31 жовт. 2018 | 31 окт. 2018 | Жовтень 31, 2018
        | Październik 31, 2018 | Říjen 31, 2018 | 31 ottobre 2018 | 31 d'octubre de 2018
        | Tetor 31, 2018 | 31 oktyabr 2018 | 31 қазан 2018 | 31 Oktoba 2018 | Oktubre 31, 2018
        | 31 октябр 2018 | 31 Hydref 2018 | 31 Deireadh Fómhair 2018 | 十月 31, 2018 | 10月 31, 2018
        | 平成30年10月31日 | 9 آبان 1397 | نهم آبان ۱۳۹۷ | 31 ოქტომბერი 2018
    """,
    "2021-12-25": """
        25 كانون الأول 2021 | 25 دجنبر 2021 | 25 ธ.ค. 2564 | 25 ARALIK 2021 | 25 Ara 2021
        | 25 दिसम्बर 2021 | 25 Des 2021 | 25. des. 2021 | 25 tháng Mười Hai, 2021 | 25 груд. 2021
        | Грудень 25, 2021 | Grudzień 25, 2021 | Prosinec 25, 2021 | 25 de desembre de 2021
        | 25 de dez. de 2021 | joulukuu 25, 2021 | Dhjetor 25, 2021 | 25 Disember 2021
        | Disyembre 25, 2021 | 25 декабря 2021 | 25 желтоқсан 2021 | 4 دی 1400 | 4 دي 1400
    """,
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "day"),
    [(one.strip(), day) for day, row in NOTATIONS.items() for one in row.split("|")],
)
def test_months_of_many_languages(text, day):
    assert iso(text, "xx") == day
    assert iso(f"Tide & bay, {text} · 5", "xx") == day


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("5 listopada 2023", "pl", "2023-11-05"),
        ("5. listopadu 2023", "cs", "2023-11-05"),
        ("5. listopada 2023.", "hr", "2023-10-05"),
        ("Листопад 5, 2023", "uk", "2023-11-05"),
        ("5 лист. 2023", "uk", "2023-11-05"),
        ("5. lis 2023.", "hr", "2023-10-05"),
        ("5. lip 2023.", "hr", "2023-06-05"),
        ("5 lip 2023", "pl", "2023-07-05"),
        ("5. stu 2023.", "hr", "2023-11-05"),
        ("5 stu 2023", "de", None),
        ("5. avg. 2023", "sl", "2023-08-05"),
        ("5 avg 2023", "en", None),
        ("5-avg, 2023", "uz", "2023-08-05"),
    ],
)
def test_a_name_of_two_months_is_that_of_its_language(text, language, day):
    assert iso(text, language) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Marta Quill May 03, 2024", "2024-05-03"),
        ("April Quill - June 5, 2024", "2024-06-05"),
        ("May Penn, 3 December 2023", "2023-12-03"),
        ("Mai Feder, 5. Juni 2024", "2024-06-05"),
        ("28 April – 2 May 2024", "2024-05-02"),
        ("04 آب/اغسطس 2013", "2013-08-04"),
    ],
)
def test_names_of_people_may_be_those_of_months(text, day):
    assert iso(text, "xx") == day


@pytest.mark.parametrize(
    "text",
    [
        "2 days ago © 2024",
        "11-inch (4th gen) 2022",
        "Set of 5, 2024",
        "the 19th 5 km run of 2024",
        "Rated 4 out of 5, 2024",
        "die 3 Punkte, die sie 2024 machten",
        "Mundial Sub 20 2024",
        "iPhone 15 Pro 2024",
        "第3章 5月 17日",
        "los 3 acuerdos de paz de 2024",
        "3 личные вещи, 2024",
        "۵ لیتر آب در سال ۲۰۲۴",
        "در سال 2024 می روند 3",
        "Unity 2020.3.4",
        "2020.3.4",
        "مهر 14",
        "14 مهر 2024",
        "31 مهر 1399",
        "30 اسفند 1402",
        "14 اسفند 1298",
        "令和2年",
        "平成元年",
        "令和2年13月4日",
        "民國300年3月4日",
    ],
)
def test_what_is_no_date(text):
    assert iso(text, "xx") is None
    assert iso(text, "hr") is None


SOLAR = "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند".split()


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1 فروردین 1399", "2020-03-20"),
        ("1 فروردین 1400", "2021-03-21"),
        ("30 اسفند 1403", "2025-03-20"),
        ("۱۱ تير ۱۴۰۲", "2023-07-02"),
        ("22 بهمن 1370", "1992-02-11"),
        ("۱۴۰۲/۰۵/۱۲", "2023-08-03"),
        ("1402-05-12 10:20", "2023-08-03"),
        ("۸ / ۱۰ / ۱۴۰۴ - ۱۲:۳۰", "2025-12-29"),
        ("1399/12/30", "2021-03-20"),
        ("۲۰۲۳/۰۵/۱۲", "2023-05-12"),
    ],
)
def test_known_days_of_the_calendar_of_iran(text, day):
    assert iso(text, "fa") == day


@pytest.mark.parametrize(
    ("text", "language"),
    [("1402/05/12", "en"), ("1389-06-15", "de"), ("۱۴۰۲/۱۳/۰۱", "fa"), ("١٤٤٥/٠٥/١٢", "ar")],
)
def test_numbers_that_are_no_day_of_the_calendar_of_iran(text, language):
    assert iso(text, language) is None


def test_each_day_of_the_calendar_of_iran_follows_the_day_before_it():
    days = [
        day
        for year in range(1370, 1431)
        for name in SOLAR
        for number in range(1, 32)
        for day in in_text(f"{number} {name} {year}")
    ]
    assert days[0] == "1991-03-21"
    first = date.fromisoformat(days[0])
    assert days == [(first + timedelta(place)).isoformat() for place in range(len(days))]
    assert len(days) == 61 * 365 + 15


@pytest.mark.parametrize(
    "unit", ["tháng ", "17 th ", "ม.ค.", "令和", "آب/", "2020. 3. ", "d'", "1 "]
)
def test_long_lines_take_linear_time(unit):
    start = time.process_time()
    for _ in range(200):
        list(in_text(unit * 100_000 + "2024"))
        list(in_text("1" + unit * 100_000))
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("10/11/96", "en", "1996-10-11"),
        ("Dateline: 03/09/99", "en", "1999-03-09"),
        ("17.05.91", "de", "1991-05-17"),
        ("17/05/24", "fr", "2024-05-17"),
        ("17/05/67", "th", None),
    ],
)
def test_years_of_two_digits_are_none_of_the_far_future(text, language, day):
    assert iso(text, language) == day
