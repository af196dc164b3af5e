"""Simple players of the solo games, and one better player for each mode.

A player is a function of game, state and random generator that returns an action. The simple ones
play like somebody who has found one trick; normally none of them gets three stars.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from game.games.less.engine.race import shortest_way
from game.games.less.engine.tables import single_ways
from game.games.less.rules import BOARD as LESS_BOARD
from game.games.libra.engine.maximum import best_filling
from game.games.libra.rules import BOARD as LIBRA_BOARD
from game.games.libra.solo import (
    COLOURS,
    EMPTY_CELL,
    GREY_CELL,
    DrawnLibra,
    Walk,
    _open_cells,
    _placed,
)
from game.games.more_or_less.rules import BOARD, LESS, MARKER_PLACES, MARKS, MORE
from game.games.more_or_less.solo import OWN, GreenAlone, Trains
from game.games.multiplicity.rules import BOARD as CELLS
from game.games.multiplicity.solo import Rush, worth
from game.rules.base import Action, Game, State
from game.solo.mode import SoloDeal, SoloMode, modes

Player = Callable[[Game, State, random.Random], Action]
TURNS = 400  # maximum number of actions, for a player who never gets home


def first(game: Game, state: State, dice: random.Random) -> Action:
    """Return the first legal action."""
    return game.legal(state)[0]


def at_random(game: Game, state: State, dice: random.Random) -> Action:
    return dice.choice(game.legal(state))


def best_of(
    game: Game, state: State, dice: random.Random, value: Callable[[State], float]
) -> Action:
    return max(game.legal(state), key=lambda a: (value(game.advance(state, a)), dice.random()))


# -- More or Less ----------------------------------------------------------------------------------


def never_stop(game: Game, state: State, dice: random.Random) -> Action:
    """Return a random jump as long as there is one."""
    legal = game.legal(state)
    return dice.choice([a for a in legal if a.kind == "jump"] or legal)


class Turns:
    """Base class of players that choose a whole turn and play it action by action."""

    def __init__(self) -> None:
        self._planned: list[Action] = []

    def __call__(self, game: Game, state: State, dice: random.Random) -> Action:
        legal = game.legal(state)
        if game.turn_begun(state) == 0:
            self._planned = self.plan(game, state, dice) if len(legal) > 1 else []
        return self._planned.pop(0) if self._planned else legal[0]

    def plan(self, game: Game, state: State, dice: random.Random) -> list[Action]:
        raise NotImplementedError


class EightTrains(Turns):
    """Plays the longest of eight random trains that do not end the game."""

    def plan(self, game: Game, state: State, dice: random.Random) -> list[Action]:
        tried = []
        for _try in range(8):
            here, actions, seat = state, list[Action](), game.to_move(state)
            while not game.over(here) and game.to_move(here) == seat:
                actions.append(never_stop(game, here, dice))
                here = game.advance(here, actions[-1])
            tried.append((not game.over(here), len(actions), actions))
        return max(tried, key=lambda one: one[:2])[2]


class LongestTrain(Turns):
    """Plays the longest of all trains that do not end the game."""

    def plan(self, game: Game, state: State, dice: random.Random) -> list[Action]:
        assert isinstance(game, GreenAlone)
        points = len(game.topology)
        found = Trains(game, 2_000).turns(state[BOARD : BOARD + points])
        last = state[MARKS + 1] == MARKER_PLACES - 1
        fitting = [p for p in found if last or LESS < p.count(OWN) < MORE]
        return actions_to(game, state, max(fitting, key=lambda p: found[p]), found)


def actions_to(
    game: Game, state: State, wanted: tuple[int, ...], found: dict[tuple[int, ...], int]
) -> list[Action]:
    """Return the actions of the turn that leads to the board `wanted` in `found[wanted]` jumps."""
    points, seat = len(game.topology), game.to_move(state)
    todo: list[tuple[State, list[Action]]] = [(state, [])]
    while todo:
        here, actions = todo.pop()
        for action in game.legal(here):
            after = game.advance(here, action)
            line = [*actions, action]
            if game.over(after) or game.to_move(after) != seat:
                jumps = sum(one.kind == "jump" for one in line)
                if after[BOARD : BOARD + points] == wanted and jumps == found[wanted]:
                    return line
            elif len(line) <= found[wanted] + 1:
                todo.append((after, line))
    raise AssertionError(wanted)


# -- Less ------------------------------------------------------------------------------------------


def nearer(game: Game, state: State, dice: random.Random) -> Action:
    """Return the action that leaves the pieces the shortest ways home, each counted by itself."""
    ways = single_ways(game)
    squares = range(len(game.topology))

    def way(after: State) -> float:
        return -sum(ways[n] for n in squares if after[LESS_BOARD + n] == 1)

    return best_of(game, state, dice, way)


class WayHome:
    """Plays the shortest way home."""

    def __init__(self) -> None:
        self._way: list[Action] = []

    def __call__(self, game: Game, state: State, dice: random.Random) -> Action:
        self._way = self._way or shortest_way(game, state, compiled=False).actions
        return self._way.pop(0)


# -- Libra -----------------------------------------------------------------------------------------


def most_at_once(game: Game, state: State, dice: random.Random) -> Action:
    assert isinstance(game, DrawnLibra)
    return best_of(game, state, dice, game.groups)


def fewest_at_once(game: Game, state: State, dice: random.Random) -> Action:
    assert isinstance(game, DrawnLibra)
    groups = game.groups
    return best_of(game, state, dice, lambda s: -groups(s))


def from_both_ends(game: Game, state: State, dice: random.Random) -> Action:
    """Place white stones from one end of the board, black ones from the other."""
    xy = game.topology.xy
    ahead = sorted(game.legal(state), key=lambda action: xy[action.points[0]])
    assert ahead[0].piece is not None
    return ahead[0 if ahead[0].piece.colour == "white" else -1]


def picture(game: Game, state: State, dice: random.Random) -> Action:
    """Fill the pattern with the most groups: white on every third cell, black elsewhere."""
    white = best_filling(game.topology)
    legal = game.legal(state)
    assert legal[0].piece is not None
    lone = legal[0].piece.colour == "white"
    fitting = [action for action in legal if (action.points[0] in white) == lone]
    return dice.choice(fitting or legal)


class Planned:
    """Plays a random filling with the given stones, improved by swapping pairs of cells."""

    def __init__(self, tries: int = 3_000) -> None:
        self._white: set[str] | None = None
        self._tries = tries

    def __call__(self, game: Game, state: State, dice: random.Random) -> Action:
        if self._white is None:
            self._white = self._plan(game, state, dice)
        legal = game.legal(state)
        assert legal[0].piece is not None
        lone = legal[0].piece.colour == "white"
        return next(a for a in legal if (a.points[0] in self._white) == lone)

    def _plan(self, game: Game, state: State, dice: random.Random) -> set[str]:
        assert isinstance(game, DrawnLibra)
        board = list(state)
        points = game.topology.points
        free = [n for n in range(len(points)) if not board[LIBRA_BOARD + n]]
        coming = game.coming(state)
        for n, colour in zip(free, dice.sample(coming, len(coming))):
            board[LIBRA_BOARD + n] = 1 + COLOURS.index(colour)
        most = game.groups(tuple(board))
        for _try in range(self._tries):
            a, b = (LIBRA_BOARD + n for n in dice.sample(free, 2))
            board[a], board[b] = board[b], board[a]
            count = game.groups(tuple(board))
            if count < most:
                board[a], board[b] = board[b], board[a]
            most = max(most, count)
        return {points[n] for n in free if board[LIBRA_BOARD + n] == 1}


def ahead(game: Game, state: State, dice: random.Random, stones: int = 12) -> Action:
    """Return the move to the fewest groups, by a beam search over the next `stones` stones."""
    assert isinstance(game, DrawnLibra)
    index, points = game.topology.index, game.topology.points
    near = [[index[other] for other in game.topology.neighbours[p]] for p in points]
    cells = [(EMPTY_CELL, -1, -1, GREY_CELL)[stone] for stone in state[LIBRA_BOARD:-1]]
    walk = Walk(tuple(cells), 0, -1)
    for n, stone in enumerate(state[LIBRA_BOARD:-1]):
        if stone in (1, 2):
            walk = _placed(walk, n, stone - 1, near[n])
    kept = [(walk._replace(last=state[-1] - 1), -1)]
    for colour in game.coming(state)[:stones]:
        found: dict[tuple[tuple[int, ...], int], tuple[Walk, int]] = {}
        for here, begun in kept:
            for cell in _open_cells(here, near):
                after = _placed(here, cell, COLOURS.index(colour), near[cell])
                found.setdefault((after.cells, cell), (after, cell if begun < 0 else begun))
        ranked = sorted(found.values(), key=lambda one: (one[0].groups, dice.random()))
        kept = ranked[:30]
    return next(a for a in game.legal(state) if a.points[0] == points[kept[0][1]])


# -- Multiplicity ----------------------------------------------------------------------------------


def largest_at_once(game: Game, state: State, dice: random.Random) -> Action:
    return best_of(game, state, dice, lambda s: game.tally(s)["white"])


def rows_of_three(game: Game, state: State, dice: random.Random) -> Action:
    """Place stones on three of every four cells, in the board's order."""
    legal = game.legal(state)
    return next((a for a in legal if a.code % 4 < 3), legal[0])


