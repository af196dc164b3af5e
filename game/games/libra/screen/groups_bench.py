"""A puzzle of Libra: as many groups as a full board can have, also with grey counters on it."""

from __future__ import annotations

from collections.abc import Mapping

from game.games.libra.engine.maximum import best_filling, most_on_hexagon
from game.games.libra.rules import STONES, Libra
from game.games.libra.screen.most_groups import MostGroups, MostGroupsQuery
from game.games.libra.screen.positions import lay
from game.platform.i18n import _, ngettext
from game.rules import Piece, Point
from game.screen.plugin.pages import BuildingPuzzle
from game.screen.plugin.puzzle_builder import BuilderFeedback, PuzzleBuilder

WHITE, BLACK, GREY = STONES


def count_groups(game: Libra, pieces: Mapping[Point, Piece]) -> int:
    own = [[p for p, piece in pieces.items() if piece == stone] for stone in (WHITE, BLACK)]
    return game.groups(lay(game, {"white": " ".join(own[0]), "black": " ".join(own[1])}))


class GroupsBench(PuzzleBuilder):
    kinds = STONES
    outlined = True

    def __init__(self, puzzle: BuildingPuzzle) -> None:
        self._asked: MostGroupsQuery | None = None  # while grey counters lie
        super().__init__(puzzle)

    @property
    def greys(self) -> list[Point]:
        return [point for point, piece in self.pieces.items() if piece == GREY]

    def clear(self) -> None:
        super().clear()
        self._ask_anew()

    def cycle(self, point: Point, back: bool = False) -> None:
        before = self.greys
        super().cycle(point, back)
        if self.greys != before:
            self._ask_anew()

    def close(self) -> None:
        if self._asked is not None:
            self._asked.stop()
        self._asked = None

    def _ask_anew(self) -> None:
        """Have the most worked out for the grey counters that lie now."""
        self.close()
        greys = self.greys
        if 0 < len(greys) < len(self.game.topology):
            self._asked = MostGroupsQuery(f"{self.setup} obstacles={','.join(sorted(greys))}")

    @property
    def best(self) -> MostGroups | None:
        """The most for what lies; None while it is not known."""
        if not self.greys:
            board = self.game.topology
            return MostGroups(most_on_hexagon(board.size), best_filling(board))
        return self._asked.best if self._asked is not None else None

    @property
    def pulse(self) -> object:
        return None if self._asked is None else (self._asked.share, self._asked.failed, self.best)

    @property
    def solvable(self) -> bool:
        return self.best is not None

    def solve(self) -> None:
        best, greys = self.best, self.greys
        if best is not None:
            stones = {p: WHITE if p in best.white else BLACK for p in self.game.topology.points}
            self.pieces = stones | dict.fromkeys(greys, GREY)

    @property
    def said(self) -> BuilderFeedback:
        game = self.game
        assert isinstance(game, Libra)
        groups = count_groups(game, self.pieces)
        text = ngettext("{count} group.", "{count} groups.", groups).format(count=groups)
        left = len(game.topology) - len(self.pieces)
        if left:
            rest = ngettext("{count} cell is empty.", "{count} cells are empty.", left)
            return BuilderFeedback(f"{text} {rest.format(count=left)}")
        best = self.best
        if best is None:
            return BuilderFeedback(f"{text} {self._working()}")
        if groups >= best.groups:
            return BuilderFeedback(f"{text} " + _("More is impossible."), "good")
        most = ngettext("{count} is possible.", "{count} are possible.", best.groups)
        return BuilderFeedback(f"{text} {most.format(count=best.groups)}")

    def _working(self) -> str:
        """How far the most is, which a process of its own works out."""
        if self._asked is None or self._asked.failed:
            return ""
        done = round(100 * self._asked.share)
        return _("Working out how many are possible: {n} percent.").format(n=done)
