"""A seat that is played through a broker: real Mosquitto with TLS and its access list throughout."""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from game.network.addresses import Address, parse_invitation
from game.network.broadcast import ServerSupervisor
from game.network.broker import Broker
from game.network.broker_line import BrokerClient
from game.network.channel import MatchDetails
from game.network.guest import Guest
from game.network.tickets import Ticket
from game.platform.paths import ROOT
from game.rules.proposals import Play
from game.table.match import Match
from game.table.spec import two_people
from tests.network.test_hub import Mosquitto
from tests.network.test_two_places import seated
from tests.support.tools import require
from tests.support.waiting import until


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Mosquitto]:
    """Run a broker with TLS, our access list, and a user for the table "hall"."""
    require("mosquitto")
    require("openssl")
    secrets, key, file = (tmp_path / name for name in ("passwords", "key", "certificate"))
    subprocess.run(["mosquitto_passwd", "-b", "-c", secrets, "hall", "secret"], check=True)
    words = f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -keyout {key}"
    words += f" -out {file} -addext subjectAltName=IP:127.0.0.1"
    subprocess.run(["openssl", *words.split()], check=True, capture_output=True)
    acl = Path(shutil.copy(ROOT / "docs" / "mosquitto.acl", tmp_path / "acl"))
    for one in (secrets, key, file, tmp_path):
        one.chmod(0o755)
    rules = f"allow_anonymous true\npassword_file {secrets}\nacl_file {acl}\nuser root\n"
    made = Mosquitto(tmp_path, f"{rules}certfile {file}\nkeyfile {key}\n")
    yield made
    made.stop()


@dataclass
class Places:
    """A table and a guest of its seat 1, with the broker between them."""

    club: Mosquitto
    folder: Path

    def __post_init__(self) -> None:
        files = ("", str(self.folder / "certificate"))
        self.match = Match(two_people("libra size=3"))
        self.table = ServerSupervisor(Address("127.0.0.1", 0))
        own = replace(self.club.broker, tls=True, user="hall", password="secret", table="hall")
        self.table.use_broker(replace(own, authority=Path(files[1])))
        self.channel = self.table.open(self.match, MatchDetails("Libra"))
        code = self.channel.offer_seat(1)
        found, broker, _pin = parse_invitation(self.table.far_link(code), files)
        assert isinstance(broker, Broker)
        self.guest = Guest(BrokerClient(broker), Ticket(found))

    def frame(self) -> None:
        self.table.update(time.monotonic())
        self.guest.update(time.monotonic())

    def play_on(self, turns: int = 1000) -> None:
        """Play at random at both places, and wait after each action until both have it."""
        dice = random.Random(len(self.match.entries))
        mine = self.guest.match
        assert mine is not None
        for _turn in range(turns):
            if self.match.over:
                break
            here = self.match if self.match.to_move == 0 else mine
            here.submit_or_raise(Play((dice.choice(here.legal()),)), time.monotonic())
            count = len(here.entries)
            both = (self.match, mine)
            assert until(
                lambda: all(len(one.entries) == count for one in both),  # noqa: B023
                step=self.frame,
            )

    def close(self) -> None:
        self.guest.leave()
        self.table.close()


@pytest.fixture
def places(club: Mosquitto, tmp_path: Path) -> Iterator[Places]:
    made = Places(club, tmp_path)
    yield made
    made.close()


def test_a_whole_game_is_played_through_a_broker(places: Places) -> None:
    seated(places.guest, places.channel.places[1].code, places.frame)
    places.play_on()
    assert until(
        lambda: places.guest.match is not None and places.guest.match.over, step=places.frame
    )
    assert places.guest.match.outcome == places.match.outcome
