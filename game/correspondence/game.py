"""A correspondence game: its match, the seats played here, when the turn began, and its file.

Each foreign text is carried out on a copy, turn by turn, through the rules; the copy is saved only
if the whole text fits. A text may play only for the seats of others.
"""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from game.correspondence.errors import CorrespondenceError
from game.correspondence.letter import MAX_DAYS, Letter, game_number, read_letter, write_letter
from game.platform import storage, untrusted
from game.platform.codec import read, rule, write
from game.platform.locks import file_locked
from game.platform.sanitize import one_line
from game.platform.wall_clock import is_plausible
from game.rules import proposals
from game.rules.events import Seat
from game.rules.registry import parse_setup
from game.table.errors import RecordError
from game.table.match import Match
from game.table.record import SWAP, from_record, to_record
from game.table.record_fields import RecordFields
from game.table.spec import MAX_NAME_LENGTH, MatchSpec, SeatSpec

VERSION = 1
DAY_S = 24 * 3600.0
# Fields that are equal in all records of one game; the names must be equal, too.
SAME = ("setup", "boards", "position", "date")


@dataclass
class CorrespondenceGame:
    """A correspondence game; `own` are the seats played here.

    `since` is when the turn began, in seconds since 1970.  A hosted game also has the `url` of its
    page, `codes` by seat, and by seat the digests of its `holders`' keys.
    """

    secret: str
    record: RecordFields
    own: tuple[int, ...]
    days: float = field(default=0.0, metadata=rule(least=0, most=MAX_DAYS))
    since: float = 0.0
    url: str = ""
    codes: Mapping[str, str] = field(default_factory=dict)
    holders: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.match = self._copy()

    @property
    def number(self) -> str:
        return game_number(self.secret)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.match.spec.seats]

    @property
    def waits_here(self) -> bool:
        """Return whether a seat played here is to move."""
        return not self.match.over and self.match.to_move in self.own

    def seconds_left(self, now: float) -> float | None:
        """Return the seconds left for the turn; None without a limit.

        If the clock was obviously wrong when the turn began, or is now, the turn has its full time.
        """
        if self.match.over or not self.days:
            return None
        if not is_plausible(self.since) or not is_plausible(now):
            return self.days * DAY_S
        return self.since + self.days * DAY_S - now

    # -- what happens here -----------------------------------------------------------------------

    def play(self, text: str, now: float) -> None:
        """Play a turn, or "resign", or "draw" (which offers or accepts one).

        A turn played too late loses the game; CorrespondenceError reports this. Raises
        CorrespondenceError, RulesError or MatchError.
        """
        match, seat = self._copy(), self._speaker()
        left = self.seconds_left(now)
        if self.waits_here and left is not None and left <= 0:
            self._end_by_time(match, now)
            self._become(match, now)
            raise CorrespondenceError("time-up", game=self.number)
        if text == "resign":
            match.submit_or_raise(proposals.Resign(seat))
        elif text == "draw":
            match.submit_or_raise(proposals.Offer("draw", seat))
        elif match.over or match.to_move not in self.own:
            raise CorrespondenceError("not-waiting", game=self.number)
        else:
            _play(match, text)
        self._become(match, now)

    def claim(self, now: float) -> None:
        """End the game because the other side's time is over. Raises CorrespondenceError."""
        match = self._copy()
        if self.match.over or self.waits_here or not self.days:
            raise CorrespondenceError("not-waiting", game=self.number)
        self._end_by_time(match, now)
        self._become(match, now)

    def text(self) -> str:
        """Return the text that tells the other players the present state of the game."""
        now, turns = self.match.history.seat_now, self.match.turns
        answered = any(now(turn.seat, turn.first) not in self.own for turn in turns)
        first = len(turns) < self.match.game.seats or not answered
        letter = Letter(self.number, self.days, self.record, self.secret if first else "")
        return write_letter(letter, self.secret)

    # -- what comes from elsewhere ---------------------------------------------------------------

    def take(self, theirs: Match, now: float) -> None:
        """Carry out what `theirs` has in addition to our game. Raises CorrespondenceError."""
        match, record = self._copy(), to_record(theirs)
        if any(record.get(one) != self.record.get(one) for one in SAME):
            raise CorrespondenceError("differs", what="another game")
        if _names_begun(theirs) != _names_begun(self.match):
            raise CorrespondenceError("differs", what="names")
        ours, told = self.record["turns"], record["turns"]
        if told[: len(ours)] != ours[: len(told)]:
            raise CorrespondenceError("differs", what="turns")
        if len(told) < len(ours):
            raise CorrespondenceError("old", turn=len(told), known=len(ours))
        for text in told[len(ours) :]:
            if match.to_move in self._own_in(match):
                name = self.names[match.to_move]
                raise CorrespondenceError("not-theirs", name=name)
            _play(match, text)
        self._take_offer(match, theirs)
        if theirs.over and not match.over:
            self._take_end(match, theirs, now)
        if to_record(match) == self.record:
            raise CorrespondenceError("doubled", turn=len(told))
        self._become(match, now)

    def _take_offer(self, match: Match, theirs: Match) -> None:
        """Repeat the others' offer, or their answer to our offer."""
        offer, ours = theirs.offer, match.offer
        if offer is not None and ours is None and offer.seat not in self.own:
            match.submit_or_raise(proposals.Offer(offer.what, offer.seat))
        elif ours is not None and ours.seat in self.own and theirs.offers:
            agreed = {*theirs.offers[-1].agreed} - {*self.own, *ours.agreed}
            for seat in agreed if theirs.offers[-1].seat == ours.seat else ():
                match.submit_or_raise(proposals.Accept(ours.what, seat))

    def _take_end(self, match: Match, theirs: Match, now: float) -> None:
        """End the match as the others have declared, if they may declare it."""
        outcome = theirs.outcome
        assert outcome is not None
        if outcome.reason == "time" and match.to_move in self.own:
            self._end_by_time(match, now)
        elif outcome.reason == "time":  # the others report their own loss
            lost = match.game.time_up(match.state, match.to_move)
            match.submit_or_raise(proposals.Close(lost))
        elif outcome.reason == "resigned":
            losers = [s for s in range(match.game.seats) if s not in (*outcome.winners, *self.own)]
            if losers:
                match.submit_or_raise(proposals.Resign(losers[0]))
        if match.outcome != outcome:
            raise CorrespondenceError("differs", what=outcome.reason)

    # -- inside ----------------------------------------------------------------------------------

    def _own_in(self, match: Match) -> tuple[Seat, ...]:
        """Return our seats in a continuation of our match; players may have swapped seats there."""
        moved, seats = match.moved - self.record["turns"].count(SWAP), match.game.seats
        return tuple(sorted((seat - moved) % seats for seat in self.own))

    def _end_by_time(self, match: Match, now: float) -> None:
        left = self.seconds_left(now)
        if left is None or left > 0:
            raise CorrespondenceError("in-time", days=(left or 0.0) / DAY_S)
        outcome = match.game.time_up(match.state, match.to_move)
        match.submit_or_raise(proposals.Close(outcome))

    def _speaker(self) -> Seat:
        """Return our seat that is to move, else our first one."""
        return self.match.to_move if self.match.to_move in self.own else self.own[0]

    def _copy(self) -> Match:
        return from_record(self.record, f"correspondence game {self.number}")

    def _become(self, match: Match, now: float) -> None:
        self.match = match
        self.noted(now)

    def noted(self, now: float) -> None:
        """Update the record from the match; after a change, a new turn begins at `now`."""
        record = to_record(self.match)
        if record["turns"] != self.record["turns"] or record["result"] != self.record["result"]:
            self.since = now
        seats, moved = self.match.game.seats, self.match.moved - self.record["turns"].count(SWAP)
        self.codes, self.holders = (
            {str((int(seat) - moved) % seats): one for seat, one in some.items()}
            for some in (self.codes, self.holders)
        )
        self.own, self.record = self._own_in(self.match), record


