"""Following and sitting down: what clients are told, what seats may ask, what is refused."""

from __future__ import annotations

import pytest

from game.network.channel import About
from game.network.codes import LASTS
from game.network.limits import MESSAGES, TRIES
from game.network.table import KEPT
from game.rules.proposals import GoBack, Play, Resign
from game.table.match import Match
from game.table.spec import ClockSpec, two_people
from game.table.wire_events import decode, from_snapshot
from tests.network.lines import Caller, House


def play(house: House, text: str) -> None:
    """Somebody at the table plays."""
    house.match.insist(Play(tuple(house.match.game.parse_turn(house.match.state, text))))
    house.go_on()


def test_a_follower_is_given_the_match_and_then_every_event() -> None:
    house = House()
    play(house, "c3")
    one = Caller(house)
    [snapshot] = one.of("snapshot")
    assert snapshot["seq"] == 1
    assert snapshot["position"]["pieces"] == {"c3": ["white", 0, 0]}
    assert snapshot["turns"] == [[1, 0, "c3", True]]
    play(house, "c2")
    play(house, "a5")
    house.match.insist(GoBack(2))
    house.match.insist(Resign(1))
    house.go_on()
    events = one.of("event")
    assert [(e["seq"], e["event"]) for e in events] == [
        (1, "played"),
        (2, "played"),
        (3, "taken-back"),
        (4, "ended"),
    ]
    assert events[0]["seen"][0]["point"] == "c2"
    assert events[3]["position"]["outcome"]["reason"] == "resigned"


def test_the_wire_makes_the_same_match_elsewhere() -> None:
    house = House()
    play(house, "c3")
    early = Caller(house, view="wire")
    play(house, "c2")
    late = Caller(house, view="wire")
    play(house, "a5")
    for one in (early, late):
        [snapshot] = one.of("snapshot")
        seq, match = from_snapshot(snapshot["data"])
        events = [*snapshot["events"], *(said["data"] for said in one.of("event"))]
        for number, data in enumerate(events, seq):
            read, event = decode(match.game, data)
            assert read == number
            match.play(event.entry.action)
        assert match.state == house.match.state


def test_after_a_cut_only_what_was_missed_is_told() -> None:
    house = House()
    one = Caller(house)
    run, seen = one.run, one.of("snapshot")[0]["seq"]
    one.go()
    play(house, "c3")
    play(house, "c2")
    again = Caller(house, run=run, since=seen)
    assert not again.of("snapshot")
    assert [said["seq"] for said in again.of("event")] == [0, 1]


@pytest.mark.parametrize("since", [{"run": "another", "since": 0}, {"since": 99}, {}])
def test_who_cannot_go_on_is_given_the_match_as_it_is(since: dict[str, object]) -> None:
    house = House()
    run = Caller(house).run
    play(house, "c3")
    one = Caller(house, **{"run": run, **since})
    assert one.of("snapshot")[0]["seq"] == 1
    assert not one.of("event")


def test_a_line_too_slow_for_the_events_is_given_the_match_as_it_is() -> None:
    house = House()
    slow, quick = Caller(house), Caller(house)
    assert slow.of("snapshot")
    assert quick.of("snapshot")
    for number in range(KEPT):
        play(house, "c3")
        house.match.insist(GoBack(0))
        house.go_on()
        assert len(quick.of("event")) == 2 * number + 2
    assert len(slow.of("snapshot")) == 2
    assert not slow.of("event")


def test_a_seat_is_taken_by_its_code_once() -> None:
    house = House()
    code = house.channel.offer_seat(1)
    one, other = Caller(house), Caller(house)
    one.say("claim", code=code.lower().replace("-", " "))
    assert one.of("seated")[0]["seat"] == 1
    assert house.channel.places[1].state == "here"
    other.say("claim", code=code)
    assert other.of("error")[0]["code"] == "wrong-code"
    assert not other.of("seated")


def test_a_code_ends_after_a_while_and_by_another_one() -> None:
    house = House()
    first = house.channel.offer_seat(1)
    second = house.channel.offer_seat(1)
    one = Caller(house)
    one.say("claim", code=first)
    house.go_on(LASTS)
    one.say("claim", code=second)
    assert [said["code"] for said in one.of("error")] == ["wrong-code", "wrong-code"]
    assert house.channel.places[1].state == "free", "the table knows it, too"


