"""Rules that random play rarely meets hold, each in a position made for it."""

import random

import pytest

from game.games.less import rules as less_rules
from game.games.less.rules import Less
from game.games.libra.rules import Libra
from game.games.more_or_less import rules as mol
from game.games.multiplicity.rules import Multiplicity
from game.rules.base import KEPT_POSITIONS, Game, State
from game.rules.events import Cleared, Event, MarkerMoved, Passed, RoundEnded, SideHome
from game.rules.kernel import RESULT, SEAT, TURNS
from game.rules.registry import parse_setup
from tools.referee.base import DRAWN, NOBODY, referee_of
from tools.referee.less import LessReferee

NO_WALLS = "0" * 60
RESULTS = {NOBODY: "none", DRAWN: "draw", 0: "p1win", 1: "p2win"}


def texts(game: Game, state: State) -> list[str]:
    return [action.text for action in game.legal(state)]


def line_of_play(game: Game, state: State, *turns: str) -> State:
    for turn in turns:
        for action in game.parse_turn(state, turn):
            state = game.play(state, action).state
    return state


# -- More or Less --------------------------------------------------------------------------------


def position(black: str, green: str, seat: int = 1, marks: tuple[int, int] = (0, 0)) -> State:
    """Return a movement position of the default board with these counters up."""
    game = parse_setup("more-or-less")
    state = list(game.start())
    for colour, labels in ((1, black), (2, green)):
        for label in labels.split():
            state[mol.BOARD + game.topology.index[label]] = colour
            state[mol.COUNTS + colour - 1] += 1
    state[mol.PLACED] = 25
    state[mol.LEFT] = 0
    state[mol.MARKS], state[mol.MARKS + 1] = marks
    state[SEAT] = seat
    return tuple(state)


def test_black_places_one_then_each_two_until_thirteen_and_twelve_lie() -> None:
    game = parse_setup("more-or-less")
    state = game.start()
    assert texts(game, state) == ["a1"]
    seats = []
    while game.phase(state) == "placement":
        seats.append(game.to_move(state))
        state = game.play(state, game.legal(state)[0]).state
    assert seats == [0] + [1, 1, 0, 0] * 6
    assert (game.tally(state)["black"], game.tally(state)["green"]) == (13, 12)
    assert game.to_move(state) == 1


def test_a_jump_turns_over_what_it_jumps_and_may_stop_there() -> None:
    game = parse_setup("more-or-less")
    state = position("f1", "g1")  # on a line of the board: g1 f1 e2 e3 f2 g5
    state = game.play(state, game.parse_action(state, "g1>e2")).state
    assert game.pieces(state)["f1"].colour == "green"
    assert texts(game, state) == ["e2>g1", "."]
    state = line_of_play(game, state, ".")
    assert game.to_move(state) == 0
    assert game.tally(state)["marker_green"] == 1


def test_a_counter_occupies_no_point_more_than_twice_and_then_stops_by_itself() -> None:
    game = parse_setup("more-or-less")
    state = line_of_play(game, position("f1", "g1"), "g1>e2,e2>g1,g1>e2")
    assert game.to_move(state) == 0, "g1 and e2 were both occupied twice"
    assert game.pieces(state)["f1"].colour == "green", "turned over three times"


def test_a_slide_is_followed_by_exactly_one_jump() -> None:
    game = parse_setup("more-or-less")
    state = position("f2", "g1")
    assert "g1~e3" in texts(game, state)
    assert "g1~f1" not in texts(game, state), "a slide that no jump can follow"
    state = game.play(state, game.parse_action(state, "g1~e3")).state
    assert texts(game, state) == ["e3>g5"]
    state = game.play(state, game.parse_action(state, "e3>g5")).state
    assert game.to_move(state) == 0


