"""Faults of a board are logged for each evening; the log can be shown and cleared."""

from __future__ import annotations

import json
import multiprocessing
from pathlib import Path

import pytest

from hardware.commands.cli import main
from hardware.host.board_driver import BoardDriver
from hardware.host.health_log import (
    BLINKS,
    CHECK_PERIOD_S,
    DEAD,
    FLICKERS,
    MAGNET,
    SHARES,
    WEAK,
    BoardHealth,
    HealthRecorder,
    clear,
    health_file,
    note,
    read,
)
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from tests.tools.rig.endurance_hours import a_match
from tools.rig.table import BoardTable, SteppedLine

CLUB = BoardHealth("0000beef", "Club board", "hexagon-5")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LESS_IS_MORE_HOME", str(tmp_path))
    return health_file()


def noted(path: Path) -> list[tuple[str, str, int]]:
    (board,) = read(path)[0]
    return [(one.point, one.kind, one.sessions) for one in board.worst_first]


def test_the_worst_is_listed_first_with_its_evenings(home: Path) -> None:
    note(home, CLUB, [("e5", WEAK), ("a5", BLINKS)], {}, "2026-11-20")
    note(home, CLUB, [("c3", DEAD), ("a5", BLINKS)], {}, "2026-11-22")
    assert noted(home) == [("c3", DEAD, 1), ("a5", BLINKS, 2), ("e5", WEAK, 1)]
    (board,) = read(home)[0]
    blinking = board.worst_first[1]
    assert (blinking.first, blinking.last) == ("2026-11-20", "2026-11-22")
    assert blinking.advice == "a5 is intermittent: check its solder joints"
    assert blinking.when == "2 evenings, last 2026-11-22"


def test_a_point_that_is_weak_evening_after_evening_is_found_though_no_evening_tells(
    home: Path,
) -> None:
    for share in (0.9, 0.6, 0.65, 0.6):
        note(home, CLUB, [], {"e5": share, "d5": 1.0})
    assert [(point, kind) for point, kind, _count in noted(home)] == [("e5", WEAK)]
    for _evening in range(2 * SHARES):
        note(home, CLUB, [], {"e5": 1.0})
    assert noted(home) == []
    assert len(read(home)[0][0].shares["e5"]) == SHARES


def test_what_is_mended_is_cleared_and_nothing_else(home: Path) -> None:
    note(home, CLUB, [("e5", DEAD), ("e5", FLICKERS), ("a5", MAGNET)], {"e5": 0.4})
    clear(home, CLUB, ["e5"])
    assert noted(home) == [("a5", MAGNET, 1)]
    assert read(home)[0][0].shares == {}


def test_boards_are_kept_apart(home: Path) -> None:
    note(home, CLUB, [("e5", DEAD)], {})
    note(home, BoardHealth("00000001", "", "squares-8"), [("a1", DEAD)], {})
    assert [board.number for board in read(home)[0]] == ["0000beef", "00000001"]


def test_a_damaged_file_is_set_aside_and_a_newer_one_is_left_alone(home: Path) -> None:
    home.write_text('{"version": 1, "boards": [{"board": 3}]}')
    assert read(home)[0] == []
    assert "damaged" in read(home)[1] or not home.exists()
    newer = json.dumps({"version": 99, "boards": []})
    home.write_text(newer)
    with pytest.raises(OSError, match="newer version"):
        note(home, CLUB, [("e5", DEAD)], {})
    assert home.read_text() == newer


def _note_some(path: Path, point: str) -> None:
    for _time in range(5):
        note(path, CLUB, [(point, DEAD)], {})


def test_two_windows_note_at_once(home: Path) -> None:
    context = multiprocessing.get_context("spawn")
    windows = [context.Process(target=_note_some, args=(home, point)) for point in ("a5", "b5")]
    for window in windows:
        window.start()
    for window in windows:
        window.join(60)
    assert noted(home) == [("a5", DEAD, 5), ("b5", DEAD, 5)]


def test_a_session_notes_what_it_finds_once(home: Path) -> None:
    match = a_match("multiplicity size=3")
    board = SimulatedBoard(BoardIdentity("hexagon-3", 19, board_id=0xBEEF, name="Club board"), 1)
    line = SteppedLine(board)
    table, recorder = BoardTable(match, line), HealthRecorder(home, line.driver)
    table.run(1.0)
    board.troubles.stuck[match.game.topology.index["c3"]] = 3
    table.run(2.0)
    recorder.look(CHECK_PERIOD_S)
    recorder.look(2 * CHECK_PERIOD_S)
    recorder.close()
    assert noted(home) == [("c3", DEAD, 1)]


def test_a_board_nobody_has_met_is_not_noted(home: Path) -> None:
    recorder = HealthRecorder(home, BoardDriver())
    recorder.look(CHECK_PERIOD_S)
    recorder.close()
    assert not home.exists()


def test_the_command_lists_and_clears(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["health"]) == 0
    assert "Nothing is known to be wrong" in capsys.readouterr().out
    note(home, CLUB, [("e5", WEAK), ("c3", DEAD)], {}, "2026-11-22")
    assert main(["health", "--board", "Club board"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Club board (hexagon-5, 0000beef)",
        "  c3 is out of order: check its joints and its wire (1 evening, last 2026-11-22)",
        "  e5 is getting weak: check its solder joint (1 evening, last 2026-11-22)",
    ]
    assert main(["health", "--clear", "c3"]) == 0
    assert "c3" not in capsys.readouterr().out
    assert main(["health", "--clear", "h9"]) == 2
    assert "h9 is on no list" in capsys.readouterr().err
    assert main(["health", "--board", "Other"]) == 2
    assert main(["health", "--clear", "all"]) == 0
    assert noted(home) == []
