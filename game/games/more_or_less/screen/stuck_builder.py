"""The puzzle of More or Less: a position in which a colour cannot move, on any board.

The rules judge.  Kept solutions of the shipped boards lie in assets/puzzles.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from game.games.more_or_less.rules import COLOURS, MoreOrLess
from game.platform.i18n import _, ngettext
from game.platform.paths import ASSETS
from game.rules import (
    Game,
    Piece,
    Point,
    Seat,
)
from game.rules.boards import COUNTERS
from game.rules.registry import parse_setup
from game.screen.plugin.pages import BuildingPuzzle
from game.screen.plugin.puzzle_builder import BuilderFeedback, PuzzleBuilder
from game.screen.plugin.registry import rulebook_of

SOLUTIONS_FILE = ASSETS / "puzzles" / "more-or-less-stuck.json"
BLACK, GREEN = COLOURS
GREENS: Seat = 1
LEAST_COUNTERS, MOST_COUNTERS = 7, 18  # counters of a colour while nobody has won


@cache
def _kept() -> Mapping[str, Any]:
    """Return the solutions for Green by setup."""
    solutions: Mapping[str, Any] = json.loads(SOLUTIONS_FILE.read_text(encoding="utf-8"))[
        "solutions"
    ]
    return solutions


def stuck_solution(setup: str, seat: Seat = GREENS) -> dict[Point, Piece]:
    """Return a position in which `seat` cannot move; the colours change places for Black."""
    entry = _kept()[setup]
    free, stuck = (BLACK, GREEN) if seat == GREENS else (GREEN, BLACK)
    return {
        **dict.fromkeys(entry["black"].split(), free),
        **dict.fromkeys(entry["green"].split(), stuck),
    }


def stuck_moves(game: Game, pieces: Mapping[Point, Piece], seat: Seat) -> int:
    """Return how many moves `seat` could begin with in a position."""
    own = [[p for p, piece in pieces.items() if piece.seat == n] for n in (0, 1)]
    fields = {"black": " ".join(own[0]), "green": " ".join(own[1]), "hidden": (0, 0), "seat": seat}
    state = rulebook_of(game.key).lay(game, fields)
    return sum(action.kind != "pass" for action in game.legal(state))


class StuckBuilder(PuzzleBuilder):
    """A position without a move for `seat`, built by the reader."""

    kinds = COLOURS
    two_sided = True
    any_board = True

    def __init__(self, puzzle: BuildingPuzzle) -> None:
        super().__init__(puzzle)
        self.seat = GREENS
        self._board = puzzle.setups[0].partition("board=")[2]

    @property
    def prompt(self) -> str:
        return self.puzzle.prompts[GREENS - self.seat]

    def other_colour(self) -> None:
        self.seat = 1 - self.seat

    @property
    def board(self) -> str:
        return self._board

    def take_board(self, name: str) -> None:
        game = parse_setup(f"{MoreOrLess.key} board={name}")
        if game.setup not in self.setups:
            self.setups.append(game.setup)
        self.games[game.setup] = game
        self.number, self._board = self.setups.index(game.setup), name
        self.clear()

    @property
    def solvable(self) -> bool:
        return self.setup in _kept()

    def solve(self) -> None:
        self.pieces = stuck_solution(self.setup, self.seat)

    @property
    def said(self) -> BuilderFeedback:
        counts = [sum(p.seat == seat for p in self.pieces.values()) for seat in (0, 1)]
        total = sum(counts)
        if total != COUNTERS:
            text = _("{black} black and {green} green: {total} of {all} counters.")
            words = text.format(black=counts[0], green=counts[1], total=total, all=COUNTERS)
            return BuilderFeedback(words, "bad" if total > COUNTERS else "")
        if not all(LEAST_COUNTERS <= count <= MOST_COUNTERS for count in counts):
            return BuilderFeedback(_("Each colour needs between 7 and 18 counters."), "bad")
        moves = stuck_moves(self.game, self.pieces, self.seat)
        if not moves:
            solved = (
                _("Black can neither jump nor slide. Solved!"),
                _("Green can neither jump nor slide. Solved!"),
            )
            return BuilderFeedback(solved[self.seat], "good")
        return BuilderFeedback(self._can_move(moves).format(count=moves))

    def _can_move(self, moves: int) -> str:
        if self.seat != GREENS:
            return ngettext(
                "Black can still move: {count} way to begin.",
                "Black can still move: {count} ways to begin.",
                moves,
            )
        return ngettext(
            "Green can still move: {count} way to begin.",
            "Green can still move: {count} ways to begin.",
            moves,
        )
