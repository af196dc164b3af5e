"""A seat is played through a broker, a real Mosquitto with TLS and its access list."""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from game.network.errors import NetworkError
from game.network.guest.guest import Guest
from game.network.host.broadcast import ServerSupervisor
from game.network.hub.publisher import Publisher
from game.network.lines.addresses import Address, parse_invitation
from game.network.lines.broker import Broker, new_client, parse_table, start
from game.network.lines.broker_line import MAX_WAITING, BrokerClient, BrokerLine
from game.network.lines.tickets import Ticket, load_ticket, save_ticket
from game.network.lines.ws_client import WebSocketClient
from game.network.protocol.match_info import MatchDetails
from game.platform import storage
from game.platform.paths import ROOT
from game.rules.proposals import Play
from game.table.match import Match
from game.table.spec import two_people
from tests.network.served import HEARD
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
    """A table and the guest in its seat 1, with the broker between them."""

    club: Mosquitto
    folder: Path

    def __post_init__(self) -> None:
        files = ("", str(self.folder / "certificate"))
        self.match = Match(two_people("libra size=3"))
        own = replace(self.club.broker, tls=True, user="hall", password="secret", table="hall")
        self.own = replace(own, authority=Path(files[1]))
        self.open({})
        code = self.channel.offer_seat(1)
        found, broker, _pin = parse_invitation(self.table.far_link(code), files)
        assert isinstance(broker, Broker)
        self.guest = Guest(BrokerClient(broker), Ticket(found))

    def open(self, holders: dict[int, str]) -> None:
        """Publish the match as a program that has just started does."""
        self.table = ServerSupervisor(Address("127.0.0.1", 0))
        self.table.use_broker(self.own)
        self.channel = self.table.open(self.match, MatchDetails("Libra"), holders)

    def frame(self) -> None:
        self.table.update(time.monotonic())
        self.guest.update(time.monotonic())

    def play_on(self, turns: int = 1000) -> None:
        """Play at random at both places; after each action, wait until both have received it."""
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
        self.guest.line.close()
        self.table.close()


@pytest.fixture
def places(club: Mosquitto, tmp_path: Path) -> Iterator[Places]:
    made = Places(club, tmp_path)
    yield made
    made.close()


def test_a_whole_game_is_played_through_a_broker(places: Places) -> None:
    seated(places.guest, places.channel.places[1].code, places.frame)
    places.play_on()
    mine = places.guest.match
    assert mine is not None
    assert until(lambda: mine.over, step=places.frame)
    assert mine.outcome == places.match.outcome
    assert until(lambda: 0 < places.channel.places[1].lag < 5, step=places.frame), "it is measured"


def test_a_broker_that_is_killed_and_comes_back_costs_no_move(places: Places) -> None:
    seated(places.guest, places.channel.places[1].code, places.frame)
    mine = places.guest.match
    assert mine is not None
    places.play_on(4)
    while places.match.to_move != 1:
        places.play_on(1)
    places.club.stop()
    mine.submit_or_raise(Play((mine.legal()[0],)), time.monotonic())
    assert until(lambda: not places.guest.online, step=places.frame)
    places.club.start()
    assert until(lambda: len(places.match.entries) == len(mine.entries), step=places.frame)
    places.play_on()
    assert places.match.over


def test_a_host_that_is_killed_and_comes_back_knows_its_guest(places: Places) -> None:
    seated(places.guest, places.channel.places[1].code, places.frame)
    places.play_on(3)
    assert "secret" not in str(places.table.process.args), "every list of processes shows it"
    places.table.process.kill()  # kills the server process, which is restarted
    assert until(lambda: places.table.state == "crashed", step=places.frame)
    places.play_on(3)
    held = places.channel.holders
    places.table.close()  # the program ends, and another one continues its match
    places.open(held)
    places.play_on()
    assert places.match.over


