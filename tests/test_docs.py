"""The Python blocks of pages about the API run as they are printed."""

import re
from pathlib import Path

import pytest

import tacit.integrations.spacy  # noqa: F401 (an editable install may be older than its entry point)
from tacit import reader

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/index.md", "docs/api.md", "docs/integrations.md")
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(page, code) for page in PAGES for code in _BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))]
STORY = "I went to the salon. The hairdresser washed my hair, combed it and cut it. I paid and left a tip.\n"


@pytest.mark.models
@pytest.mark.parametrize(("page", "code"), BLOCKS, ids=[f"{page}-{n}" for n, (page, _) in enumerate(BLOCKS)])
def test_a_block_runs(page, code, tmp_path, monkeypatch):
    monkeypatch.delitem(reader.CAPABILITIES, "endings")  # the language model would take most of the time
    monkeypatch.chdir(tmp_path)
    (tmp_path / "stories").mkdir()
    (tmp_path / "stories" / "a.txt").write_text("Ann came in. She ordered tea.")
    (tmp_path / "story.txt").write_text(STORY)
    (tmp_path / "howto.md").write_text("1. Take off the valve and the lid.\n2. Rinse before reassembling.\n")
    exec(compile(code, page, "exec"), {})


def test_there_are_blocks_on_each_page():
    assert {page for page, _ in BLOCKS} == set(PAGES)
