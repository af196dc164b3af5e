"""Every kind of event in every game has a caption, and captions are true."""

from __future__ import annotations

import random

import pytest

from game.games.less.rules import Less
from game.games.less.screen.ways_home import least_moves_home, ways_to
from game.games.multiplicity.screen.commentary import product
from game.rules import Game, State, events
from game.rules.events import Outcome, Piece
from game.rules.registry import GAMES, parse_setup
from game.screen.attract.trailer import Narrator, Preparation, demo_turn
from game.screen.plugin.commentary import Commentary, commentary_of
from game.screen.plugin.pages import ExamplePosition
from game.screen.rulebook.book import build
from tests.support.less_walls import walled

PLAIN = "less walls=" + "0" * 60
NEARLY = ExamplePosition(
    "more-or-less",
    {
        "black": "b1 g17 b9 b10 c1 c4 e2 f3 e12 e19 f8 f6 f9 g19 g6 g5 b3",
        "green": "e9 e8 b5 d10 g20 g15 e14 b7",
        "hidden": (0, 0),
    },
)

# Position, turn, and the two parts of the caption for the turn's last action.
TOLD: tuple[tuple[ExamplePosition, str, str, str], ...] = (
    (ExamplePosition("more-or-less"), "a1", "Black begins on the centre", "on two counters a turn"),
    (ExamplePosition("more-or-less", played="a1"), "d3", "Green places a counter on d3", "2 of 25"),
    (NEARLY, "g15>d7", "a counter of their own", "Now 7 lie green side up"),
    (NEARLY, "g15>d7,d7>a1,.", "Green wins", "6 counters of one colour: fewer than 7"),
    (NEARLY, "g15>d7,.", "Green stops here: marker on place 1", "Now 7"),
    (
        ExamplePosition("more-or-less", {"black": "b1", "green": "d1"}),
        "d1>a1",
        "Green jumps. The counter",
        "Now 13",
    ),
    (
        ExamplePosition("more-or-less", {"black": "b1 b8", "green": "d1"}, "d1>a1"),
        "a1>d8",
        "jumps again",
        "Now 14",
    ),
    (
        ExamplePosition("more-or-less", {"black": "b1", "green": "g1"}),
        "g1~c2",
        "Green slides along a line",
        "jumps once",
    ),
    (ExamplePosition(PLAIN), "e2-e3", "White takes a step", "White has spent 1"),
    (ExamplePosition(PLAIN), "f1-d1", "leaps over a piece", "White has spent 1"),
    (
        ExamplePosition("less walls=" + walled("b3c3"), {"seats": ("b3", "f6")}),
        "b3-c3",
        "climbs a wall. That costs two",
        "White has spent 2",
    ),
    (
        ExamplePosition("less walls=" + walled("b3c3:2"), {"seats": ("b3", "f6")}),
        "b3-c3",
        "climbs a double wall",
        "White has spent 3",
    ),
    (
        ExamplePosition(PLAIN, {"seats": ("a5 a6 b6 c5", "e1 f1 f2 d2"), "spent": (30, 30)}),
        "c5-b5",
        "White is home after 31 moves",
        "The other side plays on",
    ),
    (
        ExamplePosition("libra size=4 mode=bid"),
        "bid7",
        "The first player bids 7 groups",
        "Whoever passes",
    ),
    (
        ExamplePosition("libra size=4 mode=bid", played="bid7"),
        "pass",
        "will be LESS",
        "MORE needs 7",
    ),
    (
        ExamplePosition("libra size=4 mode=target target=7"),
        "Wd4",
        "LESS makes a new group",
        "1 group on the board. MORE needs 7",
    ),
    (
        ExamplePosition("libra size=4 mode=target target=7", played="Wd4"),
        "Wd5",
        "MORE adds a stone to a group",
        "1 group on the board",
    ),
    (
        ExamplePosition("libra size=4 mode=target target=7", played="Wd4 Wd6"),
        "Wd5",
        "LESS joins groups into one",
        "1 group on the board",
    ),
    (
        ExamplePosition(
            "libra size=3 mode=duel",
            {
                "white": "a3 b3 b4 b5 c1 c2 c3 d4 e1 e3",
                "black": "a4 b2 c4 c5 d1 d2 d3 e2",
                "seat": 1,
            },
        ),
        "Ba5",
        "Round 1 is over: 6 groups",
        "change roles",
    ),
    (ExamplePosition("multiplicity size=4"), "d4", "White places the first stone", "White has 1"),
    (ExamplePosition("multiplicity size=4", played="d4"), "d5", "the bound stone", "Black 1"),
    (ExamplePosition("multiplicity size=4", played="d4 d5"), "a4", "the free stone", "Black 1"),
    (
        ExamplePosition("multiplicity size=3", played="d3 e2,b2 b3,c5 c4,a5 b5,d1"),
        "e1",
        "No free stone",
        "one stone on any",
    ),
)


