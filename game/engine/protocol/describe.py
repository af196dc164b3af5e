"""Positions and thoughts as text, for the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from game.engine.search.analysis import Analysis
from game.rules import Game, State

LIMIT_TOLD = 10  # turns before it
MARKS = {"black": "b", "green": "g", "white": "w", "grey": "#"}


def position_lines(game: Game, state: State) -> Iterator[str]:
    """Return the board, who moves, and the score."""
    yield f"setup {game.setup}"
    yield from board_lines(game, state)
    if game.positions is not None and not game.turn_begun(state):
        yield f"fen {game.position_text(state)}"
    yield f"turn {game.turns(state) + 1}, {game.phase(state)}"
    outcome = game.outcome(state)
    if outcome is None:
        begun = game.turn_begun(state)
        yield f"seat {game.to_move(state)} to move, actions made in this turn {begun}"
    else:
        yield f"over: {outcome.result} ({outcome.reason})"
    yield game.score(state)
    limit = game.limit_ahead(state)
    if limit is not None and limit.turns <= LIMIT_TOLD:
        as_it_lies = f"{limit.outcome.result} ({limit.outcome.reason})"
        yield f"limit in {limit.turns} turns, as it lies: {as_it_lies}"


def board_lines(game: Game, state: State) -> Iterator[str]:
    """Return rows of points from the top.

    A piece is its colour's letter, partners' pieces capital.
    """
    pieces = game.pieces(state)
    rows: dict[int, list[tuple[float, str]]] = {}
    for point in game.topology.points:
        x, y = game.topology.xy[point]
        piece = pieces.get(point)
        mark = "." if piece is None else MARKS.get(piece.colour, "?")
        rows.setdefault(round(-y * 1000), []).append(
            (x, mark.upper() if piece and piece.mark else mark)
        )
    xs = sorted({round(x, 3) for x, _ in game.topology.xy.values()})
    steps = [b - a for a, b in pairwise(xs) if b - a > 0.01]
    scale = 2 / max(min(steps, default=1.0), 0.06)
    for row in sorted(rows):
        line = ""
        for x, mark in sorted(rows[row]):
            line = line.ljust(round((x - xs[0]) * scale)) + mark
        yield line.rstrip()


def info_line(game: Game, analysis: Analysis) -> str:
    """Return the line `info depth .. score .. nodes .. nps .. time .. pv ..`."""
    milliseconds = round(analysis.seconds * 1000)
    rate = round(analysis.nodes / analysis.seconds) if analysis.seconds > 0 else 0
    words = [
        f"info depth {analysis.depth} score {analysis.score} nodes {analysis.nodes}",
        f"nps {rate} time {milliseconds}",
    ]
    if analysis.proof:
        words.append(f"proof {analysis.proof}")
    if analysis.book:
        words.append("book")
    if analysis.pv:
        words.append("pv " + " ".join(game.turn_text(turn) for turn in analysis.pv))
    return " ".join(words)


def candidate_lines(game: Game, analysis: Analysis, most: int) -> Iterator[str]:
    """One line for each of the best first actions, for analysis."""
    for number, candidate in enumerate(analysis.candidates[:most], start=1):
        proof = f" proof {candidate.proof}" if candidate.proof else ""
        turns = " ".join(game.turn_text(turn) for turn in candidate.line)
        line = f" pv {turns}" if turns else ""
        yield (
            f"info candidate {number} action {candidate.action.text} value {candidate.value:.4f} "
            f"share {candidate.share:.4f}{proof}{line}"
        )
