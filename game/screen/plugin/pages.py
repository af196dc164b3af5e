"""The parts of a rulebook page, and those of a guided first game.

They are written in a game's rulebook.toml and lesson.toml, which `game.screen.plugin.texts` reads.
Texts are msgids; the scene translates them.  Actions are notation, so that tests play them.  A text
of a lesson may name numbers of the game's tally, as in "{green} are green".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.rules.events import Seat
from game.rules.topology import Point


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of a page.

    `kind` is "rule" (published), "settled" (left open there, decided by us), "tip" (strategy), or
    "ours" (added by this program).
    """

    text: str
    kind: str = "rule"


@dataclass(frozen=True)
class ExamplePosition:
    """The position an example begins from: pieces as the game's `Rulebook.lay` reads `fields`.

    Without `fields` it is the start of the game, after the turns of `played`, with spaces between.
    With `detail` only the pieces that matter lie on the board.
    """

    setup: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    played: str = ""
    detail: bool = False


@dataclass(frozen=True)
class Move:
    """One step of an example: a note, and `actions` in notation, "" to point at something only.

    `marks` puts signs on points, `numbers` texts.  `forbidden` is one or two points of an action
    that is refused, and `why` the key of the refusal.  `groups` outlines the groups.  `claims` is
    what a test checks afterwards: names of the game's tally, "winners", "reason", "margin",
    "phase", "seat", "over".
    """

    note: str
    actions: str = ""
    marks: Mapping[Point, str] = field(default_factory=dict)
    numbers: Mapping[Point, str] = field(default_factory=dict)
    forbidden: tuple[Point, ...] = ()
    why: str = ""
    groups: bool = False
    claims: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Example:
    """A position and what happens there.  `note` is shown before the first step.

    `groups` outlines the groups before it.  `strip` shows the game's `BoardStrip` below the board.
    """

    position: ExamplePosition
    note: str
    moves: tuple[Move, ...] = ()
    groups: bool = False
    strip: bool = False


@dataclass(frozen=True)
class RefusedAttempt:
    """An attempt, by its points, and the key of its refusal."""

    points: tuple[Point, ...]
    why: str


@dataclass(frozen=True)
class Task:
    """A position in which the reader moves.  `goal` is one of `GOALS` with its argument.

    `solution` are turns that reach the goal, and `praise` is said then.  `wrong` are attempts that
    are refused.
    """

    position: ExamplePosition
    prompt: str
    goal: str
    solution: str
    praise: str
    wrong: tuple[RefusedAttempt, ...] = ()
    groups: bool = False
    marks: Mapping[Point, str] = field(default_factory=dict)


@dataclass(frozen=True)
class BuildingPuzzle:
    """A position that the reader builds; `kind` names the `PuzzleBuilder` of the `Rulebook`.

    `prompts` say what is asked for, at first the first.  `setups` are the boards to choose from.
    """

    kind: str
    prompts: tuple[str, ...]
    setups: tuple[str, ...]


@dataclass(frozen=True)
class RulebookPage:
    """One page: a title, paragraphs, and an example, a task or a puzzle on the live board.

    `key` is what other parts of the program know the page by.
    """

    key: str
    title: str
    words: tuple[Paragraph, ...]
    shows: Example | Task | BuildingPuzzle


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