def _names_begun(match: Match) -> list[str]:
    """Return the names in the order of the players' first seats."""
    return [seat.name for seat in match.spec.moved_on(-match.moved).seats]


def _play(match: Match, text: str) -> None:
    """Play one whole turn.  Raises CorrespondenceError, RulesError or MatchError."""
    actions = tuple(match.game.parse_turn(match.state, text))
    match.submit_or_raise(proposals.Play(actions))
    if match.history.begun is not None:
        raise CorrespondenceError("unfinished", text=text)


def begin(
    setup: str, names: Sequence[str], own: Sequence[Seat], days: float, now: float
) -> CorrespondenceGame:
    """Return a new game; the seats `own` are played here, or none if a server hosts the game.

    Raises CorrespondenceError or RulesError.
    """
    game = parse_setup(setup)
    if len(names) != game.seats:
        raise CorrespondenceError("names", count=len(names), wanted=game.seats)
    for seat in own:
        if seat not in range(game.seats):
            raise CorrespondenceError("seat", seat=seat + 1, count=game.seats)
    # A taken seat has the kind "person". The first receiver of the text takes the next "remote"
    # seat.
    seats = tuple(
        SeatSpec("person" if seat in own else "remote", name=one_line(name)[:MAX_NAME_LENGTH])
        for seat, name in enumerate(names)
    )
    date = datetime.datetime.fromtimestamp(now).isoformat(timespec="seconds")
    match = Match(MatchSpec(setup, seats), game, date=date)
    return CorrespondenceGame(secrets.token_hex(16), to_record(match), tuple(own), days, now)


