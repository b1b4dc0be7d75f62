"""Invitations in a text: "Read more", "Click here for our app", at its end to subscribe.

Others at its end are to follow the author or the site on social networks.
"""

import re

from victor.arrays import Indices
from victor.filters.buttons.outside import text_outside_links
from victor.text.regex import any_of, folded, regex
from victor.tree.blocks import Blocks

LONGEST = 40  # words of an invitation
_SHORTEST = 4  # words of most; documentation has shorter ones: "See also: map()"
_LINKED = 0.5  # minimum link density of an invitation to another article
_LAST, _END = 2, 4  # blocks at the end of the content that may invite to subscribe, and to follow
_LEAST = 5  # minimum blocks of content of such a text
# Labels before the title of another article: "Read more:", "LESEN SIE AUCH:".
LABELS = r"""
read(?: (?:more|also|next|now|this|on))?|also read|watch(?: (?:more|also|now))?|must[- ]read
more(?: (?:on|from|about) [^:]{1,40})?|recommended(?: reading)?|don.t miss
you (?:may|might) also like
related(?: (?:articles?|stor(?:y|ies)|posts?|content|links?|photos?|videos?|news|reading))?
lesen sie (?:auch|mehr|dazu)|mehr (?:zum thema|dazu)|lesetipp|auch interessant|passend dazu
lees (?:ook|meer|verder)|bekijk ook|l[äæ]s (?:också|også|även|mere?)|les (?:også|mer)
lue (?:myös|lisää)|loe (?:ka|veel|lisaks)|lasi(?:et)? arī|(?:taip pat )?skaitykite(?: taip pat)?
(?:[àa] )?lire (?:aussi|également)|[àa] voir (?:aussi|également)|sur le même (?:sujet|thème)
le[ae]r? (?:también|además|más)|(?:también )?te puede interesar|te recomendamos|mira también
llegi(?:u|x) també|(?:confira|leia) (?:também|mais|ainda)|veja mais|saiba mais
(?:leggi|guarda) anche|(?:prze)?czytaj (?:też|także|również|więcej)|zobacz wideo
(?:pře)?čtěte (?:si )?(?:také|též|více)|prečítajte si(?: aj)?|preberite (?:še|tudi)
pročitajte (?:i|još|više)|(?:ezt is )?olvas(?:sa|d) el(?: ezt)? is
kapcsolódó(?: cikk(?:ek|eink)?)?|cit(?:e[șş]te|i[țţ]i) (?:[șş]i|mai mult)
lexo(?:ni)? (?:edhe|më shumë)|διαβ[άα]στε (?:επ[ίι]σης|ακ[όο]μ[ηα])
читайте (?:также|ещё|еще|також)|читать далее|(?:материалы )?по теме|до теми|зверніть увагу
прочетете (?:още|повече)|още по темата|чытайце (?:таксама|яшчэ)
прочитајте (?:и|још|више|уште|повеќе)|կարդացեք նաև|(?:წაიკითხეთ|იხილეთ) (?:ასევე|აგრეთვე)
(?:ayrıca|bunu da|həmçinin) oxu(?:yun)?|(?:ayrıca|bunu da) oku(?:yun)?|i\u0307?lginizi çekebilir
(?:тағы|сондай-ақ) оқы(?:ңыз(?:дар)?|п көріңіз)|оқи отырыңыз(?:дар)?|холбоотой мэдээ(?:нүүд)?
baca(?: juga| lagi)?|simak (?:juga|video)|berita (?:lain|terkait|berkaitan)|basahin (?:din|rin)
soma (?:pia|zaidi)|irakurri (?:ere|gehiago)|darllen(?:wch)? (?:mwy|hefyd)|léigh freisin
lestu (?:einnig|líka|meira)|lesa meira|karanta kuma|ተጨማሪ ያንብቡ
đọc thêm|tin liên quan|อ่าน(?:เพิ่มเติม|ต่อ|ประกอบ)|(?:อ่าน)?ข่าวที่เกี่ยวข้อง
ອ່ານເພີ່ມ(?:ເຕີມ)?|ຂ່າວທີ່ກ່ຽວຂ້ອງ|អានបន្ត|អត្ថបទ(?:ទាក់ទង|ពាក់ព័ន្ធ)|ဆက်စပ်သတင်း(?:များ)?
(?:[اإأ]قر[أا]|شاهد|طالع) (?:أيض\u064b?ا\u064b?|المزيد)|(?:قد|ربما) يهمك(?: أيض\u064b?ا\u064b?)?
(?:بیشتر|همچنین|این (?:مطلب )?را هم) بخوانید|(?:مزید|یہ بھی) پڑھیں|קראו? (?:גם|עוד)|עוד בנושא
(?:ये|यह|इसे) भी प(?:ढ़|\u095d)ें|(?:ये|यह) भी देखें|हे(?:ही| देखील| पण) वाचा|आणखी वाचा|આ પણ વાંચો
यो पनि (?:पढ्नु(?:होस्?|स्)|हेर्नु(?:होस्?|स्))|আর[ওো] প(?:ড়|\u09dc)ুন|இதையும் படி(?:யுங்கள்|ங்க)|மேலும் படிக்க
(?:ఇది|ఇవి|ఇదీ) ?(?:కూడా )?చదవండి|ಇದನ್ನ?ೂ? ಓದಿ|ഇതും വായിക്ക(?:ുക|ൂ)
関連(?:記事|ニュース|リンク)?|[あ合]わせて読みたい|(?:相关|相關)(?:阅读|閱讀|新闻|新聞|文章|报道|報導)
(?:推荐|延伸)阅读|(?:延伸|推薦)閱讀|更多.{2,12}[报報][导道導]|관련\s?(?:기사|뉴스)
(?:previous|next) (?:article|post|story)|[上下]一[篇页頁]|[前次]の記事
"""
# Labels that also name a section of an encyclopedia.
_SEE_ALSO = r"""
see (?:also|more)|learn more|siehe auch|zie ook|s[ei] (?:också|også|även)|katso myös|voir aussi
ver (?:también|más)|veja também|vedi anche|zobacz (?:też|także|również)|pogledajte (?:i|još)
vezi [șş]i|δε[ίι]τε (?:επ[ίι]σης|ακ[όο]μ[ηα])|смотрите (?:также|ещё|еще)|дивіться також|вижте още
lihat juga|xem thêm|ראו גם
"""
_ANY = any_of(f"{LABELS}{_SEE_ALSO}")
# All of these match lower-case text.
_BEGINS = regex(rf"[\W_]{{0,4}}(?:{_ANY}|also|next)")
_LABEL = regex(rf"[\W_]{{0,4}}(?:{_ANY}|also|next)\s{{0,2}}[:：՝៖፡|»≫>–—】\]]")
# The same label as the only text outside links, without a verb that may begin a sentence.
_ALONE = regex(rf"[\W_]{{0,4}}(?!(?:read|watch|see|learn|more)\b)(?:{_ANY})[\W_]{{0,4}}")
_LONGEST_LABEL = 60  # characters
# A link to the rest of a text or of a list, as the whole block.
_MORE_LINKS = r"""
read (?:more|(?:the )?full (?:story|article))|continue reading|(?:view|see) all
(?:learn|see|show|view) more|click to (?:enlarge|expand|shrink)|more info(?:rmation)?
find out more|weiterlesen
mehr (?:lesen|erfahren|anzeigen)|zum (?:ganzen )?(?:artikel|beitrag)|alle (?:anzeigen|ansehen)
lire (?:la suite|plus|l['’]article)|en savoir plus|voir (?:plus|tout(?:es|s)?)|afficher plus
(?:leer|ver|saber|mostrar) más|seguir leyendo|ver tod[oa]s?|(?:leia|ler|saiba|ver|mostrar) mais
continu(?:e|ar) (?:lendo|a ler)|leggi (?:tutto|di più|ancora)|(?:scopri|mostra) di più
continua a leggere|mostra (?:tutto|altro)|vedi tutt[ie]|lees (?:meer|verder)|(?:toon|bekijk) meer
l[äæ]s mere?|les mer|visa (?:mer|alla)|vis (?:mere?|alle)|se (?:mer|mere|alla|alle)|lue lisää
näytä (?:lisää|kaikki)|katso lisää|czytaj (?:więcej|dalej)|zobacz (?:więcej|wszystkie)
číst (?:více|dále?)|celý článek|zobrazit více|čítať ďalej|zobraziť viac|pročitaj(?:te)? više
tovább(?: olvasom| a cikkhez)?|bővebben|cite[șş]te (?:mai mult|mai departe|tot)
читать (?:далее|дальше|полностью)|подробнее|показать (?:ещё|еще|все)|читати (?:далі|більше)
детальніше|докладніше|прочети (?:повече|още)|виж (?:повече|още|всички)
(?:διαβ[άα]στε|δε[ίι]τε) περισσ[όο]τερα|(?:haberin )?devamını oku|(?:tümünü|daha fazla) göster
(?:baca|lihat) (?:selengkapnya|lainnya|semua)|selengkapnya|(?:xem|đọc) (?:thêm|tiếp)|xem tất cả
อ่าน(?:ต่อ|เพิ่มเติม)|ดูเพิ่มเติม|ดูทั้งหมด|[اإأ]قر[أا] المزيد|(?:عرض|شاهد) المزيد|ادامه مطلب
مشاهده بیشتر
(?:קרא|קראו) עוד|המשך קריאה|לקריאה נוספת|और प(?:ढ़|\u095d)ें|आगे प(?:ढ़|\u095d)ें|और देखें
আরও প(?:ড়|\u09dc)ুন
阅读(?:全文|更多)|查看(?:更多|全文|全部|详情)|展开全文|继续阅读|閱讀(?:全文|更多)|繼續閱讀|看更多
(?:了解|瞭解|更多)(?:更多|詳情|详情)|続きを(?:読む|見る)|もっと(?:見る|読む)
詳し(?:く|い情報)はこちら|詳細(?:を見る|はこちら)
(?:(?:(?:back|return) )?to (?:the )?|page )?top(?: of (?:the )?page)?
nach oben|zum seitenanfang|haut de page|volver arriba|voltar ao topo|torna su|naar boven|наверх
返回(?:顶部|上一页|列表)|回到顶部|(?:ページ)?トップへ(?:戻る)?|一覧(?:へ|に)戻る
一覧を見る|全文を読む|더\s?보기|자세히 (?:보기|알아보기)|전체\s?보기|계속 읽기
zurück (?:nach oben|zum (?:anfang|seitenanfang))|continuer (?:à lire|la lecture)
tout (?:voir|afficher)
afficher tout|(?:retour|revenir) en haut(?: de (?:la )?page)?|continuar leyendo
continuar (?:a )?leitura
volver (?:arriba|al (?:principio|inicio))|(?:voltar (?:para o|ao)|de volta ao) (?:topo|início)
torna (?:in alto|all['’]inizio)|mostra tutti|doorgaan met lezen|terug naar boven|toon alles
(?:powrót )?do góry|pokračov(?:at ve čtení|ať v čítaní)|zpět na(?:horu| začátek)|nahoru
na začiatok
zobrazi[tť] vš(?:echny|etk[yo])|čítať viac|folytatás|olvas(?:s|d|j) tovább|vissza a tetejére
continuă (?:să citești|lectura)|înapoi sus|fortsätt läsa|tillbaka till (?:toppen|början)
fort(?:sæt (?:med at læse|læsningen)|sett å lese)|tilbage til (?:toppen|start)|tilbake til toppen
jatka lukemista|takaisin ylös|nastavi(?:te)? (?:čitati|sa? čitanjem)|čitaj dalje
nadaljuj z branjem
pročitaj više|(?:natrag|nazad|vrati se) na vrh|prikaži sve|preberi(?:te)? več|pokaži vse
skaityti (?:daugiau|toliau)|grįžti į viršų|(?:turpināt|tālāk) lasīt|lasīt (?:tālāk|vairāk)
atpakaļ uz augšu|loe edasi|jätka lugemist|vaata kõiki|continua llegint|llegeix(?:-ne)? més
torna (?:a l['’]inici|dalt)|ler máis|jarraitu irakurtzen|irakurri gehiago|(?:вернуться )?к началу
вернуться наверх|смотреть все|читати повністю|повернут(?:ися|ись) (?:нагору|наверх)
переглянути всі
продължи(?: четенето)?|към началото|(?:настави|наставите) са читањем|прочитај (?:више|повеќе)
назад на врх|продолжи со читање|συν[έε]χεια(?: ανάγνωσης)?|περισσότερα
επιστροφή στην (?:αρχή|κορυφή)
προβολή όλων|okumaya devam (?:et|edin)|devamını okuyun|başa dön|tümünü (?:gör|görüntüle)
oxumağa davam et
lanjut(?:kan)? membaca|kembali ke atas|sambung bacaan|tiếp tục đọc|(?:về|trở (?:lại|về)) đầu trang
อ่านต่อไป|กลับ(?:ไป|สู่)ด้านบน(?:สุด)?|(?:أكمل|تابع|متابعة) القراءة|قراءة المزيد|عرض الكل
(?:العودة|عد) إلى الأعلى|ادامه (?:به )?خواندن|(?:بازگشت|برگشت) به بالا|(?:مشاهده|نمایش) همه
המשך לקרוא|המשיכו לקרוא|חזרה למעלה|הצג הכל
प(?:ढ़|\u095d)ना जारी रखें|और प(?:ढ़|\u095d)िए|আরো প(?:ড়|\u09dc)ুন|প(?:ড়|\u09dc)তে থাকুন|अधिक वाचा
மேலும் (?:படிக்க|வாசிக்க)|தொடர்ந்து படிக்கவும்|ఇంకా చదవండి|წაიკითხე მეტი|շարունակել կարդալ
回到(?:[顶頂][端部]|頁首)|返回頂部|加[载載]更多|載入更多|显示全部|檢視全部|查看所有|繼續閲讀
прочетете (?:още|повече)|чети нататък|прочитајте (?:више|повеќе)|بیشتر بخوانید|daha fazla oku
continua la lettura|lexo(?:ni)? më (?:shumë|tepër)|vazhdo leximin|loe veel|davamı
till början av sidan|(?:nazaj )?na vrh|į viršų|volver ao principio|la început
(?:ページ)?トップに戻る|すべて(?:表示|見る)|맨 ?위로|더 ?읽(?:기|어보기)|모두 보기
"""
# Pages that every site may have; "Back to the Future" is none of them.
_PAGES = r"""
main|home|start|index|overview|menu|news|blog|list|articles?|shop|forums?|page|contents
(?:search )?results|archives?
"""
_BACK = (
    rf"(?:back|return) to (?:(?:the |our |all )?(?:{any_of(_PAGES)})\b[^.:]{{0,20}}"
    r"|[^.:]{1,40} (?:home ?page|web ?site))"
)
# Links of publishers below each reference: "Article CAS PubMed Google Scholar".
_DATABASES = r"""
view article|(?:(?:article|cas|ads|pubmed(?: central)?|math(?:scinet)?) )*google scholar|crossref
"""
# "Read our full review of it", below a summary, and no sentence.
_FULL = regex(r"\W{0,4}read (?:(?:our|the) )?(?:full|entire|complete) .{1,90}(?<![.!?])")
_MORE = regex(rf"\W*(?:{any_of(_MORE_LINKS + _DATABASES)}|{_BACK})\W*")
_LONGEST_MORE = 8  # words
_CLICK = regex(r"\W{0,4}(?:get [^.]{1,40} by )?click(?:ing)? here\b")
_SUBSCRIBE = regex(  # matches folded text
    r"newsletter|subscrib(?:e|ing)\b|sign(?:ing)? up|abonnier|abonnez|suscr[ií]b|assine(?!d)"
    r"|iscriviti|nieuwsbrief|nyhetsbrev|uutiskirje|newslettera|zapisz się|přihlaste se k|hírlevél"
    r"|підпис|подпи[сш]|бюлетин|abone ol|berlangganan|install aplikasi|đăng ký nhận|اشترك|خبرنامه"
    r"|ניוזלטר|सब्सक्राइब|डाउनलोड करें|फॉलो करें|メルマガ|ニュースレター|订阅|訂閱|電子報"
    r"|下[载載]\s?app|app 商店|구독|뉴스레터"
)
# Invitations to follow authors or sites: names are in upper case, unlike "Follow these steps on".
_WHOM = r"(?:us|me|him|her|them|our \w+|(?-i:(?:the )?[A-Z@][^:!?]{1,45}?))"
_FOLLOW = regex(
    rf"\W{{0,4}}(?:(?:please )?(?:follow|like|find) {_WHOM} on|folg(?:en|e|t)\b[^.:]{{1,40}} auf"
    r"|suivez\b[^.:]{1,40} sur|s[ií]gu?[ea]nos en|siga\b[^.:]{1,40} no|segui(?:ci)?\b[^.:]{1,40} su"
    r"|volg\b[^.:]{1,40} op) (?:our |the )?(?:social media|twitter|facebook|instagram|x\b|tiktok"
    r"|youtube|telegram|whatsapp|threads|bluesky|linkedin|google news)",
    re.IGNORECASE,
)
# The same in other languages: the verb first, or last. Matches folded text.
_PLATFORM = r"""
facebook|twitter|instagram|youtube|telegram|whatsapp|viber|tiktok|zalo|(?<![a-z])line(?![a-z])
google (?:news|новост|haber)\w{0,3}|wiadomo\w{2,6} google|телеграм
вайбер|вконтакте|дзен|فيسبوك|تويتر|ت[لي]{1,3}[جغ]رام|واتساب
تلگرام|اینستاگرام|וואטסאפ|טלגרם|פייסבוק|फेसबुक|व्हाट्सएप|ফেসবুক|টেলিগ্রাম|เฟซบุ๊ก|ไลน์|카카오톡|텔레그램
네이버|微信|微博|公[众眾][号號]
"""
_VERB_FIRST = r"""
ikuti|dapatkan|sertai|ακολουθ[ήη]στε|ติดตาม|theo dõi|obserwuj|śledź|sleduj(?:te)?|kövess
urmăr[ei][șş]te|urmăriți|последвайте|следвайте|pratite|пратите|следете|seuraa|följ|følg|jälgi|sekite|sekojiet
fylgstu|ndiqni|segueix|jarraitu|dilynwch|izləyin|читайте нас|присоединяй|приєдну|долучай|стежте
加入|追蹤|按讚|关注|تابعونا|تابعوا|تابعنا|انضم|ما را (?:در|از)|הצטרפו|עקבו אחרי
"""
_VERB_LAST = "takip ed|フォロー|फॉलो|دنبال کنید|بپیوندید|অনুসরণ|ফলো|구독"
_FOLLOW_IN = regex(
    rf"\W{{0,4}}(?:(?:[^.!?]{{1,60}}[.!?]\s){{0,2}}(?:{any_of(_VERB_FIRST)})[^.!?。]{{0,80}}(?:{any_of(_PLATFORM)})"
    rf"|[^.!?。]{{0,80}}(?:{any_of(_PLATFORM)})[^.!?。]{{0,40}}(?:{_VERB_LAST})"
    r"|δε[ίι]τε όλες τις τελευταίες ειδήσεις)"
)


