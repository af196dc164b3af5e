"""Game records: a match as versioned JSON, and back by replaying it through the rules.

Pure: text and dicts, no files (for files see `record_files`). A record includes the user's own
board file, so that it loads on any machine. Records of version 1 were made before the second
reading of the rules: their games are continued, and judged, under the first reading. Any fault of a
record is a RecordError that names the place, the found value and the expected one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from game.platform import progress, versioned
from game.platform.codec import MAX_INTEGER, CountError, FieldError, read, rule, shortened, write
from game.platform.sanitize import one_line
from game.platform.untrusted import InputError, parse_json
from game.rules.base import RESULTS, Game
from game.rules.boards import read_board, shipped_boards
from game.rules.errors import RulesError
from game.rules.events import Outcome
from game.rules.proposals import AllAgreed, Close, Play
from game.rules.registry import first_reading, parse_setup
from game.rules.setup import split_setup
from game.table import notes_record
from game.table.agreement import MatchOffer
from game.table.errors import MatchError, RecordError
from game.table.history import AGREED, ends_turn
from game.table.match import Match
from game.table.notes_record import (
    MAX_NOTES,
    MAX_VARIATIONS,
    EvaluationData,
    NoteData,
    VariationData,
)
from game.table.record_fields import OutcomeFields, RecordFields
from game.table.series import MAX_GAMES, WIN, Series
from game.table.spec import BOUNDS, SIDES, ClockSpec, MatchSpec, SeatSpec, Sides

FORMAT = "less-is-more game"
VERSION = 4
# Versions up to 2 have no variations, notes and offers; version 3 has no offers.
KNOWN_VERSIONS = (1, 2, 3, VERSION)
# Version written before the second reading of the rules; the first reading applies to it.
FIRST_READING_VERSION = 1
SWAP = "swap"  # the turn in which everybody moves on by a seat
DECLARED = ("resigned", "time", "agreed")  # reasons for an end that the rules alone do not imply
MAX_TURNS = 10_000
MAX_MARGIN = 10**6  # largest margin of a resigned game
MAX_OFFERS = 10_000
OMIT = rule(omit=True)


def own_boards(setup: str) -> dict[str, str]:
    """Return the path and text of the board file that a setup names; {} for shipped boards.

    Raises BoardError if the file cannot be read.
    """
    words = split_setup(setup)[1]
    names = [word[len("board=") :] for word in words if word.startswith("board=")]
    return {name: read_board(name) for name in names if name not in shipped_boards()}


def current_setup(setup: str, version: int) -> str:
    """Return a record's setup under today's rules. Raises SetupError."""
    return first_reading(setup) if version == FIRST_READING_VERSION else setup


@dataclass(frozen=True, slots=True)
class RecordData:
    """A record as stored in a file: the fields in their order, checked by type and bounds."""

    format: str
    version: int
    setup: str = field(metadata=rule(length=MAX_INTEGER, wanted="a setup string"))
    boards: dict[str, str] = field(
        default_factory=dict, metadata=rule(length=MAX_INTEGER, wanted="board files by name")
    )
    date: str = ""
    players: tuple[SeatSpec, ...] = field(default=(), metadata=rule(count=4, required=True))
    clock: ClockSpec | None = None
    seed: int = field(default=0, metadata=rule(least=-(2**63), most=2**63))
    turns: tuple[str, ...] = field(
        default=(), metadata=rule(length=MAX_INTEGER, count=MAX_TURNS, required=True)
    )
    times: tuple[float, ...] = field(
        default=(), metadata=rule(**BOUNDS, count=MAX_TURNS, digits=1, required=True)
    )
    left: tuple[float | None, ...] | None = field(
        default=None, metadata=rule(**BOUNDS, count=4, digits=1)
    )
    result: Any = None
    series: Series | None = field(default=None, metadata=OMIT)
    sides: Sides = field(default=SIDES[0], metadata=OMIT)
    used: float = field(default=0.0, metadata=rule(**BOUNDS, omit=True))
    time_back: bool = field(default=True, metadata=OMIT)
    by_button: bool = field(default=False, metadata=OMIT)
    scoring: bool = field(default=True, metadata=OMIT)
    helped: bool = field(default=False, metadata=OMIT)
    position: str | None = field(
        default=None, metadata=rule(length=MAX_INTEGER, omit=True, wanted="the text of a position")
    )
    offers: tuple[MatchOffer, ...] = field(default=(), metadata=rule(count=MAX_OFFERS, omit=True))
    variations: tuple[VariationData, ...] = field(
        default=(), metadata=rule(count=MAX_VARIATIONS, omit=True)
    )
    notes: tuple[NoteData, ...] = field(default=(), metadata=rule(count=MAX_NOTES, omit=True))
    review: tuple[EvaluationData | None, ...] = field(default=(), metadata=OMIT)


def to_record(match: Match) -> RecordFields:
    """Return the match as plain data, ready for JSON."""
    spec, clock, series = match.spec, match.clock, match.spec.series
    data = RecordData(
        FORMAT,
        VERSION,
        match.game.setup,
        match.boards,
        match.date,
        players=tuple(replace(seat, name=one_line(seat.name)) for seat in spec.seats),
        clock=spec.clock,
        seed=spec.seed,
        turns=tuple(turn.text for turn in match.turns),
        times=tuple(match.times),
        left=clock.snapshot(),
        result=_result(match.outcome),
        series=series if series.games or series.length else None,  # a single game has no score
        sides=spec.sides,
        used=round(clock.used, 1),
        time_back=spec.time_back,
        by_button=spec.by_button,
        scoring=spec.scoring,
        helped=match.helped,
        position=spec.position,
        offers=tuple(match.offers),
        **notes_record.to_fields(match),
    )
    record: RecordFields = write(data)
    return record


def dump(match: Match) -> str:
    """Return the record as JSON text."""
    return json.dumps(to_record(match), indent=1, ensure_ascii=False) + "\n"


def load(text: str, source: str = "record") -> Match:
    """Return the match in a record's JSON text.  Raises RecordError, which names `source`."""
    try:
        data = parse_json(text, source)
    except InputError as error:
        raise RecordError("record-input", why=error) from None
    return from_record(data, source)


