"""The tournament report file of chess federations (TRF), which other programs read.

The file is written in the edition of 2016, with the extensions of pairing programs, or in the
edition of 2026. Either edition can be read back into the events of a tournament. Columns and codes
follow FIDE's C.04 annex 2 and its TRF26; an entry of two persons is one line with both names. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from game import __version__
from game.platform.sanitize import with_line_feeds
from game.table.time_control import decimal
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
    Method,
    PairingResult,
    TournamentPlan,
    checked,
)
from game.tournament.standings import standings
from game.tournament.tournament import Meeting, Tournament

Edition = Literal[2016, 2026]
EDITIONS: tuple[Edition, ...] = (2016, 2026)

TYPES = {"swiss": "Individual: Swiss-System", "round-robin": "Individual: Round-Robin"}
DOUBLE_TYPE = "Individual: Double-Round-Robin"
METHODS = {"dutch": " (FIDE Dutch)", "keizer": " (Keizer)"}
BERGER_TYPES = {1: "BERGER_ROUNDROBIN", 2: "BERGER_DOUBLEROUNDROBIN"}  # by number of cycles
# FIDE's codes for the criteria that it defines (C.07).
TIE_BREAKS = {
    "buchholz": "BH",
    "buchholz-cut": "BH/C1",
    "sonneborn": "SB",
    "direct": "DE",
    "wins": "WIN",
}
FIRST_ROUND = 91  # column of the first round, from 0; each round takes ten columns
ROUND = 10
SIDES = "wb"
PLAYED = {WIN: "1", DRAW: "=", 0: "0"}
UNPLAYED = {WIN: "+", DRAW: "=", 0: "-"}
SITS = {"bye": "U", "asked": "H", "absent": "Z", "rest": "Z"}
READ = {"1": (WIN, True), "0": (0, True), "=": (DRAW, True), "+": (WIN, False), "-": (0, False)}
READ |= {"W": (WIN, True), "L": (0, True), "D": (DRAW, True)}
OUT = {"U": (WIN, "bye"), "F": (WIN, "bye"), "H": (DRAW, "asked"), "Z": (0, "absent")}
OUT |= {"+": (WIN, "bye"), "=": (DRAW, "asked")}  # codes of the 2006 edition
# Half points by the codes for results in the records 162 and XXS, and in BBW and similar records.
POINTS = dict.fromkeys(("W", "WW", "BW", "FW", "F", "FPB", "P", "PAB", "BBW", "BBU"), WIN)
POINTS |= dict.fromkeys(("D", "WD", "BD", "H", "HPB", "BBD"), DRAW)
POINTS |= dict.fromkeys(("L", "WL", "BL", "FL", "Z", "ZPB", "A", "BBL", "BBZ", "BBF"), 0)
POINT_RECORDS = ("162", "XXS", *(code for code in POINTS if code.startswith("BB")))
POINT_VALUE = re.compile(r"([A-Z]+)[ =]*([0-9]+(?:[.,][0-9]+)?)")


# -- writing -------------------------------------------------------------------------------------


def write(tournament: Tournament, edition: Edition = 2016) -> str:
    """Return the whole tournament as TRF of an edition."""
    plan, places = tournament.plan, {}
    double = plan.system == "round-robin" and plan.cycles == 2
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
        f"092 {DOUBLE_TYPE if double else TYPES[plan.system]}{METHODS.get(plan.pairing, '')}",
        f"122 {_time(plan)}",
        *(["132" + " " * (FIRST_ROUND - 3) + dates] if dates else ()),
    ]
    if edition == 2026:
        lines += _heads_of_2026(tournament)
    else:
        lines.append(f"XXR {operations.rounds_of(tournament)}")
    numbers = tournament.start_numbers
    coming = _coming(tournament) if edition == 2016 else {}
    for entrant in tournament.field:
        place, points = places[entrant.id]
        # Other programs add up all columns, including the column of the coming round.
        points += DRAW if coming.get(entrant.id) == "H" else 0
        head = (
            f"001 {numbers[entrant.id]:>4}      {entrant.name[:33]:<33} "
            f"{entrant.rating or '':>4} {'':3} {'':>11} {'':10} {points / 2:>4.1f} {place:>4}"
        )
        cells = [_cell(meeting, numbers) for meeting in tournament.meetings(entrant.id)]
        if entrant.id in coming:
            cells.append(f"0000 - {coming[entrant.id]}")
        lines.append(head + "  " + "  ".join(cells))
    if plan.system == "swiss":
        more = _records_of_2026 if edition == 2026 else _extensions_of_2016
        lines += more(tournament)
    end = "\r\n" if edition == 2026 else "\n"
    return end.join(line.rstrip() if line[:3] != "001" else line for line in lines) + end


def _coming(tournament: Tournament) -> dict[int, str]:
    """Return the codes of the players known to miss the next round of a Swiss.

    The codes are written in the column of that round, which every pairing program understands.
    """
    number = len(tournament.rounds) + 1
    if tournament.plan.system != "swiss" or tournament.ended or number > tournament.plan.rounds:
        return {}
    return {
        entrant.id: SITS["asked" if number in entrant.asked else "absent"]
        for entrant in tournament.field
        if not operations.playing(entrant, number)
    }


def _extensions_of_2016(tournament: Tournament) -> Iterator[str]:
    """Yield lines that a program also needs to pair the next round, as in JaVaFo's TRF(x)."""
    plan, numbers = tournament.plan, tournament.start_numbers
    yield f"XXC {'black1' if plan.seed % 2 else 'white1'}"
    virtual = [virtual_points(tournament, n) for n in range(1, plan.rounds + 1)]
    for entrant in virtual[0]:
        points = " ".join(f"{found.get(entrant, 0) / WIN:>4.1f}" for found in virtual)
        yield f"XXA {numbers[entrant]:>4} {points}"
    for pair in _forbidden(tournament):
        yield f"XXP {pair[0]} {pair[1]}"


