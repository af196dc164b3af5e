"""Captions: one line that says what has just happened, and one that says what it means.

Pure words from events; numbers come from the game's tally, so that they are always true.
`caption(game, before, events)` is the first line, `note(game, before, after, events)` the second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from game.i18n import _, ngettext
from game.rules import Game, Libra, Multiplicity, State
from game.rules.events import (
    Bid,
    Cleared,
    Event,
    Flipped,
    GameEnded,
    Jumped,
    MarkerMoved,
    Passed,
    PhaseChanged,
    Placed,
    RoundEnded,
    SideHome,
    Slid,
    Stepped,
    TurnEnded,
)
from game.screen.attract.endings import ending_note, ending_words, spent_words

Events = Sequence[Event]


@dataclass(frozen=True)
class Caption:
    """`head` is what happened, `note` what it means; a `weight` above 0 replaces any other."""

    head: str
    note: str
    weight: int = 1


def opening(game: Game) -> Caption:
    """Before the first action."""
    notes = {
        "more-or-less": _(
            "Jump, and what you jump turns over. Win with 19 or more, or 6 or fewer."
        ),
        "less": _("Four pieces to the far corner, in fewer moves than the other side."),
        "libra": _("MORE wants many groups of stones, LESS wants few."),
        "multiplicity": _("The sizes of your groups are multiplied. The higher product wins."),
    }
    return Caption(game.title, notes[game.key])


def describe(game: Game, before: State, after: State, events: Events) -> Caption:
    """Both lines for an action, with how much they matter."""
    return Caption(
        caption(game, before, events), note(game, before, after, events), _weight(game, events)
    )


def side_name(game: Game, seat: int, state: State | None = None) -> str:
    """What a seat is called: its colour, or its role in Libra once the roles are known."""
    if isinstance(game, Libra):
        more = game.more(state) if state is not None else 1
        if more is None:
            return (_("The first player"), _("The second player"))[seat]
        return "MORE" if seat == more else "LESS"
    names = (_("Black"), _("Green")) if game.key == "more-or-less" else (_("White"), _("Black"))
    return names[seat % 2]


def _weight(game: Game, events: Events) -> int:
    if any(isinstance(event, GameEnded | RoundEnded | PhaseChanged | SideHome) for event in events):
        return 2
    dull = (Placed, TurnEnded, MarkerMoved, Cleared)
    lively = any(not isinstance(event, dull) for event in events)
    plain = any(isinstance(event, Stepped) and not event.walls for event in events)
    return int(lively and not plain)


# -- the first line --------------------------------------------------------------------------------


def caption(game: Game, before: State, events: Events) -> str:
    """What has just happened, in a sentence."""
    for kind, speaker in _ORDER:
        found = next((event for event in events if isinstance(event, kind)), None)
        if found is not None:
            return speaker(game, before, found)
    return _("{name} goes on.").format(name=_mover(game, before))


def _mover(game: Game, before: State) -> str:
    return side_name(game, game.to_move(before), before)


def _ended(game: Game, before: State, event: GameEnded) -> str:
    # In a duel the roles have changed: there the players win, not MORE or LESS.
    duel = isinstance(game, Libra) and game.mode == "duel"
    names = (_("The first player"), _("The second player"))
    return ending_words(
        game, event.outcome, lambda seat: names[seat] if duel else side_name(game, seat, before)
    )


def _round(game: Game, before: State, event: RoundEnded) -> str:
    text = ngettext(
        "Round {number} is over: {count} group.",
        "Round {number} is over: {count} groups.",
        event.groups,
    )
    return text.format(number=event.number, count=event.groups)


def _home(game: Game, before: State, event: SideHome) -> str:
    text = ngettext(
        "{name} is home after {spent} move.", "{name} is home after {spent} moves.", event.spent
    )
    return text.format(name=side_name(game, event.seats[0]), spent=event.spent)


def _phase(game: Game, before: State, event: PhaseChanged) -> str:
    if event.phase == "open":
        return _("No free stone is possible any more.")
    if event.phase == "placing":
        return _("{name} passes and will be LESS.").format(name=_mover(game, before))
    if event.phase == "restricted":
        return _("{name} places the first stone.").format(name=_mover(game, before))
    return _("All 25 counters lie. Now they jump.")


def _bid(game: Game, before: State, event: Bid) -> str:
    text = ngettext("{name} bids {count} group.", "{name} bids {count} groups.", event.amount)
    return text.format(name=side_name(game, event.seat, before), count=event.amount)


def _passed(game: Game, before: State, event: Passed) -> str:
    return _("{name} cannot move and passes.").format(name=side_name(game, event.seat, before))


def _flipped(game: Game, before: State, event: Flipped) -> str:
    name = _mover(game, before)
    if event.before.seat == game.to_move(before):
        return _("{name} jumps over its own counter and gives it away.").format(name=name)
    if game.turn_begun(before) == 0:
        return _("{name} jumps. The counter jumped turns over.").format(name=name)
    return _("{name} jumps again. Each counter jumped turns over.").format(name=name)


def _slid(game: Game, before: State, event: Slid) -> str:
    return _("{name} slides along a line.").format(name=_mover(game, before))


def _leapt(game: Game, before: State, event: Jumped) -> str:
    return _("{name} leaps over a piece: two squares for one move.").format(
        name=_mover(game, before)
    )


def _stepped(game: Game, before: State, event: Stepped) -> str:
    name = _mover(game, before)
    if not event.walls:
        return _("{name} takes a step.").format(name=name)
    if event.walls == 1:
        return _("{name} climbs a wall. That costs two moves.").format(name=name)
    return _("{name} climbs a double wall. That costs all three moves.").format(name=name)


def _placed(game: Game, before: State, event: Placed) -> str:
    name = _mover(game, before)
    if isinstance(game, Libra):
        return _libra_stone(game, before, event, name)
    if isinstance(game, Multiplicity):
        if game.phase(before) != "restricted":
            return _("{name} places a stone on {point}.").format(name=name, point=event.point)
        if game.turn_begun(before) == 0:
            return _("{name} places the bound stone, next to the last one.").format(name=name)
        return _("{name} places the free stone, next to nothing.").format(name=name)
    if game.tally(before)["placed"] == 0:
        return _("{name} begins on the centre.").format(name=name)
    return _("{name} places a counter on {point}.").format(name=name, point=event.point)


def _libra_stone(game: Libra, before: State, event: Placed, name: str) -> str:
    pieces = game.pieces(before)
    beside = [pieces.get(other) for other in game.topology.neighbours[event.point]]
    touching = sum(p is not None and p.colour == event.piece.colour for p in beside)
    was = game.groups(before)
    code = "W" if event.piece.colour == "white" else "B"
    action = game.parse_action(before, f"{code}{event.point}")
    now = game.groups(game.play(before, action).state) if game.tally(before)["empty"] > 1 else was
    if not touching:
        return _("{name} makes a new group.").format(name=name)
    if now < was:
        return _("{name} joins groups to one.").format(name=name)
    return _("{name} adds a stone to a group.").format(name=name)


def _marker(game: Game, before: State, event: MarkerMoved) -> str:
    text = _("{name} stops here: marker on place {place} of 12.")
    return text.format(name=side_name(game, event.seat), place=event.place)


def _cleared(game: Game, before: State, event: Cleared) -> str:
    return _("The board is cleared for the next round.")


def _turn(game: Game, before: State, event: TurnEnded) -> str:
    return _("{name} ends the turn.").format(name=side_name(game, event.seat, before))


# Of several events of one action the first kind in this list is spoken of.
_ORDER: tuple[tuple[type, Callable[[Game, State, Any], str]], ...] = (
    (GameEnded, _ended),
    (RoundEnded, _round),
    (SideHome, _home),
    (PhaseChanged, _phase),
    (Bid, _bid),
    (Passed, _passed),
    (Flipped, _flipped),
    (Slid, _slid),
    (Jumped, _leapt),
    (Stepped, _stepped),
    (Placed, _placed),
    (MarkerMoved, _marker),
    (Cleared, _cleared),
    (TurnEnded, _turn),
)


# -- the second line -------------------------------------------------------------------------------


def note(game: Game, before: State, after: State, events: Events) -> str:
    """What it means: the numbers now, or the rule behind it."""
    ended = next((event for event in events if isinstance(event, GameEnded)), None)
    if ended is not None:
        return ending_note(game, after, ended.outcome)
    for kind, words in (
        (Slid, _("It stops next to a counter, jumps once, and the turn is over.")),
        (Passed, _("Who cannot move passes; the game goes on.")),
    ):
        if any(isinstance(event, kind) for event in events) and game.key in (
            "more-or-less",
            "less",
        ):
            return words
    return _NOTES[game.key](game, before, after, events)


def _more_or_less(game: Game, before: State, after: State, events: Events) -> str:
    tally = game.tally(after)
    if tally["placed"] < 25:
        return _("{placed} of 25 counters lie. Black began on the centre; now two a turn.").format(
            placed=tally["placed"]
        )
    if any(isinstance(event, PhaseChanged) for event in events):
        return _("More than 18 of your colour wins, and so does fewer than 7.")
    if game.to_move(before) == 0:
        text = ngettext(
            "Now {count} lies black side up: fewer than 7 would win, and so would more than 18.",
            "Now {count} lie black side up: fewer than 7 would win, and so would more than 18.",
            tally["black"],
        )
        return text.format(count=tally["black"])
    text = ngettext(
        "Now {count} lies green side up: fewer than 7 would win, and so would more than 18.",
        "Now {count} lie green side up: fewer than 7 would win, and so would more than 18.",
        tally["green"],
    )
    return text.format(count=tally["green"])


def _less(game: Game, before: State, after: State, events: Events) -> str:
    tally = game.tally(after)
    if any(isinstance(event, SideHome) for event in events):
        return _("The other side plays on until it is home too. Fewer moves win.")
    return spent_words(tally["spent_white"], tally["spent_black"])


def _libra(game: Game, before: State, after: State, events: Events) -> str:
    assert isinstance(game, Libra)
    tally = game.tally(after)
    if game.phase(after) == "bidding":
        return _("Who passes first is LESS; the other must make that many groups.")
    if any(isinstance(event, RoundEnded) for event in events):
        return _("Now the players change roles.")
    text = ngettext("{count} group lies.", "{count} groups lie.", tally["groups"])
    text = text.format(count=tally["groups"])
    if game.mode == "duel":
        if tally["round"] == 2:
            return text + " " + _("{count} is the number to beat.").format(count=tally["first"])
        return text
    return text + " " + _("MORE needs {count}.").format(count=tally["aim"])


def _multiplicity(game: Game, before: State, after: State, events: Events) -> str:
    assert isinstance(game, Multiplicity)
    if any(isinstance(event, PhaseChanged) and event.phase == "open" for event in events):
        return _("From now on each turn is one stone on any empty cell.")
    text = _("White has {white}, Black {black}.")
    return text.format(white=product(game.factors(after, 0)), black=product(game.factors(after, 1)))


_NOTES = {
    "more-or-less": _more_or_less,
    "less": _less,
    "libra": _libra,
    "multiplicity": _multiplicity,
}


def product(factors: Sequence[int]) -> str:
    """ "3 × 2 × 2 = 12"; only the result when there are too many factors to read."""
    result = 1
    for factor in factors:
        result *= factor
    large = [str(factor) for factor in factors if factor > 1]
    if not 1 < len(large) <= 5:
        return str(result)
    return f"{' × '.join(large)} = {result}"
