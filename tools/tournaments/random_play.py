"""Random tournaments: people come late, miss rounds or go home; there are forfeits and byes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from game.tournament import operations
from game.tournament.errors import TournamentError
from game.tournament.events import Event, LogEntry
from game.tournament.plan import DRAW, WIN, PairingResult, TournamentPlan
from game.tournament.tournament import Encounter, Tournament

AT = "2026-11-21T19:00:00"
DRAWS, FORFEITS, NOBODY_CAME = 0.25, 0.03, 0.005  # shares of all games
COMPLETE = 0.4  # share of tournaments in which everybody stays to the end


def rounds(seed: int, people: tuple[int, int] = (8, 40), **plan: Any) -> Iterator[Tournament]:
    """Yield a random Swiss tournament before each of its rounds is paired.

    The same tournament object is yielded each time; its next round is drawn and played in between.
    It ends early if no further round is possible.
    """
    dice = random.Random(seed)
    count = dice.randint(*people)
    wanted = {"rounds": dice.randint(3, 9), "seed": seed + 1, **plan}
    tournament = Tournament()
    do(tournament, operations.found(TournamentPlan("Random", "multiplicity", **wanted)))
    for _number in range(count):
        _enter(tournament, dice)
    stays = dice.random() < COMPLETE
    while len(tournament.rounds) < tournament.plan.rounds:
        yield tournament
        try:
            do(tournament, operations.draw(tournament))
        except TournamentError as error:
            if error.code not in ("all-met", "barred"):
                raise
            return
        for game in list(tournament.rounds[-1].open):
            do(
                tournament,
                operations.rule(tournament, game.round, game.number, _result(game, dice)),
            )
        if not stays:
            _come_and_go(tournament, dice)


def do(tournament: Tournament, events: list[Event]) -> None:
    for event in events:
        tournament.apply(LogEntry(tournament.seq, AT, "organiser", event))


def _enter(tournament: Tournament, dice: random.Random) -> None:
    name = f"P{len(tournament.entrants) + 1}"
    do(tournament, operations.enter(tournament, [name], dice.randint(1000, 2400), here=True))


def _result(game: Encounter, dice: random.Random) -> PairingResult:
    """Return a random result; entrants with lower ids win more often."""
    lot = dice.random()
    if lot < NOBODY_CAME:
        return PairingResult(0, 0, played=False)
    if lot < DRAWS:
        return PairingResult(DRAW, DRAW)
    first = dice.random() < (0.65 if game.pair.first < game.pair.second else 0.35)
    played = lot < 1 - FORFEITS
    return PairingResult(WIN, 0, played) if first else PairingResult(0, WIN, played)


def _come_and_go(tournament: Tournament, dice: random.Random) -> None:
    number = len(tournament.rounds) + 1
    for entrant in list(tournament.entrants.values()):
        lot, enough = dice.random(), len(operations.here(tournament)) > 8
        if lot < 0.02 and enough:
            do(tournament, operations.withdraw(tournament, entrant.id))
        elif lot < 0.04 and enough:
            do(tournament, operations.leave(tournament, entrant.id))
        elif lot < 0.07 and enough and number <= tournament.plan.rounds and not entrant.withdrawn:
            do(tournament, operations.ask_bye(tournament, entrant.id, number))
        elif lot < 0.5 and not entrant.withdrawn:
            do(tournament, operations.arrive(tournament, entrant.id))
    if dice.random() < 0.15 and len(tournament.entrants) < 64:
        _enter(tournament, dice)
