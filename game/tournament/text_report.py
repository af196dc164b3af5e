"""Tournaments as plain text, for the command line. In English, like all its output."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.registry import game_class
from game.tournament.operations import here, rounds_of
from game.tournament.standings import club_standings, criterion_text, points_text, standings
from game.tournament.tournament import Encounter, Tournament
from game.tournament.words import log_texts

NUMERIC = set("0123456789¼½¾.+−")


def text_table(rows: Sequence[Sequence[str]]) -> str:
    """Return aligned columns, with numbers aligned to the right."""
    columns = list(zip(*rows))
    widths = [max(map(len, column)) for column in columns]
    right = [not set("".join(column[1:])) - NUMERIC for column in columns]
    lines = []
    for row in rows:
        cells = [c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def overview(tournament: Tournament) -> str:
    """Return a summary: the game, the players, the round, missing results."""
    plan = tournament.plan
    title = game_class(plan.game).title
    ended = "over" if tournament.ended else f"{len(here(tournament))} here"
    lines = [
        f"{plan.name}: {title}, {plan.system}, {plan.setup}",
        f"{len(tournament.entrants)} players, {ended}; "
        f"round {len(tournament.rounds)} of {rounds_of(tournament)}",
    ]
    if tournament.rounds:
        missing = [str(g.number) for r in tournament.rounds for g in r.open]
        if missing:
            lines.append(f"results missing at table {', '.join(missing)}")
    return "\n".join(lines)


def people(tournament: Tournament) -> str:
    rows = [("No.", "Name", "Club", "Rating", "State")]
    for number, entrant in enumerate(tournament.field, start=1):
        state = "withdrawn" if entrant.withdrawn else "here" if entrant.present else "-"
        asked = "".join(f", bye in round {n}" for n in sorted(entrant.asked))
        for other in sorted(tournament.apart_from(entrant.id)):
            asked += f", not against {tournament.entrants[other].name}"
        rating = str(entrant.rating or "")
        rows.append((str(number), entrant.name, entrant.club, rating, state + asked))
    return text_table(rows)


def pairings(tournament: Tournament, number: int) -> str:
    """Return the pairings of a round.  Raises TournamentError."""
    round_ = tournament.round(number)
    rows = [("Game", "Table", "First", "Second", "Result")]
    for encounter in round_.games:
        first, second = (tournament.entrants[e].name for e in encounter.sides)
        seat = str(encounter.pair.table)
        if tournament.plan.boards:
            seat += f", game {encounter.pair.sitting}"
        rows.append((str(encounter.number), seat, first, second, outcome(tournament, encounter)))
    out = [
        f"{tournament.entrants[e].name}: {sit.why}, {points_text(sit.points)}"
        for e, sit in round_.sits.items()
    ]
    return "\n".join([f"Round {number} of {rounds_of(tournament)}", text_table(rows), *out])


def outcome(tournament: Tournament, encounter: Encounter) -> str:
    """Return the result, or the results that the sides claim."""
    if encounter.result is not None:
        return encounter.result.text + (" (corrected)" if encounter.corrected else "")
    said = []
    for side, result in encounter.claims.items():
        who = "the match" if side < 0 else tournament.entrants[encounter.sides[side]].name
        said.append(f"{result.text} says {who}")
    return "; ".join(said)


def ranking(tournament: Tournament, number: int) -> str:
    order = tournament.plan.order
    rows = [("Place", "Name", "Played", "Points", *order)]
    for line in standings(tournament, number):
        values = (criterion_text(name, value) for name, value in zip(order, line.values))
        place, points = str(line.place), points_text(line.points)
        rows.append((place, line.entrant.name, str(line.played), points, *values))
    return text_table(rows)


def clubs(tournament: Tournament, best: int, number: int) -> str:
    rows = [("Place", "Club", "Points", "Players")]
    for line in club_standings(tournament, best, number):
        players = ", ".join(player.name for player in line.players)
        rows.append((str(line.place), line.club, points_text(line.points), players))
    return text_table(rows)


def trace(tournament: Tournament) -> str:
    """Return every event: time, author and action."""
    lines = zip(tournament.log, log_texts(tournament))
    return "\n".join(f"{e.seq:>4}  {e.at[:19]}  {e.by:<10}  {what}" for e, what in lines)
