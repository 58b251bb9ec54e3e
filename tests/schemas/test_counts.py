"""Counting a corpus: what counts, for which documents, and what is said when nothing does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from schemas.made_corpus import KINDS, ROBBERY, MadeChain, MadeDocument, make_corpus, stories

from tacit.corpus import Corpus
from tacit.errors import InputError, TacitError, UsageError
from tacit.schemas.features.counts import ChainFilter, Counts, count
from tacit.schemas.features.totals import Totals


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return Corpus(make_corpus(tmp_path / "corpus", stories(6), KINDS))


def singles(totals: Totals) -> dict[str, int]:
    return {" ".join(slot): n for slot, n in zip(totals.slots, totals.singles.tolist(), strict=True)}


def pairs(totals: Totals) -> dict[tuple[frozenset[str], str], int]:
    return {
        (frozenset({" ".join(totals.slots[one]), " ".join(totals.slots[other])}), totals.types[kind]): n
        for one, other, kind, n in zip(totals.first, totals.second, totals.kind, totals.pairs.tolist(), strict=True)
    }


def everything(counts: Counts) -> object:
    totals = counts.total()
    return counts.documents, {k: v.tolist() for k, v in counts.categories.items()}, singles(totals), pairs(totals)


def test_slots_and_pairs_count_once_a_chain(tmp_path: Path) -> None:
    totals = count(Corpus(make_corpus(tmp_path, [MadeDocument("a", ROBBERY), MadeDocument("b", ROBBERY[:1])]))).total()
    assert singles(totals) == {"rob SUBJ": 2, "flee SUBJ": 2, "arrest OBJ": 2, "arrest SUBJ": 1, "chase SUBJ": 1}
    assert pairs(totals) == {
        (frozenset({"rob SUBJ", "flee SUBJ"}), "man"): 2,
        (frozenset({"rob SUBJ", "arrest OBJ"}), "man"): 2,
        (frozenset({"flee SUBJ", "arrest OBJ"}), "man"): 2,
        (frozenset({"arrest SUBJ", "chase SUBJ"}), "officer"): 1,
    }


def test_the_same_counts_as_from_chains_in_memory(corpus: Corpus) -> None:
    made = [
        (chain.type, [slot for text in chain.slots if (slot := tuple(text.split()))[0] != "say"])
        for story in stories(6)
        for chain in story.chains
        if chain.mentions > 4
    ]
    totals = Totals.from_chains(made)  # type: ignore[arg-type]
    assert singles(totals) == singles(count(corpus).total())
    assert pairs(totals) == pairs(count(corpus).total())


def test_the_minimum_and_the_stop_verbs_are_options(corpus: Corpus) -> None:
    counted = singles(count(corpus, ChainFilter(minimum=2, stop_verbs=frozenset({"rob"}))).total())
    assert counted["say SUBJ"] == counted["close OBJ"] == 3
    assert not {"rob SUBJ", "rob OBJ"} & counted.keys()


def test_where_selects_documents(corpus: Corpus) -> None:
    counts = count(corpus, ChainFilter(where="year < 2002 OR list_contains(tags, 'music')"))
    assert counts.documents == ["story-0", "story-1", "story-3", "story-5"]


@pytest.mark.parametrize(
    ("by", "rows"),
    [
        ("section", {"crime": [0, 2, 4], "music": [1, 3, 5]}),
        ("tags", {"city": [0, 1, 2, 3, 4, 5], "crime": [0, 2, 4], "music": [1, 3, 5]}),
        ("year", {str(2000 + place): [place] for place in range(6)}),
    ],
)
def test_categories_come_from_any_metadata(corpus: Corpus, by: str, rows: dict[str, list[int]]) -> None:
    assert {name: found.tolist() for name, found in count(corpus, by=by).categories.items()} == rows


def test_categories_of_many_kinds_are_told_apart_by_what_they_say(tmp_path: Path) -> None:
    cells = ['"crime"', '["crime", "music"]', "1987", '"1987"', '{"a": "b"}', "unquoted", None]
    documents = [MadeDocument(str(place), ROBBERY, {"section": cell}) for place, cell in enumerate(cells)]
    categories = count(Corpus(make_corpus(tmp_path, documents, {"section": "json"})), by="section").categories
    assert {name: rows.tolist() for name, rows in categories.items()} == {
        "crime": [0, 1],
        "music": [1],
        "1987": [2, 3],
        '{"a": "b"}': [4],
        "unquoted": [5],
    }


def test_documents_without_counted_chains_or_category_are_left_out(tmp_path: Path) -> None:
    documents = [MadeDocument("none", []), MadeDocument("short", ROBBERY[2:]), MadeDocument("good", ROBBERY)]
    counts = count(Corpus(make_corpus(tmp_path, documents, {"section": "string"})), by="section")
    assert (counts.documents, counts.categories) == (["good"], {})


def test_a_subset_counts_like_a_corpus_of_its_own(corpus: Corpus) -> None:
    crimes = count(corpus, by="section").total(np.array([0, 2, 4]))
    alone = count(corpus, ChainFilter(where="section = 'crime'")).total()
    assert (singles(crimes), pairs(crimes)) == (singles(alone), pairs(alone))


def test_shards_do_not_matter(tmp_path: Path) -> None:
    corpora = [Corpus(make_corpus(tmp_path / str(shard), stories(7), KINDS, shard)) for shard in (1, 3, 7)]
    one, two, three = (everything(count(corpus, by="tags")) for corpus in corpora)
    assert one == two == three


@pytest.mark.parametrize(
    ("chains", "chain_filter", "message"),
    [
        ([], ChainFilter(), "the corpus has no coreference chains"),
        (ROBBERY, ChainFilter(where="year = 1"), "no document is selected by the condition 'year = 1'"),
        (ROBBERY, ChainFilter(minimum=9), "no chain has 9 mentions, the longest has 6: lower the minimum"),
        ([MadeChain("man", 9, ["say SUBJ", "go SUBJ"])], ChainFilter(), "9 or more mentions have stop verbs only"),
    ],
)
def test_says_which_filter_removed_all_chains(
    tmp_path: Path, chains: list[MadeChain], chain_filter: ChainFilter, message: str
) -> None:
    corpus = Corpus(make_corpus(tmp_path, [MadeDocument("a", chains, {"year": 2000})], {"year": "int64"}))
    with pytest.raises(InputError, match=message.replace("9 or more", "5 or more")):
        count(corpus, chain_filter)


def test_says_when_only_the_selected_documents_have_no_chains(tmp_path: Path) -> None:
    corpus = Corpus(make_corpus(tmp_path, [MadeDocument("a", ROBBERY), MadeDocument("b", [])]))
    with pytest.raises(InputError, match="the documents selected have no coreference chains"):
        count(corpus, ChainFilter(where="id = 'b'"))


def test_an_unknown_category_column_is_named(corpus: Corpus) -> None:
    with pytest.raises(UsageError, match="documents have no 'topic'; they have section, tags, year"):
        count(corpus, by="topic")


@pytest.mark.parametrize("where", ["nonsense =", "", "topic = 'x'", "id = 'a'; DROP TABLE chains"])
def test_a_condition_that_is_none_is_a_usage_error(corpus: Corpus, where: str) -> None:
    with pytest.raises(UsageError, match="the query fails"):
        count(corpus, ChainFilter(where=where))


@pytest.mark.parametrize("table", ["documents", "chains"])
@pytest.mark.parametrize("shard", [0, 1])
@pytest.mark.parametrize("damage", ["cut", "garbled", "empty", "gone"])
def test_a_damaged_shard_is_one_sentence(tmp_path: Path, table: str, shard: int, damage: str) -> None:
    folder = make_corpus(tmp_path / "corpus", stories(6), KINDS)
    file = folder / table / f"{shard:016x}.parquet"
    content = file.read_bytes()
    file.write_bytes({"cut": content[:-40], "garbled": content[:4] + b"\xff" * len(content)}.get(damage, b""))
    if damage == "gone":
        file.unlink()
    with pytest.raises(TacitError) as caught:
        count(Corpus(folder))
    assert isinstance(caught.value, InputError) and "\n" not in str(caught.value)
