"""Libra in the rulebook: positions of examples, figures, refusals, numbers of groups."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.games.libra import rules
from game.games.libra.engine.maximum import best_filling, most_on_hexagon
from game.games.libra.rules import STONES, Libra
from game.platform.i18n import _, ngettext
from game.platform.processes import helper_command, start_piped
from game.rules import Game, Piece, Point, State
from game.rules.groups import Group
from game.rules.kernel import SEAT
from game.screen.plugin.puzzle_builder import BuilderFeedback, PuzzleBuilder
from game.screen.plugin.registry import rulebook_of
from game.screen.plugin.rulebook import Attempt, Pieces, Refusal, Rulebook, taken


@dataclass(frozen=True)
class MostGroupsSearch:
    """The highest number of groups on a board, and the white cells of such a filling."""

    groups: int
    white: frozenset[Point]


class MostGroupsQuery:
    """A search in another process for the most groups.

    `share` is the part done (0 to 1). `best` is None until the end. `failed` is set if there is no
    answer.
    """

    def __init__(self, setup: str) -> None:
        self.share = 0.0
        self.best: MostGroupsSearch | None = None
        self.failed = False
        self._stopped = False
        self._process: subprocess.Popen[str] | None = None
        threading.Thread(target=self._run, args=(setup,), name="most", daemon=True).start()

    def stop(self) -> None:
        """End the search."""
        self._stopped = True
        if self._process is not None:
            self._process.terminate()

    def _run(self, setup: str) -> None:
        command = helper_command("game", Libra.key, setup)
        try:
            with start_piped(command, stdin=subprocess.DEVNULL) as process:
                self._process = process
                if self._stopped:
                    process.terminate()
                assert process.stdout is not None
                for line in process.stdout:
                    self._hear(line.split())
        except (OSError, ValueError):
            pass
        self.failed = self.best is None

    def _hear(self, words: list[str]) -> None:
        """Read a line from the helper. Raises ValueError for a malformed line."""
        if words[0] == "most":
            self.best = MostGroupsSearch(int(words[1]), frozenset(words[2:]))
        else:
            self.share = int(words[0]) / int(words[1])


WHITE, BLACK, GREY = STONES


def count_groups(game: Libra, pieces: Mapping[Point, Piece]) -> int:
    own = [[p for p, piece in pieces.items() if piece == stone] for stone in (WHITE, BLACK)]
    lay = rulebook_of(game.key).lay
    return game.groups(lay(game, {"white": " ".join(own[0]), "black": " ".join(own[1])}))


class GroupsBuilder(PuzzleBuilder):
    kinds = STONES
    outlined = True
    _asked: MostGroupsQuery | None = None  # the search for a board with grey counters

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
        """Start a search for the present grey counters."""
        self.close()
        greys = self.greys
        if 0 < len(greys) < len(self.game.topology):
            self._asked = MostGroupsQuery(f"{self.setup} obstacles={','.join(sorted(greys))}")

    @property
    def best(self) -> MostGroupsSearch | None:
        """The most groups with the present grey counters; None while they are not known."""
        if not self.greys:
            board = self.game.topology
            return MostGroupsSearch(most_on_hexagon(board.size), best_filling(board))
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
        """Return a text with the progress of the search for the most groups."""
        if self._asked is None or self._asked.failed:
            return ""
        done = round(100 * self._asked.share)
        return _("Working out how many are possible: {n} percent.").format(n=done)


def lay(game: Game, fields: Mapping[str, Any]) -> State:
    """Return the position of an example.

    The fields are `white` and `black` (cells), `seat` (to move), `more` (the seat of MORE), `aim`
    (groups wanted), `round`, and `first` (groups of round one).
    """
    assert isinstance(game, Libra)
    state = list(game.start())
    for colour, name in ((rules.WHITE, "white"), (rules.BLACK, "black")):
        for point in fields.get(name, "").split():
            state[rules.BOARD + game.topology.index[point]] = colour
            state[rules.EMPTY] -= 1
    state[rules.BIDDING] = 0
    state[rules.AIM] = fields.get("aim", state[rules.AIM])
    state[rules.MORE_SEAT] = fields.get("more", 1)
    state[rules.ROUND] = fields.get("round", 1)
    state[rules.FIRST] = fields.get("first", 0)
    state[SEAT] = fields.get("seat", 0)
    return tuple(state)


# The page of the rules that explains each refusal.
EXPLAINED = {"bidding": "bid", "blocked": "board", "taken": "turn"}


def refuse(game: Game, state: State, points: Attempt) -> Refusal:
    if state[rules.BIDDING]:
        return Refusal("bidding", _("Stones come after the bids: bid first, or pass."))
    piece = game.pieces(state).get(points[-1])
    if piece is not None and piece.colour == "grey":
        words = _("A grey counter blocks {point}.").format(point=points[-1])
        return Refusal("blocked", words, nameless=_("A grey counter blocks this cell."))
    return taken(points[-1])


def figures(game: Game, state: State, detail: bool) -> str:
    """Return a text with the number of groups, "" while the roles are not known."""
    tally = game.tally(state)
    groups = tally["groups"]
    if tally["more"] < 0:
        return ""
    return ngettext("{count} group on the board.", "{count} groups on the board.", groups).format(
        count=groups
    )


def labels(groups: Sequence[Group], pieces: Pieces) -> dict[Group, str]:
    """Return a number for each group, the white groups first, then the black ones."""
    order = ("white", "black")
    counted = sorted(groups, key=lambda group: order.index(pieces[min(group)].colour))
    return {group: str(number) for number, group in enumerate(counted, start=1)}


RULEBOOK = Rulebook(
    lay=lay,
    refuse=refuse,
    figures=figures,
    labels=labels,
    explained=EXPLAINED,
    builders={"groups": GroupsBuilder},
)
