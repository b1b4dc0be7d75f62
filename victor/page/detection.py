"""Detect the encoding of a page that declares none, or an implausible one.

Every language has few non-ASCII letters, some of them far more frequent than others: the bytes of a
page fit one language in one codec, and hardly any in other codecs. Further evidence for the
language is the attribute ``lang``, the domain, and frequent ASCII words. Scores are sums of
log-likelihoods of pairs of codec and language (naive Bayes).
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Floats
from victor.text.regex import regex

# Non-ASCII letters, most frequent first, and ASCII words that are frequent in this language but not
# in others.
_LANGUAGES = {
    "en": ("éèàöüóáñíôçæê", "the of and to is that for it was on with this you are"),
    "de": ("üäößé", "der die und den von das mit sich des ist im nicht ein eine auf auch"),
    "fr": ("éèàêçôîùâûïœëæü", "le la et les des en un du une est dans qui pour pas au sur par"),
    "es": ("óíáñéúü¿¡ª", "de la que el en los del las por con una su para es como se"),
    "pt": ("ãçáéíóâêõúàô", "de que do da em um para com uma os no na por mais dos as"),
    "it": ("èàùòìé", "di il che la in un per del non sono da con si della dei alla"),
    "nl": ("ëéïèöü", "de het van een en dat op te zijn met voor niet die aan ook"),
    "ca": ("óàèéíçòúïü·", "de la que el en per un les del amb una els es no al"),
    "sv": ("äåöé", "och att det som en av den med till inte har om var sig kan"),
    "da": ("øåæéö", "og i at det er en til af med den ikke et har som for"),
    "no": ("øåæéòô", "og i det er en til av med den ikke et har som for"),
    "is": ("íáðéóþæúýö", "og er ekki um sem var hann hefur af en fyrir til"),
    "fi": ("äöå", "ja on ei se oli mutta ovat niin kun kuin ole tai jos mukaan"),
    "et": ("äõüöšž", "ja on ei et see ka oli kui ta mis aga oma siis nii"),
    "sq": ("ëçâ", "dhe e i me nga ka u do si nuk"),
    "ga": ("áéíóú", "an na agus a ar is le bhi sin"),
    "cs": ("íáěéřčžýšůúťďňóöü", "a v se na je o s do i to jako pro ve za by od ale po jsou"),
    "sk": ("áíčéýšžťúôľňäďóĺŕ", "a v sa na je o s do aj to ako pre vo za by od ale po"),
    "pl": ("łęóążśćńź", "w i na z do nie to jest jak po co za od przez dla ale czy oraz"),
    "hu": ("éáöóőüíúű", "a az hogy nem is egy ez meg van el volt de ki szerint lesz minden"),
    "ro": ("ăîâșțşţ", "de la cu pe care nu o din este un mai au fost ca sunt prin"),
    "hr": ("čćšžđ", "i u je na se da za su od s o ne iz ili koji koje te"),
    "sl": ("čšžćđ", "in je na se v da za so ki pa po tudi bi ne iz pri kot"),
    "lt": ("ėšžąįųūčęē", "ir su kad kaip ar nuo per apie jis po jau tik"),
    "lv": ("āīšēūņļžčķģ", "un ir ar no par uz ka to lai tika gan bet"),
    "tr": ("ıüşğçöİîâû", "ve bir bu da de ile olarak daha olan gibi en sonra kadar ancak"),
    "eo": ("ĉĝĥĵŝŭ", "la de kaj en estas al por kiu mi"),
    "vi": ("đăâêôơưáàéèíìóòúùý\u0300\u0301\u0303\u0309\u0323", "cho trong nhung con anh ban mua"),
    "ru": ("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", ""),
    "uk": ("оаинвіертслкмдупзяьбгчйхжшєїюцщфґё", ""),
    "be": ("анеіоцрусяклыдзпўмвьбгчэхжйшютф", ""),
    "bg": ("аоеитнвсрдклпмзугябъчцщжйшхюьф", ""),
    "sr": ("аоиенртсјвкудмлпгзбчњшљћжцхђфџ", ""),
    "mk": ("аоиетнврсдклпмујзгбчшцжќњфхѓљѕџ", ""),
    "el": ("αοιετνσηυρπκμλςάόίέήδγώφθχβύξζψϊϋΐΰ", ""),
    "he": ("יוהלאתרבמשנעדחקפכגטםזסןצךףץ", ""),
    "ar": ("اليمنرتبوعدسفحقكجةهذأشىطصخضغئءزثظؤإآ،؛؟", ""),
    "fa": ("اینردهمتبوسشکزعفقخحجصگپطچضغظژآئ،؛؟", ""),
    "th": ("านรอกเงมยลวดทสตะปบคหแจพชขใไโผถษศธณซภฎฐญฟฉฝฮฤ่้ิีุูัำ็์ืึๆ๊๋", ""),
}  # fmt: skip
_WESTERN = "en de fr es pt it nl ca sv da no is fi sq ga"
_CENTRAL = "cs sk pl hu ro hr sl de sq"
_CYRILLIC = "ru uk be bg sr mk"
# Codecs and their languages, from the most to the least frequent on the web.
_CODECS = (
    ("cp1252", _WESTERN),
    ("cp1251", _CYRILLIC),
    ("cp1250", _CENTRAL),
    ("iso8859-2", _CENTRAL),
    ("cp1254", "tr"),
    ("cp1253", "el"),
    ("iso8859-7", "el"),
    ("cp1256", "ar fa"),
    ("cp1255", "he"),
    ("iso8859-8", "he"),
    ("cp1257", "lt lv et"),
    ("koi8-u", _CYRILLIC),
    ("cp874", "th"),
    ("iso8859-5", _CYRILLIC),
    ("cp866", _CYRILLIC),
    ("mac-cyrillic", _CYRILLIC),
    ("iso8859-6", "ar"),
    ("iso8859-13", "lt lv et"),
    ("iso8859-16", "ro"),
    ("iso8859-3", "eo"),
    ("cp1258", "vi"),
    ("mac-roman", _WESTERN),
    ("mac-latin2", "cs sk pl hu hr sl"),
)
_RARER = 0.25  # penalty in nats per place in the list above
_FREQUENT_SIGNS = "’“”–\xa0…‘—«»„©•\xad"  # most frequent first
_RARE_SIGNS = "‚‹›·®™°§№€£¥¢´²³½¼¾×±¿¡ªº¶†÷¤¦¨¯¸¬"
_LATIN = "\u0250"  # upper bound of the letters of Latin scripts
_UPPER = 0.05  # share of upper case among letters
_SIGNS = 0.2  # share of signs among non-ASCII characters
_IN_ENGLISH = 0.85  # the same in English
_RARE = 0.2  # share of rare signs among signs
# Log-likelihoods of other characters.
_FOREIGN, _STRANGE, _CONTROL, _UNDEFINED = -7.0, -9.0, -12.0, -14.0
_DECLARED = 30.0  # nats for a codec that the page declares
_STATED = 5.0  # nats for the language that a page or its domain states
_WORD, _MOST_WORDS = 0.7, 12  # nats per frequent word; maximum number of words that count
_MOST_EVIDENCE = 2 * _STATED + _WORD * _MOST_WORDS + 1  # and 1 for rounding
_ENOUGH = 1_500  # sample size in bytes
_SPAN = 12_000  # bytes in which words are counted
_LANG = regex(rb"<html\b[^>]{0,300}?\slang\s*=\s*[\"']?\s*([a-zA-Z]{2})\b", re.IGNORECASE)
_TAGS = regex(rb"<[^>]*>?")
# Everything except lower-case letters and non-ASCII bytes becomes white space.
_LOWER = bytes(b if b in b"abcdefghijklmnopqrstuvwxyz" or b > 127 else 32 for b in range(256))
# Non-ASCII bytes, with bytes that may be the second byte of a character.
_WIDE = regex(rb"[\x80-\xff][\x40-\x7e\x80-\xff]*")
# Codecs with two bytes per character, and the lead bytes of frequent characters: kana and the first
# level of Chinese characters, or Hangul.
_EAST_ASIAN = (
    ("cp932", "ja", "euc_jp", 0xB0, 0xCF),
    ("euc_jp", "ja", "euc_jp", 0xB0, 0xCF),
    ("gb18030", "zh", "gb18030", 0xB0, 0xD7),
    ("big5hkscs", "zh", "big5hkscs", 0xA4, 0xC6),
    ("cp949", "ko", "cp949", 0xB0, 0xC8),
)
# Log-likelihoods of their characters.
_KANA, _HANGUL, _KANJI, _WIDE_SIGN, _HALF_WIDTH = -4.5, -6.0, -7.0, -5.0, -6.0
_SELDOM, _INVALID = -14.0, -20.0
_ALIASES = {"bs": "hr", "nb": "no", "nn": "no", "gl": "pt", "ua": "uk", "iw": "he", "cz": "cs"}
# Top-level domains that differ from the language code.
_DOMAINS = {
    "cz": "cs", "ua": "uk", "gr": "el", "il": "he", "ir": "fa", "rs": "sr", "by": "be", "si": "sl",
    "ee": "et", "dk": "da", "se": "sv", "br": "pt", "ar": "es", "mx": "es", "cl": "es", "co": "es",
    "at": "de", "ch": "de", "su": "ru", "kz": "ru", "md": "ro", "cy": "el", "sa": "ar", "eg": "ar",
    "ae": "ar", "vn": "vi", "al": "sq", "ba": "hr", "ie": "en", "uk": "en", "us": "en", "au": "en",
}  # fmt: skip


class _Pairs(NamedTuple):
    """All pairs of a codec and a language."""

    codecs: NDArray[np.str_]  # [p]
    languages: tuple[str, ...]  # [p]
    likelihood: Floats  # [p, 128] logarithms, by byte
    prior: Floats  # [p] logarithms


def likely_codec(data: bytes, domain: str = "", declared: str = "") -> str:
    """The most likely codec of a page.

    Args:
        data: the page; only a sample of its first non-ASCII bytes is used.
        domain: its top-level domain, such as ``cz``.
        declared: a codec that the page declares, which needs strong evidence against it.
    """
    pairs, places = _pairs(), _beyond_ascii(data)
    sample = _sample(data, places)
    counts = np.bincount(np.frombuffer(sample, np.uint8), minlength=256)[128:].astype(np.float32)
    # The square root, as the letters of a page are not independent: repeated words add little.
    letters = (pairs.likelihood * np.sqrt(counts)).sum(axis=1)
    bonus = _DECLARED * (pairs.codecs == declared).astype(np.float32)
    fits = {codec: _fit(sample, codec) for codec, *_ in _EAST_ASIAN}
    known = pairs.prior + bonus
    exact = (pairs.likelihood * counts).sum(axis=1) + known
    if certain := _certain(letters + known, exact, max(fits.values())):
        return certain
    evidence = _evidence(data, places, domain)
    fixed = pairs.prior + np.array([evidence[name] for name in pairs.languages], np.float32) + bonus
    best = int((letters + fixed).argmax())
    score = float((pairs.likelihood[best] * counts).sum() + fixed[best])
    scores = {str(pairs.codecs[best]): score}
    scores |= {codec: fits[codec] + evidence[language] for codec, language, *_ in _EAST_ASIAN}
    return max(scores, key=scores.__getitem__)


def _certain(scores: Floats, exact: Floats, other: float) -> str | None:
    """The codec that is the most likely one whatever the evidence for languages, if there is one.

    Args:
        scores: [p] of the pairs, without this evidence.
        exact: [p] the scores to compare with ``other``.
        other: the best score of the codecs with two bytes per character.
    """
    codecs = _pairs().codecs
    best = codecs == codecs[scores.argmax()]
    lead = min(scores[best].max() - scores[~best].max(), exact[best].min() - other)
    return str(codecs[best][0]) if lead > _MOST_EVIDENCE else None


def _sample(data: bytes, places: Sequence[int]) -> bytes:
    """The characters at some places, at most ``_ENOUGH`` bytes; runs are separated by spaces."""
    pieces, size, end = [], 0, 0
    for place in places:  # faster than searching between them
        if place >= end and (piece := _WIDE.match(data, place)):
            pieces.append(piece.group()[: _ENOUGH - size])
            size, end = size + len(pieces[-1]), piece.end()
        if size >= _ENOUGH:
            break
    return b" ".join(pieces)


def _beyond_ascii(data: bytes) -> list[int]:
    """The places of the first ``_ENOUGH`` non-ASCII bytes."""
    found = (np.frombuffer(data, np.uint8) > 127).nonzero()[0]
    return list(found[:_ENOUGH].tolist())


def _fit(sample: bytes, codec: str) -> float:
    """The log-likelihood of a sample in a codec with two bytes per character."""
    known = _characters(codec)
    text = sample.decode(codec, "replace")
    return sum(known.get(char, _SELDOM) for char in text if char > "\x7f")


@cache
def _characters(codec: str) -> dict[str, float]:
    """The log-likelihoods of frequent characters."""
    _, language, source, low, high = next(one for one in _EAST_ASIAN if one[0] == codec)
    pairs = (bytes((lead, trail)) for lead in range(low, high + 1) for trail in range(0x40, 0xFF))
    usual = _HANGUL if language == "ko" else _KANJI
    found = {pair.decode(source, "replace"): usual for pair in pairs}
    found |= dict.fromkeys("　、。〈〉《》「」『』【】（），．：；？！“”‘’…·—～ー", _WIDE_SIGN)
    if language == "ja":
        found |= {chr(code): _KANA for code in range(0x3041, 0x30FB)}
        found |= {chr(code): _HALF_WIDTH for code in range(0xFF61, 0xFFA0)}
    return found | {"\ufffd": _INVALID}


def _evidence(data: bytes, places: Sequence[int], domain: str) -> dict[str, float]:
    """Evidence for each language from ``lang``, the domain and ASCII words, in nats."""
    found = dict.fromkeys((*_LANGUAGES, "ja", "zh", "ko"), 0.0)
    stated = _LANG.search(data, 0, _SPAN)
    for name in (stated[1].decode().lower() if stated else "", _DOMAINS.get(domain, domain)):
        name = _ALIASES.get(name, name)
        if name in found:
            found[name] += _STATED
    languages, counts = _languages_of(), dict.fromkeys(_LANGUAGES, 0)
    words = _TAGS.sub(b" ", _around(data, places)).translate(_LOWER).split()
    for word, count in Counter(filter(languages.__contains__, words)).items():
        for name in languages[word]:
            counts[name] += count
    return found | {name: found[name] + _WORD * min(counts[name], _MOST_WORDS) for name in counts}


def _around(data: bytes, places: Sequence[int]) -> bytes:
    """The part of a page in which words are counted: around its first non-ASCII byte."""
    start = max(0, places[0] - _SPAN // 4) if places else 0
    return data[start : start + _SPAN]


@cache
def _languages_of() -> dict[bytes, list[str]]:
    """The languages in which each frequent ASCII word is frequent."""
    found: dict[bytes, list[str]] = {}
    for name, (_, words) in _LANGUAGES.items():
        for word in words.encode().split():
            found.setdefault(word, []).append(name)
    return found


@cache
def _pairs() -> _Pairs:
    rows = [
        (codec, language, -_RARER * place)
        for place, (codec, languages) in enumerate(_CODECS)
        for language in languages.split()
    ]
    likelihood = [[_likelihood(byte, codec, language) for byte in range(128, 256)]
                  for codec, language, _ in rows]  # fmt: skip
    codecs, languages, prior = zip(*rows, strict=True)
    return _Pairs(
        np.array(codecs), languages, np.array(likelihood, np.float32), np.array(prior, np.float32)
    )


def _likelihood(byte: int, codec: str, language: str) -> float:
    """The log-likelihood of a non-ASCII byte: letters by their rank (Zipf)."""
    try:
        char = bytes((byte,)).decode(codec)
    except UnicodeDecodeError:
        return _UNDEFINED
    letters, lower = _LANGUAGES[language][0], char.lower()
    signs = _IN_ENGLISH if language == "en" else _SIGNS
    if char in letters or lower in letters:
        rank = letters.index(char if char in letters else lower)
        share = (1 - signs) * (1 if char in letters else _UPPER)
        return float(np.log(share / ((rank + 2) * _harmonic(len(letters)))))
    if char in _FREQUENT_SIGNS:
        share, rank = signs * (1 - _RARE), _FREQUENT_SIGNS.index(char)
        return float(np.log(share / ((rank + 2) * _harmonic(len(_FREQUENT_SIGNS)))))
    if char in _RARE_SIGNS:
        return float(np.log(signs * _RARE / len(_RARE_SIGNS)))
    if letters[0] < _LATIN and char < _LATIN and char.isalpha():  # in a name
        return _FOREIGN
    return _CONTROL if "\x80" <= char <= "\x9f" else _STRANGE


@cache
def _harmonic(count: int) -> float:
    return sum(1 / (rank + 2) for rank in range(count))
