"""Signs in the values of attributes."""

import pytest

from victor.compiled import using
from victor.text import cues


@pytest.mark.parametrize("side", ["compiled", "reference"])
def test_signs_are_found_anywhere_in_a_value(side):
    values = ["my-callout", "alert callout", "", "Alert", "日本 alert", "aler", "call out"]
    with using(side):
        assert cues.signs_in(values, ("callout", "alert")).tolist() == [1, 3, 0, 0, 2, 0, 0]
        assert cues.signs_in(values, ()).tolist() == [0] * len(values)
        assert cues.signs_in([], ("callout",)).tolist() == []


@pytest.mark.parametrize("signs", [["a"], ["é é"], ["ab"] * 32])
@pytest.mark.parametrize("side", ["compiled", "reference"])
def test_signs_that_cannot_be_searched_are_refused(side, signs):
    with using(side), pytest.raises(ValueError, match="signs"):
        cues.signs_in(["value"], signs)
