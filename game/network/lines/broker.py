"""The MQTT 5 broker where tables publish and hubs listen: its address, its topics, the client.

    less-is-more/1/NAME/match   retained: the whole match, empty once the table is closed
    less-is-more/1/NAME/event   an event, with its number
    less-is-more/1/NAME/clock   retained: the clock; `chance` and `roles` likewise
    less-is-more/1/NAME/line    retained: "online"; "offline" is the table's last will
    less-is-more/1/NAME/tournament  retained: the state of the tournament that is run there

Payloads are JSON with "v": 1 and the "run" to which they belong. docs/reference/network.md
describes them all.
"""

from __future__ import annotations

import os
import re
import socket
import ssl
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlsplit

from game.network.errors import NetworkError, packages_missing
from game.network.logs import report
from game.network.protocol.match_info import LENIENT, MatchInfo, Words
from game.network.protocol.tournament_info import TournamentInfo
from game.platform.processes import PASSWORD_VARIABLE
from game.platform.untrusted import InputError, read_bytes

if TYPE_CHECKING:
    from paho.mqtt.client import Client

VERSION = 1
ROOT = f"less-is-more/{VERSION}"
MATCH, EVENT, LINE, TOURNAMENT = "match", "event", "line", "tournament"
STATES = ("clock", "chance", "roles")  # only the newest of each counts
ONLINE, OFFLINE = "online", "offline"
PORTS = {"mqtt": 1883, "mqtts": 8883}
TABLE_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
WRONG_NAME, FORBIDDEN = 134, 135  # reason codes of MQTT 5
MAX_PAYLOAD_BYTES = 1 << 20  # bytes of a message; a long match needs a tenth of it
MAX_SECRET_BYTES = 1 << 16  # bytes of a file with a password
KEEPALIVE_S = 15  # MQTT's keep-alive interval in seconds
MAX_HEAD_BYTES = 1000  # bytes of a packet without its payload
# Seconds before the first reconnection to a lost broker, and the maximum before later ones.
RECONNECT_DELAYS_S = (1, 10)


@dataclass(frozen=True, slots=True)
class Broker:
    """The address of a broker, our user name there, and whether the line is encrypted."""

    host: str
    port: int
    tls: bool = False
    user: str = ""
    password: str = field(default="", repr=False)
    authority: Path | None = None  # file of root certificates for the broker's certificate
    table: str = ""  # the table whose seat is played through the broker
    password_file: str = ""

    def __str__(self) -> str:
        return f"{'mqtts' if self.tls else 'mqtt'}://{self.host}:{self.port}"

    @property
    def files(self) -> tuple[str, str]:
        """Return the files of the password and of the authority; "" for none."""
        return self.password_file, str(self.authority or "")

    def link(self, user: bool = False) -> str:
        """Return the table's address for `parse_table`; with `user` it contains our user name."""
        scheme, slashes, host = str(self).partition("://")
        name = f"{quote(self.user, safe='')}@" if user and self.user else ""
        return f"{scheme}{slashes}{name}{host}/{self.table}"


def parse_broker(text: str, password_file: str = "", authority: str = "") -> Broker:
    """Return the broker written mqtt://[USER@]HOST[:PORT], or mqtts:// with TLS.

    The password is the first line of a file, or in the environment. `authority` is a file with the
    certificates of a club's own authority. Raises NetworkError for anything else; no error contains
    the password.
    """
    shown = _without_password(text)
    try:
        url = urlsplit(text)
        port = url.port or PORTS[url.scheme]
    except (KeyError, ValueError):
        raise NetworkError("bad-broker", broker=shown) from None
    if url.password:
        raise NetworkError("password-in-address", broker=shown)
    if not url.hostname or url.path not in ("", "/") or url.query or url.fragment:
        raise NetworkError("bad-broker", broker=shown)
    tls, user = url.scheme == "mqtts", unquote(url.username or "")
    password = _read_password(password_file)
    found = Broker(url.hostname, port, tls, user, password, _checked_authority(authority))
    return replace(found, password_file=password_file)


