"""Errors of the network by code, each with exact English for programs and a sentence for people."""

from __future__ import annotations

from importlib.util import find_spec

from game.platform.errors import CodedError, Wordings
from game.platform.paths import install_advice

NETWORK = Wordings(__file__, "network")


class NetworkError(CodedError):
    """A message or a request of the network that cannot be accepted."""

    wordings = NETWORK


class UnavailableError(NetworkError):
    """The input is valid, but this machine lacks something, or the work broke off."""


def is_for_clients(code: str) -> bool:
    """Return whether clients may be sent this code: it is known and its text has no fields."""
    return code in NETWORK and "{" not in NETWORK[code].shown


# The packages of requirements-club.txt, each with the module to import from it.
CLUB_PACKAGES = {
    "starlette": "starlette",
    "uvicorn": "uvicorn",
    "websockets": "websockets",
    "segno": "segno",
    "psutil": "psutil",
    "paho-mqtt": "paho",
}


def packages_missing() -> UnavailableError:
    """Return the error of an installation without the packages of the network."""
    return UnavailableError("no-club", advice=install_advice(*CLUB_PACKAGES))


def check_packages() -> None:
    """Look for the packages of the network without importing them.

    Raises UnavailableError.
    """
    if None in map(find_spec, CLUB_PACKAGES.values()):
        raise packages_missing()
