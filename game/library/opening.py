"""The opening of a game, written the same way however the board was turned.

Games on a board that looks the same from several sides begin the same way when a turn or a mirror
maps one beginning to the other.  Of all such writings the first in order of the alphabet stands
for them; its first turns stand for the shorter beginning, so that openings are found by what they
begin with.  Actions of one turn that may come in any order are put in order.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from game.rules import Action, Game, Point, RulesError, State, parse_setup

TURNS = 6  # that make an opening
LABEL = re.compile(r"(?<![a-z])[a-z]+\d+")
TRIED = 10  # actions played through both ways before two sides of a board are the same

Symmetry = Mapping[Point, Point]


def opening_of(game: Game, state: State, turns: Sequence[Sequence[Action]]) -> str:
    """The first turns from a position on: actions joined by commas, with blanks between turns."""
    played: list[tuple[list[str], bool]] = []
    for actions in turns[:TURNS]:
        after = _after(game, state, actions)
        loose = len(actions) > 1 and _after(game, state, actions[::-1]) == after
        played.append(([action.text for action in actions], loose))
        assert after is not None
        state = after
    return " ".join(min([_turn(*turn, way) for turn in played] for way in symmetries(game)))


def read_opening(game: Game, words: str) -> str:
    """The same of turns that somebody wrote, with blanks between.  Raises RulesError."""
    state, turns = game.start(), []
    for text in words.split():
        actions = list(game.parse_turn(state, text))
        for action in actions:
            state = game.play(state, action).state
        turns.append(actions)
    return opening_of(game, game.start(), turns)


def symmetries(game: Game) -> Sequence[Symmetry]:
    """Each way to lay the board so that the game is the same; staying as it is comes first."""
    return _symmetries(game.setup) if not _has_own_board(game) else [{}]


def _turn(actions: Sequence[str], loose: bool, way: Symmetry) -> str:
    mapped = [_mapped(text, way) for text in actions]
    return ",".join(sorted(mapped) if loose else mapped)


def _mapped(text: str, way: Symmetry) -> str:
    return LABEL.sub(lambda found: way.get(found[0], found[0]), text)


def _after(game: Game, state: State, actions: Sequence[Action]) -> State | None:
    """The position after these actions, or None where they cannot come in this order."""
    for action in actions:
        if action not in game.legal(state):
            return None
        state = game.advance(state, action)
    return state


# -- symmetries ------------------------------------------------------------------------------------


def _has_own_board(game: Game) -> bool:
    try:
        parse_setup(game.setup)
    except RulesError:
        return True
    return False


@lru_cache(maxsize=256)
def _symmetries(setup: str) -> Sequence[Symmetry]:
    game = parse_setup(setup)
    return [way for way in _ways(game) if _same_game(game, way)]


def _ways(game: Game) -> Iterator[Symmetry]:
    """Maps of the points onto each other by a turn about the centre, mirrored or not."""
    at = {point: complex(x, y) for point, (x, y) in game.topology.xy.items()}
    where = {_place(z): point for point, z in at.items()}
    far = max(at, key=lambda point: abs(at[point]), default=None)
    if far is None or not abs(at[far]):
        yield {}
        return
    alike = [z for z in at.values() if math.isclose(abs(z), abs(at[far]), abs_tol=1e-6)]
    for mirrored in (False, True):
        start = at[far].conjugate() if mirrored else at[far]
        for target in sorted(alike, key=lambda z: z != at[far]):
            turn = target / start
            way = {
                point: where.get(_place((z.conjugate() if mirrored else z) * turn))
                for point, z in at.items()
            }
            if None not in way.values():
                yield {point: other for point, other in way.items() if other is not None}


def _place(z: complex) -> tuple[int, int]:
    return round(z.real * 1e4), round(z.imag * 1e4)


def _same_game(game: Game, way: Symmetry) -> bool:
    """Do pieces and legal actions map onto those of the board laid that way?"""
    if all(point == other for point, other in way.items()):
        return True
    here = there = game.start()
    for number in range(TRIED):
        pieces = {way[point]: piece for point, piece in game.pieces(here).items()}
        legal = {_mapped(action.text, way): action for action in game.legal(here)}
        other = {action.text: action for action in game.legal(there)}
        if pieces != game.pieces(there) or set(legal) != set(other):
            return False
        if not legal:
            return True
        text = sorted(legal)[number * 7 % len(legal)]
        here, there = game.advance(here, legal[text]), game.advance(there, other[text])
    return True
