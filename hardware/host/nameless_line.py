"""Sentences on what is wrong with a line that has no name, as in a browser."""

from __future__ import annotations

from game.platform.i18n import _


def explain_loss() -> str:
    """Explain that the line has gone."""
    return _("The board is not there. Plug it in again, and the match goes on")


def explain_silence() -> str:
    """Explain that a board that has talked before sends nothing more."""
    return _("The board is silent. Is it powered?")


def no_board() -> str:
    """Explain that the device that answers is not a board."""
    return _("This does not answer like a board. Is it another device, or has it no firmware?")


def another_board() -> str:
    """Explain that another board answers."""
    return _("This is another board than the one that was used")
