"""Which ports there are: found by their USB chips, or by what a Bluetooth line is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from game.platform.i18n import _
from hardware.host.address import tidy

# USB vendors of the serial chips that such controllers carry, and of controllers with USB inside.
USB_VENDORS = {
    0x1A86: "CH340",
    0x2341: "Arduino",
    0x2A03: "Arduino",
    0x0403: "FTDI",
    0x10C4: "CP210x",
    0x067B: "PL2303",
    0x2E8A: "Raspberry Pi",
    0x303A: "Espressif",
}

# Linux binds them as /dev/rfcomm0, macOS names them after the device, Windows says so in words.
BLUETOOTH = re.compile(r"/dev/rfcomm\d|/dev/cu\..*(SPP|SerialPort|RNI)|bluetooth|BTHENUM", re.I)
INCOMING = re.compile(r"Bluetooth-Incoming-Port")  # of macOS itself: nobody is behind it


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A port the system knows; `likely` when its USB chip is one that boards have.

    `bluetooth`: a line over the air.  Opening it may take seconds, so that only who names it does.
    """

    port: str
    words: str
    likely: bool
    bluetooth: bool = False


def ports() -> list[FoundPort]:
    """Return the serial ports of this machine, likely boards first."""
    found = [_found(info) for info in list_ports.comports() if not INCOMING.search(info.device)]
    return sorted(found, key=lambda one: (not one.likely, not one.bluetooth, _numbered(one.port)))


def usb_ids(port: str) -> tuple[int, int] | None:
    """Return USB vendor and product behind a port, None if it is not one of USB."""
    for info in list_ports.comports():
        if info.device == port and info.vid is not None:
            return info.vid, info.pid
    return None


def _found(info: ListPortInfo) -> FoundPort:
    likely = info.vid in USB_VENDORS
    told = " ".join(filter(None, (info.device, info.description, info.hwid)))
    bluetooth = info.vid is None and bool(BLUETOOTH.search(told))
    return FoundPort(info.device, _describe(info, bluetooth), likely, bluetooth)


def _numbered(port: str) -> tuple[str, int, str]:
    """Return a key for sorting that puts COM2 before COM10."""
    name = port.rstrip("0123456789")
    return name, int(port[len(name) :] or 0), port


def _describe(info: ListPortInfo, bluetooth: bool) -> str:
    chip = USB_VENDORS.get(info.vid, "")
    ids = f"{info.vid:04x}:{info.pid:04x}" if info.vid is not None else ""
    air = _("Bluetooth") if bluetooth else ""
    words = (air, info.description or "", chip, ids)
    return " ".join(word for word in words if word and word not in ("n/a", info.name))


def candidates(target: str) -> Iterator[str]:
    """Return the ports to try for a target, in order."""
    if target == "auto" or target.startswith("auto:"):
        yield from (one.port for one in ports() if one.likely)
    else:
        yield tidy(target)


def nothing_found(target: str) -> str:
    """Return what to say when no port looks like a board."""
    if target.startswith("auto:"):
        return _("No board called {name} was found. Is it plugged in?").format(name=target[5:])
    return _(
        "No board was found. Plug it in; a CH340 chip may need its driver, and a port can be "
        "named in place of auto"
    )
