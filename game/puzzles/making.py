"""Makes puzzles: plays a game, proves what can be proved in its positions, grades it.

Games are quick ones of the engine with itself, from random openings.  A puzzle's grade is the
lowest level of the engine that solves it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.compile.compiler import can_compile
from game.engine.registry import profile_of
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.levels import LEVELS
from game.engine.search.turns import same_turn
from game.puzzles.kinds import BY_KEY
from game.puzzles.plugin import HOME, LAST, TRAIN, PuzzlePlugin, puzzle_plugin
from game.puzzles.prover import Proof, Prover, TooMany
from game.puzzles.puzzle import EASIEST, HARDEST, Puzzle, PuzzleError, after_turn
from game.rules import Action, Game, State
from game.rules.registry import parse_setup

PLAYERS = (3, 4, 5)  # levels: quick, and with mistakes
MEMORY_MB = 16
MOST_TURNS = 120

MOST_NODES = SearchLimits(nodes=100_000)  # the levels asked look at fewer

Here = tuple[State, tuple[str, ...]]  # a position, and the turns that lead there
SEEDS = (11, 12)  # a level solves it when it does so with each of these dice
LIKELY = 0.7  # chance with which a searcher at random is said to find it
MOST_OF_A_GAME = 2  # puzzles of one kind


def ask(bot: LeveledBot, state: State) -> tuple[Action, ...]:
    """Return the turn that a bot plays."""
    return bot.think(state, MOST_NODES, lambda analysis: None, StopSignal()).best


def bot_of(game: Game, level: int, seed: int, compiled: bool) -> LeveledBot:
    options = EngineOptions(level=level, hash_mb=MEMORY_MB, seed=seed)
    return LeveledBot(game, profile_of(game), options, seed, lambda: compiled)


def positions(game: Game, plugin: PuzzlePlugin, seed: int, compiled: bool) -> Iterator[Here]:
    """Return the positions of one game at the beginnings of its turns."""
    dice = random.Random(seed)
    bots = [bot_of(game, dice.choice(PLAYERS), seed + side, compiled) for side in (0, 1)]
    at_random = plugin.opening(seed)
    state, turns = game.start(), tuple[str, ...]()
    while not game.over(state) and len(turns) < MOST_TURNS:
        yield state, turns
        if at_random > 0:
            turn = random_turn(game, state, dice)
            at_random -= len(turn)
        else:
            turn = ask(bots[game.to_move(state) % 2], state)
        turns += (game.turn_text(turn),)
        for action in turn:
            state = game.advance(state, action)


def random_turn(game: Game, state: State, dice: random.Random) -> tuple[Action, ...]:
    """Return a turn of actions drawn at random."""
    turn: list[Action] = []
    while True:
        turn.append(dice.choice(game.legal(state)))
        before, state = state, game.advance(state, turn[-1])
        if not same_turn(before, state, game):
            return tuple(turn)


def grade(prover: Prover, state: State, kind: str, proof: Proof) -> int:
    """EASIEST to HARDEST."""
    if kind in (TRAIN, HOME):
        return grade_by_chance(proof.chance)
    for level in range(EASIEST, HARDEST):
        if all(solves(prover, state, proof, level, seed) for seed in SEEDS):
            return level
    return HARDEST


def solves(prover: Prover, state: State, proof: Proof, level: int, seed: int) -> bool:
    """Return whether the engine at this level plays into the only solution."""
    after = state
    for action in ask(bot_of(prover.game, level, seed, prover.compiled), state):
        after = prover.game.advance(after, action)
    return after == proof.first.state


def grade_by_chance(chance: float) -> int:
    """Return the grade by the number of random tries that are likely to find the solution."""
    tries = math.log(1 - LIKELY) / math.log(1 - min(chance, 0.999))
    fitting = (level for level, one in enumerate(LEVELS, start=1) if (one.nodes or 0) >= tries)
    return next(fitting, HARDEST)


@dataclass(frozen=True, slots=True)
class PuzzleJob:
    """One game to look for puzzles in, as plain values that travel to another process."""

    setup: str
    kinds: tuple[str, ...]
    seed: int


def make(job: PuzzleJob) -> list[Puzzle]:
    """Return a few puzzles of each kind from the positions of one game, in no order.

    Raises RulesError for a wrong setup.
    """
    return list(found_in(job))


def found_in(job: PuzzleJob) -> Iterator[Puzzle]:
    game = parse_setup(job.setup)
    plugin = puzzle_plugin(game.key)
    prover = Prover(game, can_compile(), plugin.patience)
    dice = random.Random(job.seed)
    here = list(positions(game, plugin, job.seed, prover.compiled))
    here += [near for place in here for near in aside(prover, place, job.kinds, dice)]
    dice.shuffle(here)
    for kind in job.kinds:
        found = (puzzle_at(prover, kind, place, job.seed) for place in here)
        yield from islice(filter(None, found), MOST_OF_A_GAME)


def aside(prover: Prover, place: Here, kinds: tuple[str, ...], dice: random.Random) -> list[Here]:
    """Return positions after some turns other than the played one, where puzzles can be."""
    state, turns = place
    game, found = prover.game, list[Here]()
    for _number in range(prover.plugin.aside):
        turn = random_turn(game, state, dice)
        after = after_turn(game, state, turn)
        if not any(prover.plugin.fits(game, after, kind) for kind in kinds):
            break  # nor will it be after another
        found.append((after, (*turns, game.turn_text(turn))))
    return found


def puzzle_at(prover: Prover, kind: str, place: Here, seed: int) -> Puzzle | None:
    """Return the puzzle of this kind that a position makes, if it does."""
    state, turns = place
    if not prover.plugin.fits(prover.game, state, kind):
        return None
    for game, here in prover.plugin.variants(prover.game, state, seed):
        before = prover.visited
        try:
            proof = BY_KEY[kind].prove(prover, here)
        except TooMany:
            return None
        if proof is not None:
            effort = prover.visited - before
            return puzzle_of(prover, game, here, turns, kind, proof, effort)
    return None


def puzzle_of(
    prover: Prover,
    game: Game,
    state: State,
    turns: tuple[str, ...],
    kind: str,
    proof: Proof,
    effort: int,
) -> Puzzle:
    solved = prover.turns.actions(proof.first.codes)
    themes = prover.plugin.themes(game, state, solved)
    if kind == LAST and not proof.aim:
        themes = [*themes, "draw"]
    return Puzzle(
        setup=game.setup,
        turns=turns,
        kind=kind,
        seat=game.to_move(state),
        solution=tuple(prover.text(codes) for codes in proof.line),
        ways=proof.first.ways,
        aim=proof.aim,
        proof=effort,
        grade=grade(prover, state, kind, proof),
        themes=tuple(themes),
    )


def check_kinds(setup: str, kinds: tuple[str, ...]) -> None:
    """Check that the kinds make sense in this game.  Raises PuzzleError, RulesError."""
    game = parse_setup(setup)
    known = puzzle_plugin(game.key).kinds if game.seats == 2 else ()
    for kind in kinds:
        if kind not in known:
            found = ", ".join(known) or "none: puzzles are for two seats"
            raise PuzzleError(f"kind {kind!r} in {game.setup!r}, expected one of {found}")
