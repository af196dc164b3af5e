"""An independent rulebook, slow and plain: dictionaries and sets, nothing shared with the kernels.

Each referee keeps its own position, says which actions (as text) are legal and plays one.
"""

from __future__ import annotations

import math

from game.games.less.rules import Less
from game.games.libra.rules import Libra
from game.games.more_or_less.rules import MoreOrLess
from game.games.multiplicity.rules import Multiplicity
from game.rules import Game

Spot = tuple[int, int]


class MoreOrLessReferee:
    def __init__(self, game: MoreOrLess) -> None:
        self.lines = [list(line) for line in game.topology.lines]
        self.points, self.centre = game.topology.points, game.topology.centre
        self.free_pass = "pass=free" in game.setup.split()
        self.up: dict[str, str] = {}
        self.seat, self.left, self.marks = "black", 1, {"black": 0, "green": 0}
        self.mover: str | None = None
        self.been: list[str] = []
        self.slid = False
        self.winner: str | None = None

    def rays(self, point: str) -> list[list[str]]:
        found = []
        for line in self.lines:
            if point in line:
                at = line.index(point)
                found += [line[at + 1 :], line[:at][::-1]]
        return found

    def jumps(self, point: str, up: dict[str, str]) -> list[str]:
        return [
            ray[1]
            for ray in self.rays(point)
            if len(ray) > 1 and ray[0] in up and ray[1] not in up and self.been.count(ray[1]) < 2
        ]

    def legal(self) -> set[str]:
        if self.winner:
            return set()
        if not self.up:
            return {str(self.centre)}
        if sum(self.marks.values()) == 0 and len(self.up) < 25:
            return {point for point in self.points if point not in self.up}
        if self.mover:
            texts = {f"{self.mover}>{target}" for target in self.jumps(self.mover, self.up)}
            return texts if self.slid else texts | {"."}
        texts = set()
        for point in [p for p, colour in self.up.items() if colour == self.seat]:
            texts |= {f"{point}>{target}" for target in self.jumps(point, self.up)}
            without = {p: colour for p, colour in self.up.items() if p != point}
            for ray in self.rays(point):
                for stop in ray:
                    if stop in self.up:
                        break
                    if self.jumps(stop, without):
                        texts.add(f"{point}~{stop}")
        return texts | {"pass"} if self.free_pass or not texts else texts

    def play(self, text: str) -> None:
        if text in (".", "pass"):
            self.end()
        elif "~" in text:
            self.move(*text.split("~"))
            self.slid = True
        elif ">" in text:
            source, target = text.split(">")
            over = next(ray[0] for ray in self.rays(source) if len(ray) > 1 and ray[1] == target)
            self.move(source, target)
            self.up[over] = "green" if self.up[over] == "black" else "black"
            if self.slid or not self.jumps(target, self.up):
                self.end()
        else:
            self.up[text] = self.seat
            self.left -= 1
            if self.left == 0:
                self.left = 2
                self.seat = self.other()

    def move(self, source: str, target: str) -> None:
        self.been += [target] if self.been else [source, target]
        self.up[target] = self.up.pop(source)
        self.mover = target

    def other(self) -> str:
        return "green" if self.seat == "black" else "black"

    def end(self) -> None:
        self.mover, self.been, self.slid = None, [], False
        self.marks[self.seat] += 1
        own = list(self.up.values()).count(self.seat)
        if own > 18 or own < 7:
            self.winner = self.seat
        elif min(self.marks.values()) == 12:
            blacks = list(self.up.values()).count("black")
            self.winner = "black" if blacks < 25 - blacks else "green"
        self.seat = self.other()

    def result(self) -> str:
        return {None: "none", "black": "p1win", "green": "p2win"}[self.winner]


