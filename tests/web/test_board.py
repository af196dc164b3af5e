"""At the table of a tab in this process, a sensor board with real firmware works."""

from __future__ import annotations

import gettext
import io
from typing import Any

import pytest

from game.platform.i18n import LANGUAGES
from game.platform.paths import ASSETS
from game.rules.registry import parse_setup
from hardware.host.board_driver import BoardDriver
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from tests.hardware.firmware_bench import both, needs_bench
from tests.table.homeward import homeward
from tests.web.board_line import StepLine, exercise_at, take_back
from tests.web.tab import Json, Tab, begin
from tools.rig.clumsy import Habits, random_turn
from tools.rig.emulator.emulator import Emulator, LockstepDevice
from tools.rig.exercise import Exercise, Policy
from web.build import only

QUICK = Habits(pace=(0.26, 0.34))
LESS, MORE = "less seed=3", "more-or-less board=decagon-51"


class Printing:
    """A controller that prints the pieces on a board of six rows, and ignores input."""

    def __init__(self, points: int) -> None:
        self.states, self._at = [0] * points, 0.0

    def set(self, point: int, face: int) -> None:
        self.states[point] = min(face, 1)

    def feed(self, data: bytes, now: float) -> None:
        pass

    def press(self, now: float) -> None:
        pass

    def advance(self, now: float) -> bytes:
        if now < self._at:
            return b""
        self._at = now + 0.1
        rows = [self.states[at : at + 6] for at in range(0, len(self.states), 6)]
        return "".join("".join(map(str, row)) + "\n" for row in reversed(rows)).encode()


def board_of(setup: str, **fields: Any) -> SimulatedBoard:
    topology = parse_setup(setup).topology
    return SimulatedBoard(BoardIdentity(topology.name, len(topology), **fields))


def told(tab: Tab) -> Json:
    """Return the last message to the page about the board."""
    last: Json = [said["board"] for said in tab.heard if said["type"] == "board"][-1]
    return last


def played(tab: Tab, setup: str, policy: Policy, device: Any, longest: int = 1000) -> Exercise:
    """Play a game on the board; in between, pull the cable and take a turn back."""
    begin(tab, setup=setup)
    line = StepLine(tab, device)
    match = tab.table.match
    assert match is not None
    incidents = {3: Exercise.pull_cable, 5: take_back}
    how = {"habits": QUICK, "policy": policy, "longest": longest, "incidents": incidents}
    exercise = exercise_at(line, match, 1, **how)
    exercise.play()
    return exercise


def check(exercise: Exercise) -> None:
    assert exercise.account.wrong == ""
    assert exercise.recorded == exercise.intended


@needs_bench
@both
@pytest.mark.parametrize(("setup", "policy"), [(LESS, homeward), (MORE, random_turn)])
def test_the_beginning_of_a_game_on_the_real_firmware(
    tab: Tab, setup: str, policy: Policy, mcu: str
) -> None:
    topology = parse_setup(setup).topology
    made = {"POINTS": str(len(topology)), "LAYOUT": topology.name}
    with Emulator(mcu=mcu, options=made) as emulator:
        check(played(tab, setup, policy, LockstepDevice(emulator), longest=8))


@pytest.mark.parametrize(("setup", "policy"), [(LESS, homeward), (MORE, random_turn)])
def test_a_whole_game_by_hand(tab: Tab, setup: str, policy: Policy) -> None:
    exercise = played(tab, setup, policy, board_of(setup))
    check(exercise)
    assert exercise.match.over


def test_what_lies_wrong_is_told_and_lit(tab: Tab) -> None:
    begin(tab, setup=LESS)
    device = board_of(LESS)
    line = StepLine(tab, device)
    match = tab.table.match
    assert match is not None
    exercise = exercise_at(line, match, 1)
    table = exercise.table
    assert table.run_until(lambda: bool(line.told.get("tasks")), 10.0)
    assert any(device.lights)
    table.perform(exercise.hand.set_out(match.state))
    assert table.run_until(lambda: not line.told["tasks"], 10.0)
    assert line.told["words"] == "Simulated board is connected"
    piece = next(iter(match.game.pieces(match.state)))
    number = match.game.topology.points.index(piece)
    face = device.truth[number]
    device.set(number, 0)
    assert table.run_until(lambda: piece in line.told["wrong"], 2.0)
    assert line.told["wrong"][piece] is None
    assert table.run_until(lambda: line.told["faults"] == [piece] or line.told["lifted"], 10.0)
    device.set(number, face)
    assert table.run_until(lambda: not line.told["wrong"], 10.0)
    for language in LANGUAGES:
        tab.ask("language", language=language)
        table.run(0.1)
        assert line.told["words"]
        assert (line.told["words"] == "Simulated board is connected") == (language == "en")


