"""Makes puzzles: plays a game, proves what can be proved in its positions, grades it.

The engine plays quick games against itself from random openings. Each game gives at most one puzzle
of a kind, and none that a few random tries are likely to solve.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from game.engine.compile.compiler import can_compile
from game.engine.search.turns import same_turn
from game.puzzles.grading import ask, bot_of, puzzle_of
from game.puzzles.kinds import BY_KEY
from game.puzzles.plugin import LAST, puzzle_plugin
from game.puzzles.prover import Prover, TooMany
from game.puzzles.puzzle import Puzzle, PuzzleError, after_turn
from game.rules import Action, Game, State
from game.rules.registry import parse_setup
from tools.puzzles.collection import guess_chance, is_guessed
from tools.puzzles.source import PuzzleSource, puzzle_source

PLAYERS = (3, 4, 5)  # levels that play quickly and make mistakes
MOST_TURNS = 120

Here = tuple[State, tuple[str, ...]]  # a position, and the turns that led to it


def positions(game: Game, source: PuzzleSource, seed: int, compiled: bool) -> Iterator[Here]:
    """Yield the positions of one game at the beginning of each turn."""
    dice = random.Random(seed)
    bots = [bot_of(game, dice.choice(PLAYERS), seed + side, compiled) for side in (0, 1)]
    at_random = source.opening(seed)
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
    """Return a turn of random actions."""
    turn: list[Action] = []
    while True:
        turn.append(dice.choice(game.legal(state)))
        before, state = state, game.advance(state, turn[-1])
        if not same_turn(before, state, game):
            return tuple(turn)


@dataclass(frozen=True, slots=True)
class PuzzleJob:
    """One game to search for puzzles, as plain values that can be sent to another process."""

    setup: str
    kinds: tuple[str, ...]
    seed: int


def make(job: PuzzleJob) -> list[Puzzle]:
    """Return one puzzle of each kind that the positions of one game have.

    Raises RulesError for a wrong setup.
    """
    return list(found_in(job))


def found_in(job: PuzzleJob) -> Iterator[Puzzle]:
    game = parse_setup(job.setup)
    source = puzzle_source(game.key)
    prover = Prover(game, can_compile(), source.most_actions)
    dice = random.Random(job.seed)
    here = list(positions(game, source, job.seed, prover.compiled))
    here += [near for place in here for near in aside(prover, source, place, job.kinds, dice)]
    dice.shuffle(here)
    for kind in job.kinds:
        found = (puzzle_at(prover, source, kind, place, job.seed) for place in here)
        puzzle = next(filter(None, found), None)
        if puzzle is not None:
            yield puzzle


def aside(
    prover: Prover, source: PuzzleSource, place: Here, kinds: tuple[str, ...], dice: random.Random
) -> list[Here]:
    """Return positions after random turns instead of the one played; empty where no puzzle fits."""
    state, turns = place
    game, found = prover.game, list[Here]()
    for _number in range(source.aside):
        turn = random_turn(game, state, dice)
        after = after_turn(game, state, turn)
        if not any(prover.plugin.fits(game, after, kind) for kind in kinds):
            # After any other turn, no puzzle would fit either.
            break
        found.append((after, (*turns, game.turn_text(turn))))
    return found


def puzzle_at(
    prover: Prover, source: PuzzleSource, kind: str, place: Here, seed: int
) -> Puzzle | None:
    """Return the puzzle of this kind in a position, or None."""
    state, turns = place
    if not prover.plugin.fits(prover.game, state, kind):
        return None
    if kind == LAST and is_guessed(1 / len(prover.game.legal(state))):
        return None
    for game, here in source.variants(prover.game, state, seed):
        before = prover.visited
        try:
            proof = BY_KEY[kind].prove(prover, here)
        except TooMany:
            return None
        effort = prover.visited - before
        if proof is not None and not is_guessed(guess_chance(prover, here, proof, kind)):
            return puzzle_of(prover, game, here, turns, kind, proof, effort)
    return None


def check_kinds(setup: str, kinds: tuple[str, ...]) -> None:
    """Check that the game has puzzles of these kinds. Raises PuzzleError, RulesError."""
    game = parse_setup(setup)
    known = puzzle_plugin(game.key).kinds if game.seats == 2 else ()
    for kind in kinds:
        if kind not in known:
            found = ", ".join(known) or "none: puzzles are for two seats"
            raise PuzzleError(f"kind {kind!r} in {game.setup!r}, expected one of {found}")
