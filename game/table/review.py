"""Review of a match: how each turn changed the chances.  Positions are judged one by one.

The engine works in a thread; the screen looks at `chances` as they come in and may stop it.
Chances are those of seat 0's side, 0 to 1; the loss of a turn is what it gave away of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.rules.base import Game, State
from game.table.history import Turn
from game.table.match import Match

Judge = Callable[[State], float | None]  # chance of the side to move, or None when stopped
MISTAKE = 0.12  # a turn that gives away this much is worth looking at
SECONDS = 0.5  # of thinking about one position


@dataclass(frozen=True, slots=True)
class Judged:
    """One turn: chances of seat 0's side before and after it, and what it gave away."""

    turn: Turn
    before: float
    after: float

    @property
    def loss(self) -> float:
        """What the turn lost for its own side, 0 to 1; never below 0."""
        change = self.after - self.before
        return max(0.0, -change if self.turn.seat % 2 == 0 else change)


class Review:
    """Chances after 0, 1, 2 ... turns of a match; None for those not judged yet."""

    def __init__(self, match: Match, make_judge: Callable[[Game], Judge] | None = None) -> None:
        self.match = match
        self.turns: Sequence[Turn] = tuple(match.turns)
        self.chances: list[float | None] = [None] * (len(self.turns) + 1)
        self.running = False
        self.failed = ""
        self._stop = threading.Event()
        self._make_judge = make_judge or (lambda game: EngineJudge(game, self._stop))

    def start(self) -> None:
        """Judge what is not judged yet, the last positions first: there games are decided."""
        if not self.running:
            self.running = True
            self._stop.clear()
            threading.Thread(target=self._work, name="review", daemon=True).start()

    def stop(self) -> None:
        """Stop judging; what there is stays."""
        self._stop.set()
        self.running = False

    @property
    def done(self) -> int:
        """How many positions are judged."""
        return sum(chance is not None for chance in self.chances)

    def judged(self, number: int) -> Judged | None:
        """Turn `number` (from 0) once the positions on both its sides are judged."""
        before, after = self.chances[number], self.chances[number + 1]
        if before is None or after is None:
            return None
        return Judged(self.turns[number], before, after)

    def mistakes(self) -> list[int]:
        """Numbers of the turns that gave away much, the worst first."""
        found = [(self.judged(n), n) for n in range(len(self.turns))]
        bad = [(judged.loss, n) for judged, n in found if judged and judged.loss >= MISTAKE]
        return [n for _loss, n in sorted(bad, key=lambda item: (-item[0], item[1]))]

    def _work(self) -> None:
        judge: Judge | None = None
        try:
            judge = self._make_judge(self.match.game)
            for number in range(len(self.turns), -1, -1):
                if self._stop.is_set():
                    break
                if self.chances[number] is None:
                    self.chances[number] = self._judge(judge, number)
        except Exception as error:  # shown; the review then stays as far as it came
            self.failed = str(error) or type(error).__name__
        finally:
            close = getattr(judge, "close", None)
            if close is not None:
                close()
            self.running = False

    def _judge(self, judge: Judge, number: int) -> float | None:
        game = self.match.game
        state = self.turns[number - 1].after if number else game.start()
        outcome = game.outcome(state)
        if outcome is not None:
            return 0.5 if not outcome.winners else float(outcome.winners[0] % 2 == 0)
        chance = judge(state)
        if chance is None:
            return None
        return chance if game.to_move(state) % 2 == 0 else 1 - chance


class EngineJudge:
    """The engine at full strength, a moment for each position."""

    def __init__(self, game: Game, stop: threading.Event) -> None:
        from game.engine.protocol.engine_player import EnginePlayer

        self._player = EnginePlayer(game, seed=1)
        self._stop = stop

    def __call__(self, state: State) -> float | None:
        from game.engine.search.analysis import Limits

        self._player.start(state, Limits(movetime=SECONDS))
        while not self._stop.wait(0.02):
            if self._player.problem:
                raise RuntimeError(self._player.problem)
            thought = self._player.poll()
            if thought is not None and thought.done:
                return {"win": 1.0, "loss": 0.0, "draw": 0.5}.get(thought.proof, thought.value)
        return None

    def close(self) -> None:
        self._player.close()
