"""The threshold at which precision and recall meet, by trying all."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from experiments.texrex.run import balanced_threshold


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_the_balanced_threshold_is_found_by_trying_all(rows):
    scores, positive = np.array([r[0] for r in rows]), np.array([r[1] for r in rows])
    thresholds = np.linspace(0, 1, 21)
    gaps = []
    for threshold in thresholds:
        above = scores > threshold
        right = (above & positive).sum()
        gap = abs(right / max(1, above.sum()) - right / max(1, positive.sum()))
        gaps.append(gap if right else np.inf)
    found = balanced_threshold(scores, positive, thresholds)
    assert found == thresholds[int(np.argmin(gaps))]
