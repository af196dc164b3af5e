"""Limits apply to what an address or a network sends: connections, attempts and messages."""

from __future__ import annotations

import pytest

from game.network.lines.tickets import digest
from game.network.rate_limits import (
    FAILED_CODE_RATE,
    MESSAGE_RATE,
    SITE_SHARE,
    ConnectionLimits,
)
from game.network.server.client import TRY_AGAIN_LATER
from game.platform.codes import normalized
from tests.network.lines import Caller, House

FEW = ConnectionLimits(clients=4, clients_of_one=2, newcomers=2)


def crowd(house: House) -> list[Caller]:
    """Return as many spectators as the limit allows."""
    return [Caller(house, f"10.0.1.{number}") for number in (1, 2, 2, 3)]


def full(one: Caller) -> bool:
    """Return whether the client was told to try again later."""
    told = [said["code"] for said in one.of("error")]
    assert (told == ["full"]) == (one.client.cut_off == TRY_AGAIN_LATER)
    return told == ["full"]


def test_beyond_the_limit_nobody_follows() -> None:
    house = House(limits=FEW)
    here = crowd(house)
    late = Caller(house, "10.0.1.4")
    assert house.told[-1] == {"is": "followers", "count": 4}
    assert not late.of("snapshot")
    assert not late.of("tables")
    for kind, fields in (("leave", {}), ("ping", {"number": 1})):
        late.say(kind, **fields)
    assert [said["code"] for said in late.of("error")] == ["full", "full"]
    house.hall.expel(late.client)
    assert late.client.cut_off == TRY_AGAIN_LATER
    assert all(one.of("snapshot") and not full(one) for one in here)
    here[0].go()
    assert Caller(house, "10.0.1.4").of("snapshot")


def test_beyond_the_limit_of_an_address_it_has_no_more() -> None:
    house = House(limits=FEW)
    here = [Caller(house) for _number in range(2)]
    assert not Caller(house).of("snapshot")
    assert Caller(house, "10.0.0.8").of("snapshot")
    here[0].go()
    assert Caller(house).of("snapshot")


def test_of_ipv6_a_network_has_the_places_of_an_address_and_a_site_some_times_as_many() -> None:
    house = House(limits=ConnectionLimits(clients=40, clients_of_one=2, newcomers=2))
    near = [Caller(house, f"2001:db8:0:1::{number}") for number in range(1, 5)]
    assert [bool(one.of("snapshot")) for one in near] == [True, True, False, False]
    far = [Caller(house, f"2001:db8:0:{number}::1") for number in range(2, 20)]
    assert sum(bool(one.of("snapshot")) for one in far) == 2 * SITE_SHARE - 2
    assert Caller(house, "2001:db8:1::1").of("snapshot")
    last = Caller(house, "2001:db8:0:1::5")
    last.say("claim", code=house.channel.offer_seat(1))
    assert last.of("seated")
    assert [full(one) for one in near[:2]] == [True, False]


def test_of_ipv6_a_network_has_the_tries_of_an_address() -> None:
    house = House()
    for number in range(1, 9):
        one = Caller(house, f"2001:db8:0:1::{number}")
        one.say("claim", code="AAAA-AAAA")
        code = "wrong-code" if number <= FAILED_CODE_RATE[1] else "too-many"
        assert [said["code"] for said in one.of("error")] == [code]
    codes = []
    for number in range(2, 40):
        one = Caller(house, f"2001:db8:0:{number}::1")
        one.say("claim", code="AAAA-AAAA")
        codes += [said["code"] for said in one.of("error")]
    assert codes.count("wrong-code") == (SITE_SHARE - 1) * FAILED_CODE_RATE[1]


def test_spectators_of_a_network_share_its_messages_and_seats_do_not() -> None:
    house = House()
    holder = house.seated(0, address="2001:db8:0:1::99")
    crowd = [Caller(house, f"2001:db8:0:1::{number}") for number in range(1, 30)]
    for _message in range(MESSAGE_RATE[1] - 2):
        for one in crowd:
            house.hall.on_message(one.client, '{"v": 1, "type": "ping", "number": 1}')
            one.of("pong")
    codes = [said["code"] for one in crowd for said in one.of("error")]
    assert set(codes) == {"too-many"}
    assert 500 < len(codes) < 800
    holder.say("ping", number=2)
    assert holder.of("pong")
    crowd[0].say("claim", code=house.channel.offer_seat(1))
    assert crowd[0].of("seated")
    assert Caller(house, "2001:db8:1::1").of("snapshot")


