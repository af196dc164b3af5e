"""Markers on a track with sensors are followed and get hints, and never hold up a game."""

from __future__ import annotations

import pytest

from game.rules.base import State
from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.host.board_driver import BoardDriver
from hardware.host.layouts import track_places
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.track import (
    MARKER_HINT_DELAY_S,
    MarkerHint,
    MarkerWatch,
    hint_lights,
    marker_of,
    say_hint,
    track_of,
)
from hardware.wire.palette import Light
from tools.rig.clumsy import CAREFUL, Habits
from tools.rig.exercise import Exercise, rehearse
from tools.rig.marker_hand import ORDERLY, MarkerHabits, MarkerHand
from tools.rig.table import SteppedLine

GAME = parse_setup("more-or-less")
TRACK = track_of(GAME)
assert TRACK is not None
NOBODY = (0,) * 24


class AfterTurns:
    """A stand-in for the game, whose positions are (black marker, green marker, seat to move)."""

    track = GAME.track
    kinds = GAME.kinds

    def tally(self, state: State) -> dict[str, int]:
        return {"marker_black": state[0], "marker_green": state[1]}

    def to_move(self, state: State) -> int:
        return state[2]

    def over(self, state: State) -> bool:
        return state[0] == state[1] == 12


def standing(black: int, green: int) -> tuple[int, ...]:
    faces = list(NOBODY)
    for number, place in enumerate((black, green)):
        if place:
            faces[12 * number + place - 1] = 1 + number
    return tuple(faces)


class Watched:
    """A marker watch in simulated time."""

    def __init__(self) -> None:
        assert TRACK is not None
        self.watch = MarkerWatch(AfterTurns(), TRACK)  # type: ignore[arg-type]
        self.now = 0.0

    def pass_time(
        self, state: State, faces: tuple[int, ...], seconds: float, busy: bool = False
    ) -> tuple[MarkerHint, ...]:
        self.watch.whole(faces, self.now)
        hints: tuple[MarkerHint, ...] = ()
        for _step in range(round(seconds / 0.05)):
            self.now += 0.05
            hints = self.watch.look(state, self.now, busy)
        return hints


LONG = MARKER_HINT_DELAY_S + 1.0


def test_markers_where_they_belong_are_not_spoken_of() -> None:
    watched = Watched()
    assert watched.pass_time((0, 0, 0), standing(0, 0), LONG) == ()
    assert watched.pass_time((3, 2, 1), standing(3, 2), LONG) == ()
    assert watched.pass_time((12, 12, 0), standing(3, 2), LONG) == (), "the game is over"


def test_a_forgotten_marker_is_hinted_at_after_a_while_and_no_longer_than_needed() -> None:
    watched = Watched()
    watched.pass_time((2, 3, 0), standing(2, 3), 1)
    assert watched.pass_time((3, 3, 1), standing(2, 3), MARKER_HINT_DELAY_S - 0.5) == ()
    (hint,) = watched.pass_time((3, 3, 1), standing(2, 3), 1)
    assert hint == MarkerHint("black", 3, (2,))
    assert hint_lights([hint]) == {"black-2": Light.REMOVE, "black-3": Light.PLACE}
    assert watched.pass_time((3, 3, 1), standing(3, 3), 0.5) == ()


def test_each_marker_has_its_own_patience() -> None:
    """Quick turns of one side do not delay a hint for the other."""
    watched = Watched()
    watched.pass_time((2, 2, 0), standing(2, 2), 1)
    watched.pass_time((3, 2, 1), standing(2, 2), 3)
    hints = watched.pass_time((3, 3, 0), standing(2, 2), 1.5)
    assert hints == (MarkerHint("black", 3, (2,)),)


def test_a_marker_may_be_moved_before_the_piece() -> None:
    watched = Watched()
    assert watched.pass_time((3, 3, 0), standing(4, 3), LONG) == ()
    (hint,) = watched.pass_time((3, 3, 0), standing(3, 4), LONG)
    assert hint == MarkerHint("green", 3, (4,)), "it is not green's turn"
    (hint,) = watched.pass_time((3, 3, 0), standing(5, 3), LONG)
    assert hint == MarkerHint("black", 3, (5,))


def test_a_marker_that_is_carried_or_gone() -> None:
    watched = Watched()
    assert watched.pass_time((3, 3, 0), standing(0, 3), MARKER_HINT_DELAY_S - 1) == ()
    assert watched.pass_time((3, 3, 0), standing(0, 3), 1.5) == (MarkerHint("black", 3),)
    assert watched.pass_time((0, 0, 0), standing(0, 7), LONG) == (MarkerHint("green", 0, (7,)),)
    assert hint_lights([MarkerHint("green", 0, (7,))]) == {"green-7": Light.REMOVE}


def test_hands_that_are_busy_with_pieces_are_left_alone() -> None:
    watched = Watched()
    assert watched.pass_time((3, 3, 0), standing(2, 3), LONG, busy=True) == ()
    assert watched.pass_time((3, 3, 0), standing(2, 3), 1) == ()
    assert len(watched.pass_time((3, 3, 0), standing(2, 3), MARKER_HINT_DELAY_S)) == 1


