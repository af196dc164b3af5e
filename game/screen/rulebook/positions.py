"""Positions of examples, laid by hand into the states of the rules.  No pygame.

A position may be a detail: fewer pieces than a game has, so that the eye finds what matters.
The counts of the state then stand for the pieces that are not drawn.
"""

from __future__ import annotations

from functools import cache

from game.rules import Game, State
from game.rules.registry import parse_setup
from game.screen.plugin.pages import ExamplePosition
from game.screen.plugin.registry import rulebook_of


@cache
def game_of(setup: str) -> Game:
    return parse_setup(setup)


def build(position: ExamplePosition) -> tuple[Game, State]:
    """The game and the state of a position.  Raises RulesError for turns that are not legal."""
    game = game_of(position.setup)
    state = game.start()
    if position.fields:
        state = rulebook_of(game.key).lay(game, position.fields)
    for turn in position.played.split():
        for action in game.parse_turn(state, turn):
            state = game.play(state, action).state
    return game, state
