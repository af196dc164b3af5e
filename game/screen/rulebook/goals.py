"""Goals of tasks, checked after every action.

A goal is a name and an argument, "train:3": a turn with at least three jumps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.rules import Event, Game, State
from game.rules.events import Flipped, Jumped, Placed, SideHome, Slid, Stepped


@dataclass(frozen=True)
class TaskProgress:
    """The actions of the reader since the task began."""

    game: Game
    first: State
    now: State
    events: tuple[Event, ...]

    @property
    def turn_over(self) -> bool:
        return self.game.turns(self.now) != self.game.turns(self.first) or self.game.over(self.now)


def reached(goal: str, done: TaskProgress) -> bool:
    """Return whether the goal is reached."""
    name, _colon, argument = goal.partition(":")
    return GOALS[name](done, argument)


def _count(events: Sequence[Event], kind: type) -> int:
    return sum(isinstance(event, kind) for event in events)


def _train(done: TaskProgress, argument: str) -> bool:
    return _count(done.events, Jumped) >= int(argument)


def _win(done: TaskProgress, argument: str) -> bool:
    """Return whether the side that was to move has won."""
    outcome = done.game.outcome(done.now)
    return outcome is not None and done.game.to_move(done.first) in outcome.winners


def _slide(done: TaskProgress, argument: str) -> bool:
    return _count(done.events, Slid) > 0 and _count(done.events, Flipped) > 0


def _turn(done: TaskProgress, argument: str) -> bool:
    return done.turn_over


def _wall(done: TaskProgress, argument: str) -> bool:
    """Return whether a wall has been climbed; "2" asks for a double one."""
    walls = [event.walls for event in done.events if isinstance(event, Stepped)]
    return max(walls, default=0) >= int(argument)


def _home(done: TaskProgress, argument: str) -> bool:
    return _count(done.events, SideHome) > 0


def _reach(done: TaskProgress, argument: str) -> bool:
    """Return whether a piece of the mover stands on a point at the end of the turn."""
    piece = done.game.pieces(done.now).get(argument)
    return done.turn_over and piece is not None


def _groups(done: TaskProgress, argument: str) -> bool:
    """Return whether there are at least so many groups, with "-" at most."""
    groups, wanted = done.game.tally(done.now)["groups"], int(argument)
    placed = _count(done.events, Placed) > 0
    return placed and (groups >= wanted if wanted > 0 else groups <= -wanted)


def _product(done: TaskProgress, argument: str) -> bool:
    """Return whether the mover's product is at least so much."""
    colour = done.game.kinds[done.game.to_move(done.first)].colour
    return done.game.tally(done.now)[colour] >= int(argument)


GOALS: dict[str, Callable[[TaskProgress, str], bool]] = {
    "train": _train,
    "win": _win,
    "slide": _slide,
    "turn": _turn,
    "wall": _wall,
    "home": _home,
    "reach": _reach,
    "groups": _groups,
    "product": _product,
}
