"""The state of a tournament as everybody may see it: pairings, results, standings, who is here.

Names are texts.  What is the same in all languages is written here, all else by the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from game.platform.codec import rule
from game.rules import RulesError
from game.tournament import words
from game.tournament.operations import rounds_of
from game.tournament.pairing.reasons import Reason, of_round
from game.tournament.plan import PairingResult, kind_of
from game.tournament.standings import points_text, standings
from game.tournament.tournament import Encounter, Tournament

WITHOUT_PLAY = {"+-": "+ – −", "-+": "− – +", "--": "− – −"}
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


def tournament_info(number: int, tournament: Tournament) -> TournamentInfo:
    """Return the state of a tournament: games of the last round, and earlier open ones."""
    last = len(tournament.rounds)
    sits = tournament.rounds[-1].sits.values() if last else ()
    why = of_round(tournament, last) if last else {}
    return TournamentInfo(
        tournament=number,
        name=tournament.plan.name,
        round=last,
        rounds=max(last, rounds_of(tournament)),
        ended=tournament.ended,
        draws=_draws(tournament),
        margins=tournament.plan.margins,
        by_name=tournament.self_check_in and not tournament.ended,
        people=tuple(
            PlayerInfo(one.id, one.name, one.present, one.withdrawn) for one in tournament.field
        ),
        games=tuple(
            _game(g, why.get(g.pair.first, ()) if g.round == last else ())
            for g in tournament.games
            if g.round == last or g.result is None
        ),
        sits=tuple(
            SitOutInfo(sit.entrant, points_text(sit.points), sit.why, why.get(sit.entrant, ()))
            for sit in sits
        ),
        standings=tuple(
            StandingInfo(line.place, line.entrant.id, points_text(line.points))
            for line in standings(tournament)
        ),
    )


def score_text(result: PairingResult | None) -> str:
    """Return a result as the page reads it: without play it has signs of its own."""
    return WITHOUT_PLAY[result.text] if result and not result.played else words.score(result)


def _draws(tournament: Tournament) -> bool:
    try:
        return kind_of(tournament.plan).draws
    except RulesError:  # its board file has gone
        return True


def _game(game: Encounter, reasons: tuple[Reason, ...]) -> PairingInfo:
    return PairingInfo(
        round=game.round,
        game=game.number,
        table=game.pair.table,
        sitting=game.pair.sitting,
        people=game.sides,
        status=game.status,
        score=score_text(game.result),
        said={str(side): _claim(result) for side, result in game.claims.items()},
        reasons=reasons,
    )


def _claim(result: PairingResult) -> ClaimInfo:
    """Return what a side (0 or 1) or the match (-1) reports."""
    return ClaimInfo(score_text(result), (result.first, result.second), result.margin)
