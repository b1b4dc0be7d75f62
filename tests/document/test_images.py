import json
import re

import pytest

import victor

CLEANER = victor.load("keep-everything")
NAMES_OF_BOATS = ("Anna", "Berta", "Clara")
NAMES = ("Zeitung", "Ann", "Anzeige", "Brücke", "Eins", "Zwei", "App")


def markdown(page):
    made = CLEANER.clean(f"<body><div>{page}</div>", url="https://example.org/dir/")
    return made.format("markdown-title").rstrip("\n")


@pytest.mark.parametrize(
    ("attributes", "address"),
    [
        ("src=a.png", "dir/a.png"),
        ("src=/s.png srcset='/s,1.png 320w, /l,2.png 1280w'", "l,2.png"),
        ("src=/s.png srcset='/a.png 1x,/b.png 2x'", "b.png"),
        ("src='data:image/gif;base64,R0' data-src=/real.png", "real.png"),
        ("src=/placeholder.gif data-lazy-src=/real.png", "real.png"),
        ("src='data:image/svg+xml,' data-lazy-srcset='/l.jpg 1200w,/m.jpg 600w'", "l.jpg"),
        ("src='data:image/svg+xml,' nitro-lazy-src=/real.jpg nitro-lazy-empty", "real.jpg"),
        ("src='data:image/svg+xml,' nitro-lazy-srcset='/l.jpg 900w,/m.jpg 300w'", "l.jpg"),
        ("src=/blank.png data-lazyload=/fjord.jpg", "fjord.jpg"),
        ("src=/fjord.jpg data-lazy=/other.jpg", "fjord.jpg"),
        ("src=/fjord.jpg data-url=null", "fjord.jpg"),
        ("src=/s.jpg srcset='/fjord.jpg ²x'", "fjord.jpg"),
        ("src=/fjord_300x.jpg data-src='/fjord_{width}x.jpg'", "fjord_300x.jpg"),
        ("src=/img/placeholder.60f9b1840c.svg data-src=/fjord.jpg", "fjord.jpg"),
        ("src='data:,' data-gl-src='/fjord.jpg?width=660'", "fjord.jpg?width=660"),
        ("data-site-srcset='/m.jpg 300w, /l.jpg 900w'", "l.jpg"),
        ("src=/fjord.jpg data-big-src=/other.jpg", "fjord.jpg"),
        ("src=//:0 data-li-src=//example.org/dms/9?e=1", "dms/9?e=1"),
    ],
)
def test_the_best_address_is_taken(attributes, address):
    assert markdown(f"<p>Text <img {attributes} alt=Bild> danach") == (
        f"Text ![Bild](https://example.org/{address}) danach"
    )


@pytest.mark.parametrize(
    "attributes",
    [
        *(
            "src=/a.gif width=1 height=1",
            "src='data:image/gif;base64,R0'",
            "src=/spacer.gif",
            "src=/spacer.gif data-lazy=true",
            "src=/spacer.gif data-fallback-src=/none.jpg",
            "src=/spacer.gif data-title='A fjord, seen in /may.jpg'",
            "data-srcset='[/a.jpg, (default)], [/b.jpg, (large)]'",
            "alt=x",
        ),
        *("src=/a/placeholder.60f9b1840c.svg", "src=/revslider/dummy.png", "src=/image/space.gif"),
        "src=/g/images/spaceball.gif",
        *("src='/fjord.jpg?resize={width}x{height}'", "src=/fjord.jpg?w=%7Bwidth%7D"),
        "src='/fjord-{{size}}_x2.jpg'",
        *("src=/img/avatar/ann.png alt=Ann", "src=https://s.gravatar.com/avatar/d4?s=24 alt=Ben"),
        *("src=/images/statusicon/user-offline.png alt='Ann is offline'",),
        *("src=/chevron-down.svg alt=Open", "src=/a/info-icon.png alt='Image attribution'"),
        *("src=/ico_external_link.gif alt='External link'", "src=/icon-search_24.svg alt=Search"),
        *("src=/styles/prosilver/imageset/en/icon_user_profile.gif alt=Profil",),
        *("src=/templates/tide/images/icon_minipost.gif alt=Post",),
        *("src=/a.jpg alt='Avatar of Ann'", "src=/a.jpg alt='Ann Berg avatar'"),
        *("src=/a.jpg alt='Profile photo for Ann'", "src=/uid-2/2-profileavatar-17.jpg alt=Ann"),
        *("src=/f/images/reputation/reputation_pos.png", "src=/images/buddy_online.gif alt=Online"),
        *("src=/images/buttons/viewpost-right.png alt='Ver mensaje'",),
        *("src=/static/image/common/arw_r.gif alt=回帖奖励",),
        *("src=/icons/pin.svg", "src=/gn-arrow.png alt=''", "src=/img/pinterest.png"),
        *(
            "src=/wp-content/themes/tide/images/camera.png",
            "src=/Themes/tide/images/star.gif alt=*",
        ),
        *("src=/skins/tide/box_01.jpg", "src=/templates/tide/corner.gif alt=''"),
        *("src=/i/plus_icon.gif alt=+", "src=/i/icon_facebook_b.gif alt=Facebook"),
        *("src=/social/twitter-e0c102bffda910cc.png alt=Twitter", "src=/share-small.png alt=Share"),
        *("src=facebook.png alt='Share on Facebook'", "src=/i/google.png alt='Google Plus'"),
        "src=https://pbs.twimg.com/profile_images/7/gN_normal.jpg alt=Ann",
        *("src=http://ad.uk.doubleclick.net/ad/tide;sz=300x250", "src=//ads.tide.example/9.gif"),
        *("src=https://c.statcounter.com/7/0/a/1/ alt=counter", "src=/RealMedia/ads/x.gif/@Top"),
        *("src='/b/adview.php?what=zone:34&n=a9'", "src=/media/banner_ads/728-90_c0.gif"),
    ],
)
def test_images_of_nothing_go(attributes):
    assert markdown(f"<p>Text <img {attributes}> danach") == "Text danach"


@pytest.mark.parametrize(
    "text", ["A scene from Avatar", "Avatar: Feuer und Asche", "How to change your profile picture"]
)
def test_images_that_only_mention_a_user_picture_stay(text):
    assert f"![{text}]" in markdown(f"<p>Text <img src=/a.jpg alt='{text}'> danach")


@pytest.mark.parametrize("host", ["ad.nl", "media.ad.example", "adsl.example.com", "leads.example"])
def test_images_of_hosts_that_are_named_like_those_of_advertisements_stay(host):
    found = markdown(f"<p>Text <img src=https://{host}/ads/fjord.jpg alt=Fjord> danach")
    assert found == f"Text ![Fjord](https://{host}/ads/fjord.jpg) danach"


@pytest.mark.parametrize(
    "name",
    [
        *("icons/star.svg", "iconic-bridge.jpg", "arrowhead.jpg"),
        *("space.jpg", "emptys.png", "dummy.jpg", "placeholder.of.time.jpg"),
        *("svg.image?x_{size}", "tex?%5Cfrac{d}{v}", "tex?%5Ctext{width}", "fjord%7Bold%7D.jpg"),
        *("images/smilies/smile.gif", "buttons/horn.jpg", "reputation/chart.png"),
        *("profile_images/7/big.jpg", "theme-park.jpg", "themes/tide/icons/star.svg"),
    ],
)
def test_icons_with_a_text_and_pictures_of_other_names_stay(name):
    text = "Hvězda" if "icons" in name else ""
    assert f"![{text}](https://example.org/{name})" in markdown(f"<p>a<img src=/{name} alt={text}>")


