"""An evening of games: who has the most points, the longest train, the closest race.

All facts come from records and from the results of reviews stored there. No engine runs here.
"""

from __future__ import annotations

import contextlib
import datetime
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.library.collection import GameCollection
from game.library.display_names import seat_words, shown_margin
from game.library.entry import DRAW, LOSS, WIN, entry_of
from game.library.search import Query, page
from game.platform import progress
from game.table.errors import RecordError
from game.table.high_scores import EVENING_HOURS
from game.table.history import Turn
from game.table.match import Match
from game.table.mistakes import known_chance
from game.table.record import DECLARED
from game.table.record_files import read_match
from game.table.seat_statistics import longest_train

DAY_BEGINS = datetime.time(6)  # an evening includes the night after it
MAX_GAMES = 200  # maximum number of games shown of one evening


@dataclass(frozen=True, slots=True)
class Span:
    """The time of an evening `back` days ago (0: tonight); ISO dates, `until` is excluded."""

    back: int
    since: str
    until: str

    @property
    def day(self) -> str:
        """Return the ISO date on which the evening began."""
        return self.since[:10]


def span_of(now: datetime.datetime, back: int = 0) -> Span:
    """Return tonight, meaning the hours before `now`, or the day `back` days ago."""
    if back == 0:
        since, until = now - datetime.timedelta(hours=EVENING_HOURS), now
        return Span(0, _iso(since), _iso(until + datetime.timedelta(seconds=1)))
    return span_of_day(now.date() - datetime.timedelta(days=back), back)


def span_of_day(day: datetime.date, back: int = 1) -> Span:
    """Return the evening of a day, including the night after it."""
    since = datetime.datetime.combine(day, DAY_BEGINS)
    return Span(back, _iso(since), _iso(since + datetime.timedelta(days=1)))


def _iso(moment: datetime.datetime) -> str:
    return moment.isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A person's line in the table, with games and results; `points` are half points."""

    name: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    train: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Train:
    """The longest train of an evening: its match, its turn and the player's name."""

    match: Match
    turn: Turn
    name: str


@dataclass(frozen=True, slots=True)
class Race:
    """The closest game of an evening.

    `margin` is the margin of the win, 0 in a draw.  It is None in games without margins; then
    `leads` is the number of times that the engine's favourite changed.
    """

    match: Match
    margin: int | None
    leads: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """All facts about an evening; `games` are in the order in which they began."""

    games: tuple[Match, ...]
    table: tuple[PlayerLine, ...]
    train: Train | None
    race: Race | None


def evening_of(matches: Sequence[Match]) -> Evening:
    """Return the evening of these matches; unfinished matches are left out."""
    games = tuple(sorted((one for one in matches if _told(one)), key=lambda one: one.date))
    return Evening(games, _table(games), _train(games), _race(games))


def games_of(collection: GameCollection, span: Span) -> list[Match]:
    """Read the finished games of an evening. Raises DatabaseError."""
    listed = page(collection.database, Query(since=span.since, until=span.until), 0, MAX_GAMES)
    found = []
    for number, game in enumerate(listed):
        progress.tell(number, len(listed))
        if game.result and game.begun < span.until:
            with contextlib.suppress(RecordError):  # the library reports such files itself
                found.append(read_match(collection.path(game.file)))
    return found


def _told(match: Match) -> bool:
    return match.over and match.contest and any(turn.complete for turn in match.turns)


def maker(match: Match, turn: Turn) -> str:
    """Return the name of the player who made a turn, even if players have swapped seats since."""
    seat = match.history.seat_now(turn.seat, turn.first)
    return seat_words(match.spec.seats[seat], seat)


def _table(games: Sequence[Match]) -> tuple[PlayerLine, ...]:
    """Return all people with a name, most points first; computers are left out."""
    lines: dict[str, PlayerLine] = {}
    for match in games:
        seats = [one for one in entry_of(match).seats if one.player.kind == "person"]
        keys = [one.player.key for one in seats]
        for one in seats:
            key = one.player.key
            if not key or one.points is None or keys.count(key) > 1:
                continue  # an unnamed player, or one who played against himself or herself
            line = lines.get(key, PlayerLine(one.player.name))
            lines[key] = replace(
                line,
                won=line.won + (one.points == WIN),
                drawn=line.drawn + (one.points == DRAW),
                lost=line.lost + (one.points == LOSS),
                points=line.points + one.points,
                train=max(line.train, one.train),
            )
    found = lines.values()
    return tuple(sorted(found, key=lambda one: (-one.points, one.games, one.name.casefold())))


def _train(games: Sequence[Match]) -> Train | None:
    found = [(match, turn) for match in games if (turn := longest_train(match.turns)) is not None]
    if not found:
        return None
    match, turn = max(found, key=lambda one: one[1].hops)
    return Train(match, turn, maker(match, turn))


def _race(games: Sequence[Match]) -> Race | None:
    """Return the game with the smallest margin; among equals, the longest one.

    If no game has margins, return the game whose favourite changed most often.
    """
    counted, swung = [], []
    for match in games:
        outcome = match.outcome
        if outcome is None or outcome.reason in DECLARED:
            continue
        turns, margin = len(match.turns), shown_margin(match)
        if margin or not outcome.winners or match.game.margins:
            counted.append((margin, -turns, match))
        elif leads := lead_changes(match):
            swung.append((-leads, -turns, match))
    if counted:
        margin, _turns, match = min(counted, key=lambda one: one[:2])
        return Race(match, margin)
    if swung:
        leads, _turns, match = min(swung, key=lambda one: one[:2])
        return Race(match, None, -leads)
    return None


def lead_changes(match: Match) -> int:
    """Return how often the favourite changed according to a review; 0 without a review."""
    states = [match.history.start, *(turn.after for turn in match.turns)]
    chances = (known_chance(match.game, state, match.evaluations) for state in states)
    ahead = [chance > 0.5 for chance in chances if chance is not None and chance != 0.5]
    return sum(one != other for one, other in itertools.pairwise(ahead))
