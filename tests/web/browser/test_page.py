"""The page in a real browser, on a server whose workers give readings made by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web.browser.conftest import PHONE, OpenPage
from web.samples import HOWTO, STORY

pytestmark = pytest.mark.processes


def read(page: Page, text: str) -> None:
    page.get_by_label("A story, a diary entry").fill(text)
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.locator("#reading")).to_be_visible()


def test_a_story_shows_its_passages_and_what_they_leave_unsaid(open_page: OpenPage) -> None:
    page = open_page()
    read(page, STORY)
    passage = page.locator("mark.marked")
    assert "".join(passage.all_text_contents()) == "Ann mixed flour and eggs. She baked the cake."
    card = page.locator(".note.passage")
    expect(card).to_contain_text("baking a cake")
    expect(card).to_contain_text("93 % sure")
    expect(card.locator(".unsaid")).to_contain_text("heat oven 80 %")
    card.get_by_text("The whole script").click()
    expect(card.locator(".script .event")).to_have_text(
        ["mix ingredients (told)", "heat oven (left unsaid)", "bake it (not told)"]
    )
    assert card.locator(".arcs circle.told").count() == 1
    passage.first.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("making bread 6 %")


def test_a_story_about_one_thing_is_coloured_from_end_to_end(open_page: OpenPage) -> None:
    page = open_page()
    read(page, "Ann mixed flour and eggs. She baked the cake.\n")
    expect(page.get_by_label("What it is about", exact=True)).to_be_checked()
    assert "".join(page.locator("mark.marked").all_text_contents()) == "Ann mixed flour and eggs. She baked the cake."


def test_the_card_of_an_odd_sentence_quotes_it(open_page: OpenPage) -> None:
    page = open_page()
    read(page, f"{STORY}\n\nA dragon ate the bus.")
    expect(page.locator(".note.odd")).to_contain_text("A dragon ate the bus.")


def test_participants_light_up_across_the_text(open_page: OpenPage) -> None:
    page = open_page()
    read(page, STORY)
    chip = page.get_by_role("button", name="Ann 3")
    chip.hover()
    assert page.locator(".line .lit").all_text_contents() == ["Ann", "She", "she"]
    chip.click()
    page.mouse.move(0, 0)
    expect(chip).to_have_attribute("aria-pressed", "true")
    assert page.locator(".line .lit").count() == 3
    page.get_by_text("Lea was").hover()
    assert "Lea" in "".join(page.locator(".line .lit").all_text_contents())


def test_a_howto_is_opened_clarified_and_saved(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page()
    file = tmp_path / "pump.md"
    file.write_text(HOWTO)
    page.get_by_label("Open files").set_input_files(file)
    note = page.get_by_role("group", name="“reassembling”")
    expect(note).to_contain_text("exclude each other")
    note.get_by_label("the parts").check()
    expect(page.locator(".line ins")).to_have_text("the parts")
    with page.expect_download() as saved:
        page.get_by_role("button", name="text", exact=True).click()
    assert "2. Rinse before reassembling the parts.\n" in saved.value.path().read_text()
    with page.expect_download() as saved:
        page.get_by_role("button", name="JSON", exact=True).click()
    assert saved.value.suggested_filename == "reading.json"
    assert "the parts" in json.loads(saved.value.path().read_text())["document"]["text"]
    note.get_by_label("as it stands").check()
    expect(page.locator(".line ins")).to_have_count(0)


def test_a_pasted_script_shows_as_text(open_page: OpenPage) -> None:
    page = open_page()
    hostile = (
        "<script>document.title='taken'</script> <img src=x onerror=alert(1)>\n\nAnn mixed <b>flour</b>. Good cake."
    )
    read(page, hostile)
    assert "<script>document.title='taken'</script>" in page.locator(".sheet").inner_text()
    assert page.locator(".sheet script, .sheet img, .sheet b").count() == 0
    assert "taken" not in page.title()


def test_everything_can_be_done_with_the_keyboard(open_page: OpenPage) -> None:
    page = open_page()
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    page.get_by_label("A story, a diary entry").focus()
    page.keyboard.insert_text(HOWTO)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#reading")).to_be_focused()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.note.unclear') !== null"):
            break
    page.keyboard.press("ArrowUp")
    expect(page.locator(".line ins")).to_have_text("the parts")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "WebAnno TSV":
            break
    with page.expect_download() as saved:
        page.keyboard.press("Enter")
    assert saved.value.suggested_filename == "reading.tsv"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_all_without_scrolling_sideways(open_page: OpenPage, scheme: str) -> None:
    page = open_page(viewport=PHONE, color_scheme=scheme, has_touch=True)
    read(page, STORY)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    line, card = page.locator(".line").first.bounding_box(), page.locator(".note").first.bounding_box()
    assert line is not None
    assert card is not None
    assert card["y"] >= line["y"] + line["height"] - 1


def test_on_a_phone_a_wide_table_becomes_a_list_that_names_its_columns(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE, has_touch=True)
    expect(page.locator("#text-help")).to_be_empty()  # no keys to press
    read(page, STORY)
    cell = page.locator(".section td", has_text="left out").first
    assert cell.evaluate("cell => getComputedStyle(cell, '::before').content") == '"in the text: "'


def test_work_can_be_cancelled_and_what_is_wrong_is_said(open_page: OpenPage) -> None:
    page = open_page()
    page.get_by_label("A story, a diary entry").fill("steps 500")
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.locator("#progress")).to_contain_text("step 1")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#progress")).to_be_hidden()
    page.get_by_label("A story, a diary entry").fill("refuse tacit reads English")
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.locator("#read-problem")).to_have_text("Tacit reads English.")
    page.get_by_label("A story, a diary entry").fill(" ")
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.locator("#read-problem")).to_contain_text("There is no text yet")


def test_endings_and_steps_and_the_api(open_page: OpenPage) -> None:
    page = open_page("#endings")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#endings-result")).to_contain_text("makes most sense")
    page.get_by_role("link", name="Steps").click()
    page.get_by_role("button", name="Spell it out").click()
    expect(page.locator("#steps-result p", has_text="tools")).to_have_text("tools sieve")
    page.get_by_role("link", name="API").click()
    expect(page.locator("#api-list")).to_contain_text("POST /api/read/stream")
    expect(page.locator("#api-list")).not_to_contain_text("`")
