"""In the window, boards of other makers are chosen by name and port, without a typed address."""

from __future__ import annotations

import sys

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from game.platform.i18n import LANGUAGES, set_language
from game.screen.app.app import App
from game.screen.menus.board_check import BoardCheckScene
from game.screen.menus.new_match import NewMatchScene
from game.screen.menus.pick_list import PickLinkScene, known_links
from game.screen.menus.title import TitleScene
from hardware.drivers.registry import KINDS
from hardware.host import hid_line
from hardware.host.board_choice import kind_words, note_on
from hardware.host.hid_line import FoundDevice
from tests.screen.menus.drafts import drafted
from tests.screen.screens import click, form_of, make_app, press, scene_of, texts

CP210X, ARDUINO = (0x10C4, 0xEA60), (0x2341, 0x0043)


@pytest.fixture(autouse=True)
def _plugged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plug in a Chessnut, an Arduino, and a USB chip like the one in Certabo boards."""

    def port(device: str, ids: tuple[int, int]) -> ListPortInfo:
        info = ListPortInfo(device)
        info.vid, info.pid = ids
        return info

    there = [port("/dev/ttyACM0", ARDUINO), port("/dev/ttyUSB0", CP210X)]
    monkeypatch.setattr(list_ports, "comports", lambda: list(there))
    device = FoundDevice("/dev/hidraw3", "chessnut", "2d80:8003:", "Chessnut Air")
    monkeypatch.setattr(hid_line, "devices", lambda: [device])


def choose(app: App, kind: str) -> None:
    """Open the list of kinds from the list of boards, and choose this one."""
    assert isinstance(app.scene, PickLinkScene)
    click(app, form_of(app.scene).get("kinds").rect.center)
    assert "Which kind of board?" in texts(app)
    press(app, "first", *["down"] * list(KINDS).index(kind), "accept")
    assert kind_words(kind) in texts(app)


def test_what_usb_tells_is_in_the_list_at_once() -> None:
    rows = {one.value: (one.label, one.words) for one in known_links(())}
    assert rows["certabo:/dev/ttyUSB0"] == ("Certabo, Tabutronic", "/dev/ttyUSB0")
    assert rows["chessnut:auto"] == ("Chessnut", "")
    assert "/dev/ttyUSB0" in rows, "it may be a board of ours, too"
    assert "certabo:/dev/ttyACM0" not in rows


def test_a_board_used_before_is_called_by_its_kind() -> None:
    rows = {one.value: one for one in known_links(("millennium:/dev/ttyUSB9?sides=0",))}
    row = rows["millennium:/dev/ttyUSB9?sides=0"]
    assert (row.label, row.words) == ("Millennium ChessLink", "/dev/ttyUSB9 · used before")


@pytest.mark.parametrize(
    ("kind", "target"),
    [
        ("ours", "ours:/dev/ttyACM0"),
        ("text", "text:/dev/ttyACM0"),
        ("certabo", "certabo:/dev/ttyUSB0"),
        ("chessnut", "chessnut:auto"),
        ("millennium", "millennium:/dev/ttyACM0"),
        ("dgt", "dgt:127.0.0.1:1982"),
    ],
)
def test_every_kind_is_chosen_by_keys_before_the_check(kind: str, target: str) -> None:
    app = make_app(TitleScene("menu"), attract_delay=0)
    scene = app.scene
    assert isinstance(scene, TitleScene)
    app.change(scene.choose_board())
    choose(app, kind)
    press(app, "accept")
    assert isinstance(app.scene, BoardCheckScene)
    assert app.scene.target == target
    assert app.settings.boards == (target,)
    app.close()


def test_what_a_person_says_of_a_board_is_in_its_target_and_stays() -> None:
    draft = drafted("less")
    draft.seats[0].kind = "board"
    app = make_app(NewMatchScene(draft=draft))
    scene = app.scene
    assert isinstance(scene, NewMatchScene)
    click(app, scene.form.get("find-link").rect.center)
    choose(app, "text")
    form_of(app.scene).focus("layout")
    press(app, "right")
    click(app, form_of(app.scene).get("sides").rect.midleft)
    click(app, form_of(app.scene).get("use").rect.center)
    assert scene_of(app) is scene
    wanted = "text:/dev/ttyACM0?layout=squares-8&sides=1"
    assert scene.draft.board_link == wanted
    click(app, scene.form.get("find-link").rect.center)
    choose(app, "text")
    click(app, form_of(app.scene).get("use").rect.center)
    assert scene.draft.board_link == wanted
    app.close()


@pytest.mark.parametrize(
    ("word", "package", "platform"),
    [("chessnut", "hidapi", "win32"), ("dgt", "websockets", sys.platform)],
)
def test_a_missing_package_is_named_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch, word: str, package: str, platform: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(hid_line, "has_hidapi", lambda: False)
    monkeypatch.setattr("hardware.host.board_choice.find_spec", lambda _name: None)
    assert f"pip install {package}" in note_on(word)
    assert kind_words(word) in note_on(word)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_words_in_every_language(language: str) -> None:
    set_language(language)
    assert len({kind_words(word) for word in KINDS}) == len(KINDS)
    assert all(note_on(word).endswith(".") for word in KINDS)
