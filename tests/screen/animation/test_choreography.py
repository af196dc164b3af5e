"""Choreography turns every event of every game into movement that ends where the rules say."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from itertools import pairwise

import pytest

from game.rules import Game, fold
from game.rules import events as ev
from game.rules.events import Outcome, Piece
from game.rules.registry import parse_setup
from game.screen.animation import choreography, movements
from game.screen.animation.choreography import MotionStyle, Timeline, stage_turn
from tests.support.setups import SETUPS

BLACK, GREEN, WHITE = Piece("black", 0), Piece("green", 1), Piece("white", 0)
PLAIN = MotionStyle()
PLACES = {f"p{n}": (100.0 * n, 50.0) for n in range(20)}


def place(point: str) -> tuple[float, float]:
    return PLACES[point]


def placer(game: Game) -> movements.Place:
    return lambda point: (
        384 + 300 * game.topology.xy[point][0],
        384 - 300 * game.topology.xy[point][1],
    )


def stage(
    events: Iterable[ev.Event],
    where: movements.Place,
    manner: MotionStyle = PLAIN,
    pieces: Mapping[str, Piece] | None = None,
) -> Timeline:
    """Return the timeline of one action's events."""
    return stage_turn([tuple(events)], where, manner, pieces)


def jump(over: Piece = BLACK, start: int = 0) -> list[ev.Event]:
    source, between, target = (f"p{start + n}" for n in range(3))
    turned = GREEN if over == BLACK else BLACK
    return [ev.Jumped(source, between, target, GREEN), ev.Flipped(between, over, turned)]


def at(timeline: Timeline, before: dict[str, Piece], time: float) -> dict[str, Piece]:
    """Return the point where each piece appears; for moving pieces, the nearest point."""
    picture = timeline.picture(before, time)
    seen = dict(picture.resting)
    for sprite in picture.moving:
        if sprite.trail or sprite.alpha < 0.5:
            continue
        name = min(PLACES, key=lambda p: abs(PLACES[p][0] - sprite.at[0]))
        shown = sprite.other if sprite.flip >= 0.5 and sprite.other else sprite.piece
        seen[name] = shown
    return seen


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize(
    "manner",
    [MotionStyle(), MotionStyle(4.0), MotionStyle(0.0), MotionStyle(reduced=True)],
    ids=str,
)
def test_at_the_end_the_pieces_are_those_of_the_rules(setup: str, manner: MotionStyle) -> None:
    game = parse_setup(setup)
    state, dice = game.start(), random.Random(3)
    pieces = game.pieces(state)
    for _ in range(150):
        if game.over(state):
            break
        step = game.play(state, dice.choice(game.legal(state)))
        timeline = stage(step.events, placer(game), manner, pieces)
        end = timeline.picture(pieces, timeline.duration)
        assert end.moving == []
        assert end.resting == fold(pieces, step.events)
        assert end.resting == game.pieces(step.state)
        pieces, state = end.resting, step.state


@pytest.mark.parametrize("setup", SETUPS)
def test_no_piece_is_ever_lost_or_seen_twice(setup: str) -> None:
    """At any time, each piece appears exactly once, at rest or moving, until a sweep."""
    game = parse_setup(setup)
    state, dice = game.start(), random.Random(8)
    for _ in range(60):
        if game.over(state):
            break
        before = game.pieces(state)
        step = game.play(state, dice.choice(game.legal(state)))
        timeline = stage(step.events, placer(game), MotionStyle(), before)
        swept = any(isinstance(event, ev.Cleared) for event in step.events)
        for part in range(21):
            picture = timeline.picture(before, timeline.duration * part / 20)
            count = len(picture.resting) + sum(not s.trail for s in picture.moving)
            if not swept:
                assert len(before) <= count <= len(game.pieces(step.state))
        state = step.state


