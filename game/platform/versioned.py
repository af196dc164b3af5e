"""Versioned JSON files: older versions are read, newer ones are left untouched.

One way for everything a user's folder keeps in one file.  What the files mean is not known here.
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
    """A newer version of the program wrote this file: it is neither understood nor changed."""

    def __init__(self, path: Path) -> None:
        super().__init__(0, _("a newer version of the program wrote it"), str(path))


def is_newer(data: object, version: int) -> bool:
    """Return whether `data` is the content of a file of a later version than `version`."""
    found = data.get("version") if isinstance(data, dict) else None
    return type(found) is int and found > version


def read(path: Path, version: int) -> dict[str, Any]:
    """Return the content of a file of this version.

    Raises NewerFileError, OSError, or ValueError when it is damaged.
    """
    data = untrusted.read_json(path)
    if is_newer(data, version):
        raise NewerFileError(path)
    if not isinstance(data, dict) or data.get("version") != version:
        raise ValueError(f"{path}: no file of version {version}")
    return data


def write(path: Path, version: int, data: dict[str, Any]) -> None:
    """Write a file of this version.  Raises OSError; NewerFileError, and nothing is changed."""
    refuse_newer(path, version)
    storage.write_json(path, {"version": version, **data})


def refuse_newer(path: Path, version: int) -> None:
    """Raise NewerFileError if a file of a later version lies at `path`."""
    try:
        newer = is_newer(untrusted.read_json(path), version)
    except (OSError, ValueError):
        return
    if newer:
        raise NewerFileError(path)


def load(
    path: Path, version: int, meaning: Callable[[dict[str, Any]], Kept], empty: Kept
) -> tuple[Kept, str]:
    """Return the meaning of a file, and a sentence for the person, "" if all is well.  Never raise.

    A damaged file, of which `meaning` raises whatever it raises, is set aside.  Without a file that
    can be read it is `empty`.
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
