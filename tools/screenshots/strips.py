"""Film strips: one movement in twelve pictures, taken from the window while it happens."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import pygame

from game.games.less.screen.plugin import SAMPLE
from game.rules.base import Action
from game.rules.events import Event, Flipped, Jumped, Placed, Stepped
from game.rules.proposals import Play
from game.rules.registry import GAMES, usual_setup
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.scene import Change, Pop, Push, Replace, Scene
from game.screen.guided.scene import GuidedPlay, guided_scene
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.play.advice import TURN, WHY
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.ui.input import Pointer
from game.table.history import HistoryEntry
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec, two_people
from tools.screenshots.camera import (
    Factory,
    Film,
    Shot,
    playing,
    settle,
    wait,
)
from tools.screenshots.guided import asked
from tools.screenshots.matches import finished
from tools.screenshots.play import longest_train, scene_of

FRAMES, COLUMNS = 12, 6
# Width in pixels of each picture of a strip: small and large.
PART, WHOLE = 300, 420
CHEERING = 5.0  # seconds of a celebration
# Seconds from the last turn to the end of the film, at ten pictures a second.
ENDING = 4.8
# Seconds of three other films, at ten pictures a second.
LESSON_WON, REFUSED, ADVISED = 3.6, 1.8, 4.8
LONG = 7  # from this hop on, a train shakes the picture
STEP = 1 / 60  # seconds a frame
FLIGHT = 0.36  # seconds of a change of scene
WALLS = "less walls=120200200102001120010201002000102002002010110210020020011020"
Wanted = Callable[[Sequence[Event]], bool]


def _flips(events: Sequence[Event]) -> bool:
    return any(isinstance(event, Flipped) for event in events)


def _leaps(events: Sequence[Event]) -> bool:
    return any(isinstance(event, Jumped) for event in events) and not _flips(events)


def _drops(events: Sequence[Event]) -> bool:
    return any(isinstance(event, Placed) for event in events)


def _climbs(walls: int) -> Wanted:
    def over(events: Sequence[Event]) -> bool:
        return any(isinstance(event, Stepped) and event.walls == walls for event in events)

    return over


# -- scenes ----------------------------------------------------------------------------------------


def _begun(setup: str, actions: int, wanted: Wanted) -> Scene:
    """Return a match after at least `actions` actions, with a wanted movement possible."""
    for seed in range(200):
        match, dice = _match(setup), random.Random(seed)
        while len(match.entries) < 2 * actions and not match.over:
            if len(match.entries) >= actions and _choices(match, wanted):
                return PlayScene(match.spec, match, keep=False)
            match.play(dice.choice(match.legal()))
    raise AssertionError(f"{setup}: no such movement")


def _match(setup: str) -> Match:
    return Match(
        MatchSpec(setup, (SeatSpec("person", name="Ada"), SeatSpec("person", name="Mira")))
    )


def _choices(match: Match, wanted: Wanted) -> list[Action]:
    return [a for a in match.legal() if wanted(match.game.play(match.state, a).events)]


def _before_train(hops: int = 4) -> Scene:
    for seed in range(200):
        match, dice = _match("more-or-less"), random.Random(seed)
        while len(match.entries) < 40 and not match.over:
            match.play(dice.choice(match.legal()))
        begun = match.over or match.turn_begun > 0
        if not begun and len(longest_train(match.game, match.state, hops)) >= hops:
            return PlayScene(match.spec, match, keep=False)
    raise AssertionError("no seed gives such a position")


def _won() -> Scene:
    match, dice = _match("multiplicity size=3"), random.Random(4)
    while not match.over:
        match.play(dice.choice(match.legal()))
    return ResultScene(match)


def _actions(entries: Iterable[HistoryEntry]) -> tuple[Action, ...]:
    return tuple(entry.action for entry in entries if entry.action is not None)


def _before_the_end(key: str) -> Scene:
    """Return a finished game, stopped before its last turn."""
    whole = finished(key)
    match = Match(whole.spec)
    for action in _actions(whole.entries[: whole.turns[-1].first]):
        match.play(action)
    return PlayScene(match.spec, match, keep=False)


# -- strips ----------------------------------------------------------------------------------------


def _movement(wanted: Wanted) -> Callable[[App], pygame.Surface]:
    """Return a film of a wanted movement, cut to the part of the board where it happens."""

    def strip(app: App) -> pygame.Surface:
        scene = _playing(app)
        view = scene.board.view
        assert view is not None
        # Near the middle, all the surroundings of an action are on the board.
        action = min(
            _choices(scene.match, wanted),
            key=lambda a: math.dist(view.position(a.target or ""), view.rect.center),
        )
        spots = [view.position(p) for p in (action.source, action.target) if p]
        reach = 2.2 * view.piece_size + max(math.dist(a, b) / 2 for a in spots for b in spots)
        area = pygame.Rect(0, 0, round(2 * reach), round(2 * reach))
        area.center = tuple(round(sum(axis) / len(axis)) for axis in zip(*spots))
        area.clamp_ip(app.window.surface.get_rect())
        scene.propose(Play((action,)))
        assert scene.board.show is not None
        seconds = scene.board.show.timeline.duration + 0.1
        return _film(app, area, seconds, PART)

    return strip


def _train(app: App) -> pygame.Surface:
    """Film four hops in a row, with the growing number of hops."""
    scene = _playing(app)
    scene.propose(Play(tuple(longest_train(scene.game, scene.match.state, 4))))
    assert scene.board.show is not None
    assert scene.board.view is not None
    seconds = scene.board.show.timeline.combo_end
    return _film(app, scene.board.view.rect.inflate(24, 24), seconds, WHOLE)


def _long_train(app: App) -> pygame.Surface:
    """Film a train from the first hop that shakes the picture, ten pictures a second."""
    scene = _playing(app)
    train = longest_train(scene.game, scene.match.state, LONG)
    scene.propose(Play(tuple(train)))
    assert scene.board.show is not None
    timeline = scene.board.show.timeline
    first = timeline.shakes[0][0] - 0.3
    while scene.board.show is not None and scene.board.show.time < first:
        app.frame(STEP)
    seconds = timeline.combo_end - first
    return _film(app, app.window.surface.get_rect(), seconds, PART, round(seconds * 10))


def _lesson_won(app: App) -> pygame.Surface:
    """Film the last step of a lesson, played as asked, and the celebration of the win."""
    scene, lesson = playing(app, GuidedPlay)
    asked(len(lesson.lesson.steps) - 1, app)
    settle(app, 0.2)
    scene.propose(Play((lesson.wanted[0],)))
    return _film(app, app.window.surface.get_rect(), LESSON_WON, PART, round(LESSON_WON * 10))


def _refusal(app: App) -> pygame.Surface:
    """Film an illegal action, then the hint that explains the refusal."""
    scene = _playing(app)
    view = scene.board.view
    for point in ("e2", "c3"):
        spot = tuple(round(axis) for axis in view.position(point))
        for kind in ("move", "down", "up"):
            app.frame(STEP, [Pointer(kind, (spot[0], spot[1]))])
    said = _film(app, app.window.surface.get_rect(), REFUSED, PART, round(REFUSED * 10))
    scene.ask_hint()
    shown = _film(app, app.window.surface.get_rect(), ENDING, PART, round(ENDING * 10))
    return _below(said, shown)


def _hint(app: App) -> pygame.Surface:
    """Film a hint: its turn, then the reason with the reply and the decisive number."""
    scene = _playing(app)
    films = []
    scene.ask_hint()
    wait(app, lambda: scene.assistant.answer is not None)
    while scene.advice.goes_on:
        scene.ask_hint()
        app.frame(STEP)
        answer = scene.assistant.answer
        if answer is not None and answer.step in (TURN, WHY):
            frames = round(ADVISED * 10)
            films.append(_film(app, app.window.surface.get_rect(), ADVISED, PART, frames))
    return _below(*films)


def _below(*films: pygame.Surface) -> pygame.Surface:
    whole = pygame.Surface((films[0].get_width(), sum(film.get_height() for film in films)))
    top = 0
    for film in films:
        whole.blit(film, (0, top))
        top += film.get_height()
    return whole


def _end(key: str) -> Film:
    """Return the film of a game's last turn, and of what follows it immediately."""

    def strip(app: App) -> pygame.Surface:
        scene = _playing(app)
        scene.propose(Play(_actions(finished(key).turns[-1].entries)))
        return _film(app, app.window.surface.get_rect(), ENDING, PART, round(ENDING * 10))

    return strip


