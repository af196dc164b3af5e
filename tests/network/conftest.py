"""The browser that tests of the page look through."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.browser import Browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser
