"""A tournament on the network reaches everybody, and only the right people may change it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial

import pytest
import websockets.sync.client

from game.network.host.broadcast import LONGEST_RETRY_S
from game.network.host.tournament_requests import TournamentRequests
from game.network.lines.pipe import RequestAsked, RequestDone, TournamentState
from game.network.lines.tickets import digest
from game.network.rate_limits import FAILED_CODE_RATE, PLAYER_REQUEST_RATE
from game.platform.codec import read
from game.platform.codes import new_code, normalized
from game.platform.i18n import LANGUAGES
from game.screen.app.sharing import NetworkSharing
from game.tournament import operations, player_codes
from game.tournament.plan import TournamentPlan, read_result
from game.tournament.store import TournamentStore
from tests.network.lines import Caller, House, Json
from tests.network.served import HERE
from tests.support.waiting import PATIENCE, until

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")
CODES = ("K7QM-X2RD", "M3PW-9HTA")


def told(house: House, people: tuple[str, ...] = PEOPLE, number: int = 7) -> None:
    """Publish a tournament in which the first two players have codes."""
    state = {"tournament": number, "people": [{"id": n, "name": p} for n, p in enumerate(people)]}
    keys = {digest(normalized(code)): n for n, code in enumerate(CODES)}
    house.receive({"is": "tournament", "state": state, "keys": keys})


def deeds(house: House) -> list[Json]:
    return [line for line in house.told if line["is"] == "deed"]


def test_everybody_is_told_how_it_stands_and_of_many_states_the_newest() -> None:
    house = House()
    early = Caller(house)
    assert not early.of("tournament")
    told(house)
    told(house, ("Ada", "Eva"))
    late = Caller(house)
    for one in (early, late):
        [said] = one.of("tournament")
        assert [person["name"] for person in said["state"]["people"]] == ["Ada", "Eva"]
    house.receive({"is": "tournament", "state": None, "keys": {}})
    assert late.of("tournament")[-1]["state"] is None


def test_a_code_speaks_for_its_player_alone() -> None:
    house = House()
    told(house)
    one, watcher = Caller(house), Caller(house)
    one.say("enter", code="m3pw 9hta")
    assert one.of("player") == [{"v": 1, "type": "player", "person": 1}]
    one.say("deed", number=4, deed={"is": "arrive", "entrant": 0})
    [asked] = deeds(house)
    assert (asked["entrant"], asked["tournament"], asked["deed"]) == (1, 7, {"is": "arrive"})
    words = {"en": "No.", "fr": "Non.", "de": "Nein."}
    done = {"accepted": False, "code": "ended", "words": words}
    house.receive({"is": "done", "asked": asked["asked"], **done})
    [answer] = one.of("done")
    assert (answer["number"], answer["accepted"], answer["words"]) == (4, False, words)
    assert not watcher.of("done")
    assert not watcher.of("player")


def test_the_answer_to_a_player_who_has_gone_is_nobodys() -> None:
    house = House()
    told(house)
    one = Caller(house)
    one.say("enter", code=CODES[0])
    one.say("deed", number=4, deed={"is": "arrive"})
    [asked] = deeds(house)
    one.go()
    done = {"accepted": True, "code": "", "words": {}}
    house.receive({"is": "done", "asked": asked["asked"], **done})
    assert not one.of("done")


def test_spectators_and_wrong_codes_change_nothing() -> None:
    house = House()
    told(house)
    one = Caller(house)
    one.say("deed", number=1, deed={"is": "arrive"})
    assert one.of("error")[-1]["code"] == "no-player"
    for _try in range(FAILED_CODE_RATE[1]):
        one.say("enter", code=new_code())
    assert {said["code"] for said in one.of("error")[1:]} == {"wrong-pass"}
    one.say("enter", code=CODES[0])
    assert one.of("error")[-1]["code"] == "too-many", "codes of seats and of players: one bucket"
    one.say("claim", code=new_code())
    assert one.of("error")[-1]["code"] == "too-many"
    assert not one.of("player")
    assert not deeds(house)
    elsewhere = Caller(house, address="10.0.0.8")
    elsewhere.say("enter", code=CODES[0])
    assert elsewhere.of("player")


def test_without_a_tournament_a_code_costs_no_try() -> None:
    house = House()
    one = Caller(house)
    for _try in range(FAILED_CODE_RATE[1] + 1):
        one.say("enter", code=CODES[0])
    assert {said["code"] for said in one.of("error")} == {"no-tournament"}


def test_a_code_ends_with_its_tournament_and_when_it_is_given_up() -> None:
    house = House()
    told(house)
    one = Caller(house)
    one.say("enter", code=CODES[0])
    house.receive({"is": "tournament", "state": {"tournament": 8}, "keys": {}})
    assert one.of("player")[-1]["person"] is None
    told(house)
    one.say("enter", code=CODES[0])
    one.say("enter", code="")
    assert one.of("player")[-1]["person"] is None
    one.say("deed", number=1, deed={"is": "arrive"})
    assert one.of("error")[-1]["code"] == "no-player"


def test_one_wish_after_the_other_and_not_too_many() -> None:
    house = House()
    told(house)
    one, other = Caller(house), Caller(house)
    for line in (one, other):
        line.say("enter", code=CODES[0])
    one.say("deed", number=1, deed={"is": "arrive"})
    one.say("deed", number=2, deed={"is": "arrive"})
    assert one.of("error")[-1]["code"] == "busy"
    one.go()
    for number in range(PLAYER_REQUEST_RATE[1]):
        other.say("deed", number=number, deed={"is": "arrive"})
        done = {"asked": deeds(house)[-1]["asked"], "accepted": True, "code": "", "words": {}}
        house.receive({"is": "done", **done})
    assert other.of("error")[-1]["code"] == "too-many", "the lines of a player count together"
    assert len(deeds(house)) == PLAYER_REQUEST_RATE[1]


GAME = {"round": 1, "game": 1}


@pytest.mark.parametrize(
    "deed",
    [
        None,
        [],
        {},
        {"is": "draw"},
        {"is": ["arrive"]},
        {"is": "result", **GAME},
        {"is": "result", **GAME, "outcome": "+-"},
        {"is": "result", **GAME, "outcome": ["won"]},
        {"is": "result", **GAME, "outcome": "won", "margin": 1000},
        {"is": "result", **GAME, "outcome": "won", "margin": -1},
        {"is": "result", "round": "1", "game": 1, "outcome": "won"},
        {"is": "confirm", **GAME},
        {"is": "confirm", **GAME, "score": "1" * 201},
    ],
)
def test_what_no_player_can_wish_is_refused_at_once(deed: object) -> None:
    house = House()
    told(house)
    one = Caller(house)
    one.say("enter", code=CODES[0])
    one.say("deed", number=1, deed=deed)
    assert one.of("error")[-1]["code"] == "message"
    assert not deeds(house)


# -- with a real tournament ------------------------------------------------------------------------


class Club:
    """A database with a tournament of four, and a hall that passes requests to it."""

    def __init__(self) -> None:
        self.store = TournamentStore()
        self.number = self.store.found(TournamentPlan("Cup", "libra size=3 mode=duel", rounds=3))
        for name in PEOPLE:
            self.store.carry_out(self.number, partial(operations.enter, names=[name]))
        self.house = House()
        self.lines: list[TournamentState | RequestDone] = []
        self.requests = TournamentRequests(self.lines.append)
        self.requests.open()
        self._heard = self._said = 0

    @property
    def log(self) -> list[tuple[str, str]]:
        """The log as pairs (event, who caused it), without the entries that add the people."""
        entries = self.store.load(self.number).log[1 + len(PEOPLE) :]
        return [(type(entry.event).__name__, entry.by) for entry in entries]

    def go_on(self) -> None:
        while self._said < len(self.lines):
            line, self._said = self.lines[self._said], self._said + 1
            self.house.send(line)
        for asked in deeds(self.house)[self._heard :]:
            self._heard += 1
            self.requests.on_request(read(RequestAsked, asked))

    def until(self, met: Callable[[], bool]) -> None:
        assert until(met, step=self.go_on)

    def player(self, entrant: int) -> Player:
        return Player(self, entrant)


class Stranger(Caller):
    """A client without a player's code."""

    def __init__(self, club: Club) -> None:
        super().__init__(club.house)
        self.club, self.number = club, 0
        club.until(lambda: bool(self.of("tournament")))

    def wish(self, **deed: object) -> str:
        """Send a request, and return the code of the answer; "" for accepted."""
        self.number += 1
        self.say("deed", number=self.number, deed=deed)
        self.club.until(lambda: any(one["number"] == self.number for one in self.of("done")))
        answer = self.of("done")[-1]
        assert answer["accepted"] == (not answer["code"])
        assert set(answer["words"]) == (set() if answer["accepted"] else set(LANGUAGES))
        return str(answer["code"])

    @property
    def state(self) -> Json:
        return dict(self.of("tournament")[-1]["state"])


