"""Debian's Chromium without a window, driven by its DevTools protocol over a WebSocket."""

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
    # The pages behind the address bar, two for each window: most of what a small page costs.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
    "--disable-field-trial-config",
    "--disable-sync",
    "--no-first-run",
    "--remote-debugging-port=0",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
)
CHANGED = ("navigated or closed", "context was destroyed")  # as Chromium says of pages that went


class Browser:
    """A browser of its own, with pages in it; a context.

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
        self._contexts: list[str] = []  # of the pages, the newest last

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Debian's script of the headless shell ends with the browser, not the browser with it.
        try:
            self._root.ask("Browser.close")
            self._process.wait(10)
        except (websockets.exceptions.WebSocketException, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._stack.close()

    def close_pages(self) -> None:
        """Close all pages: those without a server ask for it, and are painted, for ever."""
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
        """A page of its own: nothing of it is shared with other pages but the browser.

        `script` runs in it before its own; it may call the function `binding` with a text, which
        `Page.called` returns.
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
        """Let the newest page show notifications, as a reader who says yes does."""
        fields = {"permissions": ["notifications"], "browserContextId": self._contexts[-1]}
        self._root.ask("Browser.grantPermissions", **fields)


# Where a page stands: its address, its own notes, open dialogs, what is written on it.
STATE = """({
    address: location.href.slice(0, 200), age: Math.round(performance.now()),
    ...document.body.dataset,
    dialogs: [...document.querySelectorAll("dialog[open]")].map((one) => one.id),
    text: document.body.innerText.slice(0, 1000),
})"""


class PageChangedError(RuntimeError):
    """A page went to another address before it had answered."""


class Link:
    """A line to the browser: questions and their answers."""

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
        """Ask the page, or a worker by its session.

        Raises RuntimeError with what the browser says is wrong; see `PageChangedError`.
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
    """What a person has before them, in any browser: what tests look at and do."""

    @abstractmethod
    def get(self, script: str) -> Any:
        """The value of an expression, once it is there.  Raises RuntimeError where it fails."""

    @abstractmethod
    def tap(self, x: float, y: float) -> None:
        """With mouse or finger."""

    @abstractmethod
    def press(self, key: str, code: int, text: str = "") -> None:
        """A key by its name and number."""

    @abstractmethod
    def reload(self) -> None:
        """As a reader does it, with everything fetched anew."""

    def sees(self, script: str) -> bool:
        """Wait until an expression is true, of this page or of the one that it goes to."""

        def true_now() -> bool:
            with suppress(PageChangedError):
                return bool(self.get(script))
            return False

        seen = until(true_now, breath=COSTLY_BREATH)
        if not seen:  # pytest shows it below a test that fails
            print(f"In vain: {script}\n{self._state()}")
        return seen

    def _state(self) -> str:
        """What there is to be seen, for whoever asks why it is not something else."""
        try:
            return f"{json.dumps(self.get(STATE), indent=1)}\n{self.complaints}"
        except (RuntimeError, TimeoutError) as error:
            return f"The page does not answer: {error}"

    @property
    def complaints(self) -> list[str]:
        """What the browser has found wrong with the page, if it tells."""
        return []

    def loaded(self) -> None:
        """Wait for the page after the one that was marked as old."""
        there = "location.href !== 'about:blank' && document.readyState === 'complete'"
        assert self.sees(f"{there} && !window.old")

    def text(self, selector: str) -> str:
        """The text of the first element there is; "" for none."""
        return str(self.get(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''"))

    def click(self, selector: str) -> None:
        """With mouse or finger, in the middle of an element.  Raises LookupError for none."""
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
        """A value of the list of that name."""
        self.get(
            f"(() => {{ const one = document.querySelector('#{name}'); one.value = '{value}';"
            "one.dispatchEvent(new Event('change')) })()"
        )

    def speak(self, language: str) -> None:
        self.choose("language", language)
        assert self.sees(f"document.documentElement.lang === '{language}'")

    def cut(self, selector: str) -> list[str]:
        """Texts among these elements that do not fit; the whole page, where it is too wide."""
        wide = "document.documentElement.scrollWidth > innerWidth ? ['the page'] : []"
        found: list[str] = self.get(
            f"[...({wide}), ...[...document.querySelectorAll({json.dumps(selector)})].filter("
            "(one) => one.offsetWidth && one.scrollWidth > one.clientWidth + 1"
            " && getComputedStyle(one).display !== 'inline').map((one) => one.textContent)]"
        )
        return found


class Page(AnyPage):
    """What a person has before them: `size` of the window; narrow ones are touched."""

    def __init__(self, link: Link, url: str, size: tuple[int, int], style: str) -> None:
        self._link = link
        self._looked = 0  # events of the link in which calls were looked for
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
        """Ask for a light or dark page, and for no movement."""
        wanted = [("prefers-color-scheme", style)]
        wanted.append(("prefers-reduced-motion", "reduce" if still else "no-preference"))
        features = [{"name": name, "value": value} for name, value in wanted]
        self._link.ask("Emulation.setEmulatedMedia", features=features)

    def reload(self) -> None:
        """As a reader does it, with everything fetched anew."""
        self.get("window.old = true")
        self._link.ask("Page.reload")
        self.loaded()

    def get(self, script: str) -> Any:
        """The value of an expression.  Raises RuntimeError where it fails."""
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
        """With the mouse, or with a finger, from one place to another."""
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
        """What a screen reader is told of: the role and the name of everything, in order."""
        nodes = self._link.ask("Accessibility.getFullAXTree")["nodes"]
        seen = [node for node in nodes if not node["ignored"] and "name" in node]
        return [(node["role"]["value"], str(node["name"].get("value", ""))) for node in seen]

    @property
    def manifest_errors(self) -> list[str]:
        """What the browser finds wrong with the manifest, and with putting it on a home screen."""
        found = self._link.ask("Page.getAppManifest")
        assert found["url"], "there is none"
        problems = self._link.ask("Page.getInstallabilityErrors")["installabilityErrors"]
        return [*(one["message"] for one in found["errors"]), *(one["errorId"] for one in problems)]

    def limit_storage(self, origin: str, size: int) -> None:
        """Leave pages of `origin` room for so many bytes: a full disk."""
        self._link.ask("Storage.overrideQuotaForOrigin", origin=origin, quotaSize=size)

    def in_workers(self, script: str) -> list[Any]:
        """The value of an expression in every worker, and in those of workers."""
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
        """How many WebSockets it has opened."""
        self.get("1")  # hear what has come meanwhile
        return sum(event["method"] == "Network.webSocketCreated" for event in self._link.events)

    def _touch(self, kind: str, points: list[Json]) -> None:
        self._link.ask("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def press(self, key: str, code: int, text: str = "") -> None:
        """A key by its name and number."""
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
        """What the browser has found wrong with the page: errors, what its policy forbids."""
        self.get("1")  # hear what has come meanwhile
        found = []
        for event in self._link.events:
            params = event.get("params", {})
            if event["method"] == "Runtime.exceptionThrown":
                found.append(str(params["exceptionDetails"]))
            if event["method"] == "Log.entryAdded" and params["entry"]["level"] == "error":
                found.append(params["entry"]["text"])
        return found

    def called(self) -> list[str]:
        """What the page has said to the function it was given, since this was asked last."""
        new = self._link.events[self._looked :]
        self._looked += len(new)
        calls = [event for event in new if event["method"] == "Runtime.bindingCalled"]
        return [event["params"]["payload"] for event in calls]

    @property
    def asked_for(self) -> list[str]:
        """The addresses of everything the page has loaded."""
        sent = [e for e in self._link.events if e["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]
