"""Whichever part of the engine found the turn, an `info` about it precedes every `bestmove`."""

from __future__ import annotations

import random

import pytest

from game.engine.protocol.commands import state_command
from game.engine.protocol.engine_player import read_line
from game.rules import Game, State
from game.rules.registry import parse_setup
from tests.engine.engine_tools import converse, play_randomly, race

FIELDS = ("depth", "score", "nodes", "nps", "hashfull", "time", "pv")
GO = (
    "go nodes 1",
    "go nodes 30",
    "go depth 1",
    "go movetime 4",
    "go movetime 30",
    "go p1time 20 p2time 20",
    "go p1time 600 p2time 600 p1inc 10 p2inc 10",
    "go nodes 9 movetime 30",
)
SETUPS = (
    "more-or-less",
    "more-or-less board=decagon-51 pass=free",
    "less seed=4",
    "less seats=4 seed=4",
    "libra size=3 mode=duel",
    "libra size=3 mode=bid",
    "libra size=2 mode=target target=4",
    "multiplicity size=3",
    "multiplicity size=4 opening=free",
)
PLAYERS = (
    "",
    "setoption name Level value 1",
    "setoption name Level value 5",
    "setoption name Book value true",
    "setoption name Engine value greedy",
    "setoption name Engine value random",
    "setoption name Engine value uct",
)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def check(game: Game, state: State, lines: list[str]) -> None:
    """Check that the last line is a bestmove and the line before it an info about the same turn."""
    info, best = lines[-2].split(), lines[-1].split()
    assert best[0] == "bestmove"
    assert info[:2] == ["info", "depth"], lines[-3:]
    assert all(field in info for field in FIELDS)
    line = info[info.index("pv") + 1 :]
    assert line[0] == best[1]
    assert len(read_line(game, state, line)) == len(line), "every turn of it can be played"
    assert -100 <= int(info[info.index("score") + 1]) <= 100


def positions(game: Game, seed: int) -> list[State]:
    """Return the first position of a random game, a middle one, and the last before its end."""
    dice = random.Random(seed)
    states = [game.start()]
    while not game.over(states[-1]):
        states.append(game.advance(states[-1], dice.choice(game.legal(states[-1]))))
    return [states[0], states[len(states) // 2], states[-2]]


@pytest.mark.parametrize("setup", SETUPS)
def test_an_info_of_the_turn_stands_before_bestmove(setup: str) -> None:
    """Each position is tested with another player and another `go` command."""
    game = parse_setup(setup)
    for number, state in enumerate(positions(game, seed=7)):
        at = 3 * SETUPS.index(setup) + number
        player, go = PLAYERS[at % len(PLAYERS)], GO[at * 5 % len(GO)]
        check(game, state, converse(player, state_command(game, state), go))


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("player", PLAYERS)
def test_everybody_says_it_however_long_they_may_think(setup: str, player: str) -> None:
    game = parse_setup(setup)
    for state in positions(game, seed=8):
        for go in GO:
            check(game, state, converse(player, state_command(game, state), go))


def test_whole_turns_and_races_say_it_too() -> None:
    game = parse_setup("more-or-less")
    for seed in range(3):
        state = play_randomly(game, game.start(), 26 + seed, seed)
        check(game, state, converse(state_command(game, state), "go nodes 40"))
    game = parse_setup("less seed=3")
    state = race(game, ["d1", "f1", "e2", "f2"])
    check(game, state, converse(state_command(game, state), "go nodes 40"))


def test_the_only_action_has_a_value_of_its_own() -> None:
    """Although there is no choice, the position is searched, and its value is not just one half."""
    game = parse_setup("multiplicity size=3 end=full")
    worths = set()
    for seed in range(6):
        state = positions(game, seed)[2]
        assert len(game.legal(state)) == 1
        lines = converse(state_command(game, state), "go nodes 50")
        check(game, state, lines)
        worths.add(int(lines[-2].split()[5 - 1]))
    assert worths != {0}


def test_after_stop_it_comes_once_more() -> None:
    game = parse_setup("libra size=3 mode=duel")
    lines = converse(f"position setup {game.setup}", "go infinite", "stop")
    check(game, game.start(), lines)
