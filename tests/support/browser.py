"""Debian's headless Chromium, driven by the DevTools protocol over a WebSocket."""

from __future__ import annotations

import base64
import json
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import websockets.exceptions
import websockets.sync.client

from tests.support.tools import BROWSERS, program, require
from tests.support.waiting import COSTLY_BREATH, PATIENCE, until

Json = dict[str, Any]
PHONE, DESKTOP = (390, 844), (1280, 800)
SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    # Otherwise each window has two pages behind its address bar, which cost more than a small page.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
    "--disable-field-trial-config",
    "--disable-sync",
    "--no-first-run",
    "--remote-debugging-port=0",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
)
# Parts of Chromium's error messages about a page that is gone.
CHANGED = ("navigated or closed", "context was destroyed")


class Browser:
    """A context manager for a separate browser process and its pages.

    It runs the first of `programs` that is installed.
    """

    def __init__(self, folder: Path, programs: Sequence[str] = BROWSERS) -> None:
        self.folder = folder
        port_file = folder / "DevToolsActivePort"
        port_file.unlink(missing_ok=True)
        require("chromium")
        command = [str(program(*programs)), *SWITCHES, f"--user-data-dir={folder}", "about:blank"]
        self._process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._stack = ExitStack()
        assert until(lambda: port_file.exists() and "\n" in port_file.read_text())
        port, path = port_file.read_text().split()
        self._root = Link(self._stack, f"ws://127.0.0.1:{port}{path}")
        self._port = port
        self._contexts: list[str] = []  # one context for each page, the newest last

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Killing Debian's start script of the headless shell would not end the browser; closing it
        # ends both.
        try:
            self._root.ask("Browser.close")
            self._process.wait(10)
        except (websockets.exceptions.WebSocketException, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._stack.close()

    def close_pages(self) -> None:
        """Close all pages, because a page whose server is gone would retry and repaint for ever."""
        while self._contexts:
            self._root.ask("Target.disposeBrowserContext", browserContextId=self._contexts.pop())

    def page(
        self,
        url: str,
        size: tuple[int, int] = DESKTOP,
        style: str = "light",
        script: str = "",
        binding: str = "",
    ) -> Page:
        """Open a page in a browser context of its own, which shares no storage with other pages.

        `script` runs before the page's own scripts.  The page may call the function `binding` with
        a text; `Page.called` returns these texts.
        """
        self._contexts.append(self._root.ask("Target.createBrowserContext")["browserContextId"])
        fields = {"url": "about:blank", "browserContextId": self._contexts[-1]}
        target = self._root.ask("Target.createTarget", **fields)["targetId"]
        link = Link(self._stack, f"ws://127.0.0.1:{self._port}/devtools/page/{target}")
        if script:
            link.ask("Page.addScriptToEvaluateOnNewDocument", source=script)
        if binding:
            link.ask("Runtime.addBinding", name=binding)
        return Page(link, url, size, style)

    def allow_notifications(self) -> None:
        """Let the newest page show notifications, as a reader would allow."""
        fields = {"permissions": ["notifications"], "browserContextId": self._contexts[-1]}
        self._root.ask("Browser.grantPermissions", **fields)


# The state of a page for a report: its address, body data, open dialogs and visible text.
STATE = """({
    address: location.href.slice(0, 200), age: Math.round(performance.now()),
    ...document.body.dataset,
    dialogs: [...document.querySelectorAll("dialog[open]")].map((one) => one.id),
    text: document.body.innerText.slice(0, 1000),
})"""


class PageChangedError(RuntimeError):
    """Raised if the page goes to another address before it has answered."""


class Link:
    """A connection to the browser for requests and their answers."""

    def __init__(self, stack: ExitStack, address: str) -> None:
        line = websockets.sync.client.connect(
            address,
            max_size=None,
            max_queue=None,
            compression=None,
            ping_interval=None,
            open_timeout=PATIENCE,
        )
        self._line = stack.enter_context(line)
        self._number = 0
        self.events: list[Json] = []

    def ask(self, method: str, session: str = "", /, **fields: Any) -> Json:
        """Send a request to the page, or to a worker by its session, and return the answer.

        Raises RuntimeError with the browser's message if the request fails; see `PageChangedError`.
        """
        self._number += 1
        asked = {"id": self._number, "method": method, "params": fields}
        if session:
            asked["sessionId"] = session
        self._line.send(json.dumps(asked))
        while True:
            said = json.loads(self._line.recv(PATIENCE))
            if said.get("id") == self._number:
                if "error" in said:
                    changed = any(words in said["error"]["message"] for words in CHANGED)
                    raise (PageChangedError if changed else RuntimeError)(
                        f"{method}: {said['error']}"
                    )
                result: Json = said["result"]
                return result
            self.events.append(said)


class AnyPage(ABC):
    """A page in any browser, as a person sees and uses it."""

    @abstractmethod
    def get(self, script: str) -> Any:
        """Return the value of an expression or its promise. Raises RuntimeError if it fails."""

    @abstractmethod
    def tap(self, x: float, y: float) -> None:
        """Click or tap a point, with mouse or finger."""

    @abstractmethod
    def press(self, key: str, code: int, text: str = "") -> None:
        """Press a key, given by its name and code."""

    @abstractmethod
    def reload(self) -> None:
        """Reload the page as a reader does, fetching everything again."""

    def sees(self, script: str) -> bool:
        """Wait for an expression to be true on this page or the next; return whether it is."""

        def true_now() -> bool:
            with suppress(PageChangedError):
                return bool(self.get(script))
            return False

        seen = until(true_now, breath=COSTLY_BREATH)
        if not seen:  # pytest shows this text below a failed test
            print(f"In vain: {script}\n{self._state()}")
        return seen

    def _state(self) -> str:
        """Describe what the page shows, to explain why a wait failed."""
        try:
            return f"{json.dumps(self.get(STATE), indent=1)}\n{self.complaints}"
        except (RuntimeError, TimeoutError) as error:
            return f"The page does not answer: {error}"

    @property
    def complaints(self) -> list[str]:
        """The errors that the browser reported about the page; empty if it cannot report any."""
        return []

    def loaded(self) -> None:
        """Wait until the next page has loaded; the page before it carries a mark."""
        there = "location.href !== 'about:blank' && document.readyState === 'complete'"
        assert self.sees(f"{there} && !window.old")

    def text(self, selector: str) -> str:
        """Return the text of the first element that matches; "" if there is none."""
        return str(self.get(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''"))

    def click(self, selector: str) -> None:
        """Click or tap the middle of an element. Raises LookupError if there is none."""
        box = self.get(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            "one?.scrollIntoView({block: 'nearest'});"
            "const box = one?.getBoundingClientRect();"
            "return box && box.width ? [box.x + box.width / 2, box.y + box.height / 2] : null })()"
        )
        if box is None:
            raise LookupError(selector)
        self.tap(*box)

    def choose(self, name: str, value: str) -> None:
        """Choose a value in the list of this name."""
        self.get(
            f"(() => {{ const one = document.querySelector('#{name}'); one.value = '{value}';"
            "one.dispatchEvent(new Event('change')) })()"
        )

    def speak(self, language: str) -> None:
        self.choose("language", language)
        assert self.sees(f"document.documentElement.lang === '{language}'")

    def cut(self, selector: str) -> list[str]:
        """Return the texts of these elements that do not fit, and "the page" if it is too wide."""
        wide = "document.documentElement.scrollWidth > innerWidth ? ['the page'] : []"
        found: list[str] = self.get(
            f"[...({wide}), ...[...document.querySelectorAll({json.dumps(selector)})].filter("
            "(one) => one.offsetWidth && one.scrollWidth > one.clientWidth + 1"
            " && getComputedStyle(one).display !== 'inline').map((one) => one.textContent)]"
        )
        return found


class Page(AnyPage):
    """A page in Chromium, in a window of `size`; narrow windows have a touch screen."""

    def __init__(self, link: Link, url: str, size: tuple[int, int], style: str) -> None:
        self._link = link
        self._looked = 0  # number of the link's events that `called` has read
        self.touched = size[0] < 800
        for domain in ("Page", "Runtime", "Log", "Network"):
            link.ask(f"{domain}.enable")
        self.resize(size)
        self.dress(style)
        self.visit(url)

    def visit(self, url: str) -> None:
        """Go to another address."""
        self.get("window.old = true")
        self._link.ask("Page.navigate", url=url)
        self.loaded()

    def resize(self, size: tuple[int, int]) -> None:
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1}
        self._link.ask("Emulation.setDeviceMetricsOverride", mobile=self.touched, **metrics)
        self._link.ask("Emulation.setTouchEmulationEnabled", enabled=self.touched)

    def dress(self, style: str, still: bool = False) -> None:
        """Simulate a reader who prefers a light or dark page and, if `still`, reduced motion."""
        wanted = [("prefers-color-scheme", style)]
        wanted.append(("prefers-reduced-motion", "reduce" if still else "no-preference"))
        features = [{"name": name, "value": value} for name, value in wanted]
        self._link.ask("Emulation.setEmulatedMedia", features=features)

    def reload(self) -> None:
        """Reload the page as a reader does, fetching everything again."""
        self.get("window.old = true")
        self._link.ask("Page.reload")
        self.loaded()

    def get(self, script: str) -> Any:
        """Return the value of an expression. Raises RuntimeError if it fails."""
        fields = {"expression": script, "awaitPromise": True, "returnByValue": True}
        answer = self._link.ask("Runtime.evaluate", **fields)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def tap(self, x: float, y: float) -> None:
        if self.touched:
            self._touch("touchStart", [{"x": x, "y": y}])
            self._touch("touchEnd", [])
            return
        for kind in ("mousePressed", "mouseReleased"):
            fields = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self._link.ask("Input.dispatchMouseEvent", **fields)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag with mouse or finger from one place to another."""
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        if self.touched:
            self._touch("touchStart", [{"x": start[0], "y": start[1]}])
            for x, y in (middle, end):
                self._touch("touchMove", [{"x": x, "y": y}])
            self._touch("touchEnd", [])
            return
        steps = (("mousePressed", start), ("mouseMoved", middle), ("mouseMoved", end))
        for kind, (x, y) in (*steps, ("mouseReleased", end)):
            fields = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self._link.ask("Input.dispatchMouseEvent", **fields)

    def spoken(self) -> list[tuple[str, str]]:
        """Return what a screen reader receives: the role and name of every element, in order."""
        nodes = self._link.ask("Accessibility.getFullAXTree")["nodes"]
        seen = [node for node in nodes if not node["ignored"] and "name" in node]
        return [(node["role"]["value"], str(node["name"].get("value", ""))) for node in seen]

    @property
    def manifest_errors(self) -> list[str]:
        """The browser's complaints about the manifest and about installing the page."""
        found = self._link.ask("Page.getAppManifest")
        assert found["url"], "there is none"
        problems = self._link.ask("Page.getInstallabilityErrors")["installabilityErrors"]
        return [*(one["message"] for one in found["errors"]), *(one["errorId"] for one in problems)]

    def limit_storage(self, origin: str, size: int) -> None:
        """Limit the storage of `origin` to `size` bytes, which simulates a full disk."""
        self._link.ask("Storage.overrideQuotaForOrigin", origin=origin, quotaSize=size)

    def in_workers(self, script: str) -> list[Any]:
        """Return the value of an expression in every worker, including workers of workers."""
        told = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": True}
        self._link.ask("Target.setAutoAttach", **told)
        found: dict[str, Any] = {}
        events = self._link.events
        while new := [
            event["params"]["sessionId"]
            for event in events
            if event["method"] == "Target.attachedToTarget"
            and event["params"]["targetInfo"]["type"] == "worker"
            and event["params"]["sessionId"] not in found
        ]:
            for session in new:
                self._link.ask("Target.setAutoAttach", session, **told)
                answer = self._link.ask("Runtime.evaluate", session, expression=script)
                found[session] = answer["result"].get("value")
        return list(found.values())

    @property
    def lines(self) -> int:
        """The number of WebSockets that the page has opened."""
        self.get("1")  # receives the events that have arrived meanwhile
        return sum(event["method"] == "Network.webSocketCreated" for event in self._link.events)

    def _touch(self, kind: str, points: list[Json]) -> None:
        self._link.ask("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def press(self, key: str, code: int, text: str = "") -> None:
        """Press a key, given by its name and code."""
        for kind in ("keyDown", "keyUp"):
            fields = {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code}
            if text and kind == "keyDown":
                fields["text"] = text
            self._link.ask("Input.dispatchKeyEvent", **fields)

    def screenshot(self, path: Path) -> None:
        data = self._link.ask("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))

    @property
    def complaints(self) -> list[str]:
        """The errors that the browser reported about the page, including breaches of its policy."""
        self.get("1")  # receives the events that have arrived meanwhile
        found = []
        for event in self._link.events:
            params = event.get("params", {})
            if event["method"] == "Runtime.exceptionThrown":
                found.append(str(params["exceptionDetails"]))
            if event["method"] == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append(params["entry"]["text"])
        return found

    def called(self) -> list[str]:
        """Return the texts that the page passed to its binding since the last call."""
        new = self._link.events[self._looked :]
        self._looked += len(new)
        calls = [event for event in new if event["method"] == "Runtime.bindingCalled"]
        return [event["params"]["payload"] for event in calls]

    @property
    def asked_for(self) -> list[str]:
        """The addresses of everything the page has loaded."""
        sent = [e for e in self._link.events if e["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]
