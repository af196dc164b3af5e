"""Records of every game and variant survive a round trip; errors name the damage and its place."""

from __future__ import annotations

import contextlib
import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules import fold
from game.rules.boards import BOARDS
from game.rules.events import Outcome
from game.rules.proposals import AllAgreed, Close, Decline, GoBack, Offer, Resign, TimeUp
from game.table import high_scores, record_files
from game.table.autosave import AutoSaver
from game.table.begin import rematch, series_after
from game.table.errors import RecordError
from game.table.match import Match
from game.table.record import FORMAT, dump, from_record, load, own_boards, to_record
from game.table.record_fields import RecordFields
from game.table.seat_statistics import seat_statistics, solo_seat
from game.table.series import Series
from game.table.spec import SIDES, ClockSpec, MatchSpec, SeatSpec, Sides, two_people
from tests.support.matches import winners_of

SETUPS = (
    "more-or-less",
    "more-or-less board=decagon-51",
    "more-or-less board=decagon-71",
    "less seed=7",
    "less seats=4 seed=3",
    "less block=off walls=" + "0" * 60,
    "libra size=3 mode=duel",
    "libra size=4 mode=bid obstacles=d4",
    "libra size=3 mode=target target=6",
    "multiplicity size=3",
    "multiplicity size=4 end=full",
    "more-or-less board=decagon-51 pass=free",
    "less seats=4 reading=first seed=3",
    "libra size=2 mode=duel",
    "multiplicity size=3 end=full opening=free",
)


def played(setup: str, seed: int, actions: int = 10_000, clock: ClockSpec | None = None) -> Match:
    count = 4 if "seats=4" in setup else 2
    seats = tuple(SeatSpec("engine", 1 + n, f"Ada {n}") for n in range(count))
    match = Match(MatchSpec(setup, seats, clock, seed=seed), date="2026-03-04T05:06:07")
    dice, now = random.Random(seed), 0.0
    while not match.over and len(match.entries) < actions:
        match.clock.run(match.to_move, now)
        now += dice.random()
        match.play(dice.choice(match.legal()), now)
    return match


@pytest.mark.parametrize("setup", SETUPS)
@given(seed=st.integers(0, 10**6), part=st.floats(0, 1))
@settings(max_examples=4)
def test_records_load_back_to_the_same_match(setup: str, seed: int, part: float) -> None:
    match = played(setup, seed, clock=ClockSpec(10_000, 3))
    match.submit_or_raise(GoBack(round(len(match.entries) * part)))
    again = load(dump(match))
    assert again.state == match.state
    assert again.outcome == match.outcome
    assert [e.text for e in again.entries] == [e.text for e in match.entries]
    assert again.spec == match.spec
    assert again.date == match.date
    assert to_record(again) == to_record(match)


@pytest.mark.parametrize("setup", SETUPS)
def test_events_fold_to_the_pieces_of_every_position(setup: str) -> None:
    match = played(setup, 5)
    pieces = match.game.pieces(match.game.start())
    for entry in match.entries:
        pieces = fold(pieces, entry.events)
        assert pieces == match.game.pieces(entry.after)


@pytest.mark.parametrize("how", ["resign", "draw", "time", "agreed"])
def test_declared_ends_are_kept(how: str) -> None:
    match = played("libra size=3 mode=target target=5", 1, 6, ClockSpec(300))
    if how == "resign":
        match.submit_or_raise(Resign(1))
    elif how == "draw":
        match.submit_or_raise(AllAgreed("draw"))
    elif how == "agreed":
        match.submit_or_raise(AllAgreed("end"))
    else:
        match.clock.run(match.to_move, 1000.0)
        match.submit_or_raise(TimeUp(), 2000.0)
    again = load(dump(match))
    assert again.outcome == match.outcome is not None