class Player(Stranger):
    """A client with the code of a player."""

    def __init__(self, club: Club, entrant: int) -> None:
        super().__init__(club)
        self.say("enter", code=player_codes.codes(club.store.load(club.number))[entrant])
        assert self.of("player")[-1]["person"] == entrant


@pytest.fixture
def club() -> Iterator[Club]:
    club = Club()
    yield club
    club.requests.close()
    club.store.close()


def test_anybody_checks_in_by_name_where_the_organiser_allows_it(club: Club) -> None:
    one = Stranger(club)
    assert one.wish(**{"is": "arrive", "person": 3}) == "no-self-check-in"
    assert "by_name" not in one.state
    club.store.carry_out(club.number, lambda t: operations.allow_self_check_in(t, True))
    club.until(lambda: one.state.get("by_name", False))
    assert one.wish(**{"is": "arrive", "person": 3}) == ""
    tournament = club.store.load(club.number)
    assert [entrant.id for entrant in operations.here(tournament)] == [3]
    assert tournament.entrants[3].by_phone
    assert club.log[-1] == ("CheckedIn", "phone")
    assert one.wish(**{"is": "arrive", "person": 99}) == "nobody"
    club.store.carry_out(club.number, lambda t: operations.withdraw(t, 4))
    assert one.wish(**{"is": "arrive", "person": 4}) == "withdrawn"
    one.say("deed", number=9, deed={"is": "result", "round": 1, "game": 1, "outcome": "won"})
    assert one.of("error")[-1]["code"] == "no-player", "a name is enough for nothing else"


