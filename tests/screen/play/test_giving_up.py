"""Resigning in Less delays no frame, because its cost is computed beside the loop."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable

import pytest

from game.rules.proposals import Resign
from game.rules.registry import parse_setup
from game.screen.play.scene import PlayScene
from game.table.spec import ClockSpec
from tests.screen.play.play_helpers import STEP, playing
from tests.support.waiting import until

# Maximum processor seconds in the loop's thread, without drawing.
FRAME_S = 0.05
SETUP = "less seats=4 seed=5"
# Number of random actions after which counting the moves home takes 0.3 s.
ACTIONS = 10


def scattered() -> str:
    """Return a position with some pieces away from home, White to move and far behind."""
    game, dice = parse_setup(SETUP), random.Random(5)
    state = game.start()
    for _ in range(ACTIONS):
        state = game.advance(state, dice.choice(game.legal(state)))
    while game.turn_begun(state) or game.to_move(state):
        state = game.advance(state, dice.choice(game.legal(state)))
    text = re.sub(r"spent=\d+,\d+", "spent=60,20", game.position_text(state))
    return re.sub(r"turns=\d+", "turns=80", text)


def resigned(scene: PlayScene) -> None:
    scene.propose(Resign(scene.match.to_move))


def flagged(scene: PlayScene) -> None:
    """Do nothing, because the time will soon be up."""


@pytest.mark.parametrize(("end", "reason"), [(resigned, "resigned"), (flagged, "time")])
def test_no_frame_waits_for_the_price(end: Callable[[PlayScene], None], reason: str) -> None:
    position, longest = scattered(), 0.0
    with playing(SETUP, clock=ClockSpec(2.0), position=position) as (app, scene):

        def timed(work: Callable[[], object]) -> None:
            nonlocal longest
            began = time.thread_time()
            work()
            longest = max(longest, time.thread_time() - began)

        def step() -> None:
            app.now += STEP
            timed(lambda: scene.update(STEP))

        timed(lambda: end(scene))
        assert until(lambda: scene.match.over, step=step)
        outcome = scene.match.outcome
        assert outcome is not None
        assert (outcome.reason, outcome.winners) == (reason, (1, 3))
        game, state = parse_setup(SETUP), scene.match.state
        assert outcome.margin == game.conceded(state, 0) > 10
    assert longest < FRAME_S


def test_it_is_said_and_who_closes_the_window_at_once_has_resigned() -> None:
    with playing(SETUP, position=scattered()) as (app, scene):
        resigned(scene)
        assert "Counting what giving up costs" in [toast.text for toast in app.toasts.live]
    outcome = scene.match.outcome
    assert outcome is not None
    assert outcome.reason == "resigned"


def test_without_threads_it_is_counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser, for example, has no threads."""

    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with playing(SETUP, position=scattered()) as (_app, scene):
        monkeypatch.setattr(threading.Thread, "start", refuse)
        resigned(scene)
        monkeypatch.undo()
        assert scene.match.outcome is not None
        assert scene.match.outcome.reason == "resigned"
