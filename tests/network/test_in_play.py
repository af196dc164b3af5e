"""Phones join the match in play: by the switch, codes and seats, and beside a sensor board."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import websockets.sync.client

from game.network.lines.addresses import PIN_DIGITS, parse_invitation
from game.network.lines.broker import Broker
from game.network.lines.tls import own_certificate
from game.rules.base import Action
from game.rules.proposals import Resign
from game.screen.app import routes
from game.screen.app.scene import Pop
from game.screen.menus.phones import PhonesScene
from game.screen.play.scene import PlayScene
from game.screen.ui.button import Button
from game.screen.ui.choosers import Toggle
from game.table.begin import rematch
from game.table.spec import MatchSpec, SeatKind, SeatSpec
from hardware.host.session import BoardSession
from hardware.tracking.sensor_image import SensorModel
from hardware.wire.palette import Light
from tests.network.served import HEARD, HERE
from tests.screen.screens import click, make_app
from tests.screen.wooden import hurry_boards, reads_turns
from tests.support.browser import PHONE, Browser
from tests.support.text_recorder import TextRecorder
from tests.support.tools import needs
from tests.support.waiting import COSTLY_BREATH, PATIENCE, until

SETUP = "multiplicity size=3"


class InPlay:
    """A window with a match in play, and the network."""

    def __init__(self, *kinds: SeatKind, board: str | None = None) -> None:
        seats = tuple(SeatSpec(kind, name=name) for kind, name in zip(kinds, ("Ada", "Mira")))
        self.play = PlayScene(MatchSpec(SETUP, seats, board=board))
        self.app = make_app(self.play, (800, 600), animation_speed=0.0, network=str(HERE))
        self.match = self.play.match
        self.lines = ExitStack()

    def close(self) -> None:
        self.lines.close()
        self.app.close()

    def until(self, met: Callable[[], bool]) -> bool:
        return until(met, step=lambda: self.app.frame(0.05), breath=COSTLY_BREATH)

    def serve(self) -> None:
        """Switch the network on."""
        self.app.network.start(HERE)
        assert self.until(lambda: self.app.network.on)

    def offer(self, seat: int) -> str:
        assert self.app.network.channel is not None
        code = self.app.network.channel.offer_seat(seat)
        self.let_hear()
        return code

    def let_hear(self) -> None:
        """Give the server time to read its messages before a phone refers to them."""
        until(lambda: False, HEARD, step=lambda: self.app.frame(0.05), breath=COSTLY_BREATH)

    def state(self, seat: int) -> str:
        assert self.app.network.channel is not None
        return self.app.network.channel.places[seat].state

    def phone(self, seat: int) -> Phone:
        """Return a phone that has claimed a seat."""
        phone = Phone(self, self.offer(seat))
        assert self.until(lambda: self.state(seat) == "here")
        return phone


class Phone:
    """A phone without a browser, which sends the messages of the page."""

    def __init__(self, house: InPlay, code: str) -> None:
        address = house.app.network.url.replace("http", "ws") + "live"
        self.line = house.lines.enter_context(
            websockets.sync.client.connect(address, max_queue=None, open_timeout=PATIENCE)
        )
        self.number = 0
        self.say("follow")
        self.say("claim", code=code)
        self.run = self.wait_for("snapshot")["run"]

    def say(self, kind: str, **fields: object) -> None:
        self.line.send(json.dumps({"v": 1, "type": kind, **fields}))

    def play(self, action: str, seen: int) -> None:
        self.number += 1
        proposal = {"is": "play", "actions": [action]}
        self.say("propose", number=self.number, run=self.run, seen=seen, proposal=proposal)

    def wait_for(self, kind: str) -> dict[str, Any]:
        while True:
            said: dict[str, Any] = json.loads(self.line.recv(30))
            if said["type"] == kind:
                return said


@pytest.fixture
def in_play(request: pytest.FixtureRequest) -> Iterator[InPlay]:
    made = InPlay(*getattr(request, "param", ("person", "person")))
    yield made
    made.close()


def texts(house: InPlay) -> str:
    assert isinstance(house.app.recorder, TextRecorder)
    house.app.draw()
    return " ".join(drawn.text for drawn in house.app.recorder)


def press(house: InPlay, scene: PhonesScene, name: str) -> None:
    """Press a button of the scene by its name."""
    button = scene.form.get(name)
    assert isinstance(button, Button)
    click(house.app, button.rect.center)


def switch(house: InPlay, scene: PhonesScene, on: bool) -> None:
    """Click the switch of the network, which must not be in the state `on` yet."""
    toggle = scene.form.get("network")
    assert isinstance(toggle, Toggle)
    assert toggle.value != on
    click(house.app, toggle.rect.center)


def test_nothing_is_served_until_the_switch_is_used(in_play: InPlay) -> None:
    app = in_play.app
    app.open(routes.Phones())
    app.frame(0.05)
    scene = app.scene
    assert isinstance(scene, PhonesScene)
    assert app.network.broadcast is None
    assert "opens http://127.0.0.1:0/" in texts(in_play)
    switch(in_play, scene, True)
    assert in_play.until(lambda: app.network.on)
    app.frame(0.05)
    press(in_play, scene, "seat-1")
    in_play.let_hear()
    assert app.network.channel is not None
    code = app.network.channel.places[1].code
    assert scene.link == f"{app.network.url}#{code}"
    assert code in texts(in_play)
    phone = Phone(in_play, code)
    assert in_play.until(lambda: in_play.state(1) == "here")
    assert in_play.until(lambda: "1 watching" in texts(in_play))
    phone.line.close()
    assert in_play.until(lambda: "Connection lost" in texts(in_play))
    press(in_play, scene, "seat-1")
    assert in_play.until(lambda: in_play.state(1) == "free")
    switch(in_play, scene, False)
    assert app.network.broadcast is None


def pill(in_play: InPlay) -> str:
    """Return the header's text about the network; "" if there is none."""
    link = in_play.play.sharing.link
    return link.words if link is not None else ""


