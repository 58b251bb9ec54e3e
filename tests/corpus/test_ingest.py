"""Ingest with the real parser on small texts of our own."""

import json
import multiprocessing
import random
import shutil
import signal
import time
from pathlib import Path

import pytest

from tacit.corpus import AnalysisSettings, Corpus, Sources, Workers, ingest
from tacit.corpus.manifest import MANIFEST
from tacit.errors import InputError, UsageError
from tacit.values import thaw

pytestmark = pytest.mark.models

NAMES = ["Ann", "Cleo", "Eve", "Mary", "Nora"]
THINGS = ["kettle", "ladder", "parcel", "bicycle"]
SMALL = AnalysisSettings(coreference="sieve", shard_characters=1000)
ONE = Workers(1)


def story(number: int) -> str:
    chosen = random.Random(number)
    name, thing = chosen.choice(NAMES), chosen.choice(THINGS)
    return f"{name} bought a {thing}. She carried it home and cleaned it. Then she called {chosen.choice(NAMES)}."


def write_stories(path: Path, numbers) -> Path:
    rows = ({"id": f"s{n}", "text": story(n), "category": "even" if n % 2 == 0 else "odd", "n": n} for n in numbers)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def tree(folder: Path) -> dict[str, bytes]:
    """All files of a corpus but the lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


@pytest.fixture(scope="module")
def stories(tmp_path_factory):
    return write_stories(tmp_path_factory.mktemp("sources") / "stories.jsonl", range(60))


@pytest.fixture(scope="module")
def corpus(stories, tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus") / "c"
    ingest(Sources([stories]), folder, settings=SMALL, workers=ONE)
    return folder


def test_tables_say_who_does_what(corpus):
    found = Corpus(corpus)
    assert found.manifest["documents"] == found.count("documents") == 60
    verbs = found.query("SELECT DISTINCT verb FROM events ORDER BY verb").fetchall()
    assert [verb for (verb,) in verbs] == ["buy", "call", "carry", "clean"]
    sql = "SELECT count(DISTINCT chain) FROM chains WHERE document = 's1' AND slot = 'SUBJ' AND verb IN ('buy', 'call')"
    assert found.query(sql).fetchone() == (1,)
    joined = "events e JOIN documents d ON d.id = e.document"
    sql = f"SELECT substr(text, start + 1, e.end - start) FROM {joined} WHERE verb = 'buy'"
    assert {word for (word,) in found.query(sql).fetchall()} == {"bought"}


def test_metadata_can_be_filtered_on(corpus):
    assert Corpus(corpus).query("SELECT sum(n) FROM documents WHERE category = 'even'").fetchone() == (870,)


def test_usable_without_tacit(corpus):
    import pandas
    import polars

    frame = pandas.read_parquet(corpus / "documents")
    assert len(frame) == 60
    assert set(frame.columns) == {"id", "text", "source", "words", "category", "n"}
    assert polars.scan_parquet(corpus / "events" / "*.parquet").collect().height == 240


def test_documents_come_back_with_layers(corpus):
    [document] = Corpus(corpus).documents("id = 's7'")
    assert document.text == story(7)
    assert document.metadata["category"] == "odd"
    assert [event.label for event in document.layer("events")] == ["buy", "carry", "clean", "call"]
    assert len(document.sentences) == 3
    assert 0 in [mention.features.get("chain") for mention in document.layer("mentions")]


def test_nothing_new_is_no_work_and_the_same_bytes(stories, corpus):
    before = tree(corpus)
    assert ingest(Sources([stories]), corpus, settings=SMALL, workers=ONE).new_shards == 0
    assert tree(corpus) == before


@pytest.mark.processes
def test_two_processes_give_the_same_bytes(stories, corpus, tmp_path):
    ingest(Sources([stories]), tmp_path / "c", settings=SMALL, workers=Workers(2))
    assert tree(tmp_path / "c") == tree(corpus)


@pytest.mark.processes
def test_a_cluster_that_loses_a_worker_gives_the_same_bytes(stories, corpus, tmp_path, cluster):
    killed = []

    def kill_one(_what, _done, _total):
        if not killed:
            cluster.workers[0].kill()
            killed.append(True)

    workers = Workers(cluster=cluster.address)
    ingest(Sources([stories]), tmp_path / "c", settings=SMALL, workers=workers, progress=kill_one)
    assert killed
    assert tree(tmp_path / "c") == tree(corpus)


def ingest_alone(stories: Path, folder: Path) -> None:
    ingest(Sources([stories]), folder, settings=SMALL, workers=ONE)


@pytest.mark.processes
def test_killed_and_resumed_gives_the_same_bytes(stories, corpus, tmp_path):
    folder = tmp_path / "c"
    fresh = multiprocessing.get_context("spawn")  # a fork would inherit locks that other threads hold
    for kills in range(3):
        child = fresh.Process(target=ingest_alone, args=(stories, folder))
        child.start()
        while len(list(folder.glob("shards/*.json"))) <= kills:
            assert child.is_alive(), "it ended before it could be killed"
            time.sleep(0.001)
        child.kill()
        child.join()
        assert child.exitcode == -signal.SIGKILL, "it had finished before it could be killed"
    assert not (folder / MANIFEST).exists()
    ingest(Sources([stories]), folder, settings=SMALL, workers=ONE)
    assert tree(folder) == tree(corpus)


def test_only_changed_sources_are_done_again(stories, corpus, tmp_path):
    folder = shutil.copytree(corpus, tmp_path / "c")
    more = write_stories(tmp_path / "more.jsonl", range(60, 62))
    summary = ingest(Sources([stories, more]), folder, settings=SMALL, workers=ONE)
    assert summary.documents == 62
    assert summary.new_shards <= 2 < summary.shards
    fewer = ingest(Sources([stories]), folder, settings=SMALL, workers=ONE)
    assert fewer.documents == 60
    assert tree(folder) == tree(corpus)


def test_changed_metadata_cost_no_analysis(tmp_path):
    source = tmp_path / "a.jsonl"
    source.write_text('{"id": "a", "text": "Ann sat down.", "year": 1}\n')
    ingest(Sources([source]), tmp_path / "c", settings=SMALL, workers=ONE)
    source.write_text('{"id": "a", "text": "Ann sat down.", "year": 2, "place": "x"}\n')
    assert ingest(Sources([source]), tmp_path / "c", settings=SMALL, workers=ONE).new_shards == 0
    assert Corpus(tmp_path / "c").query("SELECT year, place FROM documents").fetchall() == [(2, "x")]


def test_what_cannot_be_read_is_listed_and_the_rest_goes_on(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": "a", "text": "Ann sat."}\nnot json\n{"id": "a", "text": "Twice."}\n')
    (tmp_path / "b.txt").write_bytes(b"\0\1\2")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "c.txt").write_text("Bob left.")
    summary = ingest(Sources([tmp_path, tmp_path / "none.txt"]), tmp_path / "c", settings=SMALL, workers=ONE)
    assert summary.documents == 2
    assert set(summary.skipped) == {
        f"{tmp_path}/a.jsonl#2",
        f"{tmp_path}/a.jsonl#a",
        f"{tmp_path}/b.txt",
        f"{tmp_path}/none.txt",
    }
    ids = Corpus(tmp_path / "c").query("SELECT id FROM documents ORDER BY id").fetchall()
    assert ids == [("a",), ("sub/c",)]


def test_tokens_on_request(tmp_path):
    source = tmp_path / "a.txt"
    source.write_text("Ann sat down.")
    settings = AnalysisSettings(coreference="", tokens=True)
    ingest(Sources([source]), tmp_path / "c", settings=settings, workers=ONE)
    rows = Corpus(tmp_path / "c").query("SELECT word, lemma FROM tokens ORDER BY token").fetchall()
    assert rows == [("Ann", "Ann"), ("sat", "sit"), ("down", "down"), (".", ".")]


def test_damaged_shard_is_one_sentence(corpus, tmp_path):
    folder = shutil.copytree(corpus, tmp_path / "c")
    next((folder / "events").iterdir()).write_bytes(b"PAR1 not really")
    with pytest.raises(InputError, match="run the ingest again"):
        Corpus(folder).query("SELECT count(verb) FROM events").fetchall()


def test_ingest_mends_a_damaged_shard(stories, tmp_path):
    ingest(Sources([stories]), tmp_path / "c", settings=SMALL, workers=ONE)
    damaged = next((tmp_path / "c" / "events").iterdir())
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[: len(whole) // 2])
    ingest(Sources([stories]), tmp_path / "c", settings=SMALL, workers=ONE)
    assert damaged.read_bytes() == whole


def test_unfinished_corpus_says_so(corpus, tmp_path):
    folder = shutil.copytree(corpus, tmp_path / "c")
    (folder / MANIFEST).unlink()
    with pytest.raises(InputError, match="unfinished corpus"):
        Corpus(folder)
    with pytest.raises(InputError, match="not a corpus"):
        Corpus(tmp_path)


def test_two_at_once_are_refused(stories, tmp_path):
    from tacit.corpus.manifest import locked

    with locked(tmp_path / "c"), pytest.raises(UsageError, match="another process"):
        ingest(Sources([stories]), tmp_path / "c", settings=SMALL, workers=ONE)


def test_a_query_cannot_read_other_files(corpus):
    with pytest.raises(UsageError, match="the query fails"):
        Corpus(corpus).query("SELECT * FROM read_text('/etc/hostname')")


def test_a_mistake_in_a_query_is_not_blamed_on_the_corpus(corpus):
    with pytest.raises(UsageError, match=r"the query fails: .*missing"):
        Corpus(corpus).query("SELECT regexp_matches(text, '(') FROM documents").fetchall()
    with pytest.raises(UsageError, match=r"the query fails: .*Could not convert"):
        Corpus(corpus).query("SELECT CAST(text AS INTEGER) FROM documents").fetchmany(5)
    late = Corpus(corpus).query("SELECT CAST(if(n = 2000000, 'x', '1') AS INTEGER) FROM range(2000001) AS r(n)")
    assert late.fetchmany(2) == [(1,), (1,)]
    with pytest.raises(UsageError, match=r"the query fails: .*Could not convert"):
        late.fetchall()
    with pytest.raises(UsageError, match="the query is empty"):
        Corpus(corpus).query("")


@pytest.mark.parametrize("damage", [slice(4, 60), slice(40, 120)])
def test_a_damaged_page_is_found_when_it_is_fetched(corpus, tmp_path, damage):
    folder = shutil.copytree(corpus, tmp_path / "c")
    file = next((folder / "documents").iterdir())
    content = bytearray(file.read_bytes())
    content[damage] = b"\xff" * (damage.stop - damage.start)
    file.write_bytes(content)
    with pytest.raises(InputError, match="run the ingest again to mend it"):
        Corpus(folder).query("SELECT * FROM documents").fetchall()


def ingested(tmp_path, *documents):
    """A corpus of documents of one sentence with these metadata."""
    source = tmp_path / "a.jsonl"
    rows = ({"id": str(n), "text": f"Ann sat on chair {n}.", **metadata} for n, metadata in enumerate(documents))
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    ingest(Sources([source]), tmp_path / "c", settings=SMALL, workers=ONE)
    return Corpus(tmp_path / "c")


def metadata_of(corpus):
    return [dict(document.metadata) for document in corpus.documents()]


def test_files_of_others_in_the_folder_stay(tmp_path):
    others = ["data/news.json", "data/table.parquet", "data/a.part", "documents/letter.json", "events/0123.parquet"]
    for name in (*others, ".draft.part"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine")
    leftovers = [tmp_path / "events" / f".{'a' * 16}.parquet.x1.part", tmp_path / f".{MANIFEST}.x1.part"]
    for path in (*leftovers, tmp_path / "events" / f"{'b' * 16}.parquet"):
        path.write_text("half")
    (tmp_path / "a.txt").write_text("Ann sat down.")
    ingest(Sources([tmp_path / "a.txt"]), tmp_path, settings=SMALL, workers=ONE)
    assert [name for name in (*others, ".draft.part") if (tmp_path / name).read_text() != "mine"] == []
    assert not [path for path in (*leftovers, tmp_path / "events" / f"{'b' * 16}.parquet") if path.exists()]


def test_a_source_of_its_own_is_kept(tmp_path):
    corpus = ingested(tmp_path, {"source": "BBC"}, {})
    assert metadata_of(corpus) == [{"source": "BBC"}, {"source": str(tmp_path / "a.jsonl")}]
    assert corpus.query("SELECT metadata_source FROM documents ORDER BY id").fetchall() == [("BBC",), (None,)]


def test_keys_that_differ_in_case_have_columns_of_their_own(tmp_path):
    metadata = {"Source": "BBC", "Words": 7, "ID": "x", "Year": 1, "year": 2, "metadata_year": 3}
    corpus = ingested(tmp_path, metadata)
    assert metadata_of(corpus) == [{"source": str(tmp_path / "a.jsonl"), **metadata}]
    assert len({corpus.column(key).casefold() for key in metadata}) == len(metadata)
    assert corpus.query(f'SELECT id, "{corpus.column("ID")}", year FROM documents').fetchall() == [("0", "x", 1)]


def test_a_manifest_that_says_nothing_of_columns_is_read_as_before(tmp_path):
    corpus = ingested(tmp_path, {"source": "BBC", "year": 1})
    manifest = json.loads((tmp_path / "c" / MANIFEST).read_text())
    del manifest["columns"]
    (tmp_path / "c" / MANIFEST).write_text(json.dumps(manifest))
    assert metadata_of(Corpus(tmp_path / "c")) == metadata_of(corpus) == [{"source": "BBC", "year": 1}]


def test_texts_and_lists_of_texts_make_lists(tmp_path):
    corpus = ingested(tmp_path, {"category": "crime"}, {"category": ["crime", "music"]})
    found = corpus.query("SELECT category FROM documents ORDER BY id").fetchall()
    assert found == [(["crime"],), (["crime", "music"],)]


def test_values_of_many_kinds_come_back_as_they_were(tmp_path):
    values = ["’87", 1987, ["a", 1], {"from": 1}]
    corpus = ingested(tmp_path, *({"year": value} for value in values))
    assert [thaw(document.metadata["year"]) for document in corpus.documents()] == values


def test_a_text_is_written_anew_when_its_key_gets_other_kinds(tmp_path):
    ingested(tmp_path, {"year": "’87"})
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps({"id": "b", "text": "Ann left. " * 400, "year": 1987}) + "\n")
    ingest(Sources([tmp_path / "a.jsonl", more]), tmp_path / "c", settings=SMALL, workers=ONE)
    found = Corpus(tmp_path / "c").query("SELECT year FROM documents ORDER BY id").fetchall()
    assert found == [('"’87"',), ("1987",)]
