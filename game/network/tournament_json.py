"""A tournament as everybody may see it, as JSON: pairings, results, standings, who is here.

Names are texts.  What is the same in all languages is written here, all else by the page.
"""

from __future__ import annotations

from typing import Any

from game.rules import RulesError
from game.tournament import words
from game.tournament.operations import rounds_of
from game.tournament.plan import kind_of
from game.tournament.results import PairingResult
from game.tournament.standings import points_text, standings
from game.tournament.tournament import Encounter, Tournament

Json = dict[str, Any]


def tournament_json(number: int, tournament: Tournament) -> Json:
    """The games are those of the last round, and earlier ones that are still open."""
    last = len(tournament.rounds)
    return {
        "tournament": number,
        "name": tournament.plan.name,
        "round": last,
        "rounds": max(last, rounds_of(tournament)),
        "ended": tournament.ended,
        "draws": _draws(tournament),
        "margins": tournament.plan.margins,
        "people": [
            {"id": one.id, "name": one.name, "here": one.present, "gone": one.withdrawn}
            for one in tournament.field
        ],
        "games": [_game(g) for g in tournament.games if g.round == last or g.result is None],
        "sits": [
            {"person": sit.entrant, "points": points_text(sit.points), "why": sit.why}
            for sit in (tournament.rounds[-1].sits.values() if last else ())
        ],
        "standings": [
            {"place": line.place, "person": line.entrant.id, "points": points_text(line.points)}
            for line in standings(tournament)
        ],
    }


def _draws(tournament: Tournament) -> bool:
    try:
        return kind_of(tournament.plan).draws
    except RulesError:  # its board file has gone
        return True


def _game(game: Encounter) -> Json:
    return {
        "round": game.round,
        "game": game.number,
        "table": game.pair.table,
        "sitting": game.pair.sitting,
        "people": list(game.sides),
        "status": game.status,
        "score": words.score(game.result),
        "said": {str(side): _said(result) for side, result in game.claims.items()},
    }


def _said(result: PairingResult) -> Json:
    """What a side says, 0 or 1, or the match, -1; `points` are half points of both sides."""
    points = [result.first, result.second]
    return {"score": words.score(result), "points": points, "margin": result.margin}
