"""Multiplicity: all pages.  Words of our own; data only."""

from __future__ import annotations

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

START = "multiplicity size=5"
SMALL = "multiplicity size=3"


def lying(white: str, black: str, setup: str = START, **fields: object) -> ExamplePosition:
    """Stones on the board, in the open phase."""
    return ExamplePosition(setup, {"white": white, "black": black, **fields})


PAGES = (
    RulebookPage(
        "aim",
        N_("What it is about"),
        (
            rule(
                N_(
                    "Two players, White and Black, fill an empty hexagonal board with"
                    " stones of their own colour. Christian Freeling invented the game in"
                    " 2012."
                )
            ),
            rule(
                N_(
                    "In the end the sizes of all your groups are multiplied with each"
                    " other. The higher product wins. Equal products are possible but"
                    " rare."
                )
            ),
            rule(N_("It is for ages 8 and up, and takes about 30 minutes.")),
            settled(
                N_(
                    "The size of the board is up to you: 3 to 8 cells along each"
                    " side, 5 if you do not choose. Agree who is White, or draw"
                    " lots."
                )
            ),
        ),
        Example(
            lying("b4 b5 c4 e1 e2 f1 f4 f5 g4", "b8 c7 c8 d7 d8 e7 e8 f7 d6"),
            N_("Nine stones each. White has three groups of three, Black one group of nine."),
            (
                Move(
                    "",
                    N_("White: 3 × 3 × 3 = 27. Black: only 9."),
                    groups=True,
                    claims={"white": 27, "black": 9},
                ),
            ),
        ),
    ),
    RulebookPage(
        "bound-free",
        N_("Bound and free"),
        (
            rule(
                N_(
                    "White begins with one stone anywhere. From then on a turn has two"
                    " stones of your colour, and you must place both."
                )
            ),
            rule(
                N_(
                    "The first is bound: it goes next to the last stone the other player"
                    " placed. The second is free: it goes on a cell whose neighbours are"
                    " all empty."
                )
            ),
            rule(
                N_(
                    "This is the restricted phase. Christian Freeling has explored this"
                    " way of placing since 2012, in several of his games."
                )
            ),
            settled(
                N_(
                    "The last stone is the free one of the turn before; at the very"
                    " beginning it is White's single stone."
                )
            ),
        ),
        Example(
            ExamplePosition(START),
            N_("The empty board. White begins."),
            (
                Move("e5", N_("White's first stone."), claims={"seat": 1, "phase": "restricted"}),
                Move("e6", N_("Black's bound stone touches it."), marks={"e5": "bound"}),
                Move("c4", N_("Black's free stone touches nothing."), claims={"seat": 0}),
                Move(
                    "b4,i1",
                    N_("White's bound stone touches c4; the free one goes elsewhere."),
                    marks={"c4": "bound"},
                    claims={"seat": 1},
                ),
                Move("i2,i5", N_("And so on.")),
            ),
        ),
    ),
    RulebookPage(
        "no-free",
        N_("When no free stone is possible"),
        (
            rule(
                N_(
                    "Sooner or later no cell is left whose neighbours are all empty. When"
                    " a player has placed the bound stone and cannot place the free one,"
                    " the turn is over, and so is the restricted phase."
                )
            ),
            settled(
                N_(
                    "The other player goes on. A bound stone is always possible, since"
                    " the stone it must touch was placed freely."
                )
            ),
        ),
        Example(
            ExamplePosition(SMALL, played="d3 e2,b2 b3,c5 c4,a5 b5,d1"),
            N_("A small board, late in the restricted phase."),
            (
                Move(
                    "c1",
                    N_(
                        "The bound stone. No quiet cell is left: the turn ends here, and"
                        " the open phase begins."
                    ),
                    claims={"phase": "open"},
                ),
                Move("a4", N_("Now a turn is a single stone, on any empty cell.")),
            ),
        ),
    ),
    RulebookPage(
        "open",
        N_("The open phase"),
        (
            rule(N_("Now each turn is one stone on any empty cell. Passing is not possible.")),
            rule(
                N_(
                    "The game ends when one empty cell is left: then both have placed the"
                    " same number of stones."
                )
            ),
            ours(N_("In a new match you can choose to fill the board completely instead.")),
            settled(
                N_("With that option the player whose turn it is places the last stone as well.")
            ),
        ),
        Example(
            lying("a4 a5 b5 c2 c4 d1 d3 d4", "a3 b2 b3 b4 c5 d2 e1 e2 e3", SMALL, seat=0),
            N_("Two cells are empty, and it is White's turn."),
            (
                Move(
                    "c1",
                    N_("One empty cell is left: the game is over."),
                    groups=True,
                    claims={"over": True, "reason": "product"},
                ),
            ),
            groups=True,
        ),
    ),
    RulebookPage(
        "opening",
        N_("Free from the first stone"),
        (
            ours(
                N_(
                    "In a new match you can leave the restricted phase out, as the author"
                    " allowed later. Then every stone may go on any empty cell, from the"
                    " very first."
                )
            ),
            settled(
                N_(
                    "White begins, and each turn is one stone. The end and the score stay"
                    " as they are."
                )
            ),
        ),
        Example(
            ExamplePosition(f"{START} opening=free"),
            N_("No restricted phase: the open phase, on an empty board."),
            (
                Move("e1", N_("White places one stone."), claims={"phase": "open", "seat": 1}),
                Move("a5", N_("Black need not touch it: any cell will do."), claims={"seat": 0}),
                Move(
                    "f1",
                    N_("White makes a group of two at once."),
                    groups=True,
                    claims={"white": 2, "seat": 1},
                ),
            ),
        ),
    ),
    RulebookPage(
        "score",
        N_("The product"),
        (
            rule(
                N_(
                    "Stones that touch and have one colour are a group. Multiply the"
                    " sizes: groups of 3, 2 and 2 make 12."
                )
            ),
            rule(
                N_(
                    "A single stone counts as one and changes nothing. Joining a group of"
                    " 2 and one of 3 makes 5 out of 6."
                )
            ),
            tip(
                N_(
                    "A stone added to a group of two makes it half as large again;"
                    " added to a group of six, only a sixth larger. Small groups"
                    " are worth feeding."
                )
            ),
            tip(
                N_(
                    "Groups of three get the most out of your stones. Two groups"
                    " of two are as good as one of four."
                )
            ),
            tip(
                N_(
                    "Two large groups are worth more apart: 4 and 5 make 20, joined to"
                    " one of 10 they make only 10. Leave the other player no other way"
                    " than to join."
                )
            ),
        ),
        Example(
            lying("b5 b6 c4 e4 e5 g3 g4 h2", "c7 d7 f6 g6 h5"),
            N_("White has groups of three, two and three: 18."),
            (
                Move(
                    "e6",
                    N_("The group of two becomes three: 27."),
                    groups=True,
                    claims={"white": 27},
                ),
                Move(
                    "e8",
                    N_("Black puts a single stone: it multiplies by one, but it can grow."),
                    groups=True,
                    claims={"black": 6},
                ),
                Move(
                    "d4",
                    N_("White joins two groups: 7 × 3 = 21 instead of 27. A mistake."),
                    groups=True,
                    claims={"white": 21},
                ),
            ),
            groups=True,
        ),
    ),
    RulebookPage(
        "strategy",
        N_("Good advice"),
        (
            tip(N_("Spread out while stones are free: every free stone is the seed of a group.")),
            tip(
                N_(
                    "The bound stone is also a weapon: it takes the cell that the other"
                    " player's newest stone wants most."
                )
            ),
            tip(
                N_(
                    "Look for the cell that gives you most or costs the other"
                    " player most: think in factors, not in stones."
                )
            ),
            tip(
                N_(
                    "Late in the game, make the other player join: when the only cells"
                    " left touch two of their groups, someone has to fill them."
                )
            ),
        ),
        Example(
            lying("d4 d5 f5 f6", "e7 e8 c8", seat=0),
            N_("White has two groups of two: 4."),
            (
                Move("g5", N_("One of them grows: 2 × 3 = 6."), groups=True, claims={"white": 6}),
                Move(
                    "e5",
                    N_(
                        "Black takes the cell between: White's groups stay apart, which"
                        " is what White wants."
                    ),
                    groups=True,
                ),
            ),
            groups=True,
        ),
    ),
    RulebookPage(
        "try-bound",
        N_("Try it: bound and free"),
        (
            rule(
                N_(
                    "It is Black's turn. Two stones: the bound one next to the last stone,"
                    " then the free one with no neighbours."
                )
            ),
        ),
        Task(
            ExamplePosition(START, played="e5 e6,c4 c5,g6"),
            N_("Black: place both stones of your turn."),
            "turn",
            "g5,b8",
            N_("A whole turn of the restricted phase."),
            ((("e5",), "taken"), (("a5",), "bound")),
        ),
    ),
    RulebookPage(
        "try-product",
        N_("Try it: the best cell"),
        (rule(N_("White has groups of 4, 2 and 1. Which cell makes the product largest?")),),
        Task(
            lying("b5 b6 c4 c5 f4 f5 h4", "d6 e6 g6", seat=0),
            N_("White: reach a product of 16 or more with one stone."),
            "product:16",
            "h3",
            N_("4 × 2 × 2 = 16. The single stone grew to two, and the product doubled."),
            ((("d6",), "taken"),),
            groups=True,
        ),
    ),
    RulebookPage(
        "puzzle",
        N_("A puzzle: the largest product"),
        (
            ours(
                N_(
                    "Forget the other player: how would your stones lie best? Up to about half of"
                    " the board counts; for each number you are told what is possible."
                )
            ),
        ),
        BuildingPuzzle(
            "product",
            N_("Lay white stones in groups whose product is as large as possible."),
            tuple(f"multiplicity size={size}" for size in range(3, 9)),
        ),
    ),
    RulebookPage(
        "notation",
        N_("How turns are written"),
        (
            ours(
                N_(
                    "A stone is the name of its cell: e5. The two stones of a restricted turn"
                    " are joined with a comma, the bound one first: e6,c4."
                )
            ),
        ),
        Example(
            ExamplePosition(START),
            N_("White begins."),
            (Move("e5", N_("Written e5.")), Move("e6,b7", N_("Written e6,b7."))),
        ),
    ),
)
