"""The faces of pieces that sensors see, and the image of a position on a board.  Pure.

A disc magnet in every counter gives a point three states: `EMPTY`, `ONE` or `TWO`.  A board that
only senses occupancy reports `EMPTY` and `ONE`.  Only `faces_of` knows which piece shows which
face.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from game.rules.base import Action, Game, State
from game.rules.events import Piece
from game.rules.topology import Point

EMPTY, ONE, TWO = 0, 1, 2
ANY = 3  # a point that the tracker ignores

SIDE, OCCUPANCY = "side", "occupancy"

CACHED_IMAGES = 5000  # maximum number of cached images of positions

SensorImage = tuple[int, ...]  # a face per point, in the order of the game's topology


def faces_of(kinds: Sequence[Piece]) -> dict[tuple[str, int], int]:
    """Return the face of each colour and mark: the first colour shows `ONE`.

    If partners share a colour, the polarity distinguishes the partners, and tracking knows the
    colours.  Grey counters belong to no player; they may or may not have a magnet.
    """
    partners = any(kind.mark for kind in kinds)
    return {
        (kind.colour, kind.mark): TWO
        if (kind.mark if partners else kind.colour != kinds[0].colour)
        else ONE
        for kind in kinds
    }


class SensorModel:
    """The images of one game's positions on a board with the given sensing."""

    def __init__(self, game: Game, sensing: str = SIDE) -> None:
        self.game = game
        self.sensing = sensing
        self.points = game.topology.points
        self.index = game.topology.index
        self._faces = faces_of(game.kinds)
        self._images: dict[State, SensorImage] = {}
        self._legal: dict[State, Sequence[Action]] = {}
        self._after: dict[tuple[State, int], State] = {}
        self.unseen: set[int] = set()  # points of play whose sensors are distrusted
        start = game.pieces(game.start())
        self.ignored = {
            self.index[point] for point, piece in start.items() if self.face(piece) == ANY
        }

    def face(self, piece: Piece | None) -> int:
        """Return the face that a sensor sees of `piece`; ANY if the piece is part of the board."""
        if piece is None:
            return EMPTY
        face = self._faces.get((piece.colour, piece.mark), ANY)
        return min(face, ONE) if self.sensing == OCCUPANCY and face != ANY else face

    def image_of(self, pieces: Mapping[Point, Piece]) -> SensorImage:
        """Return the image of a board with these pieces on it."""
        faces = [EMPTY] * len(self.points)
        for point, piece in pieces.items():
            faces[self.index[point]] = self.face(piece)
        for number in self.ignored:
            faces[number] = ANY
        return tuple(faces)

    def image(self, state: State) -> SensorImage:
        """Return the image of a position; cached, because it is often needed."""
        found = self._images.get(state)
        if found is None:
            if len(self._images) >= CACHED_IMAGES:
                self._images.clear()
            found = self._images[state] = self.image_of(self.game.pieces(state))
        return found

    def legal(self, state: State) -> Sequence[Action]:
        """Return the legal actions that hands can make in a position; cached.

        Hands cannot choose a side, because nothing on the board shows it.
        """
        found = self._legal.get(state)
        if found is None:
            if len(self._legal) >= CACHED_IMAGES:
                self._legal.clear()
            legal = [] if self.game.choosing(state) else self.game.legal(state)
            found = self._legal[state] = legal
        return found

    def after(self, state: State, action: Action) -> State:
        """Return the position after a legal action; cached."""
        key = state, action.code
        found = self._after.get(key)
        if found is None:
            if len(self._after) >= CACHED_IMAGES:
                self._after.clear()
            found = self._after[key] = self.game.advance(state, action)
        return found

    def turned(self, before: State, after: State) -> set[int]:
        """Return the points whose piece changed colour without moving; this works for any board."""
        old, new = self.game.pieces(before), self.game.pieces(after)
        return {
            self.index[point]
            for point, piece in old.items()
            if point in new and new[point].colour != piece.colour
        }

    def ignore(self, points: Iterable[int]) -> None:
        """Ignore these points, because their sensors are out of order."""
        self.unseen.update(number for number in points if number not in self.ignored)
        self.ignored.update(self.unseen)
        self._images.clear()

    def trust(self, points: Iterable[int]) -> None:
        """Stop ignoring these points; obstacles stay ignored."""
        back = self.unseen.intersection(points)
        self.unseen -= back
        self.ignored -= back
        self._images.clear()

    def observed(self, faces: Sequence[int]) -> SensorImage:
        """Return a raw image, reduced to the board's sensing and with ANY for ignored points."""
        seen = [min(face, ONE) for face in faces] if self.sensing == OCCUPANCY else list(faces)
        for number in self.ignored:
            seen[number] = ANY
        return tuple(seen)

    def piece(self, face: int, state: State) -> Piece | None:
        """Return a piece that shows this face, for drawing; preferably one of the seat to move."""
        if face == EMPTY:
            return None
        placed = self.game.placed(state)
        seat = self.game.to_move(state) if placed is None else placed.seat
        lying = list(self.game.pieces(state).values()) + list(
            self.game.pieces(self.game.start()).values()
        )
        alike = [piece for piece in lying if self.face(piece) == face]
        for piece in alike:
            if piece.seat == seat:
                return piece
        if alike and self.sensing == SIDE:
            return alike[0]
        for (colour, mark), shown in self._faces.items():
            if shown == face:
                return Piece(colour, None, mark)
        return None


class PendingFlips:
    """Counters still to be turned over, which a board without sides cannot see.

    The match knows the colours.  After a turn that turned counters over, people are reminded of
    each until it has been lifted and put back (before the turn was read, or since), or the next
    turn is over.  `owed` are the numbers of their points.
    """

    def __init__(self, sensors: SensorModel) -> None:
        self.sensors = sensors
        self.owed: set[int] = set()
        self._state: State | None = None
        self._lifted: set[int] = set()
        self._put_back: set[int] = set()  # points lifted and put back since the last turn

    def touched(self, point: int, face: int) -> None:
        """Note that the sensor of a point changed."""
        if face == EMPTY:
            self._lifted.add(point)
        elif point in self._lifted:
            self._lifted.discard(point)
            self._put_back.add(point)
            self.owed.discard(point)

    def turn_begins(self, state: State, before: State | None) -> None:
        """Begin a turn in `state`, after one begun in `before`; cheap for the same `state`."""
        if state == self._state:
            return
        known, self._state = self._state, state
        turned = set() if before is None or known is None else self.sensors.turned(before, state)
        self.owed = turned - self._put_back
        self._put_back.clear()
