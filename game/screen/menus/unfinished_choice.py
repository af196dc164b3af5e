"""Which of several unfinished games goes on, when windows were left or lost with one in each."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path

from game.platform import untrusted
from game.platform.i18n import _, format_date, ngettext
from game.rules.registry import titles
from game.screen.app.dialog import Dialog, DialogButton
from game.table.record_files import NOT_A_RECORD

MAX_OFFERED = 4  # offered at once; the others after these


def choose_unfinished(found: Sequence[Path]) -> Dialog:
    """A question whose answer is the file of a game, or None."""
    return Dialog(
        lambda: _("Which game goes on?"),
        lambda: [*(_answer(path) for path in found[:MAX_OFFERED]), DialogButton(_("Cancel"))],
        upright=True,
    )


def _answer(path: Path) -> DialogButton:
    return DialogButton(_words(path), path, icon="again")


def _words(path: Path) -> str:
    """Game, turns, and when it was left."""
    left = datetime.datetime.fromtimestamp(path.stat().st_mtime) if path.exists() else None
    day = format_date(left.isoformat(), minutes=True) if left else ""
    try:
        record = untrusted.read_json(path)
        key, count = str(record["setup"]).split()[0], len(record["turns"])
    except NOT_A_RECORD:
        return day
    turns = ngettext("{count} turn", "{count} turns", count).format(count=count)
    return f"{titles().get(key, key)} · {turns} · {day}"
