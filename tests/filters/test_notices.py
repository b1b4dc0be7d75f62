"""Notices about the page itself are no text of it."""

import numpy as np
import pytest
from pages import blocks

from victor.filters.buttons.notices import notices

TEXT = "<p>Die Brücke über den Fluss ist seit heute wieder offen.</p>"


def gone(page, title="Die Brücke"):
    """The texts of a page that are notices."""
    made = blocks(f"<title>{title}</title>{TEXT}{page}{TEXT}")
    found = notices(np.ones(len(made), bool), made)
    return [made.text[block] for block in sorted({*found})]


@pytest.mark.parametrize(
    "page",
    [
        "<p>Loading...</p>",
        "<p>{{price.total}}</p>",
        "<div>${{amount_no_decimals}}</div>",
        "<p><strong>{{ errors[17].message }}</strong></p>",
        "<ul><li>{{itemCount}} {{ item.price | currency }}</ul>",
        '<p>{{banner="/parts/banner"}}</p>',
        "<div><div>Carregando…</div></div>",
        "<ul><li><h3>Loading more...</h3><p>Eine Lampe</p></ul>",
        "<p>読み込み中…</p>",
        "<h2>TrackBack</h2>",
        "<p>TrackBack URL for this entry:</p>",
        "<p>Listed below are links to weblogs that reference <a href=/b>The bridge</a>:</p>",
        "<p>Trackback: http://blog.example/mt-tb.cgi/17</p>",
        "<table><tr><td>View larger version (114K):</table>",
        "<table><tr><td><a href=/f>[in this window]</a></table>",
        "<ul><li>Prev by Date: <b><a href=msg00040.html>Paint</a></b></ul>",
        "<ul><li>Next message (by thread): <a href=1235.html>Slow links</a></ul>",
        "<ul><li><b>Messages sorted by:</b> <a>[ date ]</a> <a>[ thread ]</a></ul>",
        "<h1>About this document ...</h1>",
        "<p>This document was generated using the <b>LaTeX</b>2<tt>HTML</tt> translator",
        "<p>File translated from T<sub>E</sub>X by <a href=/t>T<sub>T</sub>H</a>, version 3.1.",
        "<div><bdi>boats/tide.txt</bdi> · Last modified: 2024/05/03 10:15 by <bdi>ada</bdi></div>",
        "<div><bdi>hafen.txt</bdi> · Zuletzt geändert: 2024/05/03 10:15 von <bdi>ada</bdi></div>",
        "<div><bdi>minato.txt</bdi> · 最終更新: 2024/05/03 10:15 by <bdi>ada</bdi></div>",
        "<p>HarbourBoats (last edited 2024-05-03 10:15:12 by <a href=/Ada>AdaQuill</a>)</p>",
        "<p>Next: <a href=Winter.html>Winter</a>, Up: <a href=index.html>Tides</a> &nbsp;"
        " [<a href=index.html>Contents</a>][<a href=Index.html>Index</a>]</p>",
        "<p>Topic revision: r3 - 03 May 2024, <a href=/AdaQuill>AdaQuill</a></p>",
        "<p>0 Members and 1 Guest are viewing this topic.</p>",
        "<div>Users browsing this thread: <span>3 Guest(s)</span></div>",
        "<p>0 Mitglieder und 2 Gäste betrachten dieses Thema.</p>",
        "<p>0 Пользователей и 1 гость просматривают эту тему.</p>",
        "<div>Advertisement</div>",
        "<p><a href=/ads>ADVERTISEMENT</a></p>",
        "<div>- Article continues below advertisement -</div>",
        "<p>SCROLL TO CONTINUE WITH CONTENT</p>",
        "<h3>Comments are closed.</h3>",
        "<h3>Leave a Reply</h3>",
        "<p><a href=/comments>Kommentar schreiben</a></p>",
        "<h2>コメントを残す</h2>",
        "<h2>Your comment on this answer:</h2>",
        "<h3>Hinterlasse einen Kommentar</h3>",
        "<h3>Lasă un răspuns</h3>",
        "<h3>Оставите одговор</h3>",
        "<h3>Tinggalkan Balasan</h3>",
        "<h3>אין תגובות</h3>",
        "<h3>टिप्पणी जो\u095cें</h3>",
        "<p>コメントは停止中です。</p>",
        "<p>Komentáře nejsou povoleny.</p>",
        "<p>Все още няма коментари.</p>",
        "<p>ยังไม่มีความเห็น</p>",
        "<p>Načítá se…</p>",
        "<p>불러오는 중…</p>",
        "<h4>Was dit artikel nuttig?</h4>",
        "<p>この記事は役に立ちましたか？</p>",
        "<p>If you buy something through these links, we may earn a small commission.</p>",
        "<p><i>Purchases made through our links may earn us a commission.</i></p>",
        "<p>We may receive compensation when you click on links to products.</p>",
        "<p>We earn commissions from links on this site.</p>",
        "<p>This article has links that may earn us a small commission.</p>",
        "<div><b>Official websites use .gov</b></div>",
        "<p>A <b>.gov</b> website belongs to an official government organization.</p>",
        "<p>A <b>lock</b> ( ) or <b>https://</b> means you’ve safely connected to the .gov website."
        " Share sensitive information only on official, secure websites.</p>",
        "<p>Los sitios web oficiales usan .gov Un sitio web .gov pertenece a una organización.</p>",
        "<p>声明：本文观点仅代表作者本人，本站仅提供信息存储服务。</p>",
        "<p>Die Kommentarfunktion ist geschlossen.</p>",
        "<form></form><div class=w-form-done>Thank you! Your submission has been received!</div>",
        "<div>Oops! Something went wrong while submitting the form.</div>",
        "<h3>Thanks for signing up!</h3>",
        "<span>Merci pour votre inscription !</span>",
        "<p>التعليقات مغلقة.</p>",
        "<p>Es wurden noch keine Kommentare geschrieben.</p>",
        "<p><i>Dalsza część artykułu pod materiałem wideo</i></p>",
        "<div>İçeriğin Devamı Aşağıda</div>",
        "<p>▼ 請繼續往下閱讀</p>",
        "<div>Đang tải...</div>",
        "<p>You need to enable JavaScript to run this app.</p>",
        "<p>This slideshow requires JavaScript.</p>",
        "<p>This is a heavily interactive web application, and JavaScript is required.</p>",
        "<p>Bitte aktivieren Sie JavaScript, um die Karte zu sehen.</p>",
        "<p>Veuillez activer JavaScript pour voir les commentaires.</p>",
        "<p>This forum requires Javascript to be enabled for posting content</p>",
        "<p>请启用JavaScript以查看评论。</p>",
        "<h1>JavaScript is not available.</h1>",
        "<p>Your browser does not seem to support JavaScript, so this forum is read-only.</p>",
        "<p>我们检测到浏览器禁用了 JavaScript。请启用 JavaScript 或改用支持的浏览器。</p>",
        "<p>This site may earn a commission from merchant links.</p>",
        "<ul><li>You must be logged in to post a comment</ul>",
        "<h2>You must log in to answer this question.</h2>",
        "<p>You need to <a href=/in>log in</a> before you can comment on this bug.</p>",
        "<p>Please Log in or Create an account to join the conversation.</p>",
        "<p><a href=/login>Sign in to add this item to your list</a></p>",
        "<p><a href=/join>Sign up for free</a> to join this conversation. <a>Sign in to post</a>",
        "<p>请先登录后发表评论~</p>",
        "<p>Du musst <a href=/in>angemeldet</a> sein, um einen Kommentar abzugeben.</p>",
        "<p><a href=/in>Connectez-vous pour répondre</a></p>",
        "<p>Debes <a href=/in>iniciar sesión</a> para publicar un comentario.</p>",
        "<p>Para enviar um comentário, <a href=/in>faça login</a>.</p>",
        "<p><a href=/in>Zaloguj się, aby dodać komentarz</a></p>",
        "<p>Для отправки комментария вам необходимо <a href=/in>авторизоваться</a>.</p>",
        "<p>Yorum yapabilmek için <a href=/in>giriş yapmalısınız</a>.</p>",
        "<p>コメントを投稿するには<a href=/in>ログイン</a>してください。</p>",
        "<p>برای نوشتن دیدگاه باید <a href=/in>وارد بشوید</a>.</p>",
        "<p>Bạn phải <a href=/in>đăng nhập</a> để gửi bình luận.</p>",
        "<p><a href=/in>登录</a>以发表评论</p>",
        "<p>This topic has been deleted. Only users with special rights can see it.</p>",
        "<p>Hello! It looks like you're interested in this conversation, but you don't have an"
        " account yet.</p>",
        "<p>With your input, this post could be even better 💗</p>",
        '<ol><li><span style="display:none">{"url": "/a.png", "width": 460}</span></ol>',
        "<p>发表于 2024-5-18 19:27:00 | 只看该作者 |倒序浏览</p>",
        "<div>Externer Inhalt nicht verfügbar</div>",
        "<p>[저작권자 ⓒ 물결일보, 무단전재 및 재배포 금지]</p>",
        "<p>انتهای پیام/</p>",
        "<p>扫一扫在手机打开当前页</p>",
        "<p>מצאתם טעות בכתבה? כתבו לנו</p>",
        "<p>Нашли ошибку? Выделите её и нажмите Ctrl + Enter</p>",
        "<div>Kļūda rakstā? Iezīmējiet tekstu un spiediet <b>Ctrl+Enter</b></div>",
        "<p>You have <b>2</b> articles left to read this month before you need to register.</p>",
        "<p>This is your last free article.</p>",
        "<div>Please <a href=/up>sign up</a> or <a href=/in>log in</a> to continue reading</div>",
        "<p>To continue reading this story, subscribe now.</p>",
        "<p>This article is for paid subscribers only.</p>",
        "<p>🔒 Cet article est réservé aux abonnés.</p>",
        "<p>Dieser Artikel ist nur für Abonnenten</p>",
        "<p>Contenido exclusivo para suscriptores</p>",
        "<p>Artykuł dostępny tylko dla prenumeratorów</p>",
        "<p>Материал доступен только для подписчиков</p>",
        "<p>［有料会員限定］ この記事は会員限定です。登録すると続きをお読みいただけます。</p>",
        "<p>残り1,234文字（全文2,000文字）</p>",
        "<p>登录后阅读全文</p>",
        "<div><span>Estimated reading time:</span> <span>4</span> <span>minutes</span></div>",
        "<p>⏱ 5 min read</p>",
        "<p>Geschätzte Lesezeit: ca. 3 Minuten</p>",
        "<p>Temps de lecture : 4 minutes</p>",
        "<p>Время чтения: 7 мин.</p>",
        "<p>RSS feed for comments on this post. TrackBack URL</p>",
        "<p>{{page.state === 'a' ? 'Published' : page.state === 'b' ? 'Draft' : 'None'}}</p>",
        "<p>An dieser Stelle finden Sie einen externen Inhalt, der den Artikel ergänzt.</p>",
        "<p>This content isn't visible due to your cookie preferences.</p>",
        "<p>Om deze inhoud te tonen moet je toestemming geven voor cookies.</p>",
        "<p>Pour voir ce contenu, veuillez accepter les cookies de nos partenaires.</p>",
        "<p>Para ver este vídeo debes aceptar las cookies.</p>",
        "<p>Was this page helpful?</p>",
        "<h3>Share this article:</h3>",
        "<p>Partager la page</p>",
        "<p>Diesen Artikel teilen</p>",
        "<h3>Did you make this recipe?</h3>",
        "<h4>War dieser Beitrag hilfreich?</h4>",
        "<p>Ce contenu est bloqué car vous n'avez pas accepté les cookies.</p>",
        "<p>コメントを見るには、お使いのブラウザでJavaScriptを有効にしてください。</p>",
        "<ul><li>Eins<li>Diese E-Mail-Adresse ist gegen Spambots geschützt! JavaScript muss"
        " aktiviert werden, damit sie angezeigt werden kann.</ul>",
    ],
)
def test_a_notice_goes(page):
    assert len(gone(page)) == 1


