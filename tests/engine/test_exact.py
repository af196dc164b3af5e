"""The solvers' proofs agree with brute force."""

from __future__ import annotations

import random

import pytest

from game.engine.kernels.alphabeta import SURE
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.search_tree import TreeConfig
from game.engine.search.solver import Solver
from game.games.less.engine.race import in_race, way_home
from game.games.less.engine.tables import binomial_table, number_of, solo_table, squares_of
from game.games.less.rules import (
    ARRIVED,
    BOARD,
    GOAL,
    HOME,
    SPENT,
    Less,
)
from game.games.libra.rules import Libra
from game.games.more_or_less.engine.trains import (
    ROOM,
    probe,
    scratch,
    survey,
    wanting,
)
from game.games.more_or_less.rules import (
    COUNTS,
    LESS,
    MARKS,
    MORE,
    PLACED,
)
from game.games.multiplicity.rules import Multiplicity
from game.rules import Game, State
from game.rules.boards import COUNTERS
from game.rules.kernel import DRAW, P1_WIN, RESULT, RUNNING, SEAT, TURNS
from game.rules.registry import parse_setup
from tests.engine.engine_tools import brute_value, movement, play_randomly, race
from tools.match.less import race_is_lost

TO_THE_END = 120  # turns, enough to reach the end


def solved(game: Game, state: State, depth: int = TO_THE_END) -> float:
    """Return the value for side 0 by alpha-beta, which must prove that value."""
    solver = Solver(game, profile_of(game), False, 1)
    value = solver.search(state, depth)
    assert value is not None
    own = 0.5 if value == 0 else 1.0 if value >= SURE else 0.0
    assert value == 0 or abs(value) >= SURE
    return own if game.to_move(state) % 2 == 0 else 1 - own


def proved_by_tree(game: Game, state: State, visits: int) -> float:
    """Return the value for side 0 by tree search, which must prove that value."""
    tree = ActionTree(game, profile_of(game), TreeConfig(False, 400_000, 5))
    tree.start(state)
    tree.grow(visits)
    assert tree.proof != 0, "not proved"
    return 0.5 if tree.proof == DRAW else float(tree.proof == P1_WIN)


def rest(game: Game, seed: int, left: int) -> State:
    """Return a random position with `left` cells to fill."""
    return play_randomly(game, game.start(), len(game.topology) - left, seed)


SMALL = [
    Libra(2, "target", 1),
    Libra(2, "target", 2),
    Libra(2, "target", 3),
    Libra(2, "target", 4),
    Multiplicity(2),
    Multiplicity(2, full=True),
    Multiplicity(2, bound=False),
]


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.setup)
def test_side_two_from_the_start(game: Game) -> None:
    value = brute_value(game, game.start())
    assert solved(game, game.start()) == value


@pytest.mark.parametrize("game", [SMALL[0], SMALL[3], SMALL[4]], ids=lambda game: game.setup)
def test_the_tree_proves_side_two(game: Game) -> None:
    state = play_randomly(game, game.start(), 2, 1)
    assert proved_by_tree(game, state, 30_000) == brute_value(game, state)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("game", "left"),
    [
        (Libra(3, "target", 5), 4),
        (Libra(3, "target", 6), 4),
        (Libra(3, "bid"), 4),
        (Multiplicity(3), 7),
        (Multiplicity(3, full=True), 6),
        (Multiplicity(3, bound=False), 7),
        (Libra(3, "target", 5, obstacles=("a3", "c3", "e2", "d1")), 4),
    ],
    ids=lambda value: value.setup if isinstance(value, Game) else str(value),
)
def test_endings_of_side_three(game: Game, left: int, seed: int) -> None:
    state = game.start()
    if game.phase(state) == "bidding":
        for text in ("bid5", "pass"):
            state = game.advance(state, game.parse_action(state, text))
    empty = len(game.topology) - len(game.pieces(state))
    state = play_randomly(game, state, empty - left, seed)
    value = brute_value(game, state)
    assert solved(game, state) == value
    assert proved_by_tree(game, state, 20_000) == value


@pytest.mark.parametrize("passing", ["stuck", "free"])
@pytest.mark.parametrize(("seed", "left"), [(1, 1), (2, 1), (3, 1), (1, 2), (9, 2), (12, 2)])
def test_last_turns_of_more_or_less(seed: int, left: int, passing: str) -> None:
    game = parse_setup(f"more-or-less board=decagon-51 pass={passing}")
    state = movement(game, seed, left)
    assert state is not None
    assert solved(game, state, left) == brute_value(game, state)


