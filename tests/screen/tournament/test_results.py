"""Results at the desk are entered, played here, corrected, and found after a crash."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from game.platform import storage
from game.rules.proposals import Resign
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.play.menu import LEAVE
from game.screen.play.result import ResultScene
from game.screen.play.scene import PlayScene
from game.screen.tournament.forms import (
    TournamentGameScene,
)
from game.table.autosave import AutoSaver
from game.table.begin import begin
from game.tournament import operations
from game.tournament.local_games import result_of, spec_of
from game.tournament.plan import PairingResult
from game.tournament.store import TournamentStore
from tests.screen.screens import form_of, press, texts, write
from tests.screen.tournament.desk_helpers import (
    choose,
    kept,
    made,
    on_top,
    use,
    wait_for,
    winning,
)


def test_both_sides_confirm_at_the_table(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    app = window(routes.TournamentGame(number, 1, 1))
    scene = app.scene
    assert isinstance(scene, TournamentGameScene)
    choose(app, "who", 0)
    choose(app, "absent", "-+")
    first, second = scene.names
    assert f"{second} wins, {first} did not come" in texts(app)
    choose(app, "result", "0-1")
    use(app, "give")
    wait_for(app, lambda: scene.who == 1)
    assert "Confirm" in texts(app)
    use(app, "give")
    wait_for(app, lambda: kept(number).game(1, 1).status == "final")
    assert [entry.by for entry in kept(number).log[-2:]] == ["table", "table"]


@pytest.mark.parametrize("decided", [False, True])
def test_the_form_of_a_result_keeps_its_size_under_the_finger(
    window: Callable[..., App], decided: bool
) -> None:
    number = made(rounds=1)
    if decided:
        with TournamentStore() as store:
            store.carry_out(number, partial(winning, 1, 1))
    app = window(routes.TournamentGame(number, 1, 1))

    def places() -> list[tuple[int, int]]:
        rects = [form_of(app.scene).get(name).rect for name in ("who", "result", "give")]
        return [(rect.top, rect.bottom) for rect in rects]

    first = places()
    for name, value in (("result", "1-0"), ("absent", "--"), ("result", "0-1"), ("who", 0)):
        choose(app, name, value)
        app.frame(0.05)
        assert places() == first, (name, value)


def test_a_correction_asks_for_a_reason(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    with TournamentStore() as store:
        store.carry_out(number, lambda t: operations.rule(t, 1, 1, PairingResult(2, 0)))
    app = window(routes.TournamentGame(number, 1, 1))
    choose(app, "result", "0-1")
    use(app, "give")
    wait_for(app, lambda: any("reason" in toast.text for toast in app.toasts.live))
    form_of(app.scene).focus("why")
    write(app, "misheard")
    use(app, "give")
    wait_for(app, lambda: kept(number).game(1, 1).corrected)
    app.show(routes.ShowTournament(number, "log"))
    app.frame(0.05)
    assert any("misheard" in text for text in texts(app))


def test_a_game_is_played_here_and_its_result_comes_back(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    app = window(routes.ShowTournament(number, "round"))
    press(app, "accept")
    on_top(app, TournamentGameScene)
    use(app, "play")
    on_top(app, PlayScene)
    play = app.scene
    assert isinstance(play, PlayScene)
    first = kept(number).entrants[kept(number).game(1, 1).pair.first].name
    assert play.match.spec.seats[0].name == first
    play.match.submit_or_raise(Resign(0))
    on_top(app, ResultScene)
    press(app, "cancel")
    press(app, "menu")
    pause = app.scene
    assert isinstance(pause, Dialog)
    leave = next(n for n, answer in enumerate(pause.answers) if answer.value == LEAVE)
    use(app, f"answer-{leave}")
    on_top(app, TournamentGameScene)
    found = app.scene
    assert isinstance(found, TournamentGameScene)
    wait_for(app, lambda: found.text == "0-1")
    use(app, "give")
    wait_for(app, lambda: found.who == 1)
    use(app, "give")
    wait_for(app, lambda: kept(number).game(1, 1).status == "final")


def test_a_game_that_was_left_goes_on(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    tournament = kept(number)
    match = begin(spec_of(tournament, tournament.game(1, 2)), "2099-01-01T20:00:00")
    autosaver = AutoSaver(match)
    match.play(match.legal()[0])
    autosaver.close()
    app = window(routes.ShowTournament(number, "round"))
    app.open(routes.TournamentGame(number, 1, 2))
    app.frame(0.05)
    use(app, "play")
    on_top(app, PlayScene)
    play = app.scene
    assert isinstance(play, PlayScene)
    assert len(play.match.entries) == 1


def test_a_result_is_found_even_if_the_program_was_killed(window: Callable[..., App]) -> None:
    number = made(rounds=1)
    tournament = kept(number)
    match = begin(spec_of(tournament, tournament.game(1, 2)), "2099-01-01T20:00:00")
    autosaver = AutoSaver(match, storage.games_folder() / "running.json")
    match.play(match.legal()[0])
    match.submit_or_raise(Resign(1))
    autosaver.close()
    app = window(routes.ShowTournament(number))
    wait_for(app, lambda: kept(number).game(1, 2).status == "claimed")
    assert kept(number).game(1, 2).claimed == PairingResult(2, 0)
    assert app.scene is not None


def test_a_result_follows_the_players_who_have_changed_sides(window: Callable[..., App]) -> None:
    number = made(rounds=1, setup="multiplicity size=3 swap=on")
    tournament = kept(number)
    match = begin(spec_of(tournament, tournament.game(1, 2)), "2099-01-01T20:00:00")
    autosaver = AutoSaver(match, storage.games_folder() / "running.json")
    match.play(match.legal()[0])
    match.play(match.game.parse_action(match.state, "swap"))
    match.submit_or_raise(Resign(1))  # the first player, now at seat 1, resigns
    autosaver.close()
    app = window(routes.ShowTournament(number))
    wait_for(app, lambda: kept(number).game(1, 2).status == "claimed")
    assert kept(number).game(1, 2).claimed == PairingResult(0, 2)
    assert app.scene is not None


def test_a_match_counts_its_margin_where_margins_count() -> None:
    tournament = kept(made(rounds=1, setup="less"))
    match = begin(spec_of(tournament, tournament.game(1, 1)))
    assert match.spec.scoring
    match.submit_or_raise(Resign(1))
    assert match.outcome is not None
    assert result_of(match.outcome, margins=True) == PairingResult(2, 0, True, match.outcome.margin)
