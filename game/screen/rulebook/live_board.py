"""The live board of a rulebook page or a demo: a view, its pieces, and their animation.

The live board only draws. `BoardPane` is the control for pointing at the board, and its owners
decide what happens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field

import pygame

from game.rules import Event, Game, Piece, Point
from game.rules.events import Jumped, Slid, Stepped
from game.rules.groups import Group, groups_of, middle_of
from game.screen.animation.choreography import MotionStyle, TimelinePlayer
from game.screen.app.scene import STAY, AppServices, Change
from game.screen.boards import BoardView
from game.screen.boards.interaction import point_beside
from game.screen.boards.overlay import draw_crossed
from game.screen.play import combo
from game.screen.plugin.registry import board_view, rulebook_of
from game.screen.ui import easing
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press
from game.screen.ui.tokens import MS
from game.screen.ui.widget import Widget, WidgetState


@dataclass
class BoardSigns:
    """Everything drawn besides pieces.

    `marks` has a kind of highlight for each point, `numbers` a short text. `crossed` are the two
    points of a refused move; `cursor` is the keyboard's cursor.
    """

    marks: Mapping[Point, str] = field(default_factory=dict)
    numbers: Mapping[Point, str] = field(default_factory=dict)
    crossed: tuple[Point, ...] = ()
    cursor: Point | None = None
    groups: Mapping[frozenset[Point], str] = field(default_factory=dict)  # groups and their texts
    trail: tuple[Point, ...] = ()  # path of the last piece that moved
    named: tuple[Point, ...] = ()  # points to label if the board has no coordinates


class LiveBoard:
    """A board of one game in a square of the window.  `place` it, then `draw`."""

    def __init__(self, services: AppServices) -> None:
        self.services = services
        self.game: Game | None = None
        self.view: BoardView | None = None
        self.rect = pygame.Rect(0, 0, 64, 64)
        self.age = 0.0
        self._kept: tuple[Hashable, pygame.Surface] | None = None

    def place(self, rect: pygame.Rect) -> None:
        """Place the board; must be called again after a change of theme."""
        self.close()
        self.rect = rect

    def set_game(self, game: Game) -> None:
        if game is not self.game:
            self.close()
            self.game = game

    def close(self) -> None:
        """Stop rendering this board."""
        if self.view is not None:
            self.view.close()
        self.view = None
        self._kept = None

    @property
    def board(self) -> BoardView:
        assert self.game is not None
        if self.view is None:
            self.view = board_view(self.game, self.services.theme, self.rect.width)
            self.view.topleft = self.rect.topleft
        return self.view

    def at(self, point: Point) -> tuple[float, float]:
        """Return the pixel of a point."""
        return self.board.position(point)

    @property
    def manner(self) -> MotionStyle:
        """The style of movement that the settings ask for."""
        settings, view = self.services.settings, self.board
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
        """Draw the board with its resting pieces, from a cached picture if possible."""
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
        # The cached picture includes the shadow at the lower and right sides, which needs more room
        # there.
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
        calm = self.services.settings.reduced_motion or self.services.settings.animation_speed == 0
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
    """Return the groups of stones of one colour, with the texts on them."""
    stones = {point: piece for point, piece in pieces.items() if piece.colour != "grey"}
    order = game.topology.index
    groups = sorted(groups_of(game.topology, stones), key=lambda g: min(order[p] for p in g))
    return rulebook_of(game.key).labels(groups, pieces)


def way_of(events: Iterable[Event]) -> tuple[Point, ...]:
    """Return the points on the path of the last piece that moved."""
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


ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class BoardPane(Widget):
    """The board as a control. It calls `on_point(point, other)` for a click, tap or Enter.

    `other` is True for the second button or the colour key. Unless `active`, the board accepts no
    input. The callback `paint` draws the board.
    """

    radius = "card"

    def __init__(
        self,
        stage: LiveBoard,
        on_point: Callable[[Point, bool], Change | None],
        paint: Callable[[Canvas], None],
    ) -> None:
        super().__init__("board")
        self.stage, self.on_point, self.paint = stage, on_point, paint
        self.active = False
        self.cursor: Point | None = None
        self.hovered: Point | None = None
        self.by_keys = False

    @property
    def reachable(self) -> bool:
        return super().reachable and self.active

    @property
    def shown_cursor(self) -> Point | None:
        """The point with the keyboard's frame; None if there is none."""
        return self.cursor if self.active and self.by_keys else None

    def press(self, event: Press) -> Change | None:
        if not self.active:
            return None
        if event.means("accept", "colour") and not event.repeat:
            if self.cursor is None:
                return self._first()
            self.by_keys = True
            return self.on_point(self.cursor, event.means("colour")) or STAY
        for command, (dx, dy) in ARROWS.items():
            if event.means(command):
                return self._step(dx, dy)
        return None

    def _first(self) -> Change:
        assert self.stage.game is not None
        board = self.stage.game.topology
        self.cursor = board.centre or board.points[len(board.points) // 2]
        self.by_keys = True
        return STAY

    def _step(self, dx: int, dy: int) -> Change | None:
        assert self.stage.game is not None
        if self.cursor is None or self.cursor not in self.stage.game.topology.index:
            return self._first()
        self.by_keys = True
        there = point_beside(self.stage.game.topology, self.cursor, dx, dy)
        if there is None:
            return None  # past the rim the focus moves to another control
        self.cursor = there
        return STAY

    def pointer(self, event: Pointer) -> Change | None:
        if not self.active or event.kind != "down":
            return STAY if event.kind != "wheel" else None
        point = self.stage.board.point_at(*event.pos)
        self.by_keys = False
        if point is None:
            return STAY
        self.cursor = point
        return self.on_point(point, event.button != 1) or STAY

    def hover(self, event: Pointer) -> bool:
        if not self.active:
            return False
        before, self.hovered = self.hovered, self.stage.board.point_at(*event.pos)
        return before != self.hovered

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        if not look.hovered:
            self.hovered = None
        self.paint(canvas)

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw a frame round the board until an arrow key frames a point instead."""
        if self.cursor is None or not self.by_keys:
            canvas.focus_ring(self.rect.inflate(-6, -6), canvas.px(12))
