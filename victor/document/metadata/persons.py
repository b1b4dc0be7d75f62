"""Distinguish names of people from other texts in their place: roles, dates, outlets, defaults."""

import re
from collections.abc import Collection, Sequence

from victor.document.metadata.byline_words import DONE_ON, ON, PARTICLES
from victor.document.metadata.dates import in_text
from victor.document.metadata.days import CLEAR_DAYS, DAYS
from victor.document.metadata.likeness import key_of
from victor.document.metadata.months import MONTHS
from victor.text.regex import alternatives, regex

LONGEST_NAME = 80
_MOST_WORDS = 7  # of a name
JOINS = regex(rf"{PARTICLES}|{ON}|of|del")
# Words before a date or time in the place of a name: "Publicado el", but not "On Kawara".
_DATED = regex(
    rf"(?i:on|{DONE_ON})(?=$|[\s:]*\d|\s(?i:{ON}|în|i|på|di|pada|у|в|на|v|na)(?!\w))"
    r"|(?:发布|發布|发表|發表|更新|公開|投稿日|掲載|게시|등록|입력)(?=$|[\s\d时時日于於])"
    r"|(?:نشر|פורסם|เผยแพร่)(?=$|\s)"
    r"|(?i:thứ (?:hai|ba|tư|năm|sáu|bảy)|chủ nhật)$|יום (?:ראשון|שני|שלישי|רביעי|חמישי|שישי)$"
)
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
# The same in other languages, with words before or after that only an age has.
_BEFORE_AGE = alternatives(
    """
    vor|hace|há|hai|il y a|for|för|před|pred|prije|pre|pirms|prieš|fa|acum|duela|fyrir
    |πριν(?: από)?|преди|пре|пред|قبل|منذ|לפני|cách đây
    """
)
_AFTER_AGE = alternatives(
    """
    geleden|sedan|siden|temu|тому|таму|назад|fa|atrás|önce|əvvəl|evvel|sitten|eest|tagasi|ezelőtt|trước
    |(?:yang )?lalu|më parë|бұрын|پیش|قبل|पहले|पूर्वी|আগে|წინ|முன்(?:பு)?|առաջ|క్రితం|ที่แล้ว|ที่ผ่านมา
    |[之以]?前|전
    """
)
_UNIT = r"[^\W\d_][^\d\s,.|·•]{0,15}"
_IN_PAST = regex(
    rf"(?:{_BEFORE_AGE})\s\d+\s{_UNIT}(?:\s(?:{_AFTER_AGE}))?|\d+\s?{_UNIT}?\s?(?:{_AFTER_AGE})",
    re.IGNORECASE,
)
_ROLES = alternatives(
    r"""
    staff|writer|reporter|editors?|correspondent|contributor|contributing|journalist|leader
    |specialist|manager|director|officer|(?:co-?)?founder|producer|columnist|head of|expert
    |redakteur(?:in)?|redaktion|professor|president|ceo|cto|author|freelancer?|blogger|analyst
    |autoren|attorney|lawyer|senior|chief|advisor|consultant|planner|dietitian|ph\.?d
    """
)
ROLE = regex(rf"\b(?:{_ROLES})\b", re.IGNORECASE)
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
PLACEHOLDERS = frozenset(
    one
    for row in """
    admin administrator webmaster root user guest anonymous anonym unknown author authors editor
    editors staff default null none undefined test wordpress wpadmin website n/a redaktion redazione
    rédaction redacción redaccion redacao redação редакция админ гость 管理员 編集部 匿名 佚名 未知
    administrador administradora amministratore administrateur beheerder administrátor yönetici
    adminisztrátor administratör ylläpitäjä διαχειριστής администратор адміністратор 관리자
    管理員 管理者 anonyme anonimo anónimo anônimo anoniem anonymní anonymný anonim névtelen
    ανώνυμος аноним анонимно анонім анонімно אנונימי مدير مجهول ناشناس गुमनाम अज्ञात 익명
    ゲスト 訪客 游客
    by me you more mehr plus más mais meer altro więcej follow share comments profile posts
    contributor contributors team member members
    dr mr mrs ms video login signup register community menu home blog news search subscribe about
    contact advertisement sponsored press print reprints account photo image category categories
    uncategorized
    facebook twitter instagram youtube whatsapp telegram pinterest linkedin email e-mail tweet
    |sign in|sign up|log in|get started|written by|posted by|powered by|hosted by
    |staff writer|staff reports|staff report|web admin|site admin|super user|guest author
    |guest post|guest writer|read more
    |登入|登录|登錄|加入會員|加入会员|註冊|注册|马上登入|馬上登入|ログイン|新規登録|로그인|회원가입|войти|вход|anmelden
    |einloggen|connexion|se connecter|iniciar sesión|entrar|accedi|zaloguj|přihlásit|giriş yap
    |more articles|all articles|see all articles|profile posts|user docs|mein konto|更多
    |discuz! team|comsenz ui team
    |kindle edition|paperback|hardcover|no author|unknown author|comment|message|subject|topic
    |getty images|contact us|about us|view all|view profile|all posts|my account|learn more
    |social links|full bio|read bio|read full bio|view bio|full profile|view full profile|close
    |マイページ|作者マイページ|sections|nome utente|user name|co-authors|startseite|thanks
    """.split("|")
    for one in (row.casefold().split() if len(row) > 60 else [row.strip()])
)
_CALENDAR = CLEAR_DAYS.union(MONTHS)
ABBREVIATED = regex(r"(?:\b[A-Z]|\b[JS]r)\.$")
# Words before copyright holders, web designers, illustrators and photographers.
CREDIT = regex(
    r"\W{0,3}(?:©|\(c\)|(?:(?:developed|designed|illustrat(?:ed|ions?)|images?|photos?"
    r"|photograph(?:ed|s|y)?|pictures?) by|copyright)\b)",
    re.IGNORECASE,
)


