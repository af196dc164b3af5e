"""Texts that count moves home in Less delay no frame, because they are computed beside the loop."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from game.games.less.rules import Less
from game.games.less.screen.ways_home import counted_beside, moves_home
from game.rules.base import Action, Game, State
from game.rules.registry import parse_setup
from game.screen.play.advice import HINT
from game.screen.plugin.reasons import positions_of, reasons_of
from game.table.spec import SeatSpec
from tests.screen.play.play_helpers import STEP, Dice, playing
from tests.support.waiting import until

# Maximum processor seconds in the loop's thread, without drawing.
FRAME_S = 0.05
COSTLY = (("less seed=9", 9, 20), ("less seed=5", 5, 10))  # positions where counting takes 0.2 s


def scattered(setup: str, seed: int, actions: int = 20) -> tuple[Less, State]:
    """Return a position after random actions, at the beginning of a turn."""
    game, dice = parse_setup(setup), random.Random(seed)
    assert isinstance(game, Less)
    state = game.start()
    while actions > 0 or game.turn_begun(state):
        state = game.advance(state, dice.choice(game.legal(state)))
        actions -= 1
    return game, state


def longest(work: Callable[[], object], met: Callable[[], bool]) -> float:
    """Repeat the work until `met`; return the longest processor time of one repetition."""
    found = 0.0

    def step() -> None:
        nonlocal found
        began = time.thread_time()
        work()
        found = max(found, time.thread_time() - began)

    assert until(met, step=step)
    return found


def test_no_frame_waits_for_the_words_of_a_hint() -> None:
    game, state = scattered(*COSTLY[0])
    with playing(game.setup, position=game.position_text(state)) as (app, scene):

        def frame() -> None:
            app.now += STEP
            scene.update(STEP)

        frame()
        scene.get_help(HINT)
        waited = longest(frame, lambda: scene.assistant.answer is not None)
        answer = scene.assistant.answer
        assert answer is not None
        for _step in range(3):  # the hint's three steps: a piece, the turn, the reason
            began = time.thread_time()
            scene.get_help(HINT)
            frame()
            waited = max(waited, time.thread_time() - began)
        assert reasons_of(game).ready(positions_of(answer.line))
        reason = reasons_of(game).why(answer.line)
        assert not reason or reason in scene.hints.text
    assert waited < FRAME_S


def test_no_frame_waits_for_the_words_of_a_turn_shown_again() -> None:
    game, state = scattered(*COSTLY[1])
    with playing(game.setup, position=game.position_text(state)) as (app, scene):
        while not scene.match.turns or not scene.match.turns[0].complete:
            scene.match.play(scene.game.legal(scene.match.state)[0])

        def frame() -> None:
            app.now += STEP
            scene.update(STEP)

        frame()
        began = time.thread_time()
        scene.advice.replay()
        waited = time.thread_time() - began
        reasons, turn = reasons_of(game), scene.match.turns[0]
        waited = max(waited, longest(frame, lambda: reasons.ready(positions_of((turn,)))))
        frame()
        reason = reasons.replayed(turn)
        assert not reason or scene.hints.text == reason
    assert waited < FRAME_S


class Strict(Dice):
    """A player that judges every position even, but every turn just played bad."""

    def __init__(self, game: Game, level: int, seed: int) -> None:
        super().__init__(game, level, seed)
        self.start_seat = -1

    def start(self, state: State, limits: object = None) -> None:
        super().start(state, limits)
        if self.start_seat < 0:
            self.start_seat = self.game.to_move(state)
        # The chance of the side to move, which is high after the other side's turn.
        self.value = 0.5 if self.game.to_move(state) == self.start_seat else 0.9

    def poll(self) -> object:
        assert self.turn is not None
        return Judgement(self.turn, (self.turn,), self.value)


@dataclass(frozen=True)
class Judgement:
    """An engine's analysis."""

    best: tuple[Action, ...]
    pv: tuple[tuple[Action, ...], ...]
    value: float
    proof: str = ""
    done: bool = True


def test_no_frame_waits_for_the_words_of_a_turn_given_back() -> None:
    game, state = scattered(*COSTLY[0])
    seats = (SeatSpec("person", name="Anna"), SeatSpec("engine", 1))
    if game.to_move(state):
        seats = seats[::-1]
    position = game.position_text(state)
    with playing(game.setup, seats, position=position, make=Strict, teaching=0.2) as (app, scene):

        def frame() -> None:
            app.now += STEP
            scene.update(STEP)

        frame()
        until(lambda: scene.hand.enabled, step=frame)
        while not scene.match.turns or not scene.match.turns[0].complete:
            scene.match.play(scene.game.legal(scene.match.state)[0])
        waited = longest(frame, lambda: not scene.match.entries)
        assert scene.hints.text.startswith("Given back.")
    assert waited < FRAME_S


def test_a_newer_question_ends_the_one_before() -> None:
    many = [scattered("less seed=11", seed)[1] for seed in range(60)]
    game, one = scattered("less seed=11", 60)
    assert not counted_beside(game, many)
    assert not counted_beside(game, [one])
    assert until(lambda: counted_beside(game, [one]))
    assert until(lambda: not any(t.name == "moves home" for t in threading.enumerate()))
    assert not counted_beside(game, [many[-1]]), "the older question went on"
    assert moves_home(game, one, 0) == game.to_go(one, 0)


def test_without_threads_words_are_counted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser, for example, has no threads."""

    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    game, state = scattered("less seed=12", 1)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert counted_beside(game, [state])
    assert moves_home(game, state, 1) == game.to_go(state, 1)
