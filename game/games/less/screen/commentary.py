"""Comments on a game of Less while it is shown."""

from __future__ import annotations

from collections.abc import Mapping

from game.games.less.rules import Less
from game.games.less.screen.ways_home import least_moves_home, moves_home
from game.platform.i18n import _, ngettext
from game.rules import Game, State
from game.rules.events import Jumped, Outcome, Passed, SideHome, Stepped
from game.screen.plugin.commentary import Commentary, Events, Scale, Speaker, passing_note

PENALTIES = ("block", "stayed")  # reasons of a lost game that cost ten moves
PENALTY = 10


class LessCommentary(Commentary):
    game: Less

    def aim(self) -> str:
        return _("Four pieces to the far corner, in fewer moves than the other side.")

    def layout(self) -> str:
        index, neighbours = self.game.topology.index, self.game.topology.neighbours
        edges = [(one, two) for one in index for two in neighbours[one] if index[one] < index[two]]
        single, double = (
            ", ".join(f"{one}–{two}" for one, two in edges if self.game.wall(one, two) == walls)
            for walls in (1, 2)
        )
        told = _("Walls between {edges}.").format(edges=single) if single else ""
        told_double = _("Double walls between {edges}.").format(edges=double) if double else ""
        return f"{told} {told_double}".strip()

    def speakers(self) -> Mapping[type, Speaker]:
        return {**super().speakers(), SideHome: self._home}

    def rule(self, before: State, events: Events) -> str:
        for event in events:
            if isinstance(event, Jumped):
                return _("A leap: two squares for one move.")
            if isinstance(event, Stepped) and event.walls:
                single, double = _("Over a wall: two moves."), _("A double wall: all three moves.")
                return single if event.walls == 1 else double
            if isinstance(event, Stepped):
                return _("Three moves a turn.")
        return ""

    def scale(self, state: State) -> Scale:
        """Return the moves spent, with a penalty; the bar also counts the moves to go."""
        tally, outcome = self.game.tally(state), self.game.outcome(state)
        spent = [str(tally["spent_white"]), str(tally["spent_black"])]
        whole = [tally["spent_white"], tally["spent_black"]]
        if outcome is not None and outcome.reason in PENALTIES:
            loser = 1 - outcome.winners[0] % 2
            spent[loser] += f" + {PENALTY}"
            whole[loser] = whole[1 - loser] + PENALTY
        else:
            whole = [n + least_moves_home(self.game, state, side) for side, n in enumerate(whole)]
        share = whole[1] / max(1, sum(whole))
        share = min(1.0, max(0.0, 0.5 + 4 * (share - 0.5)))
        left, right = spent
        return Scale(left, right, share, self.game.kinds[:2], False, _("moves spent"))

    def brings(self, before: State, after: State, events: Events) -> str:
        side = self.game.to_move(before) % 2
        far, near = (moves_home(self.game, state, side) for state in (before, after))
        nearer = far - near if far is not None and near is not None else 0
        if nearer <= 0:
            return ""
        words = ngettext(
            "{name} is {n} move nearer home", "{name} is {n} moves nearer home", nearer
        )
        return words.format(name=self.mover(before), n=nearer)

    def meaning(self, before: State, after: State, events: Events) -> str:
        if any(isinstance(event, Passed) for event in events):
            return passing_note()
        if any(isinstance(event, SideHome) for event in events):
            return _("The other side plays on until it is home too. Fewer moves win.")
        return spent_words(self.game, after)

    def why(self, state: State, outcome: Outcome) -> str:
        words = {
            **dict.fromkeys(PENALTIES, _("A piece left in its own corner costs ten.")),
            "limit": _("200 turns have been played."),
            "ahead": _("After 200 turns one side is home, the other is not."),
        }
        return words.get(outcome.reason) or spent_words(self.game, state)

    def at_stake(self, outcome: Outcome) -> str:
        return self.why((), outcome) if outcome.reason in PENALTIES else ""

    def _home(self, before: State, event: SideHome) -> str:
        text = ngettext(
            "{name} is home after {spent} move.", "{name} is home after {spent} moves.", event.spent
        )
        return text.format(name=self.side_name(event.seats[0]), spent=event.spent)

    def _jumped(self, before: State, event: Jumped) -> str:
        words = _("{name} leaps over a piece: two squares for one move.")
        return words.format(name=self.mover(before))

    def _stepped(self, before: State, event: Stepped) -> str:
        if not event.walls:
            return super()._stepped(before, event)
        if event.walls == 1:
            words = _("{name} climbs a wall. That costs two moves.")
        else:
            words = _("{name} climbs a double wall. That costs all three moves.")
        return words.format(name=self.mover(before))


def spent_words(game: Game, state: State) -> str:
    """Return how many moves both sides have spent so far, in words."""
    tally = game.tally(state)
    white, black = tally["spent_white"], tally["spent_black"]
    text = ngettext(
        "White has spent {white} move, Black {black}: fewer win.",
        "White has spent {white} moves, Black {black}: fewer win.",
        white,
    )
    return text.format(white=white, black=black)
