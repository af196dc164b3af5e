"""Stalls of the program or the line do not change what is read from a board."""

from __future__ import annotations

import gzip
import random
from pathlib import Path
from typing import Any

import pytest

from game.rules.base import Game
from game.table.match import Match
from game.table.spec import two_people
from hardware.host.recording import read_recording, replay
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.tracker_events import Ambiguous, TurnSoFar
from tests.hardware.host.test_recorded_evenings import EVENINGS
from tools.rig.clumsy import Habits
from tools.rig.exercise import rehearse_at
from tools.rig.table import SteppedLine

PATIENT = Habits(0, 0, 0, 0, 0, 0, 0.3, 0, 0, 0, pace=(0.26, 0.34))
SHORTEST_S, LONGEST_S = 0.05, 3.0  # seconds of a stall


def stalled(lines: list[dict[str, Any]], dice: random.Random) -> list[dict[str, Any]]:
    """Return a recording whose data comes late and in bursts, cut at random bytes."""
    out: list[dict[str, Any]] = []
    starts = ends = 0.0
    for line in lines:
        if line["t"] >= ends:
            starts = line["t"] + dice.expovariate(1.0)
            ends = starts + dice.uniform(SHORTEST_S, LONGEST_S)
        late = {**line, "t": ends if line["t"] >= starts else line["t"]}
        data = line.get("in", "")
        cut = 2 * dice.randrange(len(data) // 2 + 1)
        pieces = [{**late, "in": data[:cut]}, {**late, "in": data[cut:]}] if data else [late]
        out += pieces
    return out


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("packed", EVENINGS, ids=lambda path: path.name.partition(".")[0])
def test_a_recording_is_read_alike_however_late_it_comes(
    packed: Path, seed: int, tmp_path: Path
) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(gzip.decompress(packed.read_bytes()))
    lines = read_recording(file)
    late = stalled(lines, random.Random(seed))
    assert late != lines
    assert [one for _now, one in replay(late)] == [one for _now, one in replay(lines)]


class StallingLine(SteppedLine):
    """A line that sometimes stalls, together with the program unless `only_line`."""

    def __init__(self, seed: int, points: str, only_line: bool, often: float = 0.02) -> None:
        self.stall_s, self.held = 0.0, b""
        self._dice, self._often, self._only_line = random.Random(seed), often, only_line
        super().__init__(SimulatedBoard(BoardIdentity(points, int(points[-1]) ** 2)))

    def pass_step(self) -> None:
        """Let one step of the board's clock pass."""
        self.now += self.step
        self.held += self.device.advance(self.now)
        if self.stall_s <= 0 and self._dice.random() < self._often:
            self.stall_s = self._dice.uniform(SHORTEST_S, LONGEST_S)
        self.stall_s -= self.step
        if self.stall_s <= 0:
            held, self.held = self.held, b""
            self.driver.receive(held, self.now)
        if self.stall_s <= 0 or self._only_line:
            self.device.feed(self.driver.step(self.now), self.now)


@pytest.mark.parametrize("stall_s", [0.3, 0.35, 0.6, 1.5, 3.0])
@pytest.mark.parametrize("only_line", [False, True], ids=["program", "line"])
def test_a_press_is_heard_after_a_stall(stall_s: float, only_line: bool) -> None:
    match = Match(two_people("less walls=" + "0" * 60))
    line = StallingLine(1, "squares-6", only_line, often=0.0)
    exercise = rehearse_at(line, match, 1, habits=PATIENT)
    table = exercise.table
    table.perform(exercise.hand.set_out(match.state))
    table.run(2.0)
    index = match.game.topology.index
    line.set(index["e2"], 0)
    table.run(0.3)
    line.stall_s = stall_s
    # The first of three steps: at the button, the program asks for the others.
    line.set(index["e3"], 1)
    table.run(0.05)
    line.press()
    table.run(stall_s + 3.0)
    assert any(isinstance(one, Ambiguous) for _now, one in table.readings)


@pytest.mark.parametrize("only_line", [False, True], ids=["program", "line"])
@pytest.mark.parametrize("seed", [1, 2])
def test_whole_games_on_a_machine_that_stands_still(seed: int, only_line: bool) -> None:
    match = Match(two_people(f"less seed={seed}"))
    line = StallingLine(seed, "squares-6", only_line)
    exercise = rehearse_at(line, match, seed, habits=PATIENT, longest=25)
    account = exercise.play()
    assert account.wrong == ""
    assert exercise.recorded == exercise.intended or account.ambiguous


def test_the_actions_of_a_turn_stand_in_the_order_in_which_they_were_made() -> None:
    for stall_s in (0.0, 0.4, 2.5):
        match = Match(two_people("less walls=" + "0" * 60))
        line = StallingLine(1, "squares-6", only_line=False, often=0.0)
        exercise = rehearse_at(line, match, 1, habits=PATIENT)
        table = exercise.table
        table.perform(exercise.hand.set_out(match.state))
        table.run(2.0)
        line.stall_s = stall_s
        index = match.game.topology.index
        for source, target in (("f2", "f3"), ("e2", "e3"), ("f3", "f4")):
            line.set(index[source], 0)
            table.run(0.25)
            line.set(index[target], 1)
            table.run(0.35)
        table.run(2.5)
        turns = [one for _now, one in table.readings if isinstance(one, TurnSoFar) and one.complete]
        assert [Game.turn_text(turn.actions) for turn in turns] == ["f2-f3,e2-e3,f3-f4"]
