"""Less: four players, advice, things to try.  Words of our own; data only."""

from __future__ import annotations

from game.games.less.screen.pages import TILES, WALLS, detail
from game.games.less.screen.sample import walled
from game.platform.i18n import N_
from game.screen.plugin.pages import (
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

TEAMS = "less seats=4 tiles=A0B1C2D3E0F1G2H3I0J1K2L3A0B1C2D3"
WIDE = "less seats=4 walls=" + "0" * 112

PAGES = (
    RulebookPage(
        "teams",
        N_("Four players"),
        (
            rule(
                N_(
                    "Four play in two teams, White and Black, on 8 by 8 squares: sixteen"
                    " tiles drawn from two sets."
                )
            ),
            rule(
                N_(
                    "Partners have pieces of one colour, in two neighbouring corners. One"
                    " of them turns the pieces upside down, so that they can be told"
                    " apart; here they carry a second mark."
                )
            ),
            rule(
                N_(
                    "Everybody goes to the diagonally opposite corner. The team whose"
                    " eight pieces are home with fewer moves altogether wins; scoring is"
                    " as for two."
                )
            ),
            settled(
                N_(
                    "The white team sits at the bottom, the black team at the top. Turns"
                    " go round: White left, Black left, White right, Black right."
                )
            ),
        ),
        Example(
            ExamplePosition(TEAMS),
            N_("Four players begin. The lower left corner moves first."),
            (
                Move(
                    "",
                    N_("Goal of the first white player: the upper right corner."),
                    marks=dict.fromkeys(("g7", "g8", "h7", "h8"), "target"),
                ),
                Move(
                    "",
                    N_("Goal of the partner: the upper left corner."),
                    marks=dict.fromkeys(("a7", "a8", "b7", "b8"), "target"),
                ),
            ),
        ),
    ),
    RulebookPage(
        "team-block",
        N_("A piece at home, four players"),
        (
            settled(
                N_(
                    "With four players it is the sides that count: three of your four"
                    " pieces have arrived, and on the last square of the corner stands a"
                    " piece of either opponent."
                )
            ),
            settled(
                N_(
                    "Every goal corner is home to a player of the other side. So it does"
                    " not matter which of the two opponents blocks it."
                )
            ),
        ),
        Example(
            ExamplePosition(
                WIDE,
                {
                    "seats": ("f7 g7 g8 d3", "h8 c2 d2 e2", "a5 b5 c5 d5", "e7 e6 e5 e4"),
                    "spent": (40, 40),
                    "turns": 56,
                },
            ),
            N_("White, lower left, is to move. On h8 stands a piece of Black, upper left."),
            (
                Move("f7-h7", N_("White leaps in: three of four squares are taken.")),
                Move(
                    "d3-d4,d4-c4",
                    N_("It is not the corner of that player, but of the partner: White wins."),
                    claims={"winners": (0, 2), "reason": "block", "margin": 10},
                ),
            ),
        ),
    ),
    RulebookPage(
        "sequence",
        N_("Four turns in a row"),
        (
            rule(
                N_(
                    "Each player has three moves, as with two. The moves of both partners"
                    " are added up."
                )
            ),
        ),
        Example(
            ExamplePosition(WIDE),
            N_("Everybody's first turn."),
            (
                Move(
                    "a2-a3,b1-b3,b2-b4",
                    N_("White, lower left: a step and two leaps."),
                    claims={"seat": 1, "spent_white": 3},
                ),
                Move(
                    "b7-c7,a7-a6,a8-a7",
                    N_("Black, upper left: three steps."),
                    claims={"seat": 2, "spent_black": 3},
                ),
                Move(
                    "g2-f2,g1-f1,h2-g2",
                    N_("White, lower right, the partner of the first."),
                    claims={"seat": 3, "spent_white": 6},
                ),
                Move(
                    "g8-g6,g7-f7,h7-g7",
                    N_("Black, upper right. Then it is the first player's turn again."),
                    claims={"seat": 0, "spent_black": 6},
                ),
            ),
        ),
    ),
    RulebookPage(
        "handover",
        N_("Helping the partner"),
        (
            rule(
                N_(
                    "A player whose four pieces are home uses the moves left over"
                    " for the partner's pieces."
                )
            ),
            settled(
                N_(
                    "This goes on in all later turns: a player who is home moves the"
                    " partner's pieces with all three moves."
                )
            ),
            settled(N_("When both partners are home the turn ends, and the other team plays on.")),
        ),
        Example(
            ExamplePosition(
                WIDE,
                {
                    "seats": ("g7 h7 h8 g6", "g1 h1 g2 e3", "a7 b7 a8 d5", "a1 b1 a2 f6"),
                    "spent": (50, 50),
                    "turns": 66,
                },
            ),
            N_("The first white player needs one more step."),
            (
                Move(
                    "g7-g8,g6-g7",
                    N_("Two steps, and all four are home. One move is left."),
                    claims={"left": 1, "seat": 0},
                ),
                Move(
                    "d5-d6",
                    N_("It goes to the partner's last piece."),
                    claims={"seat": 1, "spent_white": 53},
                ),
                Move("e3-e2,e2-f2,f2-f3", N_("Black plays."), claims={"seat": 2}),
                Move(
                    "d6-d7,d7-c7,c7-c8",
                    N_("The partner makes three moves with it."),
                    claims={"seat": 3},
                ),
            ),
        ),
    ),
    RulebookPage(
        "strategy",
        N_("Good advice"),
        (
            tip(
                N_(
                    "Leaps are twice as fast as steps. Keep your pieces near each other,"
                    " and use those of the other side."
                )
            ),
            tip(
                N_("Stand in the way: a piece in a gap between walls costs the other side dearly.")
            ),
            tip(
                N_(
                    "More walls make a harder game: use the tiles with three walls. Fewer"
                    " walls make an easier one. In a new match you choose few, mixed or"
                    " many."
                )
            ),
            tip(N_("A clock makes the game livelier. You can set one for any match.")),
            ours(
                N_(
                    "People are invited to try rules of their own. Here you can play"
                    " without the rule of the piece left at home, and on any walls you"
                    " like."
                )
            ),
        ),
        Example(
            detail("f1 e1 d1 d2", "a6"),
            N_("A ladder of pieces: each leap saves a move."),
            (
                Move("d1-d3", N_("Over the neighbour."), claims={"left": 2}),
                Move(
                    "e1-e2,e2-c2",
                    N_("A step, then a leap: three squares for two moves."),
                    claims={"seat": 1},
                ),
            ),
        ),
    ),
    RulebookPage(
        "try-wall",
        N_("Try it: over the wall"),
        (
            rule(
                N_(
                    "Choose a white piece and climb a wall. One wall costs two moves, a"
                    " double wall three."
                )
            ),
        ),
        Task(
            ExamplePosition(WALLS, {"seats": ("b3 d3", "f6")}, detail=True),
            N_("White: climb a wall."),
            "wall:1",
            "b3-c3",
            N_("Climbed. See what is left of your three moves."),
            ((("d3", "e4"), "diagonal"), (("b3", "b5"), "gap"), (("f6", "f5"), "foreign")),
        ),
    ),
    RulebookPage(
        "try-leap",
        N_("Try it: all the way"),
        (rule(N_("Leaps cost one move each. Reach the marked square with the piece from f2.")),),
        Task(
            ExamplePosition(
                "less walls=" + walled("b4c4"), {"seats": ("f2 e2 d3", "c3 b4")}, detail=True
            ),
            N_("White: bring the piece from f2 to b2 with your three moves."),
            "reach:b2",
            "f2-d2,d2-c2,c2-b2",
            N_("There. Four squares with three moves."),
            ((("f2", "f4"), "gap"),),
            marks={"b2": "hint"},
        ),
    ),
    RulebookPage(
        "try-home",
        N_("Try it: come home"),
        (rule(N_("White has three moves and needs them all.")),),
        Task(
            ExamplePosition(
                "less walls=" + walled("b4b5:2 c5b5"),
                {"seats": ("a5 a6 b6 c4", "b3 e1 f1 f2"), "spent": (30, 30), "turns": 20},
            ),
            N_("White: bring the last piece to b5 in this turn."),
            "home",
            "c4-c5,c5-b5",
            N_("Home with three moves: a step, and a wall for two."),
            ((("c4", "b5"), "diagonal"),),
        ),
    ),
    RulebookPage(
        "notation",
        N_("How turns are written"),
        (
            ours(
                N_(
                    "Files are a, b, c from the left, ranks count from the bottom. A step"
                    " is written a1-a2, a leap a1-a3, and commas join the moves of a turn."
                    " pass is a turn without a move."
                )
            ),
            ours(
                N_(
                    "Walls can be given as digits, 0, 1 or 2 for every edge, row by row"
                    " from the top; tiles as letters with their quarter turns."
                )
            ),
        ),
        Example(
            ExamplePosition(TILES),
            N_("White is to move."),
            (Move("e2-d2,f2-e2,d2-d3", N_("Written e2-d2,f2-e2,d2-d3."), claims={"seat": 1}),),
        ),
    ),
)
