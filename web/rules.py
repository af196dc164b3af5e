"""The rules of the games as data for the page, made when the site is built.

The pages, examples and texts are those of the window's rulebook. One file holds the positions of a
game's examples step by step; others hold its texts by language. The table draws the boards, so they
look as they do in matches.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from game.platform.i18n import LANGUAGES, _, in_language
from game.rules import Game, State
from game.rules.registry import GAMES
from game.screen.plugin.pages import BuildingPuzzle, RulebookPage, Task
from game.screen.rulebook.book import build, pages_of
from game.screen.rulebook.scene import LEGENDS
from game.table.positions_json import piece

Json = dict[str, Any]


def files() -> dict[str, bytes]:
    """Return the files of all games, by name: their examples, and their texts by language."""
    found = {}
    for game in GAMES:
        pages = pages_of(game.key)
        steps = [list(steps_of(page)) for page in pages]
        shown = [
            {"board": setup_of(page), "steps": [step for step, _note in walk]}
            for page, walk in zip(pages, steps, strict=True)
        ]
        found[f"rules-{game.key}.json"] = _packed({"pages": shown})
        for code in LANGUAGES:
            with in_language(code):
                told = [
                    {
                        "title": _(page.title),
                        "words": [[say.kind, _(say.text)] for say in page.words],
                        "notes": [_(note) for _step, note in walk],
                    }
                    for page, walk in zip(pages, steps, strict=True)
                ]
                legends = {kind: _(text) for kind, text in LEGENDS.items()}
                words = _packed({"legends": legends, "pages": told})
            found[f"rules-{game.key}-{code}.json"] = words
    return found


def _packed(data: Json) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def setup_of(page: RulebookPage) -> str:
    shows = page.shows
    return shows.setups[0] if isinstance(shows, BuildingPuzzle) else shows.position.setup


def steps_of(page: RulebookPage) -> Iterator[tuple[Json, str]]:
    """Yield the steps on the board of a page, each with its comment."""
    shows = page.shows
    if isinstance(shows, BuildingPuzzle):
        yield _step({}), shows.prompts[0]
        return
    game, state = build(shows.position)
    if isinstance(shows, Task):
        yield _step(_lying(game, state), list(shows.marks)), shows.prompt
        touched: list[str] = []
        for turn in shows.solution.split():
            touched, state = _played(game, state, turn)
        yield _step(_lying(game, state), touched), shows.praise
        return
    yield _step(_lying(game, state)), shows.note
    for move in shows.moves:
        touched = []
        if move.actions:
            touched, state = _played(game, state, move.actions)
        points = [*touched, *move.marks, *move.numbers]
        yield _step(_lying(game, state), points, move.forbidden), move.note


def _played(game: Game, state: State, turn: str) -> tuple[list[str], State]:
    """Return the points touched by a turn's actions, and the position after them."""
    touched: list[str] = []
    for action in game.parse_turn(state, turn):
        touched += action.points
        state = game.play(state, action).state
    return list(dict.fromkeys(touched)), state


def _lying(game: Game, state: State) -> Json:
    return {point: piece(one) for point, one in game.pieces(state).items()}


def _step(pieces: Json, marks: Sequence[str] = (), refused: Sequence[str] = ()) -> Json:
    """Return a step: the pieces, the marked points, and the points of a refused way."""
    return {"pieces": pieces, "marks": list(marks), "refused": list(refused)}
