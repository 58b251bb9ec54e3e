"""Coherence, with a language model that only knows which words a text has had before."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from annotated import annotated

from tacit.backbones import causal, encoder
from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.endings import coherence as module
from tacit.endings.capability import COHERENCE, FOLLOWS, ODD, Endings, is_story
from tacit.endings.coherence import NAMES, Weights, coherence, coherence_features, read_weights
from tacit.endings.coherence_training import Intrusions, fit, intruded, observe, write_weights
from tacit.endings.task import Story
from tacit.errors import InputError


class RepeatModel:
    """A word that stood before costs 1 nat, a new one 3."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.tokenizer: Any = self._tokens
        self._tokens.__func__.bos_token_id = 0  # type: ignore[attr-defined]

    def _tokens(self, text: str, **options: Any) -> dict[str, list[int]]:
        return {"input_ids": [self.numbers.setdefault(word, len(self.numbers) + 1) for word in text.split()]}

    def scores(self, packs: Any) -> list[list[Any]]:
        return [[self._costs(pack.context, part) for part in pack.continuations] for pack in packs]

    def _costs(self, context: Any, tokens: Any) -> Any:
        seen, costs = set(context), []
        for token in tokens:
            costs.append(-1.0 if token in seen else -3.0)
            seen.add(token)
        return np.array(costs, dtype=np.float32)


@pytest.fixture(autouse=True)
def _simple_models(monkeypatch: pytest.MonkeyPatch) -> None:
    model = RepeatModel()
    monkeypatch.setattr(causal, "load", lambda: model)
    still = SimpleNamespace(encode=lambda sentences: np.ones((len(sentences), 1), dtype=np.float32))
    monkeypatch.setattr(encoder, "load", lambda: still)
    monkeypatch.setattr(module, "shipped", lambda: Weights((2.0, 0.0, 0.0, 0.0, 0.0), -1.0, 0.35))


STORY = ["Tim had a red boat", "Tim had a red hat", "volcanoes emit lava daily"]


def test_a_sentence_gains_by_what_stood_before() -> None:
    rows = coherence_features(STORY)
    assert rows.shape == (2, len(NAMES))
    assert rows[0, :3].tolist() == pytest.approx([4 * 2 / 5, 8.0, 7 / 5])
    assert rows[1, :3].tolist() == pytest.approx([0.0, 0.0, 3.0])


def test_the_sentence_that_strayed_in_is_odd() -> None:
    follows, strays = coherence(STORY)
    assert (follows.sentence, strays.sentence) == (1, 2)
    assert follows.probability > 0.8 > 0.35 > strays.probability
    assert [each.to_dict()["odd"] for each in (follows, strays)] == [False, True]


def test_one_sentence_follows_from_nothing() -> None:
    assert coherence(["Tim had a boat"]) == []


@pytest.mark.parametrize("window", [4, 8, 14, 600])
def test_a_long_text_is_read_in_stretches(monkeypatch: pytest.MonkeyPatch, window: int) -> None:
    monkeypatch.setattr(module, "WINDOW", window)
    rows = coherence_features([f"{number} and on" for number in range(30)])
    remembered = min(3, window // 2)  # tokens of a sentence, and of what stands before it
    assert rows[:, 1].tolist() == pytest.approx([2.0 * (remembered - 1)] * 29)


def document(*sentences: str) -> Document:
    text, spans = "", []
    for sentence in sentences:
        spans.append(Annotation.of(len(text), len(text) + len(sentence), source="test"))
        text += sentence + "\n"
    return Document(text, layers=[Layer(SENTENCES, spans)])


TALE = (
    "Tim had a red boat.",
    "He had a red hat.",
    "He sailed a red boat.",
    "Volcanoes erupted daily overseas somewhere.",
)


def test_reading_marks_the_sentences_that_do_not_follow() -> None:
    told = annotated(Endings(), document(*TALE))
    assert [(told.text_of(each), each.label) for each in told.layer(COHERENCE)] == [
        (TALE[1], FOLLOWS),
        (TALE[2], FOLLOWS),
        (TALE[3], ODD),
    ]
    section = Endings().section(told).to_dict()
    assert section["blocks"][0]["pairs"] == (("sentences judged", "3"), ("that do not follow", "1"))
    assert section["blocks"][2]["rows"][0][0] == TALE[3]


@pytest.mark.parametrize(
    "sentences",
    [
        ("He came.", "He went."),
        ("Take two eggs.", "Beat them well.", "Fry them in butter.", "Serve hot."),
        ("Ich ging am Morgen in den Laden.", "Dort kaufte ich Brot und Milch.", "Dann lief ich wieder nach Hause."),
        ("The station was closed.", "The line opened in May.", "Trains started at noon."),
    ],
    ids=["too short", "instructions", "another language", "nobody in it"],
)
def test_what_is_no_story_is_not_judged(sentences: tuple[str, ...]) -> None:
    read = annotated(Endings(), document(*sentences))
    assert not is_story(read)
    assert len(read.layer(COHERENCE)) == 0
    assert Endings().section(read).to_dict()["blocks"][0]["pairs"] == (("story to judge", "no"),)


def test_broken_weights_are_one_error(tmp_path: Path) -> None:
    path = tmp_path / "coherence.json"
    for content in ("", "[]", json.dumps({"bias": 0, "weights": {NAMES[0]: 1}})):
        path.write_text(content)
        with pytest.raises(InputError, match=r"coherence\.json: holds no weights"):
            read_weights(path)
    path.write_text(json.dumps({"bias": 1, "odd": 0.5, "weights": dict.fromkeys(NAMES, 2)}))
    assert read_weights(path) == Weights((2.0,) * 5, 1.0, 0.5)


def test_weights_tell_sentences_that_belong_from_strangers(tmp_path: Path) -> None:
    draw = np.random.default_rng(0)
    rows = draw.normal(size=(400, len(NAMES))).astype(np.float32)
    rows[::2, 0] += 2.0
    weights = fit(Intrusions(rows))
    belongs, strange = ([weights.probability(row) for row in rows[start::2].tolist()] for start in (0, 1))
    assert np.mean(belongs) > 0.7 > 0.3 > np.mean(strange)
    assert np.mean(np.array(belongs) < weights.odd) == pytest.approx(0.05, abs=0.01)
    write_weights(weights, tmp_path / "coherence.json")
    assert read_weights(tmp_path / "coherence.json") == weights


def test_strangers_come_from_other_stories_at_the_same_place() -> None:
    stories = [
        Story(str(n), (f"Ann went to place {n}.", f"She saw thing {n}.", f"Then Ann took thing {n} home."))
        for n in range(12)
    ]
    made = list(intruded(stories, 8, seed=1))
    assert {len(cloze.story) for cloze in made} == {1, 2}
    for cloze in made:
        told = stories[int(cloze.id)].sentences
        assert (*cloze.story, cloze.endings[0]) == told[: len(cloze.story) + 1]
        assert cloze.endings[1] not in told
    assert observe(made[:2]).rows.shape == (4, len(NAMES))
