"""A corpus from a stranger: its manifest decides names of files and views, its tables what a query can see."""

import hashlib
import json
import shutil

import pyarrow as arrow
import pytest
from pyarrow import parquet

from tacit.corpus import AnalysisSettings, Corpus, Sources, Workers, ingest
from tacit.errors import InputError, UsageError
from tacit.schemas.features.counts import count

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    place = tmp_path_factory.mktemp("original")
    rows = [{"id": f"s{n}", "text": f"Ann bought {n} kettles. She cleaned them."} for n in range(3)]
    (place / "stories.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    ingest(
        Sources([place / "stories.jsonl"]),
        place / "c",
        settings=AnalysisSettings(coreference="sieve"),
        workers=Workers(1),
    )
    return place / "c"


@pytest.fixture
def corpus(original, tmp_path):
    return shutil.copytree(original, tmp_path / "corpus")


def tamper(corpus, change):
    path = corpus / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))


def rename_table(name):
    def change(manifest):
        files = manifest["shards"][0]["files"]
        files[name] = files.pop("chains")

    return change


def test_a_table_name_cannot_write_a_file(corpus, tmp_path):
    target = tmp_path / "target.csv"
    target.write_text("mine")
    name = f"""x" AS SELECT 1; COPY (SELECT 2) TO '{target}'; CREATE VIEW "y"""
    tamper(corpus, rename_table(name))
    with pytest.raises(InputError, match=r"manifest.json is damaged: a name in shards\[0\].files is"):
        Corpus(corpus).count("documents")
    assert target.read_text() == "mine"


@pytest.mark.parametrize("key", ["../../x", "'); COPY (SELECT 1) TO 'x'; --", "ABCDEF0123456789", "", 3, None])
def test_a_key_is_hexadecimal(corpus, key):
    tamper(corpus, lambda manifest: manifest["shards"][0].update(key=key))
    with pytest.raises(InputError, match=r"shards\[0\]\.key"):
        Corpus(corpus)


@pytest.mark.parametrize("path", ["settings", "sources", "metadata", "documents", "words", "skipped", "shards"])
@pytest.mark.parametrize("value", [None, [], {}, "x", 1.5, [None], {"a": []}])
def test_a_damaged_manifest_is_one_sentence(corpus, path, value):
    tamper(corpus, lambda manifest: manifest.update({path: value}))
    try:
        Corpus(corpus).count("documents")
    except InputError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 400 + len(str(corpus))


@pytest.mark.parametrize("missing", ["settings", "sources", "metadata", "documents", "words", "skipped", "shards"])
def test_a_missing_key_is_named(corpus, missing):
    tamper(corpus, lambda manifest: manifest.pop(missing))
    with pytest.raises(InputError, match=f"has no '{missing}'"):
        Corpus(corpus)


def test_a_query_reads_the_corpus_and_nothing_else(corpus, tmp_path):
    outside = tmp_path / "secret.csv"
    outside.write_text("a\n1\n")
    with pytest.raises(UsageError, match="query fails"):
        Corpus(corpus).query(f"SELECT * FROM read_csv('{outside}')")
    assert Corpus(corpus).query("DESCRIBE documents").fetchall()
    assert Corpus(corpus).query("WITH a AS (SELECT 1) SELECT * FROM a").fetchall() == [(1,)]


@pytest.mark.parametrize(
    "statement",
    [
        "COPY (SELECT 1) TO 'CORPUS/x.csv'",
        "SELECT 1; COPY (SELECT 1) TO 'CORPUS/x.csv'",
        "EXPLAIN ANALYZE COPY (SELECT 1) TO 'CORPUS/x.csv'",
        "EXPORT DATABASE 'CORPUS/x.csv'",
        "ATTACH 'CORPUS/x.csv'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "CREATE TABLE x AS SELECT 1",
        "",
    ],
)
def test_a_query_cannot_write_load_or_set(corpus, statement):
    with pytest.raises(UsageError):
        Corpus(corpus).query(statement.replace("CORPUS", str(corpus)))
    assert not (corpus / "x.csv").exists()


def test_a_condition_cannot_write(corpus):
    condition = f"true; COPY (SELECT 1) TO '{corpus}/x.csv'; SELECT 1 WHERE true"
    with pytest.raises(UsageError):
        list(Corpus(corpus).documents(condition))
    assert not (corpus / "x.csv").exists()


def test_settings_are_locked_and_limited(corpus):
    connection = Corpus(corpus).connection
    settings = dict(connection.execute("SELECT name, value FROM duckdb_settings()").fetchall())
    assert settings["enable_external_access"] == "false"
    assert settings["lock_configuration"] == "true"
    assert settings["autoload_known_extensions"] == settings["autoinstall_known_extensions"] == "false"


def rewrite(corpus, table, change):
    """Change a Parquet file of the corpus and its hash in the manifest, as a stranger would."""
    manifest = json.loads((corpus / "manifest.json").read_text())
    shard = manifest["shards"][0]
    file = corpus / table / f"{shard['key']}.parquet"
    parquet.write_table(change(parquet.read_table(file)), file)
    shard["files"][table] = hashlib.sha256(file.read_bytes()).hexdigest()
    (corpus / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("table", "column"),
    [("documents", "id"), ("documents", "source"), ("sentences", "document"), ("events", "start"), ("events", "end")],
)
@pytest.mark.parametrize("values", [None, [[1]], [b"x"]])
def test_a_table_with_other_columns_is_one_sentence(corpus, table, column, values):
    def change(rows):
        place = rows.column_names.index(column)
        if values is None:
            return rows.remove_column(place)
        return rows.set_column(place, column, arrow.array(values * len(rows)))

    rewrite(corpus, table, change)
    with pytest.raises(InputError, match=rf"the column '{column}' of {table}/\w+\.parquet is missing or not"):
        list(Corpus(corpus).documents())


def test_schemas_are_not_grown_from_other_columns(corpus):
    rewrite(corpus, "documents", lambda rows: rows.set_column(0, "id", arrow.array([[1]] * len(rows))))
    with pytest.raises(InputError, match="the column 'id' of documents"):
        count(Corpus(corpus))
