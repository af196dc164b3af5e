"""Standings: points, then the criteria of the plan, as FIDE counts them (C.07, 2026).

All numbers are whole: points are in half points, and Sonneborn-Berger, a product of two scores, is
in quarters. Unplayed rounds count as follows:

- rounds of an opponent (16.3): requested byes, and absences after the last round that the opponent
  attended, count as draws; everything else counts unchanged;
- rounds of the player (16.4): each counts as an opponent with the player's own points, but at most
  half of all rounds or, if an opponent was paired, at most that opponent's points.

In a round robin unplayed games count as games, and rounds without an opponent do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from game.tournament.keizer import KeizerTable, keizer_table
from game.tournament.plan import DRAW, WIN
from game.tournament.tournament import Entrant, Meeting, Tournament


@dataclass(frozen=True)
class StandingsLine:
    """A line of the standings. Lines that no criterion separates share a `place`.

    `values` has a number for each criterion of the plan; `points_text` converts it to text.
    """

    place: int
    entrant: Entrant
    points: int
    values: tuple[int, ...]
    played: int
    wins: int
    keizer: bool = False

    @property
    def decisive(self) -> int:
        """The half points that decide first; in Keizer's system, those of criterion "keizer"."""
        return self.values[0] if self.keizer else self.points


class TieBreaks:
    """Data for the criteria: a tournament up to and including round `upto`, 0 for all rounds."""

    def __init__(self, tournament: Tournament, upto: int = 0) -> None:
        self.tournament = tournament
        self.everybody = tournament.plan.system == "round-robin"
        self.rounds = upto or len(tournament.rounds)
        self.seen: dict[int, list[Meeting]] = {
            entrant: [m for m in tournament.meetings(entrant)[: self.rounds] if m.decided]
            for entrant in tournament.entrants
        }
        self.points = {e: sum(m.points for m in seen) for e, seen in self.seen.items()}
        self.adjusted = {e: self._adjusted(seen) for e, seen in self.seen.items()}

    @cached_property
    def keizer(self) -> KeizerTable:
        return keizer_table(self.tournament, self.rounds)

    def met(self, meeting: Meeting) -> bool:
        """Return whether a meeting counts as a game against the opponent."""
        return meeting.opponent > 0 and (meeting.played or self.everybody)

    def _adjusted(self, seen: Sequence[Meeting]) -> int:
        """Return an entrant's points as they count for opponents."""
        came = max((m.round for m in seen if not missed(m)), default=0)
        absent = 0 if self.everybody else DRAW
        return sum(m.points if m.opponent or m.round <= came else absent for m in seen)

    def strengths(self, entrant: int) -> list[tuple[int, Meeting]]:
        """Return the contribution of each round to Buchholz."""
        return [
            (self._strength(entrant, m), m)
            for m in self.seen[entrant]
            if m.opponent or not self.everybody
        ]

    def _strength(self, entrant: int, meeting: Meeting) -> int:
        if self.met(meeting):
            return self.adjusted[meeting.opponent]
        most = self.adjusted[meeting.opponent] if meeting.opponent else DRAW * self.rounds
        return min(self.points[entrant], most)


def missed(meeting: Meeting) -> bool:
    """Return whether a round was unplayed because the player chose so."""
    return not meeting.played and meeting.points < WIN and meeting.why != "bye"


def buchholz(table: TieBreaks, entrant: int) -> int:
    return sum(value for value, _m in table.strengths(entrant))


def buchholz_cut(table: TieBreaks, entrant: int) -> int:
    """Return Buchholz without the weakest opponent; a round missed by choice is cut first."""
    found = table.strengths(entrant)
    if not found:
        return 0
    own = [value for value, m in found if missed(m) and not table.met(m)]
    return sum(value for value, _m in found) - min(own or [value for value, _m in found])


def sonneborn(table: TieBreaks, entrant: int) -> int:
    """Return the points of beaten opponents, plus half the points of opponents in drawn games."""
    return sum(value * m.points for value, m in table.strengths(entrant))


def wins(table: TieBreaks, entrant: int) -> int:
    """Count rounds won, including forfeits."""
    return sum(m.points == WIN for m in table.seen[entrant])


def margin(table: TieBreaks, entrant: int) -> int:
    """Return the sum of the margins of won games minus the sum of the margins of lost games."""
    return sum(m.margin for m in table.seen[entrant])


def keizer_points(table: TieBreaks, entrant: int) -> int:
    """Return half points by Keizer's values, as `game.tournament.keizer` counts them."""
    return table.keizer.scores[entrant]


COUNTED: dict[str, Callable[[TieBreaks, int], int]] = {
    "keizer": keizer_points,
    "margin": margin,
    "buchholz": buchholz,
    "buchholz-cut": buchholz_cut,
    "sonneborn": sonneborn,
    "wins": wins,
}
BEST_OF_CLUB = 4  # number of a club's players whose points count
SHARES = {"keizer": 2, "buchholz": 2, "buchholz-cut": 2, "sonneborn": 4, "direct": 2}