@pytest.mark.parametrize("answer", ["play", "decline"])
def test_an_offer_answered_in_turns_taken_back_is_kept(answer: str) -> None:
    """The answer to the offer must not come after the end of the record."""
    match = played("libra size=3 mode=target target=5", 1, 2)
    match.submit_or_raise(Offer("draw", 1))
    for _ in range(3):
        match.play(match.legal()[0])
    if answer == "decline":
        match.submit_or_raise(GoBack(2))
        match.submit_or_raise(Offer("end", 0))
        match.play(match.legal()[0])
        match.submit_or_raise(Decline("end", 1))
    match.submit_or_raise(GoBack(2))
    again = load(dump(match))
    assert to_record(again) == to_record(match)
    assert [deal.end for deal in again.offers] == [deal.end for deal in match.offers]


def test_a_users_own_board_travels_with_the_record(tmp_path: Path) -> None:
    board = tmp_path / "my board.json"
    board.write_text((BOARDS / "decagon-51.json").read_text())
    setup = f"more-or-less board={board}"
    match = Match(two_people(setup), boards=own_boards(setup))
    match.play(match.legal()[0])
    text = dump(match)
    board.unlink()
    assert load(text).state == match.state
    data = json.loads(text)
    data["boards"] = {}
    with pytest.raises(RecordError, match="names the board"):
        load(json.dumps(data))


def by_version_1(match: Match) -> dict[str, Any]:
    """Return the record as version 1 wrote it, before the second reading of the rules."""
    data = to_record(match)
    return {**data, "version": 1, "setup": data["setup"].replace("reading=first ", "")}


def test_a_game_of_version_1_goes_on_by_the_first_reading() -> None:
    old = played("less reading=first seed=7", 5, 30)
    match = from_record(by_version_1(old))
    assert match.game.setup == "less reading=first seed=7"
    assert match.state == old.state
    again = load(dump(match))
    assert again.game.setup == match.game.setup
    assert rematch(match).setup == "less seed=7", "a new game is a game by the second reading"
    other = from_record(by_version_1(played("multiplicity size=3", 5, 6)))
    assert other.game.setup == "multiplicity size=3"


def test_a_running_game_of_version_1_is_taken_up_and_not_kept_twice(tmp_path: Path) -> None:
    path = tmp_path / "running.json"
    path.write_text(json.dumps(by_version_1(played("less reading=first seed=7", 5, 30))))
    match, message = record_files.recover(path)
    assert match is not None
    assert message == ""
    autosaver = AutoSaver(match, path)
    match.play(match.legal()[0])
    autosaver.close()
    assert [p.name for p in tmp_path.iterdir()] == ["running.json"]
    assert record_files.read_match(path).state == match.state


def record() -> RecordFields:
    return to_record(played("multiplicity size=3", 3, 8))


def damaged(**changes: Any) -> str:
    return json.dumps({**record(), **changes})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "line 1, column 2"),
        ("[]", "is no game record"),
        ("[" * 100_000, "nested too deeply"),
        (damaged(version=5), "has version 5, of a newer program; this one reads up to 4"),
        (damaged(version=0), "has version 0, expected 4"),
        (damaged(format="chess"), "is no game record"),
        (damaged(setup="multiplicity size=9"), "size=9, expected 3 to 8"),
        (damaged(setup=7), "setup is 7"),
        (damaged(setup=""), "empty setup"),
        (damaged(players=[]), "0 seats given, expected 2"),
        (damaged(players=[{"kind": "cat"}] * 2), "player kind is 'cat'"),
        (damaged(players=[{"kind": "engine", "level": 11}] * 2), "player level is 11"),
        (damaged(players=[{"kind": "person", "name": "x" * 99}] * 2), "player name"),
        (
            damaged(players=[{"kind": "person", "clock": {"total": -1}}] * 2),
            "player clock total is -1",
        ),
        (damaged(turns={}), "turns is {}"),
        (damaged(turns=["c3", "zz"]), "turn 2 'zz'"),
        (damaged(turns=["c3", "c3"]), "turn 2 'c3': 'c3' is not legal"),
        (damaged(turns=["c3", 4]), "turn 2 is 4"),
        (damaged(turns=["c3", "b3", "b4"]), "turn 2 'b3' is not complete"),
        (damaged(turns=["agreed"]), "turn 1 'agreed': the rules know no end by agreement"),
        (damaged(times=[]), "has 0 times"),
        (damaged(times=["x"]), "times is 'x'"),
        (damaged(times=[float("nan")] * 4), "the number NaN is out of bounds"),
        (damaged(left=[1, 2]), "left and clock disagree"),
        (damaged(clock={"total": -1}), "clock total is -1"),
        (damaged(boards=[]), "boards is []"),
        (damaged(result={"result": "p1win"}), "the game is not over"),
        (damaged(result={"result": "draw", "reason": "time"}), "draw by time is impossible"),
        (damaged(result={"result": "p1win", "reason": "time", "winners": [1]}), "expected {"),
        (damaged(result=3), "result is 3"),
    ],
)
def test_damage_is_named(text: str, complaint: str) -> None:
    with pytest.raises(RecordError) as error:
        load(text, "ours.json")
    assert complaint in str(error.value)
    assert str(error.value).startswith("ours.json: ")