def parse_table(text: str, files: tuple[str, str] = ("", "")) -> Broker:
    """Return the broker and the table of mqtt://[USER@]HOST[:PORT]/TABLE; mqtts:// with TLS.

    The `files` are the pair that `Broker.files` returns. Raises NetworkError.
    """
    at, _slash, name = text.rpartition("/")
    return replace(parse_broker(at, *files), table=parse_name(name))


def _without_password(text: str) -> str:
    before, at, host = text.rpartition("@")
    scheme, slashes, user = before.rpartition("://")
    name, colon, _password = user.partition(":")
    return f"{scheme}{slashes}{name}{colon and ':…'}{at}{host}"


def _read_password(file: str) -> str:
    if not file:
        return os.environ.get(PASSWORD_VARIABLE, "")
    try:
        lines = read_bytes(file, MAX_SECRET_BYTES).decode("utf-8").splitlines()
    except InputError as why:
        raise NetworkError("bad-secret", file=file, reason=why) from None
    except (OSError, UnicodeDecodeError) as why:
        reason = getattr(why, "strerror", None) or "it is no text in UTF-8"
        raise NetworkError("bad-secret", file=file, reason=reason) from None
    if not lines or not lines[0]:
        raise NetworkError("bad-secret", file=file, reason="its first line is empty")
    return lines[0]


def _checked_authority(file: str) -> Path | None:
    if not file:
        return None
    try:
        ssl.create_default_context(cafile=file)
    except OSError as why:
        raise NetworkError("bad-authority", file=file, reason=why.strerror or why) from None
    return Path(file)


def parse_name(text: str) -> str:
    """Return the name of a table: letters, digits, - and _.  Raises NetworkError."""
    if not TABLE_NAME.fullmatch(text):
        raise NetworkError("bad-table", name=text)
    return text


def topic(name: str, kind: str) -> str:
    return f"{ROOT}/{name}/{kind}"


def parse_topic(found: str) -> tuple[str, str] | None:
    """Return the table and the kind of a topic; None for a topic of another program."""
    rest = found.removeprefix(f"{ROOT}/")
    name, slash, kind = rest.partition("/")
    known = kind in (MATCH, EVENT, LINE, TOURNAMENT, *STATES)
    return (
        (name, kind) if slash and rest != found and known and TABLE_NAME.fullmatch(name) else None
    )


def new_client(broker: Broker, name: str = "", once: bool = False) -> Client:
    """Return a client with a thread of its own, which reconnects by itself unless `once`.

    The broker gives it a name if it has none. Raises NetworkError.
    """
    try:
        from paho.mqtt import client as mqtt
        from paho.mqtt.enums import CallbackAPIVersion
    except ImportError:
        raise packages_missing() from None
    made = mqtt.Client(
        CallbackAPIVersion.VERSION2, name, protocol=mqtt.MQTTv5, reconnect_on_failure=not once
    )
    if broker.user:
        made.username_pw_set(broker.user, broker.password or None)
    if broker.tls:
        made.tls_set(ca_certs=None if broker.authority is None else str(broker.authority))
    made.reconnect_delay_set(*RECONNECT_DELAYS_S)
    return made


def start(client: Any, broker: Broker, most: int = 0) -> None:
    """Connect the client; the broker withholds messages longer than `most`, if it is given."""
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    if most:
        limits.MaximumPacketSize = most + MAX_HEAD_BYTES
    client.connect_async(broker.host, broker.port, keepalive=KEEPALIVE_S, properties=limits)
    client.loop_start()


# -- payloads --------------------------------------------------------------------------------------


def own_run(publisher: str, run: str) -> str:
    """Return the `run` of a payload, with its publisher, because tables may share a name."""
    return f"{publisher}.{run}"


def publisher_of(run: str) -> str:
    """Return the publisher in a `run`; "" if an older program has not included it."""
    return run.partition(".")[0] if "." in run else ""


