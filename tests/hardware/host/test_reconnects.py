"""A hundred pulled cables and twenty restarts during a game lose nothing."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import pytest

from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from tools.rig.clumsy import Gesture, Habits, PressButton
from tools.rig.exercise import Exercise, rehearse
from tools.rig.table import SteppedLine

CYCLES, RESTARTS = 100, 20


class Tearing:
    """A hand that pulls the cable and restarts the controller, between and during its movements."""

    def __init__(self, exercise: Exercise, board: SimulatedBoard, seed: int) -> None:
        assert isinstance(exercise.table.line, SteppedLine)
        self.table, self.line, self.board = exercise.table, exercise.table.line, board
        self.pulled = self.restarted = 0
        self._random = random.Random(seed)
        self._perform = exercise.table.perform
        exercise.table.perform = self.perform  # type: ignore[method-assign]

    def perform(self, gestures: Iterable[Gesture]) -> None:
        self._perform(self._torn(gestures))
        if not self.line.plugged:
            self.line.plug()
        self.table.run(1.0)

    def _torn(self, moves: Iterable[Gesture]) -> Iterator[Gesture]:
        for move in moves:
            yield move
            if isinstance(move, PressButton):  # a press at the moment of the pull would be lost
                self.table.run(0.1)
            if self.line.plugged:
                if self._random.random() < 0.7:
                    self.line.unplug()
                    self.pulled += 1
                elif self._random.random() < 0.5:
                    self.board.reset(self.table.now)
                    self.restarted += 1
            else:
                self.line.plug()
                self.table.run(self._random.uniform(0.0, 0.5))


@pytest.mark.parametrize("setup", ["multiplicity size=6", "more-or-less"])
def test_a_hundred_pulled_cables_and_twenty_restarts_lose_nothing(setup: str) -> None:
    game = parse_setup(setup)
    match = Match(two_people(setup), game=game)
    board = SimulatedBoard(BoardIdentity(game.topology.name, len(game.topology)), seed=3)
    habits = Habits(wrong_square=0, slide=0, nudge=0, lift_and_replace=0.3, pace=(0.3, 0.4))
    exercise = rehearse(match, board, 3, habits=habits)
    tearing = Tearing(exercise, board, 3)
    account = exercise.play()
    assert account.wrong == ""
    assert match.over
    assert account.ambiguous == 0
    assert tearing.pulled >= CYCLES
    assert tearing.restarted >= RESTARTS
