"""Game choice: a card for each game, its board drawn live."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from game.library.collection import ever_played
from game.platform.i18n import N_, _
from game.rules.registry import GAMES, titles, with_lot
from game.screen.app import routes
from game.screen.app.layout_scenes import Hint, add_hints, heading, margin, measuring
from game.screen.app.scene import Change, FormScene, Pop, Push, ShownBoard
from game.screen.plugin.registry import lesson_of, screen_plugin_of
from game.screen.plugin.sample_positions import SampleBoards
from game.screen.plugin.screen_plugin import GameCard
from game.screen.ui.button import Button, CardButton
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import grid
from game.screen.ui.tokens import GAP, GAP_EDGE
from game.screen.ui.widget import Form, WidgetState
from game.solo.mode import modes_of

COLUMNS = 5  # maximum number of cards in a row
LOTS = 1_000_000  # number of placements that can be dealt
OFFER = 44  # height of a card's buttons in design px
# Pixels: minimum side of a board, and the step by which it shrinks until the text fits.
SMALLEST_BOARD, STEP = 64, 4
EDGE, BETWEEN = 14, 8  # design px: a card's margin, and the gap between its parts
BETWEEN_FACTS = " · "


@dataclass(frozen=True)
class CardFace:
    """The places of a card's parts: text below the board, or beside it in an upright window."""

    board: pygame.Rect
    title: pygame.Rect
    about: pygame.Rect
    offers: pygame.Rect
    facts: pygame.Rect


