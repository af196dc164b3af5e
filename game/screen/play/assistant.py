"""Help while playing: hint, best line, threats, evaluation.  The engine is asked off the loop.

A hint is one action.  The best line is a turn to be shown and taken back; its trace stays.
Threats are what the other side would play if the seat to move passed.  The evaluation goes on
from position to position while it is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.engine.bots.threats import as_if_passed
from game.platform.i18n import N_, _
from game.rules.base import Action, Game, State
from game.rules.events import Event
from game.rules.topology import Point
from game.screen.boards.overlay import Arrow
from game.screen.plugin.registry import screen_plugin_of
from game.screen.ui.colour_names import colour_name
from game.table.engine_seat import EngineChosen, EngineFailed, EngineSeat, MakePlayer, engine_player
from game.table.match import Match

HELP_LEVEL = 8  # of the engine that helps
EVALUATION_LEVEL = 10  # of the engine that evaluates
HINT, LINE, THREATS = "hint", "line", "threats"
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
class AssistantAnswer:
    """What the engine would play from `state`; `question` is HINT, LINE or THREATS."""

    question: str
    state: State
    actions: tuple[Action, ...]


class Assistant:
    """Help for the person to move.  `asking` while the engine thinks about a question."""

    def __init__(self, match: Match, make: MakePlayer = engine_player) -> None:
        self.match = match
        self._make = make
        self._helper: EngineSeat | None = None
        self._judge: EngineSeat | None = None
        self.question = ""  # what was asked last
        self.answer: AssistantAnswer | None = None  # what is on show
        self.line: tuple[Action, ...] = ()  # to be fetched and shown once
        self.failed = ""
        self.evaluating = False
        self.chance: float | None = None  # of seat 0's side, 0 to 1
        self.chances: dict[State, float] = {}  # of every position judged so far

    @property
    def asking(self) -> bool:
        return self._helper is not None and self._helper.thinking is not None

    def ask(self, question: str = HINT) -> bool:
        """Think about the position; False when the question makes no sense here."""
        state = self.match.state
        if question == THREATS:
            turned = as_if_passed(self.match.game, state)
            if turned is None:
                return False
            state = turned
        self.clear()
        if self._helper is None:
            seed = self.match.spec.seed + 99
            self._helper = EngineSeat(self.match.game, HELP_LEVEL, seed, self._make)
        self.question, self._asked = question, state
        self._asked_at = self.match.state
        self._helper.begin(state)
        return True

    def update(self) -> bool:
        """Fetch answers; True when there is something new to show."""
        news = self._evaluate()
        if self._helper is None:
            return news
        answer = self._helper.poll()
        if isinstance(answer, EngineFailed):
            self.failed = answer.why
            return True
        if isinstance(answer, EngineChosen) and self._asked_at == self.match.state:
            self._show(answer.actions)
            return True
        return news

    def _show(self, actions: tuple[Action, ...]) -> None:
        """Show an answer: a hint is the first action, the others are whole turns."""
        if self.question == HINT:
            actions = actions[:1]
        if self.question == LINE:
            self.line = actions
        self.answer = AssistantAnswer(self.question, self._asked, actions)

    def toggle_evaluation(self) -> None:
        """Start or stop judging the positions."""
        self.evaluating = not self.evaluating
        self.chance = None
        if not self.evaluating and self._judge is not None:
            self._judge.close()
            self._judge = None

    def _evaluate(self) -> bool:
        """Follow the match with the judge; True when the chance has changed visibly."""
        if not self.evaluating:
            return False
        game, state = self.match.game, self.match.state
        if self._judge is None:
            self._judge = EngineSeat(game, EVALUATION_LEVEL, self.match.spec.seed + 7, self._make)
            self._judged: State | None = None
        if self._judged != state and not game.over(state):
            self._judged = state
            self._judge.begin(state)
        self._judge.poll()
        thought = self._judge.thought
        if thought is None or not hasattr(thought, "value"):
            return False
        proof = {"win": 1.0, "loss": 0.0, "draw": 0.5}
        value = proof.get(getattr(thought, "proof", ""), thought.value)
        chance = value if game.to_move(state) % 2 == 0 else 1 - value
        changed = self.chance is None or abs(chance - self.chance) > 0.004
        self.chance = chance if changed else self.chance
        self.chances[self._judged or state] = chance
        return changed

    def clear(self) -> bool:
        """Put hints and threats away; False when there were none."""
        there = self.answer is not None or self.asking
        self.answer, self.line = None, ()
        if self._helper is not None:
            self._helper.cancel()
        return there

    def close(self) -> None:
        for engine in (self._helper, self._judge):
            if engine is not None:
                engine.close()


@dataclass(frozen=True)
class Advice:
    """What the engine advises or fears, in words and arrows.

    `points` are lit, `arrows` drawn, and `text` stands at `at` (None: nowhere on the board);
    `feared` where the other side would do it.
    """

    points: tuple[Point, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    text: str = ""
    at: Point | None = None
    feared: bool = False


def of_turn(game: Game, state: State, actions: Sequence[Action], who: str = "") -> Advice:
    """Return the advice of a turn from `state`; `who` names the side that threatens it, or ""."""
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
    """Return what the first action does; a move of one piece goes to where the turn brings it."""
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
    """Return the position after the actions, and all that happens on the way."""
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
