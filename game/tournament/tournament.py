"""The state of a tournament, computed from its log. Only events change it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from game.tournament import events
from game.tournament.errors import TournamentError
from game.tournament.plan import PairingResult, TournamentPlan

SIDES = (0, 1)
PHONE = "phone"  # author of events that came from a phone
MATCH = -1  # value of "side" for a match played on this computer


@dataclass
class Entrant:
    """A participant: one person or a pair. `since` is the first round in which they may play.

    `mark` distinguishes namesakes: a club or a number.  `by_phone` is True if they checked in by
    phone.
    """

    id: int
    names: tuple[str, ...]
    rating: int = 0
    club: str = ""
    since: int = 1
    present: bool = False
    withdrawn: bool = False
    asked: set[int] = field(default_factory=set)
    mark: str = ""
    by_phone: bool = False

    @property
    def name(self) -> str:
        """The displayed name, different from those of all other entrants."""
        return f"{self.plain_name} ({self.mark})" if self.mark else self.plain_name

    @property
    def plain_name(self) -> str:
        return " & ".join(self.names)


@dataclass
class Encounter:
    """A game of a round. `claims` holds the results reported by each side, or by the match."""

    round: int
    number: int
    pair: events.PairedGame
    claims: dict[int, PairingResult] = field(default_factory=dict)
    result: PairingResult | None = None
    corrected: bool = False

    @property
    def sides(self) -> tuple[int, int]:
        return self.pair.first, self.pair.second

    @property
    def status(self) -> Literal["open", "claimed", "disputed", "final"]:
        """The state of the result: open, claimed by a side or the match, disputed, or final."""
        if self.result is not None:
            return "final"
        said = set(self.claims.values())
        if not said:
            return "open"
        return "claimed" if len(said) == 1 else "disputed"

    @property
    def claimed(self) -> PairingResult | None:
        """The result that waits to be confirmed."""
        said = list(self.claims.values())
        return said[0] if self.status == "claimed" else None

    def claim(self, side: int, result: PairingResult) -> None:
        """Record a side's report; the result counts when both sides report the same."""
        self.claims[side] = result
        said = [self.claims.get(one) for one in SIDES]
        if said[0] is not None and said[0] == said[1]:
            self.result = said[0]

    def rule(self, result: PairingResult | None) -> None:
        """Set the organiser's result; None reopens the game."""
        self.corrected = self.corrected or self.result is not None
        self.result = result
        self.claims.clear()

    def side_of(self, entrant: int) -> int:
        """Return the side (0 or 1) of a player of this game.  Raises TournamentError."""
        if entrant not in self.sides:
            raise TournamentError("not-at-table", name=entrant)
        return self.sides.index(entrant)


@dataclass
class Round:
    number: int
    at: str
    games: list[Encounter]
    sits: dict[int, events.SitOut]
    evening: int = 1
    by_hand: bool = False
    warnings: tuple[events.PairingWarning, ...] = ()

    @property
    def open(self) -> list[Encounter]:
        return [game for game in self.games if game.result is None]


@dataclass(frozen=True)
class Meeting:
    """A round from the view of one entrant. `opponent` is 0 for none; `points` are half points."""

    round: int
    opponent: int
    side: int
    points: int
    played: bool
    why: str = ""  # reason for sitting out
    margin: int = 0
    decided: bool = True


