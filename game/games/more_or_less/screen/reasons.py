"""Reasons in More or Less: the distance from 6 or 19, trains that a turn stops or prepares.

A player who ends a turn with 6 or fewer counters of their colour, or with 19 or more, wins; after
twelve turns, the player with fewer wins. Between good players, nearly all games last that long or
end with 6. So 19 is only an aim if there is a train that reaches it.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.games.more_or_less.rules import COLOURS, LESS, MORE
from game.games.more_or_less.screen.reach import Reach, TurnEnd
from game.platform.i18n import _, ngettext
from game.rules import Action, State
from game.rules.boards import COUNTERS
from game.rules.events import Seat
from game.rules.kernel import SEAT
from game.screen.plugin.reasons import Line, Reasons, after, reply
from game.screen.plugin.seats import colour_name
from game.table.history import Turn
from game.table.mistakes import Mistake

LONG = 2  # minimum number of jumps of a train in the texts
# A winning number at most this many counters away is an aim.
NEAR = 2


@dataclass(frozen=True, slots=True)
class Counts:
    """The mover's counters up before a turn, after it, after the reply, and at the line's end."""

    before: int
    after: int
    left: int
    end: int


class MoreOrLessReasons(Reasons):
    def counted(self, mistake: Mistake) -> str:
        if self.game.phase(mistake.played[0].after) == "placement":
            return self._fewer_jumps(mistake)
        return self._trains(mistake) or self._counters_up(mistake)

    def brings(self, line: Line) -> str:
        first = line[0]
        if self.game.phase(first.before) == "placement":
            return self._room_to_jump(first)
        return (
            self._wins_soon(line)
            or self._stops(first)
            or self._threatens(first)
            or self._on_the_way(line)
        )

    def replayed(self, turn: Turn) -> str:
        words = ngettext(
            "Flips {n} counter: {own} are {colour}.",
            "Flips {n} counters: {own} are {colour}.",
            turn.changed,
        )
        own, reason = self._counts((turn,)).after, super().replayed(turn)
        said = words.format(n=turn.changed, own=own, colour=_colour(turn.seat))
        return f"{said} {reason}".strip() if turn.changed else reason

    def aim(self, line: Line) -> str:
        first = line[0]
        if self.game.phase(first.before) == "placement":
            return self._aim_of_placement(first)
        threat = Reach(self.game, self._as_to_move(first.after, first.seat))
        if threat.wins:
            words = ngettext(
                "I threaten a jump: it would make {up} {colour}.",
                "I threaten a train of {n}: it would make {up} {colour}.",
                threat.nearest.hops,
            )
            return self._of_end(words, first.seat, threat.nearest, first.before)
        counts = self._counts(line)
        if first.changed < LONG or counts.after >= counts.before:
            return ""
        words = _("Fewer is better: {own} are {colour} now, I flip {n}.")
        return words.format(n=first.changed, own=counts.after, colour=_colour(first.seat))

    def longest(self, state: State) -> tuple[Action, ...]:
        if self.game.phase(state) == "placement" or self.game.turn_begun(state):
            return ()
        return Reach(self.game, state).actions()

    # -- movement --------------------------------------------------------------------------------

    def _wins_soon(self, line: Line) -> str:
        """Return the sentence about a line in which the mover's next turn wins."""
        outcome = self.game.outcome(line[-1].after)
        seat, counts = line[0].seat, self._counts(line)
        if len(line) < 3 or outcome is None or seat not in outcome.winners:
            return ""
        if outcome.reason == "fewer":
            words = _("Wins at the end with fewer counters: {end} {colour} against {rest}.")
        else:
            words = _("Going for {aim}: {before} {colour} become {after}, and {end} next turn.")
        aim = MORE if outcome.reason == "more" else LESS
        return self._said(words, seat, counts, aim=aim)

    def _stops(self, turn: Turn) -> str:
        """Return the sentence about a win of the other side that the turn prevents."""
        other = 1 - turn.seat
        threat = Reach(self.game, self._as_to_move(turn.before, other))
        if self.game.turn_begun(turn.before) or not threat.wins:
            return ""
        left = Reach(self.game, turn.after)
        end = threat.nearest
        if left.wins:
            words = ngettext(
                "{name} can win all the same: a jump makes {up} {colour}.",
                "{name} can win all the same: a train of {n} makes {up} {colour}.",
                left.nearest.hops,
            )
            end = left.nearest
        elif not left.complete:
            return ""
        else:
            words = ngettext(
                "Stops {name}'s winning jump: it would make {up} {colour}.",
                "Stops {name}'s train of {n}: it would win with {up} {colour}.",
                end.hops,
            )
        return self._of_end(words, other, end, turn.before)

    def _threatens(self, turn: Turn) -> str:
        """Return the sentence about a win that the mover threatens with the next turn."""
        threat = Reach(self.game, self._as_to_move(turn.after, turn.seat))
        if not threat.wins:
            return ""
        words = ngettext(
            "Going for {aim}: threatens a jump that makes {up} {colour}.",
            "Going for {aim}: threatens a train of {n} that makes {up} {colour}.",
            threat.nearest.hops,
        )
        return self._of_end(words, turn.seat, threat.nearest, turn.before)

    def _on_the_way(self, line: Line) -> str:
        """Return how the number of counters changes; if it does not fall, another reason.

        The other reason is the next train, or that the other side cannot win.
        """
        first, counts = line[0], self._counts(line)
        if counts.after >= counts.before or counts.left > counts.before:
            return self._prepares(line, counts) or self._guards(first)
        words = _("Fewer win in the end: {before} {colour} become {after}.")
        if reply(line, first.seat) is not None:
            words = _(
                "Fewer win in the end: {before} {colour} become {after}, {left} after the reply."
            )
        return self._said(words, first.seat, counts)

    def _prepares(self, line: Line, counts: Counts) -> str:
        """Return the sentence about the mover's next train if it lowers the number of counters."""
        if len(line) < 3 or line[2].seat != line[0].seat or line[2].hops < LONG:
            return ""
        if counts.end >= min(counts.left, counts.before):
            return ""
        words = _("Prepares a train of {n}: then {end} are {colour}, and fewer win in the end.")
        return self._said(words, line[0].seat, counts, n=line[2].hops)

    def _guards(self, turn: Turn) -> str:
        """Return how far the other side would be from a win after its best turn."""
        other, left = 1 - turn.seat, Reach(self.game, turn.after)
        if left.wins or not left.complete:
            return ""
        words = _("Leaves {name} no win: at best it comes to {up} {colour}, and {aim} wins.")
        return self._of_end(words, other, left.nearest, turn.before)

    def _trains(self, mistake: Mistake) -> str:
        """Return the sentence about a train that is left to the other side, or that is missed."""
        seat, compared = mistake.played[0].seat, self._counters_up(mistake)
        given, kept = (reply(line, seat) for line in (mistake.played, mistake.better))
        length, less = (turn.hops if turn is not None else 0 for turn in (given, kept))
        if mistake.better and not compared:
            return ""
        if given is not None and length >= LONG and length > less:
            start = given.entries[0].action
            words = _("Leaves {name} a train of {n}.")
            if self.point_names:
                words = _("Leaves {name} a train of {n}, from {point}.")
            said = words.format(
                name=self.name(1 - seat % 2, given.before),
                n=length,
                point=start.source if start is not None else "",
            )
            return f"{said} {compared}".strip()
        missed = next(iter(mistake.better), None)
        if missed is not None and missed.hops >= max(LONG, mistake.played[0].hops + 1):
            said = _("Misses a train of {n}.").format(n=missed.hops)
            return f"{said} {compared}"
        return ""

    def _counters_up(self, mistake: Mistake) -> str:
        """Return the sentence about the mover's counters up after the reply."""
        if not mistake.better:
            return ""
        seat = mistake.played[0].seat
        counts, better = self._counts(mistake.played), self._counts(mistake.better)
        way = self._compares(counts.left, better.left)
        words = {
            "fewer": _(
                "After the reply {n} are {colour}, with the better turn {m}: fewer win in the end."
            ),
            "less": _("After the reply {n} are {colour}, with the better turn {m}: 6 wins."),
        }
        said = words.get(way, "")
        return said.format(n=counts.left, m=better.left, colour=_colour(seat))

    @staticmethod
    def _compares(played: int, better: int) -> str:
        """Return the aim that is nearer after the better turn and the reply; "" if none is."""
        if better >= played:
            return ""
        return "less" if better <= LESS + NEAR else "fewer"

    def _counts(self, line: Line) -> Counts:
        """Return the mover's counters up along a line."""
        seat, first = line[0].seat, line[0]
        states = first.before, first.after, after(line, 2), line[-1].after
        return Counts(*(self.game.tally(state)[COLOURS[seat].colour] for state in states))

    @staticmethod
    def _as_to_move(state: State, seat: Seat) -> State:
        """Return a position with another seat to move."""
        turned = list(state)
        turned[SEAT] = seat
        return tuple(turned)

    @staticmethod
    def _said(words: str, seat: Seat, counts: Counts, **figures: int) -> str:
        return words.format(
            before=counts.before,
            after=counts.after,
            left=counts.left,
            end=counts.end,
            rest=COUNTERS - counts.end,
            colour=_colour(seat),
            **figures,
        )

    def _of_end(self, words: str, seat: Seat, end: TurnEnd, state: State) -> str:
        """Return a sentence about the end of a turn of a seat."""
        name, colour = self.name(seat, state), _colour(seat)
        return words.format(name=name, n=end.hops, up=end.up, colour=colour, aim=end.aim)

    # -- placement -------------------------------------------------------------------------------

    def _room_to_jump(self, turn: Turn) -> str:
        """Return the sentence about jumps that a placement makes possible, or prevents."""
        name, other = (self.name(seat, turn.before) for seat in (turn.seat, 1 - turn.seat))
        before, own = (self._jumps(state, turn.seat) for state in (turn.before, turn.after))
        had, theirs = (self._jumps(state, 1 - turn.seat) for state in (turn.before, turn.after))
        if own > before:
            words = ngettext(
                "Room to jump: {n} jump for {name} instead of {m}. More is better.",
                "Room to jump: {n} jumps for {name} instead of {m}. More is better.",
                own,
            )
            return words.format(name=name, n=own, m=before)
        if theirs < had:
            words = ngettext(
                "Takes jumps from {name}: {n} is left of {m}. Fewer jumps, less choice.",
                "Takes jumps from {name}: {n} are left of {m}. Fewer jumps, less choice.",
                theirs,
            )
            return words.format(name=other, n=theirs, m=had)
        if not theirs:
            return _("Gives {name} nothing to jump over yet.").format(name=other)
        if own < theirs:
            words = _("Gives {name} no new jump: {n} as before. Fewer jumps, less choice.")
            return words.format(name=other, n=theirs) if theirs == had else ""
        words = ngettext(
            "{name} could make {n} jump, {other} {m}. More is better.",
            "{name} could make {n} jumps, {other} {m}. More is better.",
            own,
        )
        return words.format(name=name, n=own, other=other, m=theirs)

    def _fewer_jumps(self, mistake: Mistake) -> str:
        """Return the sentence about jumps that a placement loses, or gives to the other side."""
        turn, better, seat = mistake.played[0], mistake.better[0], mistake.played[0].seat
        own, more = (self._jumps(one.after, seat) for one in (turn, better))
        if own < more:
            words = ngettext(
                "Leaves {name} {n} jump, the better turn {m}. More is better.",
                "Leaves {name} {n} jumps, the better turn {m}. More is better.",
                own,
            )
            return words.format(name=self.name(seat, turn.before), n=own, m=more)
        given, fewer = (self._jumps(one.after, 1 - seat) for one in (turn, better))
        if given > fewer:
            words = ngettext(
                "Gives {name} {n} jump; the better turn allows only {m}.",
                "Gives {name} {n} jumps; the better turn allows only {m}.",
                given,
            )
            return words.format(name=self.name(1 - seat, turn.before), n=given, m=fewer)
        return ""

    def _aim_of_placement(self, turn: Turn) -> str:
        """Return the effect of a placement on the jumps of both sides, as a sentence."""
        own = [self._jumps(state, turn.seat) for state in (turn.before, turn.after)]
        other = self._jumps(turn.after, 1 - turn.seat)
        if own[1] > max(own[0], other):
            words = ngettext(
                "I want to jump: I could make {n} jump, you {m}.",
                "I want to jump: I could make {n} jumps, you {m}.",
                own[1],
            )
            return words.format(n=own[1], m=other)
        return "" if other else _("I give you nothing to jump over.")

    def _jumps(self, state: State, seat: Seat) -> int:
        """Return the number of single jumps that a seat's counters could make."""
        pieces, count = self.game.pieces(state), 0
        for line in self.game.topology.lines:
            for way in (line, line[::-1]):
                for source, over, target in zip(way, way[1:], way[2:]):
                    jumper = pieces.get(source)
                    there = jumper is not None and jumper.seat == seat and over in pieces
                    count += there and target not in pieces
        return count


def _colour(seat: Seat) -> str:
    return colour_name(COLOURS[seat].colour).lower()
