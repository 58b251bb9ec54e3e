"""Many texts, the history of the browser, links that hold a text, and the gallery."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web.browser.conftest import PHONE, OpenPage
from web.samples import HOWTO, STORY

pytestmark = pytest.mark.processes
BOX = "A story, a diary entry"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three texts, one of which cannot be read as what its name says."""
    made = tmp_path / "diaries"
    (made / "more").mkdir(parents=True)
    (made / "monday.txt").write_text(STORY)
    (made / "more" / "pump.md").write_text(HOWTO)
    (made / "broken.docx").write_bytes(b"PK\x03\x04 not an archive")
    return made


def opened(page: Page, folder: Path) -> None:
    page.get_by_label("Open a folder").set_input_files(folder)
    expect(page.locator("#documents")).to_contain_text("2 of 3 read")


def test_a_folder_is_read_as_a_list_with_an_overview(open_page: OpenPage, folder: Path) -> None:
    page = open_page(refused=422)
    opened(page, folder)
    overview = page.locator("#documents")
    expect(overview.locator("table").last).to_contain_text("monday.txt")
    expect(overview.locator(".strips .bar")).to_have_count(1)
    expect(overview.locator("tr", has_text="broken.docx").locator(".problem")).not_to_be_empty()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="passages.csv").click()
    [row] = csv.DictReader(waiting.value.path().read_text().splitlines())
    assert row["text"].endswith("monday.txt")
    assert (row["scenario"], row["probability"], row["source"]) == ("baking a cake", "0.93", "made")
    assert row["passage"] == "Ann mixed flour and eggs. She baked the cake."
    with page.expect_download() as waiting:
        page.get_by_role("button", name="texts.csv").click()
    assert len(list(csv.DictReader(waiting.value.path().read_text().splitlines()))) == 3


def test_a_text_of_the_list_is_opened_and_corrected(open_page: OpenPage, folder: Path) -> None:
    page = open_page(refused=422)
    opened(page, folder)
    page.get_by_role("button", name="diaries/monday.txt").click()
    card = page.locator(".note.passage")
    card.get_by_text("Correct", exact=True).click()
    card.get_by_label("About").fill("cooking pasta")
    page.keyboard.press("Enter")
    expect(page.locator("#documents tr", has_text="monday.txt")).to_contain_text("cooking pasta")
    page.get_by_role("link", name="History").click()
    expect(page.locator("#history-list .card")).to_have_count(1)
    expect(page.locator("#history-list .word")).to_have_text(["cooking pasta"])


def test_several_files_at_once(open_page: OpenPage, folder: Path) -> None:
    page = open_page(viewport=PHONE)
    page.get_by_label("Open files").set_input_files([folder / "monday.txt", folder / "more" / "pump.md"])
    expect(page.locator("#documents")).to_contain_text("2 of 2 read")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_texts_stand_in_the_order_of_their_names(open_page: OpenPage, tmp_path: Path) -> None:
    made = tmp_path / "days"
    made.mkdir()
    for number in (10, 2, 7, 1, 12, 3):
        (made / f"day {number}.txt").write_text(f"{STORY} {number}")
    page = open_page()
    page.get_by_label("Open a folder").set_input_files(made)
    names = [f"days/day {number}.txt" for number in (1, 2, 3, 7, 10, 12)]
    expect(page.locator("#documents tbody th button")).to_have_text(names)


def test_the_browser_remembers_texts_until_it_is_told_to_forget(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_label(BOX).fill(STORY)
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.locator("#progress")).to_be_hidden()
    page.get_by_role("link", name="History").click()
    expect(page.locator("#history-list .card")).to_have_count(1)
    expect(page.locator("#history-list")).to_contain_text("baking a cake")
    page.get_by_role("button", name="Forget all").click()
    expect(page.locator("#history-list")).to_contain_text("No text has been read")
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0


def test_a_link_holds_the_text(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_label(BOX).fill(STORY)
    page.get_by_role("button", name="Read", exact=True).click()
    page.get_by_role("button", name="Copy a link").click()
    link = page.get_by_label("Link that holds the text").input_value()
    assert "#text=" in link
    assert "Ann" not in link
    fresh = open_page(link[link.index("#") :])
    expect(fresh.get_by_label(BOX)).to_have_value(STORY)
    expect(fresh.locator(".note.passage")).to_contain_text("baking a cake")
    assert "#text=" not in fresh.url
    page.goto(link)  # only the fragment changes
    expect(page.get_by_label(BOX)).to_have_value(STORY)
    broken = open_page("#text=%%%")
    expect(broken.get_by_label(BOX)).to_have_value("")


def test_the_gallery_has_six_texts_to_try(open_page: OpenPage) -> None:
    page = open_page("#gallery")
    cards = page.locator("#gallery-list .card")
    expect(cards).to_have_count(6)
    cards.first.get_by_role("link").click()
    expect(page.get_by_label(BOX)).not_to_have_value("")
    expect(page.locator("#reading")).to_be_visible()
