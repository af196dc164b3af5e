"""The organiser's way to close a kiosk: keys pressed in sequence, without long pauses."""

from __future__ import annotations

KEY_PAUSE_S = 3.0  # maximum pause in seconds between two of the keys


class ExitSequence:
    """Recognises one sequence of keys, named as in key bindings; () is never recognised."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        self._keys = keys
        self._pressed: list[str] = []
        self._last = 0.0

    def press(self, key: str, now: float) -> bool:
        """Note a key pressed at `now` seconds; return True when the sequence is complete."""
        if now - self._last > KEY_PAUSE_S:
            self._pressed.clear()
        self._last = now
        self._pressed = [*self._pressed, key][-len(self._keys) or 1 :]
        return bool(self._keys) and tuple(self._pressed) == self._keys
