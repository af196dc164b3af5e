"""Games of the engine at few nodes, with the line that the engine expects in each position.

`python -m tests.screen.games.engine_lines` plays the games again and writes `lines/`, which tests
read. A file begins with a setup. Each later row has a position's turn played and expected line,
which usually begins with that turn. A row `game` precedes each game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from game.engine.protocol.engine_player import EnginePlayer
from game.engine.search.analysis import SearchLimits
from game.engine.search.levels import TOP_LEVEL
from game.rules.base import Action, Game, State
from game.rules.registry import parse_setup
from game.table.history import Turn
from game.table.mistakes import whole_turns
from tests.support.waiting import COSTLY_BREATH, until

FOLDER = Path(__file__).parent / "lines"
NODES = 300  # nodes of the search for one turn of a line
TURNS = 3  # turns in a line
BY_LOT = 0.3  # share of turns that are random
WRITTEN = {
    "more-or-less": ("more-or-less", 300),
    "less": ("less seed=7", 200),
    "less-other-walls": ("less seed=3", 100),
    "libra-duel": ("libra size=5 mode=duel", 180),
    "libra-target": ("libra size=5 mode=target target=12", 120),
    "multiplicity": ("multiplicity size=5", 220),
    "multiplicity-free": ("multiplicity size=5 opening=free", 80),
}
GAME = "game"  # the row before each game


@dataclass(frozen=True)
class ExpectedTurns:
    """The line that the engine expects in a position, beginning with the engine's best turn.

    `played` is the turn that was actually played, which is sometimes random.
    """

    game: Game
    line: tuple[Turn, ...]
    played: Turn


def written(name: str) -> Iterator[ExpectedTurns]:
    """Yield the positions of a file."""
    setup, *rows = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    game = parse_setup(setup)
    state = game.start()
    for row in rows:
        if row == GAME:
            state = game.start()
            continue
        played, *expected = row.split(" ")
        actions, here = [], state
        for text in expected:
            actions.append(game.parse_turn(here, text))
            here = whole_turns(game, here, actions[-1:])[0].after
        turn = whole_turns(game, state, [game.parse_turn(state, played)])[0]
        yield ExpectedTurns(game, tuple(whole_turns(game, state, actions)), turn)
        state = turn.after


class LinePlayer:
    """An engine with one thread, which gives the same line each time for a position."""

    def __init__(self, setup: str) -> None:
        self.game: Game = parse_setup(setup)
        self._engine = EnginePlayer(self.game, TOP_LEVEL, 1, threads=1)
        assert until(lambda: self._engine.ready, breath=COSTLY_BREATH)

    def close(self) -> None:
        self._engine.close()

    def best(self, state: State) -> tuple[tuple[Action, ...], ...]:
        """Return the turns expected from here, at least one."""
        self._engine.start(state, SearchLimits(nodes=NODES))
        assert until(lambda: bool((seen := self._engine.poll()) and seen.done))
        thought = self._engine.poll()
        assert thought is not None
        return tuple(thought.pv) or (tuple(thought.best),)

    def line(self, state: State) -> list[Turn]:
        """Return the expected line of up to three turns, from the beginning of a turn."""
        turns: list[Turn] = []
        while len(turns) < TURNS and not self.game.over(state):
            found = whole_turns(self.game, state, self.best(state)[: TURNS - len(turns)])
            if not found:
                break
            turns += found
            state = turns[-1].after
        return turns

    def rows(self, count: int, seed: int = 1) -> Iterator[str]:
        """Yield the rows of this many positions, taken from one game after the other."""
        dice, game, found = random.Random(f"{self.game.setup} {seed}"), self.game, 0
        while found < count:
            state = game.start()
            yield GAME
            while not game.over(state) and found < count:
                line = self.line(state)
                played = self._by_lot(state, dice) if dice.random() < BY_LOT else line[0]
                yield " ".join(turn.text for turn in (played, *line))
                found += 1
                state = played.after

    def _by_lot(self, state: State, dice: random.Random) -> Turn:
        """Return a random turn."""
        actions: list[Action] = []
        while not (turns := whole_turns(self.game, state, [actions])):
            here = state
            for action in actions:
                here = self.game.advance(here, action)
            actions.append(dice.choice(self.game.legal(here)))
        return turns[0]


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, (setup, count) in WRITTEN.items():
        player = LinePlayer(setup)
        rows = [setup, *player.rows(count)]
        player.close()
        (FOLDER / f"{name}.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
