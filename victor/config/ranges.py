"""Ranges of numeric options, declared beside their type: ``gap: NotNegative = 5``."""

import math
from dataclasses import dataclass
from typing import Annotated


@dataclass(frozen=True)
class Range:
    """The numbers from ``least`` that are above ``above`` and below ``below``.

    With ``step``, only its multiples.
    """

    least: float = -math.inf
    above: float = -math.inf
    below: float = math.inf
    step: int | None = None

    def __contains__(self, number: float) -> bool:
        is_step = self.step is None or number % self.step == 0
        return is_step and self.least <= number and self.above < number < self.below

    def __str__(self) -> str:
        if self.step is not None:
            return f"a multiple of {self.step}"
        above = f"a number above {self.above:g}"
        start = f"{self.least:g} or more" if self.least > self.above else above
        return start if self.below == math.inf else f"{start} and below {self.below:g}"


Count = Annotated[int, Range(least=0)]
Positive = Annotated[float, Range(above=0)]
PositiveCount = Annotated[int, Range(least=1)]
NotNegative = Annotated[float, Range(least=0)]
Fraction = Annotated[float, Range(least=0, below=1)]
Threshold = Annotated[float, Range(above=0, below=1)]
