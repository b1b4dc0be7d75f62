"""The names of buttons are no text of the page."""

from functools import partial

import numpy as np
import pytest
from pages import blocks, kept_by

from victor import extract
from victor.filters import buttons

filtered = partial(kept_by, buttons)  # which blocks are content after the filter


def shown(html):
    """The texts of a page all of which was content before the filter."""
    made = blocks(html)
    kept = filtered(made, np.ones(len(made), bool))
    return [text for text, one in zip(made.text, kept, strict=True) if one]


@pytest.mark.parametrize(
    "button",
    [
        "<button>In den Warenkorb</button>",
        "<button class='btn btn-primary'><svg></svg><span>Save this event</span></button>",
        "<div><button>Añadir a favoritos</button> <button>Compartir</button></div>",
        "<blockquote>Quoted.<div><a role=button>Click to expand...</a></div></blockquote>",
        "<h3>Lamp <em>of glass</em> <button>Save this event</button></h3>",
    ],
)
def test_a_button_that_stands_alone_goes(button):
    made = blocks(f"<h2>Lamp</h2><p>A lamp of glass.</p>{button}<p>It is blown by hand.</p>")
    gone = [not one for one in filtered(made, np.ones(len(made), bool))]
    names = ("Warenkorb", "Save", "Añadir", "Compartir", "Click")
    assert gone == [any(name in text for name in names) for text in made.text]
    assert any(gone)


@pytest.mark.parametrize(
    "html",
    [
        "<h3><button>Care and cleaning</button></h3><p>By hand.</p>",
        "<button aria-expanded=false aria-controls=a>Maße</button><div id=a>20 cm</div>",
        "<button class=accordion>Lieferung</button><div class=panel>In drei Tagen.</div>",
        "<button role=tab>Python</button><button role=tab>Rust</button><p>Text</p>",
        "<dl><dt><button>Aperture</button></dt><dd>The opening of a lens.</dd></dl>",
        "<button>Can I return it?</button><p>Within 30 days.</p>",
        "<button>返品できますか？</button><p>はい。</p>",
        "<p>Open the <button>Settings</button> and choose a name.</p>",
        "<button><div>A text</div><p>that somebody put into a button, as a whole card</p></button>",
        "<div role=button>Read the story of the glass makers</div>",
        "<p><a href=/lamp>Lamp</a></p>",
        "<table><tr><th><button>River</button><th><button>km</button><tr><td>Danube<td>2850</table>",
        "<figure><img src=a.png><figcaption><button>The bridge</button></figcaption></figure>",
        "<p><button>Dienes et al.</button> predicted that the river would rise.</p>",
        "<ul><li><button>Chlorophyll</button> is what makes leaves green.</li></ul>",
        "<ul><li>Länge <a role=button>497 Seiten</a></li></ul>",
        "<dl><dt>Ort<dd><button>Ulm</button></dl>",
        "<div><button>How do I cancel? ▼</button><p>In the settings.</p></div>",
        "<ul><li><button>1914</button><p>The war begins.</p></li></ul>",
        "<button class=username>Ana Sol</button><p>The bridge is open again.</p>",
        f"<button>{'word ' * 20}</button>",
    ],
)
def test_what_names_or_is_a_part_of_the_page_stays(html):
    assert shown(f"<p>Before.</p>{html}") == blocks(f"<p>Before.</p>{html}").text


@pytest.mark.parametrize(
    "button",
    [
        "<button aria-expanded=false>… Show more</button>",
        "<details><summary>Expand description</summary></details>",
        "<a role=button data-toggle=collapse>Mehr anzeigen</a>",
        "<button aria-controls=a>展开全部</button>",
    ],
)
def test_a_button_that_only_shows_more_goes(button):
    assert shown(f"<p>Before.</p>{button}<p>After.</p>") == ["Before.", "After."]


def test_what_says_more_about_the_rest_stays():
    html = "<details><summary>Show more about the bridge</summary>Old.</details><p>Show more</p>"
    assert shown(html) == ["Show more about the bridge", "Old.", "Show more"]