class Stranger:
    """A client of the broker that is not a guest of any table."""

    def __init__(self, club: Mosquitto, name: str, user: str = "") -> None:
        self.heard: list[tuple[str, bytes | bytearray]] = []
        self.refused: list[int] = []
        self._client = new_client(replace(club.broker, user=user, password="secret"), name)
        self._client.tls_set(cert_reqs=ssl.CERT_NONE)
        self._client.tls_insecure_set(True)
        self._client.on_message = lambda _c, _u, found: self.heard.append(
            (found.topic, found.payload)
        )
        self._client.on_publish = lambda _c, _u, _n, reason, *_more: self.refused.append(
            reason.value
        )
        start(self._client, club.broker)
        assert until(self._client.is_connected)

    def read(self, topic: str) -> None:
        self._client.subscribe(topic, qos=1)

    def say(self, topic: str, payload: bytes, retain: bool = False) -> int:
        """Publish a message, and return the broker's answer: 0 for accepted."""
        before = len(self.refused)
        self._client.publish(topic, payload, 1, retain)
        assert until(lambda: len(self.refused) > before)
        return self.refused[-1]

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def test_the_access_list_keeps_keys_from_everybody_else(places: Places) -> None:
    subprocess.run(
        ["mosquitto_passwd", "-b", places.folder / "passwords", "other", "secret"], check=True
    )
    places.club.stop()
    places.club.start()
    strangers = [
        Stranger(places.club, "5" * 32),
        Stranger(places.club, "6" * 32, "other"),
        Stranger(places.club, "+", "other"),
    ]
    try:
        for stranger in strangers:
            for topic in ("less-is-more/#", "#", "+/+/+/+/+", "less-is-more/1/hall/from/+"):
                stranger.read(topic)
            stranger.read("less-is-more/1/hall/to/+")
        host = Publisher(places.own, "hall")
        host.open(places.match, MatchDetails("Libra"))
        seated(places.guest, places.channel.places[1].code, places.frame)
        places.play_on(3)
        host.update(time.monotonic())

        def read() -> bool:
            topics = [{topic for topic, _text in one.heard} for one in strangers[:2]]
            return all("less-is-more/1/hall/match" in one for one in topics)

        assert until(read, step=places.frame), "matches are read by everybody"
        for stranger in strangers:
            assert not [topic for topic, _text in stranger.heard if topic.count("/") > 3]
            for topic in (f"to/{'7' * 32}", f"from/{'5' * 32}", f"from/{'6' * 32}", "match"):
                assert stranger.say(topic=f"less-is-more/1/hall/{topic}", payload=b"x") == 135
        host.close()
    finally:
        for stranger in strangers:
            stranger.close()


HOSTILE = [
    b"",
    b"\xff\xfe",
    b"m0 {}",
    b"h0 x",
    b"h1 ",
    b"h99999999999999999999 ",
    b"m-1 {}",
    b"m1 not json",
    b"m3 {}",
    b"e1 ",
    b"o1 ",
    b"i1 ",
    b"x" * 3000,
    b"x" * 300_000,
    b"m1 " + b"[" * 3900,
]


def test_a_hostile_client_of_the_broker_disturbs_no_game(places: Places) -> None:
    seated(places.guest, places.channel.places[1].code, places.frame)
    stranger = Stranger(places.club, "5" * 32)
    topic = f"less-is-more/1/hall/to/{'5' * 32}"
    try:
        for payload in HOSTILE:
            for opening in (b"h0 ", payload):
                stranger.say(topic, opening)
            stranger.say(topic, payload, retain=True)
        for number in range(200):
            stranger.say(topic, b"h0 ")
            claim = b'{"v": 1, "type": "claim", "code": "AAAA-AAAA"}'
            stranger.say(topic, b"m%d %s" % (number, claim))
        places.play_on(6)
        code = places.channel.offer_seat(0)
        until(lambda: False, HEARD, step=places.frame)  # until the server has got the offer
        near = Guest(WebSocketClient(places.table.address), Ticket(code))
        try:

            def frame() -> None:
                places.frame()
                near.update(time.monotonic())
                assert near.problem != "too-many", "a stranger at the broker is not in this room"

            assert until(lambda: near.match is not None, step=frame)
        finally:
            near.line.close()
    finally:
        stranger.close()


