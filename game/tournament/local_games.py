"""Games of a tournament played on this computer: their setups and their results.

A game is identified by its setup, the names at its seats, and a start after its round was paired.
So its result is found even if the program was killed when the game ended.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from itertools import islice

from game.rules.events import Outcome
from game.rules.registry import parse_setup
from game.table.begin import begin
from game.table.errors import RecordError
from game.table.match import Match
from game.table.record_files import SavedGame, read_match, resume_game, saved_games
from game.table.running_locks import running_files, unfinished_files
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from game.tournament import operations
from game.tournament.plan import DRAW, MAX_NAME_LENGTH, WIN, PairingResult
from game.tournament.tournament import MATCH, Encounter, Tournament

MAX_SEARCHED_GAMES = 100  # maximum number of kept games that are searched
Known = tuple[str, tuple[str, ...]]  # setup and names of a match


def spec_of(tournament: Tournament, encounter: Encounter, marked: bool = True) -> MatchSpec:
    """Return the match of an encounter, with both sides on this computer. Raises RulesError.

    If `marked`, namesakes have marks that distinguish them.
    """
    plan = tournament.plan
    setup = plan.round_setup(encounter.round)
    game = parse_setup(setup)
    names = [""] * game.seats
    for side, entrant in enumerate(encounter.sides):
        who = tournament.entrants[entrant]
        whole = marked and len(who.names) == 1 and len(who.name) <= MAX_NAME_LENGTH
        for seat, name in zip(game.side(side), [who.name] if whole else who.names):
            names[seat] = name
    clock = ClockSpec(total=plan.minutes * 60, increment=plan.increment) if plan.minutes else None
    seats = tuple(SeatSpec("person", name=name) for name in names)
    return MatchSpec(setup, seats, clock, scoring=plan.margins, sides="kept")


def result_of(outcome: Outcome, margins: bool, moved: int = 0) -> PairingResult:
    """Return the outcome of a match as a tournament result.

    Seat 0 belonged to the first side before all players `moved` on by that many seats.
    """
    if not outcome.winners:
        return PairingResult(DRAW, DRAW)
    margin = outcome.margin if margins else 0
    return (
        PairingResult(WIN, 0, True, margin)
        if any(seat % 2 == moved % 2 for seat in outcome.winners)
        else PairingResult(0, WIN, True, margin)
    )


def found_results(tournament: Tournament) -> operations.Events:
    """Return claims for games that were finished here and have no result yet.

    This function is a request to be passed to `TournamentStore.carry_out`.
    """
    waiting = _known(tournament, [e for e in _open(tournament) if MATCH not in e.claims])
    if not waiting or tournament.ended:
        return []
    events: operations.Events = []
    for saved in islice(saved_games(), MAX_SEARCHED_GAMES):
        encounter = waiting.get(_begun(saved))
        if encounter is None or not saved.over or saved.date < _since(tournament, encounter):
            continue
        with contextlib.suppress(RecordError):
            match = read_match(saved.path)
            if match.outcome is not None:
                result = result_of(match.outcome, tournament.plan.margins, match.moved)
                waiting = {key: one for key, one in waiting.items() if one is not encounter}
                events += operations.claim(
                    tournament, encounter.round, encounter.number, MATCH, result
                )
    return events


def kept_games(tournament: Tournament) -> dict[tuple[int, int], Match]:
    """Return games of the tournament that are kept on this computer, by round and number."""
    found: dict[tuple[int, int], Match] = {}
    for encounter, saved in _finished(tournament, saved_games()):
        with contextlib.suppress(RecordError):
            found.setdefault((encounter.round, encounter.number), read_match(saved.path))
    return found


def _finished(
    tournament: Tournament, games: Iterable[SavedGame]
) -> Iterator[tuple[Encounter, SavedGame]]:
    """Yield the kept games that are finished games of the tournament."""
    rounds = [_known(tournament, list(one.games)) for one in reversed(tournament.rounds)]
    for saved in games:
        encounters = (known.get(_begun(saved)) for known in rounds)
        begun = (one for one in encounters if one and saved.date >= _since(tournament, one))
        encounter = next(begun, None)  # game of the latest round in which it fits
        if encounter is not None and saved.over:
            yield encounter, saved


def running_games(tournament: Tournament) -> dict[tuple[int, int], Match]:
    """Return games of the tournament in progress on this computer, by round and number."""
    waiting = _known(tournament, _open(tournament))
    found: dict[tuple[int, int], Match] = {}
    for path in running_files():
        with contextlib.suppress(RecordError):
            match = read_match(path)
            encounter = waiting.get(known_by(match))
            if encounter is not None:
                found[encounter.round, encounter.number] = match
    return found


def latest_game(tournament: Tournament) -> tuple[Encounter, Match] | None:
    """Return a game in progress on this computer, or else the last one kept here, or else None."""
    running = running_games(tournament)
    if running:
        place = max(running)
        return tournament.game(*place), running[place]
    for encounter, saved in _finished(tournament, islice(saved_games(), MAX_SEARCHED_GAMES)):
        with contextlib.suppress(RecordError):
            return encounter, read_match(saved.path)
    return None


def open_games(tournament: Tournament) -> frozenset[Known]:
    """Return the keys of matches without a result, both with and without the marks of namesakes."""
    games = _open(tournament)
    return frozenset(_known_by(tournament, one, mark) for one in games for mark in (False, True))


def known_by(match: Match) -> Known:
    """Return the key that a match would have if it were a game of a tournament."""
    begun = match.spec.moved_on(-match.moved)
    return match.game.setup, tuple(seat.name for seat in begun.seats)


def _begun(saved: SavedGame) -> Known:
    """Return the setup and names of a kept game, with the players at their first seats."""
    names, back = saved.names, -saved.moved % max(1, len(saved.names))
    return saved.setup, (*names[back:], *names[:back])


def begin_or_go_on(tournament: Tournament, encounter: Encounter, now: str) -> Match:
    """Return the match of an encounter: the unfinished one on this computer, or a new one.

    Raises RulesError.
    """
    known = _known(tournament, _open(tournament))
    for path in unfinished_files():
        with contextlib.suppress(RecordError):
            match = read_match(path)
            if known.get(known_by(match)) is encounter:
                found, _message = resume_game(path)
                if found is not None:
                    return found
    return begin(spec_of(tournament, encounter), now)


def _open(tournament: Tournament) -> list[Encounter]:
    return [encounter for encounter in tournament.games if encounter.result is None]


def _since(tournament: Tournament, encounter: Encounter) -> str:
    return tournament.round(encounter.round).at[:19]  # records keep no fractions of a second


def _known(tournament: Tournament, encounters: list[Encounter]) -> dict[Known, Encounter]:
    """Return encounters by the keys of their matches, both with and without marks of namesakes.

    A match that began before a namesake entered has names without marks.
    """
    found: dict[Known, Encounter] = {}
    for marked in (False, True):
        keys = [_known_by(tournament, encounter, marked) for encounter in encounters]
        found |= {key: one for key, one in zip(keys, encounters) if keys.count(key) == 1}
    return found


def _known_by(tournament: Tournament, encounter: Encounter, marked: bool) -> Known:
    spec = spec_of(tournament, encounter, marked)
    return parse_setup(spec.setup).setup, tuple(seat.name for seat in spec.seats)
