"""Words and marks of bylines, in many languages."""

from victor.document.date_words import CHANGED, PUBLISHED
from victor.text.regex import alternatives, regex

# Words before a name, grouped by what follows them: the name, "by", or a colon.
BY = alternatives(
    r"""
    by|bye|oleh|przez|(?:(?:được )?(?:đăng|viết|gửi) )?bởi|δημοσιεύτηκε από|αναρτήθηκε από
    |tarafından|от|від|από(?: (?:τον?|την?|τους))?|(?:נכתב |פורסם )?על ידי|(?:نوشته شده )?توسط
    |بقلم|من طرف|a cura di|from the desk of|ein (?:gast)?beitrag von|test[io](?: e foto)? di
    |γράφ(?:ει (?:ο|η)|ουν οι)|laporan (?:wartawan|reporter)(?: [\w.]{3,40},)?|글[·/]사진(?: =)?
    |(?:verfasst|geschrieben|veröffentlicht|gespeichert|eingestellt|erstellt|hinzugefügt) von
    |(?:escrito|publicado|redactado|enviado|postado|añadido|adicionado) por
    |(?:[ée]crit|publié|rédigé|soumis|posté|ajouté) par
    |(?:scritto|pubblicato|inviato|postato|aggiunto|inserito) da|добавил(?:\(?а\)?)?
    |(?:geschreven|toegevoegd) door|skrevet av|(?:skriven|postat) av|skrevet af|scris de
    |публикувано от|gönderen|yayınlayan|(?:ditulis|diposting|diposkan|dipublikasikan) oleh|tác giả
    |(?:napisane|opublikowane|dodane) przez|escrit per|publi(?:cerad|sert) av|publiceret af
    |publicat de|מאת|撰文|作者
    |(?:نشر(?:ت)? )?بواسطة|द्वारा
    |láti ọwọ́
    |geplaatst door|lagt til av|opprettet av|oprettet af|creato da|de către
    |propos recueillis par|recueillis? par|เขียนโดย
    |โดย(?=[\s:]+\S{2,20}(?:\s\S{2,20})?(?:\s[•–\d\x7c].*)?$)
    """
)
DONE = alternatives(
    """
    written|posted|published|reported|created|contributed|submitted|authored|edited|reviewed
    |medically reviewed|updated|last updated|started|asked|added|opened|article|story|post|words
    |opinion
    """
)
ROLES_BEFORE = alternatives(
    r"""
    authors?|words|(?:autor(?:e?s|a)?|auteurs?) d(?:e(?: la)?|el|[ao]) [^\W\d_]{3,12}(?=\s?:)
    |(?:auteurs? de l|autor[ei] dell)['’][^\W\d_]{3,12}(?=\s?:)|auteurs?|autor[ei]
    |forfattere?|författare|tekijät?|kirjoittajat|szerzők|autoři|autoren|beitragsautor(?:in)?
    |yazarlar|hazırlayan|pengarang|penyusun|автори|аутори|συγγραφέας|συντάκτες
    |(?:ה)?כותב(?:ת|ים)?|מחבר(?:ת|ים)?|كاتب|الكُ?تّ?اب|作成者|文章作者|저자|ผู้ประพันธ์
    |(?:te(?:x|ks)t[eios]{0,2}|testo|tekstas|szöveg|bài|текст)(?:,? (?:(?:und|et|och|og|ja|i|y|e|en|
    и|та|&) )?(?:[fp]h?otos?|kuvat|bild(?:er)?|zdjęcia|ảnh|фото))?
    |autor(?:in|es|e|zy|ka)?(?: (?:artykułu|tekstu|wpisu|článku|textu|teksta|članka))?
    |автор(?:ы|ка)?(?: (?:темы|статьи|текста|материала|публикации|статті|тексту))?
    |penulis|yazan|yazar|συντάκτης|κείμενο|szerző|írta|közzétette|kirjoittanut
    |napsala?|reporter|الكاتب|كتب|نویسنده|记者|記者|本报记者|編輯|编辑|责任编辑|責任編輯|责编|筆者
    |著者|執筆者?|投稿者|文責|取材・文|ライター|撰稿人?|采写|글쓴이|작성자|글|文|avtor(?:ica)?|autor(?:s|i|ius|ė)
    |kirjoittaja|toimittaja|pewarta|mwandishi|egileak?|awdur|údar|höfundur|müəllif|muallif|аутор|аўтар
    |piše|пише|пишува|συντάκτρια|ρεπορτάζ|επιμέλεια|הכותב(?:ת|ים)?
    |ავტორი|հեղինակ|الكاتبة|كتبها?|كتبت|إعداد|المؤلف|نویسندگان|نگارنده|گزارشگر|خبرنگار|تحریر|مصنفہ?
    |लेखक|लेखिका|লেখক|লেখিকা|লিখিকা|প্রতিবেদক|எழுதியவர்|రచయిత|ಲೇಖಕರು|ผู้เขียน|ผู้แต่ง|โดย|ໂດຍ|ដោយ|អ្នកនិពន្ធ|ရေးသားသူ|зохиогч|haber(?=\s?:)
    """
)
COLON = "[:：՝៖ঃ]"  # after a label, also in Armenian, Khmer and Bengali
DONE_ON = f"{PUBLISHED}|{CHANGED}"
ON = "on|at|in|el|le|la|les|am|um|il|em|op|den|dne|dnia|do"
# These may be part of a name as well: Di Stefano, von der Leyen.
PARTICLES = alternatives("von|vom|por|par|di|de|door|av|af|med")
LONGEST_BYLINE = 150  # characters
MARKS = " \t.,:;|-–—*•·●'\"“”‘’<>/\\"
# Letters with the vowel signs, which are not in \w, and joiners.
_LETTER = (
    r"[\w.'’\u0300-\u036f\u05b0-\u05c7\u064b-\u0652\u0900-\u0963\u0971-\u0dff\u0e01-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1780-\u17d3"
    r"\u200c\u200d-]"
)
_WORD = rf"[^\W\d_a-z]{_LETTER}{{0,30}}"
# A name of two or more words, or of letters without case. In scripts that write a name without
# spaces, a space may separate two people.
FULL_NAME = regex(
    rf"(?![\u3040-\u30ff\u3400-\u9fff]){_WORD}(?:\s(?:van|von|de[lnr]?|d[aiou]|la|le|dela|delos|{_WORD})){{1,4}}"
    r"|[\u0590-\u10ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,8}"
)
