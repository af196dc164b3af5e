"""A line that spoils bytes is reported as bad, with its error rate and with advice."""

from __future__ import annotations

import random

import pytest

from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.host.board_connection import TALKING, BoardConnection
from hardware.host.line_quality import MIN_CHUNKS, LineQuality
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.debounce import Debouncer
from hardware.wire.codec import Decoder, Undecodable
from hardware.wire.messages import BoardState
from tests.table.homeward import homeward
from tools.rig import exercise
from tools.rig.clumsy import CAREFUL, random_turn
from tools.rig.exercise import ExerciseReport
from tools.rig.table import SteppedDevice

from .strange_ports import STEP, BadLine, SpoiltLine


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


def damaged_game(
    setup: str, share: float, seed: int, device: SteppedDevice | None = None, turns: int = 12
) -> ExerciseReport:
    """Play some turns over a line that spoils this share of the bytes; return the report."""
    game = parse_setup(setup)
    match = Match(two_people(setup, game.seats), game=game)
    board = device or SimulatedBoard(BoardIdentity(game.topology.name, len(game.topology)))
    policy = homeward if game.key == "less" else random_turn
    line = SpoiltLine(board, share, seed)
    played = exercise.rehearse(match, line, seed, habits=CAREFUL, longest=turns, policy=policy)
    table, driver = played.table, played.table.line.driver  # type: ignore[attr-defined]
    assert table.run_until(lambda: driver.tracker is not None and driver.states != (), 400.0)
    began = table.now
    account = played.play()
    assert table.now - began < turns * 15.0
    return account


@pytest.mark.parametrize(
    "seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 41))]
)
@pytest.mark.parametrize(
    "setup",
    ["multiplicity size=3", "libra size=3 mode=duel", "less seed=4", "more-or-less"],
)
def test_one_byte_in_ten_loses_no_turn_and_no_order(
    setup: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Seconds, long enough for the slow line; the button is not pressed.
    monkeypatch.setattr(exercise, "PRESS_DELAY_S", 60.0)
    account = damaged_game(setup, 0.1, seed)
    assert account.wrong == ""
    assert (account.turns, account.told) == (12, [])


def test_a_line_of_text_made_by_damage_does_not_end_the_session() -> None:
    board = SimulatedBoard(BoardIdentity("hexagon-3", 19))
    conversation, now, states = BoardConnection(), 0.0, 0
    while now < 12.0:
        now += STEP
        said = board.advance(now)
        states += now > 8.0 and any(isinstance(one, BoardState) for one in Decoder().feed(said))
        conversation.feed(said if now < 2.0 or now > 6.0 else said[:-1] + b"\x01\0", now)
        board.feed(conversation.due(now), now)
        if 2.0 < now <= 2.0 + STEP:
            board.feed(b"\0?\r", now)
    assert states > 1


def test_a_whole_state_that_comes_before_its_events_leaves_no_gap() -> None:
    """Only missing numbers make a gap; a false gap would make the order of touches uncertain."""
    debouncer = Debouncer(3)
    debouncer.whole((0, 0, 0), 0.0)
    debouncer.whole((0, 1, 2), 0.3)
    debouncer.event(2, 2, 0.3)
    assert not debouncer.gap
    assert [touch.point for touch in debouncer.touches] == [1, 2]
