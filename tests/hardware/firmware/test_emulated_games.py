"""Games on the emulated real firmware, through the real pyserial, are read without a fault.

Everything that goes wrong at a real table also goes wrong here: trains, forgotten flips, nudged
pieces, take-backs, a pulled cable, a restarted controller.

By default, short games are played to their end, and long games for some turns. `make games` plays
one game of each kind to its end on every family of controllers. Time is the emulator's, so a busy
machine does no harm.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.host.layouts import matrix_channels
from hardware.wire.messages import SetName, SetWiring, WiringLine
from tests.hardware.firmware_bench import both, needs_bench, needs_pico
from tests.hardware.host.test_line_quality import damaged_game
from tests.table.homeward import homeward
from tools.rig.clumsy import Habits, random_turn
from tools.rig.emulator.emulator import Emulator, LockstepDevice
from tools.rig.emulator.host import LockstepHost
from tools.rig.exercise import Exercise, Policy, rehearse_at
from tools.rig.paced import PacedLine

pytestmark = needs_bench

QUICK = Habits(pace=(0.26, 0.34))
BEGINNINGS = (
    ("libra size=3 mode=target target=5", random_turn, 1000),
    ("more-or-less", random_turn, 16),
    ("less seed=3", homeward, 10),
    ("less seats=4 seed=3", homeward, 10),
)
WHOLE = (
    ("less seats=4 seed=3", homeward),
    ("more-or-less", random_turn),
    ("less seed=3", homeward),
    ("libra size=3 mode=duel", random_turn),
    ("multiplicity size=4", random_turn),
)
ON_SWITCHES = (
    ("less seed=3", homeward),
    ("multiplicity size=4", random_turn),
    ("libra size=3 mode=target target=5", random_turn),
)
SEED = 1
STORED_MS = 200


def played(setup: str, policy: Policy, port: Path, mcu: str, longest: int = 1000) -> Exercise:
    """Play a game at a board behind `port`, with three mishaps on the way."""
    topology = parse_setup(setup).topology
    made = {"POINTS": str(len(topology)), "LAYOUT": topology.name}
    with Emulator(mcu=mcu, options=made) as emulator:
        return played_at(emulator, setup, policy, port, longest)


def played_on_switches(setup: str, policy: Policy, port: Path) -> Exercise:
    """Play a game with mishaps at a board of switches, which has no lights and no button."""
    topology = parse_setup(setup).topology
    bare = {"LIGHTS": "0", "BUTTON": "0"}
    with Emulator(mcu="rp2040", sensing="matrix", options=bare) as emulator:
        emulator.wired = matrix_channels(topology.points)
        host = LockstepHost(emulator)
        host.greet()
        host.order(SetWiring(WiringLine.SENSORS, 0, emulator.wired))
        host.order(SetName(len(topology), topology.name, ""))
        host.run(STORED_MS)
        emulator.reset()
        return played_at(emulator, setup, policy, port)


def played_at(
    emulator: Emulator, setup: str, policy: Policy, port: Path, longest: int = 1000
) -> Exercise:
    game = parse_setup(setup)
    match = Match(two_people(setup, game.seats), game=game)
    line = PacedLine(LockstepDevice(emulator), port)

    def restart(exercise: Exercise) -> None:
        line.restart()
        exercise.table.run(1.5)

    incidents = {4: Exercise.pull_cable, 6: restart, 8: Exercise.take_back}
    exercise = rehearse_at(
        line, match, SEED, habits=QUICK, longest=longest, policy=policy, incidents=incidents
    )
    try:
        exercise.play()
    finally:
        line.close()
    return exercise


def check(exercise: Exercise) -> None:
    """Check that the record matches the intended game despite all mishaps."""
    account = exercise.account
    assert account.wrong == ""
    assert account.told == []
    assert exercise.recorded == exercise.intended
    assert account.taken_back == 1
    assert account.turns >= 10


@both
def test_a_short_game_to_its_end(mcu: str, tmp_path: Path) -> None:
    exercise = played("multiplicity size=3", random_turn, tmp_path / "board", mcu)
    check(exercise)
    assert exercise.match.over


@pytest.mark.parametrize(("setup", "policy", "longest"), BEGINNINGS)
def test_beginnings_of_games(setup: str, policy: Policy, longest: int, tmp_path: Path) -> None:
    check(played(setup, policy, tmp_path / "board", "atmega328p", longest))


@both
@pytest.mark.parametrize(
    "setup", ["less seed=4", pytest.param("more-or-less", marks=pytest.mark.whole)]
)
def test_one_byte_in_ten_loses_no_turn_and_no_order(
    mcu: str, setup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Seconds, long enough for the slow line.
    monkeypatch.setattr("tools.rig.exercise.PRESS_DELAY_S", 60.0)
    topology = parse_setup(setup).topology
    made = {"POINTS": str(len(topology)), "LAYOUT": topology.name}
    with Emulator(mcu=mcu, options=made) as emulator:
        account = damaged_game(setup, 0.1, SEED, LockstepDevice(emulator), turns=4)
    assert (account.wrong, account.turns, account.told) == ("", 4, [])


@needs_pico
def test_a_short_game_on_switches(tmp_path: Path) -> None:
    exercise = played_on_switches("multiplicity size=3", random_turn, tmp_path / "board")
    check(exercise)
    assert exercise.match.over


@needs_pico
@pytest.mark.whole
@pytest.mark.parametrize(("setup", "policy"), ON_SWITCHES)
def test_whole_games_on_switches(setup: str, policy: Policy, tmp_path: Path) -> None:
    exercise = played_on_switches(setup, policy, tmp_path / "board")
    check(exercise)
    assert exercise.match.over


@both
@pytest.mark.whole
@pytest.mark.parametrize(("setup", "policy"), WHOLE)
def test_whole_games(mcu: str, setup: str, policy: Policy, tmp_path: Path) -> None:
    exercise = played(setup, policy, tmp_path / "board", mcu)
    check(exercise)
    assert exercise.match.over
