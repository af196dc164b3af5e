"""The par of a layout of Less, with ways home that reach it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from game.engine.compile.compiler import can_compile
from game.games.less.engine.race import par, way_alone
from game.games.less.rules import Less
from game.rules.registry import parse_setup
from tools.referee.less import LessReferee
from tools.solve.progress import ProgressLine
from tools.solve.question import Out


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "layout", nargs="+", help="walls=DIGITS, tiles=A0B1..., or seed=N; seats=4 for teams"
    )


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print the par, with two seats also the ways of both sides and the verifier's count.

    Raises RulesError for an invalid layout.
    """
    game = parse_setup(f"{Less.key} {' '.join(wanted.layout)}")
    assert isinstance(game, Less)
    progress.show("filling the tables of distances")
    if game.seats > 2:
        out(f"{game.setup}: par is not known (at least {par(game, can_compile())}:")
        out("each corner alone, one after the other, as if turns never ended)")
        return True
    return of_both_sides(game, progress, out)


def of_both_sides(game: Less, progress: ProgressLine, out: Out) -> bool:
    """Print the par of both sides, which may differ because turns end at different places."""
    white, black = (way_alone(game, can_compile(), seat) for seat in (0, 1))
    if not (white.exact and black.exact):
        out(f"{game.setup}: par is not known (at least {white.moves}, Black {black.moves})")
        return False
    both = f"{white.moves} for White, {black.moves} for Black"
    out(f"{game.setup}: par {white.moves if white.moves == black.moves else both}")
    for name, way in (("White", white), ("Black", black)):
        out(f"{name}: {' '.join(action.text for action in way.actions)}")
    progress.show("the verifier tries placement after placement")
    counted = LessReferee(game.walls).fewest_moves()
    out(f"verifier, turn by turn: {counted[0]} for White, {counted[1]} for Black")
    return counted == (white.moves, black.moves)
