"""Libra (Nestor Romeral Andres, nestorgames): MORE makes groups, LESS prevents them.

Kernels come first, then the Game. The offsets below describe the tables and the state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, MutableSequence, Sequence
from typing import ClassVar

from game.rules import events
from game.rules.base import Action, Game, Kernels, State, Step, Tables
from game.rules.errors import NotationError, SetupError
from game.rules.groups import count_groups, neighbour_table
from game.rules.kernel import DRAW, HEADER, P1_WIN, P2_WIN, RESULT, RUNNING, SEAT, TURNS, kernel
from game.rules.setup import SetupOptions
from game.rules.topology import Point, hexagon

DUEL, BID, TARGET = MODES = ("duel", "bid", "target")
WHITE, BLACK, GREY = 1, 2, 3
SMALLEST, LARGEST = 2, 8  # cells along one side

# Tables
META, NEIGHBOURS, OBSTACLES = range(3)
# Indices in META; MODE is an index in MODES, FREE the number of cells to fill.
CELLS, MODE, FREE = range(3)
# NEIGHBOURS has six numbers for each cell; OBSTACLES is 1 on cells with a grey counter.

# The state is the header, then:
BIDDING = HEADER  # 1 while the seats bid
AIM = HEADER + 1  # highest bid, or the target
MORE_SEAT = HEADER + 2  # the seat that is MORE (the last bidder during the bidding)
ROUND = HEADER + 3  # 1 or 2
FIRST = HEADER + 4  # groups of the first round of a duel
GROUPS = HEADER + 5  # groups counted at the end
EMPTY = HEADER + 6  # cells still to fill
AGREED = HEADER + 7  # 1 when the game ended by agreement
BOARD = HEADER + 8  # for each cell: 0 if empty, else WHITE, BLACK or GREY

# Action codes: white on cell c; CELLS + c: black; 2 CELLS + n: bid n; 3 CELLS + 1: pass.


@kernel
def legal(
    t: Tables, s: Sequence[int], out: MutableSequence[int], work: MutableSequence[int]
) -> int:
    """Write the codes of the legal actions into `out` and return their number."""
    if s[RESULT] != RUNNING:
        return 0
    cells = t[META][CELLS]
    count = 0
    if s[BIDDING] == 1:
        for bid in range(s[AIM] + 1, t[META][FREE] + 1):
            out[count] = 2 * cells + bid
            count += 1
        if s[AIM] > 0:
            out[count] = 3 * cells + 1
            count += 1
        return count
    # The loop has no branch, because half of the predictions would be wrong.
    for cell in range(cells):
        out[count] = cell
        count += s[BOARD + cell] == 0
    for white in range(count):
        out[count + white] = cells + out[white]
    return 2 * count


@kernel
def count_round(t: Tables, s: MutableSequence[int], work: MutableSequence[int]) -> None:
    """Count the groups on the board and end the round; after the last round, end the game."""
    cells = t[META][CELLS]
    groups = count_groups(t[NEIGHBOURS], s, BOARD, cells, work)
    more = s[MORE_SEAT]
    s[GROUPS] = groups
    if t[META][MODE] != 0:  # bid or target
        s[RESULT] = P1_WIN + more if groups >= s[AIM] else P2_WIN - more
    elif s[ROUND] == 1:
        s[FIRST] = groups
        s[GROUPS] = 0
        s[ROUND] = 2
        s[MORE_SEAT] = 0
        s[SEAT] = 1
        s[EMPTY] = t[META][FREE]
        for cell in range(cells):
            if s[BOARD + cell] != GREY:
                s[BOARD + cell] = 0
    elif groups == s[FIRST]:
        s[RESULT] = DRAW
    else:
        s[RESULT] = P1_WIN if groups > s[FIRST] else P2_WIN


@kernel
def play(t: Tables, s: MutableSequence[int], code: int, work: MutableSequence[int]) -> None:
    """Play the legal action `code` on the mutable state."""
    cells = t[META][CELLS]
    seat = s[SEAT]
    s[TURNS] += 1
    s[SEAT] = 1 - seat
    # A pass: the other player is MORE; the player who passes is LESS and starts.
    if code == 3 * cells + 1:
        s[BIDDING] = 0
        s[SEAT] = seat
    elif code > 2 * cells:
        s[AIM] = code - 2 * cells
        s[MORE_SEAT] = seat
    else:
        if code < cells:
            s[BOARD + code] = WHITE
        else:
            s[BOARD + code - cells] = BLACK
        s[EMPTY] -= 1
        if s[EMPTY] == 0:
            count_round(t, s, work)


STONES = (events.Piece("white", None), events.Piece("black", None), events.Piece("grey", None))


class Libra(Game):
    """`libra [size=5] [mode=duel|bid|target] [target=N] [obstacles=e5,f5]`.

    The tally holds groups (on the board now), empty, aim (bid or target; 0 in a duel), more (the
    seat that is MORE, -1 during the bidding), round, and first (groups of the first round, 0 before
    its end).
    """

    key: ClassVar[str] = "libra"
    title: ClassVar[str] = "Libra"
    kinds = STONES[:2]
    kernels: ClassVar[Kernels] = Kernels(legal, play)
    margins: ClassVar[bool] = True

    def __init__(
        self,
        size: int = 5,
        mode: str = DUEL,
        target: int = 0,
        obstacles: Collection[Point] = (),
    ) -> None:
        self.topology = hexagon(size)
        self.size, self.mode, self.target = size, mode, target
        index = self.topology.index
        self.obstacles = tuple(sorted(obstacles, key=index.__getitem__))
        self.setup = f"libra size={size} mode={mode}"
        if mode == TARGET:
            self.setup += f" target={target}"
        if self.obstacles:
            self.setup += f" obstacles={','.join(self.obstacles)}"
        cells = len(self.topology)
        blocked = [int(label in self.obstacles) for label in self.topology.points]
        free = cells - sum(blocked)
        meta = [cells, MODES.index(mode), free]
        self.tables = (meta, neighbour_table(self.topology), blocked)
        self.max_actions = max(2 * cells, cells + 1)
        self.work_size = 2 * cells
        first = [0] * BOARD + [GREY * grey for grey in blocked]
        first[BIDDING] = int(mode == BID)
        first[AIM] = target if mode == TARGET else 0
        first[MORE_SEAT] = 1
        first[ROUND] = 1
        first[EMPTY] = free
        self.first = tuple(first)

    @classmethod
    def from_options(cls, options: SetupOptions, boards: Mapping[str, str] | None = None) -> Libra:
        size = options.number("size", SMALLEST, LARGEST, 5)
        mode = options.choice("mode", MODES, DUEL)
        board = hexagon(size)
        obstacles = cls._read_obstacles(options.text("obstacles"), board.index, board.name)
        free = len(board) - len(obstacles)
        if mode != TARGET and options.has("target"):
            raise SetupError("target-mode", mode=mode)
        if mode == TARGET and not options.has("target"):
            raise SetupError("no-target")
        target = options.number("target", 1, free, 0)
        options.done()
        return cls(size, mode, target, obstacles)

    @staticmethod
    def _read_obstacles(text: str | None, known: Mapping[Point, int], board: str) -> list[Point]:
        labels = text.split(",") if text else []
        for label in labels:
            if label not in known:
                raise SetupError("obstacle", label=label, board=board)
            if labels.count(label) > 1:
                raise SetupError("obstacle-twice", label=label)
        if labels and len(labels) == len(known):
            raise SetupError("all-obstacles")
        return labels

    # -- the rules -----------------------------------------------------------------------------

    def pieces(self, state: State) -> dict[Point, events.Piece]:
        board = zip(self.topology.points, state[BOARD:])
        return {point: STONES[stone - 1] for point, stone in board if stone}

    def groups(self, state: State) -> int:
        """Return the number of groups on the board, which is MORE's score."""
        cells = len(self.topology)
        return count_groups(self.tables[NEIGHBOURS], state, BOARD, cells, [0] * self.work_size)

    def more(self, state: State) -> int | None:
        """Return the seat that is MORE, or None during the bidding."""
        return None if state[BIDDING] else state[MORE_SEAT]

    def phase(self, state: State) -> str:
        return "bidding" if state[BIDDING] else "placing"

    def progress(self, state: State) -> float:
        """Return the share of both rounds that is over; a single round counts as the second."""
        filled = 1 - state[EMPTY] / self.tables[META][FREE]
        return (filled + (self.mode != DUEL or state[ROUND] == 2)) / 2

    def tally(self, state: State) -> Mapping[str, int]:
        more = self.more(state)
        return {
            "groups": self.groups(state),
            "empty": state[EMPTY],
            "aim": state[AIM],
            "more": -1 if more is None else more,
            "round": state[ROUND],
            "first": state[FIRST],
        }

    def score(self, state: State) -> str:
        groups = self.groups(state)
        text = f"{groups} group{'' if groups == 1 else 's'}"
        if state[BIDDING]:
            highest = f"highest bid {state[AIM]} by seat {state[MORE_SEAT]}"
            return highest if state[AIM] else "no bid yet"
        if self.mode != DUEL:
            return f"{text} of {state[AIM]} for MORE (seat {state[MORE_SEAT]})"
        text = f"round {state[ROUND]}: {text} for MORE (seat {state[MORE_SEAT]})"
        return text if state[ROUND] == 1 else f"{text}, to beat {state[FIRST]} of seat 1"

    def agreed_end(self, state: State) -> Step | None:
        """Count the board as it is, if both players agree; None during bids or after the end."""
        if state[BIDDING] or self.over(state):
            return None
        after = list(state)
        after[TURNS] += 1
        count_round(self.tables, after, [0] * self.work_size)
        after[AGREED] = int(after[RESULT] != RUNNING)
        ended = tuple(after)
        return Step(ended, (*self._round_events(state, ended), *self._endings(state, ended)))

    def conceded(self, state: State, side: int) -> int:
        """Return the margin of the worst possible end for `side`.

        The other side gets all groups that are still possible, and this side none. Groups of a
        finished round of a duel are counted. During the bidding, the bid counts as the highest
        possible one.
        """
        if state[BIDDING]:
            return self.tables[META][FREE]
        rest, more = self._possible(state), state[MORE_SEAT]
        if self.mode != DUEL:
            return state[AIM] if side == more else max(1, rest - state[AIM])
        if state[ROUND] == 2:
            return state[FIRST] if side == more else max(1, rest - state[FIRST])
        return self._possible(self.first) if side == more else rest

    def _possible(self, state: State) -> int:
        """Return an upper bound of the groups on the full board.

        Of three empty cells that touch each other, two will get the same colour.
        """
        board, beside = self.topology, self.topology.neighbours
        empty = {point for point, stone in zip(board.points, state[BOARD:]) if not stone}
        most = self.groups(state) + len(empty)
        for point in board.points:
            near = [one for one in beside[point] if one in empty]
            pairs = ((one, two) for one in near for two in beside[one] if two in near)
            pair = next(pairs, None) if point in empty else None
            if pair is not None:
                empty -= {point, *pair}
                most -= 1
        return most

    # -- notation ------------------------------------------------------------------------------

    def check_notation(self, text: str) -> None:
        if text == "pass":
            return
        if text[:1] in ("W", "B"):
            self._point(text[1:], text)
        elif not (text.startswith("bid") and text[3:].isdigit() and text[3:].isascii()):
            wanted = "a stone We5 or Be5, bid12 or pass"
            raise NotationError("no-action", text=text, game=self.title, wanted=wanted)

    def _describe(self, code: int) -> Action:
        labels = self.topology.points
        cells = len(labels)
        if code == 3 * cells + 1:
            return Action(code, "pass", "pass")
        if code > 2 * cells:
            return Action(code, f"bid{code - 2 * cells}", "bid", cost=code - 2 * cells)
        label = labels[code % cells]
        letter, stone = ("W", STONES[0]) if code < cells else ("B", STONES[1])
        return Action(code, letter + label, "place", (label,), stone)

    def _events(self, before: State, action: Action, after: State) -> Iterator[events.Event]:
        if action.kind == "bid":
            yield events.Bid(before[SEAT], action.cost)
        elif action.kind == "pass":
            yield events.Passed(before[SEAT])
            yield events.PhaseChanged("placing")
        else:
            assert action.piece is not None
            yield events.Placed(action.points[0], action.piece)
            played = list(before)
            played[BOARD + self.topology.index[action.points[0]]] = (
                WHITE if action.piece.colour == "white" else BLACK
            )
            yield from self._round_events(tuple(played), after)

    def _round_events(self, lying: State, after: State) -> Iterator[events.Event]:
        """Yield the end of a round of a duel; `lying` is the state before the board is cleared."""
        if after[ROUND] != lying[ROUND]:
            yield events.RoundEnded(1, 1, after[FIRST])
            labels = self.topology.points
            stones = zip(labels, lying[BOARD:])
            yield events.Cleared(tuple(label for label, stone in stones if stone in (WHITE, BLACK)))
        elif after[RESULT] != RUNNING and self.mode == DUEL:
            yield events.RoundEnded(2, 0, after[GROUPS])

    def _reason(self, state: State) -> str:
        return "agreed" if state[AGREED] else "groups" if self.mode == DUEL else "target"

    def _margin(self, state: State) -> int:
        return abs(state[GROUPS] - (state[FIRST] if self.mode == DUEL else state[AIM]))
