"""Tension rises as the end gets near, in all games."""

from __future__ import annotations

import random

import pytest

from game.rules.registry import parse_setup
from game.screen.plugin.registry import screen_plugin_of


@pytest.mark.parametrize("setup", ["more-or-less", "less seed=1", "libra size=3", "multiplicity"])
def test_it_is_nothing_at_the_start_and_much_before_the_end(setup: str) -> None:
    game, dice = parse_setup(setup), random.Random(4)
    tension = screen_plugin_of(game.key).tension
    state = game.start()
    seen = [tension(game, state)]
    while not game.over(state):
        state = game.advance(state, dice.choice(game.legal(state)))
        seen.append(tension(game, state))
    assert seen[0] == 0
    assert all(0 <= one <= 1 for one in seen)
    outcome = game.outcome(state)
    assert outcome is not None
    assert seen[-2] > 0.6 or outcome.reason in ("limit", "stayed")


def test_eighteen_and_seven_counters_hold_the_breath() -> None:
    game, dice, found = parse_setup("more-or-less"), random.Random(1), set[int]()
    tension = screen_plugin_of(game.key).tension
    for _game in range(20):
        state = game.start()
        while not game.over(state):
            tally = game.tally(state)
            counts = tally["black"], tally["green"]
            if game.phase(state) != "placement" and (18 in counts or 7 in counts):
                assert tension(game, state) == 1
                found |= {18, 7} & {*counts}
            state = game.advance(state, dice.choice(game.legal(state)))
    assert found == {7, 18}
