"""What the answers of the play scene's dialogs do: the pause menu, ends, help, the result."""

from __future__ import annotations

from game.rules.proposals import Resign
from game.screen.app import routes
from game.screen.app.routes import LARGER, REMATCH
from game.screen.app.scene import Change, Pop, Push, Replace
from game.screen.play import menu
from game.screen.play.at_play import AtPlay
from game.screen.play.pause import LEAVE
from game.table.begin import rematch
from game.table.win_loss import matched


def answered(at: AtPlay, result: object) -> Change | None:
    """Carry out what was answered; None for answers to somebody else's question."""
    if not isinstance(result, str):
        return None
    if result == LEAVE:
        return Pop()
    if result in (REMATCH, LARGER):
        return Replace(routes.Play(matched(rematch(at.match, larger=result == LARGER))))
    if result == menu.PLAY_OUT:
        at.conductor.play_out()
        at.refresh()
    elif result == menu.RESIGN:
        return Push(menu.resignation())
    elif result in menu.OFFERS:
        return at.parley.offer(menu.OFFERS[result])
    elif result == menu.WITHDRAW:
        return at.parley.withdraw()
    elif result == menu.ANSWER:
        return at.parley.ask()
    elif result in (deeds := at.copy_actions()):
        return deeds[result]()
    elif result.startswith(menu.HELP):
        at.get_help(result[len(menu.HELP) :])
    elif result == menu.SURE + menu.RESIGN:
        at.offer(_resignation(at))
    return None


def _resignation(at: AtPlay) -> Resign:
    speaker = at.parley.speaker
    return Resign(at.match.to_move if speaker is None else speaker)