def test_by_name_one_address_asks_no_faster_than_a_player(club: Club) -> None:
    club.store.carry_out(club.number, lambda t: operations.allow_self_check_in(t, True))
    one = Stranger(club)
    for _time in range(PLAYER_REQUEST_RATE[1]):
        one.wish(**{"is": "arrive", "person": 1})
    one.say("deed", number=99, deed={"is": "arrive", "person": 2})
    assert one.of("error")[-1]["code"] == "too-many"


def test_players_check_in_and_agree_on_a_result(club: Club) -> None:
    players = {entrant: club.player(entrant) for entrant in (1, 2, 3, 4)}
    assert not any(person["here"] for person in players[1].state["people"])
    for player in players.values():
        assert player.wish(**{"is": "arrive"}) == ""
    club.until(lambda: all(person["here"] for person in players[1].state["people"]))
    club.store.carry_out(club.number, operations.draw)
    club.until(lambda: bool(players[1].state["games"]))
    game = players[1].state["games"][0]
    first, second = (players[person] for person in game["people"])
    third = next(p for e, p in players.items() if e not in game["people"])
    at = {"round": 1, "game": game["game"]}
    assert third.wish(**{"is": "result"}, **at, outcome="won") == "not-at-table"
    assert third.wish(**{"is": "confirm"}, **at, score="0 – 1") == "not-at-table"
    assert second.wish(**{"is": "confirm"}, **at, score="0 – 1") == "no-result"
    assert second.wish(**{"is": "result"}, **at, outcome="won") == ""
    club.until(lambda: first.state["games"][0]["status"] == "claimed")
    assert first.state["games"][0]["said"]["1"]["score"] == "0 – 1"
    assert first.wish(**{"is": "confirm"}, **at, score="1 – 0") == "said-anew"
    assert first.wish(**{"is": "result"}, **at, outcome="won") == ""
    club.until(lambda: third.state["games"][0]["status"] == "disputed")
    assert first.wish(**{"is": "result"}, **at, outcome="lost") == ""
    club.until(lambda: third.state["games"][0]["score"] == "0 – 1")
    assert second.wish(**{"is": "result"}, **at, outcome="lost") == "settled"
    assert third.state["standings"][0]["person"] == game["people"][1]
    assert third.state["standings"][0]["points"] == "1"
    assert ("Claimed", "phone") in club.log
    assert club.log[:4] == [("CheckedIn", "phone")] * 4


