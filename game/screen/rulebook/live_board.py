"""The live board of a rulebook page or a demo: a view, what lies on it, what moves over it.

It only draws; its owners say what happens.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field

import pygame

from game.rules import Event, Game, Piece, Point
from game.rules.events import Jumped, Slid, Stepped
from game.rules.groups import Group, groups_of, middle_of
from game.screen.animation.choreography import MotionStyle, TimelinePlayer
from game.screen.app.scene import AppServices
from game.screen.boards import BoardView
from game.screen.boards.overlay import draw_crossed
from game.screen.play import combo
from game.screen.plugin.registry import board_view, rulebook_of
from game.screen.ui import easing
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import MS


@dataclass
class BoardSigns:
    """What is drawn besides pieces.

    `marks` are kinds of signs by point, `numbers` short texts, `crossed` the two points of a
    refused move; `cursor` is the keyboard's.
    """

    marks: Mapping[Point, str] = field(default_factory=dict)
    numbers: Mapping[Point, str] = field(default_factory=dict)
    crossed: tuple[Point, ...] = ()
    cursor: Point | None = None
    groups: Mapping[frozenset[Point], str] = field(default_factory=dict)  # to the text on them
    trail: tuple[Point, ...] = ()  # the way of the last piece that moved
    named: tuple[Point, ...] = ()  # points to be labelled, where the board has no coordinates


class LiveBoard:
    """A board of one game in a square of the window.  `place` it, then `draw`."""

    def __init__(self, desk: AppServices) -> None:
        self.desk = desk
        self.game: Game | None = None
        self.view: BoardView | None = None
        self.rect = pygame.Rect(0, 0, 64, 64)
        self.age = 0.0
        self._kept: tuple[Hashable, pygame.Surface] | None = None

    def place(self, rect: pygame.Rect) -> None:
        """Place the board, also after a change of theme."""
        self.close()
        self.rect = rect

    def set_game(self, game: Game) -> None:
        if game is not self.game:
            self.close()
            self.game = game

    def close(self) -> None:
        """Stop rendering for this board."""
        if self.view is not None:
            self.view.close()
        self.view = None
        self._kept = None

    @property
    def board(self) -> BoardView:
        assert self.game is not None
        if self.view is None:
            self.view = board_view(self.game, self.desk.theme, self.rect.width)
            self.view.topleft = self.rect.topleft
        return self.view

    def at(self, point: Point) -> tuple[float, float]:
        """Return the pixel of a point."""
        return self.board.position(point)

    @property
    def manner(self) -> MotionStyle:
        """How pieces move here, by the settings."""
        settings, view = self.desk.settings, self.board
        return MotionStyle(
            settings.animation_speed, settings.reduced_motion, view.size / 768, view.look.style
        )

    # -- drawing -------------------------------------------------------------------------------

    def draw(
        self,
        canvas: Canvas,
        pieces: Mapping[Point, Piece],
        show: TimelinePlayer | None = None,
        signs: BoardSigns | None = None,
    ) -> None:
        surface, view = canvas.surface, self.board
        signs = signs or BoardSigns()
        picture = show.picture if show is not None else None
        resting = picture.resting if picture else pieces
        self._draw_still(canvas, resting, signs if show is None else None)
        if show is None:
            self._draw_signs(canvas, pieces, signs)
        for sprite in picture.moving if picture else ():
            view.draw_moving(surface, sprite)
        if show is not None and show.combo is not None:
            lying = tuple(map(view.position, show.before))
            combo.draw(canvas, show.combo, view, (*lying, *show.busy))
        if signs.cursor is not None:
            view.draw_focus(surface, signs.cursor)

    def _draw_still(
        self, canvas: Canvas, resting: Mapping[Point, Piece], signs: BoardSigns | None
    ) -> None:
        """Draw the board with all pieces that rest on it; it is kept as a picture."""
        view, surface = self.board, canvas.surface
        sharp = view.surface
        groups = frozenset(signs.groups) if signs else frozenset()
        trail = signs.trail if signs else ()
        key = (
            id(view),
            sharp,
            view.busy,
            tuple(sorted(resting.items(), key=_by_point)),
            groups,
            trail,
        )
        # Room for the shadow below and to the right; what lies above and left is not ours.
        near, far = canvas.px(9), canvas.px(30)
        area = pygame.Rect(view.rect.left - near, view.rect.top - near, view.size + near + far, 0)
        area.height = view.size + near + far
        area = area.clip(surface.get_rect())
        if self._kept is not None and self._kept[0] == key:
            surface.blit(self._kept[1], area)
            return
        view.draw(surface)
        if signs is not None:
            self._draw_groups(canvas, resting, signs)
            if len(signs.trail) > 1:
                view.draw_path(surface, signs.trail)
        for point, piece in resting.items():
            view.draw_piece(surface, piece, point)
        self._kept = (key, surface.subsurface(area).copy())

    def _draw_groups(
        self, canvas: Canvas, pieces: Mapping[Point, Piece], signs: BoardSigns
    ) -> None:
        by_colour: dict[str, list[frozenset[Point]]] = {}
        for group in signs.groups:
            by_colour.setdefault(pieces[next(iter(group))].colour, []).append(group)
        for groups in by_colour.values():
            self.board.draw_groups(canvas.surface, groups, canvas.ui.accent)

    def _draw_signs(self, canvas: Canvas, pieces: Mapping[Point, Piece], signs: BoardSigns) -> None:
        surface, view = canvas.surface, self.board
        calm = self.desk.settings.reduced_motion or self.desk.settings.animation_speed == 0
        pulse = 0.8 if calm else 0.55 + 0.45 * easing.sine(self.age * 1000 / MS["glow_pulse"] % 1.0)
        for point, kind in signs.marks.items():
            view.draw_glow(surface, point, kind, pulse)
        for group, text in signs.groups.items():
            point = middle_of(view.look.topology, group)
            if text and point in pieces:
                view.draw_number(surface, point, text, pieces[point])
        for point, text in signs.numbers.items():
            if point in pieces and view.look.style == "stone":
                view.draw_number(surface, point, text, pieces[point])
            else:
                x, y = view.position(point)
                off = 0.55 * view.piece_size if point in pieces else 0.0
                view.draw_badge(surface, (x + off, y - off), text)
        if signs.crossed:
            draw_crossed(canvas, view, signs.crossed)
        if signs.named and view.look.cell == "point":
            view.draw_labels(surface, dict(zip(signs.named, signs.named)))


def group_labels(game: Game, pieces: Mapping[Point, Piece]) -> Mapping[Group, str]:
    """Return the groups of stones of one colour, with what is written on them."""
    stones = {point: piece for point, piece in pieces.items() if piece.colour != "grey"}
    order = game.topology.index
    groups = sorted(groups_of(game.topology, stones), key=lambda g: min(order[p] for p in g))
    return rulebook_of(game.key).labels(groups, pieces)


def way_of(events: Iterable[Event]) -> tuple[Point, ...]:
    """Return the points of the way of the last piece that moved."""
    way: list[Point] = []
    for event in events:
        if isinstance(event, Jumped | Stepped):
            points: tuple[Point, ...] = (event.source, event.target)
        elif isinstance(event, Slid):
            points = (event.path[0], event.path[-1])
        else:
            continue
        if way and way[-1] != points[0]:
            way = []
        way += points if not way else points[1:]
    return tuple(way)


def named_in(game: Game, text: str) -> tuple[Point, ...]:
    """Return the points of the board whose names occur in a text."""
    found = re.findall(r"\b[a-z]\d{1,2}\b", text)
    return tuple(dict.fromkeys(p for p in found if p in game.topology.index))


def _by_point(item: tuple[Point, Piece]) -> str:
    return item[0]
