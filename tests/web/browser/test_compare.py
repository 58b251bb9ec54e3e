"""Two versions of a how-to side by side."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from web.browser.conftest import PHONE, OpenPage
from web.samples import HOWTO

pytestmark = pytest.mark.processes
CLEARER = HOWTO.replace("before reassembling.", "the parts.\n3. Put them back.").replace("3. Let", "4. Let")


def compare(page: Page, before: str, after: str) -> None:
    page.get_by_label("Before", exact=True).fill(before)
    page.get_by_label("After", exact=True).fill(after)
    page.get_by_role("button", name="Compare versions").click()
    expect(page.locator(".versions")).to_be_visible()


def test_what_became_clear_is_named_and_changes_are_marked(open_page: OpenPage) -> None:
    page = open_page("#compare")
    compare(page, HOWTO, CLEARER.replace("Rinse the parts.", "Rinse the parts before reassembling."))
    expect(page.locator(".facts")).to_have_text("1 unclear before1 unclear after")
    expect(page.get_by_role("heading", name="Still unclear (1)")).to_be_visible()
    assert page.locator(".versions ins").all_text_contents() == ["the", "parts", "3. Put them back.", "4"]
    assert page.locator(".versions del").all_text_contents() == ["3"]
    assert page.locator(".versions .unclear").all_text_contents() == ["reassembling", "reassembling"]
    compare(page, HOWTO, CLEARER.replace("Rinse", "Wash"))
    expect(page.get_by_role("heading", name="Clear now (1)")).to_be_visible()
    rows = page.locator(".versions tbody tr")
    expect(rows.filter(has_text="Open it.")).not_to_have_class("changed")
    expect(rows.filter(has_text="Wash the parts.")).to_have_class("changed")


def test_versions_come_from_files_and_stay_after_a_reload(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("#compare")
    for name, text in (("before", HOWTO), ("after", CLEARER)):
        (tmp_path / f"{name}.md").write_text(text)
        page.get_by_label(f"Open the version {name}").set_input_files(tmp_path / f"{name}.md")
        expect(page.get_by_label(name.capitalize(), exact=True)).to_have_value(text)
    page.reload()
    expect(page.get_by_label("Before", exact=True)).to_have_value(HOWTO)
    expect(page.get_by_label("After", exact=True)).to_have_value(CLEARER)


def test_an_example_is_compared_at_once(open_page: OpenPage) -> None:
    page = open_page("#compare")
    page.get_by_role("button", name="an example").click()
    expect(page.get_by_label("Before", exact=True)).to_have_value(re.compile("Rinse before reassembling"))
    expect(page.get_by_role("heading", name="Clear now (1)")).to_be_visible()


def test_one_version_is_not_enough(open_page: OpenPage) -> None:
    page = open_page("#compare")
    page.get_by_label("After", exact=True).fill(HOWTO)
    page.get_by_role("button", name="Compare versions").click()
    expect(page.locator("#compare-problem")).to_have_text("Two versions are needed: paste or open both.")
    expect(page.get_by_label("Before", exact=True)).to_be_focused()


def test_on_a_phone_a_changed_line_follows_the_one_before(open_page: OpenPage) -> None:
    page = open_page("#compare", viewport=PHONE, color_scheme="dark", has_touch=True)
    compare(page, HOWTO, HOWTO.replace("Open it.", "Open the pump."))
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    changed = page.locator(".versions .changed td")
    first, second = (changed.nth(place).bounding_box() for place in (0, 1))
    assert first is not None and second is not None and second["y"] >= first["y"] + first["height"] - 1
    expect(page.locator(".versions tr:not(.changed) td[data-side=after]").last).to_be_hidden()
