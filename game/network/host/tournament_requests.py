"""Requests from phones to the running tournament, and the state that phones see.

A separate thread reads and writes the database, so that no frame waits. Changes made by others (the
organiser, another program) are published within a second.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from game.network.host.channel import sentences
from game.network.host.tournament_state import score_text, tournament_info
from game.network.lines.pipe import RequestAsked, RequestDone, TournamentState
from game.network.lines.tickets import digest
from game.network.protocol.messages import CheckIn, ConfirmResult, ReportResult
from game.platform.codec import write
from game.platform.codes import normalized
from game.platform.errors import CodedError
from game.tournament import operations, player_codes
from game.tournament.errors import TournamentError
from game.tournament.events import Event
from game.tournament.local_games import Known, open_games
from game.tournament.plan import DRAW, WIN, PairingResult
from game.tournament.store import StoreThread, TournamentStore
from game.tournament.tournament import PHONE, Tournament

POINTS = {"won": WIN, "drawn": DRAW, "lost": 0}


class TournamentRequests:
    """The players' access to the tournament; their requests come to `on_request`.

    `send` takes messages to the server.
    """

    def __init__(self, send: Callable[[TournamentState | RequestDone], None]) -> None:
        self._send = send
        self._number = 0  # number of the tournament published last; 0 is none
        # the tournament's open games; None: not read yet
        self.games: frozenset[Known] | None = None
        # The version of the database and the length of the log that were published last.
        self._seen = (-1, -1)
        # Errors are ignored: the organiser's window reports what is wrong with the database.
        self._thread = StoreThread("tournament requests", self._look, lambda _error: None)

    def open(self) -> None:
        """Send the whole state to a newly started server."""
        self._thread.put(self._publish_again)

    def on_request(self, asked: RequestAsked) -> None:
        """Queue a player's request; the answer goes back to that player."""
        self._thread.put(partial(self._carry_out, asked))

    def close(self) -> None:
        """Finish the queued work, end the thread and wait for it."""
        self._thread.close()

    # -- in the thread ---------------------------------------------------------------------------

    def _publish_again(self, store: TournamentStore) -> None:
        self._seen = (-1, -1)
        self._look(store)

    def _look(self, store: TournamentStore) -> None:
        """Publish the state if anybody has changed it."""
        version = store.version()
        if version != self._seen[0]:
            number, tournament = self._running(store)
            if number != self._number or self._seen[1] != (tournament.seq if tournament else 0):
                self._publish(number, tournament)
            self._seen = (version, self._seen[1])

    def _running(self, store: TournamentStore) -> tuple[int, Tournament | None]:
        """Return the newest tournament that is not over, else the one that has just ended."""
        try:
            number = store.find("")
        except TournamentError:
            number = self._number
        try:
            return number, store.load(number)
        except TournamentError:
            return 0, None

    def _publish(self, number: int, tournament: Tournament | None) -> None:
        self._number = number
        self.games = frozenset() if tournament is None else open_games(tournament)
        self._seen = (self._seen[0], tournament.seq if tournament is not None else 0)
        if tournament is None:
            self._send(TournamentState(None, {}))
        else:
            state = write(tournament_info(number, tournament))
            self._send(TournamentState(state, _keys(tournament)))

    def _carry_out(self, asked: RequestAsked, store: TournamentStore) -> None:
        """Carry out or refuse a player's request, and answer it in any case."""
        why: CodedError | None = None
        number, deed = asked.tournament, asked.deed
        try:
            if number != self._number:
                raise TournamentError("no-tournament", name=number)
            tournament = store.carry_out(
                number, lambda t: REQUEST_HANDLERS[type(deed)](t, asked.entrant, deed), PHONE
            )
            self._publish(number, tournament)
        except CodedError as error:
            why = error
        code = why.code if why is not None else ""
        self._send(RequestDone(asked.asked, why is None, code, sentences(why)))


def _keys(tournament: Tournament) -> dict[str, int]:
    """Return the player of each code's digest; {} if no secret can be stored."""
    try:
        found = player_codes.codes(tournament)
    except OSError:
        return {}
    return {digest(normalized(code)): entrant for entrant, code in found.items()}


# -- what a player may do, as the entrant of that number -------------------------------------------


def _arrive(tournament: Tournament, entrant: int, deed: CheckIn) -> list[Event]:
    """Check a player in; only the organiser readmits withdrawn players."""
    if deed.person and not tournament.self_check_in:
        raise TournamentError("no-self-check-in")
    who = tournament.entrant(entrant)
    if who.withdrawn:
        raise TournamentError("withdrawn", name=who.name)
    return operations.arrive(tournament, entrant)


def _result(tournament: Tournament, entrant: int, deed: ReportResult) -> list[Event]:
    """Record a result that a player reports from the player's own side."""
    number, game = deed.round, deed.game
    side = tournament.game(number, game).side_of(entrant)
    points = POINTS[deed.outcome]
    both = (points, WIN - points) if side == 0 else (WIN - points, points)
    result = PairingResult(*both, margin=deed.margin)
    return operations.claim(tournament, number, game, side, result)


def _confirm(tournament: Tournament, entrant: int, deed: ConfirmResult) -> list[Event]:
    """Confirm the result shown on the phone; refuse if the result has changed since."""
    number, game = deed.round, deed.game
    there = tournament.game(number, game)
    side = there.side_of(entrant)
    if there.claimed is not None and score_text(there.claimed) != deed.score:
        raise TournamentError("said-anew")
    return operations.confirm(tournament, number, game, side)


REQUEST_HANDLERS: dict[type, Callable[[Tournament, int, Any], list[Event]]] = {
    CheckIn: _arrive,
    ReportResult: _result,
    ConfirmResult: _confirm,
}