def test_three_turns_of_more_or_less() -> None:
    game = parse_setup("more-or-less board=decagon-51")
    state = movement(game, 1, 3)
    assert state is not None
    assert solved(game, state, 3) == brute_value(game, state)


@pytest.mark.parametrize("options", ["", "board=decagon-51", "board=decagon-51 pass=free"])
def test_a_win_in_one_turn_is_seen_exactly(options: str) -> None:
    """In random games, the probe reports a win in this turn exactly where one exists."""
    game = parse_setup(f"more-or-less {options}")
    seen = 0
    for seed in range(8):
        for left in (1, 5, 9):
            state = movement(game, seed, left)
            if state is None:
                continue
            work = [0] * scratch(game)
            mutable = list(state)
            result = probe(game.tables, (), mutable, work)
            assert tuple(mutable) == state
            mover = game.to_move(state)
            ends = one_turn_results(game, state)
            assert (result == P1_WIN + mover) == (P1_WIN + mover in ends)
            if left == 1:
                assert result in ends, "the last turn is known whole"
            seen += result != 0
    assert seen > 3


@pytest.mark.parametrize("options", ["pass=stuck", "pass=free"])
def test_a_pass_in_the_last_turn_wins_for_the_fewer(options: str) -> None:
    """Black cannot move, so it must pass; it wins if it has fewer counters up."""
    game = parse_setup(f"more-or-less board=decagon-51 {options}")
    state = list(play_randomly(game, game.start(), 1, 1))
    state[PLACED], state[SEAT] = COUNTERS, 0
    state[MARKS], state[MARKS + 1] = 11, 12
    for black, result in ((12, P1_WIN), (13, P1_WIN + 1)):
        state[COUNTS], state[COUNTS + 1] = black, COUNTERS - black
        here = tuple(state)
        assert [action.kind for action in game.legal(here)] == ["pass"]
        assert game.advance(here, game.legal(here)[0])[RESULT] == result
        assert probe(game.tables, (), state, [0] * scratch(game)) == result


@pytest.mark.parametrize("seed", range(6))
def test_how_near_a_sudden_win_is(seed: int) -> None:
    """The exact distance is right for both seats, and a quick estimate is never too small."""
    game = parse_setup("more-or-less board=decagon-51")
    state = movement(game, seed, 20)
    assert state is not None
    for seat in (0, 1):
        mutable, work = list(state), [0] * scratch(game)
        survey(game.tables, mutable, work)
        surveyed = work[ROOM:]
        near = wanting(game.tables, mutable, seat, 1_000_000, work)
        assert tuple(mutable) == state
        assert work[ROOM:] == surveyed
        moving = list(state)
        moving[SEAT] = seat
        assert near == nearest_by_force(game, tuple(moving), seat)
        assert wanting(game.tables, mutable, seat, 3, work) >= near


def nearest_by_force(game: Game, state: State, seat: int) -> int:
    """Return how many counters a win still lacks after the best train of jumps."""
    best, todo, known = COUNTERS, [state], {state}
    while todo:
        here = todo.pop()
        for action in game.legal(here):
            if action.kind != "jump":
                continue
            after = game.advance(here, action)
            count = after[COUNTS + seat]
            best = min(best, max(0, min(MORE - count, count - LESS)))
            if after[TURNS] == state[TURNS] and after not in known:
                known.add(after)
                todo.append(after)
    return best


def one_turn_results(game: Game, state: State) -> set[int]:
    """Return every result that the game can have after this turn."""
    found: set[int] = set()
    todo, known = [state], {state}
    while todo:
        here = todo.pop()
        for action in game.legal(here):
            after = game.advance(here, action)
            if after[TURNS] != state[TURNS] or after[RESULT] != RUNNING:
                found.add(after[RESULT])
            elif after not in known:
                known.add(after)
                todo.append(after)
    return found


# -- races of Less -------------------------------------------------------------------------------


