from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.errors import DocumentError
from tacit.values import MAX_DEPTH, NO_FEATURES, Features, check_unicode, freeze, thaw

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_freezing_and_thawing_gives_the_same_json(value):
    assert thaw(freeze(value)) == value


@given(st.dictionaries(st.text(max_size=3), JSON, max_size=3))
def test_equal_features_hash_alike(items):
    assert Features(items) == Features(items.items())
    assert hash(Features(items)) == hash(Features(dict(reversed(items.items()))))


def test_features_do_not_follow_changes_of_what_they_were_made_from():
    tags = ["a"]
    features = Features({"tags": tags, "inner": {"tags": tags}})
    tags.append("b")
    assert features["tags"] == ("a",)
    assert features["inner"]["tags"] == ("a",)


def test_features_cannot_be_assigned():
    with pytest.raises(TypeError):
        Features({"a": 1})["a"] = 2  # type: ignore[index]


def test_features_differ_from_plain_dicts():
    assert Features({"a": 1}) != {"a": 1}
    assert len(NO_FEATURES) == 0


def test_features_survive_pickling_to_another_process():
    features = Features({"a": [1, {"b": None}]})
    assert pickle.loads(pickle.dumps(features)) == features


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, {1, 2}, b"bytes", object(), [math.nan], {"a": {1}}])
def test_what_is_not_json_is_refused(value):
    with pytest.raises(DocumentError, match="JSON value"):
        freeze(value)


def nested(levels, wrap):
    value = None
    for _ in range(levels):
        value = wrap(value)
    return value


@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"a": inner}], ids=["lists", "objects"])
def test_nesting_is_bounded(wrap):
    assert thaw(freeze(nested(MAX_DEPTH, wrap))) == nested(MAX_DEPTH, wrap)
    with pytest.raises(DocumentError, match="levels deep"):
        freeze(nested(MAX_DEPTH + 1, wrap))
    with pytest.raises(DocumentError, match="levels deep"):
        freeze(nested(900, wrap))


@pytest.mark.parametrize("value", ["a\ud800", {"\udfff": 1}, {"a": ["b", "\ud83d"]}])
def test_halves_of_surrogate_pairs_are_refused(value):
    with pytest.raises(DocumentError, match="surrogate"):
        freeze(value)


def test_whole_characters_beyond_the_first_plane_are_fine():
    check_unicode("\U0001f642 e\u0301 \u200d")
