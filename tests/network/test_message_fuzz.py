"""No machine is trusted: malformed messages do no harm on any of the four kinds of lines.

The lines are broker to hub, table to guest, client to server, and both directions of the pipe
between the program and its server. Any failure that a seed once found stays in CASES.
"""

from __future__ import annotations

import json

import pytest

from game.network.errors import NETWORK
from game.network.guest.guest import Guest
from game.network.hub.hub import BrokerTables
from game.network.lines.broker import ROOT, parse_table
from game.network.lines.pipe import FROM_SERVER, TO_SERVER, ProposalAsked, SeatState, UseBroker
from game.network.lines.server_connection import ConnectionState
from game.network.lines.tickets import Ticket
from game.network.protocol.match_info import MatchDetails, SeatInfo
from game.network.protocol.messages import ClientMessage
from game.network.server.client import Client
from game.network.server.match_server import MatchServer
from game.platform.codec import read_tagged
from game.rules.proposals import Offer, Play, Resign
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec, two_people
from tests.network.lines import Caller, House
from tests.network.mutation import Json, Mutator
from tests.network.test_guest import Wire
from tests.support.waiting import until

SEEDS = (11, 20261123)
SETUPS = ("libra size=3", "multiplicity size=3", "more-or-less board=decagon-51", "less seed=5")
EVERY_DAY, MANY = 500, 50_000  # messages for each seed


def counts() -> pytest.MarkDecorator:
    many = pytest.param(MANY, marks=pytest.mark.slow)
    return pytest.mark.parametrize("count", [EVERY_DAY, many])


def strict(text: str) -> Json:
    """Return a message, parsed as strictly as in a browser."""

    def refuse(name: str) -> None:
        raise AssertionError(name)

    told: Json = json.loads(text, parse_constant=refuse)
    text.encode("utf-8")
    return told


def some_about(title: str = "Libra") -> MatchDetails:
    seats = (SeatInfo({"en": "Ada"}, "person", ["black", 0, 0]),) * 2
    return MatchDetails(title, seats, words=lambda _event: {"en": {"caption": "c", "note": "n"}})


class Tape:
    """A program's lines to the pipe while a match is played."""

    def __init__(self, setup: str) -> None:
        spec = MatchSpec(setup, (SeatSpec(), SeatSpec()), ClockSpec(60, 5))
        self.house = House(about=some_about(), match=Match(spec))
        self.lines: list[Json] = []
        receive = self.house.receive

        def noted(line: Json) -> None:
            self.lines.append(line)
            receive(line)

        self.house.receive = noted  # type: ignore[method-assign]
        self.caller = self.house.seated(1)
        self.house.channel.open()
        for _turn in range(3):
            match = self.house.match
            match.submit_or_raise(Play((match.legal()[0],)), self.house.now)
            self.house.go_on(1.0)
        match.submit(Offer("draw", 0), self.house.now)
        self.house.channel.change("chance", chance=0.5)
        self.house.channel.change("roles", roles=[{"en": "MORE"}, {"en": "LESS"}])
        self.house.channel.change("hints", on=True)
        self.house.channel.change("story", turns=[2], words=[{"en": "Turn 2"}])
        drawn = {"turn": 1, "comment": "Why", "marks": [["a1", "good"]], "arrows": []}
        self.house.channel.change("drawn", notes=[drawn])
        self.house.channel.give_hint(1, lambda: "Place on a1", ("a1",), (("a1", "a2"),))
        self.caller.propose(1, {"is": "decline"})
        self.caller.propose(2, {"is": "hint"})
        match.submit_or_raise(Resign(0), self.house.now)
        self.house.go_on(1.0)

    def of(self, kind: str) -> list[Json]:
        return [line for line in self.lines if line["is"] == kind]


# -- broker to hub ---------------------------------------------------------------------------------


