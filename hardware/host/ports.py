"""The serial ports of this machine, and sentences on what is wrong with a port.

Boards are recognised by their USB chips, or by the name of a Bluetooth line.
"""

from __future__ import annotations

import errno
import os
import re
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from game.platform.i18n import _
from game.platform.paths import COMMAND
from hardware.host.address import RFC2217, kind_of, tidy

# USB vendors of the serial chips on such controllers, and of controllers with their own USB.
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

# Arduino Mega: far more often the controller of a 3D printer than of a board.  Opening its port
# resets it.  So it is opened only if a person names the port or a board was there before.
MEGAS = {(0x2341, 0x0010), (0x2341, 0x0042), (0x2A03, 0x0042), (0x2341, 0x0242)}
# Names of devices that have one of these chips but are something else than boards.
SOMETHING_ELSE = re.compile(
    r"print|prusa|marlin|klipper|creality|ultimaker|laser|cnc|grbl|modem|gps|gnss|zigbee|z-?wave|"
    r"conbee|skyconnect|lora|meter|scale|braille|flipper|ups\b",
    re.I,
)

# Bluetooth ports: /dev/rfcomm0 on Linux, named after the device on macOS, marked on Windows.
BLUETOOTH = re.compile(r"/dev/rfcomm\d|/dev/cu\..*(SPP|SerialPort|RNI)|bluetooth|BTHENUM", re.I)
# A port that macOS itself makes; nothing answers there.
INCOMING = re.compile(r"Bluetooth-Incoming-Port")

NOBODY = (errno.ECONNREFUSED, errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH)
SAID = (errno.EACCES, errno.ENOENT, errno.EAGAIN, errno.EBUSY, errno.ECONNREFUSED)


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A port that the system knows.

    `likely`: its USB chip is one that boards have, and its name is not that of another device.
    `usb` is its identity: vendor, product and serial number; "" for a port that is not USB.

    `bluetooth`: a line over the air.  Opening it may take seconds, so only a person's choice opens
    it.  `mega`: one of MEGAS, a board or a printer.
    """

    port: str
    words: str
    likely: bool
    bluetooth: bool = False
    usb: str = ""
    mega: bool = False


def ports() -> list[FoundPort]:
    """Return the serial ports of this machine, likely boards first."""
    found = [_found(info) for info in list_ports.comports() if not INCOMING.search(info.device)]
    return sorted(found, key=lambda one: (not one.likely, not one.bluetooth, _numbered(one.port)))


def usb_ids(port: str) -> tuple[int, int] | None:
    """Return USB vendor and product behind a port; None if the port is not USB."""
    for info in list_ports.comports():
        if info.device == port and info.vid is not None:
            return info.vid, info.pid
    return None


def identity_of(port: str) -> str:
    """Return a port's USB identity, the same at any USB socket; its name if it is not USB."""
    return next((one.usb for one in ports() if one.port == port and one.usb), port)


def _found(info: ListPortInfo) -> FoundPort:
    mega = (info.vid, info.pid) in MEGAS
    likely = info.vid in USB_VENDORS and not mega and not _is_something_else(info)
    told = " ".join(filter(None, (info.device, info.description, info.hwid)))
    bluetooth = info.vid is None and bool(BLUETOOTH.search(told))
    usb = f"{info.vid:04x}:{info.pid:04x}:{info.serial_number or ''}" if info.vid else ""
    return FoundPort(info.device, _describe(info, bluetooth), likely, bluetooth, usb, mega)


def _is_something_else(info: ListPortInfo) -> bool:
    """Return whether a device has the name of something that is not a board."""
    told = (info.description, info.manufacturer, info.product)
    words = " ".join(word for word in told if word)
    return bool(SOMETHING_ELSE.search(words))


def _numbered(port: str) -> tuple[str, int, str]:
    """Return a sort key that puts COM2 before COM10."""
    name = port.rstrip("0123456789")
    return name, int(port[len(name) :] or 0), port


def _describe(info: ListPortInfo, bluetooth: bool) -> str:
    chip = USB_VENDORS.get(info.vid, "")
    ids = f"{info.vid:04x}:{info.pid:04x}" if info.vid is not None else ""
    air = _("Bluetooth") if bluetooth else ""
    words = (air, info.description or "", chip, ids)
    return " ".join(word for word in words if word and word not in ("n/a", info.name))


