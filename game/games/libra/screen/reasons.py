"""Reasons in Libra: groups made, joined and kept apart, from the view of MORE or LESS."""

from __future__ import annotations

from game.platform.i18n import _, ngettext
from game.rules import State
from game.rules.events import Placed, RoundEnded
from game.rules.groups import groups_of
from game.screen.plugin.reasons import Line, Reasons, after, reply
from game.table.history import Turn
from game.table.mistakes import Mistake

COLOURS = ("white", "black")  # colours of stones that form groups


class LibraReasons(Reasons):
    def counted(self, mistake: Mistake) -> str:
        played, better = mistake.played[0], mistake.better[0]
        if played.bid is not None or better.bid is not None:
            return _bids(played, better)
        rounds = {self.game.tally(turn.after)["round"] for turn in (played, better)}
        if rounds != {self.game.tally(played.before)["round"]}:
            return ""  # The stones of the round are already removed.
        more = self._is_more(played)
        said = self._too_few(mistake) if more else self._too_many(mistake)
        return f"{said} {_wanted(more)}" if said else ""

    def brings(self, line: Line) -> str:
        first = line[0]
        placed = any(isinstance(event, Placed) for event in first.events)
        if self.game.phase(first.before) == "bidding":
            return self._of_bid(first)
        if not placed:
            return ""  # an agreed end
        ended = next((event for event in first.events if isinstance(event, RoundEnded)), None)
        if ended is not None:
            return self._of_last(first, ended.groups)
        head = self._of_more(first) if self._is_more(first) else self._of_less(first)
        return f"{head} {self._balance(line)}"

    def aim(self, line: Line) -> str:
        first = line[0]
        tallies = [self.game.tally(state) for state in (first.before, *(t.after for t in line))]
        placed = any(isinstance(event, Placed) for event in first.events)
        if not placed or len({tally["round"] for tally in tallies[:2]}) > 1:
            return ""  # a bid, or a round whose stones are removed
        joined = self._joined(first)
        if not self._is_more(first):
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

    # -- what one turn is for --------------------------------------------------------------------

    def _is_more(self, turn: Turn) -> bool:
        return self.game.tally(turn.before)["more"] == turn.seat

    def _of_bid(self, turn: Turn) -> str:
        """Return the obligation that follows from a bid or a pass."""
        if turn.bid is None:
            aim = self.game.tally(turn.after)["aim"]
            words = ngettext(
                "Leaves {name} to make {n} group as MORE.",
                "Leaves {name} to make {n} groups as MORE.",
                aim,
            )
            return words.format(name=self.name(1 - turn.seat, turn.before), n=aim)
        words = ngettext(
            "Unless outbid, {name} is MORE and must make {n} group.",
            "Unless outbid, {name} is MORE and must make {n} groups.",
            turn.bid,
        )
        return words.format(name=self.name(turn.seat, turn.before), n=turn.bid)

    def _of_last(self, turn: Turn, groups: int) -> str:
        """Return the result of a round after its last stone."""
        words = ngettext(
            "Ends the round with {n} group.", "Ends the round with {n} groups.", groups
        )
        return f"{words.format(n=groups)} {_wanted(self._is_more(turn))}"

    def _of_more(self, turn: Turn) -> str:
        """Return the purpose of a stone of MORE, who wants many groups."""
        joined, apart = self._joined(turn), self._kept_apart(turn)
        if joined == 0:
            words = _("A new group: {n} now instead of {m}.")
            now, before = self._groups(turn.after), self._groups(turn.before)
            return words.format(n=now, m=before)
        if joined > 1:
            rooms = self._rooms(turn.after)
            words = ngettext("Costs {n} group.", "Costs {n} groups.", joined - 1)
            if rooms:
                words = ngettext(
                    "Costs {n} group, but keeps room: new ones can still begin on {cells}.",
                    "Costs {n} groups, but keeps room: new ones can still begin on {cells}.",
                    joined - 1,
                )
            if self._costs_least(turn):
                words = ngettext(
                    "Costs {n} group, and no stone costs fewer.",
                    "Costs {n} groups, and no stone costs fewer.",
                    joined - 1,
                )
            elif apart > 1:
                words = ngettext(
                    "Keeps {k} groups apart, and costs {n} group.",
                    "Keeps {k} groups apart, and costs {n} groups.",
                    joined - 1,
                )
            cells = ngettext("{n} cell", "{n} cells", rooms).format(n=rooms)
            return words.format(n=joined - 1, k=apart, cells=cells)
        if apart > 1:
            words = ngettext(
                "Keeps {n} group apart that one stone could have joined.",
                "Keeps {n} groups apart that one stone could have joined.",
                apart,
            )
            return words.format(n=apart)
        rooms = self._rooms(turn.after)
        if not rooms:
            return _("Costs no group.")
        words = ngettext(
            "Keeps room: a new group can still begin on {n} cell.",
            "Keeps room: a new group can still begin on {n} cells.",
            rooms,
        )
        return words.format(n=rooms)

    def _of_less(self, turn: Turn) -> str:
        """Return the purpose of a stone of LESS, who wants few groups."""
        joined = self._joined(turn)
        if joined > 1:
            words = ngettext(
                "Joins {k} group into one: {n} now instead of {m}.",
                "Joins {k} groups into one: {n} now instead of {m}.",
                joined,
            )
            now, before = self._groups(turn.after), self._groups(turn.before)
            return words.format(k=joined, n=now, m=before)
        before, now = self._rooms(turn.before), self._rooms(turn.after)
        if now < before:
            words = ngettext(
                "Takes room: a new group can begin on {n} cell instead of {m}.",
                "Takes room: a new group can begin on {n} cells instead of {m}.",
                now,
            )
            return words.format(n=now, m=before)
        return _("Makes no new group.") if joined else _("Makes one more group.")

    def _balance(self, line: Line) -> str:
        """Return the number of groups after the reply (or now), and how many are wanted."""
        first, answer = line[0], reply(line, line[0].seat)
        tally = self.game.tally(first.after)
        if answer is not None and self.game.tally(answer.after)["round"] == tally["round"]:
            count = self._groups(answer.after)
            words = ngettext(
                "There is {n} group after the reply.",
                "There are {n} groups after the reply.",
                count,
            )
        else:
            count = tally["groups"]
            words = ngettext("There is {n} group.", "There are {n} groups.", count)
        needed = tally["aim"] or tally["first"]
        wanted = _wanted(self._is_more(first))
        if needed:
            wanted = _("MORE needs {n}.").format(n=needed)
            if self.game.tally(first.before)["first"] and not tally["aim"]:
                wanted = _("MORE must beat {n}.").format(n=needed)
        return f"{words.format(n=count)} {wanted}"

    # -- mistakes --------------------------------------------------------------------------------

    def _too_few(self, mistake: Mistake) -> str:
        """Return MORE's mistake: joined groups, the last room closed, or a reply that joins."""
        played, better = mistake.played[0], mistake.better[0]
        joined = self._joined(played)
        if joined > 1:
            words = ngettext("Joins {n} group into one.", "Joins {n} groups into one.", joined)
            return words.format(n=joined)
        if self._rooms(better.after) and not self._rooms(played.after):
            return _("Closes the last cell for a new group.")
        answer = reply(mistake.played, played.seat)
        if answer is not None and self._joined(answer) > 1:
            words = ngettext(
                "Lets {name} join {n} group.", "Lets {name} join {n} groups.", self._joined(answer)
            )
            return words.format(name=self.name(answer.seat, answer.before), n=self._joined(answer))
        return self._compared(mistake, 1)

    def _too_many(self, mistake: Mistake) -> str:
        """Return LESS's mistake: it made a group, missed a chance to join, or left room."""
        played, better = mistake.played[0], mistake.better[0]
        if self._joined(better) > max(1, self._joined(played)):
            words = ngettext(
                "Misses joining {n} group.", "Misses joining {n} groups.", self._joined(better)
            )
            return words.format(n=self._joined(better))
        if self._joined(played) == 0 and self._joined(better) > 0:
            return _("Makes one more group.")
        left, fewer = self._rooms(played.after), self._rooms(better.after)
        if left > fewer:
            words = ngettext(
                "Lets a new group begin on {n} cell, the better turn on {m}.",
                "Lets a new group begin on {n} cells, the better turn on {m}.",
                left,
            )
            return words.format(n=left, m=fewer)
        return self._compared(mistake, -1)

    def _compared(self, mistake: Mistake, wanted: int) -> str:
        """Return the groups after both replies if the better turn has more of them (`wanted` 1).

        With `wanted` -1, the better turn must have fewer.
        """
        groups, better = (self._groups(after(line, 2)) for line in (mistake.played, mistake.better))
        if (better - groups) * wanted <= 0:
            return ""
        words = ngettext(
            "After the reply there is {n} group, with the better turn {m}.",
            "After the reply there are {n} groups, with the better turn {m}.",
            groups,
        )
        return words.format(n=groups, m=better)

    # -- counting --------------------------------------------------------------------------------

    def _groups(self, state: State) -> int:
        return self.game.tally(state)["groups"]

    def _kept_apart(self, turn: Turn) -> int:
        """Return how many groups of the other colour touch the stone of a turn."""
        pieces, board = self.game.pieces(turn.after), self.game.topology
        cell = next(event.point for event in turn.events if isinstance(event, Placed))
        colour = pieces[cell].colour
        return sum(
            pieces[next(iter(group))].colour != colour
            and not group.isdisjoint(board.neighbours[cell])
            for group in groups_of(board, pieces)
            if pieces[next(iter(group))].colour in COLOURS
        )

    def _joined(self, turn: Turn) -> int:
        """Return how many groups the stone of a turn joined; 0 means a new group."""
        return self._groups(turn.before) - self._groups(turn.after) + 1

    def _costs_least(self, turn: Turn) -> bool:
        """Return whether no stone of either colour would leave more groups."""
        game, state = self.game, turn.before
        most = max(self._groups(game.advance(state, action)) for action in game.legal(state))
        return most <= self._groups(turn.after)

    def _rooms(self, state: State) -> int:
        """Return the number of cells where a stone of at least one colour would be a new group."""
        pieces, beside = self.game.pieces(state), self.game.topology.neighbours
        count = 0
        for cell in self.game.topology.points:
            if cell not in pieces:
                there = {pieces[other].colour for other in beside[cell] if other in pieces}
                count += not there.issuperset(COLOURS)
        return count


def _wanted(more: bool) -> str:
    return _("MORE wants many.") if more else _("LESS wants few.")


def _bids(played: Turn, better: Turn) -> str:
    if better.bid is None:
        return _("Bids {n}: more than can be made here.").format(n=played.bid)
    if played.bid is None:
        return _("Leaves it to the other side; {n} can be made here.").format(n=better.bid)
    return _("Bids {n}; {m} is what can be made here.").format(n=played.bid, m=better.bid)
