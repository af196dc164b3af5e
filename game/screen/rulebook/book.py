"""The whole rulebook: the pages of each game, the positions of their examples, goals of tasks.

A goal is a name and an argument: "train:3" means a turn with at least three jumps. It is checked
after every action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

from game.platform.i18n import N_
from game.rules import Event, Game, State
from game.rules.events import Flipped, Jumped, Placed, SideHome, Slid, Stepped
from game.rules.registry import game_class, parse_setup, plugin_folder, plugin_part, usual_setup
from game.screen.plugin.pages import (
    BuildingPuzzle,
    Example,
    ExamplePosition,
    Paragraph,
    RulebookPage,
)
from game.screen.plugin.registry import rulebook_of, screen_plugin_of
from game.screen.plugin.texts import ContentError, read_campaign, read_lesson, read_pages
from game.solo.mode import SoloMode

FILE = "rulebook.toml"


@cache
def pages_of(key: str) -> tuple[RulebookPage, ...]:
    """Return the pages of a game; a game without pages gets a plain one.

    If texts cannot be read, a page reports the errors. Raises SetupError.
    """
    pages: tuple[RulebookPage, ...] = ()
    wrong = []
    folder = plugin_folder(key, "texts")
    if folder is not None:
        modes = cast(Sequence[SoloMode], plugin_part(key, "solo") or ())
        try:
            pages = read_pages(folder / FILE, [mode.rule for mode in modes])
        except (OSError, ValueError) as error:
            wrong.append(str(error))
        for read, name in ((read_lesson, "lesson.toml"), (read_campaign, "campaign.toml")):
            try:
                read(folder / name)
            except (OSError, ValueError) as error:
                wrong.append(str(error))
    if pages and not wrong:
        return pages
    return (*pages, _plain_page(key, wrong))


def _plain_page(key: str, wrong: Sequence[str]) -> RulebookPage:
    words = [screen_plugin_of(key).card.about, N_("There are no pages for this game yet.")]
    board = Example(ExamplePosition(usual_setup(key)), N_("The board before the first turn."))
    said = tuple(Paragraph(text, "ours") for text in wrong or filter(None, words))
    return RulebookPage("plain", game_class(key).title, said, board)


@cache
def game_of(setup: str) -> Game:
    """Return the game of a setup string.  Raises SetupError or BoardError."""
    return parse_setup(setup)


def build(position: ExamplePosition) -> tuple[Game, State]:
    """Return the game and the state of a position.

    The state may count more pieces than are on the board, because examples leave out pieces that do
    not matter. Raises RulesError for turns that are not legal, ContentError for fields that the
    game does not know.
    """
    game = game_of(position.setup)
    state = game.start()
    if position.fields:
        try:
            state = rulebook_of(game.key).lay(game, position.fields)
        except (LookupError, TypeError, AttributeError):
            found = dict(position.fields)
            raise ContentError(FILE, "position", found, "fields and points of this game") from None
    for turn in position.played.split():
        for action in game.parse_turn(state, turn):
            state = game.play(state, action).state
    return game, state


def check_page(page: RulebookPage) -> None:
    """Check that a page can be shown: its positions, actions, points and goals exist in its game.

    Raises RulesError, ContentError.
    """
    shows, place = page.shows, f"page {page.key}"
    if isinstance(shows, BuildingPuzzle):
        kinds = [set(rulebook_of(game_of(setup).key).builders) for setup in shows.setups]
        if not all(shows.kind in known for known in kinds):
            raise ContentError(FILE, f"{place} kind", shows.kind, f"one of {kinds[0]}")
        return
    game, state = build(shows.position)
    if isinstance(shows, Example):
        turns = [move.actions for move in shows.moves]
        named = {p for move in shows.moves for p in (*move.marks, *move.numbers, *move.forbidden)}
    else:
        turns = shows.solution.split()
        named = {*shows.marks, *(point for wrong in shows.wrong for point in wrong.points)}
        if shows.goal.partition(":")[0] not in GOALS:
            raise ContentError(FILE, f"{place} goal", shows.goal, f"one of {', '.join(GOALS)}")
    unknown = sorted(named - set(game.topology.points))
    if unknown:
        raise ContentError(FILE, f"{place} points", ", ".join(unknown), "points of the board")
    for turn in filter(None, turns):
        for action in game.parse_turn(state, turn):
            state = game.play(state, action).state


@dataclass(frozen=True)
class TaskProgress:
    """The reader's actions since the task began."""

    game: Game
    first: State
    now: State
    events: tuple[Event, ...]

    @property
    def turn_over(self) -> bool:
        return self.game.turns(self.now) != self.game.turns(self.first) or self.game.over(self.now)


def reached(goal: str, done: TaskProgress) -> bool:
    """Return whether the goal is reached."""
    name, _colon, argument = goal.partition(":")
    return GOALS[name](done, argument)


def _count(events: Sequence[Event], kind: type) -> int:
    return sum(isinstance(event, kind) for event in events)


def _train(done: TaskProgress, argument: str) -> bool:
    return _count(done.events, Jumped) >= int(argument)


def _win(done: TaskProgress, argument: str) -> bool:
    """Return whether the side that was to move has won."""
    outcome = done.game.outcome(done.now)
    return outcome is not None and done.game.to_move(done.first) in outcome.winners


def _slide(done: TaskProgress, argument: str) -> bool:
    return _count(done.events, Slid) > 0 and _count(done.events, Flipped) > 0


def _turn(done: TaskProgress, argument: str) -> bool:
    return done.turn_over


def _wall(done: TaskProgress, argument: str) -> bool:
    """Return whether a wall has been climbed; with "2", whether a double wall has."""
    walls = [event.walls for event in done.events if isinstance(event, Stepped)]
    return max(walls, default=0) >= int(argument)


def _home(done: TaskProgress, argument: str) -> bool:
    return _count(done.events, SideHome) > 0


def _reach(done: TaskProgress, argument: str) -> bool:
    """Return whether the turn has ended with a piece on this point."""
    piece = done.game.pieces(done.now).get(argument)
    return done.turn_over and piece is not None


def _groups(done: TaskProgress, argument: str) -> bool:
    """Return whether a stone was placed and at least n groups exist, or at most n for "-n"."""
    groups, wanted = done.game.tally(done.now)["groups"], int(argument)
    placed = _count(done.events, Placed) > 0
    return placed and (groups >= wanted if wanted > 0 else groups <= -wanted)


def _product(done: TaskProgress, argument: str) -> bool:
    """Return whether the mover's product has at least this value."""
    colour = done.game.kinds[done.game.to_move(done.first)].colour
    return done.game.tally(done.now)[colour] >= int(argument)


GOALS: dict[str, Callable[[TaskProgress, str], bool]] = {
    "train": _train,
    "win": _win,
    "slide": _slide,
    "turn": _turn,
    "wall": _wall,
    "home": _home,
    "reach": _reach,
    "groups": _groups,
    "product": _product,
}
