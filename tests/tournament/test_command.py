"""The command line can do everything, so commands alone run an evening."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest

from game.cli import main
from game.platform import storage
from game.platform.i18n import LANGUAGES, set_language
from game.tournament import operations, player_codes
from game.tournament.command import COMMANDS
from game.tournament.plan import CLUB_RULES
from game.tournament.store import TournamentStore
from game.tournament.words import reasons
from tests.tournament.evenings import refused

NASTY = "<script>alert(1)</script>"


def run(*words: str) -> None:
    assert main(["tournament", *words]) == 0


def evening() -> None:
    """Return a tournament of five people with one finished round."""
    run("new", "Autumn Cup", "less", "--rounds", "3", "--seed", "4", "--clock", "10+5")
    run("add", "Anna", "Bernd", "Chloé", "Dmitri", NASTY, "--here")
    run("pair")


def test_an_evening(capsys: pytest.CaptureFixture[str]) -> None:
    evening()
    with TournamentStore() as store:
        tournament = store.load(store.find(""))
    first, second = (tournament.entrants[e].name for e in tournament.game(1, 1).sides)
    run("result", "1", "1-0", "by", "7", "--by", first)
    run("confirm", second)
    run("result", "2", "0-1")
    run("result", "2", "1-0", "--why", "the other way round")
    run("pair")
    run("unpair")
    run("withdraw", "dm")
    run("add", "Late", "--rating", "1500", "--here")
    run("edit", "late", "--name", "Later", "--club", "Guest")
    run("evening", "Second")
    run("in", "an", "ber", "ch", "later")
    run("bye", "anna", "-t", "autumn")
    run("bye", "anna", "--cancel")
    run("bye", "later")
    run("out", "chl")
    run("pair")
    run("result", "1", "+-")
    run("standings", "--round", "1")
    run("list")
    run("show")
    run("log")
    printed = capsys.readouterr().out
    assert "1-0 by 7" in printed
    assert "the other way round" in printed
    assert "(corrected)" in printed
    assert "Later" in printed
    assert "Not checked in, so not paired: " in printed


def test_files_go_out_and_come_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people = tmp_path / "people.csv"
    people.write_text("Anna;1800;North\nBo\n\nCem;;South\n", encoding="utf-8")
    run("new", "From a file", "libra")
    run("add", "--file", str(people), "--here")
    run("pair")
    run("result", "1", "=")
    run("export", "--edition", "2026", str(tmp_path / "cup-2026.trf"))
    assert b"\r\n142 " in (tmp_path / "cup-2026.trf").read_bytes()
    run("export", str(tmp_path / "cup.trf"))
    run("-t", "From", "finish")
    run("-t", "From", "delete", "--yes")
    run("import", str(tmp_path / "cup.trf"), "libra")
    capsys.readouterr()
    run("standings")
    assert "Anna" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["show"], "no-tournament"),
        (["new", "x", "less", "--clock", "soon"], "plan"),
        (["import", "nowhere.trf", "less"], "file"),
        (["new", " ", "less"], "no-name"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], code: str) -> None:
    from game.tournament.command import main as tournament

    with refused(code):
        tournament(words)


@pytest.mark.parametrize(
    ("words", "minutes", "increment"),
    [([], 0, 0), (["--clock", "10"], 10, 0), (["--clock", "10+5"], 10, 5)],
)
def test_games_have_the_clock_asked_for_or_none(
    words: list[str], minutes: float, increment: float
) -> None:
    run("new", "Cup", "libra", *words)
    with TournamentStore() as store:
        plan = store.load(store.find("")).plan
    assert (plan.minutes, plan.increment) == (minutes, increment)


def test_tables_name_their_columns_and_leave_out_what_is_not_known(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run("new", "Cup", "libra", "--boards", "1")
    run("add", "Anna", "--rating", "1800", "--club", "North", "--here")
    run("add", "Bo", "--rating", "1700", "--club", "North", "--here")
    run("add", "Cem")
    with TournamentStore() as store:
        store.carry_out(store.find(""), lambda t: operations.arrive(t, 3))
        store.carry_out(store.find(""), lambda t: operations.draw_by_hand(t, 1, [(1, 2)]))
    capsys.readouterr()
    for words in ("show", "pairings", "clubs"):
        run(words)
    assert capsys.readouterr().out.splitlines() == [
        "Cup: Libra, swiss, libra",
        "3 players, 3 here; round 1 of 5",
        "results missing at table 1",
        "No.  Name  Club   Rating  State",
        "  1  Anna  North    1800  here",
        "  2  Bo    North    1700  here",
        "  3  Cem                  here",
        "Round 1 of 5",
        "Game  Table      First  Second  Result",
        "   1  1, game 1  Anna   Bo",
        "Cem: bye, 1",
        "Place  Club   Points  Players",
        "    1  North       0  Anna, Bo",
    ]


def test_nothing_is_added_where_one_name_is_wrong() -> None:
    run("new", "Cup", "libra")
    assert main(["tournament", "add", "Anna", " "]) == 2
    with TournamentStore() as store:
        assert not store.load(store.find("")).entrants


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] += 1
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_are_whole_pages_and_names_are_text(tmp_path: Path, language: str) -> None:
    evening()
    run("result", "1", "1-0")
    run("sheets", str(tmp_path), "--language", language)
    names = {path.name for path in tmp_path.glob("*.html")}
    assert names == {
        "index.html", "pairings-1.html", "scores-1.html", "standings.html", "cross.html",
        "players.html", "codes.html",
    }  # fmt: skip
    for path in tmp_path.glob("*.html"):
        text, tags = path.read_text(encoding="utf-8"), Tags()
        tags.feed(text)
        assert tags.open == []
        assert tags.seen["script"] == 1, "which names missing letters"
        assert set(tags.links) <= names
        assert f'lang="{language}"' in text
        assert "@media print" in text
    assert "&lt;script&gt;" in (tmp_path / "players.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["", "de"])
def test_pages_are_published_in_the_language_asked_for_or_english(
    tmp_path: Path, language: str
) -> None:
    evening()
    set_language("fr")
    run("publish", str(tmp_path), *(["--language", language] if language else []))
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert f'<html lang="{language or "en"}"' in page


def test_help_tells_of_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["tournament", "--help"])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    told = {words[0] for words in lines if len(words) > 1}
    assert set(COMMANDS) <= told


@pytest.mark.parametrize("rule", CLUB_RULES[1:])
def test_every_rule_for_clubs_can_be_asked_for(rule: str) -> None:
    run("new", "Cup", "libra", "--clubs", rule)
    with TournamentStore() as store:
        assert store.load(store.find("")).plan.club_rule == rule


def test_standings_by_keizer_show_where_points_come_from(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run("new", "Season", "libra", "--pairing", "keizer", "--seed", "4")
    run("add", "Anna", "Bernd", "Chloé", "--here")
    run("pair")
    run("result", "1", "=")
    capsys.readouterr()
    run("standings", "--of", "chl")
    place, heads, row = capsys.readouterr().out.splitlines()[-3:]
    assert place.startswith("Chloé: place ")
    assert heads.split() == ["Round", "Points"]
    assert " ".join(row.split()) == "1 draw with Bernd, half of the value 3 1½"


def test_before_the_first_round_there_is_a_list_of_players(tmp_path: Path) -> None:
    run("new", "Cup", "libra")
    run("sheets", str(tmp_path))
    assert not (tmp_path / "pairings-1.html").exists()
    assert (tmp_path / "players.html").exists()


@pytest.mark.parametrize(("name", "folder"), [("Cup: 2nd", "Cup--2nd"), ("!?", "tournament")])
def test_sheets_go_to_a_folder_named_after_the_tournament(
    name: str, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run("new", name, "libra")
    capsys.readouterr()
    run("sheets")
    index = storage.data_folder() / "sheets" / folder / "index.html"
    assert capsys.readouterr().out.strip() == str(index)
    assert index.exists()


def test_codes_are_told_and_printed_with_the_way_to_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening()
    with TournamentStore() as store:
        known = player_codes.codes(store.load(store.find("")))
    capsys.readouterr()
    run("codes", "Anna")
    assert known[1] in capsys.readouterr().out
    run("codes", "--page", "http://192.168.1.5:8770")
    told = capsys.readouterr().out
    assert all(f"http://192.168.1.5:8770/#me={code}" in told for code in known.values())
    run("sheets", str(tmp_path), "--page", "http://192.168.1.5:8770")
    slips = (tmp_path / "codes.html").read_text(encoding="utf-8")
    assert slips.count("<svg") == len(known), "a picture for each"
    assert known[2] in slips
    scores = (tmp_path / "scores-1.html").read_text(encoding="utf-8")
    assert scores.count("<svg") == 2, "one for each game"
    run("sheets", str(tmp_path))
    assert "<svg" not in (tmp_path / "codes.html").read_text(encoding="utf-8")
    assert slips.count("<small>http://192.168.1.5:8770/</small>") == len(known)
    assert "<small></small>" not in (tmp_path / "codes.html").read_text(encoding="utf-8")
    assert main(["tournament", "codes", "--page", "192.168.1.5"]) == 2


def test_pairs_kept_apart_dutch_pairings_reasons_and_clubs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run("new", "Open", "libra", "--pairing", "dutch", "--clubs-apart", "--accelerated")
    run("add", "Anna", "Bernd", "--club", "North", "--here")
    run("add", "Chloé", "Dmitri", "--club", "South", "--here")
    run("add", "Eva", "--here")
    run("forbid", "anna", "chl", "dm")
    assert "not against Chloé, not against Dmitri" in capsys.readouterr().out
    run("forbid", "anna", "dm", "--cancel")
    with TournamentStore() as store:
        tournament = store.load(store.find(""))
    assert tournament.plan.pairing == "dutch"
    assert tournament.plan.clubs_apart
    assert tournament.plan.accelerated
    assert tournament.forbidden == {frozenset((1, 3))}
    run("pair")
    run("result", "1", "1-0")
    run("result", "2", "=")
    capsys.readouterr()
    run("why", "1")
    with TournamentStore() as store:
        paired = store.load(store.find(""))
    said = reasons(paired, 1, paired.game(1, 1).sides[0])
    assert capsys.readouterr().out.splitlines() == said
    assert len(said) == 3
    [out] = paired.rounds[0].sits
    run("why", tournament.entrants[out].name)
    assert "5 players are here, an odd number" in capsys.readouterr().out
    assert main(["tournament", "why", "9"]) == 2
    run("clubs", "--best", "1", "--round", "1")
    assert "North" in capsys.readouterr().out
    run("sheets", str(tmp_path), "--best", "1")
    assert "Clubs, best player of each" in (tmp_path / "clubs.html").read_text(encoding="utf-8")
