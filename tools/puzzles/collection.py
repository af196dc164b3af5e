"""Which puzzles a collection accepts: no twins, one per game played, none that guessing solves.

Two puzzles of a kind are twins if their boards look the same: turned, mirrored, or with the sides
exchanged. Counts and targets beside the board do not make puzzles different.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from game.puzzles.plugin import HOME
from game.puzzles.prover import Proof, Prover, played
from game.puzzles.puzzle import EASIEST, HARDEST, Puzzle
from game.rules import Game, Piece, Point, State
from game.rules.registry import parse_setup
from game.rules.topology import ways_of
from tools.puzzles.source import Mark, puzzle_source

TRIES = 5  # tries of somebody who guesses
LUCK = 0.4  # limit of the probability that one of these tries is right
THIRDS = 3  # parts of the scale of grades
OWN, OTHER = "own", "other"  # sides, from the mover's view


def is_guessed(chance: float) -> bool:
    """Return whether a few random turns are too likely to solve a puzzle.

    `chance` is the probability of one such turn.  With one action per turn, a position needs at
    least 13 turns to pass.
    """
    return TRIES * chance >= LUCK


def guess_chance(prover: Prover, state: State, proof: Proof, kind: str) -> float:
    """Return the probability that random play finds the solution, which is a turn or a way home.

    Either all sequences of actions in a turn are equally likely, so that an end with many sequences
    is found more often; or each action is drawn by itself. The larger probability counts.
    """
    chance, here = 1.0, state
    for codes in proof.line if kind == HOME else proof.line[:1]:
        ends, after = prover.turns.ends(here), played(prover, here, codes)
        ways = sum(end.ways for end in ends if end.state == after)
        chance *= ways / sum(end.ways for end in ends)
        here = after
    return max(chance, proof.chance)


def third_of(grade: int) -> int:
    """Return the third of the scale, 0 to 2, to which a grade belongs."""
    return (grade - EASIEST) * THIRDS // (HARDEST - EASIEST + 1)


def canonical(game: Game, state: State) -> str:
    """Return an identifier shared by all positions with the same picture."""
    marks = list(puzzle_source(game.key).marks(game))
    side = game.to_move(state) % 2
    pictures = (
        sorted((name, sorted(way[point] for point in points)) for name, points in items)
        for items in _items(game.pieces(state), marks, side)
        for way in _ways(game.setup)
    )
    said = repr((len(game.topology), min(pictures)))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _items(
    pieces: Mapping[Point, Piece], marks: Sequence[Mark], side: int
) -> Iterator[list[tuple[str, Sequence[Point]]]]:
    """Yield the pieces and marks on the board, once for each exchange of names that makes twins.

    Colours without an owner are exchanged; pieces with an owner are named by their side only.
    """

    def owner(seat: int | None, name: str) -> str:
        return name if seat is None else f"{OWN if seat % 2 == side else OTHER} {name}"

    fixed = [(owner(seat, name), points) for seat, name, points in marks]
    free = {"white": "black", "black": "white"}
    for colours in ({}, free):
        yield fixed + [
            (
                colours.get(piece.colour, piece.colour)
                if piece.seat is None
                else owner(piece.seat, "piece"),
                (point,),
            )
            for point, piece in pieces.items()
        ]


@lru_cache(maxsize=64)
def _ways(setup: str) -> list[Mapping[Point, Point]]:
    """Return the symmetries of a board that map its lines to lines."""
    board = parse_setup(setup).topology
    lines = {frozenset(line) for line in board.lines}
    return [
        way
        for way in ways_of(board)
        if {frozenset(way[point] for point in line) for line in board.lines} == lines
    ]


def same_game(one: Puzzle, other: Puzzle) -> bool:
    """Return whether two positions come from one game; the last turn of each is not compared."""
    first, second = sorted((one.turns, other.turns), key=len)
    return second[: len(first) - 1] == first[:-1]


class Collection:
    """Up to `wanted` puzzles of one kind of a game; later puzzles never replace earlier ones.

    A `balanced` collection has some in every third of the scale of grades.
    """

    def __init__(self, wanted: int, balanced: bool = False) -> None:
        self.wanted, self.balanced = wanted, balanced
        self.puzzles: list[Puzzle] = []
        self._pictures: set[str] = set()

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle if there is room and it is no twin; return whether it was added."""
        if not self._room(puzzle) or any(same_game(puzzle, known) for known in self.puzzles):
            return False
        if canonical(*puzzle.position()) in self._pictures:
            return False
        self.keep([puzzle])
        return True

    def keep(self, puzzles: Iterable[Puzzle]) -> None:
        """Add puzzles without any check."""
        for puzzle in puzzles:
            self.puzzles.append(puzzle)
            self._pictures.add(canonical(*puzzle.position()))

    @property
    def full(self) -> bool:
        return len(self.puzzles) >= self.wanted

    def _room(self, puzzle: Puzzle) -> bool:
        """Return whether there is room for a puzzle; some places are reserved for other thirds."""
        least = self.wanted // (2 * THIRDS) if self.balanced else 0
        thirds = [third_of(known.grade) for known in self.puzzles]
        kept = sum(
            max(0, least - thirds.count(third))
            for third in range(THIRDS)
            if third != third_of(puzzle.grade)
        )
        return len(thirds) + kept < self.wanted
