"""Commands and the keys they are bound to: the defaults, and what the user has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pygame

from game.platform.i18n import N_, _

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


# Commands as the settings list them: name, label, where it works, default keys.  Two commands may
# share a key when they never work in the same place.
COMMANDS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("up", N_("Up"), "all", ("up",)),
    ("down", N_("Down"), "all", ("down",)),
    ("left", N_("Left"), "all", ("left",)),
    ("right", N_("Right"), "all", ("right",)),
    ("accept", N_("Choose, confirm"), "all", ("return", "enter", "space")),
    ("cancel", N_("Cancel, back"), "all", ("escape",)),
    ("next", N_("Next control"), "all", ("tab",)),
    ("previous", N_("Previous control"), "all", ("shift+tab",)),
    ("take-back", N_("Take back"), "play", ("backspace",)),
    ("undo", N_("Undo a turn"), "play", ("z",)),
    ("redo", N_("Redo a turn"), "play", ("y",)),
    ("stop", N_("Stop the train"), "play", (".",)),
    ("colour", N_("Change the stone's colour"), "play", ("c",)),
    ("groups", N_("Show groups"), "play", ("g",)),
    ("coordinates", N_("Show coordinates"), "play", ("k",)),
    ("hint", N_("Hint"), "play", ("h",)),
    ("replay", N_("Show the last turn again"), "play", ("l",)),
    ("agree", N_("Offer or answer an agreement"), "play", ("o",)),
    ("variation", N_("Other line"), "play", ("v",)),
    ("analysis", N_("Analysis"), "play", ("a",)),
    ("draw", N_("Draw marks and arrows"), "play", ("d",)),
    ("comment", N_("Write a comment"), "play", ("t",)),
    ("board", N_("On the sensor board"), "play", ("b",)),
    ("promote", N_("Move a variation up"), "play", ("p",)),
    ("delete", N_("Delete a variation"), "play", ("delete",)),
    ("say-turn", N_("Say the last turn"), "play", ("f5",)),
    ("say-score", N_("Say the score"), "play", ("f6",)),
    ("say-clock", N_("Say the clocks"), "play", ("f7",)),
    ("say-board", N_("Say what is on the board"), "play", ("f8",)),
    ("menu", N_("Menu, pause"), "all", ("m", "pause")),
    ("page-up", N_("Earlier turn"), "all", ("page up",)),
    ("page-down", N_("Later turn"), "all", ("page down",)),
    ("first", N_("First turn"), "all", ("home",)),
    ("last", N_("Last turn"), "all", ("end",)),
    ("rules", N_("Rules"), "all", ("r",)),
    ("demo", N_("Watch a demo"), "menu", ("w",)),
    ("guide", N_("Show me how"), "menu", ("g",)),
    ("scores", N_("High scores"), "menu", ("h",)),
    ("copy", N_("Copy position or setup"), "all", ("ctrl+c", "meta+c")),
    ("copy-game", N_("Copy the game"), "all", ("shift+ctrl+c", "shift+meta+c")),
    ("edit", N_("Edit the position"), "all", ("ctrl+e", "meta+e")),
    ("paste", N_("Paste game or position"), "all", ("ctrl+v", "meta+v")),
    ("mute", N_("Sound on or off"), "all", ("f9",)),
    ("speech", N_("Speech on or off"), "all", ("f4",)),
    ("fullscreen", N_("Full screen"), "all", ("f11",)),
)
LABELS: dict[str, str] = {name: label for name, label, _place, _keys in COMMANDS}
PLACES: dict[str, str] = {name: place for name, _label, place, _keys in COMMANDS}
DEFAULT_KEYS: dict[str, tuple[str, ...]] = {name: keys for name, _l, _p, keys in COMMANDS}

# Without these nobody could find the way back to the settings: they keep at least one key.
NEEDED = ("up", "down", "left", "right", "accept", "cancel", "next")
MODIFIERS = ("shift", "ctrl", "alt", "meta")


@dataclass(frozen=True)
class Bindings:
    """Keys of all commands: the defaults with the user's changes laid over."""

    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict(DEFAULT_KEYS))

    @classmethod
    def from_changes(cls, changes: Mapping[str, tuple[str, ...]]) -> Bindings:
        """Return the defaults with changes laid over; unknown commands are left out."""
        own = {name: tuple(keys) for name, keys in changes.items() if name in DEFAULT_KEYS}
        for name in NEEDED:
            if name in own and not own[name]:
                del own[name]
        return cls({**DEFAULT_KEYS, **own})

    def changes(self) -> dict[str, tuple[str, ...]]:
        """Return what differs from the defaults: this is what the settings keep."""
        return {name: keys for name, keys in self.keys.items() if keys != DEFAULT_KEYS[name]}

    def commands(self, name: str) -> tuple[str, ...]:
        """Return the commands of the key `name`, as `key_name` writes it."""
        return tuple(command for command, keys in self.keys.items() if name in keys)

    def first(self, command: str) -> str:
        """Return the key to show on a key cap; "" if the command has none."""
        return (self.keys.get(command) or ("",))[0]

    def conflicts(self, command: str, name: str) -> tuple[str, ...]:
        """Return other commands that use the key `name` where `command` works too."""
        here = PLACES[command]
        return tuple(
            other
            for other in self.commands(name)
            if other != command and ("all" in (here, PLACES[other]) or here == PLACES[other])
        )

    def bind(self, command: str, name: str) -> Bindings:
        """Give `command` the key `name` alone, taking it from those it conflicts with."""
        losers = self.conflicts(command, name)
        changed = {
            other: tuple(key for key in keys if key != name or other not in losers)
            for other, keys in self.keys.items()
        }
        return Bindings({**changed, command: (name,)})

    def must_keep(self, command: str, name: str) -> tuple[str, ...]:
        """Return needed commands that would be left without a key if `command` took `name`."""
        losers = self.conflicts(command, name)
        return tuple(c for c in losers if c in NEEDED and self.keys[c] == (name,))


def key_name(key: int, mod: int = 0) -> str:
    """Return the name of a key as bindings write it: "z", "page up", "shift+tab", "ctrl+z"."""
    name = pygame.key.name(key)
    masks = (pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META)
    held = [m for m, mask in zip(MODIFIERS, masks) if mod & mask]
    return "+".join([*held, name])


def is_modifier(key: int) -> bool:
    """Return whether a key, by pygame's code, only changes what others mean."""
    return key in (
        *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL),
        *(pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA, pygame.K_RMETA, pygame.K_MODE),
        *(pygame.K_CAPSLOCK, pygame.K_NUMLOCK),
    )
