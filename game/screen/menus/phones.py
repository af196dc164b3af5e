"""The network: its switch, its address as a QR code, seats for phones, seats elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace

import pygame

from game.network.errors import NetworkError
from game.network.lines.addresses import LOOPBACK, Address, parse_address, parse_invitation
from game.network.lines.cards import Place, list_places
from game.network.lines.tickets import Ticket, delete_ticket, load_ticket
from game.platform.errors import in_words
from game.platform.i18n import N_, _, ngettext
from game.rules.events import Seat
from game.screen.app import routes
from game.screen.app.remote_match import Kind
from game.screen.app.scene import Change, Copied, Pop, Push, Replace
from game.screen.menus.settings_page import SettingsPage
from game.screen.plugin.seats import seat_name
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, SegmentOption, Stepper, Toggle
from game.screen.ui.layout import Labelled
from game.screen.ui.qr import draw_qr

# Seconds between two reads of this machine's addresses, which happen while the network is off.
LOOK_EVERY_S = 2.0
# Seconds after which the page warns that no phone has come although a code is shown.
UNREACHED_AFTER_S = 45.0


class PhonesScene(SettingsPage):
    """The network page. If `seat` is given, it offers that seat as soon as the network is on.

    A page opened for a seat closes when all guests have their seats.
    """

    title = N_("Phones")

    def __init__(self, seat: Seat | None = None) -> None:
        super().__init__()
        self._for_guests = seat is not None
        # Seat whose code is shown; None shows the address for spectators.
        self.offering = seat
        self.room = pygame.Rect(0, 0, 0, 0)
        self._seen: object = None  # state of the network at the last layout
        self._found: tuple[Place, ...] = ()  # this machine's addresses, as read last
        self._looked_s = 0.0  # seconds since the addresses were read
        self._unreached_s = 0.0  # seconds for which the code has been shown while no phone has come

    def enter(self) -> None:
        self._found = list_places()
        super().enter()

    def columns(self) -> Sequence[Sequence[Labelled]]:
        network = self.services.network
        running = network.broadcast is not None
        opens = self._address().shown(self._found).url_at("http")
        words = network.url if running else _("opens {address}").format(address=opens)
        switch = Toggle(_("On the network"), running, self._switch, words, "network")
        rows: list[Labelled] = [("", switch)]
        if not running or len(self._cards()) > 1:
            rows.append((_("For"), self._reach()))
        chances, back = _("followers see it where it is shown"), _("phones may take back turns")
        hints = _("phones may ask for one a turn")
        rows += [
            self.toggle("phones_see_chances", _("Evaluation"), chances, "chances"),
            self.toggle("phones_take_back", _("Take back"), back, "take-back"),
            self.toggle("phones_hints", _("Hints"), hints, "hints"),
        ]
        if running:
            rows += [self._seat_row(seat) for seat in self._seats()]
        return [rows, []]

    def buttons(self) -> Sequence[Button]:
        buttons = [Button(_("Done"), Pop, icon="check", kind="main", name="done")]
        if self.services.network.match is None:
            join = Button(_("Join a table"), lambda: Push(routes.Join()), name="join")
            join.icon = "people"
            buttons.insert(0, join)
        if self.services.network.on:
            words = _("The link is on the clipboard.")
            copy = Button(
                _("Copy link"), lambda: self.services.copy(Copied(self._far_link(), words))
            )
            copy.icon, copy.name = "copy", "copy"
            buttons.insert(0, copy)
        if self.offering is not None:
            show = Button(_("For spectators"), self._show, icon="screen", name="spectators")
            buttons.insert(0, show)
        return buttons

    def below(self, top: int, bottom: int) -> None:
        """Reserve room for the QR code: the right half, or the space below in an upright window."""
        px = self.services.metrics.px
        if self.services.metrics.portrait:
            self.room = pygame.Rect(self.inner.left, top, self.inner.width, bottom - top)
        else:
            left = self.inner.centerx + px(28)
            high = self.rule + px(18)
            self.room = pygame.Rect(left, high, self.inner.right - left, bottom - high)

    def _cards(self) -> dict[str, Place]:
        """Return the best address of each network card, best first."""
        broadcast, best = self.services.network.broadcast, dict[str, Place]()
        found = self._found if broadcast is None else broadcast.places
        for place in found if broadcast is None or not broadcast.proxy.url else ():
            best.setdefault(place.card, place)
        return best

    def _reach(self) -> Segment | Stepper:
        """Return the control for choosing the network in which phones are."""
        cards, running = self._cards(), self.services.network.broadcast
        address = running.address if running is not None else self._address()
        host = address.shown(tuple(cards.values())).host
        chosen = next((card for card, place in cards.items() if place.host == host), LOOPBACK)
        if len(cards) > 1:
            ways = [*cards, *([LOOPBACK] if running is None else [])]
            return Stepper(ways, chosen, self._choose, self._way_words, "reach")
        options = [SegmentOption(card, _("this network"), "people") for card in cards]
        options.append(SegmentOption(LOOPBACK, _("this computer"), "engine"))
        return Segment(options, chosen, self._choose, "reach")

    def _way_words(self, card: str) -> str:
        place = self._cards().get(card)
        if place is None:
            return _("this computer")
        kinds = {"network": "", "vpn": " · VPN", "container": " · " + _("virtual")}
        return f"{place.host} · {card}{kinds[place.kind]}"

    def _address(self) -> Address:
        """Return the server's address: the address used last, or by default any of this machine."""
        try:
            stored = parse_address(self.services.settings.network, unattended=True)
        except NetworkError:
            return Address("")
        own = [LOOPBACK, *(place.host for place in self._found)]
        return stored if stored.everywhere or stored.host in own else replace(stored, host="")

    def _choose(self, card: str) -> None:
        host = "" if card == next(iter(self._cards()), None) else card
        stored = str(Address(host, self._address().port)) if host else ""
        self.services.change_settings(network=stored)
        broadcast = self.services.network.broadcast
        if broadcast is not None:
            broadcast.show(host)
        self.resize()

    def _switch(self, on: bool) -> None:
        network = self.services.network
        if on:
            network.start(self._address())
        else:
            network.stop()
        self.resize()

    def _seats(self) -> list[Seat]:
        """Return the seats of the running match that are not played by engines."""
        match = self.services.network.match
        if match is None or match.over:
            return []
        return [n for n, seat in enumerate(match.spec.seats) if seat.kind != "engine"]

    def _name(self, seat: Seat) -> str:
        match = self.services.network.match
        if match is None:
            return ""
        return match.spec.seats[seat].name or seat_name(match.game, seat)

    def _seat_row(self, seat: Seat) -> Labelled:
        channel = self.services.network.channel
        state = channel.places[seat].state if channel is not None else "free"
        label, icon, act = {
            "free": (_("Offer to a phone"), "phone", self._offer),
            "offered": (_("Offered: {code}"), "clock", self._offer),
            "here": (_("By phone · take back"), "check", self._take),
            "away": (_("Connection lost · take back"), "warning", self._take),
        }[state]
        code = channel.places[seat].code if channel is not None else ""
        button = Button(label.format(code=code), lambda: act(seat), icon=icon, name=f"seat-{seat}")
        return self._name(seat), button

    def _offer(self, seat: Seat) -> None:
        channel = self.services.network.channel
        if channel is not None:
            if channel.places[seat].state != "offered" or self.offering == seat:
                channel.offer_seat(seat)
            self.offering = seat
        self.resize()

    def _take(self, seat: Seat) -> None:
        channel = self.services.network.channel
        if self.offering == seat:
            self.offering = None
        if channel is not None:
            channel.withdraw_seat(seat)
        self.resize()

    def _show(self) -> None:
        self.offering = None
        self.resize()

    def update(self, dt: float) -> Change | None:
        network = self.services.network
        channel = network.channel
        if network.problem:  # already reported by the window
            network.stop()
        if network.on and channel is not None and self.offering is not None:
            state = channel.places[self.offering].state
            if state == "free":
                channel.offer_seat(self.offering)
            elif state == "here":
                name = self._name(self.offering)
                words = _("{name} is played from a phone.").format(name=name)
                self.services.toast(words, "good", "people")
                self.offering = network.awaited if self._for_guests else None
                if self._for_guests and self.offering is None:
                    return Pop()
        self._follow_network(dt)
        kept = channel.places.values() if channel is not None else ()
        places = [(place.state, place.code) for place in kept]
        wrong = network.trouble + network.broker_problem
        served = (network.broadcast is not None, network.url, tuple(self._cards().values()))
        seen = (served, network.followers, places, wrong, self._unreached)
        if seen != self._seen:
            self._seen = seen
            self.resize()
            self.services.invalidate()
        return None

    def _follow_network(self, dt: float) -> None:
        """Read this machine's addresses at intervals, and count the time without phones."""
        broadcast = self.services.network.broadcast
        if broadcast is not None:
            self._unreached_s = self._unreached_s + dt if broadcast.unreached else 0.0
            return
        self._looked_s += dt
        if self._looked_s >= LOOK_EVERY_S:
            self._looked_s = 0.0
            threading.Thread(target=self._look, name="network cards", daemon=True).start()

    def _look(self) -> None:
        found = list_places()
        self.services.post(lambda: self._take_places(found))

    def _take_places(self, found: tuple[Place, ...]) -> None:
        self._found = found

    @property
    def _unreached(self) -> bool:
        """True if phones have had enough time to come, but none has."""
        return self._unreached_s >= UNREACHED_AFTER_S

    def _trouble_words(self) -> str:
        """Return what keeps phones away, and a remedy; "" if nothing does."""
        broadcast = self.services.network.broadcast
        if broadcast is not None and broadcast.away:
            return _("There is no network: only this computer reaches the page.")
        if self._unreached:
            return _(
                "No phone has reached this page yet: is it in the same network? Guest networks "
                "often keep phones apart. Try another Wi-Fi, or the hotspot of a phone."
            )
        return self.services.network.broker_problem

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        network, px = self.services.network, canvas.px
        room = self.room.copy()
        if not network.on:
            words = network.trouble or _("Starting …")
            if network.broadcast is None:
                words = network.broker_problem or _(
                    "Others on the same network can then follow the game in a browser, and play a "
                    "seat with a code. Nothing is served until you switch it on."
                )
            canvas.text(words, "body", room, canvas.ui.text_second, "center", wrap=True)
            return
        line = max(px(34), canvas.metrics.type_px("lead") + 8)
        lines = [(self._link_words(), "lead_bold"), (self._count_words(), "body")]
        if trouble := self._trouble_words():
            # in some languages the text needs this many lines
            high = (3 if self._unreached else 2) * line
            rect = pygame.Rect(room.left, room.bottom - high, room.width, high)
            canvas.text(trouble, "body_bold", rect, canvas.ui.bad, "center", wrap=True)
            room.height -= high
        if self.offering is not None:
            lines.insert(0, (_("To play {name}:").format(name=self._name(self.offering)), "body"))
            lines += [(words, "caption") for words in self._invitation_words()]
        picture = pygame.Rect(room.left, room.top, room.width, room.height - line * len(lines))
        below = draw_qr(canvas, picture, self.link).bottom + px(8)
        for number, (words, style) in enumerate(lines):
            rect = pygame.Rect(room.left, below + number * line, room.width, line)
            canvas.text(words, style, rect, None, "center", ellipsis=True)

    def _code(self) -> str:
        channel = self.services.network.channel
        if channel is None or self.offering is None:
            return ""
        return channel.places[self.offering].code

    @property
    def link(self) -> str:
        """The content of the QR code: the page's address, with the code of the offered seat."""
        broadcast = self.services.network.broadcast
        return broadcast.link(self._code()) if broadcast is not None else ""

    def _far_link(self) -> str:
        """Return the link for copying; with a broker the link also works from other networks."""
        broadcast = self.services.network.broadcast
        return broadcast.far_link(self._code()) if broadcast is not None else ""

    def _link_words(self) -> str:
        address = self.services.network.url.removeprefix("http://").rstrip("/")
        return f"{address}   {self._code()}" if self._code() else address

    def _invitation_words(self) -> list[str]:
        """Return the lines of an invitation for another computer; [] if address and code suffice.

        The fingerprint has its own line, because one line of a small window is too short for both.
        """
        broadcast = self.services.network.broadcast
        if broadcast is None or broadcast.certificate is None or not self._code():
            return []
        place, slash, digits = broadcast.invitation(self._code()).partition("/")
        return [_("To join from another computer:"), place + slash, digits]

    def _count_words(self) -> str:
        count = self.services.network.followers
        return ngettext("{n} watching", "{n} watching", count).format(n=count)


