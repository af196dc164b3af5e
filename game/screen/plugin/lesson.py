"""The parts of a guided first game: sentences, the actions each asks for, and answers.

A lesson is written in a game's lesson.toml, which `game.screen.plugin.texts` reads.  Texts are
msgids; actions are notation, so that a test plays every lesson through the rules.  A text may name
numbers of the game's tally, as in "{green} are green".
"""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.events import Seat


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson, one action of the person: `say` is what to do.

    `wants` are the actions that fulfil it; `answer` is said when it is done.  `reason` is said of
    another legal action, with the tally after it, and `early` of a turn ended too early.  In a step
    to `find` nothing is lit until help is needed.  `reply` is the other side's turn after it.
    """

    say: str
    reason: str
    wants: tuple[str, ...]
    answer: str = ""
    early: str = ""
    find: bool = False
    reply: str = ""


@dataclass(frozen=True)
class Lesson:
    """A game of `setup` from `position` ("" is the start) that a person at seat `person` wins.

    `opening` is the other side's turn where it begins.  `farewell` ends the lesson.  After it comes
    an ordinary game of the setup `after` against level 1, with a `placement` drawn by this seed.
    """

    setup: str
    steps: tuple[LessonStep, ...]
    farewell: str
    after: str
    position: str = ""
    person: Seat = 0
    opening: str = ""
    placement: int | None = None
