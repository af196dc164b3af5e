"""Names of keys as people know them, short enough for a key cap."""

from __future__ import annotations

from game.platform.i18n import N_, _
from game.screen.ui.bindings import Bindings

NAMES: dict[str, str] = {
    "return": N_("Enter"),
    "enter": N_("Keypad Enter"),
    "escape": N_("Esc"),
    "space": N_("Space"),
    "tab": N_("Tab"),
    "backspace": N_("Backspace"),
    "delete": N_("Del"),
    "insert": N_("Ins"),
    "home": N_("Home"),
    "end": N_("End"),
    "page up": N_("Page up"),
    "page down": N_("Page down"),
    "pause": N_("Pause"),
    ".": N_("Full stop"),
    ",": N_("Comma"),
    "shift": N_("Shift"),
    "ctrl": N_("Ctrl"),
    "alt": N_("Alt"),
    "meta": N_("Meta"),
}
ICONS = {"left": "arrow-left", "right": "arrow-right", "up": "arrow-up", "down": "arrow-down"}


def key_label(name: str) -> str:
    """Return a key's name for people: "shift+tab" is "Shift+Tab", "z" is "Z"."""
    parts = name.split("+") if len(name) > 1 and name != "+" else [name]
    return "+".join(_one(part) for part in parts) if name else "–"


def _one(part: str) -> str:
    if part in NAMES:
        return _(NAMES[part])
    if part in ICONS:
        return {"left": _("Left"), "right": _("Right"), "up": _("Up"), "down": _("Down")}[part]
    # A single letter as it stands on the key; ß has no capital in the font and stays.
    return part.upper() if len(part) == 1 and part.upper() != "SS" else part.capitalize()


def key_icon(name: str) -> str:
    """Return the icon of an arrow key, "" for every other."""
    return ICONS.get(name, "")


def cap(bindings: Bindings, command: str) -> str:
    """Return the label of the key cap of a command; "" if it has no key."""
    first = bindings.first(command)
    return key_label(first) if first else ""
