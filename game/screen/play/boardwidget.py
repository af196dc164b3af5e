"""The board as a control: draws pieces, signs and moving pieces; turns input into actions.

`Interaction` keeps the choice and `TimelinePlayer` the movement; this module joins both to a
BoardView.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from operator import itemgetter

import pygame

from game.rules.base import Action
from game.rules.events import Flipped, Piece
from game.rules.topology import Point
from game.screen.animation.choreography import TimelinePlayer
from game.screen.animation.movements import ARC_SHARE
from game.screen.app.scene import STAY, Change
from game.screen.boards import BoardView
from game.screen.boards.highlights import STRENGTHS
from game.screen.boards.interaction import Interaction, PointingMode
from game.screen.boards.overlay import Groups, Overlay
from game.screen.play import combo
from game.screen.play.drag_controller import DragController, placed
from game.screen.ui import easing
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press
from game.screen.ui.tokens import MS
from game.screen.ui.widget import DIRECTIONS, Widget, WidgetState

GHOST_FADE_S = 0.080
FEW = 7  # maximum number of placements that are lit


class BoardWidget(Widget):
    """The board as a control.

    `on_action` is called with the action that a person plays. `on_press` is called before any input
    is used, to skip a running animation. If it returns True, the input is swallowed.

    `effect(action)` is a short text beside the ghost ("+1", "2→3"), `badge(action)` one on a
    target.
    """

    radius = "card"
    does_default = True
    view: BoardView  # set by the scene's layout

    def __init__(
        self,
        hand: Interaction,
        on_action: Callable[[Action], Change | None],
        on_press: Callable[[], bool],
    ) -> None:
        super().__init__("board")
        self.hand = hand
        self.on_action, self.on_press = on_action, on_press
        self.on_choice: Callable[[], None] = lambda: None
        self.on_refused: Callable[[Point], None] = lambda point: None
        self.effect: Callable[[Action], str] = lambda action: ""
        self.badge: Callable[[Action], str] = lambda action: ""
        self.pieces: Mapping[Point, Piece] = {}
        self.show: TimelinePlayer | None = None
        self.overlay = Overlay()
        self.age = 0.0
        self.hints_shown = True
        self.pointed: Point | None = None  # under the pointer, whichever seat is to move
        self._ghost: tuple[Action | None, float] = (None, 0.0)
        self._touched = False
        self.drag = DragController(hand)
        # True while an action is played whose piece was dragged to its target.
        self.setting_down = False
        self.still = False  # True if motion is switched off

    @property
    def carrying(self) -> bool:
        """True while a piece is dragged."""
        return self.drag.carrying

    @property
    def animating(self) -> bool:
        if self.show is not None or self.drag.animating:
            return True
        return self._ghost[0] is not None and self.age - self._ghost[1] < GHOST_FADE_S

    @property
    def pulsing(self) -> bool:
        """True while signs on the board pulse."""
        few = 0 < len(self.hand.placements) <= FEW
        return self.hand.enabled and bool(self.hand.starts or self.overlay.hints or few)

    def update(self, dt: float) -> None:
        self.age += dt
        self._go_on(self.drag.update(dt, self.view, self.still))
        aimed = self.hand.aimed
        if aimed != self._ghost[0]:
            self._ghost = (aimed, self.age)

    # -- input ---------------------------------------------------------------------------------

    def press(self, event: Press) -> Change | None:
        for command, (dx, dy) in DIRECTIONS.items():
            if event.means(command):
                if self.on_press():
                    return STAY
                if event.mod & pygame.KMOD_SHIFT:  # jump to the next possible point
                    self.hand.jump_to_next(back=dx + dy < 0)
                elif self.hand.bids:
                    self.hand.set_bid(self.hand.bid + dx - dy)
                elif not self.hand.step(dx, dy):
                    # At the right rim the focus goes on to the column; elsewhere it stays.
                    return STAY if command != "right" else None
                self.on_choice()
                return STAY
        if event.means("accept") and not event.repeat:
            if self.on_press():
                return STAY
            return self._played(self.hand.act())
        return None

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel" or event.button != 1:
            turned = event.wheel if event.kind == "wheel" else event.button == 3
            if turned and self.hand.two_colours and event.kind in ("wheel", "down"):
                self.hand.turn_colour()
            elif event.kind == "wheel" and turned and self.hand.bids:
                self.hand.set_bid(self.hand.bid + (1 if event.wheel > 0 else -1))
            else:
                return None
            self.on_choice()
            return STAY
        point = self.pointed = self.snap(event.pos, event.reach)
        if event.kind == "down":
            if self.on_press():
                return STAY
            self._touched = event.touch
            change = self._played(self.hand.press(point, event.touch))
            self._pick_up(event)
            return change
        if event.kind == "up":
            return self._let_go(point)
        if self.carrying:
            self._go_on(self.drag.carry(point))
            self.drag.pull(self.view, event.pos)
        if self.hand.point_at(point):
            self.on_choice()
        return STAY

    def _pick_up(self, event: Pointer) -> None:
        """Pick up the piece that the press has chosen, or the new piece that it places."""
        hand = self.hand
        piece = self.pieces.get(hand.source or "") if hand.dragging else None
        if hand.placing and hand.aimed is not None:
            piece = placed(hand.preview(hand.aimed).events)
        if piece is not None:
            self.drag.pick_up(self.view, piece, event.pos, event.touch, self.still)

    def _let_go(self, point: Point | None) -> Change:
        """Let go of the dragged piece over a point."""
        action = self.hand.release(point)
        if self._touched and self.hand.aim is None:
            self.hand.point_at(point)
        if not self.carrying:
            return self._played(action)
        self.drag.release(self.view, action)
        change = self._set_down(action) if action is not None else None
        self._tell_choice()
        if self.drag.held is not None and self.drag.held.point not in self.pieces:
            self.drag.held = None  # its action has been taken back
        return change or STAY

    def _go_on(self, action: Action | None) -> None:
        """Play an action completed in the middle of a drag, and carry the piece on."""
        if action is not None:
            self._set_down(action)
            self.drag.go_on(self.view, action)

    def _set_down(self, action: Action) -> Change | None:
        """Play an action whose movement the drag has already shown."""
        self.setting_down = True
        change = self.on_action(action)
        self.setting_down = False
        return change

    def _played(self, action: Action | None) -> Change:
        """Announce the new choice, and play `action` if there is one."""
        self._tell_choice()
        return (self.on_action(action) if action is not None else None) or STAY

    def _tell_choice(self) -> None:
        self.on_choice()
        if self.hand.refused is not None:
            self.on_refused(self.hand.refused)

    def hover(self, event: Pointer) -> bool:
        point = self.snap(event.pos, event.reach)
        named = point != self.pointed
        self.pointed = point
        changed = self.hand.point_at(point)
        if changed:
            self.on_choice()
        return changed or named

    def unhover(self) -> bool:
        """Aim at nothing: the pointer has left the board."""
        self.pointed = None
        return self.hand.mode is PointingMode.POINTER and self.hand.point_at(None)

    def snap(self, spot: tuple[int, int], wider: int = 0) -> Point | None:
        """Return the legal point at or near a pixel of the window, else any point there.

        `wider` adds this many pixels to the distance allowed.
        """
        reach = self.hand.reach
        legal = self.view.point_at(*spot, among=reach, wider=wider) if reach else None
        return legal or self.view.point_at(*spot, wider=wider)

    # -- drawing -------------------------------------------------------------------------------

    def still_key(self) -> Hashable:
        """Return what the resting layer depends on."""
        resting = tuple(sorted(self.resting.items(), key=itemgetter(0)))
        return self.view.busy, id(self.view), resting, self.overlay.key()

    @property
    def resting(self) -> Mapping[Point, Piece]:
        """The pieces at rest on their points; dragged, leaning and flying pieces are left out."""
        lying = self.show.picture.resting if self.show is not None else self.pieces
        hidden = self.drag.hidden
        return {p: piece for p, piece in lying.items() if p not in hidden} if hidden else lying

    @property
    def grouped(self) -> Groups:
        """The groups of the resting pieces, if groups are to be shown."""
        grouping = self.overlay.grouping
        return grouping(self.resting) if grouping is not None else Groups()

    def draw_still(
        self, surface: pygame.Surface, tints: Mapping[str, tuple[int, int, int]]
    ) -> None:
        """Draw everything that rests on the board."""
        view, vacated = self.view, self.overlay.vacated
        # Sorted, so that the same position gives the same picture whatever its history.
        resting, groups = dict(sorted(self.resting.items(), key=itemgetter(0))), self.grouped
        if vacated is not None and vacated not in resting:
            view.draw_glow(surface, vacated, "last")
        for point in resting:
            view.draw_piece_shadow(surface, point)
        for group, colour in groups.outlines:
            view.draw_groups(surface, [group], tints[colour])
        for point, piece in resting.items():
            view.draw_piece(surface, piece, point, shadow=False)
        for point, text in groups.numbers.items():
            view.draw_number(surface, point, text, resting[point])

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        """Draw what changes: signs, ghost, moving pieces, the train's counter."""
        surface = canvas.surface
        if len(self.overlay.trail) > 1:
            seen = self.view, self.overlay.trail, self.overlay.turned, tuple(self.resting.items())
            canvas.keep("trail", seen, lambda: self._draw_trail(surface))
        if self.show is None or self.show.done or self.carrying:
            self._draw_signs(surface)
            self._draw_aim(canvas)
        if self.show is not None:
            for start, end, height in self.show.arcs:
                self.view.draw_arc(surface, start, end, height)
            for sprite in self.show.picture.moving:
                self.view.draw_moving(surface, sprite)
        self._draw_wrong(surface)
        self._draw_name(surface)
        self.drag.draw(surface, self.view)
        if self.show is not None and self.show.combo is not None:
            lying = sorted({*self.show.before, *self.pieces})
            busy = (*map(self.view.position, lying), *self.show.busy)
            combo.draw(canvas, self.show.combo, self.view, busy)

    def _draw_trail(self, surface: pygame.Surface) -> None:
        view, trail = self.view, self.overlay.trail
        view.draw_path(surface, trail)
        resting = self.resting
        for point in {*trail, *self.overlay.turned} & set(resting):
            view.draw_piece(surface, resting[point], point)
        for point in self.overlay.turned:
            view.draw_glow(surface, point, "over", 0.8)
        hops = {point: number for number, point in enumerate(trail[1:], start=1)}
        for point, number in hops.items():
            if point not in resting and number < len(trail):
                view.draw_badge(surface, point, str(number))
        if trail[0] not in resting:
            view.draw_glow(surface, trail[0], "last")

    def _draw_signs(self, surface: pygame.Surface) -> None:
        hand, view = self.hand, self.view
        pulse = 0.55 + 0.45 * easing.sine(self.age * 1000 / MS["glow_pulse"] % 1.0)
        # in steps, so that frames within a step are identical
        pulse = round(pulse * STRENGTHS) / STRENGTHS
        for point in self.overlay.last:
            view.draw_glow(surface, point, "over", 0.5)
        for point, kind in self.overlay.marks.items():
            view.draw_glow(surface, point, kind, pulse)
        for point, text in self.overlay.numbers.items():
            view.draw_badge(surface, point, text)
        if hand.enabled and self.hints_shown:
            if hand.source is None:
                for point in hand.starts:
                    view.draw_glow(surface, point, "start", pulse)
            else:
                for point in hand.starts - {hand.source}:
                    view.draw_glow(surface, point, "start", 0.55)
                view.draw_glow(surface, hand.source, "chosen")
            for point, action in hand.targets.items():
                text = self.badge(action)
                if point == hand.aim:
                    continue
                if text:
                    view.draw_badge(surface, point, text)
                else:
                    kind = "halt" if action.kind == "slide" else "target"
                    view.draw_glow(surface, point, kind, pulse)
            if len(hand.placements) <= FEW and not self.overlay.marks:
                for point in hand.placements:
                    if point != hand.aim:
                        view.draw_glow(surface, point, "target", pulse)
        for point in self.overlay.threats:
            view.draw_glow(surface, point, "threat")
        for point in self.overlay.hints:
            view.draw_glow(surface, point, "hint", pulse)
        for arrow in self.overlay.arrows:
            view.draw_arrow(surface, arrow.source, arrow.target, arrow.kind, arrow.over)
        view.draw_signs(surface, self.overlay.drawn)
        for badge in self.overlay.badges:
            x, y = view.position(badge.point)
            off = view.piece_size * 0.42
            x += off if badge.alarm else -off
            view.draw_badge(surface, (x, y - off), badge.text, badge.alarm)

    def _draw_name(self, surface: pygame.Surface) -> None:
        """Draw the name of the point under pointer or cursor."""
        keys = self.hand.mode is PointingMode.KEYS and self.hand.enabled
        point = self.hand.cursor if keys else self.pointed
        if point is not None:
            self.view.draw_name(surface, point)

    def _draw_aim(self, canvas: Canvas) -> None:
        hand, view, surface = self.hand, self.view, canvas.surface
        action = hand.aimed
        if action is None or action.target is None:
            return
        strength = min(1.0, (self.age - self._ghost[1]) / GHOST_FADE_S)
        if action.over is not None and action.source is not None:
            start, end = view.position(action.source), view.position(action.target)
            height = ARC_SHARE * ((start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2) ** 0.5
            view.draw_arc(surface, action.source, action.target, height * 0.6)
        events = hand.preview(action).events
        for event in events:
            if isinstance(event, Flipped):
                view.draw_glow(surface, event.point, "over", strength)
        if not self.carrying:
            view.draw_ghost(surface, action.target, self._ghost_piece(action), strength)
        if view.look.cell != "point" or hand.mode is PointingMode.KEYS:
            view.draw_focus(surface, action.target)
        else:
            view.draw_glow(surface, action.target, "start", strength)
        text = self.effect(action)
        if text:
            combo.pill(canvas, text, view.position(action.target), view.piece_size)

    def _ghost_piece(self, action: Action) -> Piece:
        lifted = self.pieces.get(action.source or "")
        return lifted or placed(self.hand.preview(action).events) or Piece("grey", None)

    def _draw_wrong(self, surface: pygame.Surface) -> None:
        view = self.view
        for point, piece in self.overlay.wrong.items():
            if piece is not None:
                view.draw_ghost(surface, point, piece)
            view.draw_glow(surface, point, "threat", 0.6)
        for point in self.overlay.faults:
            view.draw_glow(surface, point, "threat")
            x, y = view.position(point)
            off = view.piece_size * 0.45
            view.draw_badge(surface, (x + off, y - off), "!", alarm=True, scale=0.8)
        for point in self.overlay.doubted:
            x, y = view.position(point)
            off = view.piece_size * 0.45
            view.draw_badge(surface, (x - off, y - off), "?", scale=0.8)

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw the cursor; while the mouse is in use the ghost replaces it."""
        if self.hand.mode is PointingMode.KEYS:
            self.view.draw_focus(canvas.surface, self.hand.cursor)
