"""Game records: a match as versioned JSON, and back by playing it again through the rules.

Pure: text and dicts, no files (`library` has those).  A record carries the user's own board file
with it, so that it loads on any machine.  Records of version 1 were made before the second reading
of the rules: the games in them are played on, and judged, by the first.  Whatever is wrong with a
record is a RecordError that says where, what was found and what is expected.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from game.platform import versioned
from game.platform.sanitize import one_line
from game.platform.untrusted import InputError, parse_json
from game.rules.base import RESULTS, Game
from game.rules.boards import read_board, shipped_boards
from game.rules.errors import RulesError
from game.rules.events import Outcome
from game.rules.proposals import AllAgreed, Close, Play
from game.rules.registry import first_reading, parse_setup
from game.rules.setup import split_setup
from game.table import notes_record, offers_record
from game.table.errors import MatchError, RecordError
from game.table.history import AGREED, ends_turn
from game.table.match import Match
from game.table.series import WIN, Series
from game.table.spec import SEAT_KINDS, SIDES, ClockSpec, MatchSpec, SeatSpec

FORMAT = "less-is-more game"
VERSION = 4
KNOWN_VERSIONS = (1, 2, 3, VERSION)  # 2 and before know no variations and notes, 3 no offers
FIRST_READING_VERSION = (
    1  # written before the second reading of the rules: its games keep the first
)
DECLARED = ("resigned", "time", "agreed")  # ends that the rules alone do not know
MAX_NAME_LENGTH = 40
MAX_TURNS = 10_000
MAX_PERIODS = 1_000
MAX_SERIES_GAMES = 10_000  # in a series
MAX_SERIES_MARGIN = 10**9  # of all its games
MAX_MOVED_SEATS = 4 * MAX_SERIES_GAMES  # seats


def own_boards(setup: str) -> dict[str, str]:
    """The text of the board file a setup names, by its path; empty for shipped boards.

    Raises BoardError when it cannot be read.
    """
    words = split_setup(setup)[1]
    names = [word[len("board=") :] for word in words if word.startswith("board=")]
    return {name: read_board(name) for name in names if name not in shipped_boards()}


def current_setup(setup: str, version: int) -> str:
    """The setup string of a record as it reads now.  Raises SetupError."""
    return first_reading(setup) if version == FIRST_READING_VERSION else setup


def to_record(match: Match) -> dict[str, Any]:
    """The match as plain data, ready for JSON."""
    clock, series = match.clock, match.spec.series
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "setup": match.game.setup,
        "boards": match.boards,
        "date": match.date,
        "players": [_player(seat) for seat in match.spec.seats],
        "clock": _clock(match.spec.clock),
        "seed": match.spec.seed,
        "turns": [turn.text for turn in match.turns],
        "times": [round(seconds, 1) for seconds in match.times],
        "left": [_tenths(left) for left in clock.left] if clock.timed else None,
        "result": _result(match.outcome),
    }
    if series.games or series.length:  # a single game carries no score
        record["series"] = _series(series)
    if match.spec.sides != SIDES[0]:
        record["sides"] = match.spec.sides
    if used := _tenths(clock.used):
        record["used"] = used
    if not match.spec.time_back:
        record["time_back"] = False
    if match.spec.by_button:
        record["by_button"] = True
    if not match.spec.scoring:
        record["scoring"] = False
    if match.spec.position is not None:
        record["position"] = match.spec.position
    if match.deals:
        record["offers"] = [offers_record.to_field(deal) for deal in match.deals]
    return record | notes_record.to_fields(match)


def dump(match: Match) -> str:
    """The record as JSON text."""
    return json.dumps(to_record(match), indent=1, ensure_ascii=False) + "\n"


def load(text: str, source: str = "record") -> Match:
    """The match of a record's JSON text; `source` names it in errors.  Raises RecordError."""
    try:
        data = parse_json(text, source)
    except InputError as error:
        raise RecordError("record-input", why=error) from None
    return from_record(data, source)


