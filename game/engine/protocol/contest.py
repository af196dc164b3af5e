"""Games of engine against engine, the statistics of a match, and engines named in words.

Knows no records and no processes of its own but external engines; `game.table.arena` has those.
"""

from __future__ import annotations

import math
import shlex
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from game.engine.compile.compiler import can_compile
from game.engine.games.less.distance import race_is_lost, rest_of_race
from game.engine.protocol.engine_process import go_command
from game.engine.search.brains import make_brain, start_warming
from game.engine.search.options import ENGINES, TOP_LEVEL, Options
from game.engine.search.searcher import split_turns
from game.engine.search.think import Brain, Limits, Report, Signal, Thinking
from game.rules import Action, Game, State, parse_setup

MOST_TURNS = 2000
PATIENCE = 5.0  # seconds an external engine may take beyond its time


class ContestError(ValueError):
    """An engine cannot be named, started or understood."""


@dataclass
class Played:
    """A finished game: turns as text, seconds of each; `winner` is "first", "second" or ""."""

    setup: str
    first_is: int  # the side that the first engine played
    turns: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    result: str = "none"
    winner: str = ""
    nodes: dict[str, int] = field(default_factory=lambda: {"first": 0, "second": 0})


def engine_options(spec: str) -> Options | None:
    """The options of `level:N`, `full`, `greedy`, `uct` or `random`; None is an external command.

    Raises ContestError for a level that does not exist.
    """
    kind, _, number = spec.partition(":")
    if kind == "level":
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= TOP_LEVEL):
            raise ContestError(f"engine {spec!r}: expected level:1 to level:{TOP_LEVEL}")
        return Options(level=int(number))
    return Options(engine=spec) if spec in ENGINES else None


def engine_brain(game: Game, spec: str, seed: int) -> Brain:
    """The brain a spec names, warm.  Raises ContestError."""
    options = engine_options(spec)
    if options is None:
        return External(game, shlex.split(spec))
    said: list[str] = []
    if options.engine not in ("greedy", "random"):
        warming = start_warming(game, said.append)
        if warming is not None:
            warming.wait()
    changed = options.with_value("Seed", str(seed % 2**31))
    brain = make_brain(game, changed or options, said.append)
    brain.think(game.start(), Limits(nodes=2), lambda thought: None, Signal())
    return brain


class External:
    """Any UGI engine as a Brain, started from a command."""

    def __init__(self, game: Game, command: list[str]) -> None:
        self.game, self.name = game, " ".join(command)
        self._turns: list[str] = []
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                bufsize=1,
            )
        except OSError as error:
            raise ContestError(f"engine {self.name!r} cannot be started: {error}") from error
        self._ask("ugi", "ugiok")
        self._say(f"setoption name Setup value {game.setup}")
        self._ask("isready", "readyok")

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise ContestError(f"engine {self.name!r} is gone: {error}") from error

    def _ask(self, line: str, answer: str) -> str:
        """Send a line and wait for the line that begins with `answer`."""
        self._say(line)
        assert self._process.stdout is not None
        for found in self._process.stdout:
            if found.split()[:1] == [answer]:
                return found.strip()
        raise ContestError(f"engine {self.name!r} ended without {answer!r}")

    def see(self, turns: list[str]) -> None:
        """The turns played so far."""
        self._turns = list(turns)

    def think(self, state: State, limits: Limits, report: Report, signal: Signal) -> Thinking:
        began = time.monotonic()
        moves = " moves " + " ".join(self._turns) if self._turns else ""
        self._say(f"position setup {self.game.setup}{moves}")
        words = self._ask(go_command(limits), "bestmove").split()
        turn = self.game.parse_turn(state, words[1] if len(words) > 1 else "")
        return Thinking(1, 0, time.monotonic() - began, 0.5, (tuple(turn),), done=True)

    def close(self) -> None:
        try:
            self._say("quit")
            self._process.wait(PATIENCE)
        except (ContestError, subprocess.TimeoutExpired):
            self._process.kill()


def play_game(
    setup: str,
    first: Brain | str,
    second: Brain | str,
    first_is: int,
    limits: Limits,
    seed: int,
    clock: Callable[[], float] = time.monotonic,
) -> Played:
    """One game between two engines.  An engine that plays something illegal loses.

    A lost race of Less is played out by the program, as the rules offer, so that nobody wanders to
    the limit of turns.
    """
    game = parse_setup(setup)
    found = Played(game.setup, first_is)
    brains: list[tuple[str, Brain]] = []
    for number, (name, engine) in enumerate((("first", first), ("second", second))):
        brain = engine_brain(game, engine, seed + number) if isinstance(engine, str) else engine
        brains.append((name, brain))
    if first_is == 1:
        brains.reverse()
    state = game.start()
    while not game.over(state) and len(found.turns) < MOST_TURNS:
        if race_is_lost(game, state):
            way = rest_of_race(game, state, can_compile())
            if way:
                state = _play_out(game, state, way, found)
                break
        name, brain = brains[game.to_move(state) % 2]
        if isinstance(brain, External):
            brain.see(found.turns)
        began = clock()
        try:
            thought = brain.think(state, limits, lambda thought: None, Signal())
        except ValueError:
            found.winner = "second" if name == "first" else "first"
            found.result = "illegal"
            break
        found.times.append(clock() - began)
        found.nodes[name] += thought.nodes
        found.turns.append(game.turn_text(thought.best))
        for action in thought.best:
            state = game.advance(state, action)
    for _, brain in brains:
        if isinstance(brain, External):
            brain.close()
    outcome = game.outcome(state)
    if outcome is not None:
        found.result = outcome.result
        if outcome.result != "draw":
            side = 0 if outcome.result == "p1win" else 1
            found.winner = brains[side][0]
    return found


def _play_out(game: Game, state: State, way: list[Action], found: Played) -> State:
    """Enter these actions, which need no thought, as turns; the state after them."""
    for turn in split_turns(game, state, [action.code for action in way]):
        found.turns.append(game.turn_text(turn))
        found.times.append(0.0)
    for action in way:
        state = game.advance(state, action)
    return state


# -- statistics ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Score:
    """Wins, draws and losses of the first engine."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    def with_game(self, winner: str) -> Score:
        return Score(
            self.wins + (winner == "first"),
            self.draws + (winner == ""),
            self.losses + (winner == "second"),
        )

    def interval(self, z: float = 1.96) -> tuple[float, float]:
        """Wilson's interval of the true share (95% by default)."""
        n, p = self.games, self.share
        if n == 0:
            return 0.0, 1.0
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)

    def elo(self) -> float:
        share = min(max(self.share, 0.5 / max(1, self.games)), 1 - 0.5 / max(1, self.games))
        return 400 * math.log10(share / (1 - share))


ALPHA = BETA = 0.05


def sprt(score: Score, elo0: float = 0.0, elo1: float = 50.0) -> tuple[float, str]:
    """Log likelihood ratio of elo1 against elo0, and "accepted", "rejected" or "open".

    A draw counts as half a win and half a loss.
    """
    p0, p1 = (1 / (1 + 10 ** (-elo / 400)) for elo in (elo0, elo1))
    wins = score.wins + score.draws / 2
    losses = score.losses + score.draws / 2
    ratio = wins * math.log(p1 / p0) + losses * math.log((1 - p1) / (1 - p0))
    if ratio >= math.log((1 - BETA) / ALPHA):
        return ratio, "accepted"
    if ratio <= math.log(BETA / (1 - ALPHA)):
        return ratio, "rejected"
    return ratio, "open"