def candidates(target: str) -> Iterator[str]:
    """Yield the ports to try for a target, in order."""
    if target == "auto" or target.startswith("auto:"):
        yield from (one.port for one in ports() if one.likely)
    else:
        yield tidy(target)


def nothing_found(target: str) -> str:
    """Return the sentence to show when no port looks like a board."""
    if target.startswith("auto:"):
        return _("No board called {name} was found. Is it plugged in?").format(name=target[5:])
    megas = ", ".join(one.port for one in ports() if one.mega)
    if megas:
        words = _(
            "{ports} may be a printer, and was left alone. Is it the board? Then name the port"
        )
        return words.format(ports=megas)
    return _(
        "No board was found. Plug it in, or name a port in place of auto. {command} looks for what "
        "may keep it away"
    ).format(command=f"{COMMAND} board doctor")


class PortError(Exception):
    """A port cannot be used; the message names the port and the remedy."""


def only_port() -> str:
    """Return the port of a board that cannot identify itself: the only one, or the only likely one.

    Raises PortError if there is none, or more than one.
    """
    found = [one for one in ports() if not one.bluetooth]
    found = [one for one in found if one.likely] or found
    if not found:
        raise PortError(nothing_found("auto"))
    if len(found) > 1:
        names = ", ".join(one.port for one in found)
        raise PortError(_("Any of these may be the board: {ports}. Name one.").format(ports=names))
    return found[0].port


def explain_error(target: str, error: BaseException) -> str:
    """Explain why a port cannot be opened."""
    kind = kind_of(target)
    within = list(_chain(error))
    number = next(
        filter(None, (getattr(one, "errno", None) for one in within)), _errno_in_text(error)
    )
    if any(isinstance(one, socket.gaierror) for one in within):
        words = _("{port}: no computer of that name is known here. Its number may work better")
        return words.format(port=target)
    if number in NOBODY or any(isinstance(one, TimeoutError) for one in within):
        return _("Nothing answers at {port}. Is the board there switched on?").format(port=target)
    if kind == RFC2217 and "RFC2217" in str(error):
        words = _("{port} does not speak RFC 2217. Is it a plain connection, socket://?")
        return words.format(port=target)
    words = _("{port} cannot be opened. Is it the port of a board?")
    return _explain_port(target, number) or words.format(port=target)


def _explain_port(target: str, number: int | None) -> str:
    """Explain an error number of a port of this machine; "" for a rare number."""
    in_use = (errno.EAGAIN, errno.EBUSY, *((errno.EACCES,) if sys.platform == "win32" else ()))
    if number in in_use:
        return _(
            "{port} is in use by another program. Close it (a serial monitor?) and wait"
        ).format(port=target)
    if number == errno.EACCES:
        return _(
            "No permission to use {port}. On Linux add yourself to the group dialout "
            "(sudo usermod -a -G dialout $USER) and log in again"
        ).format(port=target)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return _("There is no port {port}. Is the board plugged in?").format(port=target)
    return ""


def explain_loss(port: str) -> str:
    """Explain that an open line has gone."""
    if kind_of(port):
        words = _("The connection to {port} was lost. It is made again as soon as that is possible")
    else:
        words = _("{port} was lost. Is the cable plugged in? Any other port will do")
    return words.format(port=port)


def explain_silence(port: str) -> str:
    """Explain that a board that has talked before sends nothing more."""
    if kind_of(port):
        words = _("The board at {port} is silent. Is it powered, and on the network?")
    else:
        words = _("The board on {port} is silent. Is it powered?")
    return words.format(port=port)


def no_board(port: str) -> str:
    """Explain that the device that answers is not a board."""
    return _(
        "{port} does not answer like a board. Is it another device, or has it no firmware?"
    ).format(port=port)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes, because pyserial wraps them."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _errno_in_text(error: BaseException) -> int | None:
    """Return the error number in the text of a pyserial error."""
    text = str(error)
    for number in SAID:
        if f"Errno {number}]" in text or os.strerror(number) in text:
            return number
    if "FileNotFoundError" in text or "PermissionError" in text:  # the names that Windows uses
        return errno.ENOENT if "FileNotFound" in text else errno.EACCES
    return None
