"""Self-play: which games a command needs, and playing them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import TypeVar

from game.platform.arguments import at_least
from tools.match.workers import over_cores

Seen = TypeVar("Seen")


@dataclass(frozen=True, slots=True)
class SelfPlayGame:
    """A game of self-play as plain data; `nodes` is the limit of each turn."""

    setup: str
    number: int
    nodes: int


def add_arguments(
    parser: argparse.ArgumentParser, games: int | None, least: int, nodes: int | None
) -> None:
    """Add --games (at least `least`), --nodes and --jobs.

    A default of None stands for the number with which the weights in use were made.
    """
    cores = os.cpu_count() or 1
    for option, words, lowest, usual in (
        ("--games", "of each setup", least, games),
        ("--nodes", "for each turn", 1, nodes),
        ("--jobs", "games at once", 1, cores),
    ):
        words += "; default: " + ("%(default)s" if usual else "as the weights in use were made")
        parser.add_argument(option, type=at_least(lowest), default=usual, metavar="N", help=words)


def missing(setup: str, arguments: argparse.Namespace, known: Container[int]) -> list[SelfPlayGame]:
    """Return the games whose numbers are not in `known` yet."""
    wanted = (SelfPlayGame(setup, number, arguments.nodes) for number in range(arguments.games))
    return [one for one in wanted if one.number not in known]


def played(
    play: Callable[[SelfPlayGame], Seen], wanted: list[SelfPlayGame], jobs: int
) -> Iterator[Seen]:
    """Play the wanted games and yield the result of each when it ends."""
    with over_cores(play, min(jobs, max(1, len(wanted)))) as run:
        yield from run(wanted)
