"""Turning points of a game in words. Free of pygame, because phones and browsers show them, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.platform.i18n import _, format_percent, language
from game.rules import State
from game.rules.events import Seat
from game.screen.plugin.commentary import commentary_of
from game.screen.plugin.reasons import positions_of, reasons_of
from game.table.history import Turn
from game.table.match import Match
from game.table.mistakes import Chapter, Mistake, turning_points
from game.table.review import Review


class Chapters:
    """Turning points as chapters; `number` returns a turn's number as it is shown."""

    def __init__(self, match: Match, review: Review, number: Callable[[Turn], int]) -> None:
        self._match, self._review, self._number = match, review, number
        self._reasons = reasons_of(match.game, self._name)
        self._commentary = commentary_of(match.game)
        self.counted = True
        self._told: dict[tuple[int, str, tuple[float, float]], Chapter] = {}

    def __call__(self, point: Mistake) -> Chapter:
        """Return a turning point in words of the present language."""
        figures = self._review.figures(point.number) or (point.before, point.after)
        spoken = point.number, language(), figures
        known = self._told.get(spoken)
        if known is not None and known.mistake == point:
            return known
        turn, words = point.played[0], _("Turn {n}: {name}")
        chapter = Chapter(
            point,
            words.format(n=self._number(turn), name=self._maker(turn)),
            " → ".join(map(format_percent, figures)),
            self._reasons.reason(point) if self.counted else "",
        )
        if self.counted:
            self._told[spoken] = chapter
        return chapter

    def ready(self, points: Iterable[Mistake]) -> bool:
        """Return whether all reasons are available; if not, start computing the counts for them.

        Until then chapters have no reason.
        """
        lines = [line for point in points for line in (point.played, point.better)]
        self.counted = self._reasons.ready(positions_of(*lines))
        return self.counted

    def sentence(self, point: Mistake) -> str:
        """Return the sentence about a turning point for followers."""
        chapter = self(point)
        return f"{chapter.title} ({chapter.figures}). {chapter.reason}".strip()

    def _name(self, seat: Seat, state: State) -> str:
        """Return a seat's name in a position, on which it depends because roles may change."""
        return self._match.spec.seats[seat].name or self._commentary.side_name(seat, state)

    def _maker(self, turn: Turn) -> str:
        """Return the name of the person who made a turn, who may have another seat by now."""
        seat = self._match.history.seat_now(turn.seat, turn.first)
        name = self._match.spec.seats[seat].name
        return name or self._commentary.side_name(turn.seat, turn.before)


def chapters_of(match: Match) -> list[Chapter]:
    """Return the turning points that a review of a match has found so far, in words.

    No search is started.
    """
    review = Review(match)
    told = Chapters(match, review, lambda turn: turn.number)
    return [told(point) for point in turning_points(review.mistakes())]
