"""Random games by a clumsy hand on the simulated board have no lost, invented or wrong turn.

By default, one game of each setup is played. BOARD_GAMES sets the number (200 for a thorough run),
BOARD_FIRST the first seed; `-k` chooses a setup. `python -m tests.hardware.tracking.clumsy_games`
prints the statistics of the same games, which are in docs/lab/board.md.
"""

from __future__ import annotations

import os

import pytest

from tests.hardware.tracking.clumsy_games import SETUPS, clumsy_game

FIRST = int(os.environ.get("BOARD_FIRST", "0"))
SEEDS = range(FIRST, FIRST + int(os.environ.get("BOARD_GAMES", "1")))
TURNS = 1000 if "BOARD_GAMES" in os.environ else 40


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("setup", SETUPS)
def test_every_turn_is_read_exactly(setup: str, seed: int) -> None:
    """An empty `wrong` means that every record has exactly the intended actions.

    A record may differ from them where nothing that the player did could decide between the two.
    """
    account = clumsy_game(setup, seed, longest=TURNS)
    assert account.wrong == ""
    assert account.turns > 10


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("setup", ["more-or-less", "less seed={seed}", "multiplicity size=4"])
def test_a_board_blind_to_colours_follows_games_too(setup: str, seed: int) -> None:
    account = clumsy_game(setup, seed, sensing=0, longest=TURNS)
    assert account.wrong == ""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_blind_to_colours_asks_which_stone_was_set(seed: int) -> None:
    account = clumsy_game("libra size=3 mode=target target=5", seed, sensing=0, longest=TURNS)
    assert account.wrong == ""
    assert account.asked >= account.turns - 1


@pytest.mark.parametrize("seed", [9, 12, 18])
def test_a_stone_that_is_lifted_again_and_answered_at_once_keeps_its_colour(seed: int) -> None:
    """A colour-blind board has been told the colour earlier, and has no time to ask again."""
    account = clumsy_game("libra size=3 mode=duel", seed, sensing=0, longest=4)
    assert (account.wrong, account.turns, account.corrected > 0) == ("", 4, True)