def is_ago(text: str) -> bool:
    """Whether a text states how long ago something was, not only a duration: "vor 3 Stunden"."""
    found = _AGO.fullmatch(text)
    if found is not None and (found[1] or found[2]):
        return True
    return _IN_PAST.fullmatch(text) is not None


def is_person(name: str, others: Collection[str]) -> bool:
    """Whether a name has no role and is not one of ``others``, keys as of :func:`key_of`."""
    return key_of(name) not in others and not ROLE.search(name)


def is_newsroom(name: str, others: Collection[str]) -> bool:
    """Whether a name is one of ``others``, alone or with a role: "Harbour Journal Staff"."""
    return key_of(ROLE.sub("", name)) in others


def is_calendar(word: str) -> bool:
    """Whether a word is a month or a day of the week, perhaps abbreviated."""
    return _key(word) in _CALENDAR


def is_day(word: str) -> bool:
    """Whether a word is a day of the week, even if it is also a name of people."""
    return _key(word) in DAYS


def _key(word: str) -> str:
    return word.casefold().rstrip(".").replace("\u200c", "")


def ends_in_surname(words: Sequence[str]) -> bool:
    """Whether a month or a day after another word or an initial is a surname: "Ada May"."""
    first, last = words[0], words[-1]
    if is_calendar(first) or first.casefold() in PLACEHOLDERS:
        return False
    is_next = len(words) == 2 or ABBREVIATED.search(words[-2]) is not None
    return is_next and (last[0].isupper() or first[0].islower())


def _is_of_calendar(name: str) -> bool:
    """Whether a name consists of months, days and connecting words only: "Maio de"."""
    named = [word for word in name.split() if not JOINS.fullmatch(word)]
    return bool(named) and (all(map(is_calendar, named)) or (len(named) == 1 and is_day(named[0])))


def _is_outlet(name: str) -> bool:
    """Whether a name that follows another is an employer or a site: "The Plain Dealer"."""
    words = name.split()
    is_group = len(words) > 2 and words[-1].casefold() in _EMPLOYERS
    return is_group or (words[0] == "The" and len(words) > 1) or bool(_SITE.fullmatch(name))


def is_name(name: str, place: int, in_capitals: bool = False) -> bool:
    """Whether a text may be a name.

    Args:
        name: the text.
        place: its number in a list; what follows a name may be a degree or an employer.
        in_capitals: whether names are written in capitals: ADA QUILL and BO RAY.
    """
    key = name.casefold()
    if not 2 <= len(name) <= LONGEST_NAME or len(name.split()) > _MOST_WORDS:
        return False
    if key in PLACEHOLDERS or _is_of_calendar(name) or _DATED.match(name) or _CLOCK.match(name):
        return False
    if _AGO.fullmatch(name) or _IN_PAST.fullmatch(name):
        return False
    if CREDIT.match(name) or _COUNT.fullmatch(name):
        return False
    if _VERSION.fullmatch(name) or JOINS.fullmatch(name) or '="' in name:  # broken markup
        return False
    if place and _COMPANY.fullmatch(name):
        return False
    if place and _DEGREE.fullmatch(name) and not (in_capitals and " " in name):
        return False
    if place and (ROLE.search(name) or _is_outlet(name)):
        return False
    return any(map(str.isalpha, name)) and next(in_text(name), None) is None