def test_all_that_a_converter_says_about_a_document_goes():
    about = (
        "<h1>About this document ...</h1>"
        "<p>This document was generated using the <b>LaTeX</b>2<tt>HTML</tt> translator"
        "<p>Copyright © 1993, 1994, Nikos Drakos, Computer Based Learning Unit, Leeds."
        "<p>The command line arguments were:"
        "<p><b>latex2html</b> <tt>-split 0 orgel.tex</tt>"
        "<p>The translation was initiated by Lena Brandl on 2003-05-12"
    )
    assert len(gone(about)) == 6


def test_words_with_other_meanings_go_where_they_are_repeated():
    assert gone(f"<div>Anzeige</div>{TEXT}<div>Anzeige</div>") == ["Anzeige", "Anzeige"]
    assert gone(f"<h2>Publicidad</h2>{TEXT}<h2>Publicidad</h2>") == ["Publicidad"] * 2
    assert gone("<div>Anzeige</div><div>LCD, beleuchtet</div>") == []
    assert gone(f"<h2>Publicidad</h2>{TEXT}") == []


@pytest.mark.parametrize("label", ["<h2>Inhalt</h2>", "<p><b>Table of contents:</b></p>"])
def test_the_label_of_a_table_of_contents_goes_without_the_table(label):
    made = blocks(f"{TEXT}{label}<ul><li><a href=#a>Der Bau</a><li><a href=#b>Heute</a></ul>{TEXT}")
    content = np.ones(len(made), bool)
    assert notices(content, made) == []
    content[2:4] = False
    assert notices(content, made) == [1]


