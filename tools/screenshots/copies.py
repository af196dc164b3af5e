"""Matches that are played only once; every picture gets a copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache, wraps
from typing import ParamSpec

from game.table.match import Match

P = ParamSpec("P")


def played_once(play: Callable[P, Match]) -> Callable[P, Match]:
    """Return a function that plays a match at its first call and returns a copy at every call."""
    played = cache(play)

    @wraps(play)
    def copy(*given: P.args, **named: P.kwargs) -> Match:
        match = played(*given, **named)  # type: ignore[arg-type]
        return deepcopy(match, {id(thing): thing for thing in _unchanging(match)})

    return copy


def _unchanging(match: Match) -> Iterator[object]:
    """Yield the immutable objects, which the copies share."""
    yield match.game
    yield match.spec
    yield from match.entries
    yield from match.turns
    yield from match._log
    yield from match.evaluations
    yield from match.evaluations.values()