class LessReferee:
    def __init__(self, game: Less) -> None:
        self.side, self.seats, self.block = (6 if game.seats == 2 else 8), game.seats, game.block
        self.old = "reading=first" in game.setup.split()
        self.walls = self.read_walls(game.walls)
        last = self.side - 2
        corners = {
            2: [(last, 0), (0, last)],
            4: [(0, 0), (0, last), (last, 0), (last, last)],
        }[self.seats]
        self.start = [self.corner(x, y) for x, y in corners]
        self.goal = [self.corner(last - x, last - y) for x, y in corners]
        self.at = {spot: seat for seat in range(self.seats) for spot in self.start[seat]}
        self.seat, self.left, self.spent, self.turns = 0, 3, [0, 0], 0
        self.home: set[int] = set()
        self.ended: str | None = None

    @staticmethod
    def corner(x: int, y: int) -> set[Spot]:
        return {(x + i, y + j) for i in (0, 1) for j in (0, 1)}

    def read_walls(self, digits: str) -> dict[frozenset[Spot], int]:
        given, walls = iter(digits), {}
        for y in reversed(range(self.side)):
            for x in range(self.side - 1):
                walls[frozenset({(x, y), (x + 1, y)})] = int(next(given))
            if y:
                for x in range(self.side):
                    walls[frozenset({(x, y), (x, y - 1)})] = int(next(given))
        return walls

    @staticmethod
    def name(spot: Spot) -> str:
        return f"{'abcdefgh'[spot[0]]}{spot[1] + 1}"

    def is_home(self, at: dict[Spot, int], seat: int) -> bool:
        return all(at.get(spot) == seat for spot in self.goal[seat])

    def side_is_home(self, at: dict[Spot, int], side: int) -> bool:
        return all(self.is_home(at, seat) for seat in range(side, self.seats, 2))

    def moves(self, at: dict[Spot, int]) -> list[tuple[Spot, Spot, int]]:
        mover = self.seat
        if self.seats == 4 and self.is_home(at, mover):
            mover = (mover + 2) % 4
        found = []
        for (x, y), seat in at.items():
            if seat != mover:
                continue
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                near, far = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                wall = self.walls.get(frozenset({(x, y), near}))
                if wall is None:
                    continue
                if near not in at:
                    found.append(((x, y), near, 1 + wall))
                elif wall == 0 and far not in at and self.walls.get(frozenset({near, far})) == 0:
                    found.append(((x, y), far, 1))
        return found

    def most(self, at: dict[Spot, int], left: int) -> int:
        """The most of `left` that can be spent; coming home is all of it."""
        if self.side_is_home(at, self.seat % 2):
            return left
        best = 0
        for source, target, cost in self.moves(at):
            if cost <= left and best < left:
                best = max(best, cost + self.most(self.after(at, source, target), left - cost))
        return best

    @staticmethod
    def after(at: dict[Spot, int], source: Spot, target: Spot) -> dict[Spot, int]:
        moved = dict(at)
        moved[target] = moved.pop(source)
        return moved

    def legal(self) -> set[str]:
        if self.ended:
            return set()
        goal = self.most(self.at, self.left)
        texts = {
            f"{self.name(source)}-{self.name(target)}"
            for source, target, cost in self.moves(self.at)
            if cost <= self.left
            and cost + self.most(self.after(self.at, source, target), self.left - cost) == goal
        }
        return texts or {"pass"}

    def play(self, text: str) -> None:
        if text != "pass":
            source, target, cost = next(
                move
                for move in self.moves(self.at)
                if f"{self.name(move[0])}-{self.name(move[1])}" == text
            )
            self.at = self.after(self.at, source, target)
            self.spent[self.seat % 2] += cost
            self.left -= cost
            home = self.side_is_home(self.at, self.seat % 2)
            if not home and any(cost <= self.left for _, _, cost in self.moves(self.at)):
                return
        self.end()

    def end(self) -> None:
        side = self.seat % 2
        self.turns += 1
        self.left = 3
        if self.side_is_home(self.at, side):
            self.home.add(side)
        if self.home == {0, 1}:
            white, black = self.spent
            self.ended = "draw" if white == black else "p1win" if white < black else "p2win"
        elif self.block and any(self.blocked(seat) for seat in range(side, self.seats, 2)):
            self.ended = ("p1win", "p2win")[side]
        elif self.turns == 200:
            self.ended = "draw" if self.old else self.at_the_limit()
        self.seat = (self.seat + 1) % self.seats
        while self.seat % 2 in self.home and len(self.home) < 2:
            self.seat = (self.seat + 1) % self.seats

    def blocked(self, seat: int) -> bool:
        others = [spot for spot in self.goal[seat] if self.at.get(spot) != seat]
        if len(others) != 1 or others[0] not in self.at:
            return False
        blocker = self.at[others[0]]
        homes = [blocker] if self.old else range(blocker % 2, self.seats, 2)
        return blocker % 2 != seat % 2 and any(others[0] in self.start[home] for home in homes)

    def lay(self, pieces: dict[int, str], seat: int, turns: int) -> None:
        """Put each seat's pieces on these squares, after so many turns."""
        self.at = {
            ("abcdefgh".index(word[0]), int(word[1]) - 1): own
            for own, words in pieces.items()
            for word in words.split()
        }
        self.home = {side for side in (0, 1) if self.side_is_home(self.at, side)}
        self.seat, self.turns = seat, turns

    def at_the_limit(self) -> str:
        """Who wins after 200 turns."""
        sitting = {
            side
            for side in (0, 1)
            for seat in range(side, self.seats, 2)
            for spot in self.start[seat]
            if spot in self.at and self.at[spot] % 2 == side
        }
        if self.block and len(sitting) == 1:
            return "p2win" if 0 in sitting else "p1win"
        if len(self.home) == 1:
            return "p1win" if 0 in self.home else "p2win"
        return "draw"

    def result(self) -> str:
        return self.ended or "none"


