"""A page that plays, and the two workers behind it, all in this process."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from typing import Any

from tests.support.waiting import until
from web.engine import EngineWorker
from web.players import Exchange
from web.table import LocalTable

Json = dict[str, Any]
SETUP = "multiplicity size=3"


class Tab:
    """A page that plays, and the two workers behind it; each check lets time pass."""

    def __init__(self) -> None:
        self.time = 0.0
        self.lines: deque[str] = deque()
        self.heard: list[Json] = []
        exchange = Exchange(self.lines.append, lambda: self.time)
        self.engine = EngineWorker(exchange.hear, lambda: None)
        self.saved = 0
        self.to_board: list[bytes] = []  # bytes sent to a sensor board
        self.table = LocalTable(
            self._told, exchange, lambda: self.time, self._save, self.to_board.append
        )
        self.seat: int | None = None
        self.choices: list[Json] = []
        self.seen, self.run, self.number = 0, "", 0
        self.connect()

    def connect(self) -> None:
        self.table.connect()
        self.say("follow", view="page", table="", run="", since=None)

    def _save(self) -> None:
        self.saved += 1

    def _told(self, text: str) -> None:
        said = json.loads(text)
        self.heard.append(said)
        match said["type"]:
            case "snapshot":
                self.run, self.seen, self.choices = said["run"], said["seq"], []
            case "event":
                self.seen, self.choices = said["seq"] + 1, []
            case "seated":
                self.seat = said["seat"]
            case "choices":
                self.choices = said["actions"]

    def say(self, kind: str, **fields: Any) -> None:
        self.table.hear(json.dumps({"v": 1, "type": kind, **fields}))

    def ask(self, what: str, **fields: Any) -> Json:
        answer: Json = json.loads(self.table.request(json.dumps({"ask": what, **fields})))
        return answer

    def go_on(self) -> None:
        self.time += 0.5
        self.table.tick()
        while self.lines:
            self.engine.command(self.lines.popleft())

    def until(self, met: Callable[[], bool]) -> bool:
        return until(met, step=self.go_on)

    def play(self, text: str = "") -> None:
        """Play an action; "" means the first legal one."""
        self.number += 1
        proposal = {"is": "play", "actions": [text or self.choices[0]["text"]]}
        fields = {"number": self.number, "run": self.run, "seen": self.seen}
        self.say("propose", **fields, proposal=proposal)

    def answers(self) -> list[Json]:
        return [said for said in self.heard if said["type"] == "answer"]


def begin(tab: Tab, against: str | int = "", setup: str = SETUP, **fields: Any) -> None:
    assert tab.ask("new", setup=setup, against=against, **fields) == {}
    tab.go_on()


def card(tab: Tab) -> Json:
    """Return the card of the guide through the match; {} if there is none."""
    told: Json = [said["card"] for said in tab.heard if said["type"] == "guide"][-1]
    return told or {}


def deeds(tab: Tab) -> list[str]:
    return [one["deed"] for one in card(tab).get("buttons", [])]
