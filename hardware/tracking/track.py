"""The track of turns: its letters, whose markers pass them, the names of its places.  Pure.

Its places are points of the board, too, where sensors read them.  `workshop/fabrication/track.py`
knows where they lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.platform.i18n import _
from game.rules.base import Game, State
from game.rules.topology import Point
from hardware.tracking.debounce import Debouncer
from hardware.tracking.sensor_image import ANY
from hardware.wire.palette import Light

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


# -- its markers -----------------------------------------------------------------------------------
# A marker that was forgotten or moved wrongly is worth a hint, after a while.  It is no reading and
# no fault, so a marker ends no turn, makes none, and holds none up.  Time is passed in.

MARKER_HINT_DELAY_S = 4.0  # seconds a marker may stand wrong before that is said


@dataclass(frozen=True, slots=True)
class MarkerHint:
    """The marker of `owner` belongs on `place` (0 is the start); it stands at `wrong` instead."""

    owner: str
    place: int
    wrong: tuple[int, ...] = ()


class MarkerWatch:
    """The markers as the places of the track show them, by their number among these."""

    def __init__(self, game: Game, track: MarkerTrack) -> None:
        self.track = track
        self._game = game
        self._settler = Debouncer(len(track.points))
        self._since: dict[str, tuple[object, float]] = {}  # an owner's marker stands so since then

    def event(self, place: int, face: int, now: float) -> None:
        """Take in the change of one place."""
        self._settler.event(place, face, now)

    def whole(self, faces: Sequence[int], now: float) -> None:
        """Take in all places; ANY is a sensor that is out of order."""
        self._settler.whole(faces, now)

    def look(self, state: State, now: float, busy: bool = False) -> tuple[MarkerHint, ...]:
        """Return what is to be put right on the track when a turn begins in `state`.

        While the hands are `busy` with the board itself nothing is said.
        """
        self._settler.advance(now)
        if not self._settler.known or self._game.over(state):
            return ()
        return tuple(
            hint
            for number, owner in enumerate(self.track.owners)
            for hint in self._judge(owner, self._faces(number), state, now, busy)
        )

    def _faces(self, owner: int) -> list[int]:
        count = len(self.track.letters)
        return self._settler.faces[owner * count : (owner + 1) * count]

    def _judge(
        self, owner: str, faces: Sequence[int], state: State, now: float, busy: bool
    ) -> list[MarkerHint]:
        wanted = marker_of(self._game, state, owner)
        stands = [place for place, face in enumerate(faces, 1) if face not in (0, ANY)]
        unseen = not wanted or (not stands and faces[wanted - 1] == ANY)
        right = stands == [wanted] or (unseen and not stands)
        early = stands == [wanted + 1] and self._moves(owner, state)
        key = (wanted, tuple(stands))
        known, since = self._since.get(owner, (None, now))
        if right or early or busy or key != known:
            self._since[owner] = (key, now)
            return []
        if now - since < MARKER_HINT_DELAY_S:
            return []
        return [MarkerHint(owner, wanted, tuple(place for place in stands if place != wanted))]

    def _moves(self, owner: str, state: State) -> bool:
        """Return whether it is this one's turn, so that the marker only moved before the piece."""
        return self.track.owners[self._game.to_move(state)] == owner


def marker_of(game: Game, state: State, owner: str) -> int:
    """Return the place on which a marker belongs; 0 is the start."""
    return game.tally(state)[f"marker_{owner}"]


def say_hint(hint: MarkerHint, track: MarkerTrack) -> str:
    """Return one hint in words; whole sentences, because languages inflect colours."""
    if not hint.place:
        return {
            "black": _("Slide the black marker back to its start"),
            "green": _("Slide the green marker back to its start"),
        }.get(hint.owner, _("Slide the marker back to its start"))
    letter = track.letters[hint.place - 1].strip()
    place = f"{hint.place} ({letter})" if letter else str(hint.place)
    return {
        "black": _("Slide the black marker to place {place}"),
        "green": _("Slide the green marker to place {place}"),
    }.get(hint.owner, _("Slide the marker to place {place}")).format(place=place)


def hint_lights(hints: Sequence[MarkerHint]) -> Mapping[Point, int]:
    """Return where it belongs, and where it stands, as for a piece."""
    lit: dict[Point, int] = {}
    for hint in hints:
        lit |= {place_name(hint.owner, place): int(Light.REMOVE) for place in hint.wrong}
        if hint.place:
            lit[place_name(hint.owner, hint.place)] = int(Light.PLACE)
    return lit