def _flight(*ways: Callable[[], Change]) -> Callable[[App], pygame.Surface]:
    """Return the film of changes from scene to scene, a row for each change."""

    def strip(app: App) -> pygame.Surface:
        rows = []
        for way in ways:
            app.change(way())
            rows.append(_film(app, app.window.surface.get_rect(), FLIGHT, WHOLE, COLUMNS))
            settle(app, 0.6)
        return _below(*rows)

    return strip


def _to_new() -> Change:
    return Push(routes.NewMatch("less"))


def _to_less() -> Change:
    return Replace(routes.PlayMatch(two_people(WALLS)))


def _to_settings() -> Change:
    return Push(routes.EditSettings())


def _celebration(app: App) -> pygame.Surface:
    return _film(app, app.window.surface.get_rect(), CHEERING, WHOLE)


def _playing(app: App) -> PlayScene:
    settle(app, 0.2)
    scene = app.scene
    assert isinstance(scene, PlayScene)
    return scene


def _film(
    app: App, area: pygame.Rect, seconds: float, width: int, frames: int = FRAMES
) -> pygame.Surface:
    """Film a part of the window for this many seconds, six pictures in a row."""
    size = width, round(width * area.height / area.width)
    rows = math.ceil(frames / COLUMNS)
    strip = pygame.Surface((COLUMNS * size[0], rows * size[1]))
    for number in range(frames):
        if number:
            parts = max(1, round(seconds / (frames - 1) / STEP))
            for _part in range(parts):  # falling pieces need small time steps
                app.frame(seconds / (frames - 1) / parts)
        app.draw()
        part = app.window.surface.subsurface(area.clip(app.window.surface.get_rect()))
        at = number % COLUMNS * size[0], number // COLUMNS * size[1]
        strip.blit(pygame.transform.smoothscale(part, size), at)
    return strip


