"""The par of a layout of Less, and a way home that makes it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from game.engine.compile.compiler import can_compile
from game.engine.games.less.par import par, way_alone
from game.questions.less.verifier import fewest_moves
from game.questions.progress import Progress
from game.questions.question import Out
from game.rules import Less, parse_setup


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "layout", nargs="+", help="walls=DIGITS, tiles=A0B1..., or seed=N; seats=4 for teams"
    )


def answer(wanted: Namespace, progress: Progress, out: Out) -> bool:
    """Prints par; with two seats also a way, and the verifier's count.

    Raises RulesError for a layout that is none.
    """
    game = parse_setup(f"{Less.key} {' '.join(wanted.layout)}")
    assert isinstance(game, Less)
    progress.show("filling the tables of distances")
    moves = par(game, can_compile())
    out(f"{game.setup}: par {moves}")
    if game.seats > 2:
        out("each corner alone, one after the other")
        return True
    need, way = way_alone(game, can_compile())
    out(" ".join(action.text for action in way))
    counted = fewest_moves(game.walls)
    out(f"by the rules of turns {need}; verifier: {counted}")
    return moves == need == counted
