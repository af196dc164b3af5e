"""A reason as data, and its sentences: all that a server needs to know of tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from game.platform.toml import read_own

SENTENCES: dict[str, str] = read_own(Path(__file__).with_name("words.toml"))["shown"]


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence by its key, with names and numbers as texts."""

    key: str
    fields: Mapping[str, str]