def test_how_many_follow_is_said_in_the_window_and_on_standard_error(
    in_play: InPlay, capfd: pytest.CaptureFixture[str]
) -> None:
    in_play.serve()
    phones = [Phone(in_play, "") for _number in range(2)]
    assert in_play.until(lambda: pill(in_play) == "2 watching")
    said: list[str] = []

    def heard(words: str) -> bool:
        said.extend(capfd.readouterr().err.splitlines())
        return any(line.endswith(words) for line in said)

    assert in_play.until(lambda: heard(": 2 watching"))
    for phone in phones:
        phone.line.close()
    assert in_play.until(lambda: heard(": 0 watching"))
    assert len(said) <= 4, "now and then, not for each"


@needs("openssl")
def test_over_https_the_page_shows_the_whole_invitation(in_play: InPlay, home: Path) -> None:
    in_play.app.network.certificate = own_certificate(HERE)
    in_play.serve()
    in_play.app.open(routes.Phones(1))
    scene = in_play.app.scene
    assert isinstance(scene, PhonesScene)
    channel = in_play.app.network.channel
    assert channel is not None
    assert in_play.until(lambda: bool(channel.places[1].code))
    assert in_play.app.network.broadcast is not None
    offered = channel.places[1].code
    invitation = in_play.app.network.broadcast.invitation(offered)
    code, address, pin = parse_invitation(invitation)
    assert (code, address) == (offered, in_play.app.network.broadcast.address)
    assert len(pin) == PIN_DIGITS
    assert invitation in texts(in_play).replace("/ ", "/"), "address and fingerprint, uncut"


def test_a_seat_of_a_phone_is_played_there_alone(in_play: InPlay) -> None:
    in_play.serve()
    phone = in_play.phone(0)
    in_play.app.frame(0.05)
    assert not in_play.play.hand.enabled, "nobody at the screen plays for the phone"
    phone.play("c3", 0)
    assert in_play.until(lambda: len(in_play.match.entries) == 1)
    assert in_play.until(lambda: in_play.play.hand.enabled), "the other seat is played here"
    in_play.play.propose(in_play.match.legal()[0])
    assert phone.wait_for("answer")["accepted"]
    phone.say("leave")
    assert in_play.until(lambda: in_play.state(0) == "free")


