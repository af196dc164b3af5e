"""Advice in words and arrows: a hint in steps, a turn, a threat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from game.platform.i18n import _, ngettext
from game.platform.toml import read_own
from game.rules.base import Action, Game, State
from game.rules.events import Event
from game.rules.topology import Point
from game.screen.animation.ways import Arrow
from game.screen.plugin.commentary import commentary_of
from game.screen.plugin.reasons import Reasons, positions_of, reasons_of
from game.screen.plugin.seats import colour_name
from game.table.history import Turn
from game.table.mistakes import Mistake, whole_turns

HINT, THREATS = "hint", "threats"
LOOK, PIECE, TURN, WHY = "look", "piece", "turn", "why"  # names of the steps of a hint
AROUND = 3  # points lit by the first step of a hint, one of them the right one
WORDS: dict[str, dict[str, dict[str, str]]] = read_own(Path(__file__).with_name("words.toml"))
DEEDS = WORDS["deeds"]["shown"]  # texts of actions, by the action's kind
# The same texts without names of points, shown at the point itself.
DEEDS_HERE = WORDS["here"]["shown"]
LOOKS = WORDS["looks"]["shown"]


@dataclass(frozen=True)
class AssistantAnswer:
    """What the engine would play from `state`; `question` is HINT, "line" or THREATS.

    The `line` of a hint is the expected play, beginning with the hint's own turn. If the position's
    longest train is a mistake, `against` describes that mistake; None if the hint is that train.
    `step` is the step of the hint that is shown.
    """

    question: str
    state: State
    actions: tuple[Action, ...]
    line: tuple[Turn, ...] = ()
    against: Mistake | None = None
    step: str = TURN


def with_reply(answer: AssistantAnswer) -> tuple[Action, ...]:
    """Return the actions of the hint's turn and of the expected reply, both named in its text."""
    entries = [entry for turn in answer.line[:2] for entry in turn.entries]
    return tuple(entry.action for entry in entries if entry.action is not None)


def steps_of(answer: AssistantAnswer) -> tuple[str, ...]:
    """Return the steps of a hint; each adds something to the step before."""
    why = (WHY,) if answer.line else ()
    first = answer.actions[0] if answer.actions else None
    look = (LOOK,) if first is not None and first.points else ()
    # An action without a source moves no piece.
    piece = (PIECE,) if first is not None and first.source else ()
    return (*look, *piece, TURN, *why)


def spoken_of(game: Game, answer: AssistantAnswer) -> list[State]:
    """Return the positions that the text of an answer refers to."""
    end = answer.state
    for action in answer.actions:
        end = game.advance(end, action)
    against = answer.against
    lines = (answer.line,) if against is None else (answer.line, against.played, against.better)
    return [answer.state, end, *positions_of(*lines)]


