"""Photographs of the play scene in significant moments.

Nothing here writes into the user's folder.
"""

from __future__ import annotations

import random

from game.games.less.screen.plugin import SAMPLE
from game.rules.base import Action, Game, State
from game.rules.proposals import Play, Resign
from game.rules.registry import parse_setup
from game.screen.app.app import App
from game.screen.play.menu import pause_menu
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.ui.input import Pointer
from game.table.match import Match
from game.table.opponents import OPPONENTS
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from tools.screenshots.camera import Shot
from tools.screenshots.copies import played_once

NAMES = ("Ada", "Mira", "Ben", "Tom")


@played_once
def played(setup: str, actions: int, seed: int, engine: bool = False) -> Match:
    """Return a match after this many random actions, which prefer jumps."""
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
    return PlayScene(match.spec, match, keep=False)


@played_once
def _against(setup: str, actions: int, key: str) -> Match:
    """Return a match after this many actions, against the opponent `key`."""
    one = OPPONENTS[key]
    seats = (SeatSpec("person", name="Ada"), SeatSpec("engine", one.level or 4, one.name, key))
    match = Match(MatchSpec(setup, seats))
    for action in filter(None, (entry.action for entry in played(setup, actions, 5).entries)):
        match.play(action)
    return match


def _met(key: str) -> PlayScene:
    match = _against("multiplicity size=5", 12, key)
    return PlayScene(match.spec, match, keep=False)


def _beaten(loser: int) -> ResultScene:
    match = _against("multiplicity size=5", 31, "juno")
    match.submit_or_raise(Resign(loser))
    return ResultScene(match)


def _in_play(app: App) -> PlayScene:
    scene = app.scene
    assert isinstance(scene, PlayScene)
    return scene


def aim(app: App) -> None:
    """Choose a piece, one that can leap or jump if possible, and point at its target."""
    scene = _in_play(app)
    legal = scene.hand.legal
    best = next((a for a in legal if a.kind in ("leap", "jump")), None) or legal[len(legal) // 2]
    if best.source is not None and scene.hand.source is None:
        _pointer(app, scene, best.source, "down", "up")
    _pointer(app, scene, str(best.target), "move")
    for _frame in range(12):
        app.frame(1 / 60)


def _pointer(app: App, scene: PlayScene, point: str, *kinds: str) -> None:
    x, y = scene.board.view.position(point)
    for kind in kinds:
        app.frame(1 / 60, [Pointer(kind, (round(x), round(y)))])


def in_the_air(app: App) -> None:
    """Show a train at its fourth hop, or at its end if it is shorter."""
    scene = _in_play(app)
    train = longest_train(scene.game, scene.match.state)
    for action in train[:3]:
        scene.propose(Play((action,)))
        scene.playback.finish()
    if len(train) > 3:
        scene.propose(Play((train[3],)))
        for _frame in range(13):
            app.frame(1 / 60)


def longest_train(game: Game, state: State, most: int = 5) -> list[Action]:
    """Return the longest train of up to `most` hops from here."""
    best: list[Action] = []

    def search(here: State, line: list[Action]) -> None:
        nonlocal best
        if len(line) > len(best):
            best = line
        if len(best) >= most or len(line) >= most:
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
    # The scene must have shown the latest position before it looks back.
    app.draw()
    _in_play(app).playback.page(-3)


def _train() -> PlayScene:
    match = _before_train()
    return PlayScene(match.spec, match, keep=False)


@played_once
def _before_train() -> Match:
    """Return a position with a train of four hops in it."""
    for seed in range(200):
        match = played("more-or-less", 40, seed)
        resting = not match.over and match.turn_begun == 0
        if resting and len(longest_train(match.game, match.state)) >= 4:
            return match
    raise AssertionError("no seed gives such a position")


@played_once
def _record_breaker() -> Match:
    """Return a game that a person wins against the engine."""
    for seed in range(50):
        match = played("more-or-less", 9999, seed, engine=True)
        if match.outcome is not None and match.outcome.winners == (1,):
            return match
    raise AssertionError("no seed gives such a game")


SHOTS = (
    Shot("aim.more-or-less", lambda: scene_of("more-or-less", 45, 3), aim),
    Shot("aim.less", lambda: scene_of(SAMPLE, 16, 5), aim, seconds=4.0),
    Shot("aim.libra", lambda: scene_of("libra size=6 mode=duel", 148, 5), aim),
    Shot("aim.multiplicity", lambda: scene_of("multiplicity size=5", 48, 5), aim),
    Shot("aim.bound", lambda: scene_of("multiplicity size=5", 5, 5), aim),
    Shot("play.train", _train, in_the_air, seconds=0.0),
    Shot("play.back", lambda: scene_of("more-or-less", 60, 3), look_back),
    Shot(
        "play.pause",
        lambda: scene_of("libra size=4 mode=target target=9", 12, 3),
        lambda app: app.open(pause_menu(_in_play(app).match, _in_play(app).offers)),
    ),
    Shot("play.sides", lambda: scene_of("more-or-less opening=even seed=7 swap=on", 0, 1)),
    Shot("play.opponent", lambda: _met("juno"), seconds=1.0),
    Shot("result.opponent", lambda: _beaten(1), seconds=8.0),
    Shot("result.lost", lambda: _beaten(0)),
    Shot("result.record", lambda: ResultScene(_record_breaker()), seconds=8.0),
)
