"""Random tournaments for the tests, in which people come late, miss rounds and leave."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from game.tournament import operations
from game.tournament.errors import TournamentError
from game.tournament.events import Event, LogEntry
from game.tournament.plan import DRAW, WIN, PairingResult, TournamentPlan
from game.tournament.tournament import Tournament

AT = "2026-11-21T19:00:00"
WON, LOST, DREW = PairingResult(WIN, 0), PairingResult(0, WIN), PairingResult(DRAW, DRAW)
FORFEIT = PairingResult(WIN, 0, played=False)
PLAN = TournamentPlan("Autumn cup", "multiplicity", rounds=7)


def do(tournament: Tournament, events: Sequence[Event]) -> None:
    for event in events:
        tournament.apply(LogEntry(tournament.seq, AT, "organiser", event))


def founded(plan: TournamentPlan = PLAN, people: int = 0) -> Tournament:
    """Return a tournament with this many players checked in, named P1, P2, ..."""
    tournament = Tournament()
    do(tournament, operations.found(plan))
    for number in range(1, people + 1):
        names = [f"P{number}", f"Q{number}"][: 2 if "seats=4" in plan.setup else 1]
        do(tournament, operations.enter(tournament, names, here=True))
    return tournament


def play_round(
    tournament: Tournament, results: Sequence[PairingResult] = (), dice: random.Random | None = None
) -> None:
    """Enter results for the last round in the order of its tables; results not given are random."""
    dice = dice or random.Random(1)
    for number, game in enumerate(list(tournament.rounds[-1].open)):
        result = results[number] if number < len(results) else dice.choice((WON, LOST, DREW))
        do(tournament, operations.rule(tournament, game.round, game.number, result))


def restless(tournament: Tournament, dice: random.Random, fewest: int = 6) -> None:
    """Change who is present between two rounds: some leave, miss a round, return or arrive late."""
    swiss = tournament.plan.system == "swiss"
    for entrant in list(tournament.entrants.values()):
        lot, enough = dice.random(), len(operations.here(tournament)) > fewest
        if lot < 0.03 and enough:
            do(tournament, operations.withdraw(tournament, entrant.id))
        elif swiss and lot < 0.06 and enough:
            do(tournament, operations.leave(tournament, entrant.id))
        elif swiss and lot < 0.09 and not entrant.withdrawn:
            ask(tournament, entrant.id)
        elif lot < 0.3 and not entrant.withdrawn:
            do(tournament, operations.arrive(tournament, entrant.id))
    if swiss and dice.random() < 0.3:
        do(tournament, operations.enter(tournament, [f"Late{len(tournament.entrants)}"], here=True))


def ask(tournament: Tournament, entrant: int) -> None:
    """Request a bye for the next round, if there is one."""
    number = len(tournament.rounds) + 1
    if number <= operations.rounds_of(tournament):
        do(tournament, operations.ask_bye(tournament, entrant, number))


def played(
    seed: int, people: int, plan: TournamentPlan = PLAN, forfeits: bool = True
) -> Tournament:
    """Play a random tournament, which ends early if everybody has met."""
    dice = random.Random(seed)
    tournament = founded(plan, people)
    ends = (WON, LOST, DREW, WON, LOST) + ((FORFEIT,) if forfeits else ())
    while len(tournament.rounds) < operations.rounds_of(tournament):
        try:
            do(tournament, operations.draw(tournament))
        except TournamentError as error:
            if error.code != "all-met":
                raise
            break
        play_round(tournament, [dice.choice(ends) for _game in tournament.rounds[-1].games])
        restless(tournament, dice)
    return tournament


@contextmanager
def refused(code: str) -> Iterator[None]:
    """Check that the block raises an error with this code."""
    with pytest.raises(TournamentError) as error:
        yield
    assert error.value.code == code
