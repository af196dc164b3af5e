"""Other programs that play: their list, and how they are started and queried.

The programs are kept in one file of the data folder. A record only names a program; the owner of
this computer has configured in that file how the program is started.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from game.platform import codec, storage, versioned
from game.platform.errors import CodedError, in_words
from game.platform.i18n import _, format_number
from game.platform.sanitize import one_line
from game.rules.base import Game, State
from game.rules.registry import parse_setup, titles, usual_setup
from game.table.errors import ProgramError
from game.table.history import Turn

if TYPE_CHECKING:
    from game.engine.protocol.program_player import ProgramPlayer

VERSION = 1
MAX_PROGRAMS = 40
MAX_NAME_LENGTH, MAX_TEXT_LENGTH = 24, 1000  # maximum characters of a name, and of any other text
BETWEEN = ";"  # separator of options in a text


@dataclass(frozen=True, slots=True)
class Program:
    """A program that speaks UGI, as its owner has configured it.

    `path` is a file, or a name that the system finds; `options` are texts like "Hash=64; Book=on".
    `games` are the keys of the games that it plays.
    """

    name: str = field(metadata=codec.rule(length=MAX_NAME_LENGTH))
    path: str = field(metadata=codec.rule(length=MAX_TEXT_LENGTH))
    arguments: str = field(default="", metadata=codec.rule(length=MAX_TEXT_LENGTH))
    options: str = field(default="", metadata=codec.rule(length=MAX_TEXT_LENGTH))
    games: tuple[str, ...] = field(default=(), metadata=codec.rule(count=50))

    @property
    def command(self) -> list[str]:
        """The command line.  Raises ProgramError if it cannot be made."""
        path = one_line(self.path).strip()
        if not path:
            raise ProgramError("no-path")
        found = shutil.which(os.path.expanduser(path))
        if found is None:
            raise ProgramError("missing", path=path)
        try:
            words = shlex.split(self.arguments, posix=os.name != "nt")
        except ValueError:
            raise ProgramError("arguments", text=self.arguments) from None
        return [found, *(os.path.expanduser(word) for word in words)]

    @property
    def values(self) -> dict[str, str]:
        """The values of the options, by name.  Raises ProgramError."""
        found = {}
        for text in map(str.strip, one_line(self.options).split(BETWEEN)):
            name, is_there, value = map(str.strip, text.partition("="))
            if text and not (name and is_there and value):
                raise ProgramError("option", text=text)
            if text:
                found[name] = value
        return found

    def check(self) -> None:
        """Raise ProgramError if something prevents the program from being started."""
        if not self.name.strip():
            raise ProgramError("no-name")
        assert self.command is not None
        assert self.values is not None
        if not self.games:
            raise ProgramError("no-games", name=self.name)

    def check_game(self, key: str) -> None:
        """Raise ProgramError if the program does not play the game with this key."""
        if key not in self.games:
            raise ProgramError("other-game", name=self.name, game=titles().get(key, key))

    def player(self, game: Game, lead: Callable[[State], str] | None = None) -> ProgramPlayer:
        """Return a player of `game` that this program controls; for `lead` see `ProgramPlayer`.

        Raises ProgramError.
        """
        from game.engine.protocol.program_player import ProgramPlayer

        self.check_game(game.key)
        return ProgramPlayer(game, self.command, self.values, lead or PositionByText(game))


@dataclass(frozen=True, slots=True)
class ProgramList:
    """The content of the file."""

    programs: tuple[Program, ...] = field(default=(), metadata=codec.rule(count=MAX_PROGRAMS))


def programs_file() -> Path:
    return storage.data_folder() / "programs.json"


def load_programs() -> tuple[tuple[Program, ...], str]:
    """Return the programs by name, and a message for the person ("" if all is well)."""

    def meaning(data: Mapping[str, object]) -> tuple[Program, ...]:
        return codec.read(ProgramList, data).programs

    return versioned.load(programs_file(), VERSION, meaning, ())


def save_programs(programs: Sequence[Program]) -> None:
    """Store these programs.  Raises OSError."""
    ordered = sorted(programs, key=lambda one: one.name.casefold())
    versioned.write(programs_file(), VERSION, codec.write(ProgramList(tuple(ordered))))


def program_named(name: str) -> Program:
    """Return the program of this name.  Raises ProgramError."""
    for program in load_programs()[0]:
        if program.name == name:
            return program
    raise ProgramError("unknown", name=name)


class PositionByText:
    """Describes a position to a program by the position's text.

    Raises PositionError in the middle of a turn, and in a game whose positions have no text.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def __call__(self, state: State) -> str:
        if state == self.game.start():
            return ""
        return f"fen {self.game.position_text(state)}"


