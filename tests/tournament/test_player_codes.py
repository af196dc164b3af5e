"""All programs get the same secret behind players' codes, whichever program asks first."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from game.platform import storage
from game.tournament import player_codes
from tests.tournament.evenings import founded, played

ASKING = 8


@pytest.mark.parametrize("found", [None, "", "not hexadecimal", "00"])
def test_all_who_ask_at_once_are_told_the_same_codes(found: str | None) -> None:
    """Before the programs ask, the secret is missing or damaged."""
    evening, together = played(4, 9), Barrier(ASKING)
    file = storage.data_folder() / "tournaments" / "secret.txt"

    def ask(_number: int) -> tuple[str, ...]:
        together.wait()
        return tuple(player_codes.codes(evening).values())

    for _time in range(5):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        if found is not None:
            file.write_text(found, encoding="ascii")
        with ThreadPoolExecutor(ASKING) as pool:
            assert len(set(pool.map(ask, range(ASKING)))) == 1


def test_codes_on_slips_are_still_valid_after_the_program_was_updated() -> None:
    """For a fixed secret and tournament, the codes are those of the time of writing."""
    file = storage.data_folder() / "tournaments" / "secret.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("0f" * 32, encoding="ascii")
    printed = {1: "T9WN-BMQ7", 2: "ZFUM-AU3W", 3: "Y58X-V57X"}
    assert player_codes.codes(founded(people=3)) == printed
