"""A published tournament opens from a disk in Chromium, with names escaped and nothing private."""

from __future__ import annotations

import re
import stat
from functools import partial
from pathlib import Path

import pytest

from game.platform import storage
from game.platform.i18n import LANGUAGES, in_language
from game.rules.proposals import Play
from game.table.record import to_record
from game.table.record_address import unpacked
from game.table.record_files import keep_record
from game.tournament import operations, player_codes
from game.tournament.command import main
from game.tournament.errors import TournamentError
from game.tournament.local_games import begin_or_go_on
from game.tournament.plan import TournamentPlan, read_result
from game.tournament.sheets.sheets import write
from game.tournament.store import TournamentStore
from tests.support.browser import PHONE, Browser

HOSTILE = "<img src=x onerror=alert(1)></script><b>"
PEOPLE = (HOSTILE, "Ben", "Cleo", "Dora")
NOW = "2999-01-01T20:00:00"


@pytest.fixture
def published(tmp_path: Path) -> tuple[Path, list[str]]:
    """Publish a tournament with one round, codes for all players, and the record of one game."""
    with TournamentStore() as store:
        plan = TournamentPlan("Cup </title><script>", "multiplicity size=3", rounds=1)
        number = store.found(plan)
        for name in PEOPLE:
            store.carry_out(number, partial(operations.enter, names=[name], here=True))
        tournament = store.carry_out(number, operations.draw)
        match = begin_or_go_on(tournament, next(iter(tournament.games)), NOW)
        while not match.over:
            match.submit_or_raise(Play((match.legal()[0],)))
        keep_record(to_record(match), storage.games_folder())
        won = read_result("1-0")
        for game in (1, 2):
            store.carry_out(number, lambda t: operations.rule(t, 1, game, won))  # noqa: B023
        codes = player_codes.codes(store.load(number))
    folder = tmp_path / "web"
    assert main(["publish", str(folder)]) == 0
    return folder, list(codes.values())


def test_it_is_opened_from_a_disk_and_replays_a_game(
    published: tuple[Path, list[str]], browser: Browser
) -> None:
    folder, _codes = published
    page = browser.page(f"file://{folder}/index.html", PHONE)
    assert page.get("document.querySelectorAll('nav a').length") == 5
    page.click("nav a:last-child")
    assert page.sees("document.querySelector('#turns li') !== null")
    assert HOSTILE in page.text("h1")
    assert page.get("document.querySelectorAll('img, b, aside script').length") == 0
    turns = page.get("document.querySelectorAll('#turns li').length")
    pieces = "document.querySelectorAll('#board .pieces .piece').length"
    assert page.get(pieces) == 18
    page.click("#walk-first")
    assert page.sees(f"{pieces} === 0")
    page.click("#walk-on")
    assert page.sees(f"{pieces} === 1")
    assert page.sees(f"document.querySelector('#caption').textContent.includes('1 of {turns}')")
    assert ("image", "c3, empty") in page.spoken() or ("image", "c3, White") in page.spoken()
    assert page.cut("button") == []
    assert not page.complaints
    assert all(url.startswith(("file://", "data:")) for url in page.asked_for)


def test_nothing_private_is_in_it_and_all_links_are_relative(
    published: tuple[Path, list[str]],
) -> None:
    folder, codes = published
    texts = {
        file.name: file.read_text("utf-8") for file in folder.iterdir() if file.suffix == ".html"
    }
    named = {"index.html", "standings.html", "cross.html", "pairings-1.html", "evening.html"}
    assert named < set(texts)
    for name, text in texts.items():
        assert "<img" not in text.replace("\\u003cimg", ""), name
        assert "</title><script>" not in text
        assert not [code for code in codes if code in text or code.replace("-", "") in text]
        for link in re.findall(r'(?:href|src)="([^"]*)"', text):
            assert (folder / link).is_file(), (name, link)
    assert "export " not in (folder / "replay.js").read_text("utf-8")


TAB = "https://club.example/less-is-more"


def test_games_open_in_a_tab_where_there_is_one(published: tuple[Path, list[str]]) -> None:
    folder, _codes = published
    (page,) = folder.glob("game-*.html")
    assert "?record=" not in page.read_text("utf-8")
    assert main(["publish", str(folder), "--tab", TAB]) == 0
    (signs,) = re.findall(f'href="{TAB}/\\?record=([^"]+)"', page.read_text("utf-8"))
    match = unpacked(signs)
    assert match.over
    assert match.spec.seats[0].name in PEOPLE


def test_an_address_that_is_none_is_refused(
    tmp_path: Path, published: tuple[Path, list[str]]
) -> None:
    with pytest.raises(TournamentError, match="--tab"):
        main(["publish", str(tmp_path / "other"), "--tab", "javascript:alert(1)"])
    assert not (tmp_path / "other").exists()


def test_a_web_server_may_read_every_published_file(published: tuple[Path, list[str]]) -> None:
    folder, _codes = published
    files = [folder, *folder.iterdir()]
    assert len(files) > 8
    assert [file.name for file in files if not file.stat().st_mode & stat.S_IROTH] == []


A4 = (794, 1123)
# A letter of Dives Akuru, for which Debian has no font.
NO_FONTS = "\U00011900"


def test_a_letter_that_no_font_has_is_printed_as_its_code_point(
    tmp_path: Path, browser: Browser
) -> None:
    with TournamentStore() as store:
        number = store.found(TournamentPlan("Autumn cup", "less", rounds=3))
        for name in (f"Ana {NO_FONTS}", "דוד בן־גוריון", "محمد علي", "Zoë Nguyễn"):
            entered = partial(operations.enter, names=[name], here=True)
            store.carry_out(number, entered)
        tournament = store.carry_out(number, operations.draw)
    folder = write(tournament, tmp_path / "sheets").parent
    for sheet in ("pairings-1", "scores-1", "players"):
        page = browser.page((folder / f"{sheet}.html").as_uri(), A4)
        codes = page.get("[...document.querySelectorAll('.code-point')].map(e => e.textContent)")
        assert set(codes) == {"U+11900"}, sheet
        assert "דוד בן־גוריון" in page.text("main")
        assert page.cut("td, .who") == []


def test_sheets_fit_the_paper_in_every_language(tmp_path: Path, browser: Browser) -> None:
    with TournamentStore() as store:
        plan = TournamentPlan("Autumn cup", "less", rounds=3)
        number = store.found(plan)
        for name in ("Katarzyna Kowalczyk", "Maren Petersen", "Inès Laurent", "Bernd Vogel"):
            entered = partial(
                operations.enter, names=[name], here=True, club="Brettspielkreis Nord"
            )
            store.carry_out(number, entered)
        tournament = store.carry_out(number, operations.draw)
    folders = {}
    for language in LANGUAGES:
        with in_language(language):
            folders[language] = write(tournament, tmp_path / language).parent
    page = browser.page((folders["en"] / "index.html").as_uri(), A4)
    for language, folder in folders.items():
        for path in sorted(folder.glob("*.html")):
            page.visit(path.as_uri())
            edges = page.get(
                "['header', 'table, section'].map((all) => Math.max(0, "
                "...[...document.querySelectorAll(all)].map((one) => "
                "one.getBoundingClientRect().right)))"
            )
            assert edges[1] <= edges[0] + 0.5, (language, path.name)
            assert page.cut("header *, td, th") == [], (language, path.name)
