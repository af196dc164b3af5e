"""A game's row in the library, computed from its match without side effects."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from game.library.display_names import shown_margin
from game.library.opening import opening_of
from game.openings.naming import name_of
from game.rules.events import Seat
from game.table.match import Match
from game.table.opponents import OPPONENTS
from game.table.record import to_record
from game.table.seat_statistics import seat_statistics

WIN, DRAW, LOSS = 2, 1, 0  # half points


@dataclass(frozen=True, slots=True)
class LibraryPlayer:
    """A person or an engine that has played.

    A person is known by the folded name ("" is unnamed), an engine by its folded name or its level.
    """

    kind: str
    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Seating:
    """One seat of a game; `points` are half points, None while the game is not over."""

    seat: Seat
    player: LibraryPlayer
    level: int
    points: int | None
    turns: int
    seconds: float
    train: int


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as the library lists it; the fields are the columns of its table.

    `digest` covers the whole record, `played` only the turns and where they began.
    """

    digest: str
    played: str
    game: str
    board: str
    setup: str
    begun: str
    turns: int
    result: str
    reason: str
    margin: int
    opening: str
    named: str
    seconds: float
    train: int
    people: int
    level: int
    seats: tuple[Seating, ...]

    @property
    def rated(self) -> bool:
        """Return whether the game is rated: it is over, has a person, and has no player twice."""
        players = [seating.player for seating in self.seats]
        return bool(self.result and self.people and len(set(players)) == len(players) > 1)


def entry_of(match: Match) -> GameRow:
    """Return the row of the library for a match."""
    outcome, game = match.outcome, match.game
    whole = [turn for turn in match.turns if turn.complete]
    played = [[entry.action for entry in turn.entries if entry.action] for turn in whole]
    from_start = match.spec.position is None
    return GameRow(
        digest=digest_of(match),
        played=played_digest(match),
        game=game.key,
        board=game.topology.name,
        setup=game.setup,
        begun=match.date,
        turns=len(whole),
        result=outcome.result if outcome else "",
        reason=outcome.reason if outcome else "",
        margin=shown_margin(match),
        opening=opening_of(game, match.history.start, played),
        named=name_of(game, [turn.text for turn in whole]) if from_start else "",
        seconds=sum(match.times) + match.clock.used,
        train=max((turn.hops for turn in whole), default=0),
        people=sum(seat.kind != "engine" for seat in match.spec.seats),
        level=max((seat.strength for seat in match.spec.seats), default=0),
        seats=tuple(_seating(match, seat) for seat in range(game.seats)),
    )


def digest_of(match: Match) -> str:
    """Return a digest of the whole record: players, clocks, turns, result and notes."""
    return _digest(to_record(match))


def played_digest(match: Match) -> str:
    """Return a digest of setup, date, position and turns; two records of one game have the same.

    Games of different players that began in the same second may have the same digest, too.
    """
    turns = [turn.text for turn in match.turns]
    return _digest([match.game.setup, match.date, match.spec.position, turns])


def _digest(told: object) -> str:
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]


def _seating(match: Match, seat: Seat) -> Seating:
    spec, facts, outcome = match.spec.seats[seat], seat_statistics(match, seat), match.outcome
    points = None
    if outcome is not None:
        points = DRAW if not outcome.winners else WIN if facts.won else LOSS
    return Seating(
        seat=seat,
        player=player_of(spec.kind, spec.name, spec.level, spec.opponent),
        level=spec.strength,
        points=points,
        turns=facts.turns,
        seconds=facts.seconds,
        train=facts.longest_train,
    )


def player_of(kind: str, name: str, level: int, opponent: str) -> LibraryPlayer:
    """Return the player at a seat with this description."""
    if kind != "engine":
        return LibraryPlayer("person", name.strip().casefold(), name.strip())
    if opponent in OPPONENTS:
        return LibraryPlayer("engine", opponent, OPPONENTS[opponent].name)
    if name.strip():
        return LibraryPlayer("engine", name.strip().casefold(), name.strip())
    return LibraryPlayer("engine", f"level-{level}", "")
