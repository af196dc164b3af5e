"""A hub: the page for all tables of a broker. Several hubs may run at the same time.

The match server gets published matches like matches of this program, but without seats.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.library.indexer import index_record_soon
from game.network.errors import NetworkError, UnavailableError, packages_missing
from game.network.lines import broker as mqtt
from game.network.lines.addresses import NO_PROXY, Address, Proxy, pages_here
from game.network.lines.cards import Place
from game.network.lines.pipe import (
    CloseTable,
    EventHappened,
    OpenTable,
    StateChange,
    TournamentState,
)
from game.network.lines.tls import Certificate, scheme
from game.network.lines.ws_client import call_in_loop
from game.network.logs import report, set_up_log
from game.network.protocol.match_info import read_state
from game.network.server.match_server import MatchServer
from game.platform.codec import read, shortened, write
from game.platform.sanitize import one_line
from game.platform.untrusted import parse_json
from game.table.record import to_record
from game.table.record_files import find_kept, keep_record
from game.table.spec import MAX_NAME_LENGTH
from game.table.wire_events import from_snapshot

if TYPE_CHECKING:
    from game.network.http.uvicorn_server import UvicornServer

log = logging.getLogger("network")
MAX_TABLES = 200  # maximum number of tables, including unreadable ones
MAX_MATCHES_BYTES = 32 << 20  # bytes of all matches; 200 long ones need half of it
MAX_STATE_BYTES = 16 << 10  # bytes of a clock, an event or another small message
# Bytes of the names and titles of a table, which are sent to all followers.
MAX_ABOUT_BYTES = 16 << 10
# numbers of tournaments, and bytes of one; a large one needs a fifth of that
MAX_TOURNAMENTS, MAX_TOURNAMENT_BYTES = 8, 256 << 10
# Events since a match's snapshot, after which the next snapshot replaces the match.
MAX_EVENTS = 1000
MAX_ARCHIVED = 20_000  # records in the folder of finished matches
MAX_ARCHIVED_BYTES = 1 << 30  # bytes of those records; typical ones need a fifth of it
MAX_BYTES = {mqtt.MATCH: mqtt.MAX_PAYLOAD_BYTES, mqtt.TOURNAMENT: MAX_TOURNAMENT_BYTES}


class BrokerTables:
    """Passes messages of the broker on to a match server.

    A match that cannot be read is listed as an unreadable table; any other unreadable message is
    ignored. Finished matches are filed in the folder `archive`, if there is one.

    `tournaments` holds the newest MAX_TOURNAMENTS, by the table that publishes them.
    """

    def __init__(self, match_server: MatchServer, archive: Path | None = None) -> None:
        self.match_server, self._archive = match_server, archive
        # The newest states by table. The match server gets them when the table's match has arrived.
        self._newest: dict[str, dict[str, Mapping[str, Any]]] = {}
        self._sizes: dict[str, int] = {}  # bytes of each match
        # The publisher of each table name, and a second publisher that uses the same name.
        self._publishers: dict[str, str] = {}
        self._twins: dict[str, str] = {}
        # Tournaments by table; the tournament that changed last is at the end.
        self.tournaments: dict[str, Mapping[str, Any]] = {}

    @property
    def known_tables(self) -> Set[str]:
        """Return the tables with a stored state, with or without a match."""
        return self._newest.keys()

    def on_message(self, found: str, payload: bytes) -> None:
        """Apply a message that the broker sent under the topic `found`."""
        at = mqtt.parse_topic(found)
        if at is None:
            return
        name, kind = at
        try:
            self._apply(name, kind, payload)
        # Anybody may publish anything: a bad message must not affect other tables.
        except Exception as why:
            if name not in self.match_server.unreadable:
                log.warning("%s: not understood: %s", found, why)
            if kind == mqtt.MATCH:
                self._sizes.pop(name, None)
                if name in self.match_server.tables or self._room:
                    self.match_server.mark_unreadable(name)

    def lost_broker(self) -> None:
        """Mark all tables as offline until the broker reports them again."""
        for name in self.match_server.tables:
            self._apply_change(name, mqtt.LINE, {"online": False})

    @property
    def _room(self) -> bool:
        """Return whether there is room for another table in the list."""
        return len(self.match_server.tables) + len(self.match_server.unreadable) < MAX_TABLES

    def _apply(self, name: str, kind: str, payload: bytes) -> None:
        if len(payload) > MAX_BYTES.get(kind, MAX_STATE_BYTES):
            raise NetworkError("message", found=f"{len(payload)} bytes")
        if kind == mqtt.LINE:
            online = payload == mqtt.ONLINE.encode()
            # The table that is still online publishes its match again.
            if not online and name in self._twins:
                self._close(name)
            self._change(name, mqtt.LINE, {"online": online})
        elif kind == mqtt.MATCH and not payload:
            self._close(name)
        elif kind == mqtt.MATCH:
            published = read(mqtt.PublishedMatch, _data(payload))
            self._match(self._place_for(name, published.run), published, len(payload))
        elif kind == mqtt.TOURNAMENT:
            self._tournament(name, read(mqtt.PublishedTournament, _data(payload)))
        elif kind == mqtt.EVENT:
            event = read(mqtt.PublishedEvent, _data(payload))
            self._event(self._place(name, event.run), event)
        else:
            state = read(mqtt.PublishedState, _data(payload))
            self._change(self._place(name, state.run), kind, state.fields)

    def _close(self, name: str) -> None:
        """Close both tables of this name, because it is unknown which of them has gone."""
        for table in (name, twin_name(name)):
            self.match_server.apply(CloseTable(table))
            self._newest.pop(table, None)
            self._sizes.pop(table, None)
        self._publishers.pop(name, None)
        self._twins.pop(name, None)

    def _place(self, name: str, run: str) -> str:
        """Return the name of the table that shows the match `run`."""
        by = mqtt.publisher_of(run)
        return twin_name(name) if by and self._twins.get(name) == by else name

    def _place_for(self, name: str, run: str) -> str:
        """Return the table for a match: a second one if two publishers use the name."""
        by, before = mqtt.publisher_of(run), self._publishers.get(name, "")
        table = self.match_server.tables.get(name)
        if by and before not in ("", by) and table is not None:
            line = table.newest.get(mqtt.LINE)
            if line is None or line.fields["online"]:
                self._twins[name] = by
                return twin_name(name)
        if by and (name in self._publishers or len(self._publishers) < MAX_TABLES):
            self._publishers[name] = by
        return name

    def _tournament(self, name: str, published: mqtt.PublishedTournament) -> None:
        """Show the tournament that changed last, without a log-in for players."""
        self.tournaments.pop(name, None)
        if published.state is not None:
            self.tournaments[name] = write(replace(published.state, mute=True))
        for oldest in list(self.tournaments)[:-MAX_TOURNAMENTS]:
            del self.tournaments[oldest]
        state = next(reversed(self.tournaments.values()), None)
        self.match_server.apply(TournamentState(state, {}))

    def _match(self, name: str, published: mqtt.PublishedMatch, size: int) -> None:
        match_server, table = self.match_server, self.match_server.tables.get(name)
        try:
            if self._archive is not None:
                file_finished(self._archive, name, published, self.tournaments.values())
        except Exception as why:  # the match is shown nevertheless
            log.warning("%s: not filed: %s", name, why)
        if (
            table is not None
            and table.run == published.run
            and table.seq >= published.snapshot["seq"]
            and not (table.seq == published.snapshot["seq"] and table.events >= MAX_EVENTS)
        ):
            return
        self._check_room(name, published, size)
        match_server.apply(
            OpenTable(
                name, published.run, published.snapshot, published.about, words=published.words
            )
        )
        for what, newest in self._newest.get(name, {}).items():
            self._apply_change(name, what, newest)

    def _check_room(self, name: str, published: mqtt.PublishedMatch, size: int) -> None:
        """Check that there is room for a match of `size` bytes. Raises NetworkError."""
        known = name in self.match_server.tables or name in self.match_server.unreadable
        if not known and not self._room:
            raise NetworkError("message", found=f"more than {MAX_TABLES} tables")
        about = len(json.dumps(write(published.about)))
        if about > MAX_ABOUT_BYTES:
            raise NetworkError("message", found=f"{about} bytes of names")
        others = sum(self._sizes.values()) - self._sizes.get(name, 0)
        if others + size > MAX_MATCHES_BYTES:
            raise NetworkError("message", found=f"more than {MAX_MATCHES_BYTES} bytes of matches")
        self._sizes[name] = size

    def _event(self, name: str, published: mqtt.PublishedEvent) -> None:
        """Apply the next event; after a gap ignore it, because the whole match follows."""
        table = self.match_server.tables.get(name)
        if (
            table is not None
            and table.run == published.run
            and published.event.get("seq") == table.seq
            # Beyond this the next snapshot replaces the match.
            and table.events < 2 * MAX_EVENTS
        ):
            self.match_server.apply(EventHappened(name, published.event, published.words))

    def _change(self, name: str, what: str, fields: Any) -> None:
        state = write(read_state(what, fields))
        if name in self._newest or len(self._newest) < MAX_TABLES:
            self._newest.setdefault(name, {})[what] = state
        self._apply_change(name, what, state)

    def _apply_change(self, name: str, what: str, fields: Mapping[str, Any]) -> None:
        self.match_server.apply(StateChange(name, what, fields))


def twin_name(name: str) -> str:
    """Return the displayed name of the second of two tables with this name."""
    return f"{name} (2)"


def file_finished(
    folder: Path,
    name: str,
    published: mqtt.PublishedMatch,
    tournaments: Iterable[Mapping[str, Any]],
) -> None:
    """File the record of a finished match once; its first note names the table and the round.

    Raises WireError, RecordError or OSError, and NetworkError if the folder is full.
    """
    if published.snapshot["record"]["result"] is None:
        return
    match = from_snapshot(published.snapshot)[1]
    shown = [info.name.get("en", "") for info in published.about.seats]
    seats = match.spec.seats
    names = [one.name or other for one, other in zip(seats, [*shown, *("" for _one in seats)])]
    record = to_record(match)
    for player, called in zip(record["players"], names):
        player["name"] = one_line(called)[:MAX_NAME_LENGTH]
    told = [name, *(_round_of(names, state) for state in tournaments)]
    record["notes"] = [{"at": 0, "comment": " · ".join(filter(None, told))}]
    if find_kept(record, folder) is None:
        sizes = [path.stat().st_size for path in folder.glob("*.json")]
        if len(sizes) >= MAX_ARCHIVED or sum(sizes) >= MAX_ARCHIVED_BYTES:
            raise NetworkError("archive-full", folder=folder, most=len(sizes))
        index_record_soon(keep_record(record, folder))


def _round_of(names: list[str], state: Mapping[str, Any]) -> str:
    """Return the tournament, round and table of these players' game; "" if there is none."""
    called = {one["id"]: one["name"] for one in state["people"]}
    for game in state["games"]:
        if sorted(called.get(one, "") for one in game["people"]) == sorted(names):
            return f"{state['name']} · {game['round']} · {game['table']}"
    return ""