def from_record(data: Any, source: str = "record") -> Match:
    """The match of a record's data.  Raises RecordError."""
    try:
        return _RecordReader(source).match(data)
    except RecordError:
        raise
    except Exception as error:  # what nobody foresaw costs one record, not the program
        why = f"{type(error).__name__}: {error}"
        raise RecordError("record-unforeseen", name=source, why=why) from error


def _player(seat: SeatSpec) -> dict[str, Any]:
    player = {"kind": seat.kind, "level": seat.level, "name": one_line(seat.name)}
    player |= {"opponent": seat.opponent} if seat.opponent else {}
    return player | ({"clock": _clock(seat.clock)} if seat.clock is not None else {})


def _clock(clock: ClockSpec | None) -> dict[str, Any] | None:
    """Seconds by name; what a kind of clock has not is left out."""
    if clock is None:
        return None
    data: dict[str, Any] = {"total": clock.total, "increment": clock.increment}
    if clock.delay:
        data["delay"] = clock.delay
    return data | ({"periods": clock.periods, "period": clock.period} if clock.periods else {})


def _series(series: Series) -> dict[str, Any]:
    data: dict[str, Any] = {"games": series.games, "points": list(series.points)}
    if series.margins:
        data["margins"] = list(series.margins)
    if series.moved is not None:
        data["moved"] = series.moved
    if series.length:
        data["length"] = series.length
    return data | ({"begun": series.begun} if series.begun else {})


def _tenths(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)


def _result(outcome: Outcome | None) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {
        "result": outcome.result,
        "winners": list(outcome.winners),
        "reason": outcome.reason,
        "margin": outcome.margin,
    }


