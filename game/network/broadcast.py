"""The program's side of the network: starts the server process and brings matches to it.

Asked once a frame; nothing here waits.  A server that fails is started again, with everything told
anew; followers come back by themselves.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from functools import partial
from queue import Empty, SimpleQueue
from typing import IO, Any

from game import storage
from game.errors import in_words
from game.network.addresses import Address
from game.network.channel import About, Channel
from game.network.errors import NetworkError, packages_missing
from game.network.frontdesk import FrontDesk
from game.network.pipe import Line, Pipe
from game.processes import helper_command, talk
from game.rules.events import Seat
from game.table.match import Match

Json = dict[str, Any]
LONGEST_LOG = 1_000_000  # bytes; a longer one is begun anew
MOST_STARTS = 3  # of a server that ends by itself


class Broadcast:
    """A server at `address`.  `on` once it listens, then `address` is where; `problem` says why it
    does not.  `followers` counts who is connected."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.on = False
        self.problem = ""
        self.followers = 0
        self.channels: dict[str, Channel] = {}
        self.desk: FrontDesk | None = None
        self._heard: SimpleQueue[tuple[int, Json | None]] = SimpleQueue()
        self._starts = 0
        self._start()

    @property
    def url(self) -> str:
        """Where the page is; "" until the server listens."""
        return self.address.url if self.on else ""

    # -- matches ---------------------------------------------------------------------------------

    def open(
        self, match: Match, about: About, holders: Mapping[Seat, str] | None = None
    ) -> Channel:
        """Bring a match to the network until its channel is closed."""
        channel = Channel(match, about, self._say, holders)
        self.channels[channel.table] = channel
        channel.open()
        return channel

    def shut(self, channel: Channel) -> None:
        """The match is followed no longer."""
        if self.channels.pop(channel.table, None) is not None:
            channel.close()

    def open_desk(self) -> None:
        """Bring the tournament that runs to the network, too, now or whenever one begins."""
        self.desk = FrontDesk(lambda line: self._say(line))
        self.desk.open()

    # -- every frame -----------------------------------------------------------------------------

    def update(self, now: float) -> bool:
        """Hear the server, bring all matches up to date.  True when anything was heard."""
        heard = False
        while True:
            try:
                start, line = self._heard.get_nowait()
            except Empty:
                break
            if start == self._starts:
                heard = True
                self._hear(line)
        for channel in tuple(self.channels.values()):
            channel.update(now)
        return heard

    def close(self) -> None:
        """Stop: every line is cut, every seat is played here again."""
        self.on = False
        self._starts = MOST_STARTS + 1  # what is still heard is of no interest
        self.channels.clear()
        if self.desk is not None:
            self.desk.close()
            self.desk = None
        self._end()

    # -- inside ----------------------------------------------------------------------------------

    def _start(self) -> None:
        self._starts += 1
        number = self._starts
        host, port = self.address.host, str(self.address.port)
        with _log() as log:
            self._process = talk(helper_command("network", host, port), errors=log)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._pipe = Pipe(
            self._process.stdin,
            self._process.stdout,
            lambda line: self._heard.put((number, line)),
            partial(self._lost, self._process, number),
        )

    def _lost(self, process: subprocess.Popen[str], number: int) -> None:
        """The server says nothing more: in the pipe's thread, which may wait for its end."""
        process.wait()
        self._heard.put((number, None))

    def _say(self, line: Line) -> None:
        self._pipe.say(line)

    def _hear(self, line: Json | None) -> None:
        if line is None:
            self._ended()
        elif line["is"] == "listening":
            self.address, self.on = Address(line["host"], line["port"]), True
        elif line["is"] == "failed":
            why = OSError(line["errno"], line["why"])
            self._fail(NetworkError("no-address", address=str(self.address), reason=why))
        elif line["is"] == "lacking":
            self._fail(packages_missing())
        elif line["is"] == "followers":
            self.followers = line["count"]
        elif line["is"] == "deed":
            if self.desk is not None:
                self.desk.hear(line)
        elif line["table"] in self.channels:
            self.channels[line["table"]].hear(line)

    def _ended(self) -> None:
        """The process has gone without being asked to."""
        self.on, self.followers = False, 0
        if self._starts >= MOST_STARTS:
            self._fail(NetworkError("gone"))
            return
        self._start()
        for channel in self.channels.values():
            channel.open()
        if self.desk is not None:
            self.desk.open()

    def _fail(self, why: NetworkError) -> None:
        self.problem = in_words(why)
        self.close()

    def _end(self) -> None:
        self._pipe.close()
        self._process.terminate()


def _log() -> IO[str]:
    """Where the server writes what went wrong; nowhere if the disk will have none of it."""
    try:
        folder = storage.data_folder() / "logs"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "network.txt"
        old = path.exists() and path.stat().st_size < LONGEST_LOG
        return path.open("a" if old else "w", encoding="utf-8")
    except OSError:
        return open(os.devnull, "w", encoding="utf-8")