@dataclass(frozen=True, slots=True)
class PublishedMatch:
    """The whole match of a table."""

    run: str
    snapshot: Any
    about: MatchInfo
    words: Words = field(default_factory=dict, metadata=LENIENT)


@dataclass(frozen=True, slots=True)
class PublishedEvent:
    """An event at a table; `event` includes its number."""

    run: str
    event: Mapping[str, Any]
    words: Words = field(default_factory=dict, metadata=LENIENT)


@dataclass(frozen=True, slots=True)
class PublishedState:
    """The clock or the chances of a table."""

    run: str = field(default="", kw_only=True)
    fields: Any


@dataclass(frozen=True, slots=True)
class PublishedTournament:
    """The state of the tournament that is run at a table, or None without a tournament."""

    state: TournamentInfo | None


# -- the connection --------------------------------------------------------------------------------


class BrokerStatus:
    """The status of a client: `online` while it is connected, else `error` says why not.

    At first `error` is None. The client's own thread sets both. Every change is reported on
    standard error, and `changed` is called with `online`, also after a reconnection.
    """

    def __init__(
        self, broker: Broker, client: Any, changed: Callable[[bool], None] = lambda _online: None
    ) -> None:
        self.broker, self.online = broker, False
        self.error: NetworkError | None = None
        self._changed = changed
        on_connect(client, broker, self._connected, self._lost)
        client.on_disconnect = self._disconnected
        client.on_publish = self._published

    def _connected(self) -> None:
        self.online, self.error = True, None
        report(f"connected to {self.broker}")
        self._changed(True)

    def _disconnected(
        self, _client: Any, _user: Any, _flags: Any, reason: Any, *_more: Any
    ) -> None:
        if self.online and not reason.is_failure:  # we have disconnected
            self.online = False
        elif self.online:
            self._lost(NetworkError("broker-lost", broker=str(self.broker), reason=str(reason)))

    def _published(self, _client: Any, _user: Any, _mid: int, reason: Any, *_more: Any) -> None:
        """Report a message that the broker has dropped because its access list forbids it."""
        if reason.value == FORBIDDEN:
            why = NetworkError("broker-forbids", broker=str(self.broker), name=self.broker.user)
            self._set_error(why)

    def _lost(self, why: NetworkError) -> None:
        was, self.online = self.online, False
        self._set_error(why)
        if was:
            self._changed(False)

    def note(self, why: NetworkError) -> None:
        """Note a problem although the broker is connected."""
        self._set_error(why)

    def forget(self, code: str) -> None:
        """Forget the current problem if it has this code."""
        if self.error is not None and self.error.code == code:
            self.error = None

    def _set_error(self, why: NetworkError) -> None:
        if str(why) != str(self.error):
            report(str(why))
        self.error = why


def on_connect(
    client: Any,
    broker: Broker,
    accepted: Callable[[], object],
    refused: Callable[[NetworkError], None] = lambda _why: None,
) -> None:
    """Call `accepted` or `refused` at every attempt to connect, in the client's thread.

    A connection that cannot be opened counts as refused.
    """

    def connected(_client: Any, _user: Any, _flags: Any, reason: Any, *_more: Any) -> None:
        if not reason.is_failure:
            accepted()
            return
        code = "broker-name" if reason.value in (WRONG_NAME, FORBIDDEN) else "broker-refuses"
        refused(NetworkError(code, broker=str(broker), reason=str(reason)))

    client.on_connect = connected
    client.on_connect_fail = lambda *_who: refused(_cause(broker))


def _cause(broker: Broker) -> NetworkError:
    """Return the reason why a client cannot connect, from the exception being handled."""
    why = sys.exc_info()[1]
    fields = {"broker": str(broker), "reason": str(why)}
    if isinstance(why, ssl.SSLCertVerificationError):
        return NetworkError("broker-untrusted", **{**fields, "reason": why.verify_message})
    if isinstance(why, ssl.SSLError):
        return NetworkError("broker-no-tls", **fields)
    if isinstance(why, socket.gaierror):
        return NetworkError("broker-unknown", **fields)
    return NetworkError("broker-away", **fields)