def points_text(value: int, share: int = 2) -> str:
    """Return halves or quarters as people write them: 3, 3½, 12¼."""
    whole, rest = divmod(value * 4 // share, 4)
    return f"{whole or ''}{'¼½¾'[rest - 1]}" if rest else str(whole)


def criterion_text(criterion: str, value: int) -> str:
    """Return the number of a criterion as shown in a table."""
    if criterion in SHARES:
        return points_text(value, SHARES[criterion])
    if criterion == "margin" and value:
        return f"{value:+d}".replace("-", "−")
    return str(value)


def standings(tournament: Tournament, upto: int = 0) -> list[StandingsLine]:
    """Return all entrants, the first one first, up to and including a round, 0 for all rounds."""
    table = TieBreaks(tournament, upto)
    order = tournament.plan.order
    groups = [list(tournament.entrants)]
    if not tournament.plan.keizer:
        groups = _split(groups, lambda e: table.points[e])
    values: dict[int, list[int]] = {entrant: [] for entrant in tournament.entrants}
    for criterion in order:
        if criterion == "direct":
            for group in groups:
                for entrant, value in _among(table, group).items():
                    values[entrant].append(value if len(group) > 1 else 0)
            groups = [part for group in groups for part in direct(table, group)]
        else:
            count = COUNTED[criterion]
            found = {entrant: count(table, entrant) for entrant in tournament.entrants}
            for entrant, value in found.items():
                values[entrant].append(value)
            groups = _split(groups, found.__getitem__)
    return _lines(tournament, table, groups, values)


def _lines(
    tournament: Tournament,
    table: TieBreaks,
    groups: Sequence[Sequence[int]],
    values: dict[int, list[int]],
) -> list[StandingsLine]:
    numbers = tournament.start_numbers
    lines: list[StandingsLine] = []
    for group in groups:
        place = len(lines) + 1
        for entrant in sorted(group, key=numbers.__getitem__):
            played = sum(m.played and m.opponent > 0 for m in table.seen[entrant])
            who, points = tournament.entrants[entrant], table.points[entrant]
            line = StandingsLine(
                place,
                who,
                points,
                tuple(values[entrant]),
                played,
                wins(table, entrant),
                tournament.plan.keizer,
            )
            lines.append(line)
    return lines


@dataclass(frozen=True)
class ClubLine:
    """A line of the standings of clubs: the `players` whose `points` count, the best first."""

    place: int
    club: str
    points: int
    players: tuple[Entrant, ...]


def club_standings(
    tournament: Tournament, best: int = BEST_OF_CLUB, upto: int = 0
) -> list[ClubLine]:
    """Return the clubs by the points of their `best` players, then by the first player's place."""
    members: dict[str, list[StandingsLine]] = {}
    for line in standings(tournament, upto):
        if line.entrant.club:
            members.setdefault(line.entrant.club.casefold(), []).append(line)
    counted = [lines[:best] for lines in members.values()]
    order = sorted((-sum(line.points for line in lines), lines[0].place) for lines in counted)
    found = []
    for lines in counted:
        points = sum(line.points for line in lines)
        place = order.index((-points, lines[0].place)) + 1
        people = tuple(line.entrant for line in lines)
        found.append(ClubLine(place, people[0].club, points, people))
    return sorted(found, key=lambda line: (line.place, line.club))


def _split(groups: Sequence[list[int]], value: Callable[[int], int]) -> list[list[int]]:
    """Split each group by the `value` of its members, the highest value first."""
    return [
        [entrant for entrant in group if value(entrant) == found]
        for group in groups
        for found in sorted({value(entrant) for entrant in group}, reverse=True)
    ]


# -- direct encounter ----------------------------------------------------------------------------


def direct(table: TieBreaks, group: list[int]) -> list[list[int]]:
    """Rank tied players by the games among them, and repeat this for players still tied (6.2).

    If some pairs have not met, a player who leads under every possible result of the missing games
    is ranked first.
    """
    if len(group) < 2:
        return [group]
    points, left = _among(table, group), _unmet(table, group)
    if not any(left.values()):
        parts = _split([group], points.__getitem__)
    else:
        parts = _leaders(group, points, left)
    if len(parts) == 1:
        return parts
    return [smaller for part in parts for smaller in direct(table, part)]


def _leaders(group: list[int], points: dict[int, int], left: dict[int, int]) -> list[list[int]]:
    rest, parts = sorted(group, key=lambda e: -points[e]), []
    while len(rest) > 1:
        first, *others = rest
        if points[first] <= max(points[e] + WIN * left[e] for e in others):
            break
        parts.append([first])
        rest = others
    return [*parts, [entrant for entrant in group if entrant in rest]]


def _among(table: TieBreaks, group: Sequence[int]) -> dict[int, int]:
    """Return each entrant's half points against the others of the group."""
    inside = set(group)
    return {
        entrant: sum(m.points for m in table.seen[entrant] if m.opponent in inside and table.met(m))
        for entrant in group
    }


def _unmet(table: TieBreaks, group: Sequence[int]) -> dict[int, int]:
    """Return for each entrant how many others of the group they have not met."""
    if table.everybody:
        return dict.fromkeys(group, 0)
    inside = set(group)
    return {
        entrant: len(inside)
        - 1
        - len({m.opponent for m in table.seen[entrant] if table.met(m)} & inside)
        for entrant in group
    }
