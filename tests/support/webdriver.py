"""A page in a browser that speaks WebDriver: its scripts, mouse, finger and keys."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from tests.support.browser import AnyPage

KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c"}


class WebDriverPage(AnyPage):
    """The common part of pages in WebDriver browsers; `touched` means a finger, not a mouse."""

    def __init__(self, touched: bool) -> None:
        self.touched = touched

    @abstractmethod
    def visit(self, url: str) -> None:
        """Go to another address."""

    @abstractmethod
    def run(self, script: str) -> Any:
        """Run a script that passes its value to its last argument. Raises RuntimeError."""

    @abstractmethod
    def perform(self, device: dict[str, Any]) -> None:
        """Perform WebDriver actions with a mouse, a finger or the keys."""

    def get(self, script: str) -> Any:
        return self.run(
            f"const done = arguments[arguments.length - 1]; Promise.resolve({script}).then(done)"
        )

    def reload(self) -> None:
        # The page reloads itself as the browser's button would; WebDriver's own command bypasses
        # service workers.
        self.get("(window.old = true, setTimeout(() => location.reload()), true)")
        self.loaded()

    def tap(self, x: float, y: float) -> None:
        kind = "touch" if self.touched else "mouse"
        deeds = [
            {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        parameters = {"pointerType": kind}
        self.perform({"type": "pointer", "id": kind, "parameters": parameters, "actions": deeds})

    def press(self, key: str, code: int = 0, text: str = "") -> None:
        """Press a key, given by its name."""
        value = KEYS.get(key, key)
        deeds = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self.perform({"type": "key", "id": "keys", "actions": deeds})
