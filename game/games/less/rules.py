"""Less (Aleksandr Starovojtov, Invented4): two seats on 6x6 squares, four in two teams on 8x8.

Kernels come first, then the Game. The offsets below describe the tables and the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from functools import cached_property
from typing import ClassVar

from game.games.less.board import build_tables
from game.games.less.distances import (
    EXACT,
    HASTY,
    Placements,
    fewest_moves,
    mask,
    placements,
)
from game.games.less.walls import check_digits, read_layout
from game.rules.base import Action, Game, Kernels, Limit, State, Tables
from game.rules.errors import NotationError
from game.rules.events import Event, Jumped, Passed, Piece, Seat, SideHome, Stepped
from game.rules.kernel import (
    BEGUN,
    CHOOSER,
    DRAW,
    HEADER,
    P1_WIN,
    P2_WIN,
    RESULT,
    RUNNING,
    SEAT,
    TURNS,
    kernel,
)
from game.rules.setup import SetupOptions
from game.rules.topology import Point, squares

MOVES = 3  # moves (cost points) in a turn
TURN_LIMIT = 200
OPENING_TURNS = 1  # turns of the first person before the second chooses a side
USUAL_TURNS = 12  # number of turns that a seat usually plays in a game
RULED_MARGIN = 10  # margin of a win that is not decided by counting moves
KEPT_PRICES = 32  # number of margins from `conceded` that are cached

# Tables. A way is square * 4 + direction (up, right, down, left).
META, NEXT, WALLS, GOAL, START, GOAL_SQUARES = range(6)
# Indices in META; CHOICE is the number of the turn that ends with the choice of a side.
SQUARES, SEATS, BLOCK, READING, CHOICE = range(5)
# NEXT[way] is the square in that direction, or -1. WALLS[way] is 0, 1 or 2. GOAL[square] and
# START[square] are the seat (plus one) whose goal or starting corner contains the square.
# GOAL_SQUARES has four squares for each seat.

# The state is the header, then:
LEFT = HEADER  # moves left in this turn
SPENT = HEADER + 1  # two numbers: the moves used by each side
HOME = HEADER + 3  # two flags: 1 when the side is home
MARGIN = HEADER + 5  # set at the end: the margin of the win
# Set at the end: HOME_WIN, BLOCKED, LIMIT, STAYED or AHEAD.
REASON = HEADER + 6
ARRIVED = HEADER + 7  # four numbers: pieces of each seat in its goal corner
BOARD = HEADER + 11  # for each square: 0 if empty, else seat + 1

HOME_WIN, BLOCKED, LIMIT, STAYED, AHEAD = 1, 2, 3, 4, 5
REASONS = ("", "home", "block", "limit", "stayed", "ahead")

# Action codes: square * 8 + direction, plus 4 for a leap; from SQUARES * 8 on pass, keep and swap.


@kernel
def moving_seat(t: Tables, s: Sequence[int]) -> int:
    """Return the seat whose pieces the mover moves: the partner's when the mover's own are home."""
    seat = s[SEAT]
    if t[META][SEATS] == 4 and s[ARRIVED + seat] == 4:
        return (seat + 2) % 4
    return seat


@kernel
def target_of(t: Tables, code: int) -> int:
    """Return the target square of a step or leap, or -1 beyond the rim."""
    square, way = code // 8, code % 8
    target = t[NEXT][square * 4 + way % 4]
    if way >= 4 and target >= 0:
        target = t[NEXT][target * 4 + way % 4]
    return target


@kernel
def cost_of(t: Tables, s: Sequence[int], code: int) -> int:
    """Return the cost of a step or leap, or 0 if it is impossible."""
    square, way = code // 8, code % 8
    first = square * 4 + way % 4
    target = t[NEXT][first]
    if target < 0:
        return 0
    if way < 4:
        return 1 + t[WALLS][first] if s[BOARD + target] == 0 else 0
    if s[BOARD + target] == 0 or t[WALLS][first] > 0:
        return 0
    second = target * 4 + way % 4
    landing = t[NEXT][second]
    if landing < 0 or t[WALLS][second] > 0 or s[BOARD + landing] != 0:
        return 0
    return 1


@kernel
def carry(t: Tables, s: MutableSequence[int], source: int, target: int) -> None:
    """Move a piece and update the count of arrived pieces."""
    piece = s[BOARD + source]
    s[BOARD + source] = 0
    s[BOARD + target] = piece
    if t[GOAL][source] == piece:
        s[ARRIVED + piece - 1] -= 1
    if t[GOAL][target] == piece:
        s[ARRIVED + piece - 1] += 1


@kernel
def side_arrived(t: Tables, s: Sequence[int], side: int) -> bool:
    """Return whether all pieces of the side (0 or 1) are in their goal corners."""
    if s[ARRIVED + side] < 4:
        return False
    return t[META][SEATS] == 2 or s[ARRIVED + side + 2] == 4


@kernel
def can_spend_one(t: Tables, s: Sequence[int]) -> bool:
    """Return whether there is a step or leap that costs one move."""
    own = moving_seat(t, s) + 1
    for square in range(t[META][SQUARES]):
        if s[BOARD + square] == own:
            for code in range(square * 8, square * 8 + 8):
                if cost_of(t, s, code) == 1:
                    return True
    return False


@kernel
def can_spend(t: Tables, s: MutableSequence[int], left: int) -> int:
    """Return how many of `left` (0 to 2) moves can be spent; coming home counts as all of them.

    `s` is changed temporarily and restored.
    """
    if left == 0:
        return 0
    if left == 1:
        return 1 if can_spend_one(t, s) else 0
    best = 0
    own = moving_seat(t, s) + 1
    for square in range(t[META][SQUARES]):
        if s[BOARD + square] != own:
            continue
        for code in range(square * 8, square * 8 + 8):
            cost = cost_of(t, s, code)
            if cost == 2:
                return 2
            if cost != 1:
                continue
            best = 1
            target = target_of(t, code)
            carry(t, s, square, target)
            all_spent = side_arrived(t, s, s[SEAT] % 2) or can_spend_one(t, s)
            carry(t, s, target, square)
            if all_spent:
                return 2
    return best


@kernel
def worth(t: Tables, s: MutableSequence[int], code: int) -> int:
    """Return the maximum number of moves that the turn can spend if it goes on with `code`.

    0 if `code` is impossible.
    """
    cost = cost_of(t, s, code)
    left = s[LEFT]
    if cost == 0 or cost > left:
        return 0
    source, target = code // 8, target_of(t, code)
    carry(t, s, source, target)
    spent = left
    if not side_arrived(t, s, s[SEAT] % 2):
        spent = cost + can_spend(t, s, left - cost)
    carry(t, s, target, source)
    return spent


@kernel
def legal(
    t: Tables, s: Sequence[int], out: MutableSequence[int], work: MutableSequence[int]
) -> int:
    """Write the codes of the legal actions into `out` and return their number.

    `work` holds a copy of the state, on which actions are tried.
    """
    if s[RESULT] != RUNNING:
        return 0
    squares_ = t[META][SQUARES]
    if s[TURNS] == t[META][CHOICE] and s[SEAT] == CHOOSER:
        out[0] = squares_ * 8 + 1
        out[1] = squares_ * 8 + 2
        return 2
    for place in range(BOARD + squares_):
        work[place] = s[place]
    own = moving_seat(t, s) + 1
    most = 1
    count = 0
    for square in range(squares_):
        if s[BOARD + square] != own:
            continue
        for code in range(square * 8, square * 8 + 8):
            spent = worth(t, work, code)
            if spent > most:
                most = spent
                count = 0
            if spent == most:
                out[count] = code
                count += 1
    if count == 0:
        out[0] = squares_ * 8
        count = 1
    return count


@kernel
def blocks_goal(t: Tables, s: Sequence[int], seat: int) -> bool:
    """Return whether an opposing piece keeps the seat's fourth piece from its goal.

    Every goal corner is a starting corner of the other side, so the opposing piece has stayed at
    home. In the first reading, with four seats, it must be in its own seat's starting corner.
    """
    if s[ARRIVED + seat] != 3:
        return False
    for corner in range(4):
        square = t[GOAL_SQUARES][seat * 4 + corner]
        piece = s[BOARD + square]
        if piece > 0 and piece - 1 != seat:
            if t[META][READING] == 1 and t[START][square] != piece:
                return False
            return (piece - 1) % 2 != seat % 2
    return False


@kernel
def finish(s: MutableSequence[int], result: int, reason: int, margin: int) -> None:
    """Store how the game ended."""
    s[RESULT] = result
    s[REASON] = reason
    s[MARGIN] = margin


@kernel
def stays_at_home(t: Tables, s: Sequence[int], side: int) -> bool:
    """Return whether the side has a piece in one of its starting corners."""
    for square in range(t[META][SQUARES]):
        start, piece = t[START][square], s[BOARD + square]
        if start > 0 and piece > 0 and (start - 1) % 2 == side and (piece - 1) % 2 == side:
            return True
    return False


@kernel
def judge_limit(t: Tables, s: MutableSequence[int]) -> None:
    """End the game at the limit of turns, with the result of the present position."""
    if t[META][READING] == 1:
        finish(s, DRAW, LIMIT, 0)
        return
    if t[META][BLOCK] == 1:
        white, black = stays_at_home(t, s, 0), stays_at_home(t, s, 1)
        if white != black:
            finish(s, P2_WIN if white else P1_WIN, STAYED, RULED_MARGIN)
            return
    if s[HOME] != s[HOME + 1]:
        finish(s, P1_WIN if s[HOME] == 1 else P2_WIN, AHEAD, RULED_MARGIN)
        return
    finish(s, DRAW, LIMIT, 0)


@kernel
def check_end(t: Tables, s: MutableSequence[int], side: int) -> None:
    """Check whether the game ends after a turn of `side`."""
    if s[HOME] == 1 and s[HOME + 1] == 1:
        less = s[SPENT] - s[SPENT + 1]
        if less == 0:
            finish(s, DRAW, HOME_WIN, 0)
        else:
            finish(s, P1_WIN if less < 0 else P2_WIN, HOME_WIN, abs(less))
        return
    if t[META][BLOCK] == 1:
        for seat in range(side, t[META][SEATS], 2):
            if blocks_goal(t, s, seat):
                finish(s, P1_WIN + side, BLOCKED, RULED_MARGIN)
                return
    if s[TURNS] >= TURN_LIMIT:
        judge_limit(t, s)


@kernel
def end_turn(t: Tables, s: MutableSequence[int]) -> None:
    """End the turn: check for home and the end of the game, and pass to a seat that still plays."""
    seat = s[SEAT]
    side = seat % 2
    if side_arrived(t, s, side):
        s[HOME + side] = 1
    s[TURNS] += s[TURNS] != t[META][CHOICE]
    s[BEGUN] = 0
    s[LEFT] = MOVES
    check_end(t, s, side)
    next_seat = (seat + 1) % t[META][SEATS]
    if s[HOME + next_seat % 2] == 1:
        next_seat = (next_seat + 1) % t[META][SEATS]
    s[SEAT] = next_seat


@kernel
def play(t: Tables, s: MutableSequence[int], code: int, work: MutableSequence[int]) -> None:
    """Play the legal action `code` on the mutable state."""
    squares_ = t[META][SQUARES]
    if code == squares_ * 8:
        end_turn(t, s)
        return
    # After keep or swap, the position is the same, whoever plays which side.
    if code > squares_ * 8:
        s[TURNS] += 1
        return
    cost = cost_of(t, s, code)
    carry(t, s, code // 8, target_of(t, code))
    side = s[SEAT] % 2
    s[SPENT + side] += cost
    s[LEFT] -= cost
    s[BEGUN] += 1
    if s[LEFT] == 0 or side_arrived(t, s, side) or not can_go_on(t, s):
        end_turn(t, s)


@kernel
def can_go_on(t: Tables, s: Sequence[int]) -> bool:
    """Return whether at least one of the moves left can be spent."""
    own = moving_seat(t, s) + 1
    for square in range(t[META][SQUARES]):
        if s[BOARD + square] == own:
            for code in range(square * 8, square * 8 + 8):
                if 0 < cost_of(t, s, code) <= s[LEFT]:
                    return True
    return False


def placement(state: State, seat: Seat) -> int:
    """Return the squares of a seat's pieces as a bit mask."""
    return mask(square for square, piece in enumerate(state[BOARD:]) if piece == seat + 1)


