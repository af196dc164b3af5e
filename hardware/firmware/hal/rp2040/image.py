"""Makes the files to flash from the linked program.

`image.py OBJCOPY board.elf board.hex` writes the .hex, and a .uf2 beside it.  Both include the
checksum of the boot's second stage.

The same ELF always gives the same bytes.
"""

from __future__ import annotations

import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

FLASH = 0x10000000
BOOT2 = 252  # bytes of the second boot stage; four bytes of checksum follow
POLYNOMIAL = 0x04C11DB7
UF2_START, UF2_START_2, UF2_END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
UF2_HAS_FAMILY = 0x2000
RP2040 = 0xE48BFF56  # family of the RP2040 in the UF2 format
BLOCK = 256
LINE = 16


def checksum(data: bytes) -> int:
    """Return the CRC-32 that the ROM checks: highest bit first, starts with ones, not inverted."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ POLYNOMIAL if crc & 0x80000000 else crc << 1) & 0xFFFFFFFF
    return crc


def sealed(program: bytes) -> bytes:
    """Return the program with its checksum, padded to whole blocks."""
    boot2 = program[:BOOT2]
    whole = boot2 + struct.pack("<I", checksum(boot2)) + program[BOOT2 + 4 :]
    return whole + bytes(-len(whole) % BLOCK)


def uf2(program: bytes) -> bytes:
    """Return the UF2 file for the loader: blocks of 512 bytes with 256 of the program each."""
    count = len(program) // BLOCK
    made = bytearray()
    for number in range(count):
        data = program[number * BLOCK : (number + 1) * BLOCK]
        place = FLASH + number * BLOCK
        head = (UF2_START, UF2_START_2, UF2_HAS_FAMILY, place, BLOCK, number, count, RP2040)
        made += struct.pack("<8I", *head) + data.ljust(476, b"\0") + struct.pack("<I", UF2_END)
    return bytes(made)


def _record(kind: int, place: int, data: bytes) -> str:
    raw = struct.pack(">BHB", len(data), place & 0xFFFF, kind) + data
    return f":{raw.hex().upper()}{-sum(raw) & 0xFF:02X}"


def hex_lines(program: bytes) -> Iterator[str]:
    """Yield lines of Intel HEX, for programmers and debuggers."""
    for at in range(0, len(program), LINE):
        place = FLASH + at
        if at % 0x10000 == 0:
            yield _record(4, 0, struct.pack(">H", place >> 16))
        yield _record(0, place, program[at : at + LINE])
    yield _record(1, 0, b"")


def main(objcopy: str, elf: Path, target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "board.bin"
        subprocess.run([objcopy, "-O", "binary", elf, plain], check=True)
        program = sealed(plain.read_bytes())
    target.write_text("\n".join(hex_lines(program)) + "\n", encoding="ascii")
    target.with_suffix(".uf2").write_bytes(uf2(program))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
