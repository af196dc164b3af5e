"""Libra in the rulebook: positions of examples, figures, refusals, numbers on groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.games.libra import rules
from game.games.libra.rules import Libra
from game.games.libra.screen.groups_builder import GroupsBuilder
from game.platform.i18n import _, ngettext
from game.rules import Game, State
from game.rules.groups import Group
from game.rules.kernel import SEAT
from game.screen.plugin.rulebook import (
    Attempt,
    Pieces,
    Refusal,
    Rulebook,
)


def lay(game: Game, fields: Mapping[str, Any]) -> State:
    """Return the position of an example.

    Fields: `white` and `black`, cells; `seat`, to move; `more`, the seat of MORE; `aim`, groups
    wanted; `round`; `first`, groups of round one.
    """
    assert isinstance(game, Libra)
    state = list(game.start())
    for colour, name in ((rules.WHITE, "white"), (rules.BLACK, "black")):
        for point in fields.get(name, "").split():
            state[rules.BOARD + game.topology.index[point]] = colour
            state[rules.EMPTY] -= 1
    state[rules.BIDDING] = 0
    state[rules.AIM] = fields.get("aim", state[rules.AIM])
    state[rules.MORE_SEAT] = fields.get("more", 1)
    state[rules.ROUND] = fields.get("round", 1)
    state[rules.FIRST] = fields.get("first", 0)
    state[SEAT] = fields.get("seat", 0)
    return tuple(state)


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
    """Return the number of groups in words, "" while the roles are not known."""
    tally = game.tally(state)
    groups = tally["groups"]
    if tally["more"] < 0:
        return ""
    return ngettext("{count} group on the board.", "{count} groups on the board.", groups).format(
        count=groups
    )


def labels(groups: Sequence[Group], pieces: Pieces) -> dict[Group, str]:
    """Return a number for each group, the white groups first, then the black ones."""
    order = ("white", "black")
    counted = sorted(groups, key=lambda group: order.index(pieces[min(group)].colour))
    return {group: str(number) for number, group in enumerate(counted, start=1)}


RULEBOOK = Rulebook(
    lay=lay,
    refuse=refuse,
    figures=figures,
    labels=labels,
    explained=EXPLAINED,
    builders={"groups": GroupsBuilder},
)
