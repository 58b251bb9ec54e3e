import json
import os
import subprocess

import pytest

from tacit import git as gits
from tacit.clarifications.data import read_instructions
from tacit.clarifications.task import Filler, Instruction, Phenomenon
from tacit.errors import InputError
from tacit.mining import history
from tacit.mining.evaluate import evaluate, revision_of
from tacit.mining.history import changes, revisions_of_repository, revisions_of_table
from tacit.mining.mine import Revision, mine

pytestmark = pytest.mark.models

OLD = (
    "# Clean a pump\n\nA dirty pump does not draw.\nIt takes ten minutes.\n\n"
    "1. Take it apart. Rinse before drying.\n2. Dry the cup.\n"
)
NEW = OLD.replace("Rinse before", "Rinse each piece before").replace("Dry the cup", "Dry the rim of the cup")


@pytest.fixture
def versions(tmp_path):
    old, new = tmp_path / "old.md", tmp_path / "new.md"
    old.write_text(OLD)
    new.write_text(NEW)
    return old, new


def git(folder, *arguments):
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    author = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "-C", folder, *author, *arguments], check=True, capture_output=True, env=environment)


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "handbook"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / "pump.md").write_text(OLD)
    (folder / "picture.txt").write_bytes(bytes(range(256)))
    (folder / "code.py").write_text("x = 1\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    git(folder, "mv", "pump.md", "a pump, cleaned.md")
    (folder / "a pump, cleaned.md").write_text(NEW)
    (folder / "picture.txt").write_bytes(bytes(range(256)) * 2)
    (folder / "code.py").write_text("x = 2\n")
    (folder / "new.md").write_text("New.\n")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "two")
    return folder


def test_two_versions_of_a_file(tacit, versions):
    outcome = tacit("clarify", "mine", *versions, "--json")
    first, second = map(json.loads, outcome.stdout.splitlines())
    assert (first["phenomenon"], first["sentence"]) == ("implicit reference", "Rinse ______ before drying.")
    assert first["previous"] == "A dirty pump does not draw. (...) 1. Take it apart."
    assert (first["title"], first["following"]) == ("Clean a pump", "2. Dry the rim of the cup.")
    assert (second["phenomenon"], second["filler"]) == ("metonymy", "rim")
    assert second["sentence"] == "Dry the ______ of the cup."


def test_claire_format_can_be_read_again(tacit, versions, tmp_path):
    assert tacit("clarify", "mine", *versions, "--out", tmp_path / "mined", "-q").code == 0
    header, *rows = (tmp_path / "mined_data.tsv").read_text().splitlines()
    assert header.startswith("Id\tResolved pattern\tArticle title")
    assert [row.split("\t")[1] for row in rows] == ["IMPLICIT REFERENCE", "METONYMIC REFERENCE"]


def test_a_history_with_renames_and_binary_files(tacit, repository):
    found = [json.loads(line) for line in tacit("clarify", "mine", repository, "--json").stdout.splitlines()]
    assert [each["filler"] for each in found] == ["each piece", "rim"]
    assert found[0]["source"].endswith(":a pump, cleaned.md")
    assert tacit("clarify", "mine", repository, "--path", "new.md", "--json").stdout == ""


def test_only_instructions_of_the_history_are_read(repository):
    assert [change.path for change in changes(repository)] == ["a pump, cleaned.md", "picture.txt"]
    assert len(list(revisions_of_repository(repository))) == 2


@pytest.fixture
def moved(repository):
    for name in ("docs", "notes"):
        (repository / name).mkdir()
    git(repository, "mv", "a pump, cleaned.md", "docs/pump.md")
    (repository / "docs" / "pump.md").write_text(NEW.replace("Rinse each piece", "Rinse each clean piece"))
    (repository / "notes" / "docs.md").write_text("Other things.\n")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "three")
    return repository


def test_renames_are_followed_into_the_chosen_files(moved):
    for path in ("docs", "./docs/", "docs/*.md", "docs/pump.md", str(moved / "docs")):
        assert [change.path for change in changes(moved, (path,))] == ["docs/pump.md"], path
    assert len(list(changes(moved, ("docs", "picture.txt")))) == 2
    assert len(list(changes(moved, (".",)))) == 3
    assert list(changes(moved, ("doc",))) == []


def test_of_a_subfolder_only_its_own_history_is_read(moved):
    assert [change.path for change in changes(moved / "docs")] == ["docs/pump.md"]
    assert [change.path for change in changes(moved / "docs", ("pump.md",))] == ["docs/pump.md"]
    assert list(changes(moved / "notes")) == []