def test_with_free_passes_a_turn_may_be_passed_but_none_that_has_begun() -> None:
    game = parse_setup("more-or-less pass=free")
    state = position("f1", "g1")
    assert "pass" not in texts(parse_setup("more-or-less"), state)
    assert texts(game, state)[-1] == "pass"
    passed, events = game.play(state, game.parse_action(state, "pass"))
    assert game.tally(passed)["marker_green"] == 1
    assert events[:2] == (Passed(1), MarkerMoved(1, 1))
    jumped = game.play(state, game.parse_action(state, "g1>e2")).state
    assert "pass" not in texts(game, jumped)
    assert "pass" not in texts(game, game.start()), "placing is no movement turn"


def test_neither_jump_nor_slide_passes_and_moves_the_marker() -> None:
    game = parse_setup("more-or-less")
    state = position("a1", "", seat=1)
    assert texts(game, state) == ["pass"]
    state = game.play(state, game.legal(state)[0]).state
    assert game.tally(state)["marker_green"] == 1


POINTS = parse_setup("more-or-less").topology.points


def test_nineteen_up_at_the_end_of_the_own_turn_wins() -> None:
    game = parse_setup("more-or-less")
    rest = [p for p in POINTS if p not in ("g1", "f1", "e2", "e3", "f2", "g5", "e1", "e20")]
    green = ["g1", *[p for p in rest if p.startswith("g")][:17]]
    black = ["f1", *[p for p in rest if not p.startswith("g")][-6:]]
    state = position(" ".join(black), " ".join(green))
    assert (len(black), len(green)) == (7, 18)
    state = game.play(state, game.parse_action(state, "g1>e2")).state
    if game.to_move(state) == 1 and not game.over(state):
        state = game.play(state, game.parse_action(state, ".")).state
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.result, outcome.reason) == ("p2win", "more")


@pytest.mark.parametrize(("black", "winner"), [(12, "p1win"), (13, "p2win")])
def test_after_twelve_turns_each_the_fewer_counters_win(black: int, winner: str) -> None:
    game = parse_setup("more-or-less")
    state = list(position("a1", "", seat=0, marks=(11, 12)))
    state[mol.COUNTS], state[mol.COUNTS + 1] = black, 25 - black
    state[mol.BOARD + game.topology.index["a1"]] = 1
    ended = game.play(tuple(state), game.parse_action(tuple(state), "pass")).state
    outcome = game.outcome(ended)
    assert outcome is not None
    assert (outcome.result, outcome.reason) == (winner, "fewer")


# -- Less ----------------------------------------------------------------------------------------


def race(white: str, black: str, spent: tuple[int, int], seat: int, walls: str = NO_WALLS) -> State:
    """Return a position of two-seat Less with these pieces and moves used."""
    game = Less(walls)
    state = list(game.start())
    index = game.topology.index
    for square in range(36):
        state[less_rules.BOARD + square] = 0
    for number, labels in enumerate((white, black)):
        for label in labels.split():
            state[less_rules.BOARD + index[label]] = number + 1
            state[less_rules.ARRIVED + number] += label in game.goal(number)
        state[less_rules.HOME + number] = int(state[less_rules.ARRIVED + number] == 4)
        state[less_rules.SPENT + number] = spent[number]
    state[SEAT] = seat
    return tuple(state)


def test_corners_and_turn_order_of_two_and_four_seats() -> None:
    two, four = Less(NO_WALLS), Less("0" * 112, seats=4)
    assert {p for p, piece in two.pieces(two.start()).items() if piece.seat == 0} == {
        "e1",
        "f1",
        "e2",
        "f2",
    }
    corners = {0: "a1", 1: "a8", 2: "h1", 3: "h8"}
    pieces = four.pieces(four.start())
    assert all(pieces[corner].seat == seat for seat, corner in corners.items())
    assert "h8" in four.goal(0)
    assert "a1" in four.goal(3)


def test_walls_cost_one_and_two_more_and_stop_leaps() -> None:
    # The last five digits are the lowest row: edges a1|b1, b1|c1, ...
    walls = "0" * 55 + "00012"
    game = Less(walls)
    state = race("e1 a4 a5 a6", "a1 b1 c1 c2", (0, 0), 0, walls)
    by_text = {action.text: action for action in game.legal(state)}
    assert by_text["e1-d1"].cost == 2
    assert by_text["e1-f1"].cost == 3
    state = race("e1 a4 a5 a6", "d1 b1 b2 c2", (0, 0), 0, walls)
    assert "e1-c1" not in texts(game, state), "no leap over a wall"


