"""More or Less in a few turns: Green jumps alone, Black passes.

For one turn, the highest number of counters turned is exact. For more turns, a beam search keeps
the positions with the most counters turned at the end of each turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from game.games.more_or_less import rules
from game.platform.i18n import N_
from game.rules import Action, Game, State
from game.rules.kernel import SEAT
from game.rules.registry import parse_setup
from game.solo.mode import Option, SoloMode
from game.table.begin import PLACEMENT, drawn_placement

GREEN = 1  # the person's seat
WIDTH = 16  # positions kept at the end of each turn
# Maximum number of jumps tried with one counter in a turn, unless the search is exact.
MOST_JUMPS = 2_000
EMPTY_POINT, OWN = 0, 2  # contents of a point in a position; 3 - n is a counter turned over
TWICE = 2  # A counter may be on a point at most this often in a turn.

Position = tuple[int, ...]


class GreenAlone(rules.MoreOrLess):
    """More or Less after a placement drawn by `seed`, in which Black can only pass."""

    def __init__(self, seed: int, turns: int = rules.MARKER_PLACES) -> None:
        plain = parse_setup("more-or-less pass=free")
        super().__init__(plain.topology, free_pass=True)
        for action in drawn_placement(self, seed):
            self.first = self.advance(self.first, action)
        first = list(self.first)
        first[rules.MARKS] = first[rules.MARKS + GREEN] = rules.MARKER_PLACES - turns
        self.first = tuple(first)

    def legal(self, state: State) -> list[Action]:
        legal = super().legal(state)
        if self.phase(state) == PLACEMENT:
            return legal
        passing = state[SEAT] != GREEN
        return [action for action in legal if (action.kind == "pass") == passing] or legal


class LongTrains(SoloMode):
    key = "more-or-less-twelve"
    game = rules.MoreOrLess.key
    name = N_("Long trains")
    rule = N_(
        "Green has a few turns, Black only passes. Every counter you jump is flipped and"
        " counts one. But 19 green counters at the end of a turn, or 6, end the game at once. With"
        " one turn, par is the exact maximum; with more, 85 percent of what a long search finds."
    )
    aim = N_("Flip as many counters as you can.")
    in_turns = True
    trains = True
    counted = N_("flipped")
    person = (GREEN,)
    options: ClassVar[Mapping[str, Option]] = {
        "turns": Option(1, rules.MARKER_PLACES, rules.MARKER_PLACES, N_("turns: {n}"))
    }
    usual: ClassVar[Mapping[str, int]] = {"turns": 4}
    weekly: ClassVar[Mapping[str, int]] = {"turns": 8}
    edition = 2

    def deal(self, seed: int, **options: int) -> GreenAlone:
        return GreenAlone(seed, self.value(options, "turns"))

    def score(self, game: Game, state: State, actions: Sequence[Action]) -> int:
        return sum(action.kind == "jump" for action in actions)

    def left(self, game: Game, state: State) -> int:
        return rules.MARKER_PLACES - state[rules.MARKS + GREEN]

    def exact(self, **options: int) -> bool:
        return self.value(options, "turns") == 1

    def best(self, seed: int, **options: int) -> int:
        return most_turned(self.deal(seed, **options), self.value(options, "turns"))

    def par_of(self, best: int, **options: int) -> int:
        return best if self.exact(**options) else best * 17 // 20

    def marks(self, par: int) -> tuple[int, int, int]:
        return par // 2, par * 3 // 4, par


def most_turned(game: GreenAlone, turns: int) -> int:
    """Return how many counters Green can turn in `turns` turns; exact only for one turn.

    For more turns, the number is from a beam search.
    """
    trains = Trains(game, MOST_JUMPS if turns > 1 else None)
    points = game.tables[rules.META][rules.POINTS]
    kept: dict[Position, int] = {game.start()[rules.BOARD : rules.BOARD + points]: 0}
    for turn in range(1, turns + 1):
        found: dict[Position, int] = {}
        for position, turned in kept.items():
            for after, jumps in trains.turns(position).items():
                if turn == turns or rules.LESS < after.count(OWN) < rules.MORE:
                    found[after] = max(found.get(after, 0), turned + jumps)
        ranked = sorted(found.items(), key=lambda item: -item[1])
        kept = dict(ranked[:WIDTH])
    return max(kept.values())


class Trains:
    """All turns of Green; at most `most` jumps are tried with one counter."""

    def __init__(self, game: rules.MoreOrLess, most: int | None) -> None:
        self._most = most
        t = game.tables
        slices = [range(a, b) for a, b in zip(t[rules.JUMP_FROM], t[rules.JUMP_FROM][1:])]
        self._jumps = [
            [(t[rules.JUMP_OVER][n], t[rules.JUMP_TO][n]) for n in way] for way in slices
        ]
        self._rays: list[list[list[int]]] = []
        for start, end in zip(t[rules.SLIDE_FROM], t[rules.SLIDE_FROM][1:]):
            rays: list[list[int]] = []
            for slide in range(start, end):
                if t[rules.SLIDE_HEAD][slide]:
                    rays.append([])
                rays[-1].append(t[rules.SLIDE_TO][slide])
            self._rays.append(rays)

    def turns(self, position: Position) -> dict[Position, int]:
        """Return the positions after a turn or a pass, each with its highest number of jumps."""
        found = {position: 0}
        for point, counter in enumerate(position):
            if counter == OWN:
                self._add_trains(list(position), point, found)
                self._add_slides(list(position), point, found)
        return found

    def _add_slides(self, s: list[int], point: int, found: dict[Position, int]) -> None:
        s[point] = EMPTY_POINT
        for ray in self._rays[point]:
            for stop in ray:
                if s[stop] != EMPTY_POINT:
                    break
                for over, target in self._jumps[stop]:
                    if s[over] != EMPTY_POINT and s[target] == EMPTY_POINT:
                        _note(s, over, target, 1, found)

    def _add_trains(self, s: list[int], point: int, found: dict[Position, int]) -> None:
        """Try all trains of the counter at `point`, with a stack of jumps still untried."""
        s[point] = EMPTY_POINT
        visits = [0] * len(s)
        visits[point] = 1
        way: list[tuple[int, int]] = []
        left = [iter(self._jumps[point])]
        tried = 0
        while left and tried != self._most:
            jump = next(left[-1], None)
            if jump is None:
                left.pop()
                if way:
                    over, target = way.pop()
                    s[over] = 3 - s[over]
                    visits[target] -= 1
                continue
            over, target = jump
            if s[over] and not s[target] and visits[target] < TWICE:
                tried += 1
                way.append(jump)
                _note(s, over, target, len(way), found)
                s[over] = 3 - s[over]
                visits[target] += 1
                left.append(iter(self._jumps[target]))


def _note(s: list[int], over: int, target: int, jumps: int, found: dict[Position, int]) -> None:
    """Store the position after a train whose last jump is given; `s` is restored in the end."""
    s[over], s[target] = 3 - s[over], OWN
    after = tuple(s)
    found[after] = max(found.get(after, 0), jumps)
    s[over], s[target] = 3 - s[over], EMPTY_POINT


MODES = (LongTrains(),)
