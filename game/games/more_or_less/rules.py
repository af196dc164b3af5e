"""More or Less (Arthur Blumberg, Kadon 2003): seat 0 Black, seat 1 Green, 25 reversible counters.

Kernels come first, then the Game. The offsets below describe the tables and the state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, MutableSequence, Sequence
from functools import cached_property
from typing import ClassVar

from game.games.more_or_less.placements import (
    FIRST_NUMBER,
    MOST_NUMBER,
    Placement,
    dealt_placement,
    resolved,
)
from game.rules import events
from game.rules.base import Action, Game, Kernels, State, Tables
from game.rules.boards import COUNTERS, parse_board, read_board
from game.rules.errors import NotationError
from game.rules.kernel import (
    BEGUN,
    CHOOSER,
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
from game.rules.topology import Point, Topology

TRACK = "MORE OR LESS"
MARKER_PLACES = len(TRACK)
OPENING_TURNS = 2  # turns placed by the first person before the second chooses a side
PLACING_TURNS = (COUNTERS + 1) // 2
# With at least MORE or at most LESS own counters up, a player wins.
MORE, LESS = 19, 6

# Tables. META holds the sizes; the others are flat lists, some with a slice for each point.
META, JUMP_FROM, JUMP_OVER, JUMP_TO, SLIDE_FROM, SLIDE_TO, SLIDE_HEAD = range(7)
# Indices in META. FREE is 1 if passing is always allowed. CHOICE is the number of the turn that
# ends with the choice of a side.
POINTS, CENTRE, JUMPS, SLIDES, FREE, CHOICE = range(6)
# The jumps from point p are those from JUMP_FROM[p] to JUMP_FROM[p + 1], likewise with SLIDE_FROM.
# Slides are listed ray by ray, from the start outwards; SLIDE_HEAD is 1 for the first of each ray.

# The state is the header, then:
LEFT = HEADER  # placements left in this turn
PLACED = HEADER + 1  # counters on the board
MARKS = HEADER + 2  # two numbers: the movement turns made by each seat
COUNTS = HEADER + 4  # two numbers: the counters up of each colour
MOVING = HEADER + 6  # point of the counter in motion, plus one
SLID = HEADER + 7  # 1 when the turn began with a slide
BOARD = HEADER + 8  # for each point: 0 if empty, 1 black up, 2 green up
# From BOARD + points on, for each point: how often the moving counter has been there in this turn.

# Action codes: place p; from POINTS on the jumps, then the slides, then stop, pass, keep, swap.


@kernel
def can_jump(t: Tables, s: Sequence[int], point: int, gone: int) -> bool:
    """Return whether a counter on `point` can jump.

    `gone` is the point that the counter has left, now empty; -1 if none.
    """
    visits = BOARD + t[META][POINTS]
    for jump in range(t[JUMP_FROM][point], t[JUMP_FROM][point + 1]):
        over, target = t[JUMP_OVER][jump], t[JUMP_TO][jump]
        if over == gone or s[BOARD + over] == 0:
            continue
        if (target == gone or s[BOARD + target] == 0) and s[visits + target] < 2:
            return True
    return False


@kernel
def jumps_from(
    t: Tables, s: Sequence[int], point: int, out: MutableSequence[int], count: int
) -> int:
    """Append the codes of the jumps of the counter on `point`, which is moving or may move."""
    points = t[META][POINTS]
    visits = BOARD + points
    for jump in range(t[JUMP_FROM][point], t[JUMP_FROM][point + 1]):
        target = t[JUMP_TO][jump]
        if s[BOARD + t[JUMP_OVER][jump]] != 0 and s[BOARD + target] == 0 and s[visits + target] < 2:
            out[count] = points + jump
            count += 1
    return count


@kernel
def slides_from(
    t: Tables, s: Sequence[int], point: int, out: MutableSequence[int], count: int
) -> int:
    """Append the codes of the slides from `point` that a jump can follow."""
    first_code = t[META][POINTS] + t[META][JUMPS]
    free = False
    for slide in range(t[SLIDE_FROM][point], t[SLIDE_FROM][point + 1]):
        if t[SLIDE_HEAD][slide] == 1:
            free = True
        if not free:
            continue
        stop = t[SLIDE_TO][slide]
        if s[BOARD + stop] != 0:
            free = False
        elif can_jump(t, s, stop, point):
            out[count] = first_code + slide
            count += 1
    return count


@kernel
def legal(
    t: Tables, s: Sequence[int], out: MutableSequence[int], work: MutableSequence[int]
) -> int:
    """Write the codes of the legal actions into `out` and return their number."""
    points = t[META][POINTS]
    if s[RESULT] != RUNNING:
        return 0
    stop = points + t[META][JUMPS] + t[META][SLIDES]
    if s[TURNS] == t[META][CHOICE] and s[SEAT] == CHOOSER:
        out[0] = stop + 2
        out[1] = stop + 3
        return 2
    if s[PLACED] == 0:
        out[0] = t[META][CENTRE]
        return 1
    count = 0
    if s[PLACED] < COUNTERS:
        # The loop has no branch, because half of the predictions would be wrong.
        for point in range(points):
            out[count] = point
            count += s[BOARD + point] == 0
        return count
    if s[MOVING] > 0:
        count = jumps_from(t, s, s[MOVING] - 1, out, 0)
        if s[SLID] == 0:
            out[count] = stop
            count += 1
        return count
    own = s[SEAT] + 1
    for point in range(points):
        if s[BOARD + point] == own:
            count = jumps_from(t, s, point, out, count)
            count = slides_from(t, s, point, out, count)
    if count == 0 or t[META][FREE] == 1:
        out[count] = stop + 1
        count += 1
    return count


@kernel
def end_movement(t: Tables, s: MutableSequence[int]) -> None:
    """Advance the marker, check for a winner, and end the turn."""
    seat = s[SEAT]
    points = t[META][POINTS]
    if s[MOVING] > 0:
        s[MOVING] = 0
        s[SLID] = 0
        for point in range(points):
            s[BOARD + points + point] = 0
    s[MARKS + seat] += 1
    s[BEGUN] = 0
    s[TURNS] += 1
    s[SEAT] = 1 - seat
    own = s[COUNTS + seat]
    if own >= MORE or own <= LESS:
        s[RESULT] = P1_WIN + seat
    elif s[MARKS] >= MARKER_PLACES and s[MARKS + 1] >= MARKER_PLACES:
        s[RESULT] = P1_WIN if s[COUNTS] < s[COUNTS + 1] else P2_WIN


@kernel
def colour_due(s: Sequence[int]) -> int:
    """Return the colour to be placed next or, after the last counter, to move (0: Black)."""
    return (s[PLACED] + 1) // 2 % 2


@kernel
def place(t: Tables, s: MutableSequence[int], point: int) -> None:
    """Put a counter of the colour that is due on `point`.

    Before a choice of sides, one seat places the counters of both colours.
    """
    colour = colour_due(s)
    s[BOARD + point] = colour + 1
    s[COUNTS + colour] += 1
    s[PLACED] += 1
    s[LEFT] -= 1
    s[BEGUN] += 1
    if s[LEFT] == 0:
        s[LEFT] = 2 if s[PLACED] < COUNTERS else 0
        s[BEGUN] = 0
        if s[TURNS] == t[META][CHOICE]:
            s[SEAT] = CHOOSER
            return
        s[TURNS] += 1
        if s[TURNS] > t[META][CHOICE]:
            s[SEAT] = 1 - s[SEAT]


@kernel
def choose(s: MutableSequence[int]) -> None:
    """Continue after the choice of a side; the position is the same, whoever sits where."""
    s[TURNS] += 1
    s[SEAT] = colour_due(s)


@kernel
def leave(t: Tables, s: MutableSequence[int], point: int, target: int) -> None:
    """Move the counter in motion from `point` to `target`."""
    visits = BOARD + t[META][POINTS]
    if s[MOVING] == 0:
        s[visits + point] = 1
    s[BOARD + target] = s[BOARD + point]
    s[BOARD + point] = 0
    s[visits + target] += 1
    s[MOVING] = target + 1
    s[BEGUN] += 1


@kernel
def start_of(starts: Sequence[int], entry: int, points: int) -> int:
    """Return the point whose slice of a table contains `entry` (binary search)."""
    low, high = 0, points
    while high - low > 1:
        middle = (low + high) // 2
        if starts[middle] <= entry:
            low = middle
        else:
            high = middle
    return low


@kernel
def play(t: Tables, s: MutableSequence[int], code: int, work: MutableSequence[int]) -> None:
    """Play the legal action `code` on the mutable state."""
    points, jumps = t[META][POINTS], t[META][JUMPS]
    if code < points:
        place(t, s, code)
        return
    jump = code - points
    if jump >= jumps + t[META][SLIDES] + 2:  # keep or swap
        choose(s)
    elif jump >= jumps + t[META][SLIDES]:  # stop or pass
        end_movement(t, s)
    elif jump >= jumps:
        slide = jump - jumps
        leave(t, s, start_of(t[SLIDE_FROM], slide, points), t[SLIDE_TO][slide])
        s[SLID] = 1
    else:
        over = t[JUMP_OVER][jump]
        leave(t, s, start_of(t[JUMP_FROM], jump, points), t[JUMP_TO][jump])
        before = s[BOARD + over]
        s[BOARD + over] = 3 - before
        s[COUNTS + before - 1] -= 1
        s[COUNTS + 2 - before] += 1
        if s[SLID] == 1 or not can_jump(t, s, s[MOVING] - 1, -1):
            end_movement(t, s)


def build_tables(board: Topology, free: bool, choice: int) -> Tables:
    """Return the flat tables of a line board; see the offsets at the top.

    With `free`, passing is always allowed. `choice` is the number of the turn that ends with the
    choice of a side.
    """
    index = board.index
    jumps: list[list[tuple[int, int]]] = [[] for _ in board.points]
    rays: list[list[list[int]]] = [[] for _ in board.points]
    for line in board.lines:
        for way in (line, line[::-1]):
            numbers = [index[label] for label in way]
            for place_, point in enumerate(numbers):
                ray = numbers[place_ + 1 :]
                if ray:
                    rays[point].append(ray)
                if len(ray) > 1:
                    jumps[point].append((ray[0], ray[1]))
    jump_from, slide_from = [0], [0]
    over: list[int] = []
    to: list[int] = []
    slide_to: list[int] = []
    head: list[int] = []
    for point in range(len(board)):
        over += [jump[0] for jump in jumps[point]]
        to += [jump[1] for jump in jumps[point]]
        jump_from.append(len(to))
        for ray in rays[point]:
            slide_to += ray
            head += [1] + [0] * (len(ray) - 1)
        slide_from.append(len(slide_to))
    assert board.centre is not None
    meta = [len(board), index[board.centre], len(to), len(slide_to), int(free), choice]
    return (meta, jump_from, over, to, slide_from, slide_to, head)


def _deal(first: list[int], placement: Placement, swap: bool) -> None:
    """Put a full placement on the empty board; with `swap`, a side is then chosen."""
    for colour, points in enumerate(placement):
        first[COUNTS + colour] = len(points)
        for point in points:
            first[BOARD + point] = colour + 1
    first[PLACED], first[LEFT] = COUNTERS, 0
    first[TURNS] = PLACING_TURNS - swap
    first[SEAT] = colour_due(first)


COLOURS = (events.Piece("black", 0), events.Piece("green", 1))


class MoreOrLess(Game):
    """`more-or-less [board=NAME|FILE] [pass=stuck|free] [opening=even seed=N] [swap=off|on]`.

    With `free_pass` (pass=free), a seat may pass any movement turn, not only one without a jump.
    With `dealt` (opening=even), the counters are already on the board, in an even placement from
    the board's book with this number. With `swap`, the first person places the first counter and
    Green's first two, unless the counters are dealt; then the second person chooses a side.

    The tally holds black, green (counters up), placed, marker_black and marker_green (movement
    turns made).
    """

    key: ClassVar[str] = "more-or-less"
    title: ClassVar[str] = "More or Less"
    track: ClassVar[str] = TRACK
    kinds = COLOURS
    kernels: ClassVar[Kernels] = Kernels(legal, play)

    def __init__(
        self,
        board: Topology,
        free_pass: bool = False,
        setup: str = "more-or-less",
        *,
        dealt: int | None = None,
        swap: bool = False,
    ) -> None:
        self.topology = board
        self.free_pass = free_pass
        self.dealt = dealt = None if dealt is None else resolved(board, dealt)
        self._board_setup = setup
        words = ["pass=free"] * free_pass
        words += [] if dealt is None else ["opening=even", f"seed={dealt}"]
        self.setup = " ".join([setup, *words, *["swap=on"] * swap])
        if swap:
            self.choice = (PLACING_TURNS if dealt is not None else OPENING_TURNS) - 1
        self.tables = build_tables(board, free_pass, self.choice)
        points = len(board)
        jumps, slides = self.tables[META][JUMPS], self.tables[META][SLIDES]
        self.max_actions = max(points, jumps + slides) + 2
        self.work_size = 1
        self._stop = points + jumps + slides
        first = [0] * (BOARD + 2 * points)
        first[LEFT] = 1
        if dealt is not None:
            _deal(first, dealt_placement(board, dealt), swap)
        self.first = tuple(first)

    @cached_property
    def settled(self) -> MoreOrLess:
        if not self.swaps:
            return self
        return MoreOrLess(self.topology, self.free_pass, self._board_setup, dealt=self.dealt)

    @classmethod
    def from_options(
        cls, options: SetupOptions, boards: Mapping[str, str] | None = None
    ) -> MoreOrLess:
        name = options.text("board", "decagon-81") or ""
        free_pass = options.choice("pass", ("stuck", "free"), "stuck") == "free"
        even = options.choice("opening", ("placed", "even"), "placed") == "even"
        dealt = options.number("seed", 0, MOST_NUMBER, FIRST_NUMBER) if even else None
        swap = options.switch("swap")
        options.done()
        text = (boards or {}).get(name) or read_board(name)
        setup = cls.key if name == "decagon-81" else f"{cls.key} board={name}"
        return cls(parse_board(text, name), free_pass, setup, dealt=dealt, swap=swap)

    @classmethod
    def left_open(cls, words: Collection[str]) -> str:
        drawn = any(word.startswith("seed=") for word in words)
        return "seed" if "opening=even" in words and not drawn else ""

    @property
    def can_draw(self) -> bool:
        return False

    def pieces(self, state: State) -> dict[Point, events.Piece]:
        board = zip(self.topology.points, state[BOARD:])
        return {point: COLOURS[colour - 1] for point, colour in board if colour}

    def placed(self, state: State) -> events.Piece:
        return COLOURS[colour_due(state) if state[PLACED] < COUNTERS else state[SEAT]]

    def phase(self, state: State) -> str:
        return "placement" if state[PLACED] < COUNTERS else "movement"

    def progress(self, state: State) -> float:
        done = state[PLACED] + state[MARKS] + state[MARKS + 1]
        return done / (COUNTERS + 2 * MARKER_PLACES)

    def tally(self, state: State) -> Mapping[str, int]:
        return {
            "black": state[COUNTS],
            "green": state[COUNTS + 1],
            "placed": state[PLACED],
            "marker_black": state[MARKS],
            "marker_green": state[MARKS + 1],
        }

    def score(self, state: State) -> str:
        return (
            f"Black {state[COUNTS]}, Green {state[COUNTS + 1]} counters up; "
            f"markers Black {state[MARKS]}, Green {state[MARKS + 1]} of {MARKER_PLACES}"
        )

    def check_notation(self, text: str) -> None:
        if text in (".", "pass"):
            return
        for sign in (">", "~"):
            if sign in text:
                source, _, target = text.partition(sign)
                self._point(source, text)
                self._point(target, text)
                return
        if text in self.topology.index:
            return
        wanted = "a placement d3, a jump b1>d1, a slide g2~f1, '.' or pass"
        raise NotationError("no-action", text=text, game=self.title, wanted=wanted)

    def _describe(self, code: int) -> Action:
        labels = self.topology.points
        points, jumps = self.tables[META][POINTS], self.tables[META][JUMPS]
        if code < points:
            return Action(code, labels[code], "place", (labels[code],))
        if code == self._stop:
            return Action(code, ".", "stop")
        if code > self._stop + 1:
            return self._choice(code, self._stop + 2)
        if code > self._stop:
            return Action(code, "pass", "pass")
        if code < points + jumps:
            jump = code - points
            source = labels[start_of(self.tables[JUMP_FROM], jump, points)]
            over, target = (labels[self.tables[n][jump]] for n in (JUMP_OVER, JUMP_TO))
            return Action(code, f"{source}>{target}", "jump", (source, over, target))
        slide = code - points - jumps
        start = start_of(self.tables[SLIDE_FROM], slide, points)
        way = slide
        while not self.tables[SLIDE_HEAD][way]:
            way -= 1
        path = (labels[start], *(labels[p] for p in self.tables[SLIDE_TO][way : slide + 1]))
        return Action(code, f"{path[0]}~{path[-1]}", "slide", path)

    def _events(self, before: State, action: Action, after: State) -> Iterator[events.Event]:
        piece = COLOURS[before[SEAT]]
        index = self.topology.index
        if action.kind == "place":
            yield events.Placed(action.points[0], self.placed(before))
            if after[PLACED] == COUNTERS:
                yield events.PhaseChanged("movement")
        elif action.kind == "jump":
            source, over, target = action.points
            yield events.Jumped(source, over, target, piece)
            turned = before[BOARD + index[over]]
            yield events.Flipped(over, COLOURS[turned - 1], COLOURS[2 - turned])
        elif action.kind == "slide":
            yield events.Slid(action.points, piece)
        elif action.kind == "pass":
            yield events.Passed(before[SEAT])
        for seat in (0, 1):
            if after[MARKS + seat] != before[MARKS + seat]:
                yield events.MarkerMoved(seat, after[MARKS + seat])

    def _reason(self, state: State) -> str:
        own = state[COUNTS + state[RESULT] - P1_WIN]
        return "more" if own >= MORE else "less" if own <= LESS else "fewer"
