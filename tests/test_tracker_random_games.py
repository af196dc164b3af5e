"""Random games by a clumsy hand on the simulated board: no lost, no invented, no wrong turn.

One game by default; BOARD_GAMES=200 plays the number of the issue (docs/BOARD.md has figures).
"""

from __future__ import annotations

import os

import pytest

from game.rules import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.clumsy import whole_turn
from hardware.exercise import Account, rehearse
from hardware.simulator import Identity, SimulatedBoard
from tests.homeward import homeward

GAMES = int(os.environ.get("BOARD_GAMES", "1"))
TURNS = 1000 if "BOARD_GAMES" in os.environ else 40
SETUPS = (
    "more-or-less",
    "less seed={seed}",
    "less seats=4 seed={seed}",
    "libra size=3 mode=duel",
    "libra size=4 mode=target target=8 obstacles=d4,c3",
    "multiplicity size=4",
)


def clumsy_game(setup: str, seed: int, sensing: int = 1) -> Account:
    game = parse_setup(setup.format(seed=seed + 1))
    match = Match(two_people(game.setup, game.seats), game=game)
    identity = Identity(game.topology.name, len(game.topology), sensing)
    board = SimulatedBoard(identity, seed)
    board.troubles.noise = 0.01
    # Quite random games of Less never end; these go home, with detours.
    policy = homeward if game.key == "less" else whole_turn
    return rehearse(match, board, seed, longest=TURNS, policy=policy).play()


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("setup", SETUPS)
def test_every_turn_is_read_exactly(setup: str, seed: int) -> None:
    account = clumsy_game(setup, seed)
    assert account.wrong == ""
    assert account.turns > 10


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_board_blind_to_colours_follows_a_game_of_one_colour_per_seat(seed: int) -> None:
    account = clumsy_game("multiplicity size=4", seed, sensing=0)
    assert account.wrong == ""


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_board_blind_to_colours_asks_which_stone_was_set(seed: int) -> None:
    account = clumsy_game("libra size=3 mode=target target=5", seed, sensing=0)
    assert account.wrong == ""
    assert account.asked >= account.turns - 1
