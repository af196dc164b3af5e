"""A scripted server: it serves the real page and sends the messages that a test chooses."""

from __future__ import annotations

import json
import threading
from contextlib import suppress
from types import TracebackType
from typing import Any

import websockets.sync.server
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from game.network.http.web_app import page_files
from game.network.lines.pipe import OpenTable
from game.network.server.served_table import ServedTable
from game.platform.codec import read
from game.table.match import Match
from game.table.spec import two_people
from game.table.wire_events import snapshot
from tests.support.waiting import until

Json = dict[str, Any]


class Peer:
    """A context manager for the server; every new client that follows a table gets `greeting`."""

    def __init__(self) -> None:
        self.heard: list[Json] = []
        self.greeting: list[Json] = []
        self._files = page_files()
        self._line: websockets.sync.server.ServerConnection | None = None
        self._server = websockets.sync.server.serve(
            self._talk, "127.0.0.1", 0, process_request=self._answer, compression=None
        )
        self.url = f"http://127.0.0.1:{self._server.socket.getsockname()[1]}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> Peer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()

    def say(self, kind: str, **fields: Any) -> None:
        assert self._line is not None
        self._line.send(json.dumps({"v": 1, "type": kind, **fields}))

    def cut(self) -> None:
        assert self._line is not None
        line, self._line = self._line, None
        line.close()

    def of(self, kind: str) -> list[Json]:
        return [said for said in self.heard if said["type"] == kind]

    def waits_for(self, kind: str, count: int = 1) -> bool:
        return until(lambda: len(self.of(kind)) >= count)

    def _answer(
        self, _line: websockets.sync.server.ServerConnection, request: Request
    ) -> Response | None:
        path = request.path.partition("?")[0]
        if path not in self._files:
            return None if path == "/live" else Response(404, "", Headers(), b"")
        kind, body = self._files[path]
        fields = {"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"}
        return Response(200, "OK", Headers(fields), body)

    def _talk(self, line: websockets.sync.server.ServerConnection) -> None:
        with suppress(ConnectionClosed):
            for text in line:
                said = json.loads(text)
                self.heard.append(said)
                if said["type"] == "follow":
                    self._line = line
                    for one in self.greeting:
                        self.say(
                            **{"kind": one["type"]},
                            **{k: v for k, v in one.items() if k not in ("type", "v")},
                        )


def page_snapshot(name: str = "a", run: str = "1", setup: str = "multiplicity size=3") -> Json:
    """Return a snapshot of a match as the page receives it."""
    match = Match(two_people(setup))
    about = {"title": match.game.title, "seats": [{"name": {"en": "Ada"}}, {"name": {"en": "Ben"}}]}
    opened = {"table": name, "run": run, "snapshot": snapshot(match), "about": about}
    told: Json = json.loads(ServedTable(read(OpenTable, opened)).snapshot("page"))
    return told
