"""Coherence, with an encoder that only knows which words a sentence has."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from annotated import annotated

from tacit.backbones import encoder
from tacit.documents import SENTENCES, Annotation, Document, Layer
from tacit.endings.capability import COHERENCE, FOLLOWS, ODD, Endings, is_story
from tacit.endings.coherence import model as module
from tacit.endings.coherence.model import NAMES, SHIPPED, CoherenceJudge, coherence, coherence_features
from tacit.endings.coherence.training import learn, measure, with_strangers
from tacit.endings.features.surface import content_words
from tacit.endings.task import Story
from tacit.errors import InputError

TOPICS = (
    ["boat", "sea", "sail", "wind", "harbour", "fish", "wave", "net"],
    ["oven", "flour", "dough", "bread", "butter", "cake", "sugar", "egg"],
    ["train", "ticket", "seat", "station", "window", "guard", "platform", "bag"],
    ["piano", "song", "choir", "tune", "stage", "singer", "note", "drum"],
)


def encode(sentences: Any) -> Any:
    """A place for each topic, and one for all other words."""
    rows = np.full((len(sentences), len(TOPICS) + 1), 0.1, np.float32)
    for row, sentence in zip(rows, sentences, strict=True):
        for word in content_words(sentence):
            row[next((place for place, topic in enumerate(TOPICS) if word in topic), -1)] += 1
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def stories(count: int = 120) -> list[Story]:
    found = []
    for number in range(count):
        draw = np.random.default_rng(number)
        words = TOPICS[number % len(TOPICS)]
        drawn = (draw.choice(words, 3, replace=False) for _ in range(6))
        found.append(Story(f"s{number}", tuple("He took the {} and the {} to the {}.".format(*some) for some in drawn)))
    return found


@pytest.fixture(scope="module")
def judge() -> CoherenceJudge:
    return learn(stories(), encode, seed=1)[0]


@pytest.fixture(autouse=True)
def _simple_models(monkeypatch: pytest.MonkeyPatch, judge: CoherenceJudge) -> None:
    monkeypatch.setattr(encoder, "load", lambda: SimpleNamespace(encode=encode))
    monkeypatch.setattr(module, "shipped", lambda: judge)


def test_features_are_what_their_names_say() -> None:
    sentences = ["I saw a boat", "the boat left", "bread rose"]
    rows = coherence_features(sentences, encode(sentences))
    near = encode(sentences) @ encode(sentences).T
    assert rows.shape == (3, len(NAMES))
    named = dict(zip(NAMES, rows[1].tolist(), strict=True))
    assert named["nearness to the last sentence"] == pytest.approx(near[1, 0])
    assert named["nearness to the next"] == pytest.approx(near[1, 2])
    assert named["nearness of these to each other"] == pytest.approx(near[0, 2])
    assert named["nearest of all"] == pytest.approx(max(near[1, 0], near[1, 2]))
    assert named["words shared"] == pytest.approx(1 / 2)
    assert named["first person against that of the text"] == pytest.approx(-0.5)
    assert np.isnan(rows[0, 0])
    assert np.isnan(rows[2, 1])


def test_a_stranger_is_odd() -> None:
    told = list(stories()[0].sentences)
    judged = coherence([*told[:3], "He took the flour and the dough to the oven.", *told[3:]])
    assert [each.sentence for each in judged] == [1, 2, 3, 4, 5, 6]
    assert [each.odd for each in judged] == [False, False, True, False, False, False]
    assert judged[2].to_dict()["probability"] < 0.5 < judged[0].probability


def test_one_sentence_follows_from_nothing() -> None:
    assert coherence(["Tim had a boat"]) == []


def test_strangers_come_from_other_stories_and_never_first() -> None:
    some = stories(12)
    own = {story.id: set(story.sentences) for story in some}
    made = list(with_strangers(some, seed=1))
    assert made
    for story, place in made:
        assert place > 0
        assert len(set(story.sentences) - own[story.id]) <= 1
        assert len(story.sentences) in (6, 7)
    assert sum(story.sentences[place] not in own[story.id] for story, place in made) > len(made) / 2


def test_figures_are_those_of_new_texts(judge: CoherenceJudge) -> None:
    measured = measure(judge, stories(200)[120:], encode, seed=2)
    assert measured.texts == 80
    assert measured.sentences > 80 * 5
    assert measured.false_marks < 0.1
    assert measured.found > 0.4
    with pytest.raises(InputError, match="too few texts"):
        measure(judge, stories(1), encode)
    with pytest.raises(InputError, match="too few texts"):
        learn(stories(1), encode)


def test_a_judge_comes_back(judge: CoherenceJudge, tmp_path: Path) -> None:
    judge.save(tmp_path)
    again = CoherenceJudge.load(tmp_path)
    sentences = stories()[5].sentences
    assert again.judge(sentences, encode(sentences)) == judge.judge(sentences, encode(sentences))
    (tmp_path / "weights.npz").write_bytes(b"nothing")
    with pytest.raises(InputError):
        CoherenceJudge.load(tmp_path)


def test_the_shipped_judge_marks_a_stranger() -> None:
    judge = CoherenceJudge.load(SHIPPED)
    assert 0 < judge.odd < 0.5


def document(*sentences: str) -> Document:
    text, spans = "", []
    for sentence in sentences:
        spans.append(Annotation.of(len(text), len(text) + len(sentence), source="test"))
        text += sentence + "\n"
    return Document(text, layers=[Layer(SENTENCES, spans)])


TALE = (
    "He took the boat and the sail to the sea.",
    "He took the net and the fish to the harbour.",
    "He took the wind and the wave to the boat.",
    "He took the fish and the sail to the sea.",
    "He took the dough and the egg to the oven.",
)


def test_reading_marks_the_sentences_that_do_not_follow() -> None:
    told = annotated(Endings(), document(*TALE))
    assert [(told.text_of(each), each.label) for each in told.layer(COHERENCE)] == [
        (TALE[1], FOLLOWS),
        (TALE[2], FOLLOWS),
        (TALE[3], FOLLOWS),
        (TALE[4], ODD),
    ]
    section = Endings().section(told).to_dict()
    assert section["blocks"][0]["pairs"] == (("sentences judged", "4"), ("that do not follow", "1"))
    assert section["blocks"][2]["rows"][0][0] == f"“{TALE[4]}”"


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


def test_a_text_that_wanders_is_marked_once_in_25_sentences() -> None:
    from tacit.endings.coherence.model import ONE_IN, most_odd

    marked = most_odd(np.linspace(0.0, 0.2, 27), 0.3)
    assert marked.sum() == 2 and marked[:2].all()
    assert most_odd(np.full(ONE_IN, 0.5), 0.3).sum() == 0
