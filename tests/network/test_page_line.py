"""The page reports truthfully whether it is connected, which seat it has and what a tap did."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.platform.i18n import LANGUAGES
from game.rules.proposals import Play
from game.table.match import Match
from game.table.spec import two_people
from tests.network.peer import Json, Peer, page_snapshot
from tests.network.served import Cable, Served, about
from tests.network.test_page import LYING, agrees, lying, seated, tap
from tests.support.browser import DESKTOP, PHONE, Browser, Page
from tests.support.waiting import until

OPEN, LOST = (f"document.body.dataset.line === '{state}'" for state in ("open", "lost"))
# Puts the page's clock ahead by `ahead` milliseconds without affecting its timers.
CLOCK = """(() => { const real = performance.now.bind(performance);
    window.ahead = 0; performance.now = () => real() + window.ahead })()"""
# Keeps moves animated until the test ends them, so that slow machines see them too.
LONG_MOVES = """(() => { const all = Element.prototype, own = all.animate;
    [window.long, window.moves] = [true, []];
    all.animate = function (shapes, timing) {
        const one = own.call(this, shapes, window.long ? { ...timing, duration: 1e6 } : timing);
        window.moves.push(one);
        return one } })()"""
END_MOVES = "window.moves.splice(0).forEach((one) => one.playState === 'running' && one.finish())"
PATIENCE = 9000  # ms of silence after which the page gives up a line


@pytest.fixture
def served() -> Iterator[Served]:
    with Served() as served:
        yield served


@pytest.fixture
def peer() -> Iterator[Peer]:
    with Peer() as peer:
        peer.greeting = [page_snapshot()]
        yield peer


def open_page(peer: Peer, browser: Browser, size: tuple[int, int] = PHONE) -> Page:
    page = browser.page(peer.url, size)
    page.dress("light", still=True)
    assert page.sees(OPEN)
    assert page.sees("document.querySelectorAll('.spot').length > 0")
    return page


def test_a_server_that_stands_still_is_no_connection_within_ten_seconds(
    served: Served, browser: Browser
) -> None:
    page = seated(served, browser, 0, PHONE)
    assert served.until(lambda: "At your seat" in page.text("#line"))
    page.get(CLOCK)
    os.kill(served.broadcast.process.pid, signal.SIGSTOP)
    try:
        page.get("window.ahead += 4000")
        assert not page.get(LOST), "a server may take a moment to answer"
        page.get(
            f"new Promise((done) => setTimeout(done, 1100)).then(() => window.ahead = {PATIENCE})"
        )
        assert page.sees(LOST)
        assert page.text("#line") == "No connection"
        assert page.text("#asked") == "No connection"
        tap(page, "c3")
        before = page.lines
        assert page.sees("window.ahead += 1000")
        assert until(
            lambda: bool(page.lines > before), step=lambda: page.get("window.ahead += 500")
        )
    finally:
        os.kill(served.broadcast.process.pid, signal.SIGCONT)
    assert served.until(lambda: "At your seat" in page.text("#line"))
    assert served.match.entries == [], "what was tapped without a line has not happened"


def test_tries_come_more_rarely_until_a_line_has_lasted(peer: Peer, browser: Browser) -> None:
    page = open_page(peer, browser)
    page.get(
        "(() => { window.waits = []; const own = window.setTimeout;"
        " window.setTimeout = (act, ms) => { if (act.toString().includes('open'))"
        " window.waits.push(ms); return own(act, act.toString().includes('open') ? 0 : ms) } })()"
    )
    for number in range(8):
        peer.cut()
        assert peer.waits_for("follow", number + 2)
    assert page.get("window.waits.at(-1)") > 3000
    page.get(CLOCK)
    page.get("window.ahead = 11000")
    assert peer.waits_for("ping"), "the line has been looked at meanwhile"
    peer.cut()
    assert peer.waits_for("follow", 10)
    assert page.get("window.waits.at(-1)") < 500


def test_a_table_is_changed_while_a_move_is_shown(served: Served, browser: Browser) -> None:
    other = Match(two_people("libra size=3 mode=duel"))
    served.broadcast.open(other, about(other))
    page = browser.page(served.broadcast.url, DESKTOP)
    assert served.until(lambda: page.text("#title") == other.game.title)
    assert served.until(lambda: not page.get("document.querySelector('#view-mosaic').hidden"))
    page.get(LONG_MOVES)
    for title in (served.match.game.title, other.game.title) * 3:
        shown = other if title != other.game.title else served.match
        shown.submit_or_raise(Play((shown.legal()[0],)))
        served.go_on()
        page.click("#view-mosaic")
        assert page.sees("!document.querySelector('#mosaic').hidden")
        moving = "document.querySelector('#board').getAnimations({subtree: true}).length > 0"
        assert served.until(lambda: page.get(moving))  # noqa: B023
        page.get(
            "[...document.querySelectorAll('.card .open')].find("
            f"(one) => one.textContent.includes('{title}')).click()"
        )
        assert served.until(lambda: page.text("#title") == title)  # noqa: B023
        page.get(END_MOVES)
    page.get("window.long = false")
    other.submit_or_raise(Play((other.legal()[0],)))
    assert served.until(lambda: page.get(LYING) == lying(other))
    assert not page.complaints


def test_a_message_that_cannot_be_shown_freezes_nothing(peer: Peer, browser: Browser) -> None:
    page = open_page(peer, browser)
    peer.say("event", table="a", seq=0, event="played", by="person", seen=[{"is": "Placed"}])
    assert peer.waits_for("follow", 2), "it asks for all of the match again"
    peer.say("event", table="elsewhere", seq=1, event="played", seen=None)
    peer.say("chance", table="a", ago=0, chance=0.5)
    assert page.sees("!document.querySelector('#chance').hidden")
    assert len(peer.of("follow")) == 2


def test_a_seat_that_is_not_confirmed_is_not_ours_and_is_asked_for_again(
    peer: Peer, browser: Browser
) -> None:
    page = open_page(peer, browser)
    page.click("#take-seat")
    page.get("document.querySelector('#code').value = 'K7QM-X2RD'")
    page.click("#do-claim")
    assert peer.waits_for("claim")
    peer.say("seated", table="a", seat=0, asked=0)
    assert page.sees("document.querySelector('#line').textContent === 'At your seat'")
    page.get(
        "(() => { const own = window.setTimeout; window.setTimeout = (act, ms) =>"
        " own(act, ms > 10000 ? 0 : ms) })()"
    )
    peer.cut()
    assert peer.waits_for("resume")
    peer.say("error", code="too-many")
    assert peer.waits_for("resume", 2), "it tries again by itself"
    assert page.text("#line") == "Back to your seat …"
    assert not page.get("document.querySelectorAll('.spot.place').length")
    peer.say("seated", table="a", seat=0, asked=0)
    assert page.sees("document.querySelector('#line').textContent === 'At your seat'")


def test_a_key_is_kept_while_there_is_no_table_and_shown_to_the_next(
    peer: Peer, browser: Browser
) -> None:
    page = open_page(peer, browser)
    page.get("localStorage.setItem('key', 'k'.repeat(64))")
    peer.greeting = [{"type": "tables", "tables": []}]
    page.reload()
    assert peer.waits_for("resume")
    peer.say("error", code="wrong-key")
    snapshot = page_snapshot(run="2")
    peer.say("snapshot", **{k: v for k, v in snapshot.items() if k not in ("v", "type")})
    assert peer.waits_for("resume", 2)
    assert page.get("localStorage.getItem('key')") == "k" * 64


def test_a_tap_while_the_server_dies_is_asked_again_and_nothing_false_is_said(
    served: Served, browser: Browser
) -> None:
    page = seated(served, browser, 0, PHONE)
    assert served.until(lambda: page.get("document.querySelectorAll('.spot.place').length === 19"))
    page.get(
        "window.said = []; new MutationObserver(() => window.said.push(document.querySelector("
        "'#alert').textContent)).observe(document.querySelector('#alert'), {childList: true})"
    )
    os.kill(served.broadcast.process.pid, signal.SIGSTOP)
    tap(page, "c3")
    served.broadcast.process.kill()
    assert served.until(lambda: [one.text for one in served.match.entries] == ["c3"])
    assert agrees(served, page)
    assert page.get("window.said.filter((text) => text)") == []


def test_where_nobody_can_sit_no_seat_is_offered(peer: Peer, browser: Browser) -> None:
    tables = [{"table": "a", "about": {"title": "Multiplicity", "seats": []}}]
    peer.greeting.append({"type": "tables", "tables": tables, "seats": False})
    page = open_page(peer, browser)
    assert page.sees("document.querySelector('#take-seat').hidden")
    page.click("#open-menu")
    assert "Take a seat" not in page.text("#deeds")


def test_fifty_tables_can_be_searched(peer: Peer, browser: Browser, tmp_path: Path) -> None:
    tables = [
        {"table": f"t{n}", "about": {"title": "Libra", "seats": [{"name": {"en": f"Ada {n}"}}]}}
        for n in range(50)
    ]
    peer.greeting.append(
        {"type": "tables", "tables": [*tables, {"table": "new", "unreadable": True}]}
    )
    page = open_page(peer, browser)
    assert page.sees("document.querySelector('#view-mosaic').textContent === 'All tables (51)'")
    assert page.cut("nav, button") == []
    page.click("#view-mosaic")
    page.screenshot(tmp_path / "tables.png")
    entries = "[...document.querySelectorAll('.card:not([hidden]) .open')]"
    assert page.get(f"{entries}.length") == 51
    assert page.get(f"{entries}.at(-1).disabled"), "nobody follows what cannot be shown"
    assert "newer version" in page.get(f"{entries}.at(-1).textContent")
    page.get(
        "(() => { const field = document.querySelector('#mosaic-search'); field.value = 'ada 49';"
        "field.dispatchEvent(new Event('input')) })()"
    )
    assert page.get(f"{entries}.map((one) => one.textContent)") == ["Ada 49Libra"]
    page.click(".card:not([hidden]) .open")
    assert until(lambda: peer.of("follow")[-1]["table"] == "t49")


def test_a_hub_opens_with_all_tables_and_shows_one_round_of_them(
    peer: Peer, browser: Browser
) -> None:
    def told(name: str, *players: str) -> Json:
        seats = [{"name": {"en": player}} for player in players]
        return {"table": name, "about": {"title": "Libra", "seats": seats}}

    def game(number: int, *people: int) -> Json:
        more = {"sitting": 1, "score": "", "said": {}, "status": "open", "game": 1, "reasons": []}
        return {"round": number, "table": number + 3, "people": people, **more}

    tables = [told("hall-1", "Ada", "Ben"), told("hall-2", "Cleo", "Dora"), told("hall-3")]
    people = [
        {"id": number, "name": name, "here": True, "gone": False}
        for number, name in enumerate(("Ada", "Ben", "Cleo", "Dora"))
    ]
    state = {"name": "Cup", "round": 2, "rounds": 3, "ended": False, "people": people, "mute": True}
    more = {"games": [game(2, 2, 3), game(1, 0, 1)], "sits": [], "standings": []}
    peer.greeting.append({"type": "tables", "tables": tables, "seats": False})
    peer.greeting.append({"type": "tournament", "state": {**state, **more}})
    page = open_page(peer, browser)
    assert page.sees("document.body.dataset.view === 'mosaic'")
    assert until(lambda: bool(peer.of("mosaic")) and peer.of("mosaic")[-1]["on"])
    shown = "[...document.querySelectorAll('.card:not([hidden]) .foot')]"
    feet = f"{shown}.map((one) => one.textContent)"
    assert page.get(feet) == ["Table 5 · Round 2", "Table 4 · Round 1", "hall-3 · Libra"]
    page.choose("mosaic-round", "1")
    assert page.get(feet) == ["Table 4 · Round 1"]
    assert not page.complaints


def test_a_cut_seat_and_a_role_are_said_in_full(served: Served, browser: Browser) -> None:
    cable = Cable(served.broadcast.address)
    try:
        page = browser.page(served.broadcast.url, PHONE)
        line = served.line()
        line.say("follow")
        line.say("claim", code=served.offer_seat(1))
        line.wait_for("seated")
        line.socket.close()
        served.channel.change("roles", roles=[{"en": "MORE", "de": "MEHR"}, {"en": "LESS"}])
        name, kind = ".seat:nth-child(2) .name", ".seat:nth-child(2) .kind"
        assert served.until(lambda: page.text(kind) == "Mira · Cut off")
        assert page.text(name) == "LESS"
        for language in LANGUAGES:
            page.speak(language)
            assert page.cut(".seat .kind, .seat .name") == [], language
    finally:
        cable.close()
