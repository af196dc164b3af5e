"""With a scripted board, the host's end of the protocol is right, message by message."""

from __future__ import annotations

from hardware.host.board_connection import (
    HANDSHAKING,
    KEEP_ALIVE_S,
    TALKING,
    BoardConnection,
    HandshakeDone,
    MessagesLost,
)
from hardware.wire.codec import Decoder, Undecodable, encode
from hardware.wire.messages import (
    HELLO_PERIOD_S,
    Ack,
    BoardState,
    Error,
    ErrorCode,
    GetReadings,
    GetState,
    Hello,
    Lights,
    Message,
    Palette,
    Ping,
)
from tests.hardware.host.strange_ports import a_welcome

EMPTY = (0,) * 19
DAMAGED = b"\x05\x84\x01\x02\x03\x00"  # begins like an event, but its checksum is wrong


class Talk:
    """A connection and a scripted board at its other end."""

    def __init__(self) -> None:
        self.connection = BoardConnection()
        self._decoder, self.sent = Decoder(), 0

    def heard(self, now: float, *messages: Message | bytes) -> list[object]:
        data = b""
        for message in messages:
            if isinstance(message, bytes):
                data += message
            else:
                data += encode(message, self.sent & 0xFF)
                self.sent += 1
        return list(self.connection.feed(data, now))

    def said(self, now: float) -> list[Message]:
        """Return the messages that the host sends now."""
        return [
            one for one in self._decoder.feed(self.connection.due(now)) if isinstance(one, Message)
        ]

    def settle(self, now: float) -> list[Message]:
        """Answer the host until it sends nothing more; return all its messages."""
        out: list[Message] = []
        while sent := self.said(now):
            out += sent
            assert len(out) < 20, "something is sent again and again"
            for one in sent:
                answer = (
                    BoardState(one.sequence, 1, round(1000 * now), EMPTY)
                    if isinstance(one, GetState)
                    else Ack(one.sequence)
                )
                self.heard(now, answer)
        return out

    def greet(self, now: float = 0.0) -> list[Message]:
        """Do the handshake; return the messages that the host sends after it."""
        (hello,) = self.said(now)
        assert isinstance(hello, Hello)
        events = self.heard(now, a_welcome(hello.sequence))
        assert [type(one) for one in events] == [HandshakeDone]
        return self.settle(now)


def kinds(messages: list[Message]) -> list[type[Message]]:
    return [type(one) for one in messages]


def test_a_board_is_greeted_again_and_again_until_it_answers() -> None:
    talk = Talk()
    hellos = talk.said(0.0)
    assert talk.said(HELLO_PERIOD_S / 2) == []
    hellos += talk.said(HELLO_PERIOD_S)
    assert [(type(one), one.sequence) for one in hellos] == [(Hello, 1), (Hello, 2)]
    assert talk.connection.unanswered(5.0) == 5.0, "since the first"
    talk.heard(5.0, a_welcome(2))
    assert talk.connection.unanswered(9.0) == 0.0


def test_after_the_handshake_comes_all_that_a_board_must_know() -> None:
    talk = Talk()
    assert kinds(talk.greet()) == [Palette, GetState]
    talk.connection.light([1, 2], 99)
    assert talk.settle(0.1) == [Lights(99, (1, 2), sequence=3)]
    talk.connection.light([1, 2], 99)
    assert talk.settle(0.2) == [], "they are lit already"
    talk.connection.greet_again()
    assert kinds(talk.greet(1.0)) == [Palette, GetState, Lights]


def test_lights_that_are_told_before_the_handshake_wait_for_it() -> None:
    talk = Talk()
    talk.connection.light([7])
    assert kinds(talk.greet()) == [Palette, GetState, Lights]


def test_a_line_on_which_nothing_is_to_be_said_is_kept_alive() -> None:
    talk = Talk()
    talk.greet()
    assert talk.settle(KEEP_ALIVE_S / 2) == []
    assert kinds(talk.settle(KEEP_ALIVE_S)) == [Ping]
    assert talk.settle(1.5 * KEEP_ALIVE_S) == []
    talk.connection.light([7])
    talk.settle(1.6 * KEEP_ALIVE_S)
    assert kinds(talk.settle(2.6 * KEEP_ALIVE_S)) == [Lights], "a lamp that was plugged in is lit"


def test_nothing_is_sent_to_keep_a_line_alive_while_an_answer_is_awaited() -> None:
    talk = Talk()
    talk.greet()
    talk.connection.put(GetState())
    first = talk.said(0.5)
    sent = [one for tenth in range(6, 60) for one in talk.said(tenth / 10)]
    assert kinds(first) == [GetState]
    tries = [one for one in sent if one.sequence == first[0].sequence]
    assert tries
    assert all(isinstance(one, GetState) for one in sent[: len(tries)])


def test_damage_is_followed_by_a_question_only_where_a_board_talks() -> None:
    talk = Talk()
    talk.said(0.0)
    (chunk,) = talk.heard(0.1, DAMAGED)
    assert isinstance(chunk, Undecodable)
    assert talk.connection.phase == HANDSHAKING
    talk.greet(HELLO_PERIOD_S)
    assert talk.connection.phase == TALKING
    told = talk.heard(1.0, DAMAGED)
    assert [type(one) for one in told] == [Undecodable, MessagesLost]
    assert kinds(talk.settle(1.0)) == [GetState]
    assert talk.connection.quality.share(1.0) == 0.0, "two chunks tell nothing of a line"


def test_a_number_that_is_missing_is_followed_by_a_question() -> None:
    talk = Talk()
    talk.greet()
    state = BoardState(0, 1, 500, EMPTY)
    assert [type(one) for one in talk.heard(0.5, state)] == [BoardState]
    assert talk.settle(0.5) == []
    talk.sent += 1
    assert [type(one) for one in talk.heard(0.6, state)] == [MessagesLost, BoardState]
    assert kinds(talk.settle(0.6)) == [GetState]


def test_a_command_that_the_board_refuses_loses_nothing() -> None:
    talk = Talk()
    talk.greet()
    talk.connection.put(GetReadings(0))
    (asked,) = talk.said(0.5)
    refused = Error(asked.sequence, ErrorCode.NOT_POSSIBLE, GetReadings.type)
    assert [type(one) for one in talk.heard(0.6, refused)] == [Error]
    assert talk.settle(0.7) == []
    assert talk.connection.idle


def test_a_bad_line_is_known_by_what_is_damaged_at_either_end() -> None:
    for damaged in (DAMAGED, Error(0, ErrorCode.BAD_FRAMES, 1)):
        talk = Talk()
        talk.greet()
        for tenth in range(40):
            state = BoardState(0, 1, 100 * tenth, EMPTY)
            talk.heard(tenth / 10, state, *([damaged] if tenth % 4 == 0 else []))
        assert talk.connection.quality.advice(4.0).startswith("A bad line"), damaged
