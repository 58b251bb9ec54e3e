"""Support and quality of schemas."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from schemas.made_corpus import KINDS, make_corpus, stories

from tacit.corpus import Corpus
from tacit.errors import InputError
from tacit.schemas.features.counts import count
from tacit.schemas.induce import induce
from tacit.schemas.quality import judge
from tacit.schemas.storage import read_schemas, write_schemas
from tacit.schemas.task import Schema


def test_events_of_one_story_have_quality_and_a_mixture_has_less(tmp_path: Path) -> None:
    corpus = make_corpus(tmp_path, stories(8), KINDS)
    robbery = next(schema for schema in induce(corpus) if schema.events[0] == "rob")
    assert robbery.support == 4
    assert robbery.quality > 0
    stranger = next(each.events[0] for each in induce(corpus) if not set(each.events) & set(robbery.events))
    mixed = Schema((*robbery.events, stranger), (0.0,) * (len(robbery.events) + 1), ())
    whole, part = judge(count(Corpus(corpus)), [robbery, mixed])
    assert part.quality < whole.quality
    assert part.support == whole.support


def test_fewer_than_several_documents_are_no_quality(tmp_path: Path) -> None:
    robbery = next(schema for schema in induce(make_corpus(tmp_path, stories(4), KINDS)) if schema.events[0] == "rob")
    assert (robbery.support, robbery.quality) == (2, 0.0)


def test_the_best_come_first_and_least_support_leaves_out(tmp_path: Path) -> None:
    corpus = make_corpus(tmp_path, stories(8), KINDS)
    found = induce(corpus)
    assert [schema.quality for schema in found] == sorted((schema.quality for schema in found), reverse=True)
    kept = induce(corpus, least_support=1)
    assert kept == [schema for schema in found if schema.support]


@pytest.mark.parametrize("wrong", [{"support": -1}, {"support": True}, {"quality": 2}, {"quality": "good"}])
def test_a_file_with_wrong_figures_is_refused(tmp_path: Path, wrong: dict[str, object]) -> None:
    path = tmp_path / "schemas.json"
    write_schemas(path, [Schema(("rob",), (0.0,), ())], {})
    plain = json.loads(path.read_text())
    plain["schemas"][0] |= wrong
    path.write_text(json.dumps(plain))
    with pytest.raises(InputError, match=r"support|quality"):
        read_schemas(path)