def test_a_jump_rises_moves_along_its_line_and_lands_before_the_counter_has_turned() -> None:
    before = {"p0": GREEN, "p1": BLACK}
    timeline = stage(jump(), place)
    assert timeline.duration == pytest.approx(0.198 + 0.320)
    moving = [timeline.picture(before, t / 100).moving for t in range(1, 36)]
    flight = [next(s for s in seen if s.other is None and not s.trail) for seen in moving]
    heights = [sprite.height for sprite in flight]
    assert max(heights) == pytest.approx(84, abs=1)
    assert heights.index(max(heights)) in (16, 17, 18)
    assert all(a.at[0] <= b.at[0] for a, b in pairwise(flight))
    assert max(s.scale for s in flight) == pytest.approx(1.45, abs=0.01)
    assert timeline.picture(before, 0.37).resting == {"p2": GREEN}


def test_a_jump_up_the_screen_bends_aside_and_hardly_passes_its_target() -> None:
    timeline = stage(
        [ev.Jumped("a", "b", "c", GREEN)], lambda p: (0.0, 200.0 - 100 * "abc".index(p))
    )
    flight = [timeline.picture({"a": GREEN}, t / 100).moving[-1] for t in range(1, 34)]
    assert max(sprite.lean for sprite in flight) > 30
    assert all(sprite.at[0] == 0 for sprite in flight), "its shadow keeps to the line"
    assert min(sprite.at[1] - sprite.height for sprite in flight) > -20
    level = stage([ev.Jumped("p0", "p1", "p2", GREEN)], place)
    assert all(s.lean == 0 for s in level.picture({"p0": GREEN}, 0.1).moving)


def test_a_stone_falls_ever_faster_hits_with_its_sound_and_bounces_once() -> None:
    timeline = stage([ev.Placed("p0", WHITE)], place, MotionStyle(style="stone"))
    heights = [
        timeline.picture({}, timeline.duration * part / 100).moving[0].height for part in range(100)
    ]
    hit = next(part for part, height in enumerate(heights) if height < 0.5)
    falls = [a - b for a, b in pairwise(heights[:hit])]
    assert falls == sorted(falls)
    cue = next(cue for cue in timeline.cues if cue.name == "place")
    assert cue.time / timeline.duration == pytest.approx(hit / 100, abs=0.06)
    assert 0 < max(heights[hit + 2 :]) < 0.15 * heights[0]
    assert heights[-1] == 0


def test_the_flip_starts_at_55_percent_and_shows_its_edge_in_the_middle() -> None:
    before = {"p0": GREEN, "p1": BLACK}
    timeline = stage(jump(), place)
    flips = {t: timeline.picture(before, t / 1000) for t in (190, 205, 358, 510, 519)}
    turning = {
        t: [s for s in picture.moving if s.other is not None] for t, picture in flips.items()
    }
    assert turning[190] == []
    assert flips[190].resting["p1"] == BLACK
    assert turning[205][0].flip < 0.05
    assert turning[358][0].flip == pytest.approx(0.5, abs=0.02)
    assert turning[358][0].axis == pytest.approx(0.0)
    assert turning[510][0].flip > 0.95
    assert turning[510][0].other == GREEN
    assert flips[519].resting["p1"] == GREEN


def test_hops_of_a_train_grow_faster_down_to_200_ms_and_are_counted() -> None:
    events = [jump(BLACK, 2 * n) for n in range(9)]
    before = {"p0": GREEN, **{f"p{2 * n + 1}": BLACK for n in range(9)}}
    timeline = stage_turn(events, place)
    arcs = [one for one in timeline.movements if isinstance(one, movements.Arc)]
    lengths = [round((arc.end - arc.start) * 1000) for arc in arcs]
    assert lengths == [360, 331, 305, 280, 258, 237, 218, 201, 200]
    assert list(timeline.starts) == [arc.start for arc in arcs]
    counts = [count_at(timeline, count.time + 0.3) for count in timeline.counts[-1:]]
    assert counts == [9]
    assert [c.count for c in timeline.counts] == list(range(2, 10))
    assert timeline.picture(before, timeline.duration).resting["p18"] == GREEN


def count_at(timeline: Timeline, seconds: float) -> int:
    """Return the number of jumps that the screen shows at this time."""
    shown = timeline.combo(seconds)
    assert shown is not None
    return shown.count