class PositionByTurns(PositionByText):
    """Describes a position by the `turns` that lead to it, also in the middle of a turn.

    The turns begin at `first`.  Other positions are described by their text.
    """

    def __init__(self, game: Game, first: State, turns: Callable[[], Sequence[Turn]]) -> None:
        super().__init__(game)
        self._first, self._turns = first, turns

    def __call__(self, state: State) -> str:
        turns = tuple(self._turns())
        if not turns or turns[-1].after != state:
            return super().__call__(state)
        first = super().__call__(self._first)
        return f"{first} moves {' '.join(turn.text for turn in turns)}".lstrip()


TRIAL_TURN_S, TRIAL_S = 1.0, 20.0  # seconds for a turn, and for the trial of one game


class ProgramTrial:
    """Lets a program make the first turn of each of its games, one game after the other.

    `found` maps the key of a game to the result in words.  `works` maps it to whether the program
    made a turn.  `now` is the time in seconds.
    """

    def __init__(self, program: Program, now: float) -> None:
        self.program = program
        self.found: dict[str, str] = {}
        self.works: dict[str, bool] = {}
        self.about = ""  # the program's own name and options
        self._left = list(program.games)
        self._player: ProgramPlayer | None = None
        self._began = now

    @property
    def running(self) -> bool:
        return bool(self._left)

    def update(self, now: float) -> bool:
        """Continue the trial; return whether there is something new to show."""
        if not self._left:
            return False
        key = self._left[0]
        if self._player is None:
            self._begin(key, now)
            return True
        thought = self._player.poll()
        if thought is not None and thought.done and thought.best:
            words = _("{turn} after {seconds} s")
            turn, seconds = self._player.game.turn_text(thought.best), now - self._began
            text = words.format(turn=turn, seconds=format_number(seconds, ".1f"))
            self._end(key, text, works=True)
        elif self._player.problem:
            self._end(key, _(self._player.problem))
        elif now - self._began > TRIAL_S:
            self._end(key, _("it does not answer"))
        else:
            return False
        return True

    def close(self) -> None:
        """End the trial."""
        self._left.clear()
        if self._player is not None:
            self._player.close()
            self._player = None

    def _begin(self, key: str, now: float) -> None:
        from game.engine.search.analysis import SearchLimits

        self._began = now
        try:
            game = parse_setup(usual_setup(key))
            self._player = self.program.player(game)
            self._player.start(game.start(), SearchLimits(movetime=TRIAL_TURN_S))
        except CodedError as error:
            self._end(key, in_words(error))

    def _end(self, key: str, text: str, works: bool = False) -> None:
        self.found[key], self.works[key] = text, works
        self._left.remove(key)
        if self._player is not None:
            player, self._player = self._player, None
            self.about = _about(player) or self.about
            player.close()


def _about(player: ProgramPlayer) -> str:
    """Return a program's name, author and options in words."""
    name = player.program
    if name and player.author:
        name = _("{name} by {author}").format(name=name, author=player.author)
    if not player.offered:
        return name
    options = _("options: {names}").format(names=", ".join(player.offered))
    return f"{name} · {options}" if name else options
