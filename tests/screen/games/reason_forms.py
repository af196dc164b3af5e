"""The forms of all reasons for a turn, each with a check along the line that the form describes.

A sentence without a form fails. A sentence also fails if its number contradicts the line, or its
direction contradicts the aim of the game.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable

from game.games.less.rules import Less
from game.games.libra.rules import Libra
from game.games.multiplicity.rules import Multiplicity
from game.rules.base import Action, Game, State
from game.rules.kernel import SEAT
from game.table.history import Turn

Claim = Callable[[Game, tuple[Turn, ...], "re.Match[str]"], bool]
MOST_LOOKED_AT = 600  # maximum number of actions in an exhaustive search for a turn
COLOURS = ("black", "green")
SIDES = ("white", "black")
FIGURE = r"(\d+(?:\xa0\d{3})*)"


def figures(found: re.Match[str]) -> list[int]:
    return [int(figure.replace("\xa0", "")) for figure in re.findall(FIGURE, found.group())]


def counts(line: tuple[Turn, ...], game: Game, name: str) -> list[int]:
    """Return one number of the tally before a line, and after each of its turns."""
    return [game.tally(state)[name] for state in (line[0].before, *(t.after for t in line))]


def ends(game: Game, state: State, seat: int) -> tuple[list[tuple[int, int]], bool]:
    """Return (counters up, jumps) for a seat's possible turns, and whether all were found."""
    turned = list(state)
    turned[SEAT] = seat
    first, looked = tuple(turned), 0
    stack, found = [(first, 0)], []
    while stack and looked < MOST_LOOKED_AT:
        here, hops = stack.pop()
        for action in game.legal(here):
            looked += 1
            after = game.advance(here, action)
            jumps = hops + (action.kind == "jump")
            if game.turns(after) != game.turns(first) or game.over(after):
                found.append((game.tally(after)[COLOURS[seat]], jumps))
            else:
                stack.append((after, jumps))
    return found, not stack


def won(up: int) -> bool:
    return up <= 6 or up >= 19


def jumps(game: Game, state: State, seat: int) -> int:
    """Return the number of jumps for a seat's counters, whoever is to move."""
    board, pieces = game.topology, game.pieces(state)
    ways = [way for line in board.lines for way in (line, line[::-1])]
    three = [way[at : at + 3] for way in ways for at in range(len(way) - 2)]
    return sum(
        a in pieces and pieces[a].seat == seat and b in pieces and c not in pieces
        for a, b, c in three
    )


# -- More or Less ----------------------------------------------------------------------------------


