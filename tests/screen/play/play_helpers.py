"""A play scene in a hidden window, and functions that play in it by mouse or keys."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from game.platform.settings import Settings
from game.rules.base import Action, Game, State
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.boards.interaction import point_beside
from game.screen.play.kind import PlayKind
from game.screen.play.match_scene import MatchScene
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.screen.ui.input import Pointer, Press
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from tests.support.waiting import BREATH, until

STEP = 1 / 60
POINTING = ("move", "down", "up")  # events of a click

K = TypeVar("K", bound=PlayKind)


def kind_of(scene: Scene, kind: type[K]) -> K:
    """Return the kind of a play scene, which must be of this class."""
    assert isinstance(scene, PlayScene)
    assert isinstance(scene.kind, kind)
    return scene.kind


class Dice:
    """A random player, as a stand-in for the engine."""

    def __init__(self, game: Game, level: int, seed: int) -> None:
        self.game, self.dice = game, random.Random(seed)
        self.turn: tuple[Action, ...] | None = None

    def start(self, state: State, limits: Any = None) -> None:
        turn: list[Action] = []
        here = state
        while not turn or not self.game.turn_ended(state, here):
            turn.append(self.dice.choice(self.game.legal(here)))
            here = self.game.play(here, turn[-1]).state
        self.turn = tuple(turn)

    def poll(self) -> Any:
        class Thought:
            done = True
            best = self.turn

        return Thought

    def stop(self) -> None:
        self.turn = None


class Glanced(App):
    """An app that draws only each scene's or dialog's first frame, because nobody sees the rest.

    Instead of drawing any other frame, it waits a moment, so that threads can run as during
    drawing.
    """

    _glanced: tuple[Scene, ...] = ()

    def draw_if_needed(self, dt: float) -> None:
        shown = tuple(self.stack.visible)
        if shown != self._glanced:
            self._glanced = shown
            super().draw_if_needed(dt)
        elif self._dirty or self.animating:
            self._dirty = False
            until(lambda: False, BREATH)


def steps(app: App, *events: Any) -> None:
    """Run a frame for each event."""
    for event in events:
        app.frame(STEP, () if event is None else (event,))


@contextmanager
def playing(
    setup: str,
    seats: tuple[SeatSpec, ...] = (),
    clock: ClockSpec | None = None,
    size: tuple[int, int] = (800, 600),
    position: str | None = None,
    board: str | None = None,
    make: type[Dice] | None = None,
    kind: type[App] = Glanced,
    **settings: Any,
) -> Iterator[tuple[App, PlayScene]]:
    """Yield an app with a play scene, without animation unless the settings turn it on.

    The last frame is drawn if nothing has failed.
    """
    count = 4 if "seats=4" in setup else 2
    seats = seats or tuple(SeatSpec("person", 5, f"P{n}") for n in range(count))
    scene = PlayScene(
        MatchSpec(setup, seats, clock, position=position, board=board), make=make or Dice
    )
    chosen = Settings(**{"animation_speed": 0.0, **settings})
    app = kind(scene, scenes=open_scene, settings=chosen, size=size)
    try:
        app.frame(STEP)
        yield app, scene
        if app.running:
            app.draw()
    finally:
        app.close()


def frames(app: App, count: int = 1, *events: Any) -> None:
    app.frame(STEP, events)
    steps(app, *[None] * (count - 1))


def spot(scene: MatchScene, point: str) -> tuple[int, int]:
    x, y = scene.board.view.position(point)
    return round(x), round(y)


def last_action(scene: MatchScene) -> Action:
    """Return the action of the last entry, which must not be a resignation or other end."""
    action = scene.match.entries[-1].action
    assert action is not None
    return action


def hinted(scene: MatchScene) -> tuple[str, ...]:
    return scene.board.overlay.hints


def click(app: App, pos: tuple[int, int], touch: bool = False) -> None:
    steps(app, *(Pointer(kind, pos, touch=touch and kind != "move") for kind in POINTING))


def click_on(app: App, scene: MatchScene, name: str) -> None:
    """Click a control of the column, after a frame that lays it out."""
    app.draw()
    click(app, scene.form.get(name).rect.center)


def press(app: App, *commands: str) -> None:
    steps(app, *(Press((command,)) for command in commands))


def play_by_mouse(app: App, scene: MatchScene, action: Action) -> None:
    """Make an action with the mouse alone."""
    hand = scene.hand
    if action.kind == "place":
        if action.piece is not None and action.piece.colour != hand.colour:
            frames(app, 1, Pointer("wheel", scene.board.rect.center, 0, 1.0))
        click(app, spot(scene, str(action.target)))
    elif action.source is not None:
        if hand.source != action.source:
            click(app, spot(scene, action.source))
        click(app, spot(scene, str(action.target)))
    elif action.kind == "bid":
        while hand.bid < action.cost:
            click_on(app, scene, "bid-more")
        click_on(app, scene, "main")
    elif action.kind == "pass" and hand.bids:
        click_on(app, scene, "bid-pass")
    else:
        frames(app, 1, Pointer("move", (2, 2)))
        click_on(app, scene, "main")


def walk(app: App, scene: MatchScene, target: str) -> None:
    """Move the cursor to a point by arrow keys, along the shortest path."""
    board = scene.game.topology
    press(app, "up")
    ways: dict[str, list[str]] = {scene.hand.cursor: []}
    todo = [scene.hand.cursor]
    arrows = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
    while target not in ways:
        here = todo.pop(0)
        for name, way in arrows.items():
            there = point_beside(board, here, *way)
            if there is not None and there not in ways:
                ways[there] = [*ways[here], name]
                todo.append(there)
    press(app, *ways[target])


def play_by_keys(app: App, scene: MatchScene, action: Action) -> None:
    """Make an action with the keyboard alone."""
    hand = scene.hand
    if action.kind == "bid":
        while hand.bid < action.cost:
            press(app, "up")
        press(app, "accept")
    elif action.kind == "stop" or action.kind == "pass":
        press(app, "stop")
    else:
        if action.piece is not None and action.piece.colour != hand.colour:
            press(app, "colour")
        if action.source is not None and hand.source != action.source:
            walk(app, scene, action.source)
            press(app, "accept")
        walk(app, scene, str(action.target))
        press(app, "accept")
