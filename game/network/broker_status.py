"""Whether a client of a broker is connected, and why not, in words that say what to do."""

from __future__ import annotations

import socket
import ssl
import sys
from collections.abc import Callable
from typing import Any

from game.network.broker import Broker
from game.network.errors import NetworkError
from game.network.logs import report

WRONG_NAME, FORBIDDEN = 134, 135  # reason codes of MQTT 5


class BrokerStatus:
    """`online` says whether it is connected; `error` why not, None while it is and at first.

    The client's own thread sets both.  Every change is said on standard error, and `changed` is
    called with `online`.
    """

    def __init__(
        self, broker: Broker, client: Any, changed: Callable[[bool], None] = lambda _online: None
    ) -> None:
        self.broker, self.online = broker, False
        self.error: NetworkError | None = None
        self._changed = changed
        client.on_connect_fail = lambda *_who: self._lost(_reason(broker, sys.exc_info()[1]))
        client.on_disconnect = self._disconnected
        client.on_publish = self._published

    def connected(self, reason: Any) -> bool:
        """To be called first by `on_connect`; False where the broker has refused the client."""
        if reason.is_failure:
            code = "broker-name" if reason.value in (WRONG_NAME, FORBIDDEN) else "broker-refuses"
            self._lost(NetworkError(code, broker=str(self.broker), reason=str(reason)))
            return False
        self.online, self.error = True, None
        report(f"connected to {self.broker}")
        self._changed(True)
        return True

    def _disconnected(
        self, _client: Any, _user: Any, _flags: Any, reason: Any, *_more: Any
    ) -> None:
        if self.online and not reason.is_failure:  # we have hung up
            self.online = False
        elif self.online:
            self._lost(NetworkError("broker-lost", broker=str(self.broker), reason=str(reason)))

    def _published(self, _client: Any, _user: Any, _mid: int, reason: Any, *_more: Any) -> None:
        """A broker with rules takes a message of whom it does not let write, and drops it."""
        if reason.value == FORBIDDEN:
            why = NetworkError("broker-forbids", broker=str(self.broker), name=self.broker.user)
            self._say(why)

    def _lost(self, why: NetworkError) -> None:
        was, self.online = self.online, False
        self._say(why)
        if was:
            self._changed(False)

    def _say(self, why: NetworkError) -> None:
        if str(why) != str(self.error):
            report(str(why))
        self.error = why


def _reason(broker: Broker, why: BaseException | None) -> NetworkError:
    """What keeps a client from connecting."""
    fields: dict[str, object] = {"broker": str(broker), "reason": str(why)}
    if isinstance(why, ssl.SSLCertVerificationError):
        return NetworkError("broker-untrusted", **{**fields, "reason": why.verify_message})
    if isinstance(why, ssl.SSLError):
        return NetworkError("broker-no-tls", **fields)
    if isinstance(why, socket.gaierror):
        return NetworkError("broker-unknown", **fields)
    return NetworkError("broker-away", **fields)