def test_the_turn_must_be_used_as_far_as_it_can() -> None:
    # Whichever action begins, the turn goes on until all three moves are used.
    game = Less(NO_WALLS)
    start = game.start()
    for action in game.legal(start):
        state = game.play(start, action).state
        while game.to_move(state) == 0 and game.turns(state) == 0:
            state = game.play(state, game.legal(state)[0]).state
        assert game.tally(state)["spent_white"] == 3


def test_published_scoring_examples() -> None:
    game = Less(NO_WALLS)
    # White finished first, using one move of its last turn; Black needs a single move: a tie.
    state = line_of_play(game, race("a5 a6 b5 b6", "e1 f1 e2 f3", (13, 12), 1), "f3-f2")
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.result, outcome.margin) == ("draw", 0)
    # White finished first, using two moves of its last turn; Black needs three: White wins by one.
    state = line_of_play(game, race("a5 a6 b5 b6", "e1 f1 e2 f5", (14, 12), 1), "f5-f4,f4-f3,f3-f2")
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.result, outcome.margin) == ("p1win", 1)
    # Black finishes first with two moves; White, who started, then needs two: Black wins by three.
    state = line_of_play(game, race("a6 b6 b5 a3", "e1 f1 e2 f2", (15, 14), 0), "a3-a4,a4-a5")
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.result, outcome.margin) == ("p2win", 3)


def test_home_ends_the_turn_early_and_the_other_goes_on_alone() -> None:
    game = Less(NO_WALLS)
    state = race("a6 b6 b5 a4", "e3 f3 e4 f4", (12, 12), 0)
    step = game.play(state, game.parse_action(state, "a4-a5"))
    assert SideHome((0,), 13) in step.events
    assert game.to_move(step.state) == 1
    state = line_of_play(game, step.state, "e3-d3,d3-d2,d2-d1")
    assert game.to_move(state) == 1
    assert not game.over(state)


def test_home_block_loses_by_ten_at_once_unless_switched_off() -> None:
    state = race("a6 b6 b5 d4", "a5 f1 e1 e2", (12, 12), 0)
    for block, over in ((True, True), (False, False)):
        game = Less(NO_WALLS, block=block)
        after = line_of_play(game, state, "d4-d3,d3-d2,d2-d3")
        assert game.over(after) == over
    outcome = Less(NO_WALLS).outcome(line_of_play(Less(NO_WALLS), state, "d4-d3,d3-d2,d2-d3"))
    assert outcome is not None
    assert (outcome.result, outcome.reason, outcome.margin) == ("p1win", "block", 10)


def test_a_partner_whose_four_are_home_moves_the_other_pieces() -> None:
    game = Less("0" * 112, seats=4)
    state = list(game.start())
    index = game.topology.index
    for square in range(64):
        if state[less_rules.BOARD + square] == 1:
            state[less_rules.BOARD + square] = 0
    for square in range(64):
        if state[less_rules.BOARD + square] == 4:
            state[less_rules.BOARD + square] = 0
    for label in game.goal(0)[1:]:
        state[less_rules.BOARD + index[label]] = 1
    near = game.goal(0)[0]  # the inner square of the corner
    below = f"{near[0]}{int(near[1]) - 1}"
    state[less_rules.BOARD + index[below]] = 1
    for label in ("a4", "b4", "c4", "d4"):
        state[less_rules.BOARD + index[label]] = 4
    state[less_rules.ARRIVED] = 3
    after = game.play(tuple(state), game.parse_action(tuple(state), f"{below}-{near}")).state
    assert game.to_move(after) == 0
    movers = {game.pieces(after)[action.points[0]].seat for action in game.legal(after)}
    assert movers == {2}


