"""Has the game's own file written anew when a review has added something to it."""

from __future__ import annotations

from game.platform.i18n import _
from game.screen.review.at_review import AtReview
from game.table.record_files import keep_review


class ReviewAutosave:
    """Knows what is on disk: so many edits, so many looks of the engine."""

    def __init__(self, at: AtReview) -> None:
        self._at = at
        self._edits, self._looks = at.study.edits, at.review.looks

    def update(self) -> None:
        """Write at once what a person has changed."""
        if self._at.study.edits != self._edits:
            self.write()

    def write(self) -> None:
        """Write what there is, off the loop; nothing where all is on disk."""
        at = self._at
        now = (at.study.edits, at.review.looks)
        if now == (self._edits, self._looks):
            return
        match, edited = at.match, at.study.edits > 0
        self._edits, self._looks = now
        at.desk.write_file("review", lambda: keep_review(match, new=edited), self._failed)

    def _failed(self, reason: str) -> None:
        words = _("The review could not be saved: {reason}")
        self._at.desk.toast(words.format(reason=reason), "bad")
