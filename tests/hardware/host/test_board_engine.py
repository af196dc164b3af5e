"""A person at the board plays a player elsewhere, and makes that player's turns on the board."""

from __future__ import annotations

import random

import pytest

from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.sensor_image import SensorModel
from hardware.tracking.tracker_events import Execute, TurnSoFar
from hardware.wire.palette import Light
from tests.table.homeward import homeward
from tools.rig.clumsy import (
    ClumsyHand,
    Habits,
    PressButton,
    random_turn,
)
from tools.rig.table import BoardTable, SteppedLine

HABITS = Habits(wrong_square=0.0, nudge=0.0, needless_button=0.0)


@pytest.mark.parametrize(
    ("setup", "slowly"),
    [
        ("more-or-less", False),
        ("more-or-less", True),
        ("less seed=4", True),
        ("less seats=4 seed=2", False),
        ("multiplicity size=4", False),
    ],
)
def test_turns_of_the_other_seats_are_made_by_hand_and_never_read(setup: str, slowly: bool) -> None:
    game = parse_setup(setup)
    match = Match(two_people(game.setup, game.seats), game=game)
    board = SimulatedBoard(BoardIdentity(game.topology.name, len(game.topology)), 1)
    hands = {0, 2}
    line = SteppedLine(board)
    table = BoardTable(match, line, hands)
    hand, rng = ClumsyHand(SensorModel(game), 1, HABITS), random.Random(1)
    table.run(0.5)
    table.perform(hand.set_out(match.state))
    table.run(1.0)
    policy = homeward if game.key == "less" else random_turn
    shown_lights = False
    for _turn in range(30):
        if match.over:
            break
        before = match.state
        turn = policy(game, before, rng)
        target = before
        for action in turn:
            target = game.play(target, action).state
        known = len(table.readings)
        if game.to_move(before) in hands:
            table.perform(hand.turn(before, turn))
            if not table.run_until(lambda: match.state == target, 2):  # noqa: B023
                table.perform([PressButton()])
                table.run_until(lambda: match.state == target, 6)  # noqa: B023
            assert match.state == target, game.turn_text(turn)
            continue
        for action in turn:
            match.play(action)
            table.run(0.5 if slowly else 0.0)
        table.run(0.5)
        tasks = [reading for _t, reading in table.readings[known:] if isinstance(reading, Execute)]
        pointless = game.pieces(before) == game.pieces(target)
        assert tasks or pointless, game.turn_text(turn)
        shown_lights |= int(Light.TO) in board.lights or int(Light.PLACE) in board.lights
        table.perform(move for move in hand.turn(before, turn) if not isinstance(move, PressButton))
        tracker = line.driver.tracker
        assert tracker is not None
        assert table.run_until(lambda: tracker.mode == "play", 6), game.turn_text(turn)  # noqa: B023
        read = [r for _t, r in table.readings[known:] if isinstance(r, TurnSoFar) and r.actions]
        assert read == [], game.turn_text(turn)
        assert match.state == target
    assert shown_lights
    assert len(match.turns) >= 14
