"""Reasons for a pairing: at most three sentences, derived from a tournament's record alone.

A reason is a key and the values of its sentence (`reason` has the sentences), so that a phone can
show it in its own language. Each reason states countable facts: score groups, earlier meetings,
players left over in a group, seats so far.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.tournament import events
from game.tournament.keizer import keizer_table
from game.tournament.pairing.keizer import ROUNDS_BETWEEN, recently_met
from game.tournament.pairing.reason import Reason
from game.tournament.pairing.swiss import NOBODY, Contender, contenders, virtual_points
from game.tournament.standings import points_text
from game.tournament.tournament import Round, Tournament


def of_round(tournament: Tournament, number: int) -> dict[int, tuple[Reason, ...]]:
    """Return the reasons of all who play or have the bye in a round, by the entrant's id.

    Results corrected after the pairing do not count. Raises TournamentError for an unknown round.
    """
    round_ = tournament.round(number)
    if tournament.plan.system == "round-robin":
        reason = Reason("table", {"number": str(number)})
        return {entrant: (reason,) for game in round_.games for entrant in game.sides}
    return _Paired(tournament, round_).reasons()


def unusual(tournament: Tournament, number: int) -> tuple[Reason, ...]:
    """Return exceptions that this round of a Swiss could not avoid: rematches and a second bye.

    Raises TournamentError for an unknown round.
    """
    round_ = tournament.round(number)
    if tournament.plan.system != "swiss" or round_.by_hand:  # the organiser has seen the warnings
        return ()
    return _Paired(tournament, round_).unusual()


def _before(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament as it was when a round was last paired."""
    paired = [
        n
        for n, entry in enumerate(tournament.done)
        if isinstance(entry.event, events.RoundPaired) and entry.event.round == number
    ]
    return Tournament(tournament.done[: paired[-1]])


