"""The place of the track of turns on the wood of a board.

A row of letters is between two slots. The marker in each slot moves on by one letter per turn. A
readable track has a sensor under each place, and a light beside it. Lengths are millimetres from
the board's lower left corner, x to the right, y up.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.platform.i18n import N_
from game.rules.topology import Point
from hardware.tracking.track import MarkerTrack, place_name

STRIP = 40.0  # height that the track adds to a board, at its lower edge
# Height added above and below STRIP for lights outside both slots.
LIGHTS_ROOM = 7.0
LETTERS_AT = 23.0  # height of the letters' middle above the lower edge
SLOT_AWAY = 11.0  # distance from the letters' middle to the middle of each slot
SLOT = 6.0  # width of a slot
MARKER = 10.0  # diameter of a marker's head
LIGHT_AWAY = 8.0  # distance from a place to its light, on the side away from the letters
PITCH = 22.0  # distance between two places, if the board is wide enough
PITCH_LEAST = MARKER + 1
LETTER = 11.0  # height of the lettering

OWNERS = {"black": N_("Black"), "green": N_("Green"), "white": N_("White")}

Millimetres = tuple[float, float]  # across and up


@dataclass(frozen=True)
class Slot:
    """A marker's slot: its owner's colour, and its places, the start before the letters first."""

    owner: str
    places: tuple[Millimetres, ...]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left, lower, right and upper edges of the opening."""
        (left, y), (right, _y) = self.places[0], self.places[-1]
        return left - SLOT / 2, y - SLOT / 2, right + SLOT / 2, y + SLOT / 2


@dataclass(frozen=True)
class TrackPlan:
    """The letters with their middles, and the two slots, the first marker's above the letters.

    If `readable`, every place except the starts has a sensor directly under it, and a light.
    """

    letters: tuple[tuple[str, Millimetres], ...]
    slots: tuple[Slot, Slot]
    readable: bool = False

    @property
    def sensors(self) -> dict[Point, Millimetres]:
        """The places of a readable track by their names, in the order of the board's points."""
        return {
            place_name(slot.owner, number): place
            for slot in self.slots
            for number, place in enumerate(slot.places)
            if self.readable and number
        }

    @property
    def lights(self) -> dict[Point, Millimetres]:
        """The lights of the places: above the upper slot and below the lower slot."""
        middle = sum(slot.places[0][1] for slot in self.slots) / 2
        return {
            label: (x, y + (LIGHT_AWAY if y > middle else -LIGHT_AWAY))
            for label, (x, y) in self.sensors.items()
        }


def strip(readable: bool) -> float:
    """Return the height that the track adds to a board."""
    return STRIP + (2 * LIGHTS_ROOM if readable else 0)


def least_width(track: MarkerTrack) -> float:
    """Return the width of the narrowest board that fits the track, in mm."""
    return (len(track.letters) + 2) * PITCH_LEAST


def track_plan(track: MarkerTrack, width: float, readable: bool = False) -> TrackPlan:
    """Return the track in the middle of a board `width` mm wide.

    The width is at least `least_width`.
    """
    stops = len(track.letters) + 1  # the start counts as one
    pitch = min(PITCH, width / (stops + 1))
    xs = [width / 2 + (stop - (stops - 1) / 2) * pitch for stop in range(stops)]
    middle = LETTERS_AT + (LIGHTS_ROOM if readable else 0)
    heights = (middle + SLOT_AWAY, middle - SLOT_AWAY)
    first, second = (
        Slot(owner, tuple((x, y) for x in xs)) for owner, y in zip(track.owners, heights)
    )
    letters = tuple((letter, (x, middle)) for letter, x in zip(track.letters, xs[1:]))
    return TrackPlan(letters, (first, second), readable)
