"""Sentences that say why something is not allowed in More or Less."""

from __future__ import annotations

from game.games.more_or_less import rules
from game.games.more_or_less.rules import MoreOrLess
from game.platform.i18n import _
from game.rules import Game, Point, State
from game.rules.kernel import SEAT
from game.screen.plugin.rulebook import Attempt, Refusal, taken

# The page of the rules that explains each refusal.
EXPLAINED = {
    **dict.fromkeys(("centre",), "placement"),
    **dict.fromkeys(("move", "empty", "foreign", "stuck", "far", "row", "taken"), "jump"),
    **dict.fromkeys(("line", "rim"), "board"),
    **dict.fromkeys(("other", "train"), "train"),
    **dict.fromkeys(("slide", "slid"), "slide"),
    "twice": "twice",
}


def refuse(game: Game, state: State, points: Attempt) -> Refusal:
    assert isinstance(game, MoreOrLess)
    if game.phase(state) == "placement":
        return _placement(game, state, points[-1])
    if len(points) == 1:
        return Refusal(
            "move", _("All counters are down: now you move one. Choose one of your own.")
        )
    source, target = points[0], points[-1]
    return _wrong_counter(game, state, source) or _wrong_way(game, state, source, target)


def _placement(game: MoreOrLess, state: State, point: Point) -> Refusal:
    if state[rules.PLACED] == 0:
        return Refusal("centre", _("The very first counter goes on the centre of the board."))
    return taken(point)


def _wrong_counter(game: MoreOrLess, state: State, source: Point) -> Refusal | None:
    pieces = game.pieces(state)
    moving = state[rules.MOVING] - 1
    if source not in pieces:
        words = _("There is no counter on {point}.").format(point=source)
        return Refusal("empty", words, nameless=_("There is no counter here."))
    if moving >= 0 and game.topology.points[moving] != source:
        point = game.topology.points[moving]
        return Refusal(
            "other",
            _("Only the counter on {point} may go on in this turn.").format(point=point),
            (point,),
            _("Only the counter that has begun to jump may go on in this turn."),
        )
    if pieces[source].seat != state[SEAT]:
        return Refusal("foreign", _("You move only counters that show your own colour."))
    return None


def _wrong_way(game: MoreOrLess, state: State, source: Point, target: Point) -> Refusal:
    pieces, board = game.pieces(state), game.topology
    if source == target:
        words = _("The counter on {point} has nothing to jump, and no slide leads to a jump.")
        here = _("This counter has nothing to jump, and no slide leads to a jump.")
        return Refusal("stuck", words.format(point=source), nameless=here)
    if target in pieces:
        return taken(target)
    way = _between(game, source, target)
    if way is None:
        if source in board.rim and target in board.rim:
            return Refusal("rim", _("The rim is not a line: nothing moves along it."))
        words = _("{one} and {two} do not lie on one line.").format(one=source, two=target)
        return Refusal("line", words, nameless=_("These two points do not lie on one line."))
    between = [point for point in way if point in pieces]
    if len(way) == 1 and between:
        words = _("The counter has been on {point} twice already.").format(point=target)
        here = _("The counter has been on this point twice already.")
        return Refusal("twice", words, (target,), here)
    if len(between) > 1:
        words = _("A jump goes over one counter, with an empty point behind it.")
        return Refusal("row", words, tuple(between))
    if between:
        words = _("A jump needs the counter next to it, and lands directly behind.")
        return Refusal("far", words, tuple(between))
    return _no_slide(state, target)


def _no_slide(state: State, target: Point) -> Refusal:
    if state[rules.MOVING] > 0:
        if state[rules.SLID]:
            return Refusal("slid", _("After the slide comes exactly one jump."))
        return Refusal("train", _("A jump move goes on with jumps only; it cannot slide."))
    return Refusal(
        "slide",
        _("A slide must end in a jump, and from {point} no jump is possible.").format(point=target),
        nameless=_("A slide must end in a jump, and from here no jump is possible."),
    )


def _between(game: MoreOrLess, source: Point, target: Point) -> tuple[Point, ...] | None:
    """Return the points between two points on a line, None if they share no line."""
    for line in game.topology.lines:
        if source in line and target in line and source != target:
            low, high = sorted((line.index(source), line.index(target)))
            return line[low + 1 : high]
    return None