def test_guessing_is_stopped_for_a_while() -> None:
    house = House()
    one = Caller(house)
    for _try in range(TRIES[1] + 1):
        one.say("claim", code="AAAA-AAAA")
    assert one.of("error")[-1]["code"] == "too-many"
    code = house.channel.offer_seat(0)
    one.say("claim", code=code)
    assert not one.of("seated")
    house.go_on(60.0)
    one.say("claim", code=code)
    assert one.of("seated")


def test_a_seat_plays_and_is_answered_after_the_event() -> None:
    house = House()
    one = house.seated(0)
    assert {a["text"] for a in one.of("choices")[0]["actions"]} == set(
        house.match.game.topology.points
    )
    one.play(1, "c3")
    assert [entry.text for entry in house.match.entries] == ["c3"]
    kinds = [said["type"] for said in one.heard if said["type"] in ("event", "answer")]
    assert not kinds
    one.of("answer")
    kinds = [said["type"] for said in one.heard if said["type"] in ("event", "answer")]
    assert kinds == ["event", "answer"]
    assert one.of("event")[0]["by"] == "remote"
    assert one.of("choices")[-1]["actions"] == []


def test_a_proposal_said_twice_happens_once() -> None:
    house = House()
    one = house.seated(0)
    key = one.of("seated")[0]["key"]
    one.play(1, "c3", seen=0)
    one.go()
    again = Caller(house)
    again.say("resume", key=key)
    assert again.of("seated")[0]["asked"] == 1
    again.play(1, "c3", seen=0)
    assert again.of("answer")[0]["accepted"]
    assert len(house.match.entries) == 1


@pytest.mark.parametrize(
    ("actions", "code"), [(["z9"], "no-cell"), (["c3", "c3"], "turn-over"), (["pass"], "no-cell")]
)
def test_what_the_rules_refuse_is_refused_in_words(actions: list[str], code: str) -> None:
    house = House()
    one = house.seated(0)
    one.play(1, *actions)
    [answer] = one.of("answer")
    assert (answer["accepted"], answer["code"]) == (False, code)
    assert set(answer["words"]) == {"en", "fr", "de"}
    assert not house.match.entries


def test_a_seat_plays_in_its_turn_only() -> None:
    house = House()
    one = house.seated(1)
    one.play(1, "c3")
    assert one.of("answer")[0]["code"] == "not-your-turn"


def test_what_was_chosen_in_another_position_is_refused() -> None:
    house = House()
    one = house.seated(0)
    play(house, "c3")
    play(house, "c2,a5")
    one.play(1, "d3", seen=0)
    one.play(2, "d3", run="another")
    assert [said["code"] for said in one.of("answer")] == ["moved-on", "moved-on"]
    one.play(3, "b4")
    assert one.of("answer")[-1]["accepted"]


def test_a_spectator_changes_nothing() -> None:
    house = House()
    house.seated(0)
    one = Caller(house)
    one.play(1, "c3")
    one.propose(1, {"is": "resign"})
    one.say("leave")
    assert [said["code"] for said in one.of("error")] == ["not-seated"] * 3
    assert house.match.seq == 0


def test_a_seat_taken_back_is_nobodys() -> None:
    house = House()
    one = house.seated(0)
    house.channel.withdraw_seat(0)
    house.go_on()
    one.play(1, "c3")
    assert one.of("unseated")
    assert one.of("error")[-1]["code"] == "not-seated"
    assert house.channel.places[0].state == "free"
    again = Caller(house)
    again.say("resume", key=one.of("seated")[0]["key"])
    assert again.of("error")[0]["code"] == "wrong-key"


def test_a_cut_line_leaves_its_seat_away_until_it_comes_back() -> None:
    house = House()
    one = house.seated(1)
    one.go()
    assert house.channel.places[1].state == "away"
    again = Caller(house)
    again.say("resume", key=one.of("seated")[0]["key"])
    house.go_on()
    assert house.channel.places[1].state == "here"
    assert again.of("seats")[-1]["here"] == {"1": True}


