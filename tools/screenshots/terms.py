"""Photographs of what players agree on: clocks, offers, series."""

from __future__ import annotations

from functools import partial

from game.platform.i18n import _
from game.rules.proposals import Offer
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.menus.terms import TermsScene
from game.screen.play.menu import offer_menu
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.table.clock import Left
from game.table.match import Match
from game.table.series import Series
from game.table.time_control import with_clocks
from tools.screenshots.camera import Shot
from tools.screenshots.matches import finished, match_at


def _terms(clock: str, sides: str = "{white}|{black}", board: bool = True) -> Scene:
    seats = sides.format(white=_("White"), black=_("Black")).split("|")
    return TermsScene(clock, True, board, tuple(seats), board)


def _timed(setup: str, clock: str, left: Left, series: Series | None = None) -> Match:
    """Return a match in progress with these clocks and their remaining times."""
    known = match_at(setup, 9, 4)
    spec = with_clocks(known.spec, clock).with_(series=series or Series())
    match = Match(spec, date=known.date)
    for entry in known.entries:
        assert entry.action is not None
        match.play(entry.action)
    match.clock.restore(left, 0.0, match.to_move)
    return match


def _playing(setup: str, clock: str, left: Left, series: Series | None = None) -> Scene:
    match = _timed(setup, clock, left, series)
    return PlayScene(match.spec, match, keep=False)


def _offered() -> Scene:
    match = _timed("libra size=5 mode=duel", "10+5", (480, 515))
    match.submit_or_raise(Offer("end", match.to_move))
    return PlayScene(match.spec, match, keep=False)


def _may_offer(app: App) -> None:
    scene = app.scene
    assert isinstance(scene, PlayScene)
    app.open(offer_menu(scene.offers))


def _won_series(length: int, points: tuple[int, int]) -> Scene:
    match = finished("multiplicity")
    match.spec = match.spec.with_(series=Series(sum(points) // 2, points, length=length))
    return ResultScene(match)


DUEL = "libra size=5 mode=duel"
SHOTS = (
    Shot("terms", partial(_terms, "10 byo 3x30")),
    Shot("terms.none", partial(_terms, "none", board=False)),
    Shot("terms.four", partial(_terms, "10+5 / 5+3", "{white} 1|{black} 1|{white} 2|{black} 2")),
    Shot("play.byo", partial(_playing, DUEL, "10 byo 3x30", (52.0, 412.0))),
    Shot("play.delay", partial(_playing, DUEL, "10 delay 5 / none", (412.0, None))),
    Shot(
        "play.series",
        partial(_playing, DUEL, "15", (412.0, 395.0), Series(2, (3, 1), length=5)),
    ),
    Shot(
        "play.four-clocks",
        partial(_playing, "less seats=4 seed=7", "10 byo 3x30", (52.0, 412.0, 300.0, 690.0)),
    ),
    Shot("play.offered", _offered, seconds=1.0),
    Shot("offers", partial(_playing, DUEL, "10+5", (480, 515)), _may_offer),
    Shot("result.next", partial(_won_series, 5, (2, 2)), seconds=4.0),
    Shot("result.series-won", partial(_won_series, 3, (2, 2)), seconds=4.0),
)
