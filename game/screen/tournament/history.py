"""What happened in a tournament in words, event by event: the trace that corrections leave."""

from __future__ import annotations

from game.platform.i18n import N_, _
from game.screen.tournament import figures
from game.tournament.events import (
    ByeAsked,
    ByeCancelled,
    CheckedIn,
    CheckedOut,
    Claimed,
    Entered,
    EveningBegun,
    Founded,
    LogEntry,
    Renamed,
    RoundPaired,
    RoundUnpaired,
    Ruled,
    TournamentFinished,
    Withdrew,
)
from game.tournament.tournament import MATCH, Tournament

OF_SOMEBODY: dict[type, str] = {
    Entered: N_("{name} entered"),
    Renamed: N_("{name}: name or rating changed"),
    CheckedIn: N_("{name} checked in"),
    CheckedOut: N_("{name} is not here"),
    Withdrew: N_("{name} withdrew"),
}
OF_ALL: dict[type, str] = {
    Founded: N_("Created"),
    EveningBegun: N_("Another evening"),
    TournamentFinished: N_("The tournament is over"),
}


def told(tournament: Tournament, entry: LogEntry) -> str:
    """An event in one line."""
    event = entry.event
    if isinstance(event, RoundPaired):
        return _("Round {n} paired").format(n=event.round)
    if isinstance(event, RoundUnpaired):
        return _("Round {n} taken back").format(n=event.round)
    if isinstance(event, Claimed | Ruled):
        return _of_a_game(tournament, event)
    if isinstance(event, Founded | EveningBegun | TournamentFinished):
        return _(OF_ALL[type(event)])
    name = tournament.entrants[event.entrant].name
    if isinstance(event, ByeAsked):
        return _("{name} asked for a bye in round {n}").format(name=name, n=event.round)
    if isinstance(event, ByeCancelled):
        return _("{name} took back the bye in round {n}").format(name=name, n=event.round)
    return _(OF_SOMEBODY[type(event)]).format(name=name)


def _of_a_game(tournament: Tournament, event: Claimed | Ruled) -> str:
    where = _("Round {n}, game {game}").format(n=event.round, game=event.game)
    score = figures.score(event.result) or _("reopened")
    if isinstance(event, Ruled):
        who, why = _("organiser"), f" – {event.why}" if event.why else ""
    else:
        who, why = _claimant(tournament, event), ""
    return _("{name}: {words}").format(name=where, words=f"{score} ({who}){why}")


def _claimant(tournament: Tournament, event: Claimed) -> str:
    if event.side == MATCH or event.round > len(tournament.rounds):
        return _("as played here")
    encounter = tournament.game(event.round, event.game)
    return tournament.entrants[encounter.sides[event.side]].name
