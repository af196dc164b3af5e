"""Random games by a clumsy hand on the simulated board, with their statistics.

`python -m tests.hardware.tracking.clumsy_games [--only TEXT] [--first SEED] [--games N]` plays the
games and prints a line for each setup whose text contains TEXT. test_random_games.py judges the
same games. With `--hand NAME`, another of HANDS plays: a quick and exact hand, or one that holds
two pieces at a time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from dataclasses import replace

from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from tests.table.homeward import homeward
from tools.rig.clumsy import (
    CAREFUL,
    ClumsyHand,
    Habits,
    Sliding,
    TwoHanded,
    random_turn,
)
from tools.rig.exercise import ExerciseReport, rehearse

SETUPS = (
    "more-or-less",
    "less seed={seed}",
    "less seats=4 seed={seed}",
    "libra size=3 mode=duel",
    "libra size=4 mode=target target=8 obstacles=d4,c3",
    "multiplicity size=4",
)

BRISK = replace(CAREFUL, pace=(0.05, 0.3))
CALM = replace(CAREFUL, pace=(0.3, 0.9))
HANDS: dict[str, tuple[type[ClumsyHand], Habits]] = {
    "clumsy": (ClumsyHand, Habits()),
    "brisk": (ClumsyHand, BRISK),
    "calm": (ClumsyHand, CALM),
    "brisk sliding": (Sliding, BRISK),
    "calm sliding": (Sliding, CALM),
    "brisk two-handed": (TwoHanded, BRISK),
    "calm two-handed": (TwoHanded, CALM),
}


def clumsy_game(
    setup: str, seed: int, sensing: int = 1, longest: int = 1000, hand: str = "clumsy"
) -> ExerciseReport:
    """Play one game from its seed, by one of HANDS, for at most `longest` turns."""
    game = parse_setup(setup.format(seed=seed + 1))
    match = Match(two_people(game.setup, game.seats), game=game)
    identity = BoardIdentity(game.topology.name, len(game.topology), sensing)
    board = SimulatedBoard(identity, seed)
    board.troubles.noise = 0.01
    # Purely random games of Less never end, so the pieces go home here, with detours.
    policy = homeward if game.key == "less" else random_turn
    exercise = rehearse(match, board, seed, longest=longest, policy=policy)
    kind, habits = HANDS[hand]
    exercise.hand = kind(exercise.hand.sensors, seed, habits)
    return exercise.play()


def figures(setup: str, seeds: Iterable[int], hand: str) -> str:
    """Play these games and return their totals; print each fault immediately."""
    games = turns = wrong = other = asked = faults = offers = corrected = pressed = 0
    began = time.monotonic()
    for seed in seeds:
        account = clumsy_game(setup, seed, hand=hand)
        games, turns = games + 1, turns + account.turns
        other, asked = other + account.ambiguous, asked + account.asked
        faults, offers = faults + account.faults, offers + account.offers
        pressed, corrected = pressed + account.pressed, corrected + account.corrected
        for meant, read in account.told:
            print(f"  {setup} seed {seed}: {meant} was written {read}", flush=True)
        if account.wrong:
            wrong += 1
            print(f"  {setup} seed {seed}: WRONG: {account.wrong}", flush=True)
    return (
        f"{setup}: {games} games, {turns} turns, {wrong} games with a wrong, lost or invented turn,"
        f" {other} turns that can be written in two ways, {asked} asked, {faults} complaints,"
        f" {offers} take-backs offered, {corrected} corrections, {pressed} presses after a wait,"
        f" {time.monotonic() - began:.0f} s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the setups to play")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--hand", choices=HANDS, default="clumsy")
    wanted = parser.parse_args()
    seeds = range(wanted.first, wanted.first + wanted.games)
    for setup in SETUPS:
        if wanted.only in setup:
            print(
                figures(setup, seeds, wanted.hand),
                flush=True,
            )


if __name__ == "__main__":
    main()