def test_no_board_and_another_board_are_said(tab: Tab) -> None:
    begin(tab, setup=LESS)

    line = StepLine(tab, Printing(36))
    for _step in range(350):
        line.pass_step()
    assert "does not answer like a board" in line.told["words"]
    assert [said["why"] for said in tab.heard if said["type"] == "board-drop"] == ["other"]

    first = StepLine(tab, board_of(LESS))
    for _step in range(100):
        first.pass_step()
    assert first.told["state"] == "connected"
    first.unplug()
    first.pass_step()
    assert first.told["state"] == "lost"
    assert "Plug it in again" in first.told["words"]
    first.device = board_of(LESS, board_id=7)
    first.open()
    for _step in range(100):
        first.pass_step()
    assert "another board" in first.told["words"]
    first.open(chosen=True)
    for _step in range(100):
        first.pass_step()
    assert first.told["state"] == "connected"


def test_a_fault_of_ours_begins_to_read_anew(
    tab: Tab, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(tab, setup=LESS)
    line = StepLine(tab, board_of(LESS))
    match = tab.table.match
    assert match is not None
    exercise = exercise_at(line, match, 1, habits=QUICK, policy=homeward, longest=2)
    exercise.play()
    receive, failures = BoardDriver.receive, ["once"]

    def fails_once(driver: BoardDriver, data: bytes, now: float) -> None:
        if data and failures:
            raise ZeroDivisionError(failures.pop())
        receive(driver, data, now)

    monkeypatch.setattr(BoardDriver, "receive", fails_once)
    assert exercise.table.run_until(lambda: not failures, 5.0)
    assert exercise.table.run_until(lambda: line.told["state"] == "connected", 10.0)
    exercise.turn(homeward(match.game, match.state, exercise.rng))
    check(exercise)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_clock_stands_while_the_board_is_away(tab: Tab) -> None:
    begin(tab, setup=LESS, minutes=3)
    line = StepLine(tab, board_of(LESS))
    match = tab.table.match
    assert match is not None
    exercise = exercise_at(line, match, 1, habits=QUICK, policy=homeward, longest=2)
    exercise.play()
    line.unplug()
    line.pass_step()
    left = match.clock.remaining(match.to_move, tab.time)
    for _step in range(500):
        line.pass_step()
    assert match.clock.remaining(match.to_move, tab.time) == pytest.approx(left, abs=0.2)
    line.plug()
    for _step in range(500):
        line.pass_step()
    now = match.clock.remaining(match.to_move, tab.time)
    assert now is not None
    assert left is not None
    assert now < left - 5


def test_a_board_that_prints_text_is_read_by_its_driver(tab: Tab) -> None:
    begin(tab, setup=LESS)
    line = StepLine(tab, Printing(36))
    line.open(chosen=True, kind="text", layout="squares-6")
    match = tab.table.match
    assert match is not None
    exercise = exercise_at(line, match, 1, habits=QUICK, policy=homeward, longest=3)
    exercise.play()
    check(exercise)
    assert told(tab)["state"] == "connected"


def test_a_puzzle_is_not_played_on_the_board(tab: Tab) -> None:
    line = StepLine(tab, board_of(LESS))
    tab.ask("lesson", game="less")
    for _step in range(200):
        line.pass_step()
    assert line.told["state"] == "connected"
    assert (line.told["tasks"], line.told["wrong"]) == ([], {})


def test_a_hostile_page_is_refused(tab: Tab) -> None:
    unknown = {"deed": "opened", "kind": "nothing"}
    outside = {"deed": "opened", "kind": "text", "layout": "../x"}
    for fields in (unknown, outside, {}):
        assert "error" in tab.ask("board", **fields)
    tab.table.hear_board(b"\0" * 100_000)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_catalogues_have_what_is_said(language: str) -> None:
    whole = (ASSETS / "locale" / language / "LC_MESSAGES" / "less-is-more.mo").read_bytes()
    known = gettext.GNUTranslations(io.BytesIO(whole))
    small = gettext.GNUTranslations(io.BytesIO(only({"Take back", "{count} turn"}, whole)))
    assert small.gettext("Take back") == known.gettext("Take back") != "Take back"
    assert small.gettext("None of these") == "None of these"
    assert small.info() == known.info()
