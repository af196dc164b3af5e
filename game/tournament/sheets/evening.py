"""The page about an evening of a tournament, made from the games kept on this computer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from game.library.evening import evening_of
from game.library.evening_sheet import Teller, sheet_of_evening
from game.table.match import Match
from game.tournament.local_games import kept_games
from game.tournament.sheets.sheets import standings_table, write
from game.tournament.standings import BEST_OF_CLUB
from game.tournament.tournament import Tournament


def evening_page(
    tournament: Tournament,
    tell: Teller,
    kept: Mapping[tuple[int, int], Match] | None = None,
) -> str:
    """Return the page of the last evening with its standings; "" if none of its games is kept here.

    `kept` are the games of the tournament, if the caller has already read them.
    """
    rounds = {one.number: one for one in tournament.rounds if one.evening == tournament.evening}
    if not rounds:
        return ""
    found = kept_games(tournament) if kept is None else kept
    evening = evening_of([match for (number, _game), match in found.items() if number in rounds])
    if not evening.games:
        return ""
    first = min(one.at for one in rounds.values())
    table = standings_table(tournament, 0)
    return sheet_of_evening(evening, tell, first[:10], tournament.plan.name, points=table)


def write_all(
    tournament: Tournament,
    folder: Path,
    tell: Teller,
    number: int = 0,
    address: str = "",
    best: int = BEST_OF_CLUB,
) -> Path:
    """Write all sheets of a round as `write` does, with the page of the evening added."""
    return write(tournament, folder, number, address, best, evening_page(tournament, tell))
