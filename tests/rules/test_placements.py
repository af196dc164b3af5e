"""The books of even placements are right, and the numbers in old setup texts stay valid."""

import json
from typing import Any

import pytest

from game.games.more_or_less.placements import FOLDER, book_of, symmetries
from game.openings.symmetry import key_of
from game.rules import SetupError
from game.rules.boards import read_board, shipped_boards
from game.rules.registry import parse_setup
from tools.referee.more_or_less import moves

LEAST, MOST = 0.45, 0.55  # bounds of Black's chance, measured with 20,000 nodes
# The first placement of each book, whose order must never change.
FIRST = {
    "decagon-51": "black=a1,b1,b10,b3,b5,c2,c6,e13,e14,e18,e2,e3,e8"
    " green=b6,c1,c3,c4,c5,c7,d10,d5,d7,e1,e15,e4"
    " markers=0,0 turn=green",
    "decagon-71": "black=a1,b1,b4,c5,e12,e15,e19,e3,f1,f3,f6,g1,g2"
    " green=b10,b2,b5,b6,c3,c4,c9,d3,e18,e7,e8,f2"
    " markers=0,0 turn=green",
    "decagon-81": "black=a1,b1,b4,c10,c3,d4,e6,f7,f8,g18,g2,g6,g8"
    " green=b3,b7,b9,c1,c5,c8,d2,d6,d8,e12,g11,g17"
    " markers=0,0 turn=green",
}


def book(board: str) -> Any:
    return json.loads((FOLDER / f"{board}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("board", shipped_boards())
def test_each_placement_is_whole_even_and_there_once(board: str) -> None:
    game, data = parse_setup(f"more-or-less board={board}"), book(board)
    assert data["nodes"] == 20_000
    keys = set()
    for text, chance in data["placements"]:
        state = game.from_position(text)
        tally = game.tally(state)
        assert (tally["black"], tally["green"]) == (13, 12)
        assert game.pieces(state)[str(game.topology.centre)].colour == "black"
        assert LEAST <= chance <= MOST
        assert key_of(game, state)[0] == text
        keys.add(text)
    assert len(keys) == len(data["placements"])


@pytest.mark.parametrize("board", shipped_boards())
def test_a_number_names_a_placement_and_how_it_is_turned(board: str) -> None:
    plain = parse_setup(f"more-or-less board={board}")
    ways = len(symmetries(plain.topology))
    texts = set()
    for number in range(ways):
        game = parse_setup(f"more-or-less board={board} opening=even seed={number}")
        assert game.setup.endswith(f"seed={number}")
        assert key_of(plain, game.start())[0] == FIRST[board]
        texts.add(game.position_text(game.start()))
        pieces = game.pieces(game.start())
        green = [point for point, piece in pieces.items() if piece.seat == 1]
        assert moves(game.topology, green, [p for p in pieces if p not in green])
    assert 1 < len(texts) <= ways
    size = ways * len(book_of(board))
    beyond = parse_setup(f"more-or-less board={board} opening=even seed={size + 3}")
    assert beyond.setup.endswith("seed=3")


def test_a_board_of_ones_own_has_none() -> None:
    text = read_board("decagon-51").replace("decagon-51", "mine")
    with pytest.raises(SetupError) as why:
        parse_setup("more-or-less board=mine.json opening=even", {"mine.json": text})
    assert why.value.code == "no-placements"