class Tournament:
    """The state after a log. `seq` is the number of the next event.

    `done` is the log without the events that were taken back.
    """

    def __init__(self, log: Iterable[events.LogEntry] = ()) -> None:
        self.log: list[events.LogEntry] = []
        self.done: list[events.LogEntry] = []
        for entry in log:
            self._note(entry)
        self._replay()

    def _replay(self) -> None:
        """Compute the state anew from the events that count."""
        self.plan = TournamentPlan("", "")
        self.entrants: dict[int, Entrant] = {}
        self.forbidden: set[frozenset[int]] = set()  # pairs that must never meet
        self.rounds: list[Round] = []
        self.evening = 1
        self.ended = self.self_check_in = False
        for entry in self.done:
            self._happen(entry)

    @property
    def seq(self) -> int:
        return len(self.log)

    def apply(self, entry: events.LogEntry) -> None:
        """Apply one more event."""
        if self._note(entry):
            self._replay()
        else:
            self._happen(entry)

    def _note(self, entry: events.LogEntry) -> bool:
        """Add an entry to the log; return whether it takes other entries back."""
        self.log.append(entry)
        if not isinstance(entry.event, events.Undone):
            self.done.append(entry)
            return False
        self.done = [one for one in self.done if one.seq < entry.event.first]
        return True

    # -- questions -------------------------------------------------------------------------------

    @property
    def last_operation(self) -> list[events.LogEntry]:
        """The events that can be taken back now: all events with the last author and time."""
        last = self.done[-1:]
        for entry in reversed(self.done[:-1]):
            if (entry.at, entry.by) != (last[0].at, last[0].by):
                return last
            last.insert(0, entry)
        return []  # this operation created the tournament

    @property
    def started(self) -> str:
        return self.log[0].at if self.log else ""

    @property
    def field(self) -> list[Entrant]:
        """All entrants in the order of their start numbers: by rating, then by lot."""
        if self.plan.numbered:
            return sorted(self.entrants.values(), key=lambda e: e.id)
        return sorted(self.entrants.values(), key=lambda e: (-e.rating, self._lot(e.id), e.id))

    def _lot(self, entrant: int) -> float:
        return random.Random(f"{self.plan.seed}:{entrant}").random()

    @property
    def start_numbers(self) -> dict[int, int]:
        """Start numbers from 1, by the entrant's id."""
        return {entrant.id: number for number, entrant in enumerate(self.field, start=1)}

    def entrant(self, number: int) -> Entrant:
        """Return the entrant with that id. Raises TournamentError."""
        if number not in self.entrants:
            raise TournamentError("nobody", name=number)
        return self.entrants[number]

    def named(self, name: str) -> Entrant:
        """Return an entrant by name, its beginning, or "#" and an id. Raises TournamentError."""
        wanted = " ".join(name.split()).casefold()
        if re.fullmatch(r"#[0-9]{1,9}", wanted):
            return self.entrant(int(wanted[1:]))
        whole = [e for e in self.entrants.values() if wanted in _called(e)]
        found = whole or [
            e for e in self.entrants.values() if any(n.startswith(wanted) for n in _called(e))
        ]
        if not found or not wanted:
            raise TournamentError("nobody", name=name)
        if len(found) > 1:
            raise TournamentError("many", name=name, known=", ".join(e.name for e in found))
        return found[0]

    def all_named(self, names: str) -> list[Entrant]:
        """Return the entrants in a comma-separated list; a name may itself contain commas.

        Raises TournamentError.
        """
        whole = sorted((name for e in self.entrants.values() for name in _called(e)), key=len)
        any_name = "|".join([*map(re.escape, reversed(whole)), r"[^,\s][^,]*"])
        listed = rf"(?:^|,)\s*({any_name})\s*(?=,|$)"
        return [self.named(name) for name in re.findall(listed, names, re.IGNORECASE)]

    def apart_from(self, entrant: int) -> set[int]:
        """Return the entrants who must never be paired with an entrant."""
        return {e for pair in self.forbidden if entrant in pair for e in pair - {entrant}}

    def round(self, number: int) -> Round:
        """Return the round with this number, from 1. Raises TournamentError."""
        if not 1 <= number <= len(self.rounds):
            raise TournamentError("no-round", number=number)
        return self.rounds[number - 1]

    def game(self, number: int, game: int) -> Encounter:
        """Return the game with this number, from 1, in a round. Raises TournamentError."""
        games = self.round(number).games
        if not 1 <= game <= len(games):
            raise TournamentError("no-game", table=game, number=number)
        return games[game - 1]

    @property
    def games(self) -> Iterator[Encounter]:
        return (game for round_ in self.rounds for game in round_.games)

    def meetings(self, entrant: int) -> list[Meeting]:
        """Return each round so far from the view of an entrant."""
        return [self._meeting(round_, entrant) for round_ in self.rounds]

    def _meeting(self, round_: Round, entrant: int) -> Meeting:
        for game in round_.games:
            if entrant in game.sides:
                return _seen(game, game.sides.index(entrant))
        sit = round_.sits.get(entrant, events.SitOut(entrant, 0, "absent"))
        return Meeting(round_.number, 0, 0, sit.points, False, sit.why)

    def points(self, entrant: int, before: int = 0) -> int:
        """Return the half points from all rounds, or only from those before a round."""
        seen = self.meetings(entrant)
        return sum(m.points for m in seen if not before or m.round < before)

    # -- events ----------------------------------------------------------------------------------

    def _happen(self, entry: events.LogEntry) -> None:
        match entry.event:
            case events.Founded(plan):
                self.plan = plan
            case events.Entered(number, names, rating, club):
                since = len(self.rounds) + 1
                self.entrants[number] = Entrant(number, names, rating, club, since)
                self._tell_apart()
            case events.Renamed(number, names, rating, club):
                entrant = self.entrants[number]
                entrant.names, entrant.rating, entrant.club = names, rating, club
                self._tell_apart()
            case events.CheckedIn(number):
                entrant = self.entrants[number]
                entrant.present, entrant.withdrawn = True, False
                entrant.by_phone = entry.by == PHONE
            case events.CheckedOut(number):
                self.entrants[number].present = False
            case events.Withdrew(number):
                entrant = self.entrants[number]
                entrant.present, entrant.withdrawn = False, True
            case events.ByeAsked(number, round_):
                self.entrants[number].asked.add(round_)
            case events.ByeCancelled(number, round_):
                self.entrants[number].asked.discard(round_)
            case events.PairBarred(number, other, barred):
                note = self.forbidden.add if barred else self.forbidden.discard
                note(frozenset((number, other)))
            case events.EveningBegun():
                self.evening += 1
                for entrant in self.entrants.values():
                    entrant.present = False
            case events.RoundPaired(round_, pairs, sits, by_hand, warnings):
                games = [Encounter(round_, n, pair) for n, pair in enumerate(pairs, start=1)]
                out = {sit.entrant: sit for sit in sits}
                self.rounds.append(
                    Round(round_, entry.at, games, out, self.evening, by_hand, warnings)
                )
            case events.RoundUnpaired():
                self.rounds.pop()
            case events.Claimed(round_, game, side, result):
                self.game(round_, game).claim(side, result)
            case events.Ruled(round_, game, result):
                self.game(round_, game).rule(result)
            case events.TournamentFinished():
                self.ended = True
            case events.SelfCheckIn(allowed):
                self.self_check_in = allowed

    def _tell_apart(self) -> None:
        """Mark namesakes by their club, or by a number in the order of entry."""
        groups: dict[str, list[Entrant]] = {}
        for entrant in self.entrants.values():
            groups.setdefault(entrant.plain_name.casefold(), []).append(entrant)
        for group in groups.values():
            clubs = [entrant.club.casefold() for entrant in group]
            for number, entrant in enumerate(group, start=1):
                alone = entrant.club and clubs.count(entrant.club.casefold()) == 1
                mark = entrant.club if alone else str(number)
                entrant.mark = mark if len(group) > 1 else ""


def _seen(game: Encounter, side: int) -> Meeting:
    result, other = game.result, game.sides[1 - side]
    if result is None:
        return Meeting(game.round, other, side, 0, True, decided=False)
    points, margin = result.of(side), result.margin_of(side)
    return Meeting(game.round, other, side, points, result.played, margin=margin)


def _called(entrant: Entrant) -> set[str]:
    return {entrant.name.casefold(), *(name.casefold() for name in entrant.names)}
