"""A puzzle of Libra: as many groups as a full board can have.

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
from game.rules import Libra, Piece, Point
from game.screen.games.bench import Said, Workbench
from game.screen.games.libra.positions import lay
from game.screen.games.pages import Puzzle

FILE = ASSETS / "puzzles" / "libra-groups.json"
STONES = (Piece("white", None), Piece("black", None))


@cache
def _kept() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Best:
    """The most groups known on a board; `proved` when more are impossible."""

    groups: int
    proved: bool
    white: tuple[Point, ...]


def best_groups(size: int) -> Best:
    entry = _kept()["sizes"][str(size)]
    return Best(entry["groups"], entry["proved"], tuple(entry["white"].split()))


def count_groups(game: Libra, pieces: Mapping[Point, Piece]) -> int:
    own = [[p for p, piece in pieces.items() if piece.colour == c] for c in ("white", "black")]
    fields = {"white": " ".join(own[0]), "black": " ".join(own[1])}
    return game.groups(lay(game, fields))


class GroupsBench(Workbench):
    kinds = STONES
    outlined = True

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.record: dict[str, int] = {}  # the most groups made, by setup

    def solve(self) -> None:
        board = self.game.topology
        white = set(best_groups(board.size).white)
        self.pieces = {p: STONES[0] if p in white else STONES[1] for p in board.points}

    @property
    def said(self) -> Said:
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
