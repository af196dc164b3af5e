"""The ladder has random openings, its players, saved results, and Elo."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from game.rules import RulesError
from game.rules.registry import parse_setup
from tools.ladder import command
from tools.ladder.games import (
    Duel,
    DuelResult,
    ResultsFile,
    duels,
    play,
)
from tools.ladder.openings import draw_opening
from tools.ladder.players import (
    PlayerError,
    check_player,
    profile_for,
)
from tools.ladder.ratings import ratings

SETUPS = [
    "more-or-less",
    "less seed=3",
    "less seats=4 seed=3",
    "libra size=3",
    "multiplicity size=3",
]


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def test_what_a_setup_leaves_open_is_drawn() -> None:
    assert len({draw_opening("less", seed).setup for seed in range(6)}) == 6
    assert {draw_opening("libra mode=bid", seed).setup.split()[-1] for seed in range(20)} == {
        "size=4",
        "size=5",
        "size=6",
    }
    assert draw_opening("multiplicity size=3", 1).setup == "multiplicity size=3"
    assert draw_opening("more-or-less", 1).setup == "more-or-less"
    with pytest.raises(RulesError):
        draw_opening("libra size=99", 1)


@pytest.mark.parametrize("setup", [*SETUPS, "less", "less seats=4"])
def test_an_opening_is_whole_turns_and_the_same_for_a_seed(setup: str) -> None:
    found = [draw_opening(setup, seed) for seed in range(12)]
    assert found == [draw_opening(setup, seed) for seed in range(12)]
    assert len(set(found)) > 1
    for opening in found:
        game = parse_setup(opening.setup)
        state = game.start()
        for turn in opening.turns:
            for action in game.parse_turn(state, turn):
                state = game.advance(state, action)
        laid = game.drawn and opening.setup != setup  # a random layout needs no opening turns
        least, most = (0, 0) if laid else (1, 3)
        assert least <= game.turns(state) == len(opening.turns) <= most
        assert not game.over(state)


@pytest.mark.parametrize("word", ["nobody", "level:11", "settings:explore=much", "settings:speed"])
def test_a_player_that_does_not_exist(word: str) -> None:
    with pytest.raises(PlayerError):
        check_player(word)


def test_settings_of_a_player() -> None:
    game = parse_setup("multiplicity")
    profile = profile_for(game, "settings:explore=0.7,drawn=3")
    assert profile.settings.explore == 0.7
    assert profile.own_tables(game, False)[-1][0] == 3000
    turns = profile_for(parse_setup("more-or-less"), "settings:turn-trust=7").turns
    assert turns is not None
    assert turns.settings.trust == 7
    with pytest.raises(PlayerError):
        profile_for(game, "settings:speed=4")


def test_a_pair_begins_alike_with_colours_changed() -> None:
    wanted = list(duels(["multiplicity size=3"], ["level:1", "greedy", "random"], 2, 10, None))
    assert len(wanted) == len({duel.key for duel in wanted}) == 6
    results = [play(duel) for duel in wanted if duel.first == "greedy"]
    assert [one.duel.first_is for one in results] == [0, 1]
    assert len({one.setup for one in results}) == 1


def test_an_engine_of_its_own_plays_by_its_command(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    word = f"ugi:{sys.executable} -m tests.engine.first_legal_engine {heard}"
    found = play(Duel("multiplicity size=3", word, "random", 0, 0, 10, None))
    assert found.turns > 0
    assert "go nodes 10" in heard.read_text("utf-8")


def result(first: str, second: str, pair: int, first_is: int, winner: str) -> DuelResult:
    duel = Duel("libra", first, second, pair, first_is, 100, None)
    return DuelResult(duel, winner, "p1win", 20, "libra size=4")


def test_results_are_kept_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "there" / "ladder.jsonl"
    kept = [result("now", "greedy", 0, side, "first") for side in (0, 1)]
    for one in kept:
        ResultsFile(path).add(one)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"duel": {"setup"')
    assert list(ResultsFile(path).found.values()) == kept


def ladder(*words: str) -> list[str]:
    lines: list[str] = []
    arguments = command.parser().parse_args(list(words))
    command.check(arguments)
    command.run_ladder(arguments, lines.append)
    return lines


def test_a_ladder_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    words = ("multiplicity size=3", "--players", "greedy,random", "--nodes", "4", "--jobs", "1")
    first = ladder(*words, "--games", "2", "--results", str(path))
    assert sum(line.startswith("game ") for line in first) == 2
    again = ladder(*words, "--games", "4", "--results", str(path))
    assert again[0].startswith("2 of 4 games are in")
    assert sum(line.startswith("game ") for line in again) == 2
    assert any("greedy against random: +" in line for line in again)


@pytest.mark.parametrize(
    "words",
    [
        ["chess"],
        ["libra", "--players", "now"],
        ["libra", "--players", "now,now"],
        ["libra", "--nodes", "5", "--cpu", "1"],
    ],
)
def test_a_ladder_that_cannot_be(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert command.main([*words, "--results", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.startswith("ladder: ")


def test_names_with_settings() -> None:
    text = "now,settings:explore=0.2,rave=100,greedy"
    assert command.names_of(text) == ["now", "settings:explore=0.2,rave=100", "greedy"]


# -- ratings -----------------------------------------------------------------------------------


def games(points: Sequence[tuple[str, str, int, int]]) -> list[tuple[str, str, float]]:
    return [
        (first, second, 1.0 if number < won else 0.0)
        for first, second, won, played in points
        for number in range(played)
    ]


def test_two_players_differ_by_the_logarithm_of_their_odds() -> None:
    found = ratings(["a", "b"], games([("a", "b", 75, 100)]))
    share = 75.5 / 101  # one drawn game is added
    assert found[0].elo - found[1].elo == pytest.approx(400 * math.log10(share / (1 - share)))
    assert sum(one.elo for one in found) == pytest.approx(0)
    # The error of the difference, half of which belongs to each player.
    error = 1 / math.sqrt(101 * share * (1 - share))
    assert found[0].about == pytest.approx(1.96 * 400 / math.log(10) * error / 2, rel=1e-6)


def test_who_never_met_is_compared_by_others() -> None:
    found = ratings(["c", "b", "a"], games([("a", "b", 30, 40), ("b", "c", 30, 40)]))
    assert [one.player for one in found] == ["a", "b", "c"]
    assert found[0].elo == pytest.approx(-found[2].elo)
    assert [one.points for one in found] == [30, 40, 10]
    assert all(better.elo > worse.elo for better, worse in pairwise(found))
