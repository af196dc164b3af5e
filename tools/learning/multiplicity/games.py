"""Games of Multiplicity to learn from, as plain data: what long searches made of some positions.

A game is one line of a file.  Of a position are kept the kind of stone that is laid, and of each
pattern how many cells could be chosen with it and how many visits they had together.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from game.engine.bots.warming import start_warming, warmed
from game.engine.registry import profile_of
from game.engine.search.child import Child
from game.engine.search.forest import Forest
from game.engine.search.growing import Growth
from game.games.multiplicity.engine.patterns import (
    KINDS,
    RING,
    UNSURE,
    alike,
    kind_of,
    read_patterns,
)
from game.games.multiplicity.rules import EMPTY
from game.rules import Game, State
from game.rules.kernel import RESULT, RUNNING, SEAT
from game.rules.registry import parse_setup
from tools.ladder.openings import draw_opening
from tools.own_games import Wanted

MEMORY_MB = 64
EVERY = 3  # actions from one position that is kept to the next
SHORT = 1 / 25  # of the nodes, for the others
ENDING = 12  # empty cells, from which on others see the end
SLIPS = 0.08  # share of actions at random


class Choice(NamedTuple):
    """Of a pattern, by its place in `alike`: cells that could be chosen, and their visits."""

    pattern: int
    cells: int
    visits: int


class Position(NamedTuple):
    kind: str
    choices: list[Choice]


class Seen(NamedTuple):
    number: int
    positions: list[Position]


def play(wanted: Wanted) -> Seen:
    """One game from a drawn opening, by searches without what was learned before."""
    dice = random.Random(f"learn {wanted.setup} {wanted.number}")
    opening = draw_opening(wanted.setup, dice.randrange(2**31))
    game = parse_setup(opening.setup)
    warming = start_warming(game, lambda text: None)
    if warming is not None:
        warming.wait()
    state = game.start()
    for turn in opening.turns:
        for action in game.parse_turn(state, turn):
            state = game.advance(state, action)
    forest = unlearned(game, dice.randrange(2**31))
    positions, first, done = [], dice.randrange(EVERY), 0
    while state[RESULT] == RUNNING:
        keep = done % EVERY == first and state[EMPTY] > ENDING and kind_of(state) != UNSURE
        forest.start(state)
        forest.grow(wanted.nodes if keep else max(1, round(wanted.nodes * SHORT)))
        if keep and not forest.proof:
            positions.append(position(game, state, forest.children()))
        ranked = forest.ranked(state[SEAT])
        code = ranked[0].code if dice.random() >= SLIPS else dice.choice(ranked).code
        state = game.advance(state, game.action(code))
        done += 1
    return Seen(wanted.number, positions)


def unlearned(game: Game, seed: int) -> Forest:
    """A search that has no prior."""
    profile = profile_of(game)
    plain = replace(profile, settings=profile.settings._replace(prior=0.0))
    return Forest(game, plain, Growth(warmed(game), 1, MEMORY_MB, seed))


def position(game: Game, state: State, children: Iterable[Child]) -> Position:
    """What a search made of a position after the first stone."""
    tables = profile_of(game).own_tables(game, False)
    work = [0] * profile_of(game).work_size(game)
    read_patterns(game.tables, tables, state, work)
    places = {number: place for place, same in enumerate(alike()) for number in same}
    found: dict[int, Choice] = {}
    for child in children:
        place = places[work[RING + child.code]]
        _, cells, visits = found.get(place, Choice(place, 0, 0))
        found[place] = Choice(place, cells + 1, visits + child.visits)
    return Position(KINDS[kind_of(state)], list(found.values()))


def read_seen(line: list[Any]) -> Seen:
    """A game from its line.  Raises TypeError, ValueError."""
    number, positions = line
    return Seen(number, [Position(kind, [Choice(*one) for one in of]) for kind, of in positions])
