"""A puzzle of More or Less: a position in which Green cannot move.

Kept solutions lie in assets/puzzles.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from game.i18n import _, ngettext
from game.paths import ASSETS
from game.rules import Piece, Point, parse_setup
from game.rules.boards import COUNTERS
from game.rules.more_or_less import COLOURS
from game.screen.games.bench import Said, Workbench
from game.screen.games.more_or_less.positions import lay

FILE = ASSETS / "puzzles" / "more-or-less-stuck.json"
BLACK, GREEN = COLOURS
LEAST, MOST = 7, 18  # counters of a colour while nobody has won


@cache
def _kept() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))


def stuck_solution(setup: str) -> dict[Point, Piece]:
    """A position in which Green cannot move."""
    entry = _kept()["solutions"][setup]
    return {
        **dict.fromkeys(entry["black"].split(), BLACK),
        **dict.fromkeys(entry["green"].split(), GREEN),
    }


def stuck_moves(setup: str, pieces: Mapping[Point, Piece]) -> int:
    """Moves Green could begin with in a position."""
    own = [[p for p, piece in pieces.items() if piece.seat == seat] for seat in (0, 1)]
    fields = {"black": " ".join(own[0]), "green": " ".join(own[1]), "hidden": (0, 0), "seat": 1}
    game = parse_setup(setup)
    state = lay(game, fields)
    return sum(action.kind != "pass" for action in game.legal(state))


class StuckBench(Workbench):
    kinds = COLOURS

    def solve(self) -> None:
        self.pieces = dict(stuck_solution(self.setup))

    @property
    def said(self) -> Said:
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
