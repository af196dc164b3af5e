"""Photographs of the menus: the title, a new match and its editors, settings, saved games."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from game.games.less.screen.options import LessOptions
from game.games.less.screen.pane import LayoutEditorScene
from game.games.libra.screen.options import LibraOptions
from game.games.libra.screen.pane import ObstacleEditorScene
from game.games.more_or_less.screen.plugin import OWN_BOARD, MoreOrLessOptions
from game.games.multiplicity.screen.plugin import MultiplicityOptions
from game.network.host.channel import Channel
from game.network.lines.addresses import NO_PROXY, Address, invitation_link
from game.network.lines.cards import Place
from game.network.protocol.match_info import MatchDetails
from game.platform.errors import in_words
from game.platform.i18n import _, ngettext
from game.platform.own_look import OwnLookError
from game.platform.untrusted import InputError
from game.rules.events import Seat
from game.rules.registry import GAMES
from game.screen.app.app import App
from game.screen.app.scene import Push, Scene
from game.screen.app.sharing import NetworkSharing
from game.screen.editor.scene import PositionEditorScene
from game.screen.menus.board_check import BoardCheckScene
from game.screen.menus.cards import CreditsScene, DoctorScene
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.menus.match_draft import MatchDraft
from game.screen.menus.new_match import NewMatchScene
from game.screen.menus.own_look import FoundLook, OwnLookScene
from game.screen.menus.phones import UNREACHED_AFTER_S, JoinScene, PhonesScene
from game.screen.menus.pick_kind import PickKindScene, PickPlaceScene
from game.screen.menus.pick_list import PickEntry, PickLinkScene, PickOpponentScene, pick_board
from game.screen.menus.scores import ScoresScene
from game.screen.menus.settings import CaptureScene, KeysScene, SettingsScene, SoundScene
from game.screen.menus.title import PAGES, AttractScene, TitleScene
from game.screen.play.menu import pause_dialog
from game.screen.ui.button import Button
from game.screen.ui.input import Press
from game.table.high_scores import HighScore, Table
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from game.table.variations import MARK_KINDS
from hardware.host.health_log import (
    BLINKS,
    DEAD,
    MAGNET,
    WEAK,
    BoardHealth,
    health_file,
    note,
)
from hardware.host.session import BoardSession
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.wire.messages import Feature, Sensing
from tools.screenshots.camera import Shot, wait

FAIR = "more-or-less opening=even seed=7 swap=on"
ADDRESS = Address("192.168.1.20")


class Pretended:
    """A fake server that runs and has five followers."""

    on, problem, trouble, followers, url = True, "", "", 5, ADDRESS.url
    certificate, proxy, moved, away, reachable = None, NO_PROXY, "", False, True
    address = Address("wlan0")

    def __init__(self, unreached: bool = False) -> None:
        self.unreached = unreached
        self.places = (Place(ADDRESS.host, "wlan0"), Place("10.8.0.2", "tun0", "vpn"))

    def update(self, now: float) -> bool:
        return False

    def open(self, match: Match, about: MatchDetails, holders: Mapping[Seat, str]) -> Channel:
        return Channel(match, about, lambda line: None, holders)

    def channel_of(self, match: Match) -> None: ...

    def link(self, code: str) -> str:
        return invitation_link(self.url, code)

    def shut(self, channel: Channel) -> None: ...

    def close(self) -> None: ...


def on_air(app: App, unreached: bool = False) -> None:
    """Share a match whose second seat is offered to a phone."""
    seats = (SeatSpec("person", name="Ada"), SeatSpec("remote", name="Mira"))
    match = Match(MatchSpec("libra", seats))
    network = NetworkSharing()
    network.broadcast = Pretended(unreached)  # type: ignore[assignment]
    network.bring(match, MatchDetails(match.game.title))
    assert network.channel is not None
    network.channel.places[1].state, network.channel.places[1].code = "offered", "K7QM-X2RD"
    app.network = network


def _nobody_comes(app: App) -> None:
    """Share a match whose page no phone has reached."""
    on_air(app, unreached=True)
    app.frame(UNREACHED_AFTER_S)


def _board_to_check() -> Scene:
    """Return the check of a board in use, with counters of both colours and a weak magnet."""
    board = SimulatedBoard(BoardIdentity())
    dice = random.Random(8)
    for point in dice.sample(range(board.identity.points), 25):
        board.set(point, dice.choice((1, 2, 2)))
    lying = [point for point, face in enumerate(board.truth) if face]
    board.troubles.weak = {lying[13]}
    board.troubles.stuck = {lying[3]: board.truth[lying[3]]}
    return BoardCheckScene("sim", BoardSession.open("sim", window=False, device=board))


def _checked(app: App) -> None:
    """Wait until the board has reported every point, and a little longer."""
    scene = app.scene
    assert isinstance(scene, BoardCheckScene)
    wait(app, lambda: all(scene.checkup.seen))
    concerns = scene.checkup.warnings(scene.session.driver.states if scene.session else ())
    scene.checkup.choose(concerns[0].point if concerns else 0)
    for _reading in range(40):
        app.frame(0.1)
        time.sleep(0.01)


def _sick_before() -> Scene:
    """Return the check of the same board, with faults recorded on earlier evenings."""
    board = BoardHealth(f"{BoardIdentity().board_id:08x}", "", "decagon-81")
    troubles = [("e5", WEAK), ("c3", DEAD), ("g11", BLINKS), ("b7", MAGNET)]
    note(health_file(), board, troubles, {}, "2026-11-22")
    return _board_to_check()


def _looks(app: App) -> None:
    """List a valid look and a damaged one."""
    scene = app.scene
    assert isinstance(scene, OwnLookScene)
    wait(app, lambda: not scene.reading)
    torn = in_words(OwnLookError("missing", name="board.png", where="libra.board"))
    whole = FoundLook("night", "Night and garden", "Less is More")
    scene.found = [whole, FoundLook("torn", "Harbour", problem=torn)]
    scene.resize()


def _looked_back(app: App) -> None:
    """Show this board's faults on earlier evenings."""
    scene = app.scene
    assert isinstance(scene, BoardCheckScene)
    _checked(app)
    assert scene.history is not None
    app.change(Push(scene.history.dialog()))


