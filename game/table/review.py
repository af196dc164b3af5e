"""Review of a match: the engine's evaluations of its positions, found one by one.

The engine works in a thread; the screen reads `chances` as they come in, and may stop the review.
Chances are those of seat 0's side, 0 to 1. The loss of a turn is the part of its own side's chance
that the turn gave away. Evaluations stay with the match, so that a second review has them
immediately.

Positions are searched by nodes, not by time, so that a busy machine takes longer but finds the same
result. When all are judged, the positions around each turn that changed the chances much are
searched again, longer. If the played turn achieved more than the evaluation before it promised, the
better value counts.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from functools import partial

from game.platform.errors import in_words
from game.rules.base import Game, State
from game.table import mistakes
from game.table.history import Turn
from game.table.match import Match
from game.table.mistakes import Evaluation, Mistake

# Yields positions with their node limits, and receives evaluations.
Judging = Generator[tuple[State, int], Evaluation | None, None]
Evaluate = Callable[[State, int], Evaluation | None]  # position, nodes; returns None when stopped
EVALUATION_NODES = 20_000  # nodes for one position
RECHECK_NODES = 80_000  # nodes for a position that is searched again
UNCOMPILED_SHARE = 40  # divisor of nodes without compiled code, so that the time is about the same
RECHECK_CHANGE = 0.05  # neighbouring positions whose chances differ by this much are searched again
MAX_LINE_TURNS = 4  # maximum number of turns kept of a line


class Review:
    """Evaluations of the positions after 0, 1, 2 ... turns of a match.

    `chances` has one entry for each position; None for a position that is not judged yet.
    """

    def __init__(
        self,
        match: Match,
        make_judge: Callable[[Game], Evaluate] | None = None,
        seen: Callable[[State, float], float] = lambda state, chance: chance,
    ) -> None:
        """Use `seen` to convert the chance of seat 0's side in a position for display."""
        self.match, self._seen = match, seen
        self.turns: Sequence[Turn] = tuple(match.turns)
        self.states: list[State] = [match.history.start, *(turn.after for turn in self.turns)]
        self.chances: list[float | None] = [self._chance(state) for state in self.states]
        self.running = False
        self.failed = ""
        self.complete = self.done == len(self.states)  # whether all positions are judged
        self.looks = 0  # number of finished searches
        self._again: set[int] = set()  # positions that were searched again
        self._stop = threading.Event()
        self._make_judge = make_judge or (lambda game: EngineEvaluator(game, self._stop))

    def start(self) -> None:
        """Judge the remaining positions, the last ones first, because games are decided there."""
        if not self.running and not self.complete:
            self.running, self.failed = True, ""
            # Each run has its own event, because the previous run may not have noticed yet that its
            # event was set.
            self._stop = threading.Event()
            work = partial(self._work, self._stop)
            threading.Thread(target=work, name="review", daemon=True).start()

    def stop(self) -> None:
        """Stop judging; existing evaluations stay."""
        self._stop.set()
        self.running = False

    def _chance(self, state: State) -> float | None:
        return mistakes.known_chance(self.match.game, state, self.match.evaluations)

    @property
    def done(self) -> int:
        """The number of evaluated positions."""
        return sum(chance is not None for chance in self.chances)

    @property
    def shown(self) -> list[float | None]:
        """The chances, converted for display."""
        return [self._shown(number) for number in range(len(self.states))]

    def _shown(self, number: int) -> float | None:
        chance = self.chances[number]
        return None if chance is None else self._seen(self.states[number], chance)

    def figures(self, number: int) -> tuple[float, float] | None:
        """Return the chances of the turn's own side before and after turn `number`, as shown.

        Turns are numbered from 0.
        """
        before, after = self._shown(number), self._shown(number + 1)
        if before is None or after is None:
            return None
        return (1 - before, 1 - after) if self.turns[number].seat % 2 else (before, after)

    def loss(self, number: int) -> float | None:
        """Return the chance that turn `number` (from 0) lost for its own side; None if unknown."""
        found = self.figures(number)
        return None if found is None else max(0.0, found[0] - found[1])

    def mistakes(self) -> list[Mistake]:
        """Return the mistakes, the worst first."""
        return mistakes.mistakes(self.match.game, self.turns, self.match.evaluations)

    def _change(self, number: int) -> float | None:
        """Return by how much turn `number` changed its own side's chance; None if unknown."""
        before, after = self.chances[number], self.chances[number + 1]
        if before is None or after is None:
            return None
        return after - before if self.turns[number].seat % 2 == 0 else before - after

    def _work(self, stop: threading.Event) -> None:
        judge: Evaluate | None = None
        try:
            judge = self._make_judge(self.match.game)
            questions = self.questions()
            asked = next(questions, None)
            while asked is not None and not stop.is_set():
                try:
                    asked = questions.send(judge(*asked))
                except StopIteration:
                    asked = None
        except Exception as error:  # shown to people; the review stays incomplete
            if stop is self._stop:
                self.failed = str(error) or type(error).__name__
        finally:
            close = getattr(judge, "close", None)
            if close is not None:
                close()
            if stop is self._stop:
                self.running = False

    def questions(self) -> Judging:
        """Yield positions and node limits, and receive evaluations, until all positions are judged.

        Code that cannot use the thread of `start` answers these requests itself.
        """
        for number in range(len(self.turns), -1, -1):
            if self.chances[number] is None:
                yield from self._judge(number, EVALUATION_NODES)
        for number in range(len(self.turns) - 1, -1, -1):
            yield from self._doubt(number)
        self.complete = self.done == len(self.states)

    def _judge(self, number: int, nodes: int) -> Judging:
        evaluation = yield self.states[number], nodes
        if evaluation is not None:
            self._note(number, evaluation)

    def _note(self, number: int, evaluation: Evaluation) -> None:
        state = self.states[number]
        self.match.evaluations[state] = evaluation
        self.chances[number] = self._chance(state)
        self.looks += 1

    def _doubt(self, number: int) -> Judging:
        """Request new evaluations before and after a turn if their chances differ much."""
        change = self._change(number)
        if change is None or abs(change) < RECHECK_CHANGE:
            return
        for place in (number + 1, number):
            if place not in self._again and not self.match.game.over(self.states[place]):
                yield from self._judge(place, RECHECK_NODES)
                self._again.add(place)
        change = self._change(number)
        if change is not None and change > 0:
            self._raise(number)

    def _raise(self, number: int) -> None:
        """Raise the evaluation of the position before turn `number` to the value after the turn."""
        turn, after = self.turns[number], self.chances[number + 1]
        assert after is not None
        played = tuple(entry.action for entry in turn.entries if entry.action is not None)
        if not played:  # the game ended by resignation or a fallen flag
            return
        reply = self.match.evaluations.get(turn.after)
        line = (played, *(reply.line if reply else ()))[:MAX_LINE_TURNS]
        chance = after if turn.seat % 2 == 0 else 1 - after
        self._note(number, Evaluation(chance, line))


