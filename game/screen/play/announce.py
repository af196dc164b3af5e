"""What is said aloud, as toasts: who begins, rounds, phases, sides that are home, the limit."""

from __future__ import annotations

from typing import Any

from game.i18n import _, ngettext
from game.rules.events import Event, PhaseChanged, RoundEnded, SideHome, TurnEnded
from game.screen.play.notices import limit_warning
from game.table.history import Feed, Played


def announce(scene: Any, feed: Feed) -> None:
    """Say what the changes of the match since the last frame are worth saying."""
    for change in feed.drain():
        if isinstance(change, Played) and not scene.match.over:
            for event in change.entry.events:
                text = words(scene, event)
                if text:
                    scene.desk.toast(text, "good", "info")
            limit = limit_warning(scene.match, change.entry.after)
            if limit and any(isinstance(event, TurnEnded) for event in change.entry.events):
                scene.desk.toast(limit, "info", "clock")


def words(scene: Any, event: Event) -> str:
    """The sentence of an event; "" for most."""
    if isinstance(event, RoundEnded) and event.number == 1:
        name = scene.spec.seats[event.seat].name or scene.panel.seat_name(event.seat)
        text = ngettext(
            "Round 1: {name} made {n} group as MORE. Now the roles change.",
            "Round 1: {name} made {n} groups as MORE. Now the roles change.",
            event.groups,
        )
        return text.format(name=name, n=event.groups)
    if isinstance(event, SideHome):
        return _home(event.seats[0] % 2 == 0, event.spent)
    if isinstance(event, PhaseChanged):
        return {
            "movement": _("All counters lie: now they jump."),
            "open": _("The open phase: one stone on any empty cell."),
        }.get(event.phase, "")
    return ""


def _home(white: bool, moves: int) -> str:
    """White and Black apart: other languages bend the sentence for each."""
    if white:
        text = ngettext("White is home with {n} move.", "White is home with {n} moves.", moves)
    else:
        text = ngettext("Black is home with {n} move.", "Black is home with {n} moves.", moves)
    return text.format(n=moves)
