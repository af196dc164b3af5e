"""Routes: values that name a scene and carry its arguments.

Scenes import no other scene: they ask for one, for example by `Push(Review(match))`. A route names
the class or function below `game.screen` that makes its scene; its fields are the arguments. A
dialog that belongs to a scene is pushed directly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from game.rules.registry import GAMES
from game.table.match import Match
from game.table.spec import MatchSpec

if TYPE_CHECKING:
    from typing import Self, dataclass_transform

    from game.correspondence.game import CorrespondenceGame
    from game.puzzles.course import Course  # slow to load, because it loads the ratings
    from game.puzzles.puzzle import Puzzle as PuzzleData
    from game.solo.mode import SoloDeal
    from game.table.engine_seat import MakePlayer
    from game.table.teaching import GivenBack
else:

    def dataclass_transform(**_options):  # missing from Python 3.10
        return lambda cls: cls


@dataclass_transform(frozen_default=True)
class Route:
    """Base of all routes, which are frozen dataclasses.

    A class becomes a dataclass when its first instance is made: converting all forty at the start
    would delay the first picture.
    """

    scene: ClassVar[str] = ""  # module below game.screen, and the factory in it

    def __init_subclass__(cls, scene: str) -> None:
        cls.scene = scene

    def __new__(cls, *_values: object, **_named: object) -> Self:
        for route in reversed(cls.__mro__[: cls.__mro__.index(Route)]):  # bases have fields, too
            if "__dataclass_fields__" not in vars(route):
                dataclass(frozen=True)(route)
        return super().__new__(cls)


class Title(Route, scene="menus.title:TitleScene"):
    """The title; `mode` is "show", with its invitation to play on, or "menu"."""

    mode: str = "show"


class Attract(Route, scene="menus.title:AttractScene"):
    """The demo opened on purpose; it begins with the game `game`, given by its key.

    Any input leaves the demo or continues its game as a match.
    """

    game: str = GAMES[0].key


class GameChoice(Route, scene="menus.game_choice:GameChoiceScene"):
    """The choice of a game."""


class NewMatch(Route, scene="menus.new_match:NewMatchScene"):
    """Seats, clock and options of a new match in the game with this key, preset to those used last.

    With `setup` the match has this setup and begins from `position`; with `board` it uses the
    user's own board file at this path. With `choose` no match begins: the scene pops with
    `Picked("setup", ...)`, whose value is the chosen setup string.
    """

    game: str = GAMES[0].key
    setup: str = ""
    position: str = ""
    board: str = ""
    choose: bool = False


class Terms(Route, scene="menus.terms:TermsScene"):
    """The clock, as text, of a match with these `seats`, which are names.

    The scene also sets how take-backs affect the clock, and whether the button of a sensor `board`
    affects it. Pops with another Terms that holds the choice.
    """

    clock: str
    time_back: bool
    by_button: bool
    seats: tuple[str, ...]
    board: bool = False


class PositionEditor(Route, scene="editor.scene:PositionEditorScene"):
    """The position editor with a position of a setup; "" is the starting position.

    With `choose` it pops with `Picked("position", ...)`, whose value is the line of the edited
    position.
    """

    setup: str
    position: str = ""
    choose: bool = False


class PlayMatch(Route, scene="play.scene:PlayScene"):
    """A match of `spec`; `match` is a match to be continued.

    With `instead`, the person chooses between `match`, which was found unfinished, and a new match
    of the spec `instead`. With `hints`, a hint appears when the person hesitates.
    """

    spec: MatchSpec
    match: Match | None = None
    instead: MatchSpec | None = None
    hints: bool = False


class Teaching(Route, scene="play.teaching:TeachingScene"):
    """Which mistakes a teaching game lets the person take back, and how often."""


class TeachingSummary(Route, scene="play.teaching:TeachingSummaryScene"):
    """The mistakes that a teaching game let the person take back; then opens the route `result`."""

    match: Match
    given: Sequence[GivenBack]
    result: Route
    make: MakePlayer


class TeachAgain(Route, scene="play.teaching:teach_again_scene"):
    """The position of a mistake in a teaching game, to be played again."""

    match: Match
    given: GivenBack
    make: MakePlayer


class Guided(Route, scene="guided.scene:guided_scene"):
    """The guided first match in the game with this key; `board` is a sensor board's port.

    `match` is an unfinished guided match to continue.
    """

    game: str
    board: str | None = None
    match: Match | None = None


class Puzzles(Route, scene="puzzles.choice:PuzzleMenuScene"):
    """The choice of puzzles."""


class SolvePuzzle(Route, scene="puzzles.scene:puzzle_scene"):
    """A puzzle on the board, as part of a course; `board` is a sensor board's port."""

    puzzle: PuzzleData
    course: Course
    board: str | None = None


