"""TOML: of Python itself, or of the package `tomli` where it has none (3.10)."""

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
    """Return what a TOML file of the program holds; those of others go through `untrusted`."""
    return loads(path.read_text(encoding="utf-8"))
