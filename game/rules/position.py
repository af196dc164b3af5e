"""Positions as one line of text: shared parts of the games' writers and readers.

A position is written at the start of a turn as words name=value, like a setup string, and belongs
to a setup: `black=e5,d3 green=c2 turn=green`. Each game's `position.py` and
docs/reference/notation.md explain the words. A *position line* is a setup string, the word
`position` and the words of a position of that game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from game.platform.errors import Term
from game.rules.base import Game, State
from game.rules.errors import PositionError
from game.rules.setup import SetupOptions

MARK = "position"  # word between setup and position in a position line
TURN = "turn"  # name of the word with the seat to move


def position_line(game: Game, state: State) -> str:
    """Return the setup and the position in one line.

    Raises PositionError in the middle of a turn.
    """
    return position_words(game.setup, game.position_text(state))


def position_words(setup: str, position: str) -> str:
    """Return the position line of a setup and a position's text; only the setup if it is ""."""
    return f"{setup} {MARK} {position}" if position else setup


def split_line(line: str) -> tuple[str, str]:
    """Return the setup and the position of a position line; "" if it has no position."""
    words = line.split()
    if MARK not in words:
        return " ".join(words), ""
    at = len(words) - 1 - words[::-1].index(MARK)
    return " ".join(words[:at]), " ".join(words[at + 1 :])


def piece_words(game: Game, state: State, board: int, names: Sequence[str]) -> list[str]:
    """Return a word for each kind of piece on the board.

    `names` are the names of the values 1, 2, ... in the state from the offset `board` on.
    """
    lying: list[list[str]] = [[] for _ in names]
    for label, piece in zip(game.topology.points, state[board:]):
        if 0 < piece <= len(names):
            lying[piece - 1].append(label)
    return [f"{name}={','.join(labels)}" for name, labels in zip(names, lying) if labels]


class PositionWords(SetupOptions):
    """The words of a position's text. All methods raise SetupError or PositionError."""

    def __init__(self, game: Game, text: str) -> None:
        super().__init__(game.key, text.split())
        self.game = game

    def pieces(self, names: Sequence[str], blocked: Collection[int] = ()) -> list[list[int]]:
        """Return the point numbers listed by each of `names`; no point may hold two pieces."""
        found = [[self.point(name, label) for label in self._labels(name)] for name in names]
        held: set[int] = set(blocked)
        for number in (number for numbers in found for number in numbers):
            if number in held:
                label = self.game.topology.points[number]
                raise PositionError("position-held", game=self.key, label=label)
            held.add(number)
        return found

    def point(self, name: str, label: str) -> int:
        """Return the number of the point `label` in the word `name`."""
        board = self.game.topology
        if label not in board.index:
            raise PositionError(
                "position-point", game=self.key, name=name, label=label, board=board.name
            )
        return board.index[label]

    def pair(self, name: str, most: int) -> tuple[int, int]:
        """Return two numbers up to `most`, one for each side; (0, 0) if the word is missing."""
        text = self.text(name, "0,0") or ""
        numbers = text.split(",")
        digits = (n.isascii() and n.isdigit() and len(n) <= 6 for n in numbers)
        if len(numbers) != 2 or not all(digits) or max(map(int, numbers)) > most:
            raise PositionError("position-pair", game=self.key, name=name, found=text, most=most)
        return int(numbers[0]), int(numbers[1])

    def seat(self, names: Sequence[str], possible: Sequence[int]) -> int:
        """Return the seat to move, which the text gives by its name.

        If the word is missing, the seat is the first of `possible`.
        """
        name = self.choice(TURN, tuple(names), names[possible[0]])
        if names.index(name) not in possible:
            wanted = " or ".join(names[seat] for seat in possible)
            raise PositionError("position-seat", game=self.key, found=name, wanted=wanted)
        return names.index(name)

    def turns(self, possible: range, default: int) -> int:
        """Return the number of finished turns, which must be in `possible`."""
        found = self.number("turns", 0, possible[-1], default)
        if found not in possible:
            shown = ", ".join(map(str, possible[:4])) + ", ..." * (len(possible) > 4)
            raise PositionError("position-turns", game=self.key, found=found, wanted=shown)
        return found

    def _labels(self, name: str) -> list[str]:
        text = self.text(name)
        return text.split(",") if text else []


def count_pieces(game: Game, name: Term, found: Sequence[int], wanted: int) -> None:
    """Raise PositionError unless there are `wanted` pieces."""
    if len(found) != wanted:
        raise PositionError(
            "position-count", game=game.key, name=name, count=len(found), wanted=wanted
        )


def lay(state: list[int], board: int, pieces: Mapping[int, Sequence[int]]) -> None:
    """Write pieces into a state; `pieces` has the point numbers by the value on the board."""
    for value, points in pieces.items():
        for point in points:
            state[board + point] = value
