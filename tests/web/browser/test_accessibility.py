"""axe finds nothing on the page, in light, dark and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from web.browser.conftest import PHONE, OpenPage
from web.browser.test_compare import CLEARER, compare
from web.samples import HOWTO, STORY

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="the package axe-playwright-python is missing"
)
pytestmark = pytest.mark.processes
VIEWS = ("Compare", "Gallery", "History", "Endings", "Steps", "API")
LOOKS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": PHONE, "has_touch": True},
}


def findings(page: Page) -> list[tuple[str, str, str]]:
    found = axe.Axe().run(page).response["violations"]
    return [(each["impact"], each["id"], each["nodes"][0]["html"][:120]) for each in found]


@pytest.mark.parametrize("look", LOOKS)
def test_a_reading_with_everything_open(open_page: OpenPage, look: str) -> None:
    page = open_page(**LOOKS[look])
    assert findings(page) == []
    for text in (STORY, HOWTO):
        page.get_by_label("A story, a diary entry").fill(text)
        page.get_by_role("button", name="Read", exact=True).click()
        expect(page.locator("#progress")).to_be_hidden()
        expect(page.locator(".note").first).to_be_visible()
        page.evaluate("for (const each of document.querySelectorAll('#reading details')) each.open = true")
        expect(page.locator("#reading")).not_to_contain_text("One moment")
        assert findings(page) == []


@pytest.mark.parametrize("look", LOOKS)
def test_every_other_view(open_page: OpenPage, look: str) -> None:
    page = open_page(**LOOKS[look])
    for name in VIEWS:
        page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()
        expect(page.locator("main > section:visible h1")).to_be_visible()
        assert findings(page) == [], name
    page.get_by_role("link", name="Compare", exact=True).click()
    compare(page, HOWTO, CLEARER)
    assert findings(page) == []