def fewer(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    said, up = figures(found), counts(line, game, COLOURS[line[0].seat])
    return said == up[: len(said)] and up[1] < up[0] and max(up[1:3]) <= up[0]


def prepares(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    hops, up = figures(found)
    all_up = counts(line, game, COLOURS[line[0].seat])
    return line[2].hops == hops and all_up[3] == up < min(all_up[2], all_up[0])


def wins_soon(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    outcome = game.outcome(line[-1].after)
    assert outcome is not None
    up = counts(line, game, COLOURS[line[0].seat])[-1]
    said = figures(found)
    return line[0].seat in outcome.winners and (said[-1] == up or said == [up, 25 - up])


def wins_by_train(state: State, game: Game, seat: int, hops: int, up: int) -> bool:
    """Return whether a seat can win by this many jumps; True if the turns are too many to check."""
    looked, complete = ends(game, state, seat)
    return won(up) and ((up, hops) in looked or not complete)


def stops(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    other, said = 1 - line[0].seat, figures(found)
    hops, up = (1, *said) if len(said) == 1 else said
    after = any(won(end) for end, _hops in ends(game, line[0].after, other)[0])
    return wins_by_train(line[0].before, game, other, hops, up) and not after


def all_the_same(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    said = figures(found)
    hops, up = (1, *said) if len(said) == 1 else said
    return wins_by_train(line[0].after, game, 1 - line[0].seat, hops, up)


def threatens(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    aim, *said = figures(found)
    hops, up = (1, *said) if len(said) == 1 else said
    right = up >= aim if aim == 19 else up <= aim == 6
    return right and wins_by_train(line[0].after, game, line[0].seat, hops, up)


def no_win(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    up, aim = figures(found)
    other = [end for end, _hops in ends(game, line[0].after, 1 - line[0].seat)[0]]
    short = abs(aim - up)
    return not any(map(won, other)) and all(min(end - 6, 19 - end) >= short for end in other)


def more_jumps(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    seat, said = line[0].seat, figures(found)
    before, after = (jumps(game, state, seat) for state in (line[0].before, line[0].after))
    return said == [after, before] and after > before


def takes_jumps(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    seat, said = 1 - line[0].seat, figures(found)
    before, after = (jumps(game, state, seat) for state in (line[0].before, line[0].after))
    return said == [after, before] and after < before


def both_jump(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    own, other = (jumps(game, line[0].after, seat) for seat in (line[0].seat, 1 - line[0].seat))
    return figures(found) == [own, other] and own >= other


def no_new_jump(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    seat, said = 1 - line[0].seat, figures(found)
    there = [jumps(game, state, seat) for state in (line[0].before, line[0].after)]
    return there == [said[0], said[0]] if said else there[1] == 0


# -- Less ------------------------------------------------------------------------------------------


def in_all(game: Game, state: State, side: int) -> int:
    """Return the moves that a side has spent plus those still to go, as the rules count them."""
    assert isinstance(game, Less)
    return game.tally(state)[f"spent_{SIDES[side]}"] + game.to_go(state, side)


def along(game: Game, line: tuple[Turn, ...], side: int) -> list[int]:
    return [in_all(game, s, side) for s in (line[0].before, *(t.after for t in line[:2]))]


def balance(game: Game, line: tuple[Turn, ...], said: list[int]) -> bool:
    side = line[0].seat % 2
    return said == [along(game, line, side)[-1], along(game, line, 1 - side)[-1]]


def in_the_way(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    cost, *said = figures(found)
    other = along(game, line, 1 - line[0].seat % 2)
    return other[-1] - other[0] == cost > 0 and balance(game, line, said)


def saves(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    saved, *said = figures(found)
    own = along(game, line, line[0].seat % 2)
    return own[0] - own[1] == saved > 0 and balance(game, line, said)


def bridge(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    leaps, *said = figures(found)
    moved = {entry.action.target for entry in line[0].entries if entry.action is not None}
    nexts = [entry.action for entry in line[2].entries if entry.action is not None]
    over = [action for action in nexts if action.kind == "leap" and action.points[1] in moved]
    return len(over) == leaps > 0 and balance(game, line, said)


def leaps(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    count, left, *said = figures(found)
    assert isinstance(game, Less)
    to_go = game.to_go(line[0].after, line[0].seat % 2)
    return line[0].hops == count and left == to_go and balance(game, line, said)


def nearer(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    assert isinstance(game, Less)
    left, before, *said = figures(found)
    side = line[0].seat % 2
    to_go = [game.to_go(state, side) for state in (line[0].after, line[0].before)]
    return [left, before] == to_go and left < before and balance(game, line, said)


def waits(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    assert isinstance(game, Less)
    cost, *said = figures(found)
    side = line[0].seat % 2
    before, now = (game.to_go(state, side) for state in (line[0].before, line[0].after))
    own, other = along(game, line, side), along(game, line, 1 - side)
    lost = other[-1] - other[0]
    if "loses" in found.group():
        lost -= said.pop(0)
    return now >= before and own[1] - own[0] == cost and lost <= 0 and balance(game, line, said)


def late(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    seat, said = line[0].seat, figures(found)
    outcome, tally = game.outcome(line[0].after), game.tally(line[0].after)
    assert outcome is not None
    spent = [tally[f"spent_{SIDES[side]}"] for side in (seat % 2, 1 - seat % 2)]
    return seat not in outcome.winners and said == spent and said[0] > said[1]


# -- Libra -----------------------------------------------------------------------------------------


def groups(game: Game, state: State) -> int:
    assert isinstance(game, Libra)
    return game.groups(state)


def rooms(game: Game, state: State) -> int:
    """Return the number of empty cells where a stone of some colour would begin a group."""
    return sum(
        any(groups(game, game.advance(state, a)) > groups(game, state) for a in stones)
        for stones in by_cell(game, state).values()
    )


def by_cell(game: Game, state: State) -> dict[str, list[Action]]:
    cells: dict[str, list[Action]] = {}
    for action in game.legal(state):
        cells.setdefault(action.points[0], []).append(action)
    return cells


def is_more(game: Game, line: tuple[Turn, ...]) -> bool:
    return game.tally(line[0].before)["more"] == line[0].seat


def new_group(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    said = [groups(game, line[0].after), groups(game, line[0].before)]
    return figures(found) == said and said[0] == said[1] + 1 and is_more(game, line)


def joins(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    joined, now, before = figures(found)
    there = groups(game, line[0].after), groups(game, line[0].before)
    return (now, before) == there and joined == before - now + 1 > 1 and not is_more(game, line)


def takes_room(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    now, before = figures(found)
    there = rooms(game, line[0].after), rooms(game, line[0].before)
    return (now, before) == there and now < before and not is_more(game, line)


def keeps_room(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    same = groups(game, line[0].after) == groups(game, line[0].before)
    return figures(found) == [rooms(game, line[0].after)] and same and is_more(game, line)


def apart(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    cell = line[0].entries[0].text[1:]
    there = groups(game, line[0].before)
    could = [
        groups(game, game.advance(line[0].before, a)) for a in by_cell(game, line[0].before)[cell]
    ]
    return figures(found) == [there - min(could) + 1] and is_more(game, line)


def costs(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    lost = groups(game, line[0].before) - groups(game, line[0].after)
    best = max(groups(game, game.advance(line[0].before, a)) for a in game.legal(line[0].before))
    least = best <= groups(game, line[0].after)
    return figures(found) == [lost] and lost > 0 and least == ("no stone" in found.group())


def costs_and_keeps_room(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    lost = groups(game, line[0].before) - groups(game, line[0].after)
    said = [lost, rooms(game, line[0].after)]
    return figures(found) == said and min(said) > 0 and is_more(game, line)


def ends_round(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    tally = game.tally(line[0].after)
    return figures(found) == [tally["first"]] and tally["round"] == 2


def apart_at_a_cost(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    kept, lost = figures(found)
    state, stone = line[0].before, line[0].entries[0].text
    both = {
        a.text: groups(game, state) - groups(game, game.advance(state, a))
        for a in by_cell(game, state)[stone[1:]]
    }
    other = next(less for text, less in both.items() if text != stone)
    return other + 1 == kept > 1 and both[stone] == lost > 0 and is_more(game, line)


def no_change(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    return groups(game, line[0].after) == groups(game, line[0].before)


def one_more(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    return groups(game, line[0].after) == groups(game, line[0].before) + 1


def after_reply(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    return figures(found) == [groups(game, line[1].after)]


def after_turn(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    return figures(found) == [groups(game, line[0].after)]


def needed(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    tally = game.tally(line[0].after)
    return figures(found) == [tally["aim"] or tally["first"]]


def wants_many(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    return is_more(game, line)


def wants_few(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    return not is_more(game, line)


# -- Multiplicity ----------------------------------------------------------------------------------


def product(game: Game, state: State, seat: int) -> int:
    assert isinstance(game, Multiplicity)
    return math.prod(game.factors(state, seat))


def most(game: Game, state: State, seat: int) -> int:
    """Return the highest product that one more stone could give a seat."""
    first = len(state) - 2 * len(game.topology)
    best = 0
    for cell in range(len(game.topology)):
        if state[first + cell] == 0:
            laid = list(state)
            laid[first + cell] = seat + 1
            best = max(best, product(game, tuple(laid), seat))
    return best


def best_cell(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    other = 1 - line[0].seat
    said = [most(game, state, other) for state in (line[0].before, line[0].after)]
    return figures(found) == said and said[1] < said[0]


def grows(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    *sizes, size, now, before = figures(found)
    seat = line[0].seat
    there = [product(game, state, seat) for state in (line[0].after, line[0].before)]
    return [now, before] == there and now > before and size == sum(sizes) + 1


def costs_least(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    seat = line[0].seat
    there = [product(game, state, seat) for state in (line[0].after, line[0].before)]
    return figures(found) == there and most(game, line[0].before, seat) == there[0] < there[1]


def costs_product(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    seat = line[0].seat
    there = [product(game, state, seat) for state in (line[0].after, line[0].before)]
    return figures(found) == there and there[0] < there[1]


def keeps_product(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    there = {product(game, state, line[0].seat) for state in (line[0].after, line[0].before)}
    return set(figures(found)) == there


def new_factor(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    assert isinstance(game, Multiplicity)
    sizes = [len(game.factors(state, line[0].seat)) for state in (line[0].before, line[0].after)]
    return sizes[1] == sizes[0] + 1


def products(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    state, seat = line[min(1, len(line) - 1)].after, line[0].seat
    return figures(found) == [product(game, state, seat), product(game, state, 1 - seat)]


def closes(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    return game.phase(line[0].after) == "open" and game.to_move(line[0].after) != line[0].seat


def few_beside(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    count, usual = 0, 0.0
    for entry in line[0].entries:
        pieces, near = game.pieces(entry.before), game.topology.neighbours
        free = {
            action.text: sum(cell not in pieces for cell in near[action.text])
            for action in game.legal(entry.before)
        }
        count += free[entry.text]
        usual += sum(free.values()) / len(free)
    two = len(line[0].entries) == 2
    said = figures(found)
    return said == [count, round(usual)] and said[0] < said[1] and two == ("two" in found[0])


def lost_at_the_end(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    outcome = game.outcome(line[0].after)
    return outcome is not None and bool(outcome.winners) and line[0].seat not in outcome.winners


def true_of_ends(game: Game, line: tuple[Turn, ...], found: re.Match[str]) -> bool:
    outcome = game.outcome(line[0].after)
    assert outcome is not None
    return (line[0].seat in outcome.winners) == ("Wins" in found.group())


HIGHER = r": the higher product wins\."
NAME = r"(?:Black|Green|White|MORE|LESS)"
ENDS: dict[str, Claim] = {
    r"Wins at once\.": true_of_ends,
    rf"Ends the game, and {NAME} wins\.": lost_at_the_end,
    r"Ends the game in a draw\.": true_of_ends,
}
BALANCE = rf" (Then )?{NAME} makes \d+, {NAME} \d+: fewer win\."
FORMS: dict[str, dict[str, Claim]] = {
    "more-or-less": {
        r"Fewer win in the end: \d+ \w+ become \d+(, \d+ after the reply)?\.": fewer,
        r"Prepares a train of \d+: then \d+ are \w+, and fewer win in the end\.": prepares,
        r"Wins at the end with fewer counters: \d+ \w+ against \d+\.": wins_soon,
        r"Going for \d+: \d+ \w+ become \d+, and \d+ next turn\.": wins_soon,
        rf"Stops {NAME}'s train of \d+: it would win with \d+ \w+\.": stops,
        rf"Stops {NAME}'s winning jump: it would make \d+ \w+\.": stops,
        rf"{NAME} can win all the same: a (jump|train of \d+) makes \d+ \w+\.": all_the_same,
        r"Going for \d+: threatens a (jump|train of \d+) that makes \d+ \w+\.": threatens,
        rf"Leaves {NAME} no win: at best it comes to \d+ \w+, and \d+ wins\.": no_win,
        rf"Room to jump: \d+ jumps? for {NAME} instead of \d+\. More is better\.": more_jumps,
        rf"Takes jumps from {NAME}: \d+ (is|are) left of \d+\. Fewer jumps, less choice\.": (
            takes_jumps
        ),
        rf"{NAME} could make \d+ jumps?, {NAME} \d+\. More is better\.": both_jump,
        rf"Gives {NAME} nothing to jump over yet\.": no_new_jump,
        rf"Gives {NAME} no new jump: \d+ as before\. Fewer jumps, less choice\.": no_new_jump,
    },
    "less": {
        rf"Stands in {NAME}'s way, which costs them \d+ moves?\.{BALANCE}": in_the_way,
        rf"Leaps over {NAME} and saves \d+ moves?\.{BALANCE}": saves,
        rf"Builds a bridge: \d+ (leap|leaps) of the next turn (goes|go) over it\.{BALANCE}": bridge,
        rf"\d+ (leap|leaps), two squares for one move( each)?: \d+ to go\.{BALANCE}": leaps,
        rf"(By the shortest way|Nearer home): \d+ to go instead of \d+\.{BALANCE}": nearer,
        rf"Waits, which costs \d+ moves?(, and {NAME} loses \d+ in the reply)?\.{BALANCE}": waits,
        rf"Home, but late: {NAME} made \d+, {NAME} \d+\. Fewer moves win\.": late,
    },
    "libra": {
        r"A new group: \d+ now instead of \d+\.": new_group,
        r"Joins \d+ groups into one: \d+ now instead of \d+\.": joins,
        r"Takes room: a new group can begin on \d+ cells? instead of \d+\.": takes_room,
        r"Keeps room: a new group can still begin on \d+ cells?\.": keeps_room,
        r"Keeps \d+ groups apart that one stone could have joined\.": apart,
        r"Costs \d+ groups?(, and no stone costs fewer)?\.": costs,
        r"Costs \d+ groups?, but keeps room: new ones can still begin on \d+ cells?\.": (
            costs_and_keeps_room
        ),
        r"Ends the round with \d+ groups?\.": ends_round,
        r"Keeps \d+ groups apart, and costs \d+ groups?\.": apart_at_a_cost,
        r"(Costs no group|Makes no new group)\.": no_change,
        r"Makes one more group\.": one_more,
        r"There (is|are) \d+ groups? after the reply\.": after_reply,
        r"There (is|are) \d+ groups?\.": after_turn,
        r"(MORE needs \d+|MORE must beat \d+)\.": needed,
        r"MORE wants many\.": wants_many,
        r"LESS wants few\.": wants_few,
    },
    "multiplicity": {
        rf"Takes {NAME}'s best cell: their product could be {FIGURE} next, "
        rf"now {FIGURE} at most\.": (best_cell),
        rf"A group of \d+ becomes one of \d+: product {FIGURE} instead of {FIGURE}\.": grows,
        rf"Joins \d+( \+ \d+)+ into a group of \d+: product {FIGURE} instead of {FIGURE}\.": grows,
        rf"Costs the least of all stones: product {FIGURE} instead of {FIGURE}\.": costs_least,
        rf"Costs product: {FIGURE} instead of {FIGURE}\.": costs_product,
        rf"Keeps the product at {FIGURE}\.": keeps_product,
        r"Begins a group that can grow\.": new_factor,
        rf"(After the reply )?{NAME} {FIGURE}, {NAME} {FIGURE}{HIGHER}": products,
        rf"Ends the opening: no free stone fits any more, and {NAME} places next\.": closes,
        r"Harder to join: \d+ empty cells? beside (it|the two), \d+ on average\."
        r" Groups apart are multiplied\.": few_beside,
    },
}


def check(game: Game, line: tuple[Turn, ...], words: str, seen: Counter[str]) -> None:
    """Fail unless every sentence has one of the game's forms and is true."""
    forms = {**ENDS, **FORMS[game.key]}
    rest = words
    while rest:
        found = next(
            ((form, hit) for form in forms if (hit := re.match(form + r"(?: |$)", rest))), None
        )
        assert found is not None, rest
        form, hit = found
        claim = re.match(form, rest)
        assert claim is not None
        assert forms[form](game, line, claim), (words, line[0].text)
        seen[form] += 1
        rest = rest[hit.end() :]