@pytest.mark.parametrize("reason", ["resigned", "time"])
@pytest.mark.parametrize("margin", [0, 10, 22])
def test_a_game_given_up_keeps_the_margin_its_record_carries(reason: str, margin: int) -> None:
    """When older records were written, resigning cost less."""
    match = Match(two_people("less seed=1"))
    match.submit_or_raise(Resign(0))
    data = to_record(match)
    assert data["result"] is not None
    data["result"].update({"reason": reason, "margin": margin})
    read = load(json.dumps(data))
    assert read.outcome is not None
    assert read.outcome.margin == margin
    assert to_record(read)["result"] == data["result"]


@pytest.mark.parametrize("margin", [-1, True, "10", 1.5, 10**7])
def test_a_margin_that_is_no_number_of_moves_is_refused(margin: object) -> None:
    match = Match(two_people("less seed=1"))
    match.submit_or_raise(Resign(0))
    data = to_record(match)
    assert data["result"] is not None
    result = {**data["result"], "margin": margin}
    with pytest.raises(RecordError, match="expected"):
        load(json.dumps({**data, "result": result}))


def test_a_wrong_result_of_a_finished_game_is_refused() -> None:
    data = to_record(played("multiplicity size=3", 3))
    assert data["result"] is not None
    data["result"]["margin"] = 10**6
    with pytest.raises(RecordError, match="but the turns played give"):
        load(json.dumps(data))


@given(st.recursive(st.none() | st.integers() | st.text(), lambda x: st.lists(x), max_leaves=5))
@settings(max_examples=60)
def test_any_value_in_any_field_loads_or_is_a_record_error(value: Any) -> None:
    whole = record()
    for field in whole:
        with contextlib.suppress(RecordError):
            load(json.dumps({**whole, field: value}))


def test_saved_games_are_listed_newest_first_and_strangers_passed_over(tmp_path: Path) -> None:
    match = played("less seed=1", 2, 7)
    first = record_files.save_match(match, "2026-01-02T03:04:05", tmp_path)
    second = record_files.save_match(match, "2026-01-02T03:04:05", tmp_path)
    assert first != second
    (tmp_path / "notes.json").write_text("{}")
    (tmp_path / "torn.json").write_text("{")
    stranger = first.read_text().replace(FORMAT, "someone else's game")
    (tmp_path / first.name.replace("2026", "2025")).write_text(stranger)
    listed = list(record_files.saved_games(tmp_path))
    assert {saved.path for saved in listed} == {first, second}
    assert listed[0].names == ("Ada 0", "Ada 1")
    assert not listed[0].over
    assert record_files.read_match(first).state == match.state
    with pytest.raises(RecordError, match="cannot be read"):
        record_files.read_match(tmp_path / "absent.json")


