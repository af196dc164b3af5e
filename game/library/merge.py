"""The merging of two records of one game, with the notes, names, times and results of both.

Two records are of one game if setup, date, position, turns, clocks and players are equal. A
player's name may be missing in one record or longer in the other. Nothing here has side effects
outside the matches.
"""

from __future__ import annotations

from dataclasses import replace

from game.library.display_names import match_result
from game.platform.i18n import _
from game.rules.proposals import Close
from game.table.match import Match
from game.table.spec import SeatSpec
from game.table.variations import ROOT, PositionNote, VariationTree

NOTES, NAMES, TIMES, RESULT = MERGED = ("notes", "names", "times", "result")


def same_game(one: Match, other: Match) -> bool:
    """Return whether two records with the same `played_digest` belong to one game."""
    return one.spec.clocks == other.spec.clocks and all(
        map(_same_player, one.spec.seats, other.spec.seats)
    )


def _same_player(one: SeatSpec, other: SeatSpec) -> bool:
    engines = [seat.kind == "engine" for seat in (one, other)]
    levels = [(seat.level, seat.opponent) for seat in (one, other)]
    if engines[0] != engines[1] or (engines[0] and levels[0] != levels[1]):
        return False
    first, second = _words(one), _words(other)
    return first <= second or second <= first


def _words(seat: SeatSpec) -> set[str]:
    return set(seat.name.casefold().split())


def merge(match: Match, other: Match) -> tuple[str, ...]:
    """Add the additional parts of another record of the game to `match`; return the changed parts.

    Raises CodedError if the rules or the limits of notes do not allow it.
    """
    parts = {
        NOTES: _merge_notes(match, other),
        NAMES: _merge_names(match, other),
        TIMES: _merge_times(match, other),
        RESULT: _merge_result(match, other),
    }
    return tuple(part for part in MERGED if parts[part])


def _merge_names(match: Match, other: Match) -> bool:
    seats = tuple(
        replace(own, name=theirs.name) if _words(own) < _words(theirs) else own
        for own, theirs in zip(match.spec.seats, other.spec.seats)
    )
    changed = seats != match.spec.seats
    match.spec = match.spec.with_(seats=seats)
    return changed


def _merge_times(match: Match, other: Match) -> bool:
    if any(match.times) or not any(other.times):
        return False
    match.times[:] = other.times
    return True


def _merge_result(match: Match, other: Match) -> bool:
    """Adopt the other result if ours is missing; if both differ, note the other one at the end."""
    if other.outcome is None or other.outcome == match.outcome:
        return False
    if match.outcome is None:
        match.submit_or_raise(Close(other.outcome))
        return True
    ends = _("Another record of this game ends so: {result}").format(result=match_result(other))
    tree = _tree(match)
    joined = _joined(tree.node(tree.played).note, PositionNote(ends))
    changed = joined != tree.node(tree.played).note
    match.tree = tree.noted(tree.played, joined)
    return changed


def _merge_notes(match: Match, other: Match) -> bool:
    """Adopt variations, comments, marks, arrows and evaluations, without losing any of ours."""
    tree, changed = _tree(match), False
    theirs = _tree(other)
    places = {ROOT: ROOT}
    for number in (ROOT, *(number for number, _depth in theirs.walk())):
        node = theirs.node(number)
        if node.turn is not None:
            actions = [entry.action for entry in node.turn.entries]
            known = tree.child(places[node.parent], actions)
            if known is None:
                played = [action for action in actions if action is not None]
                tree, known = tree.add(places[node.parent], played)
                changed = True
            places[number] = known
        own = tree.node(places[number]).note
        joined = _joined(own, node.note)
        if joined != own:
            tree, changed = tree.noted(places[number], joined), True
    if changed:
        match.tree = tree
    opinions = {**other.evaluations, **match.evaluations}
    changed = changed or opinions.keys() != match.evaluations.keys()
    match.evaluations = opinions
    return changed


def _tree(match: Match) -> VariationTree:
    if match.tree is not None:
        return match.tree.follow(match.turns)
    return VariationTree.of(match.game, match.turns, match.history.start)


def _joined(own: PositionNote, other: PositionNote) -> PositionNote:
    """Return both notes in one; where both have a mark or arrow at one place, ours stays."""
    comment = own.comment
    if comment in other.comment:
        comment = other.comment
    elif other.comment not in comment:
        comment = f"{comment}\n{other.comment}"
    return PositionNote(comment, {**other.marks, **own.marks}, {**other.arrows, **own.arrows})
