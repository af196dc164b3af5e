"""A puzzle of a proved position, with its grade: the lowest level of the engine that solves it."""

from __future__ import annotations

import math

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.registry import profile_of
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.levels import LEVELS
from game.puzzles.plugin import HOME, LAST, TRAIN
from game.puzzles.prover import Proof, Prover
from game.puzzles.puzzle import EASIEST, HARDEST, Puzzle
from game.rules import Action, Game, State

MEMORY_MB = 16
MOST_NODES = SearchLimits(nodes=100_000)  # the levels asked look at fewer
SEEDS = (11, 12)  # a level solves it when it does so with each of these dice
LIKELY = 0.7  # chance with which a searcher at random is said to find it


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


def ask(bot: LeveledBot, state: State) -> tuple[Action, ...]:
    """Return the turn that a bot plays."""
    return bot.think(state, MOST_NODES, lambda analysis: None, StopSignal()).best


def bot_of(game: Game, level: int, seed: int, compiled: bool) -> LeveledBot:
    options = EngineOptions(level=level, hash_mb=MEMORY_MB, seed=seed)
    return LeveledBot(game, profile_of(game), options, seed, lambda: compiled)
