"""Pages of the rulebook as values: paragraphs, an example, a task.

Texts are msgids marked with `N_`; the scene translates them.  Examples are notation, so that a
test can play every one of them through the rules.
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


def rule(text: str) -> Paragraph:
    return Paragraph(text)


def settled(text: str) -> Paragraph:
    return Paragraph(text, "settled")


def tip(text: str) -> Paragraph:
    return Paragraph(text, "tip")


def ours(text: str) -> Paragraph:
    return Paragraph(text, "ours")


@dataclass(frozen=True)
class ExamplePosition:
    """The start of an example: `setup`, then pieces laid as the game's rulebook reads `fields`.

    Without `fields` it is the start of the game after the turns of `played`, joined by spaces.
    `detail` says that only the pieces that matter are drawn.
    """

    setup: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    played: str = ""
    detail: bool = False


@dataclass(frozen=True)
class Move:
    """One step of an example: actions in notation ("" only points at things), and what to see.

    `marks` puts signs on points, `numbers` texts; `forbidden` shows an action that is refused, a
    pair of points and the key of the refusal; `claims` are what a test checks afterwards: names of
    the game's tally, "winners", "reason", "margin", "phase", "seat", "legal".
    """

    text: str
    note: str
    marks: Mapping[Point, str] = field(default_factory=dict)
    numbers: Mapping[Point, str] = field(default_factory=dict)
    forbidden: tuple[Point, ...] = ()
    why: str = ""
    groups: bool = False
    claims: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Example:
    """A position and what happens there.  `note` is read before the first step.

    `strip` shows what the game has below the board, where its book has a `Strip`.
    """

    position: ExamplePosition
    note: str
    moves: tuple[Move, ...] = ()
    marks: Mapping[Point, str] = field(default_factory=dict)
    numbers: Mapping[Point, str] = field(default_factory=dict)
    groups: bool = False
    strip: bool = False


@dataclass(frozen=True)
class Task:
    """A task for the reader; `goal` names a check of `tasks.GOALS` with its argument ("train:3").

    `solution` reaches the goal; `wrong` are attempts with the keys of their refusals.
    """

    position: ExamplePosition
    prompt: str
    goal: str
    solution: str
    praise: str
    wrong: tuple[tuple[tuple[Point, ...], str], ...] = ()
    groups: bool = False
    marks: Mapping[Point, str] = field(default_factory=dict)


@dataclass(frozen=True)
class BuildingPuzzle:
    """A puzzle in which the reader builds a position; `kind` names its `PuzzleBuilder`.

    `setups` are the boards to choose from.
    """

    kind: str
    prompt: str
    setups: tuple[str, ...]


@dataclass(frozen=True)
class RulebookPage:
    """One page: a title, paragraphs, and an example, a task or a puzzle on the live board."""

    key: str
    title: str
    words: tuple[Paragraph, ...]
    shows: Example | Task | BuildingPuzzle
