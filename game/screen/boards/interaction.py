"""The state machine of input on a board: choose, aim, act, cancel, go by arrow keys. No pygame.

Mouse, finger and keyboard all use the same few calls with points of the board; these return an
action to play, or None. The module knows only the Game interface, no single game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import Enum
from functools import cache

from game.rules.base import CHOICES, Action, Game, State, Step
from game.rules.topology import Point, Topology

COLOURS = ("white", "black")


class PointingMode(Enum):
    """The device that last pointed at the board; it decides which point counts as aimed at."""

    NONE = "none"
    POINTER = "pointer"
    KEYS = "keys"


class Interaction:
    """Selection, cursor and targets in the position of one seat that may act here.

    `aim` is the point that a person aims at. `source` is the chosen piece's point, or None. `moves`
    are the actions that move a piece; `starts` are the points whose piece may move now.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State = game.start()
        self.enabled = False
        self.legal: tuple[Action, ...] = ()
        self.moves: list[Action] = []
        self.starts: set[Point] = set()
        self._places: dict[str, dict[Point, Action]] = {colour: {} for colour in COLOURS}
        self.colour = COLOURS[0]
        self.source: Point | None = None
        self.cursor: Point = game.topology.centre or game.topology.points[0]
        self.hover: Point | None = None
        self.mode = PointingMode.NONE
        self.dragging = False
        self.placing = False  # True while a new piece for the board is being dragged
        self.bid = 1
        # The point where the last press, drop or Enter had no effect.
        self.refused: Point | None = None
        self._tapped: Point | None = None
        self._previews: dict[Action, Step] = {}

    def set_position(self, state: State, legal: Iterable[Action], enabled: bool) -> None:
        """Set the position; `enabled` is True if a person at this screen has the move."""
        news = state != self.state or enabled != self.enabled
        if state != self.state or not enabled:
            self.source = None
            self._tapped = None
            self.dragging = self.placing = False
            self.hover = self.hover if enabled else None
        if state != self.state:
            self._previews.clear()
        self.state = state
        self.enabled = enabled
        self._sort(tuple(legal) if enabled else ())
        forced = self.forced
        if forced is not None:
            self.source = forced
            # If nothing has changed, the cursor stays where the person has put it.
            self.cursor = forced if news else self.cursor
        self.set_bid(self.bid)

    def _sort(self, legal: tuple[Action, ...]) -> None:
        """Sort the actions by kind a single time, because every frame needs them several times."""
        if legal == self.legal:
            return
        self.legal = legal
        self.moves = [action for action in legal if action.source is not None]
        self.starts = {str(action.source) for action in self.moves}
        places = [action for action in legal if action.kind == "place" and action.target]
        self._places = {
            colour: {
                str(action.target): action
                for action in places
                if action.piece is None or action.piece.colour == colour
            }
            for colour in COLOURS
        }

    @property
    def forced(self) -> Point | None:
        """The only piece that can continue a turn already begun; None if there is a choice."""
        sources = {action.source for action in self.moves}
        begun = self.game.turn_begun(self.state) > 0
        placing = any(action.kind == "place" for action in self.legal)
        return sources.pop() if begun and len(sources) == 1 and not placing else None

    @property
    def placements(self) -> dict[Point, Action]:
        """Points on which a piece of the chosen colour may be placed, each with its action."""
        return self._places[self.colour]

    @property
    def targets(self) -> dict[Point, Action]:
        """Points to which the chosen piece may move, each with its action."""
        if self.source is None:
            return {}
        return {str(action.target): action for action in self.moves if action.source == self.source}

    @property
    def two_colours(self) -> bool:
        """True if the piece to be placed may be of either colour."""
        return len({a.piece.colour for a in self.legal if a.kind == "place" and a.piece}) > 1

    @property
    def stop(self) -> Action | None:
        """The action that ends the turn here, or passes."""
        return next((a for a in self.legal if a.kind == "stop"), None) or self.pass_

    @property
    def pass_(self) -> Action | None:
        return next((a for a in self.legal if a.kind == "pass"), None)

    @property
    def free_pass(self) -> bool:
        """True if the seat may pass although it could move a piece."""
        return self.pass_ is not None and bool(self.moves)

    @property
    def sides(self) -> list[Action]:
        """The two answers when a side has to be chosen: to keep it, and to swap."""
        return [a for a in self.legal if a.kind in CHOICES]

    @property
    def bids(self) -> list[Action]:
        return sorted((a for a in self.legal if a.kind == "bid"), key=lambda a: a.cost)

    @property
    def aim(self) -> Point | None:
        """The point aimed at by pointer or keyboard; None if there is none."""
        if not self.enabled or self.mode is PointingMode.NONE:
            return None
        return self.hover if self.mode is PointingMode.POINTER else self.cursor

    @property
    def reach(self) -> set[Point]:
        """Points to which a nearby click snaps."""
        return {*self.placements, *self.targets, *self.starts}

    @property
    def aimed(self) -> Action | None:
        """The action that would be played at the point aimed at."""
        aim = self.aim
        if aim is None:
            return None
        return self.targets.get(aim) or self.placements.get(aim)

    @property
    def proposal(self) -> Action | None:
        """The action of the main button: the one aimed at, else a bid, a stop or a pass.

        While a piece is chosen, a free pass is not proposed.
        """
        if not self.enabled:
            return None
        if self.aimed is not None:
            return self.aimed
        bids = self.bids
        if bids:
            return next(bid for bid in bids if bid.cost >= self.bid)
        return None if self.free_pass and self.source is not None else self.stop

    def preview(self, action: Action) -> Step:
        """Return the result of `action` in this position."""
        if action not in self._previews:
            self._previews[action] = self.game.play(self.state, action)
        return self._previews[action]

    def loses(self, action: Action) -> bool:
        """Return whether `action` loses the game immediately."""
        outcome = self.game.outcome(self.preview(action).state)
        if outcome is None or not outcome.winners:
            return False
        return self.game.to_move(self.state) % 2 not in {seat % 2 for seat in outcome.winners}

    def point_at(self, point: Point | None) -> bool:
        """Move the pointer over `point`; return True if that changes anything."""
        before = (self.mode, self.hover)
        self.mode = PointingMode.POINTER
        self.hover = point
        return before != (self.mode, self.hover)

    def press(self, point: Point | None, touch: bool = False) -> Action | None:
        """React to a press of the button or a finger on `point`; None means beside the board."""
        self.refused, self.placing = None, False
        if not self.enabled:
            self.refused = point
            return None
        self.point_at(point)
        if point is None:
            self._drop_choice()
            return None
        self.cursor = point
        if point in self.targets:
            return self.targets[point]
        if point in self.placements:
            self.placing = not touch
            return self._tap(point) if touch else None
        if point in self.starts:
            self.source = point
            self.dragging = True
        elif point != self.source:
            self.refused = point
        return None

    def _tap(self, point: Point) -> Action | None:
        """React to a tap of a finger, which cannot hover: first aim, then act or turn the stone."""
        if self._tapped != point:
            self._tapped = point
            return None
        if self.two_colours:
            self.turn_colour()
            return None
        return self.placements[point]

    def release(self, point: Point | None) -> Action | None:
        """React to a release of button or finger: play a drag to a target, or place a new piece."""
        self.refused = None
        if self.placing:
            self.placing = False
            self.refused = None if point in self.placements else point
            return self.placements.get(point or "")
        dragging, self.dragging = self.dragging, False
        if not dragging or not self.enabled or point == self.source or point is None:
            return None
        if point not in self.targets:
            self.refused = point
        return self.targets.get(point)

    def carry_on(self, point: Point) -> bool:
        """Continue dragging the piece at `point` if it may move on from that point."""
        if not self.enabled or point not in self.starts:
            return False
        self.source, self.dragging = point, True
        return True

    def goes_on(self, action: Action) -> bool:
        """Return whether this piece, and no other, may move on after `action` in the same turn."""
        return {after.source for after in self._after(action)} == {action.target}

    def leads(self, action: Action, point: Point) -> bool:
        """Return whether the piece could move to `point` after `action`, in the same turn."""
        ways = self._after(action)
        return any(after.source == action.target and after.target == point for after in ways)

    def _after(self, action: Action) -> list[Action]:
        """Return the moves that may follow `action` in the same turn."""
        state = self.preview(action).state
        if self.game.over(state) or self.game.turn_begun(state) == 0:
            return []
        return [after for after in self.game.legal(state) if after.source is not None]

    def _drop_choice(self) -> None:
        self.source = self.forced
        self._tapped = None

    def step(self, dx: int, dy: int) -> bool:
        """Move the cursor one point in a direction of the screen (y down); return False at the rim.

        After use of the pointer, the first arrow key only shows the cursor.
        """
        if self.mode is not PointingMode.KEYS:
            self.cursor = self._first_cursor()
            self.mode = PointingMode.KEYS
            return True
        there = point_beside(self.game.topology, self.cursor, dx, dy)
        if there is None:
            return False
        self.cursor = there
        return True

    def _first_cursor(self) -> Point:
        if self.mode is PointingMode.POINTER and self.hover is not None:
            return self.hover
        return self.source or self.cursor

    def jump_to_next(self, back: bool = False) -> bool:
        """Move the cursor to the next point at which an action is possible."""
        found = self.targets or self.reach
        order = [p for p in self.game.topology.points if p in found]
        if not order:
            return False
        self.mode = PointingMode.KEYS
        here = order.index(self.cursor) if self.cursor in order else (0 if back else -1)
        self.cursor = order[(here + (-1 if back else 1)) % len(order)]
        return True

    def act(self) -> Action | None:
        """Choose the piece under the cursor, or return the proposed action (Enter).

        A free pass has its own button and key, because somebody may press Enter beside the pieces
        by mistake.
        """
        self.refused = None
        if not self.enabled:
            return None
        aim = self.aim
        if self.aimed is None and aim is not None and aim in self.starts and aim != self.source:
            self.source = aim
            return None
        found = self.aimed if self.free_pass else self.proposal
        self.refused = aim if found is None and aim != self.source else None
        return found

    def cancel(self) -> bool:
        """Undo the choice of a piece or point (Escape); return False if there is none."""
        if self.placing:
            self.placing = False
            return True
        if self.source is not None and self.source != self.forced:
            self._drop_choice()
            return True
        if self._tapped is not None:
            self._tapped = None
            self.hover = None
            return True
        return False

    def turn_colour(self, colour: str | None = None) -> None:
        """Switch the colour to be placed, or set it to `colour`."""
        self.colour = colour or COLOURS[1 - COLOURS.index(self.colour)]

    def set_bid(self, amount: int) -> None:
        """Set the bid aimed at, limited to the legal bids."""
        bids = self.bids
        if bids:
            self.bid = min(max(amount, bids[0].cost), bids[-1].cost)


