"""The parts of a guided first game: sentences, the actions each asks for, and answers.

A lesson is written in a game's lesson.toml, which `game.screen.plugin.texts` reads.  Texts are
msgids; actions are notation, so that a test plays every lesson through the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.events import Seat


@dataclass(frozen=True)
class WantedAction:
    """Which legal actions fulfil a step: those that agree with all that is said here.

    `actions` in notation, `kinds` ("jump", "leap"), what is done in `phase` of the game, what costs
    at least `cost` moves, what makes the number `raises` of the game's tally grow.
    """

    actions: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    phase: str = ""
    cost: int = 0
    raises: str = ""


@dataclass(frozen=True)
class LessonStep:
    """`say` is one sentence of what to do; `answer` what is said when it is done.

    Another legal action is put off with `first`, or taken too and answered with `also`.  A step of
    a `whole_turn` goes on until the turn is over.  `reply` are turns with which the other side may
    answer: the first that is legal is played, or else any turn.
    """

    say: str
    answer: str = ""
    wants: WantedAction = WantedAction()
    first: str = ""
    also: str = ""
    whole_turn: bool = False
    reply: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A game of `setup` in which a person has the seat `person`; level 1 has the other.

    `placement` is the seed of a drawn placement, as in a quick start; `opening` the other side's
    turn where it begins.
    """

    setup: str
    steps: tuple[LessonStep, ...]
    person: Seat = 0
    placement: int | None = None
    opening: str = ""
