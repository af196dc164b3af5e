"""What a guest needs of its line to a server, whichever way that line goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.network.errors import NetworkError
from game.network.protocol import messages


@dataclass(frozen=True, slots=True)
class ConnectionState:
    """The line was opened, or `cut`; `problem` says why it cannot open, where that is known."""

    cut: bool
    problem: NetworkError | None = None


class ServerConnection(Protocol):
    """How a guest talks to the server: `lines.ws_client`, `lines.broker_line`, or a test's."""

    def send(self, message: messages.ClientMessage) -> None:
        """Send a message."""

    def received(self) -> list[str | ConnectionState]:
        """Return the messages since the last call, and changes of the connection."""

    def close(self) -> None:
        """Hang up."""
