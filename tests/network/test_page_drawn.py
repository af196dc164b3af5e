"""A review's drawings of every kind appear on the page after the game, at their positions."""

from __future__ import annotations

import pytest

from game.network.protocol.match_info import DrawnState, read_state
from game.platform.codec import FieldError
from game.rules.proposals import Resign
from game.table.drawn_positions import MAX_NOTES_TOLD, told_notes
from game.table.match import Match
from game.table.spec import two_people
from game.table.study import Study
from game.table.variations import BAD, GOOD, IDEA
from tests.network.served import Served
from tests.network.test_page import seated
from tests.support.browser import PHONE, Browser
from tests.support.languages import each_language

COUNT = "document.querySelectorAll('.drawings {what}').length"


def test_what_is_drawn_is_on_the_page_once_the_game_is_over(browser: Browser) -> None:
    with Served() as served:
        match = served.match
        for text in ("c3", "c2,a5"):
            served.play(*match.game.parse_turn(match.state, text))
        page = seated(served, browser, 0, PHONE)

        def count(what: str) -> int:
            found: int = page.get(COUNT.format(what=what))
            return found

        study = Study(match)
        study.go(1)
        study.comment("Too <b>near</b>")
        for source, target, kind in (
            ("a3", "a3", GOOD),
            ("b2", "b2", IDEA),
            ("a5", "e1", BAD),
            ("c1", "c5", IDEA),
        ):
            study.draw(source, target, kind)
        served.channel.change("drawn", notes=told_notes(match))
        served.go_on()
        assert count("*") == 0, "not before the end"
        match.submit_or_raise(Resign(0))
        assert served.until(lambda: page.get("document.querySelector('#turns .drawn') !== null"))
        assert count("*") == 0, "it belongs to another position"
        page.click("#turns li.drawn")
        assert served.until(lambda: count("circle.idea") == 1)
        assert (count("circle.good"), count("path.bad"), count("path.idea.head")) == (1, 2, 1)
        assert page.text("#remark-text") == "Too <b>near</b>"
        assert page.text("#remark-signs") == "yellow a3, blue b2, red a5 – e1, blue c1 – c5"
        for size, language in each_language(((360, 640), (844, 390))):
            page.resize(size)
            page.speak(language)
            assert page.cut("#remark h2, #remark-text, #turns li") == [], (size, language)
        page.speak("en")
        page.click("#choices button:last-child")
        assert served.until(lambda: count("*") == 0)
        assert page.text("#remark-text") == ""
        served.channel.change("drawn", notes=[])
        assert served.until(lambda: not page.get("document.querySelector('#turns .drawn')"))
        assert not page.complaints


def test_no_more_is_told_than_everybody_may_take_in() -> None:
    match = Match(two_people("libra size=7 mode=duel"))
    while not match.over and len(match.turns) < MAX_NOTES_TOLD + 5:
        match.play(match.legal()[0])
    study = Study(match)
    points = match.game.topology.points
    for number in range(len(match.turns)):
        study.go(number)
        study.comment("x" * 2000)
        for point in points[:70]:
            study.draw(point, point, GOOD)
    notes = told_notes(match)
    assert len(notes) == MAX_NOTES_TOLD
    assert isinstance(read_state("drawn", {"notes": notes}), DrawnState)
    for wrong in ([*notes, notes[0]], [{"turn": -1}], [{"turn": 1, "marks": [["a1"]]}]):
        with pytest.raises(FieldError):
            read_state("drawn", {"notes": wrong})
