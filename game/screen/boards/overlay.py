"""What is drawn on a board besides its pieces: trails, hints, highlights, group outlines."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field

import pygame

from game.pictures.signs import NOTHING_DRAWN, Signs
from game.rules.events import Piece
from game.rules.topology import Point
from game.screen.animation.movements import between
from game.screen.animation.ways import Arrow
from game.screen.boards.view import BoardView
from game.screen.ui import pencil
from game.screen.ui.canvas import Canvas


@dataclass(frozen=True)
class Groups:
    """Groups of stones to outline, each with its stones' colour, and numbers on stones."""

    outlines: tuple[tuple[frozenset[Point], str], ...] = ()
    numbers: Mapping[Point, str] = field(default_factory=dict)


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
    to be put right, `doubted` those whose sensors are not believed.  `numbers` stand on empty
    points, `badges` above pieces and signs, `drawn` is what a person has drawn.
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
    doubted: tuple[Point, ...] = ()
    numbers: Mapping[Point, str] = field(default_factory=dict)
    badges: tuple[Badge, ...] = ()
    drawn: Signs = NOTHING_DRAWN

    def key(self) -> Hashable:
        """Return what the resting picture depends on."""
        return self.vacated, self.grouping


def draw_crossed(
    canvas: Canvas, view: BoardView, points: Sequence[Point], strength: float = 1.0
) -> None:
    """Mark a refused move; `points` is its end, or its start and its end."""
    end = view.position(points[-1])
    if len(points) > 1 and points[0] != points[-1]:
        view.draw_glow(canvas.surface, points[0], "chosen", strength)
        if strength > 0.5:
            draw_dashes(canvas, view.position(points[0]), end)
    radius = max(canvas.px(17), 12, round(view.piece_size * 0.30))
    draw_cross(canvas, end, round(radius * (0.5 + 0.5 * strength)))


def draw_cross(canvas: Canvas, at: tuple[float, float], radius: int) -> None:
    """Draw a cross in a dark disc."""
    ui = canvas.ui
    box = pygame.Rect(0, 0, 2 * radius, 2 * radius)
    box.center = (round(at[0]), round(at[1]))
    canvas.rounded(box, radius, ui.casing, ui.bad, max(2, radius // 6))
    size = 24 * (1.2 * radius) / max(1, canvas.px(24))
    canvas.icon("cross", box.center, (255, 247, 230) if canvas.theme.flat else ui.bad, size)


def draw_dashes(canvas: Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw a dashed line in a dark casing."""
    length = max(1.0, ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5)
    step = canvas.px(16)
    wide = max(3, canvas.px(5))
    count = max(1, round(length / step))
    for number in range(count):
        a, b = number / count, (number + 0.55) / count
        here, there = between(start, end, a), between(start, end, b)
        pencil.line(canvas.surface, canvas.ui.casing, here, there, wide + canvas.px(4))
        pencil.line(canvas.surface, canvas.ui.bad, here, there, wide)