def invitations(linked: Indices, content: Indices, blocks: Blocks) -> list[int]:
    """Content blocks that only invite to something else.

    Args:
        linked: the content blocks with links and at most ``LONGEST`` words.
        content: the content blocks.
        blocks: the blocks of the page.
    """
    mostly = linked[blocks.link_share[linked] >= _LINKED].tolist()
    found = [one for one in mostly if _is_other(blocks, one)]
    if len(content) < _LEAST:
        return found
    last = content[-_END:].tolist()
    found += [one for one in last if _asks_to_follow(blocks, one)]
    return found + [one for one in last[-_LAST:] if _asks_to_subscribe(blocks, one)]


def _is_other(blocks: Blocks, block: int) -> bool:
    """Whether a linked block leads to more text or to another article."""
    text, words = blocks.text[block].lower(), blocks.words.item(block)
    if words <= _LONGEST_MORE and _MORE.fullmatch(text):
        return True
    return words >= _SHORTEST and _invites(text, blocks, block)


def _asks_to_subscribe(blocks: Blocks, block: int) -> bool:
    """Whether a short block with a link asks to subscribe."""
    is_linked = blocks.link_share.item(block) > 0
    if not is_linked or not _SHORTEST <= blocks.words.item(block) <= LONGEST:
        return False
    return _SUBSCRIBE.search(folded(blocks.text[block])) is not None


def _asks_to_follow(blocks: Blocks, block: int) -> bool:
    """Whether a block with a link or an account asks to follow someone, and is no list item."""
    text = blocks.text[block]
    if not (blocks.link_share.item(block) > 0 or "@" in text):  # nearly always
        return False
    if blocks.words.item(block) > LONGEST or blocks.item[block]:
        return False
    return bool(_FOLLOW.match(text) or _FOLLOW_IN.match(folded(text)))


def _invites(text: str, blocks: Blocks, block: int) -> bool:
    """Whether the text of a block, in lower case, invites to another article."""
    if not _BEGINS.match(text):  # nearly always
        return _CLICK.match(text) is not None
    if _LABEL.match(text) or _FULL.fullmatch(text):
        return True
    alone = text_outside_links(blocks, block)
    return len(alone) <= _LONGEST_LABEL and _ALONE.fullmatch(alone.lower()) is not None