@pytest.mark.parametrize("name", ["Copy", "复制代码", "Kopieren"])
def test_the_name_of_a_button_that_copies_code_goes(name):
    made = blocks(f"<p>{name}</p><p>Text</p><pre>x = 1</pre><button>{name}</button>")
    assert made.text == [name, "Text", "x = 1", name]
    assert filtered(made, np.ones(4, bool)) == [True, True, True, False]
    alone = blocks(f"<pre>x = 1</pre><button>{name}</button>")
    assert filtered(alone, np.ones(2, bool)) == [True, False]
    named = blocks(f"<h3>{name}</h3><pre>x = 1</pre><p>{name}!</p>")
    assert all(filtered(named, np.ones(3, bool)))
    quoted = blocks(f"<p>Text</p><blockquote>Zitat</blockquote><p>{name}</p>")
    assert all(filtered(quoted, np.ones(3, bool)))


def test_no_button_in_the_text_of_a_shop():
    page = "<h1>Lamp</h1>" + "".join(
        f"<p>A lamp of glass, which is blown by hand in the north of {place}, in four colours,"
        " with a cable of two metres and a switch.</p><button>Add to cart</button>"
        for place in ("Bohemia", "Bavaria", "Tuscany", "Normandy")
    )
    text = extract(page)
    assert text.count("blown by hand") == 4
    assert "cart" not in text


def posts(signature):
    made = (f"<div class=post><p>Beitrag {i}</p>{signature}</div>" for i in range(3))
    return shown("".join(made))


@pytest.mark.parametrize(
    "signature",
    [
        "<div class=signature>Gruß, Ann</div>",
        "<div class=signaturecontainer><blockquote class='signature restore'>Gruß</div>",
        "<aside class=message-signature><div>Gruß</div><div>Ann</div></aside>",
        "<div class=sig_text>Gruß</div>",
        "<div component=post/signature>Gruß</div>",
    ],
)
def test_signatures_below_posts_go(signature):
    assert posts(signature) == ["Beitrag 0", "Beitrag 1", "Beitrag 2"]


@pytest.mark.parametrize(
    "note",
    [
        "<h5 class='userTitle message-userTitle'>Gesperrt</h5>",
        "<span class=usertitle>Gast</span><dl class=userstats><dt>Beiträge<dd>2.844</dl>",
        "<dl><dd class=usertitle>Gast<dd><span>Beiträge: 27</span></dl>",
        "<dl><dd class=profile-rank>Gast<dd class=profile-posts>Beiträge: 27</dl>",
        "<p class=usertitle>Gast<p class=postedit><em>Zuletzt geändert von Ann</em>",
        "<p class=usertitle>Gast<div class=postfootleft><p><span>Offline</span></div>",
        "<i class=pstatus>Zuletzt geändert von Ann</i>",
        "<span class='ipsType_reset ipsType_medium ipsType_light'><b>Edited by Ann</b></span>",
        "<p class='i-color_soft ipsEdited'><b>Edited by Ann</b></p>",
        "<i class=profile-posts>27</i><div id=post_content7><p class=notice>Edited by Ann</div>",
        "<span class=post-likes>4 Likes</span>",
        "<ul><li class=bbp-topic-description>Dieses Thema hat 2 Antworten.</ul>",
        "<div class=bbp-pagination><div class=bbp-pagination-count>Beiträge 1 bis 3</div></div>",
        "<h2 class='js-bottom-notice bottom-notice'>Antworten können nur Mitglieder.</h2>",
        "<div class='mt-4 edit-info'><small>Zuletzt bearbeitet von: <a>Ann</a></small></div>",
        "<span class=smalltext id=modified_71>Last Edit: 4 May 2026 by Ann</span>",
        "<ul class=bbp-reply-revision-log><li>Diese Antwort wurde geändert.</ul>",
        "<div class='post-status-message post-status-best-answer'><p>Beste Antwort</div>",
        "<div class='raw-content tw-hidden'>*Beitrag*</div>",
        "<div class=updated-message>Geändert am 4. März</div>",
        "<span component=post/editor class=hidden>zuletzt editiert von Ann</span>",
        "<div component=post/parent><a href=/u>Ann</a><div>Die Brücke ist zu.</div></div>",
    ],
)
def test_notes_of_forum_software_go(note):
    assert posts(note) == ["Beitrag 0", "Beitrag 1", "Beitrag 2"]


