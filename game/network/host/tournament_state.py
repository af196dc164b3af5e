"""The public state of a tournament, made here and sent to the server, which only passes it on."""

from __future__ import annotations

from game.network.protocol.tournament_info import (
    ClaimInfo,
    PairingInfo,
    PlayerInfo,
    SitOutInfo,
    StandingInfo,
    TournamentInfo,
)
from game.rules import RulesError
from game.tournament import words
from game.tournament.operations import rounds_of
from game.tournament.pairing.reason import Reason
from game.tournament.pairing.reasons import of_round
from game.tournament.plan import PairingResult, kind_of
from game.tournament.standings import points_text, standings
from game.tournament.tournament import Encounter, Tournament

WITHOUT_PLAY = {"+-": "+ – −", "-+": "− – +", "--": "− – −"}


def tournament_info(number: int, tournament: Tournament) -> TournamentInfo:
    """Return the state of a tournament: games of the last round, and open games of earlier ones."""
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
            StandingInfo(line.place, line.entrant.id, points_text(line.decisive))
            for line in standings(tournament)
        ),
    )


def score_text(result: PairingResult | None) -> str:
    """Return a result as the page reads it; results without play have a notation of their own."""
    return WITHOUT_PLAY[result.word] if result and not result.played else words.score(result)


def _draws(tournament: Tournament) -> bool:
    try:
        return kind_of(tournament.plan).draws
    except RulesError:  # the file of its board is missing
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
    """Return the result that a side (0 or 1) or the match (-1) reports."""
    return ClaimInfo(score_text(result), (result.first, result.second), result.margin)
