"""The window of a simulated sensor board: lift, place, slide and turn over pieces with the mouse.

It shows the board's pieces and lights, and has switches for faults of real boards. The simulated
board itself, its connection and the simulated hand are in `hardware`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import TextIO

import pygame
from pygame import Rect

from game.platform.i18n import _
from game.rules.base import Game
from game.rules.events import Piece
from game.rules.topology import Topology
from game.screen.app.app import App
from game.screen.app.scene import STAY, Change, FormScene, Quit
from game.screen.app.window import TITLE, Window
from game.screen.boards import BoardView
from game.screen.play.layout import lay_out
from game.screen.plugin.registry import board_view
from game.screen.plugin.seats import colour_name
from game.screen.start import run
from game.screen.ui import pencil
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, Toggle
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.paint import Colour
from game.screen.ui.widget import Form, Widget, WidgetState
from hardware.commands.console import LineReader
from hardware.simulator.board import SimulatedBoard
from hardware.simulator.mouse_hand import MouseHand
from hardware.simulator.script import SimulatorScript
from hardware.simulator.server import SimulatorServer
from hardware.tracking.guidance import current_ma
from hardware.tracking.sensor_image import SensorModel
from hardware.tracking.track import MarkerTrack, is_readable, track_of
from hardware.wire.messages import Blink

NOISE = 0.01  # share of bad samples when the switch is on
HEADS: dict[str, Colour] = {"black": (10, 10, 10), "green": (12, 110, 76), "white": (240, 232, 214)}
EDGE = (255, 247, 230)


class SimulatorScene(FormScene):
    """One simulated board on its own connection."""

    clicks = False

    def __init__(
        self,
        server: SimulatorServer,
        game: Game,
        reader: Callable[[], list[str]] | None = None,
    ) -> None:
        self.server = server
        self.game = game
        self.topology: Topology = game.topology
        self.sensors = SensorModel(game)
        self.hand = MouseHand(server.board, self.topology)
        self.track = track_of(game) if is_readable(server.board.identity.layout) else None
        places = self.track.points if self.track else ()
        self.script = SimulatorScript(server, self.topology, places)
        self.reader = reader
        self.form = Form()
        self.view: BoardView | None = None
        self.pointer = (0, 0)
        self.age = 0.0
        self._seen: object = None

    def resize(self) -> None:
        metrics = self.services.metrics
        self.places = lay_out(metrics, 0)
        if self.view:
            self.view.close()
        self.view = board_view(self.game, self.services.theme, self.places.board.width)
        self.view.topleft = self.places.board.topleft
        self._lay_controls()

    def _lay_controls(self) -> None:
        px, column = self.services.metrics.px, self.places.column
        form = self.form = Form(keep=self.form)
        tall, gap = max(px(48), 40), px(10)
        dense = self.services.metrics.portrait or self.track is not None
        y = column.top + px(108 if dense else 150)
        half = (column.width - gap) // 2

        def row(*widgets: Button | Toggle | Segment) -> None:
            """Place widgets one below the other; in portrait, two in one call share a row."""
            nonlocal y
            beside = len(widgets) > 1 and self.services.metrics.portrait
            for number, widget in enumerate(widgets):
                x = column.right - half if beside and number else column.left
                form.add(widget.at((x, y, half if beside else column.width, tall)))
                if not beside or number:
                    y += tall + gap

        faces = {face: self._face_name(face) for face in (1, 2)}
        hand, choose = self.hand, partial(setattr, self.hand)
        row(Segment(faces, hand.face, partial(choose, "face"), name="face"))
        press, words = self.server.press, _("Press the button")
        row(Button(words, press, icon="check", kind="main", name="button"))
        troubles = self.server.board.troubles
        row(
            Toggle(_("Noise: 1% bad samples"), troubles.noise > 0, self._noise, name="noise"),
            Toggle(_("Cable pulled"), not self.server.plugged, self._cable, name="cable"),
        )
        forget, slow = partial(choose, "forgetful"), partial(choose, "slow")
        row(
            Toggle(_("Forget to flip"), hand.forgetful, forget, name="forget"),
            Toggle(_("Slow hand"), hand.slow, slow, name="slow"),
        )
        row(
            Button(_("Set up the start"), self._set_out, icon="board", name="start"),
            Button(_("Clear the board"), partial(hand.lay_out, {}), icon="eraser", name="clear"),
        )
        row(Button(_("Restart the controller"), self.server.reset, icon="again", name="reset"))
        if self.track is not None:
            first = len(self.topology)
            strip = TrackStrip(self.server.board, self.track, first, self._light)
            form.add(strip.at((column.left, y, column.width, px(76))))
            y += px(76) + gap
        self.notes = Rect(column.left, y, column.width, self.services.metrics.height - px(16) - y)
        form.start("face")

    def _face_name(self, face: int) -> str:
        piece = self._piece(face)
        word = colour_name(piece.colour)
        return _("{colour}, marked").format(colour=word) if piece.mark else word

    def _piece(self, face: int) -> Piece:
        piece = self.sensors.piece(face, self.game.start())
        return piece or Piece("black" if face == 1 else "white", None)

    def _noise(self, on: bool) -> None:
        self.server.board.troubles.noise = NOISE if on else 0.0

    def _cable(self, pulled: bool) -> None:
        (self.server.pull if pulled else self.server.plug)()

    def _set_out(self) -> None:
        faces = dict(zip(self.topology.points, self.sensors.image(self.game.start())))
        self.hand.lay_out({point: face for point, face in faces.items() if face < 3})

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Pointer):
            return self._pointer(event)
        if isinstance(event, Press):
            if event.means("colour"):
                return self._other_face()
            if event.means("stop"):
                self.server.press()
                return STAY
        return self.form.handle(event)

    def _other_face(self) -> Change:
        self.hand.face = 3 - self.hand.face
        self._lay_controls()
        return STAY

    def _pointer(self, event: Pointer) -> Change | None:
        self.pointer = event.pos
        assert self.view is not None
        on_board = self.places.board.collidepoint(event.pos)
        point = self.view.point_at(*event.pos) if on_board else None
        if event.kind == "move" and self.hand.carried is not None:
            self.hand.move(point)
            return STAY
        if event.kind == "up" and self.hand.carried is not None:
            self.hand.up(point, self.server.clock())
            return STAY
        if not on_board:
            return self.form.handle(event)
        if event.kind == "wheel":
            return self._other_face()
        if event.kind == "down" and event.button == 1:
            shift = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
            self.hand.down(point, slide=shift)
            return STAY
        if event.kind == "down" and event.button == 3:
            self.hand.turn(point, self.server.clock())
            return STAY
        return None

    def update(self, dt: float) -> Change | None:
        self.age += dt
        self._obey()
        self.hand.update(self.server.clock())
        self.server.pump()
        self.form.update(dt)
        board = self.server.board
        seen = (tuple(board.truth), board.lights, self.server.plugged, self._blinks())
        if seen != self._seen:
            self._seen = seen
            self.services.invalidate()
        return Quit() if self.script.over else None

    def _obey(self) -> None:
        """Carry out the commands that a script has sent."""
        if self.reader is None:
            return
        for line in self.reader():
            answer = self.script.do(line)
            if answer:
                print(answer, flush=True)

    def _blinks(self) -> int:
        """Return a number that changes whenever a blinking light does; 0 while none blinks."""
        palette = self.server.board.palette
        rate = {Blink.SLOW: 2, Blink.COUNTER: 2, Blink.FAST: 8}
        rates = [rate.get(Blink(palette[code].blink), 0) for code in self.server.board.lights]
        return int(self.server.clock() * max(rates, default=0)) if rates else 0

    @property
    def animating(self) -> bool:
        return self.hand.carried is not None or self.form.animating

    @property
    def redraw_every(self) -> float:
        return 0.2 if self.view is not None and self.view.busy else 0.0

    def leave(self) -> None:
        self.server.pull()
        if self.view:
            self.view.close()

    def draw(self, canvas: Canvas) -> None:
        view = self.view
        assert view is not None
        canvas.background()
        view.draw(canvas.surface)
        for number, point in enumerate(self.topology.points):
            face = self.server.board.truth[number]
            if face:
                view.draw_piece(canvas.surface, self._piece(face), point)
        self._draw_lights(canvas, view)
        if self.hand.carried is not None and not self.hand.sliding:
            piece = self._piece(self.hand.carried)
            view.draw_piece(canvas.surface, piece, self.pointer, height=14 * view.k)
        self._draw_column(canvas)
        self.form.draw(canvas)

    def _draw_lights(self, canvas: Canvas, view: BoardView) -> None:
        """Draw a ring round each point whose light is on, in the colour of the light."""
        radius = round(view.piece_size * 0.62)
        for number in range(len(self.topology)):
            shade = self._light(number)
            if shade is None:
                continue
            x, y = view.position(self.topology.points[number])
            place = (round(x), round(y))
            pencil.circle(canvas.surface, (0, 0, 0), place, radius + 2, max(4, radius // 3))
            pencil.circle(canvas.surface, shade, place, radius, max(3, radius // 4))

    def _light(self, number: int) -> Colour | None:
        """Return the colour that a point's light shows now; None if it is dark."""
        board = self.server.board
        code = board.light_of(number)
        colour = board.palette[code]
        if not code or not shines(colour.blink, self.server.clock()):
            return None
        most = max(colour.red, colour.green, colour.blue, 1)
        red, green, blue = (60 + 195 * n / most for n in (colour.red, colour.green, colour.blue))
        return round(red), round(green), round(blue)

    def _draw_column(self, canvas: Canvas) -> None:
        px, column = canvas.px, self.places.column
        top = column.top + px(20 if not canvas.metrics.portrait else 0)
        head = Rect(column.left, top, column.width, px(50))
        canvas.text(_("Simulated board"), "game_title", head)
        line = Rect(column.left, head.bottom, column.width, px(64))
        words = self.server.cable.name if self.server.plugged else _("The cable is pulled")
        canvas.text(words, "body", line, canvas.ui.text_second, valign="top", wrap=True)
        board = self.server.board
        drawn = current_ma(board.lights, board.brightness, board.identity.points)
        notes = [
            _("Click on an empty point: lay a piece."),
            _("Drag: lift and set down. Shift and drag: slide. Right button: flip."),
            _("The lights draw {current} mA of 450.").format(current=round(drawn)),
        ]
        words, second = " ".join(notes), canvas.ui.text_second
        canvas.text(words, "caption", self.notes, second, valign="top", wrap=True)


