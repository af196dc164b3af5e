"""Routes: values that name a scene and carry what it needs.

Only values live here, so that scenes import no other scene: `Push(Review(match))` asks for one,
`game/screen/scenes.py` knows how to make it.  A dialog that belongs to a scene is pushed as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.rules.registry import GAMES
from game.solo.mode import SoloDeal
from game.table.match import Match
from game.table.spec import MatchSpec

if TYPE_CHECKING:  # ratings take a moment to load
    from game.puzzles.course import Course
    from game.puzzles.puzzle import Puzzle as PuzzleData


class Route:
    """Base of all routes."""


@dataclass(frozen=True)
class Title(Route):
    """The title; `mode` is "show", with its invitation to play on, or "menu"."""

    mode: str = "show"


@dataclass(frozen=True)
class Attract(Route):
    """The demo opened on purpose, beginning with the game of this key.

    Any input leaves it, or plays its game on.
    """

    game: str = GAMES[0].key


@dataclass(frozen=True)
class GameChoice(Route):
    """The choice of a game."""


@dataclass(frozen=True)
class NewMatch(Route):
    """Seats, clock and options of a match of the game of this key, as used last.

    Or of `setup`, to begin from `position`; or on a `board` of one's own, by its path.  With
    `choose` nothing begins: it pops with `Picked`, "setup" and the setup string chosen.
    """

    game: str = GAMES[0].key
    setup: str = ""
    position: str = ""
    board: str = ""
    choose: bool = False


@dataclass(frozen=True)
class Terms(Route):
    """The clock, as text, of a match with these `seats`, by name.

    It also sets how take-backs and the button of a sensor `board` treat the clock.  Pops with
    another one of what was chosen.
    """

    clock: str
    time_back: bool
    by_button: bool
    seats: tuple[str, ...]
    board: bool = False


@dataclass(frozen=True)
class PositionEditor(Route):
    """The position editor with a position of a setup; "" is the first one.

    With `choose` it pops with `Picked`, "position" and the position line that was made.
    """

    setup: str
    position: str = ""
    choose: bool = False


@dataclass(frozen=True)
class Play(Route):
    """A match of `spec`; `match` is one to go on with.

    `instead`: `match` was found unfinished when a game of this spec was asked for; which of the two
    it shall be is asked.
    """

    spec: MatchSpec
    match: Match | None = None
    instead: MatchSpec | None = None


@dataclass(frozen=True)
class Guided(Route):
    """The guided first game of the game of this key; `board` is a sensor board's port, "" none."""

    game: str
    board: str = ""


@dataclass(frozen=True)
class Puzzles(Route):
    """The choice of puzzles."""


@dataclass(frozen=True)
class Puzzle(Route):
    """A puzzle at the board, one of a course; `board` is a sensor board's port."""

    puzzle: PuzzleData
    course: Course
    board: str | None = None


@dataclass(frozen=True)
class PuzzleStatistics(Route):
    """What was solved."""


@dataclass(frozen=True)
class SoloModes(Route):
    """The modes for one person, with their lists; that of this key is looked at first."""

    mode: str = ""


@dataclass(frozen=True)
class Solo(Route):
    """A deal, to be played alone; `board` is a sensor board's port, "" none."""

    deal: SoloDeal
    board: str = ""


REMATCH, LARGER = "rematch", "rematch-larger"


@dataclass(frozen=True)
class MatchResult(Route):
    """The end of a match; pops with what is wanted next: REMATCH, LARGER or None.

    `pressed` tells of each frame whether the button of the sensor board was pressed; None where
    there is no board.
    """

    match: Match
    pressed: Callable[[], bool] | None = None


@dataclass(frozen=True)
class Review(Route):
    """A match, turn by turn; with `train` its longest train is shown first."""

    match: Match
    train: bool = False


@dataclass(frozen=True)
class Rules(Route):
    """The rulebook of the game of this key, opened at the page of that key, or at the first."""

    game: str = GAMES[0].key
    page: str = ""


@dataclass(frozen=True)
class Contents(Route):
    """The contents of a game's rules, at page `number`; pops with the number chosen, or None."""

    game: str
    number: int


@dataclass(frozen=True)
class Library(Route):
    """All games kept."""


@dataclass(frozen=True)
class Scores(Route):
    """The high scores of the game of this key."""

    game: str = GAMES[0].key


@dataclass(frozen=True)
class Statistics(Route):
    """How the person fared against the engine in the game of this key, or in all for ""."""

    game: str = ""


@dataclass(frozen=True)
class BoardCheck(Route):
    """Set-up and diagnosis of a sensor board; `target` "" is the one used last."""

    target: str = ""


@dataclass(frozen=True)
class PickLink(Route):
    """Where a sensor board may be; `value` is chosen at first, `recent` were used before.

    Pops with `Picked`.
    """

    value: str
    recent: tuple[str, ...] = ()


@dataclass(frozen=True)
class PickBoard(Route):
    """The user's own board files; `value` is the path chosen so far.  Pops with `Picked`.

    `shipped`: the boards of the program are in the list, too, by their names.
    """

    value: str
    shipped: bool = False


@dataclass(frozen=True)
class PickOpponent(Route):
    """The opponents for `seat`; `value` is the key of the one chosen so far.

    `strength` is the level that matches the person.  Pops with `Picked`: "opponent-" and the seat,
    and a key or "".
    """

    seat: int
    value: str = ""
    strength: int = 3


@dataclass(frozen=True)
class Tournaments(Route):
    """The kept tournaments."""


@dataclass(frozen=True)
class NewTournament(Route):
    """A tournament is founded; pops with its number, or None."""


@dataclass(frozen=True)
class Tournament(Route):
    """The organiser's desk of the tournament of this number; `tab` is looked at first."""

    number: int
    tab: str = ""


@dataclass(frozen=True)
class TournamentEntry(Route):
    """An entry of a tournament, `entrant` 0 for a new one."""

    number: int
    entrant: int = 0


@dataclass(frozen=True)
class TournamentGame(Route):
    """The result of a game of a tournament; may pop with `PlayHere`."""

    number: int
    round: int
    game: int


@dataclass(frozen=True)
class PlayHere:
    """What an encounter pops with: the game of that round is to be played at this machine."""

    round: int
    game: int


@dataclass(frozen=True)
class BigScreen(Route):
    """The big screen of a tournament."""

    number: int


@dataclass(frozen=True)
class Picked:
    """What a list pops with: which list it was, and the value chosen from it."""

    name: str
    value: str


@dataclass(frozen=True)
class Settings(Route):
    """The settings of the program."""


@dataclass(frozen=True)
class Sound(Route):
    """The settings of sounds, music and speech."""


@dataclass(frozen=True)
class Phones(Route):
    """The switch for the network, and the way there for phones.

    `seat` of the match in play is offered at once; None offers nothing.
    """

    seat: int | None = None


@dataclass(frozen=True)
class Join(Route):
    """A seat at a table elsewhere: of the `invitation` CODE@HOST, else the one held last.

    `board` is the sensor board it is played on, "" for none; `at_once` goes there without a press.
    """

    invitation: str = ""
    board: str = ""
    at_once: bool = False


@dataclass(frozen=True)
class Credits(Route):
    """Who made the games and what the program is made of."""


@dataclass(frozen=True)
class Doctor(Route):
    """What support needs to know of this machine."""


@dataclass(frozen=True)
class Keys(Route):
    """Which key does what."""
