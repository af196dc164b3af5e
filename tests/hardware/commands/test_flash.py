"""`board flash` picks the right image and method for each controller, or explains what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.commands import flash as flashing
from hardware.commands.flash import (
    CARD,
    DriveError,
    FlashOrder,
    FlashSystem,
    check_image,
    flash,
    wait_for_drive,
)
from hardware.host.link import Port, SimulatedPort
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.wire.messages import Feature
from tests.hardware.firmware_bench import needs_pico
from tests.support.waiting import until
from tools.rig.emulator.emulator import Emulator
from tools.rig.emulator.tools import build_firmware

UF2 = bytes.fromhex("5546320a57515d9e") + bytes(20) + bytes.fromhex("56ff8be4") + bytes(480)


class Said(list[str]):
    def __call__(self, words: str) -> None:
        self.append(words)

    @property
    def text(self) -> str:
        return "\n".join(self)


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def image(tmp_path: Path) -> Path:
    path = tmp_path / "board.uf2"
    path.write_bytes(UF2)
    return path


def drive_at(folder: Path) -> Path:
    folder.mkdir()
    (folder / CARD).write_text("Board-ID: RPI-RP2\r\n", encoding="ascii")
    return folder


def taking(drive: Path, image: Path) -> Callable[[], list[Path]]:
    """Return a function that finds the drive until a file has been copied there."""
    return lambda: [] if (drive / image.name).exists() else [drive]


def never(_name: str) -> Port:
    raise AssertionError("no port shall be opened")


def board_of(controller: str, sensing: int) -> Callable[[str], Port]:
    board = SimulatedBoard(BoardIdentity("squares-6", 36, sensing=sensing, controller=controller))
    return lambda _name: SimulatedPort(board)


@pytest.mark.parametrize(
    ("controller", "sensing", "words"),
    [
        ("atmega328p", 1, "avrdude -p m328p -c arduino -P /dev/ttyX -b 115200"),
        ("atmega2560", 1, "avrdude -p m2560 -c wiring -P /dev/ttyX -b 115200 -D"),
        ("atmega328p", 0, "atmega328p-occupancy/board.hex"),
        ("rp2040", 1, "rp2040-side/board.uf2"),
        ("rp2040", 0, "rp2040-occupancy/board.uf2"),
        # A controller added later, or a board that names no controller.
        ("esp32", 1, "taken for: Arduino Nano"),
        ("", 1, "taken for: Arduino Nano"),
    ],
)
def test_the_board_is_asked(controller: str, sensing: int, words: str, said: Said) -> None:
    system = FlashSystem(said, board_of(controller, sensing), lambda: [], 0)
    assert flash(FlashOrder(port="/dev/ttyX", dry_run=True), system) == 0
    assert words in said.text
    assert said[-1] == "Nothing was written (dry run)."


@pytest.mark.parametrize(
    ("lacks", "variant"), [(Feature.LIGHTS | Feature.BUTTON, "matrix"), (0, "matrix-lights")]
)
def test_a_board_of_rows_and_columns_gets_its_own_image(
    lacks: int, variant: str, said: Said
) -> None:
    features = sum(Feature) & ~lacks
    identity = BoardIdentity("squares-6", 36, sensing=0, features=features, controller="rp2040")
    board = SimulatedBoard(identity)
    system = FlashSystem(said, lambda _name: SimulatedPort(board), lambda: [], 0)
    assert flash(FlashOrder(port="/dev/ttyX", dry_run=True), system) == 0
    assert f"rp2040-{variant}/board.uf2" in said.text


@pytest.mark.parametrize(
    ("sensing", "options"),
    [("matrix", "SENSING=matrix LIGHTS=0 BUTTON=0"), ("matrix-lights", "SENSING=matrix")],
)
def test_a_missing_image_of_rows_and_columns_is_built_so(
    sensing: str, options: str, tmp_path: Path, said: Said
) -> None:
    drive = drive_at(tmp_path / "RPI-RP2")
    order = FlashOrder(image=tmp_path / "none.uf2", sensing=sensing)
    assert flash(order, FlashSystem(said, never, lambda: [drive], 0)) == 2
    assert said[-1].endswith(f"MCU=rp2040 {options}")


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        ((0x2341, 0x0042), "Arduino Mega 2560"),
        ((0x2A03, 0x0043), "Arduino Uno"),
        ((0x2E8A, 0x0005), "Raspberry Pi Pico"),
        ((0x1A86, 0x7523), "Arduino Nano"),
        (None, "Arduino Nano"),
    ],
)
def test_a_board_that_does_not_say_is_known_by_its_usb_chip(
    ids: tuple[int, int] | None, words: str, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashing, "usb_ids", lambda _port: ids)
    system = FlashSystem(said, board_of("", 1), lambda: [], 0)
    assert flash(FlashOrder(port="/dev/ttyX", dry_run=True), system) == 0
    assert f"taken for: {words}" in said.text


def test_who_names_the_controller_is_not_asked(said: Said) -> None:
    system = FlashSystem(said, never, lambda: [], 0)
    assert flash(FlashOrder("nano-old", "/dev/ttyX", dry_run=True), system) == 0
    assert "-b 57600" in said.text


def test_a_controller_that_waits_needs_no_port(tmp_path: Path, image: Path, said: Said) -> None:
    drive = drive_at(tmp_path / "RPI-RP2")
    system = FlashSystem(said, never, taking(drive, image), 1)
    assert flash(FlashOrder(image=image), system) == 0
    assert (drive / image.name).read_bytes() == UF2
    assert said[-1] == "Written. The controller has restarted."


def test_a_drive_that_stays_has_not_taken_the_file(tmp_path: Path, image: Path, said: Said) -> None:
    drive = drive_at(tmp_path / "RPI-RP2")
    assert flash(FlashOrder(image=image), FlashSystem(said, never, lambda: [drive], 0)) == 1
    assert "did not take the file" in said[-1]


def test_several_that_wait_are_named(tmp_path: Path) -> None:
    drives = [drive_at(tmp_path / name) for name in ("one", "other")]
    with pytest.raises(DriveError, match=r"one.*other"):
        wait_for_drive(lambda: drives, 0)


def test_no_drive_comes(image: Path, said: Said) -> None:
    with pytest.raises(DriveError, match=r"BOOTSEL|udisksctl"):
        wait_for_drive(lambda: [], 0)


def test_a_drive_that_cannot_be_written_says_why(tmp_path: Path, image: Path, said: Said) -> None:
    drive = drive_at(tmp_path / "RPI-RP2")
    (drive / image.name).mkdir()
    assert flash(FlashOrder(image=image), FlashSystem(said, never, lambda: [drive], 0)) == 1
    assert str(drive) in said[-1]


def test_another_file_is_not_copied(tmp_path: Path, said: Said) -> None:
    other = tmp_path / "board.hex"
    other.write_text(":00000001FF\n", encoding="ascii")
    drive = drive_at(tmp_path / "RPI-RP2")
    assert flash(FlashOrder(image=other), FlashSystem(said, never, lambda: [drive], 0)) == 2
    assert "no UF2 file" in said[-1]
    assert [path.name for path in drive.iterdir()] == [CARD]


def test_an_image_that_is_not_there_says_how_to_build_it(tmp_path: Path, said: Said) -> None:
    drive = drive_at(tmp_path / "RPI-RP2")
    missing = tmp_path / "none.uf2"
    assert flash(FlashOrder(image=missing), FlashSystem(said, never, lambda: [drive], 0)) == 2
    assert "FAMILY=rp2040 MCU=rp2040 SENSING=side" in said[-1]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the program look installed; return the folder for the images that are shipped."""
    monkeypatch.setattr(flashing, "INSTALLED", True)
    monkeypatch.setattr(flashing, "IMAGES", tmp_path / "images")
    monkeypatch.setattr(flashing, "build_folder", lambda: tmp_path / "build")
    (tmp_path / "images").mkdir()
    return tmp_path / "images"