class StreakPuzzle(SolvePuzzle, scene="puzzles.runs:streak_scene"):
    """A puzzle of a streak."""


class StormPuzzle(SolvePuzzle, scene="puzzles.runs:storm_scene"):
    """A puzzle of a storm."""


def solving(puzzle: PuzzleData, course: Course, board: str | None = None) -> Route:
    """Return the route to a puzzle of a course, depending on the course's name."""
    kinds: dict[str, type[SolvePuzzle]] = {"streak": StreakPuzzle, "storm": StormPuzzle}
    return kinds.get(course.name, SolvePuzzle)(puzzle, course, board)


class PuzzleRunStart(Route, scene="puzzles.start:RunStartScene"):
    """The explanation of a streak or storm, and its high scores; `mode` is its course's name."""

    mode: str
    board: str | None = None


class StormResult(Route, scene="puzzles.start:StormResultScene"):
    """The result of a storm; `place` is its rank in the high scores, None if it has none."""

    course: Course
    place: int | None = None


class PickPuzzles(Route, scene="puzzles.start:PickPuzzlesScene"):
    """The choice of puzzles by game, kind and theme; `board` is a sensor board's port."""

    board: str | None = None


class PuzzleStatistics(Route, scene="puzzles.statistics:PuzzleStatisticsScene"):
    """Statistics of the puzzles solved."""


class SoloModes(Route, scene="solo.choice:SoloMenuScene"):
    """The modes for one person, with their high scores; the mode with this key is shown first."""

    mode: str = ""


class Solo(Route, scene="solo.scene:solo_scene"):
    """A deal to be played alone; `board` is a sensor board's port."""

    deal: SoloDeal
    board: str | None = None


REMATCH, LARGER, OTHER_GAME = "rematch", "rematch-larger", "other-game"


class MatchResult(Route, scene="play.result:ResultScene"):
    """The end of a match; pops with the next request: REMATCH, LARGER, OTHER_GAME or None.

    `pressed` returns, in each frame, the request made by the sensor board's button, or "". It is
    None if there is no board.
    """

    match: Match
    pressed: Callable[[], str] | None = None


class ChooseOnBoard(Route, scene="play.board_menu:GameMenu"):
    """The choice of a game for the sensor board at `target`; the board can also make the choice."""

    target: str


class ReviewMatch(Route, scene="review.scene:ReviewScene"):
    """A match, turn by turn; with `train` its longest train is shown first."""

    match: Match
    train: bool = False


class Rules(Route, scene="rulebook.scene:RulesScene"):
    """The rulebook of the game with this key, opened at the page with key `page` or the first."""

    game: str = GAMES[0].key
    page: str = ""


class Contents(Route, scene="rulebook.scene:ContentsScene"):
    """The contents of a game's rules, with page `number` chosen; pops with the choice, or None."""

    game: str
    number: int


class Library(Route, scene="library.scene:LibraryScene"):
    """All games in the library."""


class ShowEvening(Route, scene="library.evening:EveningScene"):
    """The games of one evening, `back` days ago; 0 is tonight."""

    back: int = 0


class Letters(Route, scene="library.by_letter:LettersScene"):
    """Games by letter."""


class PlayLetter(Route, scene="library.by_letter:letter_scene"):
    """A turn of a game by letter."""

    game: CorrespondenceGame


class Scores(Route, scene="menus.scores:ScoresScene"):
    """The high scores in the game with this key."""

    game: str = GAMES[0].key


class Statistics(Route, scene="library.statistics:StatisticsScene"):
    """The person's results against the engine in the game with this key, or in all games for ""."""

    game: str = ""


class BoardCheck(Route, scene="menus.board_check:BoardCheckScene"):
    """Set-up and diagnosis of a sensor board; `target` "" means the board used last."""

    target: str = ""


class PickLink(Route, scene="menus.pick_list:PickLinkScene"):
    """Places where a sensor board may be connected; `value` is preselected.

    `recent` are places used before. Pops with `Picked`.
    """

    value: str
    recent: tuple[str, ...] = ()


class PickKind(Route, scene="menus.pick_kind:PickKindScene"):
    """The other kinds of sensor boards; `value` is the present target.

    Pops with `Picked`, as `PickLink` does.
    """

    value: str = ""


class PickBoard(Route, scene="menus.pick_list:pick_board"):
    """The user's own board files; `value` is the path chosen so far. Pops with `Picked`.

    With `shipped` the list also has the program's boards, by their names.
    """

    value: str
    shipped: bool = False


