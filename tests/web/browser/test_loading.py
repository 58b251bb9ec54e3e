"""The page while models load, when a part is slow, and after a reload."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from web.browser.conftest import OpenPage
from web.conftest import Serve, serving
from web.samples import STORY

from tacit.web.limits import Limits

pytestmark = pytest.mark.processes
BOX = "A story, a diary entry"


@pytest.fixture
def slow_start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Servers whose workers take two seconds to load their models."""
    with serving(is_ready=False) as start:
        monkeypatch.setenv("TACIT_TEST_LOADING", "2")
        yield start


def read(page: Page, text: str) -> None:
    page.get_by_label(BOX).fill(text)
    page.get_by_role("button", name="Read", exact=True).click()


def test_the_page_opens_while_models_load_and_waits_for_them(open_page: OpenPage, slow_start: Serve) -> None:
    client = slow_start(Limits(workers=1, patience=0.2))
    page = open_page(address=str(client.base_url))
    expect(page.locator("#loading")).to_contain_text("Loading models")
    read(page, STORY)
    expect(page.locator("#progress")).to_contain_text("loading models")
    expect(page.locator(".note.passage")).to_contain_text("baking a cake")
    expect(page.locator("#loading")).to_be_hidden()
    expect(page.locator("#read-problem")).to_be_hidden()


def test_parts_show_before_the_rest_and_stay_at_the_time_limit(open_page: OpenPage, serve: Serve) -> None:
    client = serve(Limits(workers=1, seconds=3))
    page = open_page(address=str(client.base_url))
    began = time.monotonic()
    read(page, f"slow {STORY}")
    expect(page.locator(".note.passage")).to_contain_text("baking a cake")
    assert time.monotonic() - began < 3
    expect(page.locator("#progress")).to_be_visible()
    expect(page.locator("#read-problem")).to_contain_text("more than 3 seconds")
    expect(page.locator("#read-problem")).to_contain_text("What was read so far is shown")
    expect(page.locator(".note.passage")).to_be_visible()
    expect(page.locator("#progress")).to_be_hidden()


def test_what_is_cancelled_keeps_its_parts(open_page: OpenPage) -> None:
    page = open_page()
    read(page, f"slow {STORY}")
    expect(page.locator(".note.passage")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#progress")).to_be_hidden()
    expect(page.locator(".note.passage")).to_be_visible()


def test_a_reload_keeps_the_text_and_its_reading(open_page: OpenPage) -> None:
    page = open_page()
    read(page, STORY)
    expect(page.locator(".note.passage")).to_be_visible()
    page.reload()
    expect(page.get_by_label(BOX)).to_have_value(STORY)
    expect(page.locator(".note.passage")).to_contain_text("baking a cake")
    page.get_by_label(BOX).fill("Something else.")
    page.reload()
    expect(page.get_by_label(BOX)).to_have_value("Something else.")
    expect(page.locator("#reading")).to_be_hidden()


def test_a_browser_that_keeps_nothing_still_reads(open_page: OpenPage) -> None:
    page = open_page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    read(page, STORY)
    expect(page.locator(".note.passage")).to_contain_text("baking a cake")
