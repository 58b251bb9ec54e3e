import json

import numpy as np
import pytest
from clarifications.passages import shed, tea

from tacit.clarifications import Filler, Instruction, Phenomenon
from tacit.clarifications import generate as generating
from tacit.clarifications.features import nouns
from tacit.clarifications.features.nouns import Noun
from tacit.clarifications.generate import FillerCandidate, FillerGenerator
from tacit.clarifications.generation_quality import measure, plausible_fillers
from tacit.errors import InputError

NOUNS = {
    "kettle": Noun("kettle", False),
    "cups": Noun("cups", True),
    "garden": Noun("garden", False),
    "tools": Noun("tools", True),
    "kitchen": Noun("kitchen", False),
}


class Expecting(FillerGenerator):
    """A generator whose models expect what it is told."""

    def __init__(self, **scores):
        super().__init__()
        self.scores = scores

    def _expected(self, instruction, determiners):
        return [dict(self.scores) for _ in determiners]


@pytest.fixture(autouse=True)
def lexicon(monkeypatch):
    monkeypatch.setattr(generating, "nouns_of", lambda texts: [NOUNS["kettle"]])
    monkeypatch.setattr(generating, "nouns_among", lambda words: [NOUNS[word] for word in words if word in NOUNS])


def texts(candidates):
    return [candidate.text for candidate in candidates]


def test_compounds_are_singular_nouns_best_first():
    generator = Expecting(garden=-3.0, cups=-1.0, quickly=-0.5, kitchen=-2.0)
    assert texts(generator.generate(shed())) == ["kitchen", "garden", "kettle"]


def test_what_was_mentioned_gains():
    generator = Expecting(garden=-3.0, kettle=-4.0)
    assert texts(generator.generate(shed(), 1)) == ["kettle"]


def test_a_word_is_not_repeated_beside_itself():
    fused = shed(phenomenon=Phenomenon.FUSED_HEAD)
    assert "tools" not in texts(Expecting(tools=-1.0, cups=-2.0).generate(fused))


def test_nothing_is_a_part_of_itself():
    part = Instruction("", Phenomenon.METONYMY, "Polish the ", " of the kettles.")
    assert texts(Expecting(kettle=-1.0, cups=-2.0).generate(part)) == ["cups"]


def test_implicit_references_have_determiners_or_are_plural():
    found = texts(Expecting(cups=-1.0, garden=-2.0).generate(tea()))
    assert {"cups", "the cups", "your cups", "the garden", "your garden"} <= set(found)
    assert "garden" not in found


def test_as_many_as_asked():
    assert len(Expecting(cups=-1.0, garden=-2.0, kitchen=-3.0).generate(tea(), 2)) == 2


def test_a_diverse_set_takes_one_of_each_cluster(monkeypatch):
    points = {"a": (1, 0), "b": (0.99, 0.01), "c": (0, 1), "d": (0.01, 0.99), "e": (-1, 0), "f": (0, -1), "g": (0, -1)}
    monkeypatch.setattr(
        generating,
        "contextual_vectors",
        lambda step, fillers: np.array([points[filler] for filler in fillers], dtype=np.float32),
    )
    chosen = FillerGenerator().diverse(tea(), [FillerCandidate(text, 0.0) for text in points])
    assert len(chosen) == 4
    assert len({*chosen} & {"a", "b"}) == len({*chosen} & {"c", "d"}) == len({*chosen} & {"f", "g"}) == 1
    assert FillerGenerator().diverse(tea(), [FillerCandidate("a", 0.0)]) == ["a"]


def test_of_each_cluster_the_filler_nearest_to_its_centre_is_taken(monkeypatch):
    # Directions in degrees; no cluster lies opposite another, so that the farthest of all is at the rim of one.
    turns = {"left": -8, "middle": 0, "right": 8}
    points = {
        f"{name} of {centre}": (np.cos(np.radians(centre + turn)), np.sin(np.radians(centre + turn)))
        for centre in (0, 50, 100, 150)
        for name, turn in turns.items()
    }
    monkeypatch.setattr(
        generating,
        "contextual_vectors",
        lambda step, fillers: np.array([points[filler] for filler in fillers], dtype=np.float32),
    )
    chosen = FillerGenerator().diverse(tea(), [FillerCandidate(text, 0.0) for text in points])
    assert chosen == ["middle of 0", "middle of 50", "middle of 100", "middle of 150"]


def test_a_diverse_set_is_full_even_where_one_filler_is_nearest_to_two_centres(monkeypatch):
    rows = np.array([(1, 0), (0.5, 0), (0.25, 0), (0.125, 0), (-1, 0), (-0.5, 0)], dtype=np.float32)
    monkeypatch.setattr(generating, "contextual_vectors", lambda step, fillers: rows)
    chosen = FillerGenerator().diverse(tea(), [FillerCandidate(text, 0.0) for text in "abcdef"])
    assert len(set(chosen)) == 4


def test_quality_counts_sentences_with_a_plausible_filler(monkeypatch):
    monkeypatch.setattr(Expecting, "diverse", lambda self, step, candidates, count: [candidates[0].text])
    quality = measure(Expecting(garden=-1.0, kitchen=-2.0), [shed(), tea()])
    assert (quality.n, quality.top_share, quality.diverse_share) == (2, 1.0, 0.5)
    assert quality.phenomena == {"implicit reference": (1.0, 0.0), "noun compound": (1.0, 1.0)}
    assert plausible_fillers(tea()) == {"the kettle"}
    with pytest.raises(InputError, match="no sentence"):
        measure(Expecting(), [tea(fillers=(Filler("it", "NEUTRAL"),))])


def test_nouns_in_a_text_and_among_words(monkeypatch):
    monkeypatch.setattr(nouns, "_KNOWN", {})
    found = {noun.text: noun.is_plural for noun in nouns.nouns_of(["Wash the kettle and all cups.", ""])}
    assert found["kettle"] is False
    assert found["cups"] is True
    assert "wash" not in found
    assert [noun.text for noun in nouns.nouns_among(["spoon", "quickly", "forks"])] == ["spoon", "forks"]


def test_the_command_lists_fillers(tacit, monkeypatch):
    monkeypatch.setattr(
        FillerGenerator, "_expected", lambda self, step, determiners: [{"kitchen": -1.0}] * len(determiners)
    )
    options = ("--phenomenon", "noun compound", "--json")
    done = tacit("clarify", "generate", "Hang the ______ tools on hooks.", *options)
    assert done.code == 0
    assert json.loads(done.stdout)["fillers"][0] == {"text": "kitchen", "score": -1.0}
    assert "no blank" in tacit("clarify", "generate", "Hang the tools on hooks.").stderr
    assert "there is no phenomenon" in tacit("clarify", "generate", "a ______", "--phenomenon", "riddle").stderr
