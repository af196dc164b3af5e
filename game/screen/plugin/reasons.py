"""Reasons for a turn, and reasons why a turn was a mistake, in words, from the game's counts.

The plugins of the games have the words. This module has only the reason that all games share: a
line wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

from game.platform.i18n import _
from game.rules import Action, Game, State
from game.rules.events import Outcome, Seat, SideChosen
from game.rules.registry import plugin_part
from game.screen.plugin.seats import side_name
from game.table.history import Turn
from game.table.mistakes import Mistake

Line = Sequence[Turn]


class Reasons:
    """The reasons for one game. `name` returns the name of a seat in a position.

    `point_names` is False if the board shows no names of points; texts then contain no such names.
    """

    def __init__(self, game: Game, name: Callable[[Seat, State], str] | None = None) -> None:
        self.game = game
        self.name = name or (lambda seat, state: side_name(game, seat % 2))
        self.point_names = True

    def reason(self, mistake: Mistake) -> str:
        """Return a sentence; "" if no count of the game distinguishes the mistake's two lines."""
        if _chosen(mistake.played) or _chosen(mistake.better):
            return self._ends(mistake) or self._of_better(mistake)
        return self._ends(mistake) or self.counted(mistake) or self._of_better(mistake)

    def why(self, line: Line) -> str:
        """Return what a line's first turn gains for the game's aims, with the number after a reply.

        A text with two numbers says which number is better. Return "" if the turn changes no count
        of the game.
        """
        if not line:
            return ""
        outcome = self.game.outcome(line[0].after)
        chosen = _chosen(line)
        if chosen is not None:
            if chosen.swapped:
                return _("The engine expects more of the other side.")
            return _("The engine expects more of this side.")
        if outcome is None:
            return self.brings(line)
        if not outcome.winners:
            return _("Ends the game in a draw.")
        if line[0].seat in outcome.winners:
            return _("Wins at once.")
        return self.of_lost(line[0])

    def of_lost(self, turn: Turn) -> str:
        """Return the text for a turn that ends the game and loses it for its mover."""
        outcome = self.game.outcome(turn.after)
        if outcome is None or not outcome.winners:
            return ""
        name = self.name(outcome.winners[0], turn.before)
        return _("Ends the game, and {name} wins.").format(name=name)

    def ready(self, states: Iterable[State]) -> bool:
        """Return whether the texts for lines through these positions are available immediately.

        If they are not, their counts are computed outside the frame loop. Call this every frame;
        for `states` see `positions_of`.
        """
        return True

    def replayed(self, turn: Turn) -> str:
        """Return the text for a turn that is shown again."""
        return self.why((turn,))

    def brings(self, line: Line) -> str:
        """Return what the figures show about a line whose first turn does not end the game."""
        return ""

    def aim(self, line: Line) -> str:
        """Return the words with which the mover announces the plan of a line's first turn.

        The text is based on the same counts as `brings`, without a second line to compare; "" if no
        count is worth mentioning.
        """
        return ""

    def longest(self, state: State) -> tuple[Action, ...]:
        """Return the longest train, which a beginner would play; () in games without trains."""
        return ()

    def _of_better(self, mistake: Mistake) -> str:
        """Return the gain of the better turn, for lines that nothing else distinguishes."""
        better = mistake.better
        if not better or better[0].seat != mistake.played[0].seat:
            return ""
        reason = self.why(better)
        return _("The better turn: {reason}").format(reason=reason) if reason else ""

    def counted(self, mistake: Mistake) -> str:
        """Return what the game's own figures show for the two lines."""
        return ""

    def _ends(self, mistake: Mistake) -> str:
        """Return a sentence about a win that was missed or given away within the lines."""
        seat = mistake.played[0].seat
        better, played = self._end(mistake.better), self._end(mistake.played)
        if better is not None and seat in better.winners and len(mistake.better) == 1:
            return _("Misses a win in this very turn.")
        if played is not None and played.winners and seat not in played.winners:
            words = _("Lets {name} win in the next turn.")
            return words.format(name=self.name(played.winners[0], mistake.played[0].after))
        return ""

    def _end(self, line: Line) -> Outcome | None:
        """Return the outcome if a line ends the game within its first two turns."""
        found = (self.game.outcome(turn.after) for turn in line[:2])
        return next((outcome for outcome in found if outcome is not None), None)


def positions_of(*lines: Line) -> list[State]:
    """Return the positions that texts refer to: before a line, after its turn, after the reply."""
    found = [(line[0].before, line[0].after, after(line, 2)) for line in lines if line]
    return [state for states in found for state in states]


def after(line: Line, turns: int) -> State:
    """Return the position after this many turns of a line, or after its last turn."""
    return line[min(turns, len(line)) - 1].after


def _chosen(line: Line) -> SideChosen | None:
    """Return the choice of a side with which a line begins; None for other turns."""
    events = line[0].events if line else ()
    return next((event for event in events if isinstance(event, SideChosen)), None)


def reply(line: Line, seat: Seat) -> Turn | None:
    """Return the other side's reply to the first turn, if any."""
    return next((turn for turn in line[1:2] if turn.seat % 2 != seat % 2), None)


def reasons_of(game: Game, name: Callable[[Seat, State], str] | None = None) -> Reasons:
    """Return the reasons for a game; `name` returns the name of a seat in a position."""
    kind = cast("type[Reasons] | None", plugin_part(game.key, "reasons")) or Reasons
    return kind(game, name)
