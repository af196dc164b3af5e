"""Changes: what a control or a scene asks for when it has been used.

Controls know these two; what leads from scene to scene is in `game/screen/app/scene.py`.
"""

from __future__ import annotations

from dataclasses import dataclass


class Change:
    """What is asked for; None instead of it means that the event was not used."""


@dataclass(frozen=True)
class Stay(Change):
    """Nothing changes, but the event was used."""


STAY = Stay()