class _RecordReader:
    """Checks a record from the outside in, then plays it."""

    def __init__(self, source: str) -> None:
        self.source = source

    def match(self, data: Any) -> Match:
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            self._fail("no-record", format=FORMAT)
        if versioned.is_newer(data, VERSION):
            self._fail("newer", found=data["version"], known=VERSION)
        if data.get("version") not in KNOWN_VERSIONS:
            self._fail("version", found=data.get("version"), known=VERSION)
        match = self._start(data)
        for number, turn in enumerate(self._list(data, "turns", MAX_TURNS), start=1):
            self._turn(match, number, turn)
        self._times(match, data)
        self._end(match, data.get("result"))
        offers_record.read_field(match, data, self.source)
        notes_record.read_fields(match, data, self.source)
        return match

    def _fail(self, code: str, **fields: object) -> NoReturn:
        raise RecordError(code, name=self.source, **fields) from None

    def _refuse(self, field: str, found: object, wanted: str) -> NoReturn:
        self._fail("field", field=field, found=_short(found), wanted=wanted)

    def _list(self, data: Mapping[str, Any], field: str, most: int) -> list[Any]:
        found = data.get(field)
        if not isinstance(found, list):
            self._refuse(field, found, "a list")
        if len(found) > most:
            self._fail("entries", field=field, count=len(found), wanted=f"at most {most}")
        return found

    def _start(self, data: Mapping[str, Any]) -> Match:
        setup = data.get("setup")
        boards = data.get("boards", {})
        if not isinstance(setup, str):
            self._refuse("setup", setup, "a setup string")
        if not isinstance(boards, dict) or not all(isinstance(t, str) for t in boards.values()):
            self._refuse("boards", boards, "board files by name")
        date = data.get("date", "")
        seed = data.get("seed", 0)
        if not isinstance(date, str):
            self._refuse("date", date, "a text")
        if type(seed) is not int:
            self._refuse("seed", seed, "a whole number")
        seats = tuple(self._seat(seat) for seat in self._list(data, "players", 4))
        series = self._series(data.get("series"), len(seats))
        scoring = data.get("scoring", True)
        if type(scoring) is not bool:
            self._refuse("scoring", scoring, "true or false")
        sides = data.get("sides", SIDES[0])
        if sides not in SIDES:
            self._refuse("sides", sides, f"one of {', '.join(SIDES)}")
        position = data.get("position")
        if position is not None and not isinstance(position, str):
            self._refuse("position", position, "the text of a position")
        clock, time_back = self._clock(data.get("clock")), data.get("time_back", True)
        if type(time_back) is not bool:
            self._refuse("time_back", time_back, "true or false")
        by_button = data.get("by_button", False)
        if type(by_button) is not bool:
            self._refuse("by_button", by_button, "true or false")
        try:
            setup = current_setup(setup, data["version"])
            spec = MatchSpec(
                setup,
                seats,
                clock,
                seed=seed,
                series=series,
                scoring=scoring,
                position=position,
                sides=sides,
                time_back=time_back,
                by_button=by_button,
            )
            return Match(spec, self._game(setup, boards), boards, date)
        except RulesError as error:
            self._fail("rules", why=error)

    def _game(self, setup: str, boards: Mapping[str, str]) -> Game:
        """A board by name must come with the record or the program: records open no files."""
        for word in split_setup(setup)[1]:
            name = word.partition("=")[2]
            if word.startswith("board=") and name not in (*boards, *shipped_boards()):
                self._fail("no-board", board=name)
        return parse_setup(setup, boards)

    def _seat(self, seat: Any) -> SeatSpec:
        if not isinstance(seat, dict):
            self._refuse("player", seat, "an object")
        kind, level, name = seat.get("kind"), seat.get("level", 5), seat.get("name", "")
        if kind not in SEAT_KINDS:
            self._refuse("player kind", kind, f"one of {', '.join(SEAT_KINDS)}")
        if type(level) is not int or not 1 <= level <= 10:
            self._refuse("player level", level, "1 to 10")
        if not isinstance(name, str) or len(name) > MAX_NAME_LENGTH:
            self._refuse("player name", name, f"a text of {MAX_NAME_LENGTH}")
        opponent = seat.get("opponent", "")
        if not isinstance(opponent, str) or len(opponent) > MAX_NAME_LENGTH:
            self._refuse("player opponent", opponent, f"a text of {MAX_NAME_LENGTH}")
        return SeatSpec(kind, level, one_line(name), opponent, self._clock(seat.get("clock")))

    def _clock(self, clock: Any) -> ClockSpec | None:
        if clock is None:
            return None
        if not isinstance(clock, dict):
            self._refuse("clock", clock, "an object or null")
        periods = clock.get("periods", 0)
        if type(periods) is not int or not 0 <= periods <= MAX_PERIODS:
            self._refuse("clock periods", periods, f"0 to {MAX_PERIODS}")
        period = self._seconds(clock.get("period", 0), "clock period")
        if bool(periods) != bool(period):
            self._refuse("clock period", period, "seconds of each period")
        return ClockSpec(
            self._seconds(clock.get("total"), "clock total"),
            self._seconds(clock.get("increment", 0), "clock increment"),
            self._seconds(clock.get("delay", 0), "clock delay"),
            periods,
            period,
        )

    def _series(self, series: Any, seats: int) -> Series:
        """The running score before the game; records of single games have none."""
        if series is None:
            return Series()
        if not isinstance(series, dict):
            self._refuse("series", series, "an object")
        games, points = series.get("games"), self._list(series, "points", 4)
        length, begun = series.get("length", 0), series.get("begun", "")
        if type(length) is not int or not 0 <= length <= MAX_SERIES_GAMES:
            self._refuse("series length", length, f"0 to {MAX_SERIES_GAMES}")
        if type(games) is not int or not (0 if length else 1) <= games <= MAX_SERIES_GAMES:
            self._refuse("series games", games, f"1 to {MAX_SERIES_GAMES}")
        if not isinstance(begun, str):
            self._refuse("series begun", begun, "a date")
        if len(points) != (seats if games else 0) or not all(
            type(n) is int and 0 <= n <= WIN * games for n in points
        ):
            self._refuse("series points", points, "half points of each seat")
        margins = self._list({"margins": [], **series}, "margins", 4)
        if len(margins) not in (0, seats) or not all(
            type(n) is int and 0 <= n <= MAX_SERIES_MARGIN for n in margins
        ):
            self._refuse("series margins", margins, "the margins won by each seat")
        moved = series.get("moved")
        if moved is not None and (type(moved) is not int or not 0 <= moved <= MAX_MOVED_SEATS):
            self._refuse("series moved", moved, f"0 to {MAX_MOVED_SEATS}")
        return Series(games, tuple(points), tuple(margins), moved, length, begun)

    def _seconds(self, found: Any, field: str) -> float:
        if type(found) not in (int, float) or not 0 <= found <= 1e7:
            self._refuse(field, found, "seconds")
        return float(found)

    def _turn(self, match: Match, number: int, text: Any) -> None:
        if not isinstance(text, str):
            self._fail("turn-text", number=number, found=_short(text))
        if match.entries and not ends_turn(match.entries[-1]):
            self._fail("turn-open", number=number - 1, text=match.turns[-1].text)
        if match.over:
            self._fail("turn-late", number=number, text=text)
        words = text.split(",")
        agreed = words[-1] == AGREED
        try:
            actions = ",".join(words[:-1] if agreed else words)
            if actions:
                played = tuple(match.game.parse_turn(match.state, actions))
                match.submit_or_raise(Play(played, by="record"))
            if agreed:
                match.submit_or_raise(AllAgreed("end"))
        except (RulesError, MatchError) as error:
            self._fail("turn", number=number, text=text, why=error)

    def _times(self, match: Match, data: Mapping[str, Any]) -> None:
        times = [self._seconds(t, "times") for t in self._list(data, "times", MAX_TURNS)]
        if len(times) != len(match.times):
            self._fail("times", count=len(times), turns=len(match.times))
        match.times[:] = times
        left, used = data.get("left"), self._seconds(data.get("used", 0), "used")
        if (left is not None) != match.clock.timed:
            self._fail("clock")
        seconds = None if left is None else self._left(match, self._list(data, "left", 4))
        match.clock.restore(seconds, used, match.to_move)

    def _left(self, match: Match, found: list[Any]) -> tuple[float | None, ...]:
        if len(found) != match.game.seats:
            self._fail("entries", field="left", count=len(found), wanted=match.game.seats)
        if [one is None for one in found] != [clock is None for clock in match.spec.clocks]:
            self._fail("clock")
        return tuple(None if one is None else self._seconds(one, "left") for one in found)

    def _end(self, match: Match, result: Any) -> None:
        played = _result(match.outcome)
        if played == result:
            return
        if played is not None or not isinstance(result, dict):
            self._fail("result", found=_short(result), wanted=_short(played))
        outcome = self._declared(match, result)
        match.submit_or_raise(Close(outcome))

    def _declared(self, match: Match, result: dict[str, Any]) -> Outcome:
        found, reason = result.get("result"), result.get("reason")
        if reason not in DECLARED or found not in (*RESULTS, "draw"):
            self._fail("no-result", found=_short(result))
        if (found == "draw") != (reason == "agreed") or (
            found == "draw" and not match.game.can_draw
        ):
            self._fail("impossible", found=found, reason=reason, game=match.game.title)
        if found == "draw":
            outcome = Outcome("draw", (), "agreed")
        else:
            side = RESULTS.index(str(found))
            outcome = match.game.won_by(side, str(reason))
            priced = match.game.time_up(match.state, 1 - side)
            if reason == "time" and result == _result(priced):  # before version 4 it was free
                outcome = priced
        if result != _result(outcome):
            self._refuse("result", result, _short(_result(outcome)))
        return outcome


def _short(found: Any) -> str:
    text = repr(found)
    return text if len(text) <= 60 else text[:57] + "..."
