from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llm.servers import completion, obedient, saying, serving

from tacit.llm import connect
from tacit.llm.choosing import Choice, combined, least_certain, shares

FRUIT = Choice("Which one is a fruit?", ("stone", "apple", "brick"))


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TACIT_SETTINGS", str(tmp_path / "none.toml"))
    monkeypatch.delenv("TACIT_LLM_KEY", raising=False)


def test_both_orders_are_asked() -> None:
    with serving(obedient(lambda text, options: options.index("apple") + 1)) as server, connect(server.spec) as model:
        [found] = shares(model, [FRUIT])
    assert found is not None and max(found) == found[1] and sum(found) == pytest.approx(1)
    assert len(server.asked) == 2


def test_who_always_takes_the_first_says_nothing() -> None:
    with serving(saying('{"choice": 1}')) as server, connect(server.spec) as model:
        assert list(shares(model, [FRUIT])) == [(0.5, 0.0, 0.5)]


def test_one_usable_order_is_enough_and_none_is_nothing() -> None:
    def behave(handler, payload):
        text = payload["messages"][1]["content"]
        handler.say(completion("2" if "1. stone" in text else "hm"))

    with serving(behave) as server, connect(server.spec) as model:
        assert list(shares(model, [FRUIT])) == [(0.0, 1.0, 0.0)]
    with serving(saying("hm")) as server, connect(server.spec) as model:
        assert list(shares(model, [FRUIT])) == [None]


@pytest.mark.parametrize("share, places", [(0, []), (0.01, [1]), (0.25, [1]), (0.26, [1, 3]), (1, [0, 1, 2, 3])])
def test_the_least_certain_share(share: float, places: list[int]) -> None:
    assert least_certain([0.9, 0.5, 0.8, 0.6], share) == places


@given(st.lists(st.tuples(st.floats(0.01, 1), st.floats(0, 1)), min_size=2, max_size=9))
def test_what_both_think_is_a_distribution(pairs: list[tuple[float, float]]) -> None:
    small = [one / sum(each for each, _ in pairs) for one, _ in pairs]
    found = combined(small, [other for _, other in pairs])
    assert sum(found) == pytest.approx(1) and min(found) >= 0


def test_a_sure_small_system_is_not_overruled() -> None:
    assert combined((0.99, 0.01), (0.0, 1.0))[0] > 0.8
    assert combined((0.55, 0.45), (0.0, 1.0))[1] > 0.9