def _data(payload: bytes) -> Any:
    """Return the JSON object of a payload.  Raises NetworkError or ValueError."""
    data = parse_json(payload.decode(), "payload", mqtt.MAX_PAYLOAD_BYTES)
    if not isinstance(data, dict) or data.get("v") != mqtt.VERSION:
        raise NetworkError("message", found=shortened(data))
    return data


def listen_to(
    broker: mqtt.Broker,
    on_message: Callable[[str, bytes], None],
    changed: Callable[[bool], None] = lambda _online: None,
) -> Any:
    """Return a client that passes every message of all tables on. Raises NetworkError.

    `changed` is called with True when the broker is reached and with False when it is lost.
    """
    client = mqtt.new_client(broker)

    def came_or_went(online: bool) -> None:
        changed(online)
        if online:
            client.subscribe(f"{mqtt.ROOT}/+/+", qos=1)

    mqtt.BrokerStatus(broker, client, came_or_went)
    client.on_message = lambda _client, _user, message: on_message(
        message.topic, bytes(message.payload)
    )
    mqtt.start(client, broker, mqtt.MAX_PAYLOAD_BYTES)
    return client


def serve(
    broker: mqtt.Broker,
    address: Address,
    say: Callable[[str], None],
    certificate: Certificate | None = None,
    proxy: Proxy | None = None,
    archive: Path | None = None,
) -> int:
    """Serve the page until interrupted; call `say` with its addresses. Raises NetworkError."""
    # This client is not used; it raises the error of missing packages first.
    mqtt.new_client(broker)
    set_up_log()
    asyncio.run(_serve(broker, address, say, certificate, proxy or NO_PROXY, archive))
    return 0


