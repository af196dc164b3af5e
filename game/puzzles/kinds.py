"""The kinds of puzzles: how each is proved in a position, and how it answers an attempt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.engine.search.all_turns import End
from game.puzzles.plugin import HOME, LAST, SAVE, TRAIN, WIN_ONE, WIN_TWO
from game.puzzles.prover import Codes, Proof, Prover, played
from game.puzzles.puzzle import Puzzle
from game.rules import State
from game.rules.kernel import DRAW, RESULT, RUNNING

LEAST_ENDS = 8  # A puzzle with fewer different turns is too easy.
LEAST_REPLIES = 3
LEAST_TURNED = 4
LEAST_TURNS, MOST_TURNS = 2, 4
MOST_DETOUR = 40  # moves beyond the lower bound that are tried


@dataclass(frozen=True, slots=True)
class AttemptAnswer:
    """The answer to an attempt.

    With `right` and `done`, the puzzle is solved; with `right` only, it continues after the
    `reply`. After a wrong attempt, `reply` is the refutation, if there is one. `number` counts the
    counters turned or the moves needed in the attempt; it is 0 for other kinds. `rest` are the
    turns after the reply until the result is decided, () for kinds that decide immediately.
    """

    right: bool
    done: bool
    reply: Codes = ()
    number: int = 0
    rest: tuple[Codes, ...] = ()


class PuzzleKind(Protocol):
    """One kind of puzzle."""

    key: str

    def prove(self, prover: Prover, state: State) -> Proof | None:
        """Return the proof if there is exactly one solution, else None. Raises TooMany."""
        ...

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        """Return the answer to a turn of the solver, who was to move in `before`."""
        ...

    def rest(self, prover: Prover, state: State, side: int) -> list[Codes]:
        """Return the best turns of both sides from `state` until the result is decided.

        `side` is the solver's.  The list is empty if the kind decides immediately.
        """
        return []


class WinInOne(PuzzleKind):
    """Win in one: exactly one of the positions after the turn is a win."""

    key = WIN_ONE

    def prove(self, prover: Prover, state: State) -> Proof | None:
        side = prover.side(state)
        ends = prover.turns.ends(state)
        wins = [end for end in ends if prover.is_win(end.state, side)]
        if len(wins) != 1 or len(ends) < LEAST_ENDS:
            return None
        return Proof(wins[0], (wins[0].codes,), chance=wins[0].chance)

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        return won_or_not(prover, before, turn)


def won_or_not(prover: Prover, before: State, turn: Codes) -> AttemptAnswer:
    """Answer the last turn of a win; the reply is the other side's immediate win, if any."""
    side, after = prover.side(before), played(prover, before, turn)
    if prover.is_win(after, side):
        return AttemptAnswer(True, True)
    reply = prover.winning_turn(after) if prover.others_turn(after, side) else ()
    return AttemptAnswer(False, True, reply)


class WinInTwo(PuzzleKind):
    """Win in two: no turn wins immediately, and exactly one turn wins after every reply."""

    key = WIN_TWO

    def prove(self, prover: Prover, state: State) -> Proof | None:
        side = prover.side(state)
        ends = prover.turns.ends(state)
        if len(ends) < LEAST_ENDS or any(prover.is_win(end.state, side) for end in ends):
            return None
        good: list[End] = []
        killers: list[Codes] = []
        for end in ends:
            if not prover.others_turn(end.state, side):
                continue
            if not prover.refutation(end.state, side, killers):
                good.append(end)
            if len(good) > 1:
                return None
        if not good:
            return None
        return self._with_line(prover, good[0], side)

    def _with_line(self, prover: Prover, first: End, side: int) -> Proof | None:
        """Return the proof with the reply that leaves the fewest wins.

        Return None if there are too few replies.
        """
        if len(prover.turns.ends(first.state)) < LEAST_REPLIES:
            return None
        reply, win = self.defence(prover, first.state, side)
        return Proof(first, (first.codes, reply, win), chance=first.chance) if win else None

    @staticmethod
    def defence(prover: Prover, state: State, side: int) -> tuple[Codes, Codes]:
        """Return the reply that leaves `side` the fewest wins, and one of these wins."""
        best: tuple[int, Codes, Codes] = (1 << 30, (), ())
        for reply in prover.turns.ends(state):
            if not prover.is_win(reply.state, side) and prover.side(reply.state) == side:
                wins = prover.winning_ends(reply.state)
                if wins and len(wins) < best[0]:
                    best = (len(wins), reply.codes, wins[0].codes)
        return best[1], best[2]

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        side = prover.side(before)
        if prover.game.turns(before) > len(puzzle.turns):
            return won_or_not(prover, before, turn)
        after = played(prover, before, turn)
        if after[RESULT] != RUNNING or not prover.others_turn(after, side):
            return AttemptAnswer(prover.is_win(after, side), True)
        refuted = prover.refutation(after, side, [])
        if refuted:
            return AttemptAnswer(False, True, prover.winning_turn(after) or refuted)
        return AttemptAnswer(True, False, self.defence(prover, after, side)[0])


