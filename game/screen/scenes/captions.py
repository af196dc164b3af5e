"""Captions of a demo: one line that says what happened, one that says what it means.

Words only.  Counts come from the game's tally, so that they are always true.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.i18n import _
from game.rules import Action, Game, Libra, Multiplicity, State
from game.rules.events import (
    Bid,
    Event,
    Flipped,
    GameEnded,
    Jumped,
    Passed,
    PhaseChanged,
    Placed,
    SideHome,
    Slid,
    Stepped,
)


@dataclass(frozen=True)
class Caption:
    """`head` is what happened, `note` what it means; a `weight` above 0 replaces any other."""

    head: str
    note: str
    weight: int = 1


Events = Sequence[Event]


def caption(
    game: Game, before: State, after: State, action: Action | None, events: Events
) -> Caption:
    """What to say about an action (None: the game begins)."""
    end = next((e for e in events if isinstance(e, GameEnded)), None)
    if end is not None:
        return Caption(_ending(game, end), _state_note(game, after))
    speaker = _SPEAKERS[game.key]
    if action is None:
        return _opening(game)
    return speaker(game, before, after, events)


def _opening(game: Game) -> Caption:
    notes = {
        "more-or-less": _(
            "Jump, and what you jump turns over. Win with 19 or more, or 6 or fewer."
        ),
        "less": _("Four pieces to the far corner, in fewer moves than the other side."),
        "libra": _("MORE wants many groups of stones, LESS wants few."),
        "multiplicity": _("The sizes of your groups are multiplied. The higher product wins."),
    }
    return Caption(game.title, notes[game.key])


def _ending(game: Game, end: GameEnded) -> str:
    outcome = end.outcome
    if not outcome.winners:
        return _("The game is a draw.")
    return _("{name} wins.").format(name=side_name(game, outcome.winners[0]))


def side_name(game: Game, seat: int) -> str:
    """What a seat is called in a demo."""
    names = {
        "more-or-less": (_("Black"), _("Green")),
        "libra": ("LESS", "MORE"),
    }.get(game.key, (_("White"), _("Black")))
    return names[seat % 2]


def _state_note(game: Game, state: State) -> str:
    tally = game.tally(state)
    if game.key == "more-or-less":
        return _("{black} counters lie black side up, {green} green side up.").format(
            black=tally["black"], green=tally["green"]
        )
    if game.key == "less":
        return _("White has spent {white} moves, Black {black}.").format(
            white=tally["spent_white"], black=tally["spent_black"]
        )
    if game.key == "libra":
        return _("There are {groups} groups; MORE needs {aim}.").format(
            groups=tally["groups"], aim=tally["aim"]
        )
    return _products(game, state)


def _products(game: Game, state: State) -> str:
    assert isinstance(game, Multiplicity)
    white, black = (game.factors(state, seat) for seat in (0, 1))
    return _("White has {white}, Black {black}.").format(
        white=_product(white), black=_product(black)
    )


def _product(factors: list[int]) -> str:
    """ "3 × 2 × 2 = 12"; only the result when there are too many factors to read."""
    result = 1
    for factor in factors:
        result *= factor
    large = [str(factor) for factor in factors if factor > 1]
    if not 1 < len(large) <= 5:
        return str(result)
    return f"{' × '.join(large)} = {result}"


# -- the games -----------------------------------------------------------------------------------


def _more_or_less(game: Game, before: State, after: State, events: Events) -> Caption:
    name = side_name(game, game.to_move(before))
    note = _state_note(game, after)
    flips = [e for e in events if isinstance(e, Flipped)]
    if any(isinstance(e, PhaseChanged) for e in events):
        return Caption(
            _("All 25 counters lie. Now they jump."),
            _("More than 18 of your colour wins, and so does fewer than 7."),
        )
    if flips:
        first = game.turn_begun(before) == 0
        head = (
            _("{name} jumps. The counter jumped turns over.")
            if first
            else _("{name} jumps again. Each counter jumped turns over.")
        )
        return Caption(head.format(name=name), note)
    if any(isinstance(e, Slid) for e in events):
        return Caption(
            _("{name} slides along a line.").format(name=name),
            _("It must stop next to a counter, jump once, and then the turn is over."),
        )
    if any(isinstance(e, Placed) for e in events):
        return Caption(
            _("{name} places a counter.").format(name=name),
            _("Black begins on the centre; then each turn places two."),
            0,
        )
    return Caption(_("{name} stops here.").format(name=name), note, 0)


def _less(game: Game, before: State, after: State, events: Events) -> Caption:
    name = side_name(game, game.to_move(before))
    note = _state_note(game, after)
    if any(isinstance(e, SideHome) for e in events):
        return Caption(_("{name} is home.").format(name=name), note)
    if any(isinstance(e, Jumped) for e in events):
        return Caption(
            _("{name} leaps over a piece: two squares for one move.").format(name=name), note
        )
    step = next((e for e in events if isinstance(e, Stepped)), None)
    if step is not None and step.walls:
        cost = 1 + step.walls
        head = (
            _("{name} climbs a wall. That costs {cost} moves.")
            if step.walls == 1
            else _("{name} climbs a double wall. That costs {cost} moves.")
        )
        return Caption(head.format(name=name, cost=cost), note)
    return Caption(_("{name} takes a step.").format(name=name), note, 0)


def _libra(game: Game, before: State, after: State, events: Events) -> Caption:
    assert isinstance(game, Libra)
    name = side_name(game, game.to_move(before))
    was, now = game.tally(before)["groups"], game.tally(after)["groups"]
    if any(isinstance(e, Bid | Passed) for e in events):
        return Caption(_("{name} bids.").format(name=name), _state_note(game, after))
    if now > was:
        head = _("{name} makes a new group.")
    elif now < was:
        head = _("{name} joins groups to one.")
    else:
        head = _("{name} adds a stone to a group.")
    return Caption(head.format(name=name), _state_note(game, after), int(now != was))


def _multiplicity(game: Game, before: State, after: State, events: Events) -> Caption:
    name = side_name(game, game.to_move(before))
    if any(isinstance(e, PhaseChanged) for e in events):
        return Caption(
            _("No free stone is possible any more."),
            _("From now on each turn is one stone on any empty cell."),
        )
    if game.phase(before) == "restricted" and game.turns(before):
        bound = game.turn_begun(before) == 0
        head = (
            _("{name} places the bound stone, next to the last one.")
            if bound
            else _("{name} places the free stone, next to nothing.")
        )
        return Caption(head.format(name=name), _products(game, after), int(bound))
    return Caption(_("{name} places a stone.").format(name=name), _products(game, after), 0)


_SPEAKERS: dict[str, Callable[[Game, State, State, Events], Caption]] = {
    "more-or-less": _more_or_less,
    "less": _less,
    "libra": _libra,
    "multiplicity": _multiplicity,
}
