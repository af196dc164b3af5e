"""Every sentence of "why this opponent?" agrees with the rounds played."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from game.tournament import operations, words
from game.tournament.pairing import reasons
from game.tournament.plan import Method, TournamentPlan, read_result
from game.tournament.standings import points_text
from game.tournament.tournament import Tournament
from tests.tournament.evenings import PLAN, do, founded, play_round, played

Fields = Mapping[str, str]


class Book:
    """The state before a round, counted from the results alone."""

    def __init__(self, tournament: Tournament, number: int) -> None:
        self.round = tournament.rounds[number - 1]
        self.ids = {one.name: one.id for one in tournament.entrants.values()}
        self.names = {number: name for name, number in self.ids.items()}
        self.points = dict.fromkeys(tournament.entrants, 0)
        self.firsts: dict[int, list[bool]] = {one: [] for one in tournament.entrants}
        self.met: set[frozenset[int]] = set()
        self.free: set[int] = set()
        for round_ in tournament.rounds[: number - 1]:
            for game in round_.games:
                assert game.result is not None
                for side, one in enumerate(game.sides):
                    self.points[one] += game.result.of(side)
                    if game.result.played:
                        self.firsts[one].append(side == 0)
                    elif game.result.of(side) == 2:
                        self.free.add(one)
                if game.result.played:
                    self.met.add(frozenset(game.sides))
            for sit in round_.sits.values():
                self.points[sit.entrant] += sit.points
                if sit.points == 2:
                    self.free.add(sit.entrant)
        for one, more in virtual(tournament, number).items():
            self.points[one] += more
        self.opponent = dict(game.sides for game in self.round.games)
        self.opponent |= {b: a for a, b in self.opponent.items()}
        byes = [sit.entrant for sit in self.round.sits.values() if sit.why == "bye"]
        self.bye = byes[0] if byes else 0
        self.playing = {*self.opponent, *byes}

    def group(self, one: int) -> set[int]:
        return {e for e in self.playing if self.points[e] == self.points[one]}

    def met_in(self, one: int, group: set[int]) -> set[int]:
        return {e for e in group if frozenset((one, e)) in self.met}

    def listed(self, text: str) -> set[int]:
        return set() if text == "–" else {self.ids[name] for name in text.split(", ")}

    def floaters(self, group: set[int]) -> set[int]:
        """Return the players of a group whose opponents have fewer points."""
        playing = group - {self.bye}
        return {e for e in playing if self.points[self.opponent[e]] < self.points[e]}

    def left(self, group: set[int]) -> set[int]:
        """Return the players of a group without the bye or an opponent with more points."""
        playing = group - {self.bye}
        return {e for e in playing if self.points[self.opponent[e]] <= self.points[e]}


def virtual(tournament: Tournament, number: int) -> dict[int, int]:
    """Return the virtual points by FIDE's C.04.5.1, if nobody arrives late."""
    plan, half = tournament.plan, (tournament.plan.rounds + 1) // 2
    if not plan.accelerated or number > half:
        return {}
    field = [entrant.id for entrant in tournament.field]
    size = (len(field) + 1) // 2
    return dict.fromkeys(field[: size + size % 2], 2 if number <= (half + 1) // 2 else 1)


def check_groups(book: Book, key: str, fields: Fields) -> None:
    a, b = book.ids[fields["a"]], book.ids[fields["b"]]
    assert book.opponent[a] == b
    assert points_text(book.points[a]) == fields["points"]
    assert points_text(book.points[b]) == fields["other"]
    assert key.startswith("same-group") == (book.points[a] == book.points[b])
    assert book.points[a] >= book.points[b]


def check_choice(book: Book, key: str, fields: Fields, tournament: Tournament) -> None:
    a = book.ids[fields["a"]]
    group = book.group(a)
    assert book.listed(fields["met"]) == book.met_in(a, group)
    if key in ("met", "numbers"):
        b = book.ids[fields["b"]]
        assert book.listed(fields["others"]) == book.met_in(b, group)
        assert (key == "numbers") == (fields["met"] == fields["others"] == "–")
        late = any(one.since > 1 for one in tournament.entrants.values())
        numbers = {} if late else tournament.start_numbers
        assert not numbers or (fields["n"], fields["m"]) == (str(numbers[a]), str(numbers[b]))
        return
    assert book.listed(fields["floating"]) == book.floaters(group)
    assert a in book.floaters(group)
    assert int(fields["count"]) == len(book.left(group))
    if key == "odd":
        assert len(book.left(group)) % 2 == 1
    assert (key == "alone") == (group == {a})
    if key == "met-all":
        assert book.met_in(a, group) == group - {a}


def check_seats(book: Book, key: str, fields: Fields) -> None:
    a = book.firsts[book.ids[fields["a"]]]
    if key == "no-seats":
        assert not a
        assert not book.firsts[book.opponent[book.ids[fields["a"]]]]
        return
    b = book.firsts[book.ids[fields["b"]]]
    said = [int(fields[name]) for name in ("n", "games", "m", "others")]
    assert said == [sum(a), len(a), sum(b), len(b)]


def check_bye(book: Book, key: str, fields: Fields) -> None:
    if key == "bye-odd":
        assert int(fields["count"]) == len(book.playing)
        assert len(book.playing) % 2 == 1
        return
    a = book.ids[fields["a"]]
    assert a == book.bye
    assert points_text(book.points[a]) == fields["points"]
    fewer = {e for e in book.playing if book.points[e] < book.points[a]}
    if key == "bye-lowest":
        assert not fewer
    else:
        assert book.listed(fields["names"]) == (fewer if key == "bye-had" else fewer - book.free)
        assert (key == "bye-had") == (fewer <= book.free)


def check_second_bye(book: Book, key: str, tournament: Tournament) -> None:
    assert book.bye in book.free
    without = book.playing - book.free
    assert (key == "second-bye-all") == (not without)
    fits = any(pairable(book, tournament, book.playing - {one}) for one in without)
    assert (key == "second-bye-rules") == fits


def pairable(book: Book, tournament: Tournament, people: set[int]) -> bool:
    """Return, by brute force, whether all can play somebody allowed whom they have not met."""
    if not people:
        return True
    one = min(people)
    return any(
        frozenset((one, other)) not in book.met | tournament.forbidden
        and pairable(book, tournament, people - {one, other})
        for other in people - {one}
    )


def check_again(book: Book, fields: Fields, tournament: Tournament) -> None:
    pair = frozenset((book.ids[fields["a"]], book.ids[fields["b"]]))
    rounds = {int(number) for number in fields["rounds"].split(", ")}
    played = [n for n, r in enumerate(tournament.rounds, 1) for g in r.games if pair == {*g.sides}]
    assert rounds == {n for n in played if n < book.round.number}


def check(tournament: Tournament) -> None:
    for round_ in tournament.rounds:
        book = Book(tournament, round_.number)
        found = reasons.of_round(tournament, round_.number)
        assert set(found) == book.playing
        for entrant, said in found.items():
            assert len(words.reasons(tournament, round_.number, entrant)) == len(said) <= 3
            for reason in said:
                key, fields = reason.key, reason.fields
                if key.startswith("second-bye"):
                    check_second_bye(book, key, tournament)
                elif key == "again":
                    check_again(book, fields, tournament)
                elif key.startswith("bye-"):
                    check_bye(book, key, fields)
                elif "group" in key:
                    check_groups(book, key, fields)
                elif "seats" in key:
                    check_seats(book, key, fields)
                else:
                    check_choice(book, key, fields, tournament)


@pytest.mark.parametrize("pairing", ["matching", "dutch"])
@pytest.mark.parametrize("seed", range(6))
def test_each_sentence_is_true(seed: int, pairing: Method) -> None:
    plan = replace(PLAN, pairing=pairing)
    check(played(seed, 7 + 3 * seed, plan))


@pytest.mark.parametrize("seed", range(4))
def test_each_sentence_is_true_with_virtual_points(seed: int) -> None:
    dice, plan = random.Random(seed), replace(PLAN, accelerated=True)
    tournament = founded(plan, 17 + seed)
    for _round in range(plan.rounds):
        do(tournament, operations.draw(tournament))
        play_round(tournament, dice=dice)
    check(tournament)
    found = reasons.of_round(tournament, 1)
    assert any(reason.key == "same-group-virtual" for said in found.values() for reason in said)


def test_a_round_robin_says_so_in_one_sentence() -> None:
    tournament = founded(TournamentPlan("Cup", "libra", "round-robin"), 4)
    do(tournament, operations.draw(tournament))
    [said] = words.reasons(tournament, 1, tournament.rounds[0].games[0].pair.first)
    assert said == "Round 1 of the table in which everyone meets everyone."


def test_a_result_corrected_later_does_not_change_why() -> None:
    tournament = founded(PLAN, 8)
    do(tournament, operations.draw(tournament))
    play_round(tournament)
    do(tournament, operations.draw(tournament))
    before = reasons.of_round(tournament, 2)
    for game in tournament.rounds[0].games:
        result = read_result("0-1") if game.number % 2 else read_result("1-0")
        do(tournament, operations.rule(tournament, 1, game.number, result, "wrong way round"))
    assert reasons.of_round(tournament, 2) == before


def paired(people: int, rounds: int, barred: tuple[int, int] | None = None) -> Tournament:
    """Play this many rounds, with rematches if no other pairing is left."""
    tournament = founded(replace(PLAN, rounds=rounds), people)
    if barred:
        do(tournament, operations.keep_apart(tournament, barred[0], [barred[1]]))
    for _round in range(rounds):
        do(tournament, operations.draw(tournament, again=True))
        play_round(tournament)
    return tournament


def test_a_round_without_anything_unusual_says_nothing() -> None:
    tournament = paired(9, 3)
    assert [words.unavoidable(tournament, n) for n in (1, 2, 3)] == [[], [], []]
    check(tournament)


def test_a_second_bye_after_everybody_had_one_is_said_with_the_second_meeting() -> None:
    tournament = paired(3, 4)
    check(tournament)
    bye = next(iter(tournament.rounds[3].sits))
    [again, second] = words.unavoidable(tournament, 4)
    first = {n: {*r.games[0].sides} for n, r in enumerate(tournament.rounds[:3], start=1)}
    same = next(n for n, pair in first.items() if pair == {*tournament.rounds[3].games[0].sides})
    assert again.endswith(
        f"meet again, as in round {same}: no pairing was left in which nobody does."
    )
    name = tournament.entrants[bye].name
    assert second == (
        f"{name}: A second bye: everyone who plays has had a bye or a win without play."
    )
    assert words.reasons(tournament, 4, bye)[-1] == second.partition(": ")[2]


def test_a_second_bye_for_a_pair_that_is_kept_apart_is_said() -> None:
    tournament = paired(3, 3, (1, 2))
    check(tournament)
    assert any("never to meet" in text for text in words.unavoidable(tournament, 3))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_could_not_be_avoided_is_true(seed: int) -> None:
    dice = random.Random(seed)
    tournament = founded(replace(PLAN, rounds=9), 7)
    for _round in range(9):
        do(tournament, operations.draw(tournament, again=True))
        play_round(tournament, dice=dice)
    check(tournament)
    assert words.unavoidable(tournament, 9)
