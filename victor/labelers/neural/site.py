"""What a taught model knows of a site: which places and which texts were content.

The pages of a site share a template: the tags and classes around a block say more about it than its
columns do, and so do texts that recur. Each place and each text of the taught pages is evidence
that is added to the scores of the network, as in a naive Bayes classifier. Filters must not undo
what was taught: where they would change the labels of the taught pages, they change nothing.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Doubles, Hashes, Numbers
from victor.labelers.base import Weights
from victor.labelers.checks import array_problem
from victor.text.hashing import digest
from victor.tree.blocks import Blocks

KEYS, VOTES, BLOCKS, CONVENTION = "site_keys", "site_votes", "site_blocks", "site_convention"
CHANGES = "site_changes"  # missing in older models
NAMES = (KEYS, VOTES, BLOCKS, CONVENTION, CHANGES)
_PRIOR = 0.03  # votes that a key has before any page
_LEAST = 2  # words of a text that is remembered
_RELATED, _MANY = 0.2, 20  # share or number of known keys from which a page is of the site
_CHANGED, _ENOUGH = 0.2, 0.5  # share and relation from which filters change nothing


class Votes(NamedTuple):
    """The votes of a page on its places and texts: one for each."""

    keys: Hashes  # [k] distinct
    votes: Doubles  # [k, 2] for boilerplate and for content; their sum is 1
    changes: Doubles  # [k, 2] the shares of blocks that filters would make content, boilerplate
    blocks: Doubles  # [2] number of boilerplate and of content blocks


class Known(NamedTuple):
    """What is known of the n blocks of a page."""

    evidence: Doubles  # [n] that each is content
    fixed: Bools  # [2, n] blocks that filters must not make content, and boilerplate


def votes_of(blocks: Blocks, content: Bools, filtered: Bools) -> Votes:
    """The votes of a page.

    Args:
        blocks: the n blocks of the page.
        content: [n] whether each is content.
        filtered: [n] the same after the filters of the task.
    """
    found, number = np.unique(keys(blocks).ravel(), return_inverse=True)
    sides = np.stack((~content, content, ~content & filtered, content & ~filtered))
    counts = [np.bincount(number, np.tile(side, 2)) for side in sides]
    shares = (np.stack(counts, axis=1) / np.bincount(number)[:, None])[found > 0]
    return Votes(found[found > 0], shares[:, :2], shares[:, 2:], sides[:2].sum(1).astype(float))


def keys(blocks: Blocks) -> Hashes:
    """[2, n] hashes of the place and of the text of each block; 0 for none."""
    long = (blocks.words >= _LEAST).tolist()
    pairs = zip(blocks.text, long, strict=True)
    texts = [digest(text.lower()) if is_long else 0 for text, is_long in pairs]
    return np.stack([blocks.place, np.array(texts, np.uint64)])


def remembered(pages: Sequence[Votes], convention: str, before: Weights) -> dict[str, Numbers]:
    """The arrays of the weights that hold the votes of the pages, with those of earlier pages.

    Args:
        pages: the pages.
        convention: the convention of the pages.
        before: weights; their votes count if they are of the same convention.
    """
    known = [_stored(before)] if convention_of(before) == convention else []
    every = [*known, *pages]
    found, number = np.unique(np.concatenate([one.keys for one in every]), return_inverse=True)
    columns = np.concatenate([np.hstack((one.votes, one.changes)) for one in every]).T
    sums = np.stack([np.bincount(number, column, len(found)) for column in columns], axis=1)
    return {
        KEYS: found,
        VOTES: sums[:, :2].astype(np.float32),
        CHANGES: sums[:, 2:].astype(np.float32),
        BLOCKS: np.sum([one.blocks for one in every], axis=0).astype(np.float32),
        CONVENTION: np.array([convention]),
    }


def _stored(weights: Weights) -> Votes:
    none = np.zeros_like(weights[VOTES])
    arrays = weights[VOTES], weights.get(CHANGES, none), weights[BLOCKS]
    return Votes(weights[KEYS], *(array.astype(np.float64) for array in arrays))


def convention_of(weights: Weights) -> str | None:
    """The convention of the votes in the weights; None if they have none."""
    return str(weights[CONVENTION][0]) if CONVENTION in weights else None


def only(weights: Weights) -> dict[str, Numbers]:
    """The arrays of the weights that hold votes."""
    return {name: array for name, array in weights.items() if name in NAMES}


def reader(weights: Weights) -> Callable[[Blocks], Known] | None:
    """A function from blocks to what is known of them; None if the weights have no votes.

    The evidence of a place or text is the logarithm of the odds that it is content, divided by
    those of any block of the pages. These are the prior, too. On a page that shares few places and
    texts with those pages, it counts less: it probably belongs to another site, and styles such as
    ``p1`` mean something else there.
    """
    if not len(weights.get(KEYS, ())):
        return None
    known, site = weights[KEYS], _stored(weights)
    usual = (site.blocks + 1) / (site.blocks + 1).sum()
    logs = np.log(site.votes + _PRIOR * usual) - np.log(usual)
    values = np.append(logs[:, 1] - logs[:, 0], 0.0)
    fixed = np.vstack((_fixed(site), [(False, False)]))

    def of(blocks: Blocks) -> Known:
        wanted = keys(blocks)
        place = np.minimum(known.searchsorted(wanted), len(known) - 1)
        is_known = known[place] == wanted
        place, relation = np.where(is_known, place, len(known)), _relation(wanted, is_known)
        evidence = np.asarray(values[place].sum(0) * relation)
        return Known(evidence, np.logical_and(fixed[place].any(0).T, relation >= _ENOUGH))

    return of


def _fixed(site: Votes) -> Bools:
    """[k, 2] whether filters must not make the blocks of a key content, and boilerplate.

    On the taught pages, they would do so with a fifth of its boilerplate, or of its content: with
    more blocks than are content, or boilerplate, already.
    """
    return np.asarray(site.changes > np.maximum(_CHANGED * site.votes, site.votes[:, ::-1]))


def _relation(wanted: Hashes, is_known: Bools) -> float:
    """How likely a page is of a taught site, from 0 to 1.

    Args:
        wanted: the keys of the page; 0 for none.
        is_known: whether each is a key of the taught pages.
    """
    count, known = (len(np.unique(some)) for some in (wanted[wanted > 0], wanted[is_known]))
    return min(1.0, known / min(_RELATED * count, _MANY)) if count else 0.0


def problem(weights: Weights, conventions: Sequence[str]) -> str | None:
    """What is wrong with the votes in weights that may come from a damaged file, or None.

    Args:
        weights: arrays by name.
        conventions: the conventions of the weights.
    """
    given = only(weights)
    if not given:
        return None
    if missing := next((name for name in NAMES[:-1] if name not in given), None):
        return f"the array {missing!r} is missing"
    known, name = given[KEYS], given[CONVENTION]
    ascends = known.ndim == 1 and bool((known[1:] > known[:-1]).all()) and not (known == 0).any()
    if known.dtype != np.uint64 or not ascends:
        return f"the array {KEYS!r} has no ascending keys above 0"
    if name.shape != (1,) or name.dtype.kind != "U" or name[0] not in conventions:
        return f"the array {CONVENTION!r} has no convention of the weights"
    sizes = {VOTES: (len(known), 2), CHANGES: (len(known), 2), BLOCKS: (2,)}
    wrong = array_problem(given, {one: size for one, size in sizes.items() if one in given})
    negative = (one for one in sizes if not wrong and one in given and (given[one] < 0).any())
    return wrong or next((f"the array {one!r} has values below 0" for one in negative), None)
