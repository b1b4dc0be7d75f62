"""Fields that are mostly read from the head: description, URLs, licence, robots."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, islice

from victor.arrays import places
from victor.document.metadata import schema
from victor.document.metadata.evidence import SEPARATOR, Evidence
from victor.document.metadata.likeness import host, is_root, key_of, overlap
from victor.document.metadata.names import unique
from victor.document.metadata.site_names import LONGEST
from victor.document.metadata.statements import Found
from victor.text.regex import folded, possessive, regex
from victor.tree.urls import absolute, is_advertising

_DESCRIPTION = (
    "og:description", "description", "twitter:description", "dc.description",
    "dcterms.description", "sailthru.description",
)  # fmt: skip
_IMAGE = (
    "og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src",
    "parsely-image-url", "sailthru.image.full", "thumbnailurl", "thumbnail", "image",
)  # fmt: skip
_LOGO = regex(
    r"(?<![a-z])(?:logo|favicon|gravatar|(?:touch|android|site)-icon)(?![a-z]{2})", re.IGNORECASE
)
_SHARED = r"(?:(?<![a-z])og|open-?graph|social|shar(?:e|ing)|meta|facebook|twitter)"  # for networks
_PICTURE = r"[-_]?(?:images?|img|share|media|cards?)"
# Pictures of users and stand-ins for missing pictures.
_NO_IMAGE = regex(
    r"/avatars?/|(?<![a-z])avatar[_-](?:[a-z]|small|big|default)\."
    r"|(?<![a-z])(?:default|no)[_-]?(?:avatar|photo|image|img|picture|thumb(?:nail)?)[.\d_-]"
    r"|(?<![a-z])placeholder[\w-]*\.(?:gif|jpe?g|png|svg|webp)"
    rf"|{_SHARED}(?:{_PICTURE})?[-_/]?default(?:[-_]?image)?\d{{0,3}}(?:[.?]|$)"
    rf"|default[-_]?{_SHARED}{_PICTURE}(?![a-z])",
    re.IGNORECASE,
)
_OF_NO_IMAGE = ("avatar", "default", "placeholder", "no_", "no-", "noi", "nop", "not")  # in these
_OF_LOGO = ("logo", "icon", "gravatar")
_LICENCE = ("dcterms.license", "dc.rights.license", "license", "licence")
_RIGHTS = ("dc.rights", "dcterms.rights")  # a licence, or only the copyright holder
_OPEN_LICENCE = regex(
    r"creative\s?commons|public\s?domain|gemeinfrei|domaine\spublic|dominio\sp[uú]b|open\saccess"
    r"|(?<![a-z])CC(?:[ -]?(?:0|BY)|$)|GFDL|etalab|(?-i:\bOGL\b|^MIT$)",
    re.IGNORECASE,
)
_LICENCE_WORD = regex(
    r"https?:|^www\.[^\s/]+/\S+$|licen[cs]|lizenz|licenz|лиценз|ліценз|ライセンス|许可协议|授權條款|라이선스",
    re.IGNORECASE,
)
_HOST = regex(r"https?://[^/?#%]*\.[^/?#%]+(?:[/?#]|$)", re.IGNORECASE)
_NO_LICENCE = regex(
    r"all\srights\sreserved|\bno\slicen[cs]e|alle\srechte\svorbehalten|tous\sdroits\sréservés"
    r"|todos\slos\sderechos\sreservados|todos\sos\sdireitos\sreservados|tutti\si\sdiritti\sriserv",
    re.IGNORECASE,
)
_PAIRED = regex(r"<(p|a|em|strong|b|i|div|span|ul|ol|li)(?:\s[^<>]*)?>([^<>]*)</\1>")
_RULE = r"[\w@.#*][^{}<>]{0,100}\{\s*[\w-]{1,30}\s*:[^{}]{0,300}\}\s*+"
_MEDIA = r"@media[^{}]{1,100}\{\s*+" + possessive(_RULE, "{1,20}") + r"\}\s*+"
_STYLES = regex("^" + possessive(f"{_RULE}|{_MEDIA}", "{2,50}"))
# A tag at the start or end of a text, or cut off, or ``br``; in the middle, it is part of the text.
_LONE = regex(
    r"^<(?:p|div|span|h[1-6]|ul|ol|li|strong|b|em|i)(?:\s[^<>]{0,200})?>(?=[^\s<])"
    r"|(?<=[^\s>])</(?:p|div|span|h[1-6]|ul|ol|li|strong|b|em|i|a)>$"
    r"|<(?:a|p|div|span|img)\s[^<>]{0,300}$|(?<=[\w.!?])<br ?/?>|<br ?/?>(?=\w)"
)
_SENTENCE_END = regex(r"[.!?…](?=\s)|[。！？।]")
_LONGEST = 1_000  # characters of a description
_ALIKE = 0.7  # minimum share of a shorter one's words in the long one
_INLINE = ("em", "strong", "b", "i", "span")
_SPACE_BEFORE = regex(r" (?=[.,;:!?](?:\s|$))")
_NESTED = 5  # levels of nested elements
_MOST_DIRECTIVES = 50
_LICENCE_HOSTS = ("creativecommons.org/", "gnu.org/", "open-government-licen")
_LICENCE_ADDRESS = regex(
    r"creativecommons\.org/(?:licenses|publicdomain)/[a-z]|gnu\.org/(?:licenses|copyleft)/(?:fdl|gpl|lgpl)"
    r"|open-government-licen[cs]e",
    re.IGNORECASE,
)
# Verbs in a sentence that licenses a text, and words around the licence of an image.
_LICENSES = regex(
    r"licen[cs]ed|under (?:a|the|an)\b|available under|published under|released under|this work"
    r"|lizenziert|unter (?:der|einer)|sous licence|bajo (?:una |la )?licencia|sob (?:a )?licença"
    r"|con licenza|licencj|лиценз|采用|ライセンス",
    re.IGNORECASE,
)
_OF_IMAGE = regex(
    r"photo|foto|image|picture|bild\b|flickr|wikimedia|commons\.|video|music|icons?\b|credit",
    re.IGNORECASE,
)
# A Creative Commons licence in the sentence that grants it, without a link.
_NAMED_LICENCE = regex(
    r"(?i:licen[cs]ed|available|distributed|published|released) under (?:(?:an?|the)\s)?"
    r"(CC[- ]?(?:BY|0)(?:-[A-Z]{2}){0,2}(?:\s\d\.\d)?"
    r"|Creative Commons(?:\s(?:(?!Licen)[A-Z][\w-]*|\d\.\d)){0,6}(?:\sLicen[cs]e)?)"
)
# Descriptions that say nothing: signs, a name of a program ("displayarticle"), or a default.
_NO_DESCRIPTION = regex(
    r"(?-i:[a-z]{1,60})|[!-/:-@]{1,20}|(?:meta |page )?description"
    r"|(?:just another|un site utilisant|otro sitio realizado con|un nuovo sito targato"
    r"|eine? weiterer?|mais um site|alweer een|ännu en)"
    r" wordpress(?:[ -](?:site|weblog|blog|webbplats|seite|website))?",
    re.IGNORECASE,
)
_CUT = regex(r"\s*[\[(]?(?:…|\.{3,4})[\])]?$")  # the end of a description that is cut
_CLOSING, _ENDS, _WIDE_ENDS = "\"'”’»)", ("!", "?", "."), ("。", "！", "？", "।")  # of a sentence
_PHRASES = (
    r"(?:read more|continue reading|weiter ?lesen|lire la suite|leer más|leia mais|leggi tutto)"
)
_READ = ("more", "reading", "lesen", "suite", "más", "mais", "tutto")  # the ends of these
_READ_ON = regex(rf"(?<=[.!?…\]])\s*{_PHRASES}[\s»›→>]*$|\s+{_PHRASES}\s*[»›→>]+$", re.IGNORECASE)
_LONGEST_READ = 9  # characters of the longest one
_MOST_REPEATED = 8  # words of a part of the title; more may be a summary
_SUBJECT = 40  # characters before such a sentence, which may be about images
_FOOTER = 12  # last blocks of a page
_LONGEST_AROUND = 600  # characters around a link to a licence
_LINKS = 300


def description(page: Evidence, title: Found | None = None) -> Found | None:
    """The page's description, without tags and style rules.

    A description is ignored if it only repeats the title or the name of the site, or is a default.

    If it is too long, a shorter one with similar words, or its first sentences; if it is cut, a
    whole one.

    Args:
        page: the page.
        title: its title.
    """
    of_item = schema.texts(page.field("description"))
    stated = (*page.meta(*_DESCRIPTION), *(Found(one, "json-ld") for one in islice(of_item, 1)))
    texts = (Found(_without_code(found.value), found.source) for found in stated)
    named = [page.tree.title, *map(page.content_of, ("og:title", "og:site_name"))]
    parts = SEPARATOR.split(page.tree.title[:LONGEST])[::2]
    named += [part for part in parts if len(part.split()) <= _MOST_REPEATED]
    names = {*map(key_of, named), key_of(title.value) if title else ""} - {""}
    found = [one for one in texts if _says_something(one.value, names)]
    if not found or len(found[0].value) <= _LONGEST:
        return _whole(found) if found else None
    shorter = (one for one in found if len(one.value) <= _LONGEST)
    alike = next((one for one in shorter if overlap(one.value, found[0].value) >= _ALIKE), None)
    return alike or Found(_first_sentences(found[0].value), found[0].source)


def _says_something(text: str, names: Collection[str]) -> bool:
    """Whether a description is neither empty nor a default, nor one of ``names``.

    Args:
        text: the description.
        names: in the form of :func:`key_of`.
    """
    return bool(text) and key_of(text) not in names and not _NO_DESCRIPTION.fullmatch(text)


def _whole(found: Sequence[Found]) -> Found:
    """The first description; if it is cut, another that says the same in whole sentences."""
    first = Found(_without_phrase(found[0].value), found[0].source)
    if _is_ended(first.value):
        return first
    start = _CUT.sub("", first.value)
    others = (one for one in found[1:] if len(one.value) <= _LONGEST and _is_ended(one.value))
    if start != first.value:
        return next((one for one in others if overlap(one.value, start) >= _ALIKE), first)
    return next((one for one in others if one.value.startswith(f"{start} ")), first)


def _without_phrase(text: str) -> str:
    """A description without "Read more" at its end, unless there is nothing else.

    Its white space is spaces, as that of all statements.
    """
    if not folded(text.rstrip(" »›→>")[-_LONGEST_READ:]).endswith(_READ):
        return text
    return _READ_ON.sub("", text) or text


def _is_ended(text: str) -> bool:
    """Whether a text ends as a sentence does, perhaps in quotation marks; not with dots."""
    inner = text.rstrip(_CLOSING)
    return (inner.endswith(_ENDS) and not inner.endswith("..")) or text.endswith(_WIDE_ENDS)


def _first_sentences(text: str) -> str:
    """As many sentences as fit into the limit, or words if no sentence ends in its second half."""
    text = text[: _LONGEST + 1]
    ends = [match.end() for match in _SENTENCE_END.finditer(text, _LONGEST // 2)]
    return text[: ends[-1]].strip() if ends else text.rpartition(" ")[0] or text[:_LONGEST]


def _without_code(text: str) -> str:
    """Remove leading style rules, paired tags and stray tags from a text."""
    if "<" not in text and "{" not in text:
        return text.strip()
    return _LONE.sub(" ", _without_tags(_STYLES.sub("", text))).strip()


def _without_tags(text: str) -> str:
    """Remove paired tags but keep their content; unpaired tags, as in a text on HTML, stay."""
    if not _PAIRED.search(text):
        return text
    for _ in range(_NESTED):
        text = _PAIRED.sub(lambda found: found[2] if found[1] in _INLINE else f" {found[2]} ", text)
    return _SPACE_BEFORE.sub("", " ".join(text.split()))


def canonical(page: Evidence) -> Found | None:
    """The canonical URL; the given URL if the page states none."""
    stated = ((page.tree.head.get("canonical", ""), "link canonical"), *page.meta("og:url"))
    for text, source in stated:
        if text[:4].lower() == "www.":  # lacks its scheme, but is not a relative URL
            continue
        address = absolute(text, page.base or "https:")
        if "://" not in text and address in _files_of(page):
            continue
        if address and _HOST.match(address) and not _is_elsewhere(address, page.address):
            return Found(address, source)
    return Found(page.address, "given") if page.address else None


def _files_of(page: Evidence) -> tuple[str, str]:
    """The URLs of the files as which HTTrack saves a page whose URL has no extension."""
    return f"{page.address}.html", f"{page.address}index.html"


def _is_elsewhere(address: str, page: str | None) -> bool:
    """Whether a stated URL is the site's start page, but the page itself is not."""
    is_of_site = bool(page) and host(address) == host(page)
    return is_of_site and is_root(address) and not is_root(page or "")


