"""Routes: values that name a scene and carry what it needs.

Scenes import no other scene: `Push(Review(match))` asks for one.  A route names what makes its
scene, a class or a function below `game.screen`; its fields are the arguments.  A dialog that
belongs to a scene is pushed as it is.
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
    from game.puzzles.course import Course  # ratings take a moment to load
    from game.puzzles.puzzle import Puzzle as PuzzleData
    from game.solo.mode import SoloDeal
    from game.table.engine_seat import MakePlayer
    from game.table.teaching import GivenBack
else:

    def dataclass_transform(**_options):  # which Python 3.10 lacks
        return lambda cls: cls


@dataclass_transform(frozen_default=True)
class Route:
    """Base of all routes, which are frozen dataclasses.

    A class becomes one with its first value: all forty at once would delay the first picture.
    """

    scene: ClassVar[str] = ""  # its module below game.screen, and what makes it

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
    """The demo opened on purpose, beginning with the game of this key.

    Any input leaves it, or plays its game on.
    """

    game: str = GAMES[0].key


class GameChoice(Route, scene="menus.game_choice:GameChoiceScene"):
    """The choice of a game."""


class NewMatch(Route, scene="menus.new_match:NewMatchScene"):
    """Seats, clock and options of a match of the game of this key, as used last.

    Or of `setup`, to begin from `position`; or on a `board` of one's own, by its path.  With
    `choose` nothing begins: it pops with `Picked`, "setup" and the setup string chosen.
    """

    game: str = GAMES[0].key
    setup: str = ""
    position: str = ""
    board: str = ""
    choose: bool = False


class Terms(Route, scene="menus.terms:TermsScene"):
    """The clock, as text, of a match with these `seats`, by name.

    It also sets how take-backs and the button of a sensor `board` treat the clock.  Pops with
    another one of what was chosen.
    """

    clock: str
    time_back: bool
    by_button: bool
    seats: tuple[str, ...]
    board: bool = False


class PositionEditor(Route, scene="editor.scene:PositionEditorScene"):
    """The position editor with a position of a setup; "" is the first one.

    With `choose` it pops with `Picked`, "position" and the position line that was made.
    """

    setup: str
    position: str = ""
    choose: bool = False


class PlayMatch(Route, scene="play.scene:PlayScene"):
    """A match of `spec`; `match` is one to go on with.

    `instead`: `match` was found unfinished when a game of this spec was asked for; which of the two
    it shall be is asked.  With `hints` a hint comes by itself when the person hesitates.
    """

    spec: MatchSpec
    match: Match | None = None
    instead: MatchSpec | None = None
    hints: bool = False


class Teaching(Route, scene="play.teaching:TeachingScene"):
    """What a teaching game gives back, and how often."""


class TeachingSummary(Route, scene="play.teaching:TeachingSummaryScene"):
    """What a teaching game gave back; the scene of the route `result` follows."""

    match: Match
    given: Sequence[GivenBack]
    result: Route
    make: MakePlayer


class TeachAgain(Route, scene="play.teaching:teach_again_scene"):
    """The position of a turn that was given back, to be played again."""

    match: Match
    given: GivenBack
    make: MakePlayer


class Guided(Route, scene="guided.scene:guided_scene"):
    """The guided first game of the game of this key; `board` is a sensor board's port.

    `match` is one that was left, to go on with.
    """

    game: str
    board: str | None = None
    match: Match | None = None


class Puzzles(Route, scene="puzzles.choice:PuzzleMenuScene"):
    """The choice of puzzles."""


class SolvePuzzle(Route, scene="puzzles.scene:puzzle_scene"):
    """A puzzle at the board, one of a course; `board` is a sensor board's port."""

    puzzle: PuzzleData
    course: Course
    board: str | None = None


class StreakPuzzle(SolvePuzzle, scene="puzzles.runs:streak_scene"):
    """A puzzle of a streak."""


class StormPuzzle(SolvePuzzle, scene="puzzles.runs:storm_scene"):
    """A puzzle of a storm."""


def solving(puzzle: PuzzleData, course: Course, board: str | None = None) -> Route:
    """Return the route to a puzzle of a course, by the name of the course."""
    kinds: dict[str, type[SolvePuzzle]] = {"streak": StreakPuzzle, "storm": StormPuzzle}
    return kinds.get(course.name, SolvePuzzle)(puzzle, course, board)


