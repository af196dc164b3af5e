"""Photographs of tournaments: the list, the desk with its tabs, a result, the big screen."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, partial
from itertools import groupby

from game.platform import storage
from game.rules.proposals import Play
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.tournament.big_screen import BigScreenScene
from game.screen.tournament.choice import (
    NewTournamentScene,
    PairingRulesScene,
    TournamentAgainScene,
    TournamentsScene,
)
from game.screen.tournament.forms import (
    EntryListScene,
    TournamentEntryScene,
    TournamentGameScene,
)
from game.screen.tournament.hand_pairing import HandPairingScene
from game.screen.tournament.keizer_account import KeizerAccountScene
from game.screen.tournament.players_tab import PlayersTab
from game.screen.tournament.scene import TABS, TournamentScene
from game.screen.tournament.standings_tab import StandingsTab
from game.table.begin import begin
from game.table.record import to_record
from game.tournament import operations
from game.tournament.errors import TournamentError
from game.tournament.events import Event, LogEntry
from game.tournament.local_games import spec_of
from game.tournament.plan import PairingResult, TournamentPlan
from game.tournament.store import ORGANISER, TABLE, TournamentStore, Wish
from game.tournament.tournament import Tournament
from tools.screenshots.camera import Shot, wait

AT = "2026-11-19T19:30:00"
PEOPLE = (
    "Anna Berg", "Bernd Vogel", "Chloé Martin", "Dmitri Orlow", "Eva Lindqvist", "Farid Haddad",
    "Greta Sommer", "Henrik Dahl", "Inès Laurent", "Jonas Weber", "Katarzyna Nowak",
    "Luca Bianchi", "Maren Petersen", "Noor de Vries", "Oskar Huber",
)  # fmt: skip
CLUBS = ("Brettspielkreis Nord", "Guest", "", "Café Morgenstern")
LIST = "Name\tRating\tClub\nPaula Ortiz\t1450\tNord\nAnna Berg\t\t\nTom\tmany\t\n\t1200\t\n"
OPEN = 2  # games of the last round that have no result yet


def sample(name: str = "Autumn cup", setup: str = "less", rounds: int = 3) -> int:
    """Return the number of a tournament of fifteen players in this user folder.

    The last round is not over.
    """
    with TournamentStore() as store:
        try:
            return store.find(name)
        except TournamentError:
            pass
        made = [(by, [*events]) for by, events in groupby(_made(name, setup, rounds), _who)]
        number = store.begin([event for _by, event in made[0][1]], at=AT)
        for by, events in made[1:]:
            news = [event for _by, event in events]
            store.carry_out(number, partial(_as_made, news), by, AT)
    return number


@cache
def _made(name: str, setup: str, rounds: int) -> list[tuple[str, Event]]:
    """Return the log of a tournament of fifteen, computed once for all user folders."""
    book = _Book(
        TournamentPlan(name, setup, rounds=7, seed=8, place="Café Morgenstern", minutes=20)
    )
    dice = random.Random(5)
    for place, person in enumerate(PEOPLE):
        book.carry_out(partial(_enter, person, CLUBS[place % 4], place < 13 or rounds > 0))
    for round_ in range(1, rounds + 1):
        _play(book, dice, round_ == rounds)
    return [(entry.by, entry.event) for entry in book.tournament.log]


def _who(made: tuple[str, Event]) -> str:
    return made[0]


def _as_made(events: operations.Events, _tournament: Tournament) -> operations.Events:
    return events


class _Book:
    """A tournament in progress, without a database."""

    def __init__(self, plan: TournamentPlan) -> None:
        founding = enumerate(operations.found(plan))
        self.tournament = Tournament(LogEntry(n, AT, ORGANISER, event) for n, event in founding)

    def carry_out(self, wish: Wish, by: str = ORGANISER) -> Tournament:
        for event in wish(self.tournament):
            self.tournament.apply(LogEntry(self.tournament.seq, AT, by, event))
        return self.tournament


def _enter(name: str, club: str, here: bool, tournament: Tournament) -> operations.Events:
    return operations.enter(tournament, [name], 1200 + 37 * len(tournament.entrants), club, here)


def _play(book: _Book, dice: random.Random, last: bool) -> None:
    """Draw a round and enter results; the last round keeps open and disputed games."""
    tournament = book.carry_out(operations.draw)
    games = tournament.rounds[-1].games
    for game in games[OPEN + 1 :] if last else games:
        margin = dice.randint(1, 9) if tournament.plan.margins else 0
        result = dice.choice((PairingResult(2, 0, True, margin), PairingResult(0, 2, True, margin)))
        book.carry_out(partial(_rule, game.round, game.number, result, ""))
    if last:
        claim = partial(_claim, games[OPEN].round, games[OPEN].number, PairingResult(2, 0))
        book.carry_out(claim, TABLE)
        why = "written the wrong way round"
        wish = partial(_rule, games[-1].round, games[-1].number, PairingResult(2, 0), why)
        book.carry_out(wish)


def _rule(
    number: int, game: int, result: PairingResult, why: str, t: Tournament
) -> operations.Events:
    return operations.rule(t, number, game, result, why)


def _claim(number: int, game: int, result: PairingResult, t: Tournament) -> operations.Events:
    return operations.claim(t, number, game, 0, result)


def _list() -> Scene:
    for name, setup, rounds in (("Spring open", "libra", 2), ("Pairs", "multiplicity", 1)):
        sample(name, setup, rounds)
    sample()
    return TournamentsScene()


def _services(tab: str) -> Scene:
    return TournamentScene(sample(), tab)


def _why(app: App) -> None:
    """Ask why the two players of the chosen game are paired."""
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    scene.tab.chosen = OPEN
    why = next(button for button in scene.tab.buttons() if button.name == "why")
    app.change(why.act())


def _clubs(app: App) -> None:
    """Show the standings of clubs."""
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    assert isinstance(scene.tab, StandingsTab)
    scene.tab.best = 4
    scene.resize()


def _family() -> Scene:
    """Return the form of a player who must not be paired with a certain other."""
    number = sample()
    with TournamentStore() as store:
        store.carry_out(number, lambda t: operations.keep_apart(t, 1, [3]))
    return TournamentEntryScene(number, 1)


def _over(factory: Callable[[], Scene], app: App) -> None:
    """Open a form over the desk."""
    app.open(factory())


def _result(game: int) -> Scene:
    return TournamentGameScene(sample(), 3, game)


def _hall(rounds: int) -> Scene:
    return BigScreenScene(sample() if rounds else sample("Winter cup", "libra", 0))


def _boards() -> Scene:
    """Return the big screen while two games of the last round are played on this machine."""
    return BigScreenScene(_with_games_here())


def _standings() -> Scene:
    """Return the standings, with the board of a game in progress beside them."""
    return TournamentScene(_with_games_here(), "standings")


def _laid(app: App) -> None:
    """Wait until the game in progress is shown, where there is room for its board."""
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    assert isinstance(scene.tab, StandingsTab)
    tab = scene.tab
    wait(app, lambda: not tab.boards or bool(tab.game_words()))


def _with_games_here() -> int:
    number = sample()
    with TournamentStore() as store:
        tournament = store.load(number)
    for place, game in enumerate(tournament.rounds[-1].games[:OPEN], start=1):
        match, dice = begin(spec_of(tournament, game), AT), random.Random(place)
        for _action in range(40 + 11 * place):
            match.submit_or_raise(Play((dice.choice(match.legal()),)))
        storage.write_json(storage.games_folder() / f"running-{place + 1}.json", to_record(match))
    return number


def _seen(app: App) -> None:
    """Wait until the games' boards are shown."""
    scene = app.scene
    assert isinstance(scene, BigScreenScene)
    wait(app, lambda: bool(scene.boards_shown.shown))


