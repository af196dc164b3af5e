"""The program's table in a worker of a page: one match, its engines, and one client.

The match server for phones also serves this client, by the same messages, passed as texts.
Everything else that the page needs (a new match, the library) is a `request`. Files are those of
the desktop, below LESS_IS_MORE_HOME; `changed` is called after some are written.
"""

from __future__ import annotations

import datetime
import json
import random
import shutil
from base64 import b64decode
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from game.network.errors import NetworkError
from game.network.host.channel import Channel
from game.network.lines import pipe
from game.network.protocol import messages
from game.network.protocol.match_info import MatchDetails, SeatInfo
from game.network.server import page_json
from game.network.server.client import Client
from game.network.server.match_server import MatchServer
from game.network.server.served_table import SeatHolder, look_from
from game.platform import codec, storage
from game.platform.errors import CodedError, in_words
from game.platform.i18n import LANGUAGES, _, in_every_language, in_language
from game.platform.own_look import read_own_look
from game.platform.settings import THEMES, Settings, load_settings, save_settings
from game.platform.untrusted import parse_json
from game.rules.events import Seat
from game.rules.proposals import Play
from game.rules.registry import GAMES, parse_setup, piece_names, titles, usual_setup
from game.screen.play.assistant import Assistant
from game.screen.play.followers import FollowerCaptions, PhoneHints
from game.screen.play.turn_controller import TurnController
from game.screen.plugin.commentary import commentary_of
from game.screen.plugin.registry import has_lesson
from game.screen.plugin.seats import seat_name, seat_piece
from game.screen.plugin.typed_moves import why_not_played
from game.table import positions_json, record, record_address, record_files
from game.table.autosave import AutoSaver
from game.table.begin import begin
from game.table.drawn_positions import told_notes
from game.table.match import Match
from game.table.opponents import CAST
from game.table.spec import MatchSpec, SeatSpec
from web import lessons, puzzles
from web.board import TabBoard, kinds_of_boards
from web.led import Led
from web.players import Exchange, seats_of
from web.review import WorkerReview

# Replaces the key that a phone's user would have.
HOLDER = "here"
ADDRESS = "127.0.0.1"
KEEP_CLOCKS_S = 5.0  # seconds between two saves of running clocks
MAX_REQUEST_BYTES = 9_000_000  # fits a look with all its pictures in base64
MOST_LOOK_FILES = 64
MOST_LISTED = 500  # games listed from the library
MOST_SAID = 300  # characters of an error text
Json = dict[str, Any]