def words_of(game: Game) -> Commentary:
    return commentary_of(game)


@pytest.mark.parametrize("case", TOLD, ids=lambda case: f"{case[0].setup.split()[0]}-{case[1]}")
def test_what_happened_is_told(case: tuple[ExamplePosition, str, str, str]) -> None:
    position, turn, head, meaning = case
    game, state = build(position)
    before = state
    happened: tuple[events.Event, ...] = ()
    for action in game.parse_turn(state, turn):
        before = state
        state, happened = game.play(state, action)
    told = words_of(game)
    assert head in told.caption(before, happened)
    assert meaning in told.note(before, state, happened)


def play_on(
    setup: str, seed: int = 1
) -> tuple[Game, list[tuple[State, State, tuple[events.Event, ...]]]]:
    """Play a demo game; return (position before, position after, events) for every action."""
    game = parse_setup(setup)
    dice, state, seen = random.Random(seed), game.start(), []
    while not game.over(state):
        for action in demo_turn(game, state, dice):
            step = game.play(state, action)
            seen.append((state, step.state, step.events))
            state = step.state
    return game, seen


def play_shipped(key: str) -> tuple[Game, list[tuple[State, State, tuple[events.Event, ...]]]]:
    """Return the first shipped game, and its actions as `play_on` returns them."""
    match = Preparation(key, 0, random.Random(1)).finish().match
    return match.game, [(e.before, e.after, e.events) for e in match.entries]


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_a_whole_game_is_told_and_ends(key: str) -> None:
    game, seen = play_shipped(key)
    commentary = words_of(game)
    rules = set()
    for before, after, happened in seen:
        head, note = commentary.caption(before, happened), commentary.note(before, after, happened)
        assert head.endswith(".")
        assert "{" not in head + note
        assert note
        rules.add(commentary.rule(before, happened))
        scale = commentary.scale(after)
        assert 0 <= scale.share <= 1
        assert scale.left
    assert len(rules - {""}) >= 3
    assert commentary.opening().head == game.title


def test_every_kind_of_event_has_words() -> None:
    game = parse_setup("more-or-less")
    less = parse_setup(PLAIN)
    state = game.start()
    black, green = Piece("black", 0), Piece("green", 1)
    kinds: dict[type, tuple[Game, events.Event]] = {
        events.Placed: (game, events.Placed("a1", black)),
        events.Flipped: (game, events.Flipped("a1", black, green)),
        events.Slid: (game, events.Slid(("g1", "e1"), green)),
        events.Jumped: (less, events.Jumped("a1", "a2", "a3", Piece("white", 0))),
        events.Stepped: (less, events.Stepped("a1", "a2", 0, Piece("white", 0))),
        events.Passed: (game, events.Passed(0)),
        events.Bid: (parse_setup("libra size=3 mode=bid"), events.Bid(0, 3)),
        events.MarkerMoved: (game, events.MarkerMoved(1, 4)),
        events.PhaseChanged: (game, events.PhaseChanged("movement")),
        events.RoundEnded: (parse_setup("libra size=3"), events.RoundEnded(1, 1, 6)),
        events.SideHome: (less, events.SideHome((0,), 31)),
        events.SideChosen: (parse_setup("more-or-less swap=on"), events.SideChosen(1, True)),
        events.Cleared: (game, events.Cleared(("a1",))),
        events.TurnEnded: (game, events.TurnEnded(0)),
        events.GameEnded: (game, events.GameEnded(Outcome("p1win", (0,), "more"))),
    }
    assert set(kinds) == set(events.Event.__args__)
    heads = {words_of(own).caption(own.start(), (event,)) for own, event in kinds.values()}
    assert len(heads) == len(kinds)
    assert all(head.endswith(".") for head in heads)
    assert "goes on" in words_of(game).caption(state, ())


