"""One game of engine against engine, and the engines that may play it."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from game.engine.bots.make import Bot, make_bot
from game.engine.bots.options import ENGINES, EngineOptions
from game.engine.bots.warmup import start_warmup
from game.engine.compile.compiler import can_compile
from game.engine.search.analysis import Analysis, SearchLimits, StopSignal
from game.engine.search.levels import TOP_LEVEL
from game.engine.search.turns import Turn, split_turns
from game.rules import Action, Game, State
from game.rules.registry import parse_setup
from game.table.clock import Clock
from game.table.errors import ProgramError
from game.table.opponents import OPPONENTS
from game.table.programs import program_named
from game.table.spec import ClockSpec
from tools.games import part_of
from tools.match.ugi_bot import EngineError, UgiBot

DecidedRest = Callable[[Game, State, bool], list[Action]]
MAX_TURNS = 2000
TIME = "time"  # result of a game lost on time


@dataclass
class ArenaGame:
    """A finished game, with the seconds of each turn; `winner` is "first", "second" or ""."""

    setup: str
    first_is: int  # the side that the first engine plays
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
    """Play one game between two engines, after the turns of `opening`.

    An engine loses if it plays an illegal turn. With a clock (`control`), which replaces `limits`,
    it also loses when its time is up. The program itself plays out a game that is decided but not
    over, as the rules allow.

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
        if rest := _decided_rest(game, state):
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
        if [action.kind for action in analysis.best] == ["swap"]:
            names = (names[1], names[0])
            times.move_on(1)
        state = _enter(game, state, analysis.best, now - began, played)
    for bot in bots.values():
        if isinstance(bot, UgiBot):
            bot.close()
    outcome = game.outcome(state)
    if outcome is not None:
        played.result = outcome.result
        played.winner = "" if outcome.result == "draw" else names[outcome.result == "p2win"]
    return played


def _decided_rest(game: Game, state: State) -> list[Action]:
    """Return the actions to the end of a game that is decided but not over."""
    known: DecidedRest | None = cast(Any, part_of(game.key, "match", "decided_rest"))
    return known(game, state, can_compile()) if known is not None else []


def _allowed(times: Clock, seat: int, now: float) -> SearchLimits | None:
    """Return the time limits of a seat with a clock, None without a clock."""
    allowed = times.allowance(seat, now)
    if allowed is None:
        return None
    return SearchLimits(movetime=allowed.movetime, clock=allowed.left, increment=allowed.gain)


def _asked(bot: Bot, state: State, limits: SearchLimits, played: ArenaGame) -> Analysis | None:
    """Return the bot's analysis; None if its turn is illegal."""
    if isinstance(bot, UgiBot):
        bot.see(played.turns)
    try:
        return bot.think(state, limits, lambda analysis: None, StopSignal())
    except ValueError:
        return None


def _enter(game: Game, state: State, turn: Turn, seconds: float, played: ArenaGame) -> State:
    """Add a turn to the game, and return the state after it."""
    played.turns.append(game.turn_text(turn))
    played.times.append(seconds)
    for action in turn:
        state = game.advance(state, action)
    return state


# -- entrants --------------------------------------------------------------------------------------


def engine_options(spec: str) -> EngineOptions | None:
    """Return the options of an engine named by `spec`; None for an external command.

    The names are `level:N`, `opponent:KEY`, `full`, `book` (full strength with openings), `greedy`,
    `uct` or `random`.

    Raises EngineError for a level or an opponent that does not exist.
    """
    kind, _, number = spec.partition(":")
    if kind == "level":
        if not (
            number.isascii()
            and number.isdigit()
            and len(number) < 3
            and 1 <= int(number) <= TOP_LEVEL
        ):
            raise EngineError(f"engine {spec!r}: expected level:1 to level:{TOP_LEVEL}")
        return EngineOptions(level=int(number))
    if kind == "opponent":
        found = OPPONENTS.get(number)
        if found is None or found.level is None:
            known = ", ".join(key for key, one in OPPONENTS.items() if one.level is not None)
            raise EngineError(f"engine {spec!r}: expected one of {known}")
        return EngineOptions(level=found.level, taste=found.style.taste, temper=found.style.temper)
    if kind == "book":
        return EngineOptions(book=True)
    return EngineOptions(engine=spec) if spec in ENGINES else None


def _program(game: Game, spec: str) -> UgiBot:
    """Return the bot of `program:NAME`, a program in the settings, or of any command.

    Raises EngineError.
    """
    kind, _, name = spec.partition(":")
    if kind != "program":
        return UgiBot(game, shlex.split(spec))
    try:
        program = program_named(name)
        program.check_game(game.key)
        return UgiBot(game, program.command, program.values)
    except ProgramError as error:
        raise EngineError(f"engine {spec!r}: {error}") from error


def entrant(game: Game, spec: str, seed: int) -> Bot:
    """Return the bot described by `spec`, with its kernels compiled.  Raises EngineError."""
    options = engine_options(spec)
    if options is None:
        return _program(game, spec)
    said: list[str] = []
    if options.engine not in ("greedy", "random"):
        warming = start_warmup(game, said.append)
        if warming is not None:
            warming.wait()
    changed = options.with_value("Seed", str(seed % 2**31))
    bot = make_bot(game, changed or options, said.append)
    bot.think(game.start(), SearchLimits(nodes=2), lambda analysis: None, StopSignal())
    return bot