def _heads_of_2026(tournament: Tournament) -> Iterator[str]:
    plan = tournament.plan
    yield f"142 {operations.rounds_of(tournament)}"
    if plan.system == "swiss":
        yield f"152 {'B' if plan.seed % 2 else 'W'}"
    yield f"182 Less is More {__version__}"
    yield f"192 {_encoded_type(plan)}"
    codes = [TIE_BREAKS[word] for word in plan.order if word in TIE_BREAKS]
    if codes:
        yield f"202 {','.join(codes)}"
    if plan.minutes:
        yield f"222 {_seconds(plan.minutes * 60)}" + (
            f"+{_seconds(plan.increment)}" if plan.increment else ""
        )


def _encoded_type(plan: TournamentPlan) -> str:
    """Return the type from FIDE's table; the plain Dutch code means the current rules."""
    if plan.system == "round-robin":
        return BERGER_TYPES[plan.cycles]
    if plan.pairing == "dutch":
        return "FIDE_DUTCH_BAKU" if plan.accelerated else "FIDE_DUTCH"
    return "CUSTOM_SWISS"


def _records_of_2026(tournament: Tournament) -> Iterator[str]:
    """Yield coming byes, virtual points and forbidden pairs."""
    plan, numbers = tournament.plan, tournament.start_numbers
    number = len(tournament.rounds) + 1
    if not tournament.ended:
        away = {e: number for e, code in _coming(tournament).items() if code == "Z"}
        for round_ in range(number, plan.rounds + 1):
            asked = [numbers[e.id] for e in tournament.field if round_ in e.asked]
            yield from _byes("H", round_, asked)
            yield from _byes("Z", round_, [numbers[e] for e in away if round_ == number])
    virtual = [virtual_points(tournament, n) for n in range(1, plan.rounds + 1)]
    for points, group in groupby(enumerate(virtual, start=1), key=lambda one: one[1]):
        rounds = [round_ for round_, _points in group]
        ids = sorted(numbers[entrant] for entrant in points)
        if ids:  # these entrants are the first of the field, without a gap
            each = next(iter(points.values())) / WIN
            span = f"{rounds[0]:03} {rounds[-1]:03} {ids[0]:04} {ids[-1]:04}"
            yield f"250 {'':4} {each:04.1f} {span}"
    for pair in _forbidden(tournament):
        yield f"260 001 {plan.rounds:03} {pair[0]:>4} {pair[1]:>4}"


def _byes(kind: str, round_: int, numbers: Sequence[int]) -> Iterator[str]:
    if numbers:
        yield f"240 {kind} {round_:03} " + " ".join(f"{number:04}" for number in sorted(numbers))


def _forbidden(tournament: Tournament) -> list[list[int]]:
    numbers = tournament.start_numbers
    return sorted(sorted(numbers[entrant] for entrant in pair) for pair in tournament.forbidden)


def _cell(meeting: Meeting, numbers: dict[int, int]) -> str:
    if not meeting.opponent:
        # A pairing bye worth half a point, because "U" would be read as a whole point.
        half = meeting.why == "bye" and meeting.points == DRAW
        return f"0000 - {SITS['asked' if half else meeting.why]}"
    code = (PLAYED if meeting.played else UNPLAYED)[meeting.points] if meeting.decided else " "
    return f"{numbers[meeting.opponent]:>4} {SIDES[meeting.side]} {code}"


