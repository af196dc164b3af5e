"""What is said while the trailer runs: a rule when it is seen for the first time, then the numbers.

A rule is said once a game, in large words, and stays long enough to be read.
"""

from __future__ import annotations

from game.platform.i18n import _
from game.rules.events import GameEnded
from game.screen.attract.clips import Clip
from game.screen.plugin.commentary import Caption, Scale
from game.screen.plugin.registry import screen_plugin_of
from game.table.history import HistoryEntry, Turn

RULE_SHOWN_S = 1.6  # seconds a rule stays at least


class Narrator:
    """`caption` and `scale` of one clip; `age` is how long the caption's head has stood."""

    def __init__(self, clip: Clip) -> None:
        self.clip = clip
        self.commentary = screen_plugin_of(clip.game.key).commentary(clip.game)
        self.caption = self.commentary.opening()
        self.age = 0.0
        self.scale: Scale = self.commentary.scale(clip.match.turns[clip.cut.enter].before)
        self._told: set[str] = set()
        self._seen: tuple[int, int] = (-1, 0)  # number of the turn, actions of it that have begun

    def update(self, dt: float) -> None:
        self.age += dt

    def follow(self, turn: Turn, begun: int) -> None:
        """Speak of the actions of the turn that have begun."""
        if self._seen == (turn.number, begun):
            return
        seen = self._seen[1] if self._seen[0] == turn.number else 0
        self._seen = (turn.number, begun)
        if seen == 0 and begun:
            entry = turn.entries[0]
            happened = self.commentary.caption(entry.before, entry.events)
            self.caption = Caption(self.caption.head, happened)
        for entry in turn.entries[seen:begun]:
            self._action(entry)

    def _action(self, entry: HistoryEntry) -> None:
        self.scale = self.commentary.scale(entry.after)
        rule = self.commentary.rule(entry.before, entry.events)
        if rule and rule not in self._told and self.age >= RULE_SHOWN_S:
            self._told.add(rule)
            self._say(rule, self.caption.note)

    def rest(self, turn: Turn) -> None:
        """Say what the numbers are after a turn."""
        last = turn.entries[-1]
        note = self.commentary.note(last.before, last.after, last.events)
        self.caption = Caption(self.caption.head, note)

    def hush(self, turn: Turn) -> None:
        """Say that the turn that comes decides the game."""
        words = _("{name} to move: this turn decides.")
        name = self.commentary.side_name(turn.seat, turn.before)
        outcome = self.clip.match.outcome
        rule = self.commentary.at_stake(outcome) if outcome is not None else ""
        note = rule or self.commentary.note(turn.before, turn.before, ())
        self._say(words.format(name=name), note)

    def close(self, turn: Turn) -> None:
        """Say how the game ended, or will, after the last turn shown."""
        last = turn.entries[-1]
        ended = next((event for event in last.events if isinstance(event, GameEnded)), None)
        if ended is not None:
            head = self.commentary.caption(last.before, (ended,))
            self._say(head, self.commentary.why(last.after, ended.outcome))
            return
        outcome = self.clip.match.outcome
        winner = outcome.winners[0] if outcome is not None and outcome.winners else turn.seat
        name = self.commentary.winner_name(winner, last.before)
        note = self.commentary.note(last.before, last.after, last.events)
        self._say(_("From here on {name} cannot be caught.").format(name=name), note)

    def _say(self, head: str, note: str) -> None:
        self.caption, self.age = Caption(head, note), 0.0
