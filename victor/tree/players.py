"""Embedded players of videos and sounds, and the pages or files in which people open the same."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import unquote

from victor.text.regex import regex
from victor.tree.urls import stripped

TAGS = frozenset(("iframe", "amp-youtube", "lite-youtube", "video", "audio"))
_SOURCES = ("src", "data-src", "data-lazy-src")  # of ``iframe``; scripts load the last two later
_VIDEOS = ("videoid", "data-videoid")  # of elements for YouTube, which state no URL
_WATCHED = "https://www.youtube.com/embed/{}"
_LONGEST = 4_000  # characters of a URL
_LONGEST_TITLE = 300
_PIXEL = frozenset(("0", "1", "0px", "1px"))
_NO_SOURCE: Mapping[str, str] = MappingProxyType({})
_FILE = "file:"  # before the URL of a file, which may be relative
_NO_FILE = regex(r"data:|blob:|about:|javascript:|#|$", re.IGNORECASE)
_BACKGROUND = "background=1"  # parameter of a video that is only decoration
_HTTP = regex(r"(?:https?:)?//", re.IGNORECASE)


class _Site(NamedTuple):
    """A kind of players on a host."""

    name: str  # of players without a title
    player: re.Pattern[str]  # URLs of players, after the host
    page: str  # the URL of the page, with the groups of ``player``


_SOUNDCLOUD = r"player/?\?(?:.*&)?url="
_FACEBOOK = r"\.php\?(?:.*&)?href=https%3A%2F%2Fwww\.facebook\.com%2F((?:[\w.-]|%2F)+)(?:[&#]|$)"
_YOUTUBE = (
    _Site(
        "YouTube video",
        regex(r"(?:embed|v)/(?!videoseries|live_stream)([\w-]{11})(?![\w-])"),
        "https://www.youtube.com/watch?v={}",
    ),
    _Site(
        "YouTube playlist",
        regex(r"embed/?(?:videoseries)?\?(?:.*&)?list=([\w-]+)"),
        "https://www.youtube.com/playlist?list={}",
    ),
)
# By host, without ``www.`` and ``m.``.
_SITES: Mapping[str, Sequence[_Site]] = {
    "youtube.com": _YOUTUBE,
    "youtube-nocookie.com": _YOUTUBE,
    "player.vimeo.com": (
        _Site(
            "Vimeo video",  # that only those with the link can open
            regex(r"video/(\d+)\?(?:.*&)?h=(\w+)"),
            "https://vimeo.com/{}/{}",
        ),
        _Site("Vimeo video", regex(r"video/(\d+)"), "https://vimeo.com/{}"),
    ),
    "dailymotion.com": (
        _Site(
            "Dailymotion video",
            regex(r"embed/video/(\w+)"),
            "https://www.dailymotion.com/video/{}",
        ),
    ),
    "geo.dailymotion.com": (
        _Site(
            "Dailymotion video",
            regex(r"player[\w/]*\.html\?(?:.*&)?video=(\w+)"),
            "https://www.dailymotion.com/video/{}",
        ),
    ),
    "embed.ted.com": (
        _Site("TED talk", regex(r"talks/(?:lang/[\w-]+/)?(\w+)"), "https://www.ted.com/talks/{}"),
    ),
    "player.bilibili.com": (
        _Site(
            "Bilibili video",
            regex(r"player\.html\?(?:.*&)?bvid=(BV\w+)"),
            "https://www.bilibili.com/video/{}",
        ),
    ),
    "v.qq.com": (
        _Site(
            "Tencent video",
            regex(r"(?:txp/)?iframe/player\.html\?(?:.*&)?vid=(\w+)"),
            "https://v.qq.com/x/page/{}.html",
        ),
    ),
    "player.youku.com": (
        _Site("Youku video", regex(r"embed/([\w=]+)"), "https://v.youku.com/v_show/id_{}.html"),
    ),
    "rutube.ru": (
        _Site("Rutube video", regex(r"play/embed/(\w+)"), "https://rutube.ru/video/{}/"),
    ),
    "vk.com": (
        _Site(
            "VK video",
            regex(r"video_ext\.php\?(?:.*&)?oid=(-?\d+)&id=(\d+)"),
            "https://vk.com/video{}_{}",
        ),
    ),
    "archive.org": (
        _Site(
            "Internet Archive",
            regex(r"embed/([^/?#\s]+)"),
            "https://archive.org/details/{}",
        ),
    ),
    "loom.com": (_Site("Loom video", regex(r"embed/(\w+)"), "https://www.loom.com/share/{}"),),
    "streamable.com": (
        _Site("Streamable video", regex(r"[eo]/(\w+)"), "https://streamable.com/{}"),
    ),
    "facebook.com": (
        _Site("Facebook video", regex(rf"plugins/video{_FACEBOOK}"), "https://www.facebook.com/{}"),
        _Site("Facebook post", regex(rf"plugins/post{_FACEBOOK}"), "https://www.facebook.com/{}"),
    ),
    "instagram.com": (
        _Site(
            "Instagram post",
            regex(r"(p|reel|tv)/([\w-]+)/embed"),
            "https://www.instagram.com/{}/{}/",
        ),
    ),
    "open.spotify.com": (
        _Site(
            "Spotify audio",
            regex(r"embed(?:-podcast)?/(\w+)/(\w+)"),
            "https://open.spotify.com/{}/{}",
        ),
    ),
    "embed.podcasts.apple.com": (
        _Site(
            "Apple podcast",
            regex(r"([\w/%-]+/podcast/[\w/%-]+(?:\?i=\d+)?)"),
            "https://podcasts.apple.com/{}",
        ),
    ),
    "w.soundcloud.com": (
        _Site(
            "SoundCloud audio",
            regex(
                rf"{_SOUNDCLOUD}https?(?::|%3A)(?:/|%2F){{2}}soundcloud\.com"
                r"(?:/|%2F)((?:[\w/.-]|%2F)+)"
            ),
            "https://soundcloud.com/{}",
        ),
        # Others state URLs for programs only: people open the player.
        _Site(
            "SoundCloud audio",
            regex(rf"{_SOUNDCLOUD}([^&#]+)"),
            "https://w.soundcloud.com/player/?url={}",
        ),
    ),
}


def player(attributes: Mapping[str, str], source: Mapping[str, str] = _NO_SOURCE) -> str:
    """The URL of what an element plays, a space, and the title; see :func:`played`.

    ``""`` if it is no player with controls and a file, or of one of the sites, or if it is hidden
    or decoration.

    Args:
        attributes: of an element with one of the ``TAGS``.
        source: those of a ``source`` in it.
    """
    if "controls" in attributes:
        return _file(attributes, source)
    for address in _addresses(attributes):
        host, place = _host(address)
        if len(address) > _LONGEST or _BACKGROUND in address:
            continue
        for site in _SITES.get(host, ()):
            if found := site.player.match(address, place):
                return f"{_page(site, found)} {_title(attributes) or site.name}"
    return ""


def is_player(inset: str) -> bool:
    """Whether the source of an inset is from :func:`player`; no formula or white space."""
    return inset.startswith(("http", _FILE))


def played(inset: str) -> tuple[str, str]:
    """The URL of a page or file, which may be relative, and the title of what is played.

    Args:
        inset: from :func:`player`.
    """
    address, _, title = inset.removeprefix(_FILE).partition(" ")
    return address, title


def _file(attributes: Mapping[str, str], source: Mapping[str, str]) -> str:
    """The file that ``video`` or ``audio`` plays; without a title, it has the name of the file."""
    found = (one[name] for one in (attributes, source) for name in _SOURCES if name in one)
    files = (stripped(one).replace(" ", "%20") for one in found if len(one) <= _LONGEST)
    address = next((one for one in files if not _NO_FILE.match(one)), "")
    path = re.split("[?#]", address, maxsplit=1)[0].rstrip("/")
    name = " ".join(unquote(path).rpartition("/")[2].split())
    return f"{_FILE}{address} {_title(attributes) or name}" if name else ""


def _addresses(attributes: Mapping[str, str]) -> list[str]:
    """The URLs that a player may have; none if it is not visible."""
    if is_pixel(attributes):
        return []
    found = [stripped(attributes[name]) for name in _SOURCES if name in attributes]
    return found + [_WATCHED.format(attributes[name]) for name in _VIDEOS if name in attributes]


def is_pixel(attributes: Mapping[str, str]) -> bool:
    """Whether an element is at most one pixel wide or high, by its attributes."""
    return attributes.get("width") in _PIXEL or attributes.get("height") in _PIXEL


def _host(address: str) -> tuple[str, int]:
    """The host in a URL, as in ``_SITES``, and the place after it; ``""`` if it has none."""
    scheme = _HTTP.match(address)
    start = scheme.end() if scheme else len(address)
    end = address.find("/", start)
    return address[start:end].lower().removeprefix("www.").removeprefix("m."), end + 1


def _page(site: _Site, found: re.Match[str]) -> str:
    """The URL of the page, whose slashes may be quoted in the player's."""
    return site.page.format(*(group.replace("%2F", "/") for group in found.groups()))


def _title(attributes: Mapping[str, str]) -> str:
    stated = attributes.get("title") or attributes.get("aria-label", "")
    return " ".join(stated[:_LONGEST_TITLE].split())
