"""Refused attempts on a board, and why they are not allowed.

The rulebook, play and the sensor board all take these sentences from here.

An attempt with one point is a placement. With two points, a piece is moved from the first to the
second; with the same point twice, it is picked up. The rules alone decide what is legal. No pygame.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.platform.i18n import _
from game.rules import Action, Game, State
from game.rules.topology import Point
from game.screen.plugin.registry import rulebook_of
from game.screen.plugin.rulebook import Attempt, Refusal


def find(game: Game, state: State, points: Attempt, colour: str = "") -> Action | None:
    """Return the legal action that an attempt means, or None."""
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
    """Return why an attempt without a legal action is not allowed."""
    if game.over(state):
        return Refusal("over", _("The game is over."))
    return rulebook_of(game.key).refuse(game, state, points)


def attempt(game: Game, state: State, source: Point | None, point: Point) -> Attempt:
    """Return the attempt made by pointing at `point` while the piece on `source` is chosen."""
    if any(action.kind == "place" for action in game.legal(state)):
        return (point,)
    if source is None or source == point:
        return (point, point)
    return (source, point)


def instead(game: Game, points: Attempt, choices: Sequence[Action]) -> tuple[Action, ...]:
    """Return the `choices` that are similar to a refused attempt, the nearest first.

    They are choices of the same piece, or choices of any piece if that piece has none.
    """
    far = game.topology.distance_to(points[-1])
    placed = [action for action in choices if action.points]
    own = [action for action in placed if action.source == points[0]] if len(points) > 1 else []
    return tuple(sorted(own or placed, key=lambda action: far(action.points[-1])))


def rule_page(game: Game, refused: Refusal) -> str:
    """Return the key of the rulebook page that explains a refusal; "" if there is none."""
    return rulebook_of(game.key).explained.get(refused.key, "")
