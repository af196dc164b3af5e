"""On the screen, two buttons choose a side, and all that belongs to people moves with them."""

from game.table.spec import ClockSpec, SeatSpec
from tests.screen.play.play_helpers import click, click_on, frames, playing, press, spot

SETUP = "multiplicity size=3 swap=on"
PEOPLE = (SeatSpec(name="Ada"), SeatSpec(name="Ben"))
AGAINST = (SeatSpec(name="Ada"), SeatSpec("engine", 2, "Bo"))


def test_two_buttons_ask_for_the_side() -> None:
    with playing(SETUP, PEOPLE) as (app, scene):
        assert scene.row.faces[1].label == "Take back"
        click(app, spot(scene, "c3"))
        frames(app, 60)
        assert scene.row.main.label == "Keep Black"
        assert scene.row.back.label == "Take White"
        row = [scene.row.main.rect, scene.row.back.rect, scene.row.help.rect]
        assert row[0].width == row[1].width
        assert row[0].right < row[1].left < row[1].right < row[2].left
        press(app, "accept")  # places stones, but chooses no side
        assert len(scene.match.turns) == 1
        click_on(app, scene, "back")
        frames(app, 5)
        assert scene.match.turns[-1].text == "swap"
        assert [seat.name for seat in scene.match.spec.seats] == ["Ben", "Ada"]
        assert [card.name for card in scene.cards()] == ["Ben", "Ada"]
        assert scene.row.faces[1].label == "Take back"


def test_a_choice_waits_for_a_yes_of_who_made_it() -> None:
    clock = ClockSpec(60)
    with playing(SETUP, PEOPLE, clock=clock, confirm_turns=True) as (app, scene):
        click(app, spot(scene, "c3"))
        frames(app, 3)
        click_on(app, scene, "main")
        frames(app, 60)
        click_on(app, scene, "back")
        assert scene.pending.waiting
        assert scene.match.spec.seats[scene.pending.seat or 0].name == "Ben"
        click_on(app, scene, "main")
        assert not scene.pending.waiting
        click_on(app, scene, "back")
        frames(app, 3)
        assert [seat.name for seat in scene.match.spec.seats] == ["Ada", "Ben"]


def test_the_engine_goes_to_the_seat_that_it_has_chosen_or_was_left() -> None:
    with playing(SETUP, (AGAINST[1], AGAINST[0])) as (app, scene):
        for _ in range(600):
            frames(app, 1)
            if scene.match.turns:
                break
        frames(app, 60)
        click_on(app, scene, "back")  # Ada gets White again, the engine Black
        frames(app, 2)
        assert sorted(scene.controller.engines) == [1]
        for _ in range(600):
            frames(app, 1)
            if len(scene.match.turns) > 2 and scene.match.turns[2].complete:
                break
        assert scene.match.turns[2].seat == 1
        press(app, "take-back")
        assert sorted(scene.controller.engines) in ([0], [1])


def test_who_opens_is_asked_for_the_counters_of_both_sides() -> None:
    with playing("more-or-less swap=on", PEOPLE) as (app, scene):
        words = "Ada plays the opening. Then Ben chooses a side."
        assert scene.turn_list.empty == words
        asked = []
        while not scene.match.game.choosing(scene.match.state):
            asked.append(scene.row.main.label)
            scene.match.play(scene.match.legal()[0])
            frames(app, 30)
        assert asked == ["Opening: Black", "Opening: Green", "Opening: Green"]
        pieces = [scene.panel.row_piece(turn) for turn in scene.match.turns]
        assert [piece.colour for piece in pieces if piece is not None] == ["black", "green"]


def test_an_even_placement_is_followed_by_the_choice() -> None:
    with playing("more-or-less opening=even seed=7 swap=on", PEOPLE) as (app, scene):
        assert scene.turn_list.empty == "Ben chooses a side."
        assert scene.row.main.label.startswith("Keep")
        click_on(app, scene, "back")
        frames(app, 5)
        assert [seat.name for seat in scene.match.spec.seats] == ["Ben", "Ada"]


def test_an_opening_that_moves_pieces_is_asked_for_as_a_whole() -> None:
    with playing("less seed=3 swap=on", PEOPLE) as (_app, scene):
        assert scene.row.main.label == "Play the opening"
