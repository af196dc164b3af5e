"""The functions that search templates call of a game: names that `compiler` fills in.

The functions here only say the signatures; each instance of a template gets those of one game.
`t` are the rules' tables, `x` the engine's own (see `games`), `s` a mutable state, `rng` one cell.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.rules.kernel import P1_WIN, P2_WIN, SEAT, kernel

Ints = MutableSequence[int]
Floats = MutableSequence[float]
Tables = tuple[Sequence[int], ...]


def legal(t: Tables, s: Sequence[int], out: Ints, work: Ints) -> int:
    """Write the codes of the legal actions into `out`; their number."""
    raise NotImplementedError


def play(t: Tables, s: Ints, code: int, work: Ints) -> None:
    """Play a legal action."""
    raise NotImplementedError


def mark(t: Tables, s: Sequence[int], code: int, seen: Ints, codes: int, stamp: int) -> None:
    """Note in `seen` that `code` is played now, for the statistics of "all moves as first"."""
    raise NotImplementedError


def look(t: Tables, x: Tables, s: Sequence[int], work: Ints) -> None:
    """Prepare `work` for `prior` of the actions of one position."""
    raise NotImplementedError


def prior(t: Tables, x: Tables, s: Sequence[int], code: int, work: Ints) -> float:
    """Return the chance of the side to move after `code`, at a glance; negative: no idea.

    After `look`.
    """
    raise NotImplementedError


def rollout(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """Return the chance of side 0 (0 to 1), by playing on from `s` or judging it.

    `s` is used up.
    """
    raise NotImplementedError


def order(t: Tables, x: Tables, s: Ints, code: int, work: Ints) -> int:
    """Return how soon alpha-beta should try an action: higher is sooner, below 2 to the 24."""
    raise NotImplementedError


def probe(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    """Return the result of the game when it is seen at once that the side to move wins, else 0."""
    raise NotImplementedError


def turns(
    t: Tables,
    x: Tables,
    s: Ints,
    work: Ints,
    ends: tuple[Ints, ...],
    worths: Floats,
    breadth: int,
) -> int:
    """Write the ends of the turn that begins in `s`, which is left as it was; their number.

    Of each: `move` and `more` for `play_turn`, the result if the game is over then, else 0, and in
    `worths` the chance of side 0 at first sight.  Only the best need be written, about `breadth`;
    ends[NOTE][WHOLE] says whether those are all (1) or not (0).
    """
    raise NotImplementedError


def play_turn(t: Tables, s: Ints, move: int, more: int, work: Ints) -> None:
    """Play a whole turn from its beginning."""
    raise NotImplementedError


def recurring(t: Tables, s: Sequence[int]) -> int:
    """Return a number of what stands on the board at the start of a turn, and of who is to move.

    0 where it cannot come again, or where somebody would win by going on so: 31 bits.
    """
    raise NotImplementedError


# -- defaults --------------------------------------------------------------------------------------


@kernel
def value_of(result: int) -> float:
    """Return the value of a result (P1_WIN, P2_WIN, DRAW or still RUNNING) for side 0."""
    if result == P1_WIN:
        return 1.0
    if result == P2_WIN:
        return 0.0
    return 0.5


@kernel
def mark_own(t: Tables, s: Sequence[int], code: int, seen: Ints, codes: int, stamp: int) -> None:
    """Count an action for the same action of the same side only."""
    seen[s[SEAT] % 2 * codes + code] = stamp


@kernel
def mark_none(t: Tables, s: Sequence[int], code: int, seen: Ints, codes: int, stamp: int) -> None:
    """Count no action for others: no RAVE."""


@kernel
def no_look(t: Tables, x: Tables, s: Sequence[int], work: Ints) -> None:
    """Prepare nothing for `prior`."""


@kernel
def no_prior(t: Tables, x: Tables, s: Sequence[int], code: int, work: Ints) -> float:
    return -1.0


@kernel
def in_order(t: Tables, x: Tables, s: Ints, code: int, work: Ints) -> int:
    return 0


@kernel
def never_again(t: Tables, s: Sequence[int]) -> int:
    """Return 0: no position comes again."""
    return 0


@kernel
def no_probe(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    return 0
