"""The train of the turn that is shown: where the counter has been, what has turned over."""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.events import Flipped, Jumped
from game.rules.topology import Point
from game.table.history import Turn


@dataclass(frozen=True)
class TrainTrail:
    """Points touched so far, and points whose counter turned over."""

    path: tuple[Point, ...] = ()
    turned: tuple[Point, ...] = ()

    @classmethod
    def of(cls, turn: Turn, begun: int) -> TrainTrail:
        """The train of the first `begun` actions; the last of them is still in the air."""
        path: tuple[Point, ...] = ()
        turned: tuple[Point, ...] = ()
        for entry in turn.entries[: max(0, begun - 1)]:
            for event in entry.events:
                if isinstance(event, Jumped):
                    path = (*(path or (event.source,)), event.target)
                elif isinstance(event, Flipped):
                    turned = (*turned, event.point)
        return cls(path, turned)
