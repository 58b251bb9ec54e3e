"""The Python blocks of pages about the API run as they are printed."""

import re
from pathlib import Path

import pytest

import tacit.integrations.spacy  # noqa: F401 (an editable install may be older than its entry point)
from tacit import reader

ROOT = Path(__file__).parents[1]
PAGES = ("docs/tutorials/quickstart.md", "docs/reference/api.md", "docs/guides/integrations.md")
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(page, code) for page in PAGES for code in _BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))]
_LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)(?:#[^)\s]*)?\)")
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


def test_links_lead_somewhere():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *(ROOT / "docs").glob("**/*.md")]
    links = [(page, link) for page in pages for link in _LINK.findall(page.read_text(encoding="utf-8"))]
    notebooks = sorted((ROOT / "docs").glob("**/*.ipynb"))
    links += [(page, link) for page in notebooks for link in _LINK.findall(page.read_text(encoding="utf-8"))]
    assert len(links) > 200
    assert [(page.name, link) for page, link in links if not (page.parent / link).exists()] == []


def test_every_page_stands_on_a_shelf_and_in_the_index():
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").glob("**/*.md")} - {"index.md"}
    assert {page.partition("/")[0] for page in pages} == {"tutorials", "guides", "explanation", "reference", "lab"}
    shown = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    index = _LINK.findall((ROOT / "docs" / "index.md").read_text(encoding="utf-8"))
    assert [page for page in sorted(pages) if f" {page}\n" not in shown] == []
    assert pages - set(index) == set()
