"""The built site on a static file server that can be switched off, and helpers that play on it."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Mapping
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.support.browser import AnyPage, Browser, Page
from tests.support.tools import SITE, require
from tests.support.waiting import until
from web.build import HEADERS, POLICY

NARROW, ASIDE = (360, 640), (640, 360)
SMALL = {  # setups with short games
    "multiplicity": "multiplicity size=3",
    "libra": "libra size=2",
    "less": "less seed=2",
    "more-or-less": "more-or-less board=decagon-51 opening=even",
}
OVER = "document.querySelector('#told.over') !== null"
CAN = "document.querySelectorAll('.spot.place, .spot.start, #choices button').length > 0"


class QuietHandler(SimpleHTTPRequestHandler):
    """A handler that sends the recommended policy with files of the site, and with no others."""

    def __init__(self, before: Mapping[str, bytes], *request: Any, **fields: Any) -> None:
        self._before = before
        super().__init__(*request, **fields)

    def do_GET(self) -> None:
        place = Path(self.translate_path(self.path))
        added = self._before.get(place.name)
        if added is None:
            super().do_GET()
            return
        content = added + place.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(place)))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def end_headers(self) -> None:
        if self.path.startswith(f"/{SITE.name}/"):
            self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()


class Site:
    """A server with the site at `url`, in a subfolder as on many web hosts."""

    def __init__(self) -> None:
        require("the site")
        self._port = 0
        # Text to insert before the contents of files, by file name.
        self.before: dict[str, bytes] = {}
        self.open()
        self.elsewhere = f"http://127.0.0.1:{self._port}/"  # a page of the host outside the site
        self.url = f"{self.elsewhere}{SITE.name}/"

    def open(self) -> None:
        """Start serving, after `close` at the same address again."""
        handler = functools.partial(QuietHandler, self.before, directory=str(SITE.parent))
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), handler)
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def opened(browser: Browser, url: str, size: tuple[int, int], **how: str) -> Page:
    """Return the page, ready and without animations; `how` holds options of `Browser.page`."""
    page = browser.page(url, size, **how)
    page.dress("light", still=True)
    assert page.sees("document.body.dataset.line === 'open'")
    return page


def begun(page: Page, game: str, against: str = "juno") -> None:
    """Start a match on the page where games are chosen."""
    assert page.sees("document.querySelector('#home').open")
    page.get(f"document.querySelector('#home-games [value={game}]').click()")
    page.choose("against", against)
    page.click("#begin")
    assert page.sees("!document.querySelector('#home').open")
    assert page.sees(CAN)


TURNS = "document.querySelectorAll('#turns .text').length"


def turns(page: AnyPage) -> list[str]:
    found: list[str] = page.get(
        "[...document.querySelectorAll('#turns .text')].map((one) => one.textContent)"
    )
    return found


KEPT = "(async ([name]) => (await (await caches.open(name)).keys()).length)"


def all_kept() -> str:
    """Return a script that says whether the browser has cached every file of the site."""
    count = sum(path.is_file() and path.name != HEADERS for path in SITE.rglob("*"))
    return f"caches.keys().then({KEPT}).then((count) => count === {count})"


def act(page: AnyPage, selector: str, keys: bool = False) -> None:
    """Wait for a button, and press it with the key Enter or a finger."""
    found = f"document.querySelector({json.dumps(selector)})"
    assert page.sees(f"{found} !== null && {found}.getBoundingClientRect().width > 0"), selector
    if keys:
        page.get(f"{found}.focus()")
        page.press("Enter", 13, "\r")
    else:
        page.click(selector)


# Picks the next random thing to do: a button that confirms if there is one, else a highlighted
# point, else anything possible. With `keys`, the picked element gets the focus. Returns its centre,
# true once `reached`, or null if there is nothing yet. The page itself waits for choices that
# differ from the last step's, because each request to a browser is slow.
PICK = """
(async (reached, keys) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const shown = () => all('.spot, #choices button, #turns .text')
    .map((one) => one.getAttribute('class') + one.textContent).join();
  const begun = performance.now(), passed = () => performance.now() - begun;
  while (passed() < 1000) {
    if (reached()) return true;
    const kinds = ['#choices button.main', '.spot.target', '.spot.place, .spot.start'];
    const some = kinds.map(all).find((found) => found.length) ?? [];
    const now = shown();
    if (some.length && (now !== window.before || passed() > 500)) {
      window.before = now;
      window.picked = ((window.picked ?? 3) * 69069 + 1) % 2 ** 31;
      const one = some[Math.floor(window.picked / 2 ** 31 * some.length)];
      if (keys) one.focus();
      one.scrollIntoView({block: 'nearest'});
      const box = one.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    }
    await new Promise((done) => setTimeout(done, 20));
  }
  return null;
})
"""


def stepped(page: AnyPage, reached: str, keys: bool) -> bool:
    """Do one random thing, with the key Enter or a finger; return whether `reached` is true."""
    middle = page.get(f"{PICK}(() => {reached}, {json.dumps(keys)})")
    if middle is True:
        return True
    if middle is not None and keys:
        page.press("Enter", 13, "\r")
    elif middle is not None:
        page.tap(*middle)
    return False


def play_until(page: AnyPage, reached: str, keys: bool = False) -> None:
    """Play at random until the script `reached` is true."""
    assert until(lambda: stepped(page, reached, keys)), page.text("#asked")


def play_on(page: AnyPage, keys: bool = False, until_turn: int = 10_000) -> None:
    """Play at random until there are this many turns, or to the end."""
    play_until(page, f"({OVER} || {TURNS} >= {until_turn})", keys)