def test_a_broken_sensor_is_no_marker() -> None:
    watched = Watched()
    faces = list(standing(0, 3))
    faces[2] = 3  # a broken sensor at black-3
    assert watched.pass_time((3, 3, 0), tuple(faces), LONG) == ()
    assert watched.pass_time((4, 3, 1), tuple(faces), LONG) == (MarkerHint("black", 4),)


def test_a_track_that_was_not_seen_yet_is_not_spoken_of() -> None:
    watch = Watched().watch
    for second in range(9):
        assert watch.look((3, 3, 0), float(second)) == ()


def test_hints_in_words() -> None:
    assert TRACK is not None
    assert say_hint(MarkerHint("black", 3), TRACK) == "Slide the black marker to place 3 (R)"
    assert say_hint(MarkerHint("green", 5), TRACK) == "Slide the green marker to place 5"
    assert say_hint(MarkerHint("green", 0), TRACK) == "Slide the green marker back to its start"


def test_only_a_board_that_says_so_has_a_track() -> None:
    places = track_places("decagon-81+track", 105, GAME)
    assert (places["black-1"], places["green-12"]) == (81, 104)
    assert track_places("decagon-81", 81, GAME) == {}
    assert track_places("decagon-81+track", 104, GAME) == {}, "it claims more than it has"
    assert track_places("decagon-51+track", 75, GAME) == {}
    assert track_places("hexagon-3+track", 105, parse_setup("multiplicity size=3")) == {}


# -- whole games -----------------------------------------------------------------------------------


def played(
    seed: int, habits: Habits, at_track: MarkerHabits, setup: str = "more-or-less"
) -> tuple[Exercise, MarkerHand, BoardDriver]:
    game = parse_setup(setup)
    match = Match(two_people(setup), game=game)
    track = track_of(game)
    assert track is not None
    layout = f"{game.topology.name}+track"
    board = SimulatedBoard(BoardIdentity(layout, len(game.topology) + 24), seed=seed)
    board.troubles.noise = 0.01
    hand = MarkerHand(game, track, seed, at_track)
    exercise = rehearse(match, board, seed, habits=habits, markers=hand)
    assert isinstance(exercise.table.line, SteppedLine)
    return exercise, hand, exercise.table.line.driver


def test_orderly_hands_hear_nothing_of_their_markers() -> None:
    exercise, hand, _follower = played(1, CAREFUL, ORDERLY)
    account = exercise.play()
    assert account.wrong == ""
    assert account.hints == 0
    for owner, place in hand.stands.items():
        assert place == marker_of(exercise.game, exercise.match.state, owner)


GAMES = [
    (2, "more-or-less", MarkerHabits()),
    (3, "more-or-less board=decagon-51", MarkerHabits(heed=0.0)),
    *(
        pytest.param(seed, setup, MarkerHabits(heed=heed), marks=pytest.mark.slow)
        for seed in range(4, 8)
        for setup in ("more-or-less", "more-or-less board=decagon-71")
        for heed in (0.0, 0.5, 1.0)
    ),
]


@pytest.mark.parametrize(("seed", "setup", "at_track"), GAMES)
def test_clumsy_hands_that_forget_and_misplace_markers_change_no_game(
    seed: int, setup: str, at_track: MarkerHabits
) -> None:
    """Whole games end with exactly the intended record, whether hints are followed or not."""
    exercise, hand, _follower = played(seed, Habits(), at_track, setup)
    account = exercise.play()
    assert account.wrong == ""
    assert exercise.match.over
    assert account.ambiguous or exercise.recorded == exercise.intended
    assert hand.forgotten + hand.misplaced > 3
    assert account.hints > 0
    assert hand.heeded <= account.hints
    assert hand.heeded if at_track.heed == 1 else at_track.heed or not hand.heeded


def test_a_hint_is_lit_and_said_beside_the_game_and_goes_when_it_is_heeded() -> None:
    exercise, _hand, driver = played(5, CAREFUL, MarkerHabits(forget=1.0, misplace=0, heed=0))
    board = exercise.table.line
    assert isinstance(board, SteppedLine)
    device = board.device
    assert isinstance(device, SimulatedBoard)
    while not (exercise.account.turns and exercise.game.phase(exercise.match.state) == "movement"):
        if not exercise.account.turns:
            exercise.longest = 1
            exercise.play()
        exercise.turn(exercise.policy(exercise.game, exercise.match.state, exercise.rng))
    exercise.turn(exercise.policy(exercise.game, exercise.match.state, exercise.rng))
    assert driver.hints() == ()
    exercise.table.run(LONG)
    assert driver.hints() == ("Slide the green marker to place 1 (M)",)
    assert driver.sentences() == (), "it is no fault"
    assert device.lights[81 + 12] == Light.PLACE
    board.set(81 + 12, 2)
    exercise.table.run(1.0)
    assert driver.hints() == ()
    assert not any(device.lights[81:])
    assert exercise.account.wrong == ""
