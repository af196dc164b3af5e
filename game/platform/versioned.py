"""Versioned JSON files: older versions are read, newer ones are left untouched.

Data that a user's folder keeps in a single file is read and written here, whatever it contains.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from game.platform import storage, untrusted
from game.platform.errors import in_words
from game.platform.i18n import _

Kept = TypeVar("Kept")


class NewerFileError(OSError):
    """A newer version of the program wrote this file, which is neither read nor changed."""

    def __init__(self, path: Path) -> None:
        super().__init__(0, _("a newer version of the program wrote it"), str(path))


def is_newer(data: object, version: int) -> bool:
    """Return whether `data` is the content of a file of a later version than `version`."""
    found = data.get("version") if isinstance(data, dict) else None
    return type(found) is int and found > version


def read(path: Path, version: int) -> dict[str, Any]:
    """Return the content of a file of this version.

    Raises NewerFileError, OSError, or ValueError if the file is damaged.
    """
    data = untrusted.read_json(path)
    if is_newer(data, version):
        raise NewerFileError(path)
    if not isinstance(data, dict) or data.get("version") != version:
        raise ValueError(f"{path}: no file of version {version}")
    return data


def write(path: Path, version: int, data: dict[str, Any]) -> None:
    """Write a file of this version. Raises OSError, or NewerFileError without changing anything."""
    refuse_newer(path, version)
    storage.write_json(path, {"version": version, **data})


def refuse_newer(path: Path, version: int) -> None:
    """Raise NewerFileError if the file at `path` is of a later version."""
    try:
        newer = is_newer(untrusted.read_json(path), version)
    except (OSError, ValueError):
        return
    if newer:
        raise NewerFileError(path)


def load(
    path: Path, version: int, meaning: Callable[[dict[str, Any]], Kept], empty: Kept
) -> tuple[Kept, str]:
    """Return `meaning` of a file's content and a message for the user, "" if all is well.

    This never raises: if `meaning` raises any exception, the file counts as damaged and is set
    aside. Without a readable file the result is `empty`.
    """
    try:
        return meaning(read(path, version)), ""
    except FileNotFoundError:
        return empty, ""
    except OSError as error:
        words = _("{file} is left as it is and not used: {reason}.")
        return empty, words.format(file=path.name, reason=in_words(error))
    except Exception:
        return empty, _set_aside(path)


def _set_aside(path: Path) -> str:
    try:
        aside = storage.set_aside(path).name
    except OSError:
        return _("{file} is damaged and not used.").format(file=path.name)
    return _("{file} was damaged. It is kept as {aside}.").format(file=path.name, aside=aside)
