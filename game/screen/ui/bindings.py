"""Commands and the keys they are bound to: the defaults and the user's changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from game.platform.i18n import _
from game.platform.toml import read_own

WORDS = read_own(Path(__file__).with_name("words.toml"))
NAMES: dict[str, str] = WORDS["keys"]["shown"]
LABELS: dict[str, str] = {name: one["shown"] for name, one in WORDS["commands"].items()}
PLACES: dict[str, str] = {name: one["place"] for name, one in WORDS["commands"].items()}
DEFAULT_KEYS: dict[str, tuple[str, ...]] = {
    name: tuple(one["keys"]) for name, one in WORDS["commands"].items()
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
    # A single letter is shown as on the key; ß stays small, because its capital is not in the font.
    return part.upper() if len(part) == 1 and part.upper() != "SS" else part.capitalize()


def key_icon(name: str) -> str:
    """Return the icon of an arrow key, "" for every other."""
    return ICONS.get(name, "")


def cap(bindings: Bindings, command: str) -> str:
    """Return the label of the key cap of a command; "" if it has no key."""
    first = bindings.first(command)
    return key_label(first) if first else ""


# Commands that keep at least one key; without these, people could not get back to the settings.
NEEDED = ("up", "down", "left", "right", "accept", "cancel", "next")
MODIFIERS = ("shift", "ctrl", "alt", "meta")
MASKS = (pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META)


@dataclass(frozen=True)
class Bindings:
    """Keys of all commands: the defaults, overridden by the user's changes."""

    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict(DEFAULT_KEYS))

    @classmethod
    def from_changes(cls, changes: Mapping[str, tuple[str, ...]]) -> Bindings:
        """Return the defaults overridden by changes; unknown commands are left out."""
        own = {name: tuple(keys) for name, keys in changes.items() if name in DEFAULT_KEYS}
        for name in NEEDED:
            if name in own and not own[name]:
                del own[name]
        return cls({**DEFAULT_KEYS, **own})

    def changes(self) -> dict[str, tuple[str, ...]]:
        """Return the differences from the defaults, as the settings store them."""
        return {name: keys for name, keys in self.keys.items() if keys != DEFAULT_KEYS[name]}

    def commands(self, name: str) -> tuple[str, ...]:
        """Return the commands of the key `name`, as `key_name` writes it."""
        return tuple(command for command, keys in self.keys.items() if name in keys)

    def first(self, command: str) -> str:
        """Return the key to show on a key cap; "" if the command has none."""
        return (self.keys.get(command) or ("",))[0]

    def conflicts(self, command: str, name: str) -> tuple[str, ...]:
        """Return other commands with the key `name` that work in the same places as `command`."""
        here = PLACES[command]
        return tuple(
            other
            for other in self.commands(name)
            if other != command and ("all" in (here, PLACES[other]) or here == PLACES[other])
        )

    def bind(self, command: str, name: str) -> Bindings:
        """Give `command` the key `name` as its only key, taking it from conflicting commands."""
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
    held = [name for name, mask in zip(MODIFIERS, MASKS) if mod & mask]
    return "+".join([*held, pygame.key.name(key)])


def is_modifier(key: int) -> bool:
    """Return whether a key, by pygame's code, only modifies other keys."""
    return key in (
        *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL),
        *(pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA, pygame.K_RMETA, pygame.K_MODE),
        *(pygame.K_CAPSLOCK, pygame.K_NUMLOCK),
    )
