"""Sensors and magnets, watched by their raw readings while a game is played. Pure.

Each changed sensor is read immediately, and distrusted if its readings jump. When a piece has come
to rest, the strength of its signal is read. A point whose piece vanishes and returns by itself is
detected, too.

If signals are weak at one point for different pieces, the point is weak; if they are weak for one
piece at different points, its magnet is weak. A signal is compared with the usual signal of the
same face on the same board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from hardware.wire.messages import GetReadings, Message, Readings

UNSTEADY_SPREAD = 100  # ADC counts between the lowest and the highest of 16 samples
IN_A_ROW = 4  # unsteady readings in a row: single bad samples do not mean a faulty sensor
REST_DELAY_S = 1.0  # seconds until a piece that was put down is read
# A piece that keeps returning is doubted after this many rows of returns within a minute, or after
# a row longer than LONGEST_FIDGET_S.  A pause of FIDGET_PAUSE_S ends a row.  People fidget, and
# children for ten seconds at a time.
FIDGETS, FIDGETS_WITHIN_S, FIDGET_PAUSE_S = 6, 60.0, 3.0
LONGEST_FIDGET_S = 20.0
BLINK_CALM_S = 30.0  # seconds without a return after which a sensor is no longer doubted
BELIEVED_S = 120.0  # seconds for which a person's answer holds
# Seconds between checks of an unsteady sensor, and the steady readings that clear it.
LOOK_AGAIN_S, STEADY_IN_A_ROW = 2.0, 5
READING_TIMEOUT_S = 2.0  # seconds to wait for an answer
EMPTY, SIDES = 0, (1, 2)

WEAK = 0.7  # share of the usual signal; below about half a piece is lost
ENOUGH = 3  # minimum number of readings for a judgement
USUAL_OF = 8  # minimum number of readings of a face for its usual signal
KEPT, COMPARED = 6, 80  # readings kept for a point or a piece, and for a face


class SensorWatch:
    """Sensors that misbehave, found from their readings while a game is played.

    `unsteady` sensors must not be believed; people must be asked about `blinking` ones.  Both sets
    hold points of the board; a point that stays calm for a while is removed.
    """

    def __init__(self) -> None:
        self.unsteady: set[int] = set()
        self.blinking: set[int] = set()
        self.strengths = MagnetStrengths()
        self._suspects: deque[int] = deque()  # points to be read next
        # for each point, since when its piece rests there, and the piece's face
        self._resting: dict[int, tuple[float, int]] = {}
        self._restless: dict[int, int] = {}  # unsteady readings in a row at each point
        # the requested point, the time of the request, whether it is for the strength
        self._asked: tuple[int, float, bool] | None = None
        self._lying: dict[int, int] = {}  # the piece on each point
        self._in_hand: deque[int] = deque()
        self._pieces = 0
        self._last: tuple[int, int] | None = None  # the point touched last, and its face before
        self._faces: dict[int, int] = {}
        # For each point, the first and last return of each row.
        self._blinks: dict[int, list[tuple[float, float]]] = {}
        self._believed: dict[int, float] = {}  # time until which a person's answer holds
        self._to_ask: list[int] = []
        self._steady: dict[int, int] = {}  # steady readings in a row, of unsteady sensors
        self._looked_at = 0.0

    def begin(self) -> None:
        """Start another game: all sensors are trusted again, and the pieces are new ones."""
        self.unsteady.clear()
        self.blinking.clear()
        self._restless.clear()
        self._blinks.clear()
        self._believed.clear()
        self._to_ask.clear()
        self._steady.clear()
        self._lying.clear()
        self._resting.clear()
        self._in_hand.clear()

    def whole(self, faces: tuple[int, ...]) -> None:
        """Note what is on the board, after changes may have been missed.

        The piece on a point that changed unseen is unknown.  A sensor that is out of order is
        skipped.
        """
        for point, face in enumerate(faces):
            if face not in (EMPTY, *SIDES):
                continue
            if self._faces.get(point, face) != face:
                self._lying.pop(point, None)
                self._resting.pop(point, None)
            self._faces[point] = face
            if face != EMPTY and point not in self._lying:
                self._lay(point)

    def changed(self, point: int, face: int, now: float) -> None:
        """Note that the sensor of a point changed."""
        before = self._faces.get(point, EMPTY)
        self._faces[point] = face
        if point not in self._suspects:
            self._suspects.append(point)
        self._resting.pop(point, None)
        if face == EMPTY:
            if point in self._lying:
                self._in_hand.append(self._lying.pop(point))
        else:
            self._note_blink(point, face, now)
            self._resting[point] = now, face
            if point not in self._lying:
                self._lay(point)
        self._last = point, before

    def _lay(self, point: int) -> None:
        """Put down the piece that was lifted first; else a new piece from beside the board."""
        if self._in_hand:
            self._lying[point] = self._in_hand.popleft()
        else:
            self._pieces += 1
            self._lying[point] = self._pieces

    def _note_blink(self, point: int, face: int, now: float) -> None:
        """Note that a piece came back with the same face, and no other point changed in between."""
        if self._last != (point, face):
            return
        rows = self._blinks.setdefault(point, [])
        if rows and now - rows[-1][1] <= FIDGET_PAUSE_S:
            rows[-1] = rows[-1][0], now
        else:
            rows.append((now, now))
        rows[:] = [row for row in rows if now - row[1] <= FIDGETS_WITHIN_S]
        often = len(rows) >= FIDGETS or now - rows[-1][0] > LONGEST_FIDGET_S
        if often and point not in self.blinking and self._believed.get(point, now) <= now:
            self.blinking.add(point)
            self._to_ask.append(point)

    def to_ask(self) -> list[int]:
        """Return the points about which people must be asked, new since the last call."""
        out, self._to_ask = self._to_ask, []
        return out

    def believe(self, point: int) -> None:
        """Note a person's answer that hands moved this piece."""
        if rows := self._blinks.pop(point, []):
            self._believed[point] = rows[-1][1] + BELIEVED_S
        self.blinking.discard(point)

    def calm(self, now: float) -> None:
        """Note that time has passed: a point that has not blinked for long is no longer doubted."""
        for point in list(self.blinking):
            if now - self._blinks[point][-1][1] >= BLINK_CALM_S:
                self.blinking.discard(point)
                del self._blinks[point]
        if now - self._looked_at >= LOOK_AGAIN_S:
            self._looked_at = now
            self._suspects += sorted(self.unsteady.difference(self._suspects))

    # -- readings ----------------------------------------------------------------------------------

    def due(self, now: float) -> GetReadings | None:
        """Return the next reading to request, if any; one at a time."""
        if self._asked is not None and now - self._asked[1] < READING_TIMEOUT_S:
            return None
        point, strength = self._next(now)
        if point is None:
            self._asked = None
            return None
        self._asked = point, now, strength
        return GetReadings(first=point, count=1)

    def _next(self, now: float) -> tuple[int | None, bool]:
        if self._suspects:
            return self._suspects.popleft(), False
        for point, (since, _face) in self._resting.items():
            if now - since >= REST_DELAY_S:
                return point, True
        return None, False

    def on_message(self, message: Message) -> None:
        """Use an answer of the board; answers to others' requests are ignored."""
        if self._asked is None or not isinstance(message, Readings):
            return
        point, _when, strength = self._asked
        if message.first != point or len(message.readings) != 1:
            return
        self._asked = None
        reading = message.readings[0]
        if point in self.unsteady:
            return self._looked_again(point, reading.noise)
        if reading.noise > UNSTEADY_SPREAD:
            self._restless[point] = self._restless.get(point, 0) + 1
            if self._restless[point] < IN_A_ROW:
                self._suspects.append(point)
            else:
                self.unsteady.add(point)
            return
        self._restless.pop(point, None)
        if strength and point in self._resting:
            _since, face = self._resting.pop(point)
            counts = abs(reading.value - reading.baseline)
            self.strengths.add(MagnetSignal(point, self._lying[point], face, counts))

    def _looked_again(self, point: int, noise: int) -> None:
        steady = 0 if noise > UNSTEADY_SPREAD else self._steady.get(point, 0) + 1
        self._steady[point] = steady
        if steady >= STEADY_IN_A_ROW:
            self.unsteady.discard(point)
            del self._steady[point]


