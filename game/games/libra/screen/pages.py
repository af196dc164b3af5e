"""Libra: the rules, page by page.  Words of our own; data only."""

from __future__ import annotations

from game.platform.i18n import N_
from game.screen.plugin.pages import (
    Example,
    ExamplePosition,
    Move,
    RulebookPage,
    ours,
    rule,
    settled,
)

FENCED = "libra size=5 mode=target target=9 obstacles=a5,a6,a7,a8,a9,b4,b9,h1,h6,i1,i2,i3,i4,i5,e5"
OPEN = "libra size=5 mode=target target=10"


def lying(white: str, black: str, setup: str = OPEN, **fields: object) -> ExamplePosition:
    """Stones on the board."""
    return ExamplePosition(setup, {"white": white, "black": black, **fields})


FULL_WHITE = "a6 b3 b5 b6 b7 c2 c3 c5 c7 d3 d5 d6 d7 e1 e5 e6 f4 g1 g2 g3"
FULL_BLACK = "a4 a5 a7 b4 c6 d1 d2 d4 e2 e3 e4 f1 f2 f3 f5 g4"
DUEL_WHITE = "a3 b3 b4 b5 c1 c2 c3 d4 e1 e3"
DUEL_BLACK = "a4 b2 c4 c5 d1 d2 d3 e2"

