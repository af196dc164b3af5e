"""`board flash`: write the firmware to a controller.

The board itself reports its controller, or its USB chip shows it.  avrdude writes to AVRs; its
command line is shown and explained.  An RP2040 in its boot loader shows a drive, and an image in
the UF2 format is copied to it.  Then the controller restarts and the drive disappears, which shows
that the image was written.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from game.platform.errors import in_words
from game.platform.i18n import N_, _
from game.platform.paths import COMMAND, INSTALLED, ROOT
from game.platform.processes import unbundled_environment
from game.platform.storage import build_folder
from hardware.commands.console import Dialogue
from hardware.host.link import Opener, open_serial, touch
from hardware.host.ports import PortError, candidates, nothing_found, usb_ids
from hardware.wire.messages import Feature, Sensing, Welcome

FIRMWARE = ROOT / "hardware" / "firmware"
IMAGES = FIRMWARE / "images"  # packages hold the release's images here, made by `make firmware`
AUTO = "auto"
LOADER_BAUD = 1200  # closing a line at this speed starts the boot loader of an RP2040
DRIVE_TIMEOUT_S = 15.0  # seconds that a system may take to show or remove the drive

LABEL = "RPI-RP2"
CARD = "INFO_UF2.TXT"  # a file on every such drive that names the controller
MOUNTS = Path("/proc/self/mounts")
BY_LABEL = Path("/dev/disk/by-label") / LABEL
POLL_PERIOD_S = 0.1  # seconds between two looks
# `flash` adds this if it finds nothing: a Pico without firmware has no serial port.
VIRGIN_PICO = N_("A new Pico shows itself only while BOOTSEL is held as it is plugged in.")
HEAD = struct.Struct("<8I")
MAGIC = (0x0A324655, 0x9E5D5157)
FAMILY = 0xE48BFF56  # family of the RP2040 in the UF2 format


@dataclass(frozen=True, slots=True)
class BootLoader:
    """The options of avrdude for one kind of controller board."""

    part: str
    programmer: str
    baud: int


OPTIBOOT = BootLoader("m328p", "arduino", 115200)


@dataclass(frozen=True, slots=True)
class ControllerBoard:
    """One kind of controller board; a `loader` of None means that it shows a drive."""

    mcu: str
    words: str
    family: str = "avr"
    loader: BootLoader | None = None

    @property
    def suffix(self) -> str:
        """Ending of the image files for this controller."""
        return ".hex" if self.loader else ".uf2"


CONTROLLERS = {
    "nano": ControllerBoard("atmega328p", "Arduino Nano, new boot loader", loader=OPTIBOOT),
    "nano-old": ControllerBoard(
        "atmega328p", "Arduino Nano, old boot loader", loader=replace(OPTIBOOT, baud=57600)
    ),
    "uno": ControllerBoard("atmega328p", "Arduino Uno", loader=OPTIBOOT),
    "mega": ControllerBoard(
        "atmega2560", "Arduino Mega 2560", loader=BootLoader("m2560", "wiring", 115200)
    ),
    "pico": ControllerBoard("rp2040", "Raspberry Pi Pico", "rp2040"),
}
BY_MCU = {"atmega328p": "nano", "atmega2560": "mega", "rp2040": "pico"}
MEGA, UNO = (0x0010, 0x0042), (0x0001, 0x0043)
BY_USB = {
    **{(vendor, product): "mega" for vendor in (0x2341, 0x2A03) for product in MEGA},
    **{(vendor, product): "uno" for vendor in (0x2341, 0x2A03) for product in UNO},
}
RASPBERRY_PI = 0x2E8A


@dataclass(frozen=True, slots=True)
class FlashOrder:
    """The image to write, and the controller to write to.  `board` and `port` may be "auto".

    `sensing` is "side", "occupancy", "matrix" or "matrix-lights".  "" means what the board reports,
    or "side" if the board is not asked.
    """

    board: str = AUTO
    port: str = AUTO
    sensing: str = ""
    image: Path | None = None
    dry_run: bool = False


class DriveError(Exception):
    """The image cannot be written; the message names the reason and the remedy."""


class ImageError(DriveError):
    """A file that is not an image for this controller."""


def find_drives() -> list[Path]:
    """Return the drives of controllers that wait for an image."""
    return [place for place in _mounted() if _is_loader(place)]


def _mounted() -> Iterator[Path]:
    """Yield the places where drives are mounted, on any system."""
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


@dataclass(frozen=True, slots=True)
class FlashSystem:
    """The services of the system that `flash` needs; tests have their own."""

    say: Callable[[str], None] = print
    opener: Opener = open_serial
    drives: Callable[[], list[Path]] = find_drives
    timeout_s: float = DRIVE_TIMEOUT_S


def image_of(controller: ControllerBoard, sensing: str) -> Path:
    """Return the path of the firmware: built here, or delivered with an installed program."""
    variant = f"{controller.mcu}-{sensing}"
    own = (build_folder() / "firmware" / variant / "board").with_suffix(controller.suffix)
    if own.exists() or not INSTALLED:
        return own
    return max(IMAGES.glob(f"*-{variant}{controller.suffix}"), default=own)


def flash(order: FlashOrder, system: FlashSystem | None = None) -> int:
    """Print what will be done, and do it.

    Return 0, 1 for a failure, or 2 for a bad or missing image that a person named.
    """
    system = system or FlashSystem()
    try:
        return _flash(_complete(order, system), system)
    except (PortError, DriveError) as error:
        system.say(str(error))
        return 2 if isinstance(error, ImageError) else 1


# -- which controller ------------------------------------------------------------------------------


def _complete(order: FlashOrder, system: FlashSystem) -> FlashOrder:
    """Return this order with board, port and sensing determined.  Raises PortError."""
    waiting = order.board in (AUTO, "pico") and order.port == AUTO and system.drives()
    if waiting:
        return replace(order, board="pico", port="", sensing=order.sensing or "side")
    port = _port(order.port)
    if order.board != AUTO:
        return replace(order, port=port, sensing=order.sensing or "side")
    welcome = _ask(port, system)
    sensing = order.sensing or _sensing(welcome)
    return replace(order, board=_board(port, welcome, system), port=port, sensing=sensing)


def _port(target: str) -> str:
    found = next(candidates(target), "")
    if not found:
        raise PortError(f"{nothing_found(target)}. {_(VIRGIN_PICO)}")
    return found


def _ask(port: str, system: FlashSystem) -> Welcome | None:
    """Return the answer of the board on a port; None if no board answers there.

    Raises PortError.
    """
    line = system.opener(port)
    try:
        return Dialogue(line).greet()
    except OSError:
        return None
    finally:
        line.close()


def _sensing(welcome: Welcome | None) -> str:
    if welcome is None or welcome.sensing == Sensing.SIDE:
        return "side"
    if not welcome.features & Feature.MATRIX:
        return "occupancy"
    return "matrix-lights" if welcome.features & Feature.LIGHTS else "matrix"


def _board(port: str, welcome: Welcome | None, system: FlashSystem) -> str:
    said = welcome.controller if welcome else ""
    if said in BY_MCU:
        words = _("The board says that its controller is {controller}.")
        system.say(words.format(controller=said))
        return BY_MCU[said]
    ids = usb_ids(port)
    kind = "pico" if ids and ids[0] == RASPBERRY_PI else BY_USB.get(ids or (0, 0), "nano")
    words = _("The board does not say what it is; taken for: {board} (--board names another).")
    system.say(words.format(board=CONTROLLERS[kind].words))
    return kind


# -- writing ---------------------------------------------------------------------------------------


def _flash(order: FlashOrder, system: FlashSystem) -> int:
    controller = CONTROLLERS[order.board]
    image = order.image or image_of(controller, order.sensing)
    if controller.loader is None:
        return _by_drive(order, image, system)
    command = avrdude_command(controller.loader, order.port, image)
    system.say(_("Firmware for {board}, written with:").format(board=controller.words))
    show_command(command, system.say)
    if order.dry_run:
        return _nothing_written(system)
    return _missing(order, image, system) or run_avrdude(command, system.say)


def _by_drive(order: FlashOrder, image: Path, system: FlashSystem) -> int:
    """Copy the image to the drive of a boot loader.  Raises PortError or DriveError."""
    words = CONTROLLERS[order.board].words
    system.say(_("Firmware for {board}, copied as a file:").format(board=words))
    if order.port:
        line = _("  {port}  is closed at 1200 baud, which leads the controller to its loader")
        system.say(line.format(port=order.port))
    line = _("  {path}  is copied to the drive {label} that it shows then")
    system.say(line.format(path=image, label=LABEL))
    if order.dry_run:
        return _nothing_written(system)
    if missing := _missing(order, image, system):
        return missing
    check_image(image)
    if order.port and not system.drives():
        touch(order.port, LOADER_BAUD)
    drive = wait_for_drive(system.drives, system.timeout_s)
    copy_image(image, drive, system.drives, system.timeout_s)
    system.say(_("Written. The controller has restarted."))
    return 0


def _nothing_written(system: FlashSystem) -> int:
    system.say(_("Nothing was written (dry run)."))
    return 0


def _missing(order: FlashOrder, image: Path, system: FlashSystem) -> int:
    """Return 0 if the image exists; else print how to get it.

    For a missing image, return 2 if a person named it, else 1.
    """
    if image.exists():
        return 0
    code = 2 if order.image else 1
    controller = CONTROLLERS[order.board]
    if INSTALLED:
        name = f"less-is-more-board-VERSION-{controller.mcu}-{order.sensing}{controller.suffix}"
        command = f"{COMMAND} board flash --image FILE"
        words = _("{path} is missing. Every release has it as {name}; write that with: {command}")
        system.say(words.format(path=image, name=name, command=command))
        return code
    own = image_of(controller, order.sensing)
    bare = " LIGHTS=0 BUTTON=0" if order.sensing == "matrix" else ""
    sensing = order.sensing.removesuffix("-lights") + bare
    options = f"FAMILY={controller.family} MCU={controller.mcu} SENSING={sensing}"
    command = f"make -C {FIRMWARE} BUILD={own.parent} {options}"
    system.say(_("{path} is missing; build it: {command}").format(path=image, command=command))
    return code


# -- avrdude ---------------------------------------------------------------------------------------


def avrdude_command(loader: BootLoader, port: str, image: Path) -> list[str]:
    """Return the avrdude command line."""
    command = ["avrdude", "-p", loader.part, "-c", loader.programmer]
    command += ["-P", port, "-b", str(loader.baud)]
    if loader.programmer == "wiring":
        command.append("-D")
    return [*command, "-U", f"flash:w:{image}:i"]


def explain(command: Sequence[str]) -> list[str]:
    """Return the meaning of each argument, a line each, for people who want to know."""
    meanings = {
        "-p": _("the controller chip"),
        "-c": _("the protocol of its boot loader"),
        "-P": _("the port it is plugged into"),
        "-b": _("the speed of the boot loader, in baud"),
        "-D": _("no chip erase: the boot loader does it page by page"),
        "-U": _("write this file into the program memory"),
    }
    lines: list[str] = []
    words = list(command[1:])
    while words:
        flag = words.pop(0)
        value = words.pop(0) if words and not words[0].startswith("-") else ""
        lines.append(f"  {flag} {value}".ljust(24) + f"  {meanings.get(flag, '')}")
    return lines


def show_command(command: Sequence[str], say: Callable[[str], None]) -> None:
    """Print the command and the meaning of its arguments."""
    say("  " + " ".join(command))
    for line in explain(command):
        say(line)


def run_avrdude(command: Sequence[str], say: Callable[[str], None]) -> int:
    """Run avrdude; return 0, or 1 if avrdude is missing or fails."""
    if shutil.which("avrdude") is None:
        say(_("avrdude is not installed (on Debian: apt install avrdude)."))
        return 1
    result = subprocess.run(command, check=False, env=unbundled_environment()).returncode
    if result:
        say(
            _(
                "avrdude failed. Is the port right, is a serial monitor open? Old Nanos need "
                "--board nano-old"
            )
        )
    return 1 if result else 0


# -- the drive of an RP2040 ------------------------------------------------------------------------


def check_image(image: Path) -> None:
    """Raise ImageError if a file is not a UF2 image for the RP2040."""
    head = image.read_bytes()[: HEAD.size]
    words = HEAD.unpack(head) if len(head) == HEAD.size else (0,) * 8
    if words[:2] != MAGIC or words[7] != FAMILY:
        raise ImageError(_("{path} is no UF2 file for the RP2040.").format(path=image))


def wait_for_drive(drives: Callable[[], list[Path]], timeout_s: float) -> Path:
    """Return the only such drive, waiting at most this many seconds for it.  Raises DriveError."""
    found = drives()
    end = time.monotonic() + timeout_s
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


def copy_image(
    image: Path, drive: Path, drives: Callable[[], list[Path]], timeout_s: float
) -> None:
    """Copy the image, and wait until the drive has gone.  Raises DriveError."""
    try:
        with (drive / image.name).open("wb") as target:
            target.write(image.read_bytes())
            target.flush()
            os.fsync(target.fileno())
    except OSError as error:
        # Otherwise the controller had the whole image and has restarted already.
        if drive in drives():
            raise DriveError(
                _("{drive} cannot be written: {reason}").format(drive=drive, reason=in_words(error))
            ) from error
    end = time.monotonic() + timeout_s
    while drive in drives():
        if time.monotonic() > end:
            raise DriveError(_("The controller did not take the file; its drive is still there."))
        time.sleep(POLL_PERIOD_S)
