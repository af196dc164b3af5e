"""`board configure` stores in a board its identity and its wiring."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.rules.registry import parse_setup
from hardware.commands.configure import BoardConfiguration, configure, read_wiring
from hardware.host.layouts import LayoutError, places_on
from hardware.host.link import Port, SimulatedPort
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.wire.messages import Feature, Message, SetName
from tests.support.own_boards import grid


def opened(board: SimulatedBoard) -> Port:
    return SimulatedPort(board)


@pytest.fixture
def board() -> SimulatedBoard:
    return SimulatedBoard(BoardIdentity("squares-6", 36, name="Desk"))


def test_without_options_it_only_tells(
    board: SimulatedBoard, capsys: pytest.CaptureFixture[str]
) -> None:
    assert configure("port", BoardConfiguration(), lambda _name: opened(board)) == 0
    first, sensors, lights = capsys.readouterr().out.splitlines()
    assert first.startswith("Desk: squares-6, 36 points")
    assert sensors == "sensors: in the order of the points"
    assert lights == "lights: in the order of the points"


def test_name_layout_and_wiring_are_stored(
    board: SimulatedBoard, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wiring = tmp_path / "wiring.txt"
    numbers = [*range(126, -1, -1)]
    wiring.write_text("# from the far end\n" + ", ".join(map(str, numbers)), encoding="utf-8")
    wanted = BoardConfiguration("hexagon-7", "Club Tür 2", wiring, None)
    assert configure("port", wanted, lambda _name: opened(board)) == 0
    assert board.identity.layout == "hexagon-7"
    assert board.identity.points == 127
    assert board.identity.name == "Club Tür 2"
    out = capsys.readouterr().out
    assert "Club Tür 2: hexagon-7, 127 points" in out
    assert "sensors: " + " ".join(map(str, numbers)) in out
    assert "lights: in the order of the points" in out


def test_rows_and_columns_follow_the_layout(
    board: SimulatedBoard, capsys: pytest.CaptureFixture[str]
) -> None:
    board.identity.features |= Feature.MATRIX
    wanted = BoardConfiguration("hexagon-3")
    assert configure("port", wanted, lambda _name: opened(board)) == 0
    assert "sensors: 2 3 4 17 18" in capsys.readouterr().out
    assert board.wiring[0][:4] == [2, 3, 4, 16 + 1]  # a3, a4, a5, b2
    with pytest.raises(LayoutError, match="61 points do not fit"):
        configure("port", BoardConfiguration("hexagon-5"), lambda _name: opened(board))


def test_what_a_board_lacks_is_said(
    board: SimulatedBoard, capsys: pytest.CaptureFixture[str]
) -> None:
    board.identity.features &= ~(Feature.LIGHTS | Feature.BUTTON)
    assert configure("port", BoardConfiguration(), lambda _name: opened(board)) == 0
    assert "senses sides, no lights, no button, firmware" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["club", "My very own board of 2026", "Brett für Sünje"])
def test_a_board_of_ones_own_is_stored_by_its_name_and_played_on(
    name: str, board: SimulatedBoard, tmp_path: Path
) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(grid(6, name)), encoding="utf-8")
    assert configure("port", BoardConfiguration(str(path)), lambda _name: opened(board)) == 0
    assert name.startswith(board.identity.layout)
    topology = parse_setup(f"more-or-less board={path}").topology
    places = places_on(board.identity.layout, board.identity.points, topology)
    assert places == tuple(range(36))


class Unnamed(SimulatedBoard):
    """A simulated board whose firmware lacks the command that sets its name."""

    def refuses(self, message: Message) -> bool:
        return isinstance(message, SetName)


def test_a_board_that_cannot_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    board = Unnamed(BoardIdentity("hexagon-3", 19, name="Desk"))
    assert configure("port", BoardConfiguration(name="Other"), lambda _name: opened(board)) == 1
    assert "the command makes no sense to it" in capsys.readouterr().out
    assert board.identity.name == "Desk"


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (BoardConfiguration(layout="hexagon-8"), "169 points"),
        (BoardConfiguration(layout="round-9"), "is no layout"),
        (BoardConfiguration(name="much too long for a board"), "at most 20 bytes"),
        (BoardConfiguration(layout="nowhere.json"), "nowhere.json"),
    ],
)
def test_bad_input_is_named_before_anything_is_opened(
    wanted: BoardConfiguration, words: str
) -> None:
    def fail(name: str) -> Port:
        raise AssertionError(name)

    with pytest.raises(LayoutError, match=words):
        configure("port", wanted, fail)


@pytest.mark.parametrize("text", ["", "1 2 x", "128", "9" * 5000, "-1", " ".join(["5"] * 129)])
def test_bad_wiring_files(text: str, tmp_path: Path) -> None:
    file = tmp_path / "wiring"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(LayoutError, match="expected"):
        read_wiring(file)
