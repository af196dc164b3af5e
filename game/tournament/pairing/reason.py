"""A reason as data, and its sentences; a server needs no other module about tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from game.platform.toml import read_own

SENTENCES: dict[str, str] = read_own(Path(__file__).with_name("words.toml"))["shown"]


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence given by its key, with the names and numbers in it as texts."""

    key: str
    fields: Mapping[str, str]
