"""The bot for games with `swap=on`: one player opens, the other chooses a side.

The player who chooses takes the side with the better chance. The player who opens gets the other
side, and so looks for an even opening. After the choice, another bot plays the game.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from game.engine.search.analysis import Analysis, Candidate, Report, SearchLimits, StopSignal
from game.engine.search.budget import Budget
from game.engine.search.turns import Turn, side_to_move, ways_to_finish
from game.openings.symmetry import key_of
from game.rules import Action, Game, State

MOST_OPENINGS = 60  # maximum number of openings compared; they are drawn at random
WAYS = 400  # maximum number of ways to play the turn from which the openings are drawn
LAST_OPENINGS = 3  # openings left in the last rounds; the most even one is played
LEAST_S = 0.001  # minimum time for searching an opening, in seconds
# Nodes per opening in the first round; factor for each further round.
FIRST_NODES, MORE_NODES = 100, 3
MOST_NODES = 200_000  # maximum number of nodes of all searches together if the caller sets no limit
PROOFS = {"win": "loss", "loss": "win"}  # proofs as seen by the other side


class PlainBot(Protocol):
    """The bot that plays the game after a side is chosen."""

    def prepare(self) -> None: ...

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis: ...


@dataclass
class Opening:
    """A possible first turn, and the chance of the better side after it."""

    turn: Turn
    after: State
    better: float = 0.5

    @property
    def own(self) -> float:
        """The chance of the player who opens and gets the worse side."""
        return 1 - self.better


class SwapBot:
    """A Bot for a game with a choice of sides; `bot` plays the game after the choice."""

    name = "swap"

    def __init__(
        self, game: Game, bot: PlainBot, seed: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.game, self.bot, self.clock = game, bot, clock
        self._dice = random.Random(seed)

    def prepare(self) -> None:
        self.bot.prepare()

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        if self.game.choosing(state):
            return self._choose(state, limits, report, signal)
        if self.game.cutting(state):
            return self._open(state, limits, report, signal)
        return self.bot.think(state, limits, report, signal)

    def ponder(self, state: State, signal: StopSignal) -> None:
        if hasattr(self.bot, "ponder") and not self._before_choice(state):
            self.bot.ponder(state, signal)

    def _before_choice(self, state: State) -> bool:
        return self.game.choosing(state) or self.game.cutting(state)

    # -- choosing --------------------------------------------------------------------------------

    def _choose(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        keep, swap = self.game.legal(state)
        after, seat = self.game.advance(state, keep), self.game.to_move(state)
        same = side_to_move(self.game, after) == seat % 2

        def chosen(found: Analysis) -> Analysis:
            kept = found.value if same else 1 - found.value
            proof = found.proof if same else PROOFS.get(found.proof, found.proof)
            values = {keep: kept, swap: 1 - kept}
            proofs = {keep: proof, swap: PROOFS.get(proof, proof)}
            ranked = sorted((keep, swap), key=lambda one: -values[one])
            return replace(
                found,
                value=values[ranked[0]],
                proof=proofs[ranked[0]],
                pv=((ranked[0],), *found.pv),
                candidates=tuple(
                    Candidate(one, values[one], values[one], proofs[one]) for one in ranked
                ),
            )

        found = self.bot.think(after, limits, lambda one: report(chosen(one)), signal)
        return chosen(found)

    # -- opening ---------------------------------------------------------------------------------

    def _open(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        """Search openings in rounds; each round is longer and keeps only the most even openings."""
        budget = Budget(limits, side_to_move(self.game, state), signal, self.clock)
        if budget.deadline is None and budget.nodes is None:
            budget.nodes = MOST_NODES
        openings, nodes = self._openings(state), FIRST_NODES
        while True:
            openings = self._looked_at(openings, nodes, budget, signal)
            found = self._analysis(openings, budget)
            if _is_spent(budget) or len(openings) == 1 or nodes > MOST_NODES:
                return replace(found, done=True)
            report(found)
            openings = openings[: max(LAST_OPENINGS, len(openings) // 2)]
            nodes *= MORE_NODES

    def _openings(self, state: State) -> list[Opening]:
        """Return possible openings in random order; of symmetric openings only the first found."""
        found: dict[object, Opening] = {}
        ways: Iterator[tuple[Turn, State]] = ways_to_finish(self.game, state, WAYS, self._dice)
        for turn, after in ways:
            if len(found) == MOST_OPENINGS:
                break
            found.setdefault(self._like(after), Opening(turn, after))
        return list(found.values())

    def _like(self, after: State) -> object:
        """Return a key shared by a position and all positions symmetric to it."""
        return after if self.game.positions is None else key_of(self.game, after)[0]

    def _looked_at(
        self, openings: Sequence[Opening], nodes: int, budget: Budget, signal: StopSignal
    ) -> list[Opening]:
        """Return the openings for which the budget sufficed, the most even first.

        The first of `openings` is always among them.
        """
        done: list[Opening] = []
        for one in openings:
            if done and _is_spent(budget):
                break
            if not budget.breathless:
                left = nodes if budget.nodes is None else max(1, budget.nodes - budget.spent)
                one.better = self._better(one.after, min(nodes, left), budget, signal)
            done.append(one)
        return sorted(done, key=lambda one: one.better)

    def _better(self, after: State, nodes: int, budget: Budget, signal: StopSignal) -> float:
        """Return the chance of the better side after an opening."""
        while self._before_choice(after):  # An opening may have several turns.
            after = self.game.advance(after, self.game.legal(after)[0])
        movetime = None
        if budget.deadline is not None:
            movetime = max(LEAST_S, budget.until(budget.deadline))
        limits = SearchLimits(movetime, nodes)
        found = self.bot.think(after, limits, lambda one: None, signal)
        budget.spent += max(1, found.nodes)
        return max(found.value, 1 - found.value)

    def _analysis(self, openings: Sequence[Opening], budget: Budget) -> Analysis:
        best = openings[0]
        return Analysis(
            1,
            budget.spent,
            budget.elapsed,
            best.own,
            (best.turn,),
            candidates=_first_actions(openings),
        )


def _is_spent(budget: Budget) -> bool:
    return budget.used_up(budget.deadline, budget.nodes)


def _first_actions(openings: Sequence[Opening]) -> tuple[Candidate, ...]:
    """Return the first actions of openings, best first."""
    found: dict[Action, Candidate] = {}
    for one in openings:
        first = one.turn[0]
        found.setdefault(first, Candidate(first, one.own, 1 / len(openings)))
    return tuple(found.values())
