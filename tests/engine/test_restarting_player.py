"""Players that die, hang or answer nonsense are restarted, and their search is continued.

The tests set the clock.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from game.engine.protocol.engine_player import SILENCE_S, START_SILENCE_S, EnginePlayer
from game.engine.protocol.restarting_player import (
    ANSWER_GRACE_S,
    RESTARTS,
    START_GRACE_S,
    RestartingPlayer,
    longest_search,
)
from game.engine.search.analysis import Analysis, SearchLimits
from game.rules.base import State
from game.rules.registry import parse_setup
from tests.support.clocks import ManualClock
from tests.support.waiting import until

GAME = parse_setup("multiplicity size=3")
TURN = (GAME.legal(GAME.start())[0],)


@dataclass
class Fake:
    """A player whose `deed` says whether it answers, fails or does nothing."""

    deed: str = "answers"
    ready: bool = True
    problem: str = ""
    stops: int = 0
    closed: bool = False
    asked: SearchLimits | None = None

    def start(self, state: State, limits: SearchLimits) -> None:
        self.asked = limits
        if self.deed == "cannot begin":
            raise OSError("no room")

    def poll(self) -> Analysis | None:
        if self.deed == "raises":
            raise RuntimeError("out of order")
        if self.deed == "dies":
            self.problem = "the engine stopped"
        if self.deed == "answers" or (self.deed == "has to be stopped" and self.stops):
            return Analysis(1, 1, 0.0, 0.5, pv=(TURN,), done=True)
        return None

    def stop(self) -> None:
        self.stops += 1

    def close(self) -> None:
        self.closed = True


class Makes:
    """A factory that makes one fake player for each start."""

    def __init__(self, deeds: Sequence[str], ready: bool = True) -> None:
        self.deeds, self.ready = list(deeds), ready
        self.made: list[Fake] = []

    def __call__(self) -> Fake:
        deed = self.deeds[min(len(self.made), len(self.deeds) - 1)]
        if deed == "cannot be made":
            self.deeds.pop(0)
            raise OSError("no such program")
        self.made.append(Fake(deed, self.ready))
        return self.made[-1]


def searched(
    deeds: Sequence[str], limits: SearchLimits, ready: bool = True, seconds: float = 5000
) -> tuple[RestartingPlayer, Makes, float]:
    """Search for at most `seconds`; return the player, the maker of fakes and the seconds used."""
    time, makes = ManualClock(), Makes(deeds, ready)
    player = RestartingPlayer(GAME, makes, time)
    player.start(GAME.start(), limits)
    while time.now < 100.0 + seconds:
        thought = player.poll()
        if player.problem or (thought is not None and thought.done):
            break
        time.now += 0.5
    return player, makes, time.now - 100.0


@pytest.mark.parametrize("deed", ["dies", "raises", "cannot begin"])
@pytest.mark.parametrize("failures", range(RESTARTS + 1))
def test_a_player_that_fails_is_started_again_and_answers(deed: str, failures: int) -> None:
    player, makes, seconds = searched([deed] * failures + ["answers"], SearchLimits(movetime=1.0))
    thought = player.poll()
    assert thought.done
    assert thought.best == TURN
    assert len(makes.made) == failures + 1
    assert all(one.closed for one in makes.made[:-1])
    assert (player.problem, player.restarts) == ("", 0)
    assert seconds <= 2, "half a second a look"


@pytest.mark.parametrize("deed", ["dies", "raises", "cannot begin", "says nothing"])
def test_after_the_third_start_it_is_given_up_and_may_be_asked_again(deed: str) -> None:
    player, makes, _seconds = searched([deed] * (RESTARTS + 1) + ["answers"], SearchLimits(2.0))
    assert player.problem
    assert player.restarts == 0
    assert len(makes.made) == RESTARTS + 1
    player.start(GAME.start(), SearchLimits(2.0))
    assert player.poll().done
    assert player.problem == ""


def test_one_that_cannot_be_made_is_tried_again() -> None:
    player, makes, _seconds = searched(["cannot be made", "answers"], SearchLimits(2.0))
    assert player.problem == ""
    assert len(makes.made) == 1


@pytest.mark.parametrize(
    "limits",
    [
        SearchLimits(movetime=3.0),
        SearchLimits(nodes=500),
        SearchLimits(depth=4),
        SearchLimits(clock=(600.0, 300.0), increment=(5.0, 5.0)),
    ],
)
def test_nothing_is_waited_for_without_end(limits: SearchLimits) -> None:
    player, makes, seconds = searched(["says nothing"], limits)
    longest = longest_search(limits)
    assert longest is not None
    assert player.problem == "the engine does not answer"
    assert makes.made[0].stops == 1, "it was told to stop before"
    assert seconds <= (RESTARTS + 1) * (longest + 2 * ANSWER_GRACE_S + 2)


def test_one_that_overlooks_its_time_is_told_to_stop() -> None:
    player, makes, seconds = searched(["has to be stopped"], SearchLimits(movetime=3.0))
    assert player.poll().done
    assert len(makes.made) == 1
    assert seconds == pytest.approx(3.0 + ANSWER_GRACE_S, abs=1.0)


def test_one_that_never_starts_is_given_up() -> None:
    player, _makes, seconds = searched(["says nothing"], SearchLimits(1.0), ready=False)
    assert player.problem == "the engine does not start"
    assert not player.ready
    assert seconds <= (RESTARTS + 1) * (START_GRACE_S + 2)


def test_analysis_without_an_end_is_not_hurried() -> None:
    player, makes, seconds = searched(["says nothing"], SearchLimits(), seconds=4000)
    assert (player.problem, len(makes.made), seconds) == ("", 1, 4000)


def test_this_process_may_stand_still_without_anybody_failing() -> None:
    time, makes = ManualClock(), Makes(["says nothing"])
    player = RestartingPlayer(GAME, makes, time)
    player.start(GAME.start(), SearchLimits(movetime=3.0))
    for _look in range(5):
        player.poll()
        time.now += 3600.0
    assert (player.restarts, player.problem) == (0, "")


def test_it_is_asked_again_with_the_clock_as_it_is_then() -> None:
    limits = SearchLimits(clock=(60.0, 50.0), increment=(1.0, 0.0))
    _player, makes, _seconds = searched(["says nothing", "answers"], limits)
    again = makes.made[1].asked
    assert again is not None
    assert again.clock is not None
    spent = 60.0 / 4 + 1.0 + 2 * ANSWER_GRACE_S
    assert again.clock[0] == pytest.approx(60.0 - spent, abs=1.5)
    assert again.clock[1] == 50.0, "the other's clock has not run"
    assert again.increment == limits.increment


def test_partners_have_one_clock() -> None:
    game = parse_setup("less seats=4 seed=3")
    state = game.start()
    while game.to_move(state) != 2:
        state = game.advance(state, game.legal(state)[0])
    time, makes = ManualClock(), Makes(["says nothing"])
    player = RestartingPlayer(game, makes, time)
    player.start(state, SearchLimits(clock=(60.0, 50.0)))
    time.now += 1.0
    makes.made[0].deed, makes.deeds = "dies", ["answers"]
    player.poll()
    assert [one.asked for one in makes.made[1:]] == [SearchLimits(clock=(59.0, 50.0))]


def test_a_player_without_words_of_its_own_says_nothing() -> None:
    player, _makes, _seconds = searched(["answers"], SearchLimits(1.0))
    assert (player.message, player.uncompiled) == ("", "")


# -- real processes --------------------------------------------------------------------------------


def player_of(script: str, time: ManualClock) -> EnginePlayer:
    return EnginePlayer(GAME, command=[sys.executable, "-u", "-c", script], now=time)


def waited(player: EnginePlayer, time: ManualClock, met: Callable[[], bool]) -> bool:
    """Let time pass in steps of half a second until `met` holds; return whether it ever does."""

    def step() -> None:
        player.poll()
        time.now += 0.5

    return until(met, step=step)


LOOP = "import sys, os, time\nfor line in sys.stdin:\n    word = line.split()[0]\n"
HOSTILE = {
    "mute": LOOP,
    "mute once it is ready": LOOP + "    if word == 'isready' and not globals().get('told'):\n"
    "        told = True; print('readyok')\n",
    "endless line": LOOP + "    if word == 'go':\n        while True: os.write(1, b'x' * 65536)\n"
    "    elif word == 'isready': print('readyok')\n",
    "no text": LOOP + "    if word == 'go': os.write(1, b'\\xff\\xfe\\n' * 9)\n"
    "    elif word == 'isready': print('readyok')\n",
    "no turn": LOOP + "    if word == 'go': print('bestmove z99')\n"
    "    elif word == 'isready': print('readyok')\n",
    "dies": LOOP
    + "    if word == 'go': os._exit(3)\n    elif word == 'isready': print('readyok')\n",
    "closes": LOOP + "    if word == 'go': os.close(1); time.sleep(60)\n"
    "    elif word == 'isready': print('readyok')\n",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_engine_is_a_problem_in_the_end_and_its_process_is_gone(kind: str) -> None:
    time = ManualClock()
    player = player_of(HOSTILE[kind], time)
    assert kind == "mute" or until(lambda: player.ready)
    player.start(GAME.start(), SearchLimits(movetime=1.0))
    assert waited(player, time, lambda: bool(player.problem))
    if kind.startswith("mute"):
        assert player.problem == "the engine does not answer"
    player.close()
    assert until(lambda: player.ended)


def test_one_that_does_not_start_is_given_up_though_nothing_was_asked() -> None:
    time = ManualClock()
    player = player_of(LOOP, time)
    assert waited(player, time, lambda: bool(player.problem))
    assert player.problem == "the engine does not answer"
    assert time.now - 100.0 > START_SILENCE_S


def test_bestmoves_that_nobody_asked_for_are_ignored() -> None:
    time = ManualClock()
    # The bestmoves come before `readyok`; after `readyok` they would look like answers.
    said = "print('bestmove a1\\nbestmove\\nreadyok')"
    player = player_of(
        LOOP + f"    if word == 'isready': {said}\n"
        f"    elif word == 'go': print('bestmove {TURN[0].text}\\nbestmove\\nbestmove a1')\n",
        time,
    )
    assert until(lambda: player.ready)
    player.start(GAME.start(), SearchLimits(movetime=1.0))
    assert until(lambda: bool((thought := player.poll()) and thought.done))
    found = player.poll()
    assert found is not None
    assert found.best == TURN
    player.close()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="only where processes can be stopped")
@pytest.mark.parametrize("number", ["SIGKILL", "SIGSTOP"])
def test_a_real_engine_that_is_killed_or_stopped_is_started_again(
    number: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    time, made = ManualClock(), list[EnginePlayer]()

    def make() -> Any:
        made.append(EnginePlayer(GAME, level=3, seed=4, now=time))
        return made[-1]

    player = RestartingPlayer(GAME, make, time)
    player.start(GAME.start(), SearchLimits(nodes=1_000_000))
    assert until(lambda: player.ready, step=player.poll)
    process = made[0].process
    assert process is not None
    os.kill(process.pid, getattr(signal, number))

    def step() -> None:
        player.poll()
        time.now += 0.5

    assert until(lambda: len(made) == 2, step=step)
    assert player.restarts == 1
    assert until(lambda: made[0].ended), "the first is gone, though it could not hear `quit`"
    assert until(lambda: player.ready, step=player.poll)
    player.stop()
    assert until(lambda: bool((thought := player.poll()) and thought.done))
    assert player.poll().best[0] in GAME.legal(GAME.start())
    assert (player.problem, player.restarts) == ("", 0)
    player.close()


def test_an_engine_that_works_for_long_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that answers `isready` in the middle of its search is not restarted."""
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    time = ManualClock()
    player = EnginePlayer(GAME, seed=4, now=time)
    assert until(lambda: player.ready)
    player.start(GAME.start(), SearchLimits())
    for _minute in range(5):
        for _look in range(10):
            player.poll()
            time.now += 0.5
        assert until(lambda: player.silent == 0.0), "it has answered"
    assert player.problem == ""
    assert time.now - 100.0 > SILENCE_S
    assert START_SILENCE_S > SILENCE_S
    player.close()
