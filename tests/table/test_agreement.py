"""Agreements work: who can offer what, who has to answer, how an offer ends, what is recorded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

import pytest

from game.rules.events import Outcome
from game.rules.proposals import (
    Accept,
    Decline,
    GoBack,
    Offer,
    Play,
    Proposal,
    Refused,
    Resign,
    Withdraw,
)
from game.table.errors import RecordError
from game.table.history import Answered, Ended, Offered, OfferGone, Played, Reopened, TakenBack
from game.table.match import Match
from game.table.record import dump, from_record, load, to_record
from game.table.spec import two_people

LIBRA = "libra size=3 mode=target target=9"
DUEL = "libra size=2 mode=duel"
FOUR = "less seats=4 seed=3"
DRAW: Final = "draw"
END: Final = "end"


def begun(setup: str, turns: int = 1) -> Match:
    """Return a match after this many turns of first legal actions."""
    match = Match(two_people(setup, 4 if "seats=4" in setup else 2))
    turn(match, turns)
    return match


def turn(match: Match, count: int = 1) -> None:
    for _number in range(count):
        seat = match.to_move
        while match.to_move == seat and not match.over:
            match.play(match.legal()[0])


def ends(match: Match) -> list[str]:
    return [deal.end for deal in match.offers]


# -- what comes of an offer: proposals, the ends of the offers, whether the match is over ----------

TALKS: dict[str, tuple[str, Sequence[Proposal], list[str], bool]] = {
    "accepted": (LIBRA, [Offer(DRAW, 0), Accept(DRAW, 1)], ["agreed"], True),
    "offered by both": (LIBRA, [Offer(DRAW, 1), Offer(DRAW, 0)], ["agreed"], True),
    "counted": (LIBRA, [Offer(END, 0), Accept(END, 1)], ["agreed"], True),
    "declined": (LIBRA, [Offer(DRAW, 0), Decline(DRAW, 1)], ["declined"], False),
    "withdrawn": (LIBRA, [Offer(DRAW, 0), Withdraw(0)], ["withdrawn"], False),
    "still open": (LIBRA, [Offer(DRAW, 0)], [""], False),
    "two of four": (FOUR, [Offer(DRAW, 0), Accept(DRAW, 2), Accept(DRAW, 1)], [""], False),
    "all of four": (
        FOUR,
        [Offer(DRAW, 0), Accept(DRAW, 3), Accept(DRAW, 1), Accept(DRAW, 2)],
        ["agreed"],
        True,
    ),
    "a partner declines": (
        FOUR,
        [Offer(DRAW, 0), Accept(DRAW, 1), Decline(DRAW, 2)],
        ["declined"],
        False,
    ),
    "another's offer after one declined": (
        LIBRA,
        [Offer(DRAW, 0), Decline(DRAW, 1), Offer(END, 1)],
        ["declined", ""],
        False,
    ),
    "lost in an end": (LIBRA, [Offer(DRAW, 0), Resign(1)], ["lapsed"], True),
}


@pytest.mark.parametrize("name", TALKS)
def test_what_comes_of_an_offer(name: str) -> None:
    setup, said, ended, over = TALKS[name]
    match = begun(setup)
    for proposal in said:
        assert not match.over
        match.submit_or_raise(proposal)
    assert (ends(match), match.over) == (ended, over)
    if "agreed" in ended:
        assert match.outcome is not None
        assert match.outcome.reason == "agreed"


REFUSED: dict[str, tuple[str, Sequence[Proposal], Proposal, str]] = {
    "nothing offered": (LIBRA, [], Accept(DRAW, 1), "no-offer"),
    "nothing to withdraw": (LIBRA, [], Withdraw(0), "no-offer"),
    "one's own": (LIBRA, [Offer(DRAW, 0)], Accept(DRAW, 0), "no-offer"),
    "something else": (LIBRA, [Offer(DRAW, 0)], Accept(END, 1), "no-offer"),
    "a second offer": (LIBRA, [Offer(DRAW, 0)], Offer(END, 0), "offer-waits"),
    "another's": (LIBRA, [Offer(DRAW, 0)], Withdraw(1), "not-offered"),
    "twice": (FOUR, [Offer(DRAW, 0), Accept(DRAW, 1)], Accept(DRAW, 1), "no-offer"),
    "nobody": (LIBRA, [], Offer(DRAW, 2), "no-seat"),
    "again at once": (LIBRA, [Offer(DRAW, 0), Decline(DRAW, 1)], Offer(DRAW, 0), "asked-already"),
    "again, withdrawn": (LIBRA, [Offer(DRAW, 0), Withdraw(0)], Offer(END, 0), "asked-already"),
    "no draws": ("more-or-less", [], Offer(DRAW, 0), "no-draw"),
    "no such end": ("multiplicity size=3", [], Offer(END, 0), "no-agreed-end"),
    "after the end": (LIBRA, [Resign(0)], Offer(DRAW, 0), "ended"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    setup, said, refused, code = REFUSED[name]
    match = begun(setup)
    for proposal in said:
        match.submit_or_raise(proposal)
    before, seq = list(match.offers), match.seq
    answer = match.submit(refused)
    assert isinstance(answer, Refused)
    assert answer.why.code == code
    assert (match.offers, match.seq) == (before, seq)


def test_an_offer_stands_over_a_turn_of_its_own_and_ends_with_one_of_another() -> None:
    match = begun(LIBRA)  # seat 1 is to move
    match.submit_or_raise(Offer(DRAW, 1))
    turn(match)
    offer = match.offer
    assert offer is not None
    assert offer.waiting(2) == (0,)
    turn(match)
    assert (match.offer, ends(match)) == (None, ["lapsed"])
    match.submit_or_raise(Offer(DRAW, 1))
    assert match.offer is not None, "a turn of its own came between"


def test_a_turn_of_several_actions_is_an_answer_only_when_it_is_over() -> None:
    match = begun("less seed=3")  # seat 1 is to move
    match.submit_or_raise(Offer(DRAW, 0))
    match.play(match.legal()[0])
    assert match.offer is not None
    match.submit_or_raise(Accept(DRAW, 1))
    assert match.over


def test_going_back_takes_the_offers_with_it() -> None:
    match = begun(LIBRA, 3)
    match.submit_or_raise(Offer(DRAW, 0))
    match.submit_or_raise(GoBack(2))
    assert match.offers == []
    match.submit_or_raise(Offer(DRAW, 0))
    match.submit_or_raise(Accept(DRAW, 1))
    match.submit_or_raise(GoBack(2))
    assert (match.over, match.offers) == (False, [])
    match.submit_or_raise(Offer(END, 1))
    match.submit_or_raise(Decline(END, 0))
    match.submit_or_raise(GoBack(2))
    assert ends(match) == ["declined"], "it was made before"


def test_an_agreed_end_of_a_round_goes_on_with_the_next() -> None:
    match = begun(DUEL, 2)
    match.submit_or_raise(Offer(END, 0))
    turn(match)
    match.submit_or_raise(Accept(END, 1))
    assert not match.over
    assert match.turns[-1].text == "agreed"
    assert ends(match) == ["agreed"]
    turn(match)
    assert ends(match) == ["agreed"]
    match.submit_or_raise(GoBack(3))
    assert match.offers == []


def test_listeners_hear_all_of_it_in_order() -> None:
    match = begun(LIBRA)
    feed = match.feed()
    match.submit_or_raise(Offer(DRAW, 1, "board"))
    match.submit_or_raise(Withdraw(1, "board"))
    match.submit_or_raise(Play((match.legal()[0],)))
    match.submit_or_raise(Offer(DRAW, 0))
    match.submit_or_raise(Accept(DRAW, 1, "engine"))
    match.submit_or_raise(GoBack(2))
    match.submit_or_raise(Offer(END, 0))
    match.submit_or_raise(GoBack(1))
    assert [event for _seq, event in feed.drain() if not isinstance(event, Played | TakenBack)] == [
        Offered(DRAW, 1, "board"),
        OfferGone(DRAW, 1, True, "board"),
        Offered(DRAW, 0),
        Answered(DRAW, 1, True, "engine"),
        Ended(Outcome("draw", (), "agreed"), True, "engine"),
        Reopened(),
        Offered(END, 0),
        OfferGone(END, 0, False),
    ]


def test_a_record_keeps_what_was_offered_and_what_still_waits() -> None:
    match = begun(LIBRA)
    match.submit_or_raise(Offer(DRAW, 0))
    match.submit_or_raise(Decline(DRAW, 1))
    turn(match, 2)
    match.submit_or_raise(Offer(END, 0))
    again = load(dump(match))
    assert again.offers == match.offers
    again.submit_or_raise(Accept(END, 1))
    assert again.over
    assert load(dump(again)).offers == again.offers
    assert "offers" not in to_record(begun(LIBRA))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("what", "all"),
        ("seat", 2),
        ("seat", True),
        ("after", 9),
        ("agreed", [5]),
        ("agreed", None),
        ("end", "eaten"),
        ("until", -1),
    ],
)
def test_damaged_offers_are_named(field: str, value: object) -> None:
    match = begun(LIBRA)
    match.submit_or_raise(Offer(DRAW, 0))
    record = json.loads(dump(match))
    record["offers"][0][field] = value
    with pytest.raises(RecordError, match="offers is"):
        from_record(record)


def test_two_offers_that_wait_are_damage() -> None:
    match = begun(LIBRA)
    match.submit_or_raise(Offer(DRAW, 0))
    record = json.loads(dump(match))
    wrong: tuple[object, ...] = (record["offers"] * 2, {}, ["draw"])
    for bad in wrong:
        with pytest.raises(RecordError, match="offers is"):
            from_record({**record, "offers": bad})
