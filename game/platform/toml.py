"""TOML from Python itself, or from the package `tomli` if Python does not have it (3.10)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    from tomllib import TOMLDecodeError, loads
else:
    from tomli import TOMLDecodeError, loads

__all__ = ["TOMLDecodeError", "loads", "read_own"]


def read_own(path: Path) -> dict[str, Any]:
    """Return the content of one of the program's TOML files; use `untrusted` for other files."""
    return loads(path.read_text(encoding="utf-8"))
