"""Seats on phones get hints: who may ask, when, how often, and how hints are sent and shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from game.network.errors import NetworkError
from game.network.protocol.match_info import MatchDetails
from game.rules.events import Seat
from game.rules.proposals import GoBack, Play, Resign
from game.screen.play import assistant
from game.screen.play.assistant import Assistant
from game.table.engine_seat import TurnChooser, engine_player
from game.tournament import operations
from game.tournament.plan import TournamentPlan
from game.tournament.store import TournamentStore
from tests.network.lines import Caller, House
from tests.network.served import Served
from tests.network.test_in_play import SETUP, InPlay, Phone
from tests.network.test_page import seated, tap
from tests.support.browser import PHONE, Browser
from tests.support.languages import each_language

HINT = {"is": "hint"}
Json = dict[str, Any]


def codes(line: Caller) -> list[str]:
    return [said["code"] for said in line.of("answer")]


def test_only_the_seat_to_move_may_ask_and_is_told() -> None:
    asked: list[Seat] = []
    house = House(about=MatchDetails("a game", hint=asked.append))
    one, other, spectator = house.seated(0), house.seated(1), Caller(house)
    other.propose(1, HINT)
    assert codes(other) == ["not-your-turn"]
    spectator.propose(1, HINT)
    assert spectator.of("error")[-1]["code"] == "not-seated"
    one.propose(1, HINT)
    assert codes(one) == [""]
    assert asked == [0]
    house.channel.give_hint(0, lambda: "Place on c3", ("c3",))
    [told] = one.of("hint")
    assert (told["points"], told["arrows"], told["words"]["en"]) == (["c3"], [], "Place on c3")
    assert not other.of("hint")
    assert not spectator.of("hint")
    house.match.submit_or_raise(Play((house.match.legal()[0],)))
    one.propose(2, HINT, seen=0)
    house.match.submit_or_raise(Resign(0))
    other.propose(2, HINT)
    assert (codes(one)[1:], codes(other)[1:], asked) == (["moved-on"], ["ended"], [0])


@pytest.mark.parametrize("wrong", [{"actions": ["c3"]}, {"offer": "draw"}, {"is": "hints"}])
def test_a_request_with_anything_else_is_no_message(wrong: Json) -> None:
    house = House(about=MatchDetails("a game", hint=lambda seat: pytest.fail("asked")))
    one = house.seated(0)
    one.propose(1, {**HINT, **wrong})
    assert one.of("error")[-1]["code"] == "message"
    assert house.match.to_move == 0


def test_a_table_gives_none_unless_it_wants_to() -> None:
    one = House().seated(0)
    one.propose(1, HINT)
    [answer] = one.of("answer")
    assert (answer["accepted"], answer["code"]) == (False, "no-hints")
    assert answer["words"]["en"] == "no hints are given in this game"


# -- in the window ---------------------------------------------------------------------------------


@pytest.fixture
def in_play(monkeypatch: pytest.MonkeyPatch) -> Iterator[InPlay]:
    monkeypatch.setattr(assistant, "HELP_NODES", 300)
    made = InPlay("person", "person")
    yield made
    made.close()


class Asking:
    """A phone at seat 0 that asks for hints, and all messages that it has received."""

    def __init__(self, house: InPlay) -> None:
        self.house, self.phone = house, Phone(house, house.offer(0))
        assert house.until(lambda: house.state(0) == "here")
        self.heard: list[Json] = []

    def of(self, kind: str) -> list[Json]:
        with suppress(TimeoutError):
            while True:
                self.heard.append(json.loads(self.phone.line.recv(0)))
        return [said for said in self.heard if said["type"] == kind]

    def ask(self) -> str:
        """Ask for a hint, and return the code of the answer."""
        count, self.phone.number = len(self.of("answer")), self.phone.number + 1
        head = {"number": self.phone.number, "run": self.phone.run}
        self.phone.say("propose", **head, seen=self.house.match.seq, proposal=HINT)
        assert self.house.until(lambda: len(self.of("answer")) > count)
        return str(self.of("answer")[-1]["code"])

    def hints(self, count: int) -> list[Json]:
        assert self.house.until(lambda: len(self.of("hint")) >= count)
        return self.of("hint")


def allow(house: InPlay) -> None:
    """Allow hints, and wait until the tournament has been loaded."""
    house.app.change_settings(phones_hints=True)
    assert house.until(lambda: not house.app.network.in_tournament(house.match))


def test_one_hint_a_turn_is_searched_for_a_phone_and_told_again(in_play: InPlay) -> None:
    in_play.serve()
    asking, match = Asking(in_play), in_play.match
    assert asking.ask() == "no-hints"
    allow(in_play)
    assert in_play.until(lambda: [one["on"] for one in asking.of("hints")][-1])
    assert asking.ask() == ""
    [told] = asking.hints(1)
    assert told["words"]["en"].startswith(f"Place on {told['points'][0]}")
    assert told["words"]["de"] != told["words"]["en"]
    assert in_play.play.assistant.answer is None, "who sits at the window sees nothing of it"
    assert asking.ask() == ""
    assert asking.hints(2)[1] == told
    match.submit_or_raise(Play((match.legal()[0],)))
    in_play.app.frame(0.05)
    match.submit_or_raise(GoBack(0))
    in_play.app.frame(0.05)
    assert asking.ask() == "hint-used", "also after the turn was taken back"
    in_play.app.change_settings(phones_hints=False)
    assert asking.ask() == "no-hints"
    assert in_play.until(lambda: not [one["on"] for one in asking.of("hints")][-1])
    assert len(asking.of("hint")) == 2


def test_a_search_ends_with_the_turn(in_play: InPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assistant, "HELP_NODES", 10**9)
    in_play.serve()
    asking, match = Asking(in_play), in_play.match
    allow(in_play)
    assert asking.ask() == ""
    helper = in_play.play.sharing.hints.helper
    assert helper.asking
    match.submit_or_raise(Play((match.legal()[0],)))
    in_play.app.frame(0.05)
    assert not helper.asking
    in_play.let_hear()
    assert not asking.of("hint")


def test_a_search_that_fails_is_said_and_may_be_tried_again(in_play: InPlay) -> None:
    def make_player(*asked: Any) -> TurnChooser:
        if short_of_memory:
            raise OSError("no memory")
        return engine_player(*asked)

    short_of_memory = [True]
    in_play.play.sharing.hints.helper = Assistant(in_play.match, make_player)
    in_play.serve()
    asking = Asking(in_play)
    allow(in_play)
    assert asking.ask() == ""
    [told] = asking.hints(1)
    assert "no memory" in told["words"]["en"]
    assert (told["points"], told["words"]["de"] == told["words"]["en"]) == ([], False)
    short_of_memory.clear()
    assert asking.ask() == ""
    assert asking.hints(2)[1]["points"]


def test_there_is_no_hint_in_a_game_of_a_tournament(in_play: InPlay) -> None:
    with TournamentStore() as store:
        number = store.found(TournamentPlan("cup", SETUP, rounds=1))
        for name in ("Mira", "Ada", "Ben"):
            store.carry_out(number, partial(operations.enter, names=[name], here=True))
        store.carry_out(number, operations.draw)
        sides = store.load(number).rounds[-1].games[0].sides
        names = [store.load(number).entrants[one].name for one in sides]
    spec = in_play.match.spec
    named = tuple(replace(seat, name=name) for seat, name in zip(spec.seats, names))
    in_play.match.spec = replace(spec, seats=named)
    in_play.app.change_settings(phones_hints=True)
    in_play.serve()
    assert in_play.app.network.in_tournament(in_play.match), "until it is known that it is none"
    in_play.let_hear()
    asking = Asking(in_play)
    assert asking.ask() == "no-hints"
    assert in_play.app.network.broadcast is not None
    requests = in_play.app.network.broadcast.tournament_requests
    assert requests is not None
    assert requests.games, "the tournament has been read"


# -- on the page -----------------------------------------------------------------------------------


def refusing(code: str) -> Callable[[Seat], None]:
    def hint(seat: Seat) -> None:
        raise NetworkError(code)

    return hint


def test_the_page_shows_the_hint_until_the_position_changes(browser: Browser) -> None:
    with Served() as served:
        channel, asked = served.channel, list[Seat]()
        channel.about = replace(channel.about, hint=asked.append)
        page = seated(served, browser, 0, PHONE)
        assert served.until(lambda: page.get("document.querySelectorAll('.spot.place').length > 0"))
        assert "Hint" not in page.text("#choices"), "not unless the table allows it"
        page.press("h", 72, "h")
        channel.change("hints", on=True)
        assert served.until(lambda: "Hint" in page.text("#choices"))
        assert not asked
        page.press("h", 72, "h")
        assert served.until(lambda: asked == [0])
        assert served.until(lambda: page.text("#hint") == "Looking for a hint …")
        sentence = "Place on c3: <b>a group of 1</b>"
        channel.give_hint(0, lambda: sentence, ("c3", "d3"), (("c3", "d3"),))
        assert served.until(lambda: page.text("#hint") == sentence)
        assert page.get("document.querySelectorAll('.advice circle').length") == 4
        assert page.get("document.querySelectorAll('.advice path').length") == 2
        assert page.get("document.querySelector('#spoken').textContent") == sentence
        for size, language in each_language(((360, 640), (844, 390))):
            page.resize(size)
            page.speak(language)
            assert page.cut("#choices button, #asked, #hint") == [], (size, language)
        page.speak("en")
        page.resize(PHONE)
        tap(page, "c3")
        assert served.until(lambda: len(served.match.entries) == 1)
        assert served.until(
            lambda: not page.get("document.querySelector('.advice').children.length")
        )
        assert page.text("#hint") == ""
        channel.about = replace(channel.about, hint=refusing("hint-used"))
        while served.match.to_move == 1:
            served.play(served.match.legal()[0])
        assert served.until(lambda: "Hint" in page.text("#choices"))
        page.get("[...document.querySelectorAll('#choices button')].at(-1).click()")
        assert served.until(lambda: "you have had your hint" in page.text("#alert"))
        assert page.text("#hint") == ""
        assert not page.complaints


def test_the_turning_points_lead_to_their_turns(browser: Browser) -> None:
    with Served() as served:
        match = served.match
        for text in ("c3", "c2,a5"):
            served.play(*match.game.parse_turn(match.state, text))
        page = seated(served, browser, 0, PHONE)
        sentence = "Turn 1: White <b>60%</b>"
        served.channel.change("story", turns=[1], words=[{"en": sentence}])
        served.go_on()
        assert page.text("#points") == "", "not before the end"
        match.submit_or_raise(Resign(0))
        assert served.until(lambda: page.text("#points") == sentence)
        page.click("#points button")
        assert served.until(lambda: "After turn 1 of 2" in page.text("#asked"))
        served.channel.change("story", turns=[], words=[])
        assert served.until(lambda: page.text("#points") == "")
        assert not page.complaints