class PickOpponent(Route, scene="menus.pick_list:PickOpponentScene"):
    """The opponents for `seat`; `value` is the key of the present choice.

    `strength` is the level that matches the person, `game` the key of the game, and `program` the
    name of the program chosen so far. Pops with `Picked`: its list is "opponent-" and the seat's
    number, its value a key or "". If a program is chosen, it pops as `Programs` does.
    """

    seat: int
    value: str = ""
    strength: int = 3
    game: str = GAMES[0].key
    program: str = ""


class Programs(Route, scene="menus.programs:ProgramsScene"):
    """The other programs that play the game with this key; `value` is the chosen program's name.

    Pops with `Picked`, whose list is `name` and whose value is the name of a program.
    """

    game: str
    name: str = "program"
    value: str = ""


class EditProgram(Route, scene="menus.program_form:ProgramScene"):
    """The form of the program `name`, or of a new program for "".

    Pops with `Picked("program", ...)` with the program's name, or with None. `game` is the key of
    the game that the program is to play.
    """

    name: str = ""
    game: str = ""


class Tournaments(Route, scene="tournament.choice:TournamentsScene"):
    """The stored tournaments."""


class NewTournament(Route, scene="tournament.choice:NewTournamentScene"):
    """The form of a new tournament; pops with its number, or None."""


class PairingRules(Route, scene="tournament.choice:PairingRulesScene"):
    """The pairing rules of a new tournament; pops with a `PairingRules` that holds the choice."""

    club: str = ""
    accelerated: bool = False
    half_byes: bool = False
    keizer: bool = False


class ShowTournament(Route, scene="tournament.scene:TournamentScene"):
    """The organiser's desk of the tournament with this number, opened at the tab `tab`."""

    number: int
    tab: str = ""


class TournamentEntry(Route, scene="tournament.forms:TournamentEntryScene"):
    """An entry of a tournament; `entrant` is 0 for a new entry."""

    number: int
    entrant: int = 0


class TournamentList(Route, scene="tournament.forms:EntryListScene"):
    """A list of people, as text, to be checked before it is added to a tournament."""

    number: int
    text: str


class TournamentAgain(Route, scene="tournament.choice:TournamentAgainScene"):
    """The form for repeating the tournament with this number; pops with the new number, or None."""

    number: int


class TournamentGame(Route, scene="tournament.forms:TournamentGameScene"):
    """The form for the result of a tournament game; may pop with `PlayHere`."""

    number: int
    round_number: int
    game: int


class PairByHand(Route, scene="tournament.hand_pairing:HandPairingScene"):
    """Manual pairing of a tournament round; pops with True when done."""

    number: int
    round_number: int


class KeizerAccount(Route, scene="tournament.keizer_account:KeizerAccountScene"):
    """A player's Keizer points from each round of a tournament."""

    number: int
    entrant: int


@dataclass(frozen=True)
class PlayHere:
    """Result of `TournamentGame`: the game is to be played on this machine."""

    round: int
    game: int


class BigScreen(Route, scene="tournament.big_screen:BigScreenScene"):
    """The big screen of a tournament."""

    number: int


@dataclass(frozen=True)
class Picked:
    """Result of a scene with a list: the list's name, and the value chosen from it."""

    name: str
    value: str


class EditSettings(Route, scene="menus.settings:SettingsScene"):
    """The settings of the program."""


class Sound(Route, scene="menus.settings:SoundScene"):
    """The settings of sounds, music and speech."""


class Phones(Route, scene="menus.phones:PhonesScene"):
    """The network switch, and the address for phones.

    The seat number `seat` of the match in play is offered immediately; None offers no seat.
    """

    seat: int | None = None


class Join(Route, scene="menus.phones:JoinScene"):
    """A seat at a table elsewhere: that of the `invitation` CODE@HOST, or else the seat held last.

    `board` is the sensor board to play on, "" for none; `at_once` connects without a button press.
    """

    invitation: str = ""
    board: str = ""
    at_once: bool = False


class Credits(Route, scene="menus.cards:CreditsScene"):
    """The makers of the games, and the components of the program."""


class OwnLooks(Route, scene="menus.own_look:OwnLookScene"):
    """The choice of boards and pieces; the user's own `folder` is tried immediately."""

    folder: str = ""


class Doctor(Route, scene="menus.cards:DoctorScene"):
    """The facts about this machine that support staff need."""


class Keys(Route, scene="menus.settings:KeysScene"):
    """The keys and their commands."""