class ReviewQueue:
    """Reviews of several matches, one after the other, in one thread.

    `told` is called with the number of judged positions and the total number.  `kept` is called
    with each match that has new evaluations, even if its review was stopped.
    """

    def __init__(
        self,
        matches: Sequence[Match],
        told: Callable[[int, int], None],
        kept: Callable[[Match], None],
        make_judge: Callable[[Game], Evaluate] | None = None,
    ) -> None:
        self._matches, self._told, self._kept = matches, told, kept
        self._stop = threading.Event()
        self._make_judge = make_judge or (lambda game: EngineEvaluator(game, self._stop))
        self._of = 1

    def start(self, done: Callable[[str], None]) -> None:
        """Work in a thread; at the end call `done` with the reason of a failure, or with ""."""

        def work() -> None:
            try:
                self.run()
            except Exception as error:  # shown to people; earlier evaluations stay
                done(in_words(error))
            else:
                done("")

        threading.Thread(target=work, name="reviews", daemon=True).start()

    def stop(self) -> None:
        """Stop after the current search."""
        self._stop.set()

    def run(self) -> None:
        """Judge all positions of all matches.  Raises RuntimeError if an engine fails."""
        reviews = [review for match in self._matches if not (review := Review(match)).complete]
        self._of, before = max(1, sum(len(review.states) for review in reviews)), 0
        for review in reviews:
            if self._stop.is_set():
                return
            judge = self._make_judge(review.match.game)
            try:
                self._judge(review, judge, before)
            finally:
                getattr(judge, "close", lambda: None)()
            if review.looks:
                self._kept(review.match)
            before += len(review.states)
        self._told(self._of, self._of)

    def _judge(self, review: Review, judge: Evaluate, before: int) -> None:
        questions = review.questions()
        asked = next(questions, None)
        while asked is not None and not self._stop.is_set():
            self._told(before + review.done, self._of)
            try:
                asked = questions.send(judge(*asked))
            except StopIteration:
                return


class EngineEvaluator:
    """The engine at full strength, limited by nodes; one thread and a seed make it repeatable."""

    def __init__(self, game: Game, stop: threading.Event) -> None:
        from game.engine.compile.compiler import can_compile
        from game.engine.protocol.engine_player import EnginePlayer

        self._make = partial(EnginePlayer, game, seed=1, threads=1)
        self._player = self._make()
        self._share = 1 if can_compile(game.key) else UNCOMPILED_SHARE
        self._stop = stop

    def __call__(self, state: State, nodes: int) -> Evaluation | None:
        """Return the evaluation; None if the review is stopped.

        An engine that fails is restarted several times. Raises RuntimeError.
        """
        from game.engine.protocol.restarting_player import RESTARTS

        for left in range(RESTARTS, -1, -1):
            try:
                return self._evaluated(state, nodes)
            except RuntimeError:
                if not left:
                    raise
                self._player.close()
                self._player = self._make()
        return None

    def _evaluated(self, state: State, nodes: int) -> Evaluation | None:
        from game.engine.search.analysis import SearchLimits

        # Wait until code is loaded, so that a search is either compiled or uncompiled, never a
        # mixture.
        while not self._player.ready:
            if self._over():
                return None
        self._player.start(state, SearchLimits(nodes=max(1, nodes // self._share)))
        while not self._over():
            thought = self._player.poll()
            if thought is not None and thought.done:
                chance = {"win": 1.0, "loss": 0.0, "draw": 0.5}.get(thought.proof, thought.value)
                return Evaluation(chance, thought.pv[:MAX_LINE_TURNS])
        return None

    def _over(self) -> bool:
        """Wait briefly; return whether the review is stopped.  Raises RuntimeError."""
        if self._player.problem:
            raise RuntimeError(self._player.problem)
        return self._stop.wait(0.02)

    def close(self) -> None:
        self._player.close()
