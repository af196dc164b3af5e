"""What the parts of a play scene may ask of it: one object, with every callback by its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.rules.base import Action
from game.rules.proposals import Proposal
from game.screen.app.scene import Change


@dataclass(frozen=True, kw_only=True)
class PlayActions:
    """The interface between a play scene and its parts.

    A part is given this instead of the scene.  What is different in a puzzle or a lesson is said by
    the `PlayKind` that the scene asks.
    """

    # Propose something of a person at the screen to the match; None puts away what is shown.
    propose: Callable[[Action | Proposal | None], Change]
    # Return what a person at the screen may do now.
    choices: Callable[[], list[Action]]
    # Ask for "hint", "line" or "threats", show the "evaluation" or "replay" the last turn.
    get_help: Callable[[str], None]
    # Accept the turn that waits.
    confirm_turn: Callable[[], Change]
    # Open the result of the match.
    open_result: Callable[[], Change]
    # Open the review of the match.
    open_review: Callable[[], Change]
    # Open the ways the engine can help.
    open_help: Callable[[], Change]
    # Bring everything in line with what is shown.
    refresh: Callable[[], None]
    # Bring panel and signs on the board in line.
    follow: Callable[[], None]
    # Say what the buttons do now.
    label_buttons: Callable[[], None]
    # Follow a person who aims elsewhere.
    choice_changed: Callable[[], None]
    # Lay everything out anew.
    resize: Callable[[], None]
