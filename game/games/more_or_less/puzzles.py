"""Puzzles of More or Less: sudden wins, their defence, and trains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.games.more_or_less import rules
from game.puzzles import plugin
from game.rules import Action, Game, State
from game.rules.boards import COUNTERS
from game.rules.kernel import RESULT, RUNNING, SEAT

BLACK = 0  # Black plays the last turn of the game.
SELF_TURNED = 3  # minimum net loss of own counters in a turn that wins by fewer
SHORT, LONG = 3, 6  # A short train has at most SHORT jumps, a long train more than LONG.


def turned(turn: Sequence[Action]) -> int:
    """Return the number of counters turned by a turn: those flipped an odd number of times."""
    times = Counter(action.points[1] for action in turn if action.kind == "jump")
    return sum(count % 2 for count in times.values())


def fits(game: Game, state: State, kind: str) -> bool:
    """Return whether all counters are placed; for a win in two, two turns must also be left.

    Earlier in the game, hardly any turn wins against each of a hundred replies.
    """
    if state[rules.PLACED] < COUNTERS or state[RESULT] != RUNNING:
        return False
    return kind != plugin.WIN_TWO or (
        state[rules.MARKS] == rules.MARKER_PLACES - 2 and state[SEAT] == BLACK
    )


def themes(game: Game, state: State, line: plugin.Line) -> list[str]:
    """Return tags of the first turn, and of how the last turn wins."""
    side, first = state[SEAT], line[0]
    jumps = [action for action in first if action.kind == "jump"]
    long = len(jumps) > LONG
    tags = ["short-train" if len(jumps) <= SHORT else "long-train" if long else "train"]
    stood = Counter(action.points[-1] for action in first if action.points)
    stood[first[0].points[0] if first[0].points else ""] += 1
    over = Counter(action.points[1] for action in jumps)
    counts = [state[rules.COUNTS + side]]  # own counters up now, and after each turn
    after = state
    for turn in line:
        for action in turn:
            after = game.advance(after, action)
        counts.append(after[rules.COUNTS + side])
    ended = after[RESULT] != RUNNING
    by_more, by_less = counts[-1] >= rules.MORE, counts[-1] <= rules.LESS
    gained = counts[1] - counts[0]
    said = {
        "slide-first": first[0].kind == "slide",
        "comes-back": max(stood.values()) > 1,
        "turned-twice": bool(over) and max(over.values()) > 1,
        "stops-short": first[-1].kind == "stop",
        "by-more": by_more,
        "by-less": by_less,
        "last-turn": ended and not by_more and not by_less,
        "self-turning": counts[-1] - counts[-2] <= -SELF_TURNED and ended and not by_more,
        plugin.SACRIFICE: len(line) > 1 and (gained < 0 if by_more else gained > 0),
    }
    return tags + [tag for tag, true in said.items() if true]


PUZZLES = plugin.PuzzlePlugin(
    kinds=(plugin.WIN_ONE, plugin.WIN_TWO, plugin.SAVE, plugin.TRAIN),
    turned=turned,
    fits=fits,
    themes=themes,
)