def test_feats_count_trains_and_turned_counters() -> None:
    match = played("more-or-less", 11)
    facts = seat_statistics(match, 0)
    trains = [t.text.count(">") for t in match.turns if t.seat == 0]
    assert facts.longest_train == max(trains) >= facts.most_turned > 0
    assert facts.turned == sum(trains)
    assert facts.turns == len(trains)
    assert facts.won == (0 in winners_of(match))
    assert solo_seat(match) is None


def test_scores_rank_keep_and_survive_damage(tmp_path: Path) -> None:
    path = tmp_path / "scores.json"
    table, message = high_scores.load_scores(path)
    assert (table, message) == ({}, "")
    for value in range(12):
        table = high_scores.entered(table, "less", "train", high_scores.HighScore(value, 3), "ada")
    kept = [score.value for score in table["less"]["train"]]
    assert kept == list(range(11, 1, -1))
    assert high_scores.rank(table, "less", "train", high_scores.HighScore(1, 9)) is None
    assert high_scores.rank(table, "less", "train", high_scores.HighScore(11, 4)) == 1
    assert high_scores.rank(table, "less", "fastest", high_scores.HighScore(99, 1)) == 1
    high_scores.save_scores(table, path)
    assert high_scores.load_scores(path)[0]["less"]["train"] == table["less"]["train"]
    path.write_text('{"version": 1, "games": {"less": {"train": [{"value": "x"}]}}}')
    table, message = high_scores.load_scores(path)
    assert table == {}
    assert message == "scores.json was damaged. It is kept as scores.json.damaged-1."


def test_only_a_person_alone_against_engines_enters_the_lists() -> None:
    seats = (SeatSpec("person"), SeatSpec("engine", 7))
    match = Match(MatchSpec("more-or-less", seats))
    dice = random.Random(5)
    while not match.over:
        legal = match.legal()
        match.play(dice.choice([a for a in legal if a.kind == "jump"] or legal))
    offers = high_scores.candidates(match)
    assert solo_seat(match) == 0
    assert offers["train"].level == 7
    assert ("fastest" in offers) == (0 in winners_of(match))
    assert high_scores.candidates(played("more-or-less", 11)) == {}


# -- unfinished games ------------------------------------------------------------------------------


def test_an_unfinished_game_that_is_finished_later_leaves_the_kept_games(tmp_path: Path) -> None:
    match = played("multiplicity size=3", seed=2, actions=6)
    record_files.save_match(match, match.date, tmp_path)
    resumed = record_files.read_match(next(tmp_path.glob("*.json")))
    while not resumed.over:
        resumed.play(resumed.legal()[0])
    record_files.save_match(resumed, resumed.date, tmp_path)
    assert [saved.over for saved in record_files.saved_games(tmp_path)] == [True]


def test_other_games_of_the_same_second_stay(tmp_path: Path) -> None:
    match = played("multiplicity size=3", seed=2, actions=6)
    record_files.save_match(match, match.date, tmp_path)
    other = played("multiplicity size=4", seed=2)
    record_files.save_match(other, other.date, tmp_path)
    elsewhere = played("multiplicity size=3", seed=2)
    elsewhere.spec = elsewhere.spec.with_(seats=(SeatSpec(), SeatSpec()))
    record_files.save_match(elsewhere, elsewhere.date, tmp_path)
    assert sum(not saved.over for saved in record_files.saved_games(tmp_path)) == 1


def test_a_game_further_on_is_not_replaced_by_its_beginning(tmp_path: Path) -> None:
    match = played("multiplicity size=3", seed=2, actions=8)
    record_files.save_match(match, match.date, tmp_path)
    match.submit_or_raise(GoBack(4))
    record_files.save_match(match, match.date, tmp_path)
    assert len(list(record_files.saved_games(tmp_path))) == 2


# -- games in a row --------------------------------------------------------------------------------


