"""More or Less: freedom and its limits, advice, things to try, a puzzle.  Words of our own."""

from __future__ import annotations

from game.games.more_or_less.rules import MoreOrLess
from game.games.more_or_less.screen.pages import NEARLY_LESS, TRAIN, detail
from game.games.more_or_less.screen.stuck import GREENS, PROMPTS
from game.platform.i18n import N_
from game.screen.plugin.pages import (
    BuildingPuzzle,
    Example,
    ExamplePosition,
    Move,
    RulebookPage,
    Task,
    ours,
    rule,
    settled,
    tip,
)

PAGES = (
    RulebookPage(
        "compulsion",
        N_("Must you jump?"),
        (
            rule(
                N_(
                    "Unlike in draughts, no jump is compulsory. You choose freely among"
                    " all jumps and slides, and you may end a train anywhere, even if it"
                    " could go on."
                )
            ),
            settled(
                N_(
                    "But your turn contains a jump wherever you have one, on its own or"
                    " after a slide. You pass only if you have none. The published text"
                    " says that one is not obliged to jump; we take it to mean: not to"
                    " make any particular jump."
                )
            ),
            settled(
                N_(
                    "If you read that sentence literally, let players pass in a new"
                    " match: then anyone may pass any turn of the second phase. The"
                    " marker moves on all the same."
                )
            ),
        ),
        Example(
            detail("b1 c6", "d1 e16 d8", setup=f"{MoreOrLess.key} pass=free", marks=(4, 4)),
            N_("A match with free passing. Green has two jumps, and slides as well."),
            (
                Move(
                    "",
                    N_("Green might jump over b1. Nobody has to make just that jump."),
                    marks={"d1": "chosen", "b1": "over", "a1": "target"},
                ),
                Move(
                    "pass",
                    N_("With free passing Green may do nothing at all. The marker moves on."),
                    claims={"green": 12, "marker_green": 5, "seat": 0},
                ),
            ),
            strip=True,
        ),
    ),
    RulebookPage(
        "stuck",
        N_("No move at all"),
        (
            rule(N_("It hardly ever happens that a player can neither jump nor slide.")),
            settled(
                N_(
                    "A player without a move passes: the marker goes on, and the"
                    " other player moves."
                )
            ),
            rule(N_("Such positions are a puzzle of their own: try to build one.")),
            ours(N_("Choose which colour is to be stuck, and any board, your own included.")),
        ),
        BuildingPuzzle(
            "stuck",
            PROMPTS[GREENS],
            (
                "more-or-less board=decagon-51",
                "more-or-less board=decagon-71",
                "more-or-less",
            ),
        ),
    ),
    RulebookPage(
        "strategy",
        N_("Good advice"),
        (
            tip(
                N_(
                    "If you are going for more, place counters on the rim: nobody"
                    " can jump over them there."
                )
            ),
            tip(N_("Do not block your own counters, so that you can always choose between moves.")),
            tip(
                N_(
                    "Before you let go, look whether the other player could win at"
                    " once: with one of the possible trains, or with one of the"
                    " possible slides."
                )
            ),
            tip(N_("Keep the number of your counters in your head all the time.")),
            tip(
                N_(
                    "Twelve turns are few. Decide early whether you go for more or"
                    " for less, and what would stop the other player."
                )
            ),
        ),
        Example(
            detail("g1 g3 g19 f5 e12", "e1 e2 f6 e20"),
            N_("The black counters on the rim are safe: behind them there is nothing to land on."),
            (
                Move(
                    "",
                    N_("Behind g1 the lines end, so no counter can jump over it."),
                    marks={"g1": "hint", "g3": "hint", "g19": "hint"},
                    forbidden=("e1", "g1"),
                    why="taken",
                ),
            ),
        ),
    ),
    RulebookPage(
        "try-train",
        N_("Try it: a train"),
        (
            rule(
                N_(
                    "Choose a green counter, then where it goes. Jump three times or"
                    " more in one turn."
                )
            ),
            rule(N_("Whatever you try, you are told whether it is allowed and, if not, why.")),
        ),
        Task(
            ExamplePosition("more-or-less", TRAIN),
            N_("Green: make a train of at least three jumps."),
            "train:3",
            "b2>f2,f2>e5,e5>g7",
            N_("A train! Go on if you like, or stop."),
            ((("d7", "b6"), "foreign"), (("d2", "f2"), "foreign"), (("a1", "b2"), "taken")),
        ),
    ),
    RulebookPage(
        "try-slide",
        N_("Try it: a slide"),
        (
            rule(
                N_(
                    "No green counter can jump from where it stands. Slide one next"
                    " to another counter, then jump."
                )
            ),
        ),
        Task(
            detail("b1 c6", "g1 g18"),
            N_("Green: slide, then jump."),
            "slide",
            "g1~c2,c2>b10",
            N_("A good slide. The turn is over after one jump."),
            ((("g1", "e1"), "slide"), (("g1", "g3"), "rim")),
        ),
    ),
    RulebookPage(
        "try-win",
        N_("Try it: win at once"),
        (rule(N_("Green has eight counters. Six would win.")),),
        Task(
            ExamplePosition("more-or-less", NEARLY_LESS),
            N_("Green: win in this turn."),
            "win",
            "g15>d7,d7>a1,.",
            N_("Six green counters: fewer than 7. You win."),
        ),
    ),
    RulebookPage(
        "notation",
        N_("How turns are written"),
        (
            ours(
                N_(
                    "A placement is the name of the point: d3. A jump is written"
                    " b1>d1, a slide g2~f1 and then its jump. A full stop ends a train"
                    " early; pass is no move. Commas join what belongs to one turn."
                )
            ),
            ours(N_("The list beside the board and saved games use this notation.")),
        ),
        Example(
            detail("b1 c6", "g1 d1 e16"),
            N_("Green is to move."),
            (
                Move("d1>a1,.", N_("d1>a1,. is a jump with which Green stops.")),
                Move(
                    "",
                    N_("g1~c2,c2>b10 would have been a slide with its jump."),
                    marks={"g1": "chosen", "c2": "target", "b10": "target"},
                ),
            ),
        ),
    ),
)
