"""The result of cleaning a page: :class:`Result`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from victor.arrays import some
from victor.config import Task
from victor.data import Labels
from victor.decode import expected_f1
from victor.document.content import content_of
from victor.document.document import Block, Document, Segment, labelled
from victor.document.empty import ALL_LEFT_OUT, why_empty
from victor.document.redirects import redirect
from victor.errors import shortened
from victor.output import OUTPUTS
from victor.page import Page
from victor.plan import segmented
from victor.tree.blocks import Blocks
from victor.tree.boxes import without_boxes
from victor.tree.feeds import without_feeds
from victor.tree.heading_lines import with_lines
from victor.tree.tree import Tree
from victor.tree.wraps import without_wraps
from victor.turns import turn

if TYPE_CHECKING:
    from victor.document.metadata import Metadata


@dataclass(frozen=True, eq=False)
class Result:
    """A cleaned page."""

    page: Page
    block_columns: Blocks  # all blocks, with or without content
    labels: Labels
    task: Task

    @property
    def text(self) -> str:
        """The content as plain text."""
        return self.format("text")

    @property
    def markdown(self) -> str:
        """The content as Markdown."""
        return self.format("markdown")

    @property
    def html(self) -> str:
        """The content as a small HTML document."""
        return self.format("html")

    @property
    def metadata(self) -> "Metadata":
        """The metadata of the page: title, authors, dates and so on."""
        with turn(len(self.page.source)):
            return self.document.metadata

    @property
    def title(self) -> str:
        """The title of the page; empty if it has none."""
        return self.document.stated_title or ""

    def to_dict(self) -> dict[str, Any]:
        """The page as a JSON-serialisable row of the output ``jsonl``."""
        from victor.output import jsonl

        return jsonl.row(self.document)

    def __repr__(self) -> str:
        kept = int((self.labels.y != self.task.other).sum())
        name = shortened(self.title or self.page.id, 60)
        count = f"{kept} of {len(self.labels.y)} blocks"
        return f"<Result {name!r} {count}, confidence {self.confidence:.2f}>"

    def _repr_html_(self) -> str:
        from victor.output.notebook import notebook_html

        return notebook_html(self.document)

    @property
    def segments(self) -> list[Segment]:
        """The content as paragraphs, headers and list items."""
        return self.document.segments

    @property
    def blocks(self) -> Sequence[Block]:
        """Every block with label, text, score and XPath."""
        return self.document.blocks

    @property
    def reason(self) -> str | None:
        """Why the page has no main content, as in rows; None if it has some."""
        if not self.document.is_empty:
            return None
        if (self.labels.y != self.task.other).any():
            return ALL_LEFT_OUT
        blocks, page = self.block_columns, self.page
        if url := redirect(blocks, lambda: page.html, page.url):
            return f"a redirect: {url}"
        return why_empty(blocks.tree, blocks)

    @cached_property
    def confidence(self) -> float:
        """The expected word F1 of the labels, from 0 to 1, as an estimate of quality."""
        return expected_f1(self.labels, self.block_columns.words, self.task.other)

    def format(self, name: str) -> str:
        """The page in the output format called ``name``.

        Raises:
            VictorError: there is no such format.
        """
        with turn(len(self.page.source)):
            return OUTPUTS.find(name).render(self.document)

    @cached_property
    def document(self) -> Document:
        """The labelled page that outputs render."""
        blocks, tree = self.block_columns, self.block_columns.tree
        url = self.page.url or tree.url
        return Document(
            id=_in_utf8(self.page.id),
            url=url and _in_utf8(url),
            blocks=labelled(blocks, self.labels, self.task.labels),
            labels=self.task.labels,
            title=tree.title,
            task=self.task.name,
            estimate=partial(expected_f1, self.labels, blocks.words, self.task.other),
            language=self.page.language,
            content=content_of(self._joined, self.labels, self.task, url),
        )

    @property
    def _joined(self) -> Blocks:
        """The same blocks, but for some white space, for output; models learn without this."""
        blocks = self.block_columns
        tree = without_feeds(blocks.tree) if blocks.is_unspaced else blocks.tree
        tree = with_lines(without_boxes(tree))
        if tree is not blocks.tree:
            is_same = tree.text is blocks.tree.text and _are_apart(blocks, tree)
            blocks = blocks.with_spaces(tree) if is_same else segmented(tree, self.task)
        return without_wraps(blocks)


def _are_apart(blocks: Blocks, tree: Tree) -> bool:
    """Whether a tree with further spaces has them only before blocks that are apart anyway."""
    added = tree.spaced & ~blocks.tree.spaced
    added[blocks.first[:-1][blocks.space_before]] = False
    return not some(added)


def _in_utf8(text: str) -> str:
    """A text that UTF-8 can encode: lone surrogates, from file names, become question marks."""
    return text.encode("utf-8", "replace").decode()
