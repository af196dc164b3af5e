"""The state of a tournament as everybody may see it: pairings, results, standings, who is here.

Names are texts.  What is the same in all languages is written here, all else by the page.
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
    """Return the state of a tournament: games of the last round, and earlier open ones."""

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
    by_name: bool = field(default=False, metadata=rule(omit=True))  # may all check in by name?
    mute: bool = field(default=False, metadata=rule(omit=True))  # nobody can log in here