@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img src=/{0} alt={0}><figcaption class=quelle>Foto: {0}</figcaption></figure>",
        "<div><img src=/{0} alt={0}><figcaption class=quelle>Foto: {0}</figcaption></div>",
        "<div class=wp-caption><img src=/{0} alt={0}><p class='wp-caption-text quelle'>Foto</div>",
    ],
)
def test_images_of_figures_stay_without_their_captions(figure):
    photos, menu = ("".join(map(figure.format, names)) for names in ("ab", "cd"))
    page = f"<p>Die Brücke</p>{photos}<p>ist offen.</p><nav>{menu}Mehr</nav>"
    cleaner = victor.load("keep-everything", remove=[".quelle", "nav"])
    found = cleaner.clean(page).format("markdown-title")
    assert re.findall(r"!\[(.*?)\]", found) == ["a", "b"]
    assert "Foto" not in found


@pytest.mark.parametrize(
    "image",
    [
        "src=/whatsapp-image-2020-03-08.jpeg alt='Der Hund'",
        "src=/likes-on-facebook.png alt='Likes on Facebook'",
        "src=/twitter.png alt='Der Hafen'",
        "src=/whatsapp-1.png alt='WhatsApp: Schritt 1'",
        "src=/google.png alt='Das Hauptquartier von Google'",
        "src=/share_q3.png alt='Market share'",
        "src=/facebook.png alt='Facebook vor dem Senat'",
        "src=/Reddit_logo.svg alt='Reddit logo'",
    ],
)
def test_pictures_named_like_buttons_stay(image):
    assert "![" in markdown(f"<p>a<img {image}>")


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ("https://example.org/w/bruecke-1200x630.jpg", True),  # the same file in another size
        ("/w/bruecke.jpg?w=1200", True),
        ("https://example.org/w/hafen.jpg", False),
        ("https://example.org/logo.png", False),
        ("/w/bruecke-von-oben.jpg", False),
        ("/w/20240517_bruecke.jpg", False),
        ("", False),
    ],
)
def test_the_lead_image_that_the_page_states_is_shown_above_its_text(stated, shown):
    page = f"""<meta property=og:image content="{stated}"><body><header><img src=/logo.png></header>
        <h1>Die Brücke</h1><p class=by>Von Ann <img src=/w/ann.jpg alt=Ann></p>
        <figure><img src=/w/bruecke-800x600.jpg alt=Brücke><figcaption class=by>Foto</figcaption>
        </figure><article><p>Die Brücke ist offen.</p><p>Ab heute.</p></article>"""
    cleaner = victor.load("keep-everything", remove=["h1", ".by", "header"])
    found = re.findall(r"!\[(.*?)\]", cleaner.clean(page).format("markdown-title"))
    assert found == (["Brücke"] if shown else [])
    assert "Ann" not in cleaner.clean(page).text


@pytest.mark.parametrize(
    "page",
    [
        "<img src=/w/bruecke.jpg alt=Brücke><h1>Die Brücke</h1><p>Sie ist offen.</p>",
        "<h1>Die Brücke</h1><p>Wie es kam.</p><p class=by>Von Ann</p>"
        "<img src=/w/bruecke.jpg alt=Brücke><p class=by>Foto</p><p>Sie ist offen.</p>",
    ],
)
def test_the_lead_image_may_be_above_the_heading_or_below_the_standfirst(page):
    cleaner = victor.load("keep-everything", remove=["h1", ".by"])
    head = "<meta property=og:image content=/w/bruecke.jpg>"
    assert "![Brücke]" in cleaner.clean(head + page).format("markdown-title")
    logo = head.replace("bruecke", "site-logo") + page.replace("bruecke", "site-logo")
    assert "![Brücke]" not in cleaner.clean(logo).format("markdown-title")


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        ("/w/bruecke-scaled.jpg", "/w/bruecke-750x375.jpg"),
        ("/w/bruecke.jpg", "/w/bruecke-1920x0-c-default.jpg"),
        ("/w/bruecke.jpg", "/cache/csm_bruecke_7ed5ed54f8.jpg"),
        ("/w/AR-305169984.jpg", "/w/AR-305169984.jpg&MaxH=200&MaxW=200"),
        ("/w/3599595_default_O7fvfi.jpg", "/w/3599595_detail-800w_oRpJpv.jpg"),
        ("/w/22dc-fjord-01-jumbo.jpg", "/w/22dc-fjord-01-wide3000.jpg"),
        (
            "https://media.example/en/8525e0add0ce13b4",
            "/proxy/https://media.example/en/8525e0add0ce13b4",
        ),
    ],
)
def test_the_lead_image_may_be_another_version_of_the_stated_one(stated, shown):
    cleaner = victor.load("keep-everything", remove=["h1", ".by"])
    page = f"<p class=by>Von Ann <img src='{shown}' alt=Brücke></p><p>Sie ist offen.</p>"
    for heading in ("<h1>Die Brücke</h1>", ""):
        made = cleaner.clean(f"<meta property=og:image content='{stated}'>{heading}{page}")
        assert "![Brücke]" in made.format("markdown-title")


@pytest.mark.parametrize(
    ("about", "shown"),
    [
        ({"@type": "Product", "image": "/w/bruecke.jpg"}, True),
        ({"@type": "NewsArticle", "image": [{"url": "/w/bruecke.jpg"}]}, True),
        ({"@type": "Person", "image": "/w/bruecke.jpg"}, False),
        ({"@type": "Product", "image": "/w/boot.jpg"}, False),
    ],
)
def test_the_lead_image_may_be_stated_in_json_ld(about, shown):
    cleaner = victor.load("keep-everything", remove=["h1", ".by"])
    page = (
        "<h1>Die Brücke</h1><p class=by><img src=/w/bruecke-800x600.jpg> Ann</p><p>Sie steht.</p>"
    )
    page += f"<script type=application/ld+json>{json.dumps(about)}</script>"
    assert ("bruecke-800x600.jpg" in cleaner.clean(page).markdown) == shown
    other = "<meta property=og:image content=/w/boot.jpg>"
    assert "bruecke" not in cleaner.clean(other + page).markdown


def test_the_lead_image_is_not_shown_twice():
    head = "<meta property=og:image content=/w/bruecke-scaled.jpg><h1>Die Brücke</h1>"
    page = "<p class=by>Von Ann <img src=/w/bruecke-800x600.jpg alt=Oben></p><p>Sie ist offen.</p>"
    figure = (
        "<p>Seit heute.</p><figure><img src=/w/bruecke-400x300.jpg alt=Unten></figure><p>Ja.</p>"
    )
    cleaner = victor.load("keep-everything", remove=["h1", ".by"])
    found = cleaner.clean(head + page + figure).format("markdown-title")
    assert re.findall(r"!\[(.*?)\]", found) == ["Unten"]


