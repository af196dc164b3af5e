"""Sentences at a point of the board: why a move is refused, or what deserves a look.

The sentences of refusals come from `game.screen.plugin.refusals`, as those in the rulebook do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from game.rules.base import Game
from game.rules.topology import Point
from game.screen.boards import BoardView
from game.screen.boards.overlay import draw_crossed
from game.screen.plugin.refusals import rule_page
from game.screen.plugin.rulebook import Attempt, Refusal
from game.screen.ui.callout import Callout
from game.screen.ui.canvas import Canvas

# Points, and pairs of points with arrows.
Ways = tuple[Sequence[Point], Sequence[tuple[Point, Point]]]
REFUSALS_BEFORE_RULE = 3  # refusals in a row before the rule is offered


class IllegalMoveHints:
    """One sentence at a time, in `note`. The `points` of a refused move are crossed out.

    After `REFUSALS_BEFORE_RULE` refusals in a row, `page` is the page of the rules that explains
    the last refusal.
    """

    def __init__(self) -> None:
        self.note: Callout | None = None
        self.points: Attempt = ()
        self.page = ""
        self.count = 0
        self.refused: Refusal | None = None  # the refusal in the note, while it can be explained
        # Points lit during an explanation: the reason for the refusal, and what is allowed instead.
        self.because: tuple[Point, ...] = ()
        self.allowed_points: tuple[Point, ...] = ()

    @property
    def text(self) -> str:
        """The sentence that is shown at the board now."""
        return self.note.text if self.note is not None else ""

    def offer_rule(self, game: Game, refused: Refusal) -> bool:
        """Count a refusal; return whether the page of the rule is offered as well."""
        self.count += 1
        self.page = rule_page(game, refused) if self.count >= REFUSALS_BEFORE_RULE else ""
        return bool(self.page)

    def refuse(self, view: BoardView, points: Attempt, text: str, offer: str = "") -> None:
        """Cross out a move and show why it is refused; `offer` is a text that can be clicked."""
        self.points = tuple(points)
        reach = view.piece_size * 0.6
        self.note = Callout(text, view.position(points[-1]), reach, offer)
        self.note.clear = [view.position(point) for point in points]

    def explain(self, view: BoardView, text: str, allowed: Sequence[Point]) -> None:
        """Show why the move is refused and which points are allowed, until it is dismissed."""
        assert self.refused is not None
        because, points = self.refused.because, self.points
        self.clear()
        self.because, self.allowed_points, self.points = because, tuple(allowed), points
        self.note = Callout(text, view.position(points[-1]), view.piece_size * 0.6, stays=True)
        self.note.clear = [view.position(other) for other in (*because, *allowed, *points)]

    def show_note(self, view: BoardView, text: str, point: Point, offer: str = "") -> None:
        """Show a remark at a point; `offer` is a text that can be clicked."""
        self.clear()
        self.note = Callout(text, view.position(point), view.piece_size * 0.6, offer, bad=False)

    def advise(self, view: BoardView, text: str, point: Point, advice: Ways, offer: str) -> None:
        """Show advice beside its points and arrows, until it is dismissed."""
        points, ways = advice
        spots = [view.position(other) for other in points]
        for source, target in ways:
            (x, y), (u, v) = view.position(source), view.position(target)
            spots += [(x + (u - x) * part, y + (v - y) * part) for part in (0.25, 0.5, 0.75)]
        self.show_note(view, text, point, offer)
        assert self.note is not None
        self.note.stays, self.note.clear = True, spots

    def allowed(self) -> None:
        """Forget the refusals so far, because an action was played."""
        self.count = 0
        self.clear()

    def clear(self) -> bool:
        """Remove the note; return False if there was none."""
        there = self.note is not None
        self.note, self.points, self.page, self.refused = None, (), "", None
        self.because = self.allowed_points = ()
        return there

    def update(self, dt: float) -> bool:
        """Let time pass; return True if the picture changes. The note disappears after a while."""
        if self.note is None:
            return False
        changed = self.note.update(dt)
        if self.note.gone:
            self.clear()
        return changed

    @property
    def animating(self) -> bool:
        return self.note is not None and self.note.animating

    def draw(
        self, canvas: Canvas, view: BoardView, board: pygame.Rect, pieces: Iterable[Point] = ()
    ) -> None:
        """Draw the cross on the refused points, and the sentence where it covers no `pieces`."""
        if self.note is None:
            return
        self.note.pieces = [view.position(point) for point in pieces]
        if self.points:
            draw_crossed(canvas, view, self.points, self.note.shown)
        self.note.draw(canvas, board)
