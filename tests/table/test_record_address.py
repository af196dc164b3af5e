"""A record survives a round trip through an address, and hostile addresses do no harm."""

from __future__ import annotations

import base64
import random
import re
import zlib

import pytest

from game.rules.proposals import Play
from game.table.errors import RecordError
from game.table.match import Match
from game.table.record import to_record
from game.table.record_address import MAX_SIGNS, packed, unpacked
from game.table.spec import two_people


def signs_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode()


@pytest.mark.parametrize("setup", ["multiplicity", "less seed=2", "libra mode=bid", "more-or-less"])
def test_a_whole_game_fits_and_comes_back(setup: str) -> None:
    match, dice = Match(two_people(setup), date="2026-11-29T20:00:00"), random.Random(3)
    while not match.over and len(match.turns) < 60:
        match.submit_or_raise(Play((dice.choice(match.legal()),)))
    signs = packed(match)
    assert 0 < len(signs) <= MAX_SIGNS
    assert re.fullmatch(r"[A-Za-z0-9_-]+", signs), "no sign that an address would escape"
    assert to_record(unpacked(signs)) == to_record(match)


@pytest.mark.parametrize(
    "signs",
    [
        "",
        "x",
        "<img src=x>",
        "a" * (MAX_SIGNS + 1),
        signs_of(b"no compressed data"),
        signs_of(zlib.compress(b"{}")),
        signs_of(zlib.compress(b"[" * 100_000)),
        signs_of(zlib.compress(b"\xff\xfe")),
        signs_of(zlib.compress(b'{"format": "less-is-more game", "version": 99}')),
        signs_of(zlib.compress(b"x" * 50)[:-6]),
    ],
)
def test_anything_else_is_refused(signs: str) -> None:
    with pytest.raises(RecordError):
        unpacked(signs)


def test_a_small_address_unpacks_to_no_huge_text() -> None:
    """Megabytes of spaces can be packed into a kilobyte, so unpacking stops at a limit."""
    signs = signs_of(zlib.compress(b" " * (4 << 20), 9))
    assert len(signs) < MAX_SIGNS
    with pytest.raises(RecordError):
        unpacked(signs)