def test_the_counter_of_a_train_goes_on_from_the_hops_before() -> None:
    timeline = stage(jump(), place, MotionStyle(hop=3))
    assert count_at(timeline, timeline.counts[0].time + 0.2) == 4
    assert timeline.combo(timeline.combo_end + 0.01) is None
    assert stage(jump(), place).combo(1.0) is None, "a single jump is no train"
    pitches = [cue.step for cue in timeline.cues if cue.name in ("flip", "combo")]
    assert pitches == [4, 4]


def test_a_slide_takes_110_ms_a_point_and_follows_its_path() -> None:
    timeline = stage([ev.Slid(("p0", "p1", "p2", "p3"), GREEN)], place)
    assert timeline.duration == pytest.approx(0.330)
    middle = timeline.picture({"p0": GREEN}, 0.165).moving[0]
    assert middle.at == pytest.approx((150, 50))


@pytest.mark.parametrize(("walls", "milliseconds"), [(0, 200), (1, 420), (2, 560)])
def test_a_climb_rests_on_each_bar(walls: int, milliseconds: int) -> None:
    timeline = stage([ev.Stepped("p0", "p1", walls, WHITE)], place)
    assert timeline.duration == pytest.approx(milliseconds / 1000)
    samples = [timeline.picture({"p0": WHITE}, t / 1000).moving[0] for t in range(milliseconds)]
    still = sum(
        one.at == other.at and one.height == other.height > 0 for one, other in pairwise(samples)
    )
    assert still == pytest.approx(60 * walls, abs=4)
    assert all(a.at[0] <= b.at[0] + 1e-9 for a, b in pairwise(samples))


def test_a_leap_turns_nothing_and_is_no_train() -> None:
    timeline = stage([ev.Jumped("p0", "p1", "p2", WHITE)], place, MotionStyle(hop=2))
    assert timeline.duration == pytest.approx(0.340)
    assert timeline.counts == ()
    assert timeline.picture({"p0": WHITE, "p1": BLACK}, 0.17).resting == {"p1": BLACK}


def test_markers_slide_to_their_place_after_the_jump() -> None:
    events = [*jump(), ev.MarkerMoved(1, 5), ev.TurnEnded(1)]
    timeline = stage(events, place)
    assert timeline.marker(1, 4, 0.1) == 4
    assert timeline.marker(0, 7, 9.0) == 7
    assert timeline.marker(1, 4, 0.518 + 0.2) == pytest.approx(4.5)
    assert timeline.marker(1, 4, timeline.duration) == 5


def test_speed_divides_times_and_off_is_the_end_at_once() -> None:
    assert stage(jump(), place, MotionStyle(2.0)).duration == pytest.approx(0.259)
    off = stage([*jump(), ev.MarkerMoved(1, 5)], place, MotionStyle(0.0))
    assert off.duration == 0
    assert off.picture({"p0": GREEN, "p1": BLACK}, 0.0).resting == {"p1": GREEN, "p2": GREEN}
    assert [cue.time for cue in off.cues_between(-1, 0)] == [0.0] * len(off.cues)


def test_reduced_motion_fades_in_the_same_order_without_leaving_the_board() -> None:
    before = {"p0": GREEN, "p1": BLACK}
    timeline = stage(jump(), place, MotionStyle(reduced=True))
    assert timeline.duration == pytest.approx(0.240)
    for part in range(25):
        for sprite in timeline.picture(before, part / 100).moving:
            assert sprite.height == 0
            assert sprite.at in PLACES.values()
            assert sprite.flip == 0
    assert at(timeline, before, 0.10) == {"p1": BLACK, "p2": GREEN}
    assert at(timeline, before, 0.23) == {"p1": GREEN, "p2": GREEN}


