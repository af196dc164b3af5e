"""The track of turns on a board's wood: its letters, whose markers pass them, what its places are
called where they are points of the board, too.  Pure; `hardware.fabrication.track` knows where they
lie.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.base import Game
from game.rules.topology import Point

READABLE = "+track"  # ends the name of a layout whose track has sensors


@dataclass(frozen=True)
class MarkerTrack:
    """What a game says of its track: a letter a place (a space has none), and two colours."""

    letters: str
    owners: tuple[str, str]

    @property
    def points(self) -> tuple[Point, ...]:
        """The places as points of a board, which follow those of the game: all of the first
        marker, then all of the second.  The start, before the letters, is none of them."""
        return tuple(
            place_name(owner, number)
            for owner in self.owners
            for number in range(1, len(self.letters) + 1)
        )


def place_name(owner: str, number: int) -> Point:
    """What the place of this number on an owner's side is called: "black-3"."""
    return f"{owner}-{number}"


def track_of(game: Game) -> MarkerTrack | None:
    """The track a game is played with, if it has one."""
    if not game.track:
        return None
    first, second = (kind.colour for kind in game.kinds)
    return MarkerTrack(game.track, (first, second))


def is_readable(layout: str) -> bool:
    """Does a board of this layout sense where the markers are?"""
    return layout.endswith(READABLE)


def without_track(layout: str) -> str:
    """The layout of the game's own points."""
    return layout.removesuffix(READABLE)