PROSE = "The bridge across the river was closed for two years, and now it has four lanes for all."


@pytest.mark.parametrize(
    ("below", "goes"),
    [
        (f"<p>{PROSE}</p>", True),
        ("<h2>How the bridge was built</h2>", True),
        (f"<p>{PROSE[:-1]}:</p>", False),
        (f"<p><a href=#a>{PROSE}</a></p>", False),
        ("<p>How the bridge was built</p>", False),
    ],
)
def test_the_label_of_a_table_of_contents_goes_above_text(below, goes):
    assert gone(f"<h2>In this article</h2>{below}") == ["In this article"] * goes
    assert gone(f"<h2>In diesem Beitrag:</h2>{below}") == ["In diesem Beitrag:"] * goes
    assert gone(f"<h2>Contents</h2>{below}") == []


def test_reports_of_a_program_that_brings_reviews_are_no_text():
    report = ["bvseo_sdk, java_sdk, bvseo-2.2", "CLOUD, getReviews, 0ms", "REVIEWS, PRODUCT"]
    items = "<li>".join(report)
    other = "<ul><li>Ein Becher<li>CLOUD, getReviews</ul>"
    assert gone(f"<ul><li>{items}</ul>{other}<p>bvseo-msg: off;</p>") == [
        *report,
        "bvseo-msg: off;",
    ]
    assert gone(f"<pre>{report[0]}</pre><p>The bvseo_sdk, which logs</p>") == []


