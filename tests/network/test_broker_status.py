"""Every problem with a broker (a real Mosquitto) is reported with words that say what to do."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.network.hub.hub import BrokerTables, listen_to
from game.network.hub.publisher import Publisher
from game.network.lines.broker import Broker
from game.network.protocol.match_info import MatchDetails
from game.network.server.match_server import MatchServer
from game.platform.paths import ROOT
from game.table.match import Match
from game.table.spec import two_people
from tests.network.test_hub import Mosquitto
from tests.support.tools import require
from tests.support.waiting import until


@pytest.fixture
def secured(tmp_path: Path) -> Iterator[Mosquitto]:
    """Run a broker with the user "table" and the password "secret"."""
    require("mosquitto")
    secrets = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", secrets, "table", "secret"], check=True)
    for file in (secrets, tmp_path):
        file.chmod(0o755)
    acl = shutil.copy(ROOT / "docs" / "mosquitto.acl", tmp_path / "acl")
    rules = f"allow_anonymous true\npassword_file {secrets}\nacl_file {acl}\nuser root\n"
    made = Mosquitto(tmp_path, rules)
    yield made
    made.stop()


@pytest.fixture
def encrypted(tmp_path: Path) -> Iterator[Mosquitto]:
    """Run a broker with a self-signed certificate."""
    require("mosquitto")
    require("openssl")
    key, file = tmp_path / "key", tmp_path / "certificate"
    made = (
        f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -keyout {key} -out {file}"
    )
    subprocess.run(["openssl", *made.split()], check=True, capture_output=True)
    for one in (key, file, tmp_path):
        one.chmod(0o755)
    rules = f"allow_anonymous true\ncertfile {file}\nkeyfile {key}\nuser root\n"
    broker = Mosquitto(tmp_path, rules)
    yield broker
    broker.stop()


def failure(broker: Broker, name: str = "hall") -> str:
    """Return the error code of a table that cannot publish."""
    table = Publisher(broker, name)
    table.open(Match(two_people("libra size=3")), MatchDetails("Libra"))
    try:
        update = lambda: table.update(time.monotonic())  # noqa: E731
        assert until(lambda: table.status.error is not None, step=update)
        assert table.status.error is not None
        return table.status.error.code
    finally:
        table.close()


def test_a_wrong_password_is_said(secured: Mosquitto, capfd: pytest.CaptureFixture[str]) -> None:
    broker = replace(secured.broker, user="table", password="wrong")
    assert failure(broker) == "broker-name"
    said = capfd.readouterr().err
    assert "refuses the name or the password" in said
    assert "--broker-password-file" in said
    assert said.count("refuses") == 1, "each failure is said once, however often it is tried"
    assert "wrong" not in said, "nobody's password is shown"


def test_whom_the_broker_does_not_let_write_is_told(secured: Mosquitto) -> None:
    assert failure(secured.broker) == "broker-forbids"


def test_an_untrusted_certificate_is_said(
    encrypted: Mosquitto, capfd: pytest.CaptureFixture[str]
) -> None:
    assert failure(replace(encrypted.broker, tls=True)) == "broker-untrusted"
    assert "--broker-ca" in capfd.readouterr().err


def test_a_broker_that_is_not_there_is_said() -> None:
    assert failure(Broker("127.0.0.1", 1)) == "broker-away"
    assert failure(Broker("nobody.invalid", 1883)) == "broker-unknown"


def test_a_hub_that_has_lost_its_broker_shows_no_table_as_live(
    secured: Mosquitto, capfd: pytest.CaptureFixture[str]
) -> None:
    hall = MatchServer(lambda _said: None, time.monotonic)
    tables = BrokerTables(hall)
    changed = lambda online: None if online else tables.lost_broker()  # noqa: E731
    hub = listen_to(secured.broker, tables.on_message, changed)
    table = Publisher(replace(secured.broker, user="table", password="secret"), "table")
    table.open(Match(two_people("libra size=3")), MatchDetails("Libra"))

    def online() -> bool:
        line = hall.tables["table"].newest.get("line") if "table" in hall.tables else None
        return line is not None and bool(line.fields["online"])

    try:
        assert until(online, step=lambda: table.update(time.monotonic()))
        secured.stop()
        assert until(lambda: not online())
        assert "is lost" in capfd.readouterr().err
        secured.start()
        assert until(online, step=lambda: table.update(time.monotonic()))
    finally:
        hub.disconnect()
        hub.loop_stop()
        table.close()
