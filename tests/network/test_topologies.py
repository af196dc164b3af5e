"""In each kind of network that halls have, the page's address is right, and phones reach it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support.namespaces import Machine, lines_of
from tests.support.tools import needs
from tests.support.waiting import COSTLY_BREATH, until

pytestmark = needs("ip netns")
PORT = 8770


class Hall:
    """The organiser's computer with the card wlan0, and a phone connected to that card."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack, self._folder = stack, folder
        self.computer, self.phone = (stack.enter_context(Machine()) for _one in range(2))
        self.computer.connect("wlan0", self.phone, "phone0")

    def give(self, ours: str, theirs: str) -> None:
        self.computer.give("wlan0", ours)
        self.phone.give("phone0", theirs)

    def serve(self, address: str = "") -> None:
        """Serve correspondence games, so that the page needs no match."""
        words = ["serve", *(["--address", address] if address else [])]
        out, errors = ((self._folder / name).open("w") for name in ("out", "errors"))
        self._stack.enter_context(out)
        self._stack.enter_context(errors)
        self.computer.start(words, out, errors)

    @property
    def pages(self) -> list[str]:
        """The addresses announced for the page so far, the current one last."""
        return lines_of(self._folder / "out")

    @property
    def said(self) -> str:
        return "\n".join(lines_of(self._folder / "errors"))

    def is_at(self, page: str) -> None:
        """Wait until the program announces this address and the phone reaches the page there."""
        assert self.until(lambda: self.pages[-1:] == [page]), (page, self.pages, self.said)
        host = page.removeprefix("http://").removesuffix(f":{PORT}/").strip("[]")
        assert self.reaches(host), self.said

    def reaches(self, host: str) -> bool:
        return self.until(lambda: self.phone.ask(host, PORT)[0] == 200, 20)

    def until(self, met: object, seconds: float = 60) -> bool:
        assert callable(met)
        return until(met, seconds, breath=COSTLY_BREATH)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with ExitStack() as stack:
        yield Hall(stack, tmp_path)


def test_a_router_without_internet(hall: Hall) -> None:
    hall.give("192.168.1.20/24", "192.168.1.30/24")
    hall.serve()
    hall.is_at(f"http://192.168.1.20:{PORT}/")
    assert hall.said == ""


def test_no_network_yet_then_one_then_another(hall: Hall) -> None:
    hall.serve()
    assert hall.until(lambda: hall.pages == [f"http://127.0.0.1:{PORT}/"])
    assert hall.until(lambda: "there is no network: only this computer" in hall.said)
    hall.give("192.168.1.20/24", "192.168.1.30/24")
    hall.is_at(f"http://192.168.1.20:{PORT}/")
    assert "the page is at http://192.168.1.20:8770/ now" in hall.said
    hall.computer.take("wlan0", "192.168.1.20/24")
    hall.give("10.20.0.7/16", "10.20.0.8/16")
    hall.is_at(f"http://10.20.0.7:{PORT}/")
    assert hall.said.count("the page is at") == 2


def test_a_vpn_has_the_default_route_and_a_second_card_is_served(hall: Hall) -> None:
    hall.give("192.168.1.20/24", "192.168.1.30/24")
    for card, address in (("tun0", "10.8.0.2/24"), ("docker0", "172.17.0.1/16")):
        hall.computer.connect(card, hall.phone, f"far-{card}")
        hall.computer.give(card, address)
    hall.computer.ip("route", "add", "default", "via", "10.8.0.1", "dev", "tun0")
    hall.computer.connect("eth0", hall.phone, "phone1")
    hall.computer.give("eth0", "192.168.2.20/24")
    hall.phone.give("phone1", "192.168.2.30/24")
    hall.computer.give("eth0", "fd00:1::20/64")
    assert hall.computer.places() == [
        "192.168.1.20 wlan0 network",
        "192.168.2.20 eth0 network",
        "fd00:1::20 eth0 network",
        "10.8.0.2 tun0 vpn",
        "172.17.0.1 docker0 container",
    ]
    hall.serve("eth0")
    hall.is_at(f"http://192.168.2.20:{PORT}/")
    assert hall.reaches("192.168.1.20")
    hall.computer.ip("link", "set", "eth0", "down")
    hall.is_at(f"http://192.168.1.20:{PORT}/")


def test_ipv6_alone(hall: Hall) -> None:
    hall.give("fd00:1::20/64", "fd00:1::30/64")
    hall.serve()
    hall.is_at(f"http://[fd00:1::20]:{PORT}/")


def test_ipv6_that_is_switched_on_after_the_start(hall: Hall) -> None:
    hall.computer.switch_ipv6(False)
    hall.give("192.168.1.20/24", "192.168.1.30/24")
    hall.serve()
    hall.is_at(f"http://192.168.1.20:{PORT}/")
    hall.computer.switch_ipv6(True)
    hall.give("fd00:1::20/64", "fd00:1::30/64")
    assert hall.reaches("fd00:1::20"), hall.said
    hall.computer.take("wlan0", "192.168.1.20/24")
    hall.is_at(f"http://[fd00:1::20]:{PORT}/")
    assert "the page is at http://[fd00:1::20]:8770/ now" in hall.said


def test_a_name_and_what_an_unknown_one_is_told(hall: Hall) -> None:
    hall.give("192.168.1.20/24", "192.168.1.30/24")
    hall.serve("club.local")
    assert hall.until(lambda: hall.pages == [f"http://club.local:{PORT}/"])
    assert hall.phone.ask("192.168.1.20", PORT, f"club.local:{PORT}")[0] == 200
    assert hall.phone.ask("192.168.1.20", PORT)[0] == 200
    status, text = hall.phone.ask("192.168.1.20", PORT, f"evil.example:{PORT}")
    assert (status, f"http://192.168.1.20:{PORT}/" in text) == (421, True)
    assert "evil" not in text


def test_an_address_that_comes_after_the_start(hall: Hall) -> None:
    hall.serve("192.168.1.20")
    assert hall.until(lambda: "has no network yet" in hall.said)
    hall.give("192.168.1.20/24", "192.168.1.30/24")
    hall.is_at(f"http://192.168.1.20:{PORT}/")


def test_a_card_that_comes_after_the_start(hall: Hall) -> None:
    """A card may appear later, such as a USB stick or the access point of a box."""
    hall.give("192.168.1.20/24", "192.168.1.30/24")
    hall.serve("wlan1")
    hall.is_at(f"http://192.168.1.20:{PORT}/")
    assert "there is no network card wlan1 yet" in hall.said
    hall.computer.connect("wlan1", hall.phone, "phone1")
    hall.computer.give("wlan1", "10.20.0.7/16")
    hall.phone.ip("address", "add", "10.20.0.8/16", "dev", "phone1")
    hall.is_at(f"http://10.20.0.7:{PORT}/")
