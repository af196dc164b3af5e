"""Photographs of the play scene in telling moments, of results and reviews, and film strips.

Nothing here writes into the user's folder.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pygame

from game.rules import parse_setup
from game.rules.base import Action, Game, State
from game.screen.app import App
from game.screen.boards import BoardView, board_view
from game.screen.choreography import Manner, Timeline, stage
from game.screen.input import Pointer
from game.screen.play.boardwidget import BoardWidget
from game.screen.play.interaction import Interaction
from game.screen.play.menu import pause_menu
from game.screen.play.performance import Performance
from game.screen.scene import Scene
from game.screen.scenes.play import PlayScene
from game.screen.scenes.result import ResultScene
from game.screen.scenes.review import ReviewScene
from game.screen.shots import open_over, register
from game.screen.ui.canvas import Canvas
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec

WALLS = "less walls=000000000000001100010001000000000000001010110010000000011000"
TEAM = "less seats=4 tiles=A0B1C2D3E0F1G2H3I0J1K2L3A0B1C2D3"
NAMES = ("Ada", "Mira", "Ben", "Tom")
FRAMES = 12


class Unsaved:
    """Stands in for the autosave: keeps nothing."""

    error = ""

    def save(self, match: Match) -> None:
        pass

    def close(self, keep: bool) -> None:
        pass


def played(setup: str, actions: int, seed: int, engine: bool = False) -> Match:
    """A match some way on, by dice that like jumps."""
    count = parse_setup(setup).seats
    seats = tuple(
        SeatSpec("engine" if engine and n == 0 else "person", 7, NAMES[n]) for n in range(count)
    )
    match = Match(MatchSpec(setup, seats, ClockSpec(420, 2)))
    dice = random.Random(seed)
    while not match.over and len(match.entries) < actions:
        legal = match.legal()
        keen = [action for action in legal if action.kind in ("jump", "leap")]
        cheap = [action for action in legal if action.kind != "bid" or action.cost < 9]
        match.play(dice.choice((keen if dice.random() < 0.5 else []) or cheap))
    return match


def scene_of(setup: str, actions: int, seed: int) -> PlayScene:
    match = played(setup, actions, seed)
    return PlayScene(match.spec, match, autosave=Unsaved())


def _in_play(app: App) -> PlayScene:
    scene = app.scene
    assert isinstance(scene, PlayScene)
    return scene


def aim(app: App) -> None:
    """Choose a piece that leaps or jumps if one does, and point at its target."""
    scene = _in_play(app)
    legal = scene.hand.legal
    best = next((a for a in legal if a.kind in ("leap", "jump")), None) or legal[len(legal) // 2]
    if best.source is not None and scene.hand.source is None:
        _pointer(app, scene, best.source, "down", "up")
    _pointer(app, scene, str(best.target), "move")
    for _frame in range(12):
        app.frame(1 / 60)


def _pointer(app: App, scene: PlayScene, point: str, *kinds: str) -> None:
    x, y = scene.board.place(point)
    for kind in kinds:
        app.frame(1 / 60, [Pointer(kind, (round(x), round(y)))])


def in_the_air(app: App) -> None:
    """A train at its fourth hop or as far as it goes."""
    scene = _in_play(app)
    train = longest_train(scene.game, scene.match.state)
    for action in train[:3]:
        scene.theatre.actions([action])
        scene.theatre.finish()
    if len(train) > 3:
        scene.theatre.actions([train[3]])
        for _frame in range(13):
            app.frame(1 / 60)


def longest_train(game: Game, state: State) -> list[Action]:
    """A long train from here, found by looking a few hops ahead."""
    best: list[Action] = []

    def search(here: State, line: list[Action]) -> None:
        nonlocal best
        if len(line) > len(best):
            best = line
        if len(best) >= 5 or len(line) >= 5:
            return
        for action in game.legal(here):
            if action.kind != "jump" or (line and action.source != line[-1].target):
                continue
            after = game.play(here, action).state
            if game.to_move(after) == game.to_move(here):
                search(after, [*line, action])

    search(state, [])
    return best


def look_back(app: App) -> None:
    _in_play(app).theatre.page(-3)


class Strip(Scene):
    """Twelve moments of one action, left to right, row by row."""

    def __init__(self, setup: str, find: Callable[[Action], bool], seed: int) -> None:
        match = played(setup, 400, seed)
        self.game = match.game
        entry = next(e for e in match.entries if e.action is not None and find(e.action))
        self.before, self.events = entry.before, entry.events
        assert entry.action is not None
        self.points: Sequence[str] = entry.action.points
        self.view: BoardView | None = None

    def resize(self) -> None:
        metrics = self.desk.metrics
        self.cell = (metrics.width // 4, metrics.height // 3)
        self.view = board_view(self.game, self.desk.theme, round(min(self.cell) * 3.2), block=True)
        self.view.topleft = (0, 0)

    def draw(self, canvas: Canvas) -> None:
        view = self.view
        assert view is not None
        board = BoardWidget(Interaction(self.game), lambda action: None, lambda: False)
        board.view = view
        manner = Manner(unit=view.size / 768, style=view.look.style)
        pieces = self.game.pieces(self.before)
        timeline = stage(self.events, view.position, manner, pieces)
        length = max(beat.end for beat in timeline.beats[:2])
        canvas.background()
        for frame in range(FRAMES):
            self._draw_frame(canvas, board, timeline, length * frame / (FRAMES - 1), frame)

    def _draw_frame(
        self, canvas: Canvas, board: BoardWidget, timeline: Timeline, time: float, frame: int
    ) -> None:
        view = board.view
        assert view is not None
        picture = pygame.Surface((view.size, view.size)).convert(canvas.surface)
        picture.fill(canvas.ui.room_edge)
        board.show = Performance(self.game.pieces(self.before), timeline, time=time)
        view.draw(picture)
        board.draw_still(picture, {})
        for sprite in board.show.picture.moving:
            board._draw_moving(picture, sprite)
        middle = [view.position(point) for point in (self.points[0], self.points[-1])]
        x = sum(place[0] for place in middle) / 2
        y = sum(place[1] for place in middle) / 2
        gap = canvas.px(4)
        width, height = self.cell[0] - gap, self.cell[1] - gap
        window = pygame.Rect(0, 0, width, height)
        window.center = (round(x), round(y))
        window.clamp_ip(picture.get_rect())
        spot = (frame % 4 * self.cell[0] + gap // 2, frame // 4 * self.cell[1] + gap // 2)
        canvas.surface.blit(picture, spot, window)


def register_shots() -> None:
    """What this part of the program shows."""
    register("play.more-or-less", lambda: scene_of("more-or-less", 45, 3), aim)
    register("play.train", lambda: scene_of("more-or-less", 31, 8), in_the_air, seconds=0.0)
    register("play.less", lambda: scene_of(WALLS, 16, 5), aim, seconds=4.0)
    register("play.team", lambda: scene_of(TEAM, 33, 5), aim)
    register("play.libra", lambda: scene_of("libra size=6 mode=duel", 148, 5), aim)
    register("play.bid", lambda: scene_of("libra size=5 mode=bid", 3, 5))
    register("play.multiplicity", lambda: scene_of("multiplicity size=5", 48, 5), aim)
    register("play.bound", lambda: scene_of("multiplicity size=5", 5, 5), aim)
    register("play.back", lambda: scene_of("more-or-less", 60, 3), look_back)
    register(
        "play.pause",
        lambda: scene_of("libra size=4 mode=target target=9", 12, 3),
        lambda app: open_over(app, pause_menu(_in_play(app).match)),
    )
    register("result", lambda: ResultScene(_record_breaker()), seconds=8.0)
    register("result.draw", lambda: ResultScene(played(WALLS, 9999, 5)), seconds=4.0)
    register("review", lambda: ReviewScene(played("multiplicity size=4", 99, 3), _even))
    register("strip.jump", lambda: Strip("more-or-less", lambda a: a.kind == "jump", 3))
    register("strip.leap", lambda: Strip(WALLS, lambda a: a.kind == "leap", 5))
    register("strip.climb", lambda: Strip(WALLS, lambda a: a.kind == "step" and a.cost == 2, 6))
    register("strip.double", lambda: Strip(TEAM, lambda a: a.kind == "step" and a.cost == 3, 6))


def _record_breaker() -> Match:
    """A game that a person wins against the engine."""
    for seed in range(50):
        match = played("more-or-less", 9999, seed, engine=True)
        if match.outcome is not None and match.outcome.winners == (1,):
            return match
    raise AssertionError("no seed gives such a game")


def _even(state: State) -> float:
    """A judge who has no opinion but a little wave, for a curve to be seen."""
    return 0.5 + 0.4 * ((sum(state) % 17) / 17 - 0.5)
