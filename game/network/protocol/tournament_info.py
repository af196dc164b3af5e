"""The public state of a tournament: pairings, results, standings, and which players are present.

Names are plain texts. Everything else that is equal in all languages is included as text, too; the
page translates the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from game.platform.codec import rule
from game.tournament.pairing.reason import Reason

Status = Literal["open", "claimed", "disputed", "final"]


@dataclass(frozen=True, slots=True)
class PlayerInfo:
    """A player of the tournament: `here` if checked in, `gone` if withdrawn."""

    id: int
    name: str
    here: bool
    gone: bool


@dataclass(frozen=True, slots=True)
class ClaimInfo:
    """The result that one side reports; `points` are the half points of both sides."""

    score: str
    points: tuple[int, ...]
    margin: int


@dataclass(frozen=True, slots=True)
class PairingInfo:
    """A game of two players; `said` has the results reported by either side and the match (-1)."""

    round: int
    game: int
    table: int
    sitting: int
    people: tuple[int, ...]
    status: Status
    score: str
    said: Mapping[str, ClaimInfo]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class SitOutInfo:
    """A player without a game in this round."""

    person: int
    points: str
    why: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingInfo:
    """A line of the standings."""

    place: int
    person: int
    points: str


@dataclass(frozen=True, slots=True)
class TournamentInfo:
    """The state of a tournament: games of the last round, and open games of earlier ones."""

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
    by_name: bool = field(default=False, metadata=rule(omit=True))  # all may check in by name
    mute: bool = field(default=False, metadata=rule(omit=True))  # nobody can log in here
