"""Help while playing: hint, best line, threats, evaluation. The engine thinks off the main loop.

A hint is a turn that is shown in steps, one per request. The best line is a turn that is shown and
then taken back; its trace stays. Threats are what the other side would play if the seat to move
passed. While the evaluation is switched on, it is updated for each new position of the match.

In the middle of a turn, two searches with different seeds look for a hint, because one search alone
may miss the best turn. The second search also lists other good turns. If the searches give several
turns, each turn is judged by a further search after it, because the engine searches whole turns far
better than the remainder of a turn.

Before a hint is given, the longest train of the position is also judged, because a person notices
that train first. If the train is as good as the best turn, the hint is the train. Otherwise the
hint explains what is wrong with the train.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from game.engine.bots.threats import as_if_passed
from game.rules.base import Action, Game, State
from game.screen.play.advice import HINT, THREATS, AssistantAnswer, spoken_of, steps_of
from game.screen.plugin.reasons import reasons_of
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

HELP_NODES, MAX_HELP_S = 80_000, 5.0  # nodes and seconds of thinking about one question
LISTED = 3  # number of turns that the second search lists
# Minimum lead in chance of a turn that neither search has chosen itself.
CLEAR = 0.05
SAME_CHANCE = 0.02  # turns whose chances differ by at most this much count as equally good
LINE_TURNS = 3  # turns of an expected line that are kept
EVALUATION_LEVEL = 10  # level of the engine that evaluates
LINE = "line"
CERTAIN = {"win": 1.0, "loss": 0.0, "draw": 0.5}
Told = TypeVar("Told")
MakeSeat = Callable[[Game, int, int, MakePlayer], EngineSeat]
# Yields positions whose best line is needed, and receives the engine's choices.
Judging = Generator[State, EngineChosen, Told]


class Assistant:
    """Help for the person to move. `asking` is True while the engine thinks about a question."""

    def __init__(
        self,
        match: Match,
        make: MakePlayer = engine_player,
        second: MakePlayer | None = None,
        sit: MakeSeat = EngineSeat,
    ) -> None:
        """`make` makes the engine player; `second` makes the player of the second search.

        Without `second`, `make` makes both players, and the second engine lists `LISTED` turns.
        `sit` makes the seats of the engines.
        """
        self.match = match
        self._make, self._sit = make, sit
        self._make_second = second or (
            partial(engine_player, lines=LISTED) if make is engine_player else make
        )
        self._helper: EngineSeat | None = None
        self._second: EngineSeat | None = None  # searches for a hint with another seed
        # Answers of the searches so far; they are used when all have answered.
        self._found: list[EngineChosen] = []
        self._hint: Judging[AssistantAnswer] | None = None  # set while turns are being judged
        self._judge: EngineSeat | None = None
        self.question = ""  # the last question
        self.answer: AssistantAnswer | None = None  # the answer on show
        # an answer that waits until its reasons are ready
        self._coming: AssistantAnswer | None = None
        # the best line that was found; removed after it has been shown
        self.line: tuple[Action, ...] = ()
        self.failed = ""
        self.evaluating = False
        self.chance: float | None = None  # chance of seat 0's side, 0 to 1
        self.chances: dict[State, float] = {}  # for every position judged so far
        self.judged: State | None = None  # the position judged now, or last

    @property
    def asking(self) -> bool:
        engines = (self._helper, self._second)
        thinking = any(engine is not None and engine.thinking is not None for engine in engines)
        return thinking or self._coming is not None

    def ask(self, question: str = HINT) -> bool:
        """Think about the position; return False if the question makes no sense in it."""
        state = self.match.state
        if question == HINT and self._step_on(state):
            return True
        if question == THREATS:
            turned = as_if_passed(self.match.game, state)
            if turned is None:
                return False
            state = turned
        self.clear()
        self.match.helped = True
        game, seed = self.match.game, self.match.spec.seed + 99
        if self._helper is None:
            self._helper = self._sit(game, TOP_LEVEL, seed, self._make)
        asked = [self._helper]
        if question == HINT and game.turn_begun(state):
            self._second = self._second or self._sit(game, TOP_LEVEL, seed + 1, self._make_second)
            asked.append(self._second)
        self.question, self._asked, self._asked_at = question, state, self.match.state
        self._found, self._hint, self._judged_turns = [], None, 1
        for engine in asked:
            engine.begin(state, Allowance(MAX_HELP_S, nodes=HELP_NODES))
        return True

    def _step_on(self, state: State) -> bool:
        """Show the next step of the hint on show; return False if there is none."""
        answer = self.answer
        if answer is None or answer.question != HINT or answer.state != state:
            return False
        steps = steps_of(answer)
        following = steps[min(len(steps) - 1, steps.index(answer.step) + 1)]
        self.answer = replace(answer, step=following)
        return True

    def update(self) -> bool:
        """Fetch answers; return True if there is something new to show."""
        news = self._evaluate()
        for engine in (self._helper, self._second):
            answer = engine.poll() if engine is not None else None
            if isinstance(answer, EngineFailed):
                self.failed = answer.why
                return True
            if isinstance(answer, EngineChosen) and self._asked_at == self.match.state:
                news = self._hear(answer) or news
        return self._show_coming() or news

    def _show_coming(self) -> bool:
        """Show the found answer if the reasons for its text are ready; else return False."""
        game, answer = self.match.game, self._coming
        if answer is None or not reasons_of(game).ready(spoken_of(game, answer)):
            return False
        self._coming, self.answer = None, answer
        return True

    def _hear(self, chosen: EngineChosen) -> bool:
        """Use the result of a search; return False while another search has to follow."""
        if self.question != HINT:
            if self.question == LINE:
                self.line = chosen.actions
            self._coming = AssistantAnswer(self.question, self._asked, chosen.actions)
            return True
        try:
            if self._hint is not None:
                after = self._hint.send(chosen)
            else:
                self._found.append(chosen)
                if self.asking:
                    return False
                self._hint = self._judged_hint(self._found)
                after = next(self._hint)
        except StopIteration as judged:
            self._coming = judged.value
            return True
        assert self._helper is not None
        turns = self._judged_turns
        nodes = min(HELP_NODES, 2 * HELP_NODES // turns)
        self._helper.begin(after, Allowance(MAX_HELP_S / turns, nodes=nodes))
        return False

    def _judged_hint(self, found: list[EngineChosen]) -> Judging[AssistantAnswer]:
        """Yield the positions after the candidate turns, to be searched; then return the hint."""
        game = self.match.game
        best = ExpectedLine.of(game, self._asked, found[0])
        ends: dict[State, tuple[Action, ...]] = {}
        likely = [turn for chosen in found for turn in _likely(chosen)]
        stops = [stop for turn in likely for stop in turns_that_stop(game, self._asked, turn)]
        for turn in likely + stops if len(found) > 1 else likely:
            for whole in whole_turns(game, self._asked, [turn]):
                ends.setdefault(whole.after, turn)
        if len(ends) > 1:
            lines, self._judged_turns = [], len(ends)
            for turn in ends.values():
                lines.append((yield from self._expected(turn)))
            chosen = [one.actions for one in found]
            best = max(lines, key=lambda line: line.chance + CLEAR * (line.actions in chosen))
            self._judged_turns = 1
        train = self._longer(best)
        return self._answer(best, (yield from self._expected(train)) if train else None)

    def _expected(self, turn: tuple[Action, ...]) -> Judging[ExpectedLine]:
        """Yield the position after a turn if the game goes on; then return the expected line."""
        game = self.match.game
        after = whole_turns(game, self._asked, [turn])[0].after
        chosen = EngineChosen(after, ()) if game.over(after) else (yield after)
        return ExpectedLine.after(game, self._asked, turn, chosen)

    def _longer(self, best: ExpectedLine) -> tuple[Action, ...]:
        """Return the longest train if it changes more pieces than the best turn, else ()."""
        if not best.turns:
            return ()
        train = reasons_of(self.match.game).longest(self._asked)
        turns = whole_turns(self.match.game, self._asked, [train]) if train else []
        return train if turns and turns[0].changed > best.turns[0].changed else ()

    def _answer(self, best: ExpectedLine, train: ExpectedLine | None) -> AssistantAnswer:
        """Return the hint: the best turn, or the longest train where that is as good."""
        against = None
        if train is not None and train.chance >= best.chance - SAME_CHANCE:
            best = train
        elif train is not None and best.turns:
            against = Mistake(0, best.chance, train.chance, train.turns, best.turns)
        answer = AssistantAnswer(HINT, self._asked, best.actions, best.turns, against)
        return replace(answer, step=steps_of(answer)[0])

    def toggle_evaluation(self) -> None:
        """Start or stop judging the positions."""
        self.evaluating = not self.evaluating
        self.chance = None
        if not self.evaluating and self._judge is not None:
            self._judge.close()
            self._judge = None

    def _evaluate(self) -> bool:
        """Follow the match with the judge; return True if the chance has changed visibly."""
        if not self.evaluating:
            return False
        game, state = self.match.game, self.match.state
        if self._judge is None:
            self._judge = self._sit(game, EVALUATION_LEVEL, self.match.spec.seed + 7, self._make)
            self.judged = None
        if self.judged != state and not game.over(state):
            self.judged = state
            self._judge.begin(state)
        self._judge.poll()
        thought = self._judge.thought
        if thought is None or not hasattr(thought, "value"):
            return False
        value = engine_chance(thought)
        chance = value if game.to_move(state) % 2 == 0 else 1 - value
        changed = self.chance is None or abs(chance - self.chance) > 0.004
        self.chance = chance if changed else self.chance
        self.chances[self.judged or state] = chance
        return changed

    def clear(self) -> bool:
        """Remove hints and threats; return False if there were none."""
        there = self.answer is not None or self.asking
        self.answer, self._coming, self.line = None, None, ()
        for engine in (self._helper, self._second):
            if engine is not None:
                engine.cancel()
        return there

    def close(self) -> None:
        for engine in (self._helper, self._second, self._judge):
            if engine is not None:
                engine.close()


@dataclass(frozen=True)
class ExpectedLine:
    """A line that may follow a position, and the chance of the side to move.

    `actions` are those of the first turn. `turns` is the whole line, beginning with that turn; it
    is empty if that turn is not complete.
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
        """Return the line of the turn `first`, continued by the play that `chosen` expects."""
        line = (first, *(getattr(chosen.thought, "pv", ()) or ((chosen.actions,))))
        turns = tuple(whole_turns(game, state, [part for part in line[:LINE_TURNS] if part]))
        outcome = game.outcome(turns[0].after)
        chance, ended = engine_chance(chosen.thought), turns[0]
        # The same side moves again only if the other side is home.
        if game.to_move(ended.after) % 2 != ended.seat % 2:
            chance = 1 - chance
        if outcome is not None:
            chance = float(ended.seat in outcome.winners) if outcome.winners else 0.5
        return cls(chance, first, turns)


def _likely(chosen: EngineChosen) -> list[tuple[Action, ...]]:
    """Return the turn that a search has chosen, and the other turns that it lists."""
    listed = getattr(chosen.thought, "candidates", ())
    return [chosen.actions, *(tuple(one.line[0]) for one in listed if one.line)]


def turns_that_stop(
    game: Game, state: State, turn: Sequence[Action]
) -> Iterator[tuple[Action, ...]]:
    """Yield the turns that begin like this one and stop before its end."""
    for number, action in enumerate(turn):
        yield from ((*turn[:number], stop) for stop in game.legal(state) if stop.kind == "stop")
        state = game.advance(state, action)


def engine_chance(thought: Any) -> float:
    """Return the chance of the side to move in an engine's thought; 0.5 without a thought."""
    value = getattr(thought, "value", 0.5)
    return float(CERTAIN.get(getattr(thought, "proof", ""), value))
