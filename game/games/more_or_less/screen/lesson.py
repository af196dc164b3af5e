"""A guided first game of More or Less: jumps, a train of five, a slide.  Data only."""

from __future__ import annotations

from game.games.more_or_less.rules import MoreOrLess
from game.platform.i18n import N_
from game.screen.plugin.lesson import Lesson, LessonStep, WantedAction


def hop(action: str, say: str, answer: str = "", first: str = "", reply: str = "") -> LessonStep:
    """One jump, slide or stop that is asked for."""
    return LessonStep(say, answer, WantedAction((action,)), first, reply=(reply,) if reply else ())


LESSON = Lesson(
    MoreOrLess.key,
    (
        hop(
            "b6>b1",
            N_("You are Green. Take the lit counter and jump over the black one beside it."),
            N_("It has turned over: now it is green, and yours."),
        ),
        hop("b1>c3", N_("The same counter can jump again. Go over the next black one.")),
        hop(
            ".",
            N_("Two turned in one turn: a train. Going on would turn one back. Press “Stop here”."),
            N_("14 of the 25 are green. Now Black answers."),
            N_("That would turn one of yours black again. Stop here."),
            "d6>b5,.",
        ),
        hop(
            "a1>d7", N_("Black has turned one back. Now jump from the centre: a long train waits.")
        ),
        hop("d7>b6", N_("One. Every jump may take a new direction. On to the light.")),
        hop("b6>d5", N_("Two. Go on.")),
        hop("d5>a1", N_("Three. Back to the centre: a train may cross its own path.")),
        hop(
            "a1>d8",
            N_("Four. One more."),
            N_("Five in one turn: 18 counters are green. With 19 you win."),
            reply="c9>e15,e15>f7,.",
        ),
        hop(
            "g1~g17",
            N_("Black has trains, too. Now slide: the lit counter runs along its line."),
            N_("A slide ends beside a counter."),
        ),
        hop(
            "g17>d9",
            N_("And from there it jumps, just once."),
            N_("One more is yours. And mind the other way to win: with fewer than 7."),
        ),
    ),
    person=1,
    placement=179,
)