def threes(game: Game, state: State, dice: random.Random) -> Action:
    """Build groups of about three, ignoring the black stones that will fall."""
    return _valued(game, state, dice, 0)


def threes_and_falls(game: Game, state: State, dice: random.Random) -> Action:
    """Build groups of about three, treating the announced black stones as placed."""
    return _valued(game, state, dice, 9)


def _valued(game: Game, state: State, dice: random.Random, seen: int) -> Action:
    assert isinstance(game, Rush)
    index = game.topology.index
    near = [[index[o] for o in game.topology.neighbours[p]] for p in game.topology.points]
    board = state[CELLS : CELLS + len(near)]
    white = frozenset(n for n, stone in enumerate(board) if stone == 1)
    black = {n for n, stone in enumerate(board) if stone == 2}
    black |= {index[cell] for cell in game.falls(state)[:seen]}

    def value(action: Action) -> tuple[float, float]:
        fallen = frozenset(black - {action.code})
        return worth(white | {action.code}, fallen, near), dice.random()

    legal = game.legal(state)
    return max(legal, key=value) if len(legal) > 1 else legal[0]


SIMPLE: dict[str, dict[str, Callable[[], Player]]] = {
    "more-or-less-twelve": {"never stop": lambda: never_stop, "eight trains": EightTrains},
    "less-par": {"nearer": lambda: nearer},
    "libra-many": {"one ahead": lambda: most_at_once, "picture": lambda: picture},
    "libra-few": {"one ahead": lambda: fewest_at_once, "both ends": lambda: from_both_ends},
    "multiplicity-rush": {
        "one ahead": lambda: largest_at_once,
        "rows of three": lambda: rows_of_three,
        "threes": lambda: threes,
    },
}
BETTER: dict[str, Callable[[], Player]] = {
    "more-or-less-twelve": LongestTrain,
    "less-par": WayHome,
    "libra-many": Planned,
    "libra-few": lambda: ahead,
    "multiplicity-rush": lambda: threes_and_falls,
}
for players in SIMPLE.values():
    players |= {"first": lambda: first, "random": lambda: at_random}


def score_of(deal: SoloDeal, player: Player, seed: int = 1) -> int:
    """Return a player's score in a deal, or 10 * TURNS if the player does not get home in time."""
    mode: SoloMode = modes()[deal.mode]
    game, dice = deal.game(), random.Random(seed)
    state, actions = game.start(), list[Action]()
    while not game.over(state):
        if len(actions) == TURNS and mode.fewer:
            return 10 * TURNS
        theirs = game.to_move(state) not in mode.person
        actions.append(game.legal(state)[0] if theirs else player(game, state, dice))
        state = game.advance(state, actions[-1])
    return mode.score(game, state, actions)


def stars_of(deal: SoloDeal, player: Player, best: int) -> int:
    mode = modes()[deal.mode]
    return mode.stars(score_of(deal, player), mode.par_of(best, **dict(deal.options)))


def share(stars: Sequence[int], number: int) -> float:
    return sum(one == number for one in stars) / len(stars)
