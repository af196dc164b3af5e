"""Text of the protocol: commands for both sides, positions and analyses as lines."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

from game.engine.bots.options import OPTIONS, EngineOptions
from game.engine.search.analysis import Analysis, SearchLimits
from game.rules import Game, State

# Words of `go` that are followed by a number.
NUMBERS = ("movetime", "nodes", "depth", "p1time", "p2time", "p1inc", "p2inc")
CLOCKS = ("p1time", "p2time")  # the NUMBERS that may be negative
MOST_DIGITS = 12
LIMIT_TOLD = 10  # The game's limit of turns is shown from this many turns before it.
MARKS = {"black": "b", "green": "g", "white": "w", "grey": "#"}


class CommandError(ValueError):
    """An error in a command; the message is sent as `info string error:`."""


def go_command(limits: SearchLimits) -> str:
    """Return the `go` command of limits; times become whole milliseconds."""
    words = ["go"]
    if limits.movetime is not None:
        words.append(f"movetime {round(limits.movetime * 1000)}")
    if limits.clock is not None:
        for number, (left, gain) in enumerate(zip(limits.clock, limits.increment), start=1):
            words.append(f"p{number}time {round(left * 1000)} p{number}inc {round(gain * 1000)}")
    if limits.nodes is not None:
        words.append(f"nodes {limits.nodes}")
    if limits.depth is not None:
        words.append(f"depth {limits.depth}")
    if limits.infinite:
        words.append("infinite")
    return " ".join(words)


def read_limits(words: Sequence[str]) -> SearchLimits:
    """Return the limits from the words after `go`; unknown words are ignored.

    Raises CommandError.
    """
    found: dict[str, int] = {}
    for at, word in enumerate(words):
        if word in NUMBERS:
            found[word] = _whole_number(word, words[at + 1] if at + 1 < len(words) else "")
    for one, other in (("p1time", "p2time"), ("p2time", "p1time")):
        if one in found and other not in found:
            raise CommandError(f"go {one} without {other}, expected both clocks")
    clock = None
    if "p1time" in found:
        clock = (found["p1time"] / 1000, found["p2time"] / 1000)
    return SearchLimits(
        movetime=found["movetime"] / 1000 if "movetime" in found else None,
        nodes=found.get("nodes"),
        depth=found.get("depth"),
        clock=clock,
        increment=(found.get("p1inc", 0) / 1000, found.get("p2inc", 0) / 1000),
    )


def _whole_number(word: str, text: str) -> int:
    """Return the number after `word`; a negative clock (of a player who is late) counts as zero."""
    digits = text.removeprefix("-") if word in CLOCKS else text
    if not (digits.isascii() and digits.isdigit()):
        raise CommandError(f"go {word}: {text!r} found, expected a whole number")
    if len(digits) > MOST_DIGITS:
        raise CommandError(f"go {word}: {text!r} found, expected at most {MOST_DIGITS} digits")
    return 0 if digits != text else int(digits)


def option_commands(options: EngineOptions) -> list[str]:
    """Return the `setoption` lines that set these options."""
    values = {name: str(getattr(options, field)) for name, (field, _) in OPTIONS.items()}
    return [f"setoption name {name} value {value.lower()}" for name, value in values.items()]


def state_command(game: Game, state: State) -> str:
    """Return a position without its history: `position setup SETUP state CHECKSUM NUMBERS`.

    This form is our own; the screen uses it to send any position.
    """
    numbers = " ".join(map(str, state))
    return f"position setup {game.setup} state {zlib.crc32(numbers.encode())} {numbers}"


def read_state(words: Sequence[str]) -> State:
    """Return the state in the words `state CHECKSUM NUMBERS`.

    Raises CommandError when the checksum is wrong.
    """
    numbers = words[2:]
    if words[1:2] != [str(zlib.crc32(" ".join(numbers).encode()))]:
        raise CommandError("position: the checksum does not fit the state")
    return tuple(map(int, numbers))


def position_lines(game: Game, state: State) -> Iterator[str]:
    """Yield lines with the setup, the board, the player to move and the score."""
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
    """Yield the board's rows of points from the top.

    A piece is the first letter of its colour, in capitals if it is a partner's.
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


def score_of(value: float) -> int:
    """Return a chance (0 to 1) as a number from -100 (lost) to 100 (won)."""
    return round(200 * value - 100)


def info_line(game: Game, analysis: Analysis) -> str:
    """Return the line `info depth .. score .. nodes .. nps .. hashfull .. time .. pv ..`."""
    milliseconds = round(analysis.seconds * 1000)
    rate = round(analysis.nodes / analysis.seconds) if analysis.seconds > 0 else 0
    words = [
        f"info depth {analysis.depth} score {score_of(analysis.value)} nodes {analysis.nodes}",
        f"nps {rate} hashfull {round(1000 * analysis.fullness)} time {milliseconds}",
    ]
    if analysis.proof:
        words.append(f"proof {analysis.proof}")
    if analysis.book:
        words.append("book")
    if analysis.pv:
        words.append("pv " + " ".join(game.turn_text(turn) for turn in analysis.pv))
    return " ".join(words)


def candidate_lines(game: Game, analysis: Analysis, most: int) -> Iterator[str]:
    """Yield a line for each of the best first actions, numbered like `multipv` in UCI."""
    for number, candidate in enumerate(analysis.candidates[:most], start=1):
        proof = f" proof {candidate.proof}" if candidate.proof else ""
        turns = " ".join(game.turn_text(turn) for turn in candidate.line)
        line = f" pv {turns}" if turns else ""
        yield (
            f"info multipv {number} depth {analysis.depth} score {score_of(candidate.value)} "
            f"nodes {analysis.nodes} action {candidate.action.text} value {candidate.value:.4f} "
            f"share {candidate.share:.4f}{proof}{line}"
        )
