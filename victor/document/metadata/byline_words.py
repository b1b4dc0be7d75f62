"""Words and marks of bylines, in many languages."""

from victor.document.date_words import CHANGED, PUBLISHED
from victor.text.regex import alternatives, regex

# Words before a name, grouped by what follows them: the name, "by", or a colon.
BY = alternatives(
    r"""
    by|bye|oleh|przez|bởi|tarafından|от|від|από|על ידי|توسط|بقلم|من طرف|a cura di
    |from the desk of|ein beitrag von
    |(?:verfasst|geschrieben|veröffentlicht|gespeichert|eingestellt|erstellt) von
    |(?:escrito|publicado|redactado|enviado|postado) por
    |(?:[ée]crit|publié|rédigé|soumis|posté) par|(?:scritto|pubblicato|inviato|postato) da
    |geschreven door|skrevet av|(?:skriven|postat) av|skrevet af|scris de|публикувано от|gönderen
    |ditulis oleh|tác giả|מאת|撰文|作者|بواسطة|द्वारा
    |propos recueillis par|recueillis? par|เขียนโดย
    |โดย(?=[\s:]+\S{2,20}(?:\s\S{2,20})?(?:\s[•–\d\x7c].*)?$)
    """
)
DONE = alternatives(
    """
    written|posted|published|reported|created|contributed|submitted|authored|edited|reviewed
    |medically reviewed|updated|last updated|started|asked|article|story|post|words|opinion
    """
)
ROLES_BEFORE = alternatives(
    """
    authors?|words|text|texte|testo|tekst|texto|autor(?:in|es|e|zy|ka)?|auteurs?|autore
    |автор(?:ы|ка)?|текст|penulis|yazan|yazar|συντάκτης|κείμενο|szerző|írta|kirjoittanut
    |napsala?|reporter|الكاتب|كتب|نویسنده|记者|記者|本报记者|編輯|编辑|责任编辑|責任編輯|责编|筆者
    |著者|執筆|投稿者|글쓴이|작성자|글|文|avtor|autorius|ผู้เขียน|ผู้แต่ง
    """
)
DONE_ON = f"{PUBLISHED}|{CHANGED}"
ON = "on|at|in|el|le|la|les|am|um|il|em|op|den|dne|dnia|do"
# These may be part of a name as well: Di Stefano, von der Leyen.
PARTICLES = alternatives("von|vom|por|par|di|de|door|av|af|med")
LONGEST_BYLINE = 150  # characters
MARKS = " \t.,:;|-–—*•·●'\"“”‘’<>/\\"
# A name of two or more words, or of letters without case. In scripts that write a name without
# spaces, a space may separate two people.
FULL_NAME = regex(
    r"(?![\u3040-\u30ff\u3400-\u9fff])[^\W\d_a-z][\w.'’-]{0,30}(?:\s(?:van|von|de[lnr]?|d[aiou]|la|le|[^\W\d_a-z][\w.'’-]{0,30})){1,4}"
    r"|[\u0590-\u10ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,8}"
)
