"""Addresses of boards on the network, as people type them.  Pure: nothing is opened.

    socket://HOST:PORT     the bytes of the line over TCP: a board with Wi-Fi, ser2net's "tcp"
    rfc2217://HOST:PORT    a serial port of another machine: ser2net's "telnet(rfc2217)"
    HOST:PORT              the same as socket://HOST:PORT

A port of this machine ("/dev/ttyUSB0", "COM3"), "auto", "auto:NAME" and "sim" are not addresses.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlsplit

from game.platform.i18n import _

SOCKET, RFC2217 = "socket", "rfc2217"
OPTIONS = {
    SOCKET: frozenset[str](),
    RFC2217: frozenset({"ign_set_control", "poll_modem", "timeout"}),
}
EXAMPLE = "socket://192.168.1.20:7000"


class AddressError(ValueError):
    """An address that cannot belong to a board; the message is meant for people."""


PLAIN = re.compile(r"(?!auto:)(\[[0-9a-fA-F:.]+\]|[\w.-]+):(\d+)")  # HOST:PORT


def tidy(target: str) -> str:
    """Return the typed text without spaces around it; HOST:PORT becomes socket://HOST:PORT."""
    target = target.strip()
    return f"{SOCKET}://{target}" if PLAIN.fullmatch(target) else target


def kind_of(target: str) -> str:
    """Return "socket" or "rfc2217" for an address in any case; "" for a port of this machine."""
    scheme = target.partition("://")[0].lower() if "://" in target else ""
    return scheme if scheme in OPTIONS else ""


def problem_with(target: str) -> str:
    """Return what is wrong with an address, in words; "" if it is right or is not an address."""
    target = tidy(target)
    if "://" not in target:
        return ""
    kind = kind_of(target)
    if not kind:
        words = _("{port} is no kind of address that boards have; write socket:// or rfc2217://")
        return words.format(port=target)
    try:
        parts = urlsplit(target)
        whole = bool(parts.hostname and parts.port) and parts.path in ("", "/")
        whole = whole and "@" not in parts.netloc and not parts.fragment
    except ValueError:  # the port is not a number, or too large
        whole = False
    if not whole:
        words = _("{port} is not an address; write HOST:PORT after the slashes")
        return words.format(port=target)
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        if name not in OPTIONS[kind] or (name == "timeout" and not _is_seconds(value)):
            words = _("{port}: there is no option {option} for such an address")
            return words.format(port=target, option=name)
    return ""


def checked(target: str) -> str:
    """Return a target, tidied up.  Raises AddressError."""
    problem = problem_with(target)
    if problem:
        raise AddressError(problem)
    return tidy(target)


def _is_seconds(text: str) -> bool:
    return text.replace(".", "", 1).isdecimal() and 0 < float(text) <= 60
