"""The callbacks that the parts of a play scene may call, gathered in one object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.rules.base import Action
from game.rules.proposals import Proposal
from game.screen.app.scene import Change


@dataclass(frozen=True, kw_only=True)
class PlayActions:
    """The interface between a play scene and its parts.

    A part gets this object instead of the scene. What differs in a puzzle or a lesson is decided by
    the scene's `PlayKind`.
    """

    # Propose a choice made at the screen to the match; None only clears help and returns to the
    # current position.
    propose: Callable[[Action | Proposal | None], Change]
    # Return what a person at the screen may do now.
    choices: Callable[[], list[Action]]
    # Ask for "hint", "line" or "threats", switch the "evaluation", or "replay" the last turn.
    get_help: Callable[[str], None]
    # Accept the turn that waits for confirmation.
    confirm_turn: Callable[[], Change]
    # Open the result of the match.
    open_result: Callable[[], Change]
    # Open the review of the match.
    open_review: Callable[[], Change]
    # Open the menu of the engine's help.
    open_help: Callable[[], Change]
    # Update every part to the position that is shown.
    refresh: Callable[[], None]
    # Update the panel and the signs on the board.
    follow: Callable[[], None]
    # Update the labels of the buttons.
    label_buttons: Callable[[], None]
    # Update what depends on the point that the person aims at.
    choice_changed: Callable[[], None]
    # Redo the whole layout.
    resize: Callable[[], None]
