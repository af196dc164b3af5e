"""`report` stores a builder's measurements as they come, and judges them with the board's data."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from hardware.host.layouts import LayoutError
from hardware.host.link import SimulatedPort
from hardware.simulator import board as simulated
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.wire.messages import Feature, Sensing
from workshop.fabrication import build_report
from workshop.fabrication.build_report import judged, read_report, report, steps, told
from workshop.fabrication.command import main

GOOD = {"short": "5000", "controller": "4,7 V", "logic": "4.7", "lights": "4.6"}
GOOD |= {"dark": "90", "lit": "410", "output": "1.02"}


class Builder:
    """A builder who gives these answers in order, whatever the question; then the input ends."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked = list(answers), 0

    def __call__(self, _question: str) -> str:
        self.asked += 1
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> SimulatedBoard:
    """Return a calibrated board of DRV5053 on a Nano, without pieces."""
    monkeypatch.setattr(simulated, "MIDDLE", 205)
    return SimulatedBoard(BoardIdentity("squares-6", 36, name="First"), seed=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "first.json"


def run(board: SimulatedBoard, path: Path, builder: Builder) -> int:
    # The clock of the board runs ten times as fast.
    port = SimulatedPort(board, lambda: 10 * time.monotonic())
    return report("port", path, None, builder, lambda _name: port)


def test_a_good_board_is_good(
    board: SimulatedBoard, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(board, path, Builder(*GOOD.values())) == 0, capsys.readouterr().out
    out = capsys.readouterr().out
    assert "LOOK" not in out
    assert "5 V of the controller, lights dark: 4.7 V, expected 4.1 to 5.25" in out
    kept = json.loads(path.read_text("utf-8"))
    assert kept["measured"]["controller"] == 4.7
    assert len(kept["board"]["baselines"]) == 36
    assert kept["board"]["sensors"] == "in the order of the points"
    assert main(["report", "--check", str(path)]) == 0


def test_it_is_continued_where_it_was_left(
    board: SimulatedBoard, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(EOFError):
        run(board, path, Builder("5000", ""))
    assert read_report(path).measured == {"short": 5000.0}
    builder = Builder(*list(GOOD.values())[1:])
    assert run(board, path, builder) == 0
    assert builder.asked == len(GOOD) - 1
    assert run(board, path, Builder()) == 0, "nothing is left to ask"
    capsys.readouterr()


def test_what_is_left_for_later_is_said(
    board: SimulatedBoard, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(board, path, Builder(*[""] * len(GOOD))) == 1
    assert f"{len(GOOD)} values are still to be measured" in capsys.readouterr().out


@pytest.mark.parametrize("nonsense", ["much", "-3", "nan", "inf", "1e99", "4.7 mV"])
def test_what_is_no_measure_is_refused_and_asked_again(
    nonsense: str, board: SimulatedBoard, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(board, path, Builder("5000", nonsense, *list(GOOD.values())[1:])) == 0
    assert f"{nonsense} found, a number in V expected" in capsys.readouterr().out


def test_each_value_out_of_its_range_is_pointed_at(
    board: SimulatedBoard, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(board, path, Builder("0.4", "3.2", "4.7", "4.6", "400", "600", "2.5")) == 1
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("LOOK")]
    assert [re.sub(r": .*?: ", " ", line).split()[0] for line in lines] == ["LOOK"] * 5


def test_points_that_read_oddly_are_named(path: Path, board: SimulatedBoard) -> None:
    run(board, path, Builder(*GOOD.values()))
    good = read_report(path)
    assert all(fine for fine, _words in told(good.board))
    baselines = (205, 205, 350, *good.board.baselines[3:])
    sick = replace(
        good.board, baselines=baselines, stuck=(7,), noise=(0, 40, *good.board.noise[2:])
    )
    words = [words for fine, words in told(sick) if not fine]
    assert [line.partition(":")[0] for line in words] == ["b1", "c1", "b2"]
    new = replace(good.board, baselines=(512,) * 36, values=(512,) * 36, calibrated=0)
    assert "not calibrated yet" in [words for fine, words in told(new) if not fine]
    # A calibrated board whose baselines are those of a new one.
    simulated_one = replace(new, calibrated=1)
    assert all(fine for fine, _words in told(simulated_one))


def test_a_report_says_what_the_board_says_of_its_calibration(
    path: Path, board: SimulatedBoard
) -> None:
    run(board, path, Builder(*GOOD.values()))
    assert read_report(path).board.calibrated == 1
    path.unlink()
    board.identity.features &= ~Feature.CALIBRATED
    run(board, path, Builder(*GOOD.values()))
    assert read_report(path).board.calibrated == 0


def test_what_is_expected_follows_from_the_board(path: Path, board: SimulatedBoard) -> None:
    run(board, path, Builder(*GOOD.values()))
    facts = read_report(path).board
    ranges = {step.key: (step.least, step.most) for step in steps(facts)}
    assert ranges["dark"] == (36, 120)  # 30 + 36 x 2.5
    large = replace(facts, values=(205,) * 127, baselines=(205,) * 127, noise=(0,) * 127)
    assert {step.key: step.most for step in steps(large)}["dark"] == 348
    pico = {step.key: step for step in steps(replace(facts, controller="rp2040"))}
    assert (pico["logic"].least, pico["logic"].most) == (3.1, 3.5)
    blind = [step.key for step in steps(replace(facts, sensing=Sensing.OCCUPANCY))]
    assert "output" not in blind


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"board": 3}', "nonsense", '{"board": {"sensing": "x"}}', "\x00"]
)
def test_a_file_that_is_no_report_is_refused(
    text: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(text, encoding="utf-8")
    assert main(["report", "--check", str(path)]) == 2
    assert str(path) in capsys.readouterr().err


def test_lists_of_different_lengths_are_refused(path: Path, board: SimulatedBoard) -> None:
    run(board, path, Builder(*GOOD.values()))
    kept = json.loads(path.read_text("utf-8"))
    kept["board"]["noise"].pop()
    path.write_text(json.dumps(kept), encoding="utf-8")
    with pytest.raises(LayoutError, match="for each point"):
        read_report(path)


def test_a_report_of_another_board_is_not_overwritten(path: Path, board: SimulatedBoard) -> None:
    run(board, path, Builder(*GOOD.values()))
    before = path.read_bytes()
    other = SimulatedBoard(BoardIdentity("squares-6", 36, board_id=0xABCD), seed=2)
    with pytest.raises(LayoutError, match="of board"):
        run(other, path, Builder())
    assert path.read_bytes() == before


def test_the_build_guide_lists_the_same_steps(path: Path, board: SimulatedBoard) -> None:
    """The order and the limits are the same, for a Nano with 36 and with 127 points."""
    guide = (ROOT / "hardware" / "BUILD.md").read_text("utf-8")
    run(board, path, Builder(*GOOD.values()))
    facts = read_report(path).board
    expected = partial(replace, facts, controller="rp2040")
    for step, pico in zip(steps(facts), steps(expected())):
        ends = {f"{one.least:g} to {one.most:g} {one.unit}" for one in (step, pico)}
        (row,) = [line for line in guide.splitlines() if line.startswith(f"| `{step.key}`")]
        if step.most < 1e8:
            assert all(end in row for end in ends), row
    assert judged(read_report(path)) == 0
    assert build_report.FIRMWARE["SUPPLY_MA"] == 450