@dataclass(frozen=True, slots=True)
class MagnetSignal:
    """A piece that came to rest on a point: how far it moved the sensor, in ADC counts."""

    point: int
    piece: int
    face: int
    counts: int


class MagnetStrengths:
    """The signal strengths of magnets, which tell a weak point from a weak piece."""

    def __init__(self) -> None:
        self._of_face: dict[int, deque[int]] = {}
        self._at: dict[int, deque[MagnetSignal]] = {}
        self._of: dict[int, deque[MagnetSignal]] = {}

    def add(self, signal: MagnetSignal) -> None:
        """Add one more signal."""
        self._of_face.setdefault(signal.face, deque(maxlen=COMPARED)).append(signal.counts)
        self._at.setdefault(signal.point, deque(maxlen=KEPT)).append(signal)
        self._of.setdefault(signal.piece, deque(maxlen=KEPT)).append(signal)

    def share(self, point: int) -> float | None:
        """Return the median strength at a point, 1 being usual; None while too little is known."""
        return self._middle(self._at.get(point, ()))

    def points(self) -> tuple[int, ...]:
        """Return the points that are weak whichever piece is on them."""
        return tuple(sorted(point for point in self._at if self._is_weak_point(point)))

    def pieces(self) -> dict[int, int]:
        """Return the pieces that are weak wherever they are, with the last point of each."""
        weak = [piece for piece in self._of if self._is_weak_piece(piece)]
        return {piece: self._of[piece][-1].point for piece in weak}

    def _is_weak_point(self, point: int) -> bool:
        here = self._at[point]
        pieces = {signal.piece for signal in here}
        if len(here) < ENOUGH or len(pieces) < 2 or not self._weak(here):
            return False
        elsewhere = [s for piece in pieces for s in self._of[piece] if s.point != point]
        return not self._weak(elsewhere)

    def _is_weak_piece(self, piece: int) -> bool:
        its = self._of[piece]
        points = {signal.point for signal in its}
        if len(its) < ENOUGH or len(points) < 2 or not self._weak(its):
            return False
        others = [s for point in points for s in self._at[point] if s.piece != piece]
        return not self._weak(others)

    def _weak(self, signals: Iterable[MagnetSignal]) -> bool:
        middle = self._middle(signals)
        return middle is not None and middle < WEAK

    def _middle(self, signals: Iterable[MagnetSignal]) -> float | None:
        shares = [share for share in map(self._share, signals) if share is not None]
        return median(shares) if shares else None

    def _share(self, signal: MagnetSignal) -> float | None:
        usual = self._of_face[signal.face]
        return signal.counts / max(1.0, median(usual)) if len(usual) >= USUAL_OF else None
