"""Photographs of matches: play scenes in the middle of a game, their ends, a review."""

from __future__ import annotations

import math
import random
from functools import cache, partial

from game.games.less.rules import Less
from game.games.less.screen.plugin import SAMPLE
from game.rules import Action, State
from game.rules.registry import GAMES
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.play.match_scene import MatchScene
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.table.match import Match
from game.table.series import Series
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from tools.screenshots.camera import Shot
from tools.screenshots.copies import played_once

SETUPS = {
    "more-or-less": ("more-or-less", 62, 11),
    "less": (SAMPLE, 20, 5),
    "less4": ("less seats=4 seed=5", 25, 2),
    "limit": (SAMPLE, 580, 5),
    "free-pass": ("more-or-less pass=free", 25, 11),
    "libra": ("libra size=5 mode=duel", 40, 3),
    "libra2": ("libra size=2 mode=duel", 3, 3),
    "libra8": ("libra size=8 mode=duel", 90, 3),
    "bid": ("libra size=5 mode=bid", 2, 8),
    "multiplicity": ("multiplicity size=5", 40, 4),
    "free-opening": ("multiplicity size=5 opening=free", 14, 4),
}
NAMES = ("Ada", "Ben", "Mira", "Tom")
TO_ITS_END = 4000  # more actions than any game has


@played_once
def match_at(setup: str, actions: int, seed: int) -> Match:
    """Return a match between people after this many actions, random but always the same."""
    seats = 4 if "seats=4" in setup else 2
    people = tuple(SeatSpec("person", 5, name) for name in NAMES[:seats])
    match = Match(MatchSpec(setup, people, ClockSpec(600.0, 5.0), seed=1), date="2026-11-20")
    dice = random.Random(seed)
    for _number in range(actions):
        legal = match.legal()
        if not legal:
            break
        low = [action for action in legal if action.kind == "bid" and action.cost < 20]
        legal = low or legal
        jumps = [action for action in legal if action.kind in ("jump", "leap")]
        match.play((jumps or legal)[int(dice.random() * len(jumps or legal))], now=0.0)
    return match


def _play(name: str) -> Scene:
    match = match_at(*SETUPS[name])
    return PlayScene(match.spec, match, keep=False)


def finished(key: str) -> Match:
    """Return a game played to its end, a won one if possible."""
    if key == Less.key:
        return _raced()
    setup = {"libra": "libra size=4 mode=duel"}.get(key, key)
    return match_at(setup, TO_ITS_END, _best_seed(setup))


@cache
def _best_seed(setup: str) -> int:
    """Return the seed of the shortest won game among eight, or of the shortest game."""
    games = {seed: match_at(setup, TO_ITS_END, seed) for seed in range(1, 9)}
    won = [seed for seed, match in games.items() if match.outcome and match.outcome.winners]
    return min(won or games, key=lambda seed: len(games[seed].entries))


@played_once
def _raced() -> Match:
    """Return a match of Less; every action brings its side as near to the corner as possible."""
    match, dice = match_at(SAMPLE, 0, 1), random.Random(3)
    game = match.game
    assert isinstance(game, Less)
    while not match.over:
        ways = [(_left(game, match.state, action), dice.random()) for action in match.legal()]
        match.play(match.legal()[ways.index(min(ways))])
    return match


def _left(game: Less, state: State, action: Action) -> float:
    """Return the distance of the side to move from its corner after an action."""
    seat, places = game.to_move(state), game.topology.xy
    after = game.pieces(game.play(state, action).state)
    own = [places[point] for point, piece in after.items() if piece.seat == seat]
    goal = [places[point] for point in game.goal(seat)]
    return sum(min(abs(x - u) + abs(y - v) for u, v in goal) for x, y in own)


def _result(key: str) -> Scene:
    return ResultScene(finished(key))


def _drawn() -> Scene:
    return ResultScene(match_at("libra size=4 mode=duel", TO_ITS_END, 1))


def _series() -> Scene:
    """Return the result of the fourth game in a row."""

    match = finished("multiplicity")
    match.spec = match.spec.with_(series=Series(3, (3, 3)))
    return ResultScene(match)


def _margins(scoring: bool) -> Scene:
    """Return the result of the fourth game of Less in a row, with or without scored margins."""
    match = _raced()
    margins = (17, 4) if scoring else ()
    series = Series(3, (3, 3), margins)
    match.spec = match.spec.with_(series=series, scoring=scoring)
    return ResultScene(match)


def _judge(app: App) -> None:
    """Show the evaluation, with made-up chances and no engine behind them."""

    scene = app.scene
    assert isinstance(scene, PlayScene)
    assistant, game = scene.assistant, scene.game
    setattr(assistant, "_evaluate", lambda: False)  # noqa: B010 - a method, for mypy
    assistant.evaluating = True
    states = [game.start(), *(turn.after for turn in scene.match.turns)]
    assistant.chances = {
        state: 0.5 + 0.32 * math.sin(number / 5) for number, state in enumerate(states)
    }
    assistant.chance = assistant.chances[states[-1]]
    scene.resize()


def _unfold(app: App) -> None:
    """Open the list of turns, which is folded in upright windows."""
    scene = app.scene
    assert isinstance(scene, MatchScene)
    scene.turns_open = True
    scene.resize()


SHOTS = (
    *(Shot(f"play.{name}", partial(_play, name)) for name in SETUPS),
    *(Shot(f"result.{game.key}", partial(_result, game.key), seconds=4.0) for game in GAMES),
    Shot("result.draw", _drawn),
    Shot("result.series", _series, seconds=4.0),
    Shot("result.margins", partial(_margins, True), seconds=4.0),
    Shot("result.unscored", partial(_margins, False), seconds=4.0),
    Shot("play.curve", lambda: _play("libra"), _judge),
    Shot("play.turns", lambda: _play("more-or-less"), _unfold),
)