def shines(blink: int, now: float) -> bool:
    """Return whether a light that blinks in this way is on at the time `now`."""
    if blink == Blink.SLOW:
        return now % 1.0 < 0.5
    if blink == Blink.COUNTER:
        return now % 1.0 >= 0.5
    if blink == Blink.FAST:
        return now * 4 % 1.0 < 0.5
    return True


def _companion() -> Window:
    # The app has already set the language of the settings.
    name = _("Simulated board")
    return Window.companion(f"{name} – {TITLE}")


def open_window(server: SimulatorServer, game: Game, commands: TextIO | None = None) -> int:
    """Show the board until its window is closed; `commands` may be a stream with a script."""
    reader = LineReader(commands) if commands is not None else None

    def lines() -> list[str]:
        if reader is None or reader.ended:
            return []
        with contextlib.suppress(OSError, ValueError):
            return list(reader.lines(0.0))
        return []

    def app() -> App:
        scene = SimulatorScene(server, game, reader=lines if reader else None)
        return App(scene, window=_companion, keep=False)

    return run(app)


class TrackStrip(Widget):
    """The track of `board`, whose places begin at number `first`.

    A click places a marker. Left and right move the marker that was moved last; Enter switches to
    the other marker. `light_of` returns the colour that a point's light shows now.
    """

    def __init__(
        self,
        board: SimulatedBoard,
        track: MarkerTrack,
        first: int,
        light_of: Callable[[int], Colour | None],
    ) -> None:
        super().__init__("track")
        self.board, self.track, self.first = board, track, first
        self.light_of = light_of
        self.chosen = 0  # row of the marker that keys move
        self.tip = _("Click where a marker should stand; the start is before the letters")
        self._held: int | None = None

    @property
    def last(self) -> int:
        return len(self.track.letters)

    def number(self, row: int, place: int) -> int:
        """Return the number of the board's point at a place of a row; places count from 1."""
        return self.first + row * self.last + place - 1

    def stands(self, row: int) -> int:
        """Return the place of a row's marker; 0 is the start."""
        places = range(1, self.last + 1)
        return next((place for place in places if self.board.truth[self.number(row, place)]), 0)

    def move(self, row: int, place: int) -> Change:
        """Slide a marker to `place`, through every place on the way."""
        here = self.stands(row)
        way = range(here, place, 1 if place > here else -1)
        for old, new in pairwise((*way, place)):
            for at, face in ((old, 0), (new, 1 + row)):
                if at:
                    self.board.set(self.number(row, at), face)
        self.chosen = row
        return STAY

    def press(self, event: Press) -> Change | None:
        step = event.means("right") - event.means("left")
        if step:
            place = max(0, min(self.last, self.stands(self.chosen) + step))
            return self.move(self.chosen, place)
        if event.means("accept"):
            self.chosen = 1 - self.chosen
            return STAY
        return None

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel":
            return None
        if event.kind == "down":
            self._held = int(event.pos[1] > self.rect.centery)
        if self._held is None:
            return None
        row = self._held
        if event.kind == "up":
            self._held = None
        place = round((event.pos[0] - self.rect.left) / self._pitch - 0.5)
        return self.move(row, max(0, min(self.last, place)))

    @property
    def _pitch(self) -> float:
        return self.rect.width / (self.last + 1)

    def _spot(self, row: float, place: int) -> tuple[int, int]:
        x = self.rect.left + (place + 0.5) * self._pitch
        return round(x), round(self.rect.top + self.rect.height * (0.2 + 0.6 * row))

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        radius = max(4, min(canvas.px(11), round(0.36 * self._pitch)))
        for place, letter in enumerate(self.track.letters, 1):
            x, y = self._spot(0.5, place)
            room = Rect(0, 0, round(self._pitch) + 8, canvas.metrics.type_px("caption") + 4)
            room.center = (x, y)
            canvas.text(letter, "caption", room, align="center")
        for row, owner in enumerate(self.track.owners):
            canvas.line(self._spot(row, 0), self._spot(row, self.last))
            for place in range(1, self.last + 1):
                colour = self.light_of(self.number(row, place))
                if colour is not None:
                    spot = self._spot(row, place)
                    _draw_disc(canvas, colour, spot, radius + 3)
            spot = self._spot(row, self.stands(row))
            edge = canvas.accent if look.focused and row == self.chosen else EDGE
            _draw_disc(canvas, edge, spot, radius + 1)
            _draw_disc(canvas, HEADS[owner], spot, radius - 1)


def _draw_disc(canvas: Canvas, colour: Colour, spot: tuple[int, int], radius: int) -> None:
    rect = Rect(0, 0, 2 * radius + 1, 2 * radius + 1)
    rect.center = spot
    canvas.rounded(rect, radius, colour)
