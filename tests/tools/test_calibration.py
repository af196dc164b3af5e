"""What is shown against what is won: the mapping, its fit, games that are kept, the diagram."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.engine.bots.options import EngineOptions
from game.engine.bots.tree_bot import TreeBot
from game.engine.registry import profile_of
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.profile import AS_IT_IS, ValueCalibration
from game.rules.registry import GAMES, parse_setup
from tools.calibration.command import main
from tools.calibration.fit import bins, diagram, error, fitted
from tools.calibration.samples import (
    ValueSample,
    play,
    read,
    write,
)
from tools.self_play import SelfPlayGame

MODEST = ValueCalibration(slope=3.0, shift=0.4)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


@pytest.mark.parametrize("calibration", [AS_IT_IS, MODEST, ValueCalibration(0.3, -2.0)])
def test_a_better_value_is_never_shown_as_a_worse_chance(calibration: ValueCalibration) -> None:
    shown = [calibration.chance(value / 200) for value in range(201)]
    assert all(0 <= one <= other <= 1 for one, other in pairwise(shown))


def test_every_game_has_a_calibration_that_rises() -> None:
    for game in GAMES:
        drawn = f" {game.drawn[0]}=1" if game.drawn else ""
        calibration = profile_of(parse_setup(game.key + drawn)).calibration
        assert calibration.slope > 0
        assert calibration.chance(0.2) < calibration.chance(0.8)


def samples(count: int) -> list[ValueSample]:
    """Values that are too modest in the way of MODEST."""
    dice = random.Random(8)
    values = [dice.uniform(0.2, 0.8) for _ in range(count)]
    return [ValueSample(value, float(dice.random() < MODEST.chance(value))) for value in values]


def test_the_fit_finds_what_made_the_samples() -> None:
    found = fitted(samples(4000))
    assert found.slope == pytest.approx(MODEST.slope, abs=0.25)
    assert found.shift == pytest.approx(MODEST.shift, abs=0.15)
    assert error(bins(samples(4000), found)) < 0.03 < error(bins(samples(4000), AS_IT_IS))


def test_where_the_seats_are_alike_nothing_is_shifted() -> None:
    found = fitted(samples(4000), even=True)
    assert found.shift == 0
    assert found.slope == pytest.approx(MODEST.slope, abs=0.3)


def test_a_few_certain_samples_change_little() -> None:
    found = fitted([ValueSample(0.6, 1.0), ValueSample(0.7, 1.0)])
    assert 1 <= found.slope < 2
    assert 0 <= found.shift < 1


def test_the_search_shows_what_its_value_has_meant() -> None:
    """The same search with and without: the same turn, a value through the mapping."""

    game = parse_setup("multiplicity size=3")
    found = {}
    for calibration in (AS_IT_IS, MODEST):
        profile = replace(profile_of(game), calibration=calibration)
        bot = TreeBot(game, profile, EngineOptions(seed=3), 3, lambda: False)
        found[calibration] = bot.think(
            game.start(), SearchLimits(nodes=200), lambda analysis: None, StopSignal()
        )
    raw, shown = found[AS_IT_IS], found[MODEST]
    assert raw.best == shown.best
    assert shown.value == pytest.approx(MODEST.chance(raw.value))
    for one, other in zip(raw.candidates, shown.candidates):
        assert other.value == pytest.approx(MODEST.chance(one.value))


def test_games_are_kept_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "there" / "games.jsonl"
    seen = play(SelfPlayGame("multiplicity size=4", 4, 12))
    assert seen.samples
    assert len({sample.result for sample in seen.samples}) == 1
    write(path, seen)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"number": 5, "sam')
    assert list(read(path)) == [(4, list(seen.samples))]


def test_the_command_goes_on_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["multiplicity size=3", "--nodes", "8", "--jobs", "1"]
    words += ["--samples", str(tmp_path), "--pictures", str(tmp_path)]
    assert main([*words, "--games", "2"]) == 0
    assert main([*words, "--games", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum("game" in line and "of 3" in line for line in lines) == 1
    assert any(line.startswith("multiplicity: Calibration(slope=") for line in lines), lines
    ElementTree.parse(tmp_path / "calibration-multiplicity.svg")


def test_a_diagram_shows_every_bin() -> None:
    found = bins(samples(500), AS_IT_IS)
    root = ElementTree.fromstring(diagram("a game", "a note", found, found[:2]))
    circles = root.iter("{http://www.w3.org/2000/svg}circle")
    assert len(list(circles)) == len(found) + 2 + 2  # and the legend
