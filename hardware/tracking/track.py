"""The track of turns: its letters, whose markers pass them, the names of its places.  Pure.

Its places are points of the board, too, where sensors read them.  `tools.fabrication.track`
knows where they lie.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.base import Game
from game.rules.topology import Point

READABLE = "+track"  # ends the name of a layout whose track has sensors


@dataclass(frozen=True)
class MarkerTrack:
    """A track as a game defines it: a letter a place (a space has none), and two colours."""

    letters: str
    owners: tuple[str, str]

    @property
    def points(self) -> tuple[Point, ...]:
        """The places as points of a board, which follow those of the game.

        All of the first marker come first, then all of the second.  The start, before the letters,
        is none.
        """
        return tuple(
            place_name(owner, number)
            for owner in self.owners
            for number in range(1, len(self.letters) + 1)
        )


def place_name(owner: str, number: int) -> Point:
    """Return what the place of this number on an owner's side is called: "black-3"."""
    return f"{owner}-{number}"


def track_of(game: Game) -> MarkerTrack | None:
    """Return the track a game is played with, if it has one."""
    if not game.track:
        return None
    first, second = (kind.colour for kind in game.kinds)
    return MarkerTrack(game.track, (first, second))


def is_readable(layout: str) -> bool:
    """Return whether a board of this layout senses where the markers are."""
    return layout.endswith(READABLE)


def without_track(layout: str) -> str:
    """Return the layout of the game's own points."""
    return layout.removesuffix(READABLE)
