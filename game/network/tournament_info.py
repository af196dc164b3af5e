"""How a tournament stands, as it comes from a broker: the fields of `bulletin`, read by type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """Somebody who takes part: here by now, or withdrawn."""

    id: int
    name: str
    here: bool
    gone: bool


@dataclass(frozen=True, slots=True)
class ClaimInfo:
    """What a side says of its game; `points` are half points of both."""

    score: str
    points: tuple[int, ...]
    margin: int


@dataclass(frozen=True, slots=True)
class PairingInfo:
    """A game of two players, with what both sides and the match (-1) say of it."""

    round: int
    game: int
    table: int
    sitting: int
    people: tuple[int, ...]
    status: Literal["open", "claimed", "disputed", "final"]
    score: str
    said: Mapping[str, ClaimInfo]


@dataclass(frozen=True, slots=True)
class SitOutInfo:
    """A player without a game in this round."""

    person: int
    points: str
    why: str


@dataclass(frozen=True, slots=True)
class StandingInfo:
    """A line of the standings."""

    place: int
    person: int
    points: str


@dataclass(frozen=True, slots=True)
class TournamentInfo:
    """The games are those of the last round, and earlier ones that are still open."""

    tournament: int
    name: str
    round: int
    rounds: int
    ended: bool
    draws: bool
    margins: bool
    people: tuple[PlayerInfo, ...]
    games: tuple[PairingInfo, ...]
    sits: tuple[SitOutInfo, ...]
    standings: tuple[StandingInfo, ...]
