"""What a hand has tried on the board of a page, and why it is not allowed.

An attempt is one point, a placement, or two: a piece taken from the first to the second.  Nothing
here decides what is legal: that is asked of the rules.  No pygame.
"""

from __future__ import annotations

from game.i18n import _
from game.rules import Action, Game, State
from game.screen.games.book import Attempt, Refusal
from game.screen.games.registry import room_of


def find(game: Game, state: State, points: Attempt, colour: str = "") -> Action | None:
    """The legal action that an attempt means, or None."""
    for action in game.legal(state):
        if not action.points or action.target != points[-1]:
            continue
        if len(points) == 1 and action.kind == "place":
            if not colour or action.piece is None or action.piece.colour == colour:
                return action
        elif len(points) > 1 and action.source == points[0]:
            return action
    return None


def refusal(game: Game, state: State, points: Attempt) -> Refusal:
    """Why an attempt that `find` does not know is not allowed."""
    if game.over(state):
        return Refusal("over", _("The game is over."))
    return room_of(game.key).book.refuse(game, state, points)
