"""The text of the result: who won, why, three figures and the running score.

The places of the text are computed a single time per window, so that falling pieces can avoid them.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.platform.i18n import N_, _, format_number, ngettext
from game.rules.events import Outcome, Piece, Seat
from game.screen.boards import BoardView
from game.screen.boards.portraits import draw_portrait
from game.screen.plugin.ending import EndingWords
from game.screen.plugin.panel import Panel
from game.screen.plugin.registry import screen_plugin_of
from game.screen.plugin.seats import series_name
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import split_top
from game.screen.ui.text import poster, poster_box, reach
from game.table.begin import series_after
from game.table.match import Match
from game.table.opponents import OPPONENTS, sentence
from game.table.seat_statistics import seat_statistics, solo_seat
from game.table.series import Series

LOST_BY = {
    "resigned": N_("{name} resigned and loses by {n}"),
    "time": N_("{name} ran out of time and loses by {n}"),
}
FACE = 72  # design pixels: size of the opponent's portrait
SCORE = 40  # design pixels: height of the running score below the text


@dataclass(frozen=True)
class Verdict:
    """The result of a match in words.

    `pieces` are drawn in a row and represent the winners. `figures` are pairs (value, label) about
    the only person at the table, or else about a winner.
    """

    context: str
    title: str
    reason: str
    pieces: tuple[Piece, ...]
    figures: tuple[tuple[str, str], ...]
    opponent: str = ""  # key of the person's opponent
    against: str = ""  # the opponent's name and level
    says: str = ""  # the opponent's comment on the result


def verdict(match: Match, panel: Panel) -> Verdict:
    """Return the result in words for a match that is over."""
    outcome = match.outcome
    assert outcome is not None
    person = solo_seat(match)
    seat = person if person is not None else outcome.winners[0] if outcome.winners else 0
    ending = screen_plugin_of(match.game.key).ending(match)
    return Verdict(
        context=_context(match, panel),
        title=_title(match, panel, outcome),
        reason=_reason(ending, panel, outcome),
        pieces=_pieces(ending, panel, outcome),
        figures=ending.figures(seat, seat_statistics(match, seat)),
        **_opponent(match, person),
    )


def _opponent(match: Match, person: Seat | None) -> dict[str, str]:
    """Return the texts of the first named opponent of the one person at the table, or {}."""
    for seat, who in enumerate(match.spec.seats):
        if person is not None and seat % 2 != person % 2 and who.opponent in OPPONENTS:
            words = _("against {name}, about level {level}")
            told = words.format(name=OPPONENTS[who.opponent].name, level=who.level)
            return {"opponent": who.opponent, "against": told, "says": _said(match, seat)}
    return {}


def _said(match: Match, seat: Seat) -> str:
    """Return the comment of the opponent at a seat on the result."""
    assert match.outcome is not None
    winners = match.outcome.winners
    occasion = ("wins" if seat in winners else "loses") if winners else "draws"
    words = sentence(match.spec.seats[seat].opponent, occasion)
    return _("“{words}”").format(words=words)


def _context(match: Match, panel: Panel) -> str:
    """Return the game's name and length, and the winner if the title does not name one."""
    count = sum(turn.complete for turn in match.turns)
    words = ngettext("{game}, {n} turn", "{game}, {n} turns", count)
    played = words.format(game=match.game.title, n=count)
    if not lost(match):
        return played
    return _("{played}: {result}").format(played=played, result=_winners(match, panel))


def _title(match: Match, panel: Panel, outcome: Outcome) -> str:
    if not outcome.winners:
        return _("A draw")
    return _("Not this time") if lost(match) else _winners(match, panel)


def _winners(match: Match, panel: Panel) -> str:
    assert match.outcome is not None
    names = [panel.name_or_role(seat) for seat in match.outcome.winners]
    if len(names) > 1:
        return _("{one} and {two} win").format(one=names[0], two=names[1])
    return _("{name} wins").format(name=names[0])


def lost(match: Match) -> bool:
    """Return whether the one person at the table has lost to engines."""
    person, outcome = solo_seat(match), match.outcome
    return person is not None and bool(outcome and outcome.winners) and not won(match)


def won(match: Match) -> bool:
    """Return whether a person has won."""
    kinds = [seat.kind for seat in match.spec.seats]
    return match.outcome is not None and any(kinds[s] != "engine" for s in match.outcome.winners)


