"""Comments on a game of More or Less while it is shown."""

from __future__ import annotations

from collections.abc import Mapping

from game.games.more_or_less.rules import COLOURS, LESS, MARKER_PLACES, MORE
from game.platform.i18n import _, ngettext
from game.rules import State
from game.rules.events import (
    Flipped,
    MarkerMoved,
    Outcome,
    Passed,
    PhaseChanged,
    Placed,
    Slid,
)
from game.screen.plugin.commentary import Commentary, Events, Scale, Speaker, passing_note


class MoreOrLessCommentary(Commentary):
    def aim(self) -> str:
        return _("Jump, and what you jump flips. Win with 19 or more, or 6 or fewer.")

    def speakers(self) -> Mapping[type, Speaker]:
        return {
            **super().speakers(),
            PhaseChanged: self._phase,
            Flipped: self._flipped,
            Slid: self._slid,
            MarkerMoved: self._marker,
        }

    def rule(self, before: State, events: Events) -> str:
        for event in events:
            if isinstance(event, Placed):
                return _("First all are placed, two a turn.")
            if isinstance(event, Slid):
                return _("Slide, stop, and one jump.")
            if isinstance(event, Flipped):
                if event.before.seat == self.game.to_move(before):
                    return _("Your own counters flip, too.")
                if self.game.turn_begun(before):
                    return _("Keep jumping, as far as it goes!")
                return _("Jumped over: it flips.")
        return ""

    def scale(self, state: State) -> Scale:
        tally = self.game.tally(state)
        black, green = tally["black"], tally["green"]
        share = min(1.0, max(0.0, (black - LESS) / (MORE - LESS)))
        turn = max(tally["marker_black"], tally["marker_green"])
        words = _("Turn {number} of {count}").format(number=max(1, turn), count=MARKER_PLACES)
        markers = (tally["marker_black"], tally["marker_green"])
        return Scale(str(black), str(green), share, COLOURS, True, words, markers)

    def brings(self, before: State, after: State, events: Events) -> str:
        turned = sum(isinstance(event, Flipped) for event in events)
        if not turned:
            return ""
        words = ngettext("{name} flips {n} counter", "{name} flips {n} counters", turned)
        return words.format(name=self.mover(before), n=turned)

    def meaning(self, before: State, after: State, events: Events) -> str:
        tally = self.game.tally(after)
        kinds = {type(event) for event in events}
        if Slid in kinds:
            return _("It stops next to a counter, jumps once, and the turn is over.")
        if Passed in kinds:
            return passing_note()
        if tally["placed"] == 1:
            return _("Black begins with one. From now on two counters a turn.")
        if tally["placed"] < 25:
            words = _(
                "{placed} of 25 counters are down. Black began on the centre; now two a turn."
            )
            return words.format(placed=tally["placed"])
        if PhaseChanged in kinds:
            return _("More than 18 of your colour wins, and so does fewer than 7.")
        return self._lying(self.game.to_move(before), tally)

    @staticmethod
    def _lying(mover: int, tally: Mapping[str, int]) -> str:
        """Return a text with the number of counters that show the mover's colour."""
        if mover == 0:
            text = ngettext(
                "Now {count} lies black side up: fewer than 7 would win,"
                " and so would more than 18.",
                "Now {count} lie black side up: fewer than 7 would win, and so would more than 18.",
                tally["black"],
            )
            return text.format(count=tally["black"])
        text = ngettext(
            "Now {count} lies green side up: fewer than 7 would win, and so would more than 18.",
            "Now {count} lie green side up: fewer than 7 would win, and so would more than 18.",
            tally["green"],
        )
        return text.format(count=tally["green"])

    def why(self, state: State, outcome: Outcome) -> str:
        own = self.game.tally(state)[("black", "green")[outcome.winners[0]]]
        few = ngettext(
            "{count} counter of one colour: fewer than 7.",
            "{count} counters of one colour: fewer than 7.",
            own,
        )
        words = {
            "more": _("{count} counters of one colour: more than 18."),
            "less": few,
            "fewer": _("Both markers have arrived, and {count} is the smaller number."),
        }
        return words[outcome.reason].format(count=own)

    def _phase(self, before: State, event: PhaseChanged) -> str:
        return _("All 25 counters are down. Now they jump.")

    def _flipped(self, before: State, event: Flipped) -> str:
        name = self.mover(before)
        if event.before.seat == self.game.to_move(before):
            words = _("{name} jumps over a counter of their own and gives it away.")
            return words.format(name=name)
        if self.game.turn_begun(before) == 0:
            return _("{name} jumps. The counter jumped flips.").format(name=name)
        return _("{name} jumps again. Each counter jumped flips.").format(name=name)

    def _slid(self, before: State, event: Slid) -> str:
        return _("{name} slides along a line.").format(name=self.mover(before))

    def _placed(self, before: State, event: Placed) -> str:
        name = self.mover(before)
        if self.game.tally(before)["placed"] == 0:
            return _("{name} begins on the centre.").format(name=name)
        return _("{name} places a counter on {point}.").format(name=name, point=event.point)

    def _marker(self, before: State, event: MarkerMoved) -> str:
        text = _("{name} stops here: marker on place {place} of 12.")
        return text.format(name=self.side_name(event.seat), place=event.place)
