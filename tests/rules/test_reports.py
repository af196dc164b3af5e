"""Games report positions correctly: tally, score, phase, events, results on time, refusals."""

from __future__ import annotations

import random

import pytest

from game.games.less.rules import Less
from game.games.libra.rules import Libra
from game.games.multiplicity.rules import Multiplicity
from game.rules import (
    Game,
    IllegalAction,
    NotationError,
    PositionError,
    RulesError,
    State,
)
from game.rules.events import (
    Bid,
    Cleared,
    Event,
    Flipped,
    Jumped,
    MarkerMoved,
    Passed,
    PhaseChanged,
    Piece,
    Placed,
    RoundEnded,
    SideHome,
    Slid,
    Stepped,
)
from game.rules.groups import groups_of, middle_of
from game.rules.registry import first_reading, parse_setup, usual_setup, with_lot, without_lot
from game.rules.topology import hexagon, squares
from tests.support.setups import SETUPS

BLACK, GREEN = Piece("black", 0), Piece("green", 1)


def at(setup: str, text: str) -> tuple[Game, State]:
    """Return a game and the position that a text describes."""
    game = parse_setup(setup)
    return game, game.from_position(text)


def own_events(game: Game, state: State, text: str) -> list[Event]:
    """Return the events of an action, except the ends of turn and game."""
    events = game.play(state, game.parse_action(state, text)).events
    return [event for event in events if type(event).__name__ not in ("TurnEnded", "GameEnded")]


# -- every game ----------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", SETUPS)
def test_any_seat_whose_time_is_up_loses_with_its_partners(setup: str) -> None:
    game = parse_setup(setup)
    for seat in range(game.seats):
        outcome = game.time_up(game.start(), seat)
        assert outcome.result == ("p2win", "p1win")[seat % 2]
        assert outcome.winners == game.side(1 - seat % 2)
        assert outcome.reason == "time"


def test_a_refusal_names_at_most_twelve_actions_and_how_many_there_are() -> None:
    game = parse_setup("libra size=8")
    with pytest.raises(IllegalAction) as many:
        game.parse_action(game.start(), "pass")
    assert str(many.value).endswith(" ... (338 in all)")
    assert len(str(many.value).partition(": ")[2].split()) == 12 + 4
    game = parse_setup("multiplicity size=3 opening=free")
    state = game.start()
    for left in range(19, 2, -1):
        taken = next(iter(game.pieces(state)), None)
        if taken is not None:
            with pytest.raises(IllegalAction) as refused:
                game.parse_action(state, taken)
            assert ("in all" in str(refused.value)) == (left > 12)
            assert f"seat {game.to_move(state)} now" in str(refused.value)
        state = game.advance(state, game.legal(state)[0])


@pytest.mark.parametrize("setup", SETUPS)
def test_after_the_end_every_action_is_refused_as_that(setup: str) -> None:
    game, dice = parse_setup(setup), random.Random(3)
    state = game.start()
    while actions := game.legal(state):
        state = game.advance(state, dice.choice(actions))
    with pytest.raises(
        IllegalAction, match=rf"'{actions or 'pass'}' is not possible: the game is over"
    ):
        raise game._refusal(state, "pass")


@pytest.mark.parametrize("setup", SETUPS)
def test_the_actions_of_a_turn_are_counted_from_its_beginning(setup: str) -> None:
    game, dice = parse_setup(setup), random.Random(8)
    state, begun = game.start(), 0
    while actions := game.legal(state):
        assert game.turn_begun(state) == begun
        after = game.advance(state, dice.choice(actions))
        begun = 0 if game.turn_ended(state, after) else begun + 1
        state = after


def test_a_lot_is_drawn_only_where_the_setup_leaves_it_open() -> None:
    assert usual_setup("less") == "less seed=1"
    assert usual_setup("less", 7) == "less seed=7"
    assert usual_setup("libra", 7) == "libra"
    assert with_lot("less seats=4", 5) == "less seats=4 seed=5"
    assert with_lot("less seed=3", 5) == "less seed=3"
    assert with_lot("libra size=3", 5) == "libra size=3"
    assert usual_setup("more-or-less", 7) == "more-or-less"
    assert with_lot("more-or-less opening=even", 5) == "more-or-less opening=even seed=5"
    assert with_lot("more-or-less opening=even seed=3", 5) == "more-or-less opening=even seed=3"
    assert without_lot("more-or-less opening=even seed=3 swap=on") == (
        "more-or-less opening=even swap=on"
    )
    assert without_lot("less seats=4 seed=3") == "less seats=4"
    for whole in ("less tiles=A0B1C2D3E0F1G2H3I0", "more-or-less seed=3", "libra size=3"):
        assert without_lot(whole) == whole
    assert first_reading("less seed=1") == "less seed=1 reading=first"
    assert first_reading("libra size=3") == "libra size=3"


