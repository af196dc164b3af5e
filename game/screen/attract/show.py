"""A game that plays itself on a board, with captions: the title's attract mode.

Turns come from `mover`, words from `commentary`; this shows them at a pace that can be followed.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.rules import GAMES, Action, Game, State, parse_setup, usual_setup
from game.rules.events import Event, Flipped, Jumped, Piece
from game.rules.groups import groups_of
from game.rules.topology import Point
from game.screen.animation.choreography import Manner, Timeline, stage
from game.screen.app.scene import Desk
from game.screen.attract.mover import Mover
from game.screen.boards import BoardView
from game.screen.games.commentary import Caption
from game.screen.games.registry import board_view, room_of
from game.screen.play import combo
from game.screen.ui.canvas import Canvas

FIRST_PAUSE, PLACING, PAUSE, TURN_PAUSE, END_PAUSE = 0.8, 0.2, 0.35, 1.1, 5.0
CAPTION_HOLD = 2.2  # seconds a caption stays at least


class DemoBoard:
    """Plays a demo of every game in turn on a board of `size` px.  `update`, then `draw`."""

    def __init__(self, desk: Desk, seed: int = 1, first: int = 0) -> None:
        self.desk = desk
        self.dice = random.Random(seed)
        self.number = first
        self.size = 64
        self.topleft = (0, 0)
        self.view: BoardView | None = None
        self.caption = Caption("", "")
        self._begin()

    # -- the game --------------------------------------------------------------------------------

    def _begin(self) -> None:
        key = GAMES[self.number % len(GAMES)].key
        room = room_of(key)
        self.game: Game = parse_setup(room.demo or usual_setup(key))
        self.commentary = room.commentary(self.game)
        self.state: State = self.game.start()
        self.before: dict[str, Piece] = self.game.pieces(self.state)
        self.timeline: Timeline | None = None
        self.time = 0.0
        self.wait = FIRST_PAUSE
        self.mover = Mover(self.game, self.dice, room.worth)
        self.plan: list[Action] = []
        self.caption = self.commentary.opening()
        self.caption_age = 0.0
        self.train = Train()
        self._close_view()

    def _close_view(self) -> None:
        if self.view is not None:
            self.view.close()
        self.view = None

    close = _close_view

    def place(self, topleft: tuple[int, int], size: int) -> None:
        """Where the board lies; also after a change of theme."""
        self.topleft, self.size = topleft, size
        self._close_view()
        self.timeline = None
        self.before = self.game.pieces(self.state)

    def _view(self) -> BoardView:
        if self.view is None:
            self.view = board_view(self.game, self.desk.theme, self.size)
            self.view.topleft = self.topleft
        return self.view

    def skip(self) -> None:
        """On to the next game."""
        self.number += 1
        self._begin()

    # -- time ------------------------------------------------------------------------------------

    @property
    def animating(self) -> bool:
        return self.timeline is not None

    def update(self, dt: float) -> None:
        self.caption_age += dt
        if self.timeline is not None:
            self.time += dt
            if self.time >= self.timeline.combo_end:
                self.timeline = None
                self.before = self.game.pieces(self.state)
            return
        self.wait -= dt
        if not self.plan and not self.game.over(self.state):
            self._think()
        if self.wait <= 0 and (self.plan or self.game.over(self.state)):
            self._move()

    def _think(self) -> None:
        """A little each frame, while the last turn is being looked at."""
        if self.mover.state != self.state:
            self.mover.start(self.state)
        self.plan = list(self.mover.think() or [])

    def _move(self) -> None:
        if self.game.over(self.state):
            self.skip()
            return
        was = self.state
        action = self.plan.pop(0)
        step = self.game.play(was, action)
        if game_turn_begins(self.game, was):
            self.train = Train()
        self._stage(step.events)
        self.train = self.train.after(step.events)
        self.state = step.state
        self._say(was, step.events)
        self.wait = self._pause(was)

    def _pause(self, was: State) -> float:
        if self.game.over(self.state):
            return END_PAUSE
        same_turn = self.game.turns(was) == self.game.turns(self.state)
        if self.game.phase(self.state) == "placement":
            return PLACING
        return PAUSE if same_turn else TURN_PAUSE

    def _stage(self, events: Sequence[Event]) -> None:
        settings = self.desk.settings
        view = self._view()
        manner = Manner(
            settings.animation_speed,
            settings.reduced_motion,
            view.size / 768,
            view.look.style,
            max(0, len(self.train.path) - 1),
        )
        self.timeline = stage(events, view.position, manner, self.before)
        self.time = 0.0

    def _say(self, was: State, events: Sequence[Event]) -> None:
        """A new caption, unless the last one could not be read yet and nothing has happened."""
        new = self.commentary.describe(was, self.state, events)
        if new.weight or self.caption_age >= CAPTION_HOLD:
            self.caption, self.caption_age = new, 0.0

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        view, surface = self._view(), canvas.surface
        view.draw(surface)
        if len(self.train.path) > 1:
            view.draw_path(surface, self.train.path)
        resting = self.before
        picture = None
        if self.timeline is not None:
            picture = self.timeline.picture(self.before, self.time)
            resting = picture.resting
        if self.game.topology.kind == "hexagon":
            view.draw_groups(surface, outlined(self.game, resting))
        for point, piece in resting.items():
            view.draw_piece(surface, piece, point)
        for point in self.train.turned:
            if point in resting:
                view.draw_glow(surface, point, "over", 0.8)
        if self.timeline is None or picture is None:
            return
        for sprite in picture.moving:
            view.draw_moving(surface, sprite)
        counter = self.timeline.combo(self.time)
        if counter is not None and counter.count > 1:
            combo.draw(canvas, counter, view.rect)


@dataclass(frozen=True)
class Train:
    """The jumps of the turn so far: points touched, and points whose counter turned over."""

    path: tuple[Point, ...] = ()
    turned: tuple[Point, ...] = ()

    def after(self, events: Sequence[Event]) -> Train:
        path, turned = self.path, self.turned
        for event in events:
            if isinstance(event, Jumped):
                path = (*(path or (event.source,)), event.target)
            elif isinstance(event, Flipped):
                turned = (*turned, event.point)
        return Train(path, turned)


def game_turn_begins(game: Game, state: State) -> bool:
    return game.turn_begun(state) == 0


def outlined(game: Game, pieces: Mapping[Point, Piece]) -> list[frozenset[Point]]:
    """Groups of two and more: single stones need no outline."""
    stones = {point: piece for point, piece in pieces.items() if piece.colour != "grey"}
    return [group for group in groups_of(game.topology, stones) if len(group) > 1]