@pytest.mark.parametrize(
    "page",
    [
        "<ul><li>Ein Becher, blau<div>bvseo-msg: off;</div><li>Un plato, azul</ul>",
        "<div><li>Ein Becher, blau<li>bvseo-msg: off;</div>",
        "<ul><li>bvseo-msg: off;<li>I like it, and so do my children.<li>Gut</ul>",
    ],
)
def test_reviews_beside_reports_stay(page):
    assert gone(page) == ["bvseo-msg: off;"]


@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("<h2>Loading</h2>", "Manual of the harbour"),
        ("<p>{{stub}}</p><p>{{Cite web|title=Tides}}</p>", "Templates of the wiki"),
        ("<p>Write {{user.name}} where the name belongs.</p>", "Manual of templates"),
        ("<pre>{{user.name}}</pre><p><code>{{user.name}}</code></p>", "Manual of templates"),
        ("<h2>Share this article</h2>", "Share this article: a guide to buttons"),
        ("<p>Share this article with the crew before you sail.</p>", "Rules on board"),
        ("<p>Loading the ship takes a day...</p>", "Manual of the harbour"),
        ("<table><tr><td>1<td>Loading...<tr><td>2<td>Ready</table>", "States of a widget"),
        ("<pre>Loading...</pre>", "Output of the program"),
        ("<h2>Trackback</h2>", "What is a trackback?"),
        ("<p>A TrackBack tells a site that another refers to it.</p>", "Words of the web"),
        ("<p>The next message: the bridge is open, says the harbour office.</p>", "Boats"),
        ("<p>The larger version (2.1) has a window] that opens.</p>", "Boats"),
        ("<ul><li>Loading...<li>Ready</ul>", "States of a widget"),
        ("<p>Advertising</p>", "Departments"),
        ("<h1>Thanks for signing up!</h1>", "Thanks for signing up! What is next"),
        ("<ul><li>Thanks for signing up!<li>Please enter a valid email</ul>", "Messages"),
        ("<h2>Advertisement</h2>", "Kinds of speech"),
        ("<div>advertisement</div><div>noun</div>", "Advertisement: meaning"),
        ("<ul><li>Werbung<li>Werbung</ul>", "Abteilungen"),
        ("<p>平台仅提供信息存储空间服务的，" + "应当及时删除侵权内容。" * 8 + "</p>", "法律"),
        ("<p>As an author, I may earn a commission when you buy the book.</p>", "My books"),
        ("<p>We show sellers how they earn a commission with each sale.</p>", "Sales"),
        ("<p>We met the commission, which can pay compensation.</p>", "A day in court"),
        ("<p>You need to enable JavaScript.</p>", "How to turn JavaScript on"),
        ("<p>Turn on JavaScript.</p><p>Without JavaScript, forms are not checked.</p>", "Help"),
        ("<p>Make sure that JavaScript is enabled in your browser.</p>", "Help with the player"),
        ("<p>To view this content, accept all cookies.</p>", "Questions about cookies"),
        ("<p>Der externe Inhalt einer Seite wird erst nach einem Klick geladen.</p>", "Hilfe"),
        (
            "<p>On Monday I disabled JavaScript in my browser; half of it broke.</p>",
            "A week",
        ),
        (
            "<p>The extension lets you turn off JavaScript on sites without trust.</p>",
            "Safe",
        ),
        ("<p>This course requires JavaScript.</p>", "Courses in winter"),
        ("<p>The language has a type for it, as JavaScript and Lua have.</p>", "Numbers"),
        ("<blockquote>You must enable JavaScript.</blockquote>", "A message that I get"),
        ('<pre>{"url": "/a.png", "width": 460}</pre>', "Answers of the service"),
        ("<blockquote>You must log in to post a comment.</blockquote>", "A message that I get"),
        ("<p>The paper has more subscribers only because of its football.</p>", "News"),
        ("<p>You have two articles left in the basket, which you may buy later.</p>", "Help"),
        ("<p>La salle est réservée aux abonnés du théâtre, qui y attendent le bus.</p>", "Nuit"),
        ("<p>The average reading time of a page is two minutes, as it was then.</p>", "Eyes"),
        ("<p>Press Ctrl+Enter to run a cell of the notebook.</p>", "Keys"),
        ("<ol><li>Sign in to add a photo<li>Register to join the club</ol>", "Help"),
        ("<p>You must log in and open the settings to change the colors.</p>", "Help"),
        ("<p>The topic has been deleted by its writer, who was angry.</p>", "News of forums"),
    ],
)
def test_what_is_about_such_words_stays(page, title):
    assert gone(page, title) == []


