"""Phones keep their people when a side is chosen, although all people change seats."""

from game.network.protocol.match_info import MatchDetails, SeatInfo
from game.rules.proposals import GoBack
from game.table.spec import MatchSpec, SeatSpec
from tests.network.lines import House

SETUP = "multiplicity size=3 swap=on"
NAMES = ("Ada", "Ben")


def house() -> House:
    seats = tuple(SeatSpec("remote", name=name) for name in NAMES)
    told = tuple(SeatInfo({"en": name}, "remote") for name in NAMES)
    return House(MatchSpec(SETUP, seats), MatchDetails("a game", told))


def test_after_swap_each_phone_moves_for_the_other_seat() -> None:
    home = house()
    ada, ben = home.seated(0), home.seated(1)
    ada.play(1, "c3")
    assert [one["kind"] for one in ben.of("choices")[-1]["actions"]] == ["keep", "swap"]
    ben.play(1, "swap")
    assert ada.of("seated")[-1]["seat"] == 1
    assert ben.of("seated")[-1]["seat"] == 0
    names = [seat["name"]["en"] for seat in ada.of("snapshot")[-1]["about"]["seats"]]
    assert names == ["Ben", "Ada"]
    home.go_on()
    before = len(home.match.entries)
    ben.play(2, "c2")  # refused: it is Black's turn, and Ada now plays Black
    assert len(home.match.entries) == before
    ada.play(2, "c2")
    assert len(home.match.entries) == before + 1


def test_taken_back_they_move_back() -> None:
    home = house()
    ada, ben = home.seated(0), home.seated(1)
    ada.play(1, "c3")
    ben.play(1, "swap")
    home.match.submit_or_raise(GoBack(1))
    home.go_on()
    assert ada.of("seated")[-1]["seat"] == 0
    assert ben.of("seated")[-1]["seat"] == 1
    ben.play(2, "keep")
    assert [turn.text for turn in home.match.turns] == ["c3", "keep"]
