"""A table that publishes its match to a broker: what followers may know, and nothing else.

Asked once a frame, it never waits: a thread of the client's own sends, and keeps what cannot be
sent until the broker is there again.
"""

from __future__ import annotations

import json
from typing import Any

from game.network.broker import (
    EVENT,
    LINE,
    MATCH,
    OFFLINE,
    ONLINE,
    STATES,
    TOURNAMENT,
    VERSION,
    Broker,
    new_client,
    start,
    topic,
)
from game.network.broker_status import BrokerStatus
from game.network.channel import Channel, MatchDetails
from game.network.pipe import Line
from game.network.tournament_requests import TournamentRequests
from game.table.match import Match
from game.table.wire_events import snapshot

Json = dict[str, Any]
AT_LEAST_ONCE = 1  # MQTT's quality of service: events carry numbers, so twice does no harm


class Publisher:
    """`name` is the table's among all tables of the broker.  Raises NetworkError."""

    def __init__(self, broker: Broker, name: str) -> None:
        self.broker, self.name = broker, name
        self._channel: Channel | None = None
        self._run = ""
        self._told = 0  # the number of the next event of the match that was published last
        self._again = False  # a broker that was started again may have forgotten everything
        self._opening: Json = {}
        self._tournament = ""  # as it was published last
        self._client = new_client(broker)
        self._client.will_set(topic(name, LINE), OFFLINE, AT_LEAST_ONCE, retain=True)
        self._client.on_connect = self._connected
        self.status = BrokerStatus(broker, self._client)
        start(self._client, broker)
        self._desk: TournamentRequests | None = None

    def open_desk(self) -> None:
        """Publish the tournament that is run here, too, now or whenever one begins."""
        self._desk = TournamentRequests(self._say_tournament)
        self._desk.open()

    # -- matches ---------------------------------------------------------------------------------

    def open(self, match: Match, about: MatchDetails) -> None:
        """This match is played at the table."""
        self._channel = Channel(match, about, self._say)
        self._channel.open()

    def shut(self) -> None:
        """None is."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None

    def change(self, what: str, **fields: Any) -> None:
        """Tell something of which only the newest counts, if it has changed."""
        if self._channel is not None:
            self._channel.change(what, **fields)

    def update(self, now: float) -> None:
        """A frame: what has happened is told, then how the match stands."""
        channel = self._channel
        if channel is None:
            return
        channel.update(now)
        if self._again or channel.match.seq != self._told:
            self._again = False
            self._publish_match(channel)

    def close(self) -> None:
        """The table is cleared away."""
        self.shut()
        if self._desk is not None:
            self._desk.close()
        self._say_tournament({"state": None})
        self._send(LINE, OFFLINE, retain=True)
        self._client.disconnect()
        self._client.loop_stop()

    # -- inside ----------------------------------------------------------------------------------

    def _say(self, line: Line) -> None:
        """A line that a server of our own would be told: here in words of the broker."""
        said = line() if callable(line) else line
        if said["is"] == "table":
            self._opening, self._run = said, said["run"]
            self._told = -1
        elif said["is"] == "event":
            self._send(EVENT, {"event": said["event"], "words": said["words"]})
        elif said["is"] == "change" and said["what"] in STATES:
            self._send(said["what"], {"fields": said["fields"]}, retain=True)
        elif said["is"] == "close":
            self._send(MATCH, "", retain=True)

    def _say_tournament(self, line: Line) -> None:
        """How the tournament that is run here stands, in a thread; nobody's code goes along.

        That there is none any more stays at the broker: hubs may be cut off just then.
        """
        said = line() if callable(line) else line
        if said["state"] is None and not self._tournament:
            return
        data = {"v": VERSION, "state": said["state"]}
        self._tournament = json.dumps(data)
        self._client.publish(topic(self.name, TOURNAMENT), self._tournament, AT_LEAST_ONCE, True)

    def _publish_match(self, channel: Channel) -> None:
        self._told = channel.match.seq
        about = self._opening["about"]
        data = {
            "snapshot": snapshot(channel.match),
            "about": about,
            "words": channel.about.words(None),
        }
        self._send(MATCH, data, retain=True)

    def _send(self, kind: str, data: Json | str, retain: bool = False) -> None:
        """Publish data as JSON, a text as it is."""
        if not isinstance(data, str):
            data = json.dumps({"v": VERSION, "run": self._run, **data})
        self._client.publish(topic(self.name, kind), data, AT_LEAST_ONCE, retain)

    @property
    def online(self) -> bool:
        return self.status.online

    def _connected(self, client: Any, _user: Any, _flags: Any, reason: Any, *_more: Any) -> None:
        if not self.status.connected(reason):
            return
        self._again = True
        client.publish(topic(self.name, LINE), ONLINE, AT_LEAST_ONCE, True)
        if self._tournament:
            client.publish(topic(self.name, TOURNAMENT), self._tournament, AT_LEAST_ONCE, True)
