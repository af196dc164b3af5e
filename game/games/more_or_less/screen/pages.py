"""More or Less: the rules, page by page.  Words of our own; data only."""

from __future__ import annotations

from game.games.more_or_less.rules import MoreOrLess
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

TRAIN = {
    "black": "d2 g11 d4 f7 g5 g18 c6 f3 e19 c4 e20 g13 d7",
    "green": "a1 e4 e8 b2 d6 c1 d5 f4 g16 e11 e6 b6",
}
NEARLY_LESS = {
    "black": "b1 g17 b9 b10 c1 c4 e2 f3 e12 e19 f8 f6 f9 g19 g6 g5 b3",
    "green": "e9 e8 b5 d10 g20 g15 e14 b7",
    "hidden": (0, 0),
}
NEARLY_MORE = {
    "black": "c10 e20 d8 c1 f2 e19 c6 f7",
    "green": "f8 d5 a1 e18 g4 e13 f9 e11 d6 c2 e16 f5 g16 f1 g5 e15 b7",
    "hidden": (0, 0),
}
LAST_TURN = {**TRAIN, "marks": (11, 11)}


def detail(
    black: str, green: str, setup: str = MoreOrLess.key, **fields: object
) -> ExamplePosition:
    """A few counters on the large board."""
    return ExamplePosition(setup, {"black": black, "green": green, **fields}, detail=True)


