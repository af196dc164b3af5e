"""The built site on a plain server of static files, which can be switched off."""

from __future__ import annotations

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.support.browser import Browser, Page
from tests.support.tools import SITE, require


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


class Site:
    """`url` is below a folder of the server, as on many web spaces."""

    def __init__(self) -> None:
        require("the site")
        handler = functools.partial(QuietHandler, directory=str(SITE.parent))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/{SITE.name}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def opened(browser: Browser, url: str, size: tuple[int, int], **how: str) -> Page:
    """Return the page once it is ready, without movement; `how` as of `Browser.page`."""
    page = browser.page(url, size, **how)
    page.dress("light", still=True)
    assert page.sees("document.body.dataset.line === 'open'")
    return page


def begun(page: Page, game: str, against: str = "juno") -> None:
    """Begin a match from the page where games are chosen."""
    assert page.sees("document.querySelector('#home').open")
    page.get(f"document.querySelector('#home-games [value={game}]').click()")
    page.choose("against", against)
    page.click("#begin")
    assert page.sees("!document.querySelector('#home').open")
    assert page.sees(
        "document.querySelectorAll('.spot.place, .spot.start, #choices button').length > 0"
    )


TURNS = "document.querySelectorAll('#turns .text').length"


def turns(page: Page) -> list[str]:
    found: list[str] = page.get(
        "[...document.querySelectorAll('#turns .text')].map((one) => one.textContent)"
    )
    return found


KEPT = "(async ([name]) => (await (await caches.open(name)).keys()).length)"


def all_kept() -> str:
    """Return the script that says whether every file of the site is kept in the browser."""
    count = sum(path.is_file() for path in SITE.rglob("*"))
    return f"caches.keys().then({KEPT}).then((count) => count === {count})"