@pytest.mark.parametrize(
    "note",
    [
        "<table class='metadata ambox ambox-content'><tr><td>Bitte Belege ergänzen.</table>",
        "<div class=navbox><table><tr><th>Brücken<td><a href=/w>Ponte</a></table></div>",
        "<div id=catlinks class=catlinks>Kategorie: <a href=/k>Brücke in Prag</a></div>",
        "<table class='sidebar nomobile'><tr><td class=sidebar-pretitle>Teil einer Reihe über<tr>"
        "<th class=sidebar-title-with-pretitle><a href=/w>Brücken</a></table>",
        "<div class='side-box sistersitebox'>Commons: <a href=/c>Brücke</a></div>",
    ],
)
def test_notes_of_mediawiki_go(note):
    assert shown(f"<p>Die Brücke steht.</p>{note}") == ["Die Brücke steht."]


def test_the_details_of_an_article_in_joomla_go():
    details = (
        "<dl class='article-info text-muted'><dt>Details<dd class=createdby>Geschrieben von: Ann"
        "<dd class=published><time>Veröffentlicht: 4. Mai</time><dd class=hits>Zugriffe: 31</dl>"
    )
    page = f"<h1>Die Brücke</h1>{details}<p>Die Brücke steht.</p>"
    assert shown(page) == ["Die Brücke", "Die Brücke steht."]
    other = page.replace("article-info", "article-facts")
    assert "Zugriffe: 31" in shown(other)


@pytest.mark.parametrize(
    "note",
    [
        "<div class=quarto-title-meta><div>Autor:in</div><p>Ann</div>",
        "<div id=quarto-citation class=quarto-appendix-contents><h2>Zitat</h2><p>Ann. 2023.</div>",
        "<div class='item downloads_chart'><h3>Downloads</h3><p>Noch keine Daten.</div>",
        "<section class='sub_item citation_display'><h2>Zitat</h2><p>Ann. 2023.</section>",
    ],
)
def test_notes_of_quarto_and_open_journal_systems_go(note):
    assert shown(f"<p>Die Brücke steht.</p>{note}") == ["Die Brücke steht."]


@pytest.mark.parametrize(
    ("summary", "stays"),
    [
        ("Code", False),
        ("コード", False),
        ("<p>Show code cell source</p><p>Hide code cell source</p>", False),
        ("Code der Brücke", True),
    ],
)
def test_what_opens_code_goes(summary, stays):
    page = f"<p>So geht es.</p><details><summary>{summary}</summary>{{}}</details>"
    assert (len(shown(page.format("<pre>make</pre>"))) == 3) == stays
    assert len(shown(page.format("<p>Die Brücke steht.</p>"))) > 2


ARTICLE = "<p>" + "Die Brücke ist seit dem Frühjahr wieder offen. " * 4 + "</p>"


@pytest.mark.parametrize(
    "system",
    [
        "<section id=isso-thread><h4>2 Kommentare</h4>{}</section>",
        "<div id=Comments class=artalk><div class=atk-list>{}</div></div>",
        "<div data-waline><div class=wl-comment>Name</div><div class=wl-cards>{}</div></div>",
        "<div class=tk-comments>{}</div>",
        "<div id=gitalk><div class=gt-container>{}</div></div>",
        "<div id=disqus_thread>{}</div>",
    ],
)
def test_comments_that_a_comment_system_inserts_go(system):
    comments = system.format("<p>Endlich!</p><p>Wie hoch ist der Zoll?</p>")
    assert len(shown(ARTICLE + comments)) == 1
    assert "Endlich!" in shown(f"<h1>Gästebuch</h1>{comments}")


def test_the_list_of_keys_of_mdbook_goes():
    keys = "<h2>Keyboard shortcuts</h2><p>Press <kbd>?</kbd> to show this help</p>"
    page = f"<div id=mdbook-help-container>{keys}</div><main><p>Die Brücke steht.</p></main>"
    assert shown(page) == ["Die Brücke steht."]