def laid(setup: str, pieces: dict[int, str], seat: int, turns: int = 199) -> tuple[Less, State]:
    """Return Less with these squares of each seat, and `seat` to begin a turn."""
    game = parse_setup(setup)
    assert isinstance(game, Less)
    state = list(game.start())
    for square in range(len(game.topology)):
        state[less_rules.BOARD + square] = 0
    for own, labels in pieces.items():
        for label in labels.split():
            state[less_rules.BOARD + game.topology.index[label]] = own + 1
            state[less_rules.ARRIVED + own] += label in game.goal(own)
    for side in (0, 1):
        home = all(state[less_rules.ARRIVED + own] == 4 for own in game.side(side))
        state[less_rules.HOME + side] = int(home)
    state[SEAT], state[TURNS] = seat, turns
    return game, tuple(state)


def ended(game: Game, state: State) -> tuple[str, str, int]:
    """Return result, reason and margin of a finished game."""
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.result, outcome.reason, outcome.margin


TWO, FOUR = f"walls={NO_WALLS}", "seats=4 walls=" + "0" * 112
HOME_WHITE, HOME_BLACK = "a5 a6 b5 b6", "e1 e2 f1 f2"  # goals on 6x6 squares
# Setup, squares of each seat, seat to move, its turn, and how the game ends.
LIMITS = [
    (TWO, {0: "c3 c4 d3 d4", 1: "c5 c6 d5 d6"}, 0, "c3-c2,c2-c1,c1-b1", ("draw", "limit", 0)),
    (TWO, {0: "e1 c4 d3 d4", 1: "c5 c6 d5 d6"}, 0, "c4-b4,b4-b3,b3-b2", ("p2win", "stayed", 10)),
    (TWO, {0: "c3 c4 d3 d4", 1: "a6 c6 d5 d6"}, 0, "c3-c2,c2-c1,c1-b1", ("p1win", "stayed", 10)),
    (TWO, {0: "e1 c4 d3 d4", 1: "a6 c6 d5 d6"}, 0, "c4-b4,b4-b3,b3-b2", ("draw", "limit", 0)),
    # One side is home already; the other stays in its own corner or has left it.
    (TWO, {0: HOME_WHITE, 1: "c1 c2 d1 d2"}, 1, "c2-c3,c3-c4,c4-c5", ("p1win", "ahead", 10)),
    (TWO, {0: "c1 c2 d1 d2", 1: HOME_BLACK}, 0, "c2-c3,c3-c4,c4-c5", ("p2win", "ahead", 10)),
    (TWO, {0: "e2 c2 d1 d2", 1: "a5 c5 d5 d6"}, 1, "c5-b5,b5-b4,b4-b3", ("draw", "limit", 0)),
    # Without the home-block rule nobody loses by staying.
    (f"block=off {TWO}", {0: "e1 c4 d3 d4", 1: "c5 c6 d5 d6"}, 0, "c4-b4,b4-b3,b3-b2",
     ("draw", "limit", 0)),
    (f"block=off {TWO}", {0: HOME_WHITE, 1: "c1 c2 d1 d2"}, 1, "c2-c3,c3-c4,c4-c5",
     ("p1win", "ahead", 10)),
    # By the first reading it is always a draw.
    (f"reading=first {TWO}", {0: "e1 c4 d3 d4", 1: "c5 c6 d5 d6"}, 0, "c4-b4,b4-b3,b3-b2",
     ("draw", "limit", 0)),
    (f"reading=first {TWO}", {0: HOME_WHITE, 1: "c1 c2 d1 d2"}, 1, "c2-c3,c3-c4,c4-c5",
     ("draw", "limit", 0)),
    # With four seats, a partner's corner counts as a corner of the side.
    (FOUR, {0: "c3 c4 d3 d4", 1: "c5 c6 d5 d6", 2: "e3 e4 f3 f4", 3: "e5 e6 f5 f6"}, 0,
     "c3-b3,b3-b4,b4-a4", ("draw", "limit", 0)),
    (FOUR, {0: "c3 c4 d3 d4", 1: "c5 c6 d5 d6", 2: "a1 e4 f3 f4", 3: "e5 e6 f5 f6"}, 0,
     "c3-b3,b3-b4,b4-a4", ("p2win", "stayed", 10)),
    (FOUR, {0: "c3 c4 d3 d4", 1: "h8 c6 d5 d6", 2: "e3 e4 f3 f4", 3: "e5 e6 f5 f6"}, 0,
     "c3-b3,b3-b4,b4-a4", ("p1win", "stayed", 10)),
    (FOUR, {0: "c3 c4 d3 d4", 1: "h8 c6 d5 d6", 2: "g1 e4 f3 f4", 3: "e5 e6 f5 f6"}, 0,
     "c3-b3,b3-b4,b4-a4", ("draw", "limit", 0)),
    (FOUR, {0: "g7 g8 h7 h8", 2: "a7 a8 b7 b8", 1: "c3 c4 d3 d4", 3: "e5 e6 f5 f6"}, 1,
     "c3-b3,b3-b4,b4-a4", ("p1win", "ahead", 10)),
    (f"block=off {FOUR}", {0: "c3 c4 d3 d4", 1: "h8 c6 d5 d6", 2: "e3 e4 f3 f4",
     3: "e5 e6 f5 f6"}, 0, "c3-b3,b3-b4,b4-a4", ("draw", "limit", 0)),
]  # fmt: skip