def _act(scene: BoardCheckScene, name: str) -> None:
    """Press the button of this name."""
    button = scene.form.get(name)
    assert isinstance(button, Button)
    button.act()


def _lit(app: App) -> None:
    """Start the test of the lights and answer for some of them."""
    _checked(app)
    scene = app.scene
    assert isinstance(scene, BoardCheckScene)
    _act(scene, "lights")
    for _light in range(33):
        scene.handle(Press(name="y"))


def _board_of_switches() -> Scene:
    """Return the check of a board that has mere switches, two swapped wires and a broken joint."""
    bare = Feature.CALIBRATED + Feature.READINGS + Feature.MATRIX
    board = SimulatedBoard(BoardIdentity("squares-6", 36, Sensing.OCCUPANCY, features=bare))
    board.troubles.wired = {1: (2,), 2: (1,), 9: ()}
    return BoardCheckScene("sim", BoardSession.open("sim", window=False, device=board))


def _half_tested(app: App) -> None:
    """Show the test of the joints after some points have been tested."""
    _checked(app)
    scene = app.scene
    assert isinstance(scene, BoardCheckScene)
    _act(scene, "joints")
    assert scene.joints is not None
    scene.joints.point = 15
    other, silent = _("{point}: {heard} is heard"), _("{point}: nothing is heard")
    swapped = {1: ("b1", "c1"), 2: ("c1", "b1")}
    heard = {at: other.format(point=here, heard=there) for at, (here, there) in swapped.items()}
    scene.joints.faults |= heard | {9: silent.format(point="d2")}
    app.frame(0.05)


def _calibrating(app: App) -> None:
    """Go to the second step of the calibration."""
    _checked(app)
    scene = app.scene
    assert isinstance(scene, BoardCheckScene)
    _act(scene, "calibrate")
    assert scene.run is not None
    scene.run.number = 1
    scene.resize()


def _solved() -> Scene:
    """Return the form of a match on a board that is solved, so its result is known."""
    return NewMatchScene(draft=MatchDraft(MultiplicityOptions("multiplicity", multiplicity_size=3)))


def _counted(app: App) -> None:
    """Wait for the numbers that another process computes."""
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    wait(app, lambda: not scene.pane.waiting, 0.5)


def _own_board() -> Scene:
    draft = MatchDraft(
        MoreOrLessOptions("more-or-less", board=OWN_BOARD, board_file="club-board.json"), clock="10"
    )
    return NewMatchScene(draft=draft)


def _teams() -> Scene:
    """Return the form with the maximum number of fields: four seats, two on the board, a clock."""

    draft = MatchDraft(LessOptions("less", players=4, seed=7), clock="15+10")
    draft.seats[1].kind = draft.seats[3].kind = "board"
    return NewMatchScene(draft=draft)


def _find_board(app: App) -> None:
    scene = pick_board("b")
    points = {"a-club-board": 81, "b-decagon": 91, "star": 61, "zz-damaged": 0}
    scene._find = lambda: [PickEntry(name, name, _points(points[name])) for name in points]
    app.open(scene)


