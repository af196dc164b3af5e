"""Whole random games played by a clumsy hand, with an account of what was lost or invented.

For tests and benches: `play_game` plays to the end on any device and compares every turn.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from game.rules.base import Action, State
from hardware.clumsy import Habits, Hand, Press, Put, cleared, whole_turn
from hardware.faces import Sight
from hardware.position import MatchLike, position_of
from hardware.reading import Ambiguous, Reading, TakeBack, Wrong
from hardware.rehearsal import Device, Rehearsal

PATIENCE = 2.0  # seconds after which a person presses the button
LONGEST = 6.0  # seconds after which a turn is lost


@dataclass
class Account:
    """What happened in a game.  `wrong` describes the first turn that went wrong; "" is none.

    `other_words` counts turns that led to the same position but were written differently: a hand
    set a piece straight down and nothing on the board could tell which way it went.
    """

    turns: int = 0
    pressed: int = 0
    asked: int = 0
    faults: int = 0
    offers: int = 0
    other_words: int = 0
    seconds: float = 0.0
    wrong: str = ""
    told: list[tuple[str, str]] = field(default_factory=list)


class Exercise:
    """One game on one device."""

    def __init__(
        self,
        match: MatchLike,
        device: Device,
        seed: int,
        habits: Habits | None = None,
        longest: int = 1000,
    ) -> None:
        self.match, self.game, self.device = match, match.game, device
        self.account = Account()
        self.longest = longest
        self.rng = random.Random(seed)
        self.target: State = match.state
        self.table = Rehearsal(match, device, answer=self._answer)
        self.hand = Hand(Sight(match.game), seed, habits)

    def play(self) -> Account:
        """Set out, play to the end, and give account."""
        self.table.run(1.0)
        self.table.set_out(self.hand)
        while not self.match.over and not self.account.wrong:
            if self.account.turns >= self.longest:
                break
            self.turn(whole_turn(self.game, self.match.state, self.rng))
        self._count()
        return self.account

    def turn(self, actions: list[Action]) -> None:
        """One turn by hand; anything but exactly this turn is put down as wrong."""
        before = self.match.state
        self.target, over = self._after(before, actions)
        known = len(self.match.entries)
        self.table.perform(self.hand.turn(before, actions))
        self._finish()
        self.account.turns += 1
        played = [entry.action for entry in self.match.entries[known:]]
        if self.match.state != self.target:
            self.account.wrong = (
                f"turn {self.account.turns}, {self.game.turn_text(actions)}: "
                f"{self.game.turn_text(a for a in played if a)} was read"
            )
        elif played != actions:
            self.account.other_words += 1
            read = self.game.turn_text(action for action in played if action)
            self.account.told.append((self.game.turn_text(actions), read))
        if over:
            self.table.perform(Put(point, 0) for point in self.game.topology.points)
            self.table.run(0.6)

    def _after(self, state: State, actions: list[Action]) -> tuple[State, bool]:
        over = False
        for action in actions:
            step = self.game.play(state, action)
            state, over = step.state, over or cleared(step.events)
        return state, over

    def _finish(self) -> None:
        """Wait for the turn to be understood; a person who waits too long presses the button."""
        if self.table.run_until(lambda: self.match.state == self.target, PATIENCE):
            return
        self.account.pressed += 1
        self.table.perform([Press()])
        self.table.run_until(lambda: self.match.state == self.target, LONGEST)

    def _answer(self, table: Rehearsal, reading: Reading) -> None:
        tracker = table.referee.tracker
        assert tracker is not None
        if isinstance(reading, Ambiguous):
            ends = [
                self._after(position_of(self.match).state, list(alternative))[0]
                for alternative in reading.alternatives
            ]
            tracker.choose(ends.index(self.target) if self.target in ends else None)
        elif isinstance(reading, TakeBack):
            tracker.decline()

    def _count(self) -> None:
        for _time, reading in self.table.readings:
            self.account.asked += isinstance(reading, Ambiguous)
            self.account.faults += isinstance(reading, Wrong) and not reading.setup
            self.account.offers += isinstance(reading, TakeBack)
        self.account.seconds = self.table.now


def play_game(
    match: MatchLike,
    device: Device,
    seed: int,
    habits: Habits | None = None,
    longest: int = 1000,
) -> Account:
    """Play a random game by a clumsy hand and compare every turn."""
    return Exercise(match, device, seed, habits, longest).play()
