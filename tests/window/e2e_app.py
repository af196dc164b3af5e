"""Runs the real program for tests that drive its window, and reports what it shows.

    python -m tests.window.e2e_app PROBE [arguments of main.py]

After every frame that changed something, it writes to the file PROBE: the scene on top, the places
of its controls and of the board's points, and the state of the match. Input comes only from
outside. The probe also counts the keys and clicks received, so that a test can wait for each of
them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

import pygame

from game.cli import main
from game.engine.protocol import restarting_player
from game.rules.registry import parse_setup
from game.rules.topology import Point, Topology
from game.screen.app.app import App
from game.screen.boards import BoardView
from tests.window.virtual_pads import VARIABLE, VirtualPads

# The environment variable with the seconds after which an engine counts as hanging.
GRACE = "E2E_ANSWER_GRACE_S"


class Ears:
    """Counts the input events from the system before the program handles them."""

    keys = 0
    clicks = 0
    pads = 0
    held: ClassVar[set[int]] = set()

    @classmethod
    def hear(cls, event: Any) -> None:
        kind = getattr(event, "type", None)
        if kind == pygame.KEYDOWN:
            # Keys are known by scancode, because their names may change with the layout before the
            # release.
            cls.keys += event.scancode not in cls.held  # repeats of a held key do not count
            cls.held.add(event.scancode)
        elif kind == pygame.KEYUP:
            cls.held.discard(event.scancode)
        elif kind == pygame.MOUSEBUTTONUP:
            cls.clicks += 1
        elif kind == pygame.CONTROLLERBUTTONUP:
            cls.pads += 1


def look(app: App) -> dict[str, Any]:
    """Return what a person sees, as data."""
    scene = app.scene
    kind: Any = getattr(scene, "kind", None)
    named = getattr(kind, "name", "play") != "play"  # an ordinary match has no named kind
    found: dict[str, Any] = {
        "scene": type(kind if named else scene).__name__,
        "heard": Ears.keys,
        "clicked": Ears.clicks,
        "padded": Ears.pads,
        "depth": len(app.stack),
        "size": list(app.window.size),
        "zoom": app.window.zoom,
        "language": app.settings.language,
        "own": sorted(app.theme.own),  # games that have custom boards and pieces
        "toasts": len(getattr(app.toasts, "shown", getattr(app.toasts, "toasts", []))),
        "mode": getattr(scene, "mode", ""),
        "moving": app.between_scenes,
        "seconds": round(app.now),  # by the program's own clock
        "told": [toast.text for toast in app.toasts.live],
        "widgets": {},
        "values": {},
        "steppers": [],
        "amber": [],  # enabled main buttons
        "explained": [],  # places in the column that have a tip, and the tips
    }
    form = getattr(scene, "form", None)
    if form is not None:
        for widget in form.widgets:
            if widget.visible:
                found["widgets"][widget.name] = [*widget.rect, widget.enabled]
                options = [option.value for option in getattr(widget, "options", [])]
                if hasattr(widget, "values"):
                    found["steppers"].append(widget.name)
                    options = widget.values
                hint = getattr(widget, "hint", None)
                label = getattr(hint, "label", None) or getattr(widget, "text", None)
                value = getattr(widget, "value", label)
                found["values"][widget.name] = [value, options]
                if getattr(widget, "kind", "") == "main" and widget.enabled:
                    found["amber"].append(widget.name)
                if widget.name == "explanation":
                    found["explained"].append([*widget.rect, widget.tip])
        found["focused"] = form.focused.name if form.focused is not None else ""
    # Compares the name, so that the class is not imported too early.
    if found["scene"] == "PhonesScene":
        found["link"] = getattr(scene, "link", "")
    match = getattr(scene, "match", None)
    if match is not None and hasattr(scene, "playback"):
        found |= look_at_match(scene, match)
    view: Any = getattr(scene, "view", None)
    if hasattr(scene, "digits") and view is not None:
        found["digits"] = scene.digits
        game = parse_setup(f"less walls={scene.digits}")
        found["edges"] = {
            f"{a}-{b}": [round((p + q) / 2) for p, q in zip(view.position(a), view.position(b))]
            for a in game.topology.points
            for b in game.topology.neighbours[a]
        }
    return found


def look_at_match(scene: Any, match: Any) -> dict[str, Any]:
    hand, board = scene.hand, scene.board
    kind: Any = getattr(scene, "kind", None)
    leading = getattr(kind, "leading", False)
    return {
        "setup": match.game.setup,
        "turns": [turn.text for turn in match.turns],
        "entries": len(match.entries),
        "actions": [entry.text for entry in match.entries[-4:]],
        "state": list(match.state),
        "over": match.over,
        "enabled": hand.enabled,
        "moving": scene.playback.moving,
        "source": hand.source,
        "cursor": hand.cursor,
        "keys": hand.mode.value == "keys",
        "colour": hand.colour,
        "bid": hand.bid,
        "said": _said(scene),
        "notes": [card.note for card in scene.cards()] if hasattr(scene, "cards") else [],
        "clock": [round(match.clock.remaining(seat, scene.services.now) or 0) for seat in (0, 1)],
        "study": _study(scene),
        "wanted": [action.text for action in getattr(kind, "wanted", ())],
        "leading": leading,
        "guide": kind.card.words if leading else "",
        "lit": list(board.overlay.hints),
        "arrows": [[arrow.source, arrow.target] for arrow in board.overlay.arrows],
        "cheers": getattr(kind, "cheers", False),
        "points": Places.of(board.view, match.game.topology),
    }


class Places:
    """The places of a board's points, computed again only if the board has moved."""

    view: BoardView | None = None
    topleft = (0, 0)
    points: ClassVar[dict[Point, list[int]]] = {}

    @classmethod
    def of(cls, view: BoardView, topology: Topology) -> dict[Point, list[int]]:
        if (view, view.topleft) != (cls.view, cls.topleft):
            cls.view, cls.topleft = view, view.topleft
            cls.points = {p: [round(x) for x in view.position(p)] for p in topology.points}
        return cls.points


