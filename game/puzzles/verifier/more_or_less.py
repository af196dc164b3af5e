"""More or Less, turn by turn, on strings: one letter a point.

Raises Wrong for a turn that is none, and for turns while counters are placed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.games.more_or_less.rules import MoreOrLess
from game.puzzles.verifier.book import NOBODY, PlainBook, Way, Wrong

EMPTY = "."
COLOURS = "bg"
End = Callable[[list[str], str], None]  # told of the board and the text of a turn
OTHER = {"b": "g", "g": "b"}


class Place(NamedTuple):
    up: str
    seat: int
    marks: tuple[int, int]
    won_by: int


class Book(PlainBook[Place]):
    def __init__(self, game: MoreOrLess) -> None:
        self.names = game.topology.points
        self.centre = game.topology.centre
        self.free_pass = "pass=free" in game.setup.split()
        number = {name: at for at, name in enumerate(self.names)}
        self.number = number
        self.rays: list[list[list[int]]] = [[] for _ in self.names]
        for line in game.topology.lines:
            on = [number[name] for name in line]
            for at, point in enumerate(on):
                self.rays[point] += [ray for ray in (on[at + 1 :], on[:at][::-1]) if ray]
        self.leaps = [[(r[0], r[1]) for r in rays if len(r) > 1] for rays in self.rays]

    def start(self) -> Place:
        return Place(EMPTY * len(self.names), 0, (0, 0), NOBODY)

    def mover(self, position: Place) -> int:
        return position.seat

    def winner(self, position: Place) -> int:
        return position.won_by

    def turned(self, before: Place, after: Place) -> int:
        """Return points with a counter before and after, of different colours.

        The counter that moved keeps its colour: it may have come to where none lay, or back.
        """
        return sum({one, two} == set(COLOURS) for one, two in zip(before.up, after.up))

    # -- turns -------------------------------------------------------------------------------------

    def turns(self, position: Place) -> dict[Place, Way]:
        if len(position.up) - position.up.count(EMPTY) < 25:
            raise Wrong("a puzzle while counters are placed")
        found: dict[Place, Way] = {}

        def end(up: list[str], text: str) -> None:
            place = self.closed(position, "".join(up))
            known = found.get(place)
            found[place] = Way(known.text if known else text, known.ways + 1 if known else 1)

        own = COLOURS[position.seat]
        for point, colour in enumerate(position.up):
            if colour == own:
                up = list(position.up)
                up[point] = EMPTY
                self.jump_on(up, point, own, {point: 1}, "", end)
                self.slide(up, point, own, end)
        if not found or self.free_pass:
            end(list(position.up), "pass")
        return found

    def jump_on(
        self, up: list[str], at: int, own: str, stood: dict[int, int], text: str, end: End
    ) -> None:
        """Return every train from here on; the jumping counter is in the hand, not on the board."""
        for over, to in self.leaps[at]:
            if up[over] == EMPTY or up[to] != EMPTY or stood.get(to, 0) == 2:
                continue
            up[over] = OTHER[up[over]]
            stood[to] = stood.get(to, 0) + 1
            said = f"{text}{self.names[at]}>{self.names[to]}"
            further = any(
                up[o] != EMPTY and up[t] == EMPTY and stood.get(t, 0) < 2 for o, t in self.leaps[to]
            )
            up[to] = own
            end(up, said + ",." if further else said)
            up[to] = EMPTY
            if further:
                self.jump_on(up, to, own, stood, said + ",", end)
            stood[to] -= 1
            up[over] = OTHER[up[over]]

    def slide(self, up: list[str], point: int, own: str, end: End) -> None:
        """Return every slide with its one jump."""
        for ray in self.rays[point]:
            for stop in ray:
                if up[stop] != EMPTY:
                    break
                for over, to in self.leaps[stop]:
                    if up[over] != EMPTY and up[to] == EMPTY:
                        up[over], up[to] = OTHER[up[over]], own
                        names = self.names
                        text = f"{names[point]}~{names[stop]},{names[stop]}>{names[to]}"
                        end(up, text)
                        up[over], up[to] = OTHER[up[over]], EMPTY

    @staticmethod
    def closed(position: Place, up: str) -> Place:
        """After a turn of movement: the marker advances, somebody may have won."""
        seat = position.seat
        marks = tuple(mark + (side == seat) for side, mark in enumerate(position.marks))
        own = up.count(COLOURS[seat])
        won = NOBODY
        if own > 18 or own < 7:
            won = seat
        elif min(marks) == 12:
            won = 0 if up.count("b") < up.count("g") else 1
        return Place(up, 1 - seat, (marks[0], marks[1]), won)

    # -- one turn ----------------------------------------------------------------------------------

    def after(self, position: Place, text: str) -> Place:
        words = text.split(",")
        if len(position.up) - position.up.count(EMPTY) < 25:
            return self.placed(position, words)
        if text == "pass":
            return self.closed(position, position.up)
        up, own, at = list(position.up), COLOURS[position.seat], -1
        for word in words:
            if word == ".":
                continue
            source, target = (self.number[name] for name in word.replace("~", ">").split(">"))
            if up[source] != own or up[target] != EMPTY or at not in (-1, source):
                raise Wrong(f"{word} of {text} cannot be")
            up[source], up[target], at = EMPTY, own, target
            if ">" in word:
                over = next(o for o, t in self.leaps[source] if t == target)
                up[over] = OTHER[up[over]]
        place = self.closed(position, "".join(up))
        if place not in self.turns(position):
            raise Wrong(f"{text} is no turn there")
        return place

    def placed(self, position: Place, words: list[str]) -> Place:
        up = list(position.up)
        for word in words:
            point = self.number[word]
            if up[point] != EMPTY or (position.up.count(EMPTY) == len(up) and word != self.centre):
                raise Wrong(f"{word} cannot be placed")
            up[point] = COLOURS[position.seat]
        if len(words) != (1 if position.up.count(EMPTY) == len(up) else 2):
            raise Wrong(f"{len(words)} placements in a turn")
        return Place("".join(up), 1 - position.seat, (0, 0), NOBODY)


def make(game: MoreOrLess) -> Book:
    return Book(game)
