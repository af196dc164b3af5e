"""Games by letter: their list, and playing a turn, after which the text is put on the clipboard."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

import pygame

from game.correspondence import game as games
from game.correspondence.errors import CorrespondenceError
from game.correspondence.game import CorrespondenceGame
from game.platform.errors import in_words
from game.platform.i18n import N_, _, ngettext
from game.rules.base import Action
from game.rules.events import Seat
from game.rules.proposals import GoBack, Proposal
from game.rules.registry import GAMES, parse_setup
from game.screen.app import routes
from game.screen.app.layout_scenes import measuring
from game.screen.app.reading import read_aside
from game.screen.app.scene import STAY, Change, Copied, Pop, Push
from game.screen.play.kind import PlayKind
from game.screen.play.scene import PlayScene
from game.screen.plugin.board_beside import (
    PageWithBoard,
    Position,
    RowBoards,
    board_column,
    row_height,
)
from game.screen.plugin.sample_positions import sample_game, sample_pieces
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import button_flow
from game.screen.ui.list_box import ListBox, ListColumn

# Pasted text with more characters than this is read in a thread; one or two letters have fewer.
LONG_TEXT = 8_000


def copied(game: CorrespondenceGame) -> Copied:
    """Return the text of a game for the clipboard."""
    return Copied(game.text(), _("The text is on the clipboard. Send it to the other side."))


class LettersScene(PageWithBoard):
    """The list of games, first those waiting for a turn from here; Enter plays or reviews one."""

    title = N_("By letter")
    clicks = True

    def __init__(self) -> None:
        super().__init__()
        self.games: list[CorrespondenceGame] = []
        self.list = ListBox([])
        self.chosen = 0

    def enter(self) -> None:
        self._read()

    def leave(self) -> None:
        self.close_board()

    def resume(self, result: object = None) -> Change | None:
        if isinstance(result, routes.Picked) and result.name == "setup":
            self.begin(result.value)
        else:
            self._read()
        self.resize()
        return None

    def lay_out(self, room: pygame.Rect) -> None:
        columns = [
            board_column(self.services.metrics),
            ListColumn(0),
            ListColumn(190, "right", "second"),
        ]
        empty = _("No game yet. Begin one, or paste the text that you were sent.")
        rows = [self._row(game) for game in self.games]
        self.list = ListBox(
            columns,
            rows,
            self._open,
            row_height=row_height(self.services.metrics),
            name="list",
            on_move=partial(setattr, self, "chosen"),
            empty=empty,
            sign="letter",
        )
        self.form.add(self.list)
        choose = partial(Push, routes.NewMatch(GAMES[0].key, choose=True))
        paste = Button(_("Paste text"), self.paste, icon="paste", kind="main", name="paste")
        new = Button(_("New game"), choose, icon="plus", name="new")
        opened = Button(_("Open"), lambda: self._open(self.chosen), icon="right", name="open")
        copy = Button(_("Copy text"), self._copy, icon="copy", name="copy")
        opened.enabled = copy.enabled = bool(self.games)
        if self.games and self.games[0].waits_here:  # the person has come to play this turn
            opened.kind, paste.kind = "main", "plain"
        foot = button_flow(self.form, measuring(self.services), [paste, new, opened, copy], room)
        above = pygame.Rect(room.left, room.top, room.width, 0)
        above.height = foot - self.services.metrics.px(16) - room.top
        self.lay_beside(self.list, above)
        self.row_boards = RowBoards(self.services.theme, self._position, self._words)
        self.list.draw_cell = self._draw_cell
        self.list.choose(min(self.chosen, len(self.games) - 1))
        self.first = "list" if self.games else "paste"

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.beside is None:
            return
        if 0 <= self.chosen < len(self.games):
            self.beside.show(*self._position(self.chosen))
            words = " · ".join(filter(None, self._row(self.games[self.chosen])))
        else:
            key, words = GAMES[0].key, _("Each turn is a text that you send as you like.")
            self.beside.show(key, sample_game(key), sample_pieces(key))
        self.beside.draw(canvas, words)

    def paste(self) -> Change | None:
        """Read the text on the clipboard, or show its error."""
        text = self.services.paste_text() or ""
        take = partial(games.take_text, text, time.time())
        return read_aside(len(text), take, self._taken, self._refused, LONG_TEXT)

    def _taken(self, game: CorrespondenceGame) -> None:
        self._read(game.number)
        self.resize()

    def _refused(self, why: Exception) -> None:
        self.services.toast(in_words(why), "bad", "warning")

    def _read(self, number: str = "") -> None:
        """Read all games, and choose game `number`, or by default the game chosen before."""
        number = number or next((game.number for game in self.games[self.chosen :]), "")
        found = (game for game in games.load_all() if not game.url)
        self.games = sorted(found, key=lambda one: (one.match.over, not one.waits_here))
        there = (row for row, game in enumerate(self.games) if game.number == number)
        self.chosen = next(there, 0)

    def _row(self, game: CorrespondenceGame) -> list[str]:
        left, match = game.seconds_left(time.time()), game.match
        state = _("over") if match.over else _("your turn") if game.waits_here else _("waiting")
        if left is not None:
            days = max(0, round(left / games.DAY_S))
            state += " · " + ngettext("{n} day", "{n} days", days).format(n=days)
        return ["", " – ".join(game.names), state, match.game.title]

    def _words(self, row: int) -> tuple[str, str]:
        game = self.games[row]
        count = len(game.match.turns)
        turns = ngettext("{count} turn", "{count} turns", count).format(count=count)
        return " – ".join(game.names), f"{game.match.game.title} · {turns}"

    def _position(self, row: int) -> Position:
        game = self.games[row]
        match = game.match
        key = game.number, len(match.entries)
        return key, match.game, match.game.pieces(match.state)

    def _draw_cell(self, canvas: Canvas, row: int, column: int, rect: pygame.Rect) -> bool:
        """Draw a cell; the state of a game that waits for a turn from here is amber."""
        if column == 2 and self.games[row].waits_here:
            state = self._row(self.games[row])[2]
            canvas.text(state, "caption_bold", rect, canvas.accent, "right", ellipsis=True)
            return True
        return self.row_boards is not None and self.row_boards.draw_cell(canvas, row, column, rect)

    def begin(self, setup: str) -> None:
        """Begin a game of this setup with the names used last, and choose it in the list."""
        names = [*self.services.settings.names, "", "", "", ""]
        now = time.time()
        seats = parse_setup(setup).seats
        called = [names[n] or _("Player {n}").format(n=n + 1) for n in range(seats)]
        game = games.begin(setup, called, [0], 0.0, now)
        try:
            games.save(game)
        except OSError as why:
            self.services.toast(in_words(why), "bad", "warning")
        self._read(game.number)

    def _open(self, row: int) -> Change | None:
        if not 0 <= row < len(self.games):
            return None
        game = self.games[row]
        turn = routes.PlayLetter(game)
        return Push(turn if game.waits_here else routes.ReviewMatch(game.match))

    def _copy(self) -> None:
        if 0 <= self.chosen < len(self.games):
            self.services.copy(copied(self.games[self.chosen]))


class LetterPlay(PlayKind):
    """A turn of the game; when the turn is complete, the game's text is put on the clipboard."""

    name = "letter"
    teaches = False

    def __init__(self, game: CorrespondenceGame) -> None:
        self.letter = game
        match = game.match
        self._known, self._offered = len(match.turns), match.offer
        self._begun_at = len(match.entries)

    def elsewhere(self, seat: Seat) -> bool:
        """Return whether a seat is not ours; nobody moves such a seat here."""
        return seat not in self.letter.own

    def propose(self, what: Action | Proposal | None) -> Change | None:
        """Refuse a take-back of turns that were sent; handle no other proposal."""
        if isinstance(what, GoBack) and what.length < self._begun_at:
            self.services.toast(in_words(CorrespondenceError("sent")), "bad", "warning")
            return STAY
        return None

    def update(self, dt: float) -> Change | None:
        done = self._done()
        if not done or self.play.pending.waiting or self.stage.playback.moving:
            return None
        try:
            for text in done:
                game = games.play_text(self.letter.number, text, time.time())
        except (OSError, ValueError) as why:
            self.services.toast(in_words(why), "bad", "warning")
        else:
            self.services.copy(copied(game))
        return Pop()

    def _done(self) -> list[str]:
        """Return the turns and declarations made here, as texts for `game.correspondence`."""
        match = self.letter.match
        done = [turn.text for turn in match.turns[self._known :] if turn.complete]
        if match.history.declared is not None:
            done.append("resign" if match.history.declared.reason == "resigned" else "draw")
        elif match.offer is not None and match.offer != self._offered and done:
            done.append("draw")
        return done


def letter_scene(game: CorrespondenceGame) -> PlayScene:
    """Return the scene of a turn in a game by letter."""
    match = game.match
    seats = tuple(replace(seat, kind="person") for seat in match.spec.seats)
    match.spec = match.spec.with_(seats=seats)
    return PlayScene(match.spec, match, kind=LetterPlay(game), keep=False)
