"""Why a label, how sure, and everything that a person can correct."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Download, Locator, Page, expect
from web.browser.conftest import PHONE, OpenPage
from web.samples import HOWTO, STORY

pytestmark = pytest.mark.processes


def read(page: Page, text: str = STORY) -> Locator:
    """The first card of a text that is read."""
    page.get_by_label("A story, a diary entry").fill(text)
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.locator("#reading")).to_be_visible()
    return page.locator(".note").first


def saved(page: Page, name: str = "JSON") -> Any:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name, exact=True).click()
    return content(waiting.value)


def content(file: Download) -> Any:
    return json.loads(file.path().read_text())


def marked(page: Page) -> str:
    return "".join(page.locator("mark.marked").all_text_contents())


def test_a_label_says_why_and_what_comes_next(open_page: OpenPage) -> None:
    page = open_page()
    card = read(page)
    card.get_by_text("Why?").click()
    expect(card).to_contain_text("flour −31 % without it")
    expect(card).to_contain_text("mix ingredients")
    expect(card).to_contain_text("6 % making bread")
    card.get_by_role("button", name="it is this").click()
    expect(card.locator("h3")).to_contain_text("making bread ✎ you")


def test_a_slider_for_confidence_redraws_at_once(open_page: OpenPage) -> None:
    page = open_page()
    card = read(page)
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("28")
    slider.fill("95")
    expect(page.locator(".note.passage")).to_have_count(0)
    slider.fill("28")
    expect(card).to_contain_text("baking a cake")
    expect(page.locator(".note.nearly")).to_have_count(0)
    slider.fill("15")
    nearly = page.locator(".note.nearly")
    expect(nearly).to_contain_text("riding on a bus?")
    assert page.locator(".line .nearly").all_text_contents() != []
    nearly.get_by_role("button", name="Yes").click()
    slider.fill("60")
    expect(page.locator(".note.passage h3")).to_have_text(["baking a cake ", "riding on a bus ✎ you"])


def test_a_label_is_changed_and_taken_back_with_the_keyboard(open_page: OpenPage) -> None:
    page = open_page()
    card = read(page)
    card.get_by_text("Correct", exact=True).click()
    card.get_by_label("About").fill("cooking pasta")
    page.keyboard.press("Enter")
    expect(card.locator("h3")).to_contain_text("cooking pasta ✎ you")
    expect(page.locator(".tools")).to_contain_text("1 correction")
    expect(page.locator("mark.corrected").first).to_be_visible()
    expect(page.locator("#reading .section td", has_text="cooking pasta")).to_have_count(1)  # the table follows
    page.get_by_role("button", name="Undo").press("Control+z")
    expect(card.locator("h3")).to_have_text("baking a cake ")
    page.locator("#reading").press("Control+y")
    expect(card.locator("h3")).to_contain_text("cooking pasta")
    page.get_by_role("button", name="Undo").click()
    expect(card.locator("h3")).to_have_text("baking a cake ")
    page.get_by_role("button", name="Redo").click()
    expect(card.locator("h3")).to_contain_text("cooking pasta")
    page.get_by_role("button", name="Take all back").click()
    expect(page.locator(".tools")).to_contain_text("0 corrections")
    expect(page.locator("#reading .section td", has_text="baking a cake")).to_have_count(1)


def test_borders_and_removal_and_another_passage(open_page: OpenPage) -> None:
    page = open_page()
    card = read(page)
    card.get_by_text("Correct", exact=True).click()
    card.get_by_label("to sentence").focus()
    card.get_by_label("to sentence").select_option("0")
    expect(page.locator("mark.marked").last).to_have_text(" mixed flour and eggs.")
    assert marked(page) == "Ann mixed flour and eggs."
    expect(card.get_by_label("to sentence")).to_be_focused()
    card.get_by_role("button", name="Remove this label").click()
    expect(page.locator(".note.passage")).to_have_count(0)
    page.get_by_text("Mark another passage").click()
    form = page.locator("form.form")
    form.get_by_label("From sentence").select_option("2")
    form.get_by_label("About").fill("riding on a bus")
    form.get_by_role("button", name="Mark it").click()
    [passage] = saved(page)["document"]["layers"]["scenarios"]
    assert passage["labels"] == ["riding on a bus"]
    assert passage["source"] == "you"
    start, end = passage["spans"][0]
    assert STORY[start:end].endswith("to her sister Lea.")


def test_names_told_events_and_their_export(open_page: OpenPage) -> None:
    page = open_page()
    card = read(page)
    page.get_by_text("Correct a name").click()
    page.get_by_label("is called").fill("Anna")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_role("button", name="Anna 3 ✎")).to_be_visible()
    card.get_by_text("The whole script").click()
    card.get_by_label("Told in which sentence: heat oven").select_option("1")
    expect(card.locator(".arcs circle.told")).to_have_count(2)
    card.get_by_role("button", name="Not told: mix ingredients").click()
    expect(card.locator(".arcs circle.told")).to_have_count(1)
    reading = saved(page)
    layers = reading["document"]["layers"]
    assert {each["features"]["name"] for each in layers["mentions"] if each["source"] == "you"} == {"Anna"}
    [script] = layers["scripts"]
    assert [event["event"] for event in script["features"]["told"]] == ["heat oven"]
    assert script["features"]["left_out"] == []
    [mention] = layers["script_events"]
    assert mention["source"] == "you"
    assert STORY[slice(*mention["spans"][0])].startswith("She baked")
    made = saved(page, "corrections")
    assert [each["kind"] for each in made["corrections"]] == ["name", "told", "untold"]
    assert made["source"] == "you"
    assert made["text"] == STORY


def test_corrections_outlive_a_reload_and_another_reading(open_page: OpenPage) -> None:
    page = open_page()
    card = read(page)
    card.get_by_text("Correct", exact=True).click()
    card.get_by_role("button", name="Remove this label").click()
    page.reload()
    expect(page.locator(".tools")).to_contain_text("1 correction")
    read(page, "Another text entirely.")
    expect(page.locator(".tools")).to_have_count(0)
    page.get_by_role("link", name="History").click()
    expect(page.locator("#history-list")).to_contain_text("1 correction")
    page.get_by_role("link", name="Ann mixed flour").click()
    expect(page.locator(".tools")).to_contain_text("1 correction")
    expect(page.locator(".note.passage")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".note.passage")).to_contain_text("baking a cake")


def test_a_reading_of_ones_own_and_a_phrase_that_is_clear(open_page: OpenPage) -> None:
    page = open_page()
    note = read(page, HOWTO)
    note.get_by_label("Something else").fill("the whole machine")
    page.keyboard.press("Enter")
    expect(page.locator(".line ins")).to_have_text("the whole machine")
    expect(note).to_contain_text("✎ you")
    assert "reassembling the whole machine." in saved(page)["document"]["text"]
    note.get_by_role("button", name="it is clear enough").click()
    expect(page.locator(".note.unclear")).to_have_count(0)
    expect(page.locator(".line ins")).to_have_count(0)


def test_correcting_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(viewport=PHONE, has_touch=True)
    card = read(page)
    for title in ("Why?", "The whole script", "Correct"):
        card.get_by_text(title, exact=title != "The whole script").tap()
    expect(card.get_by_label("About")).to_be_visible()
    expect(card.locator(".arcs")).to_be_visible()
    page.get_by_text("Correct a name").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