# -- More or Less --------------------------------------------------------------------------------


def mol_movement() -> tuple[Game, State]:
    """Return a movement position in which every second point but the centre is filled."""
    game = parse_setup("more-or-less")
    state = game.start()
    centre = str(game.topology.centre)
    others = [point for point in game.topology.points if point != centre]
    for text in [centre, *others[::2][:24]]:
        state = game.advance(state, game.parse_action(state, text))
    return game, state


def test_more_or_less_counts_counters_and_markers() -> None:
    game, state = mol_movement()
    assert game.tally(state) == {
        "black": 13, "green": 12, "placed": 25, "marker_black": 0, "marker_green": 0,
    }  # fmt: skip
    assert game.score(state) == "Black 13, Green 12 counters up; markers Black 0, Green 0 of 12"
    assert (game.phase(game.start()), game.phase(state)) == ("placement", "movement")
    dice = random.Random(2)
    while not game.over(state):
        state = game.advance(state, dice.choice(game.legal(state)))
        colours = [piece.colour for piece in game.pieces(state).values()]
        tally = game.tally(state)
        assert (tally["black"], tally["green"]) == tuple(map(colours.count, ("black", "green")))
    assert tally["marker_black"] + tally["marker_green"] == game.turns(state) - 13


def test_more_or_less_tells_who_slid_jumped_turned_and_moved_a_marker() -> None:
    game, state = mol_movement()
    assert not game.can_draw
    slides = [action for action in game.legal(state) if action.kind == "slide"]
    jumps = [action for action in game.legal(state) if action.kind == "jump"]
    for slide in slides:
        assert own_events(game, state, slide.text) == [Slid(slide.points, GREEN)]
        assert game.pieces(state)[slide.points[0]] == GREEN
    for jump in jumps:
        source, over, target = jump.points
        turned = game.pieces(state)[over]
        other = BLACK if turned == GREEN else GREEN
        events = own_events(game, state, jump.text)
        assert events[:2] == [Jumped(source, over, target, GREEN), Flipped(over, turned, other)]
        assert events[2:] in ([], [MarkerMoved(1, 1)])
    after = game.play(state, slides[0]).state
    last = game.legal(after)[0]
    assert own_events(game, after, last.text)[-1] == MarkerMoved(1, 1)


def test_the_last_counter_ends_the_placement() -> None:
    game = parse_setup("more-or-less")
    states = [game.start()]
    while game.tally(states[-1])["placed"] < 24:
        states.append(game.advance(states[-1], game.legal(states[-1])[0]))
    point = game.legal(states[-1])[0].text
    assert own_events(game, states[-1], point) == [
        Placed(point, GREEN if game.to_move(states[-1]) else BLACK),
        PhaseChanged("movement"),
    ]
    assert own_events(game, states[-2], game.legal(states[-2])[0].text)[1:] == []


def test_a_free_pass_moves_the_marker() -> None:
    game = parse_setup("more-or-less pass=free")
    _other, state = mol_movement()
    assert own_events(game, state, "pass") == [Passed(1), MarkerMoved(1, 1)]


# -- Less ----------------------------------------------------------------------------------------

RACE = "white=a6,b6,a5,c5 black=e1,f1,d3,d4"
WHITE = Piece("white", 0, 0)


def test_less_counts_moves_and_who_is_home() -> None:
    game, state = at("less walls=" + "0" * 60, f"{RACE} spent=9,12 turns=8 turn=white")
    assert game.tally(state) == {
        "left": 3, "spent_white": 9, "spent_black": 12, "home_white": 3, "home_black": 2,
    }  # fmt: skip
    assert game.score(state) == "White 9, Black 12 moves used; 3 left in this turn"
    assert game.phase(state) == "movement"
    home = game.parse_action(state, "c5-b5")
    assert own_events(game, state, "c5-b5") == [
        Stepped("c5", "b5", 0, WHITE),
        SideHome((0,), 10),
    ]
    after = game.play(state, home).state
    assert game.phase(after) == "race"
    assert game.tally(after)["home_white"] == 4
    four = parse_setup("less seats=4 seed=3")
    start = four.tally(four.start())
    assert (start["home_white"], start["home_black"]) == (0, 0)