# Words in the score of a win that was not decided by counting moves.
RULED = {
    "block": " (a blocked home corner)",
    "stayed": f" (the other stayed at home for {TURN_LIMIT} turns)",
    "ahead": f" (home within {TURN_LIMIT} turns)",
}


class Less(Game):
    """`less [seats=2|4] [block=on|off] [reading=second|first] [swap=off|on] LAYOUT`.

    LAYOUT is walls=DIGITS, tiles=A0B1... or seed=N; `walls` always holds the digits. `reading` 1 is
    our first interpretation of the rules, kept for games begun under it: a draw at the limit, and
    with four seats a piece blocks only in the corner of its own seat. With `swap`, the second
    person chooses a side after the first turn.

    The tally holds left (moves of this turn), spent_white, spent_black, home_white and home_black
    (pieces in their goal corners).
    """

    key: ClassVar[str] = "less"
    title: ClassVar[str] = "Less"
    drawn: ClassVar[tuple[str, ...]] = ("seed", "tiles", "walls")
    kernels: ClassVar[Kernels] = Kernels(legal, play)
    scored: ClassVar[bool] = True
    margins: ClassVar[bool] = True
    counts_conceded: ClassVar[bool] = True
    first_reading: ClassVar[str] = "reading=first"

    def __init__(
        self,
        walls: str,
        seats: int = 2,
        block: bool = True,
        reading: int = 2,
        layout: str = "",
        *,
        swap: bool = False,
    ) -> None:
        """Make the game; `layout` is the option of the walls, "tiles=A0B1..." or "seed=N"."""
        self.side_length = 6 if seats == 2 else 8
        self.walls = check_digits(walls, self.side_length)
        self.seats = seats
        self.block = block
        self.reading = reading
        self.topology = squares(self.side_length)
        self._layout = layout
        words = ["seats=4"] * (seats == 4) + ["block=off"] * (not block)
        words += [self.first_reading] * (reading == 1) + ["swap=on"] * swap
        if swap:
            self.choice = OPENING_TURNS - 1
        self.setup = " ".join(["less", *words, layout or f"walls={walls}"])
        self.tables = build_tables(seats, block, reading, walls, self.choice)
        self.kinds = tuple(
            Piece(("white", "black")[seat % 2], seat, seat // 2) for seat in range(seats)
        )
        count = len(self.topology)
        self.max_actions = 8 * count
        self.work_size = BOARD + count
        first = [0] * BOARD + list(self.tables[START])
        first[LEFT] = MOVES
        self.first = tuple(first)

    @classmethod
    def from_options(cls, options: SetupOptions, boards: Mapping[str, str] | None = None) -> Less:
        seats = int(options.choice("seats", ("2", "4"), "2"))
        block = options.choice("block", ("on", "off"), "on") == "on"
        reading = 1 if options.choice("reading", ("second", "first"), "second") == "first" else 2
        side, sets = (6, 1) if seats == 2 else (8, 2)
        swap = options.switch("swap")
        walls, layout = read_layout(options, side, sets)
        options.done()
        return cls(walls, seats, block, reading, layout, swap=swap)

    # -- the rules -----------------------------------------------------------------------------

    @cached_property
    def settled(self) -> Less:
        if not self.swaps:
            return self
        return Less(self.walls, self.seats, self.block, self.reading, self._layout)

    def pieces(self, state: State) -> dict[Point, Piece]:
        board = zip(self.topology.points, state[BOARD:])
        return {point: self.kinds[piece - 1] for point, piece in board if piece}

    def goal(self, seat: int) -> tuple[Point, ...]:
        """Return the four squares of the seat's goal corner."""
        numbers = self.tables[GOAL_SQUARES][4 * seat : 4 * seat + 4]
        return tuple(self.topology.points[number] for number in numbers)

    def wall(self, one: Point, other: Point) -> int:
        """Return the walls (0, 1 or 2) between two squares. Raises ValueError if not adjacent."""
        first, second = self.topology.index[one], self.topology.index[other]
        for way in range(4):
            if self.tables[NEXT][first * 4 + way] == second:
                return self.tables[WALLS][first * 4 + way]
        raise ValueError(f"{one} and {other} are not adjacent")

    def limit_ahead(self, state: State) -> Limit | None:
        if self.over(state):
            return None
        after = list(state)
        judge_limit(self.tables, after)
        outcome = self.outcome(tuple(after))
        assert outcome is not None
        return Limit(TURN_LIMIT - state[TURNS], outcome)

    def phase(self, state: State) -> str:
        return "race" if state[HOME] or state[HOME + 1] else "movement"

    def progress(self, state: State) -> float:
        return min(1.0, state[TURNS] / (USUAL_TURNS * self.seats))

    def tally(self, state: State) -> Mapping[str, int]:
        arrived = [sum(state[ARRIVED + seat] for seat in self.side(side)) for side in (0, 1)]
        return {
            "left": state[LEFT],
            "spent_white": state[SPENT],
            "spent_black": state[SPENT + 1],
            "home_white": arrived[0],
            "home_black": arrived[1],
        }

    def score(self, state: State) -> str:
        white, black = state[SPENT], state[SPENT + 1]
        text = f"White {white}, Black {black} moves used"
        outcome = self.outcome(state)
        if outcome is None:
            return f"{text}; {state[LEFT]} left in this turn"
        if outcome.reason == "limit":
            return f"{text}; draw after {TURN_LIMIT} turns"
        if outcome.result == "draw":
            return f"{text}; tie"
        winner = ("White", "Black")[outcome.winners[0] % 2]
        return f"{text}; {winner} wins by {outcome.margin}{RULED.get(outcome.reason, '')}"

    def conceded(self, state: State, side: int) -> int:
        """Return the side's deficit including all moves to go, but at least 10.

        The moves to go are exact: for each seat alone or, in a race of two seats, by the rules of
        turns. So nobody gains by giving up or by letting the time run out.
        """
        known = self._conceded.get((state, side))
        if known is None:
            if len(self._conceded) >= KEPT_PRICES:
                self._conceded.clear()
            known = self._conceded[state, side] = self._count_conceded(state, side)
        return known

    @cached_property
    def _conceded(self) -> dict[tuple[State, int], int]:
        return {}

    def _count_conceded(self, state: State, side: int) -> int:
        behind = state[SPENT + side] - state[SPENT + 1 - side]
        racing = self._to_go_by_turns(state, side) if self.seats == 2 else None
        if racing is not None:
            return max(RULED_MARGIN, behind + racing)
        # Bounds are compared first, because the exact numbers may take two seconds with four seats.
        least = self._least_to_go(state, 1 - side)
        if behind + self._to_go(state, side, HASTY) - least <= RULED_MARGIN:
            return RULED_MARGIN
        behind += self._to_go(state, side)
        if behind - least <= RULED_MARGIN:
            return RULED_MARGIN
        return max(RULED_MARGIN, behind - self.to_go(state, 1 - side))

    def to_go(self, state: State, side: int) -> int:
        """Return the moves that the side needs to come home, as counted when it gives up."""
        by_turns = self._to_go_by_turns(state, side) if self.seats == 2 else None
        return by_turns if by_turns is not None else self._to_go(state, side)

    def _to_go(self, state: State, side: int, haste: int = EXACT) -> int:
        seats = () if state[HOME + side] else self.side(side)
        return sum(self._placements(s).distance(placement(state, s), haste) for s in seats)

    def _least_to_go(self, state: State, side: int) -> int:
        seats = () if state[HOME + side] else self.side(side)
        return sum(self._placements(s).still(placement(state, s)) for s in seats)

    def _to_go_by_turns(self, state: State, side: int) -> int | None:
        """Return the moves home of the side to move, by the rules of turns, if it plays alone.

        None otherwise. Using as many moves as possible in each turn may force a step away from
        home.
        """
        if self.over(state) or state[SEAT] != side or not state[HOME + 1 - side]:
            return None
        ways = self._placements(side)

        def moves(here: State) -> Iterator[tuple[State, int]]:
            for action in self.legal(here):
                yield self.advance(here, action), action.cost

        def still(here: State) -> int:
            return ways.still(placement(here, side))

        return fewest_moves(state, lambda here: here[HOME + side] == 1, moves, still)

    def _placements(self, seat: Seat) -> Placements:
        goal = self.tables[GOAL_SQUARES][4 * seat : 4 * seat + 4]
        return placements(*map(tuple, (self.tables[NEXT], self.tables[WALLS], goal)))

    # -- notation ------------------------------------------------------------------------------

    def check_notation(self, text: str) -> None:
        source, dash, target = text.partition("-")
        if text == "pass":
            return
        if not dash:
            wanted = "a step a1-a2, a leap a1-a3 or pass"
            raise NotationError("no-action", text=text, game=self.title, wanted=wanted)
        self._point(source, text)
        self._point(target, text)

    def _describe(self, code: int) -> Action:
        labels = self.topology.points
        if code == len(labels) * 8:
            return Action(code, "pass", "pass", cost=0)
        if code > len(labels) * 8:
            return self._choice(code, len(labels) * 8 + 1)
        source, target = labels[code // 8], labels[target_of(self.tables, code)]
        way = code // 8 * 4 + code % 4
        if code % 8 < 4:
            cost = 1 + self.tables[WALLS][way]
            return Action(code, f"{source}-{target}", "step", (source, target), cost=cost)
        over = labels[self.tables[NEXT][way]]
        return Action(code, f"{source}-{target}", "leap", (source, over, target))

    def _events(self, before: State, action: Action, after: State) -> Iterator[Event]:
        if action.kind == "pass":
            yield Passed(before[SEAT])
        else:
            piece = self.kinds[before[BOARD + self.topology.index[action.points[0]]] - 1]
            if action.kind == "step":
                source, target = action.points
                yield Stepped(source, target, action.cost - 1, piece)
            else:
                source, over, target = action.points
                yield Jumped(source, over, target, piece)
        for side in (0, 1):
            if after[HOME + side] != before[HOME + side]:
                yield SideHome(self.side(side), after[SPENT + side])

    def _reason(self, state: State) -> str:
        return REASONS[state[REASON]]

    def _margin(self, state: State) -> int:
        return state[MARGIN]
