"""Lines of `tools.rig.table` for a sensor board whose bytes go to the table of a browser tab.

The table reads the board itself. A line here only lets time pass and answers its questions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.rules.base import State
from game.rules.proposals import Answer, Play, Proposal
from game.rules.registry import parse_setup
from game.screen.play.board_questions import TAKE_BACK
from game.table.match import Match
from game.table.spec import two_people
from hardware.tracking.expected_position import ExpectedPosition, MatchLike, actions_of, position_of
from hardware.tracking.track import MarkerHint
from hardware.tracking.tracker_events import Agreed, TrackerEvent
from tests.web.tab import Json, Tab
from tools.rig.clumsy import Put, Wait
from tools.rig.emulator.emulator import LockstepDevice
from tools.rig.exercise import Exercise
from tools.rig.table import BoardTable, SteppedDevice

STEP_S = 0.02  # seconds of the board's time


class TabBoardLine:
    """The base class of both lines; it answers questions as a person at the page would.

    `told` is the last message to the page; `exercise` knows the intended turn, `accepts` whether a
    turn is taken back.
    """

    hints: Sequence[MarkerHint] = ()

    def __init__(self, device: Any) -> None:
        self.device, self.accepts = device, False
        self.told: Json = {}
        self.exercise: Exercise | None = None
        self.asked: list[str] = []
        self.plugged = True
        self.set = device.set  # moves pieces as a person does
        self._agreed = False

    @property
    def now(self) -> float:
        raise NotImplementedError

    def pass_step(self) -> None:
        raise NotImplementedError

    def unplug(self) -> None:
        raise NotImplementedError

    def plug(self) -> None:
        raise NotImplementedError

    def heard(self, told: Json | None) -> None:
        """Receive a message to the page about the board, and answer its question."""
        self.told = told or {}
        question = self.told.get("question")
        if question is not None:
            self.asked.append(question["title"])
            self.answer(self.choice(question["answers"]))

    def choice(self, answers: list[Json]) -> Json:
        """Return the answer of a person who knows the intended turn."""
        if answers[0]["value"] == TAKE_BACK:
            return answers[0 if self.accepts else 1]
        meant = self.meant([one["label"] for one in answers])
        return next((one for one in answers if one["label"] == meant), answers[-1])

    def meant(self, labels: list[str]) -> str:
        """Return which of these turns leads to the intended position; "" for the last label."""
        assert self.exercise is not None
        game, start = self.exercise.game, position_of(self.exercise.match).state
        for label in labels[:-1]:
            state = start
            for action in game.parse_turn(start, label):
                state = game.play(state, action).state
            if state == self.exercise.target:
                return label
        return ""

    def answer(self, answer: Json) -> None:
        raise NotImplementedError

    def poll(self) -> list[TrackerEvent]:
        agrees = self.told.get("state") == "connected" and not self.told["tasks"]
        news, self._agreed = agrees and not self._agreed, agrees
        return [Agreed()] if news else []

    def press(self) -> None:
        self.device.press(self.now)

    def set_position(self, position: ExpectedPosition) -> None:
        """Do nothing, as the table does this itself."""

    def refuse(self, position: ExpectedPosition, why: str) -> None:
        """Do nothing, as the table does this itself."""

    def choose(self, index: int | None) -> None:
        """Do nothing, as the question is answered on the page."""

    def decline(self) -> None:
        """Do nothing, as the question is answered on the page."""

    def distrust(self, point: str) -> None:
        """Do nothing, as the table does this itself."""

    def close(self) -> None:
        """Do nothing, as there is nothing to close."""


class StepLine(TabBoardLine):
    """A line to a tab in this process, in simulated time."""

    def __init__(self, tab: Tab, device: SteppedDevice) -> None:
        super().__init__(device)
        self.tab, self._seen = tab, 0
        self.open(chosen=True)

    @property
    def now(self) -> float:
        return self.tab.time

    def open(self, chosen: bool = False, **fields: Any) -> None:
        """Let the page open the port."""
        assert self.tab.ask("board", deed="opened", chosen=chosen, usb="2341:0043", **fields) == {}
        self.plugged = True

    def pass_step(self) -> None:
        self.tab.time += STEP_S
        said = self.device.advance(self.tab.time)
        if said and self.plugged:
            self.tab.table.hear_board(said)
        self.tab.table.tick()
        if self.plugged:
            self.device.feed(b"".join(self.tab.to_board), self.tab.time)
        self.tab.to_board.clear()
        for told in self.tab.heard[self._seen :]:
            if told["type"] == "board":
                self.heard(told["board"])
        self._seen = len(self.tab.heard)

    def unplug(self) -> None:
        self.plugged = False
        if isinstance(self.device, LockstepDevice):
            self.device.unplug()
        self.tab.ask("board", deed="closed")

    def plug(self) -> None:
        if isinstance(self.device, LockstepDevice):
            self.device.plug()
        self.open()

    def answer(self, answer: Json) -> None:
        self.tab.ask("board", deed="answer", value=answer["value"])


class TurnsMatch:
    """A match rebuilt from the texts of its turns, as a `MatchLike`."""

    def __init__(self, setup: str, turns: Callable[[], list[str]]) -> None:
        self.setup, self.game, self._turns = setup, parse_setup(setup), turns
        self._known: list[str] = []
        self._match = self._begun()

    def _begun(self) -> Match:
        return Match(two_people(self.setup, self.game.seats), game=self.game)

    @property
    def match(self) -> Match:
        if (now := self._turns()) != self._known:
            match = self._begun()
            for text in now:
                actions = match.game.parse_turn(match.state, text)
                assert match.submit(Play(tuple(actions)), 0.0)
            self._known, self._match = list(now), match
        return self._match

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def turns(self) -> Any:
        return self.match.turns

    def submit(self, proposal: Proposal, now: float = 0.0) -> Answer:
        raise NotImplementedError


def exercise_at(line: TabBoardLine, match: MatchLike, seed: int, **how: Any) -> Exercise:
    """Return an exercise at the board of a tab."""
    line.exercise = Exercise(BoardTable(match, line), seed, **how)
    return line.exercise


def take_back(exercise: Exercise) -> None:
    """Take the last turn back on the board, accept this on the page, and play the turn again."""
    line = exercise.table.line
    assert isinstance(line, TabBoardLine)
    line.accepts = True
    before = exercise.match.turns[-1].before
    actions = list(actions_of(exercise.match.turns[-1]))
    sensors = exercise.hand.sensors
    now, then = sensors.image(exercise.match.state), sensors.image(before)
    for number, point in enumerate(sensors.points):
        if now[number] != then[number]:
            exercise.table.perform([Put(point, then[number]), Wait(0.1)])
    assert exercise.table.run_until(lambda: exercise.match.state == before, 10.0)
    line.accepts = False
    del exercise.intended[-len(actions) :]
    exercise.turn(actions)