def test_less_tells_steps_with_their_walls_and_leaps() -> None:
    walls = "0" * 55 + "00012"
    game, state = at(
        f"less walls={walls}", "white=e1,d3,a5,a6 black=c3,f6,f5,e6 turns=2 turn=white"
    )
    assert own_events(game, state, "e1-d1") == [Stepped("e1", "d1", 1, WHITE)]
    assert own_events(game, state, "e1-f1") == [Stepped("e1", "f1", 2, WHITE)]
    assert own_events(game, state, "d3-b3") == [Jumped("d3", "c3", "b3", WHITE)]


def test_walls_of_less_are_told_square_by_square() -> None:
    game = Less("0" * 55 + "00012")
    assert [game.wall(*pair) for pair in (("c1", "d1"), ("d1", "e1"), ("f1", "e1"))] == [0, 1, 2]
    assert game.wall("a1", "a2") == 0
    for far in ("a3", "b2", "a1"):
        with pytest.raises(ValueError, match=f"a1 and {far} are not adjacent"):
            game.wall("a1", far)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("white=a6,b6,a5,b5 black=e1,f1,e2,f2 spent=20,17 turns=14", "; Black wins by 3"),
        ("white=a6,b6,a5,b5 black=e1,f1,e2,f2 spent=17,17 turns=14", "; tie"),
    ],
)
def test_the_score_of_less_says_who_won(position: str, words: str) -> None:
    game, state = at("less seed=1", position)
    assert game.score(state).endswith(" moves used" + words)


def test_less_knows_what_an_action_looks_like() -> None:
    game = parse_setup("less seed=1")
    for text in ("pass", "a1-a2", "a1-c1"):
        game.check_notation(text)
    with pytest.raises(NotationError) as refused:
        game.check_notation("jump")
    assert str(refused.value) == (
        "'jump' is no action of Less: expected a step a1-a2, a leap a1-a3 or pass"
    )
    with pytest.raises(
        NotationError, match=r"'a9' is no point of squares-6, expected one of a1 \.\.\. f6"
    ):
        game.check_notation("a1-a9")


# -- Libra ---------------------------------------------------------------------------------------

WHITE_STONE, BLACK_STONE = Piece("white", None), Piece("black", None)


def test_libra_tells_bids_and_the_pass() -> None:
    game = parse_setup("libra size=3 mode=bid")
    start = game.start()
    assert game.score(start) == "no bid yet"
    assert own_events(game, start, "bid4") == [Bid(0, 4)]
    state = game.advance(start, game.parse_action(start, "bid4"))
    assert game.score(state) == "highest bid 4 by seat 0"
    assert game.tally(state)["more"] == -1
    assert own_events(game, state, "pass") == [Passed(1), PhaseChanged("placing")]
    state = game.advance(state, game.parse_action(state, "pass"))
    assert game.score(state) == "0 groups of 4 for MORE (seat 0)"
    assert game.phase(start) == "bidding"
    assert game.phase(state) == "placing"


def test_libra_tells_the_end_of_each_round_of_a_duel() -> None:
    game = parse_setup("libra size=2 obstacles=b2")
    state, told = game.start(), list[Event]()
    assert game.score(state) == "round 1: 0 groups for MORE (seat 1)"
    for _ in range(12):
        action = game.legal(state)[0]
        state, events = game.play(state, action)
        told += events
    ends = [event for event in told if isinstance(event, RoundEnded)]
    assert ends == [RoundEnded(1, 1, 1), RoundEnded(2, 0, 1)]
    [cleared] = [event for event in told if isinstance(event, Cleared)]
    assert set(cleared.points) == set(game.topology.points) - {"b2"}
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.result, outcome.reason, outcome.margin) == ("draw", "groups", 0)
    assert game.score(state) == "round 2: 1 group for MORE (seat 0), to beat 1 of seat 1"