class PuzzleRunStart(Route, scene="puzzles.start:RunStartScene"):
    """What a streak or storm is, and its list; `mode` is the name of its course."""

    mode: str
    board: str | None = None


class StormResult(Route, scene="puzzles.start:StormResultScene"):
    """How a storm ended; `place` is that in its list, None for none."""

    course: Course
    place: int | None = None


class PickPuzzles(Route, scene="puzzles.start:PickPuzzlesScene"):
    """The choice of puzzles by game, kind and theme; `board` is a sensor board's port."""

    board: str | None = None


class PuzzleStatistics(Route, scene="puzzles.statistics:PuzzleStatisticsScene"):
    """What was solved."""


class SoloModes(Route, scene="solo.choice:SoloMenuScene"):
    """The modes for one person, with their lists; that of this key is looked at first."""

    mode: str = ""


class Solo(Route, scene="solo.scene:solo_scene"):
    """A deal, to be played alone; `board` is a sensor board's port."""

    deal: SoloDeal
    board: str | None = None


REMATCH, LARGER, OTHER_GAME = "rematch", "rematch-larger", "other-game"


class MatchResult(Route, scene="play.result:ResultScene"):
    """The end of a match; pops with what is wanted next: REMATCH, LARGER, OTHER_GAME or None.

    `pressed` tells of each frame which of them the button of the sensor board has asked for, or "";
    None where there is no board.
    """

    match: Match
    pressed: Callable[[], str] | None = None


class ChooseOnBoard(Route, scene="play.board_menu:GameMenu"):
    """The choice of a game for the sensor board behind `target`, answered at it, too."""

    target: str


class ReviewMatch(Route, scene="review.scene:ReviewScene"):
    """A match, turn by turn; with `train` its longest train is shown first."""

    match: Match
    train: bool = False


class Rules(Route, scene="rulebook.scene:RulesScene"):
    """The rulebook of the game of this key, opened at the page of that key, or at the first."""

    game: str = GAMES[0].key
    page: str = ""


class Contents(Route, scene="rulebook.scene:ContentsScene"):
    """The contents of a game's rules, at page `number`; pops with the number chosen, or None."""

    game: str
    number: int


class Library(Route, scene="library.scene:LibraryScene"):
    """All games kept."""


class ShowEvening(Route, scene="library.evening:EveningScene"):
    """An evening of games, so many days back; 0 is tonight."""

    back: int = 0


class Letters(Route, scene="library.by_letter:LettersScene"):
    """Games by letter."""


class PlayLetter(Route, scene="library.by_letter:letter_scene"):
    """A turn of a game by letter."""

    game: CorrespondenceGame


class Scores(Route, scene="menus.scores:ScoresScene"):
    """The high scores of the game of this key."""

    game: str = GAMES[0].key


class Statistics(Route, scene="library.statistics:StatisticsScene"):
    """How the person fared against the engine in the game of this key, or in all for ""."""

    game: str = ""


class BoardCheck(Route, scene="menus.board_check:BoardCheckScene"):
    """Set-up and diagnosis of a sensor board; `target` "" is the one used last."""

    target: str = ""


class PickLink(Route, scene="menus.pick_list:PickLinkScene"):
    """Where a sensor board may be; `value` is chosen at first, `recent` were used before.

    Pops with `Picked`.
    """

    value: str
    recent: tuple[str, ...] = ()


class PickKind(Route, scene="menus.pick_kind:PickKindScene"):
    """Sensor boards of other kinds; `value` is the target that was used so far.

    Pops with `Picked`, as `PickLink` does.
    """

    value: str = ""


class PickBoard(Route, scene="menus.pick_list:pick_board"):
    """The user's own board files; `value` is the path chosen so far.  Pops with `Picked`.

    `shipped`: the boards of the program are in the list, too, by their names.
    """

    value: str
    shipped: bool = False


