"""What a game adds to its pages of the rulebook besides their texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from game.platform.i18n import _
from game.rules import Action, Game, Piece, Point, State
from game.rules.groups import Group
from game.screen.plugin.puzzle_builder import PuzzleBuilder

if TYPE_CHECKING:  # not imported at run time, because a browser tab has no pygame
    import pygame

    from game.screen.boards import BoardView
    from game.screen.ui.canvas import Canvas

Attempt = Sequence[Point]
Pieces = Mapping[Point, Piece]


@dataclass(frozen=True)
class Refusal:
    """A refused attempt: `key` is a stable name, `text` the sentence for the reader.

    `because` are the points to which the sentence refers. If `text` names points and the board
    shows no names, `nameless` replaces it.
    """

    key: str
    text: str
    because: tuple[Point, ...] = ()
    nameless: str = ""

    def said(self, names: bool) -> str:
        """Return the sentence; with `names` it may contain names of points."""
        return self.text if names else self.nameless or self.text


@dataclass(frozen=True)
class BoardStrip:
    """A strip below the board of an example, `tall` design px high.

    Its markers reach `over` design px beyond its upper and lower edge. `places(game, state)`
    returns the place of each seat's marker. `draw(canvas, view, rect, places)` draws the strip,
    also while a marker moves.
    """

    tall: int
    over: int
    places: Callable[[Game, State], Sequence[int]]
    draw: Callable[[Canvas, BoardView, pygame.Rect, Sequence[float]], None]


def _refuse(game: Game, state: State, points: Attempt) -> Refusal:
    pieces, point = game.pieces(state), points[0]
    if len(points) > 1 and point not in pieces:
        words = _("There is no piece on {point}.").format(point=point)
        return Refusal("empty", words, nameless=_("There is no piece here."))
    if len(points) > 1 and point == points[-1]:
        words = _("The piece on {point} cannot move now.").format(point=point)
        return Refusal("stuck", words, nameless=_("This piece cannot move now."))
    if points[-1] in pieces:
        return taken(points[-1])
    return Refusal("rules", _("The rules do not allow that here."))


def taken(point: Point) -> Refusal:
    """Return the refusal for a point that has a piece already."""
    words = _("{point} is taken.").format(point=point)
    return Refusal("taken", words, nameless=_("This place is taken."))


def _sizes(groups: Sequence[Group], pieces: Pieces) -> dict[Group, str]:
    return {group: str(len(group)) for group in groups}


@dataclass(frozen=True)
class Rulebook:
    """What the pages of a game need besides their texts.

    `lay` returns a state with the pieces that the fields of an `ExamplePosition` name. `refuse`
    returns why an attempt is not allowed. `figures` returns the numbers of a position in a line, ""
    for none; with `detail`, some of the counted pieces are not visible. `labels` returns the texts
    on outlined groups. `badge` returns the text on the target of an action; "" lights the point
    instead. `builders` are the classes by kind of puzzle. `explained` maps the key of a refusal to
    the key of the page that explains it.
    """

    lay: Callable[[Game, Mapping[str, Any]], State] = lambda game, fields: game.start()
    refuse: Callable[[Game, State, Attempt], Refusal] = _refuse
    figures: Callable[[Game, State, bool], str] = lambda game, state, detail: ""
    labels: Callable[[Sequence[Group], Pieces], Mapping[Group, str]] = _sizes
    badge: Callable[[Action], str] = lambda action: ""
    builders: Mapping[str, type[PuzzleBuilder]] = field(default_factory=dict)
    strip: BoardStrip | None = None
    explained: Mapping[str, str] = field(default_factory=dict)
