# ruff: noqa: E501
"""Pages that declare no encoding, or a wrong one, in the encodings of many languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from victor.page.detection import likely_codec
from victor.page.encodings import codec_name, decode

SENTENCES = {
    "cs": "Příliš žluťoučký kůň úpěl ďábelské ódy. Město dnes otevřelo novou čítárnu, která "
    "nabízí knihy i časopisy; lidé přišli už ráno a zůstali až do večera.",
    "pl": "Zażółć gęślą jaźń. W mieście otwarto dziś nową czytelnię, w której są książki i "
    "czasopisma; ludzie przyszli już rano i zostali aż do wieczora.",
    "hu": "Árvíztűrő tükörfúrógép. A városban ma új olvasóterem nyílt, ahol könyvek és újságok "
    "várják az embereket; többen már reggel eljöttek.",
    "sk": "V meste dnes otvorili novú čitáreň, ktorá ponúka knihy aj časopisy; ľudia prišli už "
    "ráno a zostali až do večera. Kôň, vŕba, mäso, ďakujem.",
    "hr": "U gradu je danas otvorena nova čitaonica koja nudi knjige i časopise; ljudi su došli već "
    "ujutro i ostali do večeri. Žao mi je što nećeš doći.",
    "ru": "Сегодня в городе открыли новый читальный зал, в котором есть книги и журналы; люди "
    "пришли уже утром и остались до вечера.",
    "uk": "Сьогодні в місті відкрили нову читальню, у якій є книжки й журнали; люди прийшли вже "
    "вранці та залишилися до вечора. Її ґанок.",
    "bg": "Днес в града беше открита нова читалня, в която има книги и списания; хората дойдоха "
    "още сутринта и останаха до вечерта.",
    "el": "Σήμερα άνοιξε στην πόλη ένα νέο αναγνωστήριο με βιβλία και περιοδικά· οι άνθρωποι ήρθαν "
    "από το πρωί και έμειναν ως το βράδυ.",
    "tr": "Bugün şehirde yeni bir okuma salonu açıldı; içinde kitaplar ve dergiler var. İnsanlar "
    "sabahtan geldi ve akşama kadar kaldı, çünkü hava güzeldi.",
    "he": "היום נפתח בעיר אולם קריאה חדש ובו ספרים וכתבי עת; אנשים באו כבר בבוקר ונשארו עד הערב.",
    "ar": "افتتحت اليوم في المدينة قاعة مطالعة جديدة فيها كتب ومجلات، وجاء الناس منذ الصباح وبقوا "
    "حتى المساء.",
    "lt": "Šiandien mieste atidaryta nauja skaitykla, kurioje yra knygų ir žurnalų; žmonės atėjo jau "
    "rytą ir liko iki vakaro. Ąžuolas, ėjimas, įėjo.",
    "th": "วันนี้ในเมืองเปิดห้องอ่านหนังสือแห่งใหม่ มีทั้งหนังสือและนิตยสาร ผู้คนมาตั้งแต่เช้าและอยู่จนถึงเย็น",
    "de": "Heute öffnete in der Stadt ein neuer Lesesaal mit Büchern und Zeitschriften; die Leute "
    "kamen früh und blieben bis zum Abend, weil es draußen kühl war.",
    "fr": "Aujourd’hui une salle de lecture a été ouverte en ville, où l’on trouve des livres et des "
    "revues ; les gens sont arrivés tôt et restés jusqu’au soir.",
    "en": "Today a new reading room has been opened in the town. It’s full of books – and of people "
    "who don’t leave before the evening, as “there’s so much to read”.",
    "ja": "今日、町に新しい閲覧室が開きました。本や雑誌があり、人々は朝から来て夕方まで過ごしました。",
    "zh": "今天城里开了一间新的阅览室，里面有书和杂志；人们一早就来了，一直待到晚上。",
    "ko": "오늘 시내에 새로운 열람실이 문을 열었습니다. 책과 잡지가 있고 사람들은 아침부터 와서 저녁까지 있었습니다.",
}  # fmt: skip
CODECS = {
    **dict.fromkeys(("cs", "pl", "hu", "sk", "hr"), ("cp1250", "iso8859-2")),
    "ru": ("cp1251", "koi8-r", "iso8859-5", "cp866"),
    "uk": ("cp1251", "koi8-u"), "bg": ("cp1251", "iso8859-5"), "el": ("cp1253", "iso8859-7"),
    "tr": ("cp1254",), "he": ("cp1255",), "ar": ("cp1256", "iso8859-6"), "th": ("cp874",),
    "lt": ("cp1257", "iso8859-13"), "de": ("cp1252", "mac-roman"), "fr": ("cp1252", "mac-roman"),
    "en": ("cp1252",), "ja": ("cp932", "euc_jp"), "zh": ("gb18030",), "ko": ("cp949",),
}  # fmt: skip
PAIRS = [(language, codec) for language, codecs in CODECS.items() for codec in codecs]


def page(language, codec, head=""):
    text = f"<html><head>{head}<title>x</title></head><body><p>{SENTENCES[language]}</p></body>"
    data = text.encode(codec, "xmlcharrefreplace")
    return data, data.decode(codec)


@pytest.mark.parametrize(("language", "codec"), PAIRS)
def test_an_encoding_that_is_not_declared_is_detected(language, codec):
    data, text = page(language, codec)
    assert decode(data)[0] == text


@pytest.mark.parametrize(("language", "codec"), PAIRS)
def test_nor_does_it_mislead_to_declare_utf_8(language, codec):
    data, text = page(language, codec, "<meta charset=utf-8>")
    assert decode(data)[0] == text


@pytest.mark.parametrize("language", ["cs", "pl", "hu", "hr", "ru", "uk", "el"])
def test_nor_does_it_mislead_to_declare_latin_1(language):
    codec = {"ru": "cp1251", "uk": "cp1251", "el": "cp1253"}.get(language, "cp1250")
    text = "<meta charset=iso-8859-1>" + f"<p>{SENTENCES[language]}" * 9
    assert decode(text.encode(codec))[0] == text


def test_latin_1_needs_strong_evidence_against_it():
    text = "<meta charset=iso-8859-1><html lang=pl><p>Der Café-Besitzer kommt aus Århus – schön."
    assert decode(text.encode("cp1252")) == (text, "cp1252")


def test_controls_of_iso_8859_that_are_letters_tell_the_windows_encoding():
    text = '<meta charset="iso-8859-2"><html lang=pl><p>Wieś leży nad rzeką, źródło bije pośrodku.'
    assert decode(text.encode("cp1250")) == (text, "cp1250")
    assert decode(text.encode("iso8859-2")) == (text, "iso8859-2")


@pytest.mark.parametrize("hint", ["lang", "address"])
def test_few_letters_are_told_by_what_the_page_says_of_its_language(hint):
    start = '<html lang="cs">' if hint == "lang" else "<html>"
    url = None if hint == "lang" else "https://www.example.cz/x"
    data = f"{start}<p>Čeština 2024".encode("iso8859-2")
    assert "Čeština" in decode(data, url=url)[0]


@given(st.binary(max_size=400))
def test_any_bytes_have_some_encoding(data):
    assert codec_name(likely_codec(data))
    text = decode(b"<p>Words before " + data + b"\n<p>words after")[0]
    assert text.startswith("<p>Words before ")
    assert text.endswith("\n<p>words after")


def test_time_is_linear_in_the_page():
    data = "<p>Žluťoučký kůň</p>".encode("cp1250") * 100_000
    assert likely_codec(data) == "cp1250"


@pytest.mark.parametrize("name", ["idna", "punycode", "unicode_escape", "utf-7", "rot13", "hex"])
def test_codecs_that_are_no_encodings_of_pages_are_ignored(name):
    data = f"<meta charset={name}><p>Größe – caf\\xe9 +AGE- xn--a</p>".encode("cp1252")
    assert decode(data) == (data.decode("cp1252"), "cp1252")
    assert decode(data, encoding=name)[1] == "cp1252"