def _reason(ending: EndingWords, panel: Panel, outcome: Outcome) -> str:
    if outcome.reason in ("resigned", "time"):
        losers = [s for s in range(panel.game.seats) if s not in outcome.winners]
        name = panel.name_or_role(losers[0])
        if outcome.margin and panel.game.scored and panel.match.spec.scoring:
            return _(LOST_BY[outcome.reason]).format(name=name, n=outcome.margin)
        if outcome.reason == "resigned":
            return _("{name} resigned").format(name=name)
        return _("{name} ran out of time").format(name=name)
    if not outcome.winners and outcome.reason == "agreed":
        return _("Agreed")
    return ending.reason(outcome)


def _pieces(ending: EndingWords, panel: Panel, outcome: Outcome) -> tuple[Piece, ...]:
    """Return pieces that represent the winners, or one of each side after a draw."""
    seats = outcome.winners or tuple(range(panel.game.seats))
    found = [panel.seat_piece(seat) for seat in seats]
    count = ending.piece_count(seats[0]) if outcome.winners else 1
    return tuple(piece for piece in found if piece is not None for _again in range(count))


def running_score(match: Match, panel: Panel) -> tuple[str, str]:
    """Return "Ada 2 – 1 Ben" and "after 3 games"; ("", "") after a single game.

    The second text begins with the name of a series of fixed length, and ends with the margins
    where they are added up.
    """
    after = series_after(match)
    if not match.over or not (match.spec.series.games or after.length):
        return "", ""
    score = standing(match, panel, after)
    games = ngettext("after {n} game", "after {n} games", after.games).format(n=after.games)
    if after.over:
        games = _series_won(match, panel, after)
    elif after.length:
        games = f"{series_name(after.length)}, {games}"
    if after.margins:
        own, other = (after.margins[side[0]] for side in _sides(match))
        games = _("{games}, margins {own} – {other}").format(games=games, own=own, other=other)
    return score, games


def standing(match: Match, panel: Panel, series: Series) -> str:
    """Return "Ada 2 – 1 Ben"; the side that began the series at seat 0 is on the left."""
    sides = _sides(match)
    names = [" + ".join(_player(match, panel, seat) for seat in side) for side in sides]
    points = [
        format_number(series.points[side[0]] / 2 if series.points else 0, "g") for side in sides
    ]
    return f"{names[0]} {points[0]} – {points[1]} {names[1]}"


def _sides(match: Match) -> list[tuple[int, ...]]:
    count = match.game.seats
    first = min(range(count), key=lambda seat: match.spec.series.player(seat, count))
    return [match.game.side(first % 2), match.game.side(1 - first % 2)]


def _series_won(match: Match, panel: Panel, series: Series) -> str:
    if not series.leaders:
        return _("the series is drawn")
    names = " + ".join(_player(match, panel, seat) for seat in series.leaders)
    return _("{name} wins the series").format(name=names)


def _player(match: Match, panel: Panel, seat: int) -> str:
    """Return the player's name, which follows the player when colours are swapped."""
    who = match.spec.seats[seat]
    if who.name:
        return who.name
    if who.kind == "engine":
        return _("Engine {level}").format(level=who.level)
    number = match.spec.series.player(seat, match.game.seats) + 1
    return _("Player {n}").format(n=number)


