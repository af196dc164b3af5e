"""The review of a game in a worker: the engine judges one position after the other."""

from __future__ import annotations

from functools import partial
from typing import Any

from game.engine.search.analysis import SearchLimits
from game.engine.search.levels import TOP_LEVEL
from game.platform.i18n import in_every_language
from game.screen.play.assistant import engine_chance
from game.screen.review.chapters import Chapters
from game.table.match import Match
from game.table.mistakes import Evaluation, turning_points
from game.table.review import MAX_LINE_TURNS, Review
from web.players import Exchange

SEED = 1  # the seed of the window, so that the same game gets the same review


class WorkerReview:
    """A review without a thread: each call of `update` continues it.

    `failed` tells why the engine stopped, "" while it works.
    """

    def __init__(self, match: Match, exchange: Exchange) -> None:
        self._review = Review(match)
        self._chapters = Chapters(match, self._review, lambda turn: turn.number)
        self._exchange, self._player = exchange, exchange.player(match.game, TOP_LEVEL, SEED)
        self._questions = self._review.questions()
        self.running = True
        self.failed = ""
        self._ask(next(self._questions, None))

    def update(self) -> bool:
        """Use what the engine has found; return whether the review has just ended."""
        thought = self._player.poll() if self.running else None
        if self.running and self._player.problem:
            self.failed, self.running = self._player.problem, False
            return True
        if thought is None or not thought.done:
            return False
        found = Evaluation(engine_chance(thought), tuple(thought.pv[:MAX_LINE_TURNS]))
        try:
            self._ask(self._questions.send(found))
        except StopIteration:
            self.running = False
        return not self.running

    def _ask(self, question: tuple[Any, int] | None) -> None:
        if question is None:
            self.running = False
        else:
            self._player.start(question[0], SearchLimits(nodes=question[1]))

    def story(self) -> dict[str, Any]:
        """Return the turning points in the format for pages."""
        points = turning_points(self._review.mistakes())
        words = [in_every_language(partial(self._chapters.sentence, point)) for point in points]
        return {"turns": [point.number + 1 for point in points], "words": words}

    def close(self) -> None:
        self.running = False
        self._exchange.close(self._player)
