"""Tournament games played on this computer are found both while they go on and afterwards."""

from __future__ import annotations

import pytest

from game.platform import storage
from game.rules.proposals import Resign
from game.table.begin import begin
from game.table.match import Match
from game.table.record import to_record
from game.table.record_files import keep_record
from game.table.running_locks import path_of
from game.tournament import operations
from game.tournament.local_games import latest_game, spec_of
from game.tournament.plan import TournamentPlan
from game.tournament.tournament import Encounter, Tournament
from tests.tournament.evenings import AT, do, founded

LEAGUE = TournamentPlan("League", "libra", "round-robin")


@pytest.fixture
def league() -> Tournament:
    """Return a round robin with two rounds under way."""
    tournament = founded(LEAGUE, 4)
    do(tournament, operations.draw(tournament))
    do(tournament, operations.draw(tournament))
    return tournament


def match_of(tournament: Tournament, game: Encounter) -> Match:
    return begin(spec_of(tournament, game), AT)


@pytest.mark.parametrize("files", [(1, 2), (2, 1)])
def test_of_two_games_in_progress_that_of_the_later_round_is_the_latest(
    league: Tournament, files: tuple[int, int]
) -> None:
    """Each game goes on in its own program; `files` says which program started first."""
    for number, file in enumerate(files, start=1):
        match = match_of(league, league.game(number, 1))
        storage.write_json(path_of(file, storage.games_folder()), to_record(match))
    found = latest_game(league)
    assert found is not None
    assert found[0] is league.game(2, 1)


def test_while_no_game_is_in_progress_the_last_one_kept_is_the_latest(league: Tournament) -> None:
    assert latest_game(league) is None
    match = match_of(league, league.game(1, 2))
    match.submit_or_raise(Resign(0))
    keep_record(to_record(match), storage.games_folder())
    found = latest_game(league)
    assert found is not None
    assert found[0] is league.game(1, 2)
    assert found[1].outcome == match.outcome
