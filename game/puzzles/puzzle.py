"""A puzzle, and files of puzzles: plain data as JSON, one puzzle on a line.

A position is a setup text and the turns from its start, so that any implementation of the rules can
check it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from game.platform import untrusted
from game.platform.untrusted import InputError
from game.platform.versioned import is_newer
from game.rules import Action, Game, State
from game.rules.registry import parse_setup
from game.rules.setup import split_setup

FORMAT, VERSION = "less-is-more-puzzles", 1
EASIEST, HARDEST = 1, 10  # grades, which are levels of the engine


class PuzzleError(ValueError):
    """A file of puzzles is damaged, or a requested puzzle cannot be made."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one task, and the only answer to it.

    - `turns` lead from the start of `setup` to the position, in the notation of the rules; then
      `seat` is to move.
    - `solution` has the turns to find; for "win-2" these are the first turn, the reply that leaves
      the fewest wins, and the win.  Only the first turn is right, or one of `ways` sequences of
      actions that end in the same position.  In "home", every turn is the only right one.
    - `aim` is the number of counters turned ("train"), the number of moves ("home"), or 1 for a win
      and 0 for a draw ("last"), else 0.
    - `proof` is the number of actions tried in the proof.
    - `grade` is the lowest level of the engine that solves it (10: no lower level does).
    - `themes` are tags of what happens.
    """

    setup: str
    turns: tuple[str, ...]
    kind: str
    seat: int
    solution: tuple[str, ...]
    ways: int
    aim: int
    proof: int
    grade: int
    themes: tuple[str, ...]

    @property
    def key(self) -> str:
        """Return the game's key."""
        return split_setup(self.setup)[0]

    @property
    def id(self) -> str:
        """Return a name that stays the same for the same position and task."""
        return _id(self.setup, self.kind, self.turns)

    def position(self, game: Game | None = None) -> tuple[Game, State]:
        """Return the game and the position. Raises RulesError if the turns are not legal."""
        game = game or parse_setup(self.setup)
        state = game.start()
        for text in self.turns:
            state = after_turn(game, state, game.parse_turn(state, text))
        return game, state


@lru_cache(maxsize=4096)
def _id(setup: str, kind: str, turns: tuple[str, ...]) -> str:
    said = " ".join((setup, kind, *turns))
    return f"{split_setup(setup)[0]}-{kind}-{hashlib.sha256(said.encode()).hexdigest()[:8]}"


def after_turn(game: Game, state: State, actions: Iterable[Action]) -> State:
    """Return the state after actions that must be legal; they are not checked."""
    for action in actions:
        state = game.advance(state, action)
    return state


# -- files -----------------------------------------------------------------------------------------


def dump(puzzles: Iterable[Puzzle], seed: int = 0) -> str:
    """Return the text of a file of puzzles.

    `seed` is the seed of the first game that has not been searched for such puzzles yet.
    """
    lines = [json.dumps(as_data(puzzle), ensure_ascii=False) for puzzle in puzzles]
    body = ",\n".join(lines)
    head = f'"format": "{FORMAT}", "version": {VERSION}' + (f', "seed": {seed}' if seed else "")
    return f'{{{head}, "puzzles": [\n{body}\n]}}\n'


def as_data(puzzle: Puzzle) -> dict[str, str | int]:
    """Return a puzzle as plain data; sequences of turns are joined by blanks."""
    data = asdict(puzzle)
    return {name: " ".join(v) if isinstance(v, tuple) else v for name, v in data.items()}


def from_data(data: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle from JSON data. Raises PuzzleError for anything else."""
    values: dict[str, Any] = {}
    for field in fields(Puzzle):
        value = data.get(field.name)
        wanted = "number" if field.type == "int" else "text"
        if isinstance(value, str) and wanted == "text":
            values[field.name] = tuple(value.split()) if "tuple" in str(field.type) else value
        elif type(value) is int and wanted == "number":
            values[field.name] = value
        else:
            raise PuzzleError(f"{field.name} {value!r} of a puzzle, expected a {wanted}")
    return Puzzle(**values)


def load(text: str, name: str = "puzzles") -> list[Puzzle]:
    """Return the puzzles in a file's text; `name` is the file's name. Raises PuzzleError."""
    return _load(text, name)[0]


def _load(text: str, name: str) -> tuple[list[Puzzle], int]:
    """Return the puzzles and the seed in a file's text. Raises PuzzleError."""
    try:
        data = untrusted.parse_json(text, name)
    except InputError as error:
        raise PuzzleError(str(error)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise PuzzleError(f"not a file of puzzles, expected format {FORMAT!r}")
    if is_newer(data, VERSION):
        raise PuzzleError(f"version {data['version']}, of a newer program; known is {VERSION}")
    if data.get("version") != VERSION:
        raise PuzzleError(f"version {data.get('version')!r}, expected {VERSION}")
    found = data.get("puzzles")
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise PuzzleError("puzzles: expected a list of objects")
    seed = data.get("seed", 0)
    if type(seed) is not int:
        raise PuzzleError(f"seed {seed!r}, expected a number")
    return [from_data(one) for one in found], seed


def read_puzzles(path: Path) -> list[Puzzle]:
    """Return the puzzles of a file.  Raises OSError, and PuzzleError naming the file."""
    return read_with_seed(path)[0]


def read_with_seed(path: Path) -> tuple[list[Puzzle], int]:
    """Return the puzzles of a file and its seed (0 without one), see `dump`.

    Raises OSError, and PuzzleError naming the file.
    """
    try:
        return _load(untrusted.read_foreign_text(path), path.name)
    except (PuzzleError, InputError) as error:
        raise PuzzleError(f"{path}: {error}") from None
