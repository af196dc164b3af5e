"""The page draws custom boards and pieces by address, and the server sends them to everybody."""

from __future__ import annotations

import json
import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from game.network.protocol.match_info import MatchDetails
from game.pictures.board import board_svg
from game.platform import storage
from game.platform.own_look import read_own_look
from game.platform.theme import load_theme
from game.rules.registry import parse_setup, piece_names
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from tests.network.lines import House
from tests.network.served import Served
from tests.support.browser import Browser
from tests.support.own_looks import GAMES, write_look

ADDRESS = re.compile(r'href="(look-[0-9a-f]{16})"')


def house(look: str = "") -> House:
    match = Match(MatchSpec("libra", (SeatSpec(), SeatSpec())))
    return House(match=match, about=MatchDetails("a game", look=look))


def under(served: House) -> str:
    """Return what the page draws below the pieces."""
    (table,) = served.hall.tables.values()
    return str(json.loads(table.board_text)["under"])


def test_the_page_names_pictures_by_address() -> None:
    drawn = under(house(str(write_look(storage.looks_folder()))))
    assert len(set(ADDRESS.findall(drawn))) == 3
    assert "data:" not in drawn


def test_a_server_gives_these_pictures_and_no_other_file(tmp_path: Path) -> None:
    look = read_own_look(write_look(tmp_path), piece_names())
    with Served("libra", look=str(tmp_path)) as served:

        def answer(path: str) -> tuple[str, bytes]:
            request = f"GET /{path} HTTP/1.1\r\nHost: {served.host}\r\nConnection: close\r\n\r\n"
            head, _gap, body = served.ask(request.encode()).partition(b"\r\n\r\n")
            return head.decode(), body

        for shown in look.games["libra"].pictures:
            head, body = answer(f"look-{shown.digest}")
            assert "content-type: image/png" in head.lower()
            assert body == shown.data
        # A picture for another game than the one in play.
        other = look.games["more-or-less"].pieces["green"].digest
        for name in (f"look-{other}", "look-look.toml", "look-..%2flook.toml"):
            assert " 404 " in answer(name)[0]


def test_a_closed_table_serves_nothing_more(tmp_path: Path) -> None:
    served = house(str(write_look(tmp_path)))
    (address, *_rest) = ADDRESS.findall(under(served))
    served.channel.close()
    assert served.hall.picture(address.removeprefix("look-")) is None


@pytest.mark.parametrize("harm", ["gone", "torn", "none"])
def test_without_a_sound_look_the_page_has_the_programs_board(tmp_path: Path, harm: str) -> None:
    folder = write_look(tmp_path / "look")
    if harm == "gone":
        shutil.rmtree(folder)
    elif harm == "torn":
        (folder / "board.png").write_bytes(b"no picture")
    wanted = "" if harm == "none" else str(folder)
    assert under(house(wanted)) == under(house())


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("extra", ["", "frame = false", "lines = false\nframe = false"])
def test_a_drawing_is_complete_in_itself(tmp_path: Path, key: str, extra: str) -> None:
    look = read_own_look(write_look(tmp_path, extra), piece_names())
    game = parse_setup(key if key != "less" else "less seed=3")
    state = game.start()
    for _action in range(6):
        state = game.play(state, game.legal(state)[0]).state
    drawn = board_svg(game, game.pieces(state), load_theme("slate").with_own(look.games))
    root = ElementTree.fromstring(drawn)
    names = {one.get("id") for one in root.iter() if one.get("id")}
    used = {one.get("href", "")[1:] for one in root.iter() if one.tag.endswith("}use")}
    assert used
    assert used <= names
    assert drawn.count("data:image/png;base64,") == 3
    assert set(re.findall(r"url\(#([^)]+)\)", drawn)) <= names


def test_a_browser_shows_the_pictures_and_complains_of_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    with Served("libra", look=str(write_look(tmp_path))) as served:
        page = browser.page(served.broadcast.url)
        served.play(*served.match.legal()[:1])
        assert page.sees("document.querySelectorAll('.piece use').length == 1")
        loaded = "performance.getEntriesByType('resource').filter(one => /look-/.test(one.name))"
        assert page.sees(f"{loaded}.length == 3")
        assert page.complaints == []
