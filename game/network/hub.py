"""A hub: the page for all tables of a broker.  Any number may run beside each other.

What tables publish goes to a hall as if they were matches of this program; nobody holds a seat.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from game.network.addresses import Address
from game.network.broker import (
    EVENT,
    LINE,
    MATCH,
    ONLINE,
    ROOT,
    STATES,
    TOURNAMENT,
    VERSION,
    Broker,
    new_client,
    place,
    start,
)
from game.network.errors import NetworkError
from game.network.hall import Hall

Json = dict[str, Any]
log = logging.getLogger("network")


class Tables:
    """Takes what the broker says to a hall; what cannot be understood changes nothing."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._newest: dict[str, dict[str, Json]] = {}  # of tables, also before their match is here
        self._tournaments: dict[str, Json] = {}  # by table, the one that changed last at the end

    def take(self, found: str, payload: bytes) -> None:
        """A message of the broker with its topic."""
        at = place(found)
        if at is None:
            return
        try:
            self._take(*at, payload)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            log.warning("a message of %s was not understood", found)

    def _take(self, name: str, kind: str, payload: bytes) -> None:
        if kind == LINE:
            self._change(name, LINE, {"online": payload == ONLINE.encode()})
        elif kind == MATCH and not payload:
            self.hall.take({"is": "close", "table": name})
            self._newest.pop(name, None)
        elif kind == TOURNAMENT:
            self._tell_tournament(name, payload)
        else:
            data = json.loads(payload)
            if data["v"] == VERSION:
                self._tell(name, kind, data)

    def _tell_tournament(self, name: str, payload: bytes) -> None:
        """Of several tournaments that which changed last is shown; here nobody speaks in it."""
        data = json.loads(payload)
        if data["v"] != VERSION:
            return
        self._tournaments.pop(name, None)
        if data["state"] is not None:
            self._tournaments[name] = {**data["state"], "mute": True}
        state = next(reversed(self._tournaments.values()), None)
        self.hall.take({"is": "tournament", "state": state, "keys": {}})

    def _tell(self, name: str, kind: str, data: Json) -> None:
        table = self.hall.tables.get(name)
        same = table is not None and table.run == data["run"]
        if kind == MATCH:
            if table is None or not same or table.seq < data["snapshot"]["seq"]:
                fields = {field: data[field] for field in ("run", "snapshot", "about", "words")}
                self.hall.take({"is": "table", "table": name, "holders": {}, **fields})
                for what, newest in self._newest.get(name, {}).items():
                    self._change(name, what, newest)
        elif kind == EVENT:
            # One that leaves a gap is left out: the match comes right behind it.
            if table is not None and same and data["event"]["seq"] == table.seq:
                event = {"event": data["event"], "words": data["words"]}
                self.hall.take({"is": "event", "table": name, **event})
        elif kind in STATES:
            self._change(name, kind, data["fields"])

    def _change(self, name: str, what: str, fields: Json) -> None:
        self._newest.setdefault(name, {})[what] = dict(fields)
        self.hall.take({"is": "change", "table": name, "what": what, "fields": dict(fields)})


def listen_to(broker: Broker, heard: Callable[[str, bytes], None]) -> Any:
    """A client that hands over every message of tables, in its own thread.  Raises NetworkError."""
    client = new_client(broker)
    client.on_connect = lambda client, *_how: client.subscribe(f"{ROOT}/+/+", qos=1)
    client.on_message = lambda _client, _user, message: heard(message.topic, bytes(message.payload))
    start(client, broker)
    return client


def serve(broker: Broker, address: Address, say: Callable[[str], None]) -> int:
    """Serve the page until interrupted; `say` is told where.  Raises NetworkError."""
    new_client(broker)  # says what is missing before anything is opened
    asyncio.run(_serve(broker, address, say))
    return 0


async def _serve(broker: Broker, address: Address, say: Callable[[str], None]) -> None:
    import uvicorn

    from game.network.helper import config, listen

    try:
        listening = listen(address)
    except OSError as why:
        raise NetworkError("no-address", address=str(address), reason=why) from None
    address = Address(address.host, listening.getsockname()[1])
    loop = asyncio.get_running_loop()
    tables = Tables(Hall(lambda _said: None, time.monotonic))

    def heard(found: str, payload: bytes) -> None:
        loop.call_soon_threadsafe(partial(tables.take, found, payload))

    client = listen_to(broker, heard)
    say(address.url)
    try:
        await uvicorn.Server(config(tables.hall, address)).serve(sockets=[listening])
    finally:
        client.disconnect()
        client.loop_stop()
