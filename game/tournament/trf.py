"""The tournament report file of chess federations, TRF16, which other programs read.

Written from a tournament and read back into the events of one.  Columns and codes are those of
FIDE's C.04 annex 2; an entry of two persons is one line with both names.  Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.tournament import events as event
from game.tournament import operations
from game.tournament.errors import TournamentError
from game.tournament.pairing.swiss import virtual_points
from game.tournament.plan import (
    DRAW,
    MAX_ENTRIES,
    MAX_NAME_LENGTH,
    MIN_ENTRIES,
    WIN,
    PairingResult,
    TournamentPlan,
    checked,
)
from game.tournament.standings import standings
from game.tournament.tournament import Meeting, Tournament

TYPES = {"swiss": "Individual: Swiss-System", "round-robin": "Individual: Round-Robin"}
DUTCH = " (FIDE Dutch)"
FIRST_ROUND = 91  # the column, from 0, of the first round; each takes ten
ROUND = 10
SIDES = "wb"
PLAYED = {WIN: "1", DRAW: "=", 0: "0"}
UNPLAYED = {WIN: "+", DRAW: "=", 0: "-"}
SITS = {"bye": "U", "asked": "H", "absent": "Z", "rest": "Z"}
READ = {"1": (WIN, True), "0": (0, True), "=": (DRAW, True), "+": (WIN, False), "-": (0, False)}
READ |= {"W": (WIN, True), "L": (0, True), "D": (DRAW, True)}
OUT = {"U": (WIN, "bye"), "F": (WIN, "bye"), "H": (DRAW, "asked"), "Z": (0, "absent")}


def write(tournament: Tournament) -> str:
    """Return the whole tournament as TRF16."""
    plan, places = tournament.plan, {}
    for number, line in enumerate(standings(tournament), start=1):
        places[line.entrant.id] = number, line.points
    dates = "  ".join(_short(round_.at) for round_ in tournament.rounds)
    lines = [
        f"012 {plan.name}",
        f"022 {plan.place}",
        f"042 {_date(tournament.started)}",
        f"052 {_date(tournament.log[-1].at)}",
        f"062 {len(tournament.entrants)}",
        f"072 {sum(entrant.rating > 0 for entrant in tournament.entrants.values())}",
        "082 0",
        f"092 {TYPES[plan.system]}{DUTCH if plan.pairing == 'dutch' else ''}",
        f"122 {_time(plan)}",
        *(["132" + " " * (FIRST_ROUND - 3) + dates] if dates else ()),
        f"XXR {operations.rounds_of(tournament)}",
    ]
    numbers = tournament.start_numbers
    for entrant in tournament.field:
        place, points = places[entrant.id]
        head = (
            f"001 {numbers[entrant.id]:>4}      {entrant.name[:33]:<33} "
            f"{entrant.rating or '':>4} {'':3} {'':>11} {'':10} {points / 2:>4.1f} {place:>4}"
        )
        cells = (_cell(meeting, numbers) for meeting in tournament.meetings(entrant.id))
        lines.append(head + "  " + "  ".join(cells))
    if plan.system == "swiss":
        lines += _extensions(tournament)
    return "\n".join(line.rstrip() if line[:3] != "001" else line for line in lines) + "\n"


def _extensions(tournament: Tournament) -> Iterator[str]:
    """Yield what a program must know besides to pair the next round, as in JaVaFo's TRF(x)."""
    plan, numbers = tournament.plan, tournament.start_numbers
    number = len(tournament.rounds) + 1
    yield f"XXC {'black1' if plan.seed % 2 else 'white1'}"
    away = [n for e, n in numbers.items() if not operations.playing(tournament.entrants[e], number)]
    if away and not tournament.ended and number <= plan.rounds:
        yield f"XXZ {' '.join(map(str, sorted(away)))}"
    virtual = [virtual_points(tournament, n) for n in range(1, plan.rounds + 1)]
    for entrant in virtual[0]:
        points = " ".join(f"{found.get(entrant, 0) / WIN:>4.1f}" for found in virtual)
        yield f"XXA {numbers[entrant]:>4} {points}"
    for pair in sorted(sorted(numbers[e] for e in pair) for pair in tournament.forbidden):
        yield f"XXP {pair[0]} {pair[1]}"


def _cell(meeting: Meeting, numbers: dict[int, int]) -> str:
    if not meeting.opponent:
        return f"0000 - {SITS[meeting.why]}"
    code = (PLAYED if meeting.played else UNPLAYED)[meeting.points] if meeting.decided else " "
    return f"{numbers[meeting.opponent]:>4} {SIDES[meeting.side]} {code}"


def _date(at: str) -> str:
    return at[:10].replace("-", "/")


def _short(at: str) -> str:
    return _date(at)[2:]


def _time(plan: TournamentPlan) -> str:
    if not plan.minutes:
        return "no clock"
    return f"{plan.minutes:g} min" + (f" + {plan.increment:g} s" if plan.increment else "")


# -- reading -------------------------------------------------------------------------------------


class TrfCell(NamedTuple):
    """What one line says of one round."""

    opponent: int
    side: int
    code: str


class TrfPlayer(NamedTuple):
    number: int
    name: str
    rating: int
    cells: tuple[TrfCell, ...]