def test_what_is_too_large_is_passed_over_in_parts(repository, monkeypatch):
    [change, _] = changes(repository)
    monkeypatch.setattr(history, "_LARGEST", len(OLD) + 1)
    monkeypatch.setattr(history, "_CHUNK", 7)
    with history._Contents(repository) as contents:
        recorded = Recorded(contents._output)
        monkeypatch.setattr(history._Contents, "_output", recorded)
        assert contents.read(change.new) is None
        assert max(recorded.sizes) <= 7
        assert contents.read(change.old) == OLD.encode()


class Recorded:
    """A stream that notes how much was asked for at once."""

    def __init__(self, stream):
        self.sizes = []
        self._stream = stream

    def read(self, size):
        self.sizes.append(size)
        return self._stream.read(size)

    def __getattr__(self, name):
        return getattr(self._stream, name)


def test_git_may_fetch_nothing(repository):
    fetch = gits.command(repository, "fetch", f"file://{repository}")
    done = subprocess.run(fetch, env=gits.environment(), capture_output=True, text=True)
    assert done.returncode
    assert "not allowed" in done.stderr


def test_a_folder_without_history(tacit, tmp_path):
    outcome = tacit("clarify", "mine", tmp_path)
    assert outcome.code == 2
    assert "git cannot read its history" in outcome.stderr


def test_tables_with_and_without_header(tmp_path):
    plain, named = tmp_path / "a.tsv", tmp_path / "b.tsv"
    plain.write_text("Rinse well.\tRinse the cup well.\n")
    named.write_text("new\told\tremark\tprevious\nRinse it well.\tRinse well.\tx\tTake the cup.\n")
    assert next(revisions_of_table(plain)).revised == "Rinse the cup well."
    [row] = revisions_of_table(named)
    assert (row.original, row.revised, row.previous) == ("Rinse well.", "Rinse it well.", "Take the cup.")


def test_a_table_with_a_short_row(tmp_path):
    path = tmp_path / "a.tsv"
    path.write_text("old\tnew\nRinse well.\n")
    with pytest.raises(InputError, match=r"line 2: a row needs 2 cells \(original, revised\), not 1"):
        list(revisions_of_table(path))


def test_what_was_mentioned_before_is_the_antecedent():
    revisions = [
        Revision("Rinse well.", "Rinse the cups well.", previous="Take two old cups."),
        Revision("Rinse well.", "Rinse the spoons well.", previous="Take two old cups."),
    ]
    assert [each.antecedent for each in mine(revisions)] == ["two old cups", ""]
    assert [each.filler for each in mine(revisions, coreferent=True)] == ["the cups"]


def test_sources_that_do_not_go_together(tacit, versions, repository):
    assert tacit("clarify", "mine", versions[0]).code == 2
    assert tacit("clarify", "mine", *versions, "--path", "docs").code == 2
    assert tacit("clarify", "mine", versions[0], repository).code == 2


def instruction(phenomenon, before, after, filler):
    return Instruction("1", phenomenon, before, after, (Filler("nonsense", score=1.0), Filler(filler, score=5.0)))


def test_the_best_filler_makes_the_revision():
    of = instruction(Phenomenon.METONYMY, "Dry the ", " of the cup.", "rim")
    assert revision_of(of).original == "Dry the the cup."
    genitive = instruction(Phenomenon.METONYMY, "Dry the cup's ", ".", "rim")
    assert (revision_of(genitive).original, revision_of(genitive).revised) == ("Dry the cup .", "Dry the cup's rim.")


def test_mining_is_measured_by_phenomenon():
    scores = evaluate(
        [
            instruction(Phenomenon.METONYMY, "Dry the cup's ", ".", "rim"),
            instruction(Phenomenon.IMPLICIT_REFERENCE, "Rinse ", " well.", "the cup"),
            instruction(Phenomenon.IMPLICIT_REFERENCE, "Rinse the cup ", ".", "well"),
        ]
    )
    assert scores.to_dict() == {
        "n": 3,
        "accuracy": pytest.approx(2 / 3),
        "phenomena": {"implicit reference": 0.5, "metonymy": 1.0},
    }


def test_mining_is_measured_by_command(tacit, tmp_path):
    columns = [
        "Id",
        "Resolved pattern",
        "Article title",
        "Section header",
        "Previous context",
        "Sentence",
        "Follow-up context",
    ]
    columns += [f"Filler{number}" for number in range(1, 6)]
    row = ["1", "ADDED COMPOUND", "T", "S", "P", "Use ______ foil.", "F", *["aluminium"] * 5]
    (tmp_path / "x_data.tsv").write_text("\t".join(columns) + "\n" + "\t".join(row) + "\n")
    assert len(read_instructions(tmp_path / "x_data.tsv")) == 1
    outcome = tacit("clarify", "evaluate-mining", "--test", tmp_path / "x_data.tsv", "--json")
    assert json.loads(outcome.stdout) == {"n": 1, "accuracy": 1.0, "phenomena": {"noun compound": 1.0}}
    assert tacit("clarify", "evaluate-mining", "--test", tmp_path / "missing_data.tsv").code == 2
