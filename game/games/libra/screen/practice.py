"""Libra: advice for both roles, things to try, the puzzle.  Words of our own; data only."""

from __future__ import annotations

from game.games.libra.rules import LARGEST, SMALLEST
from game.games.libra.screen.pages import lying
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
    tip,
)

CORRIDOR = "d2 d3 d4 d5 d6 d7 d8 d9 f1 f2 f3 f4 f5 f6 f7 f8"

PAGES = (
    RulebookPage(
        "more",
        N_("Playing MORE"),
        (
            tip(
                N_(
                    "Play more than twice as many stones of one colour as of the"
                    " other: then there is room for many small groups between them."
                )
            ),
            tip(
                N_(
                    "Build corridors with walls of one colour and divide them into rooms"
                    " of two cells or more. However LESS answers, you can still set a"
                    " group into each room."
                )
            ),
        ),
        Example(
            lying(CORRIDOR, "a6 i3", seat=1),
            N_("White walls have made a corridor along the middle column."),
            (
                Move("We3", N_("MORE puts up a partition, and another one later.")),
                Move("Wh4", N_("LESS plays elsewhere.")),
                Move(
                    "We6",
                    N_("Three rooms: below, in the middle, above."),
                    numbers={
                        "e1": "1",
                        "e2": "1",
                        "e4": "2",
                        "e5": "2",
                        "e7": "3",
                        "e8": "3",
                        "e9": "3",
                    },
                ),
                Move("We4", N_("LESS fills one cell of a room with white ...")),
                Move("Be5", N_("... and MORE puts a black group into the other."), groups=True),
            ),
        ),
    ),
    RulebookPage(
        "trees",
        N_("MORE: trees"),
        (
            tip(
                N_(
                    "Let the stones of one colour branch like a tree. It is a"
                    " single group, but its branches cut the board into many"
                    " areas, and each of them can become a group."
                )
            ),
        ),
        Example(
            lying("e1 e2 e3 e4 e5 e6 e7 d5 c6 b7 f4 g3 h2 d8 c9 f7 g6", "d4 f6 b9 h5 d7", seat=1),
            N_("White's tree: one trunk, branches to both sides."),
            (
                Move(
                    "Bf3",
                    N_(
                        "Black stones between the branches cannot reach each other: every"
                        " one is a group."
                    ),
                    groups=True,
                ),
            ),
            groups=True,
        ),
    ),
    RulebookPage(
        "less",
        N_("Playing LESS"),
        (
            tip(
                N_(
                    "Keep the colours about equal in number: then neither leaves room for"
                    " many groups of the other."
                )
            ),
            tip(
                N_(
                    "Look for corridors, above all along the border and in corners, and"
                    " fill them with the colour of their walls before they are divided."
                )
            ),
            tip(
                N_(
                    "Think before you join two groups: the stone that joins them may cut"
                    " two others apart."
                )
            ),
        ),
        Example(
            lying(CORRIDOR, "a6 i3", seat=0),
            N_("The same corridor, but LESS is to move."),
            (
                Move(
                    "We5",
                    N_("LESS fills it with the colour of the walls. Two halves are left ..."),
                    groups=True,
                ),
                Move("Be3", N_("... and MORE can only make one group in each."), groups=True),
            ),
        ),
    ),
    RulebookPage(
        "careful",
        N_("LESS: joining can split"),
        (tip(N_("Joining is not always a gain. Look at what lay connected before.")),),
        Example(
            lying("d5 f5", "e4 e6 d7 f3"),
            N_("Two single white stones, and two black groups that could meet on e5."),
            (
                Move(
                    "We5",
                    N_(
                        "White is joined: one group fewer. But now the black groups will"
                        " never meet here."
                    ),
                    groups=True,
                    claims={"groups": 3},
                ),
            ),
            groups=True,
        ),
    ),
    RulebookPage(
        "try-more",
        N_("Try it: one more group"),
        (
            rule(
                N_(
                    "Choose the colour with the round arrow, its key or the right"
                    " mouse button, then a cell."
                )
            ),
        ),
        Task(
            lying("d5 d6 e6 f5", "e5 c5 f6 g4", seat=1),
            N_("MORE: place a stone so that there are six groups."),
            "groups:6",
            "Wc8",
            N_("A new group."),
            ((("e5",), "taken"),),
            groups=True,
        ),
    ),
    RulebookPage(
        "try-less",
        N_("Try it: one group fewer"),
        (rule(N_("One stone can join three groups at once.")),),
        Task(
            lying("d6 f5 e4 c4 h3", "e6 d5", seat=0),
            N_("LESS: leave five groups or fewer with one stone."),
            "groups:-5",
            "We5",
            N_("Three white groups have become one."),
            ((("e6",), "taken"),),
            groups=True,
        ),
    ),
    RulebookPage(
        "puzzle",
        N_("A puzzle: how many groups?"),
        (
            rule(
                N_(
                    "The published rules end with a question: how many groups can be made"
                    " at most on a board of a given size?"
                )
            ),
            ours(
                N_(
                    "Fill the board and watch the number. When it is full you are told how"
                    " many are possible. That is known, and proved, for every side."
                )
            ),
            ours(
                N_(
                    "Grey counters block cells. What is possible on your own board is then"
                    " worked out while you fill it."
                )
            ),
        ),
        BuildingPuzzle(
            "groups",
            N_("Fill the board with white and black stones. How many groups can you make?"),
            tuple(
                f"libra size={size} mode=target target=1" for size in range(SMALLEST, LARGEST + 1)
            ),
        ),
    ),
    RulebookPage(
        "notation",
        N_("How turns are written"),
        (
            ours(
                N_(
                    "W or B and the cell: We5 is a white stone on e5, Be5 a black one."
                    " Columns are letters from the left, numbers count upwards. Bids are"
                    " written bid12, and pass."
                )
            ),
        ),
        Example(
            ExamplePosition("libra size=5 mode=target target=10"),
            N_("LESS begins."),
            (Move("Wc4", N_("Written Wc4.")), Move("Bh3", N_("Written Bh3."))),
        ),
    ),
)
