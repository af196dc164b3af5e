"""Comments on a game of Libra while it is shown."""

from __future__ import annotations

from collections.abc import Mapping

from game.games.libra.rules import Libra
from game.games.libra.screen.reasons import COLOURS
from game.platform.i18n import _, ngettext
from game.rules import State
from game.rules.events import Bid, Cleared, Outcome, PhaseChanged, Placed, RoundEnded
from game.rules.groups import groups_of
from game.screen.plugin.commentary import Commentary, Events, Scale, Speaker, player_name


class LibraCommentary(Commentary):
    game: Libra

    def aim(self) -> str:
        return _("MORE wants many groups of stones, LESS wants few.")

    def side_name(self, seat: int, state: State | None = None) -> str:
        """Return the role of a seat, or its name while the roles are not known."""
        more = self.game.more(state) if state is not None else 1
        if more is None:
            return player_name(seat)
        return "MORE" if seat == more else "LESS"

    def role(self, seat: int, state: State) -> str:
        known = self.game.more(state) is not None
        return self.side_name(seat, state) if known else ""

    def winner_name(self, seat: int, before: State) -> str:
        # In a duel the roles change, so a player wins, not MORE or LESS.
        return player_name(seat) if self.game.mode == "duel" else self.side_name(seat, before)

    def speakers(self) -> Mapping[type, Speaker]:
        return {
            **super().speakers(),
            RoundEnded: self._round,
            PhaseChanged: self._phase,
            Bid: self._bid,
            Cleared: self._cleared,
        }

    def rule(self, before: State, events: Events) -> str:
        placed = next((event for event in events if isinstance(event, Placed)), None)
        if placed is None:
            return ""
        after = self._groups_after(before, placed)
        if after > self.game.groups(before):
            return _("A stone alone is a group.")
        if after < self.game.groups(before):
            return _("Joined: two groups become one.")
        return _("Either colour, on any cell.")

    def scale(self, state: State) -> Scale:
        tally = self.game.tally(state)
        groups, aim = tally["groups"], tally["aim"] or tally["first"]
        # The share is one half with exactly as many groups as MORE needs.
        share = 0.5 + (groups - aim) / aim if aim else 0.5
        words = _("groups, and what MORE needs")
        return Scale(str(groups), str(aim or ""), min(1.0, max(0.0, share)), (), False, words)

    def brings(self, before: State, after: State, events: Events) -> str:
        placed = [event for event in events if isinstance(event, Placed)]
        if len(placed) != 1:
            return ""
        count = self._groups_after(before, placed[0])
        fewer = self.game.groups(before) - count
        if fewer < 0:
            return _("a new group, {count} in all").format(count=count)
        if not fewer:
            words = ngettext("still {count} group", "still {count} groups", count)
            return words.format(count=count)
        words = ngettext(
            "{n} group fewer, {count} in all", "{n} groups fewer, {count} in all", fewer
        )
        return words.format(n=fewer, count=count)

    def meaning(self, before: State, after: State, events: Events) -> str:
        tally = self.game.tally(after)
        if self.game.phase(after) == "bidding":
            return _("Whoever passes first is LESS; the other must make that many groups.")
        if any(isinstance(event, RoundEnded) for event in events):
            return _("Now the players change roles.")
        text = ngettext(
            "{count} group on the board.", "{count} groups on the board.", tally["groups"]
        )
        text = text.format(count=tally["groups"])
        if self.game.mode != "duel":
            return text + " " + _("MORE needs {count}.").format(count=tally["aim"])
        if tally["round"] == 2:
            return text + " " + _("MORE must beat {n}.").format(n=tally["first"])
        return text

    def why(self, state: State, outcome: Outcome) -> str:
        """Return the reason for the end, with both rounds of a duel, or the groups and the aim."""
        tally = self.game.tally(state)
        groups, first, aim = tally["groups"], tally["first"], tally["aim"]
        if outcome.reason == "groups" or (outcome.reason == "agreed" and not aim):
            text = ngettext(
                "{first} group in the first round, {second} in the second.",
                "{first} groups in the first round, {second} in the second.",
                first,
            )
            return text.format(first=first, second=groups)
        text = ngettext(
            "{count} group; {aim} were wanted.", "{count} groups; {aim} were wanted.", groups
        )
        return text.format(count=groups, aim=aim)

    def _round(self, before: State, event: RoundEnded) -> str:
        text = ngettext(
            "Round {number} is over: {count} group.",
            "Round {number} is over: {count} groups.",
            event.groups,
        )
        return text.format(number=event.number, count=event.groups)

    def _phase(self, before: State, event: PhaseChanged) -> str:
        return _("{name} passes and will be LESS.").format(name=self.mover(before))

    def _bid(self, before: State, event: Bid) -> str:
        text = ngettext("{name} bids {count} group.", "{name} bids {count} groups.", event.amount)
        return text.format(name=self.side_name(event.seat, before), count=event.amount)

    def _cleared(self, before: State, event: Cleared) -> str:
        return _("The board is cleared for the next round.")

    def _placed(self, before: State, event: Placed) -> str:
        game, name = self.game, self.mover(before)
        pieces = game.pieces(before)
        beside = [pieces.get(other) for other in game.topology.neighbours[event.point]]
        if not any(p is not None and p.colour == event.piece.colour for p in beside):
            return _("{name} makes a new group.").format(name=name)
        if self._groups_after(before, event) < game.groups(before):
            return _("{name} joins groups into one.").format(name=name)
        return _("{name} adds a stone to a group.").format(name=name)

    def _groups_after(self, before: State, event: Placed) -> int:
        """Return the groups after a stone, also if it ends a round and the board is cleared."""
        pieces = {**self.game.pieces(before), event.point: event.piece}
        groups = groups_of(self.game.topology, pieces)
        return sum(pieces[min(group)].colour in COLOURS for group in groups)
