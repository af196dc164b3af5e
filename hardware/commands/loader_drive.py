"""The drive that an RP2040 in its loader shows: found, and an image of the UF2 format copied to it.

The controller takes the file, restarts by itself, and the drive is gone; that is how one knows.
"""

from __future__ import annotations

import os
import struct
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from game.platform.i18n import _

LABEL = "RPI-RP2"
CARD = "INFO_UF2.TXT"  # every such drive has one, which names the controller
MOUNTS = Path("/proc/self/mounts")
BY_LABEL = Path("/dev/disk/by-label") / LABEL
POLL_PERIOD_S = 0.1  # seconds between two looks
HEAD = struct.Struct("<8I")
MAGIC = (0x0A324655, 0x9E5D5157)
FAMILY = 0xE48BFF56  # the RP2040 in the list of the UF2 format


class DriveError(Exception):
    """The image cannot be written; the message says why and what helps."""


def find_drives() -> list[Path]:
    """The drives of controllers that wait for an image."""
    return [place for place in _mounted() if _is_loader(place)]


def _mounted() -> Iterator[Path]:
    """Where drives are mounted, on any system."""
    if sys.platform == "win32":
        yield from (Path(f"{letter}:/") for letter in "DEFGHIJKLMNOPQRSTUVWXYZ")
    elif sys.platform == "darwin":
        yield from sorted(Path("/Volumes").glob("*"))
    else:
        for line in MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines():
            yield Path(line.split()[1].encode().decode("unicode_escape"))


def _is_loader(place: Path) -> bool:
    try:
        return LABEL in (place / CARD).read_text(encoding="ascii", errors="replace")
    except OSError:
        return False


def check_image(image: Path) -> None:
    """Raises DriveError if a file is no UF2 image for the RP2040."""
    head = image.read_bytes()[: HEAD.size]
    words = HEAD.unpack(head) if len(head) == HEAD.size else (0,) * 8
    if words[:2] != MAGIC or words[7] != FAMILY:
        raise DriveError(_("{path} is no UF2 file for the RP2040.").format(path=image))


def wait_for_drive(drives: Callable[[], list[Path]], patience: float) -> Path:
    """The one drive there is, after so many seconds at most.  Raises DriveError."""
    found = drives()
    end = time.monotonic() + patience
    while not found and time.monotonic() < end:
        time.sleep(POLL_PERIOD_S)
        found = drives()
    if len(found) > 1:
        names = ", ".join(map(str, found))
        raise DriveError(
            _("Several controllers are waiting: {drives}. Unplug all but one.").format(drives=names)
        )
    if not found:
        raise DriveError(_unmounted() if BY_LABEL.exists() else _nowhere())
    return found[0]


def _unmounted() -> str:
    return _("The drive {label} is there but not mounted: udisksctl mount -b {device}").format(
        label=LABEL, device=BY_LABEL
    )


def _nowhere() -> str:
    return _(
        "No drive {label} appeared. Hold the button BOOTSEL while you plug the controller in, "
        "and try again."
    ).format(label=LABEL)


def copy_image(image: Path, drive: Path, drives: Callable[[], list[Path]], patience: float) -> None:
    """Copy, and wait until the drive has gone.  Raises DriveError."""
    try:
        with (drive / image.name).open("wb") as target:
            target.write(image.read_bytes())
            target.flush()
            os.fsync(target.fileno())
    except OSError as error:
        if drive in drives():  # else it had all it wanted, and has restarted already
            raise DriveError(
                _("{drive} cannot be written: {reason}").format(drive=drive, reason=error.strerror)
            ) from error
    end = time.monotonic() + patience
    while drive in drives():
        if time.monotonic() > end:
            raise DriveError(_("The controller did not take the file; its drive is still there."))
        time.sleep(POLL_PERIOD_S)