@pytest.mark.parametrize(
    ("teaser", "is_shown"),
    [
        ("<a href=/b><img src='/w/bruecke.jpg?w=50' width=50 alt=Brücke></a>", False),
        ("<a href=/b><img src=/w/bruecke-64x64.jpg width=90 height=64 alt=Brücke></a>", False),
        ("<a href=/b><img src=/w/bruecke.jpg width=600 height=400 alt=Brücke></a>", True),
        ("<img src=/w/bruecke.jpg width=90 height=60 alt=Brücke>", True),
    ],
)
def test_small_images_that_link_to_other_pages_are_no_lead_images(teaser, is_shown):
    head = "<meta property=og:image content=/w/bruecke.jpg><h1>Die Brücke</h1>"
    page = f"{head}<div class=by>Beliebt {teaser}</div><p>Sie ist offen.</p>"
    cleaner = victor.load("keep-everything", remove=["h1", ".by"])
    assert ("![Brücke]" in cleaner.clean(page).format("markdown-title")) is is_shown


BOXES = """<p>Die Brücke ist offen.</p><p>Seit heute.</p>{}<p>Sie war zu.</p>"""


@pytest.mark.parametrize(
    ("box", "is_shown"),
    [
        ("<div><div><img src=a.jpg></div><div class=by>Foto: Ann</div></div>", True),
        (
            "<div class=by>Mehr</div><div><img src=a.jpg width=640></div><div class=by>Foto</div>",
            True,
        ),
        ("<div class=by><img src=a.jpg width=40 height=40>Foto: Ann</div>", False),
        ("<div class='by author-box'><img src=a.jpg>Ann</div>", False),
        ("<aside class=by><img src=a.jpg>Foto: Ann</aside>", False),
        ("<div class=by><img src=a.svg>Foto: Ann</div>", False),
        ("<div class=by><img src=a.jpg?logo>Foto: Ann</div>", False),
        (f"<div class=by><img src=a.jpg>{'Foto: Ann. ' * 40}</div>", False),
        ("<div class=by><img src=a.jpg><a href=/n>Die neue Brücke der Stadt</a></div>", False),
    ],
)
def test_images_in_boxes_between_paragraphs_are_shown(box, is_shown):
    cleaner = victor.load("keep-everything", remove=[".by"])
    found = cleaner.clean(f"<body><div>{BOXES.format(box)}</div>").format("markdown-title")
    assert ("![](a.jpg)" in found) == is_shown
    assert "Ann" not in found
    few = cleaner.clean(f"<body><div>{box}<p>Die Brücke</p></div>").format("markdown-title")
    assert "![](a.jpg)" not in few


@pytest.mark.parametrize(
    ("box", "is_shown"),
    [
        ("<div><img src=a.jpg><div class=by>Foto: Ann</div></div>", True),
        ("<div class=by><img src=a.jpg width=640>Foto: Ann</div>", True),
        ("<div class=by>Montag</div><div class=by><img src=a.jpg>Foto: Ann</div>", False),
        ("<div class=by><img src=a.jpg><a href=/n>Foto: Ann</a></div>", False),
        ("<div class=by><img src=a.jpg width=40 height=40>Foto: Ann</div>", False),
        ("<div class='by podcast'><img src=a.jpg>Foto: Ann</div>", False),
        ("<ul class=by><li><img src=a.jpg>Foto: Ann</ul>", False),
        (f"<div class=by><img src=a.jpg>{'Foto: Ann. ' * 20}</div>", False),
    ],
)
def test_the_image_that_a_text_opens_with_is_shown(box, is_shown):
    cleaner = victor.load("keep-everything", remove=[".by"])
    paragraphs = "<p>Die Brücke ist offen.</p><p>Seit heute.</p><p>Sie war zu.</p>"
    found = cleaner.clean(f"<body><div>{box}{paragraphs}</div>").format("markdown-title")
    assert found.startswith("![](a.jpg)" if is_shown else "Die Brücke")
    inner = cleaner.clean(f"<body><div>{box}<div>{paragraphs}</div></div>").format("markdown-title")
    assert inner == found


def test_images_between_boxes_of_paragraphs_are_shown():
    boxes = (
        "<div><p>Die Brücke ist offen.</p></div>{}<div><p>Seit heute.</p><p>Sie war zu.</p></div>"
    )
    image = "<div class=by><img src=a.{}>Foto: Ann</div>"
    cleaner = victor.load("keep-everything", remove=[".by"])
    for ending, is_shown in (("jpg", True), ("gif", False)):
        page = f"<body><div>{boxes.format(image.format(ending))}</div>"
        assert ("![](a." in cleaner.clean(page).markdown) is is_shown


@pytest.mark.parametrize(
    ("place", "is_shown"),
    [
        ("<p><img src=a.gif alt='' width=15 height=11></p><p>Danach", False),
        ("<p><img src=a.gif alt=Lupe width=15 height=11></p><p>Danach", True),
        ("<p><img src=a.gif alt='' width=15 height=150></p><p>Danach", True),
        ("<p><img src=a.gif alt='' width=32 height=32></p><p>Danach", False),
        ("<p><img src=a.gif alt='' width=300 height=6></p><p>Danach", False),
        ("<p><img src=a.gif alt=Skala width=300 height=6></p><p>Danach", True),
        ("<p>Danach <img src=a.gif width=4 height=8> und danach", False),
        ("<p><img src=a.gif?.jpg alt='Delivery icon'></p><p>Danach", False),
        ("<p><img src=a.gif alt='Check icon'></p><p>Danach", True),
        ("<p><img src=a.gif alt='The icon of the saint'></p><p>Danach", True),
    ],
)
def test_small_images_without_words_and_those_named_so_are_icons(place, is_shown):
    assert ("a.gif" in markdown(f"<p>Davor</p>{place}")) == is_shown


def test_small_images_within_sentences_stay():
    text = "Die Brücke ist seit heute wieder offen, und alle gehen hin. " * 5
    page = f"<p>{text}<p>Dazu auf <img src=a.gif alt='' width=15 height=11> klicken. {text}"
    assert "![](a.gif)" in victor.load("web").clean(page).markdown


@pytest.mark.parametrize(
    "alt", ["The &#27;&#7;bridge", "&#65279;The brid&shy;ge", "The &#8203; bridge"]
)
def test_an_alternative_text_has_no_controls_and_invisible_characters(alt):
    assert "![The bridge]" in markdown(f"<p>a <img src=/b.png alt='{alt}'> b</p>")


def test_an_alternative_text_is_without_tags():
    image = "<img src=/b.png alt='&lt;p>Die &lt;b>Brücke&lt;/b> ist offen, 1 < 2&lt;/p>'>"
    assert "![Die Brücke ist offen, 1 < 2]" in markdown(f"<p>a {image} b</p>")


@pytest.mark.parametrize(
    "name", ["DSC_5615.jpg", "../_images/port.png", "https://a.example/b.webp", "[Image: a b.jpg]"]
)
def test_an_alternative_text_is_not_the_name_of_a_file(name):
    assert "![](https://example.org/b.png)" in markdown(f"a <img src=/b.png alt='{name}'>")
    assert "![on a.b]" in markdown("a <img src=/b.png alt='on a.b'>")