def _strip(name: str, factory: Factory, film: Film) -> Shot:
    return Shot(f"strip.{name}", factory, seconds=0.4, film=film)


def _moved(name: str, setup: str, actions: int, wanted: Wanted) -> Shot:
    """Return the strip of a wanted movement that is possible after this many actions."""
    return _strip(name, lambda: _begun(setup, actions, wanted), _movement(wanted))


SHOTS = (
    _moved("jump", "more-or-less", 40, _flips),
    _moved("leap", WALLS, 12, _leaps),
    _moved("climb", WALLS, 6, _climbs(1)),
    _moved("double", WALLS, 6, _climbs(2)),
    _moved("drop", "libra size=4 mode=duel", 18, _drops),
    _strip("train", _before_train, _train),
    _strip("win", _won, _celebration),
    *(_strip(f"end.{g.key}", partial(_before_the_end, g.key), _end(g.key)) for g in GAMES),
    _strip("shake", partial(_before_train, LONG), _long_train),
    _strip("refusal", partial(scene_of, SAMPLE, 0, 1), _refusal),
    *(_strip(f"hint.{g.key}", partial(scene_of, usual_setup(g.key), 30, 3), _hint) for g in GAMES),
    *(
        _strip(f"lesson.{g.key}", partial(guided_scene, g.key, keep=False), _lesson_won)
        for g in GAMES
    ),
    _strip(
        "flight", lambda: GameChoiceScene("less"), _flight(_to_new, _to_less, Pop, _to_settings)
    ),
)
