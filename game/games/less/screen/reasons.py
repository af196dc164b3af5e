"""Reasons why a turn of Less was a mistake: moves home, leaps given away, a piece left behind."""

from __future__ import annotations

from game.games.less.rules import Less
from game.games.less.screen.ways_home import least_moves_home
from game.platform.i18n import _, ngettext
from game.rules import State
from game.screen.plugin.reasons import Line, Reasons, after, reply
from game.table.history import Turn
from game.table.mistakes import Mistake

TURN = 3  # moves a turn has


class LessReasons(Reasons):
    game: Less

    def counted(self, mistake: Mistake) -> str:
        side = mistake.played[0].seat % 2
        played, better = mistake.played, mistake.better
        own = self._need(played[0].after, side) - self._need(better[0].after, side)
        gift = self._need(after(better, 2), 1 - side) - self._need(after(played, 2), 1 - side)
        if own > 0 and own >= gift:
            return self._late(mistake, side, own)
        if gift > 0:
            return self._gift(mistake, side, gift)
        return ""

    def brings(self, line: Line) -> str:
        first, side = line[0], line[0].seat % 2
        own, kept = self._own_and_kept(first)
        if kept > max(0, own):
            side = 1 - side
        text = _("{name} has {moves} to go instead of {before}.")
        if max(own, kept) <= 0:
            text = _("{name} still has {moves} to go; {other} has {left}.")
        answer = reply(line, first.seat)
        if own > 0 and own >= kept and answer is not None:
            text = _(
                "{name} has {moves} to go instead of {before}; {other} has {left} after the reply."
            )
        return text.format(
            name=self.name(side, first.before),
            moves=_moves(self._need(first.after, side)),
            before=self._need(first.before, side),
            other=self.name(1 - side, first.before),
            left=self._need(after(line, 2), 1 - side),
        )

    def aim(self, line: Line) -> str:
        first, side = line[0], line[0].seat % 2
        own, kept = self._own_and_kept(first)
        home = self._home(first.after, side)
        if kept > 0:
            words = ngettext(
                "I stand in your way: {n} more move for you.",
                "I stand in your way: {n} more moves for you.",
                kept,
            )
            return words.format(n=kept)
        if own > TURN:
            saved = own - TURN
            words = ngettext("My leaps save me {n} move.", "My leaps save me {n} moves.", saved)
            return words.format(n=saved)
        if home > self._home(first.before, side):
            return _("My pieces home: {n}.").format(n=home)
        if own <= 0:
            return ""
        return _("I hurry home: {moves} to go.").format(moves=_moves(self._need(first.after, side)))

    def _own_and_kept(self, turn: Turn) -> tuple[int, int]:
        """Return the moves that a turn brings its side nearer, and takes the other side back."""
        side = turn.seat % 2
        own, other = (
            self._need(turn.before, which) - self._need(turn.after, which)
            for which in (side, 1 - side)
        )
        return own, -other

    def _home(self, state: State, side: int) -> int:
        return self.game.tally(state)[("home_white", "home_black")[side]]

    def _need(self, state: State, side: int) -> int:
        return least_moves_home(self.game, state, side)

    def _late(self, mistake: Mistake, side: int, moves: int) -> str:
        """Return the sentence if the own pieces have further to go."""
        name = self.name(side, mistake.played[0].before)
        late, early = (
            _turns(self._need(line[0].after, side)) for line in (mistake.played, mistake.better)
        )
        turns = late - early
        if turns > 0:
            words = ngettext(
                "{name} comes home a turn later: {moves} more to go.",
                "{name} comes home {n} turns later: {moves} more to go.",
                turns,
            )
            return words.format(name=name, n=turns, moves=_moves(moves))
        words = _("{name} has {moves} more to go than after the better turn.")
        return words.format(name=name, moves=_moves(moves))

    def _gift(self, mistake: Mistake, side: int, moves: int) -> str:
        """Return the sentence if the other side comes home faster."""
        given, kept = (reply(line, side) for line in (mistake.played, mistake.better))
        leaps = (given.hops if given else 0) - (kept.hops if kept else 0)
        other = self.name(1 - side, mistake.played[0].after)
        if leaps > 0:
            words = ngettext(
                "Gives {name} a leap: it saves {moves}.",
                "Gives {name} {n} leaps: they save {moves}.",
                leaps,
            )
            return words.format(name=other, n=leaps, moves=_moves(moves))
        words = _("Lets {name} through: it saves {moves}.")
        return words.format(name=other, moves=_moves(moves))


def _moves(count: int) -> str:
    return ngettext("{n} move", "{n} moves", count).format(n=count)


def _turns(moves: int) -> int:
    return -(-moves // TURN)
