"""Images that are no content: icons, buttons, user pictures, controls, advertisements."""

import re
from collections.abc import Mapping
from string import punctuation

from victor.document.pictures.sizes import pixels_in, stated_sides
from victor.text.regex import regex
from victor.tree.urls import is_advertising

_ICON, _DRAWN_ICON = 24, 32  # largest side of an icon, and of one that is no photo, in pixels
_CONTROL = 100  # largest side of an image that is a part of a button
# Words in URLs of decoration: of any image, and of images without alternative text.
_AVATAR = regex(
    r"(?:^|[/_.-])(?:gr|profile)?avatars?(?=[/_.\d-]|$)|/avatarimages/"
    r"|/profile_images/[^?]*_(?:normal|bigger|mini)\.",
    re.IGNORECASE,
)
# Alternative texts of user pictures; not "A scene from Avatar", "Change your profile picture".
_OF_USER = regex(
    r"(?i:user |profile )?[Aa]vatar(?: (?:of|for|from|de|von) .{1,60})?"
    r"|(?:[^\Wa-z]\S{0,30} ){1,2}avatar"
    r"|(?i:(?:.{1,60}['’]s? |user )?profile (?:pic(?:ture)?|photo|image)(?: (?:of|for) .{1,60})?)"
)
_DECORATIONS = (
    *("icon", "arrow", "bullet", "spinner", "loader", "sprite", "share", "facebook", "twitter"),
    *("pinterest", "instagram", "linkedin", "whatsapp", "youtube", "/theme", "/skin", "/template"),
)
_DECORATION = regex(
    r"(?:^|[/_.-])(?:icons?|arrows?|bullets?|spinner|loader|sprites?|share|facebook|twitter|pinterest"
    r"|instagram|linkedin|whatsapp|youtube)(?=[/_.\d-]|$)"
    # of a site, unlike folders of images about themes
    r"|(?<!/uploads)(?<!/images)(?<!/img)(?<!/media)/(?:themes?|skins?|templates?)/",
    re.IGNORECASE,
)
# Buttons of social networks: their file names, and their alternative texts.
_NETWORK = (
    r"facebook|twitter|pinterest|instagram|linkedin|whatsapp|youtube|telegram|reddit|tumblr|google"
    r"|bluesky|mastodon|threads|e-?mail|print"
)
_BUTTON = regex(
    rf"(?:^|/)(?:(?:icons?|ico|btn|button|menu|social|share|follow)[_-])*(?:{_NETWORK}|share)"
    r"(?:[_-](?:icon|button|small|medium|large|plus|[a-z]{1,2}|[\da-f]{8,64}))*\.(?:gif|png|svg)$",
    re.IGNORECASE,
)
_SHARE = regex(
    rf"(?:(?:share|follow|like|find|join)(?: (?:us|this|me))? (?:on|via|with|by) )?"
    rf"(?:{_NETWORK}|share)(?: (?:plus|icon|button|share))*",
    re.IGNORECASE,
)
# Icons of vBulletin, MyBB, phpBB and Discuz for users, posts and buttons, with alternative texts.
_OF_BOARDS = regex(
    r"/(?:statusicon/(?:user|post|thread|forum|subforum)[\w-]*|reputation/reputation_\w+"
    r"|buttons/(?:viewpost|up_dis|down_dis|collapse_)[\w-]*|misc/quote_icon|buddy_(?:on|off)line"
    r"|(?:imageset(?:/[\w-]{2,8})?|images/lang_\w{2,20})/icon_\w+|icon_minipost\w*|static/image/common/[\w-]+)"
    r"\.(?:gif|png|svg)$",
    re.IGNORECASE,
)
# Icons of controls, which have alternative texts: "Open", "External link".
_OF_CONTROLS = regex(
    r"(?:^|[/_.-])(?:chevrons?|carets?|(?:icon|ico)[_-]external[_-]link|external[_-]link[_-]icon"
    r"|(?:icon|ico)[_-](?:info|arrow|plus|minus|close|menu|search|print)"
    r"|(?:info|arrow|plus|minus|close|menu|search|print)[_-](?:icon|ico)|dropdown|hamburger)"
    r"(?:[_-](?:up|down|left|right|small|large|white|black|gr[ae]y|\d{1,3}|[\da-f]{8,64}))*"
    r"\.(?:gif|png|svg)$",
    re.IGNORECASE,
)
# Names of files with buttons, such as "Print" and "Send".
_OF_BUTTONS = regex(r"btn[_-][\w-]*\.(?:gif|png|svg)", re.IGNORECASE)
# Names of files with the tools of a page, whose alternative texts are in any language: to print,
# send or share it, and to change the size of its text. A ``mail.png`` may be a screenshot.
_TOOL = (
    r"print(?:er)?|e?-?mail|rss|digg(?:it)?|stumble(?:upon)?|del\.?icio\.?us|g(?:oogle)?[_-]?plus"
    r"|(?:font|te?xt)(?:[_-]?size)?[_-](?:plus|minus|up|down|increase|decrease|larger|smaller)"
)
_OF_TOOLS = regex(
    rf"(?!(?:{_TOOL})[_-]?(?:\d*|large)\.png)"
    rf"(?:(?:ico(?:ns?)?|btn|button|func|a?tools?|menu)[_-]?){{0,2}}(?:{_TOOL})"
    r"(?:[._-]?(?:this|page|friendly|(?:to_)?a?_?friend|alerts?|icons?|button|small|large|light|on"
    r"|off|dn|\d{1,3}|(?=\d*[a-f])[\da-f]{8,64})){0,3}\.(?:gif|png|svg)",
    re.IGNORECASE,
)
_DRAWINGS = (".gif", ".png", ".svg")  # formats of icons and buttons
_NO_WORDS = frozenset(("", *punctuation))  # alternative texts; smileys have longer ones
# Pages that share the page with the image around which the link is.
_SHARES = regex(
    r"//(?:[\w-]+\.)*(?:pinterest\.\w+/pin/create|facebook\.com/(?:sharer|dialog)"
    r"|(?:twitter|x)\.com/(?:share|intent)|linkedin\.com/share|plus\.google\.com/share"
    r"|stumbleupon\.com/submit|reddit\.com/submit|tumblr\.com/share)",
    re.IGNORECASE,
)
# Pages of the person whose portrait a link is around; longer paths lead to articles.
_PROFILE = regex(
    r"/(?:authors?|autor(?:es|en)?|users?|u|profiles?|bios?)/(?:(?:\d{1,12}|show|view|profile)/)?"
    r"(?!(?:sign|log)[_-]?(?:in|up)|[^/?#]+\.(?:png|jpe?g|gif|webp|avif))[^/?#]+/?(?:[?#]|$)",
    re.IGNORECASE,
)
# The text of an icon ("Delivery icon"), but for those in comparisons.
_OF_ICON = regex(
    r"(?!(?:check|tick|x|cross|yes|no)\b)(?:\w{1,40}\W{1,4}){0,5}icon\W{0,4}", re.IGNORECASE
)
_LONGEST_OF_ICON = 100  # characters of it
_LARGE = 100  # a side from which an image is no icon, whatever its text


