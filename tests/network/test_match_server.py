"""Clients follow and sit down: they receive the right messages, and wrong requests are refused."""

from __future__ import annotations

import json

import pytest

from game.network.lines.pipe import EventHappened
from game.network.lines.tickets import CODE_LIFETIME_S
from game.network.protocol.match_info import MatchDetails
from game.network.rate_limits import (
    FAILED_CODE_RATE,
    MESSAGE_RATE,
)
from game.network.server.client import MAX_QUEUED_MESSAGES, POLICY_VIOLATION, Client
from game.network.server.match_server import MatchServer
from game.network.server.served_table import MAX_KEPT_EVENTS
from game.platform.i18n import LANGUAGES, in_language
from game.rules.proposals import GoBack, Play, Resign
from game.screen.plugin.typed_moves import why_not_played
from game.table.history import Played
from game.table.match import Match
from game.table.spec import ClockSpec, two_people
from game.table.wire_events import decode, encode, from_snapshot
from tests.network.lines import Caller, House, Json


def play(house: House, text: str) -> None:
    """Play as somebody at the table."""
    house.match.submit_or_raise(Play(tuple(house.match.game.parse_turn(house.match.state, text))))
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
    house.match.submit_or_raise(GoBack(2))
    house.match.submit_or_raise(Resign(1))
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
            assert isinstance(event, Played)
            assert event.entry.action is not None
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
def test_who_cannot_go_on_is_given_the_match_as_it_is(since: Json) -> None:
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
    for number in range(MAX_KEPT_EVENTS):
        play(house, "c3")
        house.match.submit_or_raise(GoBack(0))
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
    house.go_on(CODE_LIFETIME_S)
    one.say("claim", code=second)
    assert [said["code"] for said in one.of("error")] == ["wrong-code", "wrong-code"]
    assert house.channel.places[1].state == "free", "the table knows it, too"


def lock_out(house: House, address: str = "10.0.0.7") -> Caller:
    """Return a client whose address has used up its attempts."""
    one = Caller(house, address)
    for _try in range(FAILED_CODE_RATE[1]):
        one.say("claim", code="AAAA-AAAA")
    one.say("claim", code="AAAA-AAAA")
    codes = [said["code"] for said in one.of("error")]
    assert codes == ["wrong-code"] * FAILED_CODE_RATE[1] + ["too-many"]
    return one


def test_guessing_is_stopped_for_a_while() -> None:
    house = House()
    one = lock_out(house)
    code = house.channel.offer_seat(0)
    one.say("claim", code=code)
    assert not one.of("seated")
    house.go_on(1 / FAILED_CODE_RATE[0])
    one.say("claim", code=code)
    assert one.of("seated")


def test_wrong_keys_are_tries_too() -> None:
    house = House()
    one = Caller(house)
    for _try in range(FAILED_CODE_RATE[1] + 1):
        one.say("resume", key="k" * 40)
    assert [said["code"] for said in one.of("error")] == ["wrong-key"] * FAILED_CODE_RATE[1] + [
        "too-many"
    ]


def test_tries_of_others_shut_nobody_out() -> None:
    house = House()
    for number in range(18):
        lock_out(house, f"10.0.1.{number}")
    one = Caller(house, "10.0.2.1")
    one.say("claim", code=house.channel.offer_seat(1))
    assert one.of("seated")


def test_the_key_of_a_seat_fits_while_its_address_is_locked_out() -> None:
    house = House()
    holder = house.seated(1)
    key = holder.of("seated")[0]["key"]
    holder.go()
    one = lock_out(house)
    one.say("resume", key=key)
    assert one.of("seated")[0]["seat"] == 1


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
    assert set(answer["words"]) == set(LANGUAGES)
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
    seat = house.channel.places[1]
    assert seat.state == "away"
    again = Caller(house)
    again.say("resume", key=one.of("seated")[0]["key"])
    house.go_on()
    assert house.channel.places[1].state == "here"
    assert again.of("seats")[-1]["here"] == {"1": True}


@pytest.mark.parametrize(("back", "left"), [(False, 2), (True, 0)])
def test_taking_back_is_as_the_table_allows(back: bool, left: int) -> None:
    house = House(about=MatchDetails("a game", back=back))
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
    house.channel = type(house.channel)(
        house.match, MatchDetails("next"), house.send, {0: holders[1]}
    )
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


def test_whoever_sends_too_fast_is_cut_off() -> None:
    house = House()
    one = Caller(house)  # sends its first message, to follow
    for number in range(MESSAGE_RATE[1] - 1):
        one.say("ping", number=number)
        assert one.of("pong")[-1]["number"] == number, "it reads what it is answered"
    assert not one.client.cut_off
    one.say("ping", number=99)
    assert one.of("error")[-1]["code"] == "too-fast"
    assert one.client.cut_off == POLICY_VIOLATION
    one.say("ping", number=100)
    house.go_on(60.0)
    one.say("ping", number=101)
    assert one.of("pong")[-1]["number"] == MESSAGE_RATE[1] - 2, "nothing more is heard"


