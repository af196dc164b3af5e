"""Tournaments made up for the tests: people who come late, miss rounds, go home."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from game.tournament import office
from game.tournament.errors import TournamentError
from game.tournament.events import Entry, Event
from game.tournament.plan import DRAW, WIN, Plan
from game.tournament.results import Result
from game.tournament.tournament import Tournament

AT = "2026-11-21T19:00:00"
WON, LOST, DREW = Result(WIN, 0), Result(0, WIN), Result(DRAW, DRAW)
FORFEIT = Result(WIN, 0, played=False)
PLAN = Plan("Autumn cup", "multiplicity", rounds=7)


def do(tournament: Tournament, events: Sequence[Event]) -> None:
    for event in events:
        tournament.apply(Entry(tournament.seq, AT, "organiser", event))


def founded(plan: Plan = PLAN, people: int = 0) -> Tournament:
    """A tournament with so many checked in, called P1, P2, ..."""
    tournament = Tournament()
    do(tournament, office.found(plan))
    for number in range(1, people + 1):
        names = [f"P{number}", f"Q{number}"][: 2 if "seats=4" in plan.setup else 1]
        do(tournament, office.enter(tournament, names, here=True))
    return tournament


def play_round(
    tournament: Tournament, results: Sequence[Result] = (), dice: random.Random | None = None
) -> None:
    """Give results to the last round, in the order of its tables, or by dice."""
    dice = dice or random.Random(1)
    for number, game in enumerate(list(tournament.rounds[-1].open)):
        result = results[number] if number < len(results) else dice.choice((WON, LOST, DREW))
        do(tournament, office.rule(tournament, game.round, game.number, result))


def restless(tournament: Tournament, dice: random.Random, fewest: int = 6) -> None:
    """Between two rounds: some go home, some miss a round, some come back, some come late."""
    swiss = tournament.plan.system == "swiss"
    for entrant in list(tournament.entrants.values()):
        lot, enough = dice.random(), len(office.here(tournament)) > fewest
        if lot < 0.03 and enough:
            do(tournament, office.withdraw(tournament, entrant.id))
        elif swiss and lot < 0.06 and enough:
            do(tournament, office.leave(tournament, entrant.id))
        elif swiss and lot < 0.09 and not entrant.withdrawn:
            ask(tournament, entrant.id)
        elif lot < 0.3 and not entrant.withdrawn:
            do(tournament, office.arrive(tournament, entrant.id))
    if swiss and dice.random() < 0.3:
        do(tournament, office.enter(tournament, [f"Late{len(tournament.entrants)}"], here=True))


def ask(tournament: Tournament, entrant: int) -> None:
    """A bye for the next round, if there is one."""
    number = len(tournament.rounds) + 1
    if number <= office.rounds_of(tournament):
        do(tournament, office.ask_bye(tournament, entrant, number))


def played(seed: int, people: int, plan: Plan = PLAN, forfeits: bool = True) -> Tournament:
    """A whole tournament by dice; shorter where everybody has met."""
    dice = random.Random(seed)
    tournament = founded(plan, people)
    ends = (WON, LOST, DREW, WON, LOST) + ((FORFEIT,) if forfeits else ())
    while len(tournament.rounds) < office.rounds_of(tournament):
        try:
            do(tournament, office.draw(tournament))
        except TournamentError as error:
            if error.code != "all-met":
                raise
            break
        play_round(tournament, [dice.choice(ends) for _game in tournament.rounds[-1].games])
        restless(tournament, dice)
    return tournament


@contextmanager
def refused(code: str) -> Iterator[None]:
    """What is inside is not possible, for that reason."""
    with pytest.raises(TournamentError) as error:
        yield
    assert error.value.code == code