# Maximum number of characters, enough for a link with a code and a whole fingerprint.
MAX_INVITATION_LENGTH = 300


class JoinScene(SettingsPage):
    """The form for an invitation; `board` is the sensor board to play on."""

    title = N_("Join a table")

    def __init__(self, invitation: str = "", board: str = "", at_once: bool = False) -> None:
        super().__init__()
        self.text, self.board_port = invitation, board
        self.kept = load_ticket()
        self.problem = ""
        self.room = pygame.Rect(0, 0, 0, 0)
        self._at_once = at_once

    def enter(self) -> None:
        super().enter()
        if self._at_once:
            self._at_once = False
            if self.text:
                self.join()
            else:
                self._return()

    def leave(self) -> None:
        network = self.services.network
        if network.visit is not None and network.visit.match is None:
            network.leave_table()
        super().leave()

    def columns(self) -> Sequence[Sequence[Labelled]]:
        more = {"limit": MAX_INVITATION_LENGTH, "on_accept": self.join, "style": "body"}
        example = "K7QM-X2RD@192.168.1.20, https://…#K7QM-X2RD"
        field = self.field(self.text, self._typed, "invitation", placeholder=example, **more)
        return [[(_("Link, or code and table"), field)]]

    def buttons(self) -> Sequence[Button]:
        buttons = [Button(_("Back"), Pop, icon="left", name="back")]
        if self.kept is not None:
            words = _("To my seat at {table}").format(table=self.kept[0].host)
            buttons.append(Button(words, self._return, icon="people", name="return"))
            buttons.append(Button(_("Give it up"), self._give_up, icon="cross", name="give-up"))
        buttons.append(Button(_("Join"), self.join, icon="check", kind="main", name="join"))
        return buttons

    def below(self, top: int, bottom: int) -> None:
        self.room = pygame.Rect(self.inner.left, top, self.inner.width, bottom - top)

    def _typed(self, text: str) -> None:
        self.text, self.problem = text, ""
        self.services.network.leave_table()

    def join(self) -> None:
        """Join the table in the field, or show why that fails."""
        try:
            files = self.services.network.broker_files
            code, address, pin = parse_invitation(self.text, files)
            self.services.network.join(address, Ticket(code, pin=pin), self._kind)
            self.problem = ""
        except NetworkError as why:
            self.problem = in_words(why)

    def _return(self) -> None:
        if self.kept is not None:
            address, ticket = self.kept
            self.text, self.problem = "", ""
            try:
                self.services.network.join(address, replace(ticket), self._kind)
            except NetworkError as why:
                self.problem = in_words(why)
            self.resize()

    def _give_up(self) -> None:
        """Give up the seat that this machine held last."""
        delete_ticket()
        self.kept = None
        self.services.network.leave_table()
        self.resize()

    @property
    def _kind(self) -> Kind:
        return "board" if self.board_port else "person"

    def update(self, dt: float) -> Change | None:
        visit = self.services.network.visit
        if visit is None or visit.match is None:
            return None
        match = visit.match
        match.spec = replace(match.spec, board=self.board_port or None)
        return Replace(routes.PlayMatch(match.spec, match))

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        words, colour = self._state(), canvas.ui.bad if self.wrong else canvas.ui.text_second
        canvas.text(words, "body", self.room, colour, "center", wrap=True)

    @property
    def wrong(self) -> str:
        """The reason why joining failed; "" if it did not fail."""
        visit = self.services.network.visit
        return self.problem or (visit.problem if visit is not None else "")

    def _state(self) -> str:
        visit = self.services.network.visit
        if self.wrong:
            return self.wrong
        if visit is not None:
            return _("Looking for the table at {table} …").format(table=visit.address)
        return _(
            "Someone at the other place opens “Phones”, switches the network on and offers a "
            "seat; its code and address are shown beside the picture. The match is then played "
            "at both places, here also on a sensor board."
        )