class LocalTable:
    """The table; `post` sends texts to the page, `exchange` leads to the engine's worker."""

    def __init__(
        self,
        post: Callable[[str], None],
        exchange: Exchange,
        now: Callable[[], float],
        changed: Callable[[], None] = lambda: None,
        to_board: Callable[[bytes], None] = lambda _data: None,
    ) -> None:
        self._post, self._exchange, self._now, self._changed = post, exchange, now, changed
        self._asked: deque[pipe.FromServer] = deque()
        self._server = MatchServer(self._asked.append, now, seats=False, pictures="")
        self._client: Client | None = None
        self.match: Match | None = None
        self._channel: Channel | None = None
        self._controller: TurnController | None = None
        self._saver: AutoSaver | None = None
        self._hints: PhoneHints | None = None
        self._review: WorkerReview | None = None
        self._led: Led | None = None  # guidance through the match
        self._card: Json | None = None  # the last card sent to the page
        self._board = TabBoard(to_board, lambda why: post(page_json.text("board-drop", why=why)))
        self._board_told: Json | None = None
        self.language = "en"  # the page's language
        self._named: object = None  # the position for which the seats' roles were sent
        self._seen = 0  # number of the match's events that are saved
        self._kept_at = now()
        running, self.message = record_files.recover()
        if running is not None and not running.over:
            self.open(lessons.led_or_plain(running, self.open, self._wrote))
        else:
            self.open(puzzles.recovered(exchange.checker, self.open, self._wrote))

    # -- the page's line -------------------------------------------------------------------------

    def connect(self) -> None:
        """Serve a new connection, which replaces an earlier one."""
        if self._client is not None:
            self._server.disconnect(self._client)
        self._card = self._board_told = None
        self._client = Client(ADDRESS, self._now())
        self._client.key = HOLDER
        self._server.connect(self._client)

    def hear(self, text: str) -> None:
        """Handle a message of the page."""
        message = _read(text)
        if isinstance(message, messages.Leave):
            self.leave()
        # This page needs no key to resume. After a disconnection, messages are ignored until it
        # connects again.
        elif self._client is not None and not isinstance(message, messages.Resume):
            self._server.on_message(self._client, text)
        self.tick()

    def hear_board(self, data: bytes) -> None:
        """Receive bytes of a sensor board."""
        with in_language(self.language):
            self._board.hear(data, self._now())
            self._tick(self._now())

    def tick(self) -> None:
        """Let engines and clocks run, and send the page its news."""
        with in_language(self.language):
            self._tick(self._now())

    def _tick(self, now: float) -> None:
        while self._asked:
            message = self._asked.popleft()
            if (
                isinstance(message, pipe.ProposalAsked | pipe.SeatState)
                and self._channel is not None
                and message.table == self._channel.table
            ):
                self._channel.on_message(message, now)
        if self._led is not None:
            self._led.update(now)
        self._board.tick(now)
        if self._channel is not None:
            self._play_on(now)
            self._channel.update(now)
            self._take_seat()
            self._tell()
            self._keep(now)
        while self._client is not None and (text := self._client.next_text(now)) is not None:
            self._post(text)
        # the client sent too much in a short time
        if self._client is not None and self._client.cut_off:
            self._server.disconnect(self._client)
            self._client = None
            self._post(page_json.text("closed"))
        self._tell_card()
        self._tell_board()

    def _play_on(self, now: float) -> None:
        """Let engines play and clocks run."""
        if self._controller is None:
            return
        held = (self._led is not None and self._led.waits()) or self._board.holds()
        failed = self._controller.update(now, moving=False, held=held)
        if failed:
            self._post(page_json.text("alert", words=failed))

    def _tell_card(self) -> None:
        """Send the guidance's card if it has changed."""
        if self._led is not None and not self._led.leading:
            self._led = None
        card = {} if self._led is None else self._led.told()
        if card != self._card and self._client is not None:
            self._card = card
            self._post(page_json.text("guide", card=card or None))

    def _tell_board(self) -> None:
        """Send the state of the sensor board if it has changed."""
        told = self._board.told()
        if told != self._board_told and self._client is not None:
            self._board_told = told
            self._post(page_json.text("board", board=told))

    # -- the match -------------------------------------------------------------------------------

    def open(self, what: Led | Match | None) -> None:
        """Bring a match, or a guided one, to the table; None closes the present match."""
        if isinstance(what, Match):
            self.play(what)
        elif what is not None:
            self.play(what.match, what)
        else:
            self.leave()

    def play(self, match: Match, led: Led | None = None) -> None:
        """Bring a match to the table in place of the present one; `led` is its guidance."""
        self.leave()
        self.match, self._led = match, led
        self._saver = AutoSaver(match) if led is None or led.kept else None
        sit = seats_of(self._exchange)
        self._controller = (
            TurnController(match, sit=sit) if led is None else led.controller(self._exchange)
        )
        self._hints = PhoneHints(
            match, lambda: self._led is None, lambda: self._channel, Assistant(match, sit=sit)
        )
        settings = load_settings()[0]
        captions = FollowerCaptions(match)
        title, seats = match.game.title, self._seats_told()
        # In puzzles a finished turn cannot be taken back, because it is judged.
        back = led is None or led.kept
        details = MatchDetails(
            title,
            seats,
            settings.theme,
            captions,
            back=back,
            hint=self._hints.ask,
            seats_now=self._seats_told,
            why=why_not_played,
            look=settings.own_look,
        )
        self._channel = Channel(match, details, self._to_server, {self._own_seat(): HOLDER})
        self._channel.open()
        if led is not None:
            led.enter()
        self._named = None
        self._seen = match.seq
        self._board.follow(match if led is None else None)

    def leave(self) -> None:
        """Close the match; an unfinished game can be resumed later."""
        if self._led is not None:
            self._led.leave()
        if self._channel is not None:
            self._channel.close()
        if self._controller is not None:
            self._controller.close()
        if self._hints is not None:
            self._hints.helper.close()
        if self._review is not None:
            self._review.close()
        if self._saver is not None:
            self._saver.save()
            self._saver.close()
            if self.match is not None and not self.match.over:
                record_files.save_unfinished()
        self._board.follow(None)
        self.match = self._channel = self._controller = self._saver = None
        self._hints = self._review = self._led = None
        self._changed()

    def _wrote(self, problem: str) -> None:
        """Report that files have changed, or show the problem."""
        if problem:
            self._post(page_json.text("alert", words=problem))
        self._changed()

    def _to_server(self, message: pipe.ToServer | Callable[[], pipe.ToServer]) -> None:
        self._server.apply(message() if callable(message) else message)

    def _seats_told(self) -> tuple[SeatInfo, ...]:
        assert self.match is not None
        return tuple(map(self._seat_told, range(self.match.game.seats)))

    def _seat_told(self, seat: Seat) -> SeatInfo:
        assert self.match is not None
        spec, game = self.match.spec.seats[seat], self.match.game
        piece = seat_piece(game, seat)
        return SeatInfo(
            in_every_language(lambda: spec.name or seat_name(game, seat)),
            spec.kind,
            None if piece is None else [piece.colour, piece.seat, piece.mark],
        )

    def _own_seat(self) -> Seat:
        """Return the seat of the person at the page; if several are people's, the one to move."""
        assert self.match is not None
        seats = self.match.spec.seats
        people = [seat for seat, who in enumerate(seats) if who.kind != "engine"] or [0]
        return self.match.to_move if self.match.to_move in people else people[0]

    def _take_seat(self) -> None:
        """Move the person to the seat that is to move, if that seat belongs to a person."""
        if self._channel is None or self._client is None:
            return
        table, seat = self._server.tables[self._channel.table], self._own_seat()
        if self._client.table is not table or self._client.seat == seat:
            return
        asked = max((holder.asked for holder in table.holders.values()), default=0)
        table.holders = {seat: SeatHolder(HOLDER, asked=asked)}
        self._client.take_seat(seat)
        self._client.send(page_json.message_text(messages.Seated(table.name, seat, asked)))

    def _tell(self) -> None:
        """Send hints, the roles of the seats and, after the match, its turning points."""
        match, channel, hints = self.match, self._channel, self._hints
        assert match is not None
        assert channel is not None
        assert hints is not None
        channel.change("hints", on=hints.allowed)
        hints.update()
        if match.state != self._named:
            self._named = match.state
            role = commentary_of(match.game).role
            seats = range(match.game.seats)
            roles = [in_every_language(partial(role, seat, match.state)) for seat in seats]
            channel.change("roles", roles=roles)
        if not match.over or self._led is not None:
            self._review = None
            channel.change("story", turns=[], words=[])
            channel.change("drawn", notes=[])
        elif self._review is None:
            self._review = WorkerReview(match, self._exchange)
            channel.change("drawn", notes=told_notes(match))
        elif self._review.update():
            channel.change("story", **self._review.story())

    def _keep(self, now: float) -> None:
        """Report saved events, and save running clocks from time to time."""
        assert self.match is not None
        if self._saver is None:
            return
        if self.match.seq != self._seen:
            self._seen, self._kept_at = self.match.seq, now
            self._changed()
        elif self.match.clock.timed and not self.match.over and now > self._kept_at + KEEP_CLOCKS_S:
            self._kept_at = now
            self._saver.save()
            self._changed()

    # -- requests --------------------------------------------------------------------------------

    def request(self, text: str) -> str:
        """Return the answer to a request of the page: the data, or an `error` in words."""
        try:
            data = parse_json(text, "request", MAX_REQUEST_BYTES)
            language = data.get("language")
            if language in LANGUAGES:
                self.language = language
            with in_language(self.language):
                try:
                    answer = _REQUESTS[data["ask"]](self, data)
                except CodedError as why:
                    answer = {"error": in_words(why)}
        except Exception as why:  # the page needs an answer after any error
            answer = {"error": f"{type(why).__name__}: {why}"}
        if "error" in answer and len(answer["error"]) > MOST_SAID:  # the text may quote the request
            answer["error"] = answer["error"][: MOST_SAID - 1] + "…"
        self.tick()
        return json.dumps(answer)

    def _home(self, data: Json) -> Json:
        """Return the choices for a new match, and whether a match is running."""
        settings = load_settings()[0]
        return {
            "games": [
                {
                    "key": game.key,
                    "title": game.title,
                    "lesson": has_lesson(game.key),
                    "seats": parse_setup(usual_setup(game.key)).seats,
                }
                for game in GAMES
            ],
            "opponents": [
                {"key": one.key, "name": one.name, "level": one.level}
                for one in CAST
                if one.level is not None
            ],
            "boards": kinds_of_boards(),
            "running": self.match is not None,
            "theme": settings.theme,
            "look": bool(settings.own_look),
            "message": self.message,
        }

    def _new(self, data: Json) -> Json:
        """Begin a match: `setup`, `position`, `turns`, `against`, `begins` and `minutes`.

        A setup with only the key of a game gets a random board. `against` is an opponent's key or a
        level.
        """
        setup, own = str(data["setup"]), data.get("begins", "you")
        if setup in [game.key for game in GAMES]:
            setup = usual_setup(setup, random.randrange(1, 1 << 16))
        mine = random.randrange(2) if own == "lot" else int(own == "they")
        other = _opponent(data.get("against"))
        seats = [
            SeatSpec() if other is None or seat % 2 == mine else other
            for seat in range(parse_setup(setup).seats)
        ]
        minutes = data.get("minutes")
        told = {
            "setup": setup,
            "seats": [codec.write(seat) for seat in seats],
            "clock": {"total": minutes * 60.0} if minutes else None,
            "seed": random.randrange(1, 1 << 16),
            "position": data.get("position") or None,
        }
        spec = codec.read(MatchSpec, told)
        match = begin(spec, datetime.datetime.now().isoformat(timespec="seconds"))
        for turn in str(data.get("turns") or "").split():
            match.submit_or_raise(Play(tuple(match.game.parse_turn(match.state, turn))))
        self.play(match)
        return {}

    def _games(self, data: Json) -> Json:
        """Return the games of the library, the newest first."""
        found = [
            {
                "file": one.path.name,
                "title": titles().get(one.setup.split()[0], one.setup),
                "date": one.date,
                "names": [name for name in one.names if name],
                "turns": one.turns,
                "over": one.over,
            }
            for one in record_files.saved_games()
        ]
        return {"games": found[:MOST_LISTED]}

    def _open(self, data: Json) -> Json:
        """Bring a game of the library to the table; finished games can only be viewed."""
        path = _of_library(data["file"])
        match = record_files.read_match(path)
        if match.over:
            self.play(match)
            return {}
        resumed, message = record_files.resume_game(path)
        if resumed is None:
            return {"error": message}
        self.open(lessons.led_or_plain(resumed, self.open, self._wrote))
        return {}

    def _export(self, data: Json) -> Json:
        """Return the record of a game, as in a file of the desktop."""
        path = _of_library(data["file"])
        return {"name": path.name, "text": path.read_text("utf-8")}

    def _import(self, data: Json) -> Json:
        """Save a record from elsewhere, and bring it to the table."""
        match = record.load(str(data["text"]), "record")
        record_files.keep_record(record.to_record(match), storage.games_folder())
        self.play(match)
        return {}

    def _address(self, data: Json) -> Json:
        """Bring the record in an address to the table; as a stranger's record, it is not saved."""
        match = record_address.unpacked(str(data["record"]))
        self.play(match)
        return {}

    def _record(self, data: Json) -> Json:
        """Return the record of the match at the table."""
        if self.match is None:
            raise NetworkError("gone")
        return {"name": f"{self.match.game.key}.json", "text": record.dump(self.match)}

    def _settings(self, data: Json) -> Json:
        """Change settings: the theme of the board."""
        settings = load_settings()[0]
        if data["theme"] not in THEMES:
            raise ValueError(data["theme"])
        self._show(settings.with_(theme=data["theme"]))
        return {}

    def _drawing(self, data: Json) -> Json:
        """Return the board of a `setup` as it looks now, for the pages of the rules."""
        game, settings = parse_setup(str(data["setup"])), load_settings()[0]
        own = look_from(settings.own_look, game.key, "") if settings.own_look else None
        return {"board": positions_json.board(game, settings.theme, own)}

    def _look(self, data: Json) -> Json:
        """Show the person's own look, whose `files` are in base64 by name; without files, ours."""
        files = data.get("files") or {}
        folder = _keep_look(files) if files else ""
        self._show(load_settings()[0].with_(own_look=folder))
        return {}

    def _show(self, settings: Settings) -> None:
        """Save settings of the board's look, and show the match with them."""
        save_settings(settings)
        if self.match is not None:
            self.play(self.match)
        self._changed()

    def _puzzles(self, data: Json) -> Json:
        """Return the courses of puzzles, filtered by `game` and `kind`."""
        return puzzles.offered(str(data.get("game", "")), str(data.get("kind", "")))

    def _puzzle(self, data: Json) -> Json:
        """Begin a course of puzzles."""
        course = puzzles.chosen(str(data["course"]), str(data["game"]), str(data["kind"]))
        led = puzzles.opened(course, self._exchange.checker, self.open, self._wrote)
        if led is None:
            raise ValueError(_("There is no such puzzle."))
        self.open(led)
        return {}

    def _lesson(self, data: Json) -> Json:
        """Begin the guided first game of a game."""
        self.open(lessons.LessonLed(str(data["game"]), self.open, self._wrote))
        return {}

    def _guide(self, data: Json) -> Json:
        """Press a button of the guidance."""
        if self._led is not None:
            self._led.do(str(data["deed"]))
        return {}

    def _sensor_board(self, data: Json) -> Json:
        """Pass an event about the sensor board on; `deed` names it."""
        now = self._now()
        match data["deed"]:
            case "opened":
                self._board.opened(now, data)
            case "closed":
                self._board.closed()
            case "leave":
                self._board.leave(now)
            case "answer":
                self._board.answer(data["value"], now)
            case "press":
                self._board.press(now)
        return {}

    def _language(self, data: Json) -> Json:
        """Return the texts in the new language, which `request` has already set."""
        return {"boards": kinds_of_boards()}