def _points(count: int) -> str:
    if not count:
        damaged = {"name": "zz.json", "line": 3, "column": 9, "message": "..."}
        return in_words(InputError("json", **damaged))
    return ngettext("{count} point", "{count} points", count).format(count=count)


def _find_link(app: App) -> None:
    scene = PickLinkScene("/dev/ttyUSB0", ("socket://192.168.1.20:7000",))
    scene._find = lambda: [
        PickEntry("socket://192.168.1.20:7000", "socket://192.168.1.20:7000", _("used before")),
        PickEntry("sim", _("Simulated board")),
        PickEntry("auto", _("The first board that answers")),
        PickEntry("/dev/ttyUSB0", "USB2.0-Serial CH340 1a86:7523", "/dev/ttyUSB0"),
        PickEntry("/dev/rfcomm0", _("Bluetooth"), "/dev/rfcomm0"),
    ]
    scene.address = "rfc2217://garden:2217"
    app.open(scene)


def _find_kind(app: App) -> None:
    app.open(PickKindScene("certabo:/dev/ttyUSB0"))


def _find_place(app: App) -> None:
    """Ask for the port of a board that prints text, which is the kind with the most options."""
    scene = PickPlaceScene("text")
    scene._find = lambda: [
        PickEntry("text:/dev/ttyACM0", "Arduino Uno 2341:0043", "/dev/ttyACM0"),
        PickEntry("text:/dev/ttyUSB0", "USB2.0-Serial CH340 1a86:7523", "/dev/ttyUSB0"),
    ]
    app.open(scene)


def _find_device(app: App) -> None:
    app.open(PickPlaceScene("dgt"))


def _still() -> Scene:
    """Return the title screen for a user who has switched the demo off."""

    class Still(TitleScene):
        _wanted = False

    return Still("menu")


def _page(name: str) -> Scene:
    """Return a page of the title's menu."""
    scene = TitleScene("menu")
    scene.page = name
    return scene


def _resumable() -> Scene:
    """Return the title when an unfinished game can be resumed."""

    class Resumable(TitleScene):
        def _look_up(self) -> None:
            super()._look_up()
            self.unfinished = [Path(__file__).parents[2] / "assets/games/less-1.json"]

    return Resumable("menu")


def _find_check(app: App) -> None:
    """Ask which board to check."""
    app.open(PickLinkScene("sim", ("sim", "/dev/ttyUSB1")))


def _capture(app: App) -> None:
    app.open(CaptureScene("take-back"))


def _pause(app: App) -> None:
    app.open(pause_dialog("less"))


def _layout(way: str) -> Scene:
    options = LessOptions("less", seed=7)
    options.set_walls_by(way)
    return LayoutEditorScene(options)


def _obstacles() -> Scene:
    return ObstacleEditorScene(
        LibraOptions("libra", obstacles=("a5", "a6", "b4", "e5", "d5", "f6"))
    )


def _opponent() -> Scene:
    draft = MatchDraft(MultiplicityOptions("multiplicity"))
    draft.seats[1].opponent = "bruno"
    return NewMatchScene(draft=draft)


def _opponents_at_four() -> Scene:
    """Return the form with the maximum number of fields, with opponents at the seats."""
    draft = MatchDraft(LessOptions("less", players=4, seed=7), clock="15+10")
    draft.seats[0].kind = "board"
    for seat, key in zip(draft.seats[1:], ("bruno", "", "echo")):
        seat.kind, seat.opponent = "engine", key
    return NewMatchScene(draft=draft)


def _cast(app: App) -> None:
    app.open(PickOpponentScene(1, "bruno", 4))


def _scores() -> Scene:
    """Return the high scores with a made-up table; the user's table is not touched."""

    scene = ScoresScene()
    scene.table = sample_scores(10)
    return scene


