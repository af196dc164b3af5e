"""A game played alone: a score against par, stars, and a list of the best.

Taking back is allowed, but a game in which a finished turn was taken back enters no list and wins
no stars. A deal of a campaign shows its sentence, and after its end the next deal follows.
"""

from __future__ import annotations

import datetime
import random
from dataclasses import dataclass, replace
from typing import Any

import pygame
from pygame import Rect

from game.platform.i18n import _, ngettext
from game.rules.base import Action, Game, State
from game.screen.app import routes
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.scene import STAY, Change, Copied, Push, Replace
from game.screen.boards.overlay import Overlay
from game.screen.play.column_card import card_layout
from game.screen.play.kind import PlayKind
from game.screen.play.menu import Faces, pause_dialog, type_moves
from game.screen.play.scene import PlayScene
from game.screen.plugin.figures import number
from game.screen.plugin.registry import alone_panel_of, campaign_of
from game.screen.ui.button import Button, Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import halves
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Widget, WidgetState
from game.solo import scores
from game.solo.mode import (
    LOTS,
    STARS,
    Par,
    SoloDeal,
    deal_of_day,
    deal_of_week,
    modes,
    open_deals,
    usual_deal,
)
from game.table.history import MatchEvent, TakenBack, ends_turn
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec

NOTE, STAR = 50, 44  # design px: minimum height of the figures above a note, and size of a star


@dataclass(frozen=True)
class SoloStanding:
    """The content of the card: `par` and `note` are texts, and `stars` is the number won so far."""

    head: str
    figure: str
    score: str
    counted: str
    par: str
    note: str
    stars: int
    over: bool


