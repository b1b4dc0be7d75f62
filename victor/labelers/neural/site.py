"""What a taught model knows of a site: which places and which texts were content.

The pages of a site share a template: the tags and classes around a block say more about it than its
columns do, and so do texts that recur. Each place and each text of the taught pages is evidence
that is added to the scores of the network, as in a naive Bayes classifier.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from victor.arrays import Bools, Doubles, Hashes, Numbers
from victor.labelers.base import Weights
from victor.labelers.checks import array_problem, missing_problem
from victor.text.hashing import digest
from victor.tree.blocks import Blocks

KEYS, VOTES, BLOCKS, CONVENTION = "site_keys", "site_votes", "site_blocks", "site_convention"
NAMES = (KEYS, VOTES, BLOCKS, CONVENTION)
_PRIOR = 0.03  # votes that a key has before any page
_LEAST = 2  # words of a text that is remembered
_RELATED, _MANY = 0.2, 20  # share or number of known keys from which a page is of the site


class Votes(NamedTuple):
    """The votes of a page on its places and texts: one for each."""

    keys: Hashes  # [k] distinct
    votes: Doubles  # [k, 2] for boilerplate and for content; their sum is 1
    blocks: Doubles  # [2] number of boilerplate and of content blocks


def votes_of(blocks: Blocks, content: Bools) -> Votes:
    """The votes of a page.

    Args:
        blocks: the n blocks of the page.
        content: [n] whether each is content.
    """
    found, number = np.unique(keys(blocks).ravel(), return_inverse=True)
    share = np.bincount(number, np.tile(content, 2)) / np.bincount(number)
    known, kept = found > 0, np.count_nonzero(content)
    votes = np.stack([1 - share, share], axis=1)[known]
    return Votes(found[known], votes, np.array([len(content) - kept, kept], np.float64))


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
    columns = np.concatenate([one.votes for one in every]).T
    votes = np.stack([np.bincount(number, column, len(found)) for column in columns], axis=1)
    return {
        KEYS: found,
        VOTES: votes.astype(np.float32),
        BLOCKS: np.sum([one.blocks for one in every], axis=0).astype(np.float32),
        CONVENTION: np.array([convention]),
    }


def _stored(weights: Weights) -> Votes:
    votes, blocks = (weights[name].astype(np.float64) for name in (VOTES, BLOCKS))
    return Votes(weights[KEYS], votes, blocks)


def convention_of(weights: Weights) -> str | None:
    """The convention of the votes in the weights; None if they have none."""
    return str(weights[CONVENTION][0]) if CONVENTION in weights else None


def only(weights: Weights) -> dict[str, Numbers]:
    """The arrays of the weights that hold votes."""
    return {name: array for name, array in weights.items() if name in NAMES}


def evidence(weights: Weights) -> Callable[[Blocks], Doubles] | None:
    """A function from blocks to [n] the evidence that each is content; None if there is none.

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

    def of(blocks: Blocks) -> Doubles:
        wanted = keys(blocks)
        place = np.minimum(known.searchsorted(wanted), len(known) - 1)
        is_known = known[place] == wanted
        found = values[np.where(is_known, place, len(known))].sum(0)
        return np.asarray(found * _relation(wanted, is_known))

    return of


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
    if missing := missing_problem(given, NAMES):
        return missing
    known, name = given[KEYS], given[CONVENTION]
    ascends = known.ndim == 1 and bool((known[1:] > known[:-1]).all()) and not (known == 0).any()
    if known.dtype != np.uint64 or not ascends:
        return f"the array {KEYS!r} has no ascending keys above 0"
    if name.shape != (1,) or name.dtype.kind != "U" or name[0] not in conventions:
        return f"the array {CONVENTION!r} has no convention of the weights"
    wrong = array_problem(given, {VOTES: (len(known), 2), BLOCKS: (2,)})
    negative = (one for one in (VOTES, BLOCKS) if not wrong and (given[one] < 0).any())
    return wrong or next((f"the array {one!r} has values below 0" for one in negative), None)