def test_the_names_of_writers_stay():
    card = "<dl><dt><strong>Ann</strong><dd class=usertitle>Gast<dd>Beiträge: 27</dl>"
    assert posts(card) == [one for i in range(3) for one in (f"Beitrag {i}", "Ann")]


@pytest.mark.parametrize(
    "html",
    [
        "<p>Lieber Karl,</p><p class=signature>Deine Ann</p>",
        "<dl><dt class='sig sig-object'>dump(obj)<dd>Schreibt.<dt class=sig>load()<dd>Liest</dl>",
        "<h3 class=signature>#load(a)</h3><p>Liest.<h3 class=signature>#dump(a)</h3><p>Schreibt.",
        "<h3>Ann</h3><p class=user-title>Geschäftsführerin</p>",
        "<p class=member-signature>void a()</p><p class=member-signature>void b()</p>",
    ],
)
def test_other_signatures_stay(html):
    assert shown(html) == [*blocks(html).text]


@pytest.mark.parametrize(
    "line",
    [
        "<p>READ MORE: <a href=/b>The bridge is open</a></p>",
        "<p><b>Lesen Sie auch:</b> <a href=/b>Die Brücke ist offen</a></p>",
        "<p>[Related: <a href=/b>Ten bridges to see</a>]</p>",
        "<p>A lire aussi : <a href=/b>Le pont est ouvert</a></p>",
        "<p><b>Lire aussi.</b> <a href=/b>Le pont est ouvert</a></p>",
        "<p>ALSO READ <a href=/b>The bridge is open again</a></p>",
        "<p><a href=/b>Przeczytaj także: Most jest otwarty</a></p>",
        "<p><a href=/b>Читайте также: Мост открыт</a></p>",
        "<p><a href=/b>اقرأ أيضا: الجسر مفتوح الآن</a></p>",
        "<p>関連記事：<a href=/b>橋が開いた</a></p>",
        "<p>【関連記事】<a href=/b>工事の終わった橋が開いた</a></p>",
        "<p>До теми <a href=/b>Міст відкрили після ремонту</a></p>",
        "<p>ΔΙΑΒΑΣΤΕ ΕΠΙΣΗΣ: <a href=/b>Η γέφυρα άνοιξε ξανά</a></p>",
        "<p><i>Also: <a href=/b>Ten bridges to see</a></i></p>",
        "<p>Next: <a href=/b>The bridge is open again</a></p>",
        "<p><a href=/b>CLICK HERE TO GET OUR APP</a></p>",
        "<p><a href=/d>Article</a> <a href=/p>PubMed</a> <a href=/s>Google Scholar</a></p>",
        "<p>Previous story: <a href=/b>The ferry that sank</a></p>",
        "<p>上一篇：<a href=/b>工事の終わった橋が開いた</a></p>",
        "<p>次の記事 ≫：<a href=/b>工事の終わった橋が開いた</a></p>",
        "<p>Read our full <a href=/b>Quill 4 lamp review</a></p>",
        "<p><a href=/b>Read more »</a></p>",
        "<p><a href=#top>&lt; back to top</a></p>",
        "<p><a href=#top>Top</a></p>",
        "<p><a href=/>Return to the harbour's home page</a></p>",
        "<p><a href=/n>« Back to all news</a></p>",
        "<p><a href=#>Zum Seitenanfang</a></p>",
        "<div><a href=/b>Lire la suite</a></div>",
        "<p><a href=/b>Pokračovat ve čtení</a></p>",
        "<p><a href=/b>Fortsätt läsa</a></p>",
        "<p><a href=/b>Continuă să citești</a></p>",
        "<p><a href=/b>متابعة القراءة</a></p>",
        "<p><a href=/b>और प\u095dें</a></p>",
        "<p><a href=#top>Tilbage til toppen</a></p>",
        "<p><a href=#top>맨 위로</a></p>",
        "<p><a href=/b>查看更多</a></p>",
        "<p><a href=/b>Zobacz więcej</a></p>",
        "<p><a href=/b>اقرأ المزيد</a></p>",
        "<p>اقرأ أيضًا: <a href=/b>الجسر مفتوح الآن</a></p>",
        "<p><a href=/b>Կարդացեք նաև՝ Կամուրջը բացվեց</a></p>",
        "<p><b>Baca: <a href=/b>Jembatan dibuka kembali</a></b></p>",
        "<p>Soma pia: <a href=/b>Daraja limefunguliwa tena</a></p>",
        "<p>यो पनि पढ्नुहोस्: <a href=/b>बागमतीको पुल फेरि सञ्चालनमा</a></p>",
        "<p><a href=/b>អានបន្ត៖ ស្ពានបានបើកឡើងវិញ</a></p>",
    ],
)
def test_invitations_to_other_articles_go(line):
    page = f"<p>The river rose.</p>{line}<p>It fell at noon.</p>"
    assert shown(page) == ["The river rose.", "It fell at noon."]


