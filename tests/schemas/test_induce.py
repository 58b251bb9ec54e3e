"""From a corpus folder to schemas."""

from __future__ import annotations

from pathlib import Path

import pytest
from schemas.made_corpus import CONCERT, KINDS, ROBBERY, MadeChain, MadeDocument, make_corpus, stories

from tacit.corpus import Corpus
from tacit.errors import InputError, UsageError
from tacit.schemas.features.counts import ChainFilter
from tacit.schemas.induce import induce
from tacit.schemas.presets import GrowthOptions
from tacit.schemas.systems.germinators import GERMINATORS
from tacit.schemas.task import Schema, Slot


def test_schemas_of_a_corpus(tmp_path: Path) -> None:
    schemas = induce(make_corpus(tmp_path, stories(6), KINDS))
    robbery = next(schema for schema in schemas if schema.events[0] == "rob")
    assert set(robbery.events) == {"rob", "flee", "arrest", "chase"}
    assert robbery.documents == ("story-0", "story-2", "story-4")
    linked = next(chain for chain in robbery.chains if len(chain.slots) > 1)
    assert set(linked.slots) >= {Slot("rob", "SUBJ"), Slot("arrest", "OBJ")} and linked.types == {"man": 1.0}
    assert len(robbery.scores) == len(robbery.events)
    assert Schema.from_dict(robbery.to_dict()) == robbery


def test_documents_that_hold_more_of_a_schema_come_first(tmp_path: Path) -> None:
    half = [MadeChain("man", 5, ["rob SUBJ", "flee SUBJ"])]
    documents = [MadeDocument("half", half), MadeDocument("whole", ROBBERY), MadeDocument("other", CONCERT)]
    schemas = induce(make_corpus(tmp_path, documents), options=GrowthOptions(seed_verbs=("rob",)))
    assert schemas[0].documents == ("whole", "half")
    shortened = induce(tmp_path, options=GrowthOptions(seed_verbs=("rob",)), support=1)
    assert shortened[0].documents == ("whole",)


def test_a_schema_of_one_event_is_supported_by_its_slots(tmp_path: Path) -> None:
    alone = [MadeChain("man", 5, ["whistle SUBJ"])]
    schemas = induce(make_corpus(tmp_path, [MadeDocument("a", ROBBERY), MadeDocument("b", alone)]), germinator="linear")
    assert [schema.documents for schema in schemas if schema.events == ("whistle",)] == [("b",)]


def test_where_and_germinator_are_used(tmp_path: Path) -> None:
    corpus = Corpus(make_corpus(tmp_path, stories(6), KINDS))
    schemas = induce(corpus, germinator="linear", chain_filter=ChainFilter(where="section = 'music'"))
    assert [schema.events for schema in schemas] == [("dance", "cheer", "sing")]


@pytest.mark.parametrize("germinator", GERMINATORS)
def test_one_document_is_enough(tmp_path: Path, germinator: str) -> None:
    schemas = induce(make_corpus(tmp_path, [MadeDocument("a", ROBBERY)]), germinator=germinator)
    assert schemas and all(schema.documents == ("a",) for schema in schemas)


@pytest.mark.parametrize("germinator", GERMINATORS)
def test_chains_of_one_slot_give_schemas_of_one_event(tmp_path: Path, germinator: str) -> None:
    lonely = [MadeDocument("a", [MadeChain("man", 5, ["rob SUBJ"])])]
    assert [schema.events for schema in induce(make_corpus(tmp_path, lonely), germinator=germinator)] == [("rob",)]


def test_bad_input_is_one_sentence(tmp_path: Path) -> None:
    corpus = make_corpus(tmp_path / "corpus", stories(2), KINDS)
    with pytest.raises(UsageError, match="there is no germinator"):
        induce(corpus, germinator="magic")
    with pytest.raises(UsageError, match="no counted chain has the seed verb marry"):
        induce(corpus, options=GrowthOptions(seed_verbs=("marry",)))
    with pytest.raises(InputError, match="not a corpus"):
        induce(tmp_path)


@pytest.mark.parametrize("germinator", GERMINATORS)
def test_progress_ends_with_all_that_was_wanted(tmp_path: Path, germinator: str) -> None:
    told: list[tuple[str, int, int]] = []
    schemas = induce(
        make_corpus(tmp_path, stories(6), KINDS), germinator=germinator, progress=lambda *step: told.append(step)
    )
    assert told[0][0] == "counting" and told[-1] == ("growing", len(schemas), len(schemas))
    grown = [done for stage, done, _ in told if stage == "growing"]
    assert grown == sorted(grown)
