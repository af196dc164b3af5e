"""Calibration maps shown chances to results: the mapping, its fit, saved games and the diagram."""

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
from game.engine.search.calibration import (
    AS_IT_IS,
    LEVELS,
    VISITS,
    ValueCalibration,
    VisitsCalibration,
    calibration,
    odds,
)
from game.platform import untrusted
from game.rules import Game
from game.rules.registry import GAMES, parse_setup
from tools.calibration import samples as samples_of_games
from tools.calibration.command import main
from tools.calibration.fit import (
    HALVINGS,
    KNOTS,
    ValueSample,
    bins,
    crossed,
    diagram,
    error,
    fitted,
    gain,
)
from tools.calibration.samples import (
    KNOWN,
    play_experts,
    play_level,
    positions,
    read,
    write,
)
from tools.ladder.openings import drawn_setup, random_turns
from tools.self_play import SelfPlayGame

MODEST = ValueCalibration((2.5, 1.5, 2.0), (0.4, 0.4, -0.4), (0.0, 0.0, 0.0))
BENT = ValueCalibration((1.0, 1.5, 2.0), (0.4, 0.4, -0.4), (1.0, 0.5, 0.0))


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def shipped() -> list[ValueCalibration]:
    kinds = [f"level-{level}" for level in LEVELS]
    kinds += [f"{search}-{visits}" for search in ("tree", "turns") for visits in VISITS]
    return [calibration(game.key, kind) for game in GAMES for kind in kinds]


@pytest.mark.parametrize("own", [AS_IT_IS, MODEST, ValueCalibration((0.3,), (-2.0,)), *shipped()])
def test_a_better_value_is_never_shown_as_a_worse_chance(own: ValueCalibration) -> None:
    for progress in (0.0, 0.2, 0.5, 0.9, 1.0):
        shown = [own.chance(value / 200, progress) for value in range(201)]
        assert all(0 <= one <= other <= 1 for one, other in pairwise(shown))
        assert shown[40] < shown[160]


def test_numbers_change_straight_from_knot_to_knot() -> None:
    even = [MODEST.chance(0.5, progress) for progress in (0.0, 0.5, 0.75, 1.0, 1.5)]
    assert even == pytest.approx([0.5987, 0.5987, 0.5, 0.4013, 0.4013], abs=1e-4)


def test_numbers_change_straight_from_one_number_of_visits_to_the_next() -> None:
    """Parameters are interpolated linearly in the logarithm of the visits."""
    own = VisitsCalibration((100, 400), (ValueCalibration(*[(1.0, 0.5, 0.0)] * 3), MODEST))
    assert [own.at(visits) for visits in (0, 1, 100)] == [own.fits[0]] * 3
    assert [own.at(visits) for visits in (400, 10**6)] == [MODEST] * 2


def test_a_chance_between_two_numbers_of_visits_is_between_theirs() -> None:
    few, many = ValueCalibration((1.0,), (0.5,), (0.0,)), ValueCalibration((3.0,), (0.1,), (1.0,))
    own = VisitsCalibration((100, 400), (few, many))
    for value in (0.3, 0.45, 0.5, 0.7):  # values of uncertain positions
        shown = [odds(own.at(visits).chance(value, 0.3)) for visits in (100, 200, 400)]
        assert shown[1] == pytest.approx((shown[0] + shown[2]) / 2)


def test_every_game_has_chances_of_experts_and_of_weaker_players() -> None:
    """A lead found by the engine is worth more between experts than between beginners."""
    for game in GAMES:
        drawn = f" {game.drawn[0]}=1" if game.drawn else ""
        profile = profile_of(parse_setup(game.key + drawn))
        searched = profile.turns.calibration if profile.turns is not None else profile.calibration
        assert searched != AS_IT_IS
        beginners, good = (calibration(game.key, f"level-{level}") for level in (2, 8))
        assert AS_IT_IS not in (beginners, good)
        assert sum(beginners.slopes) < sum(good.slopes)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_progress_of_a_game_goes_from_0_towards_1(game: type[Game]) -> None:
    dice = random.Random(3)
    rules = parse_setup(drawn_setup(game.key, dice))
    turns, end = random_turns(rules, 500, dice)
    shares = [rules.progress(state) for state in positions(rules, turns)]
    assert shares[0] == 0
    assert all(0 <= one <= other <= 1 for one, other in pairwise(shares))
    assert rules.over(end)
    assert shares[-1] > 0.6


def samples(count: int, meant: ValueCalibration = MODEST) -> list[ValueSample]:
    """Return samples whose results follow the chances of `meant`."""
    dice = random.Random(8)
    made = [(dice.uniform(0.05, 0.95), dice.random()) for _ in range(count)]
    return [
        ValueSample(value, at, float(dice.random() < meant.chance(value, at)), ("all",))
        for value, at in made
    ]


@pytest.mark.parametrize("meant", [MODEST, BENT])
def test_the_fit_finds_what_made_the_samples(meant: ValueCalibration) -> None:
    found = fitted(samples(16000, meant))
    for progress in (0.0, 0.25, 0.5, 0.75, 1.0):
        for value in (0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9):
            shown = found.chance(value, progress)
            assert shown == pytest.approx(meant.chance(value, progress), abs=0.04)


