"""In games by letter, every text either takes effect exactly once and completely, or is refused."""

from __future__ import annotations

import base64
import datetime
import json
import random
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from game.correspondence import game as games
from game.correspondence.errors import CorrespondenceError
from game.correspondence.game import DAY_S
from game.correspondence.letter import (
    MAX_BYTES,
    MAX_TEXT_LENGTH,
    Letter,
    game_number,
    read_letter,
    write_letter,
)
from game.platform.errors import CodedError
from game.rules.registry import GAMES, usual_setup
from tests.correspondence.places import Place, places

__all__ = ["places"]
Two = tuple[Place, Place]


def refused(place: Place, text: str, code: str) -> None:
    """Check that the text is refused with this code, and that no file changes."""
    before = place.files
    with pytest.raises(CodedError) as why:
        place.take(text)
    assert why.value.code == code
    assert place.files == before


SWAPS = ["more-or-less swap=on", "multiplicity size=3 swap=on", "less swap=on seed=1"]


@pytest.mark.parametrize("setup", [*(usual_setup(game.key) for game in GAMES), *SWAPS])
def test_a_game_goes_to_and_fro_and_both_have_all_of_it(places: Two, setup: str) -> None:
    anna, bernd = places
    anna.begin(setup)
    text, at = anna.game.text(), bernd
    for _turn in range(8):
        at.take(text)
        while not at.game.waits_here:  # the sender moves again, or has the first turn of all
            other = anna if at is bernd else bernd
            text = other.play()
            at.take(text)
        text = at.play()
        at = anna if at is bernd else bernd
    at.take(text)
    assert anna.game.record["turns"] == bernd.game.record["turns"]
    assert anna.game.own != bernd.game.own
    assert len(anna.game.match.turns) >= 8


def test_the_text_survives_what_mails_and_messengers_do_to_it(places: Two) -> None:
    anna, bernd = places
    anna.begin()
    text = anna.play()
    half = len(text) // 2
    bernd.take(f"Hi!\n> {text[:half]}\r\n>> {text[half : half + 9]}\u200b\n>{text[half + 9 :]} Bye")
    reply = bernd.play()
    newest = f"{reply}\n\nAnna wrote:\n> {text}"
    assert len(anna.take(newest).match.turns) == 2


def test_wrong_old_forged_and_doubled_texts_change_nothing(places: Two) -> None:
    anna, bernd = places
    anna.begin()
    first = anna.play()
    refused(anna, first, "doubled")
    bernd.take(first)
    refused(bernd, first, "doubled")
    second = bernd.play()
    refused(bernd, first, "old")
    anna.take(second)
    third = anna.play()
    refused(anna, second, "old")
    refused(bernd, "", "no-text")
    refused(bernd, "no text at all", "no-text")
    refused(bernd, third[:60], "damaged")
    refused(bernd, third.replace("LIM1.", "LIM2."), "newer")
    middle = third[:30] + ("A" if third[30] != "A" else "B") + third[31:]
    with pytest.raises(CodedError) as why:
        bernd.take(middle)
    assert why.value.code in ("damaged", "forged")
    body = third[5:].partition(".")[0]
    refused(bernd, f"LIM1.{body}.{'0' * 16}", "forged")
    bernd.take(third)


def changed(text: str, secret: str, change: Callable[[dict[str, Any]], None]) -> str:
    letter = read_letter(text).letter
    record = json.loads(json.dumps(letter.record))
    change(record)
    return write_letter(replace(letter, record=record), secret)


def test_whoever_knows_the_secret_still_plays_for_their_own_seats_alone(places: Two) -> None:
    anna, bernd = places
    secret = anna.begin().secret
    bernd.take(anna.play())
    text = bernd.play()
    letter = read_letter(text).letter

    def also_for_anna(record: dict[str, Any]) -> None:
        match = bernd.game.match
        match.play(match.legal()[0])
        record["turns"] = [turn.text for turn in match.turns]
        record["times"] = [0.0] * len(match.turns)

    def resign_anna(record: dict[str, Any]) -> None:
        won = bernd.game.match.game.won_by(1, "resigned")
        record["result"] = {"result": won.result, "winners": list(won.winners)}
        record["result"] |= {"reason": "resigned", "margin": won.margin}

    def name_herself(record: dict[str, Any]) -> None:
        record["players"][0]["name"] = "Bernd"

    def other_past(record: dict[str, Any]) -> None:
        record["turns"][0] = bernd.game.match.legal()[0].__str__()

    refused(anna, changed(text, secret, also_for_anna), "not-theirs")
    refused(anna, changed(text, secret, lambda record: record.update(date="2020")), "differs")
    refused(anna, changed(text, secret, name_herself), "differs")
    refused(anna, write_letter(replace(letter, secret=""), "0" * 32), "forged")
    before = anna.files
    for change in (resign_anna, other_past):
        with pytest.raises(CodedError):
            anna.take(changed(text, secret, change))
    assert anna.files == before
    anna.take(text)


