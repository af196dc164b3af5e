"""An evening without a screen: games are chosen, played and ended on a sensor board alone.

The program is `HeadlessApp` with everything below it. Session, pyserial and pseudo terminal are
real; only the time is the board's.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game.platform.settings import Settings
from game.rules.base import Action
from game.screen.kiosk.headless import HeadlessApp
from game.screen.play.board_controller import BoardLease
from game.screen.play.board_menu import BoardMenu, GameMenu
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.screen.start import first_at_board
from game.table import running_locks
from game.table.match import Match
from game.table.record_files import kept_of, read_match
from game.table.spec import MatchSpec
from hardware.host.layouts import layout_named, places_on
from hardware.host.session import BoardSession
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.expected_position import actions_of
from hardware.tracking.sensor_image import SensorModel
from hardware.wire.messages import Welcome
from tools.rig.clumsy import ClumsyHand, Gesture, Habits, PressButton, Put, Wait
from tools.rig.exercise import Policy
from tools.rig.paced import PacedBoard, PacedDevice

FRAME_STEPS = 5  # steps of the board for each frame of the program
LONG_S = 1.4  # seconds of a long press
PATIENT = Habits(0, 0, 0, 0, 0, 0, 0.3, 0, 0, 0, pace=(0.26, 0.34))


class SimulatedDevice(SimulatedBoard):
    """A simulated board on a cable."""

    there = True

    def __init__(self, layout: str, points: int, lacks: int = 0) -> None:
        super().__init__(BoardIdentity(layout, points))
        self._lacks = lacks

    def welcome(self, number: int) -> Welcome:
        said = super().welcome(number)
        return replace(said, features=said.features & ~self._lacks)

    def plug(self) -> None:
        self.there = True

    def unplug(self) -> None:
        self.there = False


class Evening:
    """A board behind `link`, the program that uses the board after `switch_on`, and a player."""

    def __init__(
        self, device: PacedDevice, layout: str, link: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self._layout, self._points = layout, len(layout_named(layout))
        self.device, self.board = device, PacedBoard(device, link)
        self.lines: list[str] = []  # what the program has reported
        self.played: list[list[Action]] = []  # the actions that the player intended, for each game
        self._dice = random.Random(1)
        opened = functools.partial(
            BoardSession.open, clock=self.board.clock, opener=self.board.open
        )
        monkeypatch.setattr(BoardSession, "open", opened)

    # -- the program -------------------------------------------------------------------------------

    def switch_on(self, power_off: str = "") -> None:
        target = str(self.board.link)
        spec = MatchSpec("", (), board=target)
        first, _words = first_at_board(spec, named=False)
        self.app = HeadlessApp(
            first, target, open_scene, Settings(), power_off, tell=self.lines.append
        )

    def kill(self) -> None:
        """End the program as a power cut would, closing only what the system would close.

        The last action is saved first, even on a busy machine.
        """
        self.rest(0.5)
        if isinstance(self.app.scene, PlayScene) and self.app.scene.autosaver is not None:
            self.app.scene.autosaver.close()
        self.board.let_go()
        BoardLease.end_all()
        running_locks.release_locks()

    def close(self) -> None:
        self.board.let_go()
        self.app.close()
        self.board.close()

    def until(self, done: Callable[[], bool], seconds: float = 20.0) -> bool:
        """Let time pass until `done`, at most `seconds`; return whether it is done."""
        end = self.board.now + seconds
        while not done() and self.board.now < end:
            for _step in range(FRAME_STEPS):
                self.board.pass_step()
            assert self.app.frame(FRAME_STEPS / 100)
        return done()

    def rest(self, seconds: float) -> None:
        self.until(lambda: False, seconds)

    def pull_cable(self) -> None:
        """Pull the cable and plug it in again."""
        self.board.unplug()
        self.rest(1.0)
        self.board.plug()
        self.rest(2.0)

    # -- hands -------------------------------------------------------------------------------------

    def press(self, seconds: float = 0.08) -> None:
        self.device.press(self.board.now, seconds)
        self.rest(seconds + 0.3)

    def choose(self, words: str) -> None:
        """Step through a menu by short presses, and choose this answer by a long press."""
        menu = self.app.scene
        assert isinstance(menu, BoardMenu)
        assert self.until(lambda: any(words in one.label for one in menu.answers))
        while words not in menu.answers[menu.chosen].label:
            self.press()
        self.press(LONG_S)

    def choose_game(self, words: str) -> Match:
        assert self.until(lambda: isinstance(self.app.scene, GameMenu))
        self.choose(words)
        return self.playing()

    def playing(self) -> Match:
        """Wait for the game to begin, and return its match."""
        assert self.until(lambda: isinstance(self.app.scene, PlayScene))
        assert isinstance(self.app.scene, PlayScene)
        return self.app.scene.match

    def perform(self, match: Match, gestures: list[Gesture]) -> None:
        for gesture in gestures:
            if isinstance(gesture, Put):
                number = match.game.topology.index[gesture.point]
                self.board.set(self._places(match)[number], gesture.face)
            elif isinstance(gesture, Wait):
                self.rest(gesture.seconds)
            elif isinstance(gesture, PressButton):
                self.press()

    def _places(self, match: Match) -> tuple[int, ...]:
        return places_on(self._layout, self._points, match.game.topology)

    def lay_out(self, match: Match) -> None:
        """Set up the position of the match on the board."""
        pieces = dict(zip(self._places(match), SensorModel(match.game).image(match.state)))
        for number in range(self._points):
            self.board.set(number, pieces.get(number, 0))
        self.rest(1.5)

    def play(self, match: Match, policy: Policy, turns: int = 1000) -> None:
        """Play a game, or at most `turns` turns of it, noting the intended actions."""
        hand = ClumsyHand(SensorModel(match.game), 7, PATIENT)
        if not match.entries:
            self.played.append([])
            self.lay_out(match)
        while not match.over and turns:
            turns -= 1
            self._turn(match, hand, policy(match.game, match.state, self._dice))

    def _turn(self, match: Match, hand: ClumsyHand, actions: list[Action]) -> None:
        target = match.state
        for action in actions:
            target = match.game.play(target, action).state
        self.perform(match, hand.turn(match.state, actions))
        if not self.until(lambda: match.state == target, 2.0):
            self.press()
            said = f"{match.game.turn_text(actions)}: {self.lines[-3:]}"
            assert self.until(lambda: match.state == target, 6.0), said
        self.played[-1] += actions
        if not any(SensorModel(match.game).image(target)):
            self.lay_out(match)  # for the next round of a duel

    def rematch(self) -> Match:
        """Start the next game with the button."""
        assert self.until(lambda: isinstance(self.app.scene, ResultScene))
        self.rest(0.5)
        self.press()
        return self.playing()

    def other_game(self) -> None:
        """Go to the menu of games with a long press."""
        assert self.until(lambda: isinstance(self.app.scene, ResultScene))
        self.rest(0.5)
        self.press(LONG_S)
        assert self.until(lambda: isinstance(self.app.scene, GameMenu))

    def recorded(self, folder: Path) -> list[list[Action]]:
        """Return the actions in the records of this evening, in the order of the games."""
        matches = [read_match(path) for path in kept_of("", folder)]
        return [[a for turn in match.turns for a in actions_of(turn)] for match in matches]
