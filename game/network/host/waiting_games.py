"""Hosted correspondence games: matches that a server keeps open for days, across restarts.

A turn is stored on the disk before anybody is shown it. The code of a seat stays valid, so that its
link leads to the seat from every device.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from game.correspondence import game as games
from game.correspondence.errors import CorrespondenceError
from game.correspondence.game import DAY_S, CorrespondenceGame
from game.network.errors import UnavailableError
from game.network.host.broadcast import ServerSupervisor
from game.network.host.channel import Channel
from game.network.lines.addresses import NO_PROXY, Address, Proxy
from game.network.lines.tls import Certificate
from game.network.logs import report
from game.network.protocol.match_info import MatchDetails, SeatInfo
from game.platform.elapsed import clocks
from game.platform.errors import in_words
from game.platform.i18n import LANGUAGES
from game.platform.locks import try_lock
from game.rules.proposals import Close
from game.table.match import Match
from game.table.positions_json import seat_pieces

FRAME_S = 0.02  # seconds between two checks for messages from the server
LOOK_EVERY_S = 5.0  # seconds between two checks for new games
# The shortest jump of the time, in seconds, that counts as setting the clock; time servers correct
# by less.
LEAST_JUMP_S = 3600.0
# Seconds during which no flag falls after the clock was set forward.
DOUBTED_FOR_S = DAY_S
KEPT_DAYS = 7  # days that a finished game can still be viewed
MAX_GAMES = 500


@dataclass
class _Open:
    """A game that is served; `unsaved` is True if its last state could not be written."""

    game: CorrespondenceGame
    channel: Channel
    unsaved: bool = False


class WallClock:
    """The time of day while a program runs, and whether the time can be trusted.

    `wall` is the clock that people set; `always` counts seconds and cannot be set.

    Setting the clock forward could cost a player days. Such a jump is therefore not trusted until a
    day has passed; setting the clock back ends the doubt.
    """

    def __init__(self, wall: Callable[[], float], always: Callable[[], float]) -> None:
        self._wall, self._always = wall, always
        self._ahead: float | None = None  # seconds by which `wall` is ahead of `always`
        self._doubted_until = float("-inf")

    def look(self) -> tuple[float, bool]:
        """Return the time of day, and whether it can be trusted."""
        wall, now = self._wall(), self._always()
        jump = 0.0 if self._ahead is None else wall - now - self._ahead
        if self._ahead is None or abs(jump) >= LEAST_JUMP_S:
            self._ahead = wall - now
        if jump >= LEAST_JUMP_S:
            self._doubted_until = now + DOUBTED_FOR_S
            report("the clock was set forward: for a day no turn is lost on time")
        elif jump <= -LEAST_JUMP_S:
            self._doubted_until = float("-inf")
        return wall, now >= self._doubted_until


class WaitingGames:
    """All hosted games at a server.

    `wall` is the time of day, in seconds since 1970; `always` counts seconds, also during sleep.
    """

    def __init__(
        self,
        server: ServerSupervisor,
        wall: Callable[[], float] = time.time,
        always: Callable[[], float] | None = None,
    ) -> None:
        self.server, self._wall = server, wall
        self._clock = WallClock(wall, always or clocks()[1])
        self.open: dict[str, _Open] = {}
        self._looked = float("-inf")

    def update(self, now: float) -> None:
        """Do all that is due at `now`: late turns, messages, new games and saving."""
        self._end_late()  # done before any message is read, so that a late turn is refused
        self.server.update(now)
        if now >= self._looked + LOOK_EVERY_S:
            self._looked = now
            self._look()
        for one in self.open.values():
            holders = {str(seat): key for seat, key in one.channel.holders.items()}
            if one.unsaved or holders != one.game.holders:
                one.game.holders = holders
                self._save(one)

    def _look(self) -> None:
        wall = self._wall()
        for game in games.load_all():
            kept = not game.match.over or wall < game.since + KEPT_DAYS * DAY_S
            if game.url and kept and game.number not in self.open and len(self.open) < MAX_GAMES:
                self._open(game)

    def _end_late(self) -> None:
        """End the games whose player to move has no days left."""
        wall, believed = self._clock.look()
        if not believed:
            return
        for one in self.open.values():
            left = one.game.seconds_left(wall)
            if left is not None and left <= 0:
                match = one.game.match
                match.submit(Close(match.game.time_up(match.state, match.to_move), by="clock"))

    def _open(self, game: CorrespondenceGame) -> None:
        match = game.match
        holders = {int(seat): key for seat, key in game.holders.items()}
        codes = {int(seat): code for seat, code in game.codes.items()}
        self.open[game.number] = one = _Open(
            game, self.server.open(match, _details(match), holders, codes, game.number)
        )
        match.watch(lambda _match: self._save(one))

    def _save(self, one: _Open) -> None:
        """Write a game; a failure is reported, and the next `update` tries again."""
        one.game.noted(self._wall())
        try:
            games.save(one.game)
            one.unsaved = False
        except OSError as why:
            if not one.unsaved:
                report(f"{one.game.number}: {in_words(why)}")
            one.unsaved = True


def _details(match: Match) -> MatchDetails:
    pieces = seat_pieces(match.game)
    seats = tuple(
        SeatInfo(dict.fromkeys(LANGUAGES, spec.name), "remote", piece)
        for spec, piece in zip(match.spec.seats, pieces)
    )
    return MatchDetails(match.game.title, seats)


def serve(
    address: Address,
    say: Callable[[str], None],
    certificate: Certificate | None = None,
    proxy: Proxy | None = None,
) -> int:
    """Serve all hosted games until interrupted; call `say` with the page's address.

    Raises CorrespondenceError if another program serves them, UnavailableError for the address.
    """
    if try_lock(games.folder() / "serving") is None:
        raise CorrespondenceError("busy")
    server = ServerSupervisor(address, certificate, proxy or NO_PROXY)
    waiting, said = WaitingGames(server), ""
    try:
        while server.state != "over":
            waiting.update(time.monotonic())
            if server.url and server.url != said:
                said = server.url
                say(said)
            time.sleep(FRAME_S)
        raise UnavailableError("gone")
    finally:
        server.close()