def published(tape: Tape) -> dict[str, list[Json]]:
    """Return the payloads that a table publishes at a broker, by topic."""
    opened, head = tape.of("table")[-1], {"v": 1, "run": "r"}
    match = {key: opened[key] for key in ("snapshot", "about", "words")}
    events = [{**head, "event": one["event"], "words": one["words"]} for one in tape.of("event")]
    changes: dict[str, list[Json]] = {what: [] for what in ("clock", "chance", "roles")}
    for line in tape.of("change"):
        if line["what"] in changes:
            changes[line["what"]].append({**head, "fields": line["fields"]})
    person = {"id": 1, "name": "Anna", "here": True, "gone": False}
    said = {"1": {"score": "0 – 1", "points": [0, 2], "margin": 3}}
    game = {"round": 1, "game": 1, "table": 1, "sitting": 1, "people": [1, 1], "score": ""}
    state = {"tournament": 1, "name": "cup", "round": 1, "rounds": 3, "ended": False}
    state |= {"draws": True, "margins": True, "people": [person], "sits": []}
    state |= {"games": [{**game, "status": "claimed", "said": said}]}
    state |= {"standings": [{"place": 1, "person": 1, "points": "1"}]}
    return {
        "match": [{**head, **match}],
        "event": events,
        **changes,
        "tournament": [{"v": 1, "state": state}],
    }


class Hub:
    """A hub with a good table, a client that follows it from the start, and a fuzzed table."""

    def __init__(self) -> None:
        self.hall = MatchServer(lambda _said: None, lambda: 0.0, seats=False)
        self.tables = BrokerTables(self.hall)
        good = published(Tape("multiplicity size=3"))["match"][0]
        self.publish("good", "match", json.dumps(good))
        self.first = self.follow("good")

    def publish(self, name: str, kind: str, text: str) -> None:
        self.tables.on_message(f"{ROOT}/{name}/{kind}", text.encode("utf-8", "surrogatepass"))

    def follow(self, table: str = "") -> Client:
        client = Client("10.0.0.1", 0.0)
        self.hall.connect(client)
        self.hall.on_message(client, json.dumps({"v": 1, "type": "follow", "table": table}))
        return client

    def told(self, client: Client) -> list[Json]:
        found = []
        while (text := client.next_text(0.0)) is not None:
            found.append(strict(text))
        return found

    def check(self) -> None:
        """Check that new and old followers still receive what they should."""
        for table in ("good", "bad"):
            newcomer = self.follow(table)
            kinds = {said["type"] for said in self.told(newcomer)}
            assert {"snapshot", "tables"} <= kinds, table
            self.hall.disconnect(newcomer)
        self.told(self.first)
        assert self.first in self.hall.clients
        assert "good" in self.hall.tables


@counts()
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_a_broker_says_of_one_table_harms_no_other(seed: int, count: int) -> None:
    hub, mutator = Hub(), Mutator(seed)
    tapes = [published(Tape(setup)) for setup in SETUPS]
    for number in range(count):
        tape = mutator.dice.choice(tapes)
        kind = mutator.dice.choice(("match", "event", "clock", "chance", "roles", "tournament"))
        hub.publish("bad", kind, mutator.text(tape[kind]))
        if number % 20 == 0:
            hub.check()
    hub.check()
    tape = tapes[0]["match"][0]
    hub.publish("bad", "match", json.dumps({**tape, "run": "another"}))
    assert "bad" in hub.hall.tables, "a table that can be read again is shown again"
    assert "bad" not in hub.hall.unreadable


# The kind of message, the changed fields, and whether the table can still be shown.
CASES: tuple[tuple[str, Json, bool], ...] = (
    ("match", {"run": "s", "about": 7}, False),
    ("match", {"run": "s", "about": {"title": "x", "theme": "sepia"}}, True),
    ("match", {"run": "s", "about": {"title": "x", "theme": 7, "seats": [{"kind": 7}]}}, True),
    ("match", {"run": "s", "v": 2}, False),
    ("match", {"run": "s", "snapshot": {"v": 3, "seq": 0}}, False),
    ("match", {"run": "s", "words": [7]}, True),
    ("clock", {"fields": {"table": "good", "running": 0, "left": None, "used": 0}}, True),
    ("clock", {"fields": {"left": [10**19, "x"]}}, True),
    ("chance", {"fields": {"chance": "high"}}, True),
    ("event", {"event": {"seq": 0, "event": "played", "entry": {"before": [10**9]}}}, True),
    ("tournament", {"state": {"people": 7}}, True),
)


