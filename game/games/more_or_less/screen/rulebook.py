"""More or Less in the rulebook: positions of examples, figures, the track."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from game.games.more_or_less import rules
from game.games.more_or_less.rules import COLOURS, MoreOrLess
from game.games.more_or_less.screen.refusals import EXPLAINED, refuse
from game.platform.i18n import _, ngettext
from game.platform.paths import ASSETS
from game.rules import Game, Piece, Point, Seat, State
from game.rules.boards import COUNTERS
from game.rules.kernel import SEAT, TURNS
from game.rules.registry import parse_setup
from game.screen.plugin.pages import BuildingPuzzle
from game.screen.plugin.puzzle_builder import BuilderFeedback, PuzzleBuilder
from game.screen.plugin.registry import rulebook_of
from game.screen.plugin.rulebook import BoardStrip, Rulebook

if TYPE_CHECKING:  # A browser tab has no pygame.
    import pygame

    from game.screen.boards import BoardView
    from game.screen.ui.canvas import Canvas

SOLUTIONS_FILE = ASSETS / "puzzles" / "more-or-less-stuck.json"
BLACK, GREEN = COLOURS
GREENS: Seat = 1
# Design pixels of the markers' counters above and below the plank.
STRIP_OVER = 22
# Minimum and maximum number of counters of a colour while nobody has won.
LEAST_COUNTERS, MOST_COUNTERS = 7, 18


@cache
def _kept() -> Mapping[str, Any]:
    """Return the stored solutions for Green, by setup."""
    solutions: Mapping[str, Any] = json.loads(SOLUTIONS_FILE.read_text(encoding="utf-8"))[
        "solutions"
    ]
    return solutions


def stuck_solution(setup: str, seat: Seat = GREENS) -> dict[Point, Piece]:
    """Return a position in which `seat` cannot move; for Black, the colours are exchanged."""
    entry = _kept()[setup]
    free, stuck = (BLACK, GREEN) if seat == GREENS else (GREEN, BLACK)
    return {
        **dict.fromkeys(entry["black"].split(), free),
        **dict.fromkeys(entry["green"].split(), stuck),
    }


def stuck_moves(game: Game, pieces: Mapping[Point, Piece], seat: Seat) -> int:
    """Return the number of first actions that `seat` has in a position."""
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


def lay(game: Game, fields: Mapping[str, Any]) -> State:
    """Return the position of an example.

    The fields are `black` and `green` (points), `seat` (to move), `marks` (movement turns made),
    and `hidden` (counters of each colour that are not drawn; None fills up to 13 and 12).
    """
    assert isinstance(game, MoreOrLess)
    state = list(game.start())
    own = [fields.get("black", "").split(), fields.get("green", "").split()]
    index = game.topology.index
    for seat, points in enumerate(own):
        for point in points:
            state[rules.BOARD + index[point]] = seat + 1
    hidden = fields.get("hidden") or (13 - len(own[0]), 12 - len(own[1]))
    for seat in (0, 1):
        state[rules.COUNTS + seat] = len(own[seat]) + hidden[seat]
        state[rules.MARKS + seat] = fields.get("marks", (0, 0))[seat]
    state[rules.PLACED] = COUNTERS
    state[rules.LEFT] = 0
    state[SEAT] = fields.get("seat", 1)
    state[TURNS] = 13 + sum(fields.get("marks", (0, 0)))
    return tuple(state)


TRACK = 72  # height in design pixels of the track below the board, without its counters


def figures(game: Game, state: State, detail: bool) -> str:
    """Return the counters by colour in words; "" for a detail, which hides most counters."""
    if detail:
        return ""
    tally = game.tally(state)
    text = _("{black} black and {green} green: {total} of {all} counters.")
    black, green, total = tally["black"], tally["green"], tally["placed"]
    return text.format(black=black, green=green, total=total, all=COUNTERS)


def places(game: Game, state: State) -> tuple[int, int]:
    """Return the places of the two markers."""
    tally = game.tally(state)
    return tally["marker_black"], tally["marker_green"]


def _draw_strip(
    canvas: Canvas, view: BoardView, rect: pygame.Rect, places: Sequence[float]
) -> None:
    from game.games.more_or_less.screen.track import draw_track

    draw_track(canvas, view, rect, places)


RULEBOOK = Rulebook(
    lay=lay,
    refuse=refuse,
    figures=figures,
    builders={"stuck": StuckBuilder},
    explained=EXPLAINED,
    strip=BoardStrip(TRACK, STRIP_OVER, places, _draw_strip),
)