def test_the_evaluation_is_told_until_the_match_is_over(
    in_play: InPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []

    def tell(what: str, **fields: object) -> None:
        if what == "chance":
            told.append(fields["chance"])

    in_play.serve()
    monkeypatch.setattr(in_play.app.network, "tell", tell)
    in_play.app.change_settings(phones_see_chances=True)
    in_play.play.sharing.update(0.75, False)
    in_play.match.submit_or_raise(Resign(0))
    in_play.play.sharing.update(0.75, False)
    assert told == [0.75, None]


@pytest.mark.parametrize("in_play", [("person", "remote")], indirect=True)
def test_a_match_with_a_seat_for_a_phone_shows_the_way_there(in_play: InPlay) -> None:
    assert in_play.until(lambda: isinstance(in_play.app.scene, PhonesScene))
    scene = in_play.app.scene
    assert isinstance(scene, PhonesScene)
    switch(in_play, scene, True)
    assert in_play.until(lambda: in_play.app.network.on and in_play.state(1) == "offered")
    assert in_play.app.network.channel is not None
    Phone(in_play, in_play.app.network.channel.places[1].code)
    assert in_play.until(lambda: in_play.state(1) == "here")
    assert "Mira is played from a phone." in [toast.text for toast in in_play.app.toasts.live]
    assert in_play.until(lambda: in_play.app.scene is not scene), "and the match goes on"


def test_a_phone_keeps_its_seat_in_the_next_game(in_play: InPlay) -> None:
    in_play.serve()
    phone = in_play.phone(1)
    in_play.match.submit_or_raise(Resign(0))
    in_play.app.show(routes.PlayMatch(rematch(in_play.match)))  # the sides are swapped
    assert in_play.until(lambda: in_play.state(0) == "here")
    phone.run = phone.wait_for("snapshot")["run"]
    phone.play("c3", 0)
    match = in_play.app.network.match
    assert match is not None
    assert in_play.until(lambda: len(match.entries) == 1)


def test_a_match_has_its_phones_again_after_another_was_played_over_it(in_play: InPlay) -> None:
    in_play.serve()
    phone, network = in_play.phone(0), in_play.app.network
    seats = tuple(SeatSpec() for _seat in range(4))
    in_play.app.open(routes.PlayMatch(MatchSpec("less seats=4 seed=3", seats)))
    assert network.match is not in_play.match
    in_play.app.change_settings(font_scale=1.3)  # makes both scenes lay out again
    assert not network.elsewhere(in_play.match, 0)
    in_play.app.change(Pop())
    assert in_play.until(lambda: network.match is in_play.match and in_play.state(0) == "here")
    assert network.elsewhere(in_play.match, 0)
    phone.play("c3", 0)
    assert in_play.until(lambda: len(in_play.match.entries) == 1)
    assert network.broadcast is not None
    assert [one.match for one in network.broadcast.channels.values()] == [in_play.match]


class Wood:
    """The simulated sensor board of a match, with a person who plays the given actions on it."""

    def __init__(self, house: InPlay) -> None:
        assert house.play.sensor_board is not None
        session = house.play.sensor_board.lease.session
        assert isinstance(session, BoardSession)
        self.house, self.session = house, session
        self.game = house.match.game
        self.faces = SensorModel(self.game)

    @property
    def ready(self) -> bool:
        return reads_turns(self.session, self.game)

    def put(self, action: Action, seat: int) -> None:
        """Lay the stone of an action."""
        device = self.session.device
        assert device is not None
        assert action.target is not None
        with device.lock:
            device.board.set(self.game.topology.index[action.target], 1 + seat)

    def lift(self, action: Action) -> None:
        """Remove the stone of an action."""
        device = self.session.device
        assert device is not None
        assert action.target is not None
        with device.lock:
            device.board.set(self.game.topology.index[action.target], 0)

    def shows(self, action: Action) -> bool:
        """Return whether a light asks for an action's stone."""
        device = self.session.device
        assert device is not None
        assert action.target is not None
        code = device.board.light_of(self.game.topology.index[action.target])
        return code in (Light.TO, Light.PLACE)


@pytest.fixture
def board_opened_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry_boards(monkeypatch)


@pytest.mark.usefixtures("board_opened_fast")
def test_hands_on_the_board_leave_a_seat_alone_that_is_offered() -> None:
    house = InPlay("board", "board", board="sim")
    try:
        house.serve()
        wood = Wood(house)
        assert house.until(lambda: wood.ready)
        house.offer(0)
        first = house.match.legal()[0]
        wood.put(first, 0)
        house.let_hear()
        assert not house.match.entries
        assert house.app.network.channel is not None
        house.app.network.channel.withdraw_seat(0)
        wood.lift(first)
        house.let_hear()
        wood.put(first, 0)
        assert house.until(lambda: len(house.match.entries) == 1), "here again, by hand again"
    finally:
        house.close()


@pytest.mark.usefixtures("board_opened_fast")
def test_a_page_plays_a_whole_game_against_a_sensor_board(browser: Browser) -> None:
    """A person at the board plays one seat, a browser the other, until the game ends."""
    house = InPlay("board", "person", board="sim")
    try:
        house.serve()
        wood = Wood(house)
        assert house.until(lambda: wood.ready)
        page = browser.page(f"{house.app.network.url}#{house.offer(1)}", PHONE)
        page.dress("light", still=True)
        assert house.until(lambda: house.state(1) == "here")
        match, turns = house.match, 0
        while not match.over:
            count, seat = len(match.entries), match.to_move
            action = match.legal()[turns % 3 % len(match.legal())]
            if seat == 0:
                wood.put(action, 0)
            else:
                spot = f'.spot.place[data-point="{action.target}"]'
                there = f"document.querySelector('{spot}') !== null"
                assert house.until(lambda: page.get(there))  # noqa: B023
                page.get(
                    f"(() => {{ const spot = document.querySelector('{spot}'); spot.focus();"
                    "spot.dispatchEvent(new KeyboardEvent('keydown',"
                    "{key: 'Enter', bubbles: true})) })()"
                )
            assert house.until(lambda: len(match.entries) > count)  # noqa: B023
            assert match.entries[count].action == action
            if seat == 1:
                assert house.until(lambda: wood.shows(action)), "lights"  # noqa: B023
                wood.put(action, 1)
            turns += 1
        assert house.until(lambda: bool(page.text("#told.over #caption")))
        assert {entry.seat for entry in match.entries} == {0, 1}
        assert not page.complaints
    finally:
        house.close()


def test_what_becomes_of_the_server_is_said_in_the_window(
    in_play: InPlay, capfd: pytest.CaptureFixture[str]
) -> None:
    in_play.serve()
    broadcast = in_play.app.network.broadcast
    assert broadcast is not None
    broadcast.process.kill()
    assert in_play.until(lambda: bool(in_play.app.network.trouble))
    shown = texts(in_play)
    assert "the server has stopped, and is started again" in shown
    assert pill(in_play) == "Phones cut off"
    assert in_play.until(lambda: in_play.app.network.on)
    shown = texts(in_play)
    assert "Phones can reach this game again." in shown
    assert pill(in_play) == "0 watching"
    assert "has stopped" in capfd.readouterr().err


def test_a_broker_that_is_not_there_is_said_in_the_window(in_play: InPlay) -> None:
    in_play.app.network.publish(Broker("127.0.0.1", 1), "hall-3")
    assert in_play.until(lambda: bool(in_play.app.network.broker_problem))
    in_play.app.frame(0.05)
    shown = texts(in_play)
    assert pill(in_play) == "No broker"
    assert "The broker cannot be reached. Retrying …" in shown
