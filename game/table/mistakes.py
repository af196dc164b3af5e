"""The chances that a game's turns gave away, and better turns: the turning points of a game.

Pure: evaluations in, mistakes out. A line is a list of whole turns, checked by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from game.rules.base import Action, Game, State
from game.table.history import Turn, ends_turn, turn_after
from game.table.variations import entries_of

MISTAKE_LOSS = 0.12  # minimum loss of chances that makes a turn a mistake
# A loss of at least SLIGHT_LOSS is also a mistake if it divides the odds by ODDS_RATIO, because
# small steps can throw away a nearly won game.
SLIGHT_LOSS = 0.06
ODDS_RATIO = 4
WIN_EXPECTED = 0.65  # a side with this chance is expected to win
MAX_TURNING_POINTS = 3  # maximum number of turning points in the story of a game
MAX_LINE_TURNS = 3  # maximum number of turns of a line in a mistake


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The engine's evaluation of a position.

    `chance` is the chance of the side to move, 0 to 1; a draw counts half.  `line` holds the
    expected turns, the best turn first.
    """

    chance: float
    line: tuple[tuple[Action, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Mistake:
    """Turn `number` (from 0) of a game, and the chances that it gave away.

    `before` and `after` are the chances of the turn's own side.  `played` is the turn and the
    expected turns after it.  `better` is the best known line, empty if none is known.
    """

    number: int
    before: float
    after: float
    played: tuple[Turn, ...]
    better: tuple[Turn, ...]

    @property
    def loss(self) -> float:
        return max(0.0, self.before - self.after)

    @property
    def turned(self) -> bool:
        """Return whether the turn changed who is expected to win."""
        return expected(self.before) != expected(self.after)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A turning point in words: whose turn it was, its chances before and after, the reason."""

    mistake: Mistake
    title: str
    figures: str
    reason: str


def expected(chance: float) -> int:
    """Return 1 if a win is expected, -1 if a loss is, 0 if neither."""
    return (chance >= WIN_EXPECTED) - (chance <= 1 - WIN_EXPECTED)


def known_chance(game: Game, state: State, evaluations: Mapping[State, Evaluation]) -> float | None:
    """Return the chance of seat 0's side in a position; None if it is not evaluated."""
    outcome = game.outcome(state)
    if outcome is not None:
        return 0.5 if not outcome.winners else float(outcome.winners[0] % 2 == 0)
    evaluation = evaluations.get(state)
    if evaluation is None:
        return None
    return evaluation.chance if game.to_move(state) % 2 == 0 else 1 - evaluation.chance


def mistakes(
    game: Game, turns: Sequence[Turn], evaluations: Mapping[State, Evaluation]
) -> list[Mistake]:
    """Return the mistakes among the evaluated turns, the worst first."""
    found = (_mistake(game, number, turn, evaluations) for number, turn in enumerate(turns))
    bad = [mistake for mistake in found if mistake is not None]
    return sorted(bad, key=lambda mistake: (-mistake.loss, mistake.number))


def turning_points(found: Sequence[Mistake]) -> list[Mistake]:
    """Return the mistakes that changed the expected result, in the order of the game.

    `found` begins with the worst mistake.  If no mistake changed the expected result, the worst
    mistakes are returned.
    """
    known = [mistake for mistake in found if mistake.better]
    worst = [mistake for mistake in known if mistake.turned] or known
    return sorted(worst[:MAX_TURNING_POINTS], key=lambda mistake: mistake.number)


def gives_away_much(before: float, after: float) -> bool:
    """Return whether a turn is a mistake, given its own side's chances before and after."""
    loss = before - after
    return loss >= MISTAKE_LOSS or (
        loss >= SLIGHT_LOSS and before * (1 - after) >= ODDS_RATIO * after * (1 - before)
    )


def _mistake(
    game: Game, number: int, turn: Turn, evaluations: Mapping[State, Evaluation]
) -> Mistake | None:
    before = known_chance(game, turn.before, evaluations)
    after = known_chance(game, turn.after, evaluations)
    if before is None or after is None:
        return None
    if turn.seat % 2:
        before, after = 1 - before, 1 - after
    if not gives_away_much(before, after):
        return None
    best, reply = evaluations.get(turn.before), evaluations.get(turn.after)
    better = whole_turns(game, turn.before, best.line if best else ())[:MAX_LINE_TURNS]
    replies = whole_turns(game, turn.after, reply.line if reply else ())[: MAX_LINE_TURNS - 1]
    if better and better[0].after == turn.after:  # the best turn was played
        better = []
    return Mistake(number, before, after, (turn, *replies), tuple(better))


def whole_turns(game: Game, state: State, line: Iterable[Sequence[Action]]) -> list[Turn]:
    """Return a line as turns with their events, up to the first incomplete turn.

    Raises IllegalAction for an action that is not legal.
    """
    turns: list[Turn] = []
    for actions in line:
        entries = entries_of(game, state, actions)
        if not entries or not ends_turn(entries[-1]):
            break
        turns.append(turn_after(turns[-1] if turns else None, entries))
        state = entries[-1].after
    return turns
