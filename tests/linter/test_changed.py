import json
import subprocess

import pytest

from tacit.errors import InputError
from tacit.linter.changed import Changed, ChangedSince, changed_since, new_lines

TEXT = "# Clean a pump\n\n1. Take off the valve and the lid.\n2. Rinse before reassembling.\n"


def git(folder, *arguments):
    names = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", "-C", folder, *names, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path):
    git(tmp_path, "init")
    (tmp_path / "a.md").write_text("one\ntwo\nthree\nfour\n")
    (tmp_path / "b.md").write_text("same\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "first")
    return tmp_path


def test_lines_as_git_tells_them():
    diff = (
        'diff --git "a/y" "b/caf\\303\\251 \\"x\\".md"\n--- a/y\n+++ "b/caf\\303\\251 \\"x\\".md"\t\n'
        "@@ -1,2 +1,3 @@ +++ b/z\n-a\n--- a/header\n+++ b/header\n+@@ -1 +7 @@\n+c\n\\ No newline at end of file\n"
        "@@ -9 +10 @@\n-a\n+b\n--- a/with blank.md\t\n+++ b/with blank.md\t\n@@ -0,0 +1 @@\n+x\n"
        "--- a/gone.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
    )
    assert new_lines(diff) == {'café "x".md': (range(1, 4), range(10, 11)), "with blank.md": (range(1, 2),)}


def test_changed_added_and_deleted_lines(repository):
    (repository / "a.md").write_text("zero\none\ntwo and a half\nfour\n")
    changed = changed_since(repository, "HEAD")
    assert [line for line in range(1, 5) if changed.touches(repository / "a.md", line, line)] == [1, 3]
    assert not changed.touches(repository / "b.md")
    (repository / "a.md").write_text("one\ntwo\nthree\n")
    assert not changed_since(repository, "HEAD").touches(repository / "a.md")


def test_a_renamed_file_keeps_its_old_lines_and_an_untracked_one_is_new(repository):
    git(repository, "mv", "a.md", "ä c.md")
    (repository / "ä c.md").write_text("one\ntwo\nthree\nfour\nfive\n")
    (repository / "new.md").write_text("x\n")
    changed = ChangedSince("HEAD")
    assert changed.touches(repository / "new.md")
    found = changed_since(repository, "HEAD")
    assert [line for line in range(1, 6) if found.touches(repository / "ä c.md", line, line)] == [5]


def test_since_the_history_left_a_branch(repository):
    git(repository, "checkout", "-b", "topic")
    (repository / "b.md").write_text("mine\n")
    git(repository, "commit", "-am", "mine")
    git(repository, "checkout", "main")
    (repository / "a.md").write_text("theirs\n")
    git(repository, "commit", "-am", "theirs")
    git(repository, "checkout", "topic")
    assert changed_since(repository, "main").touches(repository / "a.md")
    assert not changed_since(repository, "main...").touches(repository / "a.md")
    assert changed_since(repository, "main...").touches(repository / "b.md")


def test_unknown_revisions_and_options_in_disguise(repository):
    for revision in ("nowhere", "--output=x", "nowhere..."):
        with pytest.raises(InputError, match="there is no revision"):
            changed_since(repository, revision)
    assert not (repository / "x").exists()


def test_no_program_of_the_repository_runs(repository):
    mark = repository / "ran"
    (repository / ".gitattributes").write_text("*.md filter=evil diff=evil\n")
    for key in ("filter.evil.clean", "filter.evil.process", "diff.evil.textconv", "diff.evil.command", "diff.external"):
        git(repository, "config", key, f"touch {mark}; cat")
    (repository / "a.md").write_text("other\n")
    assert changed_since(repository, "HEAD").touches(repository / "a.md")
    assert not mark.exists()


def test_a_repository_that_says_its_files_are_elsewhere(repository, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    git(other, "init")
    git(repository, "config", "core.worktree", str(other))
    with pytest.raises(InputError):
        ChangedSince("HEAD").touches(repository / "a.md")
    with pytest.raises(InputError, match="the repository says that its files are in"):
        Changed(other).touches(repository / "a.md")


@pytest.mark.models
def test_the_command(tacit, repository):
    doc = repository / "pump.md"
    doc.write_text(TEXT)
    git(repository, "add", ".")
    git(repository, "commit", "-m", "second")
    given = ("clarify", "check", repository, "--strict", "--json")
    assert tacit(*given).code == 1
    assert tacit(*given, "--diff", "HEAD").code == 0
    doc.write_text(TEXT + "\n# Clean a pot\n\nTake off the handle and the cover. Rinse before drying.\n")
    outcome = tacit(*given, "--diff", "HEAD")
    assert outcome.code == 1
    found = json.loads(outcome.stdout)
    assert (found["files"], [each["line"] for each in found["findings"]]) == (1, [8])
