"""A guided first game of Multiplicity: bound and free stones, then the product.  Data only."""

from __future__ import annotations

from game.platform.i18n import N_
from game.screen.plugin.lesson import Lesson, LessonStep, WantedAction

# A turn of one of these alone: where no free stone can follow, the open phase begins.
ALONE = (
    *("c5", "d4", "c4", "d1", "d2", "c2", "c3", "e1", "e2"),
    *("e3", "a3", "a4", "a5", "b2", "b4", "b5", "c1", "d3"),
)
RESTRICTED, OPEN = WantedAction(phase="restricted"), WantedAction(phase="open", raises="white")

LESSON = Lesson(
    "multiplicity size=3",
    (
        LessonStep(
            N_("You are White. Put your first stone on the lit cell."),
            N_("Black answers with two stones. So will you from now on."),
            WantedAction(("b3",)),
            reply=("b4,d1",),
        ),
        LessonStep(
            N_("The first of your two is bound: beside the stone Black laid last."),
            "",
            RESTRICTED,
        ),
        LessonStep(
            N_("The second is free: it may not touch any stone."),
            N_("A free stone begins a group. But soon there is no room for any."),
            RESTRICTED,
            reply=ALONE,
        ),
        LessonStep(N_("Once more: the bound stone, beside Black's last."), "", RESTRICTED),
        LessonStep(
            N_("And a free one."),
            N_("Look how the room for free stones shrinks."),
            RESTRICTED,
            reply=ALONE,
        ),
        LessonStep(
            N_("No free stone fits any more: now one stone a turn, anywhere. Enlarge a group."),
            N_("The sizes of your groups are multiplied: that is your score."),
            OPEN,
            N_("That works too, but first make one of your own groups larger."),
        ),
        LessonStep(
            N_("And again: the number at the stone shows what it makes of your product."),
            N_("Several medium-sized groups beat one large one: 3 × 3 is more than 6."),
            OPEN,
            also=N_(
                "That works too: it takes a cell from Black. Medium-sized groups multiply best."
            ),
        ),
    ),
)
