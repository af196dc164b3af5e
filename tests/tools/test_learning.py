"""The patterns of More or Less are learned from saved games: fit and file of weights work."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from game.engine.registry import profile_of
from game.games.more_or_less.engine.evaluation import (
    FILE,
    KINDS,
    Weights,
    promised,
    tables_of,
)
from game.games.more_or_less.rules import MoreOrLess
from game.rules import Game
from game.rules.kernel import SEAT
from game.rules.registry import parse_setup
from tests.engine.engine_tools import movement
from tools import json_files
from tools.learning.command import main
from tools.learning.more_or_less.fit import (
    TERMS,
    chances,
    features,
    one_way_round,
    regression,
)
from tools.learning.more_or_less.games import (
    MoreOrLessGameData,
    MoreOrLessSample,
    play,
    position,
    read_seen,
)
from tools.self_play import SelfPlayGame

SETUP = "more-or-less board=decagon-51"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


@pytest.fixture
def board() -> MoreOrLess:
    game = parse_setup(SETUP)
    assert isinstance(game, MoreOrLess)
    return game


def positions(game: Game, count: int) -> list[MoreOrLessSample]:
    """Return random positions."""
    dice = random.Random(4)
    points = len(game.topology)
    found = []
    for number in range(count):
        cells = [1] * 13 + [2] * 12 + [0] * (points - 25)
        dice.shuffle(cells)
        found.append(MoreOrLessSample("".join(map(str, cells)), number % 2, dice.randint(1, 24)))
    return found


def test_a_game_to_learn_from_begins_with_movement_and_is_kept(
    board: MoreOrLess, tmp_path: Path
) -> None:
    seen = play(SelfPlayGame(SETUP, 4, 3))
    assert all(one.board.count("0") == len(board.topology) - 25 for one in seen.positions)
    assert [one.left for one in seen.positions] == list(range(24, 24 - len(seen.positions), -1))
    path = tmp_path / "games.jsonl"
    json_files.append(path, seen)
    with path.open("a", encoding="utf-8") as file:
        file.write("[5, tr")
    assert list(json_files.read(path, read_seen)) == [seen]


def test_the_kernel_says_what_the_fit_says(board: MoreOrLess) -> None:
    """Features and weights give the same chance as the tables of the kernel."""
    import numpy

    dice = random.Random(2)
    same = one_way_round()
    own = [dice.uniform(-0.1, 0.1) for _ in range(KINDS)]
    weights = Weights(
        tuple(dice.uniform(-0.5, 0.5) for _ in range(TERMS)),
        tuple(own[same[code]] for code in range(KINDS)),
        ((0.0, 0.0),) * len(board.topology),
    )
    weights = Weights(_rounded(weights.terms), _rounded(weights.patterns), weights.places)
    tables = tables_of(board.topology, weights)
    for number in range(6):
        state = movement(board, number, 20 - 3 * number)
        assert state is not None
        row = features(board.topology, [position(board, state)])[0]
        flat = numpy.array([*weights.terms, *(10 * one for one in weights.patterns)])
        chance = 1 / (1 + numpy.exp(-float(row[: TERMS + KINDS] @ flat)))
        black = promised(board.tables, tables, state)
        assert black == pytest.approx(chance if state[SEAT] == 0 else 1 - chance, abs=1e-6)


def _rounded(numbers: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(number, 4) for number in numbers)


def test_what_made_the_results_is_found(board: MoreOrLess) -> None:
    """The mover with more counters in the middle wins; the fit predicts nine results in ten."""
    import numpy

    found = positions(board, 2000)
    xy = [board.topology.xy[label] for label in board.topology.points]
    inner = [place for place, (x, y) in enumerate(xy) if x * x + y * y < 0.3]
    more = [
        sum((one.board[place] == str(one.side + 1)) for place in inner)
        - sum((one.board[place] == str(2 - one.side)) for place in inner)
        for one in found
    ]
    won = numpy.array([float(one > 0) for one in more])
    rows = features(board.topology, found)
    weights = regression(rows[:1500], won[:1500])
    told = chances(rows[1500:], weights) > 0.5
    assert (told == (won[1500:] > 0)).mean() > 0.9


def test_the_command_plays_fits_and_writes(
    board: MoreOrLess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples, written = tmp_path / "games.jsonl", tmp_path / "weights.json"
    for number in range(20):
        json_files.append(
            samples, MoreOrLessGameData(number, number % 3 == 0, positions(board, 20))
        )
    words = [*SETUP.split(), "--games", "20", "--jobs", "1", "--samples", str(samples)]
    assert main([*words, "--write", str(written)]) == 0
    assert "20 games, 400 positions" in capsys.readouterr().out
    found = json.loads(written.read_text(encoding="utf-8"))
    assert list(found) == ["decagon-51"]
    assert len(found["decagon-51"]["places"]) == len(board.topology)


def test_other_games_have_nothing_to_learn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["libra"]) == 2
    assert "libra" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["decagon-51", "decagon-71", "decagon-81"])
def test_every_board_has_weights(name: str) -> None:
    game = parse_setup(f"more-or-less board={name}")
    assert "any" in json.loads(FILE.read_text(encoding="utf-8"))
    tables = profile_of(game).tables(game, False)
    state = movement(game, 3, 20)
    assert state is not None
    assert 0 < promised(game.tables, tables, state) < 1


def test_games_on_another_board_are_refused(
    board: MoreOrLess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    samples = tmp_path / "games.jsonl"
    json_files.append(samples, MoreOrLessGameData(0, True, positions(board, 2)))
    assert main(["more-or-less", "--samples", str(samples)]) == 2
    assert "another board found, expected decagon-81" in capsys.readouterr().err
