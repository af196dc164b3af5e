"""What belongs into a collection: no twins, one puzzle of a game played, nothing that is guessed.

Two puzzles of a kind are twins when their boards look the same, turned, mirrored, or with the sides
exchanged.  Counts and targets beside the board do not tell them apart.
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

TRIES = 5  # of somebody who guesses
LUCK = 0.4  # the chance that so many tries may have together
THIRDS = 3  # parts of the scale of grades
OWN, OTHER = "own", "other"  # sides, as the one to move sees them


def is_guessed(chance: float) -> bool:
    """Return whether a few turns drawn at random are too likely to solve a puzzle.

    `chance` is that of one.  With one action a turn it takes 13 turns to be none.
    """
    return TRIES * chance >= LUCK


def guess_chance(prover: Prover, state: State, proof: Proof, kind: str) -> float:
    """Return how likely a turn, or a way home, drawn as fingers draw it is the solution.

    Fingers draw ways to play: each sequence of actions that makes a turn is as likely as another,
    so that a position with many ways to it is found more often.  Drawn action by action it may be
    likelier; the larger chance counts.
    """
    chance, here = 1.0, state
    for codes in proof.line if kind == HOME else proof.line[:1]:
        ends, after = prover.turns.ends(here), played(prover, here, codes)
        ways = sum(end.ways for end in ends if end.state == after)
        chance *= ways / sum(end.ways for end in ends)
        here = after
    return max(chance, proof.chance)


def third_of(grade: int) -> int:
    """Return the third of the scale, 0 to 2, in which a grade lies."""
    return (grade - EASIEST) * THIRDS // (HARDEST - EASIEST + 1)


def canonical(game: Game, state: State) -> str:
    """Return the name that all positions with the same picture share."""
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
    """Yield what lies, and marks on the board, under the names that may be exchanged.

    Colours that nobody owns are exchanged; of those with an owner only the side counts.
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
    """Return the ways to lay a board that leave its lines where they are."""
    board = parse_setup(setup).topology
    lines = {frozenset(line) for line in board.lines}
    return [
        way
        for way in ways_of(board)
        if {frozenset(way[point] for point in line) for line in board.lines} == lines
    ]


def same_game(one: Puzzle, other: Puzzle) -> bool:
    """Return whether two positions come from one game, each with its last turn in it or beside."""
    first, second = sorted((one.turns, other.turns), key=len)
    return second[: len(first) - 1] == first[:-1]


class Collection:
    """Puzzles of one kind of a game, as many as wanted; the first to come stays.

    A `balanced` one has some in every third of the scale of grades.
    """

    def __init__(self, wanted: int, balanced: bool = False) -> None:
        self.wanted, self.balanced = wanted, balanced
        self.puzzles: list[Puzzle] = []
        self._pictures: set[str] = set()

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle if there is room for it and it is like no other; return whether it was."""
        if not self._room(puzzle) or any(same_game(puzzle, known) for known in self.puzzles):
            return False
        if canonical(*puzzle.position()) in self._pictures:
            return False
        self.keep([puzzle])
        return True

    def keep(self, puzzles: Iterable[Puzzle]) -> None:
        """Add puzzles, whatever they are."""
        for puzzle in puzzles:
            self.puzzles.append(puzzle)
            self._pictures.add(canonical(*puzzle.position()))

    @property
    def full(self) -> bool:
        return len(self.puzzles) >= self.wanted

    def _room(self, puzzle: Puzzle) -> bool:
        """Return whether there is room; what other thirds need is kept for them."""
        least = self.wanted // (2 * THIRDS) if self.balanced else 0
        thirds = [third_of(known.grade) for known in self.puzzles]
        kept = sum(
            max(0, least - thirds.count(third))
            for third in range(THIRDS)
            if third != third_of(puzzle.grade)
        )
        return len(thirds) + kept < self.wanted
