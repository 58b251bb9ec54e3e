import sys
import time
from importlib.util import find_spec

import pytest

from tacit.errors import InputError, MissingExtraError
from tacit.linter.codes import CODES, DEFAULT, PROFILES
from tacit.linter.config import MIN_CONFIDENCE, MIN_CONFIDENCE_OF_OTHERS, LinterSettings, find, load

needs_re2 = pytest.mark.skipif(find_spec("re2") is None, reason="google-re2 is not installed")


def written(folder, text, name=".tacit.toml"):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return folder / name


def test_defaults():
    assert LinterSettings().codes == DEFAULT
    assert LinterSettings().judge == "none"


def test_the_nearest_file_counts_and_it_alone(tmp_path):
    written(tmp_path, '[tool.tacit.clarify]\nselect = ["TAC1"]\nmin-confidence = 0.9\n', "pyproject.toml")
    written(tmp_path / "docs", 'ignore = ["TAC2"]\n')
    written(tmp_path / "docs" / "deep", "[tool.other]\n", "pyproject.toml")
    assert find(tmp_path / "a.md").settings.codes == {"TAC101", "TAC102", "TAC103"}
    inner = find(tmp_path / "docs" / "deep" / "a.md")
    assert inner.settings.codes == DEFAULT - {"TAC201", "TAC202"}
    assert inner.settings.min_confidence == LinterSettings().min_confidence


def test_settings_for_a_directory(tmp_path):
    path = written(
        tmp_path,
        'select = ["TAC"]\n[per-directory]\n"old/**" = { ignore = ["TAC2"], min-confidence = 0.8 }\n'
        '"old/new" = { select = ["TAC201"] }\n',
    )
    config = load(path)
    assert config.settings_for(tmp_path / "a.md").codes == frozenset(CODES)
    assert config.settings_for(tmp_path / "old" / "a.md").min_confidence == 0.8
    assert "TAC201" not in config.settings_for(tmp_path / "old" / "a.md").codes
    assert config.settings_for(tmp_path / "old" / "new" / "a.md").codes == {"TAC201"}


def test_profiles(tmp_path):
    assert load(written(tmp_path, 'profile = "manual"\n')).settings.codes == PROFILES["manual"]
    narrowed = load(written(tmp_path, 'profile = "agent"\nignore = ["TAC5", "TAC2"]\n')).settings.codes
    assert narrowed == {code for code in PROFILES["agent"] if code[3] not in "52"}
    assert load(written(tmp_path, 'profile = "agent"\nselect = ["TAC604"]\n')).settings.codes == {"TAC604"}
    assert all(codes <= CODES.keys() for codes in PROFILES.values())
    assert {"TAC605"} < DEFAULT < PROFILES["manual"]


def test_each_code_has_its_own_least_confidence_unless_one_is_given():
    assert LinterSettings().least_confidence("TAC103") == MIN_CONFIDENCE
    assert LinterSettings().least_confidence("TAC604") == MIN_CONFIDENCE_OF_OTHERS
    assert LinterSettings(min_confidence=0.9).least_confidence("TAC604") == 0.9


