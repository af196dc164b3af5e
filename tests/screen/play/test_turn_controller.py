"""The controller knows whose turn it is at this screen, and what time an engine's turn costs."""

from __future__ import annotations

from typing import Any

import pytest

from game.rules import Game
from game.screen.play.turn_controller import HURRY_BELOW_S, TurnController
from game.table.engine_seat import MakePlayer
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec

SECONDS = 10.0


class Thinker:
    """An engine's seat that thinks until the test ends."""

    def __init__(self, game: Game, level: int, seed: int, make: MakePlayer) -> None:
        self.thinking: Any = None
        self.ready = True
        self.hurried = 0

    def begin(self, state: Any, allowed: Any = None) -> None:
        self.thinking = state

    def poll(self) -> None:
        return None

    def hurry(self) -> None:
        self.hurried += 1

    def cancel(self) -> None:
        self.thinking = None


def controlled(clock: ClockSpec | None = None) -> tuple[TurnController, Thinker]:
    """Return the controller and the engine of a match in which the engine is to move."""
    seats = SeatSpec("engine", 3), SeatSpec("person")
    sit: Any = Thinker
    controller = TurnController(Match(MatchSpec("libra size=3", seats, clock)), sit=sit)
    thinker: Any = controller.engines[0]
    return controller, thinker


def test_a_seat_that_is_played_elsewhere_is_nobodys_here() -> None:
    controller, _thinker = controlled()
    assert not controller.person_to_move, "the engine is"
    controller.match.play(controller.match.legal()[0])
    assert controller.match.to_move == 1
    assert controller.person_to_move
    controller.elsewhere = lambda seat: seat == 1
    assert not controller.person_to_move
    controller.elsewhere = lambda seat: seat == 0
    assert controller.person_to_move


@pytest.mark.parametrize("ready", [False, True])
def test_the_start_of_an_engine_costs_it_no_time(ready: bool) -> None:
    controller, thinker = controlled(ClockSpec(SECONDS))
    thinker.ready = ready
    for second in range(6):
        controller.update(float(second), moving=False, held=False)
    left = controller.match.clock.remaining(0, 5.0)
    assert left is not None
    assert (left == SECONDS) == (not ready)


def test_an_engine_is_hurried_only_when_its_time_runs_out() -> None:
    controller, thinker = controlled(ClockSpec(SECONDS))
    for tenth in range(1, 200):
        now = tenth / 10
        controller.update(now, moving=False, held=False)
        left = controller.match.clock.remaining(0, now)
        assert left is not None
        if left >= HURRY_BELOW_S:
            assert not thinker.hurried
        elif left > 0:
            break
    assert thinker.hurried
