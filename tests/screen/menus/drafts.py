"""Drafts of new matches for tests: seats, clock and options named side by side, as kept."""

from __future__ import annotations

from typing import Any

from game.screen.menus.match_draft import MatchDraft


def drafted(game: str = "more-or-less", **chosen: Any) -> MatchDraft:
    """A draft with these choices; those the game does not have are an error."""
    draft = MatchDraft.new(game)
    for name, value in chosen.items():
        owner = draft if hasattr(draft, name) else draft.options
        assert hasattr(owner, name), name
        setattr(owner, name, value)
    return draft
