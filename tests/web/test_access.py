"""The edition for browsers works without sight, as axe-core checks on its screens."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.network.test_page_access import RUN
from tests.support.browser import DESKTOP, PHONE, Browser
from tests.support.tools import AXE, needs
from tests.web.site import Site, opened

GUIDED = "!document.querySelector('#guide').hidden"


@pytest.fixture
def site() -> Iterator[Site]:
    with closing(Site()) as served:
        yield served


@needs("axe-core")
def test_axe_finds_nothing(browser: Browser, site: Site) -> None:
    page = opened(browser, site.url, DESKTOP)
    assert page.sees("document.querySelector('#home').open")
    axe = Path(os.environ[AXE]).read_text("utf-8") + "; 1"

    def check(screen: str) -> None:
        page.get(axe)
        for style in ("light", "dark"):
            page.dress(style, still=True)
            for size in (DESKTOP, PHONE):
                page.resize(size)
                assert page.get(RUN) == [], (screen, style, size)

    for tab, there in (
        ("play", "#home-games label"),
        ("learn", "#lessons button"),
        ("puzzles", "#courses button"),
        ("library", "#import"),
    ):
        page.click(f"#tab-{tab}")
        assert page.sees(f"document.querySelector('{there}') !== null")
        check(tab)
    page.click("#tab-learn")
    page.click(".rules[data-game=libra]")
    assert page.sees("document.querySelector('#rules').open")
    check("rules")
    page.click("#rules-close")
    page.click(".show-how[data-game=libra]")
    assert page.sees(GUIDED)
    check("first game")
    page.click("[data-deed=leave]")
    assert page.sees("document.querySelector('#home').open")
    page.click("#tab-puzzles")
    page.click("[data-course=day]")
    assert page.sees(GUIDED)
    check("puzzle")
