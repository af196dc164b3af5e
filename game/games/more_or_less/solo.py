"""More or Less in twelve turns: Green jumps alone, Black passes.

Par is what a plain player turns from the same placement: each turn the longest of a few trains that
are jumped at random.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from game.games.more_or_less.rules import MARKER_PLACES, MARKS, MoreOrLess
from game.platform.i18n import N_
from game.rules import Action, Game, State
from game.rules.kernel import SEAT
from game.rules.registry import parse_setup
from game.solo.mode import SoloMode
from game.table.begin import PLACEMENT, drawn_placement

GREEN = 1  # the person's seat
TRIES = 8  # trains that the plain player jumps before it chooses


class TwelveTurns(MoreOrLess):
    """After a placement drawn by `seed`; Black can do nothing but pass, and Green only then."""

    def __init__(self, seed: int) -> None:
        plain = parse_setup("more-or-less pass=free")
        super().__init__(plain.topology, free_pass=True)
        for action in drawn_placement(self, seed):
            self.first = self.advance(self.first, action)

    def legal(self, state: State) -> list[Action]:
        legal = super().legal(state)
        if self.phase(state) == PLACEMENT:
            return legal
        passing = state[SEAT] != GREEN
        return [action for action in legal if (action.kind == "pass") == passing] or legal


class TwelveTurnsMode(SoloMode):
    key = "more-or-less-twelve"
    game = MoreOrLess.key
    name = N_("Twelve turns")
    rule = N_(
        "Green has twelve turns, Black only passes. Every counter you jump is turned over and "
        "counts one. But 19 green counters at the end of a turn, or 6, end the game at once. Par "
        "is the score of a simple computer player."
    )
    aim = N_("Turn as many counters as you can in twelve turns.")
    in_turns = True
    trains = True
    counted = N_("turned")
    person = (GREEN,)

    def deal(self, seed: int) -> Game:
        return TwelveTurns(seed)

    def score(self, game: Game, state: State, actions: Sequence[Action]) -> int:
        return sum(action.kind == "jump" for action in actions)

    def left(self, game: Game, state: State) -> int:
        return MARKER_PLACES - state[MARKS + GREEN]

    def par(self, seed: int) -> int:
        game, dice = TwelveTurns(seed), random.Random(seed)
        state, turned = game.start(), 0
        while not game.over(state):
            if state[SEAT] != GREEN:
                state = game.advance(state, game.legal(state)[0])
                continue
            count, state = plain_turn(game, state, dice)
            turned += count
        return turned

    def marks(self, par: int) -> tuple[int, int, int]:
        return par // 2, par * 3 // 4, par


def plain_turn(game: Game, state: State, dice: random.Random) -> tuple[int, State]:
    """The longest train of those tried that does not end the game, and the state after it."""
    best: tuple[int, State] | None = None
    for _try in range(TRIES):
        for found in _trains(game, state, dice):
            worth = (not _ends(game, found[1]), found[0])
            if best is None or worth > (not _ends(game, best[1]), best[0]):
                best = found
    assert best is not None
    return best


def _ends(game: Game, state: State) -> bool:
    """Is it over before the last turn?"""
    return game.over(state) and state[MARKS + GREEN] < MARKER_PLACES


def _trains(game: Game, state: State, dice: random.Random) -> list[tuple[int, State]]:
    """A turn at random with the jumps it makes, and every end it might have had on the way."""
    found, jumps = [], 0
    while not game.over(state) and state[SEAT] == GREEN:
        legal = game.legal(state)
        ends = [action for action in legal if action.kind in ("stop", "pass")]
        found += [(jumps, game.advance(state, action)) for action in ends]
        going = [action for action in legal if action.points]
        if not going:
            return found
        action = dice.choice(going)
        jumps += action.kind == "jump"
        state = game.advance(state, action)
    return [*found, (jumps, state)]


MODES = (TwelveTurnsMode(),)
