"""What phones and browsers receive besides the moves of a match: captions and hints. No pygame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from game.network.errors import NetworkError
from game.platform.i18n import _, in_every_language
from game.rules.base import Game
from game.rules.events import Seat
from game.screen.play.advice import TURN, AssistantAnswer, of_hint, of_turn, why
from game.screen.play.assistant import Assistant
from game.screen.plugin.commentary import commentary_of
from game.screen.plugin.reasons import reasons_of
from game.table.history import HistoryEntry, MatchEvent, Played
from game.table.match import Match

if TYPE_CHECKING:  # loaded only if a match is on the network
    from game.network.host.channel import Channel


class PhoneHints:
    """Hints for the seats on phones: one per turn, sent only to the seat to move."""

    def __init__(
        self,
        match: Match,
        wanted: Callable[[], bool],
        channel: Callable[[], Channel | None],
        helper: Assistant | None = None,
    ) -> None:
        """`wanted` returns whether hints are given; `channel` returns the channel to phones."""
        self._match, self._wanted, self._channel = match, wanted, channel
        self.helper = helper or Assistant(match)
        self._asked: object = None  # the position for which a hint was last requested
        self._used: set[int] = set()  # numbers of turns for which a hint was given, from 0

    @property
    def allowed(self) -> bool:
        return not self._match.over and self._wanted()

    def ask(self, seat: Seat) -> None:
        """Find a hint for the seat to move, or send a known one again. Raises NetworkError."""
        turn = sum(turn.complete for turn in self._match.turns)
        if not self.allowed:
            raise NetworkError("no-hints")
        if self._asked == self._match.state:
            self._tell()
        elif turn in self._used:
            raise NetworkError("hint-used")
        else:
            self._used.add(turn)
            self._asked = self._match.state
            self.helper.ask()

    def update(self) -> None:
        """Send a hint that was found; cancel the search if the match has moved on."""
        if self._asked is not None and (self._asked != self._match.state or not self.allowed):
            self._asked = None
            self.helper.clear()
        if self.helper.update():
            self._tell()

    def _tell(self) -> None:
        """Send the seat to move its hint, or the engine's failure, if either is known."""
        channel, helper, game = self._channel(), self.helper, self._match.game
        answer, seat = helper.answer, self._match.to_move
        if channel is not None and answer is not None and answer.actions:
            shown = of_turn(game, answer.state, answer.actions)
            arrows = tuple((str(one.source), str(one.target)) for one in shown.arrows)
            channel.give_hint(seat, partial(_sentence, game, answer), shown.points, arrows)
        elif channel is not None and helper.failed:
            failed, helper.failed = helper.failed, ""
            channel.give_hint(
                seat, lambda: _("The engine cannot help: {why}").format(why=_(failed))
            )
            self._asked, self._used = None, set()  # so that the seat may ask again


def _sentence(game: Game, answer: AssistantAnswer) -> str:
    """Return a hint in words: what to play, and why."""
    deed = of_hint(game, replace(answer, step=TURN), True).text
    reason = why(reasons_of(game), answer, True)
    return f"{deed}. {reason}" if reason else deed


class FollowerCaptions:
    """Makes the caption and note of an event for followers, in every language, in a thread."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._told = commentary_of(match.game)

    def __call__(self, event: MatchEvent | None) -> dict[str, dict[str, str]]:
        entries = self._match.entries
        entry = event.entry if isinstance(event, Played) else entries[-1] if entries else None
        return in_every_language(lambda: self._words(entry))

    def _words(self, entry: HistoryEntry | None) -> dict[str, str]:
        if entry is None:
            return {"caption": "", "note": self._told.opening().note}
        return {
            "caption": self._told.caption(entry.before, entry.events),
            "note": self._told.note(entry.before, entry.after, entry.events),
        }