def shortest(game: Game, state: State) -> int:
    """Return the smallest number of moves home, by trying positions in order of moves spent."""
    spent = state[SPENT + 1]
    layers: dict[int, set[State]] = {0: {state}}
    known = {(state[BOARD:], state[4])}
    for used in range(40):
        for here in layers.pop(used, set()):
            for action in game.legal(here):
                after = game.advance(here, action)
                if after[HOME + 1]:
                    layers.setdefault(after[SPENT + 1] - spent, set()).add(after)
                    continue
                if after[RESULT] == RUNNING:
                    layers.setdefault(after[SPENT + 1] - spent, set()).add(after)
        if any(here[HOME + 1] for here in layers.get(used + 1, ())):
            return used + 1
        following = {h for h in layers.get(used + 1, set()) if (h[BOARD:], h[4]) not in known}
        known |= {(here[BOARD:], here[4]) for here in following}
        layers[used + 1] = following
    raise AssertionError("no way home")


@pytest.mark.parametrize(
    "squares",
    [
        ["e1", "f1", "e2", "d3"],
        ["e1", "f1", "d2", "e3"],
        ["f1", "f2", "d1", "d2"],
        ["e2", "f2", "e3", "f3"],
        ["c1", "f1", "e2", "f2"],
    ],
)
@pytest.mark.parametrize("seed", [3, 8])
def test_races_are_run_in_the_fewest_moves(squares: list[str], seed: int) -> None:
    game = parse_setup(f"less seed={seed}")
    assert isinstance(game, Less)
    state = race(game, squares)
    assert in_race(state)
    need, way, exact = way_home(game, state)
    assert exact
    assert need == shortest(game, state)
    for action in way:
        state = game.play(state, action).state
    assert state[HOME + 1] == 1
    assert state[SPENT + 1] == 17 + need
    assert state[RESULT] == (P1_WIN if 17 + need > 20 else DRAW if 17 + need == 20 else P1_WIN + 1)


def test_distances_from_the_start_and_at_home() -> None:
    game = parse_setup("less walls=" + "0" * 60)
    tables = [solo_table(game, seat, False) for seat in range(2)]

    def distances(state: State) -> tuple[int, ...]:
        return tuple(
            tables[seat][number_of(binomial_table(), *squares_of(state, seat))] for seat in (0, 1)
        )

    assert distances(game.start()) == (16, 16)
    assert distances(race(game, ["e1", "f1", "e2", "f2"])) == (0, 0)
    assert distances(race(game, ["d1", "f1", "e2", "f2"])) == (0, 1)


def team_race(game: Game, seed: int) -> State:
    """Return a position with White's team home, and Black's team, anywhere else, to move."""
    dice = random.Random(seed)
    state, goal = list(game.start()), game.tables[GOAL]
    board = [piece if piece in (1, 3) else 0 for piece in goal]
    free = [square for square, piece in enumerate(board) if not piece]
    for piece in (2, 4):
        for square in dice.sample(free, 4):
            board[square] = piece
            free.remove(square)
    state[BOARD:] = board
    for seat in range(4):
        state[ARRIVED + seat] = sum(
            piece == seat + 1 == goal[square] for square, piece in enumerate(board)
        )
    state[SEAT], state[HOME], state[TURNS] = 1, 1, 30
    state[SPENT], state[SPENT + 1] = 60, 30
    return tuple(state)


def test_a_race_is_lost_when_as_many_moves_are_used() -> None:
    for game, state, aim in (
        (
            parse_setup("less seed=5"),
            race(parse_setup("less seed=5"), ["c1", "c3", "d4", "f6"]),
            20,
        ),
        (parse_setup("less seats=4 seed=5"), team_race(parse_setup("less seats=4 seed=5"), 1), 60),
    ):
        assert not race_is_lost(game.start())
        assert not race_is_lost(state)
        late = list(state)
        late[SPENT + 1] = aim
        assert race_is_lost(tuple(late))
        late[SPENT + 1] = aim - 1
        assert not race_is_lost(tuple(late))


@pytest.mark.parametrize("seed", range(4))
def test_a_team_whose_opponents_are_home_goes_home(seed: int) -> None:
    """The team keeps the rules, goes home in as many moves as announced, and does not wander."""
    game = parse_setup(f"less seats=4 seed={seed}")
    state = team_race(game, seed)
    assert in_race(state)
    need, way, exact = way_home(game, state)
    assert not exact, "another way may be shorter"
    for action in way:
        state = game.play(state, action).state
    assert state[HOME + 1] == 1
    assert state[SPENT + 1] == 30 + need
    assert need <= 60