@pytest.mark.parametrize(
    "call",
    [
        "<p>Want more? <a href=/n>Sign up for our letters</a></p>",
        "<p>喜歡這篇文章？<a href=/n>點我下載APP</a>，每天看新聞</p>",
        "<p>लहर की हर खबर के लिए <a href=/n>हमारा ऐप डाउनलोड करें</a></p>",
    ],
)
def test_invitations_to_subscribe_go_at_the_end(call):
    text = "".join(f"<p>The river rose on day {i}.</p>" for i in range(6))
    assert len(shown(text + call)) == 6
    assert len(shown(call + text)) == 7
    assert len(shown(call)) == 1


@pytest.mark.parametrize(
    "line",
    [
        "<p>Tags: <a href=/t/floods>floods</a>, <a href=/t/rivers>rivers</a></p>",
        "<div>\n\tTAGS:\n\t<a href=/t/floods>Floods</a>\n\t<a href=/t/rivers>Rivers</a></div>",
        "<div>Filed under: <a href=/c/news>News</a> | <a href=/c/comments>No comments »</a></div>",
        "<p>| Abgelegt unter <a href=/c/fluss>Flüsse</a></p>",
        "<p>Étiquettes : <a href=/t/crue>crue</a>, <a href=/t/loire>Loire</a></p>",
        "<p>Метки: <a href=/t/reka>река</a></p>",
        "<p>标签：<a href=/t/he>河流</a></p>",
        "<p>Kategorisiert in <a href=/c/fluss>Flüsse</a>, verschlagwortet mit"
        " <a href=/t/boot>Boot</a></p>",
        "<p>Категорії: <a href=/c/riky>Ріки</a></p>",
        "<p>Kategorije: <a href=/c/rijeke>Rijeke</a></p>",
        "<p>Taggar: <a href=/t/alv>älv</a>, <a href=/t/bro>bro</a></p>",
        "<p>Chuyên mục: <a href=/c/song>Sông</a></p>",
        "<p>หมวดหมู่: <a href=/c/nam>แม่น้ำ</a></p>",
        "<p>קטגוריות: <a href=/c/nahar>נהרות</a></p>",
        "<p>دسته‌بندی‌ها: <a href=/c/rud>رود</a></p>",
    ],
)
def test_lines_of_linked_topics_go(line):
    page = f"<p>The river rose.</p>{line}<p>It fell at noon.</p>"
    assert shown(page) == ["The river rose.", "It fell at noon."]


@pytest.mark.parametrize(
    "line",
    [
        "<p>Tags: floods, rivers</p>",  # no links
        "<p>Tags such as <a href=/t/floods>floods</a> help readers.</p>",
        "<p>Keywords: <a href=/k/floods>floods</a>, <a href=/k/rivers>rivers</a></p>",
        "<h3>Topics: <a href=/t/floods>floods</a></h3>",
        "<p>Label: <a href=/l/tide>Tide Records</a></p>",
        "<p><a href=/t/tags>Tags</a> <a href=/t/posts>Posts</a></p>",
    ],
)
def test_other_lines_about_topics_stay(line):
    assert len(shown(f"<p>The river rose.</p>{line}<p>It fell at noon.</p>")) == 3


