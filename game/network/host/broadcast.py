"""The program's side of the network: it starts the server process and puts matches on the network.

`update` is called once a frame, and nothing here blocks.  A crashed server is restarted with all
matches; the delay doubles (backoff) until a server has lasted.  Followers reconnect by themselves.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from queue import Empty, SimpleQueue
from typing import IO, Literal

from game.network.errors import NetworkError, packages_missing
from game.network.host.channel import Channel
from game.network.host.tournament_requests import TournamentRequests
from game.network.lines import pipe
from game.network.lines.addresses import LOOPBACK, NO_PROXY, Address, Proxy, invitation_link
from game.network.lines.broker import Broker
from game.network.lines.cards import Place, list_places
from game.network.lines.tls import Certificate, fingerprint, scheme
from game.network.logs import log_folder, report
from game.network.protocol.match_info import MatchDetails
from game.platform import storage
from game.platform.errors import in_words
from game.platform.processes import helper_command, start_piped
from game.rules.events import Seat
from game.table.match import Match

# Maximum size of the crash log in bytes; a longer log is started afresh.
MAX_CRASH_LOG_BYTES = 100_000
FIRST_RETRY_S, LONGEST_RETRY_S = 0.5, 30.0  # seconds before a crashed server is started again
STABLE_AFTER_S = 60.0  # seconds of running after which earlier crashes are forgotten
MAX_FAILED_STARTS = 8  # maximum number of starts of a server that has never listened
State = Literal["starting", "on", "crashed", "over"]


class ServerSupervisor:
    """A server at `address`, with HTTPS if there is a certificate.

    `state` is "starting", then "on" while the server listens at `address`; "crashed" until the next
    start; "over" after `close` or once the server was given up.  `problem` says why it was given
    up, and `trouble` what is wrong while it is "crashed" or restarting.  `followers` is the number
    of connected clients, and `visited` says whether any other machine has reached the server.
    `places` are the addresses of this machine.  If they have changed, `moved` says where the page
    is now.

    `process` is the server's process, which anybody may inspect or end.  It is restarted at
    `retry_at`, which is None while the process runs.
    """

    def __init__(
        self, address: Address, certificate: Certificate | None = None, proxy: Proxy = NO_PROXY
    ) -> None:
        self.address, self.certificate, self.proxy = address, certificate, proxy
        self.places = list_places() if address.everywhere else ()
        self.visited = self._has_address = False
        self.moved = ""
        self.state: State = "starting"
        self.problem = self.trouble = ""
        self.followers = 0
        self.channels: dict[str, Channel] = {}
        self.tournament_requests: TournamentRequests | None = None
        self.broker: Broker | None = None
        self._received: SimpleQueue[tuple[int, pipe.FromServer | None]] = SimpleQueue()
        # The host announced last; the first one is announced by whoever starts the server.
        self._told = self._shown_host if self.places else ""
        self._pin = "" if certificate is None else f"/{fingerprint(certificate.file)}"
        self._starts = 0
        self._failures = 0  # crashes in a row, without a stable run between them
        self._listened = False  # True if any server has listened
        self._on_since = 0.0
        self.retry_at: float | None = None
        self._reason: object = ""
        self._beginning = False  # True until the server has been sent `Begin`
        self._start()

    @property
    def on(self) -> bool:
        return self.state == "on"

    @property
    def url(self) -> str:
        """Return the page's address; "" until the server listens."""
        return self._page() if self.on else ""

    def _page(self) -> str:
        shown = self.address.shown(self.places)
        return self.proxy.url or shown.url_at(scheme(self.certificate))

    @property
    def away(self) -> bool:
        """Return whether only this computer reaches the page because there is no network."""
        return self.on and not self.proxy.url and self.address.everywhere and not self.places

    @property
    def reachable(self) -> bool:
        """Return whether other machines could reach the page at an address of this one."""
        return not self.away and (self.address.everywhere or self._has_address)

    @property
    def unreached(self) -> bool:
        """Return whether phones could reach the page but no other machine ever has."""
        near = self.on and not self.proxy.url and not self.away
        return near and not self.visited and not self._shown_host.startswith("127.")

    @property
    def _shown_host(self) -> str:
        return self.address.shown(self.places).host

    def show(self, host: str) -> None:
        """Show people another address: that of the network card `host`; for "", the best one."""
        self.address = replace(self.address, host=host)
        self._told = self._shown_host

    def link(self, code: str) -> str:
        """Return the invitation link, with the fingerprint of the server's certificate, if any."""
        pin = "" if self.proxy.url else self._pin.removeprefix("/")
        return invitation_link(self.url, code, pin) if code else self.url

    def far_link(self, code: str) -> str:
        """Return the invitation link that works from farthest away: through the broker, if any."""
        if not code or self.broker is None or self.proxy.url:
            return self.link(code)
        return invitation_link(self.broker.link(), code)

    def invitation(self, code: str) -> str:
        """Return the invitation for programs: CODE@HOST:PORT, and with HTTPS a fingerprint."""
        if self.proxy.url:
            return self.link(code)
        return f"{code}@{self.url.partition('://')[2].rstrip('/')}{self._pin}"

    # -- matches ---------------------------------------------------------------------------------

    def open(
        self,
        match: Match,
        about: MatchDetails,
        holders: Mapping[Seat, str] | None = None,
        codes: Mapping[Seat, str] | None = None,
        table: str = "",
    ) -> Channel:
        """Put a match on the network until its channel is closed."""
        channel = Channel(match, about, self._send, holders, codes, table)
        self.channels[channel.table] = channel
        channel.open()
        return channel

    def channel_of(self, match: Match) -> Channel | None:
        """Return the channel of a match that is on the network."""
        return next((one for one in self.channels.values() if one.match is match), None)

    def shut(self, channel: Channel) -> None:
        """Take the match off the network."""
        if self.channels.pop(channel.table, None) is not None:
            channel.close()

    def open_desk(self) -> None:
        """Put the running tournament on the network, too, now or whenever one begins."""
        self.tournament_requests = TournamentRequests(self._send)
        self.tournament_requests.open()

    def use_broker(self, broker: Broker) -> None:
        """Let guests claim seats through a broker, too, at the table that it names."""
        self.broker = broker
        secret = (broker.password, broker.files[1])
        self._send(pipe.UseBroker(broker.link(user=True), *secret))

    # -- every frame -----------------------------------------------------------------------------

    def update(self, now: float) -> bool:
        """Apply the server's messages, publish all matches; return whether any message came."""
        received = False
        while True:
            try:
                start, message = self._received.get_nowait()
            except Empty:
                break
            if start != self._starts:
                continue
            received = True
            self._on_message(message, now)
        if self.retry_at is not None and now >= self.retry_at:
            self._start_again()
            received = True
        for channel in tuple(self.channels.values()):
            channel.update(now)
        if self._beginning and self.retry_at is None:
            self._beginning = False
            self._send(pipe.Begin())
        return received

    def close(self) -> None:
        """Stop: cut every line, so that every seat is played on this machine again."""
        self.state, self.followers, self.retry_at = "over", 0, None
        # The next number makes the program ignore later messages of this process.
        self._starts += 1
        self.channels.clear()
        if self.tournament_requests is not None:
            self.tournament_requests.close()
            self.tournament_requests = None
        self._end()

    # -- inside ----------------------------------------------------------------------------------

    def _start(self) -> None:
        self._starts += 1
        self._reason = ""
        self._beginning = True
        number = self._starts
        made = self.certificate
        files = ["", ""] if made is None else [str(made.file), str(made.key)]
        words = [self.address.host, str(self.address.port), *files]
        words += [self.proxy.url, *self.proxy.trusted]
        with _log() as log:
            self.process = start_piped(helper_command("network", *words), errors=log)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._pipe: pipe.Pipe[pipe.ToServer, pipe.FromServer] = pipe.Pipe(
            (self.process.stdin, self.process.stdout),
            pipe.TO_SERVER,
            pipe.FROM_SERVER,
            lambda message: self._received.put((number, message)),
            partial(self._on_end, self.process, number),
        )

    def _on_end(self, process: subprocess.Popen[str], number: int) -> None:
        """Report the end of the server; this runs in the pipe's thread, which may block."""
        process.wait()
        self._received.put((number, None))

    def _send(self, message: pipe.ToServer | Callable[[], pipe.ToServer]) -> None:
        if self.retry_at is None:
            self._pipe.send(message)

    def _on_message(self, message: pipe.FromServer | None, now: float) -> None:
        """Apply a message from the server; None means that the server has ended."""
        if message is None:
            self._ended(now)
        elif isinstance(message, pipe.ProposalAsked | pipe.SeatState):
            if message.table in self.channels:
                self.channels[message.table].on_message(message, now)
        elif isinstance(message, pipe.Listening):
            self._listens(Address(message.host, message.port), now)
        elif isinstance(message, pipe.ListenFailed):
            self._failed(OSError(message.errno, message.why))
        elif isinstance(message, pipe.PackagesMissing):
            self._give_up(packages_missing())
        elif isinstance(message, pipe.PlacesFound):
            self._found(message.places)
        elif isinstance(message, pipe.NoNetwork):
            why = NetworkError("no-network", address=str(self.address))
            self.trouble = in_words(why)
            report(str(why))
        elif isinstance(message, pipe.VisitorCame):
            self.visited = True
        elif isinstance(message, pipe.Followers):
            self.followers = message.count
        elif isinstance(message, pipe.RequestAsked) and self.tournament_requests is not None:
            self.tournament_requests.on_request(message)

    def _found(self, places: tuple[Place, ...]) -> None:
        """Note this machine's new addresses; report if the server's only one is lost or back."""
        if self.address.everywhere:
            self.places = places
            self._tell_page()
            return
        had, self._has_address = self._has_address, self.address.host in [p.host for p in places]
        if self.on and had != self._has_address:
            self._say_page("page-moved" if self._has_address else "page-lost")

    def _tell_page(self) -> None:
        """Report the page's address if it is new, or that only this computer reaches the page."""
        shown = LOOPBACK if self.away else self._shown_host
        if not self.on or not self.address.everywhere or shown == self._told:
            return
        self._told = shown
        self._say_page("page-away" if self.away else "page-moved")

    def _say_page(self, code: str) -> None:
        why = NetworkError(code, page=self._page())
        self.moved = in_words(why)
        report(str(why))

    def _listens(self, address: Address, now: float) -> None:
        if self.trouble:
            report(f"the server is back at {address}")
        if self.address.everywhere:  # the shown address may have been chosen meanwhile
            address = replace(address, host=self.address.host)
        self.address, self.state, self.trouble = address, "on", ""
        self._on_since, self._listened = now, True
        self._tell_page()

    def _failed(self, why: OSError) -> None:
        """Handle a port that cannot be opened: fatal at the first start, later retried."""
        if self._listened:
            self._reason = why.strerror
            self._end()
        else:
            self._give_up(NetworkError("no-address", address=str(self.address), reason=why))

    def _ended(self, now: float) -> None:
        """Schedule the restart of a process that has ended by itself, with backoff."""
        if self.on and now - self._on_since >= STABLE_AFTER_S:
            self._failures = 0
        self._failures += 1
        if self._failures >= MAX_FAILED_STARTS and not self._listened:
            self._give_up(NetworkError("gone"))
            return
        wait = min(LONGEST_RETRY_S, FIRST_RETRY_S * 2 ** (self._failures - 1))
        reason = self._reason or f"exit code {self.process.returncode}"
        why = NetworkError("crashed", reason=reason, seconds=wait)
        report(str(why))
        self.state, self.followers, self.trouble = "crashed", 0, in_words(why)
        self.retry_at = now + wait

    def _start_again(self) -> None:
        self.state, self.retry_at = "starting", None
        self._start()
        for channel in self.channels.values():
            channel.open()
        if self.tournament_requests is not None:
            self.tournament_requests.open()
        if self.broker is not None:
            self.use_broker(self.broker)

    def _give_up(self, why: NetworkError) -> None:
        report(str(why))
        self.problem = in_words(why)
        self.close()

    def _end(self) -> None:
        self._pipe.close()
        self.process.terminate()


def _log() -> IO[str]:
    """Open the file for the output of a crash; os.devnull if the file cannot be opened.

    The server writes its own log (`network/logs.py`).
    """
    try:
        path = log_folder() / "network-crash.txt"
        old = path.exists() and path.stat().st_size < MAX_CRASH_LOG_BYTES
        log = path.open("a" if old else "w", encoding="utf-8")
    except OSError:
        return open(os.devnull, "w", encoding="utf-8")
    storage.make_private(path)
    return log
