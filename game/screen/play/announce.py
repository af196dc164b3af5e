"""What is said aloud, as toasts, when a match takes a turn: rounds, phases, sides that are home."""

from __future__ import annotations

from typing import Any

from game.i18n import _
from game.rules.events import Event, PhaseChanged, RoundEnded, SideHome
from game.table.history import Feed, Played


def announce(scene: Any, feed: Feed) -> None:
    """Say what the changes of the match since the last frame are worth saying."""
    for change in feed.drain():
        if isinstance(change, Played) and not scene.match.over:
            for event in change.entry.events:
                text = words(scene, event)
                if text:
                    scene.desk.toast(text, "good", "info")


def words(scene: Any, event: Event) -> str:
    """The sentence of an event; "" for most."""
    if isinstance(event, RoundEnded) and event.number == 1:
        name = scene.spec.seats[event.seat].name or scene.panel.seat_name(event.seat)
        text = _("Round 1: {name} made {n} groups as MORE. Now the roles change.")
        return text.format(name=name, n=event.groups)
    if isinstance(event, SideHome):
        white = event.seats[0] % 2 == 0
        text = _("White is home with {n} moves.") if white else _("Black is home with {n} moves.")
        return text.format(n=event.spent)
    if isinstance(event, PhaseChanged):
        return {
            "movement": _("All counters lie: now they jump."),
            "open": _("The open phase: one stone on any empty cell."),
        }.get(event.phase, "")
    return ""
