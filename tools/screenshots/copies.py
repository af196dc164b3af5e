"""Matches that are played once: every picture of them gets a copy of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache, wraps
from typing import ParamSpec

from game.table.match import Match

P = ParamSpec("P")


def played_once(play: Callable[P, Match]) -> Callable[P, Match]:
    """Return what plays a match the first time and copies it from then on."""
    played = cache(play)

    @wraps(play)
    def copy(*given: P.args, **named: P.kwargs) -> Match:
        match = played(*given, **named)  # type: ignore[arg-type]
        return deepcopy(match, {id(thing): thing for thing in _unchanging(match)})

    return copy


def _unchanging(match: Match) -> Iterator[object]:
    """Yield what copies share, since it never changes."""
    yield match.game
    yield match.spec
    yield from match.entries
    yield from match.turns
    yield from match._log
    yield from match.evaluations
    yield from match.evaluations.values()
