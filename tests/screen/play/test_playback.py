"""The display follows the match with a delay, in order, and changes nothing in it."""

from __future__ import annotations

import pytest

from game.rules.proposals import Amend, GoBack, Play, Resign
from game.screen.app.app import App
from game.screen.play.scene import PlayScene
from tests.screen.play.play_helpers import frames, playing, press
from tests.screen.play.test_piece_in_hand import counters, train


def turn(scene: PlayScene, text: str) -> Play:
    return Play(tuple(scene.game.parse_turn(scene.match.state, text)))


def shown(scene: PlayScene) -> list[str]:
    return [turn.text for turn in scene.playback.shown.turns]


def at_rest(app: App, scene: PlayScene) -> list[list[str]]:
    """Run frames until everything is shown; return each list of turns shown meanwhile."""
    seen: list[list[str]] = []
    for _frame in range(2000):
        frames(app, 1)
        if not seen or seen[-1] != shown(scene):
            seen.append(shown(scene))
        if scene.playback.at_rest:
            return seen
    raise AssertionError(f"it never came to rest: {seen}")


def test_turns_wait_for_one_another_and_each_action_counts_when_it_moves() -> None:
    with playing("more-or-less", animation_speed=1.0) as (app, scene):
        for text in ("a1", "c1,c2", "d1,d2"):
            scene.match.submit_or_raise(turn(scene, text))
        assert len(scene.match.turns) == 3, "committed at once"
        assert shown(scene) == []
        assert at_rest(app, scene) == [
            ["a1"],
            ["a1", "c1"],
            ["a1", "c1,c2"],
            ["a1", "c1,c2", "d1"],
            ["a1", "c1,c2", "d1,d2"],
        ]
        assert scene.hand.enabled


def test_a_key_skips_to_the_end_of_all_that_waits() -> None:
    with playing("more-or-less", animation_speed=1.0) as (app, scene):
        for text in ("a1", "c1,c2", "d1,d2"):
            scene.match.submit_or_raise(turn(scene, text))
        frames(app, 3)
        assert scene.playback.moving
        press(app, "cancel")
        assert not scene.playback.moving
        assert shown(scene) == ["a1", "c1,c2", "d1,d2"]
        assert scene.board.pieces == scene.game.pieces(scene.match.state)


def test_what_is_taken_back_is_shown_going_back_and_then_what_was_played_instead() -> None:
    with playing("more-or-less", animation_speed=1.0) as (app, scene):
        for text in ("a1", "c1,c2"):
            scene.match.submit_or_raise(turn(scene, text))
        press(app, "cancel")
        start = scene.match.turns[1].before
        instead = tuple(scene.game.parse_turn(start, "c1,d1"))
        scene.match.submit_or_raise(Amend(start, instead, earlier=True))
        assert at_rest(app, scene)[-1] == ["a1", "c1,d1"]
        scene.match.submit_or_raise(GoBack(0))
        frames(app, 1)
        assert shown(scene) == []
        assert scene.playback.show is not None
        assert scene.playback.show.backwards
        at_rest(app, scene)
        assert scene.board.pieces == {}


def test_an_end_is_seen_after_the_turn_before_it() -> None:
    with playing("less seed=3", animation_speed=1.0) as (app, scene):
        action = scene.match.legal()[0]
        scene.match.submit_or_raise(Play((action,)))
        scene.match.submit_or_raise(Resign(0))
        frames(app, 1)
        assert scene.match.over
        assert not scene.playback.shown.over, "the piece is in the air"
        at_rest(app, scene)
        assert scene.playback.shown.outcome == scene.match.outcome
        press(app, "take-back")
        at_rest(app, scene)
        assert not scene.playback.shown.over
        assert len(scene.playback.shown.entries) == 1


def test_what_ends_a_match_counts_once_it_lies_still_and_is_looked_at_for_a_moment() -> None:
    with playing("multiplicity size=3", animation_speed=1.0) as (app, scene):
        match = scene.match
        while not match.game.over(match.game.play(match.state, match.legal()[0]).state):
            match.submit_or_raise(Play((match.legal()[0],)))
        press(app, "cancel")
        match.submit_or_raise(Play((match.legal()[0],)))
        frames(app, 1)
        waited = 0
        while len(scene.playback.shown.entries) < len(match.entries):
            assert scene.playback.moving
            frames(app, 1)
            waited += 1
        show = scene.playback.show
        assert waited > 2
        assert show is not None
        assert not show.picture.moving
        assert not show.done, "the panel tells it at once, the result a moment later"


def test_animation_changes_nothing_of_the_match() -> None:
    with playing("more-or-less", animation_speed=1.0) as (app, scene):
        for text in ("a1", "c1,c2"):
            scene.match.submit_or_raise(turn(scene, text))
        entries, seq = list(scene.match.entries), scene.match.seq
        at_rest(app, scene)
        press(app, "page-up", "page-up", "page-down")
        scene.playback.try_out(scene.game.parse_turn(scene.match.state, "d1,d2"))
        at_rest(app, scene)
        assert scene.match.entries == entries
        assert scene.match.seq == seq


def test_a_turn_played_meanwhile_leads_back_to_the_match() -> None:
    with playing("more-or-less", animation_speed=1.0) as (app, scene):
        for text in ("a1", "c1,c2"):
            scene.match.submit_or_raise(turn(scene, text))
        at_rest(app, scene)
        press(app, "page-up")
        at_rest(app, scene)
        assert scene.browser.active
        scene.match.submit_or_raise(turn(scene, "d1"))
        at_rest(app, scene)
        assert not scene.browser.active
        assert set(scene.board.pieces) == {"a1", "c1", "c2", "d1"}


@pytest.mark.parametrize("how", ["key", "menu"])
def test_the_last_turn_is_shown_again_slowly_with_its_count(how: str) -> None:
    with counters() as (app, scene):
        press(app, "replay")  # shows the last turn of the placement again
        assert scene.playback.moving
        frames(app, 600)
        first, second = train(scene)
        scene.propose(first)
        scene.propose(second)
        while scene.match.turn_begun:
            scene.propose(scene.hand.stop)
        turn, before = scene.match.turns[-1], list(scene.match.entries)
        frames(app, 600)
        if how == "key":
            press(app, "replay")
        else:
            scene.resume("help-replay")
        assert scene.hints.text.startswith(f"Flips {turn.changed} counter")
        frames(app, 30)
        assert scene.playback.moving, "slowly, though movements are off in the settings"
        frames(app, 900)
        assert not scene.playback.moving
        assert scene.match.entries == before
        assert scene.hints.text
        press(app, "cancel")
        assert not scene.hints.text


def test_nothing_is_shown_again_before_the_first_turn() -> None:
    with counters() as (app, scene):
        scene.propose(GoBack(0))
        press(app, "replay")
        assert not scene.playback.moving
        assert not scene.hints.text


def test_another_line_of_turns_is_shown_as_far_as_it_is_played() -> None:
    with playing("more-or-less") as (_app, scene):
        for text in ("a1", "c1,c2", "d1,d2"):
            scene.match.submit_or_raise(turn(scene, text))
        scene.playback.finish()
        line = scene.match.turns[:2]
        scene.playback.lay(line, 1)
        assert shown(scene) == ["a1", "c1,c2"]
        assert [one.text for one in scene.browser.turns] == ["a1"]
        scene.playback.finish()
        assert scene.board.pieces == scene.game.pieces(line[0].after)
