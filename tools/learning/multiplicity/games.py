"""Games of Multiplicity to learn from, as plain data: visit counts of long searches.

A game is one line of a file. For some of its positions the line has the kind of stone to be laid
and, for each pattern, the number of legal cells with this pattern and their total visit count.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from game.engine.bots.warmup import is_compiled, start_warmup
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.search_tree import Child, TreeConfig, nodes_within
from game.games.multiplicity.engine.evaluation import (
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
from tools.self_play import SelfPlayGame

MEMORY_MB = 64
EVERY = 3  # of this many consecutive positions, one is kept
SHORT = 1 / 25  # share of the nodes for positions that are not kept
# With at most this many empty cells, other parts of the engine solve the position.
ENDING = 12
SLIPS = 0.08  # share of random actions


class PatternChoice(NamedTuple):
    """A pattern's index in `alike`, its number of legal cells, and their visit count."""

    pattern: int
    cells: int
    visits: int


class MultiplicitySample(NamedTuple):
    kind: str
    choices: list[PatternChoice]


class MultiplicityGameData(NamedTuple):
    number: int
    positions: list[MultiplicitySample]


def play(wanted: SelfPlayGame) -> MultiplicityGameData:
    """Play one game from a random opening, by searches that do not use weights learned earlier."""
    dice = random.Random(f"learn {wanted.setup} {wanted.number}")
    opening = draw_opening(wanted.setup, dice.randrange(2**31))
    game = parse_setup(opening.setup)
    warming = start_warmup(game, lambda text: None)
    if warming is not None:
        warming.wait()
    state = game.start()
    for turn in opening.turns:
        for action in game.parse_turn(state, turn):
            state = game.advance(state, action)
    search = unlearned(game, dice.randrange(2**31))
    positions, first, done = [], dice.randrange(EVERY), 0
    while state[RESULT] == RUNNING:
        keep = done % EVERY == first and state[EMPTY] > ENDING and kind_of(state) != UNSURE
        search.start(state)
        search.grow(wanted.nodes if keep else max(1, round(wanted.nodes * SHORT)))
        if keep and not search.proof:
            positions.append(position(game, state, search.children()))
        ranked = search.ranked(state[SEAT])
        code = ranked[0].code if dice.random() >= SLIPS else dice.choice(ranked).code
        state = game.advance(state, game.action(code))
        done += 1
    return MultiplicityGameData(wanted.number, positions)


def unlearned(game: Game, seed: int) -> ActionTree:
    """Return a search without a prior."""
    profile = profile_of(game)
    plain = replace(profile, settings=profile.settings._replace(prior=0.0))
    compiled = is_compiled(game)
    return ActionTree(game, plain, TreeConfig(compiled, nodes_within(MEMORY_MB, compiled), seed))


def position(game: Game, state: State, children: Iterable[Child]) -> MultiplicitySample:
    """Return the sample of a searched position after the first stone."""
    tables = profile_of(game).own_tables(game, False)
    work = [0] * profile_of(game).work_size(game)
    read_patterns(game.tables, tables, state, work)
    places = {number: place for place, same in enumerate(alike()) for number in same}
    found: dict[int, PatternChoice] = {}
    for child in children:
        place = places[work[RING + child.code]]
        _, cells, visits = found.get(place, PatternChoice(place, 0, 0))
        found[place] = PatternChoice(place, cells + 1, visits + child.visits)
    return MultiplicitySample(KINDS[kind_of(state)], list(found.values()))


def read_seen(line: list[Any]) -> MultiplicityGameData:
    """Return the game of a line. Raises TypeError, ValueError."""
    number, positions = line
    return MultiplicityGameData(
        number,
        [MultiplicitySample(kind, [PatternChoice(*one) for one in of]) for kind, of in positions],
    )
