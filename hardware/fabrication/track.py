"""The track of turns on a board's wood: a row of letters between two slots, and a marker in each
that moves on by one letter a turn.  Which letters, and whose markers, comes from the game.

Pure geometry, in millimetres from the board's lower left corner, x to the right, y up.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.i18n import N_
from game.rules import parse_setup
from game.rules.base import Game
from game.rules.errors import RulesError
from hardware.host.layouts import setup_on

STRIP = 40.0  # what the track adds to a board's height, at its lower edge
LETTERS_AT = 23.0  # from the lower edge to the middle of the letters
SLOT_AWAY = 11.0  # from there to the middle of each slot
SLOT = 6.0  # width of a slot
MARKER = 10.0  # diameter of a marker's head
PITCH = 22.0  # between two places, on a board that is wide enough
PITCH_LEAST = MARKER + 1
LETTER = 11.0  # height of the lettering

OWNERS = {"black": N_("Black"), "green": N_("Green"), "white": N_("White")}

Millimetres = tuple[float, float]  # across and down


@dataclass(frozen=True)
class Track:
    """What a game says of its track: a letter a place (a space has none), and two colours."""

    letters: str
    owners: tuple[str, str]


@dataclass(frozen=True)
class Slot:
    """One marker's way: its owner's colour, and its places from the start, before the letters."""

    owner: str
    places: tuple[Millimetres, ...]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, lower, right and upper edge of what is cut out."""
        (left, y), (right, _y) = self.places[0], self.places[-1]
        return left - SLOT / 2, y - SLOT / 2, right + SLOT / 2, y + SLOT / 2


@dataclass(frozen=True)
class TrackPlan:
    """The letters with their middles, and the slots: the first marker's above, the other below."""

    letters: tuple[tuple[str, Millimetres], ...]
    slots: tuple[Slot, Slot]


def track_of(game: Game) -> Track | None:
    """The track a game is played with, if it has one."""
    if not game.track:
        return None
    first, second = (kind.colour for kind in game.kinds)
    return Track(game.track, (first, second))


def track_on(layout: str) -> Track | None:
    """The track of the game that is played on a layout or board file; None for most."""
    try:
        return track_of(parse_setup(setup_on(layout)))
    except RulesError:
        return None  # a board that is too small for any game is a board all the same


def least_width(track: Track) -> float:
    """The narrowest board that holds the track, in mm."""
    return (len(track.letters) + 2) * PITCH_LEAST


def track_plan(track: Track, width: float) -> TrackPlan:
    """Where the track lies on a board `width` mm wide, at least `least_width`: in its middle."""
    stops = len(track.letters) + 1  # and the start
    pitch = min(PITCH, width / (stops + 1))
    xs = [width / 2 + (stop - (stops - 1) / 2) * pitch for stop in range(stops)]
    heights = (LETTERS_AT + SLOT_AWAY, LETTERS_AT - SLOT_AWAY)
    first, second = (
        Slot(owner, tuple((x, y) for x in xs)) for owner, y in zip(track.owners, heights)
    )
    letters = tuple((letter, (x, LETTERS_AT)) for letter, x in zip(track.letters, xs[1:]))
    return TrackPlan(letters, (first, second))
