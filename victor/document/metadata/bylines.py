"""Remove the desks, agencies and roles without a colon that languages put around names."""

import re

from victor.text.characters import NO_DIRECTIONS
from victor.text.regex import regex

_CJK = "\u3040-\u30ff\u3400-\u9fff"
# "Tide News=Kim Ada reporter": matches the name without the agency and the text after it.
_KOREAN = regex(
    r"(?<![가-힣])(?!(?:담당|취재|사진|편집|시민|수습|인턴|전문|선임|객원|명예|전체|다른"
    r"|학생|현장|방송|여성|본지|(?:경제|사회|정치|문화|국제|체육|산업|편집|사진|과학|생활|증권|금융|부동산)부)\s)"
    r"(?:((?:[가-힣]{2,4}[·,]\s?){0,3}[가-힣]{2,4})\s(?:(?:인턴|수습|선임|전문|객원)\s?|[가-힣]{2})?"
    r"|([가-힣]{3}))"
    r"(?:기자|특파원)(?![가-힣])"
)
# A line that names only reporters, perhaps with dates and an e-mail address.
_KOREAN_REPORTERS = regex(
    rf"(?:[\[(【<][^\])】>]{{1,20}}[\])】>]\s?|(?:글|취재)(?:[·/]사진)?\s?[=:]\s?)?(?:{_KOREAN.pattern})"
    r"(?:[^가-힣]|(?<=[\W\d])(?:기사)?(?:입력|수정|등록|승인|송고|발행|최종|업데이트)(?=[\W\d])){0,80}"
)
_EDITED = "[编編][辑輯]|校[对對]|[责責][编編]"
_CHINESE_REPORTERS = regex(
    r"(?:[□■○●]\s?)?[(（]?(?:本報|本报|[\u3400-\u9fff]{2,8}[报報网網社台視视刊])?(?:記者|记者)\s{1,3}"
    rf"((?:(?!{_EDITED}|通[讯訊]员|通訊員|实习|實習|[摄攝]影|整理|直播|会见|會|新华社|新華社|报道|報導|调查|招)"
    rf"[\u3400-\u9fff]{{2,4}}(?:[\s、]{{1,3}}|(?=\s?[)）]?$))){{1,4}})\s?[)）]?(?:(?:{_EDITED}).{{1,30}})?"
)
# Newspapers pad names of two characters: "王小明 李 海".
_PADDED = regex(r"(?<![\u3400-\u9fff])([\u3400-\u9fff])\s{1,3}([\u3400-\u9fff])(?![\u3400-\u9fff])")
# "港湾网 5月17日电（记者 李大海、赵一平）": reporters in brackets within a Chinese text.
_OPEN, _CLOSE = r"[(（〔【［\[]", r"[)）〕】］\]]"
_NO_REPORTER = (
    "[摄攝]影|报道|報導|整理|实习|實習|通[讯訊]员|通訊員|[综綜]合|[专專][题題]|昨|今|现场|現場"
)
_IN_BRACKETS = regex(
    rf"{_OPEN}(?:[^()（）\s]{{0,12}})?(?:記者|记者)\s{{0,3}}"
    rf"(?P<names>(?:(?:记者|記者)?(?!{_NO_REPORTER})[\u3400-\u9fff]{{2,4}}(?<![攝摄])"
    rf"(?:[\s、]{{1,3}}|(?={_CLOSE}))){{1,4}}){_CLOSE}"
)
# With a place: "（記者王小明台北17日電）", "〔記者王小明／台北報導〕", also without brackets.
_NAME = rf"(?!{_NO_REPORTER})(?:[\u3400-\u9fff]{{3}}|[\u3400-\u9fff]{{2}})"
_WITH_PLACE = regex(
    rf"(?:(?P<open>{_OPEN})[^()（）\s]{{0,12}}?|(?<!\S))(?:記者|记者)\s?(?P<names>{_NAME}(?:、{_NAME}){{0,3}})"
    r"(?:\s?[／/]\s?|(?(open)|(?!)))[\u3400-\u9fff]{2,4}"
    r"(?:報導|报道|(?:\d{1,2}月)?\d{1,2}日[電电])"
)
# "[Tide News=Kim Ada reporter]" or "(Seoul=Tide News) Kim Ada reporter =" before a Korean text.
_BEFORE_KOREAN = regex(
    rf"[\[(【][^\])】=]{{1,15}}(?:(?:=|[\s|]{{1,3}})\s?(?:{_KOREAN.pattern})[\])】]"
    rf"|=[^\])】=]{{1,15}}[\])】]\s?(?:{_KOREAN.pattern})\s?=)"
)
# An author between other labels: "2024-05-17 来源：港湾网 作者：王小明".
_LABELLED = regex(r"\s作者\s?[:：]\s?([\u3400-\u9fff·]{2,10})(?=\s|$)")
_DESK = regex(r"[^／/|]{0,20}(?:報導|报道|報道|快訊|快讯|綜合|新聞|外電)(?:\s|$)")
_SPACES = regex(r"[\s、]+")
_SLASH = regex(r"[／/]")
_PATTERNS = (
    (regex(rf"^(?:記者|记者)(?![會会])(?=[{_CJK}]{{2,4}}(?:$|[\s／/、,，|]))"), ""),
    # Books: written, translated or edited by.
    (regex(rf"(?<=[{_CJK}])[\s／/](?:編?著|共著|監?訳|編|監修)(?=$|[\s、,，／/|])"), ""),
    (regex(r"(?<=[A-Za-z.])\s(?:編?著|共著)(?=$|[\s、,，／/|])"), ""),
    (regex(rf"(?<=[{_CJK}]{{3}})(?<![翻共編名])(?:監訳|著)(?=$|[\s、,，／/|])"), ""),
    (regex(rf"(?<=[{_CJK}]{{4}})(?<!翻)訳(?=$|[\s、,，／/|])"), ""),
    (regex(r"^《([^《》]{1,40})》$"), r"\1"),
    (regex(r"^โดย[\s:]+"), ""),
)
# The only pattern for ASCII lines: a byline in brackets, or before the name of an editor.
_WRAPPED = regex(
    r"\(((?:propos )?recueillis? par [^()]{1,80})\)"
    r"|(penulis\s?:[^:]{3,60}?)\s(?:editor|penyunting)\s?:.*",
    re.IGNORECASE,
)


