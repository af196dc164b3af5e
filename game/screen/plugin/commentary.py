"""Commentary on a game: one line says what has just happened, the other what it means.

The text depends only on events, and its numbers come from the game's tally, so that they are always
true. The plugin of a game derives a richer commentary from this plain one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from game.platform.i18n import _
from game.rules import Game, State
from game.rules import events as ev
from game.rules.events import Event, Outcome, Piece
from game.rules.registry import plugin_part
from game.screen.plugin.seats import colour_name

Events = Sequence[Event]
# makes a sentence from the position before an event and the event
Speaker = Callable[[State, Any], str]

# If an action has several events, the sentence is about the first kind in this order.
ORDER: tuple[type, ...] = (
    *(ev.GameEnded, ev.RoundEnded, ev.SideHome, ev.PhaseChanged, ev.Bid, ev.Passed, ev.Flipped),
    ev.SideChosen,
    *(ev.Slid, ev.Jumped, ev.Stepped, ev.Placed, ev.MarkerMoved, ev.Cleared, ev.TurnEnded),
)


@dataclass(frozen=True, slots=True)
class Scale:
    """The two main numbers of a game: `left` and `right` as text, with the pieces they belong to.

    `share` is the left part of the bar, 0 to 1. With `ends`, a side that reaches an end of the bar
    wins. `words` says what is counted. In a game with a track of turns, `markers` are the places on
    the track, and `ScreenPlugin.track` draws the track in place of the words.
    """

    left: str
    right: str
    share: float
    pieces: tuple[Piece, ...] = ()
    ends: bool = False
    words: str = ""
    markers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Caption:
    """Two lines about an action: `head` is what happened or the rule for it, `note` its meaning."""

    head: str
    note: str


class Commentary:
    """The commentary on one game while it is played."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def opening(self) -> Caption:
        """Return the caption before the first action."""
        return Caption(self.game.title, self.aim())

    def layout(self) -> str:
        """Return a description of the setup besides the pieces; "" for none."""
        return ""

    def caption(self, before: State, events: Events) -> str:
        """Return a sentence about what has just happened."""
        speakers = self.speakers()
        for kind in ORDER:
            found = next((event for event in events if isinstance(event, kind)), None)
            if found is not None and kind in speakers:
                return speakers[kind](before, found)
        return _("{name} goes on.").format(name=self.mover(before))

    def note(self, before: State, after: State, events: Events) -> str:
        """Return the meaning of an action: the numbers now, or the rule for it."""
        ended = next((event for event in events if isinstance(event, ev.GameEnded)), None)
        if ended is not None:
            return self.why(after, ended.outcome)
        return self.meaning(before, after, events)

    def mover(self, state: State) -> str:
        return self.side_name(self.game.to_move(state), state)

    def aim(self) -> str:
        """Return the aim of the game, to be shown before it begins."""
        return self.game.score(self.game.start())

    def side_name(self, seat: int, state: State | None = None) -> str:
        """Return the name of a seat."""
        own = next((kind for kind in self.game.kinds if kind.seat == seat % 2), None)
        return colour_name(own.colour) if own else player_name(seat)

    def role(self, seat: int, state: State) -> str:
        """Return the current role of a seat that replaces its name, such as MORE; "" for none."""
        return ""

    def winner_name(self, seat: int, before: State) -> str:
        """Return the name of the winner in `before`, the last position before the end."""
        return self.side_name(seat, before)

    def rule(self, before: State, events: Events) -> str:
        """Return a few words, shown large, of the rule that an action illustrates; "" for none."""
        return self.caption(before, events)

    def scale(self, state: State) -> Scale:
        """Return the main numbers of the game; this plain commentary has none."""
        return Scale("", "", 0.5)

    def brings(self, before: State, after: State, events: Events) -> str:
        """Return the gain of a turn for its side, in a few words; "" for none."""
        return ""

    def meaning(self, before: State, after: State, events: Events) -> str:
        """Return the second line while the game goes on."""
        return self.game.score(after)

    def why(self, state: State, outcome: Outcome) -> str:
        """Return the second line at the end: the reason, with the numbers."""
        return self.game.score(state)

    def at_stake(self, outcome: Outcome) -> str:
        """Return the rule that will decide, for the last turn of a game; "" if numbers show it."""
        return ""

    def speakers(self) -> Mapping[type, Speaker]:
        """Return the functions that make a sentence, by kind of event."""
        return {
            ev.GameEnded: self._ended,
            ev.Passed: self._passed,
            ev.SideChosen: self._side_chosen,
            ev.Jumped: self._jumped,
            ev.Stepped: self._stepped,
            ev.Placed: self._placed,
            ev.TurnEnded: self._turn,
        }

    def _ended(self, before: State, event: ev.GameEnded) -> str:
        if not event.outcome.winners:
            return _("The game is a draw.")
        return _("{name} wins.").format(name=self.winner_name(event.outcome.winners[0], before))

    def _passed(self, before: State, event: ev.Passed) -> str:
        return _("{name} cannot move and passes.").format(name=self.side_name(event.seat, before))

    def _side_chosen(self, before: State, event: ev.SideChosen) -> str:
        words = _("{name} keeps the side.")
        if event.swapped:
            words = _("{name} takes the other side; everybody changes seats.")
        return words.format(name=self.side_name(event.seat, before))

    def _jumped(self, before: State, event: ev.Jumped) -> str:
        return _("{name} jumps over a piece.").format(name=self.mover(before))

    def _stepped(self, before: State, event: ev.Stepped) -> str:
        return _("{name} takes a step.").format(name=self.mover(before))

    def _placed(self, before: State, event: ev.Placed) -> str:
        words = _("{name} places a stone on {point}.")
        return words.format(name=self.mover(before), point=event.point)

    def _turn(self, before: State, event: ev.TurnEnded) -> str:
        return _("{name} ends the turn.").format(name=self.side_name(event.seat, before))


def player_name(seat: int) -> str:
    """Return the name of a player without a colour of their own."""
    return (_("The first player"), _("The second player"))[seat % 2]


def passing_note() -> str:
    """Return the rule about passing, for games in which players pass only if they cannot move."""
    return _("A player who cannot move passes; the game goes on.")


def commentary_of(game: Game) -> Commentary:
    """Return the commentary on a game."""
    kind = cast("type[Commentary] | None", plugin_part(game.key, "commentary")) or Commentary
    return kind(game)