@pytest.mark.parametrize(("kind", "changed", "readable"), CASES)
def test_messages_that_did_harm_once(kind: str, changed: Json, readable: bool) -> None:
    hub, tape = Hub(), published(Tape("libra size=3"))
    hub.publish("bad", "match", json.dumps(tape["match"][0]))
    hub.publish("bad", kind, json.dumps({**tape[kind][0], **changed}))
    hub.check()
    newcomer = hub.follow("good")
    tables = [said for said in hub.told(newcomer) if said["type"] == "tables"][-1]["tables"]
    listed = {one["table"]: not one.get("unreadable", False) for one in tables}
    assert listed == {"good": True, "bad": readable}


# -- table to guest --------------------------------------------------------------------------------


def test_a_guest_keeps_its_game_whatever_the_table_says() -> None:
    guest_hears(SEEDS[0], EVERY_DAY)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_a_guest_keeps_its_game_whatever_a_table_says_for_long(seed: int) -> None:
    guest_hears(seed, MANY)


class Deaf(Wire):
    """A guest's line that carries only the test's messages, and drops the guest's messages."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.mail: list[str | ConnectionState] = []

    def send(self, message: ClientMessage) -> None:
        pass

    def received(self) -> list[str | ConnectionState]:
        mail, self.mail = self.mail, []
        return mail


def hear(guest: Guest, now: float) -> None:
    """Let a guest read all messages that have arrived."""
    guest.update(now)
    assert until(lambda: not guest.waits_to_read, step=lambda: guest.update(now))


def guest_hears(seed: int, count: int) -> None:
    mutator = Mutator(seed)
    for part, setup in enumerate(SETUPS):
        tape = Tape(setup)
        caller = Caller(tape.house, view="wire")
        caller.of("snapshot")
        messages = [said for said in caller.heard if said["type"] != "tables"]
        messages += tape.caller.of("answer")
        seat = {"v": 1, "type": "seated", "table": tape.house.channel.table, "seat": 1, "asked": 0}
        messages += [
            seat,
            {"v": 1, "type": "error", "code": "too-many"},
            {"v": 1, "type": "unseated"},
        ]
        line = Deaf(tape.house)
        guest = Guest(line, Ticket(key="k" * 40))
        line.mail = [
            ConnectionState(cut=False),
            *(json.dumps(one) for one in messages[:1]),
            json.dumps(seat),
        ]
        hear(guest, 0.0)
        assert guest.match is not None
        for number in range(count // len(SETUPS)):
            line.mail.append(mutator.text(messages))
            if number % 50 == 0:
                line.mail.append(ConnectionState(cut=bool(number % 100)))
            hear(guest, number / 10)
            assert guest.problem == "" or guest.problem in NETWORK
            assert guest.match is not None
        line.mail = [json.dumps(one) for one in (*messages[:1], seat)]
        hear(guest, 1e9)
        assert guest.problem == "", (part, guest.problem)


@pytest.mark.parametrize(
    "said",
    [
        "no JSON",
        '{"v": 1}',
        '{"v": 1, "type": "seated"}',
        '{"v": 1, "type": "seated", "seat": "1", "table": 7, "asked": null}',
        '{"v": 1, "type": "seated", "seat": 9, "table": "", "asked": 0}',
        '{"v": 1, "type": "error"}',
        '{"v": 1, "type": "snapshot"}',
        '{"v": 1, "type": "snapshot", "table": "t", "run": "r", "seq": 0, "data": {}, "events": 7}',
    ],
)
def test_a_message_that_cannot_be_understood_is_said_and_costs_no_game(said: str) -> None:
    house = House(two_people("libra size=3"))
    wire = Wire(house)
    guest = Guest(wire, Ticket(code=house.channel.offer_seat(1)))
    for _frame in range(3):
        house.go_on(1.0)
        guest.update(house.now)
    assert guest.match is not None
    mine = guest.match
    wire.arriving.append(said)
    guest.update(house.now)
    assert guest.problem == "message"
    assert guest.match is mine
    for _frame in range(3):
        house.go_on(1.0)
        guest.update(house.now)
    assert guest.problem == "", "all of the match was asked for, and is understood"


def test_an_error_with_a_code_nobody_knows_is_no_crash() -> None:
    house = House(two_people("libra size=3"))
    wire = Wire(house)
    guest = Guest(wire, Ticket())
    for _frame in range(2):
        guest.update(0.0)
    for code in ("bad-broker", "newer-code", "no-address"):
        wire.arriving.append(json.dumps({"v": 1, "type": "error", "code": code}))
        guest.update(0.0)
        assert guest.problem == "message"


# -- client to server ------------------------------------------------------------------------------


def client_says(seed: int, count: int) -> None:
    house = House(about=some_about(), spec=two_people("libra size=3"))
    house.receive({"is": "tournament", "state": {"tournament": 7}, "keys": {}})
    mutator, sent = Mutator(seed), 0
    proposals: list[Json] = [{"is": "play", "actions": ["Bc3"]}, {"is": "resign"}, {"is": "back"}]
    proposals.append({"is": "offer", "offer": "draw"})
    messages: list[Json] = [
        *(
            {"v": 1, "type": "follow", "view": view, "table": "", "run": "", "since": None}
            for view in ("page", "wire")
        ),
        {"v": 1, "type": "claim", "code": "K7QM-X2RD", "key": "k" * 40},
        {"v": 1, "type": "resume", "key": "k" * 40},
        {"v": 1, "type": "enter", "code": "K7QM-X2RD"},
        {"v": 1, "type": "deed", "number": 1, "deed": {"is": "arrive"}},
        {"v": 1, "type": "ping", "number": 1},
        {"v": 1, "type": "leave"},
        *(
            {"v": 1, "type": "propose", "number": 1, "run": "r", "seen": 0, "proposal": one}
            for one in proposals
        ),
    ]
    while sent < count:
        seated = house.seated(sent // 40 % 2)
        for _message in range(40):
            sent += 1
            house.now += 1.0
            house.hall.on_message(seated.client, mutator.text(messages))
            while (text := seated.client.next_text(house.now)) is not None:
                strict(text)
        house.go_on()  # the program reads the messages that the hall has passed on
        seated.go()
    newcomer = Caller(house)
    assert newcomer.of("snapshot")


def test_whatever_a_client_says_the_hall_goes_on() -> None:
    client_says(SEEDS[0], EVERY_DAY)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_clients_say_for_long_the_hall_goes_on(seed: int) -> None:
    client_says(seed, MANY)


def test_half_a_pair_of_surrogates_does_not_end_the_pipe() -> None:
    house = House(about=some_about(), spec=two_people("libra size=3"))
    one = house.seated(0)
    one.play(1, "\ud800")
    assert not one.of("answer")[-1]["accepted"]
    json.dumps(house.told).encode()
    house.receive(
        {
            "is": "change",
            "table": house.channel.table,
            "what": "roles",
            "fields": {"roles": [{"en": "\ud800"}]},
        }
    )
    for text in iter(lambda: one.client.next_text(house.now), None):
        text.encode()


# -- the pipe --------------------------------------------------------------------------------------


@counts()
@pytest.mark.parametrize("seed", SEEDS)
def test_a_damaged_line_of_the_pipe_ends_neither_side(seed: int, count: int) -> None:
    tape, mutator = Tape("libra size=3"), Mutator(seed)
    tape.house.told.append(
        {"is": "deed", "asked": 1, "entrant": 1, "tournament": 7, "deed": {"is": "arrive"}}
    )
    tape.house.told.append({"is": "listening", "host": "127.0.0.1", "port": 8770})
    tape.lines.append({"is": "begin"})
    place = {"table": "mqtts://hall@club.org/hall", "authority": ""}
    tape.lines.append({"is": "broker", "password": "secret", **place})
    hall, channel = MatchServer(lambda _said: None, lambda: 0.0), tape.house.channel
    refused = 0
    for _number in range(count // 2):
        try:
            told = read_tagged(TO_SERVER, mutator.line(tape.lines))
            if isinstance(told, UseBroker):
                parse_table(told.table, ("", told.authority))
            else:
                hall.apply(told)
        except ValueError:  # a wrong message raises an error that can be logged
            refused += 1
        try:
            said = read_tagged(FROM_SERVER, mutator.line(tape.house.told))
        except ValueError:
            refused += 1
            continue
        if isinstance(said, (ProposalAsked, SeatState)):
            channel.on_message(said, 0.0)
        channel.update(0.0)
    assert refused > count // 10
    kinds = set(TO_SERVER) - {"tournament", "done", "close"}
    assert kinds <= {line["is"] for line in tape.lines}, "every line is among those made wrong"
