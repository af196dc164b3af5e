"""The verifier's rulebook agrees with the independent one of the rules' tests, turn by turn."""

import copy
import random

import pytest

from game.puzzles.verifier.book import DRAWN, NOBODY, book_of
from game.rules.registry import parse_setup
from tests.rules.referee import Referee, referee

SETUPS = [
    "more-or-less",
    "more-or-less board=decagon-51 pass=free",
    "less seed=5",
    "less block=off seed=8",
    "libra size=3 mode=target target=5 obstacles=c3",
    "libra size=2 mode=duel",
    "libra size=3 mode=bid",
    "multiplicity size=3",
    "multiplicity size=3 end=full opening=free",
]
RESULTS = {NOBODY: "none", DRAWN: "draw", 0: "p1win", 1: "p2win"}
MOST_TURNS = 60
SAMPLE = 6  # turns of a position that are tried by both


def mover(other: Referee) -> object:
    """Whose turn it is, and what else changes when a turn ends."""
    marks = tuple(getattr(other, "marks", {}).values())
    bids = getattr(other, "bidding", False), len(getattr(other, "bids", ()))
    return other.seat, marks, getattr(other, "turns", 0), bids


def some_turn(other: Referee, dice: random.Random) -> str:
    """A turn of actions drawn at random, by the referee; it is left as it was."""
    here, texts, began = copy.deepcopy(other), list[str](), mover(other)
    while not texts or (mover(here) == began and here.result() == "none"):
        texts.append(dice.choice(sorted(here.legal())))
        here.play(texts[-1])
    return ",".join(texts)


def play(other: Referee, turn: str) -> None:
    """Let the referee play a turn; every action must be legal."""
    for text in turn.split(","):
        assert text in other.legal(), turn
        other.play(text)


def whole_turns(other: Referee) -> bool:
    """Is it a position that puzzles come from?"""
    if hasattr(other, "marks"):
        return len(other.up) == 25
    return not getattr(other, "bidding", False) and getattr(other, "open", True)


@pytest.mark.parametrize("setup", SETUPS)
def test_turns_and_results_agree(setup: str) -> None:
    game, dice = parse_setup(setup), random.Random(setup)
    book, other = book_of(game), referee(game)
    position, asked = book.start(), 0
    for _number in range(MOST_TURNS):
        if other.result() != "none":
            break
        if whole_turns(other) and dice.random() < 0.3:
            mine = book.turns(position)
            for way in dice.sample(list(mine.values()), min(SAMPLE, len(mine))):
                play(copy.deepcopy(other), way.text)
            theirs = [some_turn(other, dice) for _ in range(SAMPLE)]
            assert {book.after(position, turn) for turn in theirs} <= set(mine)
            asked += 1
        turn = some_turn(other, dice)
        play(other, turn)
        position = book.after(position, turn)
        assert RESULTS[book.winner(position)] == other.result()
    assert asked
