"""Compare texts with the names of a site, and remove these from titles."""

from collections.abc import Sequence

from victor.document.metadata.evidence import SEPARATOR, Evidence
from victor.document.metadata.likeness import key_of, words
from victor.document.metadata.statements import Found
from victor.text.regex import regex

LONGEST = 400  # characters of a title
SITE_META = ("og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher")
# Words that companies and shops add to their names: "REI Co-op" for "REI".
_FORMS = frozenset("co op coop inc ltd llc gmbh ag sa bv official site website store shop".split())
SMALL_WORDS = frozenset("and for in of the".split())  # words without initials in an acronym
# What systems call the start page of a site, in many languages; no words that also begin a text.
START_PAGES = frozenset(
    one.strip()
    for one in """
    home|homepage|home page|main page|start page|startseite|hauptseite|accueil|page d'accueil
    |page d’accueil|inicio|página de inicio|página principal|início|página inicial
    |pagina iniziale|pagina principale|startpagina|voorpagina|hoofdpagina|strona główna
    |strona startowa|domů|domovská stránka|úvodní stránka|hlavní stránka|hlavní strana|domov
    |úvodná stránka|hlavná stránka|kezdőlap|főoldal|nyitólap|acasă|pagina principală|startsida
    |hjem|forside|forsiden|hovedside|etusivu|avaleht|esileht|sākumlapa|pagrindinis|titulinis
    |početna|početna stranica|naslovnica|glavna stranica|почетна|почетна страна|главна страна
    |начална страница|главная|главная страница|головна|головна сторінка|αρχική|αρχική σελίδα
    |ana sayfa|anasayfa|ana səhifə|басты бет|beranda|halaman utama|laman utama|trang chủ|หน้าแรก
    |หน้าหลัก|דף הבית|עמוד הבית|ראשי|الرئيسية|الصفحة الرئيسية|صفحه اصلی|صفحه نخست|خانه|मुखपृष्ठ|होम
    |প্রচ্ছদ|முகப்பு|მთავარი|pàgina d'inici|pàgina d’inici|inici|hasiera|faqja kryesore
    |ホーム|トップページ|首页|首頁|主页|홈
    """.split("|")
)
_WORD = regex(r"\w+")
_PHONE = regex(r"(?<=\w)\s\(?\d{3}(?:\)\s?|[ .-])\d{3}[ .-]\d{4}$")  # after the name of a firm


def site_names(page: Evidence, site: Found | None) -> list[str]:
    """The names of the site, and its host, in the form of :func:`key_of`."""
    name = page.host
    known = [site.value] if site else []
    known += [found.value for found in page.meta(*SITE_META)]
    return list(filter(None, map(key_of, (*known, name, name.rpartition(".")[0]))))


def without_site(title: str, sites: Sequence[str]) -> str:
    """A title without the site's name at its start or end, and without anything beyond it."""
    pieces = SEPARATOR.split(title[:LONGEST])
    segments = pieces[::2]
    if len(segments) < 2:
        return title
    segments[-1] = _PHONE.sub("", segments[-1])
    if _stands_for_site(segments[-1], sites):
        return "".join(pieces[:-2])
    for place in range(len(segments) - 1, 0, -1):
        if is_site(segments[place], sites):
            return "".join(pieces[: 2 * place - 1])
    if is_site(segments[0], sites):
        return "".join(pieces[2:])
    return title


def is_site(text: str, sites: Sequence[str]) -> bool:
    """Whether a text is one of the names of a site (see :func:`site_names`) or part of one."""
    if "&" in text and is_site(text.replace("&", " and "), sites):
        return True
    key = key_of(text)
    return bool(key) and any(key == one or (len(key) > 3 and key in one) for one in sites)


def _stands_for_site(text: str, sites: Sequence[str]) -> bool:
    """Whether a text is the site's name with a company form, or spells out its initials."""
    if _is_with_form(text, sites):
        return True
    found = [word for word in _WORD.findall(text) if word not in SMALL_WORDS]
    initials = "".join(word[0] for word in found)
    return len(initials) > 2 and initials.isupper() and initials.lower() in sites


def _is_with_form(text: str, sites: Sequence[str]) -> bool:
    """Whether a text is the site's name followed by a company form, such as "Ltd" or "Store"."""
    name = [*words(text)]
    while len(name) > 1 and name[-1] in _FORMS:
        name.pop()
        if "".join(name) in sites:
            return True
    return False