@pytest.mark.parametrize("target", [1, 2])
def test_libra_tells_a_target_reached_or_not(target: int) -> None:
    game = parse_setup(f"libra size=2 mode=target target={target}")
    state = game.start()
    assert isinstance(game, Libra)
    while not game.over(state):
        state = game.advance(state, game.legal(state)[0])
    outcome = game.outcome(state)
    assert outcome is not None
    assert game.groups(state) == 1
    assert (outcome.result, outcome.reason) == (("p2win", "p1win")[target - 1], "target")
    assert outcome.margin == target - 1


# -- Multiplicity --------------------------------------------------------------------------------


def test_multiplicity_shows_products_and_their_factors() -> None:
    game, state = at("multiplicity size=3 opening=free", "white=a3,a4,e1,e3 black=c1,c2,c3,c5")
    assert isinstance(game, Multiplicity)
    assert game.factors(state, 0) == [2, 1, 1]
    assert game.factors(state, 1) == [3, 1]
    assert game.score(state) == "White 2 = 2×1×1, Black 3 = 3×1"
    tally = game.tally(state)
    assert (tally["white"], tally["black"], tally["empty"]) == (2, 3, 11)
    start = game.start()
    assert game.score(start) == "White 1, Black 1"
    assert own_events(game, start, "a3") == [Placed("a3", Piece("white", 0))]


def test_multiplicity_refuses_what_is_no_cell() -> None:
    game = parse_setup("multiplicity size=3")
    with pytest.raises(NotationError) as refused:
        game.check_notation("z1")
    assert str(refused.value) == "'z1' is no cell of hexagon-3: expected one of a3 ... e3"


# -- groups and boards ---------------------------------------------------------------------------


def test_groups_come_from_the_top_of_the_board_down() -> None:
    board = hexagon(3)
    white, black = Piece("white", 0), Piece("black", 1)
    pieces = dict.fromkeys(("a3", "a4", "c3", "e1"), white) | dict.fromkeys(("d3", "d4"), black)
    groups = groups_of(board, pieces)
    assert set(groups) == set(map(frozenset, (("a3", "a4"), ("d3", "d4"), ("c3",), ("e1",))))
    tops = [max(board.xy[point][1] for point in group) for group in groups]
    assert tops == sorted(tops, reverse=True)
    assert len(groups) == 4
    assert groups_of(board, {}) == []


def test_the_middle_of_a_group_is_one_of_its_points() -> None:
    board = hexagon(3)
    assert middle_of(board, ["b2", "b3", "b4", "b5"]) in ("b3", "b4")
    assert middle_of(board, ["a3", "a4", "a5"]) == "a4"
    assert middle_of(board, ["d1", "d2", "d3"]) == "d2"
    assert middle_of(board, ["a4", "b3", "c2"]) == "b3"
    assert middle_of(squares(6), ["a1", "b2", "c2", "f6"]) == "c2"


@pytest.mark.parametrize("side", range(2, 9))
def test_a_hexagon_lies_within_the_unit_circle_with_equal_steps(side: int) -> None:
    board = hexagon(side)
    assert len(board) == 3 * side * (side - 1) + 1
    assert max(x * x + y * y for x, y in board.xy.values()) == pytest.approx(1)
    steps = {
        round(((x - u) ** 2 + (y - v) ** 2) ** 0.5, 9)
        for one, (x, y) in board.xy.items()
        for u, v in (board.xy[other] for other in board.neighbours[one])
    }
    assert len(steps) == 1
    assert board.xy[str(board.centre)] == (0, 0)
    bottom, top = board.xy[f"a{side}"], board.xy[f"a{2 * side - 1}"]
    assert bottom[0] == top[0] < 0
    assert bottom[1] == pytest.approx(-top[1])
    assert bottom[1] < top[1]


def test_positions_of_a_game_without_them_are_refused_by_its_title(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = parse_setup("libra size=3")
    monkeypatch.setattr(Libra, "positions", None)
    for call in (lambda: game.position_text(game.start()), lambda: game.from_position("")):
        with pytest.raises(PositionError, match=r"^Libra: positions of this game have no text"):
            call()


def test_the_middle_of_a_turn_is_refused_with_the_number_of_actions() -> None:
    game = parse_setup("less seed=1")
    state = game.advance(game.start(), game.legal(game.start())[0])
    with pytest.raises(RulesError, match=r"^less: 1 actions of the turn are played"):
        game.position_text(state)
