"""Why an action is not allowed, in words: what a patient friend beside the board would say.

`refusal(game, state, points, colour)` looks at what a hand has tried (one point: a placement; two:
a piece taken from the first to the second) and gives a key, which tests name, and a sentence.
Nothing here decides what is legal: that is asked of the rules.  No pygame.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.i18n import _, ngettext
from game.rules import Action, Game, Less, MoreOrLess, Multiplicity, Point, State
from game.rules import less as less_rules
from game.rules import more_or_less as mol_rules
from game.rules import multiplicity as mult_rules
from game.rules.kernel import BEGUN, SEAT

Attempt = Sequence[Point]


@dataclass(frozen=True)
class Refusal:
    """`key` is a stable name; `text` the sentence for the reader."""

    key: str
    text: str


def find(game: Game, state: State, points: Attempt, colour: str = "") -> Action | None:
    """The legal action that an attempt means, or None."""
    for action in game.legal(state):
        if not action.points or action.target != points[-1]:
            continue
        if len(points) == 1 and action.kind == "place":
            if not colour or action.piece is None or action.piece.colour == colour:
                return action
        elif len(points) > 1 and action.source == points[0]:
            return action
    return None


def refusal(game: Game, state: State, points: Attempt) -> Refusal:
    """Why an attempt that `find` does not know is not allowed."""
    if game.over(state):
        return Refusal("over", _("The game is over."))
    return _JUDGES[game.key](game, state, points)


# -- More or Less ----------------------------------------------------------------------------------


def _more_or_less(game: Game, state: State, points: Attempt) -> Refusal:
    assert isinstance(game, MoreOrLess)
    if game.phase(state) == "placement":
        return _placement(game, state, points[-1])
    if len(points) == 1:
        return Refusal("move", _("All counters lie: now you move one. Choose one of your own."))
    source, target = points[0], points[-1]
    return _wrong_counter(game, state, source) or _wrong_way(game, state, source, target)


def _placement(game: MoreOrLess, state: State, point: Point) -> Refusal:
    if state[mol_rules.PLACED] == 0:
        return Refusal("centre", _("The very first counter goes on the centre of the board."))
    return Refusal("taken", _("{point} is taken.").format(point=point))


def _wrong_counter(game: MoreOrLess, state: State, source: Point) -> Refusal | None:
    pieces = game.pieces(state)
    moving = state[mol_rules.MOVING] - 1
    if source not in pieces:
        return Refusal("empty", _("There is no counter on {point}.").format(point=source))
    if moving >= 0 and game.topology.points[moving] != source:
        point = game.topology.points[moving]
        return Refusal(
            "other", _("Only the counter on {point} may go on in this turn.").format(point=point)
        )
    if pieces[source].seat != state[SEAT]:
        return Refusal("foreign", _("You move only counters that show your own colour."))
    return None


def _wrong_way(game: MoreOrLess, state: State, source: Point, target: Point) -> Refusal:
    pieces, board = game.pieces(state), game.topology
    if target in pieces:
        return Refusal("taken", _("{point} is taken.").format(point=target))
    way = _between(game, source, target)
    if way is None:
        if source in board.rim and target in board.rim:
            return Refusal("rim", _("The rim is no line: nothing moves along it."))
        return Refusal(
            "line", _("{one} and {two} do not lie on one line.").format(one=source, two=target)
        )
    taken = [point for point in way if point in pieces]
    if len(way) == 1 and taken:
        return Refusal(
            "twice", _("The counter has been on {point} twice already.").format(point=target)
        )
    if len(taken) > 1:
        return Refusal("row", _("A jump goes over one counter, with an empty point behind it."))
    if taken:
        return Refusal("far", _("A jump needs the counter next to it, and lands directly behind."))
    return _no_slide(state, target)


def _no_slide(state: State, target: Point) -> Refusal:
    if state[mol_rules.MOVING] > 0:
        if state[mol_rules.SLID]:
            return Refusal("slid", _("After the slide comes exactly one jump."))
        return Refusal("train", _("A jump move goes on with jumps only; it cannot slide."))
    return Refusal(
        "slide",
        _("A slide must end in a jump, and from {point} no jump is possible.").format(point=target),
    )


def _between(game: MoreOrLess, source: Point, target: Point) -> tuple[Point, ...] | None:
    """The points between two points of one line, or None when they share no line."""
    for line in game.topology.lines:
        if source in line and target in line and source != target:
            low, high = sorted((line.index(source), line.index(target)))
            return line[low + 1 : high]
    return None


# -- Less ------------------------------------------------------------------------------------------


def _less(game: Game, state: State, points: Attempt) -> Refusal:
    assert isinstance(game, Less)
    if len(points) == 1:
        return Refusal("move", _("Choose one of your pieces, then where it goes."))
    source, target = points[0], points[-1]
    return (
        _wrong_piece(game, state, source)
        or _wrong_square(game, state, source, target)
        or _wasteful(game, state, source, target)
    )


def _wrong_piece(game: Less, state: State, source: Point) -> Refusal | None:
    piece = game.pieces(state).get(source)
    if piece is None:
        return Refusal("empty", _("There is no piece on {point}.").format(point=source))
    mover = less_rules.moving_seat(game.tables, state)
    if piece.seat == mover:
        return None
    if piece.seat is not None and piece.seat % 2 == mover % 2:
        if mover == state[SEAT]:
            return Refusal("partner", _("Your partner's pieces are yours once your own are home."))
        return Refusal("handed", _("Your own four are home: you move your partner's pieces."))
    return Refusal("foreign", _("That piece is not yours."))


def _wrong_square(game: Less, state: State, source: Point, target: Point) -> Refusal | None:
    pieces = game.pieces(state)
    if target in pieces:
        return Refusal("taken", _("{point} is taken.").format(point=target))
    dx = ord(target[0]) - ord(source[0])
    dy = int(target[1:]) - int(source[1:])
    if dx and dy:
        return Refusal("diagonal", _("Pieces go up, down, left or right, never diagonally."))
    way = _squares_between(source, dx, dy)
    if not way:
        cost = 1 + game.wall(source, target)
        left = state[less_rules.LEFT]
        if cost > left:
            return _too_dear(cost, left)
        return None
    if len(way) > 1:
        two = sum(square in pieces for square in way) > 1
        if two:
            return Refusal("two", _("A leap goes over one piece only, not over two or more."))
        return Refusal("far", _("A step goes one square, a leap exactly two."))
    if way[0] not in pieces:
        return Refusal("gap", _("There is no piece on {point} to leap over.").format(point=way[0]))
    if game.wall(source, way[0]) or game.wall(way[0], target):
        return Refusal("wall", _("A wall and a piece cannot be leapt over at the same time."))
    return None


def _too_dear(cost: int, left: int) -> Refusal:
    text = ngettext(
        "That costs {cost} moves, and only {left} is left.",
        "That costs {cost} moves, and only {left} are left.",
        left,
    )
    return Refusal("cost", text.format(cost=cost, left=left))


def _squares_between(source: Point, dx: int, dy: int) -> list[Point]:
    steps = max(abs(dx), abs(dy))
    ux, uy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    column, row = ord(source[0]), int(source[1:])
    return [f"{chr(column + ux * n)}{row + uy * n}" for n in range(1, steps)]


def _wasteful(game: Less, state: State, source: Point, target: Point) -> Refusal:
    return Refusal(
        "waste",
        _("After that a move would be left over, and there is a way to use them all."),
    )


# -- Libra and Multiplicity ------------------------------------------------------------------------


def _libra(game: Game, state: State, points: Attempt) -> Refusal:
    piece = game.pieces(state).get(points[-1])
    if piece is not None and piece.colour == "grey":
        return Refusal("blocked", _("A grey counter blocks {point}.").format(point=points[-1]))
    return Refusal("taken", _("{point} is taken.").format(point=points[-1]))


def _multiplicity(game: Game, state: State, points: Attempt) -> Refusal:
    assert isinstance(game, Multiplicity)
    point = points[-1]
    if point in game.pieces(state):
        return Refusal("taken", _("{point} is taken.").format(point=point))
    if state[BEGUN] == 0:
        last = game.topology.points[state[mult_rules.LAST] - 1]
        return Refusal(
            "bound",
            _("The bound stone must touch {point}, the last stone placed.").format(point=last),
        )
    return Refusal("free", _("The free stone needs a cell whose neighbours are all empty."))


_JUDGES: dict[str, Callable[[Game, State, Attempt], Refusal]] = {
    "more-or-less": _more_or_less,
    "less": _less,
    "libra": _libra,
    "multiplicity": _multiplicity,
}
