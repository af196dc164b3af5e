"""The numbers of legal action sequences from the start match those in the rules page."""

from typing import Any

import pytest

from game.rules import Game, perft
from game.rules.registry import parse_setup
from tests.support.setups import COUNTED
from tools.referee.base import Referee, referee_of

COUNTS = [
    ("more-or-less", [1, 80, 6320]),
    (
        COUNTED,
        [6, 51, 367, 3376, 34560],
    ),
    ("less tiles=A0B1C2D3E0F1G2H3I0", [6, 51, 367, 3376, 34560]),
    ("less seats=4 tiles=A0B1C2D3E0F1G2H3I0J1K2L3A0B1C2D3", [6, 52, 357, 2917]),
    ("multiplicity size=3", [19, 84, 936, 3888]),
    ("multiplicity size=5", [61, 312, 16260]),
    ("libra size=3 mode=target target=5", [38, 1368, 46512]),
    ("libra size=2", [14, 168, 1680, 13440]),
    ("libra size=8", [338, 113568]),
    ("multiplicity size=3 opening=free", [19, 342, 5814]),
    ("multiplicity size=5 opening=free", [61, 3660, 215940]),
    ("more-or-less swap=on", [1, 80, 6320, 12640]),
    (COUNTED.replace("less", "less swap=on"), [6, 51, 235, 734, 6752]),
    ("less seats=4 swap=on seed=3", [7, 65, 467, 1012]),
    ("multiplicity size=3 swap=on", [19, 38, 168, 1872, 7776]),
    ("multiplicity size=3 opening=free swap=on", [19, 38, 684, 11628]),
]
# Counts from the movement position in which every second point but the centre is filled.
MOVEMENTS = [
    ("more-or-less", [55, 93, 3622]),
    ("more-or-less pass=free", [56, 159, 3833]),
    ("more-or-less board=decagon-51 pass=free", [33, 94, 1241]),
]


@pytest.mark.parametrize(("setup", "counts"), COUNTS)
def test_sequences_from_the_start(setup: str, counts: list[int]) -> None:
    game = parse_setup(setup)
    assert [perft(game, length) for length in range(1, len(counts) + 1)] == counts


def placed(game: Game) -> list[str]:
    """Return the actions of a placement that fills every second point."""
    centre = game.topology.centre
    assert centre is not None
    others = [point for point in game.topology.points if point != centre]
    return [centre, *others[::2][:24]]


@pytest.mark.parametrize(("setup", "counts"), MOVEMENTS)
def test_sequences_from_a_movement_position(setup: str, counts: list[int]) -> None:
    game = parse_setup(setup)
    state = game.start()
    for text in placed(game):
        state = game.play(state, game.parse_action(state, text)).state
    lengths = range(1, len(counts) + 1)
    assert [perft(game, length, state) for length in lengths] == counts


def count(referee: Referee[Any], here: Any, length: int) -> int:
    """Return the number of sequences by the independent rulebook."""
    texts = referee.legal(here)
    if length == 1:
        return len(texts)
    return sum(count(referee, referee.play(here, text), length - 1) for text in texts)


@pytest.mark.parametrize(("setup", "counts"), COUNTS + MOVEMENTS)
def test_the_independent_rulebook_counts_the_same(setup: str, counts: list[int]) -> None:
    game = parse_setup(setup)
    referee = referee_of(game)
    here = referee.start()
    if (setup, counts) in MOVEMENTS:
        for text in placed(game):
            here = referee.play(here, text)
    for length, expected in enumerate(counts, start=1):
        if expected < 5000:
            assert count(referee, here, length) == expected


@pytest.mark.parametrize(
    ("board", "lines", "jumps"), [("81", 25, 310), ("51", 15, 170), ("71", 25, 270)]
)
def test_boards_have_their_lines_and_jumps(board: str, lines: int, jumps: int) -> None:
    game = parse_setup(f"more-or-less board=decagon-{board}")
    triples = sum(len(line) - 2 for line in game.topology.lines if len(line) > 2) * 2
    assert (len(game.topology.lines), triples) == (lines, jumps)
