"""The tool plays Less against an opponent that counts moves, and reports on the games."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.search.analysis import SearchLimits, StopSignal
from game.games.less.rules import HOME
from game.rules.registry import parse_setup
from tests.engine.engine_tools import needs_numba
from tools.standoffs.alpha_beta import AlphaBetaBot
from tools.standoffs.command import ShownChance, Standoff, main, table

pytestmark = needs_numba


def game(number: int, turns: int, points: float, *shown: tuple[int, float]) -> Standoff:
    chances = tuple(ShownChance(turn, chance) for turn, chance in shown)
    return Standoff(number, "less seed=1", 0, 0, turns, points, chances)


def test_the_opponent_comes_home() -> None:
    """Alone, the opponent walks the shortest way; against a side that stays, it finds a way."""
    rules = parse_setup("less seed=1")
    bot, state = AlphaBetaBot(rules), rules.start()
    while not rules.over(state) and not state[HOME]:
        nodes = 40 if state[1] % 2 == 0 else 1
        limits = SearchLimits(nodes=nodes)
        for action in bot.think(state, limits, lambda analysis: None, StopSignal()).best:
            state = rules.advance(state, action)
        assert rules.turns(state) < 40
    assert state[HOME]


def test_the_table_compares_what_is_shown_with_what_is_made_of_it() -> None:
    games = [
        game(0, 200, 0.5, (30, 0.95), (150, 0.7), (152, 0.7)),
        game(1, 200, 0.5, (29, 0.5), (151, 0.4)),
        game(2, 30, 1.0, (28, 0.95)),
    ]
    lines = table("games", games)
    assert "| + = - | 1 2 0 |" in lines
    assert "| drawn by the limit | 2 |" in lines
    assert "| of these shown above 90% at turn 30 | 1 |" in lines
    assert "| more than 100 turns: games, positions | 2, 3 |" in lines
    assert lines[-1] == "| mean difference, in points | 16.7 |"


def test_the_command_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--standoffs", "0", "--nodes", "20", "--rival-nodes", "5"]
    words += ["--file", str(tmp_path / "games.jsonl")]
    assert main([*words, "--games", "1"]) == 0
    assert main([*words, "--games", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith("game ")] == [
        "game 0",
        "game 1",
    ]
    assert "| games from the start | 2 |" in lines
