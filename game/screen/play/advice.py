"""What the engine advises or fears, in words and arrows.  Pure: nothing is drawn or asked here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.platform.i18n import N_, _
from game.rules.base import Action, Game, State
from game.rules.events import Event
from game.rules.topology import Point
from game.screen.boards.overlay import Arrow
from game.screen.plugin.registry import screen_plugin_of
from game.screen.ui.colour_names import colour_name

# What an action does, by its kind.
DEEDS = {
    "place": N_("Place on {target}"),
    "jump": N_("{source} jumps to {target}"),
    "slide": N_("{source} slides to {target}"),
    "step": N_("{source} steps to {target}"),
    "leap": N_("{source} leaps to {target}"),
    "bid": N_("Bid {amount}"),
    "stop": N_("Stop here"),
    "pass": N_("Pass"),
}


@dataclass(frozen=True)
class Advice:
    """`points` are lit, `arrows` drawn, and `text` stands at `at` (None: nowhere on the board);
    `feared` where the other side would do it."""

    points: tuple[Point, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    text: str = ""
    at: Point | None = None
    feared: bool = False


def of_turn(game: Game, state: State, actions: Sequence[Action], who: str = "") -> Advice:
    """A turn played from `state`; `who` names the side that threatens it, "" is one's own."""
    if not actions:
        return Advice()
    brings = (
        screen_plugin_of(game.key).commentary(game).brings(state, *_outcome(game, state, actions))
    )
    text = _deed(actions)
    if brings:
        text = _("{deed}: {brings}").format(deed=text, brings=brings)
    if who:
        text = _("{name} threatens: {deed}").format(name=who, deed=text)
    kind = "threat" if who else "hint"
    ends = [point for action in actions for point in (action.source, action.target) if point]
    return Advice(
        points=tuple(dict.fromkeys(ends)),
        arrows=tuple(arrow for action in actions for arrow in _arrow(action, kind)),
        text=text,
        at=actions[0].target or actions[0].source,
        feared=bool(who),
    )


def _deed(actions: Sequence[Action]) -> str:
    """What the first action does; a move of one piece goes to where the turn brings it."""
    first = actions[0]
    last = first
    for action in actions[1:]:
        if action.source != last.target or action.kind != first.kind:
            break
        last = action
    if first.kind == "slide" and len(actions) > 1:
        words = _("{source} slides to {stop} and jumps to {target}")
        return words.format(source=first.source, stop=first.target, target=actions[1].target)
    if first.piece is not None and first.piece.seat is None:  # a stone of either colour
        words = _("{colour} on {target}")
        return words.format(colour=colour_name(first.piece.colour), target=first.target)
    words = DEEDS.get(first.kind, "")
    if not words:
        return first.text
    return _(words).format(source=first.source, target=last.target, amount=first.cost)


def _outcome(
    game: Game, state: State, actions: Sequence[Action]
) -> tuple[State, tuple[Event, ...]]:
    """The position after the actions, and all that happens on the way."""
    events: list[Event] = []
    for action in actions:
        step = game.play(state, action)
        events.extend(step.events)
        state = step.state
    return state, tuple(events)


def _arrow(action: Action, kind: str) -> tuple[Arrow, ...]:
    if action.source is None or action.target is None:
        return ()
    return (Arrow(action.source, action.target, kind),)
