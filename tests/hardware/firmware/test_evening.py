"""An evening of five games without a screen works on the real firmware in each emulator."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.platform.storage import games_folder
from game.table.match import Match
from tests.hardware.evening import Evening
from tests.hardware.firmware_bench import both, needs_bench
from tests.hardware.test_evening import check_records, go_on_after_a_power_cut
from tests.table.homeward import homeward
from tools.rig.clumsy import random_turn
from tools.rig.emulator.emulator import Emulator, LockstepDevice
from tools.rig.exercise import Policy

pytestmark = [needs_bench, pytest.mark.whole]

# A layout, its number of points, how turns are chosen, and the games in order ("" is a rematch).
EVENINGS = (
    ("hexagon-3", 19, random_turn, ("Multiplicity", "", "Libra", "", "Multiplicity")),
    ("squares-8", 64, homeward, ("Less, 4", "Less, 2")),
    ("decagon-51", 51, random_turn, ("More or Less",)),
)


@both
@pytest.mark.parametrize(("layout", "points", "policy", "games"), EVENINGS)
def test_an_evening(
    mcu: str,
    layout: str,
    points: int,
    policy: Policy,
    games: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Emulator(mcu=mcu, options={"POINTS": str(points), "LAYOUT": layout}) as emulator:
        evening = Evening(LockstepDevice(emulator), layout, tmp_path / "board", monkeypatch)
        evening.switch_on()
        for number, name in enumerate(games):
            match = evening.rematch() if not name else chosen(evening, name, number)
            evening.play(match, policy, turns=4)
            evening.pull_cable()
            evening.play(match, policy, turns=2)
            if number == len(games) // 2:
                go_on_after_a_power_cut(evening)
                match = evening.playing()
            evening.play(match, policy)
            assert match.over
        check_records(evening)
        assert len(evening.played) == len(games)
        assert len(list(games_folder().glob("*.json"))) == len(games)


def chosen(evening: Evening, name: str, number: int) -> Match:
    """Begin the game of this name, after the previous game if there was one."""
    if number:
        evening.other_game()
    return evening.choose_game(name)
