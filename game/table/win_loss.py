"""Results of a person against the engine, and the strength estimated from them.

Records are read as data, without playing them through. Only finished games of one person against
engines count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from game.platform import untrusted
from game.table.errors import NOT_A_RECORD
from game.table.opponents import ECHO, OPPONENTS
from game.table.record import FORMAT
from game.table.record_files import kept_of
from game.table.spec import MatchSpec

MAX_RECORDS_READ = 100  # latest records read to estimate a strength, including games between people
MAX_RATED_GAMES = 40  # maximum number of games from which a person's strength is estimated


@dataclass(frozen=True, slots=True)
class EngineGame:
    """One finished game against an engine.

    `opponent` is a key of OPPONENTS, or "" for a plain level.  `turns` is 0 after a resignation or
    a loss on time.
    """

    game: str
    opponent: str
    level: int
    points: float  # 1, 0.5 or 0
    turns: int


@dataclass(frozen=True, slots=True)
class WinLossLine:
    """All games against one opponent.

    `level` is the highest level met; `best` the number of turns of the shortest win on the board,
    or 0.
    """

    game: str
    opponent: str
    level: int
    played: int
    won: int
    drawn: int
    lost: int
    best: int


def read_result(record: Mapping[str, Any]) -> EngineGame | None:
    """Return the result in a record, or None if it does not count.

    Raises KeyError, TypeError, ValueError, IndexError or AttributeError if it is not a record.
    """
    if record["format"] != FORMAT or record["result"] is None:
        return None
    players, outcome = record["players"], record["result"]
    people = [seat for seat, player in enumerate(players) if player["kind"] != "engine"]
    if len(people) != 1 or len(players) < 2 or any(one.get("program") for one in players):
        return None
    person = people[0]
    others = [one for seat, one in enumerate(players) if seat % 2 != person % 2]
    strongest = max(others, key=lambda one: int(one["level"]))
    won = person in outcome["winners"]
    key = str(strongest.get("opponent", ""))
    return EngineGame(
        game=str(record["setup"]).split()[0],
        opponent=key if key in OPPONENTS else "",
        level=int(strongest["level"]),
        points=1.0 if won else 0.5 if outcome["result"] == "draw" else 0.0,
        turns=0 if outcome["reason"] in ("resigned", "time") else len(record["turns"]),
    )


def read_results(paths: Iterable[Path]) -> Iterator[EngineGame]:
    """Yield the results in these records; other files are skipped."""
    for path in paths:
        try:
            found = read_result(untrusted.read_json(path))
        except NOT_A_RECORD:
            continue
        if found is not None:
            yield found


def strength_in(key: str, folder: Path | None = None) -> int:
    """Return the level that matches a person's latest results in the game with this key."""
    return matching(list(read_results(islice(kept_of(key, folder), MAX_RECORDS_READ))))


def offered_level(key: str, folder: Path | None = None) -> int | None:
    """Return the level to offer next in the game with this key; None before the first game.

    The level matches the latest results, but is at most one above the highest level that the person
    has beaten. So a person who has beaten only the weakest level is offered the next one at most.
    """
    found = list(read_results(islice(kept_of(key, folder), MAX_RECORDS_READ)))
    beaten = max((one.level for one in found if one.points == 1), default=0)
    return min(matching(found), beaten + 1) if found else None


def matching(found: Sequence[EngineGame]) -> int:
    """Return the level that matches results in one game; `found` begins with the last game."""
    return matching_level(
        LevelResult(one.level, one.points) for one in reversed(found[:MAX_RATED_GAMES])
    )


def matched(spec: MatchSpec) -> MatchSpec:
    """Return the match with the adaptive opponent set to the person's level."""
    if all(seat.opponent != ECHO for seat in spec.seats):
        return spec
    level = strength_in(spec.setup.split()[0])
    seats = (replace(one, level=level) if one.opponent == ECHO else one for one in spec.seats)
    return replace(spec, seats=tuple(seats))


def lines(found: Iterable[EngineGame]) -> list[WinLossLine]:
    """Return a line for each game and opponent, and for each plain level; weak opponents first."""
    groups: dict[tuple[str, str, int], list[EngineGame]] = {}
    for one in found:
        plain = one.level if not one.opponent else 0
        groups.setdefault((one.game, one.opponent, plain), []).append(one)
    made = [_line(group) for group in groups.values()]
    return sorted(made, key=lambda line: (line.game, line.opponent == ECHO, line.level))


def _line(group: list[EngineGame]) -> WinLossLine:
    wins = [one.turns for one in group if one.points == 1]
    drawn = sum(one.points == 0.5 for one in group)
    return WinLossLine(
        group[0].game,
        group[0].opponent,
        max(one.level for one in group),
        len(group),
        len(wins),
        drawn,
        len(group) - len(wins) - drawn,
        min(filter(None, wins), default=0),
    )


# -- strength of a person --------------------------------------------------------------------------


FIRST_LEVEL = 3  # level of a person without games
LOWEST, HIGHEST = 1.0, 10.0
TEN_TO_ONE_LEVELS = 2.9  # difference in levels that gives odds of ten to one
# Maximum number of levels by which a game moves the estimate: the first games, and every later one.
FIRST_STEPS, LATER_STEP = (3.0, 2.4, 1.8, 1.4, 1.2, 1.0), 0.6


@dataclass(frozen=True, slots=True)
class LevelResult:
    """A finished game: the level of the strongest engine in it, and 1, 0.5 or 0 points."""

    level: int
    points: float


def expected(strength: float, level: int) -> float:
    """Return the expected points (0 to 1) of a strength against a level."""
    return float(1 / (1 + 10 ** ((level - strength) / TEN_TO_ONE_LEVELS)))


def strength(games: Iterable[LevelResult]) -> float:
    """Return the estimated strength after games, the earliest first."""
    found = float(FIRST_LEVEL)
    for number, met in enumerate(games):
        most = FIRST_STEPS[number] if number < len(FIRST_STEPS) else LATER_STEP
        found += most * (met.points - expected(found, met.level))
        found = max(LOWEST, min(HIGHEST, found))
    return found


def matching_level(games: Iterable[LevelResult]) -> int:
    """Return the engine level closest to the strength."""
    return int(strength(games) + 0.5)