CONSENT = "<p>Diese Seite verwendet Cookies, um Dienste zu verbessern.</p>"


@pytest.mark.parametrize(
    "box",
    [
        f"<div id=onetrust-consent-sdk><div class=ot-pc-content>{CONSENT}</div></div>",
        f"<div class='didomi-notice-banner bottom'>{CONSENT}</div>",
        f"<section class=cookie-banner__text>{CONSENT}</section>",
        f"<div id=CybotCookiebotDialog>{CONSENT * 4}</div>",
        f"<div id=BorlabsCookieBox class=BorlabsCookie>{CONSENT}</div>",
    ],
)
def test_dialogs_that_ask_for_consent_go(box):
    assert {*gone(f"<p>Der Fluss stieg.</p>{box}")} == {CONSENT[3:-4]}


@pytest.mark.parametrize("box", ["main", "div class=cookie-consent><article", "div id=cookies"])
def test_text_about_cookies_stays(box):
    assert gone(f"<body class=cookie-banner-visible><{box}>{CONSENT}") == []


APPEAL = "<p>Help keep our reports free: support our newsroom with as little as $2 a month.</p>"


@pytest.mark.parametrize(
    "text",
    [
        "If you enjoyed this article, please consider supporting our independent journalism.",
        "The Ferry Post is a reader-funded magazine, so please consider a small donation.",
        "Support us for as little as £5 and help to keep this site running for everyone.",
        "Our reporters need your help. Become a member today, for the price of a ticket.",
        "Thanks for reading Tides! Subscribe for free to receive new posts and support my work.",
        "Tides is a reader-supported publication. To receive new posts and support my work, "
        "consider becoming a free or paid subscriber.",
        "Did you like this story? You can buy us a coffee.",
        "Sign up for our newsletter!",
        "Want more from the coast? Subscribe to Tides, our weekly newsletter.",
        "The best stories of the Post, delivered straight to your inbox.",
        "Hier können Sie sich für unseren Newsletter anmelden.",
        "Inscrivez-vous à notre newsletter du vendredi.",
    ],
)
def test_appeals_to_readers_go(text):
    assert gone(f"<p>{text}</p>") == [text]


