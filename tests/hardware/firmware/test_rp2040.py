"""The RP2040's own USB, settings in flash, boot loader and images work."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import pytest

from hardware.firmware.hal.rp2040.image import FLASH, checksum, hex_lines, sealed, uf2
from hardware.wire.codec import encode
from hardware.wire.messages import (
    Ack,
    BoardState,
    Calibrate,
    CalibrationStep,
    Health,
    Ping,
    PointChanged,
    SelfTest,
    SetName,
    Welcome,
)
from tests.hardware.firmware_bench import needs_pico, welcomed
from tools.rig.emulator.emulator import ONE, Emulator
from tools.rig.emulator.tools import build_bench, build_firmware

pytestmark = needs_pico

# Milliseconds after which everything is in the flash, even if an erasure was needed.
SETTLED_MS = 120
WRITINGS = 50


def clean(board: Emulator) -> None:
    assert board.usb().faults == []
    assert board.chip().faults == []


def test_the_computer_sees_a_serial_line_with_the_number_of_its_flash_chip() -> None:
    with (
        welcomed(mcu="rp2040", seed=1) as (one, host),
        welcomed(mcu="rp2040", seed=2) as (other, _),
    ):
        device = one.usb()
        assert (device.vendor, device.product) == ("2e8a", "a")
        assert (device.maker, device.name) == ("Less is More", "Sensor board")
        assert len(device.serial) == 16
        assert host.ask_for(Health, SelfTest()).free_ram > 6000  # bytes; the stack has 8192
        assert device.serial != other.usb().serial
        clean(one)


def test_the_memory_is_written_in_turns_all_over_its_sectors() -> None:
    with welcomed(mcu="rp2040") as (board, host):
        for number in range(WRITINGS):
            host.order(SetName(81, "decagon-81", f"name {number}"))
            host.run(SETTLED_MS)
        erased = board.chip().erased
        # One writing more, because the first boot also wrote.
        assert sum(erased) == (WRITINGS + 1 + 2) // 3
        assert len(erased) == 16
        assert max(erased) - min(erased) <= 1
        board.unplug()
        board.plug()
        welcome = host.greet()
        assert (welcome.name, welcome.boot) == (f"name {WRITINGS - 1}", 2)
        clean(board)


def test_a_power_cut_leaves_the_old_or_the_new_and_nothing_between() -> None:
    with welcomed(mcu="rp2040") as (board, host):
        host.order(SetName(81, "decagon-81", "old"))
        host.run(SETTLED_MS)
        for after in (0, 15, 22, 25, SETTLED_MS):
            host.order(SetName(81, "decagon-81", "new"))
            host.run(after)
            board.unplug()
            board.plug()
            welcome = host.greet()
            assert welcome.name in ("old", "new")
            assert host.ask_for(Health, SelfTest()).storage_ok
        assert welcome.name == "new"
        clean(board)


def test_storing_is_hardly_noticed() -> None:
    with welcomed(mcu="rp2040") as (board, host):
        for number in range(6):
            host.order(SetName(81, "decagon-81", f"name {number}"))
            board.set_point(number, ONE)
            begun = board.ms
            host.wait_for(lambda item: isinstance(item, PointChanged), 200)
            assert board.ms - begun < 110  # includes 45 ms for a possible erasure
            host.order(Ping(), 100)
            host.run(SETTLED_MS)
        host.ask(Calibrate(CalibrationStep.EMPTY), 1000)
        clean(board)


def test_no_packet_becomes_available_at_the_end_of_a_frame() -> None:
    """Otherwise the USB controller could hang (erratum E15); the emulator reports such a packet."""
    with welcomed(mcu="rp2040", seed=5) as (board, host):
        board.send(b"".join(encode(Ping(), number) for number in range(1, 251)))
        answers = [item for item in host.run(400) if isinstance(item, Ack)]
        assert len(answers) == 250
        clean(board)


def test_a_usb_controller_that_hangs_is_reset_with_the_board() -> None:
    with welcomed(mcu="rp2040") as (board, host):
        board.hang_usb()
        host.run(2500)  # a second without frames, then a second without feeding the watchdog
        assert host.greet().boot == 2


def test_a_board_that_nobody_listens_to_goes_on() -> None:
    with welcomed(mcu="rp2040") as (board, host):
        board.line(0)
        host.run(3000)
        board.set_point(7, ONE)
        host.run(3000)
        board.line(115200)
        host.run(50)
        board.send(b"\0")
        host.greet(boot_ms=0)
        assert host.last(Welcome).boot == 1
        assert host.last(BoardState).states[7] == ONE
        clean(board)


def test_the_host_keeps_what_the_board_has_no_room_for() -> None:
    with welcomed(mcu="rp2040") as (board, host):
        board.send(b"".join(encode(Ping(), number) for number in range(1, 251)))
        answers = [item for item in host.run(400) if isinstance(item, Ack)]
        assert [answer.reply_to for answer in answers] == list(range(1, 251))
        assert host.ask_for(Health, SelfTest()).lost_bytes == 0
        clean(board)


def test_closed_at_1200_baud_it_leaves_for_its_loader_and_comes_back() -> None:
    with welcomed(mcu="rp2040") as (board, host):
        board.line(1200)
        host.run(100)
        assert not board.usb().loader
        board.line(0)
        host.run(100)
        assert board.usb().loader
        assert not board.usb().configured
        host.run(2000)  # the watchdog leaves the loader alone
        assert board.usb().loader
        board.unplug()
        board.plug()
        board.line(115200)
        assert host.greet().boot == 2


def test_what_was_not_made_by_us_is_not_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = bytearray(build_firmware("rp2040").read_bytes())
    program[32 + 4] ^= 1  # in the second stage of the boot
    other = tmp_path / "other.uf2"
    other.write_bytes(program)
    monkeypatch.setattr("tools.rig.emulator.emulator.build_firmware", lambda *_: other)
    with Emulator(mcu="rp2040") as board:
        board.run(300)
        assert board.usb().loader


# -- images ----------------------------------------------------------------------------------------


def program_of_uf2(data: bytes) -> bytes:
    blocks = [data[at : at + 512] for at in range(0, len(data), 512)]
    heads = [struct.unpack("<8I", block[:32]) for block in blocks]
    assert [head[5:7] for head in heads] == [(n, len(blocks)) for n in range(len(blocks))]
    assert [head[3] for head in heads] == [FLASH + 256 * n for n in range(len(blocks))]
    assert all(block[-4:] == bytes.fromhex("306fb10a") for block in blocks)
    return b"".join(block[32:288] for block in blocks)


def program_of_hex(lines: list[str]) -> bytes:
    records = [bytes.fromhex(line[1:]) for line in lines]
    assert all(sum(record) & 0xFF == 0 for record in records)
    assert records[-1] == bytes.fromhex("00000001ff")
    return b"".join(record[4:-1] for record in records if record[3] == 0)


def test_both_images_hold_the_same_program_with_its_checksum() -> None:
    path = build_firmware("rp2040")
    program = program_of_uf2(path.read_bytes())
    lines = path.with_suffix(".hex").read_text(encoding="ascii").splitlines()
    assert program_of_hex(lines) == program
    assert struct.unpack("<I", program[252:256])[0] == checksum(program[:252])
    assert checksum(b"123456789") == 0x0376E6E7  # CRC-32/MPEG-2, from the catalogue of checksums


def test_images_of_any_size() -> None:
    for size in (256, 257, 0x10000 - 16, 0x10000 + 300):
        program = sealed(bytes(number % 251 for number in range(size)))
        assert program_of_uf2(uf2(program)) == program
        assert program_of_hex(list(hex_lines(program))) == program


def test_our_interpreter_agrees_with_the_emulators() -> None:
    check = build_bench("rp2040").with_name("check_core.mjs")
    command = ["node", str(check), str(build_firmware("rp2040"))]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.startswith("compared "), done.stdout
    assert int(done.stdout.split()[1]) > 3000
