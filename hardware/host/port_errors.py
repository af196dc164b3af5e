"""What is wrong with a port or an address, and what helps, in words.  Pure."""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Iterator

from game.platform.i18n import _
from hardware.host.address import RFC2217, kind_of

NOBODY = (errno.ECONNREFUSED, errno.ETIMEDOUT, errno.EHOSTUNREACH, errno.ENETUNREACH)
SAID = (errno.EACCES, errno.ENOENT, errno.EAGAIN, errno.EBUSY, errno.ECONNREFUSED)


class PortError(Exception):
    """A port cannot be used; the message names the port and what helps."""


def explain_error(target: str, error: BaseException) -> str:
    """Explain why a port cannot be opened."""
    kind = kind_of(target)
    within = list(_chain(error))
    number = next(filter(None, (getattr(one, "errno", None) for one in within)), _said(error))
    if any(isinstance(one, socket.gaierror) for one in within):
        words = _("{port}: no computer of that name is known here. Its number may work better")
        return words.format(port=target)
    if number in NOBODY or any(isinstance(one, TimeoutError) for one in within):
        return _("Nothing answers at {port}. Is the board there switched on?").format(port=target)
    if kind == RFC2217 and "RFC2217" in str(error):
        words = _("{port} does not speak RFC 2217. Is it a plain connection, socket://?")
        return words.format(port=target)
    return _explain_port(target, number) or _("{port} cannot be opened: {reason}").format(
        port=target, reason=error
    )


def _explain_port(target: str, number: int | None) -> str:
    """Explain an error number of a port of this machine; "" for a rare one."""
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


def explain_loss(port: str, reason: object) -> str:
    """Explain that an open line has gone."""
    if kind_of(port):
        return _(
            "The connection to {port} was lost. It is made again as soon as that is possible"
        ).format(port=port)
    return _("{port} was lost ({reason}). Is the cable plugged in?").format(
        port=port, reason=reason
    )


def explain_silence(port: str) -> str:
    """Explain that a board that talked says nothing more."""
    if kind_of(port):
        words = _("The board at {port} is silent. Is it powered, and on the network?")
    else:
        words = _("The board on {port} is silent. Is it powered?")
    return words.format(port=port)


def no_board(port: str) -> str:
    """Explain that what answers is no board."""
    return _(
        "{port} does not answer like a board. Is it another device, or has it no firmware?"
    ).format(port=port)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Return an error and what it came from, as pyserial wraps them."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _said(error: BaseException) -> int | None:
    """Return the error number pyserial leaves in its text."""
    text = str(error)
    for number in SAID:
        if f"Errno {number}]" in text or os.strerror(number) in text:
            return number
    if "FileNotFoundError" in text or "PermissionError" in text:  # as Windows puts it
        return errno.ENOENT if "FileNotFound" in text else errno.EACCES
    return None
