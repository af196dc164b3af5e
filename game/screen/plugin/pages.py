"""The parts of a rulebook page, and those of a guided first game.

They are written in a game's rulebook.toml and lesson.toml, which `game.screen.plugin.texts` reads.
Texts are msgids; the scene translates them. Actions are in notation, so that tests can play them. A
lesson's text may contain names from the game's tally, as in "{green} are green".
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

    `kind` is "rule" (published), "settled" (left open by the published rules and decided by us),
    "tip" (strategy) or "ours" (added by this program).
    """

    text: str
    kind: str = "rule"


@dataclass(frozen=True)
class ExamplePosition:
    """The first position of an example: the game's `Rulebook.lay` places the pieces of `fields`.

    Without `fields`, it is the position after the turns in `played`, separated by spaces, from the
    start of the game. With `detail`, only the pieces that matter are on the board.
    """

    setup: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    played: str = ""
    detail: bool = False


@dataclass(frozen=True)
class Move:
    """One step of an example: a note, and `actions` in notation; "" only points at something.

    `marks` are signs on points, and `numbers` are texts on points. `forbidden` are the one or two
    points of a refused action, and `why` is the key of its refusal. `groups` outlines the groups.
    `claims` is what a test checks after the step: names of the game's tally, "winners", "reason",
    "margin", "phase", "seat", "over".
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
    """A position and the steps from it. `note` is shown before the first step.

    `groups` outlines the groups before the first step. `strip` shows the game's `BoardStrip` below
    the board.
    """

    position: ExamplePosition
    note: str
    moves: tuple[Move, ...] = ()
    groups: bool = False
    strip: bool = False


@dataclass(frozen=True)
class RefusedAttempt:
    """An attempt, given by its points, and the key of the refusal that it meets."""

    points: tuple[Point, ...]
    why: str


@dataclass(frozen=True)
class Task:
    """A position in which the reader moves. `goal` is one of `GOALS` with its argument.

    `solution` are turns that reach the goal; after them `praise` is shown. `wrong` are attempts
    that are refused.
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
    """A position that the reader builds; `kind` names the `PuzzleBuilder` in the `Rulebook`.

    `prompts` are the requests to the reader, beginning with the one shown first. `setups` are the
    boards to choose from.
    """

    kind: str
    prompts: tuple[str, ...]
    setups: tuple[str, ...]


@dataclass(frozen=True)
class RulebookPage:
    """One page: a title, paragraphs, and an example, a task or a puzzle on the live board.

    Other parts of the program refer to the page by `key`.
    """

    key: str
    title: str
    words: tuple[Paragraph, ...]
    shows: Example | Task | BuildingPuzzle


@dataclass(frozen=True)
class LessonStep:
    """A step of a lesson, which is one action of the person; `say` is the instruction.

    `wants` are the actions that fulfil the step; after one of them `answer` is shown. `reason` is
    shown for any other legal action, with the tally after that action, and `early` for a turn ended
    too early. If the person has to `find` the action, nothing is lit until help is needed. `reply`
    is the other side's next turn.
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

    `opening` is the other side's first turn if that side begins. `farewell` ends the lesson. After
    it comes an ordinary game of the setup `after` against level 1, whose placement is drawn with
    the seed `placement`.
    """

    setup: str
    steps: tuple[LessonStep, ...]
    farewell: str
    after: str
    position: str = ""
    person: Seat = 0
    opening: str = ""
    placement: int | None = None