@pytest.mark.parametrize(
    ("alt", "shown"),
    [
        ("Screen Shot 2024-05-02 at 9.26.15 AM", ""),
        ("Bildschirmfoto 2024-05-02 um 09.26.15", ""),
        ("WhatsApp Image 2024-05-02 at 09.26.15 (1)", ""),
        ("DSC 7667 1", ""),
        ("3f2504e0 4f89 41d3 9a0c 0305e82c3301", ""),
        ("Screenshot of the 2 editors", "Screenshot of the 2 editors"),
        ("Harbour 7667", "Harbour 7667"),
        ("4.5", "4.5"),
    ],
)
def test_an_alternative_text_is_not_a_name_that_a_device_gave(alt, shown):
    assert f"![{shown}](https://example.org/b.png)" in markdown(f"a <img src=/b.png alt='{alt}'>")


@pytest.mark.parametrize(
    ("image", "shown"),
    [
        ("<img src=/a.png alt=Image title='Die Brücke'>", "![Die Brücke](https://example.org/a.png)"),
        ("<img src=/a.png alt='Enter image description here'>", "![](https://example.org/a.png)"),
        ("<p><img src=/star.png alt=*>Die Brücke</p>", "Die Brücke"),
        ("<img src=/a.png alt=null>", "![](https://example.org/a.png)"),
        ("<img src=/a.png alt='Refer to caption'>", "![](https://example.org/a.png)"),
        ("<img src=/m/run_thumb2.png alt=Run_thumb2>", "![](https://example.org/m/run_thumb2.png)"),
        ("<img src=/bruecke.png alt=Brücke data-url=/list?id=9>",
         "![Brücke](https://example.org/bruecke.png)"),
        ("<img src='https://b.example/_next/image?url=%2Fb.png&w=64'>",
         "![](https://b.example/b.png)"),
        ("<img src=/ikone.png alt='Orthodox icon' width=800 height=600>",
         "![Orthodox icon](https://example.org/ikone.png)"),
        ("<img src='/_next/image?url=https%3A%2F%2Fa.example%2Fb.png&w=64'>",
         "![](https://a.example/b.png)"),
        ("<a href='https://pinterest.com/pin/create/?u=1'><img src=/pin.png alt=Pin></a>", ""),
        ("<a href=/author/ada-quill/><img src=/ada.jpg width=75 height=75></a>", ""),
        ("<a href=/u/ada.png><img src=/u/s.png></a>",
         "[![](https://example.org/u/s.png)](https://example.org/u/ada.png)"),
        ("<img src=/uploads/templates/classic.png>",
         "![](https://example.org/uploads/templates/classic.png)"),
        ("<a href=https://a.example/users/7/ada?tab=1><img src=/ada.jpg alt=Ada></a>", ""),
        ("<a href=/users/sign_up_new><img src=/b.jpg></a>",
         "[![](https://example.org/b.jpg)](https://example.org/users/sign_up_new)"),
        ("<a href=/profile/ada/fjords><img src=/b.jpg></a>",
         "[![](https://example.org/b.jpg)](https://example.org/profile/ada/fjords)"),
        ("<a href=/author/ada><img src=/ada.jpg alt=''> Ada Quill</a>",
         "[![](https://example.org/ada.jpg) Ada Quill](https://example.org/author/ada)"),
        ("<button title=Blau><img src=/c.jpg?size=34 alt=''></button>", ""),
        ("<button><img src=/c.jpg?w=900 alt=''></button>", "![](https://example.org/c.jpg?w=900)"),
        ("<img src=/media/place-holder-170x213.jpg alt=Boot>", ""),
    ],
)  # fmt: skip
def test_images_that_are_controls_and_what_attributes_say(image, shown):
    assert markdown(f"<p>Davor</p><p>{image}</p><p>Danach") == "\n\n".join(
        filter(None, ("Davor", shown, "Danach"))
    )


PHOTO = "<img src=/a.jpg alt=Hafen width=400>"
SHOWN = "![Hafen](https://example.org/a.jpg)"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<p>{PHOTO} Die Brücke ist offen.", f"{SHOWN}\n\nDie Brücke ist offen."),
        (f"<p>Die <b>Brücke</b>.<br>{PHOTO}", f"Die **Brücke**.\n\n{SHOWN}"),
        (f"<p><a href=/b>{PHOTO}</a>Offen.", f"[{SHOWN}](https://example.org/b)\n\nOffen."),
        ("<p><img src=/a.jpg alt=Hafen class='wp alignleft'>Offen.", f"{SHOWN}\n\nOffen."),
        (f"<blockquote><p>{PHOTO}Offen.</blockquote>", f"> {SHOWN}\n>\n> Offen."),
        (f"<p>Die {PHOTO} Brücke", f"Die {SHOWN} Brücke"),
        ("<p><img src=/a.jpg alt=Hafen width=40> Offen.", f"{SHOWN} Offen."),
        (f"<ul><li>{PHOTO} Offen.</ul>", f"- {SHOWN} Offen."),
        (f"<p>Offen.<p>{PHOTO}", f"Offen.\n\n{SHOWN}"),
        (f"<h2>{PHOTO} Die Brücke</h2>", f"## Die Brücke\n\n{SHOWN}"),
        ("<h2><img src=/a.jpg alt=Hafen width=40> Da</h2>", f"## {SHOWN} Da"),
    ],
)
def test_a_photo_at_the_edge_of_a_paragraph_or_heading_is_a_paragraph(html, expected):
    assert markdown(html) == expected


CAPTION = "<figcaption class=by>Die <b>Brücke</b><p>bei Nacht{}</figcaption>"


@pytest.mark.parametrize(
    ("caption", "alt"),
    [
        (CAPTION.format(""), "Die Brücke bei Nacht"),
        (CAPTION.format(" <span class=photo-credit>Ann Berg</span>"), "Die Brücke bei Nacht"),
        (CAPTION.format("<p>bei Nacht"), "Die Brücke bei Nacht"),
        ("<p class='by img-caption'>Die Brücke bei Nacht</p>", "Die Brücke bei Nacht"),
        ("<figcaption class=by>Foto: Ann Berg, Norden</figcaption>", ""),
        ("<figcaption class=by>Bild: Ann Berg</figcaption>", ""),
        ("<figcaption class=by>Bild 2 zeigt die Brücke</figcaption>", "Bild 2 zeigt die Brücke"),
        ("<figcaption class=by>Ann Berg</figcaption>", ""),
        ("<div class=by>Zum Vergrößern bitte klicken</div>", ""),
    ],
)
def test_a_caption_that_is_no_content_describes_its_image(caption, alt):
    cleaner = victor.load("keep-everything", remove=[".by"])
    page = f"<body><p>Offen.<figure><img src=/a.jpg alt=''>{caption}</figure><p>Seit heute."
    assert f"![{alt}](/a.jpg)" in cleaner.clean(page).format("markdown-title")
    named = cleaner.clean(page.replace("alt=''", "alt=Brücke")).format("markdown-title")
    assert "![Brücke](/a.jpg)" in named  # the caption adds two words
    named = cleaner.clean(page.replace("alt=''", "alt='Vom Ufer aus'")).format("markdown-title")
    assert "![Vom Ufer aus](/a.jpg)" in named
    assert "Brücke" not in cleaner.clean(page).text


