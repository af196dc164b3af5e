"""Review of a match: what the engine thinks of its positions, found one by one.

The engine works in a thread; the screen looks at `chances` as they come in and may stop it.
Chances are those of seat 0's side, 0 to 1; the loss of a turn is what it gave away of its own.
What was found stays with the match, so that a second review has it at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from game.rules.base import Game, State
from game.table import mistakes
from game.table.history import Turn
from game.table.match import Match
from game.table.mistakes import Mistake
from game.table.opinion import Opinion

Judge = Callable[[State], Opinion | None]  # None when stopped
SECONDS = 0.5  # of thinking about one position
LINE = 4  # turns of a line that are kept


class Review:
    """Opinions on the positions after 0, 1, 2 ... turns of a match.

    `chances` has one entry for each; None for a position not judged yet.
    """

    def __init__(self, match: Match, make_judge: Callable[[Game], Judge] | None = None) -> None:
        self.match = match
        self.turns: Sequence[Turn] = tuple(match.turns)
        self.states: list[State] = [match.history.start, *(turn.after for turn in self.turns)]
        self.chances: list[float | None] = [self._chance(state) for state in self.states]
        self.running = False
        self.failed = ""
        self._stop = threading.Event()
        self._make_judge = make_judge or (lambda game: EngineJudge(game, self._stop))

    def start(self) -> None:
        """Judge what is not judged yet, the last positions first: there games are decided."""
        if not self.running and self.done < len(self.states):
            self.running, self.failed = True, ""
            self._stop.clear()
            threading.Thread(target=self._work, name="review", daemon=True).start()

    def stop(self) -> None:
        """Stop judging; what there is stays."""
        self._stop.set()
        self.running = False

    def _chance(self, state: State) -> float | None:
        return mistakes.known_chance(self.match.game, state, self.match.opinions)

    @property
    def done(self) -> int:
        """How many positions are judged."""
        return sum(chance is not None for chance in self.chances)

    def loss(self, number: int) -> float | None:
        """What turn `number` (from 0) lost for its own side, 0 to 1; None while that is open."""
        before, after = self.chances[number], self.chances[number + 1]
        if before is None or after is None:
            return None
        return max(0.0, before - after if self.turns[number].seat % 2 == 0 else after - before)

    def mistakes(self) -> list[Mistake]:
        """The turns that gave away much, the worst first."""
        return mistakes.mistakes(self.match.game, self.turns, self.match.opinions)

    def _work(self) -> None:
        judge: Judge | None = None
        try:
            judge = self._make_judge(self.match.game)
            for number in range(len(self.turns), -1, -1):
                if self._stop.is_set():
                    break
                if self.chances[number] is None:
                    self._judge(judge, number)
        except Exception as error:  # shown; the review then stays as far as it came
            self.failed = str(error) or type(error).__name__
        finally:
            close = getattr(judge, "close", None)
            if close is not None:
                close()
            self.running = False

    def _judge(self, judge: Judge, number: int) -> None:
        state = self.states[number]
        opinion = judge(state)
        if opinion is not None:
            self.match.opinions[state] = opinion
            self.chances[number] = self._chance(state)


class EngineJudge:
    """The engine at full strength, a moment for each position."""

    def __init__(self, game: Game, stop: threading.Event) -> None:
        from game.engine.protocol.engine_player import EnginePlayer

        self._player = EnginePlayer(game, seed=1)
        self._stop = stop

    def __call__(self, state: State) -> Opinion | None:
        from game.engine.search.analysis import Limits

        self._player.start(state, Limits(movetime=SECONDS))
        while not self._stop.wait(0.02):
            if self._player.problem:
                raise RuntimeError(self._player.problem)
            thought = self._player.poll()
            if thought is not None and thought.done:
                chance = {"win": 1.0, "loss": 0.0, "draw": 0.5}.get(thought.proof, thought.value)
                return Opinion(chance, thought.pv[:LINE])
        return None

    def close(self) -> None:
        self._player.close()
