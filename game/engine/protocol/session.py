"""The state of a protocol session: setup, options, position. Nothing here prints."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from game.engine.bots.options import EngineOptions, OptionError
from game.engine.protocol.commands import CommandError, read_state
from game.rules import Game, RulesError, State
from game.rules.registry import GAMES, parse_setup

DEFAULT_SETUP = GAMES[0].key


class PlayedTurn(NamedTuple):
    """The text of a turn as it was received, and the state after the turn."""

    text: str
    state: State


@dataclass
class UgiSession:
    """State of a session: position and options. A refused command changes nothing."""

    setup: str = DEFAULT_SETUP
    options: EngineOptions = field(default_factory=EngineOptions)
    game: Game = field(default_factory=lambda: parse_setup(DEFAULT_SETUP))
    state: State = field(init=False)
    _path: tuple[PlayedTurn, ...] = ()  # turns that led to `state`, reused by `_known`
    _named: str = DEFAULT_SETUP  # the setup text that `game` was made from

    def __post_init__(self) -> None:
        self.state = self.game.start()

    def set_option(self, words: list[str]) -> None:
        """Carry out `setoption name NAME value VALUE`; ignore unknown names.

        Raises CommandError.
        """
        if not words or words[0].lower() != "name":
            return
        at = next((i for i, word in enumerate(words) if word.lower() == "value"), len(words))
        name, value = " ".join(words[1:at]), " ".join(words[at + 1 :])
        if name.lower() == "setup":
            # This makes `_game` read the setup again, because a board's file may have changed.
            self._named = ""
            self.set_position(value, [])
            self.setup = value
            return
        try:
            changed = self.options.with_value(name, value)
        except OptionError as error:
            raise CommandError(str(error)) from error
        self.options = changed or self.options

    def position(self, words: list[str]) -> None:
        """Carry out `position startpos|fen POSITION|setup SETUP [fen POSITION] [moves ...]`.

        Raises CommandError for other words.
        """
        expected = "expected startpos, fen POSITION or setup SETUP"
        if not words:
            raise CommandError(f"position: nothing found, {expected}")
        at = words.index("moves") if "moves" in words else len(words)
        setup, fen = self.setup, ""
        if words[0] == "startpos":
            if at != 1:
                raise CommandError(f"position: {words[1]!r} after startpos, expected moves")
        elif words[0] == "fen":
            fen = _position_text(words[:at])
        elif words[0] == "setup":
            if "state" in words:
                self._raw_position(words)
                return
            place = words.index("fen") if "fen" in words[:at] else at
            setup = " ".join(words[1:place])
            fen = _position_text(words[place:at]) if place < at else ""
        else:
            raise CommandError(f"position: {words[0]!r} found, {expected}")
        self.set_position(setup, words[at + 1 :], fen)

    @property
    def earlier(self) -> tuple[State, ...] | None:
        """The positions before the present one, None if the command did not give any."""
        if not self._path:
            return None
        return tuple(turn.state for turn in self._path[:-1])

    def position_text(self) -> str:
        """Return the position in the text form of `position fen`.

        Raises CommandError in the middle of a turn.
        """
        try:
            return self.game.position_text(self.state)
        except RulesError as error:
            raise CommandError(str(error)) from error

    def _raw_position(self, words: list[str]) -> None:
        """Carry out `position setup SETUP state ...`, which our own programs send."""
        at = words.index("state")
        state = read_state(words[at:])
        game = self._game(" ".join(words[1:at]))
        if len(state) != len(game.start()):
            raise CommandError(f"position: {len(state)} numbers are no state of {game.setup}")
        self.game, self.state, self._path, self._named = game, state, (), game.setup

    def set_position(self, setup: str, turns: list[str], fen: str = "") -> None:
        """Set the position after `turns`, played from the start or from the position text `fen`.

        Only the last turn may be incomplete. Raises CommandError.
        """
        game = self._game(setup)
        first = self._first(game, fen)
        path = self._known(game, first, turns)
        state = path[-1].state if path else first
        for number, text in enumerate(turns[len(path) :], start=len(path) + 1):
            state = self._turn(game, state, text, number, number == len(turns))
            path.append(PlayedTurn(text, state))
        self.game, self.state, self._path = game, state, (PlayedTurn("", first), *path)
        self._named = setup

    def _known(self, game: Game, first: State, turns: list[str]) -> list[PlayedTurn]:
        """Return the first turns that `turns` shares with the path, except the path's last turn.

        The turns returned are complete, because another turn followed each of them.
        """
        if game is not self.game or not self._path or self._path[0].state != first:
            return []
        known = self._path[1:-1]
        same = 0
        while same < min(len(known), len(turns)) and known[same].text == turns[same]:
            same += 1
        return list(known[:same])

    @staticmethod
    def _first(game: Game, fen: str) -> State:
        try:
            return game.from_position(fen) if fen else game.start()
        except RulesError as error:
            raise CommandError(f"fen: {error}") from error

    def _game(self, setup: str) -> Game:
        """Return the game of a setup text, reusing the present game if the text is the same."""
        try:
            return self.game if setup in (self._named, self.game.setup) else parse_setup(setup)
        except RulesError as error:
            raise CommandError(str(error)) from error
        except (OSError, ValueError) as error:  # The file of a board cannot be read.
            raise CommandError(f"setup {setup!r}: {error}") from error

    @staticmethod
    def _turn(game: Game, state: State, text: str, number: int, last: bool) -> State:
        """Return the state after a turn; only the last turn may be unfinished."""
        try:
            if game.over(state):
                raise CommandError(f"move {number} {text!r}: the game is over")
            actions = game.parse_turn(state, text)
        except RulesError as error:
            raise CommandError(f"move {number}: {error}") from error
        begun = state
        for action in actions:
            state = game.advance(state, action)
        if not last and not game.turn_ended(begun, state):
            raise CommandError(f"move {number} {text!r}: the turn is not finished, so none follows")
        return state


def _position_text(words: list[str]) -> str:
    """Return the words after `fen` as one text. Raises CommandError when there are none."""
    if len(words) < 2:
        raise CommandError("position fen: nothing found, expected the words of a position")
    return " ".join(words[1:])
