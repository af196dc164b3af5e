"""Drafts of new matches for tests: seats, clock and options named side by side, as kept."""

from __future__ import annotations

from typing import Any, TypeVar

from game.screen.menus.match_draft import MatchDraft
from game.screen.plugin.options import MatchOptions

Options = TypeVar("Options", bound=MatchOptions)


def drafted(game: str = "more-or-less", **chosen: Any) -> MatchDraft:
    """A draft with these choices; those the game does not have are an error."""
    draft = MatchDraft.new(game)
    for name, value in chosen.items():
        owner = draft if hasattr(draft, name) else draft.options
        assert hasattr(owner, name), name
        setattr(owner, name, value)
    return draft


def options_of(draft: MatchDraft, kind: type[Options]) -> Options:
    """The options of a draft, which are those of its game."""
    assert isinstance(draft.options, kind)
    return draft.options