@pytest.mark.parametrize(("back", "left"), [(False, 2), (True, 0)])
def test_taking_back_is_as_the_table_allows(back: bool, left: int) -> None:
    house = House(about=About("a game", back=back))
    one = house.seated(0)
    one.play(1, "c3")
    play(house, "c2")
    one.propose(2, {"is": "back"})
    assert len(house.match.entries) == left
    assert one.of("answer")[-1]["accepted"] == back


def test_an_action_of_the_turn_in_progress_is_taken_back() -> None:
    house = House()
    play(house, "c3")
    one = house.seated(1)
    one.play(1, "c2")
    assert house.match.turn_begun == 1
    one.propose(2, {"is": "back"})
    assert (house.match.turn_begun, len(house.match.entries)) == (0, 1)


def test_a_key_keeps_its_seat_in_the_next_match() -> None:
    house = House()
    one = house.seated(1)
    holders = house.channel.holders
    house.channel.close()
    assert one.of("tables")[-1]["tables"] == []
    house.match = Match(two_people("multiplicity size=4"))
    house.channel = type(house.channel)(house.match, About("next"), house._say, {0: holders[1]})
    house.channel.open()
    house.go_on()
    assert one.of("seated")[-1]["seat"] == 0
    one.play(1, "d4")
    assert len(house.match.entries) == 1


def test_the_clock_is_told_when_it_departs_from_what_followers_know() -> None:
    house = House(two_people("multiplicity size=3").with_(clock=ClockSpec(300, 0)))
    one = Caller(house)
    house.match.clock.run(0, 0.0)
    for _frame in range(100):
        house.go_on(0.1)
    told = one.of("clock")
    assert [said["running"] for said in told] == [0]
    late = Caller(house).of("clock")[-1]
    assert late["left"][0] - late["ago"] == pytest.approx(290, abs=0.3)
    play(house, "c3")
    assert one.of("clock")[-1]["running"] is None


def test_time_that_a_delay_holds_back_is_no_news() -> None:
    house = House(two_people("multiplicity size=3").with_(clock=ClockSpec(300, delay=5)))
    one = Caller(house)
    house.match.clock.run(0, 0.0)
    for _frame in range(100):
        house.go_on(0.1)
    told = one.of("clock")
    assert [said["running"] for said in told] == [0]
    assert told[0]["used"] == pytest.approx(0, abs=0.2)
    assert one.of("snapshot")[0]["about"]["clocks"][0]["delay"] == 5


def test_whoever_floods_is_cut_off() -> None:
    house = House()
    one = Caller(house)
    for _message in range(MESSAGES[1] + 1):
        one.say("ping", number=1)
    assert one.client.cut_off


def test_a_draw_is_offered_and_answered_over_the_line() -> None:
    house = House()
    one, other = house.seated(0), house.seated(1)
    one.play(1, "c3")
    assert one.of("offers")[-1]["may"] == {"0": ["draw"], "1": ["draw"]}
    one.propose(2, {"is": "offer", "offer": "draw"})
    told = other.of("offers")[-1]
    assert told["offer"] == {"what": "draw", "seat": 0, "waiting": [1]}
    one.propose(3, {"is": "accept"})
    assert one.of("answer")[-1]["code"] == "no-offer"
    other.propose(1, {"is": "decline"})
    assert other.of("offers")[-1]["offer"] is None
    other.propose(2, {"is": "accept"})
    assert other.of("answer")[-1]["code"] == "no-offer"
    other.propose(3, {"is": "offer", "offer": "draw"})
    one.propose(4, {"is": "accept"})
    assert house.match.outcome is not None
    assert house.match.outcome.reason == "agreed"


def test_a_key_of_the_clients_own_is_known_even_if_the_answer_is_lost() -> None:
    house = House()
    one = Caller(house)
    one.say("claim", code=house.channel.offer_seat(1), key="k" * 31)
    assert one.of("error")[0]["code"] == "message"
    one.say("claim", code=house.channel.offer_seat(1), key="k" * 32)
    one.go()
    again = Caller(house)
    again.say("resume", key="k" * 32)
    assert again.of("seated")[0]["seat"] == 1
