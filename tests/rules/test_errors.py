"""Damaged setup texts, board files and action texts raise named errors that say what is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules import (
    BoardError,
    IllegalAction,
    NotationError,
    RulesError,
    SetupError,
)
from game.rules.boards import parse_board, read_board
from game.rules.registry import parse_setup

SETUPS = [
    ("", "empty setup"),
    ("chess", "unknown game 'chess'"),
    ("more-or-less board=decagon-99", "board decagon-99: cannot be read"),
    ("more-or-less size=5", "unknown option size="),
    ("less", "expected one of walls=, tiles= or seed="),
    ("less walls=" + "0" * 59, "59 digits, expected 60"),
    ("less seats=4 walls=" + "0" * 60, "60 digits, expected 112"),
    ("less walls=" + "0" * 30 + "3" + "0" * 29, "'3' at place 31"),
    ("less seats=3 seed=1", "seats=3, expected one of 2, 4"),
    ("less seed=1 tiles=A0", "expected one of walls=, tiles= or seed="),
    ("less seed=x", "seed=x"),
    ("less tiles=A0B1", "2 tiles, expected 9"),
    ("less tiles=A0B1C2D3E0F1G2H3Z0", "unknown tile Z"),
    ("less tiles=A0B1C2D3E0F1G2H3I4", "tile I4"),
    ("less tiles=A0A1C2D3E0F1G2H3I0", "tile A is used 2 times"),
    ("libra size=9", "size=9, expected 2 to 8"),
    ("more-or-less pass=never", "pass=never, expected one of stuck, free"),
    ("multiplicity opening=wild", "opening=wild, expected one of bound, free"),
    ("less reading=third seed=1", "reading=third, expected one of second, first"),
    ("libra size=five", "size=five"),
    ("libra mode=target", "mode=target without target="),
    ("libra mode=target target=62", "target=62, expected 1 to 61"),
    ("libra mode=target target=61 obstacles=e5", "target=61, expected 1 to 60"),
    ("libra target=5", "target= with mode=duel"),
    ("libra obstacles=z1", "'z1', which is no cell"),
    ("libra obstacles=e5,e5", "names e5 twice"),
    ("multiplicity size=2", "size=2, expected 3 to 8"),
    ("multiplicity end=never", "end=never"),
    ("multiplicity size=5 size=5", "size= is given twice"),
    ("multiplicity 5", "'5' found, expected an option"),
]


@pytest.mark.parametrize(("setup", "complaint"), SETUPS)
def test_setups_are_refused_with_a_reason(setup: str, complaint: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_setup(setup)
    assert isinstance(caught.value, (SetupError, BoardError))
    assert complaint in str(caught.value)


def damaged(change: Any) -> str:
    board = json.loads(read_board("decagon-51"))
    change(board)
    return json.dumps(board)


BOARDS = [
    ("{", "line 1"),
    ("[]", "expected an object"),
    (damaged(lambda b: b.pop("points")), "points are missing"),
    (damaged(lambda b: b.pop("lines")), "lines are missing"),
    (damaged(lambda b: b.pop("centre")), "centre is None"),
    (damaged(lambda b: b["lines"][0].append("zz9")), "unknown point 'zz9'"),
    (damaged(lambda b: b["points"].update(z1=[0.9, 0.01])), "point z1 lies on no line"),
    (damaged(lambda b: b["points"].update(z1=b["points"]["a1"])), "lie in one place"),
    (damaged(lambda b: b["points"].update(z1=[1, "x"])), "expected two numbers"),
    (damaged(lambda b: b["points"].update({"Z 1": [1, 0]})), "point label 'Z 1'"),
    (damaged(lambda b: b["lines"].append(b["lines"][0])), "share the points"),
    (damaged(lambda b: b["lines"].append(["a1"])), "expected a list of two or more"),
    (damaged(lambda b: b["lines"][0].reverse() or b["lines"][0].insert(0, "a1")), "line 1"),
    (damaged(lambda b: b["rim"].append("q1")), "rim names the unknown point 'q1'"),
    ("[]", "board mine.json: holds a JSON list, expected an object"),
    (damaged(lambda b: b.update(name=7)), "mine.json: name is 7, expected a text"),
    (damaged(lambda b: b.update(centre="q1")), "centre is 'q1', expected the label of one of its"),
    (
        damaged(lambda b: b.update(centre={"a": 1})),
        "centre is {'a': 1}, expected the label of one of its",
    ),
    (damaged(lambda b: b.update(rim=7)), "rim is 7, expected a list of point labels"),
    (damaged(lambda b: b.update(points={"a1": [0, 0]})), "has 1 points, expected more than the 25"),
    (
        damaged(lambda b: b.update(points={f"a{n}": [n / 1000, 0] for n in range(501)})),
        "has 501 points, expected 500 at most",
    ),
    (damaged(lambda b: b["points"].update({"pass": [1, 0]})), "point label 'pass'"),
    (damaged(lambda b: b["points"].update(z1=[1, 2, 3])), "point z1 is at [1, 2, 3], expected two"),
    (damaged(lambda b: b["points"].update(z1=[1, True])), "point z1 is at [1, True], expected two"),
    (damaged(lambda b: b["points"].update(z1=[0, -1.6])), "z1 is at [0, -1.6], expected a place"),
    (damaged(lambda b: b["points"].update(z1=[0, -1.5])), "point z1 lies on no line"),
    (damaged(lambda b: b.update(lines=[])), "lines are missing"),
    (damaged(lambda b: b["lines"].insert(2, "a1")), "line 3 is 'a1', expected a list of two"),
    (damaged(lambda b: b["lines"][1].insert(0, 7)), "line 2 names the unknown point 7"),
    (damaged(lambda b: b["lines"][1].append(b["lines"][1][0])), "line 2 passes the point "),
    (damaged(lambda b: b["lines"].append(b["lines"][0][:2])), "lines 1 and 16 share the points "),
]


def straight(*places: tuple[float, float]) -> str:
    """Return a board whose first line has these points; all others are on a second line."""
    labels = [f"b{n}" for n in range(len(places))]
    points = dict(zip(labels, places)) | {f"a{n}": (n / 30, -1) for n in range(26)}
    lines = [labels, [f"a{n}" for n in range(26)]]
    return json.dumps({"points": points, "lines": lines, "centre": "a0"})


@pytest.mark.parametrize(
    ("places", "complaint"),
    [
        (((0, 0), (0.5, 0.01), (1, 0)), ""),
        (((0, 0), (0.5, 0.03), (1, 0)), "line 1 is not straight at b1"),
        (((0, 0), (0.5, -0.03), (1, 0)), "line 1 is not straight at b1"),
        (((-1, 1), (0, 0), (0.5, -0.5)), ""),
        (((-1, 1), (0, 0.1), (0.5, -0.5)), "line 1 is not straight at b1"),
        (((-1, 1), (0.5, -0.5), (0, 0)), "line 1 is not straight at b1"),
        (((0, 0), (0.6, 0), (0.3, 0), (1, 0)), "line 1 turns back at b2, expected points in order"),
    ],
)
def test_lines_are_straight_and_in_order(
    places: tuple[tuple[float, float], ...], complaint: str
) -> None:
    if not complaint:
        assert parse_board(straight(*places), "mine").lines[0] == ("b0", "b1", "b2")
        return
    with pytest.raises(BoardError) as caught:
        parse_board(straight(*places), "mine.json")
    assert str(caught.value).startswith("board mine.json: line 1 ")
    assert complaint in str(caught.value) or "turns back" in str(caught.value)


def test_two_points_a_little_apart_lie_in_one_place() -> None:
    text = straight((0, 0), (0.5, 0.00005), (0.5, 0), (1, 0))
    with pytest.raises(BoardError, match=r"points b1 and b2 lie in one place \(0\.5, 0\)"):
        parse_board(text, "mine.json")


def test_a_board_without_a_name_is_called_as_its_file() -> None:
    board = parse_board(straight((0, 0), (1, 0)), "shelf/mine.json")
    assert (board.name, board.kind, board.centre, board.rim) == ("mine", "lines", "a0", ())
    assert board.neighbours["b0"] == ("b1",)


def test_a_board_that_is_not_there_is_refused_with_those_there_are() -> None:
    with pytest.raises(BoardError, match="decagon-51, decagon-71, decagon-81"):
        read_board("decagon-99")


@pytest.mark.parametrize(("text", "complaint"), BOARDS)
def test_damaged_board_files_name_the_file_and_the_fault(text: str, complaint: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(text, "mine.json")
    assert "mine.json" in str(caught.value)
    assert complaint in str(caught.value)


def test_a_board_file_of_the_users_own_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "my board.json"
    path.write_text(read_board("decagon-51"))
    game = parse_setup(f"more-or-less board={path}")
    assert len(game.topology) == 51
    assert parse_setup(game.setup).tables == game.tables
    carried = parse_setup("more-or-less board=gone.json", {"gone.json": path.read_text()})
    assert carried.tables == game.tables


def test_a_setup_has_one_game_for_all_but_a_board_file_is_read_anew(tmp_path: Path) -> None:
    assert parse_setup("libra size=4") is parse_setup("libra size=4")
    assert parse_setup("libra size=4") is not parse_setup("libra size=3")
    path = tmp_path / "mine.json"
    path.write_text(read_board("decagon-81"), encoding="utf-8")
    assert len(parse_setup(f"more-or-less board={path}").topology) == 81
    path.write_text(read_board("decagon-51"), encoding="utf-8")
    assert len(parse_setup(f"more-or-less board={path}").topology) == 51


def test_a_binary_board_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "noise.json"
    path.write_bytes(bytes(range(128, 256)))
    with pytest.raises(BoardError, match="no text file"):
        parse_setup(f"more-or-less board={path}")


ACTIONS = [
    ("more-or-less", "x9", NotationError),
    ("more-or-less", "a1>z9", NotationError),
    ("more-or-less", "b1", IllegalAction),
    ("less seed=1", "a1", NotationError),
    ("less seed=1", "a1-a9", NotationError),
    ("less seed=1", "a1-a2", IllegalAction),
    ("libra", "e5", NotationError),
    ("libra", "bid3", IllegalAction),
    ("libra", "Wz9", NotationError),
    ("multiplicity", "e10", NotationError),
    ("multiplicity", "e5,e6", IllegalAction),
]


@pytest.mark.parametrize(("setup", "text", "error"), ACTIONS)
def test_actions_are_refused_by_name(setup: str, text: str, error: type[RulesError]) -> None:
    game = parse_setup(setup)
    with pytest.raises(error) as caught:
        game.parse_turn(game.start(), text)
    assert text.split(",")[-1] in str(caught.value)


@given(text=st.text(max_size=60))
def test_no_text_breaks_the_readers(text: str) -> None:
    for start in ("", "less seed=1 ", "libra ", "multiplicity ", "more-or-less "):
        try:
            game = parse_setup(start + text)
        except RulesError:
            continue
        try:
            game.parse_turn(game.start(), text)
        except RulesError:
            continue


@given(text=st.text(max_size=200) | st.from_regex(r"\{.{0,100}\}"))
def test_no_text_breaks_the_board_reader(text: str) -> None:
    with pytest.raises(BoardError):
        parse_board(text)
