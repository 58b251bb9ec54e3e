"""Chromium, where it is installed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from web.conftest import TOKEN

playwright = pytest.importorskip("playwright.sync_api", reason="the package playwright is not installed")

CHROMIUM = os.environ.get("TACIT_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
playwright.expect.set_options(timeout=60_000)
PHONE = {"width": 390, "height": 800}


@pytest.fixture(scope="session")
def browser() -> Iterator[playwright.Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (Debian: apt install chromium)")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield started
        started.close()


OpenPage = Callable[..., playwright.Page]


@pytest.fixture
def open_page(
    browser: playwright.Browser, client: httpx.Client, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[OpenPage]:
    """`open_page(path, viewport=…)` opens the page; in the end nothing may have been blocked or gone outside.

    Chromium calls a refusal an error, too; `refused` is the status of those that a test expects.
    """
    problems: list[str] = []
    contexts = []

    def start(path: str = "", *, address: str = "", refused: int = 0, **options: object) -> playwright.Page:
        context = browser.new_context(accept_downloads=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        base = address or str(client.base_url)
        expected = f"status of {refused} "

        def check(message: playwright.ConsoleMessage) -> None:
            if message.type == "error" and expected not in message.text:
                problems.append(message.text)

        page.on("console", check)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda sent: problems.append(sent.url) if not sent.url.startswith((base, "blob:")) else None)
        page.goto(f"{base}?token={TOKEN}{path}")
        page.wait_for_selector("html[data-ready]")
        return page

    yield start
    shots = Path(os.environ.get("TACIT_SCREENSHOTS") or tmp_path)
    for number, context in enumerate(contexts):
        context.pages[0].screenshot(path=shots / f"{request.node.name}-{number}.png", full_page=True)
        context.close()
    assert not problems
