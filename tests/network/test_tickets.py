"""A ticket brings a guest back to its seat, and brings a table's guests back to theirs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.network.lines.addresses import TRUSTED, Address
from game.network.lines.tickets import (
    Ticket,
    delete_ticket,
    load_holders,
    load_ticket,
    save_holders,
    save_ticket,
)
from game.table.match import Match
from game.table.spec import two_people

TABLE = Address("192.168.1.20", 8771)
TICKET = Ticket(key="k" * 43, length=7, ahead=("c3", "d4"))


def changed(file: Path, **fields: Any) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**data, **fields}), encoding="utf-8")


@pytest.fixture
def seat(home: Path) -> Path:
    return home / "data" / "network" / "seat.json"


@pytest.fixture
def held(home: Path) -> Path:
    return home / "data" / "network" / "held.json"


def test_a_guest_goes_back_to_its_seat_with_what_was_not_answered(seat: Path) -> None:
    assert load_ticket() is None
    save_ticket(TABLE, TICKET)
    assert load_ticket() == (TABLE, TICKET)
    data = json.loads(seat.read_text(encoding="utf-8"))
    assert data == {
        "v": 1,
        "table": "192.168.1.20:8771",
        "key": TICKET.key,
        "length": 7,
        "ahead": ["c3", "d4"],
    }
    delete_ticket()
    assert load_ticket() is None
    delete_ticket()


@pytest.mark.parametrize("pin", [TRUSTED, "3f2a" * 6, "3f" * 32])
def test_a_guest_goes_back_to_the_same_certificate_only(seat: Path, pin: str) -> None:
    save_ticket(TABLE, replace(TICKET, pin=pin))
    assert load_ticket() == (TABLE, replace(TICKET, pin=pin))


@pytest.mark.parametrize(
    "fields",
    [
        *({"v": 2}, {"table": "a b"}, {"length": "x"}, {"ahead": 7}, {"table": "h:0"}),
        *({"pin": 7}, {"pin": "3f2a"}, {"pin": None}, {"pin": "http"}),
    ],
)
def test_a_ticket_that_cannot_be_read_is_none(seat: Path, fields: dict[str, Any]) -> None:
    save_ticket(TABLE, TICKET)
    changed(seat, **fields)
    assert load_ticket() is None


@pytest.mark.parametrize("text", ["", "[]", "{}", "7", '"x"', "\xff"])
def test_rubbish_in_the_files_is_as_no_file(seat: Path, held: Path, text: str) -> None:
    match = Match(two_people("multiplicity size=3"))
    for file in (seat, held):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode("latin-1"))
    assert load_ticket() is None
    assert load_holders(match) == {}


def test_a_disk_that_takes_nothing_costs_the_way_back_only(home: Path) -> None:
    (home / "data").mkdir(parents=True)
    (home / "data" / "network").write_text("no folder", encoding="utf-8")
    save_ticket(TABLE, TICKET)
    save_holders(Match(two_people("multiplicity size=3")), {0: "x"})
    delete_ticket()
    assert load_ticket() is None


def test_keys_hold_seats_of_their_own_match_only(held: Path) -> None:
    match = Match(two_people("multiplicity size=3"))
    save_holders(match, {1: "digest"})
    assert json.loads(held.read_text(encoding="utf-8")) == {
        "v": 1,
        "match": [match.date, match.game.setup],
        "seats": {"1": "digest"},
    }
    assert load_holders(match) == {1: "digest"}
    assert load_holders(Match(two_people("multiplicity size=4"), date=match.date)) == {}
    assert load_holders(Match(match.spec, date="2001-01-01T00:00:00")) == {}


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"v": 2}, {}),
        ({"match": None}, {}),
        ({"seats": []}, {}),
        ({"seats": {"x": "d"}}, {}),
        ({"seats": {"-1": "d", "0": "e", "1": 5, "2": "f"}}, {0: "e", 1: "5"}),
    ],
)
def test_seats_that_there_are_none_of_are_nobodys(
    held: Path, fields: dict[str, Any], found: dict[int, str]
) -> None:
    match = Match(two_people("multiplicity size=3"))
    save_holders(match, {1: "digest"})
    changed(held, **fields)
    assert load_holders(match) == found
