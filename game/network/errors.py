"""What the network refuses, by code: the exact English for programs, a sentence for people."""

from __future__ import annotations

from game.errors import CodedError, Wording
from game.i18n import N_
from game.paths import install_advice

NETWORK = {
    "message": Wording(
        "{found}: no message of version 1", N_("the other side cannot be understood")
    ),
    "no-follow": Wording(
        "the first message is 'follow'", N_("the other side cannot be understood")
    ),
    "wrong-code": Wording(
        "no seat is offered under this code", N_("this code is wrong, used or too old")
    ),
    "wrong-key": Wording("no seat is held with this key", N_("this seat is not yours any more")),
    "wrong-pass": Wording(
        "nobody of the tournament has this code", N_("nobody here has this code")
    ),
    "no-tournament": Wording("no tournament is running", N_("no tournament is running here")),
    "no-player": Wording(
        "this connection speaks for no player", N_("give your personal code first")
    ),
    "busy": Wording("the last wish has no answer yet", N_("one thing after the other, please")),
    "too-many": Wording("too many tries, wait a minute", N_("too many tries; wait a minute")),
    "too-fast": Wording("too many messages at once", N_("too many tries; wait a minute")),
    "not-seated": Wording("this connection holds no seat", N_("you are watching only")),
    "not-your-turn": Wording("seat {seat} is not to move", N_("it is not your turn")),
    "no-take-back": Wording(
        "this table takes nothing back", N_("nothing is taken back at this table")
    ),
    "no-address": Wording(
        "{address!r}: cannot listen there ({reason.strerror})",
        N_("This address cannot be used: {reason}"),
    ),
    "bad-address": Wording(
        "{address!r} found, expected an address of this machine such as 192.168.1.20:8770",
        N_("“{address}” is no address of this machine"),
    ),
    "no-club": Wording(
        "the packages for phones and other machines are missing: {advice}",
        N_("the packages for phones and other machines are missing: {advice}"),
    ),
    "bad-place": Wording(
        "{place!r} found, expected a code and a table such as K7QM-X2RD@192.168.1.20",
        N_("“{place}” is no code with a table such as K7QM-X2RD@192.168.1.20"),
    ),
    "bad-broker": Wording(
        "{broker!r} found, expected a broker such as mqtt://192.168.1.5 or mqtts://NAME@club.org",
        N_("“{broker}” is no address of a broker"),
    ),
    "bad-table": Wording(
        "{name!r} found, expected the name of a table: letters, digits, - and _, 40 at most",
        N_("“{name}” is no name of a table: letters, digits, - and _"),
    ),
    "no-seat-held": Wording(
        "no seat is held at another table; expected a code and a table such as "
        "K7QM-X2RD@192.168.1.20",
        N_("no seat is held at another table"),
    ),
    "gone": Wording("the server has stopped", N_("the server has stopped")),
}


class NetworkError(CodedError):
    """Something that came over a line, or was asked of one, and cannot be."""

    wordings = NETWORK


CLUB_PACKAGES = ("starlette", "uvicorn", "websockets", "segno", "paho-mqtt")


def packages_missing() -> NetworkError:
    """The error for an installation without the packages of the network."""
    return NetworkError("no-club", advice=install_advice(*CLUB_PACKAGES))
