"""Debian's headless Firefox, driven by Marionette, Firefox's protocol of JSON over TCP."""

from __future__ import annotations

import base64
import json
import socket
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.support.browser import PageChangedError
from tests.support.tools import FIREFOXES, program, require
from tests.support.waiting import PATIENCE, until
from tests.support.webdriver import WebDriverPage

Json = dict[str, Any]
# With these, Firefox makes no network requests and shows no pages of its own.
PREFERENCES = {
    "marionette.port": 0,  # any free port
    "app.update.auto": False,
    "app.normandy.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.ipc.processCount": 1,
    "dom.ipc.processPrelaunch.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#no-settings",
    "toolkit.telemetry.server": "data:,",
    "ui.prefersReducedMotion": 1,
}
CONSOLE = ("--remote-allow-system-access",)  # needed to read errors
# WebDriver's errors if the page goes away during a request.
CHANGED = ("javascript error: Document was unloaded", "no such window", "unknown error: AbortError")
# Script errors of all pages and workers below an address, without Firefox's own messages.
COMPLAINTS = """
return Services.console.getMessageArray()
  .filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & Ci.nsIScriptError.warningFlag)
    && one.sourceName.startsWith(arguments[0]))
  .map((one) => `${one.errorMessage} (${one.sourceName}:${one.lineNumber})`);
"""


class Firefox:
    """A context manager for a separate browser process with one page."""

    def __init__(self, folder: Path) -> None:
        require("firefox")
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in PREFERENCES.items()]
        (folder / "user.js").write_text("".join(lines))
        port_file = folder / "MarionetteActivePort"
        words = ("--headless", "--no-remote", "--marionette", *CONSOLE, "--profile", str(folder))
        self._process = subprocess.Popen(
            [str(program(*FIREFOXES)), *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            assert until(lambda: port_file.exists() and bool(port_file.read_text()))
            port = int(port_file.read_text())
            self._line = socket.create_connection(("127.0.0.1", port), PATIENCE)
            self._number = 0
            self._hear()  # reads the greeting of Marionette
            self.ask("WebDriver:NewSession", capabilities={})
            self.ask("WebDriver:SetTimeouts", script=int(1000 * PATIENCE))
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise

    def __enter__(self) -> Firefox:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            self.ask("Marionette:Quit", flags=["eForceQuit"])
            self._process.wait(PATIENCE)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._line.close()

    def page(self, url: str, size: tuple[int, int], touched: bool) -> FirefoxPage:
        """Open an address in the browser's only page."""
        width, height = size
        self.ask("WebDriver:SetWindowRect", width=width, height=height)
        page = FirefoxPage(self, touched)
        page.visit(url)
        return page

    def ask(self, command: str, **fields: Any) -> Any:
        """Send a command and return its value.

        Raises RuntimeError with the browser's message if the command fails; see `PageChangedError`.
        """
        self._number += 1
        text = json.dumps([0, self._number, command, fields])
        self._line.sendall(f"{len(text.encode())}:{text}".encode())
        _kind, number, error, result = self._hear()
        assert number == self._number
        if error:
            words = f"{error['error']}: {error['message']}"
            changed = words.startswith(CHANGED)
            raise (PageChangedError if changed else RuntimeError)(f"{command}: {words}")
        if isinstance(result, dict) and set(result) == {"value"}:
            return result["value"]
        return result

    def _hear(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._some(1)
        return json.loads(self._some(int(length[:-1])))

    def _some(self, count: int) -> bytes:
        found = b""
        while len(found) < count:
            part = self._line.recv(count - len(found))
            if not part:
                raise ConnectionError("Firefox has gone")
            found += part
        return found


class FirefoxPage(WebDriverPage):
    """The page of a Firefox, operated with a finger or a mouse."""

    def __init__(self, browser: Firefox, touched: bool) -> None:
        super().__init__(touched)
        self._browser = browser

    def visit(self, url: str) -> None:
        self._browser.ask("WebDriver:Navigate", url=url)

    def run(self, script: str) -> Any:
        return self._browser.ask("WebDriver:ExecuteAsyncScript", script=script, args=[])

    def perform(self, device: dict[str, Any]) -> None:
        self._browser.ask("WebDriver:PerformActions", actions=[device])

    def screenshot(self, path: Path) -> None:
        path.write_bytes(
            base64.b64decode(self._browser.ask("WebDriver:TakeScreenshot", full=False))
        )

    def complaints_of(self, url: str) -> list[str]:
        """Return the script errors below an address, in the page and in its workers."""
        self._browser.ask("Marionette:SetContext", value="chrome")
        try:
            said = self._browser.ask("WebDriver:ExecuteScript", script=COMPLAINTS, args=[url])
        finally:
            self._browser.ask("Marionette:SetContext", value="content")
        return list(said)
