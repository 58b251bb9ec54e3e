"""The checker of files from elsewhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.shapes import AtLeastOne, Named, Optional, ShapeError, Text, check

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


@pytest.mark.parametrize(
    ("value", "shape", "sentence"),
    [
        ("x", int, "it is 'x', not a whole number"),
        (True, int, "it is bool, not a whole number"),
        ({"a": [1, "x"]}, {"a": [int]}, "a[1] is 'x', not a whole number"),
        ({}, {"a": int}, "it has no 'a'"),
        ({"a": {"B": 1}}, {"a": Named(Text("[a-z]"), int)}, "a name in a is 'B', which is not of the form [a-z]"),
        ([], AtLeastOne(int), "it is empty"),
        ("x" * 500, int, "it is '" + "x" * 58 + "…, not a whole number"),
    ],
)
def test_names_the_place(value, shape, sentence):
    with pytest.raises(ShapeError) as error:
        check(value, shape)
    assert str(error.value) == sentence


def test_optional_keys_and_choices():
    check({}, {Optional("a"): int})
    check({"a": 1, "more": None}, {Optional("a"): int})
    check(1, (str, int))
    with pytest.raises(ShapeError):
        check({"a": "x"}, {Optional("a"): int})


@given(PLAIN)
def test_never_anything_but_a_shape_error(value):
    shape = {"a": [Named(Text("x+"), (int, [str]))], Optional("b"): AtLeastOne(float)}
    try:
        check(value, shape)
    except ShapeError as error:
        assert "\n" not in str(error) or "\n" in repr(value)
        assert len(str(error)) < 300
