"""Nothing is lost with many tables, a restarted broker, or several hubs."""

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
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from game.network.errors import NetworkError
from game.network.hub.hub import BrokerTables, listen_to
from game.network.hub.publisher import Publisher
from game.network.lines import broker as mqtt
from game.network.lines.addresses import Address
from game.network.lines.broker import Broker, parse_broker, parse_name, parse_topic
from game.network.lines.tls import own_certificate
from game.network.protocol.match_info import MatchDetails
from game.network.server.match_server import MatchServer
from game.platform.errors import in_words
from game.platform.paths import ROOT
from game.platform.processes import PASSWORD_VARIABLE, query, start_piped
from game.rules.proposals import Play
from game.table.match import Match
from game.table.spec import two_people
from game.tournament import operations
from game.tournament.plan import TournamentPlan
from game.tournament.store import TournamentStore
from tests.support.tools import needs, program, require
from tests.support.waiting import PATIENCE, until

TABLES = 50
NAMES = ["Ada", "Ben", "Cleo"]


class Mosquitto:
    """A broker on a port of its own that stores nothing on disk."""

    def __init__(self, folder: Path, rules: str = "allow_anonymous true\n") -> None:
        require("mosquitto")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._config = folder / "mosquitto.conf"
        self._config.write_text(f"listener {self.port} 127.0.0.1\n{rules}")
        self._program = str(program("mosquitto"))
        self.start()

    def start(self) -> None:
        words = [self._program, "-c", str(self._config)]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(words, stdout=quiet, stderr=quiet)
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
    halls = [MatchServer(lambda _said: None, time.monotonic) for _hub in range(2)]
    hubs = [listen_to(mosquitto.broker, BrokerTables(hall).on_message) for hall in halls]
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
            table.open(match, MatchDetails("Libra"))
        assert until(here, step=update)
        for part in range(4):
            for match in matches:
                for _action in range(dice.randrange(4)):
                    if not match.over:
                        match.submit_or_raise(Play((dice.choice(match.legal()),)))
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
    mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients: list[Any] = []

    def new_client(broker: mqtt.Broker) -> Any:
        clients.append(made := made_client(broker))
        return made

    made_client = mqtt.new_client
    monkeypatch.setattr(mqtt, "new_client", new_client)
    words = [sys.executable, str(ROOT / "main.py"), "hub", "--broker", str(mosquitto.broker)]
    hub = subprocess.Popen(
        [*words, "--address", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    match, table = Match(two_people("libra size=3")), Publisher(mosquitto.broker, "window")
    try:
        table.open(match, MatchDetails("Libra", words=lambda _event: {"en": {"caption": "c"}}))
        match.submit_or_raise(Play((match.legal()[0],)))
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
            wire = clients[0].socket()
            assert isinstance(wire, socket.socket)
            wire.shutdown(socket.SHUT_RDWR)  # acts like a pulled cable
            while heard["type"] != "line" or heard["online"]:
                heard = json.loads(line.recv(timeout=PATIENCE))
    finally:
        hub.kill()
        table.close()


def test_hubs_show_the_tournament_that_is_run_at_a_table(mosquitto: Mosquitto) -> None:
    with TournamentStore() as store:
        number = store.found(TournamentPlan("Thursday cup", "libra size=3 mode=duel", rounds=3))
        for name in NAMES:
            store.carry_out(number, partial(operations.enter, names=[name], here=True))
    hall = MatchServer(lambda _said: None, time.monotonic)
    hub = listen_to(mosquitto.broker, BrokerTables(hall).on_message)
    table = Publisher(mosquitto.broker, "desk")
    table.open_desk()

    def shown() -> dict[str, Any]:
        return json.loads(hall.sessions.text or "{}").get("state") or {}

    try:
        assert until(lambda: sorted(one["name"] for one in shown().get("people", [])) == NAMES)
        assert shown()["mute"], "nobody speaks for a player there"
        with TournamentStore() as store:
            store.carry_out(number, operations.draw)
        assert until(lambda: len(shown().get("games", [])) == 1)
        mosquitto.stop()
        mosquitto.start()  # the broker has forgotten everything
        late = MatchServer(lambda _said: None, time.monotonic)
        other = listen_to(mosquitto.broker, BrokerTables(late).on_message)
        assert until(lambda: "Thursday cup" in late.sessions.text)
        other.disconnect()
        other.loop_stop()
        table.close()
        assert until(lambda: not shown())
    finally:
        hub.disconnect()
        hub.loop_stop()
        table.close()


def guarded(folder: Path, users: tuple[str, ...], more: str = "") -> Mosquitto:
    """Run a broker with our access list; the users' password is "secret"."""
    require("mosquitto")
    secrets = folder / "passwords"
    for number, user in enumerate(users):
        new = ["-c"] if number == 0 else []
        subprocess.run(["mosquitto_passwd", "-b", *new, secrets, user, "secret"], check=True)
    for file in (secrets, folder):
        file.chmod(0o755)
    acl = shutil.copy(ROOT / "docs" / "mosquitto.acl", folder / "acl")
    rules = f"allow_anonymous true\npassword_file {secrets}\nacl_file {acl}\nuser root\n{more}"
    return Mosquitto(folder, rules)


def test_a_table_writes_under_its_own_name_only_and_spectators_nothing(tmp_path: Path) -> None:
    mosquitto = guarded(tmp_path, ("hall-3", "hall-4", "hub"))
    halls = [MatchServer(lambda _said: None, time.monotonic) for _hub in range(2)]
    reader = replace(mosquitto.broker, user="hub", password="secret")
    hubs = [
        listen_to(broker, BrokerTables(hall).on_message)
        for broker, hall in zip((mosquitto.broker, reader), halls)
    ]
    third = replace(mosquitto.broker, user="hall-3", password="secret")
    tables = [
        Publisher(third, "hall-3"),
        Publisher(third, "hall-4"),  # a name that belongs to another hall
        Publisher(third, "hall-33"),
        Publisher(mosquitto.broker, "nobody"),  # a client without a user name
        Publisher(mosquitto.broker, ""),
    ]
    last = Publisher(replace(third, user="hall-4"), "hall-4")
    try:
        for table in tables:
            table.open(Match(two_people("libra size=3")), MatchDetails("intruder"))
        assert until(lambda: all(table.online for table in tables), step=lambda: step(tables))
        # This table is published last: when it is seen, the broker has refused all the others.
        last.open(Match(two_people("libra size=3")), MatchDetails("Libra"))
        tables.append(last)
        assert until(
            lambda: all({"hall-3", "hall-4"} <= set(hall.tables) for hall in halls),
            step=lambda: step(tables),
        )
        for hall in halls:
            assert {name: table.about["title"] for name, table in hall.tables.items()} == {
                "hall-3": "intruder",
                "hall-4": "Libra",
            }
    finally:
        for hub in hubs:
            hub.disconnect()
            hub.loop_stop()
        for table in {*tables, last}:
            table.close()
        mosquitto.stop()


def step(tables: list[Publisher]) -> None:
    """Run a frame of all tables."""
    for table in tables:
        table.update(time.monotonic())


@needs("mosquitto", "openssl")
def test_a_club_trusts_its_own_authority(tmp_path: Path) -> None:
    made = own_certificate(Address("127.0.0.1"))
    for file in (made.file, made.key):
        shutil.copy(file, tmp_path / file.name)
        (tmp_path / file.name).chmod(0o644)
    tmp_path.chmod(0o755)
    tls = f"certfile {tmp_path / made.file.name}\nkeyfile {tmp_path / made.key.name}\n"
    mosquitto = guarded(tmp_path, ("hall-3",), tls)
    secret = tmp_path / "secret.txt"
    secret.write_text("secret\n", encoding="utf-8")
    url = f"mqtts://hall-3@127.0.0.1:{mosquitto.port}"
    trusting = Publisher(parse_broker(url, str(secret), str(made.file)), "hall-3")
    doubting = Publisher(parse_broker(url, str(secret)), "hall-4")
    try:
        assert until(lambda: trusting.online and doubting.status.error is not None)
        assert not doubting.online
    finally:
        for table in (trusting, doubting):
            table.close()
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
    hall = MatchServer(lambda _said: None, time.monotonic)
    BrokerTables(hall).on_message(topic, payload)
    assert hall.tables == {}
    assert hall.sessions.text == ""


def test_addresses_of_brokers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PASSWORD_VARIABLE, raising=False)
    assert parse_broker("mqtt://192.168.1.5") == Broker("192.168.1.5", 1883)
    assert parse_broker("mqtts://a%2Fb@x.org:8884") == Broker("x.org", 8884, True, "a/b")
    for wrong in ("", "x.org", "http://x.org", "mqtt://", "mqtt://x:99999", "mqtt://x/path"):
        with pytest.raises(NetworkError, match="expected a broker"):
            parse_broker(wrong)
    for wrong in ("", "a/b", "a+", "#", "x" * 41):
        with pytest.raises(NetworkError):
            parse_name(wrong)
    assert parse_topic("less-is-more/1/hall-3/event") == ("hall-3", "event")


@pytest.mark.parametrize(
    "text",
    [
        "mqtt://table:S3CRET@192.168.1.5",
        "mqtt://table:S3CRET@192.168.1.5:99999",
        "mqtt://table:S3CRET@192.168.1.5/path",
        "mqtt://table:S3CRET/x@y@192.168.1.5",
        "http://table:S3CRET@192.168.1.5",
        "table:S3CRET@192.168.1.5",
        "mqtt://:S3CRET@192.168.1.5",
        "mqtt://table:S3CRET@[",
    ],
)
def test_a_password_in_an_address_is_refused_and_said_to_nobody(text: str) -> None:
    with pytest.raises(NetworkError) as refused:
        parse_broker(text)
    assert "S3CRET" not in str(refused.value) + in_words(refused.value)
    assert refused.value.__cause__ is None


def test_a_password_comes_from_a_file_or_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret.txt"
    monkeypatch.setenv(PASSWORD_VARIABLE, "of the environment")
    found = parse_broker("mqtt://table@x.org")
    assert found.password == "of the environment"
    assert found.password not in repr(found) + str(found)
    secret.write_text("of the file \nmore\n", encoding="utf-8")
    assert parse_broker("mqtt://table@x.org", str(secret)).password == "of the file "
    for content, why in ((b"", "is empty"), (b"\nx", "is empty"), (b"\xff", "UTF-8")):
        secret.write_bytes(content)
        with pytest.raises(NetworkError, match=why):
            parse_broker("mqtt://table@x.org", str(secret))
    with pytest.raises(NetworkError, match="No such file"):
        parse_broker("mqtt://table@x.org", str(tmp_path / "none.txt"))
    with pytest.raises(NetworkError, match="certificates"):
        parse_broker("mqtts://x.org", authority=str(secret))


def test_no_other_process_is_given_the_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PASSWORD_VARIABLE, "secret")
    asked = f"import os; print(os.environ.get({PASSWORD_VARIABLE!r}))"
    child = start_piped([sys.executable, "-c", asked])
    assert child.communicate()[0].strip() == "None"
    assert query([sys.executable, "-c", asked]).strip() == b"None"
