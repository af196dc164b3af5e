"""The whole rulebook: the pages of each game, and the positions their examples begin from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import cast

from game.platform.i18n import N_
from game.rules import Game, State
from game.rules.registry import (
    game_class,
    parse_setup,
    plugin_folder,
    plugin_part,
    usual_setup,
)
from game.screen.plugin.pages import (
    BuildingPuzzle,
    Example,
    ExamplePosition,
    Paragraph,
    RulebookPage,
)
from game.screen.plugin.registry import rulebook_of, screen_plugin_of
from game.screen.plugin.texts import ContentError, read_campaign, read_lesson, read_pages
from game.screen.rulebook.goals import GOALS
from game.solo.mode import SoloMode

FILE = "rulebook.toml"


@cache
def pages_of(key: str) -> tuple[RulebookPage, ...]:
    """Return the pages of a game, a plain one for a game that has none.

    A page says what is wrong with texts that cannot be read.  Raises SetupError.
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

    The state may have counts of more pieces than lie on the board: examples leave out the pieces
    that do not matter.  Raises RulesError for turns that are not legal, ContentError for fields
    that the game does not know.
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
    """Check that a page can be shown: positions, actions, points and goals are those of its game.

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