def test_a_board_is_swept_between_rounds() -> None:
    pieces = {"p0": WHITE, "p1": BLACK, "p2": WHITE}
    ended = ev.RoundEnded(1, 1, 3)
    events: list[ev.Event] = [ev.Placed("p2", WHITE), ended, ev.Cleared(("p0", "p1", "p2"))]
    before = {"p0": WHITE, "p1": BLACK}
    timeline = stage(events, place, MotionStyle(), before)
    resting = timeline.picture(before, 0.180 + choreography.ROUND_PAUSE / 2000).resting
    assert resting == pieces, "the board stays to be read"
    sweeping = timeline.picture(before, timeline.duration - 0.45)
    assert len(sweeping.moving) == 3
    assert sweeping.resting == {}
    assert timeline.picture(before, timeline.duration).resting == {}


def test_cues_come_once_each_in_order() -> None:
    timeline = stage([*jump(), ev.MarkerMoved(1, 5)], place)
    heard, now = [], -1.0
    while now < timeline.duration:
        heard += [cue.name for cue in timeline.cues_between(now, now + 0.016)]
        now += 0.016
    assert heard == ["lift", "land", "flip", "marker"]


END = ev.GameEnded(Outcome("p1win", (0,), "more", 1))
STAKES = MotionStyle(stakes=True)


def test_a_board_that_is_not_swept_is_read_for_a_moment_only() -> None:
    """After the last round, the result of the game opens by itself."""
    placed = [ev.Placed("p2", WHITE)]
    lands = stage(placed, place).duration
    timeline = stage([*placed, ev.RoundEnded(1, 1, 3), END], place)
    assert timeline.duration - lands == pytest.approx(choreography.END_PAUSE / 1000)
    assert [cue.name for cue in timeline.cues][-2:] == ["round", "end"]


def test_what_ends_a_game_moves_slowly_after_a_held_breath() -> None:
    plain = stage([*jump(), END], place)
    slow = stage([*jump(), END], place, STAKES)
    assert plain.starts == (0.0,)
    assert slow.starts == (choreography.HELD_BREATH / 1000,)
    (one,), (other,) = (
        [move for move in timeline.movements if isinstance(move, movements.Arc)]
        for timeline in (plain, slow)
    )
    length = choreography.SLOW_MOTION * (one.end - one.start)
    assert other.end - other.start == pytest.approx(length)
    assert min(cue.time for cue in slow.cues) >= slow.starts[0], "nothing is heard meanwhile"


def test_the_marker_beside_the_board_is_not_slowed_down() -> None:
    moved = ev.MarkerMoved(0, 12)
    timeline = stage([*jump(), moved, END], place, STAKES)
    (marker,) = (one for one in timeline.movements if isinstance(one, movements.Marker))
    assert marker.end - marker.start == pytest.approx(choreography.MARKER / 1000)
    assert timeline.decided == marker.end
    assert timeline.duration == pytest.approx(marker.end + choreography.END_PAUSE / 1000)


@pytest.mark.parametrize(
    "manner",
    [MotionStyle(), MotionStyle(stakes=True, reduced=True), MotionStyle(stakes=True, carried=True)],
    ids=str,
)
def test_without_motion_or_in_the_hand_nothing_is_slowed_down(manner: MotionStyle) -> None:
    timeline = stage([*jump(), END], place, manner)
    assert timeline.starts == (0.0,)
    assert timeline.shakes == ()


def test_only_the_action_that_ends_the_game_is_slowed_down() -> None:
    one = stage_turn([jump(), [*jump(BLACK, 2), END]], place, STAKES)
    other = stage_turn([jump(), jump(BLACK, 2)], place, STAKES)
    assert one.movements[:1] == other.movements[:1]
    assert one.starts[1] > other.starts[1]


def test_long_trains_shake_the_picture_a_little_and_not_for_long() -> None:
    timeline = stage_turn([jump(BLACK, 2 * n) for n in range(8)], place, STAKES)
    strengths = [strength for _time, strength in timeline.shakes]
    assert len(strengths) == 8 - choreography.SHAKE_FROM + 1
    assert strengths == sorted(strengths)
    assert strengths[-1] <= choreography.SHAKE_MOST_PX
    first = timeline.shakes[0][0]
    assert timeline.shake(first - 0.01) == (0, 0)
    assert any(timeline.shake(first))
    assert timeline.shake(timeline.duration + choreography.SHAKE_S) == (0, 0)
