"""At the table of a tab, guided first games work, and so do the rules on the page."""

from __future__ import annotations

import json

import pytest

from game.platform.i18n import LANGUAGES
from game.platform.settings import load_settings
from game.platform.storage import games_folder
from game.rules.registry import GAMES, parse_setup
from game.screen.plugin.registry import lesson_of
from game.screen.rulebook.book import pages_of
from tests.web.tab import Tab, card, deeds
from web import rules

KEYS = [game.key for game in GAMES]


def start(tab: Tab, key: str) -> None:
    assert tab.ask("lesson", game=key) == {}
    tab.go_on()


def asked(tab: Tab) -> bool:
    return bool(tab.choices) and bool(card(tab).get("asks"))


@pytest.mark.parametrize("key", KEYS)
def test_a_first_game_is_played_to_its_win_and_a_real_one_follows(tab: Tab, key: str) -> None:
    lesson = lesson_of(key)
    assert lesson is not None
    start(tab, key)
    for step in lesson.steps:
        assert tab.until(lambda: asked(tab))
        if not step.find and step.wants[0] != ".":
            assert card(tab)["points"], step.say
        tab.play(step.wants[0])
        tab.go_on()
    match = tab.table.match
    assert match is not None
    assert tab.until(lambda: match.over and "now" in deeds(tab))
    assert match.outcome is not None
    assert lesson.person in match.outcome.winners
    assert key in load_settings()[0].guided
    assert tab.ask("guide", deed="now") == {}
    tab.go_on()
    assert card(tab) == {}
    following = tab.table.match
    assert following is not None
    assert following.spec.setup == lesson.after
    assert not following.over


def test_what_the_lesson_puts_off_is_said_in_the_language_of_the_page(tab: Tab) -> None:
    start(tab, "less")
    assert "error" not in tab.ask("language", language="de")
    assert tab.until(lambda: asked(tab))
    lesson = lesson_of("less")
    assert lesson is not None
    other = next(one["text"] for one in tab.choices if one["text"] not in lesson.steps[0].wants)
    tab.play(other)
    tab.go_on()
    (answer,) = tab.answers()
    assert not answer["accepted"]
    assert answer["words"]["de"] != lesson.steps[0].reason
    assert tab.table.match is not None
    assert not tab.table.match.entries


def test_whoever_plays_on_alone_has_an_ordinary_game(tab: Tab) -> None:
    start(tab, "multiplicity")
    assert tab.ask("guide", deed="alone") == {}
    tab.go_on()
    assert card(tab) == {}
    assert tab.until(lambda: bool(tab.choices))
    tab.play()
    assert tab.until(lambda: any(answer["accepted"] for answer in tab.answers()))


def test_a_closed_tab_comes_back_to_its_lesson(tab: Tab) -> None:
    start(tab, "less")
    lesson = lesson_of("less")
    assert lesson is not None
    assert tab.until(lambda: asked(tab))
    tab.play(lesson.steps[0].wants[0])
    tab.go_on()
    assert tab.until(lambda: any(games_folder().glob("running*.json")))
    again = Tab()
    assert again.until(lambda: bool(card(again)))
    assert card(again)["figure"].startswith("2 / ")
    assert again.ask("guide", deed="leave") == {}
    (game,) = again.ask("games")["games"]
    assert again.ask("open", file=game["file"]) == {}
    again.go_on()
    assert card(again)["figure"].startswith("2 / ")


def test_help_grows_where_something_is_to_be_found(tab: Tab) -> None:
    start(tab, "less")
    lesson = lesson_of("less")
    assert lesson is not None
    for step in lesson.steps:
        assert tab.until(lambda: asked(tab))
        if step.find:
            break
        tab.play(step.wants[0])
        tab.go_on()
    assert not card(tab)["points"]
    lit = []
    for _time in range(3):
        assert tab.ask("guide", deed="hint") == {}
        tab.go_on()
        lit.append(len(card(tab)["points"]))
    assert lit == [3, 1, 2]
    assert card(tab)["arrows"]


def test_an_unknown_first_game_is_refused(tab: Tab) -> None:
    assert tab.ask("lesson", game="chess")["error"]
    assert tab.table.match is None


def test_every_page_of_the_rules_is_there_in_every_language() -> None:
    found = rules.files()
    for key in KEYS:
        shown = json.loads(found[f"rules-{key}.json"])
        assert len(shown["pages"]) == len(pages_of(key))
        assert all(parse_setup(page["board"]).key == key for page in shown["pages"])
        titles = []
        for code in LANGUAGES:
            told = json.loads(found[f"rules-{key}-{code}.json"])
            for page, board in zip(told["pages"], shown["pages"], strict=True):
                assert len(page["notes"]) == len(board["steps"])
                assert all(page["notes"])
                assert page["words"]
            titles.append(told["pages"][0]["words"][0][1])
        assert len(set(titles)) == len(LANGUAGES)
