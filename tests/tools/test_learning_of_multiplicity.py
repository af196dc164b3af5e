"""The patterns of Multiplicity are learned from saved games: fit and file of weights work."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from game.games.multiplicity.engine.evaluation import KINDS, alike
from tools import json_files
from tools.learning.command import main
from tools.learning.multiplicity.games import (
    MultiplicityGameData,
    MultiplicitySample,
    PatternChoice,
    play,
    read_seen,
)
from tools.learning.multiplicity.learner import (
    PENALTY,
    foreseen,
    regression,
    rows,
    surprise,
)
from tools.self_play import SelfPlayGame

SETUP = "multiplicity size=4"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def drawn(count: int) -> MultiplicityGameData:
    """Return positions with three patterns; the second gets six times the visits for each cell."""
    dice = random.Random(count)
    found = []
    for _ in range(count):
        cells = [dice.randint(1, 9) for _ in range(3)]
        visits = [10 * cells[0], 60 * cells[1], 10 * cells[2]]
        choices = [PatternChoice(place, *both) for place, both in enumerate(zip(cells, visits))]
        found.append(MultiplicitySample("open", choices))
    return MultiplicityGameData(count, found)


def test_a_game_to_learn_from_is_kept(tmp_path: Path) -> None:
    seen = play(SelfPlayGame(SETUP, 3, 40))
    assert {one.kind for one in seen.positions} == set(KINDS)
    for one in seen.positions:
        places = [choice.pattern for choice in one.choices]
        assert len(set(places)) == len(places)
        assert max(places) < len(alike())
        assert sum(choice.visits for choice in one.choices) >= 39
    path = tmp_path / "games.jsonl"
    json_files.append(path, seen)
    assert list(json_files.read(path, read_seen)) == [seen]


def test_what_made_the_visits_is_found() -> None:
    import numpy

    cells, shares = rows([drawn(100)], "open")
    learned = regression(cells, shares)
    assert learned[1] - learned[0] == pytest.approx(numpy.log(6), abs=0.1)
    assert learned[2] - learned[0] == pytest.approx(0, abs=0.1)
    assert foreseen(cells, learned)[:, 1] == pytest.approx(shares[:, 1], abs=0.02)
    assert surprise(cells, shares, learned) < surprise(cells, shares, 0 * learned)
    assert surprise(cells, shares, 0 * learned) == pytest.approx(numpy.log(cells.sum(1)).mean())


def test_the_fit_is_found_from_far_away() -> None:
    """Though the most frequent pattern gets hardly any visits, the gradient ends at zero."""
    import numpy

    cells = numpy.array([[40.0, 1.0, 1.0], [40.0, 2.0, 0.0]] * 300)
    shares = numpy.array([[0.0001, 0.0, 0.9999], [0.0001, 0.9999, 0.0]] * 300)
    learned = regression(cells, shares)
    pull = (foreseen(cells, learned) - shares).sum(0) + PENALTY * learned
    assert pull == pytest.approx(0, abs=1e-3)


def test_the_command_plays_fits_and_writes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples, written = tmp_path / "games.jsonl", tmp_path / "weights.json"
    written.write_text('{"bound": [1]}', encoding="utf-8")
    for number in range(20):
        json_files.append(samples, MultiplicityGameData(number, drawn(5 + number).positions))
    words = [SETUP, "--games", "20", "--jobs", "1", "--samples", str(samples)]
    assert main([*words, "--write", str(written)]) == 0
    assert "20 games, 290 positions; surprise open " in capsys.readouterr().out
    found = json.loads(written.read_text(encoding="utf-8"))
    assert found["bound"] == [1], "what was not seen is left as it is"
    assert len(found["open"]) == len(alike())


def test_games_with_other_patterns_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = tmp_path / "games.jsonl"
    json_files.append(
        samples,
        MultiplicityGameData(0, [MultiplicitySample("open", [PatternChoice(len(alike()), 1, 1)])]),
    )
    assert main([SETUP, "--games", "20", "--samples", str(samples)]) == 2
    assert f"pattern {len(alike())} found" in capsys.readouterr().err
