"""The book of Libra: its pages, positions laid by hand, groups counted through."""

from __future__ import annotations

from collections.abc import Sequence

from game.games.libra import rules
from game.games.libra.screen.groups_bench import GroupsBench
from game.games.libra.screen.positions import lay
from game.platform.i18n import _, ngettext
from game.rules import Game, State
from game.rules.groups import Group
from game.screen.plugin.rulebook import (
    Attempt,
    Pieces,
    Refusal,
    Rulebook,
)

# The page of the rules that explains each refusal.
EXPLAINED = {"bidding": "bid", "blocked": "board", "taken": "turn"}


def refuse(game: Game, state: State, points: Attempt) -> Refusal:
    if state[rules.BIDDING]:
        return Refusal("bidding", _("Stones come after the bids: bid first, or pass."))
    piece = game.pieces(state).get(points[-1])
    if piece is not None and piece.colour == "grey":
        return Refusal("blocked", _("A grey counter blocks {point}.").format(point=points[-1]))
    return Refusal("taken", _("{point} is taken.").format(point=points[-1]))


def figures(game: Game, state: State, detail: bool) -> str:
    """The groups that lie; nothing while the roles are not known."""
    tally = game.tally(state)
    groups = tally["groups"]
    if tally["more"] < 0:
        return ""
    return ngettext("{count} group on the board.", "{count} groups on the board.", groups).format(
        count=groups
    )


def labels(groups: Sequence[Group], pieces: Pieces) -> dict[Group, str]:
    """Numbers: the white groups first, then the black ones."""
    order = ("white", "black")
    counted = sorted(groups, key=lambda group: order.index(pieces[min(group)].colour))
    return {group: str(number) for number, group in enumerate(counted, start=1)}


BOOK = Rulebook(
    lay=lay,
    refuse=refuse,
    figures=figures,
    labels=labels,
    explained=EXPLAINED,
    benches={"groups": GroupsBench},
)
