"""Numbers of legal action sequences from the start, as the rules page states them."""

import pytest

from game.rules import parse_setup, perft

COUNTS = [
    ("more-or-less", [1, 80, 6320]),
    (
        "less walls=000000000000001100010001000000000000001010110010000000011000",
        [6, 51, 367, 3376, 34560],
    ),
    ("less tiles=A0B1C2D3E0F1G2H3I0", [6, 51, 367, 3376, 34560]),
    ("less seats=4 tiles=A0B1C2D3E0F1G2H3I0J1K2L3A0B1C2D3", [6, 52, 357, 2917]),
    ("multiplicity size=3", [19, 84, 936, 3888]),
    ("multiplicity size=5", [61, 312, 16260]),
    ("libra size=3 mode=target target=5", [38, 1368, 46512]),
]


@pytest.mark.parametrize(("setup", "counts"), COUNTS)
def test_sequences_from_the_start(setup: str, counts: list[int]) -> None:
    game = parse_setup(setup)
    assert [perft(game, length) for length in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("board", "lines", "jumps"), [("81", 25, 310), ("51", 15, 170), ("71", 25, 270)]
)
def test_boards_have_their_lines_and_jumps(board: str, lines: int, jumps: int) -> None:
    game = parse_setup(f"more-or-less board=decagon-{board}")
    triples = sum(len(line) - 2 for line in game.topology.lines if len(line) > 2) * 2
    assert (len(game.topology.lines), triples) == (lines, jumps)
