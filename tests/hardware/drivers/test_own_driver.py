"""The example of a driver passes all checks, is found by its keyword, and plays Less."""

from __future__ import annotations

import random

import pytest

from examples.board_driver import OCTO
from game.table.match import Match
from game.table.spec import two_people
from hardware.drivers.driver import Driver
from hardware.drivers.registry import KINDS
from hardware.drivers.translation import TranslatedBoard
from hardware.host.board_choice import kind_words, note_on
from hardware.host.layouts import points_of
from hardware.host.other_boards import address_of
from tests.hardware.drivers.test_chess_boards import PATIENT, homeward
from tools.driver_check import CHECKS, Chunk, Trial, findings
from tools.rig.exercise import rehearse

SIX = points_of("squares-6")


class OctoDevice:
    """The invented board that the first lines of the example describe."""

    def __init__(self) -> None:
        self.lying, self.lamps, self.now, self._out = dict.fromkeys(SIX, 0), "", 0.0, b""

    def set(self, point: int, face: int) -> None:
        self.lying[SIX[point]] = face
        self._say(f"{SIX[point]},{face}")

    def press(self, _now: float) -> None:
        self._say("btn")

    def heard(self, data: bytes) -> None:
        text = data.decode()
        if "!" in text:
            self.lamps = text.rpartition("!")[2][: len(SIX)]
        if "?" in text:
            self._say("all," + "".join(map(str, self.lying.values())))

    def _say(self, words: str) -> None:
        self._out += f"#{words},{1 + round(1000 * self.now)}\n".encode()

    def says(self) -> bytes:
        out, self._out = self._out, b""
        return out


class Stepped(OctoDevice):
    """The invented board behind its driver, in simulated time."""

    def __init__(self, driver: Driver) -> None:
        super().__init__()
        self._board = TranslatedBoard(driver, "made-up")

    def feed(self, data: bytes, now: float) -> None:
        self._board.feed(data, now)

    def advance(self, now: float) -> bytes:
        self.now = now
        self._board.heard(self.says(), now)
        self.heard(self._board.to_board(now))
        return self._board.advance(now)


@pytest.fixture(autouse=True)
def _listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "octo", OCTO)


def driver() -> Driver:
    found = address_of("octo:/dev/ttyUSB0")
    assert found is not None
    assert found.baud == 57600
    return found.driver


def test_a_kind_that_is_listed_needs_nothing_else() -> None:
    assert kind_words("octo") == "Octo"
    assert "Octo" not in note_on("octo")


def test_it_passes_all_checks() -> None:
    device, dice, chunks = OctoDevice(), random.Random(1), list[Chunk]()
    for tick in range(60):
        device.now = tick / 4
        if tick % 4 == 0:
            device.heard(b"?")
        if tick % 5 == 3 and tick < 50:
            device.set(dice.randrange(36), dice.randrange(3))
        if told := device.says():
            chunks.append((device.now, told))
    assert dict(findings(Trial(driver, chunks))) == dict.fromkeys(CHECKS, "")


def test_a_whole_game_of_less() -> None:
    match, device = Match(two_people("less seed=4")), Stepped(driver())
    exercise = rehearse(match, device, 4, habits=PATIENT, longest=200, policy=homeward)
    assert exercise.play().wrong == ""
    assert match.over
    assert exercise.recorded == exercise.intended or exercise.account.ambiguous
    assert set(device.lamps) > {"."}, "lights show what is to be done, or was done"
