"""What the network refuses, by code: the exact English for programs, a sentence for people."""

from __future__ import annotations

from game.platform.errors import CodedError, Wording
from game.platform.i18n import N_
from game.platform.paths import install_advice

NETWORK = {
    "message": Wording(
        "{found}: no message of version 1",
        N_("the other side cannot be understood; it may be a newer version"),
    ),
    "field": Wording(
        "{where}: {found} found, expected {wanted}",
        N_("the other side cannot be understood; it may be a newer version"),
    ),
    "no-follow": Wording(
        "the first message is 'follow'", N_("the other side cannot be understood")
    ),
    "wrong-code": Wording(
        "no seat is offered under this code", N_("this code is wrong, already used or expired")
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
    "full": Wording("no place is left", N_("no place is left here; try again later")),
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
        N_("“{address}” is not an address of this computer"),
    ),
    "no-club": Wording(
        "the packages for phones and other computers are missing: {advice}",
        N_("the packages for phones and other computers are missing: {advice}"),
    ),
    "bad-certificate": Wording(
        "{file} with the key {key} cannot be used: {reason}; expected a certificate and its key, "
        "both in PEM and without a password",
        N_("the certificate {file} cannot be used with the key {key}: {reason}"),
    ),
    "no-openssl": Wording(
        "no certificate can be made (openssl: {reason}); give --certificate and --key",
        N_("no certificate can be made here: give one with --certificate and --key"),
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
    "table-https": Wording(
        "the table uses HTTPS; expected the whole invitation that it shows, with its fingerprint",
        N_("This table uses HTTPS. Enter the whole invitation that it shows."),
    ),
    "table-plain": Wording(
        "the table does not use HTTPS; expected an invitation without https:// and fingerprint",
        N_("This table does not use HTTPS. Ask for a new invitation."),
    ),
    "table-untrusted": Wording(
        "the table's certificate is not trusted; expected the whole invitation that it shows, "
        "with its fingerprint",
        N_("The table's certificate is not trusted. Enter the whole invitation that it shows."),
    ),
    "table-other": Wording(
        "the table's certificate is not the one of the invitation; ask there for a new invitation",
        N_("The table's certificate is not the one of the invitation. Ask for a new invitation."),
    ),
    "no-seat-held": Wording(
        "no seat is held at another table; expected a code and a table such as "
        "K7QM-X2RD@192.168.1.20",
        N_("no seat is held at another table"),
    ),
    "gone": Wording("the server has stopped", N_("the server has stopped")),
    "crashed": Wording(
        "the server has stopped ({reason}); it is started again in {seconds} s",
        N_("the server has stopped, and is started again"),
    ),
    "password-in-address": Wording(
        "{broker}: expected no password in the address, where every list of processes shows it; "
        "give it by --broker-password-file FILE or in LESS_IS_MORE_BROKER_PASSWORD",
        N_("“{broker}”: give the password in a file: --broker-password-file"),
    ),
    "bad-secret": Wording(
        "{file}: no password could be read ({reason})",
        N_("no password could be read from {file}: {reason}"),
    ),
    "broker-name": Wording(
        "{broker} refuses the name or the password ({reason}); give them as mqtt://NAME@HOST and "
        "by --broker-password-file",
        N_("The broker rejects the user name or the password. Check both."),
    ),
    "broker-refuses": Wording(
        "{broker} refuses the connection ({reason})",
        N_("The broker refuses the connection ({reason})."),
    ),
    "broker-forbids": Wording(
        "{broker} does not let {name!r} write under the name of this table; see its list of rights",
        N_("The broker does not allow this table to publish. Check its access list."),
    ),
    "broker-untrusted": Wording(
        "{broker}: its certificate is not trusted ({reason}); give its authority by --broker-ca",
        N_("The broker's certificate is not trusted ({reason}). Give its authority: --broker-ca."),
    ),
    "broker-no-tls": Wording(
        "{broker}: no encrypted connection ({reason}); is it mqtt:// instead of mqtts://?",
        N_("The broker does not use TLS there. Check its address and port."),
    ),
    "broker-unknown": Wording(
        "{broker}: nobody knows this name ({reason})",
        N_("The broker's name cannot be found. Check its address."),
    ),
    "broker-away": Wording(
        "{broker} cannot be reached ({reason}); it is tried again",
        N_("The broker cannot be reached. Retrying …"),
    ),
    "broker-lost": Wording(
        "the line to {broker} is lost ({reason}); it is tried again",
        N_("The connection to the broker is lost. Retrying …"),
    ),
    "bad-authority": Wording(
        "{file}: no certificates of an authority could be read ({reason})",
        N_("no certificates of an authority could be read from {file}: {reason}"),
    ),
}

# Codes that need no field, as a server says them to its clients.
TO_CLIENTS = frozenset(code for code, words in NETWORK.items() if "{" not in words.shown)


class NetworkError(CodedError):
    """Something that came over a line, or was asked of one, and cannot be."""

    wordings = NETWORK


CLUB_PACKAGES = ("starlette", "uvicorn", "websockets", "segno", "paho-mqtt")


def packages_missing() -> NetworkError:
    """Return the error of an installation without the packages of the network."""
    return NetworkError("no-club", advice=install_advice(*CLUB_PACKAGES))
