"""The one interface of all games, which is all that screen, engine, table and boards know.

A `Game` is an immutable setup (board and options). A `State` is an immutable tuple of ints whose
first fields are named in `kernel`. An `Action` is the smallest step that a player makes; a turn is
the sequence of actions of a seat before another seat acts. No pygame, no clock, no randomness.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    MutableSequence,
    Sequence,
)
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from game.rules.errors import IllegalAction, NotationError, PositionError
from game.rules.events import Event, GameEnded, Outcome, Piece, Seat, SideChosen, TurnEnded
from game.rules.kernel import (
    BEGUN,
    CHOOSER,
    DRAW,
    NO_CHOICE,
    P1_WIN,
    RESULT,
    RUNNING,
    SEAT,
    TURNS,
)
from game.rules.setup import SetupOptions
from game.rules.topology import Point, Topology

RESULTS = ("p1win", "p2win")  # results of an outcome, by the side that has won
CHOICES = ("keep", "swap")  # choices of a side, in the order of their codes
CHOICE_OPEN = "choice=open"  # a word in a position's text: the side is still to be chosen
# Positions whose legal actions are cached, because notation, judge and screen each need them.
KEPT_POSITIONS = 32

State = tuple[int, ...]
Tables = tuple[Sequence[int], ...]


@dataclass(frozen=True, slots=True)
class Action:
    """An action: the smallest step of a player.

    The `code` is the kernel's number for it, `text` its notation, and `kind` one of "place",
    "jump", "slide", "step", "leap", "stop", "pass", "bid", "keep", "swap". The points it touches,
    in order, are `points`: (target) of a placement, (source, over, target) of a jump or leap,
    (source, ..., stop) of a slide, (source, target) of a step, and () of the others. A placement
    puts down the `piece`. The `cost` is the part of the turn that it spends (in Less), or the
    amount of a bid.
    """

    code: int
    text: str
    kind: str
    points: tuple[Point, ...] = ()
    piece: Piece | None = None
    cost: int = 1

    @property
    def source(self) -> Point | None:
        """The point a piece leaves, or None when no piece moves."""
        return self.points[0] if len(self.points) > 1 else None

    @property
    def target(self) -> Point | None:
        """The point a piece arrives at, or None when none does."""
        return self.points[-1] if self.points else None

    @property
    def over(self) -> Point | None:
        """The point jumped or leapt over."""
        return self.points[1] if self.kind in ("jump", "leap") else None

    def __str__(self) -> str:
        return self.text


class Step(NamedTuple):
    """The result of an action: the state after it and the events on the way."""

    state: State
    events: tuple[Event, ...]


class Limit(NamedTuple):
    """A limit of turns: how many are left, and the outcome if the present position stays."""

    turns: int
    outcome: Outcome


class Kernels(NamedTuple):
    """A game's compilable functions over (tables, state, ..., work); see `kernel`.

    `legal(tables, state, out, work) -> count` writes the codes of the legal actions into `out`.
    `play(tables, state, code, work)` changes a mutable state in place; the code must be legal.
    """

    legal: Callable[[Tables, Sequence[int], MutableSequence[int], MutableSequence[int]], int]
    play: Callable[[Tables, MutableSequence[int], int, MutableSequence[int]], None]


class Positions(NamedTuple):
    """A game's functions to write and read positions, see `position`; `read` raises RulesError."""

    write: Callable[[Game, State], str]
    read: Callable[[Game, str], State]


