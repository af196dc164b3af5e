"""Puzzles: positions the reader builds, counted and judged by the rules.  No pygame.

Kept solutions lie in assets/puzzles.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from game.i18n import _, ngettext
from game.paths import ASSETS
from game.rules import Game, Libra, Piece, Point
from game.rules.boards import COUNTERS
from game.screen.rulebook.model import Position, Puzzle
from game.screen.rulebook.positions import build, game_of
from game.screen.rulebook.tryout import Said

FOLDER = ASSETS / "puzzles"
BLACK, GREEN = Piece("black", 0), Piece("green", 1)
STONES = (Piece("white", None), Piece("black", None))
LEAST, MOST = 7, 18  # counters of a colour while nobody has won


@cache
def _file(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Best:
    """The most groups known on a board; `proved` when more are impossible."""

    groups: int
    proved: bool
    white: tuple[Point, ...]


def best_groups(size: int) -> Best:
    entry = _file("libra-groups.json")["sizes"][str(size)]
    return Best(entry["groups"], entry["proved"], tuple(entry["white"].split()))


def stuck_solution(setup: str) -> dict[Point, Piece]:
    """A position in which Green cannot move."""
    entry = _file("more-or-less-stuck.json")["solutions"][setup]
    return {
        **dict.fromkeys(entry["black"].split(), BLACK),
        **dict.fromkeys(entry["green"].split(), GREEN),
    }


def stuck_moves(setup: str, pieces: Mapping[Point, Piece]) -> int:
    """Moves Green could begin with in a position."""
    own = [[p for p, piece in pieces.items() if piece.seat == seat] for seat in (0, 1)]
    fields = {"black": " ".join(own[0]), "green": " ".join(own[1]), "hidden": (0, 0), "seat": 1}
    game, state = build(Position(setup, fields))
    return sum(action.kind != "pass" for action in game.legal(state))


def count_groups(game: Libra, pieces: Mapping[Point, Piece]) -> int:
    own = [[p for p, piece in pieces.items() if piece.colour == c] for c in ("white", "black")]
    fields = {"white": " ".join(own[0]), "black": " ".join(own[1])}
    _game, state = build(Position(game.setup, fields or {"white": ""}))
    return game.groups(state)


class Workbench:
    """A puzzle in the reader's hands.  A point goes from empty through both colours and back."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.number = 0
        self.record: dict[str, int] = {}
        self.clear()

    @property
    def setup(self) -> str:
        return self.puzzle.setups[self.number]

    @property
    def game(self) -> Game:
        return game_of(self.setup)

    def clear(self) -> None:
        self.pieces: dict[Point, Piece] = {}

    def other_board(self, step: int) -> None:
        """The next board, or the one before, as far as there are any."""
        self.number = max(0, min(len(self.puzzle.setups) - 1, self.number + step))
        self.clear()

    def cycle(self, point: Point, back: bool = False) -> None:
        """The next thing on a point."""
        kinds: list[Piece | None] = [None, *(STONES if self.puzzle.kind == "groups" else _COUNTERS)]
        here = self.pieces.get(point)
        piece = kinds[(kinds.index(here) + (-1 if back else 1)) % len(kinds)]
        if piece is None:
            self.pieces.pop(point, None)
        else:
            self.pieces[point] = piece

    def solve(self) -> None:
        """Lay the solution we keep."""
        if self.puzzle.kind == "stuck":
            self.pieces = dict(stuck_solution(self.setup))
            return
        board = self.game.topology
        white = set(best_groups(board.size).white)
        self.pieces = {p: STONES[0] if p in white else STONES[1] for p in board.points}

    # -- judging -------------------------------------------------------------------------------

    @property
    def said(self) -> Said:
        return self._groups() if self.puzzle.kind == "groups" else self._stuck()

    def _groups(self) -> Said:
        game = self.game
        assert isinstance(game, Libra)
        best = best_groups(game.size)
        groups = count_groups(game, self.pieces)
        left = len(game.topology) - len(self.pieces)
        text = ngettext("{count} group.", "{count} groups.", groups).format(count=groups)
        if left:
            rest = ngettext("{count} cell is empty.", "{count} cells are empty.", left)
            return Said(f"{text} {rest.format(count=left)}")
        self.record[self.setup] = max(groups, self.record.get(self.setup, 0))
        if groups >= best.groups:
            proof = _("More is impossible.") if best.proved else _("The best we know.")
            return Said(f"{text} {proof}", "good")
        if best.proved:
            most = ngettext("{count} is possible.", "{count} are possible.", best.groups)
            return Said(f"{text} {most.format(count=best.groups)}")
        return Said(f"{text} " + _("The best we know is {count}.").format(count=best.groups))

    def _stuck(self) -> Said:
        counts = [sum(p.seat == seat for p in self.pieces.values()) for seat in (0, 1)]
        total = sum(counts)
        if total != COUNTERS:
            text = _("{black} black and {green} green: {total} of {all} counters.")
            words = text.format(black=counts[0], green=counts[1], total=total, all=COUNTERS)
            return Said(words, "bad" if total > COUNTERS else "")
        if not all(LEAST <= count <= MOST for count in counts):
            return Said(_("Each colour needs between 7 and 18 counters."), "bad")
        moves = stuck_moves(self.setup, self.pieces)
        if not moves:
            return Said(_("Green can neither jump nor slide. Solved!"), "good")
        text = ngettext(
            "Green can still move: {count} way to begin.",
            "Green can still move: {count} ways to begin.",
            moves,
        )
        return Said(text.format(count=moves))


_COUNTERS = (BLACK, GREEN)
