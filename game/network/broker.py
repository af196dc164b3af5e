"""A broker of MQTT 5, where tables publish and hubs listen: its address, its topics, the client.

    less-is-more/1/NAME/match   retained: the whole match, empty once the table is closed
    less-is-more/1/NAME/event   what has happened, with its number
    less-is-more/1/NAME/clock   retained: the clock; `chance` likewise
    less-is-more/1/NAME/line    retained: "online"; "offline" is the table's last will
    less-is-more/1/NAME/tournament  retained: how the tournament stands that is run there

Payloads are JSON with "v": 1 and the "run" they belong to.  docs/NETWORK.md has them all.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from game.network.errors import NetworkError, packages_missing

if TYPE_CHECKING:
    from paho.mqtt.client import Client

VERSION = 1
ROOT = f"less-is-more/{VERSION}"
MATCH, EVENT, LINE, TOURNAMENT = "match", "event", "line", "tournament"
STATES = ("clock", "chance")  # of these only the newest counts
ONLINE, OFFLINE = "online", "offline"
PORTS = {"mqtt": 1883, "mqtts": 8883}
NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
PASSWORD = "LESS_IS_MORE_BROKER_PASSWORD"  # of the environment: no list of processes shows it
SIGN_OF_LIFE = 15  # seconds
AGAIN = (1, 10)  # seconds before a lost broker is tried again, at first and at most


@dataclass(frozen=True, slots=True)
class Broker:
    """Where a broker is, by what name one comes, and whether the line is encrypted."""

    host: str
    port: int
    tls: bool = False
    user: str = ""
    password: str = ""

    def __str__(self) -> str:
        return f"{'mqtts' if self.tls else 'mqtt'}://{self.host}:{self.port}"


def parse_broker(text: str) -> Broker:
    """The broker written mqtt://[USER[:PASSWORD]@]HOST[:PORT], or mqtts:// with TLS.

    Raises NetworkError for anything else.
    """
    try:
        url = urlsplit(text)
        port = url.port or PORTS[url.scheme]
    except (KeyError, ValueError):
        raise NetworkError("bad-broker", broker=text) from None
    if not url.hostname or url.path not in ("", "/") or url.query or url.fragment:
        raise NetworkError("bad-broker", broker=text)
    password = unquote(url.password or "") or os.environ.get(PASSWORD, "")
    user = unquote(url.username or "")
    return Broker(url.hostname, port, url.scheme == "mqtts", user, password)


def parse_name(text: str) -> str:
    """The name of a table, a word of letters, digits, - and _.  Raises NetworkError."""
    if not NAME.fullmatch(text):
        raise NetworkError("bad-table", name=text)
    return text


def topic(name: str, kind: str) -> str:
    return f"{ROOT}/{name}/{kind}"


def place(found: str) -> tuple[str, str] | None:
    """The table and the kind of a topic; None for one that is none of ours."""
    rest = found.removeprefix(f"{ROOT}/")
    name, slash, kind = rest.partition("/")
    known = kind in (MATCH, EVENT, LINE, TOURNAMENT, *STATES)
    return (name, kind) if slash and rest != found and known and NAME.fullmatch(name) else None


def new_client(broker: Broker) -> Client:
    """A client that goes on trying by itself, in a thread of its own.  Raises NetworkError."""
    try:
        from paho.mqtt import client as mqtt
        from paho.mqtt.enums import CallbackAPIVersion
    except ImportError:
        raise packages_missing() from None
    made = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
    if broker.user:
        made.username_pw_set(broker.user, broker.password or None)
    if broker.tls:
        made.tls_set()
    made.reconnect_delay_set(*AGAIN)
    return made


def start(client: Any, broker: Broker) -> None:
    """Let the client connect, as often as it takes."""
    client.connect_async(broker.host, broker.port, keepalive=SIGN_OF_LIFE)
    client.loop_start()