def _listed(app: App) -> None:
    scene = app.scene
    assert isinstance(scene, TournamentsScene)
    wait(app, lambda: scene.read)


def _ask_door(app: App) -> None:
    scene = app.scene
    assert isinstance(scene, TournamentScene)
    assert isinstance(scene.tab, PlayersTab)
    app.open(scene.tab.ask_door().scene)


def _by_hand() -> Scene:
    """Return the manual pairing of a last round that has warnings of all grades."""
    with TournamentStore() as store:
        plan = TournamentPlan("Spring league", "libra", rounds=7, seed=3, club_rule="weak")
        if any(kept.name == plan.name for kept in store.kept()):
            return HandPairingScene(store.find(plan.name), 2)
        number = store.found(plan)
        for place, person in enumerate(PEOPLE[:9]):
            store.carry_out(number, partial(_enter, person, CLUBS[place % 2], True))
        store.carry_out(number, lambda t: operations.keep_apart(t, 5, [8]))
        store.carry_out(number, operations.draw)
        for game in range(1, 5):
            store.carry_out(number, partial(_rule, 1, game, PairingResult(2, 0), ""))
        pairs = [game.sides for game in store.load(number).rounds[0].games][:1]
        pairs += [(5, 8)] if not {5, 8} & set(pairs[0]) else []
        store.carry_out(number, lambda t: operations.draw_by_hand(t, 2, pairs))
    return HandPairingScene(number, 2)


def _keizer() -> Scene:
    """Play a season by Keizer's system, and return the account of its first player."""
    with TournamentStore() as store:
        plan = TournamentPlan("League", "libra", rounds=12, seed=3, pairing="keizer")
        if any(kept.name == plan.name for kept in store.kept()):
            return KeizerAccountScene(store.find(plan.name), 1)
        number = store.found(plan)
        for person in PEOPLE[:9]:
            store.carry_out(number, partial(_enter, person, "", True))
        for round_ in range(1, 7):
            store.carry_out(number, operations.draw)
            for game in range(1, 5):
                won = PairingResult(2, 0) if (round_ + game) % 3 else PairingResult(0, 2)
                store.carry_out(number, partial(_rule, round_, game, won, ""))
    return KeizerAccountScene(number, 1)


SHOTS = (
    Shot("tournaments", _list, _listed),
    Shot("tournament.new", NewTournamentScene),
    Shot("tournament.rules", lambda: PairingRulesScene("weak", True, True, False)),
    Shot("tournament.by-hand", _by_hand),
    Shot("tournament.keizer", _keizer),
    *(Shot(f"tournament.{tab}", partial(_services, tab)) for tab in TABS if tab != "standings"),
    Shot("tournament.standings", _standings, _laid),
    *(
        Shot(f"tournament.{name}", partial(_services, tab), partial(_over, form))
        for name, tab, form in (
            ("result", "round", partial(_result, OPEN + 1)),
            ("correction", "round", partial(_result, OPEN + 3)),
            ("entry", "players", lambda: TournamentEntryScene(sample())),
            ("edit", "players", _family),
        )
    ),
    Shot("tournament.list", lambda: EntryListScene(sample(), LIST)),
    Shot(
        "tournament.again",
        TournamentsScene,
        partial(_over, lambda: TournamentAgainScene(sample())),
    ),
    Shot("tournament.door", partial(_services, "players"), _ask_door),
    Shot("tournament.why", partial(_services, "round"), _why),
    Shot("tournament.clubs", partial(_services, "standings"), _clubs),
    Shot("hall", partial(_hall, 3)),
    Shot("hall.check-in", partial(_hall, 0)),
    Shot("hall.boards", _boards, _seen),
)
