"""Hashes of the elements around blocks, to find blocks that a page or a site repeats."""

from collections.abc import Iterable
from functools import reduce
from itertools import chain

import numpy as np

from victor.arrays import Hashes, Indices, Ints
from victor.text.characters import NO_DIGITS
from victor.text.hashing import BASE, digest
from victor.tree.tree import Tree

_LEVELS = 3  # elements around a block that count as its surroundings


def surroundings(tree: Tree, node: Indices) -> Hashes:
    """[n] hashes, equal for blocks with the same tags and classes of the elements around.

    Args:
        tree: the page's tree.
        node: [n] the block-level element that each block is in.
    """
    seen, own = tree.looked_at, np.zeros(len(tree.tag), np.int64)
    rows = seen.rows("class")
    classes = seen.value[rows].astype(np.int64) + 1
    own[seen.element[rows].astype(np.intp)] = classes * len(tree.tags)
    own += tree.tag
    kinds = own.view(np.uint64)
    return _combined([kinds[element] for element in _around(tree, node)])


def places_on_site(tree: Tree, node: Ints) -> Hashes:
    """[n] hashes of the tags and classes around, equal on all pages of a site; 0 for no class.

    Digits in classes are ignored: they often number the elements of a page.

    Args:
        tree: the page's tree.
        node: [n] the block-level element that each block is in.
    """
    around = _around(tree, node.astype(np.intp))
    tags = np.array([*map(digest, tree.tags)], np.uint64)
    styled = _kinds_of_classes(tree, np.unique(np.stack(around)))
    has_class = np.any([styled[element] > 0 for element in around], axis=0)
    pairs = ((tags[tree.tag[element]], styled[element]) for element in around)
    return np.where(has_class, _combined(chain.from_iterable(pairs)), np.uint64(0))


def _around(tree: Tree, node: Indices) -> list[Indices]:
    """The block-level element [n] of each block, then the elements around that one."""
    out = [node]
    for _ in range(_LEVELS - 1):
        out.append(tree.parent[out[-1]].astype(np.intp))
    return out


def _combined(values: Iterable[Hashes]) -> Hashes:
    """[n] hashes of several values [n] of each block, in their order."""
    return reduce(lambda found, value: found * np.uint64(BASE) + value, values)


def _kinds_of_classes(tree: Tree, elements: Ints) -> Hashes:
    """[m] hashes of the classes of these elements; 0 for others and for none."""
    seen, out = tree.looked_at, np.zeros(len(tree.tag), np.uint64)
    rows = seen.rows("class")
    rows = rows[np.isin(seen.element[rows], elements)]
    distinct, number = np.unique(seen.value[rows], return_inverse=True)
    kinds = [_kind_of_class(seen.values[code]) for code in distinct.tolist()]
    out[seen.element[rows]] = np.array(kinds, np.uint64)[number]
    return out


def _kind_of_class(names: str) -> int:
    """A hash of the classes of an element, in any order; 0 for none."""
    found = names.translate(NO_DIGITS).split()
    return digest(" ".join(sorted(found))) if found else 0