class Game(ABC):
    """An immutable setup of one game. Subclasses fill in the tables, the notation, the events."""

    key: ClassVar[str]  # "less": first word of the setup string, and in file names
    title: ClassVar[str]  # "Less": the published title
    # A setup needs one of these options; the value of the first is a random number.
    drawn: ClassVar[tuple[str, ...]] = ()
    kernels: ClassVar[Kernels]
    # Letters along which each seat's marker moves, one place per movement turn.
    track: ClassVar[str] = ""
    scored: ClassVar[bool] = False  # whether players may add up the margins of their wins
    # Whether a side that gives up loses by the margin of the worst possible end.
    margins: ClassVar[bool] = False
    # Whether `conceded` may be slow, so that its results are cached.
    counts_conceded: ClassVar[bool] = False
    # The option that selects our first interpretation of the rules; "" if there is only one.
    first_reading: ClassVar[str] = ""
    positions: ClassVar[Positions | None] = None  # set by `registry.add_game`

    kinds: tuple[Piece, ...]  # every kind of piece that players place, by seat
    topology: Topology
    setup: str  # the setup string that makes this game
    seats: int = 2
    # With `swap=on`, the number of the turn, counted from 0, that ends with the choice of a side.
    choice: int = NO_CHOICE
    tables: Tables
    first: State  # the starting position
    max_actions: int  # upper bound of len(legal(state))
    work_size: int  # ints of scratch space that a kernel may use

    @classmethod
    @abstractmethod
    def from_options(cls, options: SetupOptions, boards: Mapping[str, str] | None = None) -> Game:
        """Return the game of a setup string; `boards` may contain board files' texts by path.

        Raises SetupError or BoardError.
        """

    @classmethod
    def left_open(cls, words: Collection[str]) -> str:
        """Return the missing option that needs a random number; "" if none is missing."""
        given = {word.partition("=")[0] for word in words}
        return cls.drawn[0] if cls.drawn and not given & set(cls.drawn) else ""

    # -- the rules -----------------------------------------------------------------------------

    def start(self) -> State:
        """Return the starting position."""
        return self.first

    def legal(self, state: State) -> list[Action]:
        """Return the legal actions in a fixed order; the list is empty only if the game is over."""
        known = self._legal.get(state)
        if known is None:
            out = [0] * self.max_actions
            count = self.kernels.legal(self.tables, state, out, [0] * self.work_size)
            known = [self.action(code) for code in out[:count]]
            if len(self._legal) >= KEPT_POSITIONS:
                self._legal.clear()
            self._legal[state] = known
        return known.copy()

    def play(self, state: State, action: Action) -> Step:
        """Return the state after `action`, with events.

        Raises IllegalAction, which names the legal actions.
        """
        if action not in self.legal(state):
            raise self._refusal(state, action)
        return self._step(state, action)

    def advance(self, state: State, action: Action) -> State:
        """Return the state after a legal action; unlike `play`, without events and checks."""
        after = list(state)
        self.kernels.play(self.tables, after, action.code, [0] * self.work_size)
        return tuple(after)

    def to_move(self, state: State) -> Seat:
        """Return the seat to move; after the end, the seat that would be next."""
        return state[SEAT]

    @property
    def swaps(self) -> bool:
        """Whether the second person chooses the side (`swap=on`)."""
        return self.choice != NO_CHOICE

    def choosing(self, state: State) -> bool:
        """Return whether the seat to move has to choose a side, with the turn `swap` or `keep`."""
        return self._before_choice(state) and state[SEAT] == CHOOSER

    def cutting(self, state: State) -> bool:
        """Return whether the first person is playing the opening before the choice of a side."""
        return self._before_choice(state) and state[SEAT] != CHOOSER

    def _before_choice(self, state: State) -> bool:
        return state[TURNS] <= self.choice and not self.over(state)

    @property
    def settled(self) -> Game:
        """The same game without the choice of a side; its positions are the same."""
        return self

    def placed(self, state: State) -> Piece | None:
        """Return the piece of the next placement; None if the seat has no pieces of its own."""
        return next((kind for kind in self.kinds if kind.seat == state[SEAT]), None)

    def over(self, state: State) -> bool:
        """Return whether the game has ended by its rules."""
        return state[RESULT] != RUNNING

    def turns(self, state: State) -> int:
        """Return the finished turns of all seats together, without the choice of a side."""
        return state[TURNS]

    def turn_ended(self, before: State, after: State) -> bool:
        """Return whether the turn in progress in `before` is over in `after`."""
        return (
            after[TURNS] != before[TURNS] or after[SEAT] != before[SEAT] or after[RESULT] != RUNNING
        )

    def turn_begun(self, state: State) -> int:
        """Return the number of actions already played in the current turn."""
        return state[BEGUN]

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None before its end."""
        if state[RESULT] == RUNNING:
            return None
        if state[RESULT] == DRAW:
            return Outcome("draw", (), self._reason(state), 0)
        return self.won_by(state[RESULT] - P1_WIN, self._reason(state), self._margin(state))

    def won_by(self, side: int, reason: str, margin: int = 0) -> Outcome:
        """Return the outcome of a game that a side (0 or 1) has won."""
        return Outcome(RESULTS[side], self.side(side), reason, margin)

    def conceded(self, state: State, side: int) -> int:
        """Return the margin by which `side` loses if it gives up now; 0 in a game without margins.

        The margin is at least as large as after playing on.
        """
        return 0

    def given_up(self, state: State, seat: Seat, reason: str) -> Outcome:
        """Return how the game ends if the side of `seat` gives up or loses on time, by `reason`."""
        side = seat % 2
        return self.won_by(1 - side, reason, self.conceded(state, side))

    def time_up(self, state: State, seat: Seat) -> Outcome:
        """Return how the game ends if the time of `seat` is up in `state`: its side loses."""
        return self.given_up(state, seat, "time")

    def side(self, side: int) -> tuple[Seat, ...]:
        """Return the seats that win and lose together: (0,), (1,), or two partners."""
        return tuple(range(side, self.seats, 2))

    @abstractmethod
    def pieces(self, state: State) -> dict[Point, Piece]:
        """Return the pieces on the board, obstacles included."""

    @abstractmethod
    def tally(self, state: State) -> Mapping[str, int]:
        """Return the numbers this game counts, by name; each game's docstring lists its own."""

    @abstractmethod
    def score(self, state: State) -> str:
        """Return the game's score in English words."""

    def phase(self, state: State) -> str:
        """Return the phase of the game: "placement", "movement", "bidding", "placing", ..."""
        return "movement"

    def progress(self, state: State) -> float:
        """Return an estimate of the share of the game that is over, 0 to 1."""
        return 0.0

    def agreed_end(self, state: State) -> Step | None:
        """End the game by agreement and count the present position; None if the rules forbid it."""
        return None

    def limit_ahead(self, state: State) -> Limit | None:
        """Return the limit of turns that the game is approaching.

        None after the end, and in a game without a limit.
        """
        return None

    @property
    def can_draw(self) -> bool:
        """Whether a game can end without a winner."""
        return True

    # -- notation ------------------------------------------------------------------------------

    def action(self, code: int) -> Action:
        """Return the action with a kernel code. Actions are cached."""
        known = self._actions.get(code)
        if known is None:
            known = self._actions[code] = self._describe(code)
        return known

    def parse_action(self, state: State, text: str) -> Action:
        """Return the legal action with this notation. Raises NotationError or IllegalAction."""
        legal = self.legal(state)
        for action in legal:
            if action.text == text:
                return action
        if not (self.swaps and text in CHOICES):
            self.check_notation(text)
        raise self._refusal(state, text)

    def parse_turn(self, state: State, text: str) -> list[Action]:
        """Return the actions of a turn, or of its beginning or rest, joined by commas in `text`.

        Raises NotationError or IllegalAction for the first action that does not fit.
        """
        actions: list[Action] = []
        turn, seat = state[TURNS], state[SEAT]
        for word in text.split(","):
            if state[TURNS] != turn or state[SEAT] != seat or self.over(state):
                done = self.turn_text(actions)
                raise IllegalAction("turn-over", word=word, text=text, done=done)
            action = self.parse_action(state, word)
            actions.append(action)
            state = self.advance(state, action)
        return actions

    @staticmethod
    def turn_text(actions: Iterable[Action]) -> str:
        """Return a turn in the notation of the game: its actions joined by commas."""
        return ",".join(action.text for action in actions)

    @abstractmethod
    def check_notation(self, text: str) -> None:
        """Raise NotationError, with the reason, if `text` cannot be an action of this game.

        It is not called for the choice of a side.
        """

    def _point(self, label: str, text: str) -> Point:
        if label not in self.topology.index:
            raise NotationError(
                "no-point",
                text=text,
                label=label,
                board=self.topology.name,
                first=self.topology.points[0],
                last=self.topology.points[-1],
            )
        return label

    @staticmethod
    def _choice(code: int, first: int) -> Action:
        """Return the choice of a side with this code; `first` is the code of the first choice."""
        return Action(code, CHOICES[code - first], CHOICES[code - first], cost=0)

    # -- positions -----------------------------------------------------------------------------

    def position_text(self, state: State) -> str:
        """Return the position at the start of a turn as one line, without the setup.

        Raises PositionError in the middle of a turn, and in a game that has no such text.
        """
        if self.positions is None:
            raise PositionError("no-positions", game=self.title)
        if state[BEGUN]:
            raise PositionError("position-begun", game=self.key, count=state[BEGUN])
        if not self._before_choice(state):
            return self.positions.write(self, state)
        text = self.positions.write(self.settled, self._as_settled(state))
        return f"{text} {CHOICE_OPEN}" if self.choosing(state) else text

    def from_position(self, text: str) -> State:
        """Return the position from a line that `position_text` wrote; its game may be over.

        Raises RulesError: a SetupError for a damaged word, a PositionError for an impossible
        position of this game.
        """
        if self.positions is None:
            raise PositionError("no-positions", game=self.title)
        words = text.split()
        choice_open = self.swaps and CHOICE_OPEN in words
        if choice_open:
            words.remove(CHOICE_OPEN)
        return self._unsettled(self.positions.read(self.settled, " ".join(words)), choice_open)

    def _as_settled(self, state: State) -> State:
        """Convert a position before the choice of a side to the game without the choice."""
        settled = list(state)
        settled[TURNS] += self.choosing(state)
        settled[SEAT] = settled[TURNS] % self.seats
        return tuple(settled)

    def _unsettled(self, state: State, choice_open: bool) -> State:
        """Convert a position of the game without the choice of a side to this game.

        Raises PositionError if the text says that the choice is open but it cannot be.
        """
        found = list(state)
        if choice_open:
            if state[TURNS] != self.choice + 1 or self.over(state):
                raise PositionError("position-choice", game=self.key)
            found[TURNS], found[SEAT] = self.choice, CHOOSER
        elif self._before_choice(state):
            found[SEAT] = 0
        return tuple(found)

    # -- what a game fills in --------------------------------------------------------------------

    @abstractmethod
    def _describe(self, code: int) -> Action: ...

    @abstractmethod
    def _events(self, before: State, action: Action, after: State) -> Iterator[Event]:
        """Yield the game's own events of a legal action.

        Other code adds the events for the ends of the turn and of the game.
        """

    @abstractmethod
    def _reason(self, state: State) -> str: ...

    def _margin(self, state: State) -> int:
        return 0

    # -- shared machinery ------------------------------------------------------------------------

    @cached_property
    def _actions(self) -> dict[int, Action]:
        return {}

    @cached_property
    def _legal(self) -> dict[State, list[Action]]:
        return {}

    def _step(self, state: State, action: Action) -> Step:
        after = self.advance(state, action)
        seen: Iterable[Event] = (
            (SideChosen(state[SEAT], action.kind == "swap"),)
            if action.kind in CHOICES
            else self._events(state, action, after)
        )
        return Step(after, (*seen, *self._endings(state, after)))

    def _endings(self, before: State, after: State) -> Iterator[Event]:
        if after[TURNS] != before[TURNS] or after[SEAT] != before[SEAT]:
            yield TurnEnded(before[SEAT])
        outcome = self.outcome(after)
        if outcome is not None:
            yield GameEnded(outcome)

    def _refusal(self, state: State, action: Action | str) -> IllegalAction:
        """Return the error for an action that is not legal in `state`, with the legal ones."""
        if self.over(state):
            return IllegalAction("game-over", action=action)
        texts = [legal.text for legal in self.legal(state)]
        shown = " ".join(texts[:12]) + (f" ... ({len(texts)} in all)" if len(texts) > 12 else "")
        return IllegalAction("illegal", action=action, seat=state[SEAT], known=shown)


def perft(
    game: Game, length: int, state: State | None = None, stopped: Callable[[], bool] = lambda: False
) -> int:
    """Return the number of legal sequences of `length` actions from `state` (None: the start).

    `length` is at least 1.

    When `stopped` returns True, the count so far is returned.
    """
    here = game.start() if state is None else state
    actions = game.legal(here)
    if length == 1:
        return len(actions)
    total = 0
    for action in actions:
        if stopped():
            break
        total += perft(game, length - 1, game.advance(here, action), stopped)
    return total
