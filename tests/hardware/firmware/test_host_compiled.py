"""The firmware's core works when compiled for this machine, and its builds fit the controllers.

Its pure parts are tested with tables, the rest with sequences of events on a board in memory.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.wire.messages import Blink
from hardware.wire.palette import COLOURS
from tests.hardware.firmware_bench import needs_cc
from tests.support.tools import needs
from tests.support.waiting import PATIENCE
from tools.rig.emulator.tools import CONTROLLERS, FIRMWARE, build_firmware

needs_avr = needs("avr-gcc")
needs_both = needs("avr-gcc", "arm-none-eabi-gcc")
RAM = 2048
STACK = 400  # minimum number of bytes left for the stack of the ATmega328P
FLASH = 30720  # bytes of flash without the bootloader


@needs_cc
def test_pure_parts_and_whole_board_on_a_controller_in_memory(tmp_path: Path) -> None:
    variables = [f"BUILD={tmp_path}", f"PYTHON={sys.executable}"]
    done = subprocess.run(
        ["make", "-s", "-C", str(FIRMWARE / "tests"), *variables, "run"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    count = re.search(r"(\d+) checks, 0 failures", done.stdout)
    assert count
    assert int(count[1]) > 45_000


@needs_avr
@pytest.mark.parametrize("sensing", ["side", "occupancy"])
@pytest.mark.parametrize("mcu", ["atmega328p", "atmega2560"])
def test_builds_fit(mcu: str, sensing: str) -> None:
    elf = build_firmware(mcu, sensing)
    assert elf.with_suffix(".hex").read_text().startswith(":")
    sizes = subprocess.run(["avr-size", elf], capture_output=True, text=True, check=True)
    text, data, bss = map(int, sizes.stdout.splitlines()[1].split()[:3])
    assert text + data <= FLASH
    assert data + bss <= RAM - STACK


@needs_both
@pytest.mark.parametrize("mcu", ["atmega328p", "rp2040"])
def test_the_same_sources_give_the_same_bytes_wherever_they_are_built(
    mcu: str, tmp_path: Path
) -> None:
    built = build_firmware(mcu).parent
    options = [f"BUILD={tmp_path}", f"FAMILY={CONTROLLERS[mcu].name}", f"MCU={mcu}"]
    subprocess.run(["make", "-s", "-C", FIRMWARE, *options], check=True, timeout=PATIENCE)
    for image in tmp_path.glob("board.[hu]*"):
        assert image.read_bytes() == (built / image.name).read_bytes()


@needs_both
@pytest.mark.slow
def test_a_release_has_every_variant_under_a_name_with_its_version(tmp_path: Path) -> None:
    options = ["make", "-s", "-C", str(FIRMWARE), f"RELEASE={tmp_path}", "release"]
    subprocess.run(options, check=True, timeout=2 * PATIENCE)
    sums = (tmp_path / "SHA256SUMS").read_text(encoding="ascii")
    subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=tmp_path, check=True)
    names = {line.split()[1] for line in sums.splitlines()}
    ends = [f"{mcu}-{sensing}.hex" for mcu in CONTROLLERS for sensing in ("side", "occupancy")]
    ends += ["rp2040-side.uf2", "rp2040-occupancy.uf2"]
    ends += [f"rp2040-matrix{parts}{end}" for parts in ("", "-lights") for end in (".hex", ".uf2")]
    assert names == {f"less-is-more-board-{version()}-{end}" for end in ends}


def version() -> str:
    header = (FIRMWARE / "core" / "config.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define FIRMWARE_(?:MAJOR|MINOR|PATCH) (\d+)", header))


@needs_avr
def test_the_build_prints_its_size(tmp_path: Path) -> None:
    done = subprocess.run(
        ["make", "-C", FIRMWARE, f"BUILD={tmp_path}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert re.search(r"atmega328p side: \d+ bytes of flash, \d+ bytes of RAM", done.stdout)


@pytest.mark.parametrize("variable", ["MCU=atmega8", "SENSING=colour", "SENSING=matrix"])
@needs_avr
def test_a_wrong_option_is_refused_by_name(variable: str) -> None:
    done = subprocess.run(
        ["make", "-C", FIRMWARE, variable], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode != 0
    assert f"{variable} found" in done.stderr
    assert "expected" in done.stderr


def test_firmware_and_host_start_with_the_same_palette() -> None:
    source = (FIRMWARE / "core" / "lights.c").read_text()
    table = source[source.index("palette[CODES]") : source.index("};")]
    rows = re.findall(r"\{(\d+), (\d+), (\d+), BLINK_(\w+)\}", table)
    found = [(*map(int, row[:3]), row[3]) for row in rows]
    assert found == [
        (colour.red, colour.green, colour.blue, Blink(colour.blink).name) for colour in COLOURS
    ]


def test_firmware_and_codec_number_their_messages_alike() -> None:
    from hardware.wire.messages import COMMANDS, REPORTS, ErrorCode

    numbers = dict(re.findall(r"MSG_(\w+) = (0x\w+)", (FIRMWARE / "core" / "types.h").read_text()))
    numbers.pop("FROM_BOARD")
    assert sorted(int(number, 16) for number in numbers.values()) == sorted(
        kind.type for kind in (*COMMANDS, *REPORTS)
    )
    codes = dict(
        re.findall(r"^    (\w+) = (\d),", (FIRMWARE / "core" / "types.h").read_text(), re.M)
    )
    assert {name: int(number) for name, number in codes.items()} == {
        code.name: code.value for code in ErrorCode
    }


def test_the_build_guide_computes_the_current_as_the_firmware_does() -> None:
    header = (FIRMWARE / "core" / "config.h").read_text()
    defines = {name: int(value) for name, value in re.findall(r"#define (\w+) (\d+)\b", header)}
    guide = (FIRMWARE.parent / "BUILD.md").read_text()
    (heads,) = re.findall(r"\| sensors \| SENSOR_UA \|(.*)\|", guide)
    points = [int(cell) for cell in heads.split("|")]
    rows = re.findall(r"^\| [^|]+ \| (\d+) \|((?: \d+ \|){6})$", guide, re.M)
    assert len(rows) == 7
    for sensor, cells in rows:
        for count, cell in zip(points, cells.strip(" |").split("|")):
            drawn = -(-count * (int(sensor) + defines["IDLE_UA"]) // 1000)
            left = max(0, defines["SUPPLY_MA"] - defines["CONTROLLER_MA"] - drawn)
            assert int(cell) == left
    assert re.search(r"SENSOR_UA 1800", header)


def test_the_schematic_shows_the_parts_and_pins_of_the_build_guide() -> None:
    schematic = (FIRMWARE.parent / "schematic.svg").read_text(encoding="utf-8")
    words = " ".join(re.findall(r">([^<]+)</text>", schematic))
    guide = (FIRMWARE.parent / "BUILD.md").read_text(encoding="utf-8")
    parts = guide[guide.index("## 1. Parts") : guide.index("## 2.")]
    kinds = r"CD74HC4067|DRV5053|WS2812B|AO3401|2N7002|\d+ kΩ|\d+ Ω|\d+ nF|\d+ µF"
    wanted = set(re.findall(kinds, parts))
    assert len(wanted) == 11
    assert wanted == set(re.findall(kinds, words))
    rows = re.findall(r"^\| (?:select lines|lights|button) \| (.+?) \|", guide, re.M)
    for pin in re.findall(r"D\d+", " ".join(rows)):
        assert re.search(rf">{pin}</text>", schematic), pin
