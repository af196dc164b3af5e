"""The functions of a game that search templates call: names that `compiler` replaces.

The functions here only define the signatures; each instance of a template gets those of one game.
`t` are the tables of the rules, `x` the tables of the engine, `s` is a mutable state, and rng[0] is
the state of the random numbers.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.rules.kernel import P1_WIN, P2_WIN, SEAT, kernel

Ints = MutableSequence[int]
Floats = MutableSequence[float]
Tables = tuple[Sequence[int], ...]


def legal(t: Tables, s: Sequence[int], out: Ints, work: Ints) -> int:
    """Write the codes of the legal actions into `out`, and return their number."""
    raise NotImplementedError


def play(t: Tables, s: Ints, code: int, work: Ints) -> None:
    """Play a legal action."""
    raise NotImplementedError


def mark(t: Tables, s: Sequence[int], code: int, seen: Ints, codes: int, stamp: int) -> None:
    """Store in `seen` that `code` was played in this visit, for the statistics of RAVE."""
    raise NotImplementedError


def look(t: Tables, x: Tables, s: Sequence[int], work: Ints) -> None:
    """Prepare `work` for calls of `prior` with the actions of one position."""
    raise NotImplementedError


def prior(t: Tables, x: Tables, s: Sequence[int], code: int, work: Ints) -> float:
    """Return the chance of the side to move after `code`, without a search; negative if unknown.

    `look` must be called first.
    """
    raise NotImplementedError


def rollout(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """Return the chance (0 to 1) of side 0, by playing on from `s` or evaluating it.

    It may change `s`.
    """
    raise NotImplementedError


def order(t: Tables, x: Tables, s: Ints, code: int, work: Ints) -> int:
    """Return how early alpha-beta should try an action: higher is earlier, below 2 to the 24."""
    raise NotImplementedError


def probe(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    """Return the result if a win of the side to move is certain without a search, else 0."""
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
    """Write the ends of the turn that begins in `s`, and return their number; `s` is not changed.

    For each end, write `move` and `more` for `play_turn`, the result (0 if the game goes on), and
    in `worths` the chance of side 0 at first sight. Only about `breadth` of the best ends need be
    written; ends[NOTE][WHOLE] is 1 if all ends are written, else 0.
    """
    raise NotImplementedError


def play_turn(t: Tables, s: Ints, move: int, more: int, work: Ints) -> None:
    """Play a whole turn from its beginning."""
    raise NotImplementedError


def recurring(t: Tables, s: Sequence[int]) -> int:
    """Return a 31-bit key of the board and the side to move, at the start of a turn.

    0 if the position cannot recur, or if repeating it would make a side win.
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
    """Mark `code` so that RAVE counts it only for the same action of the same side."""
    seen[s[SEAT] % 2 * codes + code] = stamp


@kernel
def mark_none(t: Tables, s: Sequence[int], code: int, seen: Ints, codes: int, stamp: int) -> None:
    """Mark nothing, which switches RAVE off."""


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
    """Return 0, because no position can recur."""
    return 0


@kernel
def no_probe(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    return 0
