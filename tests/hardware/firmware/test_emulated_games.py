"""Games on the real firmware in the emulator, with everything that goes wrong at a real table:
trains, forgotten flips, nudged pieces, take-backs, a pulled cable, a restarted controller.

By default the short games whole and the beginnings of the long ones; `--slow` plays all of them
to the end, and one of each kind in real time through pyserial.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.rules import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.host.session import BoardSession
from hardware.rig.clumsy import Habits, random_turn
from hardware.rig.emulated import LockstepDevice, TerminalHands
from hardware.rig.emulator.emulator import Emulator
from hardware.rig.exercise import Exercise, Policy, rehearse
from hardware.rig.table import LiveLine, Table
from tests.hardware.firmware_bench import both, needs_bench, needs_pico
from tests.table.homeward import homeward

pytestmark = needs_bench

QUICK = Habits(pace=(0.26, 0.34))
# In real time a busy machine may let a hand rest longer than it means to: no pieces that only
# pass over a point.
STEADY = Habits(pace=(0.3, 0.4), wrong_square=0.0, slide=0.0)
SHORT = (
    ("multiplicity size=3", random_turn, 1000),
    ("libra size=3 mode=target target=5", random_turn, 1000),
    ("more-or-less", random_turn, 16),
    ("less seed=3", homeward, 10),
    ("less seats=4 seed=3", homeward, 10),
)
WHOLE = (
    ("more-or-less", random_turn),
    ("less seed=3", homeward),
    ("less seats=4 seed=3", homeward),
    ("libra size=3 mode=duel", random_turn),
    ("multiplicity size=4", random_turn),
)


def a_match(setup: str) -> Match:
    game = parse_setup(setup)
    return Match(two_people(setup, game.seats), game=game)


def board_for(match: Match, **options: object) -> Emulator:
    board = match.game.topology
    made = {"POINTS": str(len(board)), "LAYOUT": board.name}
    return Emulator(options=made, **options)  # type: ignore[arg-type]


def lockstep(setup: str, policy: Policy, longest: int, mcu: str = "atmega328p") -> Exercise:
    match = a_match(setup)
    with board_for(match, mcu=mcu) as emulator:
        device = LockstepDevice(emulator)

        def restart(exercise: Exercise) -> None:
            device.reset(exercise.table.now)
            exercise.table.run(1.5)

        incidents = {4: Exercise.pull_cable, 6: restart, 8: Exercise.take_back}
        exercise = rehearse(
            match, device, 1, habits=QUICK, longest=longest, policy=policy, incidents=incidents
        )
        exercise.play()
        return exercise


def check(exercise: Exercise) -> None:
    """The record says exactly what the script said, with everything that came between."""
    account = exercise.account
    assert account.wrong == ""
    assert account.told == []
    assert exercise.recorded == exercise.intended
    assert account.taken_back == 1
    assert account.turns >= 10


@pytest.mark.parametrize(("setup", "policy", "longest"), SHORT)
def test_games_on_the_emulated_firmware(setup: str, policy: Policy, longest: int) -> None:
    check(lockstep(setup, policy, longest))


@needs_pico
def test_a_game_on_the_other_family_of_controllers() -> None:
    check(lockstep("less seed=3", homeward, 10, "rp2040"))


@both
@pytest.mark.slow
@pytest.mark.parametrize(("setup", "policy"), WHOLE)
def test_whole_games_on_the_emulated_firmware(mcu: str, setup: str, policy: Policy) -> None:
    exercise = lockstep(setup, policy, 1000, mcu)
    check(exercise)
    assert exercise.match.over


def in_real_time(setup: str, policy: Policy, longest: int, port: Path, mcu: str) -> Exercise:
    match = a_match(setup)
    with board_for(match, terminal=port, mcu=mcu) as emulator:
        hands = TerminalHands(emulator)
        made: list[Exercise] = []
        session = BoardSession.open(str(port))
        line = LiveLine(session, hands)
        table = Table(match, line, answer=lambda reading: made and made[0].answer(reading))
        try:

            def restart(exercise: Exercise) -> None:
                hands.reset()
                exercise.table.run(2.0)

            assert table.run_until(lambda: session.view().connection == "connected", 20)
            incidents = {4: Exercise.pull_cable, 6: restart, 8: Exercise.take_back}
            made.append(
                Exercise(table, 1, STEADY, longest=longest, policy=policy, incidents=incidents)
            )
            made[0].play()
            return made[0]
        finally:
            line.close()


@both
def test_a_game_through_pyserial_in_real_time(mcu: str, tmp_path: Path) -> None:
    exercise = in_real_time("multiplicity size=3", random_turn, 1000, tmp_path / "board", mcu)
    check(exercise)
    assert exercise.match.over


@both
@pytest.mark.slow
@pytest.mark.parametrize(("setup", "policy"), WHOLE)
def test_whole_games_through_pyserial_in_real_time(
    mcu: str, setup: str, policy: Policy, tmp_path: Path
) -> None:
    exercise = in_real_time(setup, policy, 1000, tmp_path / "board", mcu)
    check(exercise)
    assert exercise.match.over
