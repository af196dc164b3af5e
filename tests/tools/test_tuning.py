"""Tuning accepts the right parameters, continues a study, and reports that Optuna is missing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.engine.registry import profile_of
from game.rules.registry import parse_setup
from tools.ladder.games import Duel, DuelResult
from tools.match.workers import Runner
from tools.tuning import command
from tools.tuning.study import player_word, present, space_of


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


@pytest.mark.parametrize("setup", ["more-or-less", "less seed=1", "libra", "multiplicity"])
def test_todays_values_lie_within_what_is_tried(setup: str) -> None:
    profile = profile_of(parse_setup(setup))
    space = space_of(profile)
    for name, value in present(profile).items():
        assert space[name].low <= value <= space[name].high


def scripted(strong: bool) -> Runner[Duel, DuelResult]:
    """Return a runner in which players with `explore` below 0.2 win, or nobody if not `strong`."""

    def run(wanted: list[Duel]) -> Iterator[DuelResult]:
        found = []
        for duel in wanted:
            explore = float(duel.first.partition("explore=")[2].split(",")[0])
            winner = ("first" if explore < 0.2 else "second") if strong else ""
            found.append(DuelResult(duel, winner, "p1win", 9, duel.setup))
        return iter(found)

    return run


def arguments(tmp_path: Path, *words: str) -> argparse.Namespace:
    found = command.parser().parse_args(["more-or-less", "--study", str(tmp_path), *words])
    found.setup = " ".join(found.setup)
    return found


def test_what_wins_is_accepted_and_a_study_goes_on(tmp_path: Path) -> None:
    lines: list[str] = []
    given = arguments(tmp_path, "--jobs", "2")
    tuning = command.Tuning(given, scripted(True), lines.append)
    tuning.trials(3, 8)
    assert len(lines) == 3
    assert player_word(present(profile_of(parse_setup("more-or-less")))) in lines[0]
    again = command.Tuning(given, scripted(True), lines.append)
    again.trials(16, 8)
    assert len(lines) == 16
    accepted = again.test(80)
    assert accepted is not None
    assert accepted["explore"] < 0.2


def test_what_is_no_better_is_not_accepted(tmp_path: Path) -> None:
    tuning = command.Tuning(arguments(tmp_path), scripted(False), lambda line: None)
    tuning.trials(2, 4)
    assert tuning.test(40) is None


def test_real_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["multiplicity", "size=3", "--trials", "2", "--games", "2", "--verify", "2"]
    words += ["--nodes", "6", "--jobs", "1", "--study", str(tmp_path)]
    assert command.main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("trial 1/2: settings:")
    assert lines[-1] == "today's settings stay"


def test_without_optuna_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    assert command.main(["libra", "--study", str(tmp_path), "--jobs", "1"]) == 2
    assert "-m pip install optuna" in capsys.readouterr().err
