"""Hypotheses explain how the board came to look as it does, and touches decide between them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.rules.base import Action, Game, State
from game.rules.registry import parse_setup
from hardware.tracking.debounce import Debouncer, Touch
from hardware.tracking.evidence import Evidence
from hardware.tracking.hypotheses import Hypotheses, explains, replay_touches
from hardware.tracking.move_search import PlayLine, follow, root
from hardware.tracking.sensor_image import EMPTY, ONE, TWO, SensorModel
from hardware.tracking.touches import SetDown
from tests.hardware.tracking.tracker_board import played

LESS = parse_setup("less walls=" + "0" * 60)
STONES = parse_setup("multiplicity size=3")  # one stone in the first turn, two in each later one


def line(game: Game, state: State, *steps: str) -> PlayLine:
    """Return the actions of a line from a position, one action at a time."""
    sensors, here = SensorModel(game), root(SensorModel(game), state)
    for step in steps:
        here = follow(sensors, here, [game.parse_action(here.state, step)])
    return here


def moved(game: Game, source: str, target: str, turned: bool = False) -> SetDown:
    index = game.topology.index
    return SetDown(1.0, index[source], index[source], index[target], turned)


def touch(game: Game, time: float, point: str, face: int) -> Touch:
    return Touch(time, game.topology.index[point], face)


def answered(hypotheses: Hypotheses) -> Hypotheses:
    while not hypotheses.run(100):
        pass
    return hypotheses


# -- replaying -------------------------------------------------------------------------------------


def test_movements_are_replayed_in_their_order_and_counters_turned_over_are_none() -> None:
    sensors, start = SensorModel(LESS), LESS.start()
    wanted = line(LESS, start, "e2-d2", "f2-f3")
    made = [moved(LESS, "e2", "d2"), moved(LESS, "f1", "f1", turned=True), moved(LESS, "f2", "f3")]
    found = replay_touches(sensors, root(sensors, start), wanted.image, made)
    assert [one.actions for one in found] == [wanted.actions]
    found = replay_touches(sensors, root(sensors, start), wanted.image, made[::-1])
    assert [[action.text for action in one.actions] for one in found] == [["f2-f3", "e2-d2"]]
    assert replay_touches(sensors, root(sensors, start), wanted.image, made[:2]) == []


def test_a_movement_may_be_none_of_the_turn() -> None:
    sensors, start = SensorModel(LESS), LESS.start()
    wanted = line(LESS, start, "e2-d2")
    made = [moved(LESS, "f2", "f3"), moved(LESS, "e2", "d2")]
    found = replay_touches(sensors, root(sensors, start), wanted.image, made)
    assert [one.actions for one in found] == [wanted.actions]
    assert explains(sensors, wanted, made[1:])
    assert not explains(sensors, wanted, made)
    assert explains(sensors, wanted, [*made[1:], moved(LESS, "f1", "f1", turned=True)])


# -- explanations ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "last",
    [
        ("e2-d2", "d2-c2", "c2-b2"),
        ("f2-f3", "f3-f4", "f4-f5"),
        ("e2-d2", "f2-f3", "f3-f4"),
    ],
)
def test_a_turn_that_was_changed_begins_as_it_began(last: Sequence[str]) -> None:
    """The board shows a different turn from the same start, whose order of actions is ambiguous."""
    sensors, start = SensorModel(LESS), LESS.start()
    before = line(LESS, start, *last)
    other = line(LESS, start, "e2-d2", "d2-c2", "f2-f3")
    here = root(sensors, before.state)
    found = answered(Hypotheses(sensors, other.image, here, here, [], start, before.actions))
    assert found.instead is not None
    assert found.reopened is not None
    assert found.instead.image == other.image
    texts = [action.text for action in found.instead.actions]
    in_common = [one == two for one, two in zip(texts, last)]
    assert in_common.index(False) == (1 if last[0] == "f2-f3" else 2)


def stones(*touches: tuple[float, str, int], shown: Sequence[str]) -> Hypotheses:
    """Return hypotheses about these touches after c3, on a board that shows these stones."""
    sensors, start = SensorModel(STONES), played(STONES, "c3")
    image = list(sensors.image(start))
    made = [touch(STONES, *one) for one in touches]
    for one in made:
        if STONES.topology.points[one.point] in shown:
            image[one.point] = one.face
    here = root(sensors, start)
    return answered(Hypotheses(sensors, tuple(image), here, here, made))


@pytest.mark.parametrize("apart", [0.0, 0.5])
def test_a_turn_is_overtaken_by_its_answer(apart: float) -> None:
    """The two stones of the turn may be reported at the same time, by a whole state."""
    found = stones(
        (1.0, "c2", TWO), (1.0 + apart, "e1", TWO), (2.0, "e2", ONE),
        shown=("c2", "e1", "e2"),
    )  # fmt: skip
    assert found.overtaken is not None
    turn, when = found.overtaken
    assert turn.actions == tuple(STONES.parse_turn(played(STONES, "c3"), "c2,e1"))
    assert when == 1.0 + apart


def test_a_turn_is_not_overtaken_by_what_is_no_answer() -> None:
    touched = (1.0, "c2", TWO), (1.5, "e1", TWO)
    for third in ((2.0, "e2", TWO), (2.0, "b4", ONE)):
        found = stones(*touched, third, shown=("c2", "e1", third[1]))
        assert found.overtaken is None


# -- evidence --------------------------------------------------------------------------------------


def evidence(game: Game, state: State, *touches: tuple[float, str, int]) -> Evidence:
    sensors = SensorModel(game)
    debouncer = Debouncer(len(sensors.points))
    debouncer.whole(sensors.image(state), 0.0)
    for time, point, face in touches:
        debouncer.event(sensors.index[point], face, time)
    return Evidence(sensors, debouncer, root(sensors, state))


def test_what_was_touched_before_something_was_taken_back_may_have_been_a_mishap() -> None:
    start = LESS.start()
    found = evidence(
        LESS, start, (1.0, "f2", EMPTY), (2.0, "f3", ONE), (5.0, "e2", EMPTY), (6.0, "e3", ONE)
    )
    meant = line(LESS, start, "e2-e3")
    assert found.against(meant) == found.lately_against(meant) == 1
    settle = found.debouncer.settle
    for back_at, against in ((1.5, 1), (2.0, 0), (3.0, 0), (6.0, 2)):
        found.back_at = back_at + settle
        assert found.lately_against(meant) == against, back_at
    assert found.against(meant) == 1


def test_half_a_turn_is_likelier_where_hands_have_not_made_the_rest() -> None:
    start = played(STONES, "c3")
    whole, half = line(STONES, start, "c2", "e1"), line(STONES, start, "c2")
    assert whole.ended
    one = evidence(STONES, start, (1.0, "c2", TWO))
    assert one.likely_ends([whole, half]) == []
    assert one.likely_ends([whole]) == [whole], "there is no half turn to compare it with"
    both = evidence(STONES, start, (1.0, "c2", TWO), (2.0, "e1", TWO))
    assert both.likely_ends([whole, half]) == [whole]
    assert both.unfinished([whole, half]) == [half]


def passing() -> tuple[Game, State, Action]:
    """Return a position in which the side to move may pass or play on."""
    game = parse_setup("more-or-less board=decagon-51 pass=free")
    state = game.start()
    while True:
        legal = game.legal(state)
        for action in legal:
            if action.kind == "pass" and len(legal) > 1:
                return game, state, action
        state = game.play(state, legal[(7 * game.turns(state)) % len(legal)]).state


def test_a_pass_that_is_chosen_is_made_by_the_button_alone() -> None:
    game, state, passed = passing()
    found = evidence(game, state)
    here = root(SensorModel(game), state)
    assert found.closed([here]) == []
    assert [one.actions for one in found.closed([here], by_button=True)] == [(passed,)]
    ends, hidden = found.by_button([here], [here])
    assert [one.actions for one in (*ends, *hidden)] == [(passed,), (passed,)]
    ends, hidden = found.by_button([], [here])
    assert [one.actions for one in ends] == [(passed,)], "only a hidden one explains the board"
    assert hidden == []
    assert found.by_button([here], [])[1] == []
