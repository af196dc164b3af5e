"""The position a board shall show, taken from a match.  Pure; knows no match class, only its shape.

`position_of(match)` and `apply(match, reading)` are the two ends of the bridge between a match in
progress and the tracker; the play scene, the tests and the benches use the same two functions.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from game.rules.base import Action, Game, State
from game.rules.events import Seat
from hardware.tracking.tracker_events import Reading, TakeBack, TurnSoFar

REMEMBERED = 8  # earlier turns a take-back can reach
LOOK_BACK = 160  # entries of the history that are looked through for them


@dataclass(frozen=True)
class Position:
    """`state` is the position at the start of the current turn, `played` what was done in it since.

    `before` are the states at the start of the turns before this one, newest last, and `last` the
    actions of the newest of them.  `hands` are the seats whose moves are made on the board.
    """

    game: Game
    state: State
    played: tuple[Action, ...] = ()
    before: tuple[State, ...] = ()
    last: tuple[Action, ...] = ()
    hands: frozenset[Seat] = frozenset({0, 1, 2, 3})

    @property
    def now(self) -> State:
        """The state after the actions played in the turn so far."""
        state = self.state
        for action in self.played:
            state = self.game.play(state, action).state
        return state


class EntryLike(Protocol):
    """One action of a match's history."""

    @property
    def before(self) -> State: ...
    @property
    def after(self) -> State: ...
    @property
    def action(self) -> Action | None: ...


class MatchLike(Protocol):
    """As much of `game.table.match.Match` as a board needs."""

    game: Game

    @property
    def state(self) -> State: ...
    @property
    def over(self) -> bool: ...
    @property
    def entries(self) -> Sequence[EntryLike]: ...
    def play(self, action: Action, now: float = 0.0) -> Any: ...
    def undo(self, now: float = 0.0) -> Any: ...


def position_of(match: MatchLike, hands: Collection[Seat] = (0, 1, 2, 3)) -> Position:
    """The position a match is in, with its turns grouped by the rules' own count."""
    game = match.game
    recent = match.entries[-LOOK_BACK:]
    starts: list[State] = [recent[0].before if recent else game.start()]
    turns: list[list[Action]] = [[]]
    for entry in recent:
        if entry.action is not None:
            turns[-1].append(entry.action)
        if game.turns(entry.after) != game.turns(entry.before) or game.over(entry.after):
            starts.append(entry.after)
            turns.append([])
    return Position(
        game,
        starts[-1],
        tuple(turns[-1]),
        tuple(starts[-1 - REMEMBERED : -1]),
        tuple(turns[-2]) if len(turns) > 1 else (),
        frozenset(hands),
    )


def apply(match: MatchLike, reading: TurnSoFar | TakeBack, now: float = 0.0) -> None:
    """Make the current turn of `match` equal to what the board shows.

    Takes back what the board no longer shows and plays what it shows beyond that.  A take-back
    is carried out as if it had been accepted.
    """
    if isinstance(reading, TakeBack):
        if go_back(match, reading, now):
            for action in reading.instead:
                match.play(action, now)
        return
    played = list(position_of(match).played)
    wanted = list(reading.actions)
    while played != wanted[: len(played)]:
        match.undo(now)
        played.pop()
    for action in wanted[len(played) :]:
        match.play(action, now)


def needs_no_answer(reading: Reading) -> bool:
    """Is this reading to be applied to the match at once?"""
    return isinstance(reading, TurnSoFar) or (isinstance(reading, TakeBack) and reading.corrected)


def go_back(match: MatchLike, offer: TakeBack, now: float = 0.0) -> bool:
    """Undo what an accepted (or corrected) offer says; is the match there now?"""
    for number, entry in enumerate(match.entries):
        if entry.before == offer.start:
            while len(match.entries) > number:
                match.undo(now)
    return match.state == offer.start