def shares(address: str) -> bool:
    """Whether a link shares the page in a social network.

    Args:
        address: of the link.
    """
    return _SHARES.search(address[:200]) is not None


def is_profile(address: str) -> bool:
    """Whether a link leads to the profile of an author or user.

    Args:
        address: of the link.
    """
    return _PROFILE.search(address[:200]) is not None


def is_icon(attributes: Mapping[str, str], address: str, text: str) -> bool:
    """Whether an image is an icon: its words say so, or it has none and states that it is small.

    Args:
        attributes: of the element.
        address: of the image.
        text: the alternative text.
    """
    if text and "icon" not in text[-8:].lower():  # true of nearly all images with a text
        return False
    sides = stated_sides(attributes)
    is_drawn = address.partition("?")[0].lower().endswith(_DRAWINGS)
    if not text:
        most = _DRAWN_ICON if is_drawn else _ICON
        return len(sides) == 2 and max(sides) <= most
    if not is_drawn or len(text) > _LONGEST_OF_ICON or max(sides, default=0) > _LARGE:
        return False
    return _OF_ICON.fullmatch(text) is not None


def is_decoration(address: str, text: str) -> bool:
    """Whether an image is decoration.

    That is a user picture, an icon of a forum, a button, an icon without words, an advertisement,
    or an image that counts visitors.

    Args:
        address: of the image.
        text: the alternative text.
    """
    path = address.partition("?")[0][-500:]
    lower = path.lower()  # searched first, as in `is_real`
    if ("avatar" in lower or "profile_images" in lower) and _AVATAR.search(path):
        return True
    if ("vatar" in text or "rofile" in text) and _OF_USER.fullmatch(text):
        return True
    if lower.endswith(_DRAWINGS) and _is_button(path, text):
        return True
    if text == "*":  # of the rank of a writer in MyBB and SMF
        return True
    is_likely = text in _NO_WORDS and any(map(lower.__contains__, _DECORATIONS))
    if is_likely and _DECORATION.search(path):
        return True
    return is_advertising(address)


def _is_button(path: str, text: str) -> bool:
    """Whether an image is the icon of a forum or of a control, or the button of a network."""
    name = path.rpartition("/")[2]
    if _OF_BOARDS.search(path) or _OF_CONTROLS.search(name):
        return True
    if _OF_BUTTONS.fullmatch(name) or _OF_TOOLS.fullmatch(name):
        return True
    return _SHARE.fullmatch(text.strip()) is not None and _BUTTON.search(path) is not None


def is_control(address: str, text: str) -> bool:
    """Whether an image in a button is a part of it, such as a colour, rather than one to enlarge.

    Args:
        address: of the image, which states its size.
        text: the alternative text.
    """
    return not text and pixels_in(address) <= _CONTROL
