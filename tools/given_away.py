"""How much the engine gives away in endings: `python -m tools.given_away SETUP`.

Random stones are laid until few cells are empty; then the engine plays against itself, with a bot
for each side. Once few enough cells are left, the program's solver solves every position exactly,
without a limit. Plain minimax over the rules of the referee solves the smallest ones again. A turn
can give away a win, a draw, or groups of a first round. Seconds are processor time.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.registry import profile_of
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.budget import Budget
from game.engine.search.endgame_expert import EndgameExpert
from game.rules import Action, Game
from game.rules.kernel import DRAW, P1_WIN, RESULT
from game.rules.registry import parse_setup
from tools.referee.base import DRAWN, NOBODY, Referee, Wrong, referee_of
from tools.run import run

FEWEST, MOST = 24, 30  # range of empty cells when the engine takes over
EXACT = 14  # turns are judged with at most this many empty cells
# Maximum number of empty cells in positions that minimax also solves.
BY_REFEREE = {"multiplicity": 7, "libra": 5}
ROUGH = SearchLimits(nodes=100)  # search limits in a first round that is not judged


class Judged(NamedTuple):
    """A judged turn: empty cells before it, and the value given away (see `Ending._worth`)."""

    empty: int
    lost: int
    text: str


def main(words: Sequence[str]) -> int:
    """Play the endings and print each turn that gave value away; return 1 if there was one.

    Raises Wrong if the referee disagrees with the solver.
    """
    parser = argparse.ArgumentParser("python -m tools.given_away", description=__doc__)
    parser.add_argument("setup", help="of Multiplicity or Libra, such as 'libra size=6'")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--movetime", type=float, default=20.0, help="milliseconds a turn")
    parser.add_argument("--nodes", type=int, help="nodes a turn in place of milliseconds")
    asked = parser.parse_args(list(words))
    limits = SearchLimits(movetime=asked.movetime / 1000)
    if asked.nodes is not None:
        limits = SearchLimits(nodes=asked.nodes)
    game = parse_setup(asked.setup)
    turns = given = checked = 0
    for seed in range(asked.first, asked.first + asked.games):
        ending = Ending(game, seed, limits)
        for judged in ending.play():
            turns += 1
            given += judged.lost > 0
            if judged.lost:
                print(f"game {seed}, {judged.empty} empty: {judged.text} loses {judged.lost}")
        checked += ending.checked
    print(
        f"{game.setup}: {given} of {turns} turns with at most {EXACT} empty cells gave value away "
        f"({asked.games} games; {checked} positions by the referee, too)"
    )
    return int(given > 0)


class Ending:
    """A game that begins with random stones; `checked` counts positions confirmed by minimax."""

    def __init__(self, game: Game, seed: int, limits: SearchLimits) -> None:
        self.game, self._limits, self.checked = game, limits, 0
        self._dice, self._seed = random.Random(seed), seed
        self._bots = [self._bot(seed + 1_000 * side) for side in (1, 2)]
        expert = profile_of(game).beside(game)
        assert expert is not None
        self._expert: EndgameExpert[Any] = expert
        self._referee = referee_of(game)
        self._state, self._position = game.start(), self._referee.start()

    def _bot(self, seed: int) -> LeveledBot:
        options = EngineOptions(seed=seed, book=False)
        clock = time.process_time
        return LeveledBot(self.game, profile_of(self.game), options, seed, lambda: True, clock)

    def play(self) -> Iterator[Judged]:
        """Yield the turns of the ending that are judged."""
        self._open()
        number, best = self._round, 0
        while self._goes_on(number):
            empty, mover = self._empty, self.game.to_move(self._state)
            best = self._worth() if empty <= EXACT else 0
            turn = self._turn(mover, self._limits)
            if empty <= EXACT:
                after = -self._worth() if self._goes_on(number) else self._made(mover)
                yield Judged(empty, best - after, self.game.turn_text(turn))

    def _open(self) -> None:
        """Lay random stones; in a duel, every second seed starts in the second round."""
        if self._round and self._seed % 2:
            while self._round == 1:
                self._turn(0, ROUGH)
        few = self._dice.randint(FEWEST, MOST)
        while self._empty > few:
            self._play(self._dice.choice(self.game.legal(self._state)))

    def _turn(self, bot: int, limits: SearchLimits) -> Sequence[Action]:
        told, signal = (lambda analysis: None), StopSignal()
        turn = self._bots[bot].think(self._state, limits, told, signal).best
        for action in turn:
            self._play(action)
        return turn

    def _play(self, action: Action) -> None:
        self._state = self.game.advance(self._state, action)
        self._position = self._referee.play(self._position, action.text)

    @property
    def _round(self) -> int:
        """Return the round of a duel, 0 in other games."""
        return self.game.tally(self._state).get("round", 0)

    @property
    def _empty(self) -> int:
        return self.game.tally(self._state)["empty"]

    def _goes_on(self, number: int) -> bool:
        return not self.game.over(self._state) and self._round == number

    def _worth(self) -> int:
        """Return the exact value for the side to move. Raises Wrong if minimax finds another value.

        1 is a win, 0 a draw, -1 a loss. In the first round of a duel the value is the number of
        groups, negative for LESS.
        """
        budget = Budget(SearchLimits(), 0, StopSignal(), time.process_time)
        proofs = self._expert.begin(self._state, budget, compiled=True)
        proofs.work([*proofs.at_most], budget, budget.part(1.0))
        value, proof = self._expert.worth(self._state, proofs.least)
        worth = round(2 * value - 1) if proof else proofs.least
        if self._empty <= BY_REFEREE[self.game.key]:
            found = minimax(self._referee, self._position, {})
            if found != worth:
                raise Wrong(f"{self._position}: {worth} instead of {found}")
            self.checked += 1
        return worth

    def _made(self, mover: int) -> int:
        """Return the value for `mover` of the round or game that has just ended."""
        groups = self.game.tally(self._state).get("first", 0)
        if not self.game.over(self._state):
            return groups if mover == 1 else -groups  # LESS is seat 0 in the first round
        won = self._state[RESULT]
        return 0 if won == DRAW else 1 if won == P1_WIN + mover else -1


def minimax(referee: Referee[Any], position: Any, known: dict[Any, int]) -> int:
    """Return the value for the side to move if both play best, in the units of `Ending._worth`."""
    if position not in known:
        known[position] = max(
            -minimax(referee, after, known) if goes_on(position, after) else got(position, after)
            for after in (referee.play(position, text) for text in referee.legal(position))
        )
    return known[position]


def goes_on(before: Any, after: Any) -> bool:
    """Return whether the round, or the game, goes on."""
    return after.won_by == NOBODY and first_of(before) == first_of(after)


def first_of(position: Any) -> int:
    """Return the groups of the first round of a duel, -1 until it is over."""
    return int(getattr(position, "first", -1))


def got(before: Any, after: Any) -> int:
    """Return the value of the last stone for the side that laid it."""
    if after.won_by == NOBODY:
        return first_of(after) if before.seat == before.more else -first_of(after)
    return 0 if after.won_by == DRAWN else 1 if after.won_by == before.seat else -1


if __name__ == "__main__":
    run("tools.given_away:main")