def image(page: Evidence) -> Found | None:
    """The URL of the image that represents the page; that of a logo only if there is no other.

    Never that of a user's picture, of a stand-in or of an advertisement.
    """
    logo = None
    for text, source in chain(page.meta(*_IMAGE), _images_of_items(page)):
        address = absolute(text, page.base)
        if not address or _is_no_image(address) or is_advertising(address):
            continue
        if not _is_logo(address):
            return Found(address, source)
        logo = logo or Found(address, source)
    return logo


def _is_no_image(address: str) -> bool:
    """Whether a URL is that of a user's picture or a stand-in."""
    is_likely = any(map(folded(address).__contains__, _OF_NO_IMAGE))
    return is_likely and _NO_IMAGE.search(address) is not None


def _is_logo(address: str) -> bool:
    is_likely = any(map(folded(address).__contains__, _OF_LOGO))
    return is_likely and _LOGO.search(address) is not None


def _images_of_items(page: Evidence) -> Iterator[tuple[str, str]]:
    """The images in JSON-LD."""
    for key in ("image", "thumbnailUrl"):
        for text in schema.texts(page.field(key), ("url", "contentUrl", "@id")):
            yield text, "json-ld"


def licence(page: Evidence) -> Found | None:
    """The licence of the page: a URL, or a text if the page states no URL."""
    for text in schema.texts(page.field("license"), ("url", "@id", "name")):
        return Found(absolute(text, page.base) or text, "json-ld")
    if address := absolute(page.tree.head.get("link:license", ""), page.base):
        return Found(address, "link license")
    rights = (found for found in page.meta(*_RIGHTS) if _names_licence(found.value))
    found = next(chain(page.meta(*_LICENCE), rights), None)
    return found or _linked_licence(page) or _open_licence(page) or _named_licence(page)


