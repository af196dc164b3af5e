"""The commands of the protocol as text, written by those who call an engine and read by it."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from game.engine.bots.options import EngineOptions
from game.engine.search.analysis import SearchLimits
from game.rules import Game, State

NUMBERS = ("movetime", "nodes", "depth", "p1time", "p2time", "p1inc", "p2inc")  # of `go`
MOST_DIGITS = 12


class CommandError(ValueError):
    """A command cannot be carried out; the message is for `info string error:`."""


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
    """Return the limits of the words after `go`; unknown words are ignored.

    Raises CommandError.
    """
    found: dict[str, int] = {}
    for at, word in enumerate(words):
        if word in NUMBERS:
            text = words[at + 1] if at + 1 < len(words) else ""
            if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
                raise CommandError(f"go {word}: {text!r} found, expected a whole number")
            found[word] = int(text)
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


def option_commands(options: EngineOptions) -> list[str]:
    """Return the `setoption` lines that make these options."""
    values = {
        "Engine": options.engine,
        "Level": options.level,
        "Threads": options.threads,
        "Hash": options.hash_mb,
        "Seed": options.seed,
        "Lines": options.lines,
        "Ponder": str(options.ponder).lower(),
        "Taste": options.taste,
        "Temper": options.temper,
        "Book": str(options.book).lower(),
    }
    return [f"setoption name {name} value {value}" for name, value in values.items()]


def state_command(game: Game, state: State) -> str:
    """Return a position without its history: `position setup SETUP state CHECKSUM NUMBERS`.

    Our own form, by which the screen hands over any position.
    """
    numbers = " ".join(map(str, state))
    return f"position setup {game.setup} state {zlib.crc32(numbers.encode())} {numbers}"


def read_state(words: Sequence[str]) -> State:
    """Return the state of `state CHECKSUM NUMBERS`.

    Raises CommandError when the checksum is wrong.
    """
    numbers = words[2:]
    if words[1:2] != [str(zlib.crc32(" ".join(numbers).encode()))]:
        raise CommandError("position: the checksum does not fit the state")
    return tuple(map(int, numbers))