def test_what_stands_with_appeals_goes():
    greeting = "<p>Dear reader, we at the Post know that not everyone can pay.</p>"
    box = f"<div><h4>Thank you</h4>{greeting}{APPEAL}{APPEAL}</div>"
    assert len(gone(f"<div>{TEXT * 6}{box}</div>")) == 4
    heading = "<h2>On supporting journalism</h2>"
    assert len(gone(f"<div>{TEXT * 3}{heading}{APPEAL}{TEXT * 3}</div>")) == 2


@pytest.mark.parametrize(
    ("page", "title"),
    [
        (APPEAL, "Support us | The Ferry Post"),
        ("<p>Subscribe to our newsletter in two steps.</p>", "Newsletters of the Ferry Post"),
        (
            "<p>The newsletter of the harbor has twenty pages and is read by all sailors.</p>",
            "Port",
        ),
        (f"<blockquote>{APPEAL}</blockquote>", "How sites ask for money"),
        ("<p>“People like you support our work, and the readers pay our reporters.”</p>", "Post"),
        ("<p>The fund paid $2 million to support independent journalism in villages.</p>", "Funds"),
        (
            "<p>If you like these patterns, consider supporting me and my work with a tip.</p>",
            "Wool",
        ),
        (
            "<p>Volunteers give a contribution to the town, as little as $1 for each tree.</p>",
            "Oaks",
        ),
        ("<p>For a longer life of your tires, consider making a habit of tests.</p>", "Tires"),
    ],
)
def test_texts_about_such_appeals_stay(page, title):
    assert gone(page, title) == []


@pytest.mark.parametrize(
    "page",
    [
        "<div>https://ferry.example/bridge/</div>",
        "<p>Permalink: <a href=/bridge>https://ferry.example/bridge</a></p>",
        "<div>本文链接：http://ferry.example/bridge/</div>",
    ],
)
def test_the_address_of_the_page_goes(page):
    for url in ("https://ferry.example/bridge/", "https://ferry.example/bridge/index.html"):
        assert len(gone(f"<link rel=canonical href='{url}'>{page}")) == 1
    assert gone(f"<link rel=canonical href='https://ferry.example/other'>{page}") == []


def test_an_address_within_a_text_or_in_code_stays():
    link = "<link rel=canonical href='https://ferry.example/bridge'>"
    page = "<pre>curl https://ferry.example/bridge</pre><p>https://ferry.example/bridge/toll"
    assert gone(link + page) == []
    home = "<link rel=canonical href='https://ferry.example/'><p>Fahrplan: https://ferry.example/"
    assert gone(home) == []