def test_what_the_organiser_does_is_seen_and_the_end_stays(club: Club) -> None:
    one = club.player(1)
    for entrant in (1, 2, 3, 4):
        club.store.carry_out(club.number, partial(operations.arrive, entrant=entrant))
    club.store.carry_out(club.number, operations.draw)
    for game in (1, 2):
        won = partial(operations.rule, number=1, game=game, result=read_result("1-0"))
        club.store.carry_out(club.number, won)
    club.store.carry_out(club.number, operations.finish)
    club.until(lambda: bool(one.state["ended"]))
    assert {game["score"] for game in one.state["games"]} == {"1 – 0"}
    assert one.wish(**{"is": "arrive"}) == "ended"
    club.store.delete(club.number)
    club.until(lambda: one.of("tournament")[-1]["state"] is None)


def test_whoever_has_withdrawn_comes_back_through_the_organiser(club: Club) -> None:
    one = club.player(1)
    club.store.carry_out(club.number, lambda t: operations.withdraw(t, 1))
    assert one.wish(**{"is": "arrive"}) == "withdrawn"


def first_told(host: str) -> Json:
    """Return the first state of the tournament that a new client receives."""
    with websockets.sync.client.connect(f"ws://{host}/live", open_timeout=PATIENCE) as line:
        line.send(json.dumps({"v": 1, "type": "follow"}))
        while True:
            said: Json = json.loads(line.recv(PATIENCE))
            if said["type"] == "tournament":
                return dict(said["state"])


def test_the_window_brings_its_tournament_also_to_a_server_begun_anew(club: Club) -> None:
    network = NetworkSharing()
    network.start(HERE)
    try:
        assert until(lambda: network.on, step=lambda: network.update(0.0))
        assert network.broadcast is not None
        assert first_told(str(network.broadcast.address))["name"] == "Cup"
        network.broadcast.process.kill()
        assert until(lambda: not network.on, step=lambda: network.update(0.0))
        assert until(lambda: network.on, step=lambda: network.update(LONGEST_RETRY_S))
        assert first_told(str(network.broadcast.address))["tournament"] == club.number
    finally:
        network.stop()


def test_codes_stay_the_same_and_belong_to_one_tournament(club: Club) -> None:
    known = player_codes.codes(club.store.load(club.number))
    assert known == player_codes.codes(club.store.load(club.number))
    assert len(set(known.values())) == len(PEOPLE)
    other = club.store.found(TournamentPlan("Other cup", "libra size=3 mode=duel", rounds=3))
    club.store.carry_out(other, lambda t: operations.enter(t, ["Ada"]))
    assert player_codes.codes(club.store.load(other))[1] != known[1]
