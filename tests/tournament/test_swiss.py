"""Swiss rounds keep the rules, checked by a referee that shares no code with the pairing."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import replace

import pytest

from game.tournament import operations
from game.tournament.errors import TournamentError
from game.tournament.pairing import swiss
from game.tournament.pairing.swiss import Contender
from game.tournament.tournament import Tournament
from tests.tournament.evenings import DREW, LOST, PLAN, WON, do, founded, play_round, restless

SEEDS, ALL_SEEDS = 12, 200
EVENINGS = 600  # enough to have shown 50 missed finals in an earlier version


class Referee:
    """An independent account of the tournament, kept from the paired rounds alone."""

    def __init__(self) -> None:
        self.met: set[frozenset[int]] = set()
        self.balance: Counter[int] = Counter()
        self.byes: Counter[int] = Counter()

    def judge(self, tournament: Tournament) -> None:
        """Check the newest round: no second game, no rematch, no avoidable bye or seat."""
        round_ = tournament.rounds[-1]
        pairs = [game.sides for game in round_.games]
        bye = [sit.entrant for sit in round_.sits.values() if sit.why == "bye"]
        playing = {
            e
            for e, who in tournament.entrants.items()
            if who.present and round_.number not in who.asked
        }
        seated = [entrant for pair in pairs for entrant in pair] + bye
        assert sorted(seated) == sorted(playing)
        assert len(bye) == len(playing) % 2
        assert not self.met & {frozenset(pair) for pair in pairs}
        if bye and self.byes[bye[0]]:
            assert not self.possible(playing)
        if round_.number == tournament.plan.rounds:
            self.judge_last(tournament, playing, pairs)
        elif self.worst(pairs) > 2:
            assert not self.possible(playing, 2)
        self.keep(pairs, bye)

    def judge_last(
        self, tournament: Tournament, playing: set[int], pairs: list[tuple[int, int]]
    ) -> None:
        """Check that as many leaders as possible meet in the last round, whatever their seats."""
        points = {e: tournament.points(e, len(tournament.rounds)) for e in playing}
        leaders = {entrant for entrant in playing if points[entrant] == max(points.values())}
        apart = leaders - {e for pair in pairs if set(pair) <= leaders for e in pair}
        assert len(apart) == self.fewest_apart(playing, leaders)

    def fewest_apart(self, playing: set[int], leaders: set[int]) -> int:
        """Return the smallest number of leaders that have to play somebody who is not a leader."""
        import networkx  # the import takes a tenth of a second

        graph = networkx.Graph()
        nodes = [*playing, 0] if len(playing) % 2 else [*playing]
        for a in nodes:
            for b in nodes:
                if a < b and frozenset((a, b)) not in self.met:
                    graph.add_edge(a, b, weight=({a, b} <= leaders))
        found = networkx.max_weight_matching(graph, maxcardinality=True)
        return len(leaders) - 2 * sum({a, b} <= leaders for a, b in found)

    def worst(self, pairs: list[tuple[int, int]]) -> int:
        """Return the largest imbalance of seats after these games."""
        after = [self.balance[a] + 1 for a, _b in pairs] + [self.balance[b] - 1 for _a, b in pairs]
        return max(map(abs, after), default=0)

    def possible(self, playing: set[int], most: int = 99) -> bool:
        """Return whether a round is possible without a rematch and without a second bye.

        No player's imbalance of seats may exceed `most`.
        """
        import networkx  # the import takes a tenth of a second

        graph = networkx.Graph()
        graph.add_nodes_from(playing)
        for a in playing:
            for b in playing:
                fits = abs(self.balance[a] + 1) <= most and abs(self.balance[b] - 1) <= most
                if a != b and frozenset((a, b)) not in self.met and fits:
                    graph.add_edge(a, b)
        if len(playing) % 2:
            graph.add_edges_from((0, e) for e in playing if not self.byes[e])
        return bool(networkx.is_perfect_matching(graph, networkx.max_weight_matching(graph, True)))

    def keep(self, pairs: list[tuple[int, int]], bye: list[int]) -> None:
        for a, b in pairs:
            self.met.add(frozenset((a, b)))
            self.balance[a] += 1
            self.balance[b] -= 1
        self.byes.update(bye)


def season(seed: int) -> Counter[int]:
    """Play 7 rounds of 30 people, of whom some arrive late and some leave; judge every round.

    Return, for each imbalance of seats at the end, how many of those who stayed have it.
    """
    dice, referee = random.Random(seed), Referee()
    tournament = founded(PLAN, 30)
    for _round in range(7):
        do(tournament, operations.draw(tournament))
        referee.judge(tournament)
        play_round(tournament, dice=dice)
        here = operations.here(tournament)
        restless(tournament, dice)
    return Counter(abs(referee.balance[entrant.id]) for entrant in here)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_thirty_people_who_come_and_go(seed: int) -> None:
    season(seed)


@pytest.mark.slow
def test_two_hundred_seasons() -> None:
    ends = sum((season(seed) for seed in range(ALL_SEEDS)), Counter[int]())
    assert ends[0] + ends[1] > 0.99 * ends.total()  # in the last round, points come before seats


def evening(seed: int) -> int:
    """Play 3 to 5 rounds of 8 to 24 people who all stay, and judge every round.

    Return 1 if exactly two players led before the last round and they had not met, otherwise 0.
    """
    dice, referee = random.Random(seed), Referee()
    plan = replace(PLAN, rounds=dice.randint(3, 5), seed=seed + 1)
    tournament = founded(plan, dice.randint(8, 24))
    for number in range(1, plan.rounds + 1):
        points = Counter({e: tournament.points(e) for e in tournament.entrants})
        leaders = [entrant for entrant in points if points[entrant] == max(points.values())]
        final = len(leaders) == 2 and frozenset(leaders) not in referee.met
        do(tournament, operations.draw(tournament))
        referee.judge(tournament)
        if final and number == plan.rounds:
            assert set(leaders) in [set(game.sides) for game in tournament.rounds[-1].games]
        play_round(tournament, dice=dice)
    return int(final)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_final_is_played(seed: int) -> None:
    evening(seed)


@pytest.mark.slow
def test_six_hundred_finals_are_played() -> None:
    assert sum(map(evening, range(EVENINGS))) > EVENINGS // 8


def test_leaders_meet_in_the_last_round_although_both_had_the_first_seat_twice_more() -> None:
    """P1 and P2 had the first seat in all three rounds, but points come before seats."""
    people = [
        Contender(1, 1, 6, Counter({3: 1, 4: 1, 5: 1}), (1, 1, 1)),
        Contender(2, 2, 6, Counter({6: 1, 7: 1, 8: 1}), (1, 1, 1)),
        Contender(3, 3, 4, Counter({1: 1, 6: 1, 7: 1}), (-1, 1, -1)),
        Contender(4, 4, 4, Counter({1: 1, 8: 1, 5: 1}), (-1, -1, -1)),
        Contender(5, 5, 2, Counter({1: 1, 4: 1, 6: 1}), (-1, 1, -1)),
        Contender(6, 6, 2, Counter({2: 1, 3: 1, 5: 1}), (-1, -1, 1)),
        Contender(7, 7, 0, Counter({2: 1, 3: 1, 8: 1}), (-1, 1, -1)),
        Contender(8, 8, 0, Counter({2: 1, 4: 1, 7: 1}), (-1, 1, 1)),
    ]
    assert {1, 2} in [set(couple) for couple in swiss.pair(people, last=True).pairs]
    assert {1, 2} not in [set(couple) for couple in swiss.pair(people).pairs]


def test_sixty_four_pair_at_once() -> None:
    tournament = founded(PLAN, 64)
    dice, slowest = random.Random(7), 0.0
    for _round in range(7):
        begun = time.process_time()
        do(tournament, operations.draw(tournament))
        slowest = max(slowest, time.process_time() - begun)
        play_round(tournament, dice=dice)
    assert slowest < 3.0


def test_the_first_round_sets_the_upper_half_against_the_lower() -> None:
    tournament = founded(PLAN)
    for number in range(8):
        do(tournament, operations.enter(tournament, [f"P{number}"], 2000 - 100 * number, here=True))
    do(tournament, operations.draw(tournament))
    pairs = [sorted(game.sides) for game in tournament.rounds[0].games]
    assert pairs == [[1, 5], [2, 6], [3, 7], [4, 8]]
    assert {game.pair.first for game in tournament.rounds[0].games} in ({1, 6, 3, 8}, {5, 2, 7, 4})


def test_winners_meet_winners_although_all_had_the_first_seat() -> None:
    tournament = founded(PLAN, 16)
    do(tournament, operations.draw(tournament))
    play_round(tournament, [WON] * 8)
    do(tournament, operations.draw(tournament))
    scores = [[tournament.points(e) for e in game.sides] for game in tournament.rounds[1].games]
    assert scores == [[2, 2]] * 4 + [[0, 0]] * 4


def test_the_last_has_the_bye_and_nobody_has_it_twice() -> None:
    tournament = founded(PLAN, 7)
    had = list[int]()
    for _round in range(7):
        do(tournament, operations.draw(tournament))
        had += tournament.rounds[-1].sits
        play_round(tournament, [WON, LOST, DREW])
    assert sorted(had) == [1, 2, 3, 4, 5, 6, 7]


def test_everybody_has_met() -> None:
    tournament = founded(PLAN, 4)
    for _round in range(3):
        do(tournament, operations.draw(tournament))
        play_round(tournament)
    with pytest.raises(TournamentError) as refused:
        operations.draw(tournament)
    assert refused.value.code == "all-met"
    do(tournament, operations.draw(tournament, again=True))
    assert len(tournament.rounds[-1].games) == 2


def test_games_at_few_boards_take_turns() -> None:
    tournament = founded(PLAN.__class__("Two boards", "libra", boards=2), 10)
    do(tournament, operations.draw(tournament))
    assert [(g.pair.sitting, g.pair.table) for g in tournament.rounds[0].games] == [
        (1, 1), (1, 2), (2, 1), (2, 2), (3, 1),
    ]  # fmt: skip