@pytest.mark.parametrize("alt", ["", "大桥"])
def test_captions_without_spaces_have_several_words(alt):
    cleaner = victor.load("keep-everything", remove=["figcaption"])
    figure = f"<figure><img src=/a.jpg alt='{alt}'><figcaption>{{}}</figcaption></figure>"
    written = cleaner.clean(f"<p>开放。</p>{figure.format('港口大桥星期五重新开放')}").markdown
    assert "![港口大桥星期五重新开放](/a.jpg)" in written
    assert f"![{alt}](/a.jpg)" in cleaner.clean(f"<p>开放。</p>{figure.format('王海')}").markdown


def test_an_alternative_text_that_the_caption_repeats_is_left_out():
    image = (
        "<figure><img src=/a.jpg alt='Die Brücke'><figcaption>Die Brücke{}</figcaption></figure>"
    )
    assert markdown(image.format("")) == "![](https://example.org/a.jpg)\n\nDie Brücke"
    assert "![Die Brücke](" in markdown(image.format(" bei Nacht"))


def test_images_at_the_edges_of_the_content_stay_and_those_beyond_do_not():
    cleaner = victor.load("keep-everything", remove=["header", "footer", ".by"])
    page = """<body><header><img src=/logo.png alt=Zeitung>Menü</header><main>
        <p class=by>Von Ann <img src=/ann.jpg alt=Ann></p><img src=/ad.jpg alt=Anzeige>
        <div><img src=/most.jpg alt=Brücke><p>Die Brücke ist offen.</p><p>Fotos:</p>
        <div><a href=/1><img src=/1.jpg alt=Eins></a></div><img src=/2.jpg alt=Zwei></div>
        </main><footer><img src=/app.png alt=App>Impressum</footer>"""
    found = cleaner.clean(page).format("markdown-title")
    assert [name for name in NAMES if f"![{name}]" in found] == ["Brücke", "Eins", "Zwei"]


def test_the_text_of_an_image_may_be_escaped_twice():
    image = "<p>a<img src=/b.png alt='Don&amp;#39;t cross'> <img src=/c.png alt='&amp;nbsp;'> b"
    found = markdown(image)
    assert "![Don't cross](https://example.org/b.png) ![](https://example.org/c.png)" in found


@pytest.mark.parametrize("later", ["", "srcset='data:image/gif;base64,R0' data-"])
def test_a_picture_has_its_largest_source_also_if_it_is_loaded_later(later):
    source = f"<source {later}srcset='/s.webp 1x, /l.webp 2x'>"
    page = f"<p>a</p><picture>{source}<img src=/placeholder.svg alt=b></picture><p>c"
    assert "![b](https://example.org/l.webp)" in markdown(page)


@pytest.mark.parametrize("media", ["(max-width: 480px)", "(prefers-color-scheme: dark)", "print"])
def test_a_source_for_small_or_dark_screens_or_for_paper_is_not_taken(media):
    source = f"<source media='{media}' srcset=/other.webp>"
    page = f"<p>a</p><picture>{source}<img src=/a.png alt=b></picture><p>c"
    assert "![b](https://example.org/a.png)" in markdown(page)
    page = page.replace("<img", "<source media='(min-width: 900px)' srcset=/wide.webp><img")
    assert "![b](https://example.org/wide.webp)" in markdown(page)


@pytest.mark.parametrize(
    ("shown", "unscripted"),
    [
        ("src='data:,' data-lazy-srcset='/brücke.jpg 900w'", "/brücke-300x200.jpg"),
        ("src='data:,' data-lazy-src=/most.jpg.webp", "/most.jpg"),
        ("src='data:,' data-src=/most.avif", "/most.jpg?v=2"),
        ("src=/max/60/ponte.jpg?q=20", "/max/1400/ponte.jpg"),
    ],
)
def test_an_image_and_that_for_browsers_without_scripts_are_one(shown, unscripted):
    again = f"<noscript><img src={unscripted} alt='Die Brücke'></noscript>"
    page = f"<p>A</p><p><img {shown} alt='Die Brücke'>{again}</p><p>B</p>"
    assert markdown(page).count("![") == 1
    if "/60/" in shown:
        assert unscripted in markdown(page)
    other = page.replace(f"src={unscripted} ", "src=/hafen.jpg ")
    assert markdown(other).count("![") == 2


@pytest.mark.parametrize(
    ("text", "is_marker"),
    [
        ("White check mark", True),
        ("arrow-right", True),
        ("Bullet", True),
        ("Arrow Harbour", False),
        ("Most", False),
    ],
)
def test_repeated_markers_with_a_text_are_left_out(text, is_marker):
    items = [f"<li><img src=/a.svg alt='{text}'> Boot {i}" for i in range(2)]
    assert ("![" not in markdown(f"<ul>{''.join(items)}</ul>")) is is_marker
    assert markdown(f"<ul>{items[0]}<li>Boot</ul>").count("![") == 1


def test_check_marks_stay_beside_crosses():
    items = [f"<li><img src=/{sign}.svg alt='{sign} icon'> Boot" for sign in ("check", "x")]
    assert markdown(f"<ul>{''.join(items * 4)}</ul>").count("![check icon]") == 4


@pytest.mark.parametrize(
    ("address", "count"),
    [
        ("/most.jpg", 1),
        ("/scale?url=%2Fmost.webp&amp;w=640", 1),
        ("/star.jpg", 2),  # these count something
        ("/full.png", 2),
    ],
)
def test_a_photo_that_follows_itself_is_shown_once(address, count):
    image = f"<a href=/most><img src='{address}' alt='Die Brücke'></a>"
    assert markdown(f"<p>A</p><div>{image} {image}</div><p>B</p>").count("![") == count
    apart = markdown(f"<p>A</p><div>{image}</div><p>B</p><div>{image}</div><p>C</p>")
    assert apart.count("![") == 2


@pytest.mark.parametrize(
    ("small", "large"),
    [
        ("/foto/most-300x200.jpg", "/foto/most.jpg"),
        ("/foto/most.jpg?w=320&q=75", "/foto/most.jpg?w=1200"),
        ("/v2/resize:fill:80:53/1*w8Z7.png", "/v2/resize:fill:160:107/1*w8Z7.png"),
        ("/_next/image?url=%2Fmost.jpg&w=64&q=75", "/most.jpg"),
        ("/80x60/most.jpg", "/800x600/most.jpg"),
        ("/most.jpg?resize=300%2C200&ssl=1", "/most.jpg?resize=1200%2C800&ssl=1"),
        ("/most.jpg?auto=format&fit=crop&w=320", "/most.jpg?auto=format&w=1200"),
    ],
)
def test_of_an_image_in_two_sizes_side_by_side_the_larger_stays(small, large):
    once = f"A\n\n![Most](https://example.org{large})\n\nB"
    for one, other in ((small, large), (large, small)):
        images = f"<div><img src={one} alt=Most></div><div><img src={other} alt=Most></div>"
        assert markdown(f"<p>A</p>{images}<p>B</p>") == once


