"""Reasons for a turn, and why a turn was a mistake, in words, from what the game counts.

The plugins of the games know the words; here is only what every game counts: that a line wins.
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
    """The words for one game.  `name` says what a seat is called in a position.

    `point_names` is False where the board shows no names of points: then the words have none.
    """

    def __init__(self, game: Game, name: Callable[[Seat, State], str] | None = None) -> None:
        self.game = game
        self.name = name or (lambda seat, state: side_name(game, seat % 2))
        self.point_names = True

    def reason(self, mistake: Mistake) -> str:
        """Return a sentence, or "" where the game counts nothing that tells the two lines apart."""
        if _chosen(mistake.played) or _chosen(mistake.better):
            return self._ends(mistake) or self._of_better(mistake)
        return self._ends(mistake) or self.counted(mistake) or self._of_better(mistake)

    def why(self, line: Line) -> str:
        """Return what the first turn of a line is for, in the game's aims, and the reply's number.

        Where two numbers stand, it is said which is better.  "" where the game counts nothing that
        it changes.
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
        """Return what is said of a turn with which the game ends and its mover loses."""
        outcome = self.game.outcome(turn.after)
        if outcome is None or not outcome.winners:
            return ""
        name = self.name(outcome.winners[0], turn.before)
        return _("Ends the game, and {name} wins.").format(name=name)

    def ready(self, states: Iterable[State]) -> bool:
        """Return whether words for lines through these positions are there at once.

        If not, what they are made of is counted beside the frame loop.  For every frame; `states`:
        see `positions_of`.
        """
        return True

    def replayed(self, turn: Turn) -> str:
        """Return what is said of a turn that is shown again."""
        return self.why((turn,))

    def brings(self, line: Line) -> str:
        """Return what the game's own figures say of a line whose first turn ends no game."""
        return ""

    def aim(self, line: Line) -> str:
        """Return what the mover says it is after with the first turn of a line, to its opponent.

        Counted like `brings`, from the line alone; "" where nothing of it is worth a word.
        """
        return ""

    def longest(self, state: State) -> tuple[Action, ...]:
        """Return the longest train there is, which a beginner would play; () in other games."""
        return ()

    def _of_better(self, mistake: Mistake) -> str:
        """Return what the better turn brings, where nothing tells the two lines apart."""
        better = mistake.better
        if not better or better[0].seat != mistake.played[0].seat:
            return ""
        reason = self.why(better)
        return _("The better turn: {reason}").format(reason=reason) if reason else ""

    def counted(self, mistake: Mistake) -> str:
        """Return what the game's own figures say of the two lines."""
        return ""

    def _ends(self, mistake: Mistake) -> str:
        """Return a sentence on a win that was missed, or given away within the lines."""
        seat = mistake.played[0].seat
        better, played = self._end(mistake.better), self._end(mistake.played)
        if better is not None and seat in better.winners and len(mistake.better) == 1:
            return _("Misses a win in this very turn.")
        if played is not None and played.winners and seat not in played.winners:
            words = _("Lets {name} win in the next turn.")
            return words.format(name=self.name(played.winners[0], mistake.played[0].after))
        return ""

    def _end(self, line: Line) -> Outcome | None:
        """Return how a line ends the game within its first two turns."""
        found = (self.game.outcome(turn.after) for turn in line[:2])
        return next((outcome for outcome in found if outcome is not None), None)


def positions_of(*lines: Line) -> list[State]:
    """Return the positions that words speak of: before a line, after its turn, after the reply."""
    found = [(line[0].before, line[0].after, after(line, 2)) for line in lines if line]
    return [state for states in found for state in states]


def after(line: Line, turns: int) -> State:
    """Return the position after so many turns of a line, or after its last."""
    return line[min(turns, len(line)) - 1].after


def _chosen(line: Line) -> SideChosen | None:
    """Return the choice of a side that begins a line; None for other turns."""
    events = line[0].events if line else ()
    return next((event for event in events if isinstance(event, SideChosen)), None)


def reply(line: Line, seat: Seat) -> Turn | None:
    """Return what the other side answers to the first turn."""
    return next((turn for turn in line[1:2] if turn.seat % 2 != seat % 2), None)


def reasons_of(game: Game, name: Callable[[Seat, State], str] | None = None) -> Reasons:
    """Return what finds words for a game's mistakes; `name` names a seat in a position."""
    kind = cast("type[Reasons] | None", plugin_part(game.key, "reasons")) or Reasons
    return kind(game, name)
