"""A puzzle, and files of puzzles: plain data as JSON, one puzzle on a line.

A position is its setup string and the turns that lead there, so that any rulebook can check it.
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
EASIEST, HARDEST = 1, 10  # grades: levels of the engine


class PuzzleError(ValueError):
    """A file of puzzles is damaged, or a puzzle cannot be made as it was asked for."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one task, and the one answer to it.

    `turns` lead from the start of `setup` to it, in the notation of the rules; then `seat` is to
    move.  `solution` holds the turns to find; for "win-2" the first, a reply that holds out, and
    the win.  The first of them is the only one, up to `ways` sequences of actions that end in the
    same position; for "home" this is so of every turn.  `aim` is the number of counters turned
    ("train"), of moves ("home"), or 1 for a win and 0 for a draw ("last"), else 0.  `proof` is the
    number of actions tried to show all this, `grade` the lowest level of the engine that solves it
    (10: none below the top).  `themes` are tags of what happens.
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
        """The game's key."""
        return split_setup(self.setup)[0]

    @property
    def id(self) -> str:
        """A name that stays as long as position and task do."""
        return _id(self.setup, self.kind, self.turns)

    def position(self, game: Game | None = None) -> tuple[Game, State]:
        """Return the game and the position.  Raises RulesError when they cannot be reached."""
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
    """Return the state after legal actions, unchecked."""
    for action in actions:
        state = game.advance(state, action)
    return state


# -- files -----------------------------------------------------------------------------------------


def dump(puzzles: Iterable[Puzzle], seed: int = 0) -> str:
    """Return the text of a file of puzzles.

    `seed` is that of the first game in which more of them have not been looked for yet.
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
    """Return the puzzle of JSON data.  Raises PuzzleError for anything else."""
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
    """Return the puzzles of a file's text; `name` is that of the file.  Raises PuzzleError."""
    return _load(text, name)[0]


def _load(text: str, name: str) -> tuple[list[Puzzle], int]:
    """Return the puzzles and the seed of a file's text.  Raises PuzzleError."""
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
    """Return the puzzles of a file, and its seed (0 without): see `dump`.  Raises the same."""
    try:
        return _load(untrusted.read_foreign_text(path), path.name)
    except (PuzzleError, InputError) as error:
        raise PuzzleError(f"{path}: {error}") from None
