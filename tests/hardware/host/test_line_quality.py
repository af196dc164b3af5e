"""A line that damages, drops and inserts bytes is called a bad line, with its share and advice."""

from __future__ import annotations

import random

import pytest

from hardware.host.board_connection import TALKING, BoardConnection
from hardware.host.line_quality import MIN_CHUNKS, LineQuality
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.wire.codec import Decoder, Undecodable

from .strange_ports import STEP, BadLine


def talk(share: float, seconds: float, seed: int = 0) -> tuple[BoardConnection, float]:
    """Return a conversation over a line that spoils this share of the bytes, and when it ended."""
    line = BadLine(SimulatedBoard(BoardIdentity("hexagon-3", 19)), share, seed)
    conversation, now = BoardConnection(), 0.0
    while now < seconds:
        now += STEP
        conversation.feed(line(conversation.due(now), now), now)
    return conversation, now


def test_a_good_line_is_not_mentioned() -> None:
    conversation, now = talk(0.0, 30.0)
    assert conversation.quality.share(now) == 0.0
    assert conversation.quality.advice(now) == ""


@pytest.mark.parametrize("seed", range(4))
def test_one_byte_in_twenty_is_a_bad_line_that_works(seed: int) -> None:
    conversation, now = talk(0.05, 60.0, seed)
    assert conversation.phase == TALKING
    assert 0.2 < conversation.quality.share(now) < 0.95
    assert conversation.quality.advice(now).startswith("A bad line: ")


@pytest.mark.parametrize("seed", range(4))
def test_one_byte_in_ten_is_a_bad_line_and_no_stranger(seed: int) -> None:
    conversation, now = talk(0.1, 30.0, seed)
    assert conversation.quality.advice(now).startswith("A bad line: ")


@pytest.mark.parametrize("seed", range(4))
def test_noise_is_no_board_on_a_bad_line(seed: int) -> None:
    quality, decoder, rng = LineQuality(), Decoder(), random.Random(seed)
    for number in range(50):
        for item in decoder.feed(rng.randbytes(1000)):
            if isinstance(item, Undecodable):
                quality.damaged(item.data, number * STEP)
    assert quality.share(1.0) == 1.0
    assert quality.advice(1.0) == ""


def test_a_line_that_was_mended_is_forgotten_after_a_while() -> None:
    quality = LineQuality()
    for number in range(MIN_CHUNKS):
        quality.received(number)
        quality.damaged(b"\x05\x84", number)
    assert quality.share(MIN_CHUNKS) == 0.5
    for number in range(MIN_CHUNKS, 4 * MIN_CHUNKS):
        quality.received(number)
    assert quality.advice(4 * MIN_CHUNKS) == ""
