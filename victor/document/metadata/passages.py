"""The texts and the marks of a page's elements: :class:`Passages`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from victor.arrays import Bools, Ints, places, some
from victor.document.metadata.statements import Statements
from victor.document.vocabulary import LEVEL
from victor.text.regex import regex
from victor.tree.attributes import values_of

_CLOSING = frozenset(",.;:!?")
_LONGEST_TYPE = 200  # characters
_HITS = 100  # most values that match
# The path of a start page, perhaps in one of several languages.
_START = regex(
    r"/?(?:\./)?(?:(?:index|default)\.\w{2,5}|home"
    r"|(?:ar|cs|da|de|el|en|es|fi|fr|he|hu|it|ja|ko|nl|pl|pt|ru|sv|tr|zh)(?:[-_][a-z]{2})?)?/?",
    re.IGNORECASE,
)
_LONGEST_START = 17  # characters of it
_SCHEMES = ("", "http:", "https:")
_HEAD, _FOOT = 40, 20  # first and last links, which may lead to the start page
_INSIDE = 5  # elements of such a link that may be its image
_LABELS = ("title", "aria-label", "alt")
_LONGEST_LABEL = 400  # characters
_LOGO = regex(r"(?:^|\s)(?:logo|home ?page|home|startseite|accueil|inicio)$", re.IGNORECASE)
_LEAST_DIGITS = 2  # of a date


@dataclass(frozen=True)
class Passages(Statements):
    """A page, and the texts, attributes and schema.org items of its elements."""

    def text(self, element: int, longest: int = 1_000) -> str:
        """The text of an element, white space normalised, up to ``longest`` characters."""
        first, last = self.tree.bounds(element)
        if last - first == 1:  # true of most elements
            return " ".join(self.tree.text[first][:longest].split())
        return self._joined(range(first, last), longest)

    def related(self, relation: str, most: int = 0) -> list[int]:
        """The links with a relation.

        Args:
            relation: a value of ``rel``, in lower case.
            most: maximum number of links, counted from the end of the page; 0 for all.
        """
        if not self.may_have_relation(relation):
            return []
        links = places(self.tree.named(("a",)))[-most:].tolist()
        return [one for one in links if self.has_relation(one, relation)]

    def may_have_relation(self, relation: str) -> bool:
        """Whether any link may have a relation; a cheap test that fails on most pages."""
        return relation in self._joined_relations

    def has_relation(self, link: int, relation: str) -> bool:
        """Whether a link has a relation; see :meth:`related`."""
        return relation in self._relations.get(link, "").lower().split()

    @cached_property
    def _relations(self) -> dict[int, str]:
        """The values of ``rel``, by element."""
        return values_of(self.tree.attributes, "rel")

    @cached_property
    def _joined_relations(self) -> str:
        return "\n".join(self._relations.values()).lower()

    @cached_property
    def targets(self) -> dict[int, str]:
        """The values of ``href``, by element."""
        return values_of(self.tree.attributes, "href")

    @cached_property
    def joined_targets(self) -> str:
        """These values joined, for cheap tests whether one contains a rare string."""
        return "\n".join(self.targets.values())

    @cached_property
    def labels_of_start(self) -> list[str]:
        """The texts of links to the start page, and the labels of these links and their images.

        Without "logo" or "home" at their ends.
        """
        links = self.tree.named(("a",)).nonzero()[0]
        near = {*links[:_HEAD].tolist(), *links[-_FOOT:].tolist()}
        found = [one for one in near if self._is_to_start(self.targets.get(one, ""))]
        labels = (label for link in found for label in self._labels_of(link))
        return [_LOGO.sub("", " ".join(one[:_LONGEST_LABEL].split())) for one in labels]

    def _labels_of(self, link: int) -> Iterator[str]:
        """The text of a link, and the labels of the link and its image."""
        tree = self.tree
        if tree.holds[link]:
            yield self.text(link, _LONGEST_LABEL)
        for element in range(link, min(link + _INSIDE, len(tree.parent))):
            if element > link and tree.parent[element] < link:
                break
            yield from (tree.attribute(element, one) for one in _LABELS)

    def _is_to_start(self, address: str) -> bool:
        """Whether the URL of a link is the start page of the page's site."""
        if len(address) > _LONGEST_START and "//" not in address[:8]:
            return False
        scheme, slashes, rest = address.partition("//")
        path = address
        if slashes and scheme.lower() in _SCHEMES:
            site = rest.partition("/")[0]
            path = rest[len(site) :]
            if not site or site.lower().partition(":")[0].removeprefix("www.") != self.host:
                return False
        is_short = address != "" and len(path) <= _LONGEST_START
        return is_short and _START.fullmatch(path) is not None

    @cached_property
    def notices(self) -> list[int]:
        """The texts that may be copyright notices: with the sign, or beginning with the word."""
        return [
            place
            for place, text in enumerate(self.tree.text)
            if "©" in text or (("opy" in text or "OPY" in text) and _is_copyright(text))
        ]

    @cached_property
    def dated(self) -> list[int]:
        """The blocks that may state a date: with digits, or before a block with digits."""
        if self.blocks is None:
            return []
        digits = self.blocks.text_stats["num"] >= _LEAST_DIGITS
        digits[:-1] |= digits[1:]
        return list(places(digits).tolist())

    def parts(self, element: int, longest: int, between: str = "") -> list[str]:
        """The texts of an element's blocks, white space normalised.

        Args:
            element: its number.
            longest: most characters of each block, and roughly of all.
            between: inserted between texts of a block that no white space separates.
        """
        first, last = self.tree.bounds(element)
        found: list[str] = []
        while first < last and sum(map(len, found)) <= longest:
            end = min(last, self._end_of_block(first))
            found.append(self._joined(range(first, end), longest, between))
            first = end
        return found

    def rows_at_content(self, before: int, after: int) -> range:
        """The blocks around the start of the main content; none if there is no content.

        Args:
            before: number of blocks before the first one of the content.
            after: number of blocks from that one on.
        """
        if self.blocks is None or self.content is None or not some(self.content):
            return range(0)
        first = int(self.content.argmax())
        return range(max(0, first - before), min(len(self.blocks), first + after))

    def texts_at_content(self, before: int, after: int) -> Sequence[str]:
        """The texts of the blocks in :meth:`rows_at_content`."""
        rows = self.rows_at_content(before, after)
        return self.blocks.text[rows.start : rows.stop] if self.blocks else []

    def _end_of_block(self, text: int) -> int:
        """The first text of the block after a text's own; the number of texts without blocks."""
        if self.blocks is None:
            return len(self.tree.text)
        return int(self.blocks.first[self.blocks.of_text[text] + 1])

    def _joined(self, places: Sequence[int], longest: int, between: str = "") -> str:
        pieces: list[str] = []
        size = 0
        for place in places:
            if pieces:
                is_separate = self.tree.spaced[place] or self._is_broken(place)
                beside = (self.tree.text[place - 1].strip(), self.tree.text[place].strip())
                has_comma = not _CLOSING.isdisjoint(beside)
                pieces.append(" " if is_separate else "" if has_comma else between)
            pieces.append(self.tree.text[place])
            size += len(pieces[-1])
            if size > longest:
                break
        return " ".join("".join(pieces)[:longest].split())

    def _is_broken(self, place: int) -> bool:
        """Whether a line break before a text counts as a space: not before punctuation."""
        return bool(self._broken[place]) and self.tree.text[place][:1] not in _CLOSING

    @cached_property
    def _broken(self) -> Bools:
        """[t + 1] whether a ``br``, or the tag of a block-level element, precedes a text."""
        tree, out = self.tree, np.zeros(len(self.tree.text) + 1, bool)
        level = tree.named(LEVEL)
        out[tree.opened[level | tree.named({"br"})]] = True
        out[tree.closed[level]] = True
        return out

    @cached_property
    def in_comments(self) -> list[bool]:
        """[n] whether a block is in an element that is marked as comments; empty without blocks.

        Around a main heading, such a mark is one of the whole page: "comments-open". Reviews of a
        product are comments, too.
        """
        if self.blocks is None:
            return []
        cues = ("comment", "review") if self.names_reviewers else ("comment",)
        tree, marked = self.tree, self.marked(*cues)
        if not marked:
            return [False] * len(self.blocks)
        found = np.array([element for element, _ in marked], np.int32)
        titles = tree.opened[tree.named(("h1",))]
        first, last = titles.searchsorted((tree.opened[found], tree.closed[found]))
        within: list[bool] = self.blocks.inside(tree.mask(found[first == last])).tolist()
        return within

    def is_comment(self, element: int) -> bool:
        """Whether the first text of an element is in comments; False without blocks."""
        if self.blocks is None:
            return False
        return self.in_comments[int(self.blocks.of_text[self.tree.opened[element]])]

    def marked(self, *cues: str) -> list[tuple[int, str]]:
        """Elements with one of ``cues`` in an attribute such as class or id, and that value."""
        seen = self.tree.looked_at
        likely = seen.occurring(cues)
        hits = hits_in(self._values, likely) if likely else {}
        if not hits:
            return []
        wanted = np.zeros(len(seen.values) + 1, bool)  # the last is for URLs, -1
        wanted[list(hits)] = True
        rows = np.flatnonzero(wanted[seen.value])[:500]
        pairs = zip(seen.element[rows].tolist(), seen.value[rows].tolist(), strict=True)
        return [(element, hits[value]) for element, value in pairs]

    @cached_property
    def _values(self) -> str:
        """The values of the attributes that features look at, lowercased, NUL after each."""
        return "\0".join([*self.tree.looked_at.values, ""]).lower()

    def holder(self, element: int) -> int:
        """The element of the schema.org item around an element; 0 without one."""
        return int(self._holders[self.tree.parent[element]])

    def holder_types(self, element: int) -> str:
        """The types of the schema.org item around an element, lowercased; empty without one."""
        holder = self.holder(element)
        return self.tree.attribute(holder, "itemtype").lower()[:_LONGEST_TYPE] if holder else ""

    @cached_property
    def _holders(self) -> Ints:
        """[m] the nearest element with a schema.org type at or above each; 0 without one."""
        seen = self.tree.looked_at
        return self.tree.nearest(self.tree.mask(seen.element[seen.rows("itemtype")]))


def _is_copyright(text: str) -> bool:
    """Whether a text begins with "Copyright"."""
    return text.lstrip()[:9].lower() == "copyright"


def hits_in(values: str, cues: Sequence[str]) -> dict[int, str]:
    """The values that contain one of ``cues``, by number; in ``values``, NUL follows each."""
    hits: dict[int, str] = {}
    for cue in cues:
        place = start = 0
        at = values.find(cue)
        while at >= 0 and len(hits) < _HITS:
            place += values.count("\0", start, at)
            start = at
            end = values.find("\0", at)
            hits[place] = values[max(at - 200, values.rfind("\0", 0, at) + 1) : end][:400]
            at = values.find(cue, end)
    return hits