async def _serve(
    broker: mqtt.Broker,
    address: Address,
    say: Callable[[str], None],
    certificate: Certificate | None,
    proxy: Proxy,
    archive: Path | None,
) -> None:
    try:
        from game.network.http.uvicorn_server import open_server, own_limits
    except ImportError:
        raise packages_missing() from None
    match_server = MatchServer(lambda _said: None, time.monotonic, own_limits(), seats=False)
    try:
        server = open_server(match_server, address, certificate, proxy)
    except OSError as why:
        raise UnavailableError("no-address", address=str(address), reason=why) from None
    loop = asyncio.get_running_loop()
    tables = BrokerTables(match_server, archive)

    def changed(online: bool) -> None:
        if not online:
            call_in_loop(loop, tables.lost_broker)

    client = listen_to(broker, partial(call_in_loop, loop, tables.on_message), changed)
    for page in [proxy.url] if proxy.url else pages_here(server.address, scheme(certificate)):
        say(page)
    if not proxy.url:
        server.moved = PageReport(server, say, scheme(certificate)).moved
    try:
        await server.serve()
    finally:
        client.disconnect()
        client.loop_stop()


class PageReport:
    """Reports the page's new address when the addresses of this machine have changed."""

    def __init__(self, server: UvicornServer, say: Callable[[str], None], scheme: str) -> None:
        self._address, self._say, self._scheme = server.address, say, scheme
        self._told = self._page(server.places)

    def _page(self, places: tuple[Place, ...]) -> str:
        return self._address.shown(places).url_at(self._scheme)

    def moved(self, places: tuple[Place, ...]) -> None:
        page = self._page(places)
        if page != self._told:
            self._told = page
            report(str(NetworkError("page-moved" if places else "page-away", page=page)))
            self._say(page)
