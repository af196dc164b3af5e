"""A guided first game of Less: a step, a leap, a wall.  Data only."""

from __future__ import annotations

from game.games.less.screen.sample import SAMPLE
from game.platform.i18n import N_
from game.screen.plugin.lesson import (
    ANYTHING,
    Lesson,
    LessonStep,
    WantedAction,
)

LESSON = Lesson(
    SAMPLE,
    (
        LessonStep(
            N_("You are White. Your goal is the corner at the top left. Step with the lit piece."),
            N_("A step is one move. You have three in a turn."),
            WantedAction(("e1-d1",)),
        ),
        LessonStep(
            N_("Now leap: the lit piece goes over its neighbour."),
            N_("Two squares for one move. Over Black's pieces, too."),
            WantedAction(("f2-d2",)),
        ),
        LessonStep(
            N_("One move is left. Make it with any piece."),
            N_("Now Black makes three moves."),
            ANYTHING,
            whole_turn=True,
            reply=("a5-c5,b5-d5,b6-b5", "a5-a4,a6-a5,b5-b4"),
        ),
        LessonStep(
            N_("The dark bars are walls. Climb over one: that costs two moves."),
            N_("Two moves for one square: often it is shorter to go round."),
            WantedAction(kinds=("step",), cost=2),
        ),
        LessonStep(
            N_("Use your last move as you like."),
            N_("Black comes towards you: neighbours to leap over."),
            ANYTHING,
            whole_turn=True,
            reply=("c5-c4,c4-c3,d5-c5", "c5-c4,d5-c5,b5-b4"),
        ),
        LessonStep(
            N_("Now find a leap yourself: over any piece, but never over a wall."),
            N_("Well spotted. Two leaps in a row are worth four steps."),
            WantedAction(kinds=("leap",)),
            N_("That works too, but first find a leap."),
        ),
        LessonStep(
            N_("Finish the turn as you like."),
            N_("Whoever needs fewer moves to bring all four home wins."),
            ANYTHING,
            whole_turn=True,
        ),
    ),
)
