"""Programs and settings on Linux that keep a board from this program, each with one remedy.

Only files of the kernel and rules of udev are read: no device is opened or disturbed.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from game.platform import untrusted
from game.platform.desktop import FILES, RULES
from game.platform.i18n import N_, _
from game.platform.paths import COMMAND
from hardware.host.ports import USB_VENDORS

MOST_BYTES = 4096  # maximum number of bytes read from a file of the kernel
BOOT_OF_PICO = ("2e8a", "0003")  # a Raspberry Pi Pico that waits for firmware
# vendors of chips that brltty mistakes for Braille displays
BRAILLE_CHIPS = ("1a86", "10c4", "0403")
RULE_FOLDERS = tuple(map(Path, ("/etc/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d")))

BRLTTY = N_(
    "brltty, which serves Braille displays, takes this chip away at once. If nobody here uses it: "
    "sudo apt remove brltty, then plug the board in again"
)
MODEM_MANAGER = N_(
    "ModemManager asks every new port whether it is a modem, and may keep a board busy for some "
    "seconds. To have boards left alone: sudo {command}"
)
NO_DRIVER = N_(
    "The system has no driver for this chip. On Debian and Ubuntu: sudo apt install "
    "linux-modules-extra-$(uname -r)"
)
NO_GROUP = N_(
    "You may not use it. Join the group {group} (sudo usermod -a -G {group} $USER) and log in again"
)
BOOTSEL = N_("A Pico waits for its firmware: {command}")
RULE_COMMAND = "cp {source} /etc/udev/rules.d/ && sudo udevadm control --reload"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A finding: the device or program that it is about, and what to do, in words."""

    about: str
    words: str


@dataclass(frozen=True, slots=True)
class System:
    """The folders of the kernel's files; tests have their own."""

    sys: Path = Path("/sys")
    proc: Path = Path("/proc")
    dev: Path = Path("/dev")
    rules: tuple[Path, ...] = RULE_FOLDERS


@dataclass(frozen=True, slots=True)
class PluggedDevice:
    """A USB device: its ids, its name, and the serial ports that its driver made."""

    vendor: str
    product: str
    name: str
    ports: tuple[str, ...]

    @property
    def told(self) -> str:
        chip = USB_VENDORS.get(int(self.vendor, 16), "")
        return " ".join(filter(None, (self.name or chip, f"{self.vendor}:{self.product}")))


def neighbours(system: System | None = None) -> list[Neighbour]:
    """Return what keeps boards from working here; empty on systems other than Linux.

    Our udev rule keeps ModemManager away, and gives the ports to whoever is logged in at the
    machine.
    """
    if system is None and sys.platform != "linux":
        return []
    at = system or System()
    found = list(_devices(at))
    return [
        *_boot_drives(found),
        *_without_port(found, at),
        *_refused(found, at),
        *_modem_manager(found, at),
    ]


def _devices(at: System) -> Iterator[PluggedDevice]:
    """Yield the USB devices that may be boards."""
    vendors = {f"{vendor:04x}" for vendor in USB_VENDORS}
    for folder in sorted((at.sys / "bus/usb/devices").glob("*")):
        vendor = _text(folder / "idVendor")
        if vendor in vendors:
            ports = {path.name for path in folder.glob("*/tty*") if path.name != "tty"}
            ports |= {path.name for path in folder.glob("*/tty/*")}
            yield PluggedDevice(
                vendor, _text(folder / "idProduct"), _text(folder / "product"), tuple(sorted(ports))
            )


def _boot_drives(found: list[PluggedDevice]) -> Iterator[Neighbour]:
    for one in found:
        if (one.vendor, one.product) == BOOT_OF_PICO:
            yield Neighbour(one.told, _(BOOTSEL).format(command=f"{COMMAND} board flash"))


def _without_port(found: list[PluggedDevice], at: System) -> Iterator[Neighbour]:
    """Yield why a chip has no serial port: brltty has taken it, or no driver knows it."""
    for one in found:
        if one.ports or (one.vendor, one.product) == BOOT_OF_PICO:
            continue
        taken = one.vendor in BRAILLE_CHIPS and _brltty(at)
        yield Neighbour(one.told, _(BRLTTY if taken else NO_DRIVER))


def _refused(found: list[PluggedDevice], at: System) -> Iterator[Neighbour]:
    for port in (at.dev / name for one in found for name in one.ports):
        if port.exists() and not os.access(port, os.R_OK | os.W_OK):
            yield Neighbour(str(port), _(NO_GROUP).format(group=_group(port)))


def _modem_manager(found: list[PluggedDevice], at: System) -> Iterator[Neighbour]:
    ruled = any((folder / RULES).exists() for folder in at.rules)
    if found and not ruled and _runs(at, "ModemManager"):
        yield Neighbour("ModemManager", _(MODEM_MANAGER).format(command=rule_command()))


def rule_command() -> str:
    """Return the command that installs our udev rule, to be run by root."""
    return RULE_COMMAND.format(source=FILES / RULES)


def _brltty(at: System) -> bool:
    """Return whether brltty runs here, or would be started by udev."""
    rules = (path for folder in at.rules for path in folder.glob("*brltty*.rules"))
    return _runs(at, "brltty") or any(path.stat().st_size for path in rules)


def _runs(at: System, name: str) -> bool:
    return any(_text(path) == name for path in at.proc.glob("[0-9]*/comm"))


def _group(port: Path) -> str:
    """Return the group that may use a port; Debian's name for it if the port's group is root."""
    with contextlib.suppress(OSError, KeyError):
        if port.group() != "root":
            return port.group()
    return "dialout"


def _text(path: Path) -> str:
    try:
        return untrusted.read_text(path, MOST_BYTES).strip()
    except (OSError, ValueError):
        return ""