def test_messages_at_the_allowed_rate_go_on_for_ever() -> None:
    house = House()
    one = Caller(house)
    for number in range(5 * MESSAGE_RATE[1]):
        house.go_on(1 / MESSAGE_RATE[0])
        one.say("ping", number=number)
        assert one.of("pong")[-1]["number"] == number
    assert not one.client.cut_off


def test_whoever_leaves_answers_unread_is_cut_off() -> None:
    house = House()
    one = Caller(house)
    for number in range(MAX_QUEUED_MESSAGES):
        one.say("ping", number=number)
    assert not one.client.cut_off
    one.say("ping", number=99)
    assert one.client.cut_off == POLICY_VIOLATION


def test_following_again_and_again_is_answered_once() -> None:
    """Long answers are not queued twice, so repeated requests to follow cost nothing."""
    house = House()
    one = Caller(house)
    for _number in range(20):
        one.say("follow")
    assert len(one.of("snapshot")) == 1
    assert len(one.of("tables")) == 1


def test_all_lines_of_an_address_share_what_may_be_sent_to_them() -> None:
    house = House()
    first, second, other = Caller(house), Caller(house), Caller(house, "10.0.0.8")
    assert first.client.sending is second.client.sending
    assert other.client.sending is not first.client.sending
    code = house.channel.offer_seat(0)
    first.say("claim", code=code, key="k" * 32)
    assert first.client.sending is not second.client.sending, "a seat has an account of its own"
    third = Caller(house)
    third.say("resume", key="k" * 32)
    assert third.client.sending is first.client.sending


def test_a_follower_is_woken_by_whatever_happens() -> None:
    house = House(two_people("multiplicity size=3").with_(clock=ClockSpec(300, 0)))
    one = Caller(house)
    for happens in (
        lambda: play(house, "c3"),
        lambda: house.match.clock.run(0, 0.0),
        lambda: house.seated(1),
        lambda: house.channel.withdraw_seat(1),
    ):
        assert one.of("snapshot")
        one.client.wake.clear()
        happens()
        house.go_on()
        assert one.client.wake.is_set()


def test_words_of_an_event_come_with_it_and_stay_for_those_who_come_later() -> None:
    house = House(
        about=MatchDetails("a game", words=lambda _event: {"en": {"caption": "so it is"}})
    )
    one = Caller(house)
    assert one.of("snapshot")
    play(house, "c3")
    assert one.of("event")[0]["words"] == {"en": {"caption": "so it is"}}
    assert Caller(house).of("snapshot")[0]["words"] == {"en": {"caption": "so it is"}}


def test_a_seat_is_told_where_it_sits() -> None:
    house = House()
    name = house.channel.table
    one = house.seated(1)
    [seated] = one.of("seated")
    assert (seated["table"], seated["seat"], seated["asked"]) == (name, 1, 0)
    one.play(4, "c3")
    assert one.of("answer")[0]["table"] == name
    again = Caller(house)
    again.say("resume", key=seated["key"])
    [told] = again.of("seated")
    assert (told["table"], told["seat"], told["asked"]) == (name, 1, 4)
    assert "key" not in told
    house.channel.withdraw_seat(1)
    house.go_on()
    [unseated] = again.of("unseated")
    assert (unseated["table"], unseated["seat"]) == (name, 1)


def test_a_seat_is_given_up() -> None:
    house = House()
    one = house.seated(1)
    key = one.of("seated")[0]["key"]
    assert house.told[-1]["state"] == "here"
    assert house.told[-1]["key"] == house.hall.tables[house.channel.table].holders[1].key
    one.say("leave")
    assert one.of("unseated")[0]["seat"] == 1
    assert house.channel.places[1].state == "free"
    assert [(said["state"], said["key"]) for said in house.told if said["is"] == "seat"][-1] == (
        "free",
        "",
    )
    one.say("leave")
    assert one.of("error")[-1]["code"] == "not-seated"
    one.say("resume", key=key)
    assert one.of("error")[-1]["code"] == "wrong-key"


def test_a_code_ends_when_the_seat_is_taken_back() -> None:
    house = House()
    code = house.channel.offer_seat(1)
    house.channel.withdraw_seat(1)
    one = Caller(house)
    one.say("claim", code=code)
    assert one.of("error")[0]["code"] == "wrong-code"


def test_a_proposal_said_again_before_its_answer_is_asked_once() -> None:
    house = House()
    one = house.seated(0)
    run = one.run
    asked = {"v": 1, "type": "propose", "number": 1, "run": run, "seen": 0}
    text = json.dumps({**asked, "proposal": {"is": "play", "actions": ["c3"]}})
    house.hall.on_message(one.client, text)
    house.hall.on_message(one.client, text)
    house.hall.on_message(
        one.client, text.replace(run, "another").replace('"number": 1', '"number": 2')
    )
    assert [(said["number"], said["seen"]) for said in house.told if said["is"] == "ask"] == [
        (1, 0),
        (2, -1),
    ]


