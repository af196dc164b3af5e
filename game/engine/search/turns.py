"""Turns by the plain rules: who is to move, where turns end, all ways to play one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from game.rules import Action, Game, State

Turn = tuple[Action, ...]


def side_to_move(game: Game, state: State) -> int:
    """Return the side to move, 0 or 1; partners of the team game are one side."""
    return game.to_move(state) % 2


def same_turn(before: State, after: State, game: Game) -> bool:
    """Return whether the turn of `before` goes on in `after`."""
    return not game.turn_ended(before, after)


def split_turns(
    game: Game, state: State, actions: Sequence[Action], begun: Turn = ()
) -> tuple[Turn, ...]:
    """Return a line of actions from `state` as turns; the first turn starts with `begun`."""
    found: list[Turn] = []
    turn: list[Action] = list(begun)
    here = state
    for action in actions:
        turn.append(action)
        before, here = here, game.advance(here, action)
        if not same_turn(before, here, game):
            found.append(tuple(turn))
            turn = []
    if turn:
        found.append(tuple(turn))
    return tuple(found)


def ways_to_finish(
    game: Game, state: State, most: int, dice: random.Random
) -> Iterator[tuple[Turn, State]]:
    """Yield up to `most` ways to finish the turn, each with the state after it, in random order."""
    left = most

    def walk(here: State, turn: Turn) -> Iterator[tuple[Turn, State]]:
        nonlocal left
        actions = game.legal(here)
        dice.shuffle(actions)
        for action in actions:
            if left <= 0:
                return
            after = game.advance(here, action)
            if same_turn(here, after, game):
                yield from walk(after, (*turn, action))
            else:
                left -= 1
                yield (*turn, action), after

    if not game.over(state):
        yield from walk(state, ())
