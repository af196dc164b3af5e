"""What a game brings to its pages of the rulebook besides their texts, and puzzles to build."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pygame

from game.platform.i18n import _
from game.rules import Action, Game, Piece, Point, State
from game.rules.groups import Group
from game.rules.registry import parse_setup
from game.screen.boards import BoardView
from game.screen.plugin.pages import BuildingPuzzle
from game.screen.ui.canvas import Canvas


@dataclass(frozen=True)
class BuilderFeedback:
    """The feedback to the reader; `kind` is "" (the prompt), "good" or "bad"."""

    text: str
    kind: str = ""


class PuzzleBuilder:
    """A puzzle in the reader's hands.  A point goes from empty through all `kinds` and back."""

    kinds: ClassVar[tuple[Piece, ...]] = ()
    outlined: ClassVar[bool] = False  # whether groups are
    two_sided: ClassVar[bool] = False  # whether it can be set for the other colour, too
    any_board: ClassVar[bool] = False  # whether the reader may bring a board

    def __init__(self, puzzle: BuildingPuzzle) -> None:
        self.puzzle = puzzle
        self.setups = list(puzzle.setups)
        self.games: dict[str, Game] = {}
        self.number = 0
        self.clear()

    @property
    def prompt(self) -> str:
        """What the reader is asked for now, as a msgid."""
        return self.puzzle.prompts[0]

    @property
    def setup(self) -> str:
        return self.setups[self.number]

    @property
    def game(self) -> Game:
        if self.setup not in self.games:
            self.games[self.setup] = parse_setup(self.setup)
        return self.games[self.setup]

    def clear(self) -> None:
        self.pieces: dict[Point, Piece] = {}

    def other_board(self, step: int) -> None:
        """Go to the next board, or the one before, as far as there are any."""
        self.number = max(0, min(len(self.setups) - 1, self.number + step))
        self.clear()

    def other_colour(self) -> None:
        """Set the same puzzle for the other colour, where it is `two_sided`; what lies stays."""

    @property
    def board(self) -> str:
        """Name or path of the board, where the reader may bring one."""
        return ""

    def take_board(self, name: str) -> None:
        """Take another board, by its name or its path, where the reader may bring one.

        Raises RulesError for a file that is none.
        """

    def cycle(self, point: Point, back: bool = False) -> None:
        """Put the next thing on a point."""
        things: list[Piece | None] = [None, *self.kinds]
        here = self.pieces.get(point)
        piece = things[(things.index(here) + (-1 if back else 1)) % len(things)]
        if piece is None:
            self.pieces.pop(point, None)
        else:
            self.pieces[point] = piece

    def close(self) -> None:
        """Stop whatever still works for this puzzle."""

    @property
    def pulse(self) -> object:
        """A value that changes when there is something new to say without any input."""
        return None

    @property
    def solvable(self) -> bool:
        """True if we keep a solution."""
        return True

    def solve(self) -> None:
        """Lay the solution we keep."""
        raise NotImplementedError

    @property
    def said(self) -> BuilderFeedback:
        """What there is to say of the position."""
        raise NotImplementedError


Attempt = Sequence[Point]
Pieces = Mapping[Point, Piece]


@dataclass(frozen=True)
class Refusal:
    """A refused attempt: `key` is a stable name, `text` the sentence for the reader.

    `because` are the points of that position that the sentence is about.
    """

    key: str
    text: str
    because: tuple[Point, ...] = ()


@dataclass(frozen=True)
class BoardStrip:
    """Something below the board of an example, `tall` design px, reaching `over` px beyond.

    `places(game, state)` is where each seat's marker stands, `draw(canvas, view, rect, places)`
    draws it, also while a marker is on its way.
    """

    tall: int
    over: int
    places: Callable[[Game, State], Sequence[int]]
    draw: Callable[[Canvas, BoardView, pygame.Rect, Sequence[float]], None]


def _refuse(game: Game, state: State, points: Attempt) -> Refusal:
    pieces, point = game.pieces(state), points[0]
    if len(points) > 1 and point not in pieces:
        return Refusal("empty", _("There is no piece on {point}.").format(point=point))
    if len(points) > 1 and point == points[-1]:
        return Refusal("stuck", _("The piece on {point} cannot move now.").format(point=point))
    if points[-1] in pieces:
        return Refusal("taken", _("{point} is taken.").format(point=points[-1]))
    return Refusal("rules", _("The rules do not allow that here."))


def _sizes(groups: Sequence[Group], pieces: Pieces) -> dict[Group, str]:
    return {group: str(len(group)) for group in groups}


@dataclass(frozen=True)
class Rulebook:
    """What the pages of a game need besides their texts.

    `lay` puts the pieces that the fields of an `ExamplePosition` name into a state; `refuse` says
    why an attempt is not allowed; `figures` are the numbers of a position in a line ("" for none;
    with `detail` fewer pieces are seen than counted); `labels` are the texts on outlined groups;
    `badge` is the text where an action goes ("" lights the point); `builders` by kind of puzzle;
    `explained` is the key of the page that explains a refusal, by the refusal's key.
    """

    lay: Callable[[Game, Mapping[str, Any]], State] = lambda game, fields: game.start()
    refuse: Callable[[Game, State, Attempt], Refusal] = _refuse
    figures: Callable[[Game, State, bool], str] = lambda game, state, detail: ""
    labels: Callable[[Sequence[Group], Pieces], Mapping[Group, str]] = _sizes
    badge: Callable[[Action], str] = lambda action: ""
    builders: Mapping[str, type[PuzzleBuilder]] = field(default_factory=dict)
    strip: BoardStrip | None = None
    explained: Mapping[str, str] = field(default_factory=dict)