class GameChoiceScene(FormScene):
    """A card for each game: Enter opens a match, R the rules, W a demo, G the guided first game.

    If a game was never played, its card asks whether the game is new to the person.
    """

    title = N_("Choose a game")

    def __init__(self, chosen: str = GAMES[0].key) -> None:
        self.chosen = chosen
        self.form = Form()
        self.samples: SampleBoards | None = None
        self.new: set[str] = set()  # games never played here
        self.faces: dict[str, CardFace] = {}
        self.dice = random.Random()

    def enter(self) -> None:
        self._look_up()

    def resume(self, result: object = None) -> Change | None:
        self._look_up()
        self.resize()
        return None

    def _look_up(self) -> None:
        settings = self.services.settings
        known = {*settings.matches, *settings.guided}
        keys = [key for key in titles() if lesson_of(key) is not None]
        self.new = {key for key in keys if key not in known and not ever_played(key)}

    def resize(self) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        edge, gap = margin(self.services), px(GAP_EDGE if not metrics.narrow else GAP)
        form = Form(keep=self.form)
        hints = add_hints(form, self.services, self._hints())
        top = px(128) if not metrics.portrait else px(108)
        rows = -(-len(GAMES) // COLUMNS) if not metrics.portrait else len(GAMES)
        columns = -(-len(GAMES) // rows)
        room = pygame.Rect(edge, top, metrics.width - 2 * edge, hints.top - px(16) - top)
        places = grid(room, len(GAMES), columns, gap if not metrics.portrait else px(GAP))
        cards = dict(zip(titles(), places))
        self.faces = self._faces(cards)
        for key, title in titles().items():
            card = CardButton(partial(self._open, key), partial(self._paint, key), name=key)
            card.says = title
            form.add(card.at(cards[key]))
            for button in self._offers(key):
                form.add(button)
        settings = partial(Push, routes.EditSettings())
        menu = Button("", settings, icon="gear", name="settings", tip=_("Settings"))
        menu.pill = True
        side = px(48)
        menu.at((metrics.width - edge - side, px(36), side, side))
        alone = Button(_("Alone"), self._alone, icon="person", name="alone")
        alone.pill = True
        wide = alone.width(measuring(self.services))
        alone.at((menu.rect.left - px(12) - wide, px(36), wide, side))
        for button, route in ((menu, routes.EditSettings), (alone, routes.SoloModes)):
            if self.services.offers(route):
                form.add(button)
        self.head = alone.rect.left - edge - px(16)
        form.start(self.chosen)
        self.form = form
        self.leave()
        side = next(iter(self.faces.values())).board.width
        self.samples = SampleBoards(self.services.theme, titles(), side)

    def _offers(self, key: str) -> list[Button]:
        """Return the buttons of a card: one for the guided game, one for a fair start."""
        face, canvas, buttons = self.faces[key], measuring(self.services), []
        if screen_plugin_of(key).card.fair:
            fair = Button("", partial(self._open_fair, key), icon="scales", name=f"fair-{key}")
            fair.tip = _(
                "Between equals Black wins 186 games of 187. Fair start: an even placement is "
                "dealt, and the second player chooses a side."
            )
            place = pygame.Rect(0, 0, face.offers.height, face.offers.height)
            place.midright = (face.offers.right, face.title.centery)
            buttons.append(fair.at(place))
        if lesson_of(key) is not None:
            words = _("New? Show me how") if key in self.new else _("Show me how")
            guide = Button(words, partial(self._guide, key), icon="lesson", name=f"guide-{key}")
            guide.style, guide.tip = "caption_bold", _("Guided first game")
            if not self.services.theme.flat:  # on paper the accent colour is as dark as the text
                guide.icon_colour = self.services.theme.ui.accent
            room = face.offers.copy()
            room.width = min(room.width, guide.width(canvas))
            buttons.append(guide.at(room))
        for button in buttons:
            button.pill = True
        return buttons

    def _open_fair(self, key: str) -> Change:
        self.chosen = key
        setup = screen_plugin_of(key).card.fair
        return Push(routes.NewMatch(key, with_lot(setup, self.dice.randrange(LOTS))))

    def _faces(self, cards: dict[str, pygame.Rect]) -> dict[str, CardFace]:
        """Return the faces of the cards; their boards are equal, as large as the texts allow."""
        canvas, px = measuring(self.services), self.services.metrics.px
        card = next(iter(cards.values()))
        # In an upright window the text gets at least two thirds of the card's width.
        wide = card.width - 2 * px(EDGE) if not self._beside else card.width // 3
        most = max(SMALLEST_BOARD, min(wide, card.height - 2 * px(EDGE)))
        faces = {}
        for side in range(most, SMALLEST_BOARD - 1, -STEP):
            faces = {key: self._face(canvas, key, rect, side) for key, rect in cards.items()}
            if all(self._fits(canvas, key, face) for key, face in faces.items()):
                break
        top = min(face.offers.top for face in faces.values())
        # Align the buttons of cards that are side by side.
        for face in faces.values() if not self._beside else ():
            face.about.height -= face.offers.top - top
            face.facts.top -= face.offers.top - top
            face.offers.top = top
        return faces

    @staticmethod
    def _fits(canvas: Canvas, key: str, face: CardFace) -> bool:
        about = _(screen_plugin_of(key).card.about)
        return canvas.text_height(about, "body", face.about.width) <= face.about.height

    @property
    def _beside(self) -> bool:
        """True if the text is beside the board."""
        return self.services.metrics.portrait

    def _face(self, canvas: Canvas, key: str, card: pygame.Rect, side: int) -> CardFace:
        """Return the face of a card whose board is `side` px square."""
        px, edge, gap = canvas.px, canvas.px(EDGE), canvas.px(BETWEEN)
        tall = max(px(OFFER), 34)
        words = card.inflate(-2 * px(16 if not canvas.metrics.narrow else 12), -2 * edge)
        board = pygame.Rect(0, 0, side, side)
        board.midtop = (card.centerx, words.top)
        if self._beside:
            board.midleft = (card.left + edge, card.centery)
            left = board.right + px(18)
            words = pygame.Rect(left, words.top, card.right - edge - left, words.height)
        top = board.bottom + gap if not self._beside else words.top - px(6)
        title = pygame.Rect(words.left, top, words.width, px(54 if not self._beside else 50))
        if screen_plugin_of(key).card.fair:
            title.width -= tall + gap
        lines = len(self._fact_rows(canvas, key, words.width))
        facts = pygame.Rect(words.left, 0, words.width, lines * self._fact_line(canvas))
        facts.bottom = words.bottom
        offers = pygame.Rect(words.left, facts.top - gap - tall, words.width, tall)
        about = pygame.Rect(words.left, title.bottom, words.width, 0)
        about.height = offers.top - gap - about.top
        return CardFace(board, title, about, offers, facts)

    def leave(self) -> None:
        if self.samples is not None:
            self.samples.close()

    def _hints(self) -> list[Hint]:
        acts = self._acts
        choose = Hint("left", _("choose"), lambda: None)
        scores = Hint("scores", _("high scores"), acts["scores"], right=True)
        return [
            # An upright window has room for only two rows of three hints, so this hint is left out.
            *([choose] if not self.services.metrics.portrait else []),
            Hint("accept", _("new match"), lambda: self._open(self.current)),
            Hint("rules", _("rules"), acts["rules"]),
            Hint("demo", _("watch a demo"), acts["demo"]),
            Hint("guide", _("show me how"), acts["guide"]),
            Hint("cancel", _("title"), Pop),
            *([scores] if self.services.offers(routes.Scores) else []),
        ]

    @property
    def current(self) -> str:
        """The game whose card has the focus, or had the focus last."""
        focused = self.form.focused
        name = focused.name.removeprefix("guide-").removeprefix("fair-") if focused else ""
        if name in titles():
            self.chosen = name
        return self.chosen

    def _open(self, key: str) -> Change:
        self.chosen = key
        return Push(routes.NewMatch(key))

    def _guide(self, key: str) -> Change:
        self.chosen = key
        return Push(routes.Guided(key))

    def _alone(self) -> Change:
        own = modes_of(self.current)
        return Push(routes.SoloModes(own[0].key if own else ""))

    @property
    def _acts(self) -> dict[str, Callable[[], Change]]:
        """The changes that keys cause, by command."""
        return {
            "cancel": Pop,
            "rules": lambda: Push(routes.Rules(self.current)),
            "demo": lambda: Push(routes.Attract(self.current)),
            "guide": lambda: self._guide(self.current),
            "groups": lambda: self._guide(self.current),  # a gamepad's button for the guide
            "scores": lambda: Push(routes.Scores(self.current)),
            "menu": lambda: Push(routes.EditSettings()),
        }

    def handle(self, event: InputEvent) -> Change | None:
        change = self.form.handle(event)
        _noted = self.current
        if change is not None or not isinstance(event, Press):
            return change
        return next((act() for name, act in self._acts.items() if event.means(name)), None)

    @property
    def animating(self) -> bool:
        return self.form.animating

    @property
    def boards(self) -> list[ShownBoard]:
        return self.samples.shown if self.samples is not None else []

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        heading(canvas, self.services, _("Choose a game"), self.head)
        self.form.draw(canvas)

    def _paint(self, key: str, canvas: Canvas, rect: pygame.Rect, look: WidgetState) -> None:
        """Draw the face of a card."""
        face = self.faces[key]
        assert self.samples is not None
        self.samples.draw(canvas.surface, key, face.board.center)
        canvas.text(titles()[key], "game_title", face.title)
        colour = canvas.ui.text if look.focused else canvas.ui.text_second
        about = _(screen_plugin_of(key).card.about)
        canvas.text(about, "body", face.about, colour, valign="top", wrap=True)
        row = pygame.Rect(face.facts.topleft, (face.facts.width, self._fact_line(canvas)))
        for facts in self._fact_rows(canvas, key, row.width):
            room = row.copy()
            for number, words in enumerate(facts):
                for part in (BETWEEN_FACTS, words) if number else (words,):
                    canvas.text(part, "caption", room, canvas.ui.text_second)
                    wide = canvas.text_size(part, "caption")[0]
                    room.left, room.width = room.left + wide, room.width - wide
            row.top = row.bottom

    @staticmethod
    def _fact_line(canvas: Canvas) -> int:
        return round(canvas.metrics.type_px("caption") * 1.3) + 2

    @staticmethod
    def _fact_rows(canvas: Canvas, key: str, width: int) -> list[list[str]]:
        """Return seats, minutes and ages in as few rows as possible."""
        card = screen_plugin_of(key).card
        rows: list[list[str]] = [[]]
        for words in filter(None, (_(card.players), duration_text(card), _(card.ages))):
            row = BETWEEN_FACTS.join([*rows[-1], words])
            if rows[-1] and canvas.text_size(row, "caption")[0] > width:
                rows.append([])
            rows[-1].append(words)
        return rows


def duration_text(card: GameCard) -> str:
    """Return how long a game takes; "" if unknown."""
    if not card.minutes:
        return ""
    words = _("about {count} min") if card.measured else _("{count} min")
    return words.format(count=card.minutes)