class ResultWords:
    """The text on the left of the result scene."""

    def __init__(self, words: Verdict, score: tuple[str, str]) -> None:
        self.words, self.score = words, score

    def place(self, canvas: Canvas, main: pygame.Rect, height: int) -> None:
        """Lay out the lines in `main` for a window `height` tall."""
        px = canvas.px
        y = round(height * 0.25) - (px(SCORE) if self.score[0] else 0)
        self.context = pygame.Rect(main.left, y, main.width, px(36))
        self._place_face(canvas, main, y)
        self.title = pygame.Rect(main.left, y + px(34), main.width, px(140))
        self.pixels = canvas.metrics.type_px("win")
        wide, self.title_tall = poster_box(self.words.title, "win", self.pixels)
        if wide > main.width:
            self.pixels = max(28, self.pixels * main.width // wide)
            wide, self.title_tall = poster_box(self.words.title, "win", self.pixels)
        self.title_wide = wide
        y += px(190)
        self.row = pygame.Rect(main.left, y, main.width, px(80) if self.words.pieces else 0)
        y = self.row.bottom + px(18)
        self.reason = pygame.Rect(main.left, y, main.width, px(56))
        y += px(62)
        wide = min(px(187), main.width // 3)
        self.values = [
            pygame.Rect(main.left + number * wide, y, wide - px(10), px(46))
            for number in range(len(self.words.figures))
        ]
        y += px(46 + 28)
        self.total = pygame.Rect(main.left, y + px(8), main.width, px(SCORE - 8))

    def _place_face(self, canvas: Canvas, main: pygame.Rect, y: int) -> None:
        """Place the opponent's portrait above the context, or at its end in an upright window."""
        px = canvas.px
        self.face = pygame.Rect(main.left, y - px(FACE + 16), px(FACE), px(FACE))
        if canvas.metrics.portrait:
            self.face.topright = (main.right, y - px(FACE // 2))
        self.against = pygame.Rect(self.face.right + px(14), self.face.top, 0, px(FACE))
        self.against.width = max(0, main.right - self.against.left)

    def boxes(self, canvas: Canvas) -> list[pygame.Rect]:
        """Return the rectangles that must stay free, each as wide as its text."""
        title = pygame.Rect(0, 0, self.title_wide, self.title_tall)
        title.midleft = (self.title.left, self.title.centery)
        found = [_as_wide(self.context, canvas.text_size(self.words.context, "name")[0]), title]
        if self.words.pieces:
            pitch = min(canvas.px(92), self.row.width // len(self.words.pieces))
            found.append(_as_wide(self.row, pitch * len(self.words.pieces)))
        found.append(_as_wide(self.reason, canvas.text_size(self.words.reason, "name")[0]))
        for rect in self.values:
            found.append(pygame.Rect(rect.left, rect.top, rect.width, canvas.px(74)))
        if self.score[0]:
            found.append(self.total)
        if self.words.opponent:
            wide = canvas.text_size(self.words.says, "lead")[0]
            wide = max(wide, canvas.text_size(self.words.against, "caption")[0])
            found.append(self.face.union(_as_wide(self.against, wide)))
        return found

    def draw(self, canvas: Canvas, view: BoardView) -> None:
        px, words = canvas.px, self.words
        if words.opponent:
            draw_portrait(canvas, words.opponent, self.face.center, self.face.width)
            if self.against.width > px(FACE):
                says, name = split_top(self.against, px(FACE // 2))
                canvas.text(words.against, "caption", name, canvas.ui.text_second)
                canvas.text(words.says, "lead", says)
        canvas.text(words.context, "name", self.context)
        self._draw_title(canvas)
        self._draw_row(canvas, view)
        canvas.text(words.reason, "name", self.reason, wrap=True)
        for room, (value, label) in zip(self.values, words.figures):
            canvas.text(value, "score", room)
            below = pygame.Rect(room.left, room.bottom, room.width, px(28))
            canvas.text(label, "caption", below, canvas.ui.text_second)
        if self.score[0]:
            self._draw_score(canvas)

    def _draw_title(self, canvas: Canvas) -> None:
        image = poster(self.words.title, "win", self.pixels, canvas.theme)
        margin = reach(self.pixels)
        top = self.title.centery - self.title_tall // 2 - margin
        canvas.surface.blit(image, (self.title.left - margin, top))

    def _draw_row(self, canvas: Canvas, view: BoardView) -> None:
        """Draw the winner's pieces side by side."""
        room, pieces = self.row, self.words.pieces
        wide = canvas.px(92)
        for number, piece in enumerate(pieces):
            pitch = min(wide, room.width // len(pieces))
            x = room.left + pitch * (number + 0.5) - (wide - view.piece_size) // 2 * pitch // wide
            view.draw_piece(canvas.surface, piece, (x, room.centery), scale=pitch / wide)

    def _draw_score(self, canvas: Canvas) -> None:
        """Draw the running score and the number of games."""
        score, games = self.score
        beside = canvas.text_size(games, "caption")[0]
        room = self.total.copy()
        room.width -= beside + canvas.px(12)
        drawn = canvas.text(score, "lead_bold", room, canvas.accent, ellipsis=True)
        after = pygame.Rect(drawn.right + canvas.px(12), room.top, beside, room.height)
        canvas.text(games, "caption", after, canvas.ui.text_second)


def _as_wide(rect: pygame.Rect, width: int) -> pygame.Rect:
    return pygame.Rect(rect.left, rect.top, min(rect.width, width), rect.height)
