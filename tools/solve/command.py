"""`python -m tools.solve QUESTION`: prints an answer, how it was found, and its check."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tools.solve.progress import ProgressLine
from tools.solve.question import questions

WORDS = "answer a question of the published rules, and check the answer"


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m tools.solve", description=WORDS)
    names = top.add_subparsers(dest="question", metavar="QUESTION", required=True)
    for question in questions():
        own = names.add_parser(question.name, help=question.words, description=question.words)
        own.set_defaults(answer=question.answer)
        question.arguments(own)
    return top


def main(words: Sequence[str]) -> int:
    """Answer the question named on the command line, and return the exit code.

    The code is 0 if the answer was found and verified, 1 if not, and 2 if a file cannot be read or
    written.
    """
    arguments = parser().parse_args(words)
    try:
        with ProgressLine(sys.stderr) as progress:
            return 0 if arguments.answer(arguments, progress, say) else 1
    except OSError as problem:
        print(f"solve: {problem}", file=sys.stderr)
        return 2


def say(line: str) -> None:
    print(line, flush=True)
