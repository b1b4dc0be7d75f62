"""Pages in two bytes per character that declare no encoding, and others that look like them."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from victor.page.encodings import decode

TEXTS = {
    "zh-hans": "<p>我们在河边的小镇住了三天，每天早上都去市场买菜，下午在老茶馆里看书。",
    "zh-hant": "<p>我們在河邊的小鎮住了三天，每天早上都去市場買菜，下午在老茶館裡看書。",
    "ja": "<p>川のそばの小さな町に三日いました。朝は市場へ行って、午後は喫茶店で本を読みました。",
    "ko": "<p>우리는 강가의 작은 마을에서 사흘을 지냈다. 아침마다 시장에 가고 책을 읽었다.",
    "ko-long": "<p>다리는 지난 가을에 다시 열렸고, 이제 버스가 역까지 십 분 만에 간다.",
    "ja-katakana": "<p>カメラとノートをカバンに入れて、バスでホテルからビーチへ向かった。",
}
EAST_ASIAN = [
    ("zh-hans", "gbk"),
    ("zh-hans", "gb2312"),
    ("zh-hans", "gb18030"),
    ("zh-hant", "big5"),
    ("ja", "euc_jp"),
    ("ja", "shift_jis"),
    ("ja-katakana", "euc_jp"),
    ("ja-katakana", "shift_jis"),
    ("ko", "euc_kr"),
    ("ko-long", "euc_kr"),
]


@pytest.mark.parametrize(("language", "codec"), EAST_ASIAN)
@pytest.mark.parametrize("times", [1, 40])
def test_texts_without_a_declaration_are_read(language, codec, times):
    html = f"<html><title>x</title><div class=a>{TEXTS[language] * times}"
    assert decode(html.encode(codec))[0] == html


@pytest.mark.parametrize(("language", "codec"), EAST_ASIAN)
def test_a_damaged_byte_or_a_cut_does_not_matter(language, codec):
    data = (TEXTS[language] * 20).encode(codec)
    cut = decode(data[: len(data) // 2 + 1])[0]
    assert cut[:200] == (TEXTS[language] * 20)[:200]
    damaged = data[:900] + b"\xff" + data[900:]
    assert decode(damaged)[0][:300] == (TEXTS[language] * 20)[:300]


WORDS = {
    "cp1252": "été où garçon über Straße größer mañana corazón não coração là più naïve café",
    "cp1250": "řeka žlutý kůň příliš šálek zażółć gęślą jaźń łódź święto őszi fűzfa",
    "cp1251": "река мост городок весной читали книгу утром чай и вечер у дома ещё подъезд",
    "koi8-r": "река мост городок весной читали книгу утром чай и вечер у дома ещё подъезд",
    "iso8859-5": "река мост городок весной читали книгу утром чай и вечер у дома ещё подъезд",
    "cp1253": "ποτάμι γέφυρα χωριό την άνοιξη διάβαζαν βιβλία και τσάι το πρωί η πόλη",
    "iso8859-7": "ποτάμι γέφυρα χωριό την άνοιξη διάβαζαν βιβλία και τσάι το πρωί η πόλη",
    "cp1254": "ırmak köprü şehir ilkbahar güneş çay içtik ağaç",
    "cp1255": "נהר גשר עיר באביב קראנו ספר תה בבוקר ליד הבית",
    "cp1256": "نهر جسر مدينة الربيع قرأنا كتابا شاي صباح بيت",
    "cp874": "แม่น้ำ สะพาน เมือง ฤดูใบไม้ผลิ อ่านหนังสือ ชา ตอนเช้า บ้าน",
}
NAMES = {"gb18030", "big5hkscs", "euc_jp", "cp932", "cp949"}


@pytest.mark.parametrize("codec", WORDS)
@given(st.integers(0, 10**6))
def test_texts_in_other_alphabets_are_not_taken_for_them(codec, seed):
    chance = random.Random(seed)
    text = " ".join(chance.choices(WORDS[codec].split(), k=chance.randint(20, 200)))
    assert decode(f"<p>{text}</p>".encode(codec))[1] not in NAMES


@given(st.lists(st.sampled_from([*TEXTS.values(), "plain text", "<p>"]), max_size=4))
def test_utf_8_stays_utf_8(parts):
    text = " ".join(parts)
    assert decode(text.encode()) == (text, "utf-8")