def test_excluded_files(tmp_path):
    config = load(written(tmp_path, 'exclude = ["vendor", "*.draft.md"]\n'))
    assert config.excludes(tmp_path / "vendor" / "deep" / "a.md")
    assert config.excludes(tmp_path / "a.draft.md")
    assert not config.excludes(tmp_path / "vendors.md")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('select = ["TAC999"]', "there is no code 'TAC999'; there are TAC101"),
        ('ignore = ["BLA"]', "there is no code 'BLA'"),
        ('profile = "novel"', "there is no profile 'novel'; there are default, manual"),
        ("profile = 3", "'profile' must be a text"),
        ("ignore = 3", "'ignore' must be a list of texts"),
        ("min-confidence = 3", "'min-confidence' must be a number from 0 to 1, not 3"),
        ("min-confidence = true", "must be a number from 0 to 1"),
        ("conflicts-only = 1", "must be true or false"),
        ("judge = 1", "must be a text"),
        ("minconfidence = 0.3", "there is no setting 'minconfidence'; there are conflicts-only"),
        pytest.param('ignore-patterns = ["("]', "is not a regular expression of RE2 (missing )", marks=needs_re2),
        pytest.param('ignore-patterns = ["(?=a)"]', "is not a regular expression of RE2", marks=needs_re2),
        pytest.param("ignore-patterns = ['(a)\\1']", "is not a regular expression of RE2", marks=needs_re2),
        ("per-directory = 3", "'per-directory' must map globs to tables"),
        ('[per-directory]\n"a" = { ignore = ["X"] }', "there is no code 'X'"),
        ("select = [", "is not TOML"),
        (f"min-confidence = {'9' * 5_000}", "is not TOML"),
        (f"min-confidence = 0x{'f' * 5_000}", "must be a number from 0 to 1, not a number so long"),
        (f"select = {'[' * 5_000}", "is nested too deeply"),
        (f"judge = [{'1, ' * 5_000}]", "must be a text, not [1, 1"),
        pytest.param('ignore-patterns = ["a{9999}"]', "is not a regular", marks=needs_re2),
        pytest.param('ignore-patterns = ["((a{99}){99}){99}"]', "is not a regular", marks=needs_re2),
        (f'ignore-patterns = ["{"a" * 1_001}"]', "a pattern has at most 1000 characters"),
    ],
)
def test_mistakes_are_named_with_their_file(tmp_path, text, message):
    path = written(tmp_path, text)
    with pytest.raises(InputError, match=f"^{path}: .*") as error:
        load(path)
    assert message in str(error.value)


@needs_re2
@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*b", "(a*)*b", ".*.*.*.*.*b", "(.*)*(.*)*(.*)*[^a]$"])
def test_no_pattern_hangs(tmp_path, pattern):
    [found] = load(written(tmp_path, f"ignore-patterns = ['{pattern}']")).settings.ignore_patterns
    started = time.monotonic()
    found.search("a" * 50_000 + "!")
    assert time.monotonic() - started < 5


@needs_re2
def test_patterns_know_more_than_ascii(tmp_path):
    [found] = load(written(tmp_path, "ignore-patterns = ['^Tür\\b|[🍰]']")).settings.ignore_patterns
    assert [bool(found.search(text)) for text in ("Tür zu", "a 🍰", "Tor")] == [True, True, False]


def test_without_re2_the_package_to_install_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "re2", None)
    with pytest.raises(MissingExtraError, match=r"'google-re2': install it with  pip install 'tacit\[lint\]'"):
        load(written(tmp_path, 'ignore-patterns = ["a"]'))


@pytest.mark.parametrize("pattern", ["legacy", "./legacy", "legacy/", "./legacy/**", "**/legacy/**", "**/legacy"])
def test_a_folder_can_be_named_in_several_ways(tmp_path, pattern):
    config = load(written(tmp_path, f'exclude = ["{pattern}"]\n'))
    assert config.excludes(tmp_path / "legacy" / "a.md")
    assert config.excludes(tmp_path / "legacy" / "deep" / "a.md")
    assert config.excludes(tmp_path / "docs" / "legacy" / "a.md") == pattern.startswith("**")
    assert not config.excludes(tmp_path / "legacy.md")


def test_stars_may_stand_for_no_folder(tmp_path):
    config = load(written(tmp_path, 'exclude = ["docs/**/old", "./docs/x"]\n'))
    assert [config.excludes(tmp_path / "docs" / path) for path in ("old/a.md", "a/old/b.md", "x/a.md", "a.md")] == [
        True,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("text", ['judge = "tacit:model"', '[per-directory]\n"a" = { judge = "tacit:model" }'])
def test_a_file_that_came_with_the_documents_names_no_model_folder(tmp_path, text):
    path = written(tmp_path, text)
    with pytest.raises(InputError, match="'judge' must be the name of a system, not 'tacit:model'"):
        find(tmp_path / "a.md")
    assert load(path).source == path
    shared = written(tmp_path / "b", '[tool.tacit.clarify]\njudge = "tacit:model"\n', "pyproject.toml")
    with pytest.raises(InputError, match=f"^{shared}: 'judge' must be"):
        find(tmp_path / "b" / "a.md")


def test_a_file_that_came_with_the_documents_names_a_system(tmp_path):
    written(tmp_path, 'judge = "none"\n')
    assert find(tmp_path / "a.md").settings.judge == "none"