# Maximum angle between an arrow key's direction and the direction of a neighbour.
WIDEST = math.radians(62)
WIDEST_FAR = math.radians(48)  # the same maximum for points that are not neighbours


def point_beside(board: Topology, here: Point, dx: int, dy: int) -> Point | None:
    """Return the point to which an arrow key leads from `here`; `dx`, `dy` on the screen (y down).

    A neighbour along a line comes first. Without one, the nearest point in that direction follows,
    so that every point can be reached.
    """
    wanted = math.atan2(-dy, dx)
    beside = list(board.neighbours.get(here, ()))
    best = _best(board, here, beside, wanted, WIDEST, 0.0)
    if best is not None:
        return best
    others = [p for p in board.points if p != here]
    return _best(board, here, others, wanted, WIDEST_FAR, 1.0)


def _best(
    board: Topology, here: Point, others: list[Point], wanted: float, widest: float, far: float
) -> Point | None:
    """Return the point closest to the direction `wanted`; `far` weights its distance."""
    x, y = board.xy[here]
    best, least = None, math.inf
    for point in others:
        px, py = board.xy[point]
        turn = _turn(math.atan2(py - y, px - x) - wanted)
        off = abs(turn)
        cost = off + far * math.hypot(px - x, py - y) * 4
        # If two cells differ equally from the direction, the column decides between them, so that
        # the cursor stays in its row.
        cost += 1e-4 if (turn > 0) == (_column(board, here) % 2 == 0) else 0.0
        if off <= widest and cost < least - 1e-9:
            best, least = point, cost
    return best


def _column(board: Topology, point: Point) -> int:
    """Return the number of the point's column, from the left."""
    return _columns(board)[round(board.xy[point][0], 6)]


@cache
def _columns(board: Topology) -> dict[float, int]:
    places = sorted({round(x, 6) for x, _y in board.xy.values()})
    return {x: number for number, x in enumerate(places)}


def _turn(angle: float) -> float:
    """Return the angle normalised to -pi to pi."""
    return (angle + math.pi) % (2 * math.pi) - math.pi
