"""A player who only follows the lights makes the program's turns correctly.

The player lifts the piece that the lights ask for and puts it down where they ask for a piece, one
movement at a time. Sometimes the player lays a stone with the wrong side up. After every turn the
board shows the program's position, and nobody ever holds two pieces.
"""

from __future__ import annotations

import random

import pytest

from game.rules.base import Action, Game, State
from game.rules.registry import parse_setup
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.faults import say_task
from hardware.tracking.guidance import lights_for
from hardware.tracking.sensor_image import ANY, EMPTY, OCCUPANCY, SIDE, SensorModel
from hardware.tracking.tracker import PLAY
from hardware.tracking.tracker_events import Execute
from hardware.wire.palette import Light
from tests.hardware.tracking.tracker_board import Board
from tests.table.homeward import homeward
from tools.rig.clumsy import random_turn

SETUPS = (
    "more-or-less",
    "more-or-less board=decagon-51 pass=free",
    "less seed=4",
    "less seats=4 seed=2",
    "libra size=3 mode=duel",
    "libra size=4 mode=target target=5 obstacles=d4",
    "multiplicity size=4",
    "multiplicity size=4 opening=free end=full",
)
MOST = 60  # maximum number of movements in a turn
SECONDS = 0.3  # seconds between two movements


class BlindHand:
    """A player who follows a board's lights; `wrong` is the share of stones laid wrong side up."""

    def __init__(self, board: Board, dice: random.Random, wrong: float) -> None:
        self.board, self.dice, self.wrong = board, dice, wrong
        self.held: int | None = None  # the face of the piece in the hand
        self.words: list[str] = []

    def lit(self) -> dict[str, int]:
        said = self.board.tracker.said
        return dict(lights_for(said)) if isinstance(said, Execute) else {}

    def move(self) -> bool:
        """Do one thing that the lights ask for; return False if they ask for nothing."""
        lit = self.lit()
        for light in (Light.REMOVE, Light.FLIP, Light.TO, Light.PLACE, Light.FROM):
            points = [point for point, code in lit.items() if code == light]
            if points:
                self._obey(light, points[0], lit)
                return True
        return False

    def _obey(self, light: Light, point: str, lit: dict[str, int]) -> None:
        if light in (Light.REMOVE, Light.FROM):
            self._lift(point)
        elif light == Light.FLIP:
            assert self.held is None, "a second piece is to be taken"
            face = self._face(point)
            self.board.put(point, EMPTY, 0.1)
            self.board.put(point, 3 - face if face else 1, SECONDS)
        elif light == Light.TO and self.held is None:
            (source,) = (one for one, code in lit.items() if code == Light.FROM)
            self._lift(source)
        else:
            self._lay(point)

    def _lift(self, point: str) -> None:
        assert self.held is None, "a second piece is to be taken"
        self.held = self._face(point)
        assert self.held != EMPTY, f"there is nothing on {point}"
        self.board.put(point, EMPTY, SECONDS)

    def _lay(self, point: str) -> None:
        assert self._face(point) == EMPTY, f"{point} is taken"
        face = self.held
        if face is None:  # a stone from beside the board, of the colour that the board's text names
            said = self.board.tracker.said
            assert isinstance(said, Execute)
            words = " ".join(say_task(said))
            face = self._colour(words)
            if self.dice.random() < self.wrong:
                face = 3 - face
        self.held = None
        self.board.put(point, face, SECONDS)

    def _colour(self, words: str) -> int:
        kinds = self.board.game.kinds
        (face,) = {
            self.board.sensors.face(kind)
            for kind in kinds
            if kind.colour in words and kind.colour != "grey"
        } or {1}
        return face

    def _face(self, point: str) -> int:
        return self.board.faces[self.board.game.topology.index[point]]


def turn_of(game: Game, state: State, dice: random.Random) -> list[Action]:
    """Return a random turn; in Less, half of the turns go towards home."""
    if game.key == "less" and dice.random() < 0.5:
        return homeward(game, state, dice)
    return random_turn(game, state, dice)


def follow_lights(setup: str, turns: int, sensing: str = SIDE) -> int:
    """Play games in which the program makes all turns; return the number of turns."""
    game, dice, made = parse_setup(setup), random.Random(setup), 0
    sensors = SensorModel(game, sensing)
    while made < turns:
        before = game.start()
        board = Board(game, before, sensing, hands=frozenset())
        hand = BlindHand(board, dice, 0.25 if sensing == SIDE else 0.0)
        while not game.over(before) and made < turns:
            turn = turn_of(game, before, dice)
            after = before
            for action in turn:
                after = game.play(after, action).state
            if len(game.pieces(after)) < len(game.pieces(before)):
                break  # the board is cleared after a round, which is no turn
            position = ExpectedPosition(game, after, (), (before,), tuple(turn), frozenset())
            board.tracker.set_position(position)
            board.wait(SECONDS)
            for _movement in range(MOST):
                if not hand.move():
                    break
            wanted = sensors.image(after)
            told = game.turn_text(turn)
            assert board.tracker.mode == PLAY, told
            assert hand.held is None, told
            assert all(w in (ANY, s) for w, s in zip(wanted, board.faces)), told
            before, made = after, made + 1
    return made


@pytest.mark.parametrize("setup", SETUPS)
def test_lights_alone_lead_a_hand_through_every_turn(setup: str) -> None:
    assert follow_lights(setup, 12) == 12


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS)
def test_lights_alone_lead_a_hand_through_two_hundred_turns(setup: str) -> None:
    assert follow_lights(setup, 200) == 200


@pytest.mark.parametrize("setup", ["less seed=4", "more-or-less"])
def test_a_board_blind_to_sides_is_walked_as_well(setup: str) -> None:
    assert follow_lights(setup, 10, OCCUPANCY) == 10


def test_two_pieces_that_leap_over_each_other_are_moved_one_after_the_other() -> None:
    """The lights never ask for the second piece's removal while the first still has to move."""
    game = parse_setup("less walls=" + "0" * 60)
    before = game.start()
    turn = game.parse_turn(before, "f2-d2,e2-c2,c2-c3")
    after = before
    for action in turn:
        after = game.play(after, action).state
    board = Board(game, before, hands=frozenset())
    board.tracker.set_position(
        ExpectedPosition(game, after, (), (before,), tuple(turn), frozenset())
    )
    board.wait(0.5)
    hand = BlindHand(board, random.Random(1), 0)
    pairs = []
    while lit := hand.lit():
        pairs += [sorted(point for point, code in lit.items() if code in (Light.FROM, Light.TO))]
        assert Light.REMOVE not in lit.values()
        hand.move()
    assert pairs == [["d2", "f2"], ["d2"], ["c2", "e2"], ["c2"], ["c2", "c3"], ["c3"]]


def test_a_counter_laid_with_the_wrong_side_up_is_to_be_turned_over() -> None:
    game = parse_setup("more-or-less")
    before = game.start()
    (action,) = game.parse_turn(before, "a1")
    after = game.play(before, action).state
    board = Board(game, before, hands=frozenset())
    board.tracker.set_position(ExpectedPosition(game, after, (), (before,), (action,), frozenset()))
    board.wait(0.5)
    said = board.tracker.said
    assert isinstance(said, Execute)
    assert lights_for(said) == {"a1": Light.PLACE}
    board.put("a1", 2)
    said = board.tracker.said
    assert isinstance(said, Execute)
    assert lights_for(said) == {"a1": Light.FLIP}
    assert say_task(said) == ("Flip the counter on a1",)
    board.put("a1", 1)
    assert board.tracker.mode == PLAY