@pytest.mark.parametrize(("options", "pieces", "seat", "turn", "end"), LIMITS)
def test_the_limit_of_two_hundred_turns(
    options: str, pieces: dict[int, str], seat: int, turn: str, end: tuple[str, str, int]
) -> None:
    game, state = laid(f"less {options}", pieces, seat)
    ahead = game.limit_ahead(state)
    assert ahead is not None
    assert ahead.turns == 1
    after = line_of_play(game, state, turn)
    assert ended(game, after) == end
    assert (ahead.outcome.result, ahead.outcome.reason, ahead.outcome.margin) == end
    assert game.limit_ahead(after) is None
    referee = referee_of(game)
    assert isinstance(referee, LessReferee)
    last = referee.after(referee.laid(pieces, seat, turns=199), turn)
    assert RESULTS[last.won_by] == end[0]


def test_before_the_limit_the_game_goes_on() -> None:
    game, state = laid(f"less {TWO}", {0: "e1 c4 d3 d4", 1: "c5 c6 d5 d6"}, 0, turns=198)
    assert not game.over(line_of_play(game, state, "c4-b4,b4-b3,b3-b2"))
    assert parse_setup("libra").limit_ahead(parse_setup("libra").start()) is None


# A piece of another seat keeps seat 0's fourth piece from h8. Seat 1 began at the top left, seat 3
# at h8.
BLOCKED = {0: "g7 g8 h7 d3", 1: "h8 c6 d5 d6", 2: "e3 e4 f3 f4", 3: "e5 e6 f5 f6"}


@pytest.mark.parametrize(
    ("options", "blocker", "over"),
    [
        ("", 3, True),
        ("", 1, True),  # a partner's corner is a corner of the side
        ("", 2, False),  # a piece of the same side blocks nobody
        ("block=off ", 1, False),
        ("reading=first ", 3, True),
        ("reading=first ", 1, False),
    ],
)
def test_home_block_with_four_seats(options: str, blocker: int, over: bool) -> None:
    pieces = {seat: labels.replace("h8", "c5") for seat, labels in BLOCKED.items()}
    pieces[blocker] = " ".join(["h8", *pieces[blocker].split()[1:]])
    game, state = laid(f"less {options}{FOUR}", pieces, 0, turns=40)
    turn = "d3-c3,c3-b3,b3-b2"
    after = line_of_play(game, state, turn)
    assert game.over(after) == over
    referee = referee_of(game)
    assert isinstance(referee, LessReferee)
    last = referee.after(referee.laid(pieces, 0, turns=40), turn)
    assert RESULTS[last.won_by] == ("p1win" if over else "none")


# -- Libra ---------------------------------------------------------------------------------------


