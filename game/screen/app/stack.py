"""The stack of open scenes.  The topmost gets the input."""

from __future__ import annotations

from collections.abc import Iterator

from game.screen.app.scene import AppServices, Scene


class SceneStack:
    """The open scenes; sets their `desk` as they come and tells them when they go."""

    def __init__(self, desk: AppServices) -> None:
        self._desk = desk
        self._scenes: list[Scene] = []

    def __len__(self) -> int:
        return len(self._scenes)

    def __iter__(self) -> Iterator[Scene]:
        """Iterate from the lowest to the topmost."""
        return iter(self._scenes)

    def index(self, scene: Scene) -> int:
        """Return how many scenes lie below `scene`.  Raises ValueError if it is not open."""
        return self._scenes.index(scene)

    @property
    def top(self) -> Scene:
        """The scene that gets the input.  Raises IndexError if none is open."""
        return self._scenes[-1]

    @property
    def visible(self) -> list[Scene]:
        """The topmost scene and those seen below it, lowest first."""
        first = len(self._scenes) - 1
        while first > 0 and self._scenes[first].overlay:
            first -= 1
        return self._scenes[max(0, first) :]

    def push(self, scene: Scene) -> None:
        """Open `scene` on top."""
        scene.desk = self._desk
        self._scenes.append(scene)
        scene.enter()
        scene.resize()

    def drop_to(self, depth: int) -> None:
        """Leave scenes from the top until so many are left."""
        while len(self._scenes) > depth:
            self._scenes.pop().leave()

    def lay_out(self) -> None:
        """Lay out all scenes after a change of window, theme or language."""
        for scene in self._scenes:
            scene.resize()