def plain_byline(line: str) -> str:
    """Strip desks, agencies and roles from a byline such as ``記者王小明／綜合報導``."""
    is_ascii = line.isascii()
    if not is_ascii and (named := _KOREAN.findall(line)):
        return ", ".join((several or one).replace("·", ", ") for several, one in named)
    line = line.strip()
    if is_ascii:
        return _unwrapped(line)
    line = line.translate(NO_DIRECTIONS)
    if reporters := _CHINESE_REPORTERS.fullmatch(_PADDED.sub(r"\1\2", line)):
        return "、".join(reporters[1].split())
    for pattern, instead in _PATTERNS:
        line = pattern.sub(instead, line)
    return _without_desks(_unwrapped(line))


def names_reporters(line: str) -> bool:
    """Whether a line names only Korean or Chinese reporters: ``이용민 기자``."""
    if line.isascii():
        return False
    return any(one.fullmatch(line) for one in (_KOREAN_REPORTERS, _CHINESE_REPORTERS))


def reporters_within(text: str) -> list[str]:
    """The reporters before a Korean text, or named in a Chinese one, perhaps with a label."""
    if found := _BEFORE_KOREAN.match(text):
        return plain_byline(found[0]).split(", ")
    if found := _IN_BRACKETS.search(text) or _WITH_PLACE.search(text):
        names = _SPACES.split(found["names"].strip(" 、"))
        return [one.removeprefix("记者").removeprefix("記者") for one in names]
    found = _LABELLED.search(text)
    return [found[1]] if found else []


def _unwrapped(line: str) -> str:
    """Strip the brackets around a byline, or an editor's name after the author's."""
    found = _WRAPPED.match(line)
    return f"{found[1] or found[2]}{line[found.end() :]}" if found else line


def _without_desks(line: str) -> str:
    """Remove the parts between slashes that name a desk: ``上報快訊／王小明``."""
    sides = _SLASH.split(line)
    if len(sides) == 1:
        return line
    named = [side for side in sides if not _DESK.match(side.strip())]
    return line if len(named) == len(sides) else "／".join(named)
