"""Icons of the bundles, and the version resource of Windows: run as a module, with a folder.

The pictures are those of assets/icons. `.ico` and `.icns` files are containers of PNG pictures:
Microsoft's format since Windows Vista, Apple's since Mac OS X 10.7.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from game import __version__
from game.platform.paths import ASSETS

ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_KINDS = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09"}

VERSION = """VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3F, flags=0x0, OS=0x40004,
    fileType=0x1, subtype=0x0, date=(0, 0)),
  kids=[
    StringFileInfo([StringTable("040904B0", [
      StringStruct("FileDescription", "Less is More"),
      StringStruct("FileVersion", "{version}"),
      StringStruct("LegalCopyright", "The Less is More authors, MIT licence"),
      StringStruct("OriginalFilename", "less-is-more.exe"),
      StringStruct("ProductName", "Less is More"),
      StringStruct("ProductVersion", "{version}"),
    ])]),
    VarFileInfo([VarStruct("Translation", [1033, 1200])]),
  ])
"""


def png(size: int) -> bytes:
    """Return the icon with a width of `size` pixels, as a PNG file."""
    return (ASSETS / "icons" / f"{size}.png").read_bytes()


def ico() -> bytes:
    """Return all sizes for Windows: a header, an entry of 16 bytes each, the pictures."""
    pictures = [png(size) for size in ICO_SIZES]
    head = struct.pack("<3H", 0, 1, len(pictures))
    at = len(head) + 16 * len(pictures)
    for size, picture in zip(ICO_SIZES, pictures):
        side = size % 256  # fits a byte; 0 means 256
        head += struct.pack("<4B2H2I", side, side, 0, 0, 1, 32, len(picture), at)
        at += len(picture)
    return head + b"".join(pictures)


def icns() -> bytes:
    """Return all sizes for macOS: one box of boxes, each with a kind, a length and a picture."""
    boxes = b""
    for size, kind in ICNS_KINDS.items():
        picture = png(size)
        boxes += kind + struct.pack(">I", 8 + len(picture)) + picture
    return b"icns" + struct.pack(">I", 8 + len(boxes)) + boxes


def version_resource(version: str = __version__) -> str:
    """Return the program's properties on Windows, as PyInstaller reads them."""
    numbers = (*(int(part) for part in version.split(".")), 0)
    return VERSION.format(version=version, numbers=numbers)


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "less-is-more.ico").write_bytes(ico())
    (folder / "less-is-more.icns").write_bytes(icns())
    (folder / "version.txt").write_text(version_resource(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
