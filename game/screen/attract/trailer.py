"""The trailer: shipped games, each from shortly before its turning point, one after the other.

`update`, then `draw`.  Everything goes by the time that has passed: a late frame shows what it
would have shown in time.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

from game.rules import Game, State
from game.rules.events import Piece
from game.rules.groups import groups_of
from game.rules.registry import GAMES
from game.rules.topology import Point
from game.screen.animation.choreography import MotionStyle, Timeline, stage_turn
from game.screen.app.scene import AppServices
from game.screen.attract import pace
from game.screen.attract.clips import Clip, Preparation
from game.screen.attract.narrator import Narrator
from game.screen.attract.preload import Preloader
from game.screen.attract.train import TrainTrail
from game.screen.boards import BoardView
from game.screen.play import combo
from game.screen.plugin.registry import board_view
from game.screen.ui.canvas import Canvas
from game.table.history import Turn
from game.table.match import Match


class Trailer:
    """Shows a game of each kind in turn on a board of `size` px, beginning with number `first`.

    `shift` chooses among the records of each game; the next time round it is another.
    """

    def __init__(self, desk: AppServices, first: int = 0, shift: int = 0) -> None:
        self.desk = desk
        self.dice = random.Random(shift)
        self.number, self.shift = first, shift
        self.size = 64
        self.topleft = (0, 0)
        self.view: BoardView | None = None
        self._next: Preparation | None = None
        self._begin(self._prepared(self.number).finish())

    # -- games -----------------------------------------------------------------------------------

    def _prepared(self, number: int) -> Preparation:
        key = GAMES[number % len(GAMES)].key
        return Preparation(key, self.shift + number // len(GAMES), self.dice)

    def _begin(self, clip: Clip, ahead: Preloader | None = None) -> None:
        self._close_view()
        self.clip = clip
        self.game: Game = clip.game
        self.turns = clip.match.turns
        self.at = clip.cut.enter  # the turn that is shown, or comes next
        self.narrator = (ahead and ahead.narrator) or Narrator(clip)
        if ahead is not None and ahead.view is not None:
            self.view, ahead.view = ahead.view, None
            self.view.topleft = self.topleft
        self.state: State = self.turns[self.at].before
        self.before: dict[str, Piece] = self.game.pieces(self.state)
        self.timeline: Timeline | None = None
        self.age = 0.0  # of what is shown now: a turn, or a rest
        self.length = pace.OPENING_S
        self.closing = False
        self.passed = 0.0
        self.whole = (ahead and ahead.whole) or pace.Pace(self.game).whole(self.turns, clip.cut)
        self.ready: Clip | None = None
        self._next = self._prepared(self.number + 1)
        self._ahead: Preloader | None = None

    def skip(self) -> None:
        """On to the next game."""
        self.number += 1
        preparation, ahead = self._next or self._prepared(self.number), self._ahead
        self._begin(self.ready or preparation.finish(), ahead)
        if ahead is not None:
            ahead.close()

    @property
    def deciding(self) -> bool:
        """Is the turn shown, or next, the one that decides?"""
        return self.at == self.clip.cut.turn

    @property
    def progress(self) -> float:
        """How much of this game has been shown, 0 to 1."""
        return min(1.0, self.passed / self.whole)

    def match_here(self, date: str) -> Match:
        """The match of the position shown, for a person to play on; never one that is over."""
        turn = min(self.at, len(self.turns) - 1)
        return self.clip.match_from(self.clip.cut.turn if self.closing else turn, date)

    # -- view ------------------------------------------------------------------------------------

    def _close_view(self) -> None:
        if self.view is not None:
            self.view.close()
        self.view = None

    def close(self) -> None:
        """Nothing is shown any more."""
        self._close_view()
        self._drop_ahead()

    def _drop_ahead(self) -> None:
        if self._ahead is not None:
            self._ahead.close()
        self._ahead = None

    def place(self, topleft: tuple[int, int], size: int) -> None:
        """Where the board lies; also after a change of theme."""
        self.topleft, self.size = topleft, size
        self.close()
        if self.timeline is not None:
            self._stage(self.turns[self.at])  # the same moment of it, elsewhere

    @property
    def board(self) -> BoardView:
        """The board of the game shown, made when it is asked for."""
        if self.view is None:
            self.view = board_view(self.game, self.desk.theme, self.size)
            self.view.topleft = self.topleft
            if self.view.look.style == "counter":
                self.view.prepare_flips(self.game.kinds)
        return self.view

    # -- time ------------------------------------------------------------------------------------

    @property
    def animating(self) -> bool:
        return self.timeline is not None

    def update(self, dt: float) -> None:
        self.narrator.update(dt)
        if self.ready is None and self._next is not None:
            self.ready = self._next.step()
        elif self.ready is not None:
            if self._ahead is None:
                self._ahead = Preloader(self.ready, self.desk.theme, self.size)
            self._ahead.step()
        self.age += dt
        self.passed += dt
        while self.age >= self.length:
            self.age -= self.length
            self._go_on()
        if self.timeline is not None:
            self.narrator.follow(self.turns[self.at], self.timeline.begun(self._time()))

    def _go_on(self) -> None:
        """A turn has come to its end, or a rest."""
        if self.timeline is not None:
            self._rest()
        elif self.closing:
            self.skip()
        else:
            self._stage(self.turns[self.at])

    def _stage(self, turn: Turn) -> None:
        settings, view = self.desk.settings, self.board
        manner = MotionStyle(1.0, settings.reduced_motion, view.size / 768, view.look.style)
        events = [entry.events for entry in turn.entries]
        self.timeline = stage_turn(events, view.position, manner, self.before)
        self.warp = pace.warp(self.timeline, self.clip.cut.action if self.deciding else None)
        self.length = self.warp.length
        if settings.animation_speed == 0:  # still pictures, at the same pace
            self.timeline = replace(self.timeline, movements=(), counts=())

    def _rest(self) -> None:
        turn = self.turns[self.at]
        self.timeline = None
        self.state = turn.after
        self.before = self.game.pieces(self.state)
        self.at += 1
        self.closing = self.at == self.clip.cut.leave
        self.length = pace.CLOSING_S if self.closing else pace.TURN_PAUSE_S
        if self.deciding:
            self.length = pace.DECIDING_PAUSE_S
            self.narrator.hush(self.turns[self.at])
        elif self.closing:
            self.narrator.close(turn)
        else:
            self.narrator.rest(turn)

    def _time(self) -> float:
        """The time on the timeline."""
        return self.warp.at(self.age)

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        view, surface = self.board, canvas.surface
        view.draw(surface)
        resting, picture, train = self.before, None, TrainTrail()
        if self.timeline is not None:
            turn, now = self.turns[self.at], self._time()
            picture = self.timeline.picture(self.before, now)
            resting = picture.resting
            train = TrainTrail.of(turn, self.timeline.begun(now))
        if len(train.path) > 1:
            view.draw_path(surface, train.path)
        if self.game.topology.kind == "hexagon":
            view.draw_groups(surface, outlined(self.game, resting))
        for point, piece in resting.items():
            view.draw_piece(surface, piece, point)
        for point in train.turned:
            if point in resting:
                view.draw_glow(surface, point, "over", 0.8)
        if picture is not None:
            for sprite in picture.moving:
                view.draw_moving(surface, sprite)
            self._draw_combo(canvas, view)

    def _draw_combo(self, canvas: Canvas, view: BoardView) -> None:
        assert self.timeline is not None
        counter = self.timeline.combo(self._time())
        if counter is not None and counter.count > 1:
            busy = tuple(view.position(point) for point in self.before)
            combo.draw(canvas, counter, view, busy)


def outlined(game: Game, pieces: Mapping[Point, Piece]) -> list[frozenset[Point]]:
    """Groups of two and more: single stones need no outline."""
    stones = {point: piece for point, piece in pieces.items() if piece.colour != "grey"}
    return [group for group in groups_of(game.topology, stones) if len(group) > 1]
