"""Says at the place why something cannot be done; after three in a row it offers the rule's page.

The sentences are those of `game.screen.plugin.refusals`, as in the rulebook.
"""

from __future__ import annotations

from game.platform.i18n import _
from game.rules.topology import Point
from game.screen.app import routes
from game.screen.app.scene import Change, Push
from game.screen.boards.crossed import draw_crossed
from game.screen.play.at_play import AtPlay
from game.screen.plugin.refusals import attempt, refusal, rule_page
from game.screen.plugin.rulebook import Attempt
from game.screen.ui.callout import Callout
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer
from game.screen.ui.key_names import key_label
from game.table import undo

REFUSALS_BEFORE_RULE = 3  # refusals in a row after which the rule is offered


class IllegalMoveHints:
    """`note` is what is said just now, `points` what was tried, `page` the rule that is offered."""

    def __init__(self, at: AtPlay) -> None:
        self._at = at
        self.note: Callout | None = None
        self.points: Attempt = ()
        self.page = ""
        self.count = 0

    @property
    def text(self) -> str:
        """The sentence that stands at the board now."""
        return self.note.text if self.note is not None else ""

    # -- refusing ----------------------------------------------------------------------------------

    def point(self, point: Point) -> None:
        """A hand has pointed where nothing can be played: where a train came through it goes
        back to, anywhere else it is told why not."""
        at, hand = self._at, self._at.hand
        way_back = undo.to_point(at.match, point) if hand.enabled else None
        if way_back is not None:
            at.offer(way_back)
        elif hand.enabled:
            self.attempt(attempt(at.match.game, hand.state, hand.source, point))
        elif self._waiting:
            self._say((point,), self._waiting)

    def attempt(self, points: Attempt) -> None:
        """Somebody has tried this, and the rules do not allow it."""
        at = self._at
        refused = refusal(at.match.game, at.match.state, points)
        self.count += 1
        self.page = rule_page(at.match.game, refused) if self.count >= REFUSALS_BEFORE_RULE else ""
        offer = _("Read the rule") if self.page else ""
        key = key_label(at.desk.bindings.first("rules"))
        self._say(points, refused.text, f"{offer} ({key})" if offer and key else offer)

    def tell(self, text: str, point: Point, source: Point | None = None) -> None:
        """Something worth a look at a point: no refusal.  The way there from `source` is not
        covered."""
        view = self._at.view
        if view is not None:
            self.clear()
            spot = view.position(point)
            below = source is not None and view.position(source)[1] < spot[1] - 1
            self.note = Callout(text, spot, view.piece_size * 0.6, bad=False, below=below)
            self._at.desk.invalidate()

    @property
    def _waiting(self) -> str:
        """Why nobody can do anything at the board just now; "" where that goes without saying."""
        at = self._at
        if at.confirming.waiting:
            return _("This turn is waiting to be confirmed or taken back.")
        if at.match.over:
            return _("The game is over.")
        if at.playback.browser.active:
            return _("This is an earlier turn. Go back to the game to play on.")
        if not at.conductor.person_to_move:
            name = at.match.seat.name or at.panel.seat_name(at.match.to_move)
            return _("It is not your turn: {name} is to move.").format(name=name)
        return ""

    def _say(self, points: Attempt, text: str, offer: str = "") -> None:
        view = self._at.view
        if view is None:
            return
        self.points = tuple(points)
        reach = view.piece_size * 0.6
        self.note = Callout(text, view.position(points[-1]), reach, offer)
        self._at.desk.sound("error")
        self._at.desk.invalidate()

    # -- forgetting --------------------------------------------------------------------------------

    def allowed(self) -> None:
        """Something was played: what came before is forgiven."""
        self.count = 0
        self.clear()

    def clear(self) -> bool:
        """Put the note away; False when there was none."""
        there = self.note is not None
        self.note, self.points, self.page = None, (), ""
        return there

    def update(self, dt: float) -> None:
        """The note goes by itself."""
        if self.note is not None:
            if self.note.update(dt):
                self._at.desk.invalidate()
            if self.note.gone:
                self.clear()

    @property
    def animating(self) -> bool:
        return self.note is not None and self.note.animating

    # -- the rule ----------------------------------------------------------------------------------

    def rule(self) -> Change:
        """The rules, opened at the page that is offered, or at the first."""
        page = self.page
        self.clear()
        return Push(routes.Rules(self._at.match.game.key, page))

    def pointer(self, event: Pointer) -> Change | None:
        """A click on the offer opens it; any other press puts the note away and goes on."""
        if event.kind != "down" or self.note is None:
            return None
        if self.page and self.note.offered.collidepoint(event.pos):
            return self.rule()
        self.clear()
        return None

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """The cross at the place, and the sentence beside it, within the board."""
        view = self._at.view
        if self.note is None or view is None:
            return
        if self.points:
            draw_crossed(canvas, view, self.points, self.note.shown)
        self.note.draw(canvas, self._at.layout.board)
