"""Messages of the software of forums and comments to readers without an account."""

import re
from collections.abc import Sequence

from victor.filters.buttons.outside import QUOTED, outside
from victor.text.regex import folded, regex
from victor.tree.blocks import Blocks
from victor.tree.html_tags import HEADINGS

# One of these signs is in every such text.
SIGNS = (
    *("Log in", "g in to", "gged in", "gin to", "Sign in", "gn in to", "gned in to", "gister to"),
    *("g in before", "t have an account", "ng fed up of", "th your input, this"),
    *("pic has been deleted", "登录", "登錄", "登入", "只看该", "只看該", "主题已被删除"),
    *("ngemeldet", "eingeloggt", "nmelden", "lde dich an", "onnectez-vous", "re connecté"),
    *("azer login", "azer o login", "aça login", "sessão iniciada", "il login"),
    *("l'accesso", " sesión"),
    *("inloggen", "gelogd", "og in om", "ogin om", "alogowa", "aloguj", "ihlá", "jelentkez"),
    "utentific",
    *("ogga in", "nloggad", "og ind", "ogget ind", "ogg inn", "nnlogget", "irjau", "υνδεθ"),
    *("ойдите", "ойти", "вторизова", "війти", "війдіть", "лезете", "лезте", "ријав", "rijav"),
    *("giriş yap", "asuk log", "ăng nhập", "เข้าสู่ระบบ", "ログイン", "로그인", "تسجيل الدخول"),
    *("مسجل الدخول", "وارد شوید", "وارد بشوید", "להתחבר", "התחבר"),
)
_LONGEST = 150  # characters
_LOG_IN = r"(?:log(?:ged)?[ -]?in|sign(?:ed)?[ -]?in|register)\b"
_DO = (
    r"(?:answer|comment|participate|post|rate|reply|vote|(?:add|leave|submit|write) (?:an?|your)"
    r"|(?:add|follow|save) this|join (?:the|this|our)"
    r"|(?:read|see|view) (?:this|the (?:full|rest|whole)))\b"
)
# "You must be logged in to post a comment"; "This topic has been deleted", in all topics of NodeBB.
_NOTE = regex(
    r"\W*(?:(?:sorry, )?(?:you (?:must|need to|have to)|please|must) (?:first )?(?:be )?"
    rf"(?:registered and )?{_LOG_IN}[^.]{{0,60}}\b(?:to|before you can) {_DO}"
    r"|this topic has been deleted\. only users)",
    re.IGNORECASE,
)
# "请先登录后发表评论", and "only this author", beside the date of posts in Discuz.
_CHINESE = regex(
    r"[^。]{0,20}登[录錄入]\s?(?:之?[后後]|才)[^。]{0,8}(?:发表|發表|回[复覆帖]|[评評][论論])"
    r"|此主题已被删除|.{0,80}只看[该該]作者"
)
_REQUEST = regex(rf"\W*(?:{_LOG_IN}|sign up for free)(?: or [^.]{{1,20}})? to {_DO}", re.IGNORECASE)
# The three paragraphs of NodeBB below a topic.
_INVITATION = regex(
    r"\W*hello! it looks like you.re interested in this conversation, but you don.t have an account"
    r"|\W*getting fed up of having to scroll through the same posts each visit\?"
    r"|\W*with your input, this post could be even better\b",
    re.IGNORECASE,
)
# In other languages: words for an account, and for what needs one, in either order.
_OF_ACCOUNT = regex(
    r"a(?:ngemeldet|nmelden)|eingeloggt|melde dich an|connectez-vous|être connecté|sesión"
    r"|(?:fazer|faça) (?:o )?login|sessão iniciada|il login|l['’]accesso|inloggen|ingelogd"
    r"|log ?in om|p[rř][ií]hl[aá][sš]|zalogowa|zaloguj|jelentkez|autentific|logga in|inloggad"
    r"|log(?:get)? ind|logg inn|innlogget|kirjau|συνδεθε[ίι]|войдите|войти|авторизова|ув[ії]йт[иі]"
    r"|увійдіть|влезе?те|пријав|prijav[il]|giriş yap|masuk log|đăng nhập|เข้าสู่ระบบ|ログイン"
    r"|로그인|(?:تسجيل|مسجل) الدخول|وارد (?:بشوید|شوید)|להתחבר|התחבר|登[录錄入]"
)
_OF_COMMENTS = regex(
    r"[kc]omment|komm?ent|coment[aá]r|comentario|reactie|reageren|antwort|répond|respond|rispond|răspund"
    r"|odpow|odpov|odgov|hozzászól|válasz|σχολι|σχόλι|απαντ|комент|коммент|ответ|відпов|отговор|одговор"
    r"|yorum|yanıt|cevap|balas|phản hồi|bình luận|trả lời|ความเห็น|ความคิดเห็น|ตอบ|コメント|返信"
    r"|[评評][论論]|回[复覆應]|留言|댓글|답글|답변|تعليق|دیدگاه|نظر|پاسخ|תגובה|להגיב|svar|vasta"
)
_LONGEST_REQUEST = 100  # characters
_STEPS = (*QUOTED, "li", "dt", "dd", "td", "th", *HEADINGS)  # elements of instructions


def accounts(content: Sequence[tuple[int, str]], blocks: Blocks) -> list[int]:
    """Content blocks that only ask to log in, or state what others may see.

    Args:
        content: the numbers and texts of the content blocks.
        blocks: the blocks of the page.
    """
    short = [(place, text) for place, text in content if len(text) <= _LONGEST]
    notes = [place for place, text in short if _is_note(text)]
    notes += [place for place, text in content if _INVITATION.match(text)]
    requests = [
        place for place, text in short if _REQUEST.match(text) or _asks(text, place, blocks)
    ]
    return outside(notes, QUOTED, blocks) + outside(requests, _STEPS, blocks)


def _is_note(text: str) -> bool:
    return bool(_NOTE.match(text) or (not text.isascii() and _CHINESE.match(text)))


def _asks(text: str, place: int, blocks: Blocks) -> bool:
    """Whether a sentence with a link names an account and comments in another language."""
    if len(text) > _LONGEST_REQUEST or not blocks.link_share.item(place) > 0:
        return False
    plain = folded(text)
    return bool(_OF_ACCOUNT.search(plain) and _OF_COMMENTS.search(plain))
