"""Thinking aloud: an opponent played by the engine announces its plan in a few words.

It speaks only if its own line and a longer search give the same words and similar chances. The
longer search begins when the opponent's turn has been shown; the next turn ends the search.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pygame import Rect

from game.rules.base import Action, Game
from game.rules.events import Seat
from game.screen.app import routes
from game.screen.app.scene import AppServices
from game.screen.boards.portraits import draw_portrait
from game.screen.play.assistant import ExpectedLine, engine_chance
from game.screen.play.turn_controller import TurnController
from game.screen.plugin.panel import Panel
from game.screen.plugin.reasons import positions_of, reasons_of
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import split_top
from game.table.clock import Allowance
from game.table.engine_seat import TOP_LEVEL, EngineChosen, EngineSeat, MakePlayer, engine_player
from game.table.history import MatchEvent, Played, Turn
from game.table.mistakes import whole_turns
from game.table.opponents import OPPONENTS
from game.table.seat_statistics import solo_seat

LOOK_NODES, MAX_LOOK_S = 40_000, 5.0  # nodes and seconds of the longer search
SAME_OPINION = 0.15  # maximum difference of chances that count as similar
LINE_TURNS = 3  # turns of a line: the opponent's turn, the reply, and the opponent's next turn
ROOM, GAP, FACE = 52, 8, 40  # design pixels: height of the text, gap below it, and portrait
LEAST_LIST = 2 * 34 + 12  # minimum height in design pixels that stays for the turn list


class ThinkingAloud:
    """The speech of a match's engines: `seat` speaks `words`; "" is silence."""

    def __init__(self, game: Game, seed: int, make: MakePlayer = engine_player) -> None:
        self._game, self._seed, self._make = game, seed, make
        self._looker: EngineSeat | None = None
        # a turn and the engine's thought about it, not yet in words
        self._heard: tuple[Turn, Any] | None = None
        self._found: EngineChosen | None = None  # result of the longer search, not yet compared
        self._turn: Turn | None = None  # the turn being searched
        self._own, self._chance = "", 0.5  # the player's own words and chance for that turn
        self.seat: Seat = 0
        self.words = ""

    def hear(self, turn: Turn, thought: Any) -> None:
        """Receive an engine's finished turn and thought, and start the longer search."""
        self.be_silent()
        self._heard = turn, thought
        self._look()

    def _look(self) -> None:
        """Start the longer search if the player's own words are ready and not empty."""
        if self._heard is None or not self._counted(self._own_line(*self._heard)):
            return
        (turn, thought), self._heard = self._heard, None
        if not self.own_words(turn, thought):
            return
        if self._looker is None:
            self._looker = EngineSeat(self._game, TOP_LEVEL, self._seed, self._make)
        self._looker.begin(turn.after, Allowance(MAX_LOOK_S, nodes=LOOK_NODES))

    def own_words(self, turn: Turn, thought: Any) -> str:
        """Return the plan of a player by its own line; "" if the line begins with another turn."""
        self._turn, self._chance = turn, engine_chance(thought)
        line = self._own_line(turn, thought)
        self._own = reasons_of(self._game).aim(line) if line else ""
        return self._own

    def _own_line(self, turn: Turn, thought: Any) -> list[Turn]:
        """Return a player's expected line; [] if it does not begin with the played turn."""
        game, line = self._game, tuple(getattr(thought, "pv", ()))[:LINE_TURNS]
        goes_on = game.over(turn.after) or game.to_move(turn.after) % 2 == turn.seat % 2
        if goes_on or not line or tuple(line[0]) != _actions(turn):
            return []
        return whole_turns(game, turn.before, line)

    def _looked(self, found: EngineChosen) -> ExpectedLine:
        """Return the turn's line, continued by the play that the longer search expects."""
        assert self._turn is not None
        return ExpectedLine.after(self._game, self._turn.before, _actions(self._turn), found)

    def _counted(self, line: Sequence[Turn]) -> bool:
        return reasons_of(self._game).ready(positions_of(line))

    def agreed(self, found: EngineChosen, most: float = SAME_OPINION) -> str:
        """Return the own words if the search gives the same and chances at most `most` apart."""
        line = self._looked(found)
        same = reasons_of(self._game).aim(line.turns) == self._own
        return self._own if same and abs(line.chance - self._chance) <= most else ""

    def update(self) -> bool:
        """Fetch the result of the longer search; return True if there are new words."""
        self._look()
        answer = self._looker.poll() if self._looker is not None else None
        if isinstance(answer, EngineChosen):
            self._found = answer
        found = self._found
        if self._turn is None or found is None or not self._counted(self._looked(found).turns):
            return False
        self._found = None
        self.seat, self.words = self._turn.seat, self.agreed(found)
        return bool(self.words)

    def be_silent(self) -> bool:
        """Remove the words; return False if there were none."""
        said, self.words = bool(self.words), ""
        self._heard = self._found = None
        if self._looker is not None:
            self._looker.cancel()
        return said

    def close(self) -> None:
        if self._looker is not None:
            self._looker.close()


