"""Reasons why a turn of Libra was a mistake: groups joined or made, rooms for new ones, bids."""

from __future__ import annotations

from game.platform.i18n import _, ngettext
from game.rules import State
from game.rules.events import Placed
from game.rules.groups import groups_of
from game.screen.boards.interaction import COLOURS
from game.screen.plugin.reasons import Line, Reasons, after, reply
from game.table.history import Turn
from game.table.mistakes import Mistake


class LibraReasons(Reasons):
    def counted(self, mistake: Mistake) -> str:
        played, better = mistake.played[0], mistake.better[0]
        if played.bid is not None or better.bid is not None:
            return _bids(played, better)
        rounds = {self.game.tally(turn.after)["round"] for turn in (played, better)}
        if rounds != {self.game.tally(played.before)["round"]}:
            return ""  # the stones of the round are gone
        if self.game.tally(played.before)["more"] == played.seat:
            return self._too_few(mistake)
        return self._too_many(mistake)

    def brings(self, line: Line) -> str:
        first = line[0]
        placed = any(isinstance(event, Placed) for event in first.events)
        rounds = [self.game.tally(state)["round"] for state in (first.before, first.after)]
        if not placed or rounds[0] != rounds[1]:
            return ""  # a bid, or the stones of the round are gone
        said = [self._changes(first)]
        if len(line) > 1 and self.game.tally(line[1].after)["round"] == rounds[0]:
            count = self.game.tally(line[1].after)["groups"]
            words = ngettext(
                "After the reply there is {n} group.",
                "After the reply there are {n} groups.",
                count,
            )
            said.append(words.format(n=count))
        return " ".join(said)

    def aim(self, line: Line) -> str:
        first = line[0]
        tallies = [self.game.tally(state) for state in (first.before, *(t.after for t in line))]
        placed = any(isinstance(event, Placed) for event in first.events)
        if not placed or len({tally["round"] for tally in tallies[:2]}) > 1:
            return ""  # a bid, or the stones of the round are gone
        joined = self._joined(first)
        if tallies[0]["more"] != first.seat:
            if joined > 1:
                words = ngettext(
                    "I join {n} group into one.", "I join {n} groups into one.", joined
                )
                return words.format(n=joined)
            fewer = self._rooms(first.before) - self._rooms(first.after)
            return _("I leave you less room for new groups.") if joined and fewer > 1 else ""
        if joined == 0:
            return _("I make another group: {n} in all.").format(n=tallies[1]["groups"])
        apart = self._kept_apart(first)
        if apart > 1:
            words = ngettext("I keep {n} group apart.", "I keep {n} groups apart.", apart)
            return words.format(n=apart)
        return ""

    def _kept_apart(self, turn: Turn) -> int:
        """Return how many groups of the other colour touch the stone of a turn."""
        pieces, board = self.game.pieces(turn.after), self.game.topology
        cell = next(event.point for event in turn.events if isinstance(event, Placed))
        groups = groups_of(board, pieces)
        return sum(
            cell not in group and not group.isdisjoint(board.neighbours[cell]) for group in groups
        )

    def _changes(self, turn: Turn) -> str:
        """Return what one stone does to the groups, or how many rooms for new ones it leaves."""
        joined, rooms = self._joined(turn), self._rooms(turn.after)
        if joined > 1:
            return _joins(joined)
        if joined == 0:
            count = self.game.tally(turn.after)["groups"]
            return _("Makes one more group: {n} in all.").format(n=count)
        words = ngettext(
            "Leaves {n} room for a new group.", "Leaves {n} rooms for new groups.", rooms
        )
        return words.format(n=rooms)

    def _too_few(self, mistake: Mistake) -> str:
        """Return MORE's mistake: groups joined, the last room closed, a reply that joins."""
        played, better = mistake.played[0], mistake.better[0]
        joined = self._joined(played)
        if joined > 1:
            return _joins(joined)
        if self._rooms(better.after) and not self._rooms(played.after):
            return _("Closes the last room for a new group.")
        answer = reply(mistake.played, played.seat)
        if answer is not None and self._joined(answer) > 1:
            words = ngettext(
                "Lets {name} join {n} group.", "Lets {name} join {n} groups.", self._joined(answer)
            )
            return words.format(name=self.name(answer.seat, answer.before), n=self._joined(answer))
        return self._compared(mistake)

    def _too_many(self, mistake: Mistake) -> str:
        """Return LESS's mistake: a group made, a chance to join missed, rooms left."""
        played, better = mistake.played[0], mistake.better[0]
        if self._joined(better) > max(1, self._joined(played)):
            words = ngettext(
                "Misses joining {n} group.", "Misses joining {n} groups.", self._joined(better)
            )
            return words.format(n=self._joined(better))
        if self._joined(played) == 0 and self._joined(better) > 0:
            return _("Makes one more group.")
        rooms = self._rooms(played.after) - self._rooms(better.after)
        if rooms > 0:
            words = ngettext(
                "Leaves {n} more room for a new group.",
                "Leaves {n} more rooms for new groups.",
                rooms,
            )
            return words.format(n=rooms)
        return self._compared(mistake)

    def _compared(self, mistake: Mistake) -> str:
        """Return the groups after the reply of the other side."""
        groups = [
            self.game.tally(after(line, 2))["groups"] for line in (mistake.played, mistake.better)
        ]
        if groups[0] == groups[1]:
            return ""
        words = ngettext(
            "After the reply there is {n} group; the better turn makes it {m}.",
            "After the reply there are {n} groups; the better turn makes it {m}.",
            groups[0],
        )
        return words.format(n=groups[0], m=groups[1])

    def _joined(self, turn: Turn) -> int:
        """Return how many groups the stone of a turn joined; 0 is a new group."""
        before, now = (self.game.tally(state)["groups"] for state in (turn.before, turn.after))
        return before - now + 1

    def _rooms(self, state: State) -> int:
        """Return the number of cells where a stone of some colour would be a new group."""
        pieces, beside = self.game.pieces(state), self.game.topology.neighbours
        count = 0
        for cell in self.game.topology.points:
            if cell not in pieces:
                there = {pieces[other].colour for other in beside[cell] if other in pieces}
                count += not there.issuperset(COLOURS)
        return count


def _joins(count: int) -> str:
    words = ngettext("Joins {n} group into one.", "Joins {n} groups into one.", count)
    return words.format(n=count)


def _bids(played: Turn, better: Turn) -> str:
    if better.bid is None:
        return _("Bids {n}: more than can be made here.").format(n=played.bid)
    if played.bid is None:
        return _("Leaves it to the other side; {n} can be made here.").format(n=better.bid)
    return _("Bids {n}; {m} is what can be made here.").format(n=played.bid, m=better.bid)