def _date(at: str) -> str:
    return at[:10].replace("-", "/")


def _short(at: str) -> str:
    return _date(at)[2:]


def _time(plan: TournamentPlan) -> str:
    if not plan.minutes:
        return "no clock"
    gain = f" + {decimal(plan.increment)} s" if plan.increment else ""
    return f"{decimal(plan.minutes)} min{gain}"


def _seconds(seconds: float) -> str:
    return f"{max(1, round(seconds))}"


# -- reading -------------------------------------------------------------------------------------


class TrfLine(NamedTuple):
    """The text after the code of a line, and the line's number, from 1."""

    number: int
    text: str


class TrfCell(NamedTuple):
    """One round in a player's line."""

    opponent: int
    side: int
    code: str


class TrfPlayer(NamedTuple):
    number: int
    name: str
    rating: int
    cells: tuple[TrfCell, ...]
    line: int


class TrfBye(NamedTuple):
    """A bye from a record 240: "F", "H" or "Z" in a round, for a start number."""

    kind: str
    round: int
    number: int


Heads = dict[str, list[TrfLine]]
Players = dict[int, TrfPlayer]


def read(text: str, setup: str, name: str = "TRF") -> list[event.Event]:
    """Return the events of a tournament in a file, played with `setup`. Raises TournamentError."""
    heads, players = _lines(text, name)
    _check_points(heads, name)
    if not MIN_ENTRIES <= len(players) <= MAX_ENTRIES:
        wanted = f"{MIN_ENTRIES} to {MAX_ENTRIES} players, {len(players)} found"
        raise _refused(name, len(text.split("\n")), wanted)
    byes = [bye for line in heads.get("240", []) for bye in _byes_in(line, players, name)]
    rounds = max(len(player.cells) for player in players.values())
    last = {number: p.cells[-1] for number, p in players.items() if len(p.cells) == rounds > 0}
    ahead = bool(last) and not any(cell.opponent for cell in last.values())
    rounds -= ahead  # the column of the coming round only shows who will miss it
    if ahead:
        byes += [TrfBye(cell.code, rounds + 1, number) for number, cell in last.items()]
    events: list[event.Event] = [event.Founded(checked(_plan(heads, players, setup, name, rounds)))]
    away = {n for line in heads.get("XXZ", []) for n in _numbers(line, players, name)}
    away |= {bye.number for bye in byes if bye.kind in ("Z", "F", "") and bye.round == rounds + 1}
    if not ahead and not heads.keys() & {"XXC", "XXZ", "142", "192"}:
        away = {number for number, cell in last.items() if OUT.get(cell.code) == OUT["Z"]}
    for player in players.values():
        names = tuple(part.strip() for part in player.name.split(" & "))
        events.append(event.Entered(player.number, names, player.rating))
        if player.number not in away:
            events.append(event.CheckedIn(player.number))
    for number in range(1, rounds + 1):
        events += _round(players, number, name)
    events += [
        event.ByeAsked(bye.number, bye.round)
        for bye in byes
        if bye.kind == "H" and bye.round > rounds
    ]
    return events + list(_barred(heads, players, name))


def _refused(name: str, line: int, what: str) -> TournamentError:
    return TournamentError("trf", name=name, line=line, what=what)


def _check_points(heads: Heads, name: str) -> None:
    """Check that results are worth 1, 1/2 and 0 points; other values are not supported.

    Raises TournamentError.
    """
    for code in POINT_RECORDS:
        for line in heads.get(code, []):
            text = f"{code} {line.text}" if code.startswith("BB") else line.text
            for word, value in POINT_VALUE.findall(text.upper()):
                wanted = POINTS.get(word)
                if wanted is not None and 2 * float(value.replace(",", ".")) != wanted:
                    what = f"{word} {value} found, expected {wanted / 2}: no other points are known"
                    raise _refused(name, line.number, what)


def _barred(heads: Heads, players: Players, name: str) -> Iterator[event.PairBarred]:
    groups = [_numbers(line, players, name) for line in heads.get("XXP", [])]
    for line in heads.get("260", []):
        # The first two numbers are rounds, which are ignored: a pair is barred for the whole
        # tournament.
        ids = TrfLine(line.number, line.text[8:])
        groups.append(_numbers(ids, players, name))
    done = set()
    for first, second in (pair for group in groups for pair in _pairs(group)):
        pair = frozenset((first, second))
        if first != second and pair not in done:
            done.add(pair)
            yield event.PairBarred(first, second)


def _pairs(group: Sequence[int]) -> Iterable[tuple[int, int]]:
    return ((first, second) for n, first in enumerate(group) for second in group[n + 1 :])


