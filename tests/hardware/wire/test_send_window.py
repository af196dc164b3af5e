"""Commands are numbered, gaps are detected, and at most two commands are in flight."""

from __future__ import annotations

from hardware.wire.codec import Decoder, Undecodable, encode
from hardware.wire.messages import (
    Ack,
    Blink,
    Calibrate,
    GetState,
    Hello,
    Lights,
    Message,
    Ping,
    PointChanged,
)
from hardware.wire.palette import Light, standard
from hardware.wire.send_window import (
    MAX_TRIES,
    RETRY_TIMEOUT_S,
    SendWindow,
    SequenceGaps,
    SequenceNumbers,
)


def sent(data: bytes) -> list[Message | Undecodable]:
    return Decoder().feed(data)


def test_host_numbers_skip_zero() -> None:
    numbers = SequenceNumbers(1)
    assert [numbers.next() for _ in range(257)] == [*range(1, 256), 1, 2]


def test_board_numbers_wrap_through_zero() -> None:
    numbers = SequenceNumbers()
    assert [numbers.next() for _ in range(258)][-3:] == [255, 0, 1]


def test_gaps() -> None:
    gaps = SequenceGaps()
    assert [gaps.missed(n) for n in (254, 255, 0, 1, 3, 4, 4)] == [
        False,
        False,
        False,
        False,
        True,
        False,
        True,
    ]
    gaps.reset()
    assert not gaps.missed(99)


def test_at_most_two_unanswered() -> None:
    window = SendWindow()
    for _ in range(4):
        window.put(Ping())
    assert sent(window.due(0.0)) == [Ping(sequence=1), Ping(sequence=2)]
    assert window.due(0.1) == b""
    assert window.answered(Ack(reply_to=2)) == Ping(sequence=2)
    assert sent(window.due(0.1)) == [Ping(sequence=3)]
    assert window.answered(Ack(reply_to=2)) is None
    assert window.answered(PointChanged(1, 1, 0)) is None


def test_an_unanswered_command_is_repeated_with_its_number_and_then_given_up() -> None:
    window = SendWindow()
    window.put(GetState())
    for attempt in range(MAX_TRIES):
        assert sent(window.due(attempt * 1.0)) == [GetState(sequence=1)]
    assert window.due(MAX_TRIES * 1.0) == b""
    assert window.idle, "given up"


def test_the_time_of_an_answer_counts_only_where_the_command_was_sent_once() -> None:
    """If a command was sent twice, nobody can know which copy was answered (Karn's rule)."""
    window = SendWindow(limit=1)
    window.put(Ping())
    window.due(0.5)
    assert window.answered(Ack(reply_to=1), 0.625) == Ping(sequence=1)
    window.put(Ping())
    window.due(1.0)
    assert sent(window.due(2.0)) == [Ping(sequence=2)]
    assert window.answered(Ack(reply_to=2), 2.25) == Ping(sequence=2)
    assert list(window.trips) == [0.125]


def test_the_latest_hundred_times_are_kept() -> None:
    window = SendWindow()
    for number in range(300):
        window.put(Ping())
        window.due(float(number))
        window.answered(Ack(reply_to=number % 255 + 1), float(number))
    assert len(window.trips) == 100


def test_a_command_is_repeated_when_its_time_is_up_and_no_sooner() -> None:
    window = SendWindow()
    window.put(Ping())
    window.put(Hello())
    window.due(10.0)
    assert window.due(10.2) == b""
    assert sent(window.due(10.25)) == [Hello(sequence=2)]
    assert sent(window.due(10.0 + RETRY_TIMEOUT_S)) == [Ping(sequence=1)]


def test_all_that_is_due_is_repeated_and_makes_room_together() -> None:
    window = SendWindow()
    for _ in range(3):
        window.put(Ping())
    for now in (0.0, 1.0, 2.0):
        assert sent(window.due(now)) == [Ping(sequence=1), Ping(sequence=2)]
    assert sent(window.due(3.0)) == [Ping(sequence=3)]
    assert window.answered(Ack(reply_to=1)) is None, "given up"
    assert window.answered(Ack(reply_to=3)) == Ping(sequence=3)


def test_storing_takes_longer_than_asking() -> None:
    window = SendWindow()
    window.put(Calibrate(0))
    window.put(Hello())
    window.due(0.0)
    assert sent(window.due(1.0)) == [Hello(sequence=2)]


def test_newer_lights_replace_waiting_ones() -> None:
    window = SendWindow(limit=1)
    window.put(Ping())
    window.due(0.0)
    window.put(Lights(codes=(1,)), replace_same=True)
    window.put(Lights(codes=(2,)), replace_same=True)
    window.answered(Ack(reply_to=1))
    assert sent(window.due(0.0)) == [Lights(codes=(2,), sequence=2)]
    assert window.holds(Lights)
    window.clear()
    assert window.idle


def test_the_standard_palette_fits_one_frame_and_names_every_light() -> None:
    palette = standard()
    assert sent(encode(palette)) == [palette]
    assert palette.first == 0
    assert len(palette.colours) == len(Light) == 16
    assert palette.colours[Light.OFF] == type(palette.colours[0])(0, 0, 0)
    assert palette.colours[Light.WRONG].blink == Blink.FAST