def test_topics_stay_among_other_facts():
    facts = "<ul><li>Topics: <a href=/s>Ships</a><li>Editors: <a href=/a>Ada Quill</a></ul>"
    assert len(shown(f"<p>The river rose.</p>{facts}")) == 3
    alone = "<ul><li>Topics: <a href=/s>Ships</a></ul>"
    assert shown(f"<p>The river rose.</p>{alone}") == ["The river rose."]


@pytest.mark.parametrize("label", ["Tags", "Schlagwörter:", "Метки", "태그", "الوسوم"])
def test_a_label_whose_links_to_topics_are_lost_goes(label):
    links = "<ul><li><a href=/t/f>floods</a><li><a href=/t/r>rivers</a></ul>"
    made = blocks(f"<p>The river rose.</p><h3>{label}</h3>{links}<p>It fell.</p>")
    lost = np.array([text in ("floods", "rivers") for text in made.text])
    assert kept_by(buttons, made, ~lost) == [True, False, False, False, True]
    assert kept_by(buttons, made, np.arange(5) != 3)[1]  # some links are content
    plain = blocks(f"<p>The river rose.</p><h3>{label}</h3><p>floods</p><p>It fell.</p>")
    assert kept_by(buttons, plain, np.arange(4) != 2)[1]  # no links


STORY = "".join(f"<p>The river rose on day {i}.</p>" for i in range(6))


@pytest.mark.parametrize(
    "line",
    [
        "<p>Follow <a href=/q>Ada B. Quill</a> on Twitter.</p>",
        "<p><i>Like us on <a href=/f>Facebook</a></i></p>",
        "<p>Follow the River Post on X @riverpost</p>",
        "<p>Folgen Sie uns auch auf <a href=/i>Instagram</a>!</p>",
        "<p>Síguenos en <a href=/f>Facebook</a></p>",
        "<p>Ακολουθήστε το Κύμα στο <a href=/g>Google News</a> για όλα τα νέα</p>",
        "<p>Gelişmeler için bizi <a href=/g>Google News'te</a> takip edin</p>",
        "<p>ติดตามข่าวสารได้ที่ <a href=/f>Facebook</a></p>",
        "<p>Δείτε όλες τις τελευταίες <a href=/n>Ειδήσεις</a> από το λιμάνι</p>",
    ],
)
def test_invitations_to_follow_go_at_the_end(line):
    assert len(shown(STORY + line)) == 6
    assert len(shown(line + STORY)) == 7


@pytest.mark.parametrize(
    "line",
    [
        "<p>Follow these rules, and <a href=/f>ads</a> on Facebook will work.</p>",
        "<p>Follow us on Instagram and you will see boats.</p>",
        "<ul><li>Follow <a href=/q>Ada Quill</a> on Twitter</ul>",
        "<p>Μαζί με το <a href=/f>Facebook</a> έκλεισε και το γραφείο.</p>",
    ],
)
def test_other_lines_on_following_stay(line):
    assert len(shown(STORY + line)) == 7


@pytest.mark.parametrize(
    "line",
    [
        "<p>Read more: the library lends four books now.</p>",
        "<p>See: <a href=/b>Two bridges of the north</a></p>",
        "<p>See also: <a href=/b>map()</a></p>",
        "<p>Watch <a href=/b>the bridge open again</a>.</p>",
        "<p>Siehe auch <a href=/b>die Brücke im Norden</a> der Stadt.</p>",
        "<p><a href=/b>The bridge is open</a></p>",
        "<h2>Learn more</h2>",
        "<p>Also <a href=/b>the bridge of the north</a> is open.</p>",
        "<p><a href=/d>Article of a scholar</a></p>",
        "<p><a href=/b>Read more books</a></p>",
        "<p>Read our full <a href=/b>Quill 4 lamp review</a>.</p>",
        "<p>Back to the harbour</p>",
        "<p><a href=/f>Back to the Future</a></p>",
        "<p><a href=/s>Return to Sender</a></p>",
        "<p>Next steps: <a href=/b>How to repair the boat</a></p>",
        "<p>More than <a href=/b>four hundred and ten bridges</a> fell.</p>",
    ],
)
def test_other_lines_with_links_stay(line):
    assert len(shown(f"<p>The river rose.</p>{line}<p>It fell at noon.</p>")) == 3


