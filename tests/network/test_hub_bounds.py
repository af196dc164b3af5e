"""A hub stores little from a broker that anybody may write to, and separates equal names."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from game.network.hub import hub
from game.network.hub.hub import BrokerTables, twin_name
from game.network.hub.publisher import TWIN_FORGOTTEN_S, Publisher
from game.network.lines.broker import (
    MAX_PAYLOAD_BYTES,
    new_client,
    own_run,
    publisher_of,
    start,
)
from game.network.protocol.match_info import MatchDetails
from game.network.server.match_server import MatchServer
from game.platform.paths import ROOT
from game.rules.proposals import Play
from game.table.match import Match
from game.table.spec import two_people
from game.table.wire_events import encode, snapshot
from tests.network.test_hub import Mosquitto
from tests.support.waiting import until

Json = dict[str, Any]


class Broker:
    """A hub, and the messages that anybody publishes for it."""

    def __init__(self) -> None:
        self.hall = MatchServer(lambda _said: None, time.monotonic)
        self.tables = BrokerTables(self.hall)

    def say(self, name: str, kind: str, payload: bytes) -> None:
        self.tables.on_message(f"less-is-more/1/{name}/{kind}", payload)

    def publish(self, name: str, kind: str = "match", **fields: Any) -> None:
        self.say(name, kind, json.dumps({"v": 1, **fields}).encode())

    def match(self, name: str, run: str = "r", title: str = "Libra", pad: int = 0) -> Match:
        match = Match(two_people("libra size=3"))
        shown = {**snapshot(match), "more": "x" * pad}
        self.publish(name, run=run, snapshot=shown, about={"title": title})
        return match

    @property
    def listed(self) -> int:
        return len(self.hall.tables) + len(self.hall.unreadable)

    @property
    def kept(self) -> int:
        """The size of the list of tables that a newcomer gets."""
        return len(self.hall.tables_text())


def test_tables_that_cannot_be_read_count_as_tables() -> None:
    broker = Broker()
    for number in range(4000):
        broker.say(f"table-{number}", "match", b"{")
        broker.say(f"table-{number}", "clock", b'{"v": 1, "fields": {}}')
    assert broker.listed == hub.MAX_TABLES
    broker.match("late")
    assert "late" not in broker.hall.tables
    broker.match("table-7")
    assert "table-7" in broker.hall.tables
    assert broker.listed == hub.MAX_TABLES
    broker.say("table-8", "match", b"")
    broker.match("late")
    assert "late" in broker.hall.tables
    assert len(broker.tables.known_tables) <= hub.MAX_TABLES


def test_of_tournaments_the_newest_are_kept_and_none_is_large() -> None:
    broker = Broker()
    state: Json = {"tournament": 1, "name": "cup", "round": 1, "rounds": 3, "ended": False}
    state |= {"draws": True, "margins": False, "games": [], "sits": [], "standings": []}
    people = [{"id": n, "name": "x" * 200, "here": True, "gone": False} for n in range(500)]
    for number in range(150):
        broker.publish(f"t{number}", "tournament", state=state | {"people": people})
        broker.publish(f"t{number}", "tournament", state=state | {"people": people * 6})
    assert len(broker.tables.tournaments) == hub.MAX_TOURNAMENTS
    assert len(broker.hall.sessions.text) < hub.MAX_TOURNAMENT_BYTES


def test_matches_have_one_budget_together_and_names_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hub, "MAX_MATCHES_BYTES", 300_000)
    broker = Broker()
    for number in range(10):
        broker.match(f"long-{number}", pad=90_000)
    assert len(broker.hall.tables) == 3
    broker.match("names", title="x" * 20_000)
    assert "names" not in broker.hall.tables
    assert broker.kept < 20_000


def test_a_state_and_an_event_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    broker = Broker()
    broker.match("a")
    roles = [{"en": "x" * hub.MAX_STATE_BYTES}]
    broker.publish("a", "roles", run="r", fields={"roles": roles})
    broker.publish("a", "event", run="r", event={"seq": 0, "x": "x" * hub.MAX_STATE_BYTES})
    table = broker.hall.tables["a"]
    assert "roles" not in table.newest
    assert table.seq == 0


@pytest.mark.parametrize(("most", "heard"), [(2, 4), (3, 5)])
def test_a_match_of_many_events_is_taken_over_anew(
    monkeypatch: pytest.MonkeyPatch, most: int, heard: int
) -> None:
    monkeypatch.setattr(hub, "MAX_EVENTS", most)
    broker = Broker()
    match = broker.match("a")
    feed = match.feed()
    for _action in range(5):
        match.submit_or_raise(Play((match.legal()[0],)))
    for number, event in feed.drain():
        broker.publish("a", "event", run="r", event=encode(number, event))
    assert broker.hall.tables["a"].events == broker.hall.tables["a"].seq == heard
    broker.publish("a", run="r", snapshot=snapshot(match), about={"title": "Libra"})
    table = broker.hall.tables["a"]
    assert (table.events, table.seq) == (0, match.seq)


def test_two_tables_of_one_name_are_told_apart() -> None:
    broker = Broker()
    broker.match("a", own_run("one", "1"), "first")
    broker.match("a", own_run("two", "1"), "second")
    titles = {name: table.about["title"] for name, table in broker.hall.tables.items()}
    assert titles == {"a": "first", twin_name("a"): "second"}
    broker.match("a", own_run("one", "2"), "first again")
    broker.publish("a", "chance", run=own_run("two", "1"), fields={"chance": 0.25})
    assert broker.hall.tables["a"].about["title"] == "first again"
    assert "chance" in broker.hall.tables[twin_name("a")].newest
    assert "chance" not in broker.hall.tables["a"].newest
    broker.say("a", "line", b"offline")  # one table is gone; the other one publishes again
    assert not broker.hall.tables
    broker.say("a", "line", b"online")
    broker.match("a", own_run("two", "1"), "second")
    assert list(broker.hall.tables) == ["a"]


def test_a_table_that_was_started_again_keeps_its_name() -> None:
    broker = Broker()
    broker.match("a", own_run("one", "1"))
    broker.say("a", "line", b"offline")
    broker.match("a", own_run("two", "1"))
    assert list(broker.hall.tables) == ["a"]
    broker.match("old", "no publisher")
    broker.match("old", "another")
    assert list(broker.hall.tables) == ["a", "old"]
    assert publisher_of("no publisher") == ""


def test_both_tables_of_one_name_are_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    mosquitto = Mosquitto(tmp_path)
    now = [0.0]
    tables = [Publisher(mosquitto.broker, "hall-3") for _table in range(2)]

    def step() -> None:
        for table in tables:
            table.update(now[0])

    def twins() -> list[bool]:
        errors = [table.status.error for table in tables]
        return [error is not None and error.code == "broker-twin" for error in errors]

    try:
        assert until(lambda: all(table.online for table in tables))
        matches = [Match(two_people("libra size=3")) for _table in tables]
        for table, match in zip(tables, matches):
            table.open(match, MatchDetails("Libra"))
        assert until(lambda: any(twins()), step=step)
        # The table that listened later may have missed the other's first message.
        for match in matches:
            match.submit_or_raise(Play((match.legal()[0],)))
        assert until(lambda: all(twins()), step=step)
        assert capfd.readouterr().err.count("under the name 'hall-3', too") == 2
        tables[1].close()
        step()
        now[0] += TWIN_FORGOTTEN_S
        assert until(lambda: not any(twins()), step=step)
    finally:
        for table in tables:
            table.close()
        mosquitto.stop()


def test_what_is_too_long_for_a_broker_is_said_and_not_sent(tmp_path: Path) -> None:
    mosquitto = Mosquitto(tmp_path)
    table = Publisher(mosquitto.broker, "a")
    try:
        assert until(lambda: table.online)
        title = "x" * MAX_PAYLOAD_BYTES
        table.open(Match(two_people("libra size=3")), MatchDetails(title))
        table.update(0.0)
        assert table.status.error is not None
        assert table.status.error.code == "broker-long"
        assert table.online
    finally:
        table.close()
        mosquitto.stop()


def test_the_broker_of_the_documents_keeps_nothing_long(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "mosquitto.acl").read_text(encoding="utf-8")
    limits = re.findall(r"^#   (m\w+ \d+)$", text, re.MULTILINE)
    assert f"message_size_limit {MAX_PAYLOAD_BYTES}" in limits
    mosquitto = Mosquitto(tmp_path, "\n".join(["allow_anonymous true", *limits, ""]))
    client, heard = new_client(mosquitto.broker), list[int]()
    kept = ("long", MAX_PAYLOAD_BYTES + 1), ("short", MAX_PAYLOAD_BYTES // 2)
    client.on_message = lambda _client, _user, message: heard.append(len(message.payload))
    start(client, mosquitto.broker)
    try:
        assert until(client.is_connected)
        for name, size in kept:
            client.publish(f"less-is-more/1/{name}/match", b"x" * size, retain=True)
        client.subscribe("less-is-more/1/+/match", qos=1)
        assert until(lambda: bool(heard))
        assert set(heard) == {MAX_PAYLOAD_BYTES // 2}
    finally:
        client.disconnect()
        client.loop_stop()
        mosquitto.stop()