def test_an_installed_program_writes_the_image_that_came_with_it(
    tmp_path: Path, installed: Path, said: Said
) -> None:
    image = installed / "less-is-more-board-1.1.0-rp2040-side.uf2"
    image.write_bytes(UF2)
    (installed / "less-is-more-board-1.1.0-rp2040-occupancy.uf2").write_bytes(bytes(512))
    drive = drive_at(tmp_path / "RPI-RP2")
    assert flash(FlashOrder(), FlashSystem(said, never, taking(drive, image), 1)) == 0
    assert (drive / image.name).read_bytes() == UF2


def test_an_installed_program_prefers_what_was_built_here(installed: Path) -> None:
    (installed / "less-is-more-board-1.1.0-atmega328p-side.hex").touch()
    nano = flashing.CONTROLLERS["nano"]
    came = flashing.image_of(nano, "side")
    assert came.parent == installed
    own = installed.parent / "build" / "firmware" / "atmega328p-side" / "board.hex"
    own.parent.mkdir(parents=True)
    own.touch()
    assert flashing.image_of(nano, "side") == own


def test_an_installed_program_without_images_names_the_release_s(
    installed: Path, said: Said
) -> None:
    assert flash(FlashOrder("mega", "/dev/ttyX"), FlashSystem(said, never, lambda: [], 0)) == 1
    assert "less-is-more-board-VERSION-atmega2560-side.hex" in said[-1]
    assert "board flash --image FILE" in said[-1]


def test_a_machine_without_avrdude_is_no_bad_input(
    tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    image = tmp_path / "board.hex"
    image.write_text(":00000001FF\n", encoding="ascii")
    order = FlashOrder("nano", "/dev/ttyX", image=image)
    assert flash(order, FlashSystem(said, never, lambda: [], 0)) == 1
    assert "avrdude is not installed" in said[-1]


def test_a_port_that_is_not_there(said: Said) -> None:
    assert (
        flash(FlashOrder(port="/dev/none"), FlashSystem(said, drives=lambda: [], timeout_s=0)) == 1
    )
    assert "There is no port /dev/none" in said[-1]


@needs_pico
def test_a_running_board_is_asked_led_to_its_loader_and_written(tmp_path: Path, said: Said) -> None:
    """The emulated controller does everything; only its boot loader's drive is simulated."""
    built = build_firmware("rp2040")
    check_image(built)
    drive = drive_at(tmp_path / "RPI-RP2")
    with Emulator(mcu="rp2040", terminal=tmp_path / "board") as board:

        def drives() -> list[Path]:
            return taking(drive, built)() if board.usb().loader else []

        system = FlashSystem(said, drives=drives, timeout_s=60)
        assert flash(FlashOrder(port=board.port, image=built), system) == 0
        assert "its controller is rp2040" in said[0]
        until(lambda: not Path(board.port).exists())
    assert (drive / built.name).read_bytes() == built.read_bytes()