def test_a_frame_that_comes_twice_is_dropped_and_a_gap_ends_the_session() -> None:
    async def heard(frames: list[bytes]) -> list[str]:
        async def publish(_text: str) -> None:
            return

        line, found = BrokerLine(publish), list[str]()
        for frame in frames:
            line.hear(frame)
        line.cut()
        assert line.waiting <= MAX_WAITING + 1, "one end is enough"
        with contextlib.suppress(ConnectionError):
            while True:
                found.append(await line.receive_text())
        return found

    def run(*frames: bytes) -> list[str]:
        return asyncio.run(heard(list(frames)))

    assert run(b"m0 a", b"m0 a", b"i1 ", b"m2 b\nc", b"m1 x", b"m2 b") == ["a", "b\nc"]
    assert run(b"m0 a", b"m2 c", b"m1 b", b"m2 c") == ["a"], "nothing after a gap"
    assert run(b"m0 a", b"m1", b"m1 b") == ["a"], "nothing after what is no frame"
    assert run(b"m0 a", b"e1 ", b"m2 b") == ["a"]
    assert run(b"m0 a", *[b"no frame"] * 1000) == ["a"]
    many = [b"m%d x" % number for number in range(2 * MAX_WAITING)]
    assert len(run(*many)) == MAX_WAITING


def test_an_untrusted_broker_and_an_absent_table_are_told(
    club: Mosquitto, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    place = replace(club.broker, tls=True, table="hall")
    for broker, code in (
        (place, "broker-untrusted"),
        (replace(place, authority=tmp_path / "certificate", user="hall"), "broker-name"),
        (Broker("127.0.0.1", 1, table="hall"), "broker-away"),
    ):
        guest = Guest(BrokerClient(broker), Ticket("K7QM-X2RD"))
        try:
            step = lambda: guest.update(time.monotonic())  # noqa: E731, B023
            assert until(lambda: guest.line_problem is not None, step=step)  # noqa: B023
            assert guest.line_problem is not None
            assert guest.line_problem.code == code
        finally:
            guest.line.close()
    assert "is not trusted" in capfd.readouterr().err


def test_a_link_to_a_table_at_a_broker_is_read_and_kept(home: Path, tmp_path: Path) -> None:
    code, broker, pin = parse_invitation(" mqtts://anna@club.org/hall-3#K7QM-X2RD ")
    assert (code, pin) == ("K7QM-X2RD", "")
    assert broker == Broker("club.org", 8883, True, "anna", table="hall-3")
    for wrong in (
        "mqtts://club.org/#K7QM-X2RD",
        "mqtts://club.org/a/b#K7QM-X2RD",
        "mqtts://club.org/a+#K7QM-X2RD",
        "mqtts://club.org/hall-3#",
        "mqtts://club.org/hall-3",
        "mqtts://anna:secret@club.org/hall-3#K7QM-X2RD",
        "https://club.org/#mqtts://club.org/hall-3",
    ):
        with pytest.raises(NetworkError) as caught:
            parse_invitation(wrong)
        assert "secret" not in str(caught.value)
    secret = tmp_path / "secret.txt"
    secret.write_text("of the file\n")
    found = parse_table("mqtt://an%40na@club.org/hall-3", (str(secret), ""))
    save_ticket(found, Ticket(key="k" * 43))
    assert load_ticket() == (found, Ticket(key="k" * 43))
    assert found.password == "of the file"
    assert "of the file" not in (storage.data_folder() / "network" / "seat.json").read_text()
