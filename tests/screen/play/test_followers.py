"""Seats on phones get one hint in each turn, sent only to that seat, and none after the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from game.network.errors import NetworkError
from game.rules.proposals import Resign
from game.screen.play.assistant import Assistant
from game.screen.play.followers import PhoneHints
from game.table.match import Match
from game.table.spec import two_people
from tests.screen.play.play_helpers import Dice
from tests.support.waiting import until

SETUP = "multiplicity size=3"


class Channel:
    """A channel to the seats; `given` holds each seat and the hint sent to it."""

    def __init__(self) -> None:
        self.given: list[tuple[int, str]] = []

    def give_hint(
        self, seat: int, words: Callable[[], str], points: Sequence[Any] = (), arrows: Any = ()
    ) -> None:
        self.given.append((seat, words()))


class Broken(Dice):
    def poll(self) -> Any:
        raise RuntimeError("out of order")


def hints(
    make: Any = Dice, wanted: Callable[[], bool] = lambda: True
) -> tuple[Match, PhoneHints, Channel]:
    match, way = Match(two_people(SETUP)), Channel()
    channel: Any = lambda: way  # noqa: E731 - the shape of a channel is enough
    return match, PhoneHints(match, wanted, channel, Assistant(match, make)), way


def told(found: PhoneHints, way: Channel, count: int) -> bool:
    return until(lambda: len(way.given) == count, step=found.update)


def test_a_seat_is_told_one_hint_in_its_turn_and_hears_it_again() -> None:
    match, found, way = hints()
    found.ask(0)
    assert told(found, way, 1)
    assert way.given[0][0] == 0
    found.ask(0)
    assert way.given[1] == way.given[0]
    match.play(match.legal()[0])
    found.update()
    found.ask(1)
    assert told(found, way, 3)
    assert way.given[2][0] == 1
    match.play(match.legal()[0])
    found.update()
    assert match.to_move == 1, "the turn goes on"
    with pytest.raises(NetworkError) as error:
        found.ask(1)
    assert error.value.code == "hint-used"
    found.helper.close()


def test_no_hint_is_given_after_the_end_or_where_none_is_wanted() -> None:
    answers = [True]
    match, found, way = hints(wanted=lambda: answers[0])
    assert found.allowed
    answers[0] = False
    assert not found.allowed
    with pytest.raises(NetworkError) as error:
        found.ask(0)
    assert error.value.code == "no-hints"
    answers[0] = True
    match.submit_or_raise(Resign(0))
    assert not found.allowed
    with pytest.raises(NetworkError):
        found.ask(0)
    found.update()
    assert way.given == []
    found.helper.close()


def test_an_engine_that_fails_is_told_and_may_be_asked_again() -> None:
    _match, found, way = hints(Broken)
    for count in (1, 2):
        found.ask(0)
        assert told(found, way, count)
    assert way.given == [(0, "The engine cannot help: out of order")] * 2
    found.helper.close()
