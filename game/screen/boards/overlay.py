"""What is drawn on a board besides its pieces: trails, hints, highlights, group outlines."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field

from game.rules.events import Piece
from game.rules.topology import Point


@dataclass(frozen=True)
class Groups:
    """Groups of stones to outline, each with its stones' colour, and numbers on stones."""

    outlines: tuple[tuple[frozenset[Point], str], ...] = ()
    numbers: Mapping[Point, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Arrow:
    """A way that is advised or feared: `kind` is "hint" or "threat"."""

    source: Point
    target: Point
    kind: str = "hint"


@dataclass(frozen=True)
class Badge:
    """A sign in a disc beside a point: one of alarm to its right, another to its left."""

    point: Point
    text: str
    alarm: bool = False


@dataclass
class Overlay:
    """What a scene wants drawn besides pieces and choice.

    `trail` are the points a train has touched so far; `vacated` the point the last turn left.
    `hints` and `threats` are lit, `arrows` drawn over the pieces, `marks` are signs on points.
    `grouping` tells of the pieces that lie which groups are outlined and numbered, so that they
    follow what the eye sees; `wrong` is what the sensor board shows otherwise, `faults` points
    whose sensor fails.  `badges` stand above pieces and signs.
    """

    trail: tuple[Point, ...] = ()
    turned: tuple[Point, ...] = ()
    vacated: Point | None = None
    last: tuple[Point, ...] = ()
    hints: tuple[Point, ...] = ()
    threats: tuple[Point, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marks: Mapping[Point, str] = field(default_factory=dict)  # point to a kind of sign
    grouping: Callable[[Mapping[Point, Piece]], Groups] | None = None
    wrong: Mapping[Point, Piece | None] = field(default_factory=dict)
    faults: tuple[Point, ...] = ()
    badges: tuple[Badge, ...] = ()

    def key(self) -> Hashable:
        """Return what the resting picture depends on."""
        return self.vacated, self.grouping