@pytest.mark.parametrize(
    ("special", "usual"),
    [
        ("/most-dark.svg", "/most.svg"),
        ("/most.dark.png", "/most.png"),
        ("/most-dark.4f1bb6e4.svg?v=2", "/most-light.626be7b9.svg?v=2"),
        ("/most_Mobile.jpg?v=1", "/most_desktop.jpg?v=1"),
        ("/most.jpg?crop=0,0,50,50&w=300", "/most.jpg?crop=0,0,100,100&w=600"),
    ],
)
def test_of_an_image_for_two_themes_or_screens_the_usual_one_stays(special, usual):
    once = f"A\n\n![Most](https://example.org{usual})\n\nB"
    for one, other in ((special, usual), (usual, special)):
        images = f"<div><img src={one} alt=Most></div><div><img src={other} alt=Most></div>"
        assert markdown(f"<p>A</p>{images}<p>B</p>") == once
    assert markdown(f"<p>A</p>{images.replace(' alt=Most', '')}<p>B</p>").count("![") == 2


def test_a_photo_that_only_boilerplate_separates_from_itself_is_shown_once():
    cleaner = victor.load("keep-everything", remove=[".share"])
    image = "<figure><img src=/most.jpg alt=Most></figure>"
    shared = image.replace("</figure>", "<div class=share>Share</div></figure>")
    page = f"<body><div><p>A</p><p>B</p><p>C</p>{shared}{image}<p>D</p></div>"
    assert cleaner.clean(page).markdown.count("![Most]") == 1


def test_an_image_with_a_link_to_another_size_beside_it_is_shown_once():
    small = "<a href=/most.jpg><img src=/most-300x200.jpg alt=Most></a>"
    page = f"<p>A</p><div>{small}</div><div><img src=/most.jpg alt=Most></div><p>B</p>"
    assert markdown(page) == "A\n\n![Most](https://example.org/most.jpg)\n\nB"


@pytest.mark.parametrize(
    ("link", "image", "shown"),
    [
        ("/most.jpg", "/most.jpg", "most.jpg"),
        ("/most.jpg", "/most-300x200.jpg", "most.jpg"),
        ("/big/most.png?v=2", "/small/most.png?w=300", "big/most.png?v=2"),
        ("/s1600/most.jpg", "/s400/most.jpg", "s1600/most.jpg"),
        ("/s1600-h/most.jpg", "/s400/most.jpg", "s1600/most.jpg"),
    ],
)
def test_an_image_with_a_link_to_its_file_is_shown_as_the_larger_one_without_the_link(
    link, image, shown
):
    for inner in (f"<img src={image} alt=Most>", f"<span><img src={image} alt=Most></span>"):
        page = f"<p>A</p><div><a href={link}>{inner}</a></div><p>B</p>"
        assert markdown(page) == f"A\n\n![Most](https://example.org/{shown})\n\nB"


@pytest.mark.parametrize("link", ["/dir/", "https://www.example.org/dir", "/dir/#comments"])
def test_an_image_with_a_link_to_the_page_itself_is_shown_without_the_link(link):
    page = f"<p>A</p><div><a href={link}><img src=/most.jpg alt=Most></a></div><p>B</p>"
    assert markdown(page) == "A\n\n![Most](https://example.org/most.jpg)\n\nB"


@pytest.mark.parametrize(
    "link",
    ["/other.jpg", "/most", "/most/", "/File:most.jpg", "/view?file=most.jpg", "/most.html"],
)
def test_other_links_around_images_stay(link):
    page = f"<p>A</p><div><a href={link}><img src=/most-300x200.jpg alt=Most></a></div><p>B</p>"
    image = "![Most](https://example.org/most-300x200.jpg)"
    assert markdown(page) == f"A\n\n[{image}](https://example.org{link})\n\nB"


def test_a_link_with_text_and_an_image_stays():
    page = "<p>A</p><div><a href=/most.jpg><img src=/most.jpg alt=Most> Zvětšit</a></div><p>B</p>"
    link = "[![Most](https://example.org/most.jpg) Zvětšit](https://example.org/most.jpg)"
    assert markdown(page) == f"A\n\n{link}\n\nB"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/norden/image.png", "/süden/image.png"),
        ("/101/image.png", "/102/image.png"),
        ("/most-dark.png?w=64", "/most-light.png?w=640"),
        ("/_next/image?url=%2Fa.jpg&w=64", "/_next/image?url=%2Fb.jpg&w=640"),
        ("/image.php?id=1", "/image.php?id=2"),
        ("/img?q=kočky", "/img?q=psi"),
        ("/karte?ort=kiel&zoom=5", "/karte?ort=kiel&zoom=12"),
        ("/porträt.jpg?crop=faces", "/porträt.jpg?crop=left"),
        ("/graf?format=a", "/graf?format=b"),
        ("/fit?fit=1", "/fit?fit=2"),
        ("/s100/plot.png", "/s200/plot.png"),
    ],
)
def test_different_images_side_by_side_stay(one, other):
    page = f"<p>A</p><div><img src={one}></div><div><img src={other}></div><p>B</p>"
    assert markdown(page).count("![") == 2


@pytest.mark.parametrize("value", ["n/a", "true/false", "240/135", ""])
def test_an_attribute_that_says_something_else_is_no_address(value):
    for name in ("data-img-url", "data-lazy"):
        page = f"<p>Před <img src='data:,' alt=Most {name}='{value}'> po</p>"
        assert markdown(page) == "Před po"
        assert "/most.webp?v=2)" in markdown(page.replace(f"'{value}'", "'most.webp?v=2'"))


def test_images_of_amp_pages():
    image = "<amp-img src=/a.png alt=Most><noscript><img src=/a.png alt=Most></noscript></amp-img>"
    once = "A\n\n![Most](https://example.org/a.png)\n\nB"
    assert markdown(f"<p>A</p>{image}<p>B") == once
    inner = "<img src=/a-s.png alt=Most><amp-img fallback src=/a.jpg></amp-img>"
    assert markdown(f"<p>A</p><amp-img src=/a.png alt=Most>{inner}</amp-img><p>B") == once


def test_an_image_repeated_for_another_screen_stands_once():
    image = "<img src=/a.png alt=Most>"
    once = markdown(f"<p>A</p><div class=wide>{image}</div><div class=narrow>{image}</div><p>B</p>")
    assert once == "A\n\n![Most](https://example.org/a.png)\n\nB"
    again = markdown(f"<p>A</p><div>{image}</div><p>B</p><div>{image}</div><p>C</p>")
    assert again.count("![Most]") == 2


@pytest.mark.parametrize(
    "page",
    [
        "<p>Cena: {0}{0}{0}</p><p>B</p>",
        "<table><tr><th>Plan<th>A<th>B<tr><td>Sync<td>{0}<td>{0}<tr><td>Web<td>{0}<td>x</table>",
        "<ul><li>{0} a<li>{0} b<li>{0} c</ul>",
        "<p>A</p><a href=/1>{0}</a><div><a href=/2>{0}</a></div><div><a href=/3>{0}</a></div><p>B",
        "<p>A</p><div>{0}{0}<img src=/o.png></div><p>B</p><div>{0}<img src=/o.png></div><p>C",
        "<p>A</p><p>{0} <img src=/b.png> <img src=/c.png> {0} {0}</p><p>B",
        "<p>A</p><div>{0}</div><div><img src=/b.png></div><div>{0}</div><p>B</p><div>{0}</div>",
        "<p>A</p><div>{0}<img src=/b.png></div><p>B</p><div>{0}<img src=/c.png></div><p>C {0}",
        "<table><tr><th>A<th>B<tr><td>x<td><div>{0}{0}<img src=/o></div><tr><td>y<td>{0}</table>",
    ],
)
def test_images_that_mean_something_else_each_time_stay(page):
    assert markdown(page.format("<img src=/s.png alt=s>")).count("![s]") == 3


