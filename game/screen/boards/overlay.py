"""Things drawn on a board besides its pieces: trails, hints, highlights, group outlines."""

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
    """A character in a disc beside a point: an alarm on its right, any other on its left."""

    point: Point
    text: str
    alarm: bool = False


@dataclass
class Overlay:
    """Everything that a scene adds to the board, besides pieces and selection.

    - `trail`: points that a train has touched so far
    - `vacated`: the point that the last turn left
    - `hints`, `threats`: points that are lit
    - `arrows`: drawn over the pieces
    - `marks`: highlights on points
    - `grouping`: returns, for the pieces on screen, the groups to outline and the numbers on them
    - `wrong`: points at which the sensor board shows something else
    - `faults`: points to be put right
    - `doubted`: points whose sensors are not trusted
    - `numbers`: texts on empty points
    - `badges`: discs above pieces and highlights
    - `drawn`: marks that a person has drawn
    """

    trail: tuple[Point, ...] = ()
    turned: tuple[Point, ...] = ()
    vacated: Point | None = None
    last: tuple[Point, ...] = ()
    hints: tuple[Point, ...] = ()
    threats: tuple[Point, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marks: Mapping[Point, str] = field(default_factory=dict)  # kind of highlight by point
    grouping: Callable[[Mapping[Point, Piece]], Groups] | None = None
    wrong: Mapping[Point, Piece | None] = field(default_factory=dict)
    faults: tuple[Point, ...] = ()
    doubted: tuple[Point, ...] = ()
    numbers: Mapping[Point, str] = field(default_factory=dict)
    badges: tuple[Badge, ...] = ()
    drawn: Signs = NOTHING_DRAWN

    def key(self) -> Hashable:
        """Return the values on which the cached picture at rest depends."""
        return self.vacated, self.grouping


def draw_crossed(
    canvas: Canvas, view: BoardView, points: Sequence[Point], strength: float = 1.0
) -> None:
    """Mark a refused move; `points` are its end, or its start and its end."""
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
