"""The interface of a guest's line to a server, whether through a WebSocket or a broker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.network.errors import NetworkError
from game.network.protocol import messages


@dataclass(frozen=True, slots=True)
class ConnectionState:
    """The line was opened, or `cut`; `problem` says why it cannot be opened, if that is known."""

    cut: bool
    problem: NetworkError | None = None


class ServerConnection(Protocol):
    """A guest's line to the server, from `lines.ws_client`, `lines.broker_line` or a test."""

    def send(self, message: messages.ClientMessage) -> None:
        """Send a message."""

    def received(self) -> list[str | ConnectionState]:
        """Return the messages and changes of the connection since the last call."""

    def close(self) -> None:
        """Hang up."""