def read(text: str, setup: str, name: str = "TRF") -> list[event.Event]:
    """Return the events of a tournament of `setup` games in a file.  Raises TournamentError."""
    heads, players = _lines(text, name)
    if not MIN_ENTRIES <= len(players) <= MAX_ENTRIES:
        wanted = f"{MIN_ENTRIES} to {MAX_ENTRIES} players, {len(players)} found"
        raise TournamentError("trf", name=name, line=len(text.splitlines()), what=wanted)
    rounds = max(len(player.cells) for player in players.values())
    last = {number: p.cells[-1] for number, p in players.items() if len(p.cells) == rounds > 0}
    ahead = bool(last) and not any(cell.opponent for cell in last.values())
    rounds -= ahead  # what is known of a round to come: who will miss it
    events: list[event.Event] = [event.Founded(checked(_plan(heads, players, setup, name, rounds)))]
    away = set(_numbers(heads.get("XXZ", []), players, name))
    if not heads.keys() & {"XXC", "XXZ"}:
        away = {number for number, cell in last.items() if OUT.get(cell.code) == OUT["Z"]}
    for player in players.values():
        names = tuple(part.strip() for part in player.name.split(" & "))
        events.append(event.Entered(player.number, names, player.rating))
        if player.number not in away:
            events.append(event.CheckedIn(player.number))
    for number in range(1, rounds + 1):
        events += _round(players, number, name)
    for number, cell in last.items() if ahead else ():
        if cell.code == "H":
            events.append(event.ByeAsked(number, rounds + 1))
    for line in heads.get("XXP", []):
        first, *others = _numbers([line], players, name)
        events += [event.PairBarred(first, other) for other in others if other != first]
    return events


def _plan(
    heads: dict[str, list[str]],
    players: dict[int, TrfPlayer],
    setup: str,
    name: str,
    rounds: int,
) -> TournamentPlan:
    """Return the plan that the first lines tell, and the seats of the first round."""

    def head(code: str) -> str:
        return heads.get(code, [""])[0].strip()

    kind, planned = head("092").casefold(), head("XXR")
    begun = [cell.side for cell in players[min(players)].cells[:1] if cell.opponent]
    black = "black1" in head("XXC") or ("white1" not in head("XXC") and begun == [1])
    return TournamentPlan(
        head("012")[:MAX_NAME_LENGTH] or name[:MAX_NAME_LENGTH],
        setup,
        "round-robin" if "robin" in kind else "swiss",
        max(rounds, int(planned) if re.fullmatch(r"[0-9]{1,4}", planned) else 1),
        seed=1 if black else 2,
        place=head("022")[:MAX_NAME_LENGTH],
        pairing="dutch" if "dutch" in kind else "matching",
        accelerated="XXA" in heads,
        numbered=True,
    )


def _numbers(lines: Sequence[str], players: dict[int, TrfPlayer], name: str) -> list[int]:
    """Return the start numbers in some lines.  Raises TournamentError."""
    listed = [word for line in lines for word in line.split()]
    found = [int(word) if re.fullmatch(r"[0-9]{1,4}", word) else 0 for word in listed]
    if (not found and lines) or not set(found) <= set(players):
        raise TournamentError("trf", name=name, line=0, what="XXP or XXZ names nobody")
    return found


def _lines(text: str, name: str) -> tuple[dict[str, list[str]], dict[int, TrfPlayer]]:
    heads: dict[str, list[str]] = {}
    players: dict[int, TrfPlayer] = {}
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if line[:3] != "001":
            heads.setdefault(line[:3], []).append(line[4:])
            continue
        try:
            player = _player(line)
        except ValueError:
            raise TournamentError(
                "trf", name=name, line=number, what="columns are not those of TRF16"
            ) from None
        if player.number in players:
            raise TournamentError("trf", name=name, line=number, what="a number is there twice")
        players[player.number] = player
    return heads, players


def _player(line: str) -> TrfPlayer:
    """Return the player of a line.  Raises ValueError."""
    cells = [line[at : at + ROUND - 2] for at in range(FIRST_ROUND, len(line), ROUND)]
    while cells and not cells[-1].strip():
        cells.pop()
    name, rating = line[14:47].strip()[:MAX_NAME_LENGTH], line[48:52].strip()
    if not name:
        raise ValueError
    return TrfPlayer(int(line[4:8]), name, int(rating or 0), tuple(map(_read_cell, cells)))


def _read_cell(text: str) -> TrfCell:
    text = f"{text:<8}"
    opponent, side, code = text[:4].strip(), text[5], text[7].upper()
    return TrfCell(int(opponent or 0), 1 if side in "bB" else 0, code.strip())


def _round(players: dict[int, TrfPlayer], number: int, name: str) -> Iterator[event.Event]:
    cells = {p.number: p.cells[number - 1] for p in players.values() if len(p.cells) >= number}
    pairs: list[event.PairedGame] = []
    results: list[PairingResult | None] = []
    sits = []
    for player, cell in cells.items():
        if not cell.opponent:
            points, why = OUT.get(cell.code, (0, "absent"))
            sits.append(event.SitOut(player, points, why))
            continue
        other = cells.get(cell.opponent)
        if other is None or other.opponent != player or other.side == cell.side:
            what = f"{player} meets {cell.opponent} in round {number}, but not the other way round"
            raise TournamentError("trf", name=name, line=player, what=what)
        if cell.side == 0:
            pairs.append(event.PairedGame(len(pairs) + 1, 1, player, cell.opponent))
            results.append(_result(cell, other))
    yield event.RoundPaired(number, tuple(pairs), tuple(sits))
    yield from _rulings(number, results)


def _rulings(number: int, results: Sequence[PairingResult | None]) -> Iterator[event.Event]:
    for game, result in enumerate(results, start=1):
        if result is not None:
            yield event.Ruled(number, game, result)


def _result(cell: TrfCell, other: TrfCell) -> PairingResult | None:
    if cell.code not in READ or other.code not in READ:
        return None
    (first, played), (second, _played) = READ[cell.code], READ[other.code]
    return PairingResult(first, second, played)
