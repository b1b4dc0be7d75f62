"""Find the date in lines such as "This page was last edited on 1 October 2022": :func:`edit_of`."""

import re

from victor.text.regex import regex

_START = r"(?:^|[|·•⋅(),/–—-]\s?|\.\s)"
# Sentences about the page, as wikis write them.
_OF_PAGE = regex(
    rf"{_START}(?:(?:this|the) (?:page|article|document|entry) (?:was|has been) last"
    r" (?:edited|changed)"
    r"|(?:diese seite|dieser artikel) wurde zuletzt"
    r"(?: am)?(?=.{6,60}(?:bearbeitet|geändert|aktualisiert))"
    r"|(?:la )?dernière modification de cette page a été faite"
    r"|esta página (?:se (?:editó|modificó)|fue (?:editada|modificada)) por última vez"
    r"|sidan (?:redigerades|ändrades) senast"
    r"|questa pagina è stata modificata per l['’]ultima volta"
    r"|esta página foi (?:editada|modificada|atualizada) pela última vez"
    r"|deze pagina is (?:voor )?het laatst (?:bewerkt|gewijzigd)"
    r"|tę stronę ostatnio (?:edytowano|zmodyfikowano)"
    r"|эта страница в последний раз была (?:отредактирована|изменена)"
    r"|последнее изменение этой страницы"
    r"|цю сторінку востаннє (?:відредаговано|змінено)"
    r"|stránka byla naposledy (?:editována|změněna)"
    r"|la pàgina va ser modificada per darrera vegada"
    r"|denne side blev senest (?:ændret|redigeret)|denne siden ble sist (?:redigert|endret)"
    r"|bu sayfa en son(?=.{6,60}(?:değiştiril|düzenlen))"
    r"|이 문서는(?=.{6,60}마지막으로 편집)"
    r"|このページの最終更新日時は|(?:本|此)[页頁]面?最[后後](?:修[订訂改]|[编編][辑輯])[于於]?)"
    r"(?![^\W\d])",
    re.IGNORECASE,
)
# Labels that also stand below posts of a forum.
_OF_ANY = regex(
    rf"(?:{_START}|\d\s)(?:(?:was )?last edited|zuletzt bearbeitet|senast (?:redigerad|ändrad)"
    r"|(?:voor het )?laatst bewerkt|sist redigert|(?:sidst|senest) redigeret"
    r"|ostatnio edytowan[oaey]|última edición|última edição|ultima modifica"
    r"|(?:edited|bearbeitet|éditée?|editad[oa]|bewerkt|redigera[dt]|redigeret|redigert|edytowano"
    r"|отредактировано|diedit)(?=:|\s(?:on|am|le|el|em|op|den|pada)\s))"
    r"(?:\s(?:on|at|am|den|op|il|el|em))?\s?[:：]?\s?(?=[\d(]|(?:\w+,\s)?\w+\.?,?\s\d|$)",
    re.IGNORECASE,
)
_EDITOR = regex(r"(?<!\w)(?:by|von|par|por|av|af|door|da|przez)(?!\w)", re.IGNORECASE)


def edit_of(line: str, has_posts: bool) -> str | None:
    """What follows a label of the last edit: a date, or nothing if that is on the next line.

    Args:
        line: a short line.
        has_posts: whether the page has posts of users, whose edits are labelled in the same way.

    Returns:
        None without such a label, or if the line names who edited, as below posts.
    """
    if label := _OF_PAGE.search(line):
        return line[label.end() :]
    label = None if has_posts else _OF_ANY.search(line)
    return line[label.end() :] if label and not _EDITOR.search(line, label.end()) else None