PAGES = (
    RulebookPage(
        "aim",
        N_("What it is about"),
        (
            rule(
                N_(
                    "Two players, Black and Green, share 25 counters with a black and a"
                    " green face. Arthur Blumberg invented the game; Kadon publishes it."
                )
            ),
            rule(
                N_(
                    "Whoever has more than 18 or fewer than 7 counters of their own"
                    " colour facing up at the end of their own move wins at once."
                    " Having more is good, and so is having less."
                )
            ),
            rule(N_("One or two people can play, from ten years of age.")),
            settled(
                N_(
                    "One person can play too. The published rules do not say how;"
                    " here you play against the program, or move both colours"
                    " yourself."
                )
            ),
            rule(
                N_(
                    "Other numbers than 18 and 7 have been tried; they do not make"
                    " the game more interesting."
                )
            ),
            ours(N_("By our own measure a game takes about 20 minutes.")),
        ),
        Example(
            ExamplePosition("more-or-less", NEARLY_LESS),
            N_("Green has eight counters left and is to move."),
            (
                Move(
                    "g15>d7",
                    N_("Green jumps over a green counter: seven left."),
                    claims={"green": 7},
                ),
                Move(
                    "d7>a1,.",
                    N_("And over another one: six green counters. Fewer than 7, Green wins."),
                    claims={"green": 6, "winners": (1,), "reason": "less"},
                ),
            ),
        ),
    ),
    RulebookPage(
        "more",
        N_("Winning with more"),
        (
            rule(
                N_(
                    "The other way to win is to turn so many counters to your own"
                    " colour that more than 18 show it: at least 19 of the 25."
                )
            ),
            rule(
                N_(
                    "The numbers count at the end of your own move. A move of the"
                    " other player that brings you below 7 does not win for you; you"
                    " must still be there after your next move."
                )
            ),
            settled(
                N_(
                    "Placing never wins, whatever the numbers are: only a turn of the"
                    " second phase can."
                )
            ),
        ),
        Example(
            ExamplePosition("more-or-less", NEARLY_MORE),
            N_("Green has 17 counters up and is to move."),
            (
                Move("e18>f10", N_("Green jumps over a black counter: 18."), claims={"green": 18}),
                Move(
                    "f10>e1,.",
                    N_("And over another: 19 green counters. More than 18, Green wins."),
                    claims={"green": 19, "winners": (1,), "reason": "more"},
                ),
            ),
        ),
    ),
    RulebookPage(
        "board",
        N_("The board"),
        (
            rule(
                N_(
                    "Counters stand where lines meet. The board is round, with a"
                    " ten-sided net of straight lines and one point in the very"
                    " centre."
                )
            ),
            rule(
                N_(
                    "Points are neighbours when they follow each other on a line. The"
                    " rim is not a straight line: nothing jumps along it."
                )
            ),
            settled(N_("Nothing slides along the rim either.")),
            settled(
                N_(
                    "No description says where exactly the lines run. Our board is a"
                    " reconstruction: 81 points, 25 lines in five directions. Boards"
                    " with 71 and 51 points can be chosen, and you can describe a"
                    " board of your own in a file."
                )
            ),
        ),
        Example(
            detail("a1", "d2"),
            N_("Points are named from the centre a1 outwards, ring by ring."),
            (
                Move(
                    "",
                    N_("Lit: the neighbours of the green counter, along its lines."),
                    marks=dict.fromkeys(("f2", "e3", "e4", "b2", "c2", "c3"), "target"),
                ),
                Move(
                    "",
                    N_("Points of the rim: lines end there, but the rim itself leads nowhere."),
                    marks=dict.fromkeys(("g1", "g2", "g3", "g4", "g5", "g6", "g7"), "target"),
                ),
            ),
        ),
    ),
    RulebookPage(
        "placement",
        N_("Placing the counters"),
        (
            rule(
                N_(
                    "The board is empty at first. Black puts one counter on the"
                    " centre, black side up."
                )
            ),
            settled(
                N_(
                    "Agree who is Black, or leave it to chance, as the German"
                    " rules do: a new match draws lots on request."
                )
            ),
            rule(
                N_(
                    "Then the players take turns, Green first. Each puts down two"
                    " counters, own colour up, on any empty points."
                )
            ),
            rule(
                N_(
                    "This goes on until all 25 lie: 13 black, 12 green. Then the"
                    " second phase begins, and Green, who has one counter less, moves"
                    " first."
                )
            ),
            settled(
                N_(
                    "For a quick game the placement can be drawn: a new match then"
                    " begins with all counters on points that chance has chosen. This"
                    " start is our own; no published rule knows it."
                )
            ),
        ),
        Example(
            ExamplePosition("more-or-less"),
            N_("The empty board. Black begins."),
            (
                Move("a1", N_("The first counter: Black, on the centre."), claims={"black": 1}),
                Move("d3,b6", N_("Green places two, wherever there is room.")),
                Move("g3,e12", N_("Now Black places two."), claims={"black": 3, "green": 2}),
                Move("c7,f1", N_("And so on, until 13 black and 12 green counters are down.")),
            ),
        ),
    ),
    RulebookPage(
        "jump",
        N_("A jump"),
        (
            rule(
                N_(
                    "In the second phase you move one of your own counters. One kind"
                    " of move is the jump: along a line over a neighbouring counter of"
                    " either colour, to the empty point directly behind it."
                )
            ),
            rule(
                N_(
                    "The counter jumped over is turned over: it changes its owner."
                    " Sometimes you want to lose a counter, so you may jump over your"
                    " own."
                )
            ),
            rule(N_("The counter that jumps is never turned itself.")),
            rule(
                N_(
                    "The jump comes from draughts, the turning from Othello. But no"
                    " counter ever leaves the board here: it only changes sides."
                )
            ),
        ),
        Example(
            detail("b1 c6", "d1 e16 d8"),
            N_("Green is to move. Green's counter on d1 has a black neighbour on b1."),
            (
                Move(
                    "d1>a1",
                    N_("It jumps to a1. The counter on b1 is green now: one more for Green."),
                    claims={"green": 13, "black": 12},
                ),
                Move(
                    ".",
                    N_("Green could jump back, but may stop after any jump, and does."),
                    claims={"seat": 0},
                ),
                Move(
                    "",
                    N_(
                        "The counter on e16 could have jumped over its own neighbour:"
                        " one fewer for Green."
                    ),
                    marks={"e16": "chosen", "d8": "over", "c8": "target"},
                ),
            ),
        ),
    ),
    RulebookPage(
        "train",
        N_("Jump trains"),
        (
            rule(
                N_(
                    "A jump may be followed by another with the same counter, and so"
                    " on: a train. After every jump you may change direction, and you"
                    " may stop wherever you like."
                )
            ),
            rule(
                N_(
                    "Every counter jumped over is turned at once. One that is jumped"
                    " twice in a train is turned twice and shows its first side again."
                )
            ),
            rule(
                N_("Between the counters jumped over there is always one empty point to land on.")
            ),
            settled(
                N_(
                    "The point from which the train started is empty while the train"
                    " runs. A train ends by itself when no further jump is possible."
                )
            ),
        ),
        Example(
            ExamplePosition("more-or-less", TRAIN),
            N_("Green is to move. Watch the counter on b2."),
            (
                Move("b2>f2", N_("Out over d2, which turns green."), marks={"d2": "over"}),
                Move("f2>e5", N_("Another direction, over e4: a green one turns black.")),
                Move("e5>g7", N_("On to the rim, over e6.")),
                Move("g7>d3", N_("Back inwards.")),
                Move("d3>b4,b4>b9,.", N_("Two more: a train of six."), claims={"seat": 0}),
            ),
        ),
    ),
    RulebookPage(
        "twice",
        N_("Twice at most"),
        (
            rule(
                N_(
                    "In one turn the jumping counter may stand on the same point"
                    " twice, but not three times."
                )
            ),
            settled(
                N_("The point it starts from counts as once. So it may come back to it one time.")
            ),
        ),
        Example(
            detail("b1 c6", "d1 e16"),
            N_("Green jumps to and fro over the same counter."),
            (
                Move(
                    "d1>a1",
                    N_("Over b1. The counter turns green."),
                    numbers={"a1": "1"},
                    claims={"green": 13},
                ),
                Move(
                    "a1>d1",
                    N_("Back: b1 turns black again. d1 has been stood on twice now."),
                    numbers={"d1": "2"},
                    claims={"green": 12},
                ),
                Move(
                    "d1>a1",
                    N_(
                        "And once more: a1 for the second time. Here the train ends"
                        " by itself, for every way on leads to a third time."
                    ),
                    numbers={"a1": "2"},
                    claims={"green": 13, "seat": 0},
                ),
            ),
        ),
    ),
    RulebookPage(
        "slide",
        N_("Slide and jump"),
        (
            rule(
                N_(
                    "The other kind of move: slide along a line over any number of"
                    " empty points, stop next to a counter, and jump once from there."
                )
            ),
            rule(
                N_(
                    "The jump may take any direction, not only that of the slide. The"
                    " counter jumped over is turned. Then the turn is over; a slide is"
                    " never followed by a train."
                )
            ),
            rule(
                N_(
                    "So a train may have any number of jumps with one empty point"
                    " between them; a slide any number of empty points, but only"
                    " one jump."
                )
            ),
            settled(N_("A slide that no jump can follow is not allowed.")),
        ),
        Example(
            detail("b1 c6", "g1 e16"),
            N_("Green is to move. The counter on g1 has no neighbour to jump over."),
            (
                Move(
                    "",
                    N_("It may not stop where it likes, only where it can jump."),
                    forbidden=("g1", "e1"),
                    why="slide",
                ),
                Move("g1~c2", N_("It slides to c2, next to the counter on b1.")),
                Move(
                    "c2>b10",
                    N_("And jumps over it in another direction. The turn is over."),
                    claims={"seat": 0, "green": 13},
                ),
            ),
        ),
    ),
    RulebookPage(
        "forbidden",
        N_("What is not allowed"),
        (
            rule(
                N_("You move your own counters only; which ones are yours changes with every turn.")
            ),
            rule(
                N_(
                    "You cannot jump over two counters in a row, over a counter that"
                    " is not your neighbour, or onto a counter."
                )
            ),
            rule(
                N_(
                    "You cannot move along the rim, and from one line to another only"
                    " by starting a new jump."
                )
            ),
        ),
        Example(
            detail("b1 a1 g5 f9", "d1 g4 e18"),
            N_("Some moves that Green might try."),
            (
                Move("", N_("Two counters in a row: no."), forbidden=("d1", "b6"), why="row"),
                Move(
                    "",
                    N_("Along the rim over g5: no, the rim is not a line."),
                    forbidden=("g4", "g6"),
                    why="rim",
                ),
                Move(
                    "",
                    N_("The counter on g4 is too far from a1 to jump over it."),
                    forbidden=("g4", "b7"),
                    why="far",
                ),
                Move(
                    "",
                    N_("Black's counter: not Green's to move."),
                    forbidden=("f9", "e17"),
                    why="foreign",
                ),
            ),
        ),
    ),
    RulebookPage(
        "markers",
        N_("Markers and the end"),
        (
            rule(
                N_(
                    "The words MORE OR LESS have twelve places. After each turn of"
                    " the second phase you slide your marker on by one place."
                )
            ),
            rule(
                N_(
                    "If nobody has won when both markers stand on the last place, the"
                    " player with fewer counters of their own colour wins. So think"
                    " early about which way you are going."
                )
            ),
            rule(N_("25 is an odd number: there is no draw.")),
            settled(N_("The marker moves on after a turn in which you had to pass, too.")),
        ),
        Example(
            ExamplePosition("more-or-less", LAST_TURN),
            N_("Both markers stand on place eleven. Green plays the last turn but one."),
            (
                Move(
                    "e11>c7,.",
                    N_(
                        "Green jumps over its own counter: 11 green, 14 black. In the end fewer"
                        " wins."
                    ),
                    claims={"green": 11, "marker_green": 12},
                ),
                Move(
                    "g13>e14,.",
                    N_(
                        "Black moves last and jumps over its own counter, too: 13 black, 12"
                        " green. Green has fewer and wins."
                    ),
                    claims={"black": 13, "winners": (1,), "reason": "fewer"},
                ),
            ),
            strip=True,
        ),
    ),
)