def test_the_running_score_follows_the_players_and_survives_a_crash() -> None:
    seats = (SeatSpec(name="Ada"), SeatSpec(name="Ben"))
    spec, won = MatchSpec("multiplicity size=3", seats), {"Ada": 0, "Ben": 0}
    for number in range(5):
        match = Match(load(dump(Match(spec))).spec)  # as after a crash
        assert match.spec.series.games == number
        dice = random.Random(number)
        while not match.over:
            match.play(dice.choice(match.legal()))
        assert match.outcome is not None
        for seat, who in enumerate(match.spec.seats):
            won[who.name] += 2 if seat in match.outcome.winners else 0
            won[who.name] += 0 if match.outcome.winners else 1
        spec = rematch(match)
        assert {who.name: points for who, points in zip(spec.seats, spec.series.points)} == won
    assert [who.name for who in spec.seats] == ["Ben", "Ada"], "sides are swapped each time"
    assert sum(won.values()) == 10


@pytest.mark.parametrize("sides", SIDES)
def test_players_keep_their_score_wherever_they_sit_next(sides: Sides) -> None:
    seats = (SeatSpec(name="Ada"), SeatSpec(name="Ben"))
    spec = MatchSpec("multiplicity size=3", seats, sides=sides)
    orders, numbers = [], []
    for number in range(12):
        match = load(dump(Match(spec, date=f"2026-01-{number + 1:02}T12:00:00")))
        order = [seat.name for seat in match.spec.seats]
        orders.append(order)
        numbers.append([match.spec.series.player(order.index(name), 2) for name in ("Ada", "Ben")])
        match.submit_or_raise(Resign(order.index("Ben")))
        spec = rematch(match)
        points = {seat.name: won for seat, won in zip(spec.seats, spec.series.points)}
        assert points == {"Ada": 2 * (number + 1), "Ben": 0}
    assert numbers == [[0, 1]] * 12, "a number stays with the player"
    changes = [one != other for one, other in pairwise(orders)]
    assert {"kept": not any(changes), "swapped": all(changes), "lot": len(set(changes)) == 2}[sides]


def test_a_series_adds_margins_up_where_they_count() -> None:
    spec = two_people("less seed=5")
    match = Match(spec.with_(series=Series(1, (2, 0), (7, 0))))
    match.submit_or_raise(Close(Outcome("p2win", (1,), "home", 3)))
    assert series_after(match) == Series(2, (2, 2), (7, 3))
    assert rematch(match).series == Series(2, (2, 2), (3, 7)), "seats are changed"
    plain = Match(spec.with_(scoring=False))
    plain.submit_or_raise(Close(Outcome("p2win", (1,), "home", 3)))
    assert series_after(plain) == Series(1, (0, 2))
    again = load(dump(Match(rematch(plain))))
    assert not again.spec.scoring
    libra = Match(two_people("libra size=3"))
    libra.submit_or_raise(Close(Outcome("p1win", (0,), "groups", 2)))
    assert series_after(libra) == Series(1, (2, 0)), "no moves are counted there"


def test_margins_and_scoring_survive_a_crash() -> None:
    spec = two_people("less seed=5").with_(series=Series(2, (2, 2), (3, 7)), scoring=False)
    assert load(dump(Match(spec))).spec == spec


def test_partners_score_together_and_keep_their_numbers() -> None:
    match = Match(two_people("less seats=4 seed=5", 4))
    match.submit_or_raise(Resign(0))
    series = rematch(match).series
    moved = Series(1, (2, 0, 2, 0), (10, 0, 10, 0))
    assert series == moved, "seats 1 and 3 won and moved to 0 and 2"
    assert [series.player(seat, 4) for seat in range(4)] == [1, 2, 3, 0]


@pytest.mark.parametrize(
    "series", [7, {}, {"games": 0, "points": [0, 0]}, {"games": 1, "points": [3, 0]}], ids=str
)
def test_a_damaged_series_is_refused(series: object) -> None:
    data = to_record(played("multiplicity size=3", 1, 3))
    data["series"] = series
    with pytest.raises(RecordError, match=r"series|points"):
        load(json.dumps(data))
