"""Evenings without a screen work at simulated boards; evenings in the emulators are longer."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.platform.storage import games_folder
from game.rules.events import Outcome
from game.screen.play.board_controller import BoardQuestion
from game.screen.play.board_menu import BoardMenu
from game.table.history import Ended
from hardware.host.layouts import layout_named
from hardware.wire.messages import Feature
from tests.hardware.evening import Evening, SimulatedDevice
from tests.table.homeward import homeward
from tools.rig.clumsy import random_turn

At = Callable[..., Evening]


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> At:
    """Return a function that starts an evening with a layout, on a board that `lacks` features."""

    def made(layout: str, **how: Any) -> Evening:
        device = SimulatedDevice(layout, len(layout_named(layout)), **how)
        return Evening(device, layout, tmp_path / "board", monkeypatch)

    return made


def check_records(evening: Evening) -> None:
    """Check that every game is saved, with exactly the actions that were intended."""
    evening.close()
    assert sorted(map(str, evening.recorded(games_folder()))) == sorted(map(str, evening.played))


def go_on_after_a_power_cut(evening: Evening) -> None:
    evening.kill()
    evening.switch_on()
    assert evening.until(lambda: isinstance(evening.app.scene, BoardQuestion))
    assert "This is your unfinished game. Go on?" in evening.lines[-1]
    evening.press()


def test_three_games_with_a_pulled_cable_and_a_power_cut(at: At) -> None:
    evening = at("hexagon-3")
    evening.switch_on()
    evening.play(evening.choose_game("Multiplicity, 2 players"), random_turn)
    match = evening.rematch()
    evening.play(match, random_turn, turns=3)
    evening.pull_cable()
    evening.play(match, random_turn, turns=2)
    go_on_after_a_power_cut(evening)
    again = evening.playing()
    assert again.state == match.state
    evening.play(again, random_turn)
    evening.other_game()
    evening.play(evening.choose_game("Libra, 2 players"), random_turn)
    check_records(evening)
    assert len(evening.played) == 3
    assert any(line.startswith("Player 1: White on ") for line in evening.lines)


def test_a_game_is_left_for_another_and_one_is_resigned(at: At) -> None:
    evening = at("squares-8")
    evening.switch_on()
    evening.play(evening.choose_game("Less, 4 players"), homeward, turns=6)
    evening.press(5.4)
    evening.choose("Save and leave")
    less = evening.choose_game("Less, 2 players")
    evening.play(less, homeward, turns=4)
    evening.press(5.4)
    assert isinstance(evening.app.scene, BoardMenu)
    evening.choose("Resign")
    assert evening.until(lambda: less.over)
    assert [type(event) for _number, event in less.feed(0).drain()][-1] is Ended
    assert isinstance(less.outcome, Outcome)
    check_records(evening)
    assert len(evening.played) == 2


def test_more_or_less_with_counters_that_are_turned_over(at: At) -> None:
    evening = at("decagon-51")
    evening.switch_on()
    match = evening.choose_game("More or Less, 2 players")
    evening.play(match, random_turn, turns=18)
    assert match.game.phase(match.state) == "movement"
    evening.press(5.4)
    evening.choose("Resign")
    assert evening.until(lambda: match.over)
    check_records(evening)


def test_without_a_button_answers_are_laid(at: At) -> None:
    evening = at("hexagon-3", lacks=Feature.BUTTON)
    evening.switch_on()
    assert evening.until(lambda: "b3: Multiplicity, 2 players" in evening.lines)
    evening.rest(1.0)
    evening.board.set(4, 1)
    match = evening.playing()
    evening.play(match, random_turn)
    played = len(evening.lines)
    asked = evening.until(lambda: "Choose a game" in " ".join(evening.lines[played:]), 400.0)
    assert asked, "; ".join(evening.lines[played:])
    check_records(evening)


def test_quitting_ends_the_program_and_switches_off_where_that_was_asked_for(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = at("hexagon-3")
    commands: list[list[str]] = []

    def run(command: list[str], **_more: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    evening.switch_on("systemctl poweroff")
    evening.until(lambda: evening.lines[-1:] == ["Simulated board is connected"])
    menu = evening.app.scene
    assert isinstance(menu, BoardMenu)
    menu.chosen = len(menu.answers) - 1
    evening.device.press(evening.board.now, 1.4)
    for _frame in range(60):
        for _step in range(5):
            evening.board.pass_step()
        if not evening.app.frame(0.05):
            break
    assert commands == [["systemctl", "poweroff"]]
    assert evening.lines[-1] == "Switching off"
    evening.close()
