"""Compare names with the host of a page: "The Tide" for ``thetide.example``."""

import re
import unicodedata
from functools import lru_cache

from victor.document.metadata.likeness import key_of, words
from victor.document.metadata.site_names import SMALL_WORDS
from victor.text.regex import regex

HOST = regex(r"(?:www\.)?(?:[a-z0-9-]{1,60}\.){1,3}[a-z]{2,14}", re.IGNORECASE)
# Labels of hosts that do not name a site.
_GENERAL = frozenset(
    """
    ac co com edu go gob gouv gov govt ne net or org blog blogs community developer docs en forum
    forums help learn m news shop support
    """.split()
)
# Platforms that host sites of others: "quill" is the site of quill.blogspot.com.
_PLATFORMS = frozenset(
    """
    blogger blogspot github gitlab hatenablog jimdofree livejournal medium netlify over-blog
    substack tumblr typepad vercel webnode weebly wixsite wordpress
    """.split()
)
# A name of several words or with an inner capital; a single word may be a section, such as "Sport".
_OF_SUBDOMAIN = regex(r"^(?![Tt]he\s\S+$)\S+\s|[^\W\d_][A-Z]")
_LEAST_LABEL = 5  # minimum length of a host label that a name may start with
LEAST_OWN = 4  # minimum length of a host label that is the name of its site


def is_host(address: str, name: str, whole: bool = False) -> bool:
    """Whether a name matches a host: "The Tide" for ``thetide.example``.

    Args:
        address: the host.
        name: the name.
        whole: whether to reject names that only start like the host, "The Tide Magazine", and words
            that may be a section, "Sport" for ``sport.tide.example``.
    """
    key = key_of(name)
    own, labels = _labels(address)
    is_exact = key in (*spellings(own), key_of(address))
    if own and (is_exact or (not whole and begins_like(address, name))):
        return True
    is_name = not whole or _OF_SUBDOMAIN.search(name) is not None
    return is_name and any(key in (one, f"the{one}") for one in labels)


def spellings(label: str) -> tuple[str, ...]:
    """The keys of names that a host's label may stand for: as it is, and with or without "the".

    Args:
        label: as :func:`label_of` returns it.
    """
    bare = label.removeprefix("the")
    return (label, f"the{label}", bare) if len(bare) >= LEAST_OWN else (label, f"the{label}")


def begins_like(address: str, name: str) -> bool:
    """Whether a name starts like a host: "Tideway Harbour" for ``tideway.example``.

    Args:
        address: the host.
        name: the name.
    """
    own = label_of(address)
    return len(own) >= _LEAST_LABEL and key_of(name).startswith(own)


def label_of(address: str) -> str:
    """The label of a host that names its site; empty if there is none.

    Args:
        address: the host.
    """
    return _labels(address)[0]


@lru_cache(64)  # a host is compared with several names
def _labels(address: str) -> tuple[str, list[str]]:
    """The label of a host that names its site, or an empty string, and the labels before it."""
    labels = [one for one in address.split(".")[:-1] if one and one not in _GENERAL]
    if len(labels) > 1 and labels[-1] in _PLATFORMS:
        labels.pop()
    *before, own = [*filter(None, map(key_of, labels))] or [""]
    return own, before


def may_be_same(name: str, label: str) -> bool:
    """Whether a name and a host's label may be the same: "Harbour Daily Post" for ``hdp.example``.

    Names in other scripts than that of hosts cannot be compared.

    Args:
        name: the name.
        label: as :func:`label_of` returns it.
    """
    bare = "".join(filter(str.isascii, unicodedata.normalize("NFKD", name)))
    key = key_of(bare)
    initials = "".join(word[0] for word in words(bare) if word not in SMALL_WORDS)
    is_part = len(key) >= LEAST_OWN and key in label
    return not key or is_part or label in key or label in initials


def is_akin(name: str, label: str) -> bool:
    """Whether a name has a host's label as a word or as its initials, or begins like it.

    Args:
        name: the name.
        label: as :func:`label_of` returns it.
    """
    found, key = words(name), key_of(name).removeprefix("the")
    initials = ["".join(word[0] for word in found)]
    initials.append("".join(word[0] for word in found if word not in SMALL_WORDS))
    is_part = len(key) >= max(LEAST_OWN, len(label) / 2)
    is_longer = len(label) >= _LEAST_LABEL and key.startswith(label)
    return label in (*found, *initials) or is_longer or (is_part and label.startswith(key))