class BestTrain(PuzzleKind):
    """Best train: all trains that turn the most counters end in one position.

    A counter that is turned twice shows its first side again, and does not count.
    """

    key = TRAIN

    def prove(self, prover: Prover, state: State) -> Proof | None:
        measured = [(self._turned(prover, end.codes), end) for end in prover.turns.ends(state)]
        most = max(turned for turned, _end in measured)
        best = [end for turned, end in measured if turned == most]
        if most < LEAST_TURNED or len(best) != 1:
            return None
        return Proof(best[0], (best[0].codes,), most, best[0].chance)

    @staticmethod
    def _turned(prover: Prover, codes: Codes) -> int:
        assert prover.plugin.turned is not None
        return prover.plugin.turned(prover.turns.actions(codes))

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        turned = self._turned(prover, turn)
        return AttemptAnswer(turned >= puzzle.aim, True, number=turned)


class SaveYourself(PuzzleKind):
    """Save yourself: after all turns but one, the other side wins immediately."""

    key = SAVE

    def prove(self, prover: Prover, state: State) -> Proof | None:
        side = prover.side(state)
        saved: list[End] = []
        ends = prover.turns.ends(state)
        if len(ends) < LEAST_ENDS:
            return None
        for end in ends:
            if prover.is_win(end.state, side):
                return None
            if not self._lost(prover, end.state, side):
                saved.append(end)
            if len(saved) > 1:
                return None
        return Proof(saved[0], (saved[0].codes,), chance=saved[0].chance) if saved else None

    @staticmethod
    def _lost(prover: Prover, state: State, side: int) -> bool:
        """Return whether `side` has lost, or the other side can win with the present turn."""
        if prover.others_turn(state, side):
            return prover.is_win(state, 1 - side) or bool(prover.winning_turn(state))
        return prover.is_win(state, 1 - side)

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        side, after = prover.side(before), played(prover, before, turn)
        if prover.is_win(after, side) or after[RESULT] == DRAW:
            return AttemptAnswer(True, True)
        lost = self._lost(prover, after, side)
        return AttemptAnswer(not lost, True, prover.winning_turn(after) if lost else ())


class LastStones(PuzzleKind):
    """Last stones: with best play to the end, all turns but one have a worse result."""

    key = LAST

    def prove(self, prover: Prover, state: State) -> Proof | None:
        side = prover.side(state)
        best: list[End] = []
        most = 0  # a lost position is no puzzle
        for end in prover.turns.ends(state):
            value = prover.value(end.state, side)
            if value > most:
                best, most = [], value
            if value == most:
                best.append(end)
        if len(best) != 1:
            return None
        return Proof(best[0], (best[0].codes,), most, best[0].chance)

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        side, after = prover.side(before), played(prover, before, turn)
        value = prover.value(after, side)
        over = after[RESULT] != RUNNING
        if value < puzzle.aim:
            return AttemptAnswer(False, True, () if over else self.defence(prover, after, side))
        return AttemptAnswer(True, over, () if over else self.defence(prover, after, side))

    def rest(self, prover: Prover, state: State, side: int) -> list[Codes]:
        line: list[Codes] = []
        while state[RESULT] == RUNNING:
            if prover.side(state) == side:
                best = max(prover.turns.ends(state), key=lambda end: prover.value(end.state, side))
                line.append(best.codes)
            else:
                line.append(self.defence(prover, state, side))
            state = played(prover, state, line[-1])
        return line

    @staticmethod
    def defence(prover: Prover, state: State, side: int) -> Codes:
        """Return the best reply; of equal replies, the one with the fewest good answers."""
        ranked: list[tuple[int, int, Codes]] = []
        for reply in prover.turns.ends(state):
            value, good = prover.value(reply.state, side), 0
            if reply.state[RESULT] == RUNNING:
                good = sum(
                    prover.value(end.state, side) == value for end in prover.turns.ends(reply.state)
                )
            ranked.append((value, good, reply.codes))
        return min(ranked)[2]