def test_a_caption_follows_its_image():
    page = "<p>A</p><figure><img src=/m.jpg alt=Most><figcaption>Most přes</figcaption></figure>"
    assert markdown(page) == "A\n\n![Most](https://example.org/m.jpg)\n\nMost přes"


def test_signs_in_descriptions_end_nothing():
    made = markdown("<p>Text <img src=/a.png alt='a] [b](c) *d*'> danach")
    assert made == "Text ![a\\] \\[b\\](c) \\*d\\*](https://example.org/a.png) danach"


def test_the_slides_of_a_gallery_stand_once():
    slides = "".join(f"<li><img src=/{name}.png alt={name}></li>" for name in "abcabc")
    made = markdown(f"<h1>A</h1><ul>{slides}</ul><p>B</p><div><ul>{slides}</ul></div><p>C</p>")
    assert [made.count(f"![{name}]") for name in "abc"] == [1, 1, 1]


def test_what_held_only_images_that_are_not_shown_goes():
    slides = "".join(f"<li><figure><img src=/{name}.png></figure></li>" for name in "abcabc")
    made = CLEANER.clean(f"<p>A</p><ul>{slides}<li>b</li></ul><p>C</p>").format("html")
    assert (made.count("<li>"), made.count("<figure>"), made.count("<img")) == (4, 3, 3)
    made = CLEANER.clean(f"<p>A</p><ol>{slides}<li>b</li></ol><p>C</p>").format("html")
    assert (made.count("<li>"), made.count("<img")) == (7, 3)
    made = CLEANER.clean(f"<p>A</p><ul>{slides}</ul><ol>{slides}</ol><p>C</p>").format("html")
    assert (made.count("<ol>"), made.count("<img")) == (0, 3)


def test_signs_without_a_text_are_no_images():
    entry = "<p><img src=/check.png> {0} und noch mehr<p><img src=/foto.jpg alt='Der Hafen'>"
    found = markdown("".join(entry.format(place) for place in ("Eins", "Zwei", "Drei", "Vier")))
    assert "check.png" not in found
    assert found.count("foto.jpg") == 4
    assert "Eins und noch mehr" in found
    quoted = "<blockquote><p><img src=/foto.jpg> Eins</blockquote><p>Ja, so ist es.</p>" * 4
    assert markdown(quoted).count("foto.jpg") == 4
    stars = "<p>Sterne: <img src=/star.png><img src=/star.png><img src=/star.png> von fünf</p>" * 2
    assert markdown(stars).count("star.png") == 6
    row = "<tr><td>Zeile {0}<td><img src=/no.png><td><img src=/yes.png>"
    table = "<table><tr><th>A<th>B<th>C" + "".join(map(row.format, range(5))) + "</table>"
    assert markdown(table).count("yes.png") == 5
    costs = "<p>Das kostet <img src=/gold.png> und <img src=/holz.png> Stücke.</p>" * 4
    assert victor.load("web", select="p").clean(costs).markdown.count("gold.png") == 4


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("Loď<br><img src=/l.jpg> pluje", "Loď  \n![](/l.jpg) pluje"),
        ("Loď <img src=/l.jpg><br>pluje", "Loď ![](/l.jpg)  \npluje"),
        ("Loď<br><a href=/l><img src=/l.jpg></a>", "Loď  \n[![](/l.jpg)](/l)"),
        ("Loď<br><img src=/1.jpg><br><img src=/2.jpg>", "Loď  \n![](/1.jpg)  \n![](/2.jpg)"),
        ("Loď<br><img src=/1.jpg><img src=/2.jpg> a", "Loď  \n![](/1.jpg) ![](/2.jpg) a"),
        ("<img src=/l.jpg><br>Loď pluje", "![](/l.jpg)  \nLoď pluje"),
        ("<b>Loď<br><img src=/l.jpg></b>pluje", "**Loď**  \n**![](/l.jpg)** pluje"),
        ("<a href=/l>Loď<br><img src=/l.jpg></a>", "[Loď](/l)  \n[![](/l.jpg)](/l)"),
    ],
)
def test_a_line_break_stays_before_an_image(page, expected):
    found = CLEANER.clean(f"<body><p>{page}</p>").format("markdown-title")
    assert found.rstrip("\n") == expected


@pytest.mark.parametrize(
    ("image", "written"),
    [
        ("<img class=emoji alt=🚤 src=/a.png>", "🚤"),
        ("<img class='wp-smiley emoji' alt=':)' src=/a.png>", ":)"),
        ("<img src='./images/smilies/icon_biggrin.gif' alt=':D' width=15>", ":D"),
        ("<img class=emoji alt=:slight_smile: title=:slight_smile: src=/a.png>", ":slight_smile:"),
        ("<img class='smilie smilie--sprite' alt=':D' src=/a.png>", ":D"),
        ("<img class='Emoji Emoji--forText' alt=📣 src=/a.png>", "📣"),
        ("<img class=emoticon alt=';)' src=/a.png>", ";)"),
    ],
)
def test_images_of_emoji_and_smileys_become_characters(image, written):
    found = markdown(f"<p>Out again {image} <b>and {image}</b>{image}, as ever")
    assert found == f"Out again {written} **and {written}**{written}, as ever"


@pytest.mark.parametrize("attributes", ["class=smilies alt='Big Grin'", "class=mascot alt=🚤"])
def test_other_images_stay_images(attributes):
    alt = attributes.partition("alt=")[2].strip("'")
    image = f"![{alt}](https://example.org/a.png)"
    assert markdown(f"<p>Out again <img {attributes} src=/a.png>") == f"Out again {image}"


def test_equal_smileys_in_a_row_stay():
    assert markdown("<p>Oh" + "<img class=emoji alt=🚤 src=/a.png>" * 3) == "Oh 🚤🚤🚤"


@pytest.mark.parametrize(
    ("file", "alt", "sign"),
    [
        ("ge", "&ge;", "≥"),
        ("Delta", "{Delta}", "Δ"),
        ("agr", "{alpha}", "α"),
        ("e1", "{e1}", "{e1}"),
    ],
)
def test_images_of_signs_become_characters(file, alt, sign):
    image = f'<img src="/math/{file}.gif" alt="{alt}" border="0">'
    made = CLEANER.clean(f"<p>A shift of {image}<i>T</i> (<i>P</i>{image}3.0, or {image}).</p>")
    assert made.text.strip() == f"A shift of {sign} T (P {sign} 3.0, or {sign})."
    assert made.markdown.strip() == f"A shift of {sign} *T* (*P* {sign} 3.0, or {sign})."


def test_images_in_a_folder_for_mathematics_stay_images():
    page = "<p>See <img src=https://example.org/math/a.png alt='A right triangle'>"
    assert markdown(page) == "See ![A right triangle](https://example.org/math/a.png)"


