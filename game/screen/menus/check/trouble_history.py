"""Earlier troubles of a board: a list, the worst first, from which repaired points go.

Files are read and changed off the loop.
"""

from __future__ import annotations

from collections.abc import Callable

from game.platform.i18n import _, ngettext
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.scene import AppServices
from hardware.host.health_log import BoardHealth, PointTrouble, clear, health_file, read

SHOWN = 5  # troubles on the list; those after them come up when these are mended
MENDED = "mended-"


class TroubleHistory:
    """The troubles of one board; `changed` is called on the loop when they were read."""

    def __init__(self, desk: AppServices, number: str, changed: Callable[[], None]) -> None:
        self.desk, self.number, self._changed = desk, number, changed
        self.board = BoardHealth(number, "", "")
        self.look()

    @property
    def troubles(self) -> list[PointTrouble]:
        """The worst first."""
        return self.board.worst_first

    @property
    def words(self) -> str:
        """The number of points to check, in words."""
        count = len({trouble.point for trouble in self.troubles})
        words = ngettext("{count} point to check", "{count} points to check", count)
        return words.format(count=count)

    def look(self) -> None:
        """Read the troubles of the board."""
        self.desk.write_file("board health", self._read, self._failed)

    def _read(self) -> None:
        boards, problem = read(health_file())
        known = [board for board in boards if board.number == self.number]
        self.desk.post(lambda: self._found(known[0] if known else None, problem))

    def _found(self, board: BoardHealth | None, problem: str) -> None:
        self.board = board or BoardHealth(self.number, "", "")
        if problem:
            self.desk.toast(problem, "bad")
        self._changed()

    def _failed(self, reason: str) -> None:
        words = _("The list could not be changed: {reason}")
        self.desk.toast(words.format(reason=reason), "bad")

    def dialog(self) -> Dialog:
        """Return the list as a dialog; `answered` removes what was pressed there."""
        return Dialog(
            lambda: _("Points to check"),
            lambda: [
                *(
                    DialogButton(trouble.advice, f"{MENDED}{trouble.point}")
                    for trouble in self.troubles[:SHOWN]
                ),
                DialogButton(_("Close"), None, kind="main", icon="cross"),
            ],
            lambda: _(
                "The worst comes first. Press what has been repaired to remove it from the list."
            ),
            focus=min(SHOWN, len(self.troubles)),
            upright=True,
        )

    def answered(self, result: object) -> None:
        """Remove the point that was pressed in the list, if any."""
        if not isinstance(result, str) or not result.startswith(MENDED):
            return
        point = result.removeprefix(MENDED)

        def forget() -> None:
            clear(health_file(), self.board, [point])
            self._read()
            self.desk.post(
                lambda: self.desk.toast(_("Cleared: {point}").format(point=point), "good")
            )

        self.desk.write_file("board health", forget, self._failed)
