"""Counts of legal action sequences that can be interrupted, for the protocol."""

from __future__ import annotations

from game.engine.search.greedy import advance
from game.engine.search.think import Signal
from game.rules import Game, State


def perft_line(game: Game, state: State, length: int, signal: Signal) -> str:
    """`perft LENGTH COUNT` for the sequences of exactly `length` actions."""
    return f"perft {length} {count(game, state, length, signal)}"


def count(game: Game, state: State, length: int, signal: Signal) -> int:
    actions = game.legal(state)
    if length == 1:
        return len(actions)
    total = 0
    for action in actions:
        if signal.stopped:
            break
        total += count(game, advance(game, state, action.code), length - 1, signal)
    return total