class _Paired:
    """A round of a Swiss with the state of the tournament when the round was paired."""

    def __init__(self, tournament: Tournament, round_: Round) -> None:
        before = _before(tournament, round_.number)
        self.names = {one.id: one.name for one in tournament.entrants.values()}
        self.pairs = [game.sides for game in round_.games]
        self.opponent = dict(self.pairs) | {b: a for a, b in self.pairs}
        self.bye = next((sit.entrant for sit in round_.sits.values() if sit.why == "bye"), 0)
        playing = [*self.opponent, *([self.bye] if self.bye else [])]
        found = contenders(before, [before.entrants[entrant] for entrant in playing])
        self.people: dict[int, Contender] = {one.id: one for one in found}
        self.barred = before.forbidden
        self.meetings = before.meetings
        self.by_hand, self.keizer = round_.by_hand, tournament.plan.keizer
        self.places: dict[int, int] = {}
        self.recent: dict[int, set[int]] = {}
        if self.keizer:
            order = [e for e in keizer_table(before).order if e in self.people]
            self.places = {entrant: n for n, entrant in enumerate(order, start=1)}
            self.recent = {entrant: recently_met(before, entrant) for entrant in self.people}
        self.virtual = "-virtual" if virtual_points(before, round_.number) else ""

    def reasons(self) -> dict[int, tuple[Reason, ...]]:
        if self.by_hand:
            return self._by_hand()
        if self.keizer:
            return self._by_keizer()
        found = {self.bye: self._bye()} if self.bye else {}
        for pair in self.pairs:
            upper, lower = sorted((self.people[e] for e in pair), key=lambda c: -c.score)
            choice = self._again(*pair) if upper.met[lower.id] else self._choice(upper, lower)
            said = (self._groups(upper, lower), choice, self._seats(*pair))
            found |= dict.fromkeys(pair, said)
        return found

    def _by_hand(self) -> dict[int, tuple[Reason, ...]]:
        found: dict[int, tuple[Reason, ...]] = dict.fromkeys(self.people, (self._said("hand"),))
        for a, b in self.pairs:
            said = self._said("hand"), self._groups(self.people[a], self.people[b])
            found |= dict.fromkeys((a, b), (*said, self._seats(a, b)))
        return found

    def _by_keizer(self) -> dict[int, tuple[Reason, ...]]:
        found: dict[int, tuple[Reason, ...]] = {}
        if self.bye:
            place, count = str(self.places[self.bye]), str(len(self.people))
            bye = self._said("keizer-bye", a=self.bye, n=place)
            found[self.bye] = (self._said("bye-odd", count=count), bye)
        for pair in self.pairs:
            a, b = sorted(pair, key=self.places.__getitem__)
            n, m = str(self.places[a]), str(self.places[b])
            said = [self._said("keizer-places", a=a, b=b, n=n, m=m), self._seats(*pair)]
            if self.people[a].met[b]:
                said.insert(1, self._keizer_again(a, b))
            found |= dict.fromkeys(pair, tuple(said))
        return found

    def _keizer_again(self, a: int, b: int) -> Reason:
        """Return when two players have met: Keizer's system allows rematches after some rounds."""
        key = "keizer-soon" if b in self.recent[a] else "keizer-again"
        count = str(ROUNDS_BETWEEN)
        return self._said(key, a=a, b=b, rounds=self._rounds_of(a, b), count=count)

    def _groups(self, upper: Contender, lower: Contender) -> Reason:
        same = upper.score == lower.score
        return self._said(
            ("same-group" if same else "two-groups") + self.virtual,
            a=upper.id,
            b=lower.id,
            points=points_text(upper.score),
            other=points_text(lower.score),
        )

    def _choice(self, upper: Contender, lower: Contender) -> Reason:
        group = [e for e, one in self.people.items() if one.score == upper.score]
        a, b = upper.id, lower.id
        met = [self._met(one, group) for one in (upper, lower)]
        if upper.score == lower.score:
            key = "met" if any(met) else "numbers"
            n, m = str(upper.number), str(lower.number)
            return self._said(key, a=a, b=b, met=met[0], others=met[1], n=n, m=m)
        left = [e for e in group if e != self.bye and not self._plays_up(e)]
        floating = [e for e in left if self.people[self.opponent[e]].score < upper.score]
        key = "floats"
        if len(group) == 1:
            key = "alone"
        elif len(met[0]) == len(group) - 1:
            key = "met-all"
        elif len(left) % 2:
            key = "odd"
        return self._said(key, a=a, met=met[0], count=str(len(left)), floating=floating)

    def _met(self, one: Contender, group: Iterable[int]) -> list[int]:
        return [e for e in group if one.met[e]]

    def _plays_up(self, entrant: int) -> bool:
        return self.people[self.opponent[entrant]].score > self.people[entrant].score

    def _seats(self, first: int, second: int) -> Reason:
        a, b = self.people[first].seats, self.people[second].seats
        if not a and not b:
            return self._said("no-seats", a=first)
        counts = {"n": a.count(1), "games": len(a), "m": b.count(1), "others": len(b)}
        return self._said("seats", a=first, b=second, **{k: str(v) for k, v in counts.items()})

    def _again(self, a: int, b: int) -> Reason:
        return self._said("again", a=a, b=b, rounds=self._rounds_of(a, b))

    def _rounds_of(self, a: int, b: int) -> str:
        seen = (m for m in self.meetings(a) if m.opponent == b and m.played)
        return ", ".join(str(meeting.round) for meeting in seen)

    def unusual(self) -> tuple[Reason, ...]:
        """Return second meetings and a second bye, which a Swiss avoids as long as possible."""
        if self.keizer:
            return self._unusual_of_keizer()
        met = [(a, b) for a, b in self.pairs if self.people[a].met[b]]
        again = (self._again(a, b) for a, b in met)
        second = self.bye and self.people[self.bye].byes
        return (*again, *([self._second_bye()] if second else []))

    def _unusual_of_keizer(self) -> tuple[Reason, ...]:
        """Return pairs that meet again too soon.

        A second bye is never reported: nobody gets one before all players have had a bye.
        """
        soon = [(a, b) for a, b in self.pairs if b in self.recent[a]]
        return tuple(self._keizer_again(a, b) for a, b in soon)

    def _second_bye(self) -> Reason:
        free = [e for e, one in self.people.items() if not one.byes]
        key = "second-bye-all"
        if free:
            key = "second-bye-rules" if self._completes(free) else "second-bye-met"
        return self._said(key, a=self.bye)

    def _completes(self, free: Iterable[int]) -> bool:
        """Return whether a round without a rematch exists in which one of `free` has the bye."""
        import networkx  # takes a fifth of a second and is rarely needed

        graph = networkx.Graph([(NOBODY, e) for e in free])
        people = list(self.people.values())
        for n, one in enumerate(people):
            for other in people[n + 1 :]:
                if not one.met[other.id] and frozenset((one.id, other.id)) not in self.barred:
                    graph.add_edge(one.id, other.id)
        found = networkx.max_weight_matching(graph, maxcardinality=True)
        return 2 * len(found) == len(people) + 1

    def _bye(self) -> tuple[Reason, ...]:
        one = self.people[self.bye]
        fewer = [c.id for c in self.people.values() if c.score < one.score]
        without = [e for e in fewer if not self.people[e].byes]
        key = "bye-kept" if without else "bye-had" if fewer else "bye-lowest"
        points = points_text(one.score)
        return (
            self._said("bye-odd", count=str(len(self.people))),
            self._said(key, a=one.id, points=points, names=without or fewer),
            *([self._second_bye()] if one.byes else []),
        )

    def _said(self, key: str, **fields: str | int | list[int]) -> Reason:
        """Return a reason, with ids replaced by names."""
        return Reason(key, {name: self._text(value) for name, value in fields.items()})

    def _text(self, value: str | int | list[int]) -> str:
        if isinstance(value, list):
            return ", ".join(map(self._text, value)) or "–"
        return value if isinstance(value, str) else self.names[value]