def _names_licence(rights: str) -> bool:
    """Whether a rights statement names a licence: an open one, or any if not all are reserved."""
    if _OPEN_LICENCE.search(rights):
        return True
    return bool(_LICENCE_WORD.search(rights)) and not _NO_LICENCE.search(rights)


def _linked_licence(page: Evidence) -> Found | None:
    """A ``rel=license`` link among the last links of the page, where the footer is."""
    for link in page.related("license", _LINKS):
        address = absolute(page.targets.get(link, ""), page.base)
        return Found(address, "rel=license") if address else None
    return None


def _open_licence(page: Evidence) -> Found | None:
    """The open licence to which the end of the page or a sentence on its licence links.

    Licences of images and pages about licences do not count.
    """
    tree = page.tree
    if not any(map(page.joined_targets.__contains__, _LICENCE_HOSTS)):  # true of nearly all pages
        return None
    links, address_of = places(tree.named(("a",)) & tree.holds).tolist(), page.targets
    found = [one for one in links if _LICENCE_ADDRESS.search(address_of.get(one, ""))]
    if len({address_of[one].rstrip("/") for one in found}) != 1:
        return None
    if any(_is_of_page(page, one) for one in found):
        address = absolute(address_of[found[-1]], page.base)
        return Found(address, "link") if address else None
    return None


