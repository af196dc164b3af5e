"""The page works in Debian's Chromium: whole games, a seat, cut lines, styles and keys."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.platform.codes import new_code
from game.rules.base import Action
from game.rules.proposals import GoBack, Resign
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec
from tests.network.served import Cable, Served, named
from tests.support.browser import DESKTOP, PHONE, Browser, Page
from tests.support.languages import each_language
from tests.table.homeward import homeward

UPRIGHT = ((320, 568), (360, 640), PHONE, (768, 1024))
ON_ITS_SIDE = ((640, 360), (844, 390))
LYING = """Object.fromEntries([...document.querySelectorAll('#board .pieces .piece')].map(
    (one) => [one.dataset.point, one.dataset.kind]))"""
ENTER, ARROW_RIGHT, TAB = ("Enter", 13, "\r"), ("ArrowRight", 39), ("Tab", 9)
# Each game in a size that is quickly played to its end.
SMALL = (
    "multiplicity size=3",
    "libra size=3 mode=duel",
    "less walls=000000000000001100010001000000000000001010110010000000011000",
    "more-or-less board=decagon-51",
)
LONG = ("multiplicity size=5", "libra size=4 mode=bid", "less seats=4 seed=3", "more-or-less")


@pytest.fixture
def served(request: pytest.FixtureRequest) -> Iterator[Served]:
    with Served(getattr(request, "param", "multiplicity size=3")) as served:
        yield served


def any_turn(match: Match, dice: random.Random) -> list[Action]:
    """Return a random turn; in Less a turn towards home, because random games never end there."""
    if match.game.key == "less":
        return list(homeward(match.game, match.state, dice))
    turn, state = list[Action](), match.state
    while not turn or (match.game.turn_begun(state) and not match.game.over(state)):
        cheap = [one for one in match.game.legal(state) if one.kind != "bid" or one.cost < 9]
        turn.append(dice.choice(cheap))
        state = match.game.advance(state, turn[-1])
    return turn


def lying(match: Match) -> dict[str, str]:
    pieces = match.game.pieces(match.state)
    return {point: f"{piece.colour}{piece.mark}" for point, piece in pieces.items()}


def agrees(served: Served, page: Page) -> bool:
    """Return whether the page shows the current match, after waiting for it if necessary."""
    match = served.match
    turns = f"document.querySelectorAll('#turns li').length === {len(match.turns)}"
    wanted = lying(match)
    return served.until(lambda: page.get(turns) and page.get(LYING) == wanted)


def follow(served: Served, page: Page, cable: Cable | None = None, cuts: int = 0) -> None:
    """Play a match to its end at random, and compare the page with it every three turns."""
    dice, turn = random.Random(5), 0
    while not served.match.over:
        if cable is not None and cable.cuts < cuts:
            cable.cut()
        served.play(*any_turn(served.match, dice))
        turn += 1
        if turn % 3 == 0 or served.match.over:
            assert agrees(served, page), turn
    assert served.until(lambda: bool(page.text("#told.over #caption")))
    outcome = served.match.outcome
    assert outcome is not None
    winner = "Draw" if not outcome.winners else "wins"
    assert winner in page.text("#caption")
    assert not page.complaints
    assert not [url for url in page.asked_for if served.host not in url and "data:" not in url]


@pytest.mark.parametrize("served", SMALL, indirect=True)
def test_a_whole_game_is_followed(served: Served, browser: Browser) -> None:
    page = browser.page(served.broadcast.url, PHONE)
    page.dress("light", still=True)
    assert served.until(lambda: page.get("document.body.dataset.line === 'open'"))
    follow(served, page)


@pytest.mark.slow
@pytest.mark.parametrize("served", LONG, indirect=True)
def test_a_whole_large_game_is_followed(served: Served, browser: Browser) -> None:
    page = browser.page(served.broadcast.url, DESKTOP, "dark")
    follow(served, page)


def test_a_line_cut_ten_times_comes_back_and_misses_nothing(
    served: Served, browser: Browser
) -> None:
    cable = Cable(served.broadcast.address)
    try:
        page = browser.page(cable.url, PHONE, "dark")
        page.dress("dark", still=True)
        assert served.until(lambda: page.get("document.body.dataset.line === 'open'"))
        dice = random.Random(3)
        for cut in range(1, 11):
            if served.match.over:
                served.match.submit_or_raise(GoBack(0))
            cable.cut()
            served.play(*any_turn(served.match, dice))
            assert agrees(served, page), cut
        assert cable.cuts == 10
    finally:
        cable.close()


def tap(page: Page, point: str) -> None:
    """Tap or click a point of the board."""
    page.tap(
        *page.get(
            "(() => { const box = document.querySelector('#board').getBoundingClientRect();"
            f"const at = window.placesOfBoard[{json.dumps(point)}];"
            "const unit = box.width / 768;"
            "return [box.x + (at[0] + 384) * unit, box.y + (at[1] + 384) * unit] })()"
        )
    )


def learn_places(served: Served, page: Page) -> None:
    """Give the page the positions of the points, as a snapshot from the server lists them."""
    line = served.line()
    line.say("follow")
    places = line.wait_for("snapshot")["board"]["places"]
    page.get(f"window.placesOfBoard = {json.dumps(places)}; 1")


def seated(served: Served, browser: Browser, seat: int, size: tuple[int, int]) -> Page:
    """Return a page opened by the QR code of a seat."""
    code = served.offer_seat(seat)
    page = browser.page(f"{served.broadcast.url}#{code}", size)
    page.dress("light", still=True)
    assert served.until(lambda: served.channel.places[seat].state == "here")
    learn_places(served, page)
    return page


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["finger", "mouse"])
def test_a_seat_is_played_by_finger_and_by_mouse(
    served: Served, browser: Browser, size: tuple[int, int]
) -> None:
    page = seated(served, browser, 0, size)
    assert served.until(lambda: page.get("document.querySelectorAll('.spot.place').length === 19"))
    assert page.get("location.hash") == "", "the code is of no use to whoever looks over it later"
    tap(page, "c3")
    assert served.until(lambda: len(served.match.entries) == 1)
    assert served.match.entries[0].text == "c3"
    assert served.until(lambda: "to move" in page.text("#asked"))
    assert agrees(served, page)


def test_a_piece_is_picked_up_moved_and_taken_back(browser: Browser) -> None:
    setup = "less walls=" + "0" * 60
    with Served(match=Match(MatchSpec(setup, (SeatSpec(), SeatSpec())))) as served:
        page = seated(served, browser, 0, DESKTOP)
        assert served.until(lambda: page.get("document.querySelectorAll('.spot.start').length > 0"))
        tap(page, "e2")
        assert page.sees("document.querySelector('.spot.picked') !== null")
        tap(page, "d2")
        assert served.until(lambda: len(served.match.entries) == 1)
        assert served.match.entries[0].text == "e2-d2"
        assert served.until(lambda: "Take back" in page.text("#choices"))
        page.click("#choices button")
        assert served.until(lambda: not served.match.entries)
        assert agrees(served, page)


def test_a_seat_is_played_by_keys_alone(served: Served, browser: Browser) -> None:
    page = seated(served, browser, 0, DESKTOP)
    assert served.until(lambda: page.get("document.querySelectorAll('.spot.place').length === 19"))
    for _key in range(12):
        page.press(*TAB)
        if page.get("document.activeElement.classList.contains('spot')"):
            break
    before = page.get("document.activeElement.dataset.point")
    page.press(*ARROW_RIGHT)
    point = page.get("document.activeElement.dataset.point")
    assert point != before
    assert point in page.get("document.activeElement.getAttribute('aria-label')")
    page.press(*ENTER)
    assert served.until(lambda: len(served.match.entries) == 1)
    assert served.match.entries[0].text == point
    assert page.sees("document.querySelector('#spoken').textContent !== ''")


def test_a_move_is_typed_and_what_is_none_is_answered(served: Served, browser: Browser) -> None:
    page = seated(served, browser, 0, DESKTOP)
    assert served.until(
        lambda: page.get("document.querySelectorAll('#typed option').length === 19")
    )
    for text in ("z9", "C3"):
        page.get(f"document.querySelector('#typed input').value = '{text}'")
        page.get("document.querySelector('#typed input').focus()")
        page.press(*ENTER)
        if text == "z9":
            assert served.until(lambda: "Possible: " in page.text("#alert"))
            assert "z9" in page.text("#alert")
            assert not served.match.entries
    assert served.until(lambda: len(served.match.entries) == 1)
    assert served.match.entries[0].text == "c3"
    assert served.until(lambda: page.get("document.querySelector('#typed').hidden"))


def test_a_code_is_typed_and_a_reload_keeps_the_seat(served: Served, browser: Browser) -> None:
    page = browser.page(served.broadcast.url, PHONE)
    assert served.until(lambda: page.text(".seat .name") == "Ada")
    page.click("#take-seat")
    assert page.sees("document.querySelector('#claim').open")
    page.get(f"document.querySelector('#code').value = '{new_code()}'")
    page.click("#do-claim")
    assert served.until(lambda: "wrong" in page.text("#alert"))
    code = served.offer_seat(1)
    served.go_on()
    page.get(f"document.querySelector('#code').value = '{code.lower()}'")
    page.click("#do-claim")
    assert served.until(lambda: served.channel.places[1].state == "here")
    page.reload()
    assert served.until(lambda: "At your seat" in page.text("#line"))
    served.channel.withdraw_seat(1)
    assert served.until(lambda: "Live" in page.text("#line"))


def test_names_are_text_and_never_markup(browser: Browser) -> None:
    name = "<img src=x onerror=alert(1)><b>Ada</b>"
    with Served() as served:
        served.channel.about = named(served.channel.about, name)
        served.channel.open()
        page = browser.page(served.broadcast.url, DESKTOP)
        assert served.until(lambda: page.text(".seat .name") == name)
        assert page.get("document.querySelectorAll('.seat img, .seat b').length") == 0
        assert not page.complaints


def test_names_are_in_every_script_and_no_letter_is_a_box_of_nothing(browser: Browser) -> None:
    no_fonts = "\U00011900"  # a letter of Dives Akuru
    with Served() as served:
        names = f"Ana {no_fonts}", "דוד محمد"
        served.channel.about = named(served.channel.about, *names)
        served.channel.open()
        page = browser.page(served.broadcast.url, PHONE)
        assert served.until(lambda: page.text(".seat .code-point") == "U+11900")
        assert page.text(".seat .name") == "Ana U+11900"
        names = page.get("[...document.querySelectorAll('.seat .name')].map(e => e.textContent)")
        assert names[1] == "דוד محمد"
        assert page.cut(".seat .name") == []
        served.play(*any_turn(served.match, random.Random(5)))
        assert agrees(served, page)
        assert page.text(".seat .name") == "Ana U+11900"
        assert not page.complaints


def test_the_page_speaks_the_readers_language_and_dresses_as_wanted(
    served: Served, browser: Browser
) -> None:
    page = browser.page(served.broadcast.url, DESKTOP, "dark")
    assert served.until(lambda: page.text(".seat .name") == "Ada")
    ink = "getComputedStyle(document.body).color"
    dark = page.get(ink)
    page.click("#open-menu")
    page.choose("style", "light")
    page.speak("fr")
    assert page.get(ink) != dark
    page.reload()
    assert served.until(lambda: page.get("document.documentElement.lang === 'fr'"))
    assert page.get(ink) != dark, "what was chosen is kept"


def test_the_language_chosen_last_is_spoken_whichever_comes_first(
    served: Served, browser: Browser
) -> None:
    page = browser.page(served.broadcast.url, PHONE)
    assert served.until(lambda: page.get("document.body.dataset.line === 'open'"))
    page.get(
        "(() => { const own = window.fetch;"
        " window.fetch = (path) => String(path).includes('words-de')"
        " ? own(path).then((read) => new Promise((done) => { window.letCome = () => done(read) }))"
        " : own(path) })()"
    )
    page.choose("language", "de")
    assert page.sees("window.letCome !== undefined")
    page.speak("fr")
    page.get("window.letCome(); new Promise((done) => setTimeout(done, 50))")
    assert page.get("document.documentElement.lang") == "fr"
    assert page.get("document.querySelector('#language').value") == "fr"


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_board_is_painted_in_both_styles(
    served: Served, browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    served.play(*served.match.legal()[:1])
    corners = []
    for style in ("light", "dark"):
        page = browser.page(served.broadcast.url, size, style)
        assert agrees(served, page)
        assert served.until(lambda: page.text(".seat .name") == "Ada")  # noqa: B023
        page.screenshot(tmp_path / f"{style}.png")
        picture = pygame.image.load(tmp_path / f"{style}.png")
        assert picture.get_size() == size
        corners.append(sum(picture.get_at((2, size[1] - 3))[:3]))
        across = {tuple(picture.get_at((x, size[1] * 3 // 10))) for x in range(size[0])}
        assert len(across) > 25, "wood, lines, stones"
    assert corners[0] > 400 > 200 > corners[1]


def test_the_end_the_clocks_and_the_evaluation_are_shown(browser: Browser) -> None:
    spec = MatchSpec("multiplicity size=3", (SeatSpec(), SeatSpec()), ClockSpec(300))
    with Served(match=Match(spec)) as served:
        page = browser.page(served.broadcast.url, PHONE)
        assert served.until(lambda: page.text(".seat .clock") == "05:00")
        assert page.get("document.querySelector('#chance').hidden")
        served.channel.change("chance", chance=0.75)
        assert served.until(lambda: not page.get("document.querySelector('#chance').hidden"))
        served.match.submit_or_raise(Resign(0))
        assert served.until(lambda: page.text("#caption") == "Mira wins")
        assert page.text("#note") == "The other side resigned."


def test_periods_and_delays_are_shown(browser: Browser) -> None:
    seats = (
        SeatSpec(clock=ClockSpec(60, periods=3, period=30)),
        SeatSpec(clock=ClockSpec(60, delay=5)),
    )
    with Served(match=Match(MatchSpec("multiplicity size=3", seats))) as served:
        page = browser.page(served.broadcast.url, PHONE)
        for left, time, beside in (
            (150.0, "01:00", "+ 3×30"),
            (80.0, "00:20", "3×30"),
            (59.5, "00:29", "2×30"),
        ):
            served.match.clock.left[0] = left
            assert served.until(lambda: page.text(".clock .time") == time)  # noqa: B023
            assert page.text(".clock .beside") == beside
        assert page.text(".seat:nth-child(2) .clock") == "01:00+ 5"


def test_nothing_is_cut_or_wider_than_the_window(
    served: Served, browser: Browser, tmp_path: Path
) -> None:
    page = seated(served, browser, 0, PHONE)
    sizes = (*UPRIGHT, *ON_ITS_SIDE, (1280, 720), DESKTOP, (1920, 1080))
    for size, language in each_language(sizes):
        page.resize(size)
        page.speak(language)
        assert page.cut("button, #asked, h1, #line") == [], (size, language)
