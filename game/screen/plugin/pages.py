"""The parts of a rulebook page: paragraphs, and an example, a task or a puzzle.

Pages are written in a game's rulebook.toml, which `game.screen.plugin.texts` reads.  Texts are
msgids; the scene translates them.  Actions are notation, so that a test plays every example.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

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
