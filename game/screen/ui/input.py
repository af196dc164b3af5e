"""Input events in plain values, and the changes that controls answer with.

    Press     a key or pad button, with the commands it is bound to
    Typed     text written on the keyboard
    Pointer   mouse or finger: "move", "down", "up", "wheel", "leave"
    Dropped   a file was dropped on the window

What leads from scene to scene is in `game/screen/app/scene.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame


class Change:
    """What is asked for; None instead of it means that the event was not used."""


@dataclass(frozen=True)
class Stay(Change):
    """Nothing changes, but the event was used."""


STAY = Stay()


@dataclass(frozen=True)
class Press:
    """A key or button went down.  `key` is pygame's code, 0 from a pad; `name` is its binding's."""

    commands: tuple[str, ...] = ()
    key: int = 0
    mod: int = 0
    name: str = ""
    repeat: bool = False

    def means(self, *commands: str) -> bool:
        """Return whether it is bound to one of these commands."""
        return any(command in self.commands for command in commands)

    @property
    def ctrl(self) -> bool:
        return bool(self.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))


@dataclass(frozen=True)
class Typed:
    """Text written on the keyboard, for text fields."""

    text: str


@dataclass(frozen=True)
class Pointer:
    """A pointer event: `kind` is "move", "down", "up", "wheel" or "leave".

    `button` 1 is the main one; `touch` a finger, which has no hovering; `wheel` counts notches, up
    positive.  `reach` is by how many pixels it may miss its target: more than 0 for hands that want
    larger targets.
    """

    kind: str
    pos: tuple[int, int]
    button: int = 1
    wheel: float = 0.0
    touch: bool = False
    held: bool = False
    reach: int = 0


@dataclass(frozen=True)
class Dropped:
    """A file was dropped on the window."""

    path: str


InputEvent = Press | Typed | Pointer | Dropped
