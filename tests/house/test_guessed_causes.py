"""No message guesses a cause: a list says, for each message that names a cause, how it is known.

`python -m tests.house.test_guessed_causes` lists the messages.  Review a new one and enter it here.
"""

from __future__ import annotations

import re

from game.platform.paths import ROOT

CAUSE = re.compile(
    r"another (program|window)|newer version|damaged|disk is full|permission|is using it"
    r"|be locked|can only be read|be reached|no network",
    re.IGNORECASE,
)
SHOWN = ("game/", "hardware/")
# Files with advice and figures instead of error messages.
NO_ERRORS = "hardware/host/line_quality.py", "game/screen/menus/phones.py"
BY_CHECKSUM = "a checksum or a bound of the format fails"
BY_SQLITE = "SQLite finds the file malformed"
BY_VERSION = "the version that the file gives is above ours"
BY_ERRNO = "the error number of the system"
BY_READING = "the file was read, and is not what was written there"
REVIEWED = {
    "The beginning. Rings mark the corners to be reached.": "a rule, no error",
    "Another program serves the correspondence games.": "the lock is held (locks.HELD)",
    "Another program is using the library. Try again.": "locked, and locks work in its folder",
    "Another program": "a kind of opponent, no error",
    "{name} is another program. Its turns are judged by our rules; its level is unknown.": (
        "a kind of opponent, no error"
    ),
    "Another window has gone on with this game.": "the lock is held, or the file has gone",
    "another program is using it": BY_ERRNO,
    "{port} is in use by another program. Close it (a serial monitor?) and wait": BY_ERRNO,
    "the disk is full": BY_ERRNO,
    "The disk is full.": "SQLite says so, or a few bytes cannot be written in the folder",
    "there is no permission": BY_ERRNO,
    "no permission": BY_ERRNO,
    "the packages for phones and other computers are missing or damaged: {advice}": (
        "importing one of them fails"
    ),
    "No permission to use {port}. On Linux add yourself to the group dialout (sudo usermod -a -G"
    " dialout $USER) and log in again": BY_ERRNO,
    "No permission to use {port}. On Linux: sudo {command}, then plug the board in again": BY_ERRNO,
    "the disk can only be read": BY_ERRNO,
    "files cannot be locked there, as on some network shares": BY_ERRNO,
    "Files cannot be locked in the folder of the library, as on some network shares.": (
        "locking a file there fails otherwise than when another holds it"
    ),
    "The text comes from a newer version of the program.": BY_VERSION,
    "The library was made by a newer version of the program. It stays as it is.": BY_VERSION,
    "a newer version of the program wrote it": BY_VERSION,
    "a newer version of the program wrote {name}": BY_VERSION,
    "The tournament was written by a newer version of the program.": "an event of a later kind",
    "the other side cannot be understood; it may be a newer version": "said as a possibility",
    "The text is damaged. Copy all of it, from LIM1. to its end.": BY_CHECKSUM,
    "The library is damaged: {why}": BY_SQLITE,
    "The library was damaged. It is being rebuilt from the games; see {file}.": BY_SQLITE,
    "The settings file is damaged; the defaults are used.": BY_READING,
    "The settings file was damaged. It is kept as {file}; the defaults are used.": BY_READING,
    "{file} is damaged and not used.": BY_READING,
    "{file} was damaged. It is kept as {aside}.": BY_READING,
    "damaged: discarded; it is compiled again at the next game": BY_READING,
    "damaged: the next start sets it aside": BY_READING,
    "the compiled code of the program is damaged: install the program again": BY_CHECKSUM,
    "{name}: the clock is damaged": BY_READING,
    "the picture {name} is damaged": "its head has no size, or decoding it fails",
    "Damaged packets received by the board: {count}": BY_CHECKSUM,
    "a damaged packet": BY_CHECKSUM,
    "a damaged packet: too long": BY_CHECKSUM,
    "a damaged packet: too short": BY_CHECKSUM,
    "a damaged packet: wrong checksum": BY_CHECKSUM,
    "The broker cannot be reached. Retrying …": "connecting has failed",
    "There is no network: only this computer reaches the page.": "no card has an address",
    "This computer has no network yet. The page opens at {address} once it has one.": (
        "no card has an address"
    ),
}


def messages() -> dict[str, str]:
    """Return each message that names a cause, with one file that contains it."""
    text = (ROOT / "assets" / "locale" / "less-is-more.pot").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for block in text.split("\n\n"):
        places = re.findall(r"^#: (.+)$", block, re.MULTILINE)
        places = [place for place in " ".join(places).split() if place.startswith(SHOWN)]
        quoted = re.search(r'^msgid ((?:".*"\n?)+)', block, re.MULTILINE)
        if quoted is not None and places and places[0] not in NO_ERRORS:
            message = "".join(re.findall(r'"(.*)"', quoted[1]))
            if CAUSE.search(message):
                found[message] = places[0]
    return found


def test_every_message_that_names_a_cause_was_looked_at() -> None:
    assert messages().keys() == REVIEWED.keys()


if __name__ == "__main__":
    for message, place in messages().items():
        print(f"{place}: {message}\n    {REVIEWED.get(message, 'not looked at')}")
