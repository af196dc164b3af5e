"""Sound cues of the choreography."""

from __future__ import annotations

from collections.abc import Iterable

from game.screen.animation.choreography import SoundCue
from game.screen.app.scene import AppServices

# Cues that have no sound of their own name.
SOUNDS = {
    "sweep": "slide",
    "round": "chime",
    "bid": "button",
    "pass": "turn",
    "home": "chime",
    "phase": "chime",
}


def play(desk: AppServices, cues: Iterable[SoundCue], stone: bool = False) -> None:
    """Play cues; `stone` says that what is placed is a stone.  Hops rise in pitch."""
    for cue in cues:
        name = "stone" if stone and cue.name == "place" else SOUNDS.get(cue.name, cue.name)
        desk.sound(name, step=max(1, cue.step + (cue.name in ("land", "lift"))))
