"""How strongly magnets are seen, and what weakens: a point or a piece.  Pure.

What stays at a point while pieces come and go is the point's; what travels with a piece is its
magnet's.  Signals are compared with the usual one of the same board, for the same face.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

WEAK = 0.7  # share of the usual signal; a piece is lost at about a half
ENOUGH = 3  # readings that must agree
USUAL_OF = 8  # readings of a face from which on it is known what is usual
KEPT, COMPARED = 6, 80  # readings kept of a point or a piece, and of a face


@dataclass(frozen=True, slots=True)
class MagnetSignal:
    """A piece that came to rest on a point: how far it moved the sensor, in ADC counts."""

    point: int
    piece: int
    face: int
    counts: int


class MagnetStrengths:
    """Feed it signals; ask which points and which pieces are weak."""

    def __init__(self) -> None:
        self._of_face: dict[int, deque[int]] = {}
        self._at: dict[int, deque[MagnetSignal]] = {}
        self._of: dict[int, deque[MagnetSignal]] = {}

    def add(self, signal: MagnetSignal) -> None:
        """One more reading."""
        self._of_face.setdefault(signal.face, deque(maxlen=COMPARED)).append(signal.counts)
        self._at.setdefault(signal.point, deque(maxlen=KEPT)).append(signal)
        self._of.setdefault(signal.piece, deque(maxlen=KEPT)).append(signal)

    def share(self, point: int) -> float | None:
        """How strong pieces are at a point, 1 is usual; None while too little is known."""
        return self._middle(self._at.get(point, ()))

    def points(self) -> tuple[int, ...]:
        """The points that are weak whatever lies there."""
        return tuple(sorted(point for point in self._at if self._is_weak_point(point)))

    def pieces(self) -> dict[int, int]:
        """The pieces that are weak wherever they lie, and where they lay last."""
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
