"""When a page was last modified: as it states, or as a line such as "Last updated:" shows."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import compress, pairwise

from victor.document.date_words import CHANGE_STEMS, CHANGED
from victor.document.metadata import schema
from victor.document.metadata.dates import in_text, iso
from victor.document.metadata.edited import edit_of
from victor.document.metadata.evidence import Evidence
from victor.document.metadata.ordered import in_order_of_page
from victor.document.metadata.redated import LINES_AFTER, LINES_BEFORE
from victor.document.metadata.statements import STATED, Found
from victor.text.cues import signs_in
from victor.text.regex import alternatives, regex

_MODIFIED = """
    article:modified_time og:article:modified_time og:updated_time datemodified dcterms.modified
    dc.date.modified article:modified article.updated last-modified revised lastmod modified
""".split()
# Words of such labels: before the word for a change, nouns for one, and words before the date.
_LAST = alternatives(
    """
    this|the|page|article|story|post|content|site|was|last|most|recently|on|date|diese|seite|artikel
    |wurde|zuletzt|letzte[rs]?|dernière|[uú]ltim[ao]|laatste?|laaste|sist|sidste?|senast|senest
    |viimeksi|viimeisin|ostatni(?:a|ej|o)|data|fecha|de|poslední(?:ho)?|posledná|naposledy|utolsó
    |utoljára|legutóbbi|darrera|terakhir|tarikh|datum|kõige|viimati|viimane|síðast|azken|paskutinis
    |paskutinį kartą|pēdējo ?reizi?|(?:zadnj|poslj?ednj)[aei]|put|zadnjič|nazadnje
    |për herë të fundit
    |после(?:дн(?:ее|его|яя|ей|[аоеи])|дњ[еаи])|останн(?:є|ього|ьої)|востаннє|пут|апошня[ея]|дата
    |τελευταία|son|соңғы|[آا]خر|آخری|[آا]خرین|تازه.?ترین|بار|تاريخ|تاریخ|תאריך|מועד
    |अंतिम|आखिरी|बार|সর্বশেষ|শেষ|చివరి|கடைசி(?:யாக)?|ბოლო|վերջին|마지막(?:으로)?|최근
    """
)
_CHANGES = alternatives(
    r"""
    updates?|revision|aktualisierung|änderung|stand|modification|actualización|modificación
    |aggiornamento|atualização|modificação|actualització|modificació|actualizare|modificare
    |aktualizacj[ai]|modyfikacj[ai]|aktualizace|aktualizácia|úprav[ay]|změn[ay]|zmena|frissítés
    |módosítás|wijziging|opdatering|ændring|muutos|päivitys|uuendus|muudetud|muutnud
    |(?:pēdējās )?izmaiņas|atjaunot[sa]|atnaujinimas|ažuriranje|izmj?ena|promjena|sprememba
    |posodobitev|përditësimi(?: i fundit)?|eguneraketa|aldaketa|pembaruan|обновлени[ея]|изменени[ея]
    |оновлення|зміни|актуализация|обновяване|промяна|промена|измена|ажурирање|абнаўленне|змены|жаңарту
    |yenilənmə|dəyişiklik(?:lər)?|güncelleme|değişiklik|ενημέρωση|τροποποίηση|m[aà]j(?=\s(?:le|:))|թարմացումը
    |փոփոխություն|განახლება|ცვლილება|(?:ال)?ت(?:حديث|عديل)|ویرایش|تغییر|تجدید|اپ ڈیٹ
    |עדכון(?: אחרון)?|השינוי האחרון|अद्यावधिक|புதுப்பிப்பு|నవీకరణ
    |(?:최종\s?)?(?:수정|업데이트)(?:됨|일)?
    |(?:最[終后後近新]|上一?次)?(?:更新|修改|更改|變更|変更|編集)(?:日期|时间|時間|日時|日|于|於)?
    """
)
_ON = alternatives(
    """
    on|at|am|op|le|el|il|em|en|la|den|dnia|dňa|dne|tarihi|the|last|date|datum|posted|récemment|στις|на
    |pada|saat|terakhir|vào|في
    """
)
# A label of a change, up to the date: "This page was last updated on", "Published 3 May · Updated".
_CHANGED = regex(
    r"(?:^|[|·•⋅(),/–—-]\s*|\.\s|\d\s?(?:[ap]\.?m\.?)?(?:\s(?-i:[A-Z]{1,3}T|UTC|GMT))?\s+)"
    rf"(?:(?:{_LAST})\s+){{0,6}}(?:{CHANGED}|{_CHANGES})(?![^\W\d])"
    # "last modified by Ada Quill on"
    r"(?:\s(?:by|von|par|por|da|door|av|af|przez)\s[^\d,;|]{2,40}?"
    r"(?=\s(?:on|am|le|el|il|em|op|den|dnia)\s))?"
    rf"(?:\s*(?:เมื่อ|lần cuối|mới nhất|לאחרונה|së fundmi)|\s+(?:{_ON}))*\s*[:：]?\s*"
    r"(?=[\d(]|令和|平成|(?:\w+\s?[.,]{1,2}\s)?\w+\.?,?\s\d|$)",
    re.IGNORECASE,
)
# A date before a label: 2024年5月17日 12時00分更新.
_BEFORE_LABEL = regex(
    r"(\d{4}\D{1,3}\d{1,2}\D{1,3}\d{1,2}日?(?:\D{0,5}\d{1,2}[:：時时시]\s?\d{1,2}(?::\d\d|[分분])?)?)"
    r"\s?(?:最[終后後])?(?:更新|修改|수정)(?![^\W\d])"
)
# Signs of such labels; ASCII ones are found fast.
_CHANGE_SIGNS = (
    *("pdate", "PDATE", "odifi", "evis", "ktuali", "tand", "jour", "ctuali", "ggiorna", "tualiza"),
    *("ijgewerkt", "ewijzigd", "pdater", "dited", "st changed", "earbeitet", "ediger", "ewerkt"),
    *("dytowan", "ltima modifica", "ndret", "angepast", "odyfikacj", "dnja ", "osodobljen"),
    *("uendatud", "uudetud", "tnaujin", "iperbarui", "emas kini", "MAJ"),
)
_LAST_SIGNS = (
    *("ijziging", "iime", "sidste", "Sidste", "mienion", "aposledy", "osledn", "zmenen", "egut"),
    *("tolj", "zmjen", "zmijenj", "omijenj", "omjen", "zmenj", "remenjen", "osodobit", "uutos"),
    *("odificar", "reytt", "abot", "akeist", "eista", "dryshuar", "embaruan", "diubah"),
    *("erakhir", "ditad"),
)
# Each alternative begins with a letter, so that the engine skips all others at once.
_OTHER_SIGNS = regex(
    rf"{CHANGE_STEMS}|änder|ultima|última|ändra|zmodyfikowa|редагован|редактирован"
    r"|màj|зміни|změn|промяна|измен|izmaiņ|yenilənm|اپ ڈیٹ|अद्यावधिक"
    r"|darrera|değişti|değişik|düzenlen|편집|修[订訂]|编[辑輯]|編[辑輯]|更改|変更|變更"
    r"|мењано|змены|dəyişik"
    r"|промена|промењен|обновяван|абнаўленн|τροποπο|sửa đổi|संशोधित|পরিমার্জিত|শেষ|புதுப்பி"
    r"|édité|เปลี่ยนแปลง|تغییر|تجدید|השינוי|փոփոխ|ცვლილება",
)
_LONGEST_CHANGE = 90  # characters of a line with such a label
_LONGEST_NEAR = 120  # of one near the title, where a byline may precede
# Lines about other documents of the site.
_OF_TERMS = regex(
    r"privacy|terms\s(?:of|and|&)|cookie|datenschutz|nutzungsbedingungen|\bAGB\b|confidentialité"
    r"|privacidad|privacidade|隐私|隱私|利用規約|プライバシー",
    re.IGNORECASE,
)
TIMES = frozenset(("time", "relative-time", "time-ago", "local-time", "abbr"))
AFTER, ELEMENTS = 25, 20  # texts after the start of the title; elements
# Classes and ids of an element for the last change: footer-info-lastmod in MediaWiki,
# git-revision-date-localized-plugin in MkDocs.
_OF_LAST_CHANGE = (
    *("lastmod", "last-mod", "last_mod", "lastupd", "last-upd", "last_upd", "last-edit"),
    "revision-date",
)
_OF_CHANGE, _OF_ISSUE = ("updated", "modified"), ("publish", "entry-date", "created", "posted")
ONLY_DAY = regex(r"[^\d]{0,20}\d[\w\s.,/-]{5,25}")
LABELLED = 60  # characters of a line with a label and a date


def modified(page: Evidence) -> Found | None:
    """When the page was last modified."""
    values = [Found(text, "json-ld") for text in schema.texts(page.field("dateModified"))]
    for value, source in (*values, *page.meta(*_MODIFIED)):
        if day := iso(value, page.locale):
            return Found(day, source)
    return _marked_change(page)


def _marked_change(page: Evidence) -> Found | None:
    """The date of an element marked as that of a change; None without another date beside it."""
    changes = changes_near(page)
    times = page.near(TIMES, AFTER)[:ELEMENTS] if changes else []
    marked = [one for one in times if one in changes]
    day = date_of(page, marked[0]) if 0 < len(marked) < len(times) else None
    return Found(day, "time") if day else None


def changes_near(page: Evidence) -> set[int]:
    """The elements near the title with a class such as ``updated`` and none such as ``published``.

    Some sites mark their only date so: there must be one that is marked as that of the publication,
    or one beside it that is not later. In a forum, such elements are of its posts.
    """
    marked = {one for one, _ in page.marked_near(_OF_CHANGE, AFTER)}
    if not marked or page.kind[0] == "forum":
        return set()  # true of most pages
    issued = {one for one, _ in page.marked_near(_OF_ISSUE, AFTER)}
    marked -= issued
    times = page.near(TIMES, AFTER)[:ELEMENTS]
    if any(one in issued for one in times):
        return marked
    others = [one for one in times if one not in marked]
    return {one for one in marked if any(_is_before(page, other, one) for other in others)}


def _is_before(page: Evidence, other: int, change: int) -> bool:
    """Whether an element is beside another one, and its date is not later."""
    if page.tree.parent[other] != page.tree.parent[change]:
        return False
    day, last = date_of(page, other), date_of(page, change)
    return bool(day and last and day[:10] <= last[:10])


def date_of(page: Evidence, element: int) -> str | None:
    """The date that a ``time`` or ``abbr`` element states or shows, ISO 8601."""
    stated = (page.tree.attribute(element, name) for name in ("datetime", "title"))
    shown = page.text(element, 100).removeprefix("@")  # as Notion writes it
    return iso(next(filter(None, stated), "") or shown, page.locale)


def named_change(page: Evidence) -> Found | None:
    """The first date of a ``meta`` element with any name of a change, such as ``last-updated``."""
    for name, text in page.tree.head.items():
        is_named = ("updat" in name or "modif" in name) and name.startswith("meta:")
        if is_named and (day := iso(text, page.locale)):
            return Found(day, name.replace(":", " ", 1))
    return None


def changed_after(found: Found | None, changed: Found | None) -> Found | None:
    """When the page was modified; None if that is a day or more before a stated publication.

    A post that was written in advance states the date of its draft as its last change. Of two
    shown dates as well, that of a change is not the earlier one.
    """
    if not found or not changed:
        return changed
    if not found.source.startswith(STATED) and changed.source != "time":
        return changed
    is_before = _instant(found.value) - _instant(changed.value) >= timedelta(days=1)
    return None if is_before else changed


def shown_change(page: Evidence, issued: Found | None) -> Found | None:
    """The date after a label such as "Last updated:", near the title or else anywhere.

    Several such dates outside comments are those of what the page lists.

    Args:
        page: the page.
        issued: when it was published.
    """
    if page.is_home or page.blocks is None:
        return None
    text = page.blocks.text
    rows = _likely_changes(text, page.dated)
    near = pairwise([*page.lines(LINES_BEFORE, LINES_AFTER), ""] if rows else [])
    days = [*filter(None, (_changed(page, *pair) for pair in near))][:1]
    if not days:
        own = [row for row in rows if len(text[row]) <= _LONGEST_CHANGE]
        own = [row for row in own if not page.in_comments[row]]
        pairs = ((text[row], "".join(text[row + 1 : row + 2])) for row in own)
        days = [*filter(None, (_changed(page, *pair) for pair in pairs))]
    days = days or [*_in_elements(page)]
    if len(set(days)) != 1:
        return None
    found = in_order_of_page(page, Found(days[0], "dateline"))
    return None if issued and found.value < issued.value[:10] else found


def _in_elements(page: Evidence) -> Iterator[str]:
    """The days in short elements named as that of the last change, in any language."""
    marked = page.marked(*_OF_LAST_CHANGE) if page.kind[0] != "forum" else []
    for element, _ in marked[:ELEMENTS]:
        text = "" if page.is_comment(element) else page.text(element, _LONGEST_NEAR + 1)
        if 0 < len(text) <= _LONGEST_NEAR:
            yield from in_text(text, page.locale)


def _likely_changes(text: Sequence[str], dated: Iterable[int]) -> list[int]:
    """The short texts that may have such a label, of those that may state a date; a cheap test."""
    short = [row for row in dated if len(text[row]) <= _LONGEST_NEAR]
    lines = [text[row] for row in short]
    found = (signs_in(lines, _CHANGE_SIGNS) | signs_in(lines, _LAST_SIGNS)).tolist()
    if "".join(lines).isascii():  # true of most pages
        return [*compress(short, found)]
    return [
        row
        for row, sign in zip(short, found, strict=True)
        if sign or (not text[row].isascii() and _OTHER_SIGNS.search(_lowered(text[row])))
    ]


def _lowered(text: str) -> str:
    """A text in lower case, also of Turkish; patterns that ignore case are slow."""
    return text.replace("İ", "i").lower()


def _changed(page: Evidence, line: str, following: str) -> str | None:
    """The day of a line such as "Last updated: 3 May 2024", or of the next if this has none."""
    if len(line) > _LONGEST_NEAR or _OF_TERMS.search(line):
        return None
    label = _CHANGED.search(line)
    dated = line[label.end() :] if label else edit_of(line, page.kind[0] == "forum")
    if dated is None:
        before = None if line.isascii() else _BEFORE_LABEL.search(line)
        dated = before[1] if before else None
    if dated is None:
        return None
    dated = dated or (following if ONLY_DAY.fullmatch(following) else "")
    return next(in_text(dated[:LABELLED], page.locale), None) if dated else None


def _instant(value: str) -> datetime:
    """The instant of an ISO 8601 date, in UTC without a zone."""
    known = datetime.fromisoformat(value)
    return known if known.tzinfo else known.replace(tzinfo=UTC)