def from_record(data: Any, source: str = "record") -> Match:
    """Return the match in a record's data.  Raises RecordError, which names `source`."""
    try:
        return _RecordReader(source).match(data)
    except RecordError:
        raise
    # An unforeseen error must not end the program, so it is reported as a fault of this record.
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise RecordError("record-unforeseen", name=source, why=why) from error


def _result(outcome: Outcome | None) -> OutcomeFields | None:
    fields: OutcomeFields | None = None if outcome is None else write(outcome)
    return fields


class _RecordReader:
    """Checks the fields of a record, then replays it."""

    def __init__(self, source: str) -> None:
        self.source = source

    def match(self, data: Any) -> Match:
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            self._fail("no-record", format=FORMAT)
        if versioned.is_newer(data, VERSION):
            self._fail("newer", found=data["version"], known=VERSION)
        if data.get("version") not in KNOWN_VERSIONS:
            self._fail("version", found=data.get("version"), known=VERSION)
        try:
            record = read(RecordData, data)
        except FieldError as error:
            self._refuse(error)
        match = self._start(record)
        steps = sum(map(len, (record.turns, record.variations, record.notes)))
        for number, turn in enumerate(record.turns, start=1):
            progress.tell(number, steps)
            self._turn(match, number, turn)
        self._times(match, record)
        self._end(match, record.result)
        self._offers(match, record.offers)
        notes_record.read_tree(match, record.variations, record.notes, self.source)
        notes_record.read_evaluations(match, record.review, self.source)
        match.helped = record.helped
        return match

    def _fail(self, code: str, **fields: object) -> NoReturn:
        raise RecordError(code, name=self.source, **fields) from None

    def _refuse(self, error: FieldError) -> NoReturn:
        """Raise the RecordError for a field of the wrong type or out of bounds."""
        name, *path = map(str, error.path)
        number = int(path.pop(0)) if path and path[0].isdecimal() else None
        inner = " ".join(one for one in path if not one.isdecimal())
        found, wanted = shortened(error.found), error.wanted
        why = f"{inner} is {found}, expected {wanted}".strip()
        if isinstance(error, CountError) and number is None:
            self._fail("entries", field=name, count=len(error.found), wanted=wanted)
        if name == "turns" and number is not None:
            self._fail("turn-text", number=number + 1, found=found)
        if name == "notes" and number is not None:
            self._fail("note", number=number + 1, why=why)
        if name == "review" and number is not None:
            self._fail("opinion", number=number, why=why)
        if name == "variations" and number is not None:
            name = f"variation {number + 1}"
        elif name == "players" and number is not None:
            name = "player"
        elif name == "offers":
            inner, wanted = "", "offers of seats"
        self._fail("field", field=f"{name} {inner}".strip(), found=found, wanted=wanted)

    def _start(self, record: RecordData) -> Match:
        seats = tuple(replace(seat, name=one_line(seat.name)) for seat in record.players)
        for clock in (record.clock, *(seat.clock for seat in seats)):
            if clock is not None and bool(clock.periods) != bool(clock.period):
                wanted = "seconds of each period"
                self._fail("field", field="clock period", found=clock.period, wanted=wanted)
        if record.series is not None:
            self._series(record.series, len(seats))
        try:
            setup = current_setup(record.setup, record.version)
            spec = MatchSpec(
                setup,
                seats,
                record.clock,
                seed=record.seed,
                series=record.series or Series(),
                scoring=record.scoring,
                position=record.position,
                sides=record.sides,
                time_back=record.time_back,
                by_button=record.by_button,
            )
            # The record lists the players by their last seats, and the replay will repeat the
            # swaps.
            spec = spec.moved_on(-record.turns.count(SWAP))
            return Match(spec, self._game(setup, record.boards), record.boards, record.date)
        except RulesError as error:
            self._fail("rules", why=error)

    def _game(self, setup: str, boards: Mapping[str, str]) -> Game:
        """Return the game; its board comes from the record or the program, never from a file."""
        for word in split_setup(setup)[1]:
            name = word.partition("=")[2]
            if word.startswith("board=") and name not in (*boards, *shipped_boards()):
                self._fail("no-board", board=name)
        return parse_setup(setup, boards)

    def _series(self, series: Series, seats: int) -> None:
        """Check the running score before this game."""
        games, points = series.games, series.points
        least, known = (0 if series.length else 1), (0, seats)
        within = all(0 <= n <= WIN * games for n in points)
        for field_, found, fits, wanted in (
            ("games", games, games >= least, f"{least} to {MAX_GAMES}"),
            ("points", points, within and len(points) == known[games > 0], "half points"),
            ("margins", series.margins, len(series.margins) in known, "margins won by each seat"),
        ):
            if not fits:
                self._fail("field", field=f"series {field_}", found=shortened(found), wanted=wanted)

    def _turn(self, match: Match, number: int, text: str) -> None:
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

    def _times(self, match: Match, record: RecordData) -> None:
        times, left = record.times, record.left
        if len(times) != len(match.times):
            self._fail("times", count=len(times), turns=len(match.times))
        match.times[:] = times
        if (left is not None) != match.clock.timed:
            self._fail("clock")
        if left is not None and len(left) != match.game.seats:
            self._fail("entries", field="left", count=len(left), wanted=match.game.seats)
        unlimited = [clock is None for clock in match.spec.clocks]
        if left is not None and [one is None for one in left] != unlimited:
            self._fail("clock")
        match.clock.restore(left, record.used, match.to_move)
        now = match.history.seat_now
        seats = (now(turn.seat, turn.first) for turn in match.turns if turn.complete)
        match.turn_times.rebuild(match.clock, tuple(zip(seats, times)), match.to_move)

    def _offers(self, match: Match, offers: Sequence[MatchOffer]) -> None:
        seats, lengths = range(match.game.seats), range(len(match.entries) + 1)
        possible = all(
            {one.seat, *one.agreed} <= set(seats) and one.length in lengths and one.ended in lengths
            for one in offers
        )
        waiting = [one for one in offers if not one.end]
        if not possible or waiting not in ([], [] if match.over else list(offers[-1:])):
            found, wanted = shortened(write(tuple(offers))), "offers of seats"
            self._fail("field", field="offers", found=found, wanted=wanted)
        match.offers = list(offers)

    def _end(self, match: Match, result: Any) -> None:
        played = _result(match.outcome)
        if played == result:
            return
        if played is not None or not isinstance(result, dict):
            self._fail("result", found=shortened(result), wanted=shortened(played))
        outcome = self._declared(match, result)
        match.submit_or_raise(Close(outcome))

    def _declared(self, match: Match, result: Mapping[str, object]) -> Outcome:
        found, reason = result.get("result"), result.get("reason")
        if reason not in DECLARED or found not in (*RESULTS, "draw"):
            self._fail("no-result", found=shortened(result))
        if (found == "draw") != (reason == "agreed") or (
            found == "draw" and not match.game.can_draw
        ):
            self._fail("impossible", found=found, reason=reason, game=match.game.title)
        if found == "draw":
            outcome = Outcome("draw", (), "agreed")
        else:
            # Resigning cost less in earlier versions, so a record keeps its own margin.
            margin = result.get("margin")
            carried = margin if type(margin) is int and 0 <= margin <= MAX_MARGIN else 0
            outcome = match.game.won_by(RESULTS.index(str(found)), str(reason), carried)
        if result != _result(outcome):
            wanted = shortened(_result(outcome))
            self._fail("field", field="result", found=shortened(result), wanted=wanted)
        return outcome