def _study(scene: Any) -> dict[str, Any]:
    """Return the position shown in a review, and what was added to the game."""
    study = getattr(scene, "study", None)
    if study is None:
        return {}
    turns = [turn.text for turn in study.tree.turns(study.tree.line(study.at))]
    return {
        "at": study.here,
        "nodes": len(study.tree),
        "line": turns,
        "comment": study.note.comment,
        "marks": dict(study.note.marks),
        "arrows": [[*ends, kind] for ends, kind in study.note.arrows.items()],
        "pen": scene.drawing.pen.kind if scene.drawing.pen.on else "",
    }


def _said(scene: Any) -> str:
    """Return the text of the note at a point of the board."""
    note = getattr(getattr(scene, "hints", None), "note", None)
    return note.text if note is not None else ""


def watch(path: str) -> None:
    """Write the probe after every frame."""
    frame = App.frame
    last = ""
    pads = VirtualPads(Path(os.environ[VARIABLE])) if VARIABLE in os.environ else None

    def looked_at(self: App, dt: float, events: Iterable[Any] = ()) -> bool:
        nonlocal last
        if pads is not None:
            pads.obey()
        for event in events:
            Ears.hear(event)
        running = frame(self, dt, events)
        if self.running and self.stack:
            text = json.dumps(look(self), default=str)
            if text != last:
                last = text
                with open(path + ".new", "w") as file:
                    file.write(text)
                os.replace(path + ".new", path)
        return running

    App.frame = looked_at  # type: ignore[method-assign]


if __name__ == "__main__":
    watch(sys.argv[1])
    if GRACE in os.environ:
        restarting_player.ANSWER_GRACE_S = float(os.environ[GRACE])
    sys.exit(main(sys.argv[2:]))
