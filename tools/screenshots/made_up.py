"""Turns that nobody thought of, for pictures and tests of what an engine would say."""

from __future__ import annotations

from game.rules import Action, Game, State


def made_up_line(game: Game, state: State, turns: int, seed: int) -> tuple[tuple[Action, ...], ...]:
    """Some turns from a position; `seed` chooses among them."""
    line: list[tuple[Action, ...]] = []
    while len(line) < turns and not game.over(state):
        turn: list[Action] = []
        begun = game.turns(state)
        while game.turns(state) == begun and not game.over(state):
            legal = game.legal(state)
            turn.append(legal[(7 * seed + 3) % len(legal)])
            state = game.advance(state, turn[-1])
        line.append(tuple(turn))
    return tuple(line)
