"""The report of an evening has points, the longest train, the closest race, a printable page."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from game.library.command import main
from game.library.evening import (
    Evening,
    evening_of,
    games_of,
    lead_changes,
    span_of,
    span_of_day,
)
from game.library.evening_sheet import closeness, leaders, placed, sheet_of_evening
from game.library.import_export import ExportOptions
from game.platform.i18n import LANGUAGES, in_language
from game.rules.base import Game
from game.screen.review.chapters import chapters_of
from game.table.high_scores import Champion
from game.table.match import Match
from game.table.record_files import keep_review, read_match
from game.table.review import Evaluate, Review, ReviewQueue
from tests.library.kept_games import collection_of, kept, played
from tests.support.browser import PHONE, Browser
from tests.support.opinions import opinions
from tests.support.page_text import texts_of
from tests.support.waiting import until

HOSTILE = '<img src=x onerror="alert(1)"></script>'
DAY = "2026-11-28"
FOUR = "less seats=4 seed=5"
CHAMPION = Champion("ANN", 12)


def at(hour: int, names: tuple[str, str], loser: int = 1, actions: int = 3) -> Match:
    """Return a game that began on DAY at this hour and ended by resignation."""
    return played(f"{DAY}T{hour}:00:00", names, actions=actions, loser=loser)


def judged(match: Match) -> Match:
    """Return the match with made-up evaluations of all its positions."""
    review, judge = Review(match), opinions(match)
    questions = review.questions()
    asked = next(questions, None)
    while asked is not None:
        try:
            asked = questions.send(judge(*asked))
        except StopIteration:
            break
    return match


def test_points_go_to_people_with_a_name() -> None:
    against_computer = played(f"{DAY}T21:00:00", ("Ann", ""), actions=3, loser=1, level=3)
    alone = at(22, ("Ben", "Ben"))
    nameless = at(23, ("", "Cleo"), loser=0)
    evening = evening_of([nameless, alone, against_computer, at(20, ("Ann", "ben"))])
    told = {one.name: (one.won, one.lost, one.points) for one in evening.table}
    assert told == {"Ann": (2, 0, 4), "ben": (0, 1, 0), "Cleo": (1, 0, 2)}
    assert [one.name for one in evening.table] == ["Ann", "Cleo", "ben"]


def test_those_with_as_many_points_share_a_place_and_the_lead() -> None:
    evening = evening_of([at(20, ("Ann", "Ben")), at(21, ("Cleo", "Ben"))])
    assert [(place, one.name) for place, one in placed(evening.table)] == [
        (1, "Ann"),
        (1, "Cleo"),
        (3, "Ben"),
    ]
    assert leaders(evening.table) == "Ann, Cleo"
    many = evening_of([at(10 + n, (f"Winner {n}", "Ben")) for n in range(5)])
    assert leaders(many.table) == "5 players"


def test_the_page_tells_all_of_an_evening_in_order() -> None:
    first = judged(played(f"{DAY}T20:00:00", ("Ann", "Ben"), "multiplicity size=3"))
    second = judged(played(f"{DAY}T21:00:00", ("Cleo", "Ann"), "more-or-less"))
    evening = evening_of([second, first])
    assert evening.race is not None
    assert evening.train is not None
    told = texts_of(sheet_of_evening(evening, chapters_of, DAY))
    assert told[:3] == ["The evening", "2 games · 3 players", DAY]
    chapters = [(match, one) for match in (first, second) for one in chapters_of(match)]
    for section in (
        ["Most points", "1", "Ben, Cleo"],
        ["Longest train", "3 jumps", "Cleo", "More or Less · Cleo – Ann"],
        ["Closest race", "Won by 9", "Ann – Ben", "Multiplicity · Ben wins by 9"],
        ["Place", "Name", "Points", "Played", "Won", "Drawn", "Lost", "Longest train"],
        ["1", "Ben", "1", "1", "1", "0", "0"],
        ["1", "Cleo", "1", "1", "1", "0", "0", "3"],
        ["3", "Ann", "0", "2", "0", "0", "2"],
        ["Begun", "Game", "Players", "Result", "Turns"],
        ["20:00", "Multiplicity", "Ann – Ben", "Ben wins by 9", str(len(first.turns))],
        ["21:00", "More or Less", "Cleo – Ann", "Cleo wins", str(len(second.turns))],
    ):
        assert any(told[at:][: len(section)] == section for at in range(len(told))), section
    shown = told[told.index("Turning points") : told.index("All games")]
    titles = [one.title for _match, one in chapters if one.title in shown]
    assert titles == [text for text in shown if text in titles], "in the order of the games"
    assert len(titles) >= 4
    assert shown.count("As played") == len(titles)
    assert told[-1] == "Made with Less is More"


def test_a_game_against_oneself_earns_nothing_and_a_shared_hand_nothing_twice() -> None:
    doubled = played(f"{DAY}T20:00:00", ("Ann", "Ben", "ann", "Dora"), FOUR, actions=9, loser=1)
    told = {one.name: one.points for one in evening_of([doubled]).table}
    assert told == {"Ben": 0, "Dora": 0}


def test_the_page_of_an_evening_of_strangers_has_no_table_and_no_leader() -> None:
    page = sheet_of_evening(evening_of([at(20, ("", ""))]), chapters_of, DAY)
    told = texts_of(page)
    assert told[:2] == ["The evening", "1 game"]
    assert "Points" not in told
    assert "Most points" not in told
    best = sheet_of_evening(evening_of([at(20, ("", ""))]), chapters_of, DAY, champion=CHAMPION)
    at_most = texts_of(best).index("Most points")
    assert texts_of(best)[at_most : at_most + 4] == [
        "Most points",
        "12",
        "ANN",
        "Best against the computer: ANN, 12 points",
    ]


def test_games_that_go_on_are_not_told() -> None:
    open_game = played(f"{DAY}T20:00:00", actions=3)
    assert evening_of([open_game]) == Evening((), (), None, None)


def test_the_longest_train_is_that_of_whoever_jumped() -> None:
    games = [played(f"{DAY}T2{n}:00:00", ("Ann", "Ben"), "more-or-less") for n in range(3)]
    train = evening_of(games).train
    assert train is not None
    longest = max(turn.hops for match in games for turn in match.turns)
    assert train.turn.hops == longest
    assert train.name == ("Ann", "Ben")[train.turn.seat]


def test_the_closest_race_was_played_to_its_end_and_won_by_least() -> None:
    whole = [played(f"{DAY}T20:0{n}:00", ("Ann", "Ben"), "multiplicity size=3") for n in range(5)]
    given_up = played(f"{DAY}T21:00:00", ("Ann", "Ben"), "less seed=7", actions=9, loser=0)
    race = evening_of([*whole, given_up]).race
    assert race is not None
    assert race.match in whole
    margins = [match.outcome.margin for match in whole if match.outcome is not None]
    assert race.margin == min(margins)
    assert closeness(race) in (f"Won by {min(margins)}", "Draw")


def test_as_many_groups_as_were_wanted_are_as_close_as_can_be() -> None:
    def of(target: int) -> Match:
        setup = f"libra size=2 mode=target target={target}"
        return played(f"{DAY}T20:00:00", ("Ann", "Ben"), setup)

    one_group = of(1).outcome  # the random turns do not depend on the target
    assert one_group is not None
    assert one_group.margin
    race = evening_of([of(1 + one_group.margin)]).race
    assert race is not None
    assert (race.margin, closeness(race)) == (0, "As close as can be")


def test_where_no_margins_are_counted_the_favourite_that_changed_tells() -> None:
    calm = played(f"{DAY}T20:00:00", ("Ann", "Ben"), "more-or-less")
    swung = judged(played(f"{DAY}T21:00:00", ("Ann", "Ben"), "more-or-less"))
    assert lead_changes(calm) == 0
    race = evening_of([calm, swung]).race
    assert race is not None
    assert race.match is swung
    assert race.margin is None
    assert closeness(race) == f"The lead changed {lead_changes(swung)} times"


def test_tonight_is_the_last_hours_and_an_evening_ends_in_the_night_after_it(
    tmp_path: Path,
) -> None:
    night = datetime.datetime(2026, 11, 29, 0, 30)
    assert span_of(night).since == f"{DAY}T12:30:00"
    collection = collection_of(
        tmp_path,
        at(11, ("Early", "Ben")),
        at(19, ("Ann", "Ben")),
        played("2026-11-29T00:20:00", ("Late", "Ben"), actions=3, loser=1),
    )

    def first(games: list[Match]) -> set[str]:
        return {match.spec.seats[0].name for match in games}

    assert first(games_of(collection, span_of(night))) == {"Ann", "Late"}
    whole = games_of(collection, span_of_day(night.date() - datetime.timedelta(days=1)))
    assert first(whole) == {"Early", "Ann", "Late"}
    assert games_of(collection, span_of(night, 2)) == []


def test_the_page_escapes_names_and_is_read_on_a_phone(tmp_path: Path, browser: Browser) -> None:
    games = [
        judged(played(f"{DAY}T20:00:00", (HOSTILE, "Ben"), "multiplicity size=3")),
        judged(played(f"{DAY}T21:00:00", ("Cleo", HOSTILE), "more-or-less")),
    ]
    told = sheet_of_evening(evening_of(games), chapters_of, DAY, champion=CHAMPION)
    path = tmp_path / "evening.html"
    path.write_text(told, encoding="utf-8")
    page = browser.page(path.as_uri(), PHONE)
    assert page.get("document.images.length") == 0
    assert page.complaints == []
    assert page.get("document.documentElement.scrollWidth") <= PHONE[0]
    assert page.get("document.querySelectorAll('article').length") >= 2
    assert page.get("document.querySelectorAll('article svg').length") >= 4
    assert "ANN, 12 points" in page.text(".tiles")
    assert HOSTILE in page.text(".games")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_without_games_says_so(language: str) -> None:
    with in_language(language):
        page = sheet_of_evening(evening_of([]), chapters_of, DAY)
    assert 'class="empty"' in page
    assert "<table" not in page


def nobody(match: Match, wish: ExportOptions, path: Path) -> None:
    raise AssertionError("nothing is painted here")


def test_the_command_writes_the_evening_of_a_day(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path / "in", judged(at(20, ("Ann", "Ben"), actions=30)))
    assert main(["import", str(tmp_path / "in")], nobody) == 0
    words = ["evening", "--day", DAY, "--to", str(tmp_path / "out"), "--language", "de"]
    assert main(words, nobody, chapters_of) == 0
    page = tmp_path / "out" / f"evening-{DAY}.html"
    assert capsys.readouterr().out.splitlines()[-1] == str(page)
    text = page.read_text(encoding="utf-8")
    assert "Der Abend" in text
    assert "Ann – Ben" in text
    assert main(words, nobody, chapters_of) == 0  # replaces the first page
    assert list(page.parent.iterdir()) == [page]


def test_a_day_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["evening", "--day", "2026-02-31"], nobody)
    assert left.value.code == 2
    assert "'2026-02-31' found, expected a day" in capsys.readouterr().err


def made_up(matches: list[Match]) -> dict[str, Evaluate]:
    return {match.game.setup: opinions(match) for match in matches}


def test_reviews_in_a_row_judge_all_games_and_can_be_stopped() -> None:
    games = [played(f"{DAY}T20:00:00"), played(f"{DAY}T21:00:00", setup="multiplicity size=3")]
    judges, told, done = made_up(games), list[tuple[int, int]](), list[Match]()

    def judge(game: Game) -> Evaluate:
        return judges[game.setup]

    ReviewQueue(games, lambda n, of: told.append((n, of)), done.append, judge).run()
    assert done == games
    assert all(Review(match).complete for match in games)
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]

    others = [played(f"{DAY}T22:00:00"), played(f"{DAY}T23:00:00", setup="multiplicity size=3")]
    judges = made_up(others)

    def heard(done_now: int, _of: int) -> None:
        if done_now >= 3:
            queue.stop()

    queue = ReviewQueue(others, heard, done.append, judge)
    queue.run()
    assert done == [*games, others[0]]  # the finished review of the first game is kept
    assert not Review(others[1]).complete


def test_a_failing_engine_is_told_in_words() -> None:
    def broken(game: Game) -> Evaluate:
        raise RuntimeError("it does not start")

    said: list[str] = []
    ReviewQueue([played(f"{DAY}T20:00:00")], lambda n, of: None, lambda m: None, broken).start(
        said.append
    )
    assert until(lambda: said == ["it does not start"])


def test_what_a_queue_finds_stays_in_the_records(tmp_path: Path) -> None:
    match = played(f"{DAY}T20:00:00")
    (path,) = kept(tmp_path, match)
    judge = opinions(match)

    def keep(one: Match) -> None:
        keep_review(one, tmp_path, new=False)

    ReviewQueue([match], lambda n, of: None, keep, lambda game: judge).run()
    assert Review(read_match(path)).complete
