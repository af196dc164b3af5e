"""Makes puzzles: plays a game, proves what can be proved in its positions, grades it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from game.engine.compile.compiler import can_compile
from game.puzzles.grading import grade
from game.puzzles.kinds.registry import BY_KEY
from game.puzzles.plugin import LAST, puzzle_plugin
from game.puzzles.prover import Proof, Prover, TooMany
from game.puzzles.puzzle import Puzzle, PuzzleError, after_turn
from game.puzzles.source import Here, positions, random_turn
from game.rules import Game, State
from game.rules.registry import parse_setup

MOST_OF_A_GAME = 2  # puzzles of one kind


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
    room = puzzle_plugin(game.key)
    prover = Prover(game, can_compile(), room.patience)
    dice = random.Random(job.seed)
    here = list(positions(game, room, job.seed, prover.compiled))
    here += [near for place in here for near in aside(prover, place, job.kinds, dice)]
    dice.shuffle(here)
    for kind in job.kinds:
        found = (puzzle_at(prover, kind, place, job.seed) for place in here)
        yield from islice(filter(None, found), MOST_OF_A_GAME)


def aside(prover: Prover, place: Here, kinds: tuple[str, ...], dice: random.Random) -> list[Here]:
    """Return positions after some turns other than the played one, where puzzles can be."""
    state, turns = place
    game, found = prover.game, list[Here]()
    for _number in range(prover.room.aside):
        turn = random_turn(game, state, dice)
        after = after_turn(game, state, turn)
        if not any(prover.room.fits(game, after, kind) for kind in kinds):
            break  # nor will it be after another
        found.append((after, (*turns, game.turn_text(turn))))
    return found


def puzzle_at(prover: Prover, kind: str, place: Here, seed: int) -> Puzzle | None:
    """Return the puzzle of this kind that a position makes, if it does."""
    state, turns = place
    if not prover.room.fits(prover.game, state, kind):
        return None
    for game, here in prover.room.variants(prover.game, state, seed):
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
    themes = prover.room.themes(game, state, solved)
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
