"""Which sensor board: those used before, those that are found, or one whose address is typed."""

from __future__ import annotations

from collections.abc import Sequence

from game.platform.i18n import _
from game.screen.app.routes import Picked
from game.screen.app.scene import Change, Pop
from game.screen.menus.pick_list import PickEntry, PickScene
from game.screen.ui.text_field import TextField
from hardware.host.address import EXAMPLE, problem_with, tidy


class PickLinkScene(PickScene):
    """As `PickScene`; what is typed goes before what is chosen, once it is a good address."""

    rows = 5

    def __init__(self, value: str, recent: Sequence[str]) -> None:
        super().__init__(
            "link",
            lambda: _("Which board?"),
            lambda: known_links(recent),
            lambda: _("A board on the network, as {example}; it stays in this list.").format(
                example=EXAMPLE
            ),
            value,
            behind=260,
        )
        self.address = ""

    def typed(self) -> TextField:
        return TextField(
            self.address,
            self._write,
            placeholder=_("or an address: HOST:PORT"),
            limit=120,
            on_accept=self.use,
            paste=self.desk.paste_text,
            name="address",
        )

    def _write(self, text: str) -> None:
        self.address = text
        self.form.get("use").enabled = bool(self.found or text.strip())

    def use(self) -> Change | None:
        if not self.address.strip():
            return super().use()
        problem = problem_with(self.address)
        if problem:
            self.desk.toast(problem, "bad")
            return None
        return Pop(Picked(self.name, tidy(self.address)))


def known_links(recent: Sequence[str]) -> list[PickEntry]:
    """The boards used before, then the others; in words, with the port behind."""
    found = {choice.value: choice for choice in links()}
    gone = {link: PickEntry(link, link) for link in recent if link not in found}
    return [
        *(_in_words({**found, **gone}[link], used=True) for link in recent),
        *(_in_words(choice) for link, choice in found.items() if link not in recent),
    ]


def _in_words(choice: PickEntry, used: bool = False) -> PickEntry:
    """What a board is called first, then its port."""
    named = {"sim": _("Simulated board"), "auto": _("The first board that answers")}
    label = named.get(choice.value) or choice.words or choice.value
    behind = [] if choice.value in named or label == choice.value else [choice.value]
    behind += [_("used before")] if used else []
    return PickEntry(choice.value, label, " · ".join(behind))


def links() -> list[PickEntry]:
    """The simulated board, the search for any board, and the serial ports of this machine."""
    from hardware.host.ports import ports

    return [
        PickEntry("sim", "sim"),
        PickEntry("auto", "auto"),
        *(PickEntry(port.port, port.port, port.words) for port in ports()),
    ]
