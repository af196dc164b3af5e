"""Other ways to make the same turn: two pieces in the air at once, or pieces that are slid along.

A hand of `tools.rig.clumsy` lifts one piece and sets it down before it lifts the next.  These
hands rearrange its gestures; position, pieces and order of the lifts stay as they were.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from game.rules.base import Action, State
from hardware.tracking.sensor_image import EMPTY
from tools.rig.clumsy import (
    ClumsyHand,
    Gesture,
    Put,
    Wait,
)

OVERLAP_S = (0.01, 0.1)  # seconds for which a slid piece covers both points


class TwoHanded(ClumsyHand):
    """Lifts the piece of the next step before it sets down that of this one."""

    def turn(self, state: State, actions: Sequence[Action]) -> list[Gesture]:
        """The gestures of a turn, lifted two by two where that may be."""
        return lifted_in_pairs(super().turn(state, actions))


class Sliding(ClumsyHand):
    """Slides every piece: the target is covered before the source is left."""

    def turn(self, state: State, actions: Sequence[Action]) -> list[Gesture]:
        """The gestures of a turn, every piece slid."""
        return slid(super().turn(state, actions), random.Random(len(actions)))


def lifted_in_pairs(gestures: Sequence[Gesture]) -> list[Gesture]:
    """Lift, set down, lift, set down becomes lift, lift, set down, set down where that may be."""
    out = list(gestures)
    at = 0
    while at + 7 < len(out):
        first, second = _carry(out[at : at + 4]), _carry(out[at + 4 : at + 8])
        if first and second and not set(first) & set(second):
            lift, pause, lay, rest, lift_2, pause_2, lay_2, rest_2 = out[at : at + 8]
            out[at : at + 8] = [lift, pause, lift_2, pause_2, lay, rest, lay_2, rest_2]
            at += 7
        at += 1
    return out


def slid(gestures: Sequence[Gesture], rng: random.Random) -> list[Gesture]:
    """Lift, wait, set down becomes set down, a moment, lift."""
    out = list(gestures)
    for at in range(len(out) - 3):
        if _carry(out[at : at + 4]):
            lift, _pause, lay = out[at : at + 3]
            out[at : at + 3] = [lay, Wait(rng.uniform(*OVERLAP_S)), lift]
    return out


def _carry(gestures: Sequence[Gesture]) -> tuple[str, str] | None:
    """Source and target of a piece that these gestures lift, set down elsewhere and let go."""
    match gestures:
        case [Put(source, 0), Wait(), Put(target, face), Wait()]:
            return (source, target) if face != EMPTY and source != target else None
    return None
