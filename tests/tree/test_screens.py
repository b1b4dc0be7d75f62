"""Classes for narrow and for wide screens."""

import pytest

from victor.tree.screens import is_for_narrow, is_for_wide


@pytest.mark.parametrize(
    "names",
    ["md:hidden", "block pb-1 lg:hidden", "col-6 d-md-none", "visible-xs", "card mobile-only"],
)
def test_narrow_screens(names):
    assert is_for_narrow(names)
    assert not is_for_wide(names)


@pytest.mark.parametrize(
    "names",
    ["hidden md:flex", "lg:table-cell hidden", "d-none d-md-block", "hidden-xs", "hide-mobile p-2"],
)
def test_wide_screens(names):
    assert is_for_wide(names)
    assert not is_for_narrow(names)


@pytest.mark.parametrize(
    "names", ["hidden", "d-none", "md:block", "hidden md:block lg:hidden", "overflow-hidden", ""]
)
def test_other_screens(names):
    assert not is_for_narrow(names)
    assert not is_for_wide(names)
