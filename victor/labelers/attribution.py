"""What a labeler's scores are made of: each part's share in the difference of two labels."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from victor.arrays import Ints

Doubles = NDArray[np.float64]

LEFT = "left by the sum"  # what sums in place of integrals leave


@dataclass(frozen=True)
class Origin:
    """Where shares come from: columns of a block, or something of the labeler's own."""

    name: str
    columns: tuple[str, ...] = ()  # several: a conjunction; none: no column's share
    offset: int | None = 0  # of the block whose columns these are; None: of more than one


class Step(NamedTuple):
    """A decision that was taken on the way to a score."""

    said: str
    otherwise: int | None = None  # the label, had it alone gone the other way


@dataclass(frozen=True)
class Attribution:
    """Why r blocks have the scores that they have."""

    origins: Sequence[Origin]  # [w]
    parts: Doubles  # [r, w] natural logarithms; a row sums to state[label] - state[against]
    steps: Sequence[Sequence[Step]] = field(default=())  # [r] or none
    note: str = ""  # why there are no shares of columns, where there are none


def column_at(name: str, offset: int) -> Origin:
    """A column of the block itself, or of one before or after it: ``token.words@-1``."""
    return Origin(f"{name}@{offset}" if offset else name, (name,), offset)


def differences(rows: Doubles, label: Ints, against: Ints) -> Doubles:
    """[r, w] of weights [w, k]: what speaks for one label less what speaks for the other."""
    return np.asarray((rows[:, label] - rows[:, against]).T, np.float64)
