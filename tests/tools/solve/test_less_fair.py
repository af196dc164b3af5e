"""Fair layouts of Less are found by a search, saved as seeds, and drawn for new matches."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from game.games.less.openings import fair_seeds
from game.games.less.rules import Less
from game.games.less.screen.options import LessOptions
from game.games.less.walls import DENSITIES
from game.rules.registry import parse_setup
from tools.solve.command import main


def test_fair_layouts_are_added_to_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    path = tmp_path / "fair.json"
    words = ["--count", "2", "--nodes", "30", "--density", "few", "--write", str(path)]
    assert main(["less-fair", *words, "--margin", "0.5"]) == 0
    assert main(["less-fair", *words, "--margin", "0.5", "--seed", "5"]) == 0
    assert json.loads(path.read_text(encoding="utf-8")) == {"2": {"few": [1, 2, 5, 6]}}
    assert main(["less-fair", *words, "--margin", "0", "--seed", "7"]) == 0
    assert "few: 0 of 2 fair" in capsys.readouterr().out


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("density", DENSITIES)
def test_there_are_enough_of_them(seats: int, density: str) -> None:
    seeds = fair_seeds(seats, density)
    layouts = {
        LessOptions("less", players=seats, density=density, seed=seed).digits for seed in seeds
    }
    assert len(layouts) == len(seeds) >= 20


def test_a_match_draws_a_fair_layout_and_keeps_one_that_was_asked_for() -> None:
    dice, options = random.Random(3), LessOptions("less")
    for _ in range(20):
        options.shuffle(dice)
        assert options.seed in fair_seeds(2, "mixed")
    assert options.setup() == f"less seed={options.seed}"
    options.set_density("few")
    assert options.seed in fair_seeds(2, "few")
    options.set_players(4)
    assert options.seed in fair_seeds(4, "few")
    unfair = next(seed for seed in range(1, 99) if seed not in fair_seeds(2, "mixed"))
    game = parse_setup(f"less seed={unfair}")
    assert isinstance(game, Less)
    options.take_game(game)
    assert options.setup() == game.setup
    options.set_fair(False)
    options.shuffle(dice)
    assert options.seed not in fair_seeds(2, "mixed"), "any layout"
    options.set_fair(True)
    assert options.seed in fair_seeds(2, "mixed")