def _is_of_page(page: Evidence, link: int) -> bool:
    """Whether a link to a licence is in a footer or in a sentence that licenses a text."""
    tree, blocks = page.tree, page.blocks
    if tree.nearest(tree.named(("figure", "figcaption")))[link] or blocks is None:
        return False
    block = int(blocks.of_text[tree.opened[link]])
    around = " ".join(blocks.text[max(0, block - 1) : block + 2])[:_LONGEST_AROUND]
    if _OF_IMAGE.search(around):
        return False
    is_last = tree.nearest(tree.named(("footer",)))[link] > 0 or len(blocks) - block <= _FOOTER
    return is_last or _LICENSES.search(around) is not None


def _named_licence(page: Evidence) -> Found | None:
    """The Creative Commons licence that a sentence in the last blocks of the page names."""
    for line in page.blocks.text[-_FOOTER:] if page.blocks else ():
        named = _NAMED_LICENCE.search(line[:_LONGEST_AROUND]) if "under" in line else None
        if named and not _OF_IMAGE.search(line[max(0, named.start() - _SUBJECT) : named.end()]):
            return Found(named[1], "text")
    return None


def robots(page: Evidence) -> tuple[list[str], str]:
    """The directives for crawlers, such as ``noindex`` and ``noai``, in lower case."""
    stated = ",".join(page.every("robots")).lower().split(",")
    found = [directive for one in stated if (directive := one.strip())]
    if page.content_of("tdm-reservation").strip() == "1":
        found.append("tdm-reservation")
    return list(unique(found))[:_MOST_DIRECTIVES], "meta robots"
