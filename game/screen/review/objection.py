"""Says at the place why what is tried in a review is not allowed, in the rulebook's words."""

from __future__ import annotations

from game.rules.topology import Point
from game.screen.boards.crossed import draw_crossed
from game.screen.plugin.refusals import attempt, refusal
from game.screen.plugin.rulebook import Attempt
from game.screen.review.at_review import AtReview
from game.screen.ui.callout import Callout
from game.screen.ui.canvas import Canvas


class Objection:
    """`note` is what is said just now; it goes by itself, or with the next press."""

    def __init__(self, at: AtReview) -> None:
        self._at = at
        self.note: Callout | None = None
        self._points: Attempt = ()

    def point(self, point: Point) -> None:
        """A hand has pointed where nothing can be played."""
        at = self._at
        if not at.hand.enabled:
            return
        self.attempt(attempt(at.game, at.hand.state, at.hand.source, point))

    def attempt(self, points: Attempt) -> None:
        """Somebody has tried this, here or on a sensor board."""
        at = self._at
        if at.view is None:
            return
        self._points = points
        text = refusal(at.game, at.study.state, points).text
        self.note = Callout(text, at.view.position(points[-1]), at.view.piece_size * 0.6)
        at.desk.sound("error")
        at.desk.invalidate()

    def clear(self) -> bool:
        """Put the note away; False when there was none."""
        there, self.note = self.note is not None, None
        return there

    def update(self, dt: float) -> None:
        if self.note is not None:
            if self.note.update(dt):
                self._at.desk.invalidate()
            if self.note.gone:
                self.note = None

    @property
    def animating(self) -> bool:
        return self.note is not None and self.note.animating

    def draw(self, canvas: Canvas) -> None:
        """The cross at the place, and the sentence beside it."""
        at = self._at
        if self.note is not None and at.view is not None:
            draw_crossed(canvas, at.view, self._points, self.note.shown)
            self.note.draw(canvas, at.layout.board)
