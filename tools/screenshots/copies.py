"""Matches that are played once: every picture of them gets a copy of its own."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from functools import cache, wraps
from typing import ParamSpec

from game.rules import Game
from game.table.match import Match

P = ParamSpec("P")
_games: dict[str, Game] = {}  # games never change, so copies share them


class _Writer(pickle.Pickler):
    def persistent_id(self, thing: object) -> str | None:
        if not isinstance(thing, Game):
            return None
        _games[thing.setup] = thing
        return thing.setup


class _Reader(pickle.Unpickler):
    def persistent_load(self, pid: str) -> Game:
        return _games[pid]


def played_once(play: Callable[P, Match]) -> Callable[P, Match]:
    """Return what plays a match the first time and copies it from then on."""

    @cache
    def written(*given: P.args, **named: P.kwargs) -> bytes:
        file = io.BytesIO()
        _Writer(file, pickle.HIGHEST_PROTOCOL).dump(play(*given, **named))
        return file.getvalue()

    @wraps(play)
    def copy(*given: P.args, **named: P.kwargs) -> Match:
        match: Match = _Reader(io.BytesIO(written(*given, **named))).load()  # type: ignore[arg-type]
        return match

    return copy
