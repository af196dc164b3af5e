"""Many tables, a broker that is started again, and hubs beside each other: nothing is lost."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from game.network.broker import Broker, parse_broker, parse_name, place
from game.network.channel import About
from game.network.errors import NetworkError
from game.network.hall import Hall
from game.network.hub import Tables, listen_to
from game.network.publisher import Publisher
from game.paths import ROOT
from game.rules.proposals import Play
from game.table.match import Match
from game.table.spec import two_people
from game.tournament import office
from game.tournament.plan import Plan
from game.tournament.store import Store
from tests.support.tools import program, require
from tests.support.waiting import PATIENCE, until

TABLES = 50
NAMES = ["Ada", "Ben", "Cleo"]


class Mosquitto:
    """A broker on a port of its own, with nothing kept on disk."""

    def __init__(self, folder: Path, rules: str = "allow_anonymous true\n") -> None:
        require("mosquitto")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._config = folder / "mosquitto.conf"
        self._config.write_text(f"listener {self.port} 127.0.0.1\n{rules}")
        self._program = str(program("mosquitto"))
        self.start()

    def start(self) -> None:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen([self._program, "-c", self._config], **quiet)
        assert until(self._listens)

    def _listens(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
            return True
        return False

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def broker(self) -> Broker:
        return Broker("127.0.0.1", self.port)


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    made = Mosquitto(tmp_path)
    yield made
    made.stop()


def turns(match: Match) -> list[str]:
    return [entry.text for entry in match.entries]


def test_fifty_tables_a_broker_started_again_and_two_hubs_lose_nothing(
    mosquitto: Mosquitto,
) -> None:
    dice = random.Random(3)
    halls = [Hall(lambda _said: None, time.monotonic) for _hub in range(2)]
    hubs = [listen_to(mosquitto.broker, Tables(hall).take) for hall in halls]
    matches = [Match(two_people("libra size=3")) for _table in range(TABLES)]
    tables = [Publisher(mosquitto.broker, f"table-{n}") for n in range(TABLES)]

    def update() -> None:
        for table in tables:
            table.update(time.monotonic())

    def same() -> bool:
        return all(
            [entry.text for entry in hall.tables[f"table-{n}"].mirror.history.entries]
            == turns(match)
            for hall in halls
            for n, match in enumerate(matches)
            if match.entries or f"table-{n}" in hall.tables
        )

    def here() -> bool:
        return all(len(hall.tables) == TABLES for hall in halls)

    try:
        for table, match in zip(tables, matches):
            table.open(match, About("Libra"))
        assert until(here, step=update)
        for part in range(4):
            for match in matches:
                for _action in range(dice.randrange(4)):
                    if not match.over:
                        match.insist(Play((dice.choice(match.legal()),)))
                        update()
            if part == 1:
                mosquitto.stop()
            if part == 2:
                mosquitto.start()
        assert until(lambda: here() and same(), step=update)
        for table in tables:
            table.shut()
        assert until(lambda: not any(hall.tables for hall in halls))
    finally:
        for client in hubs:
            client.disconnect()
            client.loop_stop()
        for table in tables:
            table.close()


def test_a_hub_serves_what_tables_publish_and_shows_one_that_is_gone(
    mosquitto: Mosquitto,
) -> None:
    words = [sys.executable, ROOT / "main.py", "hub", "--broker", str(mosquitto.broker)]
    hub = subprocess.Popen(
        [*words, "--address", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    match, table = Match(two_people("libra size=3")), Publisher(mosquitto.broker, "window")
    try:
        table.open(match, About("Libra", words=lambda _event: {"en": {"caption": "c"}}))
        match.insist(Play((match.legal()[0],)))
        assert until(lambda: table.online, step=lambda: table.update(time.monotonic()))
        table.update(time.monotonic())
        assert hub.stdout is not None
        url = hub.stdout.readline().strip().removeprefix("http://").rstrip("/")
        with connect(f"ws://{url}/live", open_timeout=PATIENCE) as line:
            line.send(json.dumps({"v": 1, "type": "follow", "view": "page"}))
            heard = {"type": ""}
            while heard["type"] != "snapshot":
                heard = json.loads(line.recv(timeout=PATIENCE))
            assert heard["table"] == "window"
            assert len(heard["turns"]) == 1
            line.send(json.dumps({"v": 1, "type": "claim", "code": "K7QM-X2RD"}))
            while heard["type"] != "error":
                heard = json.loads(line.recv(timeout=PATIENCE))
            assert heard["code"] == "wrong-code"
            table._client.socket().shutdown(socket.SHUT_RDWR)  # the cable is pulled
            while heard["type"] != "line" or heard["online"]:
                heard = json.loads(line.recv(timeout=PATIENCE))
    finally:
        hub.kill()
        table.close()


def test_hubs_show_the_tournament_that_is_run_at_a_table(mosquitto: Mosquitto) -> None:
    with Store() as store:
        number = store.found(Plan("Thursday cup", "libra size=3 mode=duel", rounds=3))
        for name in NAMES:
            store.carry_out(number, lambda t, name=name: office.enter(t, [name], here=True))
    hall = Hall(lambda _said: None, time.monotonic)
    hub = listen_to(mosquitto.broker, Tables(hall).take)
    table = Publisher(mosquitto.broker, "desk")
    table.open_desk()

    def shown() -> dict[str, Any]:
        return json.loads(hall.lobby.text or "{}").get("state") or {}

    try:
        assert until(lambda: sorted(one["name"] for one in shown().get("people", [])) == NAMES)
        assert shown()["mute"], "nobody speaks for a player there"
        with Store() as store:
            store.carry_out(number, office.draw)
        assert until(lambda: len(shown().get("games", [])) == 1)
        mosquitto.stop()
        mosquitto.start()  # it has forgotten everything
        late = Hall(lambda _said: None, time.monotonic)
        other = listen_to(mosquitto.broker, Tables(late).take)
        assert until(lambda: "Thursday cup" in late.lobby.text)
        other.disconnect()
        other.loop_stop()
        table.close()
        assert until(lambda: not shown())
    finally:
        hub.disconnect()
        hub.loop_stop()
        table.close()


def test_spectators_of_a_broker_read_only(tmp_path: Path) -> None:
    require("mosquitto")
    secrets = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", secrets, "table", "secret"], check=True)
    for file in (secrets, tmp_path):
        file.chmod(0o755)
    acl = shutil.copy(ROOT / "docs" / "mosquitto.acl", tmp_path / "acl")
    rules = f"allow_anonymous true\npassword_file {secrets}\nacl_file {acl}\nuser root\n"
    mosquitto = Mosquitto(tmp_path, rules)
    hall = Hall(lambda _said: None, time.monotonic)
    hub = listen_to(mosquitto.broker, Tables(hall).take)
    table = Publisher(replace(mosquitto.broker, user="table", password="secret"), "true")
    intruder = Publisher(mosquitto.broker, "false")
    try:
        for one in (intruder, table):
            one.open(Match(two_people("libra size=3")), About("Libra"))

        def update() -> None:
            intruder.update(time.monotonic())
            table.update(time.monotonic())

        assert until(lambda: intruder.online and "true" in hall.tables, step=update)
        assert set(hall.tables) == {"true"}
    finally:
        hub.disconnect()
        hub.loop_stop()
        for one in (intruder, table):
            one.close()
        mosquitto.stop()


@pytest.mark.parametrize(
    ("topic", "payload"),
    [
        ("less-is-more/1/a/match", b"{"),
        ("less-is-more/1/a/match", b'{"v": 1, "run": "x", "snapshot": 7}'),
        ("less-is-more/1/a/match", b'{"v": 1, "run": "x", "snapshot": {"seq": 0}, "about": {}}'),
        ("less-is-more/1/a/event", b'{"v": 1, "run": "x", "event": []}'),
        ("less-is-more/1/a/clock", b"[[[["),
        ("less-is-more/1/a/clock", b'{"v": 1, "fields": 3}'),
        ("less-is-more/1/a/line", b"\xff"),
        ("less-is-more/1/a/tournament", b"{"),
        ("less-is-more/1/a/tournament", b'{"v": 1, "state": 7}'),
        ("less-is-more/1/../line", b"online"),
        ("less-is-more/2/a/match", b"{}"),
        ("elsewhere", b""),
    ],
)
def test_rubbish_of_a_broker_changes_nothing(topic: str, payload: bytes) -> None:
    hall = Hall(lambda _said: None, time.monotonic)
    Tables(hall).take(topic, payload)
    assert hall.tables == {}
    assert hall.lobby.text == ""


def test_addresses_of_brokers() -> None:
    assert parse_broker("mqtt://192.168.1.5") == Broker("192.168.1.5", 1883)
    assert parse_broker("mqtts://club:a%2Fb@x.org:8884") == Broker(
        "x.org", 8884, True, "club", "a/b"
    )
    for wrong in ("", "x.org", "http://x.org", "mqtt://", "mqtt://x:99999", "mqtt://x/path"):
        with pytest.raises(NetworkError):
            parse_broker(wrong)
    for wrong in ("", "a/b", "a+", "#", "x" * 41):
        with pytest.raises(NetworkError):
            parse_name(wrong)
    assert place("less-is-more/1/hall-3/event") == ("hall-3", "event")