def _plan(heads: Heads, players: Players, setup: str, name: str, rounds: int) -> TournamentPlan:
    """Return the plan from the first lines, and the seats of the first round."""

    def head(code: str) -> str:
        return heads[code][0].text.strip() if code in heads else ""

    coded = head("192").upper()
    if "TEAM" in coded or "310" in heads or "013" in heads:
        line = next(heads[code][0].number for code in ("192", "310", "013") if code in heads)
        raise _refused(name, line, "a team tournament, expected one of single players or pairs")
    kind, planned = head("092").casefold() + coded.casefold(), head("142") or head("XXR")
    double = "doubleroundrobin" in re.sub(r"[^a-z]", "", kind) or kind.endswith("robin_g2")
    begun = [cell.side for cell in players[min(players)].cells[:1] if cell.opponent]
    black = "black1" in head("XXC") or head("152").upper() == "B"
    if not black and "white1" not in head("XXC") and not head("152"):
        black = begun == [1]
    pairing: Method = "dutch" if "dutch" in kind else "keizer" if "keizer" in kind else "matching"
    return TournamentPlan(
        head("012")[:MAX_NAME_LENGTH] or name[:MAX_NAME_LENGTH],
        setup,
        "round-robin" if "robin" in kind else "swiss",
        max(rounds, int(planned) if re.fullmatch(r"[0-9]{1,4}", planned) else 1),
        cycles=2 if double else 1,
        seed=1 if black else 2,
        place=head("022")[:MAX_NAME_LENGTH],
        pairing=pairing,
        accelerated=pairing != "keizer"
        and (bool(heads.keys() & {"XXA", "250"}) or "BAKU" in coded),
        numbered=True,
    )


def _numbers(line: TrfLine, players: Players, name: str) -> list[int]:
    """Return the start numbers in a line. Raises TournamentError."""
    words = line.text.split()
    found = [int(word) if re.fullmatch(r"[0-9]{1,4}", word) else 0 for word in words]
    unknown = [word for word, number in zip(words, found) if number not in players]
    if not found or unknown:
        what = f"{unknown[0] if unknown else 'nothing'} found, expected start numbers of players"
        raise _refused(name, line.number, what)
    return found


def _byes_in(line: TrfLine, players: Players, name: str) -> list[TrfBye]:
    """Return the byes of a record 240.  Raises TournamentError."""
    found = re.match(r"([FHZfhz]) +([0-9]{1,3})(?= )", line.text)
    if found is None:
        what = f"{line.text[:12]!r} found, expected F, H or Z and a round"
        raise _refused(name, line.number, what)
    numbers = _numbers(TrfLine(line.number, line.text[found.end() :]), players, name)
    return [TrfBye(found[1].upper(), int(found[2]), number) for number in numbers]


def _lines(text: str, name: str) -> tuple[Heads, Players]:
    heads: Heads = {}
    players: Players = {}
    lines = with_line_feeds(text.lstrip("\ufeff")).split("\n")
    for number, line in enumerate(lines, start=1):
        if line[:3] != "001":
            heads.setdefault(line[:3], []).append(TrfLine(number, line[4:]))
            continue
        player = _player(line, number, name)
        if player.number in players:
            raise _refused(name, number, f"start number {player.number} is there twice")
        players[player.number] = player
    return heads, players


def _player(line: str, number: int, name: str) -> TrfPlayer:
    """Return the player of a line.  Raises TournamentError."""
    fields = {"start number": line[4:8].strip(), "rating": line[48:52].strip() or "0"}
    for field, text in fields.items():
        if not re.fullmatch(r"[0-9]+", text):
            raise _refused(name, number, f"{text!r} found, expected the {field} in its columns")
    person = line[14:47].strip()[:MAX_NAME_LENGTH]
    if not person:
        raise _refused(name, number, "no name found in columns 15 to 47")
    cells = [line[at : at + ROUND - 2] for at in range(FIRST_ROUND, len(line), ROUND)]
    while cells and not cells[-1].strip():
        cells.pop()
    try:
        read_cells = tuple(map(_read_cell, cells))
    except ValueError:
        raise _refused(name, number, "an opponent is no number, or not in its columns") from None
    return TrfPlayer(int(fields["start number"]), person, int(fields["rating"]), read_cells, number)


def _read_cell(text: str) -> TrfCell:
    text = f"{text:<8}"
    opponent, side, code = text[:4].strip(), text[5], text[7].upper()
    return TrfCell(int(opponent or 0), 1 if side in "bB" else 0, code.strip())


def _round(players: Players, number: int, name: str) -> Iterator[event.Event]:
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
            raise _refused(name, players[player].line, what)
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