# -- files -----------------------------------------------------------------------------------------


def folder() -> Path:
    """Return the folder of all correspondence games; make it if possible."""
    return storage.private_folder(storage.data_folder() / "correspondence")


def save(game: CorrespondenceGame) -> None:
    """Write the whole game. Raises OSError."""
    storage.write_json(folder() / f"{game.number}.json", {"v": VERSION, **write(game)})


def load(path: Path) -> CorrespondenceGame:
    """Return the game in a file. Raises OSError, or ValueError if the file is damaged."""
    data = untrusted.read_json(path)
    if not isinstance(data, dict) or data.pop("v", None) != VERSION:
        raise CorrespondenceError("damaged", reason=f"{path.name} has another version")
    return read(CorrespondenceGame, data)


def load_all() -> Iterator[CorrespondenceGame]:
    """Yield the readable games, the one with the oldest turn first."""
    found = list[CorrespondenceGame]()
    for path in untrusted.json_files(folder()):
        try:
            found.append(load(path))
        except (OSError, ValueError, RecordError):
            continue
    yield from sorted(found, key=lambda one: one.since)


def find(name: str) -> CorrespondenceGame:
    """Return the game whose number begins with `name`. Raises CorrespondenceError."""
    found = [one for one in load_all() if one.number.startswith(name.lower())]
    if not found or not name:
        raise CorrespondenceError("no-game", name=name)
    if len(found) > 1:
        games = ", ".join(one.number for one in found)
        raise CorrespondenceError("several", name=name, games=games)
    return found[0]


def play_text(name: str, text: str, now: float) -> CorrespondenceGame:
    """Play a turn in the game whose number begins with `name`, and save the game.

    `text` may also be "resign", "draw" or "claim".  Raises CorrespondenceError, RulesError,
    MatchError or OSError.
    """
    with file_locked(folder() / "games"):
        game = find(name)
        if game.url:
            raise CorrespondenceError("hosted", game=game.number, url=game.url)
        try:
            if text == "claim":
                game.claim(now)
            else:
                game.play(text, now)
        except CorrespondenceError as error:
            if error.code == "time-up":
                save(game)
            raise
        save(game)
    return game


def take_text(text: str, now: float) -> CorrespondenceGame:
    """Carry out a text from another player in its game, which may be new, and save the game.

    Raises CorrespondenceError, RecordError, RulesError, MatchError or OSError without changing
    anything.
    """
    with file_locked(folder() / "games"):
        known = {one.number: one for one in load_all()}
        sealed = read_letter(text, [one.secret for one in known.values()])
        letter = sealed.letter
        game = known.get(letter.game)
        if game is None and game_number(letter.secret) != letter.game:
            raise CorrespondenceError("no-first", game=letter.game)
        if not sealed.signed_with(letter.secret if game is None else game.secret):
            raise CorrespondenceError("forged", game=letter.game)
        theirs = from_record(letter.record, "the text")
        if theirs.history.begun is not None:
            raise CorrespondenceError("unfinished", text=theirs.turns[-1].text)
        if game is None:
            game = _received(letter, theirs, now)
        elif game.url:
            raise CorrespondenceError("hosted", game=game.number, url=game.url)
        else:
            game.take(theirs, now)
        save(game)
    return game


def _received(letter: Letter, theirs: Match, now: float) -> CorrespondenceGame:
    """Return a game that was begun elsewhere; its next free seat is played here."""
    seats = theirs.spec.seats
    order = [theirs.to_move, *range(len(seats))]
    own = next((seat for seat in order if seats[seat].kind == "remote"), None)
    if own is None:
        raise CorrespondenceError("no-seat")
    taken = (*seats[:own], replace(seats[own], kind="person"), *seats[own + 1 :])
    theirs.spec = theirs.spec.with_(seats=taken)
    theirs.tree = None
    return CorrespondenceGame(letter.secret, to_record(theirs), (own,), letter.days, now)