PAGES = (
    RulebookPage(
        "aim",
        N_("What it is about"),
        (
            rule(
                N_(
                    "Two players share one supply of white and black stones. One of them"
                    " is MORE and wants many groups of connected stones on the board; the"
                    " other is LESS and wants few."
                )
            ),
            rule(
                N_(
                    "The game is named after the sign of the scales. Néstor"
                    " Romeral Andrés invented it; nestorgames publishes it."
                )
            ),
            rule(N_("Nobody owns a colour: both players may place both.")),
            settled(
                N_(
                    "The published set has 200 stones. Here the supply never runs out:"
                    " there may be as many stones of a colour as there are cells."
                )
            ),
            ours(N_("By our measure a duel on a side-5 board takes about 60 minutes.")),
        ),
        Example(
            lying("e5 e6 c4 g2", "d6 f4 g4 b6"),
            N_(
                "Stones of one colour that touch are a group. A stone that touches"
                " none of its colour is a group too."
            ),
            (
                Move(
                    "",
                    N_("Three white groups and three black ones: six."),
                    groups=True,
                    claims={"groups": 6},
                ),
            ),
            groups=False,
        ),
    ),
    RulebookPage(
        "board",
        N_("The board"),
        (
            rule(
                N_(
                    "The board is a hexagon of hexagons with five, six or seven cells"
                    " along each side; for a first game five is best. Any other size and"
                    " shape will do as well."
                )
            ),
            rule(
                N_(
                    "Grey counters, 36 in the set, block cells: as a fence round a shape"
                    " of your own, or as single obstacles."
                )
            ),
            settled(
                N_(
                    "Here the side may have 2 to 8 cells. Nothing is placed on a blocked"
                    " cell, and grey counters belong to no group."
                )
            ),
        ),
        Example(
            ExamplePosition(FENCED),
            N_("A fence makes the board narrower, and one obstacle lies in the middle."),
            (
                Move("We4", N_("Stones go on the free cells.")),
                Move("", N_("Not on a grey counter."), forbidden=("e5",), why="blocked"),
            ),
        ),
    ),
    RulebookPage(
        "turn",
        N_("A turn"),
        (
            rule(
                N_(
                    "LESS begins. In turn each player places one stone of either colour"
                    " on any empty cell. Stones never move."
                )
            ),
            rule(
                N_(
                    "It helps if MORE keeps a handful of stones at hand, so that nobody"
                    " forgets who is who. Here the names stand beside the players."
                )
            ),
            rule(N_("The game is over when the board is full, or earlier if both agree.")),
            settled(N_("After an early end only the stones already on the board count.")),
        ),
        Example(
            ExamplePosition(OPEN),
            N_("LESS is to move on the empty board."),
            (
                Move("We5", N_("LESS places a white stone."), claims={"groups": 1, "seat": 1}),
                Move("Be6", N_("MORE places a black one: a second group."), claims={"groups": 2}),
                Move("Bf5", N_("LESS adds to the black group: still two."), claims={"groups": 2}),
                Move("Wc6", N_("MORE begins another white group."), claims={"groups": 3}),
            ),
        ),
    ),
    RulebookPage(
        "count",
        N_("Counting groups"),
        (
            rule(
                N_(
                    "The score is the number of groups of both colours together. Only"
                    " MORE has a score."
                )
            ),
            rule(N_("It helps to count all white groups before the black ones.")),
        ),
        Example(
            lying(FULL_WHITE, FULL_BLACK, "libra size=4 mode=target target=7", seat=1),
            N_("A board with one cell to fill."),
            (
                Move(
                    "Bc4",
                    N_("Full. Three white groups and four black ones: MORE scores 7."),
                    groups=True,
                    claims={"groups": 7, "winners": (1,), "reason": "target"},
                ),
            ),
        ),
    ),
    RulebookPage(
        "join",
        N_("Joining and splitting"),
        (
            rule(
                N_(
                    "A stone that touches no stone of its colour makes a new group. One"
                    " that touches a group makes it larger. One that touches two groups"
                    " joins them, and the count goes down."
                )
            ),
            rule(
                N_(
                    "A chain of one colour can cut the other colour's way, so that two"
                    " groups never meet."
                )
            ),
        ),
        Example(
            lying("d5 d6 f5 f4", "c4 g5 e7"),
            N_("Two white groups and three black ones."),
            (
                Move(
                    "We5",
                    N_("LESS joins the white groups: four are left."),
                    groups=True,
                    claims={"groups": 4},
                ),
                Move("We3", N_("MORE starts a new one: five."), groups=True, claims={"groups": 5}),
            ),
            groups=True,
        ),
    ),
    RulebookPage(
        "duel",
        N_("Duel"),
        (
            rule(
                N_(
                    "A duel has two rounds. In the second the players change"
                    " roles. Whoever made more groups as MORE wins."
                )
            ),
            settled(
                N_(
                    "In the first round the first player is LESS, in the second the other"
                    " one; LESS begins each time. Who comes first may be drawn by lot."
                )
            ),
            rule(N_("If both made the same number, play again or on a larger board.")),
            settled(N_("Equal numbers are a draw. A rematch on the next larger board is offered.")),
        ),
        Example(
            lying(DUEL_WHITE, DUEL_BLACK, "libra size=3 mode=duel", seat=1),
            N_("The first round of a small duel, with one cell to go."),
            (
                Move(
                    "Ba5",
                    N_(
                        "The round is over: the board is cleared and the number kept. Now"
                        " the other player is LESS and begins."
                    ),
                    claims={"round": 2, "first": 6, "seat": 1, "more": 0},
                ),
                Move("Wc3", N_("The second round begins.")),
            ),
        ),
    ),
    RulebookPage(
        "duel-end",
        N_("How a duel ends"),
        (rule(N_("Round two is played to the end as well, and the two numbers are compared.")),),
        Example(
            lying(
                DUEL_WHITE, DUEL_BLACK, "libra size=3 mode=duel", seat=0, round=2, first=5, more=0
            ),
            N_(
                "Round two. The first player is MORE now; in round one the other one"
                " made five groups."
            ),
            (
                Move(
                    "Ba5",
                    N_("Six groups: one more than five. The first player wins the duel."),
                    groups=True,
                    claims={"winners": (0,), "reason": "groups", "margin": 1},
                ),
            ),
        ),
    ),
    RulebookPage(
        "bid",
        N_("Bid"),
        (
            rule(
                N_(
                    "Instead of two rounds you can bid. In turn the players say how many"
                    " groups they think they can make, each time a higher number."
                )
            ),
            rule(
                N_(
                    "Whoever passes first is LESS. The other is MORE and wins with"
                    " at least as many groups as bid, otherwise LESS wins."
                )
            ),
            settled(
                N_(
                    "The first player must open with at least 1, and no bid is higher"
                    " than the number of cells. LESS begins."
                )
            ),
        ),
        Example(
            ExamplePosition("libra size=5 mode=bid"),
            N_("The first player opens the bidding."),
            (
                Move("bid6", N_("Six groups."), claims={"aim": 6}),
                Move("bid7", N_("The other one says seven."), claims={"aim": 7}),
                Move(
                    "pass",
                    N_("The first player passes and is LESS. MORE has to make seven groups."),
                    claims={"more": 1, "seat": 0, "aim": 7, "phase": "placing"},
                ),
                Move("Be5", N_("LESS begins.")),
            ),
        ),
    ),
    RulebookPage(
        "target",
        N_("Target"),
        (
            ours(
                N_(
                    "For training and for puzzles this program has a third way: MORE must"
                    " reach a number of groups that was agreed before."
                )
            ),
            settled(N_("The second player is MORE and wins with at least that many groups.")),
        ),
        Example(
            lying(DUEL_WHITE, DUEL_BLACK, "libra size=3 mode=target target=6", seat=1),
            N_("Six groups are wanted."),
            (
                Move(
                    "Ba5",
                    N_("Six it is: MORE wins."),
                    groups=True,
                    claims={"groups": 6, "winners": (1,), "margin": 0},
                ),
            ),
        ),
    ),
)