LINKS = "<ul><li><a href=/b>Two boats of the north</a><li><a href=/c>A lamp for the pier</a></ul>"


@pytest.mark.parametrize(
    "label",
    [
        "<p><b>Related articles:</b></p>",
        "<h3>Lue myös</h3>",
        "<p>Mehr zu Ada Quill und ihrem Boot:</p>",
        "<p>【関連記事】</p>",
        "<div>เรื่องที่เกี่ยวข้อง</div>",
        "<h3>Verwandte Beiträge</h3>",
        "<h3>Похожие записи</h3>",
        "<h3>Relaterade artiklar</h3>",
        "<h3>Bài viết liên quan</h3>",
        "<h3>نوشته‌های مشابه</h3>",
    ],
)
def test_lists_of_other_articles_go(label):
    text = "<p>The river rose in the night, and the ferry did not leave the pier.</p>"
    assert shown(f"{text}{label}{LINKS}{text}{text}") == [blocks(text).text[0]] * 3


@pytest.mark.parametrize(
    "html",
    [
        f"{STORY}<h2>See also</h2>{LINKS}",
        f"{STORY}<p>Related: the river and the sea</p>{LINKS}",
        f"{STORY}<p>Related articles:</p><h3><a href=/b>Two boats</a></h3><p>They sail.</p>",
        f"<p>The boats.</p><p>Related articles:</p>{LINKS}",
    ],
)
def test_other_lists_of_links_stay(html):
    assert shown(html) == blocks(html).text


def test_the_labels_of_form_fields_go():
    text = "<p>The lamp is blown by hand in a workshop on the northern shore of the lake.</p>" * 2
    form = "<label>Colour of the glass <input></label><div><label>Is it safe?</label></div>"
    assert not any("Colour" in one for one in shown(f"{text}{form}"))
    assert any("safe" in one for one in shown(f"{text}{form}"))  # it may open an answer
    quiz = "<div><label>Amber</label></div><div><label>Cobalt blue</label></div>"
    assert len(shown(f"<p>Choose a colour.</p>{quiz}")) == 3  # they are much of the text


BOXES = ("div role=dialog", "dialog open", "span role=tooltip", "div aria-live=polite")


@pytest.mark.parametrize("box", [*BOXES, "aside data-nosnippet"])
def test_dialogs_tooltips_and_messages_go(box):
    text = "<p>The lamp is blown by hand in a workshop on the northern shore of the lake.</p>" * 3
    tag = box.split()[0]
    page = f"{text}<{box}><p>Choose your region</p></{tag}>{text}"
    assert not any("region" in one for one in shown(page))
    assert shown(f"<{box}>{text}</{tag}>") == shown(text)  # the whole text


@pytest.mark.parametrize("box", ["div aria-live=off", "body aria-live=polite", "div role=group"])
def test_other_boxes_stay(box):
    text = "<p>The lamp is blown by hand in a workshop on the northern shore of the lake.</p>" * 3
    assert any("region" in one for one in shown(f"{text}<{box}><p>Choose your region</p>"))


def test_values_of_a_table_that_a_script_updates_stay():
    text = "<p>The lamp is blown by hand in a workshop on the northern shore of the lake.</p>" * 3
    table = "<table><tr><th>Lamp<th>Left<tr><td>Amber<td><span aria-live=polite>14</span></table>"
    assert "14" in shown(f"{text}{table}")


def test_the_line_around_a_tooltip_stays():
    text = "<p>The lamp is blown by hand in a workshop on the northern shore of the lake.</p>" * 3
    line = "<p>The <span role=tooltip>pontil</span> leaves a mark.</p>"
    assert "The pontil leaves a mark." in shown(f"{text}{line}")


def test_urls_that_readers_do_not_see_go():
    page = "<h1>Bell</h1><span itemprop=url style='display:none'>{}</span><p>It rings.</p>{}"
    for url in ("/shop/bell-7", "https://tide.example/bell"):
        assert shown(page.format(url, f"<p>{url}</p>")) == ["Bell", "It rings.", url]
    for text in ("$9/month", "/month", "and/or"):
        assert shown(page.format(text, "")) == ["Bell", text, "It rings."]