def test_a_text_of_an_unknown_game_needs_its_first_one(places: Two) -> None:
    anna, bernd = places
    anna.begin()
    first = anna.play()
    bernd.take(first)
    anna.take(bernd.play())
    third = anna.play()
    for path in bernd.folder.glob("*.json"):
        path.unlink()
    refused(bernd, third, "no-first")
    bernd.take(first)
    refused(bernd, third, "not-theirs")  # Bernd's own turns were only in the lost file


def test_a_draw_is_offered_with_a_text_and_agreed_with_the_next(places: Two) -> None:
    anna, bernd = places
    anna.begin(usual_setup("less"))
    bernd.take(anna.play())
    anna.take(bernd.play("draw"))
    assert anna.game.match.offer is not None
    bernd.take(anna.play("draw"))
    for one in places:
        assert one.game.match.outcome is not None
        assert one.game.match.outcome.result == "draw"
    with pytest.raises(CodedError):
        anna.play("resign")


def test_a_draw_that_nobody_offered_is_not_agreed(places: Two) -> None:
    anna, bernd = places
    secret = anna.begin(usual_setup("less")).secret
    bernd.take(anna.play())
    drawn = {"result": "draw", "winners": [], "reason": "agreed", "margin": 0}
    text = changed(bernd.game.text(), secret, lambda record: record.update(result=drawn))
    refused(anna, text, "differs")


def test_nobody_offers_a_draw_for_the_other_side(places: Two) -> None:
    anna, bernd = places
    secret = anna.begin(usual_setup("less")).secret
    bernd.take(anna.play())
    offered = read_letter(bernd.play("draw")).letter.record["offers"]

    def as_anna(record: dict[str, Any]) -> None:
        record["offers"] = [{**offered[0], "seat": 0}]

    refused(anna, changed(bernd.game.text(), secret, as_anna), "doubled")


def test_resigning_is_told(places: Two) -> None:
    anna, bernd = places
    anna.begin()
    bernd.take(anna.play())
    anna.take(bernd.play("resign"))
    assert anna.game.match.outcome == bernd.game.match.outcome
    assert anna.game.match.outcome is not None
    assert 0 in anna.game.match.outcome.winners


def test_time_is_claimed_when_both_computers_find_it_over(places: Two) -> None:
    anna, bernd = places
    anna.begin(days=3)
    first = anna.play()
    anna.now += 2 * DAY_S
    with pytest.raises(CorrespondenceError, match="days are left"):
        anna.play("claim")
    bernd.now = anna.now
    bernd.take(first)  # after two days in the mail, which do not count
    anna.now += 1.1 * DAY_S
    bernd.now = anna.now
    claim = anna.play("claim")
    refused(bernd, claim, "in-time")
    bernd.now += 2 * DAY_S
    bernd.take(claim)
    assert bernd.game.match.outcome == anna.game.match.outcome
    assert bernd.game.match.outcome is not None
    assert bernd.game.match.outcome.reason == "time"


def test_time_is_not_claimed_for_ones_own_turn_or_without_a_limit(places: Two) -> None:
    anna, bernd = places
    anna.begin(days=3)
    anna.now += 4 * DAY_S
    with pytest.raises(CorrespondenceError) as why:
        anna.play("claim")
    assert why.value.code == "not-waiting"
    secret = bernd.begin().secret
    lost = bernd.game.match.game.time_up(bernd.game.match.state, 0)
    claim = {"result": lost.result, "winners": list(lost.winners), "reason": "time", "margin": 0}
    text = changed(bernd.game.text(), secret, lambda record: record.update(result=claim))
    refused(bernd, text, "in-time")


def test_a_turn_that_began_by_a_wrong_clock_has_all_its_time(places: Two) -> None:
    anna, _bernd = places
    now, anna.now = anna.now, 0.0
    anna.begin(days=3)
    for at in (now, 0.0):
        assert anna.game.seconds_left(at) == 3 * DAY_S