def _keep_look(files: Mapping[str, str]) -> str:
    """Store a look from these files, and return its folder; a bad look changes nothing.

    Raises OwnLookError; ValueError for invalid base64.
    """
    new, folder = (storage.looks_folder() / name for name in ("new", "own"))
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    for name, text in islice(files.items(), MOST_LOOK_FILES):
        if name == Path(name).name and name not in ("", "..", "."):
            storage.write_bytes(new / name, b64decode(str(text), validate=True))
    read_own_look(new, piece_names())
    shutil.rmtree(folder, ignore_errors=True)
    new.rename(folder)
    return str(folder)


def _opponent(wanted: str | int | None) -> SeatSpec | None:
    """Return the engine for a key or a level; None for "" or None. Raises ValueError."""
    known = [one for one in CAST if one.level is not None]
    if isinstance(wanted, int | float):
        known.sort(key=lambda one: abs((one.level or 0) - wanted))
    elif wanted:
        known = [one for one in known if one.key == wanted]
    else:
        return None
    if not known:
        raise ValueError(wanted)
    one = known[0]
    return SeatSpec("engine", one.level or 1, one.name, one.key)


def _of_library(name: str) -> Path:
    """Return the path of a game by its file name. Raises ValueError for any other place."""
    path = storage.games_folder() / name
    if path.name != name or path.suffix != ".json":
        raise ValueError(name)
    return path


def _read(text: str) -> messages.ClientMessage | None:
    try:
        return messages.read_message(text)
    except NetworkError:
        return None


_REQUESTS: dict[str, Callable[[LocalTable, Json], Json]] = {
    "home": LocalTable._home,
    "new": LocalTable._new,
    "games": LocalTable._games,
    "open": LocalTable._open,
    "export": LocalTable._export,
    "import": LocalTable._import,
    "record": LocalTable._record,
    "address": LocalTable._address,
    "settings": LocalTable._settings,
    "puzzles": LocalTable._puzzles,
    "puzzle": LocalTable._puzzle,
    "lesson": LocalTable._lesson,
    "guide": LocalTable._guide,
    "language": LocalTable._language,
    "drawing": LocalTable._drawing,
    "look": LocalTable._look,
    "board": LocalTable._sensor_board,
}