class SoloCard(Pressable):
    """The card that shows a `SoloStanding`."""

    focusable = False
    radius = "card"

    def __init__(self, standing: SoloStanding) -> None:
        super().__init__(lambda: STAY, "solo")
        self.show(standing)

    def show(self, standing: SoloStanding) -> None:
        at = self.standing = standing
        # The spoken text contains everything visible, so that any change redraws the column.
        self.says = f"{at.score} {at.counted}. {at.par}. {at.note} {at.figure}"

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect, at = canvas.px, canvas.ui, self.rect, self.standing
        lie = card_layout(rect, canvas)
        edge = ui.good if at.over and at.stars else canvas.accent
        canvas.rounded(rect, px(RADIUS["card"]), ui.card, edge, max(2, px(2)))
        wide = canvas.text_size(at.figure, "caption_bold")[0] if at.figure else 0
        canvas.text(at.figure, "caption_bold", lie.head, ui.text, "right")
        head = lie.head.copy()
        head.width -= wide + px(10)
        canvas.text(at.head, "caption", head, ui.text_second, ellipsis=True)
        self._draw_body(canvas, lie.words)

    def _draw_body(self, canvas: Canvas, body: pygame.Rect) -> None:
        """Draw score and stars side by side, par below the stars, then the note."""
        px, ui, at = canvas.px, canvas.ui, self.standing
        upper, line = body.copy(), canvas.metrics.type_px("body") + 4
        half, one_line = body.width // 2, at.par.replace("\n", ", ")
        fits = canvas.text_size(one_line, "body_bold")[0] <= half
        lines = 1 if fits else at.par.count("\n") + 1
        figures = max(px(NOTE), (1 + lines) * line)
        if at.note and body.height > px(2 * NOTE):
            tall = min(canvas.text_height(at.note, "body", body.width), body.height - figures)
            upper.height -= tall + px(6)
            below = pygame.Rect(body.left, upper.bottom + px(6), body.width, tall)
            canvas.text(at.note, "body", below, ui.text, valign="top", wrap=True)
        large = upper.height > px(150)
        style = "score_huge" if large else "score"
        high = min(px(112 if large else 50), upper.height * 2 // 3, upper.height - lines * line)
        tall = min(px(56), upper.height - high)
        top = upper.top + (upper.height - high - tall) // 2
        left = pygame.Rect(upper.left, top, half, high)
        right = left.move(upper.width - half, 0)
        canvas.text(at.score, style, left, canvas.accent, "center")
        self._draw_stars(canvas, right)
        below = pygame.Rect(left.left, left.bottom, half, tall)
        canvas.text(at.counted, "body", below, ui.text_second, "center", "top")
        below.left = right.left
        two = "\n" in at.par and fits  # whether par has two lines and there is room for both
        room = tall >= canvas.text_height(at.par, "body_bold", half) or not two
        par = at.par if room else one_line
        canvas.text(par, "body_bold", below, ui.text, "center", "top", wrap=room)

    def _draw_stars(self, canvas: Canvas, room: pygame.Rect) -> None:
        pitch = min(canvas.px(STAR + 10), room.width // STARS)
        middle = room.centery
        for star in range(STARS):
            x = room.centerx + (star - 1) * pitch
            colour = canvas.accent if star < self.standing.stars else canvas.ui.control
            canvas.icon("star", (x, middle), colour, STAR)


class SoloMatch(Match):
    """The match of a deal; `board` is a sensor board's port.

    Raises KeyError for an unknown mode.
    """

    contest = False

    def __init__(self, deal: SoloDeal, board: str | None = None, date: str = "") -> None:
        self.deal, self.mode = deal, modes()[deal.mode]
        game = deal.game()
        person = SeatSpec("person" if board is None else "board")
        drawn = SeatSpec("engine")
        seats = [person if seat in self.mode.person else drawn for seat in range(game.seats)]
        super().__init__(MatchSpec(game.setup, tuple(seats), board=board), game, date=date)

    def score(self, length: int | None = None) -> int:
        """Return the score after `length` entries; None is all entries."""
        count = len(self.entries) if length is None else length
        state = self.state if count == len(self.entries) else self.entries[count].before
        actions = [entry.action for entry in self.entries[:count] if entry.action is not None]
        return self.mode.score(self.game, state, actions)

    @property
    def line(self) -> str:
        """All turns separated by spaces, and the actions of a turn separated by commas."""
        return " ".join(turn.text for turn in self.turns)


class DrawnStonePlayer:
    """The player who draws the stones, which always leaves exactly one legal action."""

    def __init__(self, game: Game, level: int, seed: int) -> None:
        self._game = game
        self.done, self.best = True, tuple[Action, ...]()

    def start(self, state: State, limits: Any) -> None:
        self.best = tuple(self._game.legal(state)[:1])

    def poll(self) -> Any:
        return self

    def stop(self) -> None:
        """Do nothing, because no search runs."""


class SoloPlay(PlayKind):
    """A deal played alone; `board` is a sensor board's port, `par` computes its par.

    Raises KeyError for an unknown mode.
    """

    name = "solo"
    teaches = False
    offers = False
    has_card = True

    card: SoloCard  # exists after the first layout

    def __init__(self, deal: SoloDeal, *, board: str | None = None, par: Par | None = None) -> None:
        now = datetime.datetime.now().isoformat(timespec="seconds")
        self.deal, self.solo = deal, SoloMatch(deal, board, now)
        self.mode = self.solo.mode
        self.campaign = campaign_of(self.mode.game)
        self.step = next((n for n, one in enumerate(self.campaign) if one.deal == deal), None)
        best = self.campaign[self.step].best if self.step is not None else None
        self.par = par or Par(deal, best)
        self.backs = 0  # number of finished turns taken back
        # place of a finished game in the list of scores; None if it has no place
        self.place: int | None = None
        self.told = False  # whether the result was shown
        # The campaign's next deal; it is set when the current deal is over.
        self.following: SoloDeal | None = None
        self.panel_kind = alone_panel_of(self.solo.game.key)

    @property
    def heading(self) -> str:
        return _(self.mode.name)

    # -- the score ---------------------------------------------------------------------------------

    @property
    def score(self) -> int:
        """The score in the part of the match that has been shown."""
        return self.solo.score(len(self.stage.playback.shown.entries))

    @property
    def exact(self) -> bool:
        """True if no better score than par is possible."""
        return self.mode.exact(**dict(self.deal.options))

    @property
    def stars(self) -> int:
        """The stars of the score so far."""
        par = self.par.value
        return self.mode.stars(self.score, par) if par is not None else 0

    def seen(self, event: MatchEvent) -> None:
        if isinstance(event, TakenBack):
            self.backs += sum(ends_turn(entry) for entry in event.entries)
            self.told, self.place = False, None

    @property
    def shows_result(self) -> bool:
        """Whether the end may be shown: only when par is known or cannot be found."""
        return self.par.value is not None or self.par.failed

    def result(self) -> Change:
        """Show how the game ended, a single time, and save the score."""
        if self.solo.over and not self.told:
            self.told = True
            self._enter_list()
            self.following = self._next_deal()
            self.services.sound("win" if self.stars else "end")
            self.play.actions.refresh()
            self.services.say(self.card.spoken)
        return STAY

    def _enter_list(self) -> None:
        if self.backs or self.par.failed:
            return
        if self.par.value is None:
            self.par.when_found = self._enter_list
            return
        table, _complaint = scores.load()
        score = scores.SoloScore(
            self.solo.score(), self.par.value, self.deal.seed, self.solo.line, self.solo.date[:10]
        )
        kept = table
        if self.step is not None or self.deal.seed > LOTS:
            kept = scores.entered(kept, self.mode, score, self.deal.text)
        played = [(one.seed, one.turns) for one in table.get(self.mode.list_key, ())]
        if self.deal.usual and (score.seed, score.turns) not in played:
            self.place = scores.rank(table, self.mode, score)
            kept = scores.entered(kept, self.mode, score)
        if kept is not table:
            failed = _("Your score cannot be saved: {reason}")
            self.services.write_file(None, lambda: scores.save(kept), failed)

    def leave(self) -> None:
        # the game ended, but somebody left before the end was shown
        if self.solo.over and not self.told:
            self.told = True
            self._enter_list()

    # -- what comes next ---------------------------------------------------------------------------

    def again(self) -> Change:
        """Restart the same deal."""
        return Replace(routes.Solo(self.deal, self.solo.spec.board))

    def go_on(self) -> Change:
        """Begin the campaign's next deal, or this one if the next is locked; else a free deal."""
        self.result()
        if self.step is None:
            deal = usual_deal(self.mode, random.randint(1, LOTS))
        else:
            deal = self.following or self.deal
        return Replace(routes.Solo(deal, self.solo.spec.board))

    def _next_deal(self) -> SoloDeal | None:
        """Return the campaign's next deal, if it exists and is unlocked."""
        if self.step is None or self.step + 1 == len(self.campaign):
            return None
        table, _complaint = scores.load()
        stars = [scores.stars_in(table, one.deal) or 0 for one in self.campaign]
        if not self.backs:
            stars[self.step] = max(stars[self.step], self.stars)
        following = self.step + 1
        return self.campaign[following].deal if open_deals(stars)[following] else None

    def copied(self, whole: bool) -> Copied:
        """Return the deal for the clipboard; with `whole`, also its score and turns."""
        text = self.deal.text
        if whole:
            text += f"\n{self.solo.score()}: {self.solo.line}"
        return Copied(text, _("The deal is on the clipboard. Whoever pastes it plays the same."))

    def help(self) -> Change:
        self.services.toast(
            _("Alone there is no help: par is what you play against."), "info", "bulb"
        )
        return STAY

    def menu(self) -> Change:
        self.result()
        return Push(pause_dialog(self.solo.game.key, type_moves, _("Leave")))

    # -- the row of actions ------------------------------------------------------------------------

    def faces(self, faces: Faces) -> Faces:
        main, back, lamp = faces
        if self.stage.browser.active:
            return faces
        if self.stage.playback.shown.over:
            main = replace(main, command="accept")
            if not self.play.pending.waiting:
                words, icon = self._onward
                main = replace(main, label=words, icon=icon, act=self.go_on)
        some = bool(self.solo.entries)
        tip = _("The same again")
        return main, back, replace(lamp, icon="again", tip=tip, enabled=some, act=self.again)

    @property
    def _onward(self) -> tuple[str, str]:
        """Label and icon of the main button after the end."""
        if self.step is None:
            return _("Another deal"), "right"
        return (_("Next deal"), "right") if self.following else (_("The same again"), "again")

    # -- layout ------------------------------------------------------------------------------------

    def card_widgets(self, rect: Rect, canvas: Canvas) -> list[Widget]:
        self.card = SoloCard(self._standing())
        left, right = halves(card_layout(rect, canvas).buttons, canvas.px(10))
        rules = Button(_("How it works"), self._explain, icon="question", name="how")
        copy = Button(_("Copy the deal"), self._copy, icon="copy", name="copy")
        return [self.card.at(rect), rules.at(left), copy.at(right)]

    def _copy(self) -> None:
        self.services.copy(self.copied(False))

    def _explain(self) -> Change:
        words = [DialogButton(_("Continue"), kind="main", icon="play")]
        return Push(Dialog(lambda: _(self.mode.name), words, lambda: _(self.mode.rule)))

    def prepare(self) -> None:
        """Select the colour of the drawn stone for the next placement."""
        if not self.mode.forced:
            return
        pieces = [action.piece for action in self.solo.legal() if action.piece is not None]
        if pieces and self.stage.hand.colour != pieces[0].colour:
            self.stage.hand.turn_colour(pieces[0].colour)

    def follow(self, signs: Overlay) -> None:
        self._follow_card()

    def _follow_card(self) -> None:
        standing = self._standing()
        if standing != self.card.standing:
            self.card.show(standing)
            self.services.invalidate()

    def _standing(self) -> SoloStanding:
        shown, par = self.stage.playback.shown, self.par.value
        words = _("exact par {n}") if self.exact else _("par {n}")
        par_words = words.format(n=number(par)) if par is not None else _("finding par …")
        best = self.par.best
        if self.par.failed:
            par_words = _("no par")
        elif best is not None and best != par:
            par_words += "\n" + _("best known {n}").format(n=number(best))
        return SoloStanding(
            head=self._head(),
            figure=self._figure(),
            score=number(self.score),
            counted=_(self.mode.counted),
            par=par_words,
            note=self._note() if shown.over else self._train() or self._aim(),
            stars=self.stars,
            over=shown.over,
        )

    def _head(self) -> str:
        if self.step is not None:
            words = _("Deal {n} of {all}")
            return words.format(n=self.step + 1, all=len(self.campaign))
        today = datetime.date.today()
        if self.deal == deal_of_day(self.mode, today):
            return _("Today’s deal")
        weekly = self.deal == deal_of_week(self.mode, today)
        return _("This week’s deal") if weekly else _("Free deal")

    def _aim(self) -> str:
        return _(self.campaign[self.step].say if self.step is not None else self.mode.aim)

    def _figure(self) -> str:
        shown = self.stage.playback.shown
        left = self.mode.left(self.solo.game, shown.state)
        if left is None or shown.over:
            return ""
        if self.mode.in_turns:
            return ngettext("{n} turn left", "{n} turns left", left).format(n=left)
        return ngettext("{n} stone left", "{n} stones left", left).format(n=left)

    def _train(self) -> str:
        """Return a text about the longest train so far; "" for a short one."""
        most = max((turn.hops for turn in self.stage.playback.shown.turns), default=0)
        if not self.mode.trains or most < 2:
            return ""
        return _("Longest train: {n}.").format(n=most)

    def _note(self) -> str:
        """Return the text about how the game ended."""
        par = self.par.value
        if par is None or not self.told:
            return ""
        words = [self._against(par), self._train()]
        if self.backs:
            words.append(_("With turns taken back it enters no list."))
        elif self.place is not None:
            words.append(_("Number {n} of your list.").format(n=self.place))
        return " ".join(filter(None, words))

    def _against(self, par: int) -> str:
        best = self.par.best
        if best is not None and self.mode.better(self.score, best):
            return _("Better than any search has found.")
        if self.score == best != par:
            return _("As good as the best known.")
        if self.mode.better(self.score, par):
            return _("Better than par.")
        if self.score == par:
            return _("Par, and nobody can do better.") if self.exact else _("Par.")
        away = abs(self.score - par)
        text = ngettext("{n} off par.", "{n} off par.", away)
        return text.format(n=number(away))

    # -- input and time ----------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> Change | None:
        pressed = isinstance(event, Press) and event.means("accept") and not event.repeat
        told = self.told and self.solo.over and not self.stage.browser.active
        return self.go_on() if told and pressed and self.play.at_board() else None

    def update(self, dt: float) -> Change | None:
        self._follow_card()
        return None

    @property
    def redraw_every(self) -> float:
        return 0.1 if self.par.value is None and not self.par.failed else 0.0

    def toast_room(self, usual: Rect | None) -> Rect | None:
        return None  # the cards contain controls, so toasts use any free place


def solo_scene(deal: SoloDeal, board: str | None = None, par: Par | None = None) -> PlayScene:
    """Return the scene of a deal. Raises KeyError for an unknown mode."""
    kind = SoloPlay(deal, board=board, par=par)
    return PlayScene(kind.solo.spec, kind.solo, kind=kind, keep=False, make=DrawnStonePlayer)
