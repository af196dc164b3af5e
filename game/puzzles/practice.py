"""Practice: the user's own mistakes as puzzles, with the same proofs.

The helper `practise` reads a game as JSON and writes a file of puzzles made from it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from game.engine.compile.compiler import can_compile
from game.platform.processes import helper_command, query
from game.platform.storage import write_text
from game.puzzles.catalogue import own_folder
from game.puzzles.grading import puzzle_of
from game.puzzles.kinds import BY_KEY
from game.puzzles.plugin import HOME, LAST, SAVE, WIN_ONE, WIN_TWO
from game.puzzles.prover import Prover, TooMany
from game.puzzles.puzzle import Puzzle, after_turn, dump, load, read_puzzles
from game.rules import State
from game.rules.registry import parse_setup

SEARCH_TIMEOUT_S = 1800.0  # seconds for all mistakes of one game
# Kinds of puzzles that a mistake may become, the simplest first
KINDS = (WIN_ONE, SAVE, WIN_TWO, HOME, LAST)


def file() -> Path:
    return own_folder() / "practice.json"


def from_mistakes(setup: str, turns: Sequence[str], numbers: Sequence[int]) -> list[Puzzle]:
    """Return a puzzle for each mistake that had only one right answer.

    `numbers` are the numbers of the turns (from 0) that were mistakes.  Raises RulesError.
    """
    game = parse_setup(setup)
    if game.seats != 2:
        return []
    prover = Prover(game, can_compile(game.key), 200_000)
    found: list[Puzzle] = []
    state = game.start()
    for number, text in enumerate(turns):
        if number in numbers:
            found += _puzzle_at(prover, state, tuple(turns[:number]))
        state = after_turn(game, state, game.parse_turn(state, text))
    return found


def _puzzle_at(prover: Prover, state: State, turns: tuple[str, ...]) -> list[Puzzle]:
    for kind in KINDS:
        known = kind in prover.plugin.kinds and prover.plugin.fits(prover.game, state, kind)
        before = prover.visited
        try:
            proof = BY_KEY[kind].prove(prover, state) if known else None
        except TooMany:
            continue
        if proof is not None:
            effort = prover.visited - before
            return [puzzle_of(prover, prover.game, state, turns, kind, proof, effort)]
    return []


def keep(puzzles: Sequence[Puzzle]) -> None:
    """Add puzzles to the user's own. Raises OSError or PuzzleError."""
    path = file()
    known = read_puzzles(path) if path.exists() else []
    names = {puzzle.id for puzzle in known}
    write_text(path, dump([*known, *(one for one in puzzles if one.id not in names)]))


def main(words: list[str], asked: TextIO = sys.stdin, out: TextIO = sys.stdout) -> int:
    """Run the helper process."""
    game = json.loads(asked.read())
    print(dump(from_mistakes(game["setup"], game["turns"], game["numbers"])), file=out)
    return 0


def look_for(
    setup: str,
    turns: Sequence[str],
    numbers: Sequence[int],
    done: Callable[[int, str], None],
) -> None:
    """Make puzzles from mistakes and keep them, in a thread and a process of their own.

    `done` is called in the thread with the number of puzzles and an error's text, "" for none.
    """

    def work() -> None:
        asked = json.dumps({"setup": setup, "turns": list(turns), "numbers": list(numbers)})
        try:
            answer = query(helper_command("practise"), asked, SEARCH_TIMEOUT_S)
            puzzles = load(answer.decode("utf-8"))
            if puzzles:
                keep(puzzles)
            done(len(puzzles), "")
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            done(0, str(error))

    threading.Thread(target=work, name="practise", daemon=True).start()
