"""Personal codes with which the players of a tournament identify on a phone.

A code is derived from a secret in a file of the data folder; the code itself is never stored. So a
player always has the same code in a tournament, and another code in others.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from pathlib import Path

from game.platform import locks, storage, untrusted
from game.platform.codes import ALPHABET, LENGTH, formatted
from game.tournament.tournament import Tournament

SECRET_BYTES = 32  # length of the secret in bytes
MAX_FILE_BYTES = 1000  # maximum size of the secret's file


def codes(tournament: Tournament) -> dict[int, str]:
    """Return all codes, by the entrant's id. Raises OSError if no secret can be stored."""
    secret = _secret()
    name = f"{tournament.started} {tournament.plan.seed} {tournament.plan.name}"
    return {number: _code(secret, f"{number} {name}") for number in tournament.entrants}


def _code(secret: bytes, of: str) -> str:
    number = int.from_bytes(hmac.new(secret, of.encode(), hashlib.sha256).digest(), "big")
    signs = ""
    for _sign in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        signs += ALPHABET[place]
    return formatted(signs)


def _secret() -> bytes:
    """Return the secret in the file; make one if it is missing or damaged."""
    path = _file()
    try:
        return _read(path)
    except (FileNotFoundError, ValueError):
        _make(path)
    return _read(path)


def _read(path: Path) -> bytes:
    found = bytes.fromhex(untrusted.read_text(path, MAX_FILE_BYTES))
    if len(found) != SECRET_BYTES:
        raise ValueError(path)
    return found


def _make(path: Path) -> None:
    """Write a new secret; if two programs do so at the same time, both use the first secret."""
    with locks.file_locked(path):
        try:
            _read(path)
        except (FileNotFoundError, ValueError):
            storage.write_text(path, secrets.token_hex(SECRET_BYTES))


def _file() -> Path:
    return storage.data_folder() / "tournaments" / "secret.txt"
