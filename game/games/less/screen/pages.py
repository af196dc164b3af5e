"""Less: the rules, page by page.  Words of our own; data only."""

from __future__ import annotations

from game.games.less.screen.sample import walled
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

TILES = "less tiles=A0B1C2D3E0F1G2H3I0"
PLAIN = "less walls=" + "0" * 60
WALLS = "less walls=" + walled("b3c3 c3d3 d3e3:2 c4c5 c3c4 b4b5:2 d2d3 a4a5")


def detail(white: str, black: str = "", setup: str = PLAIN, **fields: object) -> ExamplePosition:
    """A few pieces, or a position late in the game."""
    return ExamplePosition(setup, {"seats": (white, black), **fields}, detail=True)


def late(white: str, black: str, **fields: object) -> ExamplePosition:
    """The last turns on a board without walls: both sides have spent 30 moves."""
    return ExamplePosition(
        PLAIN, {"seats": (white, black), "spent": (30, 30), "turns": 20, **fields}
    )


PAGES = (
    RulebookPage(
        "aim",
        N_("What it is about"),
        (
            rule(
                N_(
                    "White and Black have four pieces each, in two corners that lie"
                    " diagonally opposite. Bring all four to the opposite corner, in fewer"
                    " moves than the other side."
                )
            ),
            rule(
                N_(
                    "The board is made of square tiles of four squares each: nine"
                    " of the twelve tiles of a set, drawn at random and turned as"
                    " you like, make 6 by 6 squares. The other three stay in the"
                    " box."
                )
            ),
            settled(
                N_(
                    "White sits at the bottom right and begins; Black sits at the"
                    " top left. Agree who is White, or draw lots."
                )
            ),
            ours(N_("By our own measure a game of two takes about 10 minutes.")),
            settled(
                N_(
                    "Where the walls of the twelve tiles lie is not published. Ours are a"
                    " reconstruction; you can also lay a board wall by wall, to copy a set"
                    " you own."
                )
            ),
        ),
        Example(
            ExamplePosition(TILES),
            N_("The beginning. Rings mark the corners to be reached."),
            (
                Move(
                    "",
                    N_("White's goal is the corner where Black stands now."),
                    marks=dict.fromkeys(("a5", "a6", "b5", "b6"), "target"),
                ),
                Move(
                    "",
                    N_("Black's goal is White's corner."),
                    marks=dict.fromkeys(("e1", "e2", "f1", "f2"), "target"),
                ),
            ),
        ),
    ),
    RulebookPage(
        "turn",
        N_("Three moves a turn"),
        (
            rule(
                N_(
                    "A turn has three moves, which you must make. You may give them all"
                    " to one piece or share them out."
                )
            ),
            rule(
                N_(
                    "A step goes to a neighbouring empty square, up, down, left or right,"
                    " and costs one move."
                )
            ),
            rule(N_("When all your pieces have arrived, you make no more moves.")),
        ),
        Example(
            ExamplePosition(PLAIN),
            N_("White begins, with three moves to make."),
            (
                Move(
                    "e2-e3",
                    N_("A step up: one move. Two are left."),
                    claims={"left": 2, "spent_white": 1},
                ),
                Move(
                    "f1-d1",
                    N_("A leap over the neighbour, explained on the next page: one move."),
                    claims={"left": 1},
                ),
                Move(
                    "d1-d2",
                    N_("A step with the same piece: the turn is over."),
                    claims={"seat": 1, "spent_white": 3},
                ),
            ),
        ),
    ),
    RulebookPage(
        "leap",
        N_("Leaping over a piece"),
        (
            rule(
                N_(
                    "A piece may leap in a straight line over one neighbouring piece, its"
                    " own side's or the other's, to the empty square behind it. That costs"
                    " one move, although it goes two squares."
                )
            ),
            rule(N_("The piece leapt over stays where it is; nothing is taken.")),
        ),
        Example(
            detail("e2 d2 e4", "d4 c3"),
            N_("Three leaps cost three moves."),
            (
                Move("e2-c2", N_("Over a piece of one's own."), claims={"left": 2}),
                Move("c2-c4", N_("Over a black piece."), claims={"left": 1}),
                Move("e4-e5", N_("The last move is a step."), claims={"seat": 1}),
            ),
        ),
    ),
    RulebookPage(
        "walls",
        N_("Walls"),
        (
            rule(
                N_(
                    "A piece may climb over a wall to the next square. That costs two"
                    " moves, and over a double wall all three."
                )
            ),
            settled(
                N_("A double wall is where two tiles that touch both have a wall on the same edge.")
            ),
            settled(
                N_(
                    "If fewer moves are left than the wall costs, it cannot be climbed in"
                    " this turn."
                )
            ),
        ),
        Example(
            ExamplePosition(WALLS, {"seats": ("b3 d3", "f6")}, detail=True),
            N_("The pieces on b3 and d3 both want to move on."),
            (
                Move("b3-c3", N_("One wall: two moves."), claims={"left": 1}),
                Move(
                    "",
                    N_("A second wall would cost two, and one move is left."),
                    forbidden=("c3", "c4"),
                    why="cost",
                ),
                Move("c3-c2", N_("One step uses the last move."), claims={"seat": 1}),
                Move("f6-f5,f5-f4,f4-f3", N_("Black walks down the side.")),
                Move(
                    "d3-e3",
                    N_("A double wall: all three moves at once."),
                    claims={"spent_white": 6, "seat": 1},
                ),
            ),
        ),
    ),
    RulebookPage(
        "forbidden",
        N_("What is not allowed"),
        (
            rule(N_("Pieces never move diagonally.")),
            rule(
                N_(
                    "A wall and a piece cannot be leapt over together, neither with the"
                    " wall before the piece nor behind it."
                )
            ),
            rule(N_("Two or more pieces cannot be leapt over at once.")),
        ),
        Example(
            ExamplePosition(WALLS, {"seats": ("b3 d4 e1", "c3 d5 d6 d1 c1")}, detail=True),
            N_("Four things White cannot do."),
            (
                Move("", N_("Diagonally: no."), forbidden=("d4", "e5"), why="diagonal"),
                Move("", N_("A wall and a piece at once: no."), forbidden=("b3", "d3"), why="wall"),
                Move("", N_("Two pieces at once: no."), forbidden=("e1", "b1"), why="two"),
                Move("", N_("Onto another piece: no."), forbidden=("d4", "d5"), why="taken"),
            ),
        ),
    ),
    RulebookPage(
        "use",
        N_("Using the moves"),
        (
            rule(N_("You must always make all three moves, until your pieces are home.")),
            settled(
                N_(
                    "You must use as many of the three as can be used. An action after"
                    " which a move would be left over is not allowed while another way"
                    " uses them all."
                )
            ),
            settled(
                N_(
                    "Only bringing the last piece of your side home ends a turn"
                    " early. A player who cannot move at all passes."
                )
            ),
        ),
        Example(
            ExamplePosition(
                "less walls=" + walled("b3c3 c3c4 c3d3 c2c3"), {"seats": ("b3", "")}, detail=True
            ),
            N_("White has three moves to make. The square c3 has walls all round."),
            (
                Move(
                    "",
                    N_(
                        "Climbing in costs two, and the third move could not be"
                        " used: a move would be left over."
                    ),
                    forbidden=("b3", "c3"),
                    why="waste",
                ),
                Move("b3-b2", N_("Going round uses all three."), claims={"left": 2}),
                Move(
                    "b2-c2,c2-d2",
                    N_("One square further, with nothing left over."),
                    claims={"seat": 1},
                ),
            ),
        ),
    ),
    RulebookPage(
        "end",
        N_("The end of the game"),
        (
            rule(
                N_(
                    "The side that needs fewer moves altogether wins, by the difference."
                    " Equal numbers are a tie. (Counting the difference is optional; then"
                    " it matters only who had fewer.)"
                )
            ),
            rule(
                N_(
                    "If the side that began comes home first, the other side may still"
                    " make as many moves as that side made in its last turn."
                )
            ),
            settled(
                N_(
                    "When a side is home, the other plays on alone until it is home as"
                    " well, and all its moves count. This gives the published results."
                    " Often the winner is known before; the screen says so, and you may"
                    " have the rest played out by the program."
                )
            ),
            ours(
                N_(
                    "Counting can be switched off in a new match: then there are only"
                    " wins, ties and losses. Over several games the margins add up."
                )
            ),
        ),
        Example(
            late("a5 a6 b6 c5", "e1 f1 f2 d2"),
            N_(
                "First example: each side has spent 30 moves. White needs one more,"
                " and so does Black."
            ),
            (
                Move(
                    "c5-b5",
                    N_("White comes home with a single move: 31."),
                    claims={"spent_white": 31, "seat": 1},
                ),
                Move(
                    "d2-e2",
                    N_("Black too: 31. A tie."),
                    claims={"spent_black": 31, "winners": (), "reason": "home", "margin": 0},
                ),
            ),
        ),
    ),
    RulebookPage(
        "score-white",
        N_("Scoring: the first is faster"),
        (
            rule(
                N_(
                    "White moved first and comes home first, with two moves in the last"
                    " turn. Black needs three more moves. White wins by one."
                )
            ),
        ),
        Example(
            late("a5 a6 b6 d5", "e1 f1 f2 b2"),
            N_("Second example: again 30 moves each."),
            (
                Move(
                    "d5-c5,c5-b5",
                    N_("White is home with two moves: 32."),
                    claims={"spent_white": 32},
                ),
                Move(
                    "b2-c2,c2-d2,d2-e2",
                    N_("Black needs three: 33. White wins by one."),
                    claims={"spent_black": 33, "winners": (0,), "margin": 1},
                ),
            ),
        ),
    ),
    RulebookPage(
        "score-black",
        N_("Scoring: the second is faster"),
        (
            rule(
                N_(
                    "White moved first, but Black comes home first, with two moves. White"
                    " also needs two moves to finish. Because White has made one turn of"
                    " three moves more, Black wins by three."
                )
            ),
        ),
        Example(
            late("a5 a6 b6 e3", "e1 f1 f2 c2"),
            N_("Third example: 30 moves each, and White is to move."),
            (
                Move(
                    "e3-d3,d3-c3,c3-c4",
                    N_("White makes three moves and is not home yet: 33."),
                    claims={"spent_white": 33},
                ),
                Move(
                    "c2-d2,d2-e2",
                    N_("Black is home with two: 32."),
                    claims={"spent_black": 32, "phase": "race"},
                ),
                Move(
                    "c4-c5,c5-b5",
                    N_("White needs two more: 35. Black wins by three."),
                    claims={"spent_white": 35, "winners": (1,), "margin": 3},
                ),
            ),
        ),
    ),
    RulebookPage(
        "block",
        N_("A piece left at home"),
        (
            rule(
                N_(
                    "An additional rule: whoever still has a piece in their own"
                    " corner at the end loses by ten, for instance because it"
                    " blocks the last square for three pieces of the other side"
                    " that have arrived."
                )
            ),
            settled(
                N_(
                    "Exactly: if at the end of your turn all but one of your pieces are"
                    " in the goal corner, and the last square there holds a piece of the"
                    " other side that starts from this corner, you win at once by ten."
                )
            ),
            settled(
                N_(
                    "The rule is on at first and can be switched off for a match. Then"
                    " the last piece simply waits."
                )
            ),
        ),
        Example(
            late("b6 b5 c5 d4", "a6 e1 f1 e3"),
            N_("Black has left one piece on a6. White has two pieces in the corner."),
            (
                Move("c5-a5", N_("White leaps in: three of four squares are taken.")),
                Move(
                    "d4-c4,c4-c5",
                    N_("With the turn over, Black's piece on a6 costs Black the game, by ten."),
                    claims={"winners": (0,), "reason": "block", "margin": 10},
                ),
            ),
        ),
    ),
    RulebookPage(
        "limit",
        N_("After 200 turns"),
        (
            settled(
                N_(
                    "After 200 turns of all seats together the game is over. A side that"
                    " still has a piece in a corner of its own then loses by ten, unless"
                    " the other side has one, too."
                )
            ),
            settled(
                N_(
                    "If that decides nothing, a side that is home wins by ten against one"
                    " that is not. Otherwise it is a draw."
                )
            ),
            settled(
                N_("If pieces left at home are allowed in a match, all that counts is who is home.")
            ),
            ours(
                N_("Ten turns before, the screen says so, and what would be decided as it stands.")
            ),
        ),
        Example(
            late("c4 d4 b3 e3", "a6 e1 e4 f4", turns=199),
            N_("199 turns are over. Black has never moved the piece on a6."),
            (
                Move(
                    "b3-b4,b4-b5,b5-b6",
                    N_("White makes turn 200. Black still sits at home and loses by ten."),
                    claims={"winners": (0,), "reason": "stayed", "margin": 10},
                ),
            ),
        ),
    ),
)
