"""The games of the trailer: shipped records in assets/games, each with the part worth showing.

A record is played again through the rules, a turn at a time, so that no frame waits for it.  A game
that ships none plays itself.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from game.platform.paths import ASSETS
from game.rules import Action, Game, State
from game.rules.proposals import Play
from game.rules.registry import parse_setup, usual_setup
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec, two_people

FOLDER = ASSETS / "games"
LEVEL = 4  # of the engine that somebody who looks on may play on against
SHOWN = 9  # last turns of a game that plays itself
MOST_TURNS = 150  # turns it plays at most
TRIES = 12  # ways to finish the turn that are looked at


@dataclass(frozen=True, slots=True)
class Cut:
    """The part of a game that is shown, as numbers of turns from 0.

    From turn `enter` to before turn `leave`; turn `turn` decides, by its `action`.
    """

    enter: int
    turn: int
    action: int
    leave: int


@dataclass(frozen=True)
class Clip:
    """A whole game, and the part of it that is shown."""

    match: Match
    cut: Cut

    @property
    def game(self) -> Game:
        return self.match.game

    def match_from(self, turn: int, date: str) -> Match:
        """Return a match to play on before turn `turn`, with engines on the other seats.

        `date` is when it begins, in ISO form.
        """
        game, turns = self.game, self.match.turns
        person = turns[turn].seat
        seats = tuple(
            SeatSpec("person") if seat == person else SeatSpec("engine", LEVEL)
            for seat in range(game.seats)
        )
        match = Match(MatchSpec(game.setup, seats), game, date=date)
        entries = [entry for done in turns[:turn] for entry in done.entries]
        actions = tuple(entry.action for entry in entries if entry.action is not None)
        match.submit_or_raise(Play(actions, by="record"))
        return match


@cache
def shipped(key: str) -> tuple[Path, ...]:
    """Return the records of a game; () for one that ships none."""
    return tuple(sorted(FOLDER.glob(f"{key}-[0-9]*.json")))


class Preparation:
    """Makes the clip of a game; `number` chooses among its records.  `step` until it gives it."""

    def __init__(self, key: str, number: int, dice: random.Random) -> None:
        self._dice = dice
        paths = shipped(key)
        record = json.loads(paths[number % len(paths)].read_text(encoding="utf-8")) if paths else {}
        game = parse_setup(record.get("setup") or usual_setup(key))
        self._match = Match(two_people(game.setup, game.seats), game)
        self._turns: list[str] | None = record.get("turns")
        self._cut = Cut(**record["trailer"]) if record else None

    def step(self) -> Clip | None:
        """Play one more turn; the clip when all are played."""
        match, done = self._match, len(self._match.turns)
        if self._turns is None:
            actions = demo_turn(match.game, match.state, self._dice)
            finished = done >= MOST_TURNS
        else:
            finished = done == len(self._turns)
            actions = [] if finished else match.game.parse_turn(match.state, self._turns[done])
        if match.over or finished:
            return Clip(match, self._cut or Cut(max(0, done - SHOWN), done - 1, 0, done))
        match.submit_or_raise(Play(tuple(actions), by="record"))
        return None

    def finish(self) -> Clip:
        """Return the clip at once."""
        while (clip := self.step()) is None:
            pass
        return clip


def demo_turn(game: Game, state: State, dice: random.Random) -> list[Action]:
    """Return a whole turn, or what is left of one.

    The same dice give the same turn: the best of some ways to finish it, drawn at random.
    """
    from game.engine.bots.simple_bots import static_value  # with the engine, which few need

    side = game.to_move(state) % 2
    ways = [_walk(game, state, dice) for _number in range(TRIES)]

    def worth(after: State) -> float:
        return static_value(game, after) if side == 0 else -static_value(game, after)

    return max(ways, key=lambda way: worth(way[1]))[0]


def _walk(game: Game, state: State, dice: random.Random) -> tuple[list[Action], State]:
    """Return one way to finish the turn, and where it leads."""
    turn: list[Action] = []
    seat, number = game.to_move(state), game.turns(state)
    while not game.over(state) and (game.to_move(state), game.turns(state)) == (seat, number):
        action = dice.choice(game.legal(state))
        turn.append(action)
        state = game.advance(state, action)
    return turn, state
