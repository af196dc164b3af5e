"""The page with all tables shows the right cards, in the right look, and gets them in batches."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator

import pytest

from game.network.rate_limits import LOOK_RATE
from game.network.server.client import Client
from game.network.server.match_server import MatchServer
from game.network.server.mosaic import BATCH_INTERVAL_S
from game.rules.proposals import Play, Resign
from game.table.match import Match
from game.table.spec import ClockSpec, MatchSpec, SeatSpec, two_people
from tests.network.lines import Caller, House, Json
from tests.network.served import Served, about, named
from tests.support.browser import DESKTOP, PHONE, Browser, Page


def cards(line: Caller) -> list[Json]:
    """Return, for each batch that a client received, its cards by table."""
    return [{one["table"]: one for one in said["cards"]} for said in line.of("cards")]


def play(house: House, text: str) -> None:
    house.match.submit_or_raise(Play(tuple(house.match.game.parse_turn(house.match.state, text))))
    house.go_on()


def test_a_follower_of_all_tables_is_told_each_and_then_what_has_changed() -> None:
    house = House()
    play(house, "c3")
    one = Caller(house)
    assert cards(one) == [], "only who asks for them"
    one.say("mosaic", on=True)
    [[(table, card)]] = [list(batch.items()) for batch in cards(one)]
    assert table == house.channel.table
    assert card["pieces"] == {"c3": "white0"}
    assert (card["turns"], card["move"], card["tally"]["white"]) == (1, 1, 1)
    board = json.loads(house.hall.mosaic.board(card["board"]) or "")
    assert set(board["places"]) == set(house.match.game.topology.points)
    for text in ("c2", "a5"):
        play(house, text)
    assert len(cards(one)) == 1, "not yet"
    house.go_on(BATCH_INTERVAL_S)
    assert [batch[table]["turns"] for batch in cards(one)] == [1, 2], "the newest only"
    house.go_on(BATCH_INTERVAL_S)
    assert len(cards(one)) == 2, "nothing has changed"
    one.say("mosaic", on=False)
    play(house, "b5")
    house.go_on(BATCH_INTERVAL_S)
    assert len(cards(one)) == 2


def test_batches_are_shared_and_whoever_missed_one_is_told_all() -> None:
    house = House()
    prompt, slow = Caller(house), Caller(house, "10.0.0.8")
    for one in (prompt, slow):
        one.say("mosaic", on=True)
    assert len(cards(prompt)) == len(cards(slow)) == 1
    for text in ("c3", "c2"):
        play(house, text)
        house.go_on(BATCH_INTERVAL_S)
        cards(prompt)
    assert [batch[house.channel.table]["turns"] for batch in cards(prompt)] == [0, 1, 2]
    assert [batch[house.channel.table]["turns"] for batch in cards(slow)] == [0, 2]


def test_an_earlier_turn_is_shown_and_after_the_end_another_one_tried() -> None:
    house = House()
    for text in ("c3", "c2,a5"):
        play(house, text)
    one = Caller(house)
    one.say("look", turn=1)
    [look] = one.of("look")
    assert list(look["position"]["pieces"]) == ["c3"]
    assert look["before"] == {}
    assert look["seen"][0]["point"] == "c3"
    one.say("look", turn=1, tried=["b3"])
    assert list(one.of("look")[-1]["position"]["pieces"]) == ["c3"], "no help while they play"
    assert one.of("look")[-1]["actions"] == []
    house.match.submit_or_raise(Resign(0))
    house.go_on()
    one.say("look", turn=1, tried=["b3"])
    look = one.of("look")[-1]
    assert sorted(look["position"]["pieces"]) == ["b3", "c3"]
    texts = [action["text"] for action in look["actions"]]
    one.say("look", turn=1, tried=["b3", texts[0]])
    assert texts[0] in one.of("look")[-1]["position"]["pieces"]
    one.say("look", turn=1, tried=["b3", "b3"])
    assert one.of("error")[-1]["code"] == "message"
    one.say("look", turn=9)
    assert one.of("look")[-1]["position"]["outcome"]["reason"] == "resigned"


def test_looking_is_limited() -> None:
    house = House()
    one = Caller(house)
    for _look in range(LOOK_RATE[1] + 1):
        one.client.bucket = Client("", house.now).bucket
        one.say("look", turn=0)
        one.of("look")
    assert [said["code"] for said in one.of("error")] == ["busy"]


def test_nobody_looks_where_no_table_is() -> None:
    hall = MatchServer(lambda _said: None, lambda: 0.0)
    line = Client("10.0.0.7", 0.0)
    hall.connect(line)
    asked: list[Json] = [{"type": "follow"}, {"type": "mosaic", "on": True}]
    for fields in (*asked, {"type": "look", "turn": 0}):
        hall.on_message(line, json.dumps({"v": 1, **fields}))
    told = []
    while (text := line.next_text(0.0)) is not None:
        told.append(json.loads(text)["type"])
    assert "error" in told


def test_cards_have_the_clocks_and_a_batch_says_when_it_was_made() -> None:
    house = House(MatchSpec("multiplicity size=3", (SeatSpec(), SeatSpec()), ClockSpec(300)))
    house.go_on(100.0)
    one, table = Caller(house), house.channel.table
    one.say("mosaic", on=True)
    house.match.clock.run(1, house.now)
    play(house, "c3")
    house.go_on(BATCH_INTERVAL_S)
    card, made = cards(one)[-1][table], one.of("cards")[-1]["now"]
    assert (card["clock"]["running"], card["clock"]["left"]) == (1, [300.0, 300.0])
    assert made - card["clock"]["at"] == BATCH_INTERVAL_S
    count = len(cards(one))
    for _frame in range(40):
        house.go_on(0.25)
    assert len(cards(one)) == count, "clocks run on in the browser"
    late = Caller(house, "10.0.0.8")
    late.say("mosaic", on=True)
    card, made = cards(late)[-1][table], late.of("cards")[-1]["now"]
    assert made - card["clock"]["at"] == BATCH_INTERVAL_S + 10, "not as they were in the last batch"


# -- in Chromium -----------------------------------------------------------------------------------

SETUPS = ("multiplicity size=3", "libra size=3 mode=duel", "less seed=3", "more-or-less")


@pytest.fixture(scope="module")
def hall() -> Iterator[tuple[Served, dict[str, Match]]]:
    """Serve twenty-four tables of four games."""
    with Served() as served:
        matches = {served.channel.table: served.match}
        for number in range(23):
            match = Match(two_people(SETUPS[number % 4]))
            details = named(about(match), f"Player {number:02}")
            matches[served.broadcast.open(match, details).table] = match
        yield served, matches


def in_mosaic(served: Served, browser: Browser, size: tuple[int, int]) -> Page:
    page = browser.page(served.broadcast.url, size)
    page.dress("light", still=True)
    assert served.until(lambda: "24" in page.text("#view-mosaic"))
    page.click("#view-mosaic")
    assert served.until(lambda: bool(page.get(f"{DRAWN}.length > 3")))
    return page


DRAWN = "[...document.querySelectorAll('.card canvas')].filter((one) => one.width)"
INK = """(() => { const one = document.querySelector('.card:nth-child(%d) canvas');
    const data = one.getContext('2d').getImageData(0, 0, one.width, one.height).data;
    let sum = 0; for (let at = 0; at < data.length; at += 4) sum += data[at] + data[at + 1];
    return sum })()"""


def test_one_tap_leads_to_a_game_and_back_to_where_one_was(
    hall: tuple[Served, dict[str, Match]], browser: Browser
) -> None:
    served, _matches = hall
    page = in_mosaic(served, browser, PHONE)
    assert page.cut(".card .foot, nav button") == []
    page.get(
        "(() => { const one = document.querySelector('#mosaic-search');"
        "one.value = 'player 1'; one.dispatchEvent(new Event('input')) })()"
    )
    shown = "document.querySelectorAll('.card:not([hidden])').length"
    assert page.get(shown) == 10
    page.get("scrollTo(0, 400)")
    card = "[...document.querySelectorAll('.card:not([hidden])')][6]"
    name = page.get(f"{card}.querySelector('.name').textContent")
    page.get(f"{card}.querySelector('.open').click()")
    assert served.until(lambda: name in page.text(".seat .name"))
    for back in ("history.back()", "document.querySelector('#view-mosaic').click()"):
        page.get(f"{back}; 1")
        assert page.sees("document.body.dataset.view === 'mosaic'")
        assert page.sees("scrollY === 400")
        assert page.get(shown) == 10
        page.get(f"{card}.querySelector('.open').click()")
        assert page.sees("document.body.dataset.view === 'board'")
    assert not page.complaints


def test_favourites_come_first_and_stay(
    hall: tuple[Served, dict[str, Match]], browser: Browser
) -> None:
    served, _matches = hall
    page = in_mosaic(served, browser, DESKTOP)
    first = "document.querySelector('.card .name').textContent"
    name = page.get("document.querySelectorAll('.card')[9].querySelector('.name').textContent")
    page.get("document.querySelectorAll('.card .star')[9].click()")
    assert page.get(first) == name
    assert page.get("document.activeElement.ariaPressed") == "true", "the focus goes with it"
    page.reload()
    assert served.until(lambda: bool(page.get("document.querySelectorAll('.card').length === 24")))
    assert page.get(first) == name


def test_a_board_is_drawn_on_its_own_change_and_only_in_sight(
    hall: tuple[Served, dict[str, Match]], browser: Browser
) -> None:
    served, matches = hall
    page = in_mosaic(served, browser, PHONE)
    order = page.get("[...document.querySelectorAll('.card')].map((one) => one.card.table)")
    assert 3 < page.get(f"{DRAWN}.length") < 24, "what is far below waits"
    match = matches[order[0]]
    before = [page.get(INK % n) for n in (1, 2)]
    turns = len(match.turns)
    match.submit_or_raise(Play((random.Random(1).choice(match.legal()),)))
    assert served.until(
        lambda: page.get("document.querySelector('.card').card.shown.turns") > turns
    )
    assert served.until(lambda: page.get(INK % 1) != before[0])
    assert page.get(INK % 2) == before[1]
    assert not page.complaints


def test_the_clocks_of_cards_run_on(browser: Browser) -> None:
    spec = MatchSpec("multiplicity size=3", (SeatSpec(), SeatSpec()), ClockSpec(300))
    with Served(match=Match(spec)) as served:
        other = Match(spec)
        served.broadcast.open(other, about(other))
        page = browser.page(served.broadcast.url, PHONE)
        assert served.until(lambda: "2" in page.text("#view-mosaic"))
        page.click("#view-mosaic")
        times = "[...document.querySelectorAll('.card .time')].map((one) => one.textContent)"
        assert served.until(lambda: page.get(times) == ["05:00"] * 4)
        served.match.clock.run(0, time.monotonic())
        assert served.until(lambda: "04:58" in page.get(times))
        assert page.get(f"{times}.filter((one) => one === '05:00').length") == 3
        assert page.cut(".card .name, .card .time") == []
        assert not page.complaints