def _actions(turn: Turn) -> tuple[Action, ...]:
    return tuple(entry.action for entry in turn.entries if entry.action is not None)


class OpponentSpeech:
    """The words of an opponent, and their place in the column above the list of turns.

    `ordinary` is whether the match is saved as a game of its own.
    """

    def __init__(
        self, services: AppServices, panel: Panel, controller: TurnController, ordinary: bool
    ) -> None:
        match = panel.match
        self._services, self._match, self._shown = services, match, panel.history
        self._controller, self._person = controller, solo_seat(match)
        self._ordinary = ordinary and match.contest and self._person is not None
        self.aloud = ThinkingAloud(match.game, match.spec.seed + 13, controller.make)
        self.rect = Rect(0, 0, 0, 0)  # empty if there is no room

    @property
    def wanted(self) -> bool:
        """Whether opponents speak: never on the network, nor where settings cannot be opened."""
        services = self._services
        offline = services.network.channel is None and services.network.publisher is None
        may_be_set = services.settings.thinking_aloud and services.offers(routes.EditSettings)
        return self._ordinary and offline and may_be_set and services.network.visiting is None

    def seen(self, event: MatchEvent) -> None:
        """Let an opponent speak about the turn it has just ended; any other event silences it."""
        self.aloud.be_silent()
        if not isinstance(event, Played) or event.again or event.by != "engine":
            return
        turn = self._shown.turns[-1]
        engine = self._controller.engines.get(turn.seat)
        if turn.complete and engine is not None and self._opposes(turn.seat) and self.wanted:
            self.aloud.hear(turn, engine.thought)

    def _opposes(self, seat: Seat) -> bool:
        return self._person is not None and seat % 2 != self._person % 2

    def update(self) -> None:
        """Show and speak new words; if the column has no room, show them as a toast."""
        if not self.aloud.update():
            return
        if not self.rect.height:
            self._services.toast(self.aloud.words, "info", "speech")
        self._services.say(self.aloud.words)
        self._services.invalidate()

    def close(self) -> None:
        self.aloud.close()

    def share(self, turns: Rect, px: Callable[[float], int]) -> Rect:
        """Take a part of the turn list's place; return what is left for the list."""
        tall = max(px(ROOM), 40)
        self.rect = Rect(turns.left, turns.top, turns.width, 0)
        if not self.wanted or turns.height - tall - px(GAP) < px(LEAST_LIST):
            return turns
        self.rect, left = split_top(turns, tall, px(GAP))
        return left

    def draw(self, canvas: Canvas) -> None:
        """Draw the words beside the portrait of their speaker."""
        if not self.rect.height or not self.aloud.words:
            return
        px, size = canvas.px, min(max(canvas.px(FACE), 30), self.rect.height)
        centre = self.rect.left + size // 2, self.rect.centery
        opponent = self._match.spec.seats[self.aloud.seat].opponent
        if opponent in OPPONENTS:
            draw_portrait(canvas, opponent, centre, size)
        else:
            canvas.icon("speech", centre, canvas.ui.text_second, 28)
        room = Rect(self.rect.left + size + px(10), self.rect.top, 0, self.rect.height)
        room.width = self.rect.right - room.left
        canvas.text(self.aloud.words, "caption", room, wrap=True)
