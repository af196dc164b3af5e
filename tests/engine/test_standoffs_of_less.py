"""In standoffs of Less, neither side gets through, and both move to and fro until the limit."""

from __future__ import annotations

import pytest

from game.engine.bots.make import Bot, make_bot
from game.engine.bots.options import EngineOptions
from game.engine.bots.warmup import start_warmup
from game.engine.search.analysis import SearchLimits, StopSignal
from game.games.less.engine.evaluation import recurring
from game.games.less.rules import BOARD, SPENT
from game.rules import Game, State
from game.rules.kernel import SEAT, TURNS
from game.rules.registry import parse_setup
from tests.engine.engine_tools import converse, needs_numba

SETUP = "less seed=7"
# A game that went to the limit. Black is ahead, but White shuts it in from the twelfth turn on.
LINES = (
    "f1-d1,e1-c1,f2-d2 b5-c5,a6-a4,b6-c6 d2-c2,c1-c3,c2-c4 a5-a3,a4-a2,a3-a1 d1-c1,e2-d2,d2-c2",
    "a2-b2,b2-d2 c3-b3,c1-c3,c3-a3 c5-c3,c3-c1,c6-c5 c2-c3,a3-a4,b3-a3 a1-b1,b1-d1,c1-e1",
    "a3-a5,a5-a6,a4-a5 d1-f1,f1-f2,f2-f1 c3-d3,d3-c3,a5-b5 e1-d1,d1-e1,d2-e2 c3-d3,d3-c3,b5-a5",
    "e1-d1,d1-e1,e2-f2 c3-d3,d3-c3,a5-b5 f1-d1,d1-d2,f2-f1 c3-d3,d3-c3,b5-a5 e1-d1,f1-e1,d1-f1",
    "c3-d3,d3-c3,a5-b5 f1-f2,d2-d1,d1-f1 c3-d3,d3-c3,b5-a5 f1-d1,d1-d2,f2-f1 c3-d3,d3-c3,a5-b5",
    "e1-d1,d1-e1,d2-e2 c3-d3,d3-c3,b5-a5 e1-d1,d1-e1,e2-f2 c3-d3,d3-c3,a5-b5 f1-d1,d1-d2,f2-f1",
    "c3-d3,d3-c3,b5-a5 e1-d1,f1-e1,d1-f1 c3-d3,d3-c3,a5-b5 e1-d1,f1-e1,d1-f1 c3-d3,d3-c3,b5-a5",
    "f1-f2,d2-d1,d1-f1 c3-d3,d3-c3,a5-b5 f1-d1,d1-d2,f2-f1 c3-d3,d3-c3,b5-a5 f1-f2,d2-d1,d1-f1",
)
STANDOFF = [turn for line in LINES for turn in line.split()]
NODES = 1500

pytestmark = needs_numba  # uncompiled search is too slow for this many visits


def compiled_bot(game: Game) -> Bot:
    warming = start_warmup(game, lambda text: None)
    if warming is not None:
        warming.wait()
    return make_bot(game, EngineOptions(seed=3), lambda text: None)


def positions(game: Game, turns: list[str]) -> list[State]:
    """Return the positions of a game, starting with the first."""
    found = [game.start()]
    for text in turns:
        state = found[-1]
        for action in game.parse_turn(state, text):
            state = game.advance(state, action)
        found.append(state)
    return found


def score(position: str) -> int:
    """Return the engine's score of a position for the side to move, from -100 to 100."""
    said = converse("setoption name Seed value 3", position, "isready", f"go nodes {NODES}")
    told = next(line.split() for line in reversed(said) if line.startswith("info depth"))
    return int(told[told.index("score") + 1])


def after(turns: int) -> str:
    return f"position setup {SETUP} moves {' '.join(STANDOFF[:turns])}"


def test_the_chance_nears_a_draw_while_both_move_to_and_fro() -> None:
    assert score(after(11)) > 50
    assert abs(score(after(39))) < 20


def test_moves_used_in_vain_tell_without_the_game_before() -> None:
    game = parse_setup(SETUP)
    early, late = (game.position_text(positions(game, STANDOFF)[turn]) for turn in (11, 39))
    assert score(f"position setup {SETUP} fen {early}") > 50
    assert abs(score(f"position setup {SETUP} fen {late}")) < 20


def test_positions_of_the_game_are_no_progress() -> None:
    """A return to an earlier position of the game makes no progress, so the score is lower.

    Without the game before it, the same position has a better score.
    """
    game = parse_setup(SETUP)
    alone = game.position_text(positions(game, STANDOFF)[15])
    assert score(after(15)) < score(f"position setup {SETUP} fen {alone}") - 10


def test_a_bot_remembers_the_positions_it_was_asked_about() -> None:
    game = parse_setup(SETUP)
    states, limits = positions(game, STANDOFF), SearchLimits(nodes=NODES)
    values = []
    for remembered in (True, False):
        bot = compiled_bot(game)
        for turn in range(8 if remembered else 15, 16):
            found = bot.think(states[turn], limits, lambda analysis: None, StopSignal())
        values.append(found.value)
    assert values[0] < values[1] - 0.05


@pytest.mark.parametrize("turn", [13, 15, 17])
def test_the_side_ahead_does_not_go_where_the_game_has_been(turn: int) -> None:
    game = parse_setup(SETUP)
    states = positions(game, STANDOFF)[: turn + 1]
    bot = compiled_bot(game)
    for state in states[8:]:
        found = bot.think(state, SearchLimits(nodes=NODES), lambda analysis: None, StopSignal())
    state = states[-1]
    for action in found.best:
        state = game.advance(state, action)
    assert recurring(game.tables, state) not in {recurring(game.tables, one) for one in states}


def test_a_position_comes_again_by_its_pieces_and_who_is_to_move() -> None:
    game = parse_setup(SETUP)
    states = positions(game, STANDOFF)
    by_pieces: dict[tuple[int, ...], set[int]] = {}
    for state in states[8:]:
        pieces = (state[SEAT], *state[BOARD:])
        by_pieces.setdefault(pieces, set()).add(recurring(game.tables, state))
    assert all(len(keys) == 1 for keys in by_pieces.values())
    assert len({*map(frozenset, by_pieces.values())}) == len(by_pieces) < len(states[8:])


@pytest.mark.parametrize(
    ("words", "drawn"), [("", False), ("block=off ", True), ("reading=first ", True)]
)
def test_who_waits_in_the_own_corner_alone_has_no_draw_to_come(words: str, drawn: bool) -> None:
    """A side that waits in its corner loses by ten at the limit, unless that rule is off."""
    game = parse_setup(f"less {words}seed=7")
    state = list(game.start())
    state[TURNS], state[SPENT], state[SPENT + 1] = 60, 90, 90
    assert recurring(game.tables, tuple(state)) > 0
    corner = [place for place in range(BOARD, len(state)) if state[place] == 1]
    for number, place in enumerate(corner):
        state[place], state[BOARD + 12 + number] = 0, 1
    assert (recurring(game.tables, tuple(state)) > 0) == drawn
