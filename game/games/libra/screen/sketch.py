"""A position of Libra in the editor: stones, and the round, the bids or the roles."""

from __future__ import annotations

from game.games.libra import rules
from game.games.libra.position import NAMES, SEATS
from game.games.libra.rules import BID, DUEL, Libra
from game.platform.i18n import _
from game.rules import Piece, State
from game.rules.kernel import SEAT
from game.screen.plugin.sketch import NumberField, Sketch


class LibraSketch(Sketch):
    """A sketch of Libra. The stones determine whose turn it is, except during the bidding."""

    game: Libra
    names = NAMES
    obstacles = True

    @property
    def kinds(self) -> tuple[Piece, ...]:
        return rules.STONES[:2]

    @property
    def _free(self) -> int:
        return len(self.game.topology) - len(self.blocked)

    def fields(self) -> list[NumberField]:
        most = range(self._free + 1)
        if self.game.mode == DUEL:
            rounds = NumberField("round", _("Duel round"), (1, 2), few=True)
            first = NumberField("first", _("Groups, round 1"), most)
            return [rounds, first] if self.numbers["round"] == 2 else [rounds]
        if self.game.mode != BID:
            return []
        phase = NumberField("bidding", _("Phase"), (1, 0), self._phase, few=True)
        who = NumberField("more", _("MORE"), (0, 1), self._seat, few=True)
        if self.numbers["bidding"]:
            who = NumberField("turn", _("To move"), (0, 1), self._seat, few=True)
        return [phase, NumberField("bid", _("Highest bid"), most, self._bid), who]

    def _phase(self, bidding: int) -> str:
        return _("bids") if bidding else _("stones")

    def _seat(self, seat: int) -> str:
        return _("Seat {n}").format(n=seat + 1)

    def _bid(self, bid: int) -> str:
        return str(bid) if bid else _("none")

    def numbers_of(self, state: State) -> dict[str, int]:
        return {
            "turn": state[SEAT],
            "round": state[rules.ROUND],
            "first": state[rules.FIRST],
            "bidding": state[rules.BIDDING],
            "bid": state[rules.AIM] if self.game.mode == BID else 0,
            "more": state[rules.MORE_SEAT],
        }

    def words(self) -> list[str]:
        numbers = self.numbers
        if self.game.mode == DUEL:
            second = [f"round=2 first={numbers['first']}"]
            return second if numbers["round"] == 2 else []
        if self.game.mode != BID:
            return []
        if not numbers["bidding"]:
            return [f"bid={numbers['bid']}", f"more={SEATS[numbers['more']]}"]
        turn = [f"turn={SEATS[numbers['turn']]}"] if numbers["bid"] else []
        return [f"bid={numbers['bid']}", *turn]
