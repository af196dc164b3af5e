"""Drafts of new matches for tests, made from seats, clock and options in one call."""

from __future__ import annotations

from typing import Any, TypeVar

from game.screen.menus.match_draft import MatchDraft
from game.screen.plugin.options import MatchOptions

Options = TypeVar("Options", bound=MatchOptions)


def drafted(game: str = "more-or-less", **chosen: Any) -> MatchDraft:
    """Return a draft with these choices; fail if the game lacks one of them."""
    draft = MatchDraft.new(game)
    for name, value in chosen.items():
        owner = draft if hasattr(draft, name) else draft.options
        assert hasattr(owner, name), name
        setattr(owner, name, value)
    return draft


def options_of(draft: MatchDraft, kind: type[Options]) -> Options:
    """Return the options of a draft, which must be of this kind."""
    assert isinstance(draft.options, kind)
    return draft.options