@pytest.mark.parametrize("turn", ["", "resign", "draw"])
def test_what_comes_after_ones_own_time_is_refused_and_loses(places: Two, turn: str) -> None:
    anna, bernd = places
    anna.begin(days=3)
    bernd.take(anna.play())
    bernd.now += 3 * DAY_S
    with pytest.raises(CorrespondenceError, match="the time of this turn is over"):
        bernd.play(turn)
    outcome = bernd.game.match.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("time", bernd.game.match.game.side(0))
    assert len(bernd.game.match.turns) == 1
    anna.take(bernd.game.text())  # Bernd's text reports the end; Anna's own clock does not count
    assert anna.game.match.outcome == outcome


def test_a_bomb_and_a_foreign_record_are_damaged_texts(places: Two) -> None:
    body = base64.b64encode(zlib.compress(b"[" * (4 << 20))).decode().rstrip("=")
    refused(places[0], f"LIM1.{body}.{'0' * 16}", "damaged")
    records: list[Any] = [[], {}, {"turns": 3}, {"turns": []}, None]
    for record in records:
        secret = "ab" * 16
        text = write_letter(Letter(game_number(secret), 0, record, secret), secret)
        before = places[0].files
        with pytest.raises(CodedError):
            places[0].take(text)
        assert places[0].files == before


def test_a_thousand_mangled_texts_change_nothing(places: Two) -> None:
    anna, bernd = places
    anna.begin()
    bernd.take(anna.play())
    text, lot = bernd.play(), random.Random(7)
    before = anna.files
    for _try in range(1000):
        signs = list(text)
        for _sign in range(lot.randint(1, 4)):
            signs[lot.randrange(len(signs))] = chr(lot.randrange(32, 127))
        if lot.random() < 0.3:
            del signs[lot.randrange(len(signs)) :]
        mangled = "".join(signs)
        if read_or_none(mangled) == text:
            continue
        with pytest.raises(CodedError):
            anna.take(mangled)
    assert anna.files == before


def read_or_none(text: str) -> str | None:
    """Return the text as it is read, or None if it is damaged."""
    try:
        sealed = read_letter(text)
    except CorrespondenceError:
        return None
    return f"LIM1.{sealed.body}.{sealed.tag}"


@pytest.mark.parametrize("setup", SWAPS)
def test_whoever_takes_the_other_side_keeps_the_own_computer(places: Two, setup: str) -> None:
    anna, bernd = places
    anna.begin(setup)
    bernd.take(anna.play())
    chosen = ""
    while not chosen:
        at, other = (anna, bernd) if anna.game.waits_here else (bernd, anna)
        if "swap" in [str(action) for action in at.game.match.legal()]:
            chosen = "swap"
        other.take(at.play(chosen))
    assert {anna.game.waits_here, bernd.game.waits_here} == {True, False}
    for place, name in ((anna, "Anna"), (bernd, "Bernd")):
        (own,) = place.game.own
        assert place.game.names[own] == name


def test_a_text_of_a_hosted_game_is_refused(places: Two) -> None:
    anna, bernd = places
    game = anna.begin()
    bernd.take(anna.play())
    game = anna.game
    game.url = "https://club.example/"
    with anna.here():
        games.save(game)
    refused(anna, bernd.play(), "hosted")


def test_a_game_is_dated_when_it_is_begun(places: Two) -> None:
    begun = datetime.datetime.fromtimestamp(places[0].now)
    assert places[0].begin().match.date == begun.isoformat(timespec="seconds")


def test_a_file_of_another_version_is_named(places: Two) -> None:
    anna = places[0]
    path = anna.folder / f"{anna.begin().number}.json"
    path.write_text(path.read_text().replace('"v": 1', '"v": 7'))
    with pytest.raises(CorrespondenceError, match=path.name) as why:
        games.load(path)
    assert why.value.code == "damaged"


def test_of_several_games_the_beginning_of_the_number_is_enough(places: Two) -> None:
    anna = places[0]
    one, other = anna.begin(), anna.begin("multiplicity size=3")
    with anna.here():
        assert games.find(one.number[:10]).number == one.number
        assert {game.number for game in games.load_all()} == {one.number, other.number}
        for name, code in (("zz", "no-game"), ("", "no-game")):
            with pytest.raises(CorrespondenceError) as why:
                games.find(name)
            assert why.value.code == code