def test_smileys_are_in_the_plain_text():
    made = CLEANER.clean("<p>Out again <img class=emoji alt=🚤 src=/a.png> and <b>on</b>")
    assert made.text.strip() == "Out again 🚤 and on"
    assert made.format("html").count("🚤") == 1


CARD = "<div><a href=/{0}><img src={0}.jpg></a><a href=/{0}><img src={0}2.jpg></a>"
CARD += "<p class=sold>Sold</p><h2><a href=/{0}>Boat {0}</a></h2><p class=sold>Out</p></div>"


@pytest.mark.parametrize(("names", "expected"), [("abc", list("abc")), ("ab", [])])
def test_images_of_cards_are_shown_beside_boilerplate(names, expected):
    page = "<p>All boats.</p>" + "".join(map(CARD.format, names))
    found = victor.load("keep-everything", remove=[".sold"]).clean(page).markdown
    assert re.findall(r"!\[\]\((\w+)\.jpg\)", found) == expected


def test_images_of_cards_are_shown_above_a_link_to_something_else():
    card = CARD.replace("<h2>", "<p><a href=/boats>Boats</a></p><h2>")
    page = "<p>All boats.</p>" + "".join(map(card.format, "abc"))
    found = victor.load("keep-everything", remove=[".sold"]).clean(page).markdown
    assert re.findall(r"!\[\]\((\w+)\.jpg\)", found) == list("abc")


@pytest.mark.parametrize(
    ("text", "caption", "shown"),
    [
        ("Abb. 1", "Die Brücke, wie sie im Jahr 1910 vom Ufer aus zu sehen war", None),
        ("Die Brücke", "Die Brücke, wie sie im Jahr 1910 zu sehen war", None),
        ("Die Brücke", "Die Brücke (Foto: Ann Berg, mit freundlicher genehmigung)", "Die Brücke"),
        ("Die Brücke", "Die Brücke © Ann Berg", "Die Brücke"),
        ("Blick vom Ufer", "Die Brücke, wie sie im Jahr 1910 zu sehen war", "Blick vom Ufer"),
    ],
)
def test_a_caption_replaces_an_alternative_text_that_says_less(text, caption, shown):
    cleaner = victor.load("keep-everything", remove=["figcaption"])
    figure = f"<figure><img src=/a.jpg alt='{text}'><figcaption>{caption}</figcaption></figure>"
    found = cleaner.clean(f"<body><p>Offen.{figure}<p>Seit heute.").format("markdown-title")
    assert f"![{shown or caption}](/a.jpg)" in found


@pytest.mark.parametrize("name", ["btn_print.gif", "btn-send_me.PNG", "BTN_kaufen.svg?v=1"])
def test_images_of_buttons_are_left_out(name):
    for page in (f"<img src=/img/{name} alt=Drucken>", f"<ul><li><img src=/{name} alt=印刷></ul>"):
        assert markdown(f"<p>A</p><div>{page}</div><p>B</p>") == "A\n\nB"


@pytest.mark.parametrize(
    "name",
    [
        *("print.gif", "printIcon.gif", "ico_printer.png", "email_a_friend.gif", "mail.svg"),
        *("rss3.gif", "icon-digg.png", "stumble-835428804ca2e4f7.png", "font_minus.off.gif"),
    ],
)
def test_tools_of_a_page_are_no_images_whatever_their_alternative_text(name):
    tools = f"<p><img src=/i/{name} alt='Tisknout a poslat'></p>"
    assert markdown(f"{tools}<p>Most přes řeku byl po opravě otevřen.</p>") == (
        "Most přes řeku byl po opravě otevřen."
    )


@pytest.mark.parametrize(
    "name",
    [
        "print.jpg",
        "email.png",
        "Email01.png",
        "emailsync-home.png",
        "the-print.gif",
        "email-2021.png",
        "mail-123456789.png",
        "print_large.png",
        "print-large.png",
    ],
)
def test_pictures_of_tools_stay(name):
    found = markdown(f"<p><img src=/i/{name} alt='Zpráva'></p><p>Most přes řeku</p>")
    assert f"![Zpráva](https://example.org/i/{name})" in found


@pytest.mark.parametrize("name", ["btn_dialog.jpg", "rotes-btn_1.png", "buttons.png"])
def test_other_images_with_such_names_stay(name):
    assert "![" in markdown(f"<p>A</p><div><img src=/img/{name} alt=Dialog></div><p>B</p>")


def test_hidden_data_separates_no_image_from_its_step():
    step = (
        "<li><div><a href=#{0}><div><img src=/{0}.jpg alt={0}></div></a>"
        '<div style="display:none"><span>{{"url": "/{0}.jpg", "width": 460}}</span></div></div>'
        "<div><b>{0} und dann der Teig.</b> Er ruht eine Stunde im Warmen.</div></li>"
    )
    page = (
        f"<h1>Brot</h1><p>Brot braucht Zeit.</p><ol>{step.format('Eins')}{step.format('Zwei')}</ol>"
    )
    made = victor.load("web").clean(page).markdown
    assert "![Eins]" in made and "![Zwei]" in made and "width" not in made


@pytest.mark.parametrize(
    "note",
    [
        "<p class=ipsEdited>Geändert von Ann</p>",
        "<div class=signature><img src=/s.jpg>Gruß, Ann</div>",
    ],
)
def test_notes_after_posts_separate_no_image_from_their_text(note):
    post = f"<div class=post><p>Das Boot {{}}.</p><p><img src=/{{}}.jpg></p><hr>{note}</div>"
    posts = "".join(post.format(name, name) for name in NAMES_OF_BOATS)
    cleaner = victor.load("keep-everything", remove=[".ipsEdited", ".signature"])
    expected = "\n\n".join(f"Das Boot {name}.\n\n![](/{name}.jpg)" for name in NAMES_OF_BOATS)
    assert cleaner.clean(posts).markdown == f"{expected}\n"


def test_images_of_a_card_of_another_page_go_with_its_text():
    paragraphs = [
        "<p>The first sack of malt always weighs less than you expect. Carrying it up four flights"
        " of stairs corrects that impression, and by the third landing you plan a smaller one.</p>",
        "<p>Most kitchens already have half of what is needed. Borrow the rest before you buy it,"
        " as nobody brews more than twice a year, and neighbours get their share of the beer.</p>",
    ]
    card = (
        "<figure class=bookmark-card><a href=https://hose.example/guide><div>A guide to hoses</div>"
        "<div>Hose Shop</div><img src=/icon-of-shop.png><img src=/hoses.jpg></a></figure>"
    )
    article = f"<article><h1>Pale ale</h1>{paragraphs[0]}{card}{paragraphs[1]}</article>"
    web, page = victor.load("web"), f"<title>Pale ale</title>{article}"
    assert "Hose Shop" not in web.clean(page).text
    assert "hoses.jpg" not in web.clean(page).markdown
    assert "hoses.jpg" in CLEANER.clean(page).markdown
    named = page.replace("Borrow", "<a href=https://hose.example/guide>Borrow</a>")
    assert "Hose Shop" not in web.clean(named).text
    assert "hoses.jpg" in web.clean(named).markdown
