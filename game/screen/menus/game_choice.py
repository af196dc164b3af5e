"""Game choice: a card for each game, its board drawn live."""

from __future__ import annotations

import random
from collections.abc import Callable
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

COLUMNS = 5  # cards side by side; more games make a second row
BOARD_TOP = 18  # design px from a card's upper edge to its board
LOTS = 1_000_000  # placements that may be dealt
OFFER = 44  # design px of the height of what is offered
SHARE, UPRIGHT_SHARE = 0.41, 0.36  # the board's share of a card's height
SMALLEST_BOARD = 64  # px
OFFER_SHARE = 0.10  # less by this in an upright window, if words offer the guided game


class GameChoiceScene(FormScene):
    """A card for each game: Enter opens a match, R the rules, W a demo, G the guided first game.

    The card of a game that was never played offers the guided one in words.
    """

    title = N_("Choose a game")

    def __init__(self, chosen: str = GAMES[0].key) -> None:
        self.chosen = chosen
        self.form = Form()
        self.samples: SampleBoards | None = None
        self.new: set[str] = set()  # games that were never played
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
        top = px(128)
        rows = -(-len(GAMES) // (COLUMNS if not metrics.portrait else 2))
        columns = -(-len(GAMES) // rows)
        room = pygame.Rect(edge, top, metrics.width - 2 * edge, hints.top - px(24) - top)
        places = grid(room, len(GAMES), columns, gap)
        for (key, title), place in zip(titles().items(), places):
            card = CardButton(partial(self._open, key), partial(self._paint, key), name=key)
            card.says = title
            form.add(card.at(place))
            if lesson_of(key) is not None:
                form.add(self._offer(key, card.rect))
            if screen_plugin_of(key).card.fair:
                form.add(self._fair_button(key, card.rect))
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
        self.side = self._side(places[0])
        self.samples = SampleBoards(self.services.theme, titles(), self.side)

    def _offer(self, key: str, card: pygame.Rect) -> Button:
        """Return the button of the guided game: in words for a new game, else an icon."""
        px, new = self.services.metrics.px, key in self.new
        tall = max(px(OFFER), 34)
        canvas, pad = measuring(self.services), self._pad
        facts = min(self._facts(canvas, card, pad, other)[0][1].top for other in self.new | {key})
        top = facts - px(8) - tall if new else card.bottom - px(14) - tall
        words = _("New? Show me how") if new else ""
        button = Button(words, partial(self._guide, key), icon="bulb", name=f"guide-{key}")
        button.style, button.pill = "caption_bold", True
        if not self.services.theme.flat:  # on paper the lamp is as dark as the words
            button.icon_colour = self.services.theme.ui.accent
        button.tip = "" if new else _("Guided first game")
        wide = min(card.width - px(24), button.width(canvas)) if new else tall
        left = card.centerx - wide // 2 if new else card.right - px(14) - wide
        return button.at((left, top, wide, tall))

    def _fair_button(self, key: str, card: pygame.Rect) -> Button:
        """Return the button of a match in which neither seat is better off."""
        px, tall = self.services.metrics.px, max(self.services.metrics.px(OFFER), 34)
        lamp = key not in self.new and lesson_of(key) is not None
        top = card.bottom - px(14) - tall - lamp * (tall + px(8))
        button = Button("", partial(self._open_fair, key), icon="hands", name=f"fair-{key}")
        button.pill = True
        button.tip = _(
            "Between equals Black wins 186 games of 187. Fair start: an even placement is dealt, "
            "and the second player chooses a side."
        )
        return button.at((card.right - px(14) - tall, top, tall, tall))

    def _open_fair(self, key: str) -> Change:
        self.chosen = key
        setup = screen_plugin_of(key).card.fair
        return Push(routes.NewMatch(key, with_lot(setup, self.dice.randrange(LOTS))))

    def _side(self, card: pygame.Rect) -> int:
        """Return the side of the boards: a share of their cards, less where words need it."""
        metrics, px = self.services.metrics, self.services.metrics.px
        share = UPRIGHT_SHARE if metrics.portrait else SHARE
        if metrics.portrait and self.new:
            share -= OFFER_SHARE
        free = min(self._free(key) for key in titles())
        return max(SMALLEST_BOARD, min(card.width - px(24), round(card.height * share), free))

    def _free(self, key: str) -> int:
        """Return the height that a card's words leave to its board."""
        canvas, px, rect = (
            measuring(self.services),
            self.services.metrics.px,
            self.form.get(key).rect,
        )
        about = _(screen_plugin_of(key).card.about)
        words = canvas.text_height(about, "body", rect.width - 2 * self._pad)
        above = rect.top + px(26) + px(54) + px(8)
        return self._foot(canvas, key) - px(8) - words - above

    def _foot(self, canvas: Canvas, key: str) -> int:
        """Return the upper edge of what stands below a card's words."""
        if key in self.new:
            return self.form.get(f"guide-{key}").rect.top
        return self._facts(canvas, self.form.get(key).rect, self._pad, key)[0][1].top

    def leave(self) -> None:
        if self.samples is not None:
            self.samples.close()

    def _hints(self) -> list[Hint]:
        acts = self._acts
        choose = Hint("left", _("choose"), lambda: None)
        scores = Hint("scores", _("high scores"), acts["scores"], right=True)
        return [
            *([choose] if not self.services.metrics.portrait else []),  # there two rows of three
            Hint("accept", _("new match"), lambda: self._open(self.current)),
            Hint("rules", _("rules"), acts["rules"]),
            Hint("demo", _("watch a demo"), acts["demo"]),
            Hint("guide", _("show me how"), acts["guide"]),
            Hint("cancel", _("title"), Pop),
            *([scores] if self.services.offers(routes.Scores) else []),
        ]

    @property
    def current(self) -> str:
        """The game whose card has the focus, or had it last."""
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
        """The scenes that keys open, by command."""
        return {
            "cancel": Pop,
            "rules": lambda: Push(routes.Rules(self.current)),
            "demo": lambda: Push(routes.Attract(self.current)),
            "guide": lambda: self._guide(self.current),
            "groups": lambda: self._guide(self.current),  # the button of a gamepad for it
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
        px, card = canvas.px, screen_plugin_of(key).card
        assert self.samples is not None
        pad, side = self._pad, self.side
        middle = (rect.centerx, rect.top + px(BOARD_TOP) + side // 2)
        self.samples.draw(canvas.surface, key, middle)
        inner = pygame.Rect(rect.left + pad, 0, rect.width - 2 * pad, 0)
        head = pygame.Rect(inner.left, rect.top + side + px(26), inner.width, px(54))
        canvas.text(titles()[key], "game_title", head)
        self._draw_facts(canvas, self._facts(canvas, rect, pad, key))
        foot = self._foot(canvas, key)
        room = pygame.Rect(inner.left, head.bottom + px(8), inner.width, 0)
        room.height = foot - px(8) - room.top
        colour = canvas.ui.text if look.focused else canvas.ui.text_second
        canvas.text(_(card.about), "body", room, colour, valign="top", wrap=True)

    @property
    def _pad(self) -> int:
        """The distance of the words from a card's sides."""
        return self.services.metrics.px(20 if not self.services.metrics.narrow else 12)

    def _facts(
        self, canvas: Canvas, rect: pygame.Rect, pad: int, key: str
    ) -> list[tuple[str, pygame.Rect, str]]:
        """Return icon, place and words of seats, ages and minutes at the card's lower edge.

        The lamp of the guided game, at the right of them once the game is known, covers none, nor
        does the button of a fair start.
        """
        px, card = canvas.px, screen_plugin_of(key).card
        upright = self.services.metrics.portrait
        facts = [
            ("person", _(card.players)),
            ("star", _(card.ages)),
            ("clock", duration_text(card)),
            # Upright there is no room for it; the button of a fair start says the same.
            ("info", _(card.favours) if card.favours and not upright else ""),
        ]
        facts = [(icon, words) for icon, words in facts if words]
        left = rect.left + pad + px(30)
        wide = rect.right - pad - left
        if card.fair or (key not in self.new and lesson_of(key) is not None):
            wide -= max(px(OFFER), 34) + px(8)
        placed, bottom = [], rect.bottom - px(14)
        for icon, words in reversed(facts):
            tall = canvas.text_height(words, "caption", wide) + px(6)
            bottom -= tall
            placed.append((icon, pygame.Rect(left, bottom, wide, tall), words))
        return placed[::-1]

    @staticmethod
    def _draw_facts(canvas: Canvas, facts: list[tuple[str, pygame.Rect, str]]) -> None:
        colour = canvas.ui.text_second
        for icon, room, words in facts:
            canvas.icon(icon, (room.left - canvas.px(19), room.centery), colour, 22)
            canvas.text(words, "caption", room, colour, wrap=True)


def duration_text(card: GameCard) -> str:
    """Return how long a game takes, "" if unknown."""
    if not card.minutes:
        return ""
    words = _("about {count} min") if card.measured else _("{count} min")
    return words.format(count=card.minutes)
