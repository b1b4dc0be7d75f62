"""E-mails, and pages that a browser saved as one file."""

from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

import victor
from victor.page import read_page

LINE = "The ferry to the island runs every hour from May, as the new pier is finished at last."
HTML = f"<p>{LINE}</p><p>Grüße aus dem Büro: the last boat back leaves at nine in the evening.</p>"
SAVED = f"""From: <Saved by Blink>\r
Snapshot-Content-Location: https://ferry.example/news/pier\r
Subject: =?utf-8?Q?Pier=20finished?=\r
Date: Sun, 1 Mar 2026 10:00:00 +0100\r
MIME-Version: 1.0\r
Content-Type: multipart/related;\r
\ttype="text/html";\r
\tboundary="----Boundary--x1----"\r
\r
\r
------Boundary--x1----\r
Content-Type: text/html\r
Content-Transfer-Encoding: quoted-printable\r
Content-Location: https://ferry.example/news/pier\r
\r
<html><head><title>Pier finished - Ferry</title></head><body><nav><a href=3D"/">=\r
Home</a></nav><h1>Pier finished</h1><p>{LINE}</p><p>=E2=80=9CAt last=E2=80=9D, says the=
 captain, who has waited for <a href=3D"/years">eleven years</a>.</p></body></html>\r
------Boundary--x1----\r
Content-Type: image/png\r
Content-Transfer-Encoding: base64\r
\r
iVBORw0KGgo=\r
------Boundary--x1------\r
"""


def mail(**headers: str) -> EmailMessage:
    message = EmailMessage()
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    return message


def test_a_saved_page_is_cleaned_like_the_page_itself(tmp_path):
    path = tmp_path / "pier.mhtml"
    path.write_bytes(SAVED.encode())
    result = victor.load().clean(path)
    assert result.markdown.split("\n\n") == [
        "# Pier finished",
        LINE,
        "“At last”, says the captain, who has waited for"
        " [eleven years](https://ferry.example/years).\n",
    ]
    assert result.metadata.url == "https://ferry.example/news/pier"
    assert result.metadata.date is None  # it was saved then


def test_a_mail_has_the_text_as_html_and_a_title_author_and_date():
    message = mail(
        Subject="Fähre und Pier",
        From="Zoë Ørsted <zoe@ferry.example>",
        Date="Sun, 01 Mar 2026 10:00:00 +0100",
    )
    message.set_content("The same as plain text.")
    message.add_alternative(HTML, subtype="html", charset="iso-8859-1")
    message.add_attachment("<p>Minutes</p>", subtype="html", filename="minutes.html")
    result = victor.load().clean(bytes(message))
    assert LINE in result.text
    assert "Grüße" in result.text
    assert "Minutes" not in result.text
    assert "plain" not in result.text
    metadata = result.metadata
    assert (metadata.title, metadata.author) == ("Fähre und Pier", "Zoë Ørsted")
    assert metadata.date == "2026-03-01T10:00:00+01:00"


@pytest.mark.parametrize("kind", ["html", "plain"])
def test_the_texts_of_a_mail_are_joined(kind):
    message = mail(Subject="Fähre")
    message.set_content("No boat today, für alle.\n\nSorry.", subtype=kind, charset="iso-8859-1")
    message.make_mixed()
    message.add_attachment(b"x", "image", "png", disposition="inline")
    more = mail()
    more.set_content("Two boats tomorrow, über die Bucht.\n\nZoë", subtype=kind, charset="utf-8")
    message.attach(more)
    message.add_attachment("Minutes of the meeting.", subtype=kind, filename="minutes")
    text = victor.load("keep-everything").clean(bytes(message)).text
    assert text.index("für alle") < text.index("über die Bucht")
    assert "Minutes" not in text


def test_a_mail_without_a_text_keeps_its_subject():
    message = mail(Subject="Fähre", From="Zoë <zoe@ferry.example>", Message_ID="<1@x.example>")
    message.add_attachment("<p>Minutes</p>", subtype="html", filename="minutes.html")
    result = victor.load().clean(bytes(message))
    assert (result.text, result.metadata.title, result.metadata.author) == ("", "Fähre", "Zoë")


def test_a_saved_page_may_be_a_local_file_in_xhtml_with_frames():
    saved = SAVED.replace("https://ferry.example/news/pier", "file:///home/zoe/pier.xhtml")
    saved = saved.replace("Content-Type: text/html", "Content-Type: application/xhtml+xml")
    frame = "Content-Type: text/html\r\n\r\n<p>Advert</p>\r\n------Boundary--x1----\r\n"
    saved = saved.replace("Content-Type: image/png", f"{frame}Content-Type: image/png")
    result = victor.load().clean(saved.encode())
    assert LINE in result.text
    assert "Advert" not in result.text
    assert (result.metadata.url, result.metadata.date) == (None, None)


def test_the_whole_of_a_plain_mail_is_content():
    message = mail(Subject="Fähre", From="Zoë <zoe@ferry.example>")
    message.set_content("Dear all,\n\nno boat today.\nSorry.\n\nZoë\n")
    result = victor.load().clean(bytes(message))
    assert result.markdown == "# Fähre\n\nDear all,\n\nno boat today.  \nSorry.\n\nZoë\n"
    assert result.metadata.author == "Zoë"
    text = bytes(message).decode()
    assert victor.extract(text, output="markdown") == result.markdown.strip()


@pytest.mark.parametrize("start", ["", "\ufeff", "\n\n"])
def test_a_mail_is_known_by_its_number(start):
    source = f"{start}Subject: Boats\nMessage-ID: <1@ferry.example>\n\nNo boat\ntoday.\n"
    assert victor.load().clean(source.encode()).markdown == "# Boats\n\nNo boat  \ntoday.\n"


@pytest.mark.parametrize("end", ["", "\r\n", "\r\nSent from a browser that has closed.\r\n"])
def test_what_follows_the_last_part_is_no_text(end):
    images = SAVED.replace("text/html", "image/svg+xml").rstrip() + end
    assert read_page(images.encode()).html == ""
    assert "Boundary" not in read_page((SAVED.rstrip() + end).encode()).html


@pytest.mark.parametrize("name", ['"Ørsted, Zoë"', "=?utf-8?Q?=C3=98rsted=2C_Zo=C3=AB?="])
def test_a_sender_may_have_a_comma(name):
    source = f"MIME-Version: 1.0\nFrom: {name} <zoe@ferry.example>\n\nNo boat\ntoday.\n"
    assert victor.load().clean(source).metadata.author == "Ørsted, Zoë"


def test_parts_within_parts_are_found_to_a_limit():
    def within(depth: int) -> bytes:
        lines = "".join(
            f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(depth)
        )
        return f"MIME-Version: 1.0\n{lines}Content-Type: text/html\n\n{HTML}".encode()

    assert LINE in read_page(within(3)).html
    assert read_page(within(1000)).html == ""


@pytest.mark.parametrize(
    "text",
    [
        "Note: a plain text\n\nthat has no headers.",
        "MIME-Version is a header of mails.\n\nThis text is about it.",
        f"<p>From: Zoë\nMIME-Version: 1.0\n\n{LINE}</p>",
    ],
)
def test_other_texts_are_not_messages(text):
    assert read_page(text).html == text


@given(st.binary(max_size=200), st.integers(0, len(SAVED)))
def test_damaged_messages_raise_no_error(damage, place):
    source = SAVED.encode()
    read_page(source[:place] + damage + source[place:])
    read_page(b"MIME-Version: 1.0\n" + damage)