def test_a_duel_is_won_by_a_player_not_by_a_role() -> None:
    game, seen = play_on("libra size=3 mode=duel", 4)
    before, _after, happened = seen[-1]
    head = words_of(game).caption(before, happened)
    assert "player" in head or "draw" in head


def test_products_are_written_as_long_as_they_can_be_read() -> None:
    assert product([3, 2, 2, 1]) == "3 × 2 × 2 = 12"
    assert product([5, 1]) == "5"
    assert product([2] * 6) == "64"
    assert words_of(parse_setup("libra size=3 mode=bid")).side_name(1) == "MORE"


def test_the_race_counts_walls_and_ends_at_home() -> None:
    game, state = build(ExamplePosition(PLAIN, {"seats": ("a5 a6 b6 c5", "e1 f1 f2 a1")}))
    assert isinstance(game, Less)
    assert least_moves_home(game, state, 0) == 1
    assert least_moves_home(game, state, 1) == 5
    walls = build(ExamplePosition("less walls=" + walled("c5b5:2 b4b5:2"), {"seats": ("c5", "")}))[
        0
    ]
    assert sorted(ways_to(walls, 0)["c5"]) == [2, 3, 3, 4]


def test_a_corner_left_too_late_costs_ten_and_is_said_before_it_decides() -> None:
    clip = Preparation("less", 0, random.Random(1)).finish()
    outcome = clip.match.outcome
    assert outcome is not None
    assert outcome.reason == "block"
    narrator = Narrator(clip)
    last = clip.match.turns[-1]
    narrator.hush(last)
    assert narrator.caption.note == "A piece left in its own corner costs ten."
    scale = narrator.commentary.scale(last.after)
    sides = (scale.left, scale.right)
    loser = 1 - outcome.winners[0] % 2
    assert sides[loser].endswith(" + 10")
    assert (scale.share > 0.5) == (loser == 1), "the bar leans to who wins"


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_nothing_is_said_of_the_deciding_turn_once_another_is_played(
    game: type[Game], number: int
) -> None:
    clip = Preparation(game.key, number, random.Random(1)).finish()
    narrator, turns = Narrator(clip), clip.match.turns
    narrator.hush(turns[clip.cut.turn])
    assert "this turn decides" in narrator.caption.head
    for turn in turns[clip.cut.turn + 1 : clip.cut.leave]:
        narrator.follow(turn, 1)
        assert "this turn decides" not in narrator.caption.head
        narrator.rest(turn)


@pytest.mark.parametrize("number", range(4))
def test_ten_moves_for_a_piece_at_home_are_told_before_they_count(number: int) -> None:
    clip = Preparation("less", number, random.Random(1)).finish()
    assert clip.match.outcome is not None
    told = "costs ten" in Narrator(clip).caption.note
    assert told == (clip.match.outcome.reason in ("block", "stayed"))


def test_the_bar_counts_the_ten_moves_with_the_side_that_loses_by_them() -> None:
    clip = Preparation("less", 0, random.Random(1)).finish()
    last = clip.match.turns[-1].entries[-1]
    scale = Narrator(clip).commentary.scale(last.after)
    assert (scale.left, scale.right) == ("27", "24 + 10")
    assert scale.share > 0.5
