"""Input events as plain values, and the changes that controls return.

    Press     a key or pad button, with the commands it is bound to
    Typed     text written on the keyboard
    Composing text that an input method has not finished yet
    Pointer   mouse or finger: "move", "down", "up", "wheel", "leave"
    Dropped   a file was dropped on the window

The changes from scene to scene are in `game/screen/app/scene.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.screen.ui.keyboard import is_ctrl


class Change:
    """The result of an event. A handler that returns None has not used the event."""


@dataclass(frozen=True)
class Stay(Change):
    """Nothing changes, but the event was used."""


STAY = Stay()


@dataclass(frozen=True)
class Press:
    """A key or button went down.

    `key` is pygame's code of the key's meaning (see `KeyStroke`), or 0 from a pad. `name` is the
    key's name in bindings. `sign` is the character it types, or "".
    """

    commands: tuple[str, ...] = ()
    key: int = 0
    mod: int = 0
    name: str = ""
    repeat: bool = False
    sign: str = ""

    def means(self, *commands: str) -> bool:
        """Return whether the press is bound to one of these commands."""
        return any(command in self.commands for command in commands)

    @property
    def ctrl(self) -> bool:
        """Whether Ctrl or Command is held; AltGr is neither."""
        return is_ctrl(self.mod)


@dataclass(frozen=True)
class Typed:
    """Text written on the keyboard, for text fields."""

    text: str


@dataclass(frozen=True)
class Composing:
    """The unfinished text of an input method; `caret` counts its characters.

    An empty text ends the composition; the finished text arrives as `Typed`.
    """

    text: str
    caret: int = 0


@dataclass(frozen=True)
class Pointer:
    """A pointer event: `kind` is "move", "down", "up", "wheel" or "leave".

    `button` 1 is the main button. `touch` is a finger, which cannot hover. `wheel` counts notches,
    positive upwards. `reach` is the number of pixels by which the pointer may miss its target,
    above 0 for people who want larger targets. `mod` are the modifiers held while a button is
    pressed.
    """

    kind: str
    pos: tuple[int, int]
    button: int = 1
    wheel: float = 0.0
    touch: bool = False
    held: bool = False
    reach: int = 0
    mod: int = 0


@dataclass(frozen=True)
class Dropped:
    """A file was dropped on the window."""

    path: str


InputEvent = Press | Typed | Composing | Pointer | Dropped