class PickOpponent(Route, scene="menus.pick_list:PickOpponentScene"):
    """The opponents for `seat`; `value` is the key of the one chosen so far.

    `strength` is the level that matches the person, `game` the key of the game and `program` the
    name of the program chosen so far.  Pops with `Picked`: "opponent-" and the seat, and a key or
    "", or as `Programs` does.
    """

    seat: int
    value: str = ""
    strength: int = 3
    game: str = GAMES[0].key
    program: str = ""


class Programs(Route, scene="menus.programs:ProgramsScene"):
    """The other programs that play the game of this key; `value` is the name of the chosen one.

    Pops with `Picked`: `name`, and the name of a program.
    """

    game: str
    name: str = "program"
    value: str = ""


class EditProgram(Route, scene="menus.program_form:ProgramScene"):
    """The form of a program; "" is a new one.  Pops with `Picked`, "program" and its name, or None.

    `game` is the key of the game for which it is wanted.
    """

    name: str = ""
    game: str = ""


class Tournaments(Route, scene="tournament.choice:TournamentsScene"):
    """The kept tournaments."""


class NewTournament(Route, scene="tournament.choice:NewTournamentScene"):
    """A tournament is founded; pops with its number, or None."""


class PairingRules(Route, scene="tournament.choice:PairingRulesScene"):
    """The rules of pairing of a new tournament; pops with `PairingRules` as they were chosen."""

    club: str = ""
    accelerated: bool = False
    half_byes: bool = False
    keizer: bool = False


class ShowTournament(Route, scene="tournament.scene:TournamentScene"):
    """The organiser's desk of the tournament of this number; `tab` is looked at first."""

    number: int
    tab: str = ""


class TournamentEntry(Route, scene="tournament.forms:TournamentEntryScene"):
    """An entry of a tournament, `entrant` 0 for a new one."""

    number: int
    entrant: int = 0


class TournamentList(Route, scene="tournament.forms:EntryListScene"):
    """A list of people, as text, looked through before it is added to a tournament."""

    number: int
    text: str


class TournamentAgain(Route, scene="tournament.choice:TournamentAgainScene"):
    """A tournament like the one of this number; pops with the number of the new one, or None."""

    number: int


class TournamentGame(Route, scene="tournament.forms:TournamentGameScene"):
    """The result of a game of a tournament; may pop with `PlayHere`."""

    number: int
    round_number: int
    game: int


class PairByHand(Route, scene="tournament.hand_pairing:HandPairingScene"):
    """A round of a tournament is paired by hand; pops with True once it is."""

    number: int
    round_number: int


class KeizerAccount(Route, scene="tournament.keizer_account:KeizerAccountScene"):
    """What each round of a tournament brought a player by Keizer."""

    number: int
    entrant: int


@dataclass(frozen=True)
class PlayHere:
    """What an encounter pops with: the game of that round is to be played at this machine."""

    round: int
    game: int


class BigScreen(Route, scene="tournament.big_screen:BigScreenScene"):
    """The big screen of a tournament."""

    number: int


@dataclass(frozen=True)
class Picked:
    """What a list pops with: which list it was, and the value chosen from it."""

    name: str
    value: str


class EditSettings(Route, scene="menus.settings:SettingsScene"):
    """The settings of the program."""


class Sound(Route, scene="menus.settings:SoundScene"):
    """The settings of sounds, music and speech."""


class Phones(Route, scene="menus.phones:PhonesScene"):
    """The switch for the network, and the way there for phones.

    `seat` of the match in play is offered at once; None offers nothing.
    """

    seat: int | None = None


class Join(Route, scene="menus.phones:JoinScene"):
    """A seat at a table elsewhere: of the `invitation` CODE@HOST, else the one held last.

    `board` is the sensor board it is played on, "" for none; `at_once` goes there without a press.
    """

    invitation: str = ""
    board: str = ""
    at_once: bool = False


class Credits(Route, scene="menus.cards:CreditsScene"):
    """Who made the games and what the program is made of."""


class OwnLooks(Route, scene="menus.own_look:OwnLookScene"):
    """The choice of boards and pieces; a `folder` of one's own is tried at once."""

    folder: str = ""


class Doctor(Route, scene="menus.cards:DoctorScene"):
    """What support needs to know of this machine."""


class Keys(Route, scene="menus.settings:KeysScene"):
    """Which key does what."""
