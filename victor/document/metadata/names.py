"""Extract the names of authors from bylines and stated values."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from victor.document.metadata.bylines import plain_byline
from victor.document.metadata.dates import in_text
from victor.document.metadata.likeness import key_of
from victor.document.metadata.months import MONTHS
from victor.text.regex import regex

_LONGEST = 400  # characters of a string that are read
_LONGEST_NAME = 80
_MOST_WORDS = 7  # of a name
MOST_NAMES = 30  # of a page or a string
LONGEST_LINE = 60  # characters of a line with only a name


def _alternatives(table: str) -> str:
    return "|".join(" ".join(one.split()) for one in table.split("|"))


# Words before a name, grouped by what follows them: the name, "by", or a colon.
_BY = _alternatives(
    """
    by|bye|oleh|przez|bởi|tarafından|от|від|από|על ידי|توسط|بقلم|من طرف|a cura di
    |from the desk of|verfasst von|ein beitrag von|geschrieben von|escrito por|publicado por
    |écrit par|publié par|rédigé par|scritto da|pubblicato da|geschreven door|skrevet av
    |skriven av|skrevet af|ditulis oleh|tác giả|מאת|撰文|作者
    |propos recueillis par|recueillis? par|เขียนโดย
    """
)
_DONE = _alternatives(
    """
    written|posted|published|reported|created|contributed|submitted|authored|edited|reviewed
    |medically reviewed|updated|last updated|started|asked|article|story|post|words|opinion
    """
)
_ROLES_BEFORE = _alternatives(
    """
    authors?|words|text|texte|testo|tekst|texto|autor(?:in|es|e|zy|ka)?|auteurs?|autore
    |автор(?:ы|ка)?|текст|penulis|yazan|yazar|συντάκτης|κείμενο|szerző|írta|kirjoittanut
    |napsala?|reporter|الكاتب|كتب|نویسنده|记者|記者|本报记者|編輯|编辑|责任编辑|責任編輯|责编|筆者
    |著者|執筆|글쓴이|글|文
    """
)
_DONE_ON = _alternatives(
    """
    published|posted|updated|publicad[oa]|actualizad[oa]|atualizad[oa]|publi[ée]e?s?|paru
    |mise? à jour|pubblicat[oa]|aggiornat[oa]|veröffentlicht|aktualisiert|erschienen|gepubliceerd
    |geplaatst|bijgewerkt|publicerad|uppdaterad|publiceret|udgivet|opdateret|publisert|oppdatert
    |julkaistu|päivitetty|opublikowan[oey]|zaktualizowan[oe]|publikován[oa]|vydáno|aktualizován[oa]
    |publikované|megjelent|közzétéve|frissítve|publicat|actualizat|objavljen[oa]|опубликован[оаы]?
    |обновлен[оаы]?|опубліковано|оновлено|публикуван[оа]|објављено|δημοσιε.{2,9}|ενημερώ.{2,9}
    |yayınlan.{2,4}|yayımlan.{2,4}|güncellen.{2,4}|diterbitkan|dipublikasikan|diperbarui|đăng
    |cập nhật
    """
)
_ON = "on|at|in|el|le|la|les|am|um|il|em|op|den|dne|dnia|do"
# These may be part of a name as well: Di Stefano, von der Leyen.
_PARTICLES = _alternatives("von|vom|por|par|di|de|door|av|af|med")
_TWO_NAMES = rf"[^\W\d_a-z]\S+\s(?:(?:{_PARTICLES}|van|de[rnl]?|d[aou]|la)\s){{0,2}}[^\W\d_a-z]"
_ARABIC = "[\u0620-\u064a]{2,20}"
_WROTE = rf"كتبت?\s(?={_ARABIC}\s{_ARABIC})"  # "wrote", of a man or a woman, before a full name
_HOST = r"(?:[\w-]{1,60}\.){1,3}[a-z]{2,10}"
_WRITINGS = r"(?:(?:all|more)\s)?(?:articles|posts|stories)"
_PREFIX = regex(
    rf"(?i:(?:(?:{_DONE}|{_WRITINGS}) by|{_BY}|{_ROLES_BEFORE}|{_DONE})"
    r"(?:\s*[:：/|／]\s*|\s+))"
    rf"|(?i:(?:{_DONE_ON})\s(?:{_PARTICLES}|da|przez|bởi)(?:\s*:\s*|\s+))"
    rf"|{_WROTE}|About\s(?!The\s|This\s|Us\s)(?={_TWO_NAMES})|[Bb]y(?=[A-Z])|(?i:{_PARTICLES})[\s:]+(?={_TWO_NAMES}|{_HOST}\s*$)"
)
_LONE_PARTICLE = regex(rf"^(?i:{_PARTICLES})(?:\s\|\s|[\s:]+(?=[^\W\d_a-z]\S+(?:$|\s\|\s))|$)")
_LABEL = regex(rf"(?i:(?:{_DONE}) by|{_BY}|{_ROLES_BEFORE}|{_PARTICLES})\s?[:：]?")
_BYLINE = regex(
    rf"(?i:(?:(?:{_DONE}) by|{_BY})[\s:：]+\S|(?:{_ROLES_BEFORE})\s?[:：/／]\s?\S)"
    rf"|(?i:{_PARTICLES})[\s:]+{_TWO_NAMES}|{_WROTE}"
)
_TOPICS = regex(r"(?:categor(?:y|ies)|tags?|topics?)\s?[:：]", re.IGNORECASE)
# "By signing up, I agree", but not "By ada, May 3".
_DOING = regex(r"By [a-z]{1,20}(?: [a-z]{1,20})?, \D{1,400}$")
_BY_NAME = regex(rf"(?<!\w)(?:({_PARTICLES})|[Bb]y|oleh|przez) (?=[^\W\d_a-z])")
# A time of day, a month and year, or a reading time, if only that precedes a particle and a name.
_YESTERDAY = _alternatives(
    """
    heute|gestern|aujourd['’]hui|hier|hoy|ayer|oggi|ieri|vandaag|gisteren|i ?dag|i ?går|hoje|ontem
    """
)
_READING = "lesezeit|lecture|lectura|lettura|leitura|leestijd|lästid|læsetid|lesetid"
_TIME_ALONE = regex(
    rf"\W*(?:(?:(?:{_YESTERDAY})\W{{1,3}}(?:(?:um|à|a las|alle|às|om|kl\.?)\s)?)?"
    r"\d{1,2}[:.h]\d\d(?:\s?(?:uhr|h|[ap]\.?m))?"
    r"|(?:0?[1-9]|1[0-2])[/.](?:19|20)\d\d"
    rf"|(?:(?:(?:temps|tiempo|tempo|durée) (?:de |di )?)?(?:{_READING})\s?:?\s(?:de\s)?)?"
    rf"\d{{1,3}}\s?min\w{{0,7}}(?:\.?\s(?:read|{_READING}|d[ei] \w{{1,8}}))?)\W*",
    re.IGNORECASE,
)
# A date, with words after its last digit.
_DATE_FIRST = regex(r"(.*\d)[\s|·•,–—-]{1,4}(\D+)")
_NO_FIRST = frozenset("all by from in our the uhr".split())  # words that begin no person's name
_YEAR = regex(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_WORD = regex(r"[^\W\d_]{2,}")
# Most words besides a date before a particle and a name; more after "published" or the like.
_MOST_BESIDE_DATE, _MOST_PUBLISHED = 3, 6
_PUBLISHED = regex(rf"\W*(?:\w{{1,20}}\s){{0,2}}(?:{_DONE_ON})(?!\w)", re.IGNORECASE)
_JOINS = regex(rf"{_PARTICLES}|{_ON}|of|del")
_ADDRESS = regex(r"(?:https?:|www\.)\S+|\S+@\S+\.\S+|(?<!\w)@\w+")
_LINE_BREAK = regex(r"<br\s?/?>", re.IGNORECASE)
_BRACKETS = regex(
    r"\([^()]{0,100}\)|\[[^\[\]]{0,100}\]|\s<[^<>]{0,100}(?:>|$)"
    r"|(?<=[\u3040-\u30ff\u3400-\u9fff])(?:（[^（）]{0,100}）|【[^【】]{0,100}】)"
)
# Words that end a name in a line of text.
_AFTER = _alternatives(
    """
    on|published|updated|posted|last|in|at|for|is|am|um|le|el|il|reviewed|fact[- ]checked|edited
    |medically|follow|about|min
    """
)
_TITLES = "dr mr mrs ms st prof rev hon gen sen lt".split()  # their dot does not end a name
_SENTENCE_END = "".join(rf"(?<!\b{one})" for one in _TITLES) + r"\.\s"
_CUT = regex(
    rf"\s[-–—]+\s|—(?=\d)|\s*[|•·»›●◆/]\s*|\s(?i:{_AFTER})\s|\s(?i:{_DONE_ON})\s?:|\s\d"
    rf"|\s(?:Follow|Become a fan)(?!\S)|\.?\s(?i:all rights reserved)"
    rf"|(?<![A-Z])(?i:{_SENTENCE_END})(?=[A-Z][a-z]{{3}})"
)
_AND = regex(
    r"\s?[;、，&]\s?(?:and\s)?|\s\+\s|\s?,\s?(?:and\s|und\s|et\s|y\s|e\s|with\s)?"
    r"(?!\s?(?:Jr|Sr|I{2,3})\b(?!\.\s[A-Z]))"
    r"|\s(?:and|AND|und|et|ed|og|och|и|та|with|with contributions from)\s"
    # Within a name, these are before its last word: "José Ortega y Gasset".
    r"|\s(?:y|e)\s(?=\S+\s\S)"
)
# Words before a date or time in the place of a name: "Publicado el", but not "On Kawara".
_DATED = regex(
    rf"(?i:on|{_DONE_ON})(?=$|[\s:]*\d|\s(?i:{_ON})(?!\w))"
    r"|(?:发布|發布|发表|發表|更新|公開|投稿日|掲載|게시|등록|입력)(?=$|[\s\d时時日于於])"
    r"|(?:نشر|פורסם|เผยแพร่)(?=$|\s)"
)
_DAY = regex(r"\s*\d")
_CLOCK = regex(r"\d{1,2}\s?(?:[:h]\s?\d\d|[ap]\.?m\b)", re.IGNORECASE)
# A duration or an age in the place of a name.
_AGO = regex(
    r"(vor|hace|há|il y a|for|för|pred|před|ma)?\s?(?:\d+\+?\s?(?:s|m|h|d|w|y|mo"
    r"|(?:sec|min|hr|wk|yr|second|minute|hour|day|week|month|year)s?|tage?n?|stunden?|wochen?"
    r"|monate?n?|jahre?n?|heures?|jours?|semaines?|mois|ans?|horas?|d[ií]as?|semanas?|meses|años?"
    r"|anos?|or[ae]|giorn[io]|mes[ei]|ann[io]|minut(?:en|er|os|i|o)|uur|dag(?:en|ar)?|weken"
    r"|maanden|timm\w{1,3}|timer?|dager?|veckor|uker|dn[iíůy]\w*|лет|года?|час\w*|дн\w+|[分时時日天月年週周]\w{0,3}"
    r"|[분시일달년]\w?)|(?-i:(?:an?|one)\s(?:second|minute|hour|day|week|month|year)))"
    r"(?:\s(ago|geleden|sedan|siden|temu|назад|fa|atrás|전))?",
    re.IGNORECASE,
)
# Labels with a colon that no author follows.
_OF_OTHERS = regex(
    r"(?:photo|image|picture|foto|bild|credit|source|quelle|fuente|fonte|kaynak|categor|tag|topic|view"
    r"|comment|read|share|来源|來源|出典|출처|источник|zdroj|źródło|kép)",
    re.IGNORECASE,
)
_ROLES = _alternatives(
    r"""
    staff|writer|reporter|editors?|correspondent|contributor|contributing|journalist|leader
    |specialist|manager|director|officer|(?:co-?)?founder|producer|columnist|head of|expert
    |redakteur(?:in)?|redaktion|professor|president|ceo|cto|author|freelancer?|blogger|analyst
    |attorney|lawyer|senior|chief|advisor|consultant|planner|dietitian|ph\.?d
    """
)
_ROLE = regex(rf"\b(?:{_ROLES})\b", re.IGNORECASE)
_COUNT = regex(
    r"\+?[\d.,]{1,12}[kKM]? (?:people|others|users|members|guests|readers|posts|comments|replies"
    r"|more)"
)
_VERSION = regex(r"(?i:v|version )?\d+(?:\.\d+)+\S*")
_DEGREE = regex(
    r"[A-Z]{2,6}(?:-[A-Z]{1,4}|[- ]\d{1,3}| [A-Z]{2,6})?[®™]?|(?:[A-Z][a-z]{0,2}\.){1,4}|[BM]Sc|MEd"
)
OUTLETS = frozenset("group news media times press herald magazine".split())
_EMPLOYERS = OUTLETS | {"university"}
_SITE = regex(r"[\w-]{1,60}\.(?:com|net|org)", re.IGNORECASE)
_COMPANY = regex(r"(?:inc|llc|ltd|gmbh|corp|plc)\.?", re.IGNORECASE)  # after its name
# Values that systems and editors enter instead of a person, and texts of links.
_PLACEHOLDERS = frozenset(
    one
    for row in """
    admin administrator webmaster root user guest anonymous anonym unknown author authors editor
    editors staff default null none undefined test wordpress wpadmin website n/a redaktion redazione
    rédaction redacción redaccion redacao redação редакция админ гость 管理员 編集部 匿名 佚名 未知
    by me you more follow share comments profile posts contributor contributors team member members
    dr mr mrs ms video login signup register community menu home blog news search subscribe about
    contact advertisement sponsored press print reprints account photo image category categories
    uncategorized
    facebook twitter instagram youtube whatsapp telegram pinterest linkedin email e-mail tweet
    |sign in|sign up|log in|get started|written by|posted by|powered by|staff writer|staff reports
    |staff report|web admin|site admin|super user|guest author|guest post|guest writer|read more
    |登入|登录|登錄|加入會員|加入会员|註冊|注册|马上登入|馬上登入|ログイン|新規登録|로그인|회원가입|войти|вход|anmelden
    |einloggen|connexion|se connecter|iniciar sesión|entrar|accedi|zaloguj|přihlásit|giriş yap
    |more articles|all articles|see all articles|profile posts|user docs|mein konto|更多
    |discuz! team|comsenz ui team
    |kindle edition|paperback|hardcover|no author|unknown author|comment|message|subject|topic
    |getty images|contact us|about us|view all|view profile|all posts|my account|learn more
    |social links|full bio|read bio|read full bio|view bio|full profile|view full profile|close
    |sections|nome utente|user name|co-authors|startseite|thanks
    """.split("|")
    for one in (row.split() if len(row) > 60 else [row.strip()])
)
_DAYS = "mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday"
_CALENDAR = frozenset((*MONTHS, *_DAYS.split()))
_ABBREVIATED = regex(r"(?:\b[A-Z]|\b[JS]r)\.$")
# Words before copyright holders, web designers, illustrators and photographers.
_CREDIT = regex(
    r"\W{0,3}(?:©|\(c\)|(?:(?:developed|designed|illustrat(?:ed|ions?)|images?|photos?"
    r"|photograph(?:ed|s|y)?|pictures?) by|copyright)\b)",
    re.IGNORECASE,
)
# A copyright notice before a named holder, such as an agency: "(c) dpa Meier".
_RIGHTS = regex(
    r"\W{0,3}(?:(?:©|\(c\)|copyright\b)\s?){1,2}(?:by\s)?"
    r"(?=[^\W\d])(?!all rights|alle rechte|tous droits|todos los|todos os|tutti i"
    r"|.{0,80}\b(?:inc|ltd|llc|gmbh|ag|corp|co|s\.?a)\b)",
    re.IGNORECASE,
)
_HAN = regex("[\u3400-\u9fff]")
_INSTITUTIONS = tuple("院所部会會司社局室")
_ENDS = tuple("。？！?!")
_PHRASE = regex(r"(?:an?|the|my|our|your) [^A-Z]+")  # "By the numbers"
_LONGEST_BYLINE = 150  # characters
_MOST_IN_BYLINE = 8  # most words of a byline that ends like a sentence
_LONGEST_HAN = 8  # most Han characters of a name
_MARKS = " \t.,:;|-–—*•·●'\"“”‘’<>/\\"

# A name of two or more words, or of letters without case. In scripts that write a name without
# spaces, a space may separate two people.
FULL_NAME = regex(
    r"(?![\u3040-\u30ff\u3400-\u9fff])[^\W\d_a-z][\w.'’-]{0,30}(?:\s(?:van|von|de[lnr]?|d[aiou]|la|le|[^\W\d_a-z][\w.'’-]{0,30})){1,4}"
    r"|[\u0590-\u10ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,8}"
)


_PLACE = regex(r"[A-Z][a-zà-ÿ]{3,20}")  # of one word
_WRITERS = _alternatives(
    """
    author|writer|editor|reporter|correspondent|columnist|journalist|contributor|blogger
    |autor(?:in|a)?|redakteur(?:in)?|journalist(?:in)?|korrespondent(?:in)?|volontär(?:in)?
    |auteure?|journaliste|rédact(?:eur|rice)|correspondante?|redactora?|periodista|corresponsal
    |redatora?|jornalista|giornalista|redattore|redattrice|redacteur|verslaggever|redaktor
    |dziennikarz|dziennikarka|автор|журналист(?:ка)?|корреспондент
    """
)
_WRITER = regex(rf"(?:[^\W\d]+\s){{0,3}}(?:{_WRITERS})(?:\sin\s(?:chief|charge))?", re.IGNORECASE)
_BETWEEN_PARTS = regex(r"\s?[|·•,]\s?|\s[–—-]\s")


def writer_in(line: str, following: str = "") -> str:
    """The name in a line that states only a writer's name and role, perhaps a date; else empty.

    Args:
        line: "Ada Quill | Staff Writer | 3 May 2024".
        following: the line after it, in which the role may be.
    """
    if not FULL_NAME.match(line):  # a cheap test
        return ""
    parts = _BETWEEN_PARTS.split(line, 2) if len(line) <= _LONGEST_BYLINE else []
    if len(parts) == 1:
        parts.append(following.lstrip("| "))
    name, role, *rest = parts or ["", ""]
    if not FULL_NAME.fullmatch(name) or not _WRITER.fullmatch(role) or _ROLE.search(name):
        return ""
    return name if not rest or next(in_text(rest[0]), "") else ""


def names_in(line: str) -> list[str]:
    """The names in a line of text, such as ``By Ada Lovelace and Charles Babbage | 3 May``.

    Args:
        line: only the first 400 characters are read.
    """
    if _DOING.match(line) or _TOPICS.match(line):
        return []
    text = _LONE_PARTICLE.sub("", _tidied(line))
    cut = _CUT.search(text)
    end = cut.start() if cut else len(text)
    is_dated = _DAY.match(text, end) is not None
    return [name for name in stated_names(text[:end], is_dated) if not _is_phrase(name)]


def stated_names(text: str, is_dated: bool = False) -> list[str]:
    """The names in a value that contains only names, such as that of ``meta name=author``.

    Args:
        text: the value.
        is_dated: whether a number follows the text, so that a month at its end belongs to a date.
    """
    named = _tidied(_RIGHTS.sub("", text[:_LONGEST], 1)).partition(" | ")[0]
    found = [name for piece in _pieces(named)[:MOST_NAMES] if (name := _trim(piece, is_dated))]
    in_capitals = bool(found) and found[0].isupper() and " " in found[0]
    names = [name for place, name in enumerate(found) if _is_name(name, place, in_capitals)]
    # After a capitalised name, a piece in lower case is not a name: "photo by the author".
    return [name for name in names if not (names[0][0].isupper() and name[0].islower())]


def _pieces(text: str) -> list[str]:
    """The parts of a list of names, without a place after full names: "Ada Quill, Nairobi"."""
    pieces = _AND.split(text)
    *before, last = pieces
    is_place = text.endswith(f", {last}") and _PLACE.fullmatch(last)
    if is_place and all(map(FULL_NAME.fullmatch, before)) and last.casefold() not in _PLACEHOLDERS:
        return before
    return pieces


def names_of_all(values: Iterable[str]) -> list[str]:
    """The names in several stated values.

    A first value that starts with a comma, such as ", The Harbour Journal", is not a name.
    """
    first, *others = [*values] or [""]
    named = others if first.lstrip().startswith(",") else [first, *others]
    return [name for value in filter(None, named) for name in stated_names(value)]


def _tidied(text: str) -> str:
    if _CREDIT.match(text):
        return ""
    text = plain_byline(text[:_LONGEST])
    if "<" in text:
        text = _LINE_BREAK.sub(" | ", text)
    text = _BRACKETS.sub(" ", _ADDRESS.sub(" ", text))
    text = " ".join(text.split()) + " "
    for _ in range(2):
        if match := _PREFIX.match(text):
            text = text[match.end() :]
    return text.rstrip()


def inverted(name: str) -> str:
    """Turn ``Lovelace, Ada`` into ``Ada Lovelace``; leave other names unchanged."""
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma and "," not in first and "," not in last else name


def is_byline(line: str) -> bool:
    """Whether a short line starts like a byline."""
    return len(line) <= _LONGEST_BYLINE and _BYLINE.match(line) is not None


def is_label(line: str) -> bool:
    """Whether a line is only the label of a byline, such as ``Written by``."""
    return len(line) <= 40 and _LABEL.fullmatch(line) is not None


def without_sentences(names: Sequence[str], line: str) -> list[str]:
    """Remove sentences and phrases from the names in a line; return none if it reads as prose.

    In an interview, speech follows a reporter's label; in a headline, words other than a name may
    follow a number and "by".
    """
    if _is_prose(names, line):
        return []
    others = [name for name in names if not (_is_sentence(name) or _PHRASE.fullmatch(name))]
    is_said = any(name.endswith(_ENDS) for name in names) or "，" in line
    return [] if is_said and len(others) < len(names) else others


def _is_prose(names: Sequence[str], line: str) -> bool:
    """Whether a line is a sentence that starts like a byline: "By closing the bridge, ..."."""
    is_long = len(line.split()) > _MOST_IN_BYLINE and line.rstrip().endswith((*_ENDS, "."))
    return is_long and any(name[:1].islower() for name in names)


def _is_sentence(name: str) -> bool:
    """Whether a supposed name ends like a sentence or is long and of Han characters.

    Names of institutions may be long.
    """
    if name.endswith(_ENDS):
        return True
    is_whole = not name.endswith(_INSTITUTIONS) and not any(sign in name for sign in " ・")
    return is_whole and len(_HAN.findall(name)) > _LONGEST_HAN


def name_after_date(line: str) -> str:
    """The text after "by" in a line that starts with a date; empty for other lines.

    "By" needs only a number before it; "von" and "de" occur in any sentence and need a date.
    """
    for match in _BY_NAME.finditer(line) if len(line) <= _LONGEST_BYLINE else ():
        before = line[: match.start()]
        if _is_date(before) if match[1] else any(map(str.isdecimal, before)):
            return line[match.end() :].removesuffix(" In")
    return ""


def name_beside_date(line: str, following: str) -> str:
    """The full name of a line that states only it and a date, or that is above one; else empty.

    Args:
        line: "Ada Quill | 3 May 2024" or "3 May 2024, Ada Quill".
        following: the line after it.
    """
    if len(line) > _LONGEST_BYLINE:
        return ""
    name = ", ".join(names_in(line))
    if line.removeprefix("By").startswith(name) and _is_of_person(name):
        dated = line.partition(name)[2].strip(_MARKS) or following.strip(_MARKS)
        return name if len(dated) <= _LONGEST_NAME and _is_date(dated) else ""
    parts = _DATE_FIRST.fullmatch(line)
    return parts[2] if parts and _is_of_person(parts[2]) and _is_date(parts[1]) else ""


def _is_of_person(name: str) -> bool:
    """Whether a name has two or three words like those of a person, not of a role or an outlet."""
    pieces = name.casefold().split()
    if not 2 <= len(pieces) <= 3 or not FULL_NAME.fullmatch(name) or name.isupper():
        return False
    is_other = pieces[0] in _NO_FIRST or pieces[-1] in OUTLETS or _ROLE.search(name)
    return not (is_other or any(map(_is_calendar, pieces)) or any(map(str.isdigit, name)))


def _is_date(text: str) -> bool:
    """Whether a text is a date with few words, "Publié le 3 mai 2024 à", or only a time."""
    if _TIME_ALONE.fullmatch(text) or _is_ago(text.strip(_MARKS)):
        return True
    named = [word for word in _WORD.findall(text) if not _JOINS.fullmatch(word.lower())]
    count = sum(not _is_calendar(word) for word in named)
    if named and not count and _YEAR.search(text):  # "Mai 2024"
        return True
    most = _MOST_PUBLISHED if _PUBLISHED.match(text) else _MOST_BESIDE_DATE
    return count <= most and next(in_text(text), None) is not None


def _is_ago(text: str) -> bool:
    """Whether a text states how long ago something was, not only a duration: "vor 3 Stunden"."""
    found = _AGO.fullmatch(text)
    return found is not None and bool(found[1] or found[2])


def is_person(name: str, others: Collection[str]) -> bool:
    """Whether a name has no role and is not one of ``others``, keys as of :func:`key_of`."""
    return key_of(name) not in others and not _ROLE.search(name)


def is_newsroom(name: str, others: Collection[str]) -> bool:
    """Whether a name is one of ``others``, alone or with a role: "Harbour Journal Staff"."""
    return key_of(_ROLE.sub("", name)) in others


def unique(names: Iterable[str]) -> Iterator[str]:
    """The distinct names, ignoring case; the first spelling is kept."""
    seen = set()
    for name in names:
        if (key := name.casefold()) not in seen:
            seen.add(key)
            yield name


def _trim(piece: str, is_dated: bool) -> str:
    """Strip punctuation and trailing months and days from a name; initials keep their dot.

    ``CNN: Ada Lovelace`` becomes the part after the colon; ``Photo: Ada Lovelace`` and labels such
    as ``Filed under:`` become empty.
    """
    before, *rest = re.split("[:：]", piece, maxsplit=1)
    if rest:
        after = rest[0].strip(_MARKS)
        piece = "" if _OF_OTHERS.search(before) else after
    if not _ABBREVIATED.search(piece):
        piece = piece.strip(_MARKS)
    words = piece.split()
    while len(words) > 1 and _is_calendar(words[-1]):
        if not is_dated and _ends_in_surname(words):
            break
        words.pop()
    return " ".join(words)


def _is_calendar(word: str) -> bool:
    return word.casefold().rstrip(".") in _CALENDAR


def _ends_in_surname(words: Sequence[str]) -> bool:
    """Whether a month or a day after another word or an initial is a surname: "Ada May"."""
    first, last = words[0], words[-1]
    if _is_calendar(first) or first.casefold() in _PLACEHOLDERS:
        return False
    is_next = len(words) == 2 or _ABBREVIATED.search(words[-2]) is not None
    return is_next and (last[0].isupper() or first[0].islower())


def _is_phrase(name: str) -> bool:
    """Whether long lower-case words follow the first: "How it works", not "Ada van der Quill"."""
    words = name.split()
    if len(words) == 2 and name.islower():
        return False
    return any(word[0].islower() and (len(word) > 3 or word == "the") for word in words[1:])


def _is_of_calendar(name: str) -> bool:
    """Whether a name consists of months, days and connecting words only: "Maio de"."""
    named = [word for word in name.split() if not _JOINS.fullmatch(word)]
    return bool(named) and all(map(_is_calendar, named))


def _is_outlet(name: str) -> bool:
    """Whether a name that follows another is an employer or a site: "The Plain Dealer"."""
    words = name.split()
    is_group = len(words) > 2 and words[-1].casefold() in _EMPLOYERS
    return is_group or (words[0] == "The" and len(words) > 1) or bool(_SITE.fullmatch(name))


def _is_name(name: str, place: int, in_capitals: bool = False) -> bool:
    """Whether a text may be a name.

    Args:
        name: the text.
        place: its number in a list; what follows a name may be a degree or an employer.
        in_capitals: whether names are written in capitals: ADA QUILL and BO RAY.
    """
    key = name.casefold()
    if not 2 <= len(name) <= _LONGEST_NAME or len(name.split()) > _MOST_WORDS:
        return False
    if key in _PLACEHOLDERS or _is_of_calendar(name) or _DATED.match(name) or _CLOCK.match(name):
        return False
    if _AGO.fullmatch(name) or _CREDIT.match(name) or _COUNT.fullmatch(name):
        return False
    if _VERSION.fullmatch(name):
        return False
    if place and _COMPANY.fullmatch(name):
        return False
    if place and _DEGREE.fullmatch(name) and not (in_capitals and " " in name):
        return False
    if place and (_ROLE.search(name) or _is_outlet(name)):
        return False
    return any(map(str.isalpha, name)) and next(in_text(name), None) is None