@dataclass(frozen=True)
class Advice:
    """What the engine advises or fears, as text and arrows.

    `points` are lit and `arrows` are drawn. `text` is shown beside the point `at`; if `at` is None,
    it is not shown on the board. `feared` marks a threat of the other side.
    """

    points: tuple[Point, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    text: str = ""
    at: Point | None = None
    feared: bool = False


def of_turn(
    game: Game, state: State, actions: Sequence[Action], who: str = "", names: bool = True
) -> Advice:
    """Return the advice for a turn from `state`; `who` is the side that threatens it, or "".

    With `names`, the text calls points by their names on the board.
    """
    if not actions:
        return Advice()
    text = _deed(actions) if names else _deed_here(actions)
    reason = _reason(game, state, actions) if who else ""
    if reason:
        text = _("{deed}. {reason}").format(deed=text, reason=reason)
    else:
        after = _outcome(game, state, actions)
        brings = commentary_of(game).brings(state, *after)
        text = _("{deed}: {brings}").format(deed=text, brings=brings) if brings else text
    if who:
        text = _("{name} threatens: {deed}").format(name=who, deed=text)
    kind = "threat" if who else "hint"
    ends = [point for action in actions for point in (action.source, action.target) if point]
    return Advice(
        points=tuple(dict.fromkeys(ends)),
        arrows=tuple(
            Arrow(a.source, a.target, kind, a.over is not None)
            for a in actions
            if a.source and a.target
        ),
        text=text,
        at=actions[0].target or actions[0].source,
        feared=bool(who),
    )


def _reason(game: Game, state: State, actions: Sequence[Action]) -> str:
    """Return the purpose of a whole turn; "" for an incomplete turn."""
    return reasons_of(game).why(whole_turns(game, state, [actions]))


def _deed(actions: Sequence[Action]) -> str:
    """Return the text of the first action; successive moves of one piece count as one move."""
    first = actions[0]
    last = first
    for action in actions[1:]:
        if action.source != last.target or action.kind != first.kind:
            break
        last = action
    if first.kind == "slide" and len(actions) > 1:
        words = _("{source} slides to {stop} and jumps to {target}")
        return words.format(source=first.source, stop=first.target, target=actions[1].target)
    # A piece without a seat is a stone, which may have either colour.
    if first.piece is not None and first.piece.seat is None:
        words = _("{colour} on {target}")
        return words.format(colour=colour_name(first.piece.colour), target=first.target)
    if first.source and last.target == first.source:
        return _("{source} goes off and comes back").format(source=first.source)
    placed = [action for action in actions if action.kind == "place"]
    if len(placed) > 1:
        words = _("Place on {target} and {other}")
        return words.format(target=placed[0].target, other=placed[1].target)
    words = DEEDS.get(first.kind, "")
    if not words:
        return first.text
    return _(words).format(source=first.source, target=last.target, amount=first.cost)


def _outcome(
    game: Game, state: State, actions: Sequence[Action]
) -> tuple[State, tuple[Event, ...]]:
    """Return the position after the actions, and all their events."""
    events: list[Event] = []
    for action in actions:
        step = game.play(state, action)
        events.extend(step.events)
        state = step.state
    return state, tuple(events)


def _deed_here(actions: Sequence[Action]) -> str:
    """Return the text of the first action, without names of points."""
    first = actions[0]
    jumps = sum(action.kind == "jump" for action in actions)
    if first.kind == "jump":
        words = ngettext("Jump here", "Jump {n} times with this one", jumps)
        return words.format(n=jumps)
    if first.piece is not None and first.piece.seat is None:
        return _("{colour} here").format(colour=colour_name(first.piece.colour))
    if sum(action.kind == "place" for action in actions) > 1:
        return _("Place on these two")
    words = DEEDS_HERE.get(first.kind, "")
    # A bid or a pass has no point to show it at.
    return _(words) if words else _deed(actions)


def of_hint(game: Game, answer: AssistantAnswer, names: bool) -> Advice:
    """Return the advice of a hint's current step; with `names`, its text names points."""
    first = answer.actions[0]
    if answer.step == LOOK:
        near = around(game, answer.state, first)
        return Advice(near, (), _(LOOKS.get(first.kind, LOOKS["place"])), first.points[0])
    if answer.step == PIECE:
        return Advice((first.points[0],), (), _("Move this one."), first.points[0])
    whole = of_turn(game, answer.state, answer.actions, names=names)
    deed = _deed(answer.actions) if names else _deed_here(answer.actions)
    if answer.step == WHY:
        silent = _("The engine expects the most of this turn. No count shows it yet.")
        deed = why(reasons_of(game), answer, names) or silent
    return replace(whole, text=deed)


def why(reasons: Reasons, answer: AssistantAnswer, names: bool) -> str:
    """Return why a hint is good, and why the longest train is worse."""
    reasons.point_names = names
    text = reasons.why(answer.line)
    if answer.against is None:
        return text
    train = answer.against.played[0]
    said = reasons.reason(answer.against)
    words = _("The train that flips {n} is worth less. {reason}")
    return f"{text} {words.format(n=train.changed, reason=said)}".strip()


def around(game: Game, state: State, action: Action) -> tuple[Point, ...]:
    """Return the start of an action and the nearest other points where legal actions start."""
    legal = {other.points[0] for other in game.legal(state) if other.points}
    return tuple(sorted(legal, key=game.topology.distance_to(action.points[0]))[:AROUND])