def sample_scores(most: int = 5) -> Table:
    """Return made-up high scores; each list has at most `most` entries."""
    people = ("ANA", "MIR", "BEN", "ADA", "TOM", "EVA", "LEO", "ZOE", "MAX", "IDA")[:most]
    lists = (("train", 14, -1), ("fastest", 5, 1), ("turned", 13, -1))
    return {
        "more-or-less": {
            name: tuple(
                HighScore(best + sign * n, 9 - n // 2, people[(n + 2 * number) % most])
                for n in range(most)
            )
            for number, (name, best, sign) in enumerate(lists)
        }
    }


# A position of each game, for the pictures of the editor.
POSITIONS = {
    "more-or-less": (
        "more-or-less",
        "black=a1,b5,c2,e1,e2,e5,e6,e11,e12,e19,f3,f10,g17,g19 "
        "green=b2,b6,c1,c3,d8,e10,e13,f7,g5,g9,g11 markers=1,2 turn=black",
    ),
    "less": (
        "less seed=7",
        "white=b4,c5,d3,f1 black=a5,b2,c3,e1 spent=24,21 turns=15 turn=black",
    ),
    "libra": (
        "libra size=5 mode=duel obstacles=e5",
        "white=b5,c7,d4,f3,g6 black=c5,c6,e6,f5,h2 round=2 first=14",
    ),
    "multiplicity": (
        "multiplicity size=5",
        "white=a5,d7,g3 black=b6,e3,f6,h4 last=h4",
    ),
}


def _sketched(key: str) -> Scene:
    return PositionEditorScene(*POSITIONS[key])


def _wrong() -> Scene:
    """Return the editor with an invalid position: a piece is missing."""
    scene = _sketched("less")
    assert isinstance(scene, PositionEditorScene)
    scene.editor.begin()
    scene.editor.lay("d3", None)
    return scene


def _drawn_on(key: str) -> Scene:
    """Return the editor with marks of every kind on the position, and the pen switched on."""
    scene = _sketched(key)
    assert isinstance(scene, PositionEditorScene)
    editor, points = scene.editor, scene.editor.game.topology.points
    for number, kind in enumerate(MARK_KINDS):
        editor.draw(points[2 * number + 1], points[2 * number + 1], kind)
        editor.draw(points[5 * number + 9], points[7 * number + 14], kind)
    editor.pen.switch(True)
    return scene


def _join_wrong(app: App) -> None:
    scene = app.scene
    assert isinstance(scene, JoinScene)
    scene.join()


SHOTS = (
    Shot("title", TitleScene, seconds=3.0),
    Shot("menu", lambda: TitleScene("menu")),
    Shot("menu.still", _still),
    Shot("menu.resume", _resumable),
    *(Shot(f"menu.{page}", partial(_page, page)) for page in PAGES),
    Shot("find.check", lambda: TitleScene("menu"), _find_check),
    Shot("attract", AttractScene, seconds=10.0),
    Shot("choice", GameChoiceScene),
    *(Shot(f"new.{game.key}", partial(NewMatchScene, game.key), _counted) for game in GAMES),
    Shot("new.fair", lambda: NewMatchScene("more-or-less", setup=FAIR)),
    Shot("new.own", _own_board),
    Shot("new.solved", _solved),
    Shot("new.teams", _teams),
    Shot("find.board", _own_board, _find_board),
    Shot("find.link", lambda: NewMatchScene("libra"), _find_link),
    Shot("find.kind", lambda: NewMatchScene("libra"), _find_kind),
    Shot("find.place", lambda: NewMatchScene("libra"), _find_place),
    Shot("find.device", lambda: NewMatchScene("libra"), _find_device),
    Shot("layout.walls", lambda: _layout("walls")),
    Shot("layout.tiles", lambda: _layout("tiles")),
    Shot("obstacles", _obstacles),
    *(Shot(f"editor.{key}", partial(_sketched, key)) for key in POSITIONS),
    *(Shot(f"editor.pen.{key}", partial(_drawn_on, key)) for key in POSITIONS),
    Shot("editor.wrong", _wrong),
    Shot("settings", SettingsScene),
    Shot("sound", SoundScene),
    Shot("phones", PhonesScene),
    Shot("join", JoinScene),
    Shot("join.wrong", lambda: JoinScene("K7QM-X2RD"), _join_wrong),
    Shot("phones.on", PhonesScene, on_air),
    Shot("phones.nobody", PhonesScene, _nobody_comes),
    Shot("phones.seat", lambda: PhonesScene(1), on_air),
    Shot("scores", _scores),
    Shot("new.opponent", _opponent, seconds=1.0),
    Shot("new.opponents", _opponents_at_four, seconds=1.0),
    Shot("opponents", _opponent, _cast, seconds=1.0),
    Shot("keys", KeysScene),
    Shot("credits", CreditsScene),
    Shot("doctor", DoctorScene),
    Shot("looks", OwnLookScene, _looks),
    Shot("capture", KeysScene, _capture),
    Shot("pause", GameChoiceScene, _pause),
    Shot("check", _board_to_check, _checked, seconds=2.0),
    Shot("check.history", _sick_before, _looked_back, seconds=2.0),
    Shot("check.lights", _board_to_check, _lit, seconds=2.0),
    Shot("check.joints", _board_of_switches, _half_tested, seconds=2.0),
    Shot("check.calibration", _board_to_check, _calibrating, seconds=2.0),
)