def test_a_damaged_file_hides_no_other_game(places: Two) -> None:
    anna = places[0]
    number = anna.begin().number
    (anna.folder / "x.json").write_text("{")
    (anna.folder / "y.json").write_text('{"v": 1, "secret": 3}')
    with anna.here():
        assert [game.number for game in games.load_all()] == [number]


def bombs(count: int) -> str:
    """Return letters of a thousand characters each that unpack to a mebibyte of empty lists."""
    body = base64.b64encode(zlib.compress(b"[" + b"[]," * 349_000 + b"[]]", 9)).decode()
    return " ".join(f"LIM1.{body.rstrip('=')}.{n:016X}" for n in range(count))


def parsed_texts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that collects the length of every text parsed as JSON from now on."""
    lengths = list[int]()
    loads = json.loads

    def counted(text: str, **options: Any) -> Any:
        lengths.append(len(text))
        return loads(text, **options)

    monkeypatch.setattr(json, "loads", counted)
    return lengths


def test_many_bombs_in_one_text_have_one_budget(
    places: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One limit for unpacking applies to a whole pasted text, and at most one letter is parsed."""
    unpacked, opened = list[int](), zlib.decompressobj

    class Counting:
        def __init__(self) -> None:
            self.packed = opened()

        def decompress(self, data: bytes, most: int) -> bytes:
            unpacked.append(len(plain := self.packed.decompress(data, most)))
            return plain

        @property
        def eof(self) -> bool:
            return self.packed.eof

    text = bombs(400)
    monkeypatch.setattr(zlib, "decompressobj", Counting)
    parsed = parsed_texts(monkeypatch)
    assert len(text) > MAX_TEXT_LENGTH
    refused(places[0], text, "damaged")
    assert sum(unpacked) <= MAX_BYTES
    assert len(parsed) <= 1


def test_a_letter_of_a_known_game_is_found_among_bombs(places: Two) -> None:
    anna, bernd = places
    anna.begin()
    first = anna.play()
    bernd.take(first)
    anna.take(f"{bombs(20)} {bernd.play()} {bombs(20)}")


def test_nothing_of_a_letter_is_parsed_before_its_signature_holds(
    places: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bernd = places
    anna.begin()
    bernd.take(anna.play())
    forged = bernd.play()
    forged = f"{forged[:-16]}{'0' * 16}"
    good, known = bernd.game.text(), len(anna.files)
    seen = parsed_texts(monkeypatch)
    anna.take(f"{forged} {good}")
    assert len(seen) == 1 + known, "the letter that is signed, and the files of the games"


def test_only_a_turn_or_an_end_begins_the_days_anew(places: Two) -> None:
    """The offer of a draw gives nobody more time."""
    anna, _bernd = places
    anna.begin(days=3)
    game, begun = anna.game, anna.game.since
    game.play("draw", begun + DAY_S)
    assert game.since == begun
    game.play(game.match.legal()[0].text, begun + 2 * DAY_S)
    assert game.since == begun + 2 * DAY_S
    game.play("resign", begun + 4 * DAY_S)
    assert game.since == begun + 4 * DAY_S


def test_time_is_not_over_a_moment_before_its_end(places: Two) -> None:
    anna, _bernd = places
    anna.begin(days=3)
    game = anna.game
    game.play(game.match.legal()[0].text, game.since)
    with pytest.raises(CorrespondenceError) as why:
        game.claim(game.since + 3 * DAY_S - 0.5)
    assert why.value.code == "in-time"
    with pytest.raises(CorrespondenceError) as why:
        game.claim(game.since + DAY_S)
    assert "2.0" in str(why.value)


def test_nothing_is_played_in_a_game_that_is_over(places: Two) -> None:
    anna, _bernd = places
    anna.begin()
    turn = anna.game.match.legal()[0].text
    anna.play("resign")
    with pytest.raises(CorrespondenceError) as why:
        anna.game.play(turn, anna.game.since)
    assert why.value.code == "not-waiting"


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_the_game_has_not_is_named_as_people_count(seat: int) -> None:
    with pytest.raises(CorrespondenceError) as why:
        games.begin("libra size=3", ["Anna", "Bernd"], (seat,), 0, 0.0)
    assert why.value.code == "seat"
    assert str(seat + 1) in str(why.value)
    assert "2" in str(why.value)


def test_a_number_is_found_however_it_is_written(places: Two) -> None:
    anna, _bernd = places
    anna.begin()
    with anna.here():
        assert games.find(anna.game.number.upper()).number == anna.game.number
