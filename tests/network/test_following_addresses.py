"""The addresses shown and announced for the page follow the addresses of this machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from game.network.errors import NetworkError
from game.network.host import broadcast
from game.network.host.broadcast import ServerSupervisor
from game.network.lines import addresses
from game.network.lines.addresses import (
    Address,
    host_headers,
    parse_address,
    service_address,
)
from game.network.lines.cards import Place, offered
from game.screen.app.app import App
from game.screen.menus import phones
from game.screen.menus.phones import UNREACHED_AFTER_S, PhonesScene
from game.screen.ui.choosers import Stepper
from tests.screen.screens import make_app
from tests.support.text_recorder import TextRecorder
from tests.support.waiting import COSTLY_BREATH, until

WIFI, CABLE = Place("192.168.1.20", "wlan0"), Place("192.168.2.20", "eth0")
VPN, V6 = Place("10.8.0.2", "tun0", "vpn"), Place("fd00:1::20", "wlan0")
Places = tuple[Place, ...]


def server_that_says(*said: Places | str) -> list[str]:
    """Return a command that prints these lists of places or message names, and then waits."""
    text = "".join(json.dumps(_line(one)) + "\\n" for one in said)
    program = f"import sys; print('{text}', end='', flush=True); sys.stdin.read()"
    return [sys.executable, "-S", "-c", program]


def _line(said: Places | str) -> dict[str, Any]:
    if isinstance(said, str):
        return (
            {"is": said, "host": "192.168.1.20", "port": 8770}
            if said == "listening"
            else {"is": said}
        )
    plain = [{"host": place.host, "card": place.card, "kind": place.kind} for place in said]
    return {"is": "places", "places": plain}


class Machine:
    """A machine with these places, whose server sends the messages in a script."""

    places: Places = ()

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.servers: list[ServerSupervisor] = []
        self.says: tuple[Places | str, ...] = ()
        for module in (broadcast, phones):
            monkeypatch.setattr(module, "list_places", lambda: self.places)
        monkeypatch.setattr(addresses, "card_names", lambda: [one.card for one in self.places])
        monkeypatch.setattr(broadcast, "helper_command", lambda *_w: server_that_says(*self.says))

    def serve(self, address: Address, *said: Places | str) -> ServerSupervisor:
        """Return a server that has already sent all these messages."""
        self.says = (*said, "visitor")
        server = ServerSupervisor(address)
        self.servers.append(server)
        assert until(lambda: server.visited, step=lambda: server.update(0.0))
        return server


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    made = Machine(monkeypatch)
    yield made
    for server in made.servers:
        server.close()


def test_the_page_moves_with_the_address(
    machine: Machine, capfd: pytest.CaptureFixture[str]
) -> None:
    machine.places = (WIFI,)
    server = machine.serve(Address(""), (WIFI,), "listening", (CABLE, VPN), (), (V6,))
    assert server.url == "http://[fd00:1::20]:8770/"
    assert server.moved == "The page is at http://[fd00:1::20]:8770/ now."
    said = [line.partition(": ")[2] for line in capfd.readouterr().err.splitlines()]
    assert said[0] == "the page is at http://192.168.2.20:8770/ now"
    assert said[1].startswith("there is no network: only this computer")
    assert said[2:] == ["the page is at http://[fd00:1::20]:8770/ now"]


def test_what_stays_is_not_told(machine: Machine, capfd: pytest.CaptureFixture[str]) -> None:
    machine.places = (WIFI, VPN)
    server = machine.serve(Address(""), (WIFI, VPN), "listening", (WIFI,), (WIFI, CABLE))
    assert (server.url, server.moved) == ("http://192.168.1.20:8770/", "")
    assert capfd.readouterr().err == ""


def test_the_card_that_was_chosen_is_shown_while_it_has_an_address(machine: Machine) -> None:
    machine.places = (WIFI, CABLE)
    both, one = (WIFI, CABLE), (WIFI,)
    assert "192.168.2.20" in machine.serve(Address("eth0"), both, "listening").url
    assert "192.168.1.20" in machine.serve(Address("eth0"), both, "listening", one).url
    assert "192.168.2.20" in machine.serve(Address("eth0"), one, "listening", both).url


def test_a_service_waits_for_a_card_that_is_not_there_yet(machine: Machine) -> None:
    machine.places = (CABLE,)
    with pytest.raises(NetworkError, match="one of its network cards: eth0"):
        parse_address("wlan0")
    address = parse_address("wlan0", unattended=True)
    assert "192.168.2.20" in machine.serve(address, (CABLE,), "listening").url
    assert "192.168.1.20" in machine.serve(address, (CABLE,), "listening", (CABLE, WIFI)).url
    assert "127.0.0.1" in machine.serve(address, (), "listening").url


@pytest.mark.parametrize(
    "wrong", ["192.168.1.300", "wlan0:99999", "a b", "fd00::zz", "-eth0", "nonsense", "wireless"]
)
def test_a_service_refuses_what_is_no_card_and_no_address(wrong: str) -> None:
    with pytest.raises(NetworkError, match="expected an address of this machine"):
        parse_address(wrong, unattended=True)


@pytest.mark.parametrize(
    "card", ["wlan1", "wlp2s0", "enx00e04c680001", "eth0", "usb0", "uap0", "en5"]
)
def test_a_service_knows_the_usual_names_of_cards(machine: Machine, card: str) -> None:
    assert parse_address(f"{card}:9000", unattended=True) == Address(card, 9000)


def test_a_service_reports_the_card_that_it_waits_for(
    machine: Machine, capfd: pytest.CaptureFixture[str]
) -> None:
    machine.places = (CABLE,)
    assert service_address("wlan0:9000") == Address("wlan0", 9000)
    assert "there is no network card wlan0 yet" in capfd.readouterr().err
    for known in ("eth0", "", "192.168.2.20"):
        service_address(known)
    assert capfd.readouterr().err == ""


def test_a_name_is_shown_wherever_the_machine_is(machine: Machine) -> None:
    server = machine.serve(parse_address("Club.local"), (WIFI,), "listening", (CABLE,))
    assert server.url == "http://club.local:8770/"


def test_the_first_page_is_told_where_it_was_another_when_the_server_was_started(
    machine: Machine, capfd: pytest.CaptureFixture[str]
) -> None:
    server = machine.serve(Address(""), (), "listening")
    assert server.away
    assert "only this computer reaches the page" in capfd.readouterr().err
    assert not machine.serve(Address(""), (WIFI,), "listening").away
    assert "the page is at http://192.168.1.20:8770/ now" in capfd.readouterr().err


def test_an_address_that_was_given_and_is_lost_is_told(
    machine: Machine, capfd: pytest.CaptureFixture[str]
) -> None:
    address = Address("192.168.1.20")
    server = machine.serve(address, (WIFI,), "listening", (CABLE,), (CABLE, VPN))
    assert server.url == "http://192.168.1.20:8770/"
    assert not server.reachable
    assert capfd.readouterr().err.count("has lost the address") == 1
    server = machine.serve(address, (WIFI,), "listening", (CABLE,), (WIFI,))
    assert server.moved == "The page is at http://192.168.1.20:8770/ now."
    assert machine.serve(Address("127.0.0.1"), (WIFI,), "listening", (CABLE,)).moved == ""


def test_of_a_card_with_ipv4_only_that_is_offered() -> None:
    assert offered((WIFI, V6, CABLE, VPN)) == (WIFI, CABLE, VPN)
    assert offered((V6, VPN)) == (V6, VPN)


def test_a_server_is_known_by_its_addresses_and_by_names_nobody_else_can_have() -> None:
    known = host_headers(Address("", 80), (WIFI, V6))
    assert {"192.168.1.20", "192.168.1.20:80", "[fd00:1::20]", "localhost:80"} <= known
    assert not any(name.endswith((".com", ".example")) for name in known)
    assert "club.local:9000" in host_headers(Address("club.local", 9000), (WIFI,))
    assert "localhost:9000" not in host_headers(Address("192.168.1.20", 9000))


class Window:
    """A window that shows the page *Phones*."""

    def __init__(self) -> None:
        self.app: App = make_app(PhonesScene(), (800, 600), animation_speed=0.0)

    @property
    def scene(self) -> PhonesScene:
        assert isinstance(self.app.scene, PhonesScene)
        return self.app.scene

    def until(self, words: str) -> bool:
        return until(lambda: words in self.words, step=self._frame, breath=COSTLY_BREATH)

    def _frame(self) -> None:
        self.app.frame(0.05)

    @property
    def words(self) -> str:
        self.app.draw()
        assert isinstance(self.app.recorder, TextRecorder)
        return " ".join(drawn.text for drawn in self.app.recorder)


@pytest.fixture
def window(machine: Machine) -> Iterator[Window]:
    machine.places = (WIFI, CABLE, VPN)
    made = Window()
    yield made
    made.app.close()


def test_the_card_is_chosen_before_and_while_the_page_is_on(
    machine: Machine, window: Window
) -> None:
    assert "192.168.1.20 · wlan0" in window.words
    chooser = window.scene.form.get("reach")
    assert isinstance(chooser, Stepper)
    chooser.step(1)
    assert window.until("192.168.2.20 · eth0")
    assert window.app.settings.network == "eth0:8770"
    machine.says = (machine.places, "listening")
    window.app.network.start(Address("eth0"))
    assert until(lambda: window.scene.link != "", step=lambda: window.app.frame(0.05))
    assert window.scene.link == "http://192.168.2.20:8770/"
    chooser = window.scene.form.get("reach")
    assert isinstance(chooser, Stepper)
    chooser.step(1)
    assert window.scene.link == "http://10.8.0.2:8770/"


def test_phones_that_do_not_come_are_missed(machine: Machine, window: Window) -> None:
    machine.says = (machine.places, "listening")
    window.app.network.start(Address(""))
    assert until(lambda: window.scene.link != "", step=lambda: window.app.frame(0.05))
    assert window.scene.link == "http://192.168.1.20:8770/"
    assert "No phone has reached this page" not in window.words
    window.app.frame(UNREACHED_AFTER_S)
    assert "No phone has reached this page yet" in window.words


def test_without_a_network_the_page_says_so(machine: Machine, window: Window) -> None:
    machine.says = (machine.places, "listening", ())
    window.app.network.start(Address(""))
    assert window.until("There is no network: only this computer reaches the page.")
