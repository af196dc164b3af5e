"""What games are looked for besides words: one control a question, over the list."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.library.search import ListedGame, Query
from game.openings.naming import in_words, naming_of
from game.platform.i18n import N_, _, ngettext
from game.rules.registry import titles
from game.screen.app.scene import Change, Pop
from game.screen.library.card import CardScene, Labelled
from game.screen.ui.button import Button
from game.screen.ui.choosers import Stepper
from game.screen.ui.text_field import TextField

RESULTS = {
    "": N_("any"),
    "p1win": N_("The first seat won"),
    "p2win": N_("The second seat won"),
    "draw": N_("Draw"),
    "open": N_("Not finished"),
}
AGES = (0, 1, 7, 31, 366)  # days
LENGTHS = ((0, 0), (1, 15), (16, 30), (31, 60), (61, 0))  # turns, 0 for no bound


@dataclass(frozen=True, slots=True)
class Filters:
    """What is chosen; `days` since a game was begun, `length` a pair of LENGTHS, `opening` the
    first turns of a game that was chosen, `alike` how many of them count; `named` is the beginning
    of an opening's name."""

    game: str = ""
    player: str = ""
    result: str = ""
    days: int = 0
    length: tuple[int, int] = LENGTHS[0]
    setup: str = ""
    opening: str = ""
    board: str = ""
    alike: int = 0
    named: str = ""

    def query(self, words: str, today: datetime.date) -> Query:
        """The games that are meant."""
        since = (today - datetime.timedelta(self.days - 1)).isoformat() if self.days else ""
        return Query(
            words=words,
            game=self.game,
            names=self.player,
            result=self.result,
            since=since,
            shortest=self.length[0],
            longest=self.length[1],
            setup=self.setup,
            opening=" ".join(self.opening.split()[: self.alike]),
            board=self.board if self.alike else "",
            named=self.named if self.game else "",
        )

    def words(self) -> str:
        """In a few words, "" where nothing is filtered."""
        said = [
            titles().get(self.game, ""),
            self.player,
            _(RESULTS[self.result]) if self.result else "",
            age_words(self.days) if self.days else "",
            length_words(self.length) if self.length != LENGTHS[0] else "",
            self.setup,
            " ".join(self.opening.split()[: self.alike]),
            in_words(self.game, self.named),
        ]
        return " · ".join(filter(None, said))


def age_words(days: int) -> str:
    """Since when."""
    return {
        0: _("any"),
        1: _("Today"),
        7: _("Past 7 days"),
        31: _("Past 30 days"),
        366: _("Past 12 months"),
    }[days]


def length_words(length: tuple[int, int]) -> str:
    """How many turns."""
    first, last = length
    if not first:
        return _("any")
    if not last:
        return _("{n} turns or more").format(n=first)
    return _("{first} to {last} turns").format(first=first, last=last)


class FilterScene(CardScene):
    """Pops with the `Filters` chosen; Escape leaves them as they were.

    `like` is the game whose opening may be asked for.
    """

    def __init__(self, filters: Filters, like: ListedGame | None) -> None:
        super().__init__()
        self.filters, self.like = filters, like

    @property
    def heading(self) -> str:
        return _("Which games?")

    def rows(self) -> Sequence[Labelled]:
        now, keys = self.filters, ["", *titles()]
        rows: list[Labelled] = [
            (_("Game"), Stepper(keys, now.game, self._choose_game, _title, "game")),
            (_("Player"), self._field("player", now.player, _("any"))),
            (
                _("Result"),
                Stepper([*RESULTS], now.result, self._set("result"), _result, "result"),
            ),
            (_("Begun"), Stepper(AGES, now.days, self._set("days"), age_words, "days")),
            (
                _("Length"),
                Stepper(LENGTHS, now.length, self._set("length"), length_words, "length"),
            ),
            (_("Setup"), self._field("setup", now.setup, _("any"))),
        ]
        names = self._names()
        if names:
            control = Stepper(names, now.named, self._set("named"), self._named, "named")
            rows.append((_("Opening"), control))
        opening = self.like.opening if self.like else now.opening
        if opening:
            most = range(len(opening.split()) + 1)
            control = Stepper(most, now.alike, self._alike, _alike, "alike")
            rows.append((_("Opening as in the chosen game"), control))
        return rows

    def _names(self) -> list[str]:
        """What the names of the game's openings may begin with; the chosen game's whole name, too.
        Empty where all games are asked for."""
        naming = naming_of(self.filters.game) if self.filters.game else None
        if naming is None:
            return []
        like = self.like.named.split() if self.like and self.like.game == self.filters.game else []
        longer = [" ".join(like[:count]) for count in range(2, len(like) + 1)]
        known = ["", *naming.firsts, *longer]
        return known if self.filters.named in known else [*known, self.filters.named]

    def _named(self, name: str) -> str:
        return in_words(self.filters.game, name) or _("any")

    def _choose_game(self, game: str) -> Change | None:
        """Another game has other openings."""
        self.filters = replace(self.filters, game=game, named="")
        self.resize()
        return None

    def _field(self, name: str, text: str, empty: str) -> TextField:
        return TextField(
            text,
            self._set(name),
            placeholder=empty,
            limit=60,
            on_accept=lambda: Pop(self.filters),
            paste=self.desk.paste_text,
            copy=self.desk.copy_text,
            name=name,
        )

    def buttons(self) -> Sequence[Button]:
        return (
            Button(_("Show"), lambda: Pop(self.filters), icon="check", kind="main", name="show"),
            Button(_("Clear"), lambda: Pop(Filters()), icon="cross", name="clear"),
        )

    def _set(self, name: str) -> Callable[[Any], Change | None]:
        def store(value: Any) -> None:
            self.filters = replace(self.filters, **{name: value})

        return store

    def _alike(self, count: int) -> Change | None:
        if self.like is not None:
            self.filters = replace(
                self.filters,
                alike=count,
                opening=self.like.opening,
                board=self.like.board,
                game=self.like.game if count else self.filters.game,
                named=self.filters.named if self.filters.game == self.like.game else "",
            )
        else:
            self.filters = replace(self.filters, alike=count)
        self.resize()
        return None


def _title(key: str) -> str:
    return titles()[key] if key else _("All games")


def _result(result: str) -> str:
    return _(RESULTS[result])


def _alike(count: int) -> str:
    if not count:
        return _("any")
    return ngettext("the first {n} turn", "the first {n} turns", count).format(n=count)
