"""Without a screen, everything is reported in lines of text."""

from __future__ import annotations

from collections.abc import Callable

from game.screen.kiosk.headless import LineTeller


class Scene:
    """A scene with a heading of its own."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.asked = 0  # number of times that the heading was made

    def heading(self) -> str:
        self.asked += 1
        return self._name


def news(scene: Scene) -> dict[object, Callable[[], str]]:
    return {"connected": lambda: "", scene: scene.heading}


def test_a_heading_is_made_once_for_many_frames() -> None:
    told: list[str] = []
    teller, scene = LineTeller(told.append), Scene("Scene")
    for _frame in range(5):
        teller.tell(news(scene))
    assert (told, scene.asked) == (["Scene"], 1)


def test_every_scene_is_told_whatever_lay_at_its_place_in_memory() -> None:
    """A new scene may get the memory address of a scene that has ended."""
    told: list[str] = []
    teller = LineTeller(told.append)
    names = [f"Scene {number}" for number in range(50)]
    for name in names:
        teller.tell(news(Scene(name)))
    assert told == names


def test_what_is_news_again_is_told_again_but_no_line_twice_in_a_row() -> None:
    told: list[str] = []
    teller, one, other = LineTeller(told.append), Scene("One"), Scene("Other")
    for scene in (one, other, one):
        teller.tell(news(scene))
    teller.say("One")
    assert told == ["One", "Other", "One"]