def test_bids_rise_and_the_first_to_pass_is_less_and_starts() -> None:
    game = parse_setup("libra size=3 mode=bid")
    state = game.start()
    assert "pass" not in texts(game, state)
    assert texts(game, state)[0] == "bid1"
    state = line_of_play(game, state, "bid4")
    assert texts(game, state)[0] == "bid5"
    state = line_of_play(game, state, "bid6", "pass")
    assert isinstance(game, Libra)
    assert (game.more(state), game.to_move(state), game.tally(state)["aim"]) == (1, 0, 6)
    state = line_of_play(game, game.start(), "bid19")
    assert texts(game, state) == ["pass"]


def test_a_duel_has_two_rounds_with_the_roles_changed() -> None:
    game = parse_setup("libra size=3")
    state, events = game.start(), tuple[Event, ...]()
    for _ in range(19):
        state, events = game.play(state, game.legal(state)[0])
    assert any(isinstance(event, RoundEnded) and event.groups == 1 for event in events)
    assert any(isinstance(event, Cleared) and len(event.points) == 19 for event in events)
    assert game.to_move(state) == 1
    assert game.pieces(state) == {}
    for turn in range(19):
        legal = game.legal(state)
        state = game.play(state, legal[0] if turn else legal[-1]).state
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.result, outcome.margin) == ("p1win", 1)


def test_an_agreed_end_counts_what_lies() -> None:
    game = parse_setup("libra size=3 mode=target target=2")
    state = line_of_play(game, game.start(), "Wa3", "We3")
    ended = game.agreed_end(state)
    assert ended is not None
    outcome = game.outcome(ended.state)
    assert outcome is not None
    assert (outcome.result, outcome.reason) == ("p2win", "agreed")
    duel = parse_setup("libra size=3")
    step = duel.agreed_end(line_of_play(duel, duel.start(), "Wa3", "We3"))
    assert step is not None
    assert duel.to_move(step.state) == 1
    assert duel.tally(step.state)["first"] == 2


# -- Multiplicity --------------------------------------------------------------------------------


def test_bound_and_free_stones_then_single_ones() -> None:
    game = parse_setup("multiplicity size=3")
    state = line_of_play(game, game.start(), "c3")
    bound = texts(game, state)
    assert set(bound) == set(game.topology.neighbours["c3"])
    state = game.play(state, game.parse_action(state, bound[0])).state
    assert game.to_move(state) == 1
    pieces = game.pieces(state)
    for label in texts(game, state):
        assert not any(other in pieces for other in (label, *game.topology.neighbours[label]))


def test_a_free_opening_is_one_stone_a_turn_from_the_first() -> None:
    game = parse_setup("multiplicity size=3 opening=free")
    state = game.start()
    for number in range(18):
        assert (game.phase(state), game.to_move(state)) == ("open", number % 2)
        legal = game.legal(state)
        assert len(legal) == 19 - number
        state = game.play(state, legal[len(legal) // 2]).state
    assert game.over(state)


@pytest.mark.parametrize(("end", "empty"), [("one-empty", 1), ("full", 0)])
def test_the_end_leaves_one_cell_or_none(end: str, empty: int) -> None:
    game = parse_setup(f"multiplicity size=3 end={end}")
    state = game.start()
    while not game.over(state):
        state = game.play(state, game.legal(state)[0]).state
    assert game.tally(state)["empty"] == empty
    assert isinstance(game, Multiplicity)
    assert state[RESULT] != 0


def test_legal_actions_that_are_remembered_are_those_of_the_rules() -> None:
    game, dice = Less(NO_WALLS), random.Random(3)
    states = [game.start()]
    for _action in range(2 * KEPT_POSITIONS):  # more positions than the cache holds
        states.append(game.advance(states[-1], dice.choice(game.legal(states[-1]))))
    for state in states[::-1]:
        fresh = Less(NO_WALLS).legal(state)
        assert game.legal(state) == fresh
        game.legal(state).clear()  # a caller's change does not reach the cache
        assert game.legal(state) == fresh
