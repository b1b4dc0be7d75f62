"""Labels of parts of a page: "Loading...", "Advertisement", "Share this article", "Contents".

They include the messages of forms, such as "Thank you! Your submission has been received!".
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import repeat

from victor.arrays import Bools, some
from victor.text.characters import COLONS
from victor.text.regex import any_of, regex
from victor.tree.blocks import HEADING, Blocks
from victor.tree.html_tags import HEADINGS

_LABEL = 55  # maximum characters of a label
_SIGNS = " .:-–—|*[]()↓▼。।"
_DOTS = ("...", "…")
_LOADING_WORDS = """
(?:now |still )?loading|please wait|lädt|wird geladen|laden|bitte warten|chargement(?: en cours)?
veuillez patienter|cargando|por favor,? (?:espere|aguarde)|carregando|a carregar
caricamento(?: in corso)?|attend(?:i|ere)|even (?:geduld|wachten)|ładowanie|wczytywanie
proszę czekać|načítání|načítá se|nahráv(?:ám|a sa)|načítava sa|laddar|läser in|vänligen vänta
laster inn|vennligst vent|indlæser|vent venligst|ladataan|lataa|betöltés|se încarcă|încarcă
učitava(?:nje|m)|nalaganje|kraunama|įkeliama|notiek ielāde|laadimine|laeb|s['’]està carregant
po ngarkohet|загрузка|пожалуйста, подождите|завантаження|зачекайте|зарежда(?:не)?
моля,? изчакайте|учитавање|се вчитува|φόρτωση|παρακαλ(?:ώ|ούμε) περιμένετε|yükleniyor
lütfen bekleyin|yükləmə|იტვირთება|բեռնվում է|memuat|silakan tunggu|đang tải|กำลังโหลด
جار[يٍ]? التحميل|در حال بارگ(?:ذاری|یری)|טוען|लोड हो रहा है|লোড (?:করা )?হচ্ছে
(?:正在)?(?:加[载載]|載入)中?|请稍候|請稍候|読み込み中|ロード中|お待ちください|로딩 ?중|불러오는 중
"""
_LOADING = regex(
    rf"(?:{any_of(_LOADING_WORDS)})(?: (?:more|data|comments|content|page))?\s?(?:…|\.{{3,5}})",
    re.IGNORECASE,
)
_ADVERTISEMENT = frozenset(
    (
        "advertisement", "advertisements", "advertisement continue reading below",
        "advertisement - page continues below", "advertisement - story continues below",
        "advertisement - continue reading below", "advertisement - scroll to continue",
        "article continues after advertisement", "article continues below advertisement",
        "story continues after advertisement", "story continues below advertisement",
        "article continues below", "story continues below", "article continues below this ad",
        "article continues after this advertisement", "story continues below this ad",
        "continue reading below", "scroll to continue", "scroll to continue with content",
        "advertisement - scroll to continue with content", "weiterlesen nach der anzeige",
        "la suite après cette publicité", "la suite après la publicité",
        "continúa después de la publicidad", "continua após a publicidade",
        "continua depois da publicidade", "l'articolo continua dopo la pubblicità",
        "lees verder onder de advertentie", "artikel gaat verder onder de advertentie",
        "tekst gaat verder onder de advertentie", "tekst gaat verder onder de foto",
        "artikeln fortsätter efter annonsen", "artikeln fortsätter under annonsen",
        "artikkelen fortsetter under annonsen", "saken fortsetter under annonsen",
        "artiklen fortsætter efter annoncen", "artiklen fortsætter under annoncen",
        "juttu jatkuu mainoksen jälkeen", "artikkeli jatkuu mainoksen jälkeen",
        "dalszy ciąg materiału pod wideo", "dalszy ciąg artykułu pod materiałem wideo",
        "dalsza część artykułu pod materiałem wideo", "dalsza część tekstu pod wideo",
        "dalsza część artykułu pod wideo", "článok pokračuje pod reklamou",
        "a cikk a hirdetés után folytatódik", "articolul continuă după reclamă",
        "продолжение после рекламы", "продовження після реклами", "haberin devamı aşağıda",
        "i\u0307çeriğin devamı aşağıda", "請繼續往下閱讀", "廣告]請繼續往下閱讀",
    )
)  # fmt: skip
_CLOSED = frozenset(
    (
        "comments are closed", "comments are closed for this post", "comments are now closed",
        "commenting is closed", "comments off", "comments are off", "kommentare sind geschlossen",
        "die kommentarfunktion ist geschlossen", "les commentaires sont fermés",
        "los comentarios están cerrados", "i commenti sono chiusi",
        "os comentários estão encerrados", "os comentários estão fechados",
        "reacties zijn gesloten", "kommentarer är stängda", "komentarze są wyłączone",
        "komentáře jsou uzavřeny", "комментарии закрыты", "комментирование закрыто",
        "yorumlar kapalı", "yorumlar kapatıldı", "コメントは受け付けていません",
        "現在コメントは受け付けていません", "commentaires fermés", "comentarios cerrados",
        "comentários encerrados", "kommentarer är avstängda", "kommentering är avstängd",
        "der er lukket for kommentarer", "lukket for kommentarer", "kommentarer er stengt",
        "kommentointi on suljettu", "comentariile sunt închise", "коментарі закриті",
        "коментирането е затворено", "τα σχόλια έχουν κλείσει", "komentar ditutup",
        "التعليقات مغلقة", "סגור לתגובות", "评论已关闭", "留言功能已關閉",
        "no comments yet", "be the first to comment", "no reviews yet",
        "be the first to review this item", "be the first to review this product",
        "es wurden noch keine kommentare geschrieben", "noch keine kommentare",
        "aucun commentaire", "aucun commentaire pour le moment", "no hay comentarios",
        "nenhum comentário", "nessun commento", "geen reacties", "brak komentarzy",
        "нет комментариев", "комментариев пока нет", "henüz yorum yapılmamış",
        "belum ada komentar", "tidak ada komentar", "0 件のコメント", "комментариев нет",
        "немає коментарів", "няма коментари", "δεν υπάρχουν σχόλια", "niciun comentariu",
        "žádné komentáře", "ไม่มีความคิดเห็น", "không có nhận xét nào", "ليست هناك تعليقات",
        "אין תגובות", "沒有留言", "暂无评论", "暫無評論", "コメントはまだありません",
        "댓글이 없습니다",
        "لا توجد تعليقات",
        "обсуждение закрыто", "możliwość komentowania jest wyłączona",
        "komentáře nejsou povoleny", "komentáre sú uzavreté", "коментувати не дозволено",
        "kommentarer inaktiverade", "τα σχόλια είναι κλειστά", "komentari su zatvoreni",
        "komentari su isključeni", "затворено за коментаре", "komentiranje zaprto",
        "kommenteerimine on suletud", "komentāri ir slēgti", "els comentaris estan tancats",
        "os comentarios están pechados", "коментарите се затворени", "ความเห็นถูกปิด",
        "دیدگاه‌ها بسته شده‌اند", "迴響已關閉", "コメントは停止中です", "댓글은 닫혔습니다",
        "keine kommentare", "pas encore de commentaire", "pas de commentaire",
        "aún no hay comentarios", "nenhum comentário ainda", "ainda sem comentários",
        "sem comentários", "non c'è ancora nessun commento", "inga kommentarer",
        "inga kommentarer än", "ingen kommentarer", "endnu ingen kommentarer",
        "ei kommentteja", "комментариев ещё нет", "коментарів поки що немає",
        "все още няма коментари", "nincs hozzászólás", "niciun comentariu până acum",
        "nema komentara", "нема коментара", "komentarjev še ni", "kommentaare veel pole",
        "nav komentāru", "encara no hi ha comentaris", "ende pa komente", "chưa có phản hồi",
        "ยังไม่มีความเห็น", "ไม่มีความเห็น", "لا يوجد تعليقات", "بدون دیدگاه",
        "دیدگاهی موجود نیست", "没有评论", "还没有评论", "không có bình luận",
        "коментарів немає", "nėra komentarų", "kommentaare pole", "no hi ha comentaris",
        "brez komentarjev", "нема коментари", "コメントがありません", "댓글 없음",
    )
)  # fmt: skip
# Messages of forms, which scripts show: those of Webflow, and of newsletters in general; and the
# questions of forms below articles of help centres.
_FORMS = frozenset(
    (
        "thank you! your submission has been received!",
        "oops! something went wrong while submitting the form", "oops! something went wrong",
        "thank you for signing up!", "thanks for signing up!", "thank you for subscribing!",
        "thanks for subscribing!", "please enter a valid email address",
        "please enter a valid email", "vielen dank für ihre anmeldung!",
        "vielen dank für deine anmeldung!", "bitte geben sie eine gültige e-mail-adresse ein",
        "merci pour votre inscription !", "merci de votre inscription !",
        "¡gracias por suscribirte!", "obrigado por se inscrever!", "grazie per l'iscrizione!",
        "bedankt voor je aanmelding!", "was this helpful?", "was this page helpful?",
        "was this article helpful?", "was this information helpful?", "is this page helpful?",
        "was this useful?", "was this page useful?", "did this answer your question?",
        "did you find this useful?", "did you find this helpful?", "war dieser beitrag hilfreich?",
        "war dieser artikel hilfreich?", "war diese seite hilfreich?", "war das hilfreich?",
        "cet article vous a-t-il été utile ?", "¿fue útil este artículo?",
        "¿te resultó útil este artículo?", "esse artigo foi útil?", "was dit artikel nuttig?",
        "questo articolo ti è stato utile?",
        "czy ten artykuł był pomocny?", "var denna artikel till hjälp?",
        "var denne artikel en hjælp?", "var denne artikkelen nyttig?",
        "oliko tästä artikkelista apua?", "byl pro vás tento článek užitečný?",
        "hasznos volt ez a cikk?", "была ли эта статья полезной?", "ця стаття була корисною?",
        "bu makale yardımcı oldu mu?", "apakah artikel ini membantu?",
        "bài viết này có hữu ích không?", "บทความนี้มีประโยชน์หรือไม่", "האם מאמר זה היה מועיל?",
        "هل كان هذا المقال مفيداً؟", "この記事は役に立ちましたか？", "도움이 되었습니까?",
        "这篇文章有帮助吗？", "這篇文章有幫助嗎？",
    )
)  # fmt: skip
# Headings of forms for comments and reviews.
_ASKING = frozenset(
    (
        "leave a comment", "leave a reply", "leave your comment", "leave a response",
        "post a comment", "add a comment", "add comment", "write a comment", "submit a comment",
        "your answer", "your comment on this answer", "your comment on this question",
        "write a review", "add your review", "kommentar schreiben", "kommentar hinterlassen",
        "schreibe einen kommentar", "einen kommentar hinterlassen", "laisser un commentaire",
        "ajouter un commentaire", "deja un comentario", "dejar un comentario",
        "deja una respuesta", "publicar un comentario", "deixe um comentário",
        "deixe o seu comentário", "postar um comentário", "lascia un commento",
        "posta un commento", "plaats een reactie", "laat een reactie achter", "geef een reactie",
        "dodaj komentarz", "zostaw komentarz", "lämna en kommentar", "legg igjen en kommentar",
        "skriv en kommentar", "přidat komentář", "napsat komentář", "оставить комментарий",
        "добавить комментарий", "написать комментарий", "залишити коментар", "додати коментар",
        "bir yanıt yazın", "yorum yap", "tinggalkan komentar", "コメントを残す", "コメントを書く",
        "发表评论", "發表留言", "發佈留言", "댓글 남기기", "اترك تعليقا", "اترك رد",
        "اترك تعليقاً", "أضف تعليق", "أضف تعليقاً", "إضافة تعليق", "hinterlasse einen kommentar",
        "hinterlasse eine antwort", "kommentar hinzufügen", "deje un comentario",
        "añadir un comentario", "agregar un comentario", "deixe uma resposta",
        "deixar uma resposta", "deixar um comentário", "adicionar comentário",
        "lascia una risposta", "aggiungi un commento", "een reactie plaatsen",
        "reactie toevoegen", "lämna ett svar", "lägg till en kommentar", "skriv et svar",
        "tilføj en kommentar", "legg igjen et svar", "legg til en kommentar",
        "jätä kommentti", "kirjoita kommentti", "lisää kommentti", "pridaj komentár",
        "pridať komentár", "vélemény, hozzászólás?", "szólj hozzá!", "lasă un răspuns",
        "lasă un comentariu", "adaugă un comentariu", "αφήστε μια απάντηση", "αφήστε ένα σχόλιο",
        "γράψτε σχόλιο", "σχολιάστε", "προσθήκη σχολίου", "оставьте комментарий",
        "напишіть коментар", "напишіть відгук", "вашият коментар", "добавяне на коментар",
        "оставите коментар", "оставите одговор", "напиши коментар", "напишете коментар",
        "napiši komentar", "napišite komentar", "ostavite komentar", "dodaj komentar",
        "lisa kommentaar", "pievienot komentāru", "parašykite komentarą", "deixa un comentari",
        "deixa una resposta", "deixa un comentario", "deixa unha resposta", "utzi iruzkina",
        "utzi erantzuna", "lini një koment", "bir cevap yazın", "yorum yapın", "yorum ekle",
        "tinggalkan balasan", "tinggalkan sebuah komentar", "tambahkan komentar",
        "tinggalkan komen", "để lại phản hồi", "để lại một bình luận", "gửi phản hồi",
        "thêm bình luận", "ใส่ความเห็น", "ให้ความเห็น", "แสดงความคิดเห็น", "כתיבת תגובה",
        "הוסף תגובה", "השארת תגובה", "پاسخ دهید", "دیدگاهتان را بنویسید", "نوشتن دیدگاه",
        "افزودن نظر", "टिप्पणी जोड़ें", "टिप्पणी जो\u095cें",
        "মন্তব্য করুন", "კომენტარის დატოვება", "发表回复",
        "發表迴響", "留下回應", "添加评论", "コメントする", "コメントを追加", "댓글 쓰기",
        "댓글 추가", "답글 남기기",
    )
)  # fmt: skip
# Labels of buttons of social networks, and requests to say how a recipe has turned out.
_SHARING = frozenset(
    (
        "share this", "share this article", "share this story", "share this post",
        "share this page", "share this news", "share this entry", "share on social media",
        "seite teilen", "artikel teilen", "beitrag teilen", "diesen artikel teilen",
        "diesen beitrag teilen", "diese seite teilen", "partager la page", "partager cette page",
        "partager cet article", "partager l'article", "compartir esta página",
        "compartir este artículo", "compartir en redes sociales", "compartilhe este artigo",
        "compartilhar este artigo", "partilhar este artigo", "condividi questo articolo",
        "condividi questa pagina", "condividi sui social", "deel dit artikel", "deel deze pagina",
        "dela artikeln", "dela sidan", "del artikkelen", "del siden", "udostępnij artykuł",
        "sdílet článek", "поделиться статьей", "分享至", "分享到", "この記事をシェア",
        "この記事をシェアする", "did you make this recipe?", "tried this recipe?",
        "made this recipe?", "hast du dieses rezept gekocht?", "hast du das rezept ausprobiert?",
    )
)  # fmt: skip
# Words with other meanings, such as the display of a device, or a section's name.
_AMBIGUOUS = frozenset(
    (
        "anzeige", "werbung", "publicité", "publicidad", "publicidade", "pubblicità", "publicitat",
        "advertentie", "annonse", "reklam", "reklama", "reklame", "реклама", "sponsored", "广告",
        "廣告", "広告", "광고",
        "anuncio", "anúncio", "annons", "annonce", "mainos", "hirdetés", "inzerce", "reclamă",
        "reklaam", "oglas", "διαφήμιση", "iklan", "quảng cáo", "โฆษณา", "إعلان",
        "विज्ञापन", "פרסומת",
    )
)  # fmt: skip
# Labels of a table of contents, which go if the table is no content.
_CONTENTS = frozenset(
    (
        "table of contents", "contents", "in this article", "on this page", "jump to",
        "jump to section", "inhalt", "inhaltsverzeichnis", "in diesem artikel", "in diesem beitrag",
        "auf dieser seite", "sommaire", "table des matières", "dans cet article", "sur cette page",
        "índice", "contenido", "contenidos", "tabla de contenidos", "en este artículo",
        "en esta página", "sumário", "neste artigo", "nesta página", "indice", "in questo articolo",
        "indice dei contenuti", "inhoud", "inhoudsopgave", "in dit artikel", "op deze pagina",
        "spis treści", "obsah", "содержание", "оглавление", "içindekiler",
        "目录", "目錄", "目次", "목차", "i\u0307çindekiler", "tabla de contenido",
        "índice de contenidos", "tabela de conteúdo", "tabela de conteúdos", "innehåll",
        "innehållsförteckning", "indhold", "indholdsfortegnelse", "innhold",
        "innholdsfortegnelse", "sisällys", "sisällysluettelo", "tartalom", "tartalomjegyzék",
        "cuprins", "съдържание", "зміст", "змест", "садржај", "sadržaj", "kazalo", "turinys",
        "satura rādītājs", "sisukord", "taula de continguts", "contingut", "περιεχόμενα",
        "πίνακας περιεχομένων", "mündəricat", "daftar isi", "isi kandungan", "mục lục",
        "สารบัญ", "תוכן עניינים", "תוכן העניינים", "المحتويات", "محتويات", "جدول المحتويات",
        "فهرست", "فهرست مطالب", "विषय-सूची", "სარჩევი", "文章目录", "文章目錄", "内容目录",
        "in questa pagina", "su questa pagina", "na tej stronie", "na této stránce",
        "på den här sidan", "på denne siden", "på denne side", "ezen az oldalon", "bu sayfada",
        "на этой странице", "содержание этой страницы", "зміст цієї сторінки",
        "на тази страница", "pada halaman ini", "trên trang này", "בעמוד זה",
        "مطالب این صفحه", "इस पेज पर", "このページの見出し", "このページの内容", "이 페이지에서",
        "本页总览", "本頁導覽", "本页目录",
    )
)  # fmt: skip
# Those of them that also name a section: a summary, or what is in a box.
_SECTIONS = frozenset(
    (
        "contents", "inhalt", "sommaire", "índice", "contenido", "contenidos", "sumário", "indice",
        "inhoud", "obsah", "содержание", "innehåll", "indhold", "innhold", "sisällys", "tartalom",
        "cuprins", "съдържание", "зміст", "садржај", "sadržaj", "turinys", "contingut",
        "περιεχόμενα", "المحتويات", "محتويات", "فهرست",
    )
)  # fmt: skip
_PROSE = 15  # minimum words of a paragraph that is no part of a table of contents
_LINKED = 0.5  # its maximum link density
_ALONE = _CLOSED | _FORMS | _ASKING | _SHARING  # certain labels, also in headings
_MARKS = _ADVERTISEMENT | _AMBIGUOUS | _ALONE | _CONTENTS


def may_have_labels(texts: Sequence[str]) -> bool:
    """Whether any text may be a label; a cheap test.

    Args:
        texts: of the blocks that are content.
    """
    short = "\n".join([text for text in texts if len(text) <= _LABEL]).lower()
    if not _MARKS.isdisjoint(map(str.strip, short.split("\n"), repeat(_SIGNS))):
        return True
    return "...\n" in short or "…\n" in short or short.endswith(_DOTS)


def page_labels(content: Sequence[tuple[int, str]], kept: Bools, blocks: Blocks) -> list[int]:
    """Blocks that say that a part of the page is loading, an advertisement, closed or below.

    Args:
        content: the numbers and texts of the content blocks.
        kept: [n] whether each block is content.
        blocks: the n blocks.
    """
    short = [pair for pair in content if len(pair[1]) <= _LABEL]
    found = [place for place, text in short if text.endswith(_DOTS) and _LOADING.fullmatch(text)]
    marked = [
        (place, plain) for place, text in short if (plain := text.strip(_SIGNS).lower()) in _MARKS
    ]
    contents = [pair for pair in marked if pair[1] in _CONTENTS]
    found += [place for place, text in contents if _is_alone(place, text, kept, blocks)]
    return found + _advertisements([one for one in marked if one[1] not in _CONTENTS], blocks)


def _is_alone(place: int, label: str, kept: Bools, blocks: Blocks) -> bool:
    """Whether no table of contents follows a label directly."""
    after = place + 1
    if not some(kept[after : after + 1]):
        return True
    is_text = blocks.words[after] >= _PROSE or blocks.signs[after] & HEADING > 0
    is_text &= blocks.link_share[after] < _LINKED
    return bool(is_text) and label not in _SECTIONS and not blocks.text[after].endswith(COLONS)


def _advertisements(marked: Sequence[tuple[int, str]], blocks: Blocks) -> list[int]:
    """The ``marked`` blocks that label an advertisement, rather than a section about advertising.

    A word with other meanings, or one in a heading, must occur at least twice, unless it says that
    comments are closed or that there are none, is a message or the heading of a form, or of buttons
    to share the page.
    """
    tree = blocks.tree
    if not marked:
        return []
    title, count = tree.title.lower(), Counter(text for _, text in marked)
    heading = tree.nearest(tree.named(HEADINGS))[blocks.at_holder]
    return [
        place
        for place, text in marked
        if text not in title
        and (count[text] > 1 or text in _ALONE or (text in _ADVERTISEMENT and not heading[place]))
    ]