def test_of_newcomers_the_oldest_goes() -> None:
    house = House(limits=FEW)
    crowd(house)
    late = [Caller(house, f"10.0.1.{number}") for number in (5, 4, 4)]
    assert [full(one) for one in late] == [False, True, False], "of the fullest address"
    late[0].go()
    last = Caller(house, "10.0.1.4")
    assert not full(late[2])
    last.say("claim", code=house.channel.offer_seat(1))
    assert last.of("seated")
    Caller(house, "10.0.1.6")
    assert not full(late[2]), "whoever was let in is no newcomer"


@pytest.mark.parametrize("by", ["key", "code"])
def test_a_seat_gets_in_for_a_spectator_of_the_fullest_address(by: str) -> None:
    house = House(limits=FEW)
    holder = house.seated(0, address="10.0.1.9")
    holder.go()
    here = crowd(house)
    one = Caller(house, "10.0.1.4")
    if by == "code":
        one.say("claim", code=house.channel.offer_seat(1))
    else:
        one.say("resume", key=holder.of("seated")[0]["key"])
    assert one.of("seated")
    assert one.of("snapshot")
    assert one.of("tables")
    assert [full(other) for other in here] == [False, True, False, False]
    assert len(house.hall.clients) == 4
    one.say("ping", number=1)
    assert one.of("pong")


def test_a_seat_gets_in_where_its_own_address_is_full() -> None:
    house = House(limits=FEW)
    others = [Caller(house, "10.0.1.2") for _number in range(2)]
    near = [Caller(house) for _number in range(2)]
    one = Caller(house)
    one.say("claim", code=house.channel.offer_seat(1))
    assert one.of("seated")
    assert [full(other) for other in (*others, *near)] == [False, False, True, False]


def test_lines_of_one_key_take_each_others_place_only() -> None:
    house = House(limits=FEW)
    lines = [house.seated(0, address="10.0.1.1"), house.seated(1, address="10.0.1.2")]
    key = lines[0].of("seated")[0]["key"]
    for address in ("10.0.1.1", "10.0.1.3"):
        lines.append(Caller(house, address))
        lines[-1].say("resume", key=key)
    more = Caller(house, "10.0.1.4")
    more.say("resume", key=key)
    assert more.of("seated")
    assert [full(one) for one in lines] == [True, False, False, False]


def test_where_all_have_seats_the_next_one_is_told() -> None:
    house = House(limits=FEW)
    away = house.seated(1, address="10.0.1.9")
    away.go()
    first = house.seated(0)
    key = first.of("seated")[0]["key"]
    lines = [first]
    for number in range(3):
        lines.append(Caller(house, f"10.0.1.{number}"))
        lines[-1].say("resume", key=key)
    late = Caller(house, "10.0.1.9")
    late.say("resume", key=away.of("seated")[0]["key"])
    assert [said["code"] for said in late.of("error")] == ["full"]
    assert not late.of("seated")
    assert not any(full(one) for one in lines)


def test_a_player_of_a_tournament_gets_in_too() -> None:
    house = House(limits=FEW)
    code = "K7QM-X2RD"
    keys = {digest(normalized(code)): 4}
    house.receive({"is": "tournament", "state": {"tournament": 1}, "keys": keys})
    here = crowd(house)
    wrong = Caller(house, "10.0.1.4")
    wrong.say("enter", code="AAAA-AAAA")
    assert wrong.of("error")[0]["code"] == "wrong-pass"
    one = Caller(house, "10.0.1.4")
    one.say("enter", code=code)
    assert one.of("player")[0]["person"] == 4
    assert one.of("snapshot")
    assert [full(other) for other in here] == [False, True, False, False]
    lines = [one]
    for _number in range(2):
        lines.append(Caller(house, "10.0.1.4"))
        lines[-1].say("enter", code=code)
        assert lines[-1].of("snapshot")
    assert [full(line) for line in lines] == [True, False, False], "its own oldest line goes"


def test_a_wrong_key_gets_nobody_in() -> None:
    house = House(limits=FEW)
    here = crowd(house)
    one = Caller(house, "10.0.1.4")
    one.say("resume", key="k" * 40)
    one.say("claim", code="AAAA-AAAA")
    assert [said["code"] for said in one.of("error")] == ["wrong-key", "wrong-code"]
    assert not one.of("snapshot")
    assert not any(full(other) for other in here)
