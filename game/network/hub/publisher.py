"""A table that publishes its match to a broker: only what followers may know.

`update` is called once a frame and never blocks.  The client's own thread sends, and keeps messages
while the broker cannot be reached.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any

from game.network.errors import NetworkError
from game.network.host.channel import Channel
from game.network.host.tournament_requests import TournamentRequests
from game.network.lines import broker as mqtt
from game.network.lines import pipe
from game.network.protocol.match_info import MatchDetails, MatchInfo
from game.platform.codec import write
from game.table.match import Match
from game.table.wire_events import snapshot

# Seconds of silence after which another table of the same name is forgotten.
TWIN_FORGOTTEN_S = 60.0
# MQTT's quality of service; events are numbered, so that duplicates do no harm.
AT_LEAST_ONCE = 1


class Publisher:
    """The publisher of one table; `name` is its name at the broker. Raises NetworkError."""

    def __init__(self, broker: mqtt.Broker, name: str) -> None:
        self.broker, self.name = broker, name
        self._channel: Channel | None = None
        self._by = secrets.token_hex(4)  # identifies this publisher if two use the name
        self._run = ""
        # True if another table of this name was detected since the last frame.
        self._twin = False
        self._twin_until = 0.0
        self._told = 0  # number of the next event when the match was last published
        # True if the match must be published again: a restarted broker may have lost it.
        self._again = False
        self._about = MatchInfo()
        self._tournament = ""  # the JSON that was published last
        self._client = mqtt.new_client(broker)
        self._client.will_set(mqtt.topic(name, mqtt.LINE), mqtt.OFFLINE, AT_LEAST_ONCE, retain=True)
        self.status = mqtt.BrokerStatus(broker, self._client, self._changed)
        self._client.on_message = self._on_message
        mqtt.start(self._client, broker, mqtt.MAX_PAYLOAD_BYTES)
        self._desk: TournamentRequests | None = None

    def open_desk(self) -> None:
        """Publish the running tournament, too, now or whenever one begins."""
        self._desk = TournamentRequests(self._send_tournament)
        self._desk.open()

    # -- matches ---------------------------------------------------------------------------------

    def open(self, match: Match, about: MatchDetails) -> None:
        """Publish this match."""
        self._channel = Channel(match, about, self._send)
        self._channel.open()

    def shut(self) -> None:
        """Stop publishing the match."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None

    def change(self, what: str, **fields: Any) -> None:
        """Publish one of `match_info.STATES` if it has changed."""
        if self._channel is not None:
            self._channel.change(what, **fields)

    def update(self, now: float) -> None:
        """Publish what has happened since the last frame."""
        if self._twin:
            self._twin, self._twin_until = False, now + TWIN_FORGOTTEN_S
            why = NetworkError("broker-twin", broker=str(self.broker), name=self.name)
            self.status.note(why)
        elif now >= self._twin_until:
            self.status.forget("broker-twin")
        channel = self._channel
        if channel is None:
            return
        channel.update(now)
        if self._again or channel.match.seq != self._told:
            self._again = False
            self._publish_match(channel)

    def close(self) -> None:
        """Clear the table and disconnect."""
        self.shut()
        if self._desk is not None:
            self._desk.close()
        self._send_tournament(pipe.TournamentState(None, {}))
        self._publish_text(mqtt.LINE, mqtt.OFFLINE, retain=True)
        self._client.disconnect()
        self._client.loop_stop()

    # -- inside ----------------------------------------------------------------------------------

    def _send(self, made: pipe.ToServer | Callable[[], pipe.ToServer]) -> None:
        """Publish a message that a channel would send to our own server."""
        message = made() if callable(made) else made
        if isinstance(message, pipe.OpenTable):
            self._about, self._told = message.about, -1
            self._run = mqtt.own_run(self._by, message.run)
        elif isinstance(message, pipe.EventHappened):
            self._publish(mqtt.EVENT, mqtt.PublishedEvent(self._run, message.event, message.words))
        elif isinstance(message, pipe.StateChange) and message.what in mqtt.STATES:
            state = mqtt.PublishedState(message.fields, run=self._run)
            self._publish(message.what, state, retain=True)
        elif isinstance(message, pipe.CloseTable):
            self._publish(mqtt.MATCH, None, retain=True)

    def _send_tournament(self, message: pipe.TournamentState | pipe.RequestDone) -> None:
        """Publish the state of the tournament from a thread, without the players' codes.

        The broker keeps the message that there is no tournament any more, because hubs may be
        offline.
        """
        if not isinstance(message, pipe.TournamentState) or (
            message.state is None and not self._tournament
        ):
            return
        self._tournament = json.dumps({"v": mqtt.VERSION, "state": message.state})
        self._publish_text(mqtt.TOURNAMENT, self._tournament, retain=True)

    def _publish_match(self, channel: Channel) -> None:
        self._told = channel.match.seq
        words = channel.about.words(None)
        match = mqtt.PublishedMatch(self._run, snapshot(channel.match), self._about, words)
        self._publish(mqtt.MATCH, match, retain=True)

    def _publish(self, kind: str, payload: object, retain: bool = False) -> None:
        """Publish a payload as JSON; None becomes an empty payload."""
        text = "" if payload is None else json.dumps({"v": mqtt.VERSION, **write(payload)})
        self._publish_text(kind, text, retain)

    def _publish_text(self, kind: str, text: str, retain: bool) -> None:
        # A broker may disconnect clients that send longer messages.
        if len(text.encode()) > mqtt.MAX_PAYLOAD_BYTES:
            self.status.note(NetworkError("broker-long", broker=str(self.broker), kind=kind))
            return
        self._client.publish(mqtt.topic(self.name, kind), text, AT_LEAST_ONCE, retain)

    @property
    def online(self) -> bool:
        return self.status.online

    def _changed(self, online: bool) -> None:
        if not online:
            return
        self._again = True
        self._listen()
        self._publish_text(mqtt.LINE, mqtt.ONLINE, retain=True)
        if self._tournament:
            self._publish_text(mqtt.TOURNAMENT, self._tournament, retain=True)

    def _listen(self) -> None:
        """Subscribe to everything that others publish under this table's name from now on."""
        from paho.mqtt.subscribeoptions import SubscribeOptions

        never = SubscribeOptions.RETAIN_DO_NOT_SEND
        options = SubscribeOptions(qos=AT_LEAST_ONCE, noLocal=True, retainHandling=never)
        for kind in (mqtt.MATCH, mqtt.LINE):
            self._client.subscribe(mqtt.topic(self.name, kind), options=options)

    def _on_message(self, _client: Any, _user: Any, message: Any) -> None:
        """Note that another table of this name exists or has ended; runs in the client's thread.

        A table that ends clears the messages of this name at the broker, so ours are published
        again.
        """
        found, payload = mqtt.parse_topic(message.topic), bytes(message.payload)
        if found is None or found[0] != self.name:
            return
        if found[1] == mqtt.MATCH and payload:
            self._twin = True
        elif not payload or payload == mqtt.OFFLINE.encode():
            self._again = True
            self._publish_text(mqtt.LINE, mqtt.ONLINE, retain=True)
