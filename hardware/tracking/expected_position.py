"""The position that a board should show, taken from a match.  Pure; accepts any `MatchLike`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from game.rules.base import Action, Game, State
from game.rules.events import Seat
from game.rules.proposals import Answer, Proposal

MAX_TAKE_BACK_TURNS = 8  # earlier turns that a take-back can reach


@dataclass(frozen=True)
class ExpectedPosition:
    """The position at the start of the current turn, `state`, and the actions `played` since.

    `before` are the states at the start of earlier turns, newest last, and `last` the actions of
    the newest of them.  `hands` are the seats whose moves are made on the board.  `to_set_out`:
    somebody browsed to this position on a screen, so nothing that hands do is a turn until the
    board agrees with the position.
    """

    game: Game
    state: State
    played: tuple[Action, ...] = ()
    before: tuple[State, ...] = ()
    last: tuple[Action, ...] = ()
    hands: frozenset[Seat] = frozenset({0, 1, 2, 3})
    to_set_out: bool = field(default=False, compare=False)

    @property
    def now(self) -> State:
        """The state after the actions played in the turn so far."""
        state = self.state
        for action in self.played:
            state = self.game.play(state, action).state
        return state


class EntryLike(Protocol):
    """One action of a match; None means an end by agreement."""

    @property
    def action(self) -> Action | None: ...


class TurnLike(Protocol):
    """One turn of a match, grouped as the match groups its actions."""

    @property
    def entries(self) -> Sequence[EntryLike]: ...
    @property
    def before(self) -> State: ...
    @property
    def complete(self) -> bool: ...


class MatchLike(Protocol):
    """The part of `game.table.match.Match` that a board needs."""

    game: Game

    @property
    def state(self) -> State: ...
    @property
    def over(self) -> bool: ...
    @property
    def turns(self) -> Sequence[TurnLike]: ...
    def submit(self, proposal: Proposal, now: float = 0.0) -> Answer: ...


def position_of(match: MatchLike, hands: Collection[Seat] = (0, 1, 2, 3)) -> ExpectedPosition:
    """Return the current position of a match."""
    turns = match.turns[-MAX_TAKE_BACK_TURNS - 1 :]
    begun = turns[-1] if turns and not turns[-1].complete else None
    done = turns[:-1] if begun is not None else turns[-MAX_TAKE_BACK_TURNS:]
    return ExpectedPosition(
        match.game,
        begun.before if begun is not None else match.state,
        actions_of(begun) if begun is not None else (),
        tuple(turn.before for turn in done),
        actions_of(done[-1]) if done else (),
        frozenset(hands),
    )


def actions_of(turn: TurnLike) -> tuple[Action, ...]:
    """Return the actions of a turn, without an end by agreement."""
    return tuple(entry.action for entry in turn.entries if entry.action is not None)
