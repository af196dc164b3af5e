"""Sentences that say why something is not allowed in Less."""

from __future__ import annotations

from game.games.less import rules
from game.games.less.rules import Less
from game.platform.i18n import _, ngettext
from game.rules import Game, Point, State
from game.rules.kernel import SEAT
from game.screen.plugin.rulebook import Attempt, Refusal, taken

# The page of the rules that explains each refusal.
EXPLAINED = {
    **dict.fromkeys(("move", "empty", "foreign", "stuck", "far", "taken"), "turn"),
    **dict.fromkeys(("diagonal", "two"), "forbidden"),
    **dict.fromkeys(("gap", "wall"), "leap"),
    **dict.fromkeys(("partner", "handed"), "end"),
    "cost": "walls",
    "waste": "use",
}


def refuse(game: Game, state: State, points: Attempt) -> Refusal:
    assert isinstance(game, Less)
    if len(points) == 1:
        return Refusal("move", _("Choose one of your pieces, then where it goes."))
    source, target = points[0], points[-1]
    wrong = _wrong_piece(game, state, source) or _wrong_square(game, state, source, target)
    waste = _("After that a move would be left over, and there is a way to use them all.")
    return wrong or Refusal("waste", waste)


def _wrong_piece(game: Less, state: State, source: Point) -> Refusal | None:
    piece = game.pieces(state).get(source)
    if piece is None:
        words = _("There is no piece on {point}.").format(point=source)
        return Refusal("empty", words, nameless=_("There is no piece here."))
    mover = rules.moving_seat(game.tables, state)
    if piece.seat == mover:
        return None
    if piece.seat is not None and piece.seat % 2 == mover % 2:
        if mover == state[SEAT]:
            return Refusal("partner", _("Your partner's pieces are yours once your own are home."))
        return Refusal("handed", _("All four of yours are home: you move your partner's pieces."))
    return Refusal("foreign", _("That piece is not yours."))


def _wrong_square(game: Less, state: State, source: Point, target: Point) -> Refusal | None:
    pieces = game.pieces(state)
    if source == target:
        words = _("The piece on {point} has nowhere to go in this turn.").format(point=source)
        here = _("This piece has nowhere to go in this turn.")
        return Refusal("stuck", words, nameless=here)
    if target in pieces:
        return taken(target)
    dx = ord(target[0]) - ord(source[0])
    dy = int(target[1:]) - int(source[1:])
    if dx and dy:
        return Refusal("diagonal", _("Pieces go up, down, left or right, never diagonally."))
    way = _squares_between(source, dx, dy)
    if not way:
        cost = 1 + game.wall(source, target)
        left = state[rules.LEFT]
        return _too_dear(cost, left) if cost > left else None
    if len(way) > 1:
        between = tuple(square for square in way if square in pieces)
        if len(between) > 1:
            words = _("A leap goes over one piece only, not over two or more.")
            return Refusal("two", words, between)
        return Refusal("far", _("A step goes one square, a leap exactly two."))
    if way[0] not in pieces:
        words = _("There is no piece on {point} to leap over.").format(point=way[0])
        return Refusal("gap", words, (way[0],), _("There is no piece in between to leap over."))
    if game.wall(source, way[0]) or game.wall(way[0], target):
        words = _("A wall and a piece cannot be leapt over at the same time.")
        return Refusal("wall", words, (way[0],))
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
