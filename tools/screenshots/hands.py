"""Film strips of a hand that lifts, carries, drops and is refused, or drags a whole train.

Also photographs of the play scene at moments when it responds to a hand.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

import pygame

from game.games.less.screen.plugin import SAMPLE
from game.rules.base import Action
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.play.advice import of_turn
from game.screen.play.scene import PlayScene
from game.screen.ui.input import Pointer
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from tools.screenshots.camera import Shot, settle
from tools.screenshots.copies import played_once
from tools.screenshots.play import NAMES, longest_train
from tools.screenshots.strips import COLUMNS, FRAMES, PART

Spot = tuple[float, float]
STEP = 1 / 60


# -- scenes ----------------------------------------------------------------------------------------


def _counters() -> PlayScene:
    match = _with_train_and_slide()
    return PlayScene(match.spec, match, keep=False)


@played_once
def _with_train_and_slide() -> Match:
    """Return a match of More or Less in which a train of three and a slide are possible."""
    for seed in range(200):
        match, dice = _match("more-or-less"), random.Random(seed)
        while len(match.entries) < 40 and not match.over:
            match.play(dice.choice(match.legal()))
        if match.over or match.turn_begun or len(longest_train(match.game, match.state)) < 3:
            continue
        if any(action.kind == "slide" for action in match.legal()):
            return match
    raise AssertionError("no seed gives such a position")


def _match(setup: str) -> Match:
    return Match(MatchSpec(setup, tuple(SeatSpec("person", name=name) for name in NAMES[:2])))


def _start(setup: str) -> Callable[[], Scene]:
    def scene() -> Scene:
        match = _match(setup)
        return PlayScene(match.spec, match, keep=False)

    return scene


# -- films -----------------------------------------------------------------------------------------


class Hand:
    """A pointer that moves over an app's board; if it `films`, every frame is kept."""

    def __init__(self, app: App, films: bool = True) -> None:
        settle(app, 0.3)
        assert isinstance(app.scene, PlayScene)
        self.app, self.scene = app, app.scene
        self.at: Spot = (4.0, 4.0)
        self.films = films
        self.pictures: list[pygame.Surface] = []

    def place(self, point: str | None) -> Spot:
        return self.scene.board.view.position(str(point))

    def move(self, spot: Spot, seconds: float, held: bool = True) -> None:
        """Move the pointer to a place at constant speed."""
        start, frames = self.at, max(1, round(seconds / STEP))
        for number in range(1, frames + 1):
            share = number / frames
            x, y = (a + (b - a) * share for a, b in zip(start, spot))
            self.at = x, y
            self._frame("move", held)

    def press(self) -> None:
        self._frame("down", True)

    def let_go(self) -> None:
        self._frame("up", False)

    def wait(self, seconds: float) -> None:
        for _frame in range(round(seconds / STEP)):
            self.app.frame(STEP)
            self._take()

    def _frame(self, kind: str, held: bool) -> None:
        pos = round(self.at[0]), round(self.at[1])
        self.app.frame(STEP, [Pointer(kind, pos, held=held)])
        self._take()

    def _take(self) -> None:
        if not self.films:
            return
        self.app.draw()
        self.pictures.append(self.app.window.surface.copy())

    def strip(self, area: pygame.Rect) -> pygame.Surface:
        """Return twelve of the pictures at equal intervals, cut to a part of the window."""
        area = area.clip(self.app.window.surface.get_rect())
        size = PART, round(PART * area.height / area.width)
        whole = pygame.Surface((COLUMNS * size[0], FRAMES // COLUMNS * size[1]))
        for number in range(FRAMES):
            picture = self.pictures[number * (len(self.pictures) - 1) // (FRAMES - 1)]
            at = number % COLUMNS * size[0], number // COLUMNS * size[1]
            whole.blit(pygame.transform.smoothscale(picture.subsurface(area), size), at)
        return whole


def _around(hand: Hand, *points: str | None) -> pygame.Rect:
    """Return the part of the window that contains these points."""
    view = hand.scene.board.view
    assert view is not None
    spots = [view.position(point) for point in points if point]
    reach = 2.4 * view.piece_size + max(math.dist(a, b) / 2 for a in spots for b in spots)
    area = pygame.Rect(0, 0, round(2 * reach), round(2 * reach))
    area.center = tuple(round(sum(axis) / len(axis)) for axis in zip(*spots))
    return area.clamp(hand.app.window.surface.get_rect())


def _slide(app: App) -> pygame.Surface:
    """Film a slide: the counter stays on its line although the pointer strays from this line."""
    hand = Hand(app)
    slides = [action for action in hand.scene.hand.legal if action.kind == "slide"]
    action = max(slides, key=lambda a: math.dist(hand.place(a.source), hand.place(a.target)))
    return _carried(hand, action, stray=14.0)


def _jump(app: App) -> pygame.Surface:
    """Film a jump: the counter jumped over leans before it is turned over."""
    hand = Hand(app)
    view = hand.scene.board.view
    assert view is not None
    jumps = [action for action in hand.scene.hand.legal if action.kind == "jump"]
    middle = view.rect.center
    return _carried(hand, min(jumps, key=lambda a: math.dist(hand.place(a.target), middle)))


def _carried(hand: Hand, action: Action, stray: float = 0.0) -> pygame.Surface:
    """Film an action dragged from source to target, `stray` pixels beside the line on the way."""
    start, end = hand.place(action.source), hand.place(action.target)
    length = math.dist(start, end) or 1.0
    beside = (start[1] - end[1]) / length * stray, (end[0] - start[0]) / length * stray
    hand.move(start, 0.05, held=False)
    hand.pictures.clear()
    hand.press()
    hand.wait(0.15)
    for share in (0.35, 0.7):
        x, y = (a + (b - a) * share for a, b in zip(start, end))
        hand.move((x + beside[0], y + beside[1]), 0.16)
    hand.move(end, 0.16)
    hand.wait(0.3)
    hand.let_go()
    hand.wait(0.5)
    return hand.strip(_around(hand, action.source, action.target))


def _refused(app: App) -> pygame.Surface:
    """Film an illegal drop: the piece springs back, and the reason is shown at the target."""
    hand = Hand(app)
    hand.move(hand.place("e2"), 0.05, held=False)
    hand.pictures.clear()
    hand.press()
    hand.wait(0.12)
    hand.move(hand.place("c3"), 0.3)
    hand.wait(0.05)
    hand.let_go()
    hand.wait(0.6)
    return hand.strip(_around(hand, "e2", "c3").inflate(120, 120))


def _train(app: App) -> pygame.Surface:
    """Film three hops made in one drag."""
    hand = Hand(app)
    hops = longest_train(hand.scene.game, hand.scene.match.state)[:3]
    hand.move(hand.place(hops[0].source), 0.05, held=False)
    hand.pictures.clear()
    hand.press()
    hand.wait(0.1)
    for hop in hops:
        hand.move(hand.place(hop.target), 0.2)
        hand.wait(0.55)
    hand.let_go()
    hand.wait(0.4)
    points = [hops[0].source, *(hop.target for hop in hops)]
    return hand.strip(_around(hand, *points))


# -- moments ---------------------------------------------------------------------------------------


def _said(points: Sequence[str]) -> Callable[[App], None]:
    """Return a function that clicks on these points; the scene refuses the last click."""

    def prepare(app: App) -> None:
        hand = Hand(app, films=False)
        for point in points:
            hand.at = hand.place(point)
            hand.press()
            hand.let_go()
        hand.wait(0.3)

    return prepare


def _confirming(app: App) -> None:
    """Place a stone that waits for confirmation."""
    app.change_settings(confirm_turns=True)
    _said(["c3"])(app)
    app.change_settings(confirm_turns=False)


def _hint(app: App) -> None:
    """Show the hint that the engine might give: the position's first action in words and arrows."""
    hand = Hand(app, films=False)
    scene = hand.scene
    keen = [a for a in scene.hand.legal if a.kind in ("jump", "leap")] or scene.hand.legal
    advice = of_turn(scene.game, scene.match.state, keen[:1], names=False)
    assert scene.view is not None
    ways = [(arrow.source, arrow.target) for arrow in advice.arrows]
    scene.hints.advise(scene.view, advice.text, str(advice.at), (advice.points, ways), "")
    scene.board.overlay.arrows, scene.board.overlay.hints = advice.arrows, advice.points
    for _frame in range(20):
        app.frame(STEP)


SHOTS = (
    Shot("strip.hand.slide", _counters, seconds=0.4, film=_slide),
    Shot("strip.hand.jump", _counters, seconds=0.4, film=_jump),
    Shot("strip.hand.refused", _start(SAMPLE), seconds=0.4, film=_refused),
    Shot("strip.hand.train", _counters, seconds=0.4, film=_train),
    Shot("play.refused", _start(SAMPLE), _said(["a3", "f4", "c3"]), seconds=0.0),
    Shot("play.confirm", _start("multiplicity size=3"), _confirming, seconds=0.0),
    Shot("play.hint", _counters, _hint, seconds=0.0),
)
