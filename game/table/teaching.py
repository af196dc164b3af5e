"""A teaching game: a person's mistakes against engines are found as soon as they are made.

The position before a turn is searched while the person thinks, and the position after it when the
turn ends; the match waits for the second search, some seconds at most. This module decides which
turns are given back; its caller takes them back.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.base import Action, State
from game.table.clock import Allowance
from game.table.engine_seat import TOP_LEVEL, EngineChosen, EngineFailed, EngineSeat, MakePlayer
from game.table.history import Turn
from game.table.match import Match
from game.table.mistakes import Evaluation, Mistake, mistakes

JUDGE_NODES, MAX_JUDGE_S = 40_000, 2.5  # maximum nodes and seconds for one position
CERTAIN = {"win": 1.0, "loss": 0.0, "draw": 0.5}


@dataclass
class GivenBack:
    """A turn that was given back; `number` counts from 1, and `start` holds the earlier actions.

    `learned` is None until the position is played again; then it tells if the new turn was good.
    """

    number: int
    before: State
    start: tuple[Action, ...]
    mistake: Mistake
    text: str
    reason: str = ""
    learned: bool | None = None


def teachable(match: Match) -> bool:
    """Return whether this can be a teaching game: people and engines, no clock, no sensor board."""
    kinds = {seat.kind for seat in match.spec.seats}
    return kinds == {"person", "engine"} and not match.clock.timed and match.spec.board is None


class Teacher:
    """Judges each turn of a person in `match`.

    A turn is a mistake if it lowers the winning chance (from 0 to 1) by at least `least`. In one
    game at most `most` turns are given back.
    """

    def __init__(self, match: Match, make: MakePlayer, least: float, most: int) -> None:
        self.match, self.least, self.most = match, least, most
        self._make = make
        self._engine: EngineSeat | None = None
        self._known: dict[State, Evaluation] = {}
        self._judged = sum(turn.complete for turn in match.turns)  # number of judged turns
        self.given: list[GivenBack] = []
        self.failed = False  # the engine has failed, and nothing is judged any more
        self.solved = False  # the last judged turn was good

    @property
    def waiting(self) -> Turn | None:
        """The next turn to be judged, for which the match waits."""
        if self.failed or len(self.given) >= self.most:
            return None
        match = self.match
        turns = [turn for turn in match.turns if turn.complete]
        self._judged = min(self._judged, len(turns))
        for turn in turns[self._judged :]:
            kind = match.spec.seats[match.history.seat_now(turn.seat, turn.first)].kind
            if kind == "person" and not match.game.over(turn.after):
                return turn
            self._judged += 1
        return None

    def update(self) -> GivenBack | None:
        """Continue thinking; when a turn to be given back is found, return that turn once."""
        answer = self._engine.poll() if self._engine is not None else None
        if isinstance(answer, EngineFailed):
            self.failed = True
        if isinstance(answer, EngineChosen):
            line = getattr(answer.thought, "pv", ()) or (answer.actions,)
            self._known[answer.state] = Evaluation(_chance(answer), tuple(line))
        turn = self.waiting
        missing = next((s for s in self._wanted(turn) if s not in self._known), None)
        if missing is not None:
            self._think(missing)
        elif turn is not None:
            return self._judge(turn)
        return None

    def _wanted(self, turn: Turn | None) -> tuple[State, ...]:
        """Return the positions to search now: before and after `turn`, or before the next turn."""
        match = self.match
        if turn is not None:
            return turn.before, turn.after
        if self.failed or match.over or len(self.given) >= self.most:
            return ()
        begun = match.history.begun
        person = match.spec.seats[match.to_move].kind == "person"
        return ((begun.before if begun is not None else match.state),) if person else ()

    def _think(self, state: State) -> None:
        if self._engine is None:
            seed = self.match.spec.seed + 77
            self._engine = EngineSeat(self.match.game, TOP_LEVEL, seed, self._make)
        if self._engine.thinking != state:
            self._engine.begin(state, Allowance(MAX_JUDGE_S, nodes=JUDGE_NODES))

    def _judge(self, turn: Turn) -> GivenBack | None:
        self._judged += 1
        found = mistakes(self.match.game, [turn], self._known)
        bad = bool(found) and found[0].loss >= self.least and bool(found[0].better)
        self.solved = not bad
        for one in self.given:
            if one.before == turn.before and one.learned is not True:
                one.learned = not bad
        if not bad:
            return None
        entries = self.match.entries[: turn.first]
        start = tuple(entry.action for entry in entries if entry.action is not None)
        given = GivenBack(turn.number, turn.before, start, found[0], turn.text)
        self.given.append(given)
        return given

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()


def _chance(answer: EngineChosen) -> float:
    """Return the chance that a search has found for the side to move; 0.5 if it found none."""
    value = getattr(answer.thought, "value", 0.5)
    return float(CERTAIN.get(getattr(answer.thought, "proof", ""), value))
