"""Help while playing: hint, best line, threats, evaluation.  The engine is asked off the loop.

A hint is a turn that is shown in steps, one each time it is asked for.  The best line is a turn to
be shown and taken back; its trace stays.  Threats are what the other side would play if the seat to
move passed.  The evaluation goes on from position to position while it is wanted.

Before a hint is given, the longest train of the position is looked at, too: a person sees it, so
the hint is that train where it is as good, and says what speaks against it where it is not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from game.engine.bots.threats import as_if_passed
from game.rules.base import Action, Game, State
from game.screen.play.advice import HINT, THREATS, AssistantAnswer, steps_of
from game.screen.plugin.registry import reasons_of
from game.table.clock import Allowance
from game.table.engine_seat import (
    TOP_LEVEL,
    EngineChosen,
    EngineFailed,
    EngineSeat,
    MakePlayer,
    engine_player,
)
from game.table.history import Turn
from game.table.match import Match
from game.table.mistakes import Mistake, whole_turns

HELP_NODES = 80_000
HELP = Allowance(5.0, nodes=HELP_NODES)  # of thinking about one question
SAME_CHANCE = 0.02  # turns whose chances differ by less are equally good
LINE_TURNS = 3  # of what is expected that are kept
EVALUATION_LEVEL = 10  # of the engine that evaluates
LINE = "line"
CERTAIN = {"win": 1.0, "loss": 0.0, "draw": 0.5}


class Assistant:
    """Help for the person to move.  `asking` while the engine thinks about a question."""

    def __init__(self, match: Match, make: MakePlayer = engine_player) -> None:
        self.match = match
        self._make = make
        self._helper: EngineSeat | None = None
        self._judge: EngineSeat | None = None
        self._best: ExpectedLine | None = None  # while a longer train is judged
        self._train: tuple[Action, ...] = ()
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
        if question == HINT and self._step_on(state):
            return True
        if question == THREATS:
            turned = as_if_passed(self.match.game, state)
            if turned is None:
                return False
            state = turned
        self.clear()
        if self._helper is None:
            seed = self.match.spec.seed + 99
            self._helper = EngineSeat(self.match.game, TOP_LEVEL, seed, self._make)
        self.question, self._asked = question, state
        self._asked_at, self._best = self.match.state, None
        self._helper.begin(state, HELP)
        return True

    def _step_on(self, state: State) -> bool:
        """Show the next step of the hint that is on show; False where there is none."""
        answer = self.answer
        if answer is None or answer.question != HINT or answer.state != state:
            return False
        steps = steps_of(answer)
        following = steps[min(len(steps) - 1, steps.index(answer.step) + 1)]
        self.answer = replace(answer, step=following)
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
            return self._hear(answer, self._helper) or news
        return news

    def _hear(self, chosen: EngineChosen, helper: EngineSeat) -> bool:
        """Take in what was thought; False while a longer train is still to be judged."""
        game = self.match.game
        if self.question != HINT:
            if self.question == LINE:
                self.line = chosen.actions
            self.answer = AssistantAnswer(self.question, self._asked, chosen.actions)
            return True
        if self._best is None:
            self._best = ExpectedLine.of(game, self._asked, chosen)
            self._train = self._longer(self._best)
            if not self._train:
                self._give(self._best, None)
                return True
            after = whole_turns(game, self._asked, [self._train])[0].after
            if not game.over(after):
                helper.begin(after, HELP)
                return False
            chosen = EngineChosen(after, ())
        self._give(self._best, ExpectedLine.after(game, self._asked, self._train, chosen))
        return True

    def _longer(self, best: ExpectedLine) -> tuple[Action, ...]:
        """Return the position's longest train, where it changes more than the best turn does."""
        if not best.turns:
            return ()
        train = reasons_of(self.match.game).longest(self._asked)
        turns = whole_turns(self.match.game, self._asked, [train]) if train else []
        return train if turns and turns[0].changed > best.turns[0].changed else ()

    def _give(self, best: ExpectedLine, train: ExpectedLine | None) -> None:
        """Give the hint: the best turn, or the longest train where it is as good."""
        against = None
        if train is not None and train.chance >= best.chance - SAME_CHANCE:
            best = train
        elif train is not None and best.turns:
            against = Mistake(0, best.chance, train.chance, train.turns, best.turns)
        actions = best.actions
        answer = AssistantAnswer(HINT, self._asked, actions, best.turns, against)
        self.answer = replace(answer, step=steps_of(answer)[0])

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
        value = engine_chance(thought)
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
class ExpectedLine:
    """What the mover of a position may play, what is expected after it, and their chance.

    `actions` are the first turn, `turns` begin with it: they are empty where it is not whole.
    """

    chance: float
    actions: tuple[Action, ...]
    turns: tuple[Turn, ...]

    @classmethod
    def of(cls, game: Game, state: State, chosen: EngineChosen) -> ExpectedLine:
        """Return the line of the engine's best turn."""
        line = getattr(chosen.thought, "pv", ()) or (chosen.actions,)
        turns = tuple(whole_turns(game, state, line[:LINE_TURNS]))
        return cls(engine_chance(chosen.thought), chosen.actions, turns)

    @classmethod
    def after(
        cls, game: Game, state: State, first: tuple[Action, ...], chosen: EngineChosen
    ) -> ExpectedLine:
        """Return the line of a turn with what the engine `chosen` expects after it."""
        line = (first, *(getattr(chosen.thought, "pv", ()) or ((chosen.actions,))))
        turns = tuple(whole_turns(game, state, [part for part in line[:LINE_TURNS] if part]))
        outcome = game.outcome(turns[0].after)
        chance = 1 - engine_chance(chosen.thought)
        if outcome is not None:
            chance = float(turns[0].seat in outcome.winners) if outcome.winners else 0.5
        return cls(chance, first, turns)


def engine_chance(thought: Any) -> float:
    """Return the chance of the side to move that a thought of the engine gives; even for none."""
    value = getattr(thought, "value", 0.5)
    return float(CERTAIN.get(getattr(thought, "proof", ""), value))
