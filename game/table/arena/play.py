"""One game of engine against engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from game.engine.bots.bot import Bot
from game.engine.compile.compiler import can_compile
from game.engine.protocol.ugi_bot import UgiBot
from game.engine.registry import profile_of
from game.engine.search.analysis import Analysis, SearchLimits, StopSignal
from game.engine.search.turns import Turn, split_turns
from game.rules import Game, State
from game.rules.registry import parse_setup
from game.table.arena.entrants import entrant
from game.table.clock import Clock
from game.table.spec import ClockSpec

MAX_TURNS = 2000
TIME = "time"  # the result of a game lost on time


@dataclass
class ArenaGame:
    """A finished game: turns as text, seconds of each; `winner` is "first", "second" or ""."""

    setup: str
    first_is: int  # the side that the first engine played
    turns: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    result: str = "none"
    winner: str = ""
    nodes: dict[str, int] = field(default_factory=lambda: {"first": 0, "second": 0})


def play_game(
    setup: str,
    first: Bot | str,
    second: Bot | str,
    first_is: int,
    limits: SearchLimits,
    seed: int,
    clock: Callable[[], float] = time.monotonic,
    opening: Sequence[str] = (),
    control: ClockSpec | None = None,
) -> ArenaGame:
    """One game between two engines, after the turns of `opening`.

    An engine that plays something illegal loses, and so does one whose time is up, where each has
    a clock (`control`) instead of `limits`.

    A game that goes on though it is decided is played out by the program, as the rules offer.
    Raises EngineError when an engine cannot be started, RulesError for a wrong setup.
    """
    game = parse_setup(setup)
    bots = {
        name: entrant(game, engine, seed + number) if isinstance(engine, str) else engine
        for number, (name, engine) in enumerate((("first", first), ("second", second)))
    }
    played = ArenaGame(game.setup, first_is)
    names = ("first", "second") if first_is == 0 else ("second", "first")
    state, times = game.start(), Clock([control] * game.seats)
    for text in opening:
        state = _enter(game, state, tuple(game.parse_turn(state, text)), 0.0, played)
    while not game.over(state) and len(played.turns) < MAX_TURNS:
        rest = profile_of(game).decided_rest(game, state, can_compile())
        if rest:
            for turn in split_turns(game, state, rest):
                state = _enter(game, state, turn, 0.0, played)
            break
        seat = game.to_move(state)
        name, other = names[seat % 2], names[1 - seat % 2]
        began = clock()
        times.run(seat, began)
        analysis = _asked(bots[name], state, _allowed(times, seat, began) or limits, played)
        if analysis is None:
            played.winner, played.result = other, "illegal"
            break
        played.nodes[name] += analysis.nodes
        if times.fallen(now := clock()) is not None:
            played.winner, played.result = other, TIME
            break
        times.turn_done(seat, now)
        state = _enter(game, state, analysis.best, now - began, played)
    for bot in bots.values():
        if isinstance(bot, UgiBot):
            bot.close()
    outcome = game.outcome(state)
    if outcome is not None:
        played.result = outcome.result
        played.winner = "" if outcome.result == "draw" else names[outcome.result == "p2win"]
    return played


def _allowed(times: Clock, seat: int, now: float) -> SearchLimits | None:
    """Return the time limits of an engine with a clock."""
    allowed = times.allowance(seat, now)
    if allowed is None:
        return None
    return SearchLimits(movetime=allowed.movetime, clock=allowed.left, increment=allowed.gain)


def _asked(bot: Bot, state: State, limits: SearchLimits, played: ArenaGame) -> Analysis | None:
    """Return what the bot thinks; None if that is no legal turn."""
    if isinstance(bot, UgiBot):
        bot.see(played.turns)
    try:
        return bot.think(state, limits, lambda analysis: None, StopSignal())
    except ValueError:
        return None


def _enter(game: Game, state: State, turn: Turn, seconds: float, played: ArenaGame) -> State:
    """Note a turn; the state after it."""
    played.turns.append(game.turn_text(turn))
    played.times.append(seconds)
    for action in turn:
        state = game.advance(state, action)
    return state