def hex_neighbours(label: str) -> set[str]:
    letter, number = ord(label[0]), int(label[1:])
    steps = ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1))
    return {f"{chr(letter + dq)}{number + dr}" for dq, dr in steps}


def hex_groups(stones: dict[str, str], colour: str) -> list[int]:
    rest, sizes = {p for p, c in stones.items() if c == colour}, []
    while rest:
        group, border = set(), {rest.pop()}
        while border:
            group |= border
            border = {n for p in border for n in hex_neighbours(p)} & rest
            rest -= border
        sizes.append(len(group))
    return sizes


class LibraReferee:
    def __init__(self, game: Libra) -> None:
        self.mode, self.aim = game.mode, game.target
        self.cells = [p for p in game.topology.points if p not in game.obstacles]
        self.stones: dict[str, str] = {}
        self.seat, self.more, self.rounds = 0, 1, []
        self.bids: list[int] = []
        self.bidding = game.mode == "bid"
        self.ended = "none"

    def legal(self) -> set[str]:
        if self.ended != "none":
            return set()
        if self.bidding:
            low = self.bids[-1] + 1 if self.bids else 1
            rises = {f"bid{n}" for n in range(low, len(self.cells) + 1)}
            return rises | ({"pass"} if self.bids else set())
        return {c + p for p in self.cells if p not in self.stones for c in "WB"}

    def play(self, text: str) -> None:
        if text == "pass":
            self.bidding, self.aim, self.more = False, self.bids[-1], 1 - self.seat
            return
        if text.startswith("bid"):
            self.bids.append(int(text[3:]))
        else:
            self.stones[text[1:]] = text[0]
        self.seat = 1 - self.seat
        if len(self.stones) == len(self.cells):
            self.count()

    def count(self) -> None:
        groups = len(hex_groups(self.stones, "W")) + len(hex_groups(self.stones, "B"))
        if self.mode != "duel":
            winner = self.more if groups >= self.aim else 1 - self.more
            self.ended = ("p1win", "p2win")[winner]
            return
        self.rounds.append(groups)
        if len(self.rounds) == 1:
            self.stones, self.seat, self.more = {}, 1, 0
        else:
            first, second = self.rounds
            self.ended = "draw" if first == second else "p1win" if second > first else "p2win"

    def result(self) -> str:
        return self.ended


class MultiplicityReferee:
    def __init__(self, game: Multiplicity) -> None:
        self.cells, self.last_empty = game.topology.points, 0 if game.full else 1
        self.stones: dict[str, str] = {}
        self.seat, self.last, self.bound_done = 0, "", False
        self.open = "opening=free" in game.setup.split()
        self.ended = "none"

    def empty(self) -> set[str]:
        return {cell for cell in self.cells if cell not in self.stones}

    def quiet(self) -> set[str]:
        return {c for c in self.empty() if not hex_neighbours(c) & set(self.stones)}

    def legal(self) -> set[str]:
        if self.ended != "none":
            return set()
        if self.open or not self.stones:
            return self.empty()
        return self.quiet() if self.bound_done else hex_neighbours(self.last) & self.empty()

    def play(self, text: str) -> None:
        opening = not self.stones
        self.stones[text] = "WB"[self.seat]
        if not self.open and not opening and not self.bound_done:
            if self.quiet():
                self.bound_done = True
                return self.close()
            self.open = True
        self.bound_done, self.last, self.seat = False, text, 1 - self.seat
        return self.close()

    def close(self) -> None:
        if len(self.empty()) <= self.last_empty:
            white, black = (math.prod(hex_groups(self.stones, c)) for c in "WB")
            self.ended = "draw" if white == black else "p1win" if white > black else "p2win"

    def result(self) -> str:
        return self.ended


REFEREES = {
    "more-or-less": MoreOrLessReferee,
    "less": LessReferee,
    "libra": LibraReferee,
    "multiplicity": MultiplicityReferee,
}

Referee = MoreOrLessReferee | LessReferee | LibraReferee | MultiplicityReferee


def referee(game: Game) -> Referee:
    return REFEREES[game.key](game)  # type: ignore[arg-type]
