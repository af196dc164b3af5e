"""Reads a match aloud: turns as they are made, refusals and advice, and what a key asks for."""

from __future__ import annotations

from game.rules.events import TurnEnded
from game.screen.play import screen_reader_words
from game.screen.play.at_play import AtPlay
from game.screen.play.seats import used
from game.screen.plugin.registry import screen_plugin_of
from game.table.clock import ClockReading
from game.table.history import MatchEvent, Played


class ScreenReader:
    """`note` is the last sentence said that stood at a point of the board."""

    def __init__(self, at: AtPlay) -> None:
        self._at = at
        self._note = ""
        self._source: str | None = None

    # -- by itself -------------------------------------------------------------------------------

    def seen(self, event: MatchEvent) -> None:
        """An event of the match has come to be seen: a turn that is complete is told."""
        if isinstance(event, Played) and any(
            isinstance(happened, TurnEnded) for happened in event.entry.events
        ):
            self._at.desk.say(self._last_turn())

    def update(self) -> None:
        """A frame: sentences at the board are said when they come."""
        note = self._at.refuser.text
        if note != self._note:
            self._note = note
            self._at.desk.say(note, urgent=True)

    def chosen(self) -> None:
        """A person has chosen or aimed: where a piece was chosen, what it can do is told."""
        hand = self._at.hand
        if hand.source != self._source:
            self._source = hand.source
            if hand.source is not None:
                self._at.desk.say(screen_reader_words.choice_words(hand, self._at.panel))

    @property
    def point(self) -> str:
        """The point under the cursor."""
        at = self._at
        pieces = at.match.game.pieces(at.playback.browser.state)
        return screen_reader_words.point_words(at.hand.cursor, pieces, at.hand, at.panel)

    # -- asked for -------------------------------------------------------------------------------

    def turn(self) -> None:
        """The last turn, and what is asked now."""
        at = self._at
        words = (self._last_turn(), screen_reader_words.choice_words(at.hand, at.panel))
        self._ask(" ".join(filter(None, words)))

    def score(self) -> None:
        """The numbers of the game as it stands."""
        game, entries = self._at.match.game, self._at.playback.shown.entries
        told = screen_plugin_of(game.key).commentary(game)
        last = entries[-1] if entries else None
        self._ask(told.note(last.before, last.after, last.events) if last else told.aim())

    def clock(self) -> None:
        """The time left of each seat; without a clock, the time each has used."""
        at = self._at
        clocks = []
        for seat in range(at.match.game.seats):
            reading = at.match.clock.reading(seat, at.desk.now) or ClockReading(used(at, seat))
            clocks.append((self._name(seat), reading))
        self._ask(screen_reader_words.clock_words(clocks))

    def board(self) -> None:
        """What lies on the board."""
        at = self._at
        self._ask(screen_reader_words.board_words(at.match.game.pieces(at.playback.browser.state)))

    def _ask(self, text: str) -> None:
        self._at.desk.say(text, urgent=True, asked=True)

    # -- words -----------------------------------------------------------------------------------

    def _last_turn(self) -> str:
        turns = self._at.playback.shown.turns
        return (
            screen_reader_words.turn_words(turns[-1], self._name(turns[-1].seat)) if turns else ""
        )

    def _name(self, seat: int) -> str:
        return self._at.match.spec.seats[seat].name or self._at.panel.seat_name(seat)