class ShortestWayHome(PuzzleKind):
    """Shortest way home: the opponent is already home, and only one way needs the fewest moves."""

    key = HOME

    def prove(self, prover: Prover, state: State) -> Proof | None:
        side = prover.side(state)
        line: list[End] = []
        need = self.need(prover, state, side)
        here, left = state, need
        while not self._home(prover, here, side):
            ends = self._on_the_way(prover, here, side, left)
            if len(ends) != 1 or len(line) == MOST_TURNS:
                return None
            left -= prover.plugin.spent(ends[0].state) - prover.plugin.spent(here)
            line.append(ends[0])
            here = ends[0].state
        if len(line) < LEAST_TURNS:
            return None
        chance = 1.0
        for end in line:
            chance *= end.chance
        return Proof(line[0], tuple(end.codes for end in line), need, chance)

    def need(self, prover: Prover, state: State, side: int) -> int:
        """Return the fewest moves home, found by raising a lower bound until a way exists."""
        assert prover.plugin.way is not None
        least = prover.plugin.way(prover.game, state, side, prover.compiled)
        for bound in range(least, least + MOST_DETOUR):
            if self._within(prover, state, side, bound, {}):
                return bound
        return 0

    def _on_the_way(self, prover: Prover, state: State, side: int, left: int) -> list[End]:
        """Return the ends of this turn after which `left` moves in total still lead home."""
        spent = prover.plugin.spent(state)
        return [
            end
            for end in prover.turns.ends(state)
            if self._within(
                prover, end.state, side, left - (prover.plugin.spent(end.state) - spent), {}
            )
        ]

    def _within(
        self, prover: Prover, state: State, side: int, left: int, known: dict[State, int]
    ) -> bool:
        """Return whether the side can come home in `left` moves.

        `known` has positions with the number of moves that proved too few.
        """
        if self._home(prover, state, side):
            return left >= 0
        assert prover.plugin.way is not None
        if (
            state[RESULT] != RUNNING
            or prover.plugin.way(prover.game, state, side, prover.compiled) > left
        ):
            return False
        if known.get(state, -1) >= left:
            return False
        spent = prover.plugin.spent(state)
        for end in prover.turns.ends(state):
            rest = left - (prover.plugin.spent(end.state) - spent)
            if rest >= 0 and self._within(prover, end.state, side, rest, known):
                return True
        known[state] = left
        return False

    def rest(self, prover: Prover, state: State, side: int) -> list[Codes]:
        line: list[Codes] = []
        left = self.need(prover, state, side)
        while left and state[RESULT] == RUNNING and prover.side(state) == side:
            end = self._on_the_way(prover, state, side, left)[0]
            left -= prover.plugin.spent(end.state) - prover.plugin.spent(state)
            line.append(end.codes)
            state = end.state
        return line

    @staticmethod
    def _home(prover: Prover, state: State, side: int) -> bool:
        assert prover.plugin.way is not None
        return prover.plugin.way(prover.game, state, side, prover.compiled) == 0

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        _game, start = puzzle.position(prover.game)
        side, after = prover.side(before), played(prover, before, turn)
        used = prover.plugin.spent(after) - prover.plugin.spent(start)
        if self._home(prover, after, side):
            return AttemptAnswer(used <= puzzle.aim, True, number=used)
        need = used + self.need(prover, after, side)
        return AttemptAnswer(need <= puzzle.aim, need > puzzle.aim, number=need)


KINDS: tuple[PuzzleKind, ...] = (
    WinInOne(),
    WinInTwo(),
    SaveYourself(),
    BestTrain(),
    ShortestWayHome(),
    LastStones(),
)
BY_KEY = {kind.key: kind for kind in KINDS}
