"""The track of turns: its letters, whose markers pass them, the names of its places.  Pure.

If sensors read the places, these are points of the board, too.  `workshop/fabrication/track.py` has
their coordinates.
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

READABLE = "+track"  # ending of a layout's name if its track has sensors


@dataclass(frozen=True)
class MarkerTrack:
    """A track as a game defines it: one letter per place (a space for none), and two colours."""

    letters: str
    owners: tuple[str, str]

    @property
    def points(self) -> tuple[Point, ...]:
        """The places as points of a board, numbered after those of the game.

        The places of the first marker come first, then those of the second.  The start, before the
        letters, is not a place.
        """
        return tuple(
            place_name(owner, number)
            for owner in self.owners
            for number in range(1, len(self.letters) + 1)
        )


def place_name(owner: str, number: int) -> Point:
    """Return the label of the place with this number on an owner's side, such as "black-3"."""
    return f"{owner}-{number}"


def track_of(game: Game) -> MarkerTrack | None:
    """Return the track of a game, if it has one."""
    if not game.track:
        return None
    first, second = (kind.colour for kind in game.kinds)
    return MarkerTrack(game.track, (first, second))


def is_readable(layout: str) -> bool:
    """Return whether a board of this layout senses the markers."""
    return layout.endswith(READABLE)


def without_track(layout: str) -> str:
    """Return the layout of the game's own points, without the track."""
    return layout.removesuffix(READABLE)


# -- its markers -----------------------------------------------------------------------------------
# A forgotten or wrongly moved marker is worth a hint, after a while.  A hint is neither a reading
# nor a fault, so a marker never ends, makes or delays a turn.  The caller passes the time.

MARKER_HINT_DELAY_S = 4.0  # seconds that a marker may be wrong before a hint


@dataclass(frozen=True, slots=True)
class MarkerHint:
    """The marker of `owner` belongs on `place` (0 is the start), but is on the places `wrong`."""

    owner: str
    place: int
    wrong: tuple[int, ...] = ()


class MarkerWatch:
    """The markers on the places of the track, which are numbered without the game's points."""

    def __init__(self, game: Game, track: MarkerTrack) -> None:
        self.track = track
        self._game = game
        self._settler = Debouncer(len(track.points))
        # For each owner, the places of the marker, and since when it is there.
        self._since: dict[str, tuple[object, float]] = {}

    def event(self, place: int, face: int, now: float) -> None:
        """Note the change of one place."""
        self._settler.event(place, face, now)

    def whole(self, faces: Sequence[int], now: float) -> None:
        """Note the states of all places; ANY is a sensor that is out of order."""
        self._settler.whole(faces, now)

    def look(self, state: State, now: float, busy: bool = False) -> tuple[MarkerHint, ...]:
        """Return the hints about the track when a turn begins in `state`.

        There are none while the hands are `busy` with the board itself.
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
        """Return whether this owner is to move: the marker may be moved before the piece."""
        return self.track.owners[self._game.to_move(state)] == owner


def marker_of(game: Game, state: State, owner: str) -> int:
    """Return the place where a marker belongs; 0 is the start."""
    return game.tally(state)[f"marker_{owner}"]


def say_hint(hint: MarkerHint, track: MarkerTrack) -> str:
    """Return one hint in words.

    Each colour has a whole sentence, because languages inflect colours.
    """
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
    """Return lights for the places where markers belong and are, like those for pieces."""
    lit: dict[Point, int] = {}
    for hint in hints:
        lit |= {place_name(hint.owner, place): int(Light.REMOVE) for place in hint.wrong}
        if hint.place:
            lit[place_name(hint.owner, hint.place)] = int(Light.PLACE)
    return lit