def test_a_fit_never_bends_back() -> None:
    """Even if small leads win and large leads lose, a larger lead never shows a lower chance."""
    made = [ValueSample(value, 0.5, float(value < 0.7)) for value in (0.55, 0.6, 0.95, 0.99)]
    found = fitted(made * 50)
    shown = [found.chance(value / 1000, 0.5) for value in range(1001)]
    assert all(one <= other for one, other in pairwise(shown))


def test_how_well_it_fits_is_told_of_games_left_out_of_the_fit() -> None:
    games = [[one] for one in samples(4000)]
    raw = error(bins((one.value, one) for (one,) in games))
    assert error(bins(crossed(games))) < 0.03 < raw
    one_sided = [[ValueSample(0.5, 0.5, float(number % 2))] for number in range(400)]
    assert error(bins(crossed(one_sided))) > 0.5, "each half is shown by the other"


def test_a_fit_is_worth_it_where_it_holds_for_games_left_out() -> None:
    games = [[one] for one in samples(2000)]
    better, less = gain(games)
    assert better == 2 * HALVINGS
    assert less > 0.01
    better, less = gain(games, usual=MODEST)
    assert better < 2 * HALVINGS
    assert less < 0.001, "what is right already cannot be beaten"


def test_a_few_certain_samples_change_little() -> None:
    found = fitted([ValueSample(0.6, 0.5, 1.0), ValueSample(0.7, 0.5, 1.0)])
    assert all(1 <= slope < 2 for slope in found.slopes)
    assert all(0 <= shift < 1 for shift in found.shifts)


def test_the_search_shows_what_its_value_has_meant() -> None:
    """With the mapping, the same search plays the same turn, but shows mapped values."""

    game = parse_setup("multiplicity size=3")
    _turns, state = random_turns(game, 4, random.Random(5))
    found = {}
    for own in (AS_IT_IS, MODEST):
        profile = replace(profile_of(game), calibration=own)
        bot = TreeBot(game, profile, EngineOptions(seed=3), 3, lambda: False)
        limits = SearchLimits(nodes=200)
        found[own] = bot.think(state, limits, lambda analysis: None, StopSignal())
    raw, shown = found[AS_IT_IS], found[MODEST]
    assert raw.best == shown.best
    assert raw.proof == ""

    def meant(value: float) -> float:
        """Return the mapped chance of the mover for this value."""
        black = game.to_move(state) == 1
        chance = MODEST.chance(1 - value if black else value, game.progress(state))
        return 1 - chance if black else chance

    assert shown.value == pytest.approx(meant(raw.value))
    for one, other in zip(raw.candidates, shown.candidates):
        if not one.proof:
            assert other.value == pytest.approx(meant(one.value))


def test_games_are_kept_line_by_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "there" / "games.jsonl"
    monkeypatch.setattr(samples_of_games, "VISITS", (4, 8))
    seen = play_experts(SelfPlayGame("multiplicity size=4", 4, 12))
    assert seen.thoughts
    played = [thought.turn for thought in seen.thoughts if not thought.visits]
    assert played == list(range(seen.drawn, len(seen.turns)))
    looked_at = [(thought.turn, thought.visits) for thought in seen.thoughts if thought.visits]
    assert looked_at == sorted(looked_at)
    assert {visits for _turn, visits in looked_at} == {4, 8}
    assert {turn for turn, _visits in looked_at} <= {*played}
    write(path, seen)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"number": 5, "tur')
    assert list(read(path)) == [seen]


def test_the_engine_looks_at_games_of_a_level() -> None:
    seen = play_level(SelfPlayGame("multiplicity size=3", 1, 30), 2)
    assert seen == play_level(SelfPlayGame("multiplicity size=3", 1, 30), 2)
    assert 0 < len(seen.thoughts) <= 8
    assert any(thought.kind == KNOWN for thought in seen.thoughts), "a small board is solved"


def test_the_command_goes_on_fits_and_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LESS_IS_MORE_PLAIN")  # level 8 is slow when uncompiled
    words = ["multiplicity size=4", "--nodes", "8", "--jobs", "1", "--level-games", "2"]
    words += ["--samples", str(tmp_path), "--pictures", str(tmp_path)]
    words += ["--write", str(tmp_path / "chances.json")]
    assert main([*words, "--games", "2"]) == 0
    assert main([*words, "--games", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum("game" in line and "of 3" in line for line in lines) == 1
    assert any(line.startswith("| multiplicity, tree-200: 3 games") for line in lines), lines
    assert any("level-8" in line for line in lines)
    fits = untrusted.read_json(tmp_path / "chances.json")["multiplicity"]
    assert len(fits["tree-1500"][0]) == len(fits["level-2"][1]) == KNOTS
    ElementTree.parse(tmp_path / "calibration-multiplicity-tree-200.svg")
    words[words.index("2")] = "0"
    assert main([*words, "--games", "3"]) == 0
    carried = untrusted.read_json(tmp_path / "chances.json")["multiplicity"]
    assert len(carried["level-8"][0]) == KNOTS


def test_a_diagram_shows_every_bin() -> None:
    found = bins((one.value, one) for one in samples(500))
    root = ElementTree.fromstring(diagram("a game", "a note", found, found[:2]))
    circles = root.iter("{http://www.w3.org/2000/svg}circle")
    assert len(list(circles)) == len(found) + 2 + 2  # including two in the legend
