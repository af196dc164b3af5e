"""A guided first game of Libra: the choice of a colour, groups, a guard.  Data only."""

from __future__ import annotations

from game.platform.i18n import N_
from game.screen.plugin.lesson import Lesson, LessonStep, WantedAction

LESSON = Lesson(
    "libra size=3 mode=duel",
    (
        LessonStep(
            N_("You are MORE: make many groups. Choose black and put it beside the white stone."),
            N_("Two colours, two groups. White would have joined the white one."),
            WantedAction(("Bc4",)),
            N_("Take a black stone: switch the colour first."),
            reply=("Wc2",),
        ),
        LessonStep(
            N_("LESS has joined white to white. Put another black stone, apart from the first."),
            N_("Three groups: one white, two black."),
            WantedAction(("Be2",)),
            N_("Not yet: first a black stone on the lit cell."),
            reply=("Wb3",),
        ),
        LessonStep(
            N_("One black stone on the lit cell would join your two. Put white there instead."),
            N_("Saved. Choosing the colour is the whole art."),
            WantedAction(("Wd3",)),
            N_("Put a white stone on the lit cell: black would join your groups."),
            reply=("Wb2", "Wb4"),
        ),
        LessonStep(
            N_("Now you choose: a stone, white or black, that touches none of its colour."),
            N_("One more group."),
            WantedAction(raises="groups"),
            N_("That stone touches its own colour and joins it. Find one that stands alone."),
            reply=("Wb4", "Wa3", "Bd4", "Bb5"),
        ),
        LessonStep(
            N_("Once more: the number at the stone tells what it does. Find another +1."),
            N_("Well done. When the board is full you change roles."),
            WantedAction(raises="groups"),
            also=N_("That works too: it guards. When the board is full you change roles."),
        ),
    ),
    person=1,
    opening="Wc3",
)