def test_a_key_leads_to_its_own_table() -> None:
    house = House()
    first = house.seated(1)
    key = first.of("seated")[0]["key"]
    other = Match(two_people("multiplicity size=4"))
    channel = type(house.channel)(other, MatchDetails("another"), house.send)
    channel.open()
    one = Caller(house)
    assert one.of("snapshot")[0]["table"] == channel.table, "the newest one"
    one.say("resume", key=key)
    assert one.of("snapshot")[-1]["table"] == house.channel.table
    assert one.of("seated")[0]["seat"] == 1
    assert one.client.seat == 1
    play(house, "c3")
    assert one.of("event")[-1]["table"] == house.channel.table
    assert one.of("choices")[-1]["table"] == house.channel.table


def test_whoever_has_gone_counts_no_longer() -> None:
    house = House()
    here = [Caller(house) for _number in range(2)]
    assert house.told[-1] == {"is": "followers", "count": 2}
    here[0].go()
    assert house.told[-1] == {"is": "followers", "count": 1}


def test_everybody_is_told_which_tables_there_are() -> None:
    house = House()
    one = Caller(house)
    first = house.channel.table
    [told] = one.of("tables")
    assert [table["table"] for table in told["tables"]] == [first]
    assert told["tables"][0]["about"]["title"] == "a game"
    assert told["seats"] is True
    other = type(house.channel)(
        Match(two_people("multiplicity size=4")), MatchDetails("next"), house.send
    )
    other.open()
    assert [table["table"] for table in one.of("tables")[-1]["tables"]] == [first, other.table]
    assert len(one.of("snapshot")) == 1, "it stays where it is"
    one.say("follow", table=other.table)
    assert one.of("snapshot")[-1]["table"] == other.table
    house.hall.mark_unreadable(other.table)
    assert one.of("snapshot")[-1]["table"] == first
    assert one.of("tables")[-1]["tables"][1:] == [{"table": other.table, "unreadable": True}]
    other.open()
    assert [table["table"] for table in one.of("tables")[-1]["tables"]] == [first, other.table]
    house.hall.mark_unreadable("elsewhere")
    house.receive({"is": "close", "table": "elsewhere"})
    assert len(one.of("tables")[-1]["tables"]) == 2
    deaf = MatchServer(lambda _said: None, lambda: 0.0, seats=False)
    assert deaf.tables_text().endswith("false}")


def test_a_key_is_told_its_seat_of_the_next_match() -> None:
    house = House()
    one = house.seated(1)
    held = house.channel.holders
    house.channel.close()
    channel = type(house.channel)(
        Match(two_people("multiplicity size=4")), MatchDetails("next"), house.send, {0: held[1]}
    )
    channel.open()
    told = one.of("seated")[-1]
    assert (told["table"], told["seat"], told["asked"]) == (channel.table, 0, 0)


def test_the_first_message_is_to_follow() -> None:
    house = House()
    one = Caller.__new__(Caller)
    one.house, one.heard, one.client = house, [], Client("10.0.0.7", 0.0)
    house.hall.connect(one.client)
    one.say("claim", code="AAAA-AAAA")
    one.say("ping", number=4)
    assert one.of("error")[0]["code"] == "no-follow"
    assert one.of("pong")[0]["number"] == 4


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


def test_what_happens_wakes_all_who_follow_that_table() -> None:
    house = House()
    one, elsewhere = Caller(house), Caller(house, table="another")
    elsewhere.client.table = None
    for caller in (one, elsewhere):
        caller.of("snapshot")
        caller.client.wake.clear()
    house.match.play(house.match.legal()[0])
    [(seq, event)] = house.match.feed(0).drain()
    house.hall.apply(EventHappened(house.channel.table, encode(seq, event), {}))
    assert one.client.wake.is_set()
    assert not elsewhere.client.wake.is_set()


def test_a_seat_is_sent_to_on_an_account_of_its_own_wherever_it_comes_from() -> None:
    house = House()
    watching, holder = Caller(house, "10.0.0.7"), house.seated(1)
    assert holder.client.address == watching.client.address
    assert holder.client.sending is not watching.client.sending
    again = Caller(house, "10.0.0.8")
    again.say("resume", key=holder.of("seated")[0]["key"])
    assert again.client.sending is holder.client.sending


def test_a_typed_move_that_is_none_is_answered_with_the_reason_in_every_language() -> None:
    """The game itself explains what is wrong, in the words that a sensor board shows."""
    house = House(about=MatchDetails("a game", why=why_not_played))
    code = house.channel.offer_seat(0)
    one = Caller(house)
    one.say("claim", code=code)
    house.go_on()
    first = house.match.legal()[0]
    house.match.play(first)
    house.go_on()
    while house.match.to_move != 0:
        house.match.play(house.match.legal()[0])
    house.go_on()
    taken, state = first.text, house.match.state
    one.play(1, taken)
    answer = one.of("answer")[-1]
    assert not answer["accepted"]
    for language in LANGUAGES:
        with in_language(language):
            assert answer["words"][language] == why_not_played(house.match.game, state, (taken,))
    assert len(set(answer["words"].values())) == len(LANGUAGES)
    assert house.match.state == state
